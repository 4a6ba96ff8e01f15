"""Leaders and other slanted lines of pictures end where the lines do that they meet."""

from __future__ import annotations

import cv2
import numpy as np

from drawkit.engine.picture.oblique_lines import oblique_lines


def test_a_leader_goes_up_to_the_shelf_that_was_taken_away_before_it() -> None:
    ink = np.zeros((200, 300), np.uint8)
    cv2.line(ink, (40, 160), (118, 62), (1,), 2)  # a scan may lose where they meet
    cv2.line(ink, (120, 60), (180, 60), (1,), 2)
    shelf = np.array([[120, 60, 180, 60]], np.float32)
    met, alone = oblique_lines(ink, 150, shelf), oblique_lines(ink, 150, shelf + np.float32(100))
    assert _from_corner(met) < 2
    assert _from_corner(alone) > _from_corner(met)  # of a shelf elsewhere it knows nothing


def _from_corner(lines: np.ndarray) -> float:
    return float(np.hypot(*(lines.reshape(-1, 2) - (120, 60)).T).min())


def test_a_leader_that_crosses_level_lines_is_one_line_from_end_to_end() -> None:
    ink = np.zeros((200, 300), np.uint8)
    leader, level = (60, 150, 160, 50), [(20, 120, 280, 120), (20, 80, 280, 80)]
    for x0, y0, x1, y1 in (leader, *level):
        cv2.line(ink, (x0, y0), (x1, y1), (1,), 2)
    found = oblique_lines(ink, 150, np.array(level, np.float32)).tolist()
    ends = [np.array(sorted([line[:2], line[2:]])) for line in found]
    assert min(np.abs(both - [(60, 150), (160, 50)]).max() for both in ends) <= 3
    assert len(found) == 1
