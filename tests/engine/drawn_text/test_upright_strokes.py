"""Pages of strokes are turned by where their text reads; columns along the edges of a form tell nothing."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from drawkit.engine.detection.boxes import TextBox
from drawkit.engine.pdf.upright import _best
from drawkit.engine.picture.turn import on_edge
from drawkit.engine.recognition.reading import Reading
from drawkit.engine.sheet import Grey


class Legible:
    """A reader to whom every run that begins darkly is a word."""

    def read(self, crops: Sequence[Grey]) -> list[Reading]:
        halves = [np.array_split(crop.astype(float), 2, axis=1) for crop in crops]
        return [Reading("WORD", 0.99) if first.mean() < second.mean() else Reading("", 0.0) for first, second in halves]


def picture(found: Sequence[TextBox]) -> Grey:
    """Paper on which the first half of each run is dark."""
    paper = np.full((1000, 700), 255, np.uint8)
    for box in found:
        x, y = int(box.x), int(box.y)
        if box.angle == 0:
            paper[y - 8 : y + 8, x - 55 : x] = 0
        else:
            paper[y : y + 55, x - 8 : x + 8] = 0
    return paper


def runs(places: Sequence[tuple[float, float]], angle: float) -> list[TextBox]:
    return [TextBox(x * 700, y * 1000, 120, 20, angle) for x, y in places]


@pytest.mark.parametrize(("x", "turn"), [(0.04, 0), (0.5, 90)])
def test_columns_along_the_edge_do_not_turn_a_page(x: float, turn: int) -> None:
    """GOST 2.104: seven columns stand beside the frame and read upward; a form may have fewer rows that lie."""
    lying, standing = [(0.7, 0.80 + 0.03 * k) for k in range(5)], [(x, 0.1 + 0.1 * k) for k in range(8)]
    found = [*runs(lying, 0.0), *runs(standing, 90.0)]
    heard = _best(picture(found), found, np.array([*lying, *standing]), Legible())  # type: ignore[arg-type]
    assert heard.turn == turn


def test_each_edge_counts_for_the_text_that_reads_along_it() -> None:
    places = np.array([(0.5, 0.02), (0.02, 0.5), (0.5, 0.98), (0.98, 0.5), (0.5, 0.5)])
    assert [np.flatnonzero(on_edge(places, angle)).tolist() for angle in (0, 90, 180, 270)] == [[0], [1], [2], [3]]
