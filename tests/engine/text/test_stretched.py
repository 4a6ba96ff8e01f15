"""Hidden text whose characters are set wider or narrower than the letters drawn under it."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from drawkit.engine.sheet import Glyph, Path
from drawkit.engine.text.stretched import are_drawn, stretched
from drawkit.engine.text.words import words_of

SIZE = 4.0
TEXT = "BREAK ALL SHARP EDGES"


def hidden(text: str, *, at: tuple[float, float] = (50.0, 60.0), step: float = 2.0, angle: float = 0.0, run: int = 1,
           invisible: bool = True) -> list[Glyph]:  # fmt: skip
    dx, dy = math.cos(math.radians(angle)), -math.sin(math.radians(angle))
    return [
        Glyph(c, at[0] + i * step * dx, at[1] + i * step * dy, angle, SIZE, step, invisible=invisible, run=run)
        for i, c in enumerate(text)
    ]


def drawn(text: str, *, at: tuple[float, float] = (50.0, 60.0), step: float, angle: float = 0.0) -> list[Path]:
    """A slanted stroke for each letter, as wide as the letter but for a gap."""
    turn = math.radians(angle)
    along, up = np.array([math.cos(turn), -math.sin(turn)]), np.array([-math.sin(turn), -math.cos(turn)])
    strokes = []
    for i, letter in enumerate(text):
        if letter != " ":
            foot = np.array(at) + along * step * (i + 0.1)
            points = np.array([foot, foot + along * step * 0.8 + up * 0.7 * SIZE])
            strokes.append(Path(points, closed=False, filled=False, stroked=True, width=0.3, grey=0, curved=False))
    return strokes


@given(st.floats(1.1, 1.9), st.sampled_from([0.0, 90.0, 180.0, 270.0]))
def test_each_word_ends_where_it_is_drawn(ratio: float, angle: float) -> None:
    step = 2.0 * ratio
    moved = stretched(hidden(TEXT, angle=angle), drawn(TEXT, step=step, angle=angle))
    last = next(w for w in words_of(moved) if w.text == "EDGES")
    first = next(w for w in words_of(moved) if w.text == "BREAK")
    assert first.along(*last.end) == pytest.approx(len(TEXT) * step, abs=0.6 * step)


@given(st.floats(0.55, 0.9))
def test_narrower_letters_draw_the_text_in(ratio: float) -> None:
    moved = stretched(hidden(TEXT), drawn(TEXT, step=2.0 * ratio))
    assert moved[-1].x == pytest.approx(50 + 2.0 * ratio * (len(TEXT) - 1), abs=1.5)


@given(st.lists(st.sampled_from([1.2, 2.0, 3.4]), min_size=len(TEXT), max_size=len(TEXT)))
def test_each_character_lies_on_its_own_letter(widths: list[float]) -> None:
    starts = 50 + np.cumsum([0.0, *widths])
    strokes = [path for s, w, c in zip(starts[:-1], widths, TEXT, strict=True) for path in drawn(c, at=(s, 60), step=w)]
    moved = stretched(hidden(TEXT), strokes)
    if abs(starts[-1] - 0.1 * widths[-1] - 50 - 2.0 * len(TEXT)) > 0.5 * SIZE:
        letters = [(g.x, s + 0.1 * w) for g, s, w in zip(moved, starts[:-1], widths, strict=True) if g.text != " "]
        assert letters[0][0] == pytest.approx(50)
        assert [x for x, _ in letters[1:]] == pytest.approx([s for _, s in letters[1:]])


def test_a_long_line_that_ends_half_a_letter_beside_its_own_is_moved() -> None:
    line = " ".join([TEXT] * 4)
    moved = stretched(hidden(line), drawn(line, step=2.0 * 1.02))
    assert moved[-1].x == pytest.approx(50 + 2.04 * (len(line) - 0.9), abs=0.1)


@given(st.text("0123456789.", min_size=2, max_size=7), st.floats(1.3, 1.9))
def test_short_runs_are_spread_too(text: str, ratio: float) -> None:
    step = 2.0 * ratio
    moved = stretched(hidden(text), drawn(text, step=step))
    assert [g.x for g in moved] == pytest.approx([50, *(50 + step * (k + 0.1) for k in range(1, len(text)))])
    assert same(hidden(text), drawn(text[1:], step=step)), "as where two letters touch"


@given(st.floats(-0.3, 0.9), st.floats(1.3, 1.8))
def test_the_first_character_stays_where_its_run_begins(off: float, ratio: float) -> None:
    """A 1 stands in the middle of its room; a letter that begins before its run is where it is drawn."""
    step, (one, *others) = 2.0 * ratio, "1250"
    first = drawn(one, at=(50.0 + off, 60.0), step=0.8 * step)
    begin = 50.0 + off + 0.1 * 0.8 * step
    moved = stretched(hidden("1250"), [*first, *drawn("".join(others), at=(50.0 + step, 60.0), step=step)])
    assert [g.x for g in moved] == pytest.approx([min(50.0, begin), *(50 + step * (k + 0.1) for k in (1, 2, 3))])
    assert moved[0].x + moved[0].advance == pytest.approx(moved[1].x)


def hiding(text: str, elsewhere: list[str], step: float) -> list[Glyph]:
    """A run whose letters are not found, where others with letters so wide stand elsewhere."""
    glyphs, paths = hidden(text), []
    for k, other in enumerate(elsewhere, 2):
        glyphs += hidden(other, at=(50.0, 60.0 + 5 * SIZE * k), run=k)
        paths += drawn(other, at=(50.0, 60.0 + 5 * SIZE * k), step=step)
    return stretched(glyphs, paths)[: len(text)]


@given(st.text("125", min_size=2, max_size=9), st.floats(1.3, 1.9))
def test_a_run_whose_letters_are_not_found_has_the_widths_of_others(text: str, ratio: float) -> None:
    step = 2.0 * ratio
    moved = hiding(text, ["1251250", "5210"], step)
    assert [g.x for g in moved] == pytest.approx([50 + step * k for k in range(len(text))])
    assert [g.advance for g in moved] == pytest.approx([step] * len(text))


def test_a_letter_that_no_other_told_is_as_much_wider_as_all_are() -> None:
    assert hiding("521", ["12.50", "1250"], 2.8)[-1].x == pytest.approx(50 + 2 * 2.8)
    assert hiding("⌀521", ["12.50", "1250"], 2.8)[-1].x == pytest.approx(50 + 3 * 2.8)


def test_one_with_many_letters_that_no_other_told_stays() -> None:
    assert hiding("7482", ["12.50", "1250"], 2.8) == hidden("7482")
    assert hiding("521", ["12 50"], 2.8) == hidden("521"), "a blank has no letter of its own"
    assert hiding("15 21", ["12.50", "1250"], 2.8) == hidden("15 21"), "a blank is as wide as a program likes"
    assert hiding("521", ["12 50"], 2.8) == hidden("521"), "a blank has no letter of its own"


def same(glyphs: list[Glyph], paths: list[Path]) -> bool:
    return stretched(glyphs, paths) == glyphs


def test_what_is_right_stays() -> None:
    assert same(hidden(TEXT), drawn(TEXT, step=2.0))


def test_visible_text_stays() -> None:
    assert same(hidden(TEXT, invisible=False), drawn(TEXT, step=2.8))


def test_a_run_whose_place_in_the_file_is_not_known_stays() -> None:
    assert same(hidden(TEXT, run=-1), drawn(TEXT, step=2.8))


def test_a_single_letter_stays() -> None:
    assert same(hidden("7"), drawn("7", step=2.8))


def test_text_with_nothing_drawn_stays() -> None:
    assert same(hidden(TEXT), [])


def test_letters_that_begin_elsewhere_are_other_letters() -> None:
    assert same(hidden(TEXT), drawn(TEXT, at=(70.0, 60.0), step=2.8))


def test_more_letters_than_the_run_has_are_other_text() -> None:
    assert same(hidden(TEXT), drawn("4X " + TEXT, step=2.8))


def test_slim_figures_leave_no_blanks_around_them() -> None:
    """Letters of one pitch: the gaps beside a 1 are as wide as a blank between others."""
    slim = [*drawn("Section", at=(46.8, 60.0), step=2.8), *drawn("X", at=(69.2, 60.0), step=2.8)]
    slim += [*drawn("1", at=(73.0, 60.0), step=0.4), *drawn("-X", at=(74.8, 60.0), step=2.8)]
    glyphs = [*hidden("Section ", at=(49.0, 60.0)), *hidden("X1-X", at=(70.0, 60.0), run=2)]
    words = {w.text: w for w in words_of(stretched(glyphs, slim))}
    assert set(words) == {"Section", "X1-X"}
    assert words["Section"].x == pytest.approx(46.8, abs=0.5)


def test_the_letters_of_the_text_before_are_not_this_ones() -> None:
    """As in "0.40 ±0.05", where a line meets the last figure."""
    before, own = (20.0, 60.0), (29.6, 60.0)
    glyphs = [*hidden("0.40", at=before, step=2.2), *hidden("0.05", at=own, step=2.2, run=2)]
    paths = [*drawn("0.40", at=before, step=2.2), *drawn("0.", at=own, step=2.2), *drawn("-", at=(33.2, 60.0), step=8)]
    moved = stretched(glyphs, paths)
    assert "".join(glyph.text for glyph in moved[4:]) == "0.05"
    assert moved[4].x == pytest.approx(own[0], abs=0.5)


def test_a_sign_near_the_last_letter_takes_no_place_of_the_run() -> None:
    """As in "2x⌀ 1", where the hidden text lacks the ⌀."""
    paths = [*drawn("2", step=2.8), *drawn("x⌀", at=(53.6, 60.0), step=2.4)]
    assert same(hidden("2x"), paths)


def test_the_next_run_ends_this_one() -> None:
    glyphs = [*hidden(TEXT), *hidden("25", at=(50 + 3 * len(TEXT), 60.0), run=2)]
    paths = [*drawn(TEXT, step=2.8), *drawn("25", at=(50 + 3 * len(TEXT), 60.0), step=2.0)]
    moved = stretched(glyphs, paths)
    assert moved[len(TEXT) - 1].x > 50 + 2.7 * (len(TEXT) - 1)
    assert moved[-2:] == glyphs[-2:]


def names(count: int, letters: float) -> tuple[list[Glyph], list[Path]]:
    """Hidden names, each on a line of its own, and as many letters behind that share of them."""
    glyphs, paths = [], []
    for i in range(count):
        at = (50.0, 60.0 + 3 * SIZE * i)
        glyphs += hidden("PAIC702", at=at, run=i)
        paths += drawn("PAIC702", at=at, step=2.0) if i < letters * count else []
    return glyphs, paths


@pytest.mark.parametrize(("letters", "told"), [(0.0, False), (0.1, False), (0.8, True), (1.0, True)])
def test_a_hidden_layer_is_drawn_where_letters_lie_behind_it(letters: float, told: bool) -> None:
    assert are_drawn(*names(40, letters)) is told


def test_a_few_hidden_words_tell_nothing() -> None:
    assert are_drawn(*names(10, 0.0))


@given(st.floats(1.1, 1.35), st.sampled_from(["", "±"]), st.sampled_from([0.0, 90.0]))
def test_text_in_the_middle_of_wider_letters_begins_where_they_do(ratio: float, sign: str, angle: float) -> None:
    """As where a system centres each row, and leaves signs out of its hidden text."""
    text, step = "20mm BELOW :", 2.0 * ratio
    turn = math.radians(angle)
    early = len(text) * (step - 2.0) / 2
    at = (50.0 - early * math.cos(turn), 60.0 + early * math.sin(turn))
    paths = drawn(f"{text} {sign}", at=at, step=step, angle=angle)
    words = words_of(stretched(hidden(text, angle=angle), paths))
    assert [w.text for w in words] == ["20mm", "BELOW", ":"]
    for word, place in zip(words, (0, 5, 11), strict=True):
        assert math.hypot(word.x - at[0], word.y - at[1]) == pytest.approx(place * step, abs=0.4 * step)


def test_signs_among_the_letters_are_not_taken_for_them() -> None:
    moved = stretched(hidden("300 X 150 :"), drawn("300 ≥ X ≥ 150 : ±", step=2.4))
    assert [g.x for g in moved] == [g.x for g in hidden("300 X 150 :")]


@given(st.integers(1, len(TEXT) - 1))
def test_fewer_letters_than_the_run_has_move_nothing_far(count: int) -> None:
    moved = stretched(hidden(TEXT), drawn(TEXT[:count], step=2.4))
    assert all(abs(a.x - b.x) <= 0.4 * len(TEXT) + SIZE for a, b in zip(moved, hidden(TEXT), strict=True))
