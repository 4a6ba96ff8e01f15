"""The symbol net: its inputs, its refusals, and symbols drawn here with lines and circles only."""

from __future__ import annotations

import json
import math

import cv2
import numpy as np
import pytest
from cpu_time import Cost
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from drawkit.engine.recognition.models import own_model
from drawkit.engine.recognition.symbols import SIZE, Mark, Symbol, candidates, classify, context, normalise

CAP = 48  # pixels of the text height in these pictures


def canvas() -> np.ndarray:
    return np.full((120, 120), 255, np.uint8)


def line(picture: np.ndarray, *points: tuple[int, int], width: int = 4) -> np.ndarray:
    cv2.polylines(picture, [np.array(points, np.int32)], False, 0, width, cv2.LINE_AA)
    return picture


def ring(picture: np.ndarray, radius: int, centre: tuple[int, int] = (60, 60)) -> np.ndarray:
    cv2.circle(picture, centre, radius, 0, 4, cv2.LINE_AA)
    return picture


def beside_text(picture: np.ndarray, above: float = 0.0) -> Mark:
    rows, columns = np.nonzero(picture < 128)
    return Mark(picture, float(np.ptp(rows)) / CAP, float(np.ptp(columns)) / CAP, above)


def triangle(picture: np.ndarray, *corners: tuple[int, int]) -> np.ndarray:
    cv2.fillPoly(picture, [np.array(corners, np.int32)], 0, cv2.LINE_AA)
    return picture


DRAWN = {
    "⌀": lambda: line(ring(canvas(), 22), (46, 92), (74, 28)),
    "±": lambda: line(line(line(canvas(), (42, 50), (78, 50)), (60, 32), (60, 68)), (42, 80), (78, 80)),
    "⌖": lambda: line(line(ring(canvas(), 17), (32, 60), (88, 60)), (60, 32), (60, 88)),
    "⏥": lambda: line(canvas(), (25, 80), (48, 45), (95, 45), (72, 80), (25, 80)),
    "⊥": lambda: line(line(canvas(), (35, 85), (85, 85)), (60, 85), (60, 38)),
    "∥": lambda: line(line(canvas(), (42, 84), (62, 36)), (60, 84), (80, 36)),
    "◎": lambda: ring(ring(canvas(), 25), 13),
    "⌓": lambda: line(arc(canvas()), (32, 75), (88, 75)),
    "⌒": lambda: arc(canvas()),
    "∠": lambda: line(canvas(), (85, 80), (35, 80), (80, 52)),
    "⌭": lambda: line(line(ring(canvas(), 14), (34, 84), (56, 36)), (64, 84), (86, 36)),
    "⌯": lambda: line(line(line(canvas(), (32, 60), (88, 60)), (44, 46), (76, 46)), (44, 74), (76, 74)),
    "↗": lambda: triangle(line(canvas(), (40, 85), (76, 40)), (80, 35), (77, 54), (63, 43)),
    "↧": lambda: line(line(line(canvas(), (40, 36), (80, 36)), (60, 36), (60, 84)), (46, 62), (60, 84), (74, 62)),
    "⌴": lambda: line(canvas(), (32, 48), (32, 78), (88, 78), (88, 48)),
    "⌵": lambda: line(canvas(), (32, 48), (60, 78), (88, 48)),
    "□": lambda: line(canvas(), (40, 40), (80, 40), (80, 80), (40, 80), (40, 40)),
    "▲": lambda: triangle(canvas(), (38, 80), (82, 80), (60, 42)),
}


def arc(picture: np.ndarray) -> np.ndarray:
    cv2.ellipse(picture, (60, 75), (28, 26), 0, 180, 360, 0, 4, cv2.LINE_AA)
    return picture


@pytest.mark.parametrize("text", DRAWN)
def test_a_symbol_drawn_with_a_few_lines_is_named(text: str) -> None:
    found = classify([beside_text(DRAWN[text]())])[0]
    assert isinstance(found, Symbol)
    assert found.text == text
    assert 0.5 <= found.confidence <= 1.0


def test_the_same_symbols_are_named_from_a_raster_at_twenty_pixels_a_letter() -> None:
    small = [cv2.resize(draw(), None, fx=0.42, fy=0.42, interpolation=cv2.INTER_AREA) for draw in DRAWN.values()]
    found = classify([Mark(picture) for picture in small])
    right = sum(symbol is not None and symbol.text == text for symbol, text in zip(found, DRAWN, strict=True))
    assert right >= len(DRAWN) - 2


def test_a_ring_is_a_degree_sign_or_circularity_by_its_size_alone() -> None:
    picture = ring(canvas(), 10)
    low = classify([Mark(picture, 0.45, 0.45, 0.32)])[0]
    high = classify([Mark(picture, 1.1, 1.1, 0.0)])[0]
    assert low is not None
    assert low.text == "°"
    assert high is None or high.text in {"○", "O"}


