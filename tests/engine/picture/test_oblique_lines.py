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
    (leader,) = oblique_lines(ink, 150, shelf)
    assert float(np.hypot(*(leader.reshape(2, 2) - (120, 60)).T).min()) < 3
    (alone,) = oblique_lines(ink, 150, shelf + np.float32(100))  # no line there to end at
    assert float(np.hypot(*(alone.reshape(2, 2) - (120, 60)).T).min()) < 8
