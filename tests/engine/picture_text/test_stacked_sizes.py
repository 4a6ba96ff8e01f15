"""Sizes whose deviations stand above each other behind them are read with both, however the rows were found."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import drawkit.engine.picture_text.stacked_sizes as sizes
from drawkit.engine.detection.boxes import TextBox
from drawkit.engine.picture_text.contest import Entry
from drawkit.engine.picture_text.crop_readings import CropReading
from drawkit.engine.picture_text.rows_behind import _fitted, with_rows_behind
from drawkit.engine.picture_text.stacked_sizes import sizes_before_stacks, stacked_sizes, words_behind_stacks
from drawkit.engine.recognition.reading import Reading


class Rows:
    """A callout reader to whom any two rows say the same."""

    def __init__(self, upper: str, lower: str) -> None:
        self.says = (Reading(upper, 0.9, 0.9), Reading(lower, 0.9, 0.9))

    def read(self, crops: list[np.ndarray]) -> list[Reading]:
        assert len(crops) % 2 == 0
        return [*self.says] * (len(crops) // 2)


@pytest.fixture(autouse=True)
def any_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sizes, "callouts", lambda: Rows("+0.2", "0"))


PAPER = np.full((200, 600), 255, np.uint8)


def test_the_box_of_a_size_reaches_to_the_stack_that_lies_over_the_end_of_its_row() -> None:
    row: Entry = (0.97, TextBox(100, 60, 80, 20, 0.0), CropReading("30-1", 0.97, "callouts"))
    stack: Entry = (0.8, TextBox(125, 55, 30, 36, 0.0), CropReading("{+1|-1}", 0.8, "callouts"))
    (box,) = sizes_before_stacks([row, stack])
    assert (box.bounds, box.angle) == (pytest.approx((60, 50, 110, 70)), 0.0)
    assert sizes_before_stacks([row]) == []
    assert sizes_before_stacks([row, (0.8, stack[1].moved(-60, 0), stack[2])]) == []
    standing: Entry = (0.97, TextBox(60, 100, 80, 20, 90.0), row[2])
    (box,) = sizes_before_stacks([standing, (0.8, TextBox(55, 75, 30, 36, 90.0), stack[2])])
    assert (box.bounds, box.angle) == (pytest.approx((50, 90, 70, 140)), 90.0)


def asked(found: list[Entry], said: str = "") -> tuple[list[TextBox], list[str]]:
    """The boxes that are read anew for what was found, and what is told where each of them says so."""
    boxes: list[TextBox] = []

    def read(proposed: list[TextBox]) -> list[Entry]:
        boxes.extend(proposed)
        return [(0.9, box, CropReading(said, 0.9, "callouts")) for box in proposed]

    told = stacked_sizes(PAPER, found, read)
    return boxes, [reading.text for _, _, reading in told]


def joined(text: str, other: str, *, off: float = 26.0, turn: float = 0.0) -> list[Entry]:
    """A size that was read with one row of deviations, and a row `off` below its end."""
    places = tuple((k + 0.5) / len(text) for k in range(len(text)))
    size: Entry = (0.9, TextBox(100, 50, 100, 30, 0.0), CropReading(text, 0.9, "callouts", places=places))
    row: Entry = (0.9, TextBox(125, 50 + off, 50, 26, turn), CropReading(other, 0.9, "callouts"))
    return [size, row]


@pytest.mark.parametrize(
    ("text", "other"), [("5+0.2", "-0.1"), ("5+0.2", "0"), ("⌀8 -0.1", "-0.3"), (".5-.01", "+.00")]
)
def test_a_size_read_with_one_row_and_the_other_row_are_looked_at_as_one(text: str, other: str) -> None:
    boxes, _ = asked(joined(text, other))
    assert boxes
    assert all(b.rows == 2 and b.guessed and b.bounds[0] <= 52 and b.bounds[2] >= 145 for b in boxes)
    assert all(b.bounds[1] <= 50 and b.bounds[3] >= 76 for b in boxes)


@pytest.mark.parametrize(
    ("text", "other", "off"),
    [
        ("5+0.2", "12", 26.0),  # a number below is none
        ("5+0.2", "-0.1", 60.0),  # far below
        ("5+0.2", "-0.1", 4.0),  # right behind
        ("50.2", "-0.1", 26.0),  # no row is in the size
        ("5+0.2 TYP", "-0.1", 26.0),
    ],
)
def test_other_texts_below_a_size_are_no_rows_of_it(text: str, other: str, off: float) -> None:
    assert asked(joined(text, other, off=off)) == ([], [])


def test_boxes_that_lean_apart_are_tried_in_both_directions_and_between() -> None:
    angles = {round(b.angle) for b in asked(joined("5+0.2", "-0.1", turn=16.0))[0]}
    assert angles == {0, 8, 16}


@pytest.mark.parametrize(
    ("said", "is_told"),
    [
        *(("5{+0.2|-0.1}", True), ("5{0|-0.1}", True), ("5{H7|k6}", True)),
        *(("15{+0.2|-0.1}", False), ("5+0.2", False), ("5{+0.2|0.1}", False)),  # each deviation has its sign
    ],
)
def test_what_is_read_so_says_the_same_size_with_deviations(said: str, is_told: bool) -> None:
    told = asked(joined("5+0.2", "-0.1"), said)[1]
    assert set(told) == ({said} if is_told else {"5{+0.2|-0.1}"})  # what its parts say together


@pytest.mark.parametrize(
    ("text", "other", "off", "told"),
    [
        ("5+2", "-0", 26.0, ["5{+2|-0}"]),
        ("5x ⌀2 +0.02", "-0.00", 26.0, ["5x ⌀2{+0.02|-0.00}"]),
        ("⌀11-0.03", "-0.01", -26.0, ["⌀11{-0.01|-0.03}"]),
        ("5-0.1", "-0.2", 26.0, ["5{-0.1|-0.2}"]),
    ],
)
def test_parts_that_were_read_surely_stand_together(text: str, other: str, off: float, told: list[str]) -> None:
    assert asked(joined(text, other, off=off))[1] == told


def test_parts_of_which_one_is_in_doubt_do_not() -> None:
    size, (_, box, reading) = joined("5+2", "-0")
    assert asked([size, (0.8, box, replace(reading, confidence=0.8))])[1] == []


@pytest.mark.parametrize(
    ("text", "end", "told"),
    [
        ("50貫通", 100, "貫通"),  # the rows end where the word begins
        ("50貫通", 60, "50貫通"),
        ("50貫通", 140, "50貫通"),
        ("50", 100, "50"),
        ("貫通", 100, "貫通"),
    ],
)
def test_a_word_right_behind_two_rows_has_none_of_their_figures(text: str, end: float, told: str) -> None:
    places = tuple((k + 0.5) / len(text) for k in range(len(text)))
    stack: Entry = (0.9, TextBox(end - 50, 50, 100, 44, 0.0), CropReading("⌀8{+0.050|0}", 0.9, "callouts"))
    word: Entry = (0.9, TextBox(110, 52, 80, 30, 0.0), CropReading(text, 0.9, "words", places=places))
    _, (_, box, reading) = words_behind_stacks([stack, word])
    assert reading.text == told
    assert box.bounds[2] == pytest.approx(150)
    assert len(reading.places) == len(told)


def with_ink(*ink: tuple[int, int, int, int]) -> np.ndarray:
    picture = PAPER.copy()
    for x0, top, x1, bottom in ink:
        picture[top:bottom, x0:x1] = 0
    return picture


UPPER = [(84, 30, 94, 44), (98, 30, 108, 44), (112, 30, 122, 44)]
LOWER = [(84, 54, 94, 68), (98, 54, 108, 68), (112, 54, 122, 68)]


@pytest.mark.parametrize(
    ("ink", "is_asked"),
    [
        ([*UPPER, *LOWER], True),
        (UPPER, False),
        ([(x0 + 80, top, x1 + 80, bottom) for x0, top, x1, bottom in [*UPPER, *LOWER]], False),
        ([(84, 42, 94, 58), (98, 42, 108, 58)], False),
    ],
)
def test_ink_in_two_rows_right_behind_a_size_is_read_with_it(
    ink: list[tuple[int, int, int, int]], is_asked: bool
) -> None:
    asked: list[TextBox] = []

    def read(boxes: list[TextBox]) -> list[Entry]:
        asked.extend(boxes)
        return []

    size: Entry = (0.9, TextBox(60, 50, 40, 22, 0.0), CropReading("⌀8", 0.9, "callouts"))
    assert stacked_sizes(with_ink(*ink), [size], read) == []
    assert [(round(b.bounds[0]), b.bounds[2] > 120, b.rows) for b in asked] == ([(40, True, 2)] if is_asked else [])
    assert stacked_sizes(with_ink(*ink), [(0.9, size[1], CropReading("A-A", 0.9, "words"))], read) == []


def told(picture: np.ndarray, found: Entry, monkeypatch: pytest.MonkeyPatch, said: list[str]) -> list[str]:
    """What a size and its rows are told as whose box says nothing, and whose three parts say so."""
    left = iter(said)
    monkeypatch.setattr(sizes, "read_crops", lambda crops, _: [CropReading(next(left), 0.9, "callouts") for _ in crops])
    return [reading.text for _, _, reading in stacked_sizes(picture, [found], lambda _: [])]


@pytest.mark.parametrize(
    ("text", "said", "is_told"),
    [
        ("⌀8", ["⌀8", "+0.2", "0"], ["⌀8{+0.2|0}"]),
        ("⌀8H7", ["⌀8H7", "+0.2", "0"], ["⌀8H7{+0.2|0}"]),
        ("⌀8", ["⌀6", "+0.2", "0"], []),  # another size
        ("⌀8", ["⌀8", "+0.2", "12"], []),  # no deviations
        ("⌀8", ["⌀8", "+02", "0"], []),  # a mark that was not seen
        ("⌀8", ["⌀8", "+0.0", "0"], []),  # nor were figures
    ],
)
def test_a_size_and_its_rows_are_read_one_by_one(
    text: str, said: list[str], is_told: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    size: Entry = (0.9, TextBox(60, 50, 40, 22, 0.0), CropReading(text, 0.9, "callouts"))
    assert told(with_ink(*UPPER, *LOWER), size, monkeypatch, said) == is_told


def test_a_point_that_was_seen_in_all_of_it_is_lost_in_a_row(monkeypatch: pytest.MonkeyPatch) -> None:
    size: Entry = (0.9, TextBox(60, 50, 40, 22, 0.0), CropReading("⌀8", 0.9, "callouts"))
    whole: Entry = (0.5, TextBox(80, 50, 90, 46, 0.0, rows=2), CropReading("⌀8{+.2|0}", 0.5, "callouts"))
    left = iter(["⌀8", "+2", "0"])
    monkeypatch.setattr(sizes, "read_crops", lambda crops, _: [CropReading(next(left), 0.9, "callouts") for _ in crops])
    assert stacked_sizes(with_ink(*UPPER, *LOWER), [size, whole], lambda _: []) == []


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("⌀8+02", (0.1, 0.25, 0.55, 0.7, 0.9)),  # one row, in a box that leans
        ("⌀8{+0|0}", (0.1, 0.25, 0.5, 0.5, 0.6, 0.7, 0.8, 0.9)),  # both, cut off
        ("⌀8.0", (0.1, 0.25, 0.55, 0.7)),  # a point that is none
    ],
)
def test_rows_are_looked_for_behind_the_figures_of_a_size_whatever_was_read_there(
    text: str, places: tuple[float, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    reading = CropReading(text, 0.7, "callouts", places=places)
    for angle in (0.0, 6.0):
        size: Entry = (0.7, TextBox(90, 47, 100, 22, angle), reading)
        picture = with_ink((44, 38, 52, 60), (58, 38, 66, 60), *UPPER, *LOWER)
        said = told(picture, size, monkeypatch, [*(["⌀9", "2", "0"] if "." in text else []), "⌀8", "+0.2", "0"])
        assert said == ["⌀8{+0.2|0}"]


@pytest.mark.parametrize(("upper", "lower"), [("12", "14"), ("", "0"), ("A", "B"), ("+", "")])
def test_rows_that_say_no_deviations_are_not_looked_at_as_one(
    upper: str, lower: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sizes, "callouts", lambda: Rows(upper, lower))
    size: Entry = (0.9, TextBox(60, 50, 40, 22, 0.0), CropReading("⌀8", 0.9, "callouts"))
    asked: list[TextBox] = []
    assert stacked_sizes(with_ink(*UPPER, *LOWER), [size], lambda boxes: asked.extend(boxes) or []) == []
    assert asked == []


def test_what_begins_with_no_size_has_no_rows_behind_it() -> None:
    word: Entry = (0.9, TextBox(60, 50, 40, 22, 0.0), CropReading("A", 0.9, "words", places=(0.5,)))
    unplaced: Entry = (0.9, TextBox(60, 50, 40, 22, 0.0), CropReading("8 A", 0.9, "words"))
    assert list(with_rows_behind(with_ink(*UPPER, *LOWER), [word, unplaced])) == []


def test_a_box_whose_ink_touches_its_edges_stays_as_high_as_it_is() -> None:
    whole = TextBox(100, 50, 120, 20, 0.0, rows=2)
    assert _fitted(with_ink((40, 0, 160, 200)), whole, 22.0) == whole


def limits(upper: str, lower: str, *, apart: float = 24.0, off: float = 0.0) -> list[Entry]:
    """Two numbers above each other, the lower one `off` to the right."""
    return [
        (0.9, TextBox(100, 50, 60, 22, 0.0), CropReading(upper, 0.9, "callouts")),
        (0.9, TextBox(100 + off, 50 + apart, 60, 22, 0.0), CropReading(lower, 0.9, "callouts")),
    ]


def test_limits_are_read_with_the_sign_before_both() -> None:
    boxes, told = asked(limits("28.65", "28.60"), "⌀{28.65|28.60}")
    assert told == ["⌀{28.65|28.60}"]
    assert [tuple(round(v) for v in b.bounds) for b in boxes] == [(41, 39, 130, 85)]
    assert asked(limits("28.65", "28.60"), "⌀{28.05|28.60}")[1] == []
    assert asked(limits("28.65", "28.60"), "{28.65|28.60}")[1] == []  # rows of two dimensions say so too


@pytest.mark.parametrize(
    ("upper", "lower", "apart", "off"),
    [
        ("28.65", "14.60", 24.0, 0.0),  # limits are near each other
        ("28.65", "28.6", 24.0, 0.0),  # and written alike
        ("28.65", "28.60", 50.0, 0.0),
        ("28.65", "28.60", 24.0, 30.0),
        ("28.65", "A", 24.0, 0.0),
    ],
)
def test_other_numbers_above_each_other_are_no_limits(upper: str, lower: str, apart: float, off: float) -> None:
    assert asked(limits(upper, lower, apart=apart, off=off)) == ([], [])


def test_a_size_that_was_read_with_both_rows_is_not_read_again() -> None:
    size: Entry = (0.9, TextBox(60, 50, 40, 22, 0.0), CropReading("⌀8", 0.9, "callouts"))
    whole: Entry = (0.9, TextBox(80, 50, 90, 46, 0.0), CropReading("⌀8{+0.2|0}", 0.8, "callouts"))
    boxes: list[TextBox] = []
    assert stacked_sizes(with_ink(*UPPER, *LOWER), [size, whole], lambda asked: boxes.extend(asked) or []) == []
    assert boxes == []


def test_a_box_around_rows_is_as_high_as_they_are() -> None:
    size: Entry = (0.9, TextBox(60, 50, 40, 22, 0.0), CropReading("⌀8", 0.9, "callouts"))
    boxes: list[TextBox] = []
    stacked_sizes(with_ink(*UPPER, *LOWER), [size], lambda asked: boxes.extend(asked) or [])
    assert [(b.bounds[1], b.bounds[3]) for b in boxes] == [pytest.approx((26, 72), abs=2)]
