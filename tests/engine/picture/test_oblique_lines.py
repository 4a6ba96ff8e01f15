"""Leaders and other slanted lines of pictures end where the lines do that they meet."""

from __future__ import annotations

import cv2
import numpy as np

from drawkit.engine.picture.oblique_lines import oblique_lines


def test_a_leader_goes_up_to_the_shelf_that_was_taken_away_before_it() -> None:
    ink = np.zeros((200, 300), np.uint8)
    cv2.line(ink, (40, 160), (120, 60), (1,), 2)
    cv2.line(ink, (120, 60), (180, 60), (1,), 2)
    shelf = np.array([[120, 60, 180, 60]], np.float32)
    met, alone = oblique_lines(ink, 150, shelf), oblique_lines(ink, 150, shelf + np.float32(100))
    assert _from_corner(met) < 2
    assert _from_corner(alone) > _from_corner(met)  # of a shelf elsewhere it knows nothing


def _from_corner(lines: np.ndarray) -> float:
    return float(np.hypot(*(lines.reshape(-1, 2) - (120, 60)).T).min())