def test_pieces_of_geometry_are_refused() -> None:
    hexagon = [(60 + round(40 * math.cos(a)), 60 + round(40 * math.sin(a))) for a in np.linspace(0, 2 * math.pi, 7)]
    bolt = ring(line(canvas(), *hexagon), 30)
    hatching = canvas()
    for x in range(10, 90, 14):
        line(hatching, (x, 100), (x + 25, 20), width=2)
    assert classify([beside_text(bolt), beside_text(hatching)]) == [None, None]


def test_an_empty_picture_is_no_symbol_and_an_empty_list_gives_none() -> None:
    assert classify([Mark(canvas())]) == [None]
    assert classify([]) == []


def test_the_context_decides_among_the_allowed() -> None:
    mark = Mark(ring(canvas(), 22))
    as_zero, as_circularity = candidates(mark, {"0", "1"}), candidates(mark, {"circularity", "flatness"})
    assert as_zero is not None
    assert as_circularity is not None
    assert (as_zero.text, as_circularity.text) == ("0", "○")
    assert candidates(mark, {"☃"}) is None
    assert candidates(mark, ()) is None


def test_a_mark_far_from_all_the_allowed_has_little_confidence() -> None:
    found = candidates(beside_text(DRAWN["⌖"]()), {"7", "H"})
    assert found is not None
    assert found.confidence < 0.5


def test_small_letters_of_a_capitals_shape_are_told_by_their_height() -> None:
    picture = line(canvas(), (42, 36), (60, 84), (78, 36))
    capital, small = candidates(Mark(picture, 1.0, 0.8, 0.0), "Vv"), candidates(Mark(picture, 0.7, 0.6, -0.15), "Vv")
    assert capital is not None
    assert small is not None
    assert (capital.text, small.text) == ("V", "v")
    only = candidates(Mark(picture, 1.0, 0.8, 0.0), {"v"})
    assert only is not None
    assert only.text == "v"


@given(arrays(np.uint8, st.tuples(st.integers(1, 60), st.integers(1, 60))))
@settings(max_examples=60, deadline=None)
def test_any_picture_becomes_a_centred_square_of_ink_from_nought_to_one(picture: np.ndarray) -> None:
    seen = normalise(picture)
    assert seen.shape == (SIZE, SIZE)
    assert seen.dtype == np.float32
    assert float(seen.min()) >= 0.0
    assert float(seen.max()) <= 1.0 + 1e-6
    assert not seen[:2].any()
    assert not seen[:, -2:].any()


def test_floating_point_and_byte_pictures_look_the_same_to_the_net() -> None:
    picture = DRAWN["⌀"]()
    assert np.allclose(normalise(picture), normalise(picture.astype(np.float64) / 255), atol=1e-5)


def test_position_in_the_picture_grey_ink_and_size_do_not_matter() -> None:
    picture = DRAWN["⌖"]()
    grey = (255 - (255 - picture.astype(np.float32)) * 0.3).astype(np.uint8)
    shifted = np.pad(grey, ((0, 40), (30, 0)), constant_values=255)
    assert np.abs(normalise(picture) - normalise(shifted)).mean() < 0.02


@pytest.mark.parametrize("value", [None, math.nan, math.inf, -math.inf])
def test_an_unknown_size_is_masked(value: float | None) -> None:
    numbers = context(Mark(canvas(), value, 0.5, value))
    assert numbers.tolist() == [0.0, 0.5, 0.0, 0.0, 1.0, 0.0]


def test_a_huge_size_is_capped() -> None:
    assert context(Mark(canvas(), 1e9, 1.0, -1e9))[:3].tolist() == [4.0, 1.0, -4.0]


def test_the_card_beside_the_weights_names_what_the_result_needs() -> None:
    card = json.loads(own_model("symbols.json").read_text(encoding="utf-8"))
    texts = {one["text"] for one in card["classes"]}
    assert set("⌀±°×⏤⏥○⌭⌒⌓∠⊥∥⌖◎⌯↗⌰ⓂⓁⓅⒻⓈⓉⓊⒺ↧⌴⌵□√+-.,/()0123456789") <= texts
    assert card["parameters"] <= 300_000
    assert own_model("symbols.onnx").stat().st_size <= 1_000_000
    assert 0.5 <= card["threshold"] <= 0.95


def test_a_batch_of_marks_is_quick(cpu_seconds: Cost) -> None:
    marks = [beside_text(draw()) for draw in DRAWN.values()] * 20
    classify(marks[:4])
    assert cpu_seconds(classify, marks) / len(marks) < 0.003
