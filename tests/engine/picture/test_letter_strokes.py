"""Stems of letters in rows close together are no walls of a table; those between cells stay, however tight."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from drawkit.engine.picture.letter_strokes import without_letter_strokes
from drawkit.engine.picture_text.words import PictureWord

HIGH = 15.0  # of a run's box: its capitals are 10.8 pixels high


def row(top: int, text: str = "HEADS") -> PictureWord:
    """A level run whose capitals reach from `top` to 11 pixels below."""
    middle = top + 5.4
    return PictureWord(text, (20, middle - HIGH / 2, 120, middle + HIGH / 2), 0.0, HIGH, 0.9, "both")


ROWS = [row(20), row(34), row(48)]
STEM = (60, 20, 60, 59)


def ink_of(*lines: tuple[int, int, int, int]) -> np.ndarray:
    ink = np.zeros((100, 150), np.uint8)
    for x0, y0, x1, y1 in lines:
        cv2.line(ink, (x0, y0), (x1, y1), 1, 1)
    return ink


def left(lines: list[tuple[int, int, int, int]], runs: list[PictureWord], ink: np.ndarray) -> int:
    return len(without_letter_strokes(np.array(lines, np.float32).reshape(-1, 4), runs, ink))


STEMS = ink_of((60, 20, 60, 31), (60, 34, 60, 45), (60, 48, 60, 59))


@pytest.mark.parametrize(
    ("lines", "runs", "ink", "stay"),
    [
        ([STEM], ROWS, STEMS, 0),
        ([STEM], [], STEMS, 1),
        ([STEM], [row(20, "1"), row(34, "1"), row(48, "1")], STEMS, 1),  # which may be pieces of a line
        ([(60, 5, 60, 90)], ROWS, ink_of((60, 5, 60, 90)), 1),  # goes on above and below
        ([(60, 16, 60, 35)], [row(20)], ink_of((60, 16, 60, 35)), 1),  # fills a cell of one row
        ([(60, 18, 60, 33), (20, 18, 120, 18), (20, 33, 120, 33)], [row(20)], ink_of((60, 20, 60, 31)), 3),
        ([(60, 18, 60, 33), (55, 18, 66, 18), (55, 33, 66, 33)], [row(20)], ink_of((60, 20, 60, 31)), 2),  # an I
        ([(130, 20, 130, 59)], ROWS, ink_of((130, 20, 130, 59)), 1),  # beside the text
    ],
)
def test_what_stands_within_letters_alone_is_a_stroke_of_them(
    lines: list[tuple[int, int, int, int]], runs: list[PictureWord], ink: np.ndarray, stay: int
) -> None:
    assert left(lines, runs, ink) == stay


def test_so_are_strokes_of_text_that_reads_upward() -> None:
    runs = [PictureWord(w.text, (w.box[1], w.box[0], w.box[3], w.box[2]), 90.0, HIGH, 0.9, "both") for w in ROWS]
    assert left([(20, 60, 59, 60)], runs, np.ascontiguousarray(STEMS.T)) == 0
    assert left([(20, 60, 59, 60)], ROWS, np.ascontiguousarray(STEMS.T)) == 1
