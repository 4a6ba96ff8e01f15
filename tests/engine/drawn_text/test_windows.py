"""A huge sheet of drawn letters is looked at window by window, and loses nothing by it."""

from __future__ import annotations

import io
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pypdf import PdfReader, PdfWriter

from drawkit import engine, samples
from drawkit.engine.drawn_text import windows, words
from drawkit.engine.drawn_text.enclosures import Enclosure
from drawkit.engine.drawn_text.shapes import Shape
from drawkit.engine.drawn_text.windows import windows_of
from drawkit.engine.sheet import Path, Sheet


def letter(number: int, x: float, y: float) -> Shape:
    return Shape((Path(np.array([[x, y], [x + 3, y + 5]]), False, False, True, 0.3, 0, False, number),))


@given(st.lists(st.tuples(st.floats(0, 12000), st.floats(0, 8000)), min_size=1, max_size=60))
def test_each_letter_is_in_one_window_and_none_is_too_large(places: list[tuple[float, float]]) -> None:
    shapes = [letter(n, x, y) for n, (x, y) in enumerate(places)]
    found = list(windows_of(shapes, 4.0, 5.0))
    assert Counter(id(s) for window in found for s in window) == Counter(id(s) for s in shapes)
    for window in found:
        assert window
        boxes = np.array([s.box for s in window])
        assert (boxes[:, 2:].max(axis=0) - boxes[:, :2].min(axis=0)).max() * 4.0 <= windows._WIDEST


def test_no_word_is_cut_where_there_is_paper_between_words() -> None:
    texts = [[letter(10 * n + k, 250 * n + 4 * k, 10 * (n % 3)) for k in range(40)] for n in range(17)]
    found = list(windows_of([s for text in texts for s in text], 4.0, 5.0))
    assert len(found) > 1
    homes = [{number for number, window in enumerate(found) for s in text if s in window} for text in texts]
    assert all(len(home) == 1 for home in homes)


@pytest.mark.parametrize("turned", [False, True])
def test_a_sheet_of_many_windows_is_read_as_one_of_one(monkeypatch: pytest.MonkeyPatch, turned: bool) -> None:
    sample = samples.make("plate", seed=9, carrier="stroked", sheet="A3", dpi=200)
    data = _turned(sample.data) if turned else sample.data
    whole = engine.analyze(data)
    monkeypatch.setattr(windows, "_WIDEST", 1500)
    parted = engine.analyze(data)
    told = [Counter((d.kind, d.nominal, d.quantity) for d in result.dimensions) for result in (whole, parted)]
    assert told[0] == told[1]
    assert (
        [b.title for b in whole.title_blocks]
        == [b.title for b in parted.title_blocks]
        == [sample.truth.title_blocks[0].title]
    )


def test_a_sheet_of_nothing_but_rings_has_no_text_to_look_for(monkeypatch: pytest.MonkeyPatch) -> None:
    paths = tuple(
        Path(
            np.array([[x, 50], [x + 4, 50], [x + 4, 56], [x, 56], [x, 50]], float), False, False, True, 0.3, 0, False, x
        )
        for x in range(50, 150, 20)
    )
    sheet = Sheet(1, 842, 595, paths=paths)
    assert words.places_of(sheet)
    monkeypatch.setattr(words, "enclosures", lambda _, shapes, *__: [Enclosure(np.zeros((4, 2)), tuple(shapes))])
    assert words.places_of(sheet.at(paths=paths[::-1])) == []


def _turned(data: bytes) -> bytes:
    """The same sheet lying on its side, as a scanner hands it over."""
    writer = PdfWriter(clone_from=PdfReader(io.BytesIO(data)))
    writer.pages[0].rotate(90)
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()
