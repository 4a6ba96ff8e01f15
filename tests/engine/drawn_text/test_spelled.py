"""Words as the sheet's own font spells them: the sure ones tell what the doubtful ones say, and what was left out."""

from __future__ import annotations

import math
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path as File

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from drawkit.engine.drawn_text.font import Outlines, alike, font_of, look_alike
from drawkit.engine.drawn_text.shapes import Shape
from drawkit.engine.drawn_text.spelled import TOLD, spelled
from drawkit.engine.sheet import Path, Word
from drawkit.samples.typefaces import drawn_glyph

sys.path.append(str(File(__file__).parents[1] / "core"))

from core_strokes import strokes

HEIGHT = 10.0
ALONG, UP = (1.0, 0.0), (0.0, -1.0)


def shapes(*paths: Path) -> list[Shape]:
    return [Shape((path,)) for path in paths]


def letters(x: float, y: float, text: str, angle: float = 0.0, lean: float = 0.0) -> list[Shape]:
    return shapes(*strokes(x, y, text, HEIGHT, angle, lean))


def word(x: float, y: float, text: str, *, drawn: str = "", sure: float = 0.96, angle: float = 0.0) -> Word:
    """A word where text is drawn, which may have been read as another."""
    length = sum(drawn_glyph(char)[0] + 2 for char in drawn or text) * HEIGHT / 10 - 2 * HEIGHT / 10
    return Word(text, x, y, angle, length, HEIGHT, confidence=sure, read_from="recognised")


SURE = ("27.5", "38.4", "72.5", "84.3", "R16", "60R", "4.61", "10")


def sheet() -> tuple[list[Word], list[Shape]]:
    """Words in a column, each read surely."""
    words = [word(100, 100 + 30 * k, text) for k, text in enumerate(SURE)]
    return words, [shape for k, text in enumerate(SURE) for shape in letters(100, 100 + 30 * k, text)]


def told(words: Sequence[Word], some: Sequence[Shape]) -> list[Word]:
    """What is told beside the sheet's sure words."""
    known, drawn = sheet()
    out = spelled([*known, *words], [*drawn, *some])
    assert {w.text for w in known} <= {w.text for w in out}
    return [w for w in out if w.x > 200]


@pytest.mark.parametrize("angle", [0.0, 90.0])
def test_a_doubtful_word_is_spelled_by_the_sure_ones(angle: float) -> None:
    [found] = told([word(300, 400, "37.8", drawn="37.5", sure=0.4, angle=angle)], letters(300, 400, "37.5", angle))
    assert found.text == "37.5"
    assert found.confidence == TOLD


def test_of_slanted_letters_none_lies_under_the_next() -> None:
    lean = math.tan(math.radians(15))
    rows = [(word(300, 100 + 30 * k, t), letters(300, 100 + 30 * k, t, lean=lean)) for k, t in enumerate(SURE)]
    doubtful = word(300, 400, "72.4", drawn="72.5", sure=0.3)
    some = [shape for _, row in rows for shape in row] + letters(300, 400, "72.5", lean=lean)
    assert told([*(w for w, _ in rows), doubtful], some)[-1].text == "72.5"


def test_letters_left_out_at_either_end_are_found() -> None:
    before, whole = word(300, 400, "1", drawn="1"), letters(300, 400, "16.27")
    read = replace(word(300, 400, "6.2"), x=300 + before.length + 2 * HEIGHT / 10)
    [found] = told([read], whole)
    assert found.text == "16.27"
    assert found.x == pytest.approx(300, abs=1.5)
    assert found.length == pytest.approx(word(300, 400, "16.27").length, abs=3)


@pytest.mark.parametrize("text", ["3", "4", "27.5", "16"])
@pytest.mark.parametrize("angle", [0.0, 90.0])
def test_figures_that_nobody_read_are_found(text: str, angle: float) -> None:
    """Each letter is one stroke: a reader is what puts several together."""
    some = [Shape(tuple(strokes(400, 400, char, HEIGHT, angle))) for char in text]
    step = np.cumsum([0, *(drawn_glyph(c)[0] + 2 for c in text)]) * HEIGHT / 10
    along = np.array([math.cos(math.radians(angle)), -math.sin(math.radians(angle))])
    placed = [_moved(shape, along * off) for shape, off in zip(some, step, strict=False)]
    known, drawn = sheet()
    one = [_joined(letters(100 + x, 100 + 30 * k, c)) for k, t in enumerate(SURE) for x, c in _places(t)]
    standing = [word(900, 300 + 100 * k, t, angle=90) for k, t in enumerate(("10", "R16"))]
    drawn += [
        _joined(letters(900, 300 + 100 * k - x, c, 90)) for k, t in enumerate(("10", "R16")) for x, c in _places(t)
    ]
    found = spelled([*known, *standing], [*one, *drawn[-5:], *placed])
    [new] = [w for w in found if w not in known and w not in standing and 390 < w.x < 500]
    assert (new.text, new.angle, new.confidence) == (text, angle, TOLD)
    assert new.height == pytest.approx(HEIGHT, rel=0.05)
    assert (new.x, new.y) == pytest.approx((400, 400), abs=2)


