"""A wall between two letters of a run that was read as one parts it; extension lines and a frame's walls do not."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from drawkit.engine.picture.walls import blanks_at_walls
from drawkit.engine.picture_text.words import PictureWord

LETTER = 20.0


def run(text: str, *, gap_at: int = 0, gap: float = 0.0, angle: float = 0.0) -> PictureWord:
    """A level run from (100, 50) whose letters stand `LETTER` apart, with more room before one of them."""
    middles = [(k + 0.5) * LETTER + (gap if gap_at and k >= gap_at else 0.0) for k in range(len(text))]
    long = len(text) * LETTER + gap
    places = tuple(m / long for m in middles)
    return PictureWord(text, (100, 50, 100 + long, 80), angle, 30.0, 0.9, "both", (("x", 0.1),), places)


def narrow(text: str) -> PictureWord:
    """The same with letters that stand close, but for the first."""
    middles = [10.0, *(32.0 + 12.0 * k for k in range(len(text) - 1))]
    return PictureWord(text, (100, 50, 172, 80), 0.0, 30.0, 0.9, "both", (), tuple(m / 72 for m in middles))


def wall(x: float, top: float = 40, bottom: float = 90) -> list[float]:
    return [x, top, x, bottom]


def texts(word: PictureWord, *lines: list[float]) -> list[str]:
    return [w.text for w in blanks_at_walls([word], np.array(lines, np.float32).reshape(-1, 4))]


def test_a_size_and_a_number_in_two_cells_are_two() -> None:
    (told,) = blanks_at_walls([run("BFB360", gap_at=1, gap=18)], np.array([wall(132)], np.float32))
    assert (told.text, len(told.places), told.alternatives) == ("B FB360", 7, ())
    assert list(told.places) == sorted(told.places)


@pytest.mark.parametrize(
    ("word", "line"),
    [
        (run("BFB360"), wall(120)),  # an extension line: the letters stand as close as ever
        (run("BFB360", gap_at=1, gap=18), wall(132, top=60)),  # a line that ends in the text
        (run("BFB360", gap_at=1, gap=18), [60, 65, 300, 65]),  # a level one
        (run("BFB360", gap_at=1, gap=18), wall(90)),  # beside it
        (run("B|FB36", gap_at=2, gap=18), wall(150)),  # a wall that was read
        (narrow("Rev."), wall(117)),  # a capital is wider than a full stop
        (run("±0.1", gap_at=1, gap=18), wall(132)),
        (run("BFB360", gap_at=1, gap=18, angle=90.0), wall(132)),
        (run("B"), wall(110)),
    ],
)
def test_other_lines_part_nothing(word: PictureWord, line: list[float]) -> None:
    assert blanks_at_walls([word], np.array([line], np.float32)) == [word]


def test_two_walls_make_three_words() -> None:
    word = run("A12B", gap_at=1, gap=18)
    wide = run("A12B", gap_at=3, gap=18)
    both = PictureWord(
        "A12345B",
        (100, 50, 276, 80),
        0.0,
        30.0,
        0.9,
        "both",
        (),
        (10 / 176, *((k * 20 + 48) / 176 for k in range(5)), 166 / 176),
    )
    assert texts(word, wall(132)) == ["A 12B"]
    assert texts(wide, wall(168)) == ["A12 B"]
    assert texts(both, wall(130), wall(247)) == ["A 12345 B"]


def test_a_run_whose_letters_have_no_known_places_stays() -> None:
    word = PictureWord("BFB360", (100, 50, 238, 80), 0.0, 30.0, 0.9, "both")
    assert texts(word, wall(132)) == ["BFB360"]


@given(st.text("AB12|.±", max_size=9), st.lists(st.tuples(st.integers(80, 320), st.integers(30, 100)), max_size=6))
def test_nothing_is_lost_whatever_stands_where(text: str, ends: list[tuple[int, int]]) -> None:
    (told,) = texts(run(text), *([x, top, x, top + 60] for x, top in ends))
    assert told.replace(" ", "") == text