def _places(text: str) -> list[tuple[float, str]]:
    step = np.cumsum([0, *(drawn_glyph(c)[0] + 2 for c in text)]) * HEIGHT / 10
    return list(zip(step.tolist(), text, strict=False))


def _joined(some: Sequence[Shape]) -> Shape:
    return Shape(tuple(path for shape in some for path in shape.paths))


def _moved(shape: Shape, off: np.ndarray[tuple[int, ...], np.dtype[np.float64]]) -> Shape:
    return Shape(tuple(replace(path, points=path.points + off) for path in shape.paths))


def test_half_a_number_is_not_told() -> None:
    """An unknown letter right beside known ones: the word is no whole one."""
    known, _ = sheet()
    one = [_joined(letters(100 + x, 100 + 30 * k, c)) for k, t in enumerate(SURE) for x, c in _places(t)]
    turn = np.linspace(0, 5.5, 12)
    unknown = Path(np.column_stack([313 + 3 * np.cos(turn), 395 + 5 * np.sin(turn)]), False, False, True, 1, 0, False)
    alone = [_joined(letters(300, 400, "4"))]
    assert [w.text for w in spelled(known, [*one, *alone]) if w.x > 200] == ["4"]
    assert [w.text for w in spelled(known, [*one, *alone, Shape((unknown,))]) if w.x > 200] == []


def test_a_number_with_an_unread_letter_beside_it_is_doubtful() -> None:
    turn = np.linspace(0, 5.5, 12)
    found = [word(300, 400, "27.5"), word(300, 460, "NOTE")]
    drawn = [*letters(300, 400, "27.5"), *letters(300, 460, "NOTE")]
    end = 300 + found[0].length + 4
    beside = [
        Shape((Path(np.column_stack([end + 3 * np.cos(turn), y + 5 * np.sin(turn)]), False, False, True, 1, 0, False),))
        for y in (395, 455)
    ]
    assert [w.confidence for w in told(found, drawn)] == [TOLD, 0.96]
    doubtful, of_letters = told(found, [*drawn, *beside])
    assert doubtful.confidence < 0.5
    assert of_letters.confidence == 0.96


def test_a_word_across_others_goes() -> None:
    """Of numbers that stand side by side, a row across them tells nothing."""
    texts = ("10", "16", "R16", "60R")
    known = [word(300 + 14 * k, 400, text, angle=90) for k, text in enumerate(texts)]
    standing = [_joined(letters(300 + 14 * k, 400 - x, c, 90)) for k, t in enumerate(texts) for x, c in _places(t)]
    across = Word("OMEE", 290, 401, 0.0, 56, 9, confidence=0.6, read_from="recognised")
    assert "OMEE" not in {w.text for w in told([*known, across], standing)}
    assert {w.text for w in told([*known, across], standing)} == set(texts)


def test_letters_that_fonts_draw_alike_stay_as_they_were_read() -> None:
    assert look_alike("0", "O")
    assert look_alike("'", ","), "one stroke above, and below"
    assert not look_alike("0", "⌀")
    [found] = told([word(300, 400, "6O", drawn="60", sure=0.5)], letters(300, 400, "60"))
    assert found.text == "6O"


def test_what_stands_where_others_do_is_not_spelled() -> None:
    """Most of what was read is not what the letters spell: the word lies elsewhere."""
    [found] = told([word(300, 400, "5188", drawn="27.5", sure=0.5)], letters(300, 400, "27.5"))
    assert (found.text, found.confidence) == ("5188", 0.5)


def test_without_sure_words_nothing_is_learnt() -> None:
    words = [word(100, 100 + 30 * k, t, sure=0.6) for k, t in enumerate(SURE)]
    _, drawn = sheet()
    assert spelled(words, drawn) == words
    stacked = [word(100, 100 + 30 * k, "{+0.1|0}") for k in range(4)]
    assert spelled(stacked, drawn) == stacked
    assert spelled([], []) == []


POINTS = st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), min_size=3, max_size=9, unique=True)


@given(POINTS, st.floats(0, 360), st.floats(-50, 50), st.floats(-50, 50))
def test_a_form_is_the_same_wherever_it_stands(points: list[tuple[int, int]], angle: float, x: float, y: float) -> None:
    flat = np.array(points, float)
    turn = math.radians(angle)
    along, up = (math.cos(turn), -math.sin(turn)), (-math.sin(turn), -math.cos(turn))
    placed = flat @ np.array([along, (-up[0], -up[1])]) + (x, y)
    here, there = (Outlines([Shape((Path(p, False, False, True, 1, 0, False),))]) for p in (flat, placed))
    own, other = here.forms([[0]], ALONG, UP)[0], there.forms([[0]], along, up)[0]
    assert alike(other[None], own).all()
    larger = Outlines([Shape((Path(1.2 * flat + 0.1, False, False, True, 1, 0, False),))]).forms([[0]], ALONG, UP)
    assert not alike(larger, own).any()


def test_forms_of_no_length_are_no_fault() -> None:
    point = Shape((Path(np.array([[5.0, 5.0]]), False, False, True, 1, 0, False),))
    forms = Outlines([point]).forms([[0], [0]], ALONG, UP)
    assert np.isfinite(forms).all()
    assert not font_of([])
    assert font_of([("1", 1, forms[:1], np.zeros(1), 5.0)]).of(forms[1]) is not None
