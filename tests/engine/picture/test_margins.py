"""What may be words outside a sheet's frame is seen though nobody can read it; bars and lone letters are none."""

import cv2
import numpy as np

from drawkit.engine.picture.margins import words_outside

INNER = (60, 60, 740, 540)


def sheet():
    return np.full((600, 800), 255, np.uint8)


def test_a_word_and_letters_that_melted_into_one_are_seen_and_what_is_inside_is_not():
    picture = sheet()
    cv2.putText(picture, "PRINTED", (100, 575), cv2.FONT_HERSHEY_SIMPLEX, 0.5, 0, 1)
    picture[20:26, 300:330] = np.where(np.indices((6, 30)).sum(axis=0) % 3 == 0, 255, 0)
    cv2.putText(picture, "NOTES", (100, 300), cv2.FONT_HERSHEY_SIMPLEX, 0.5, 0, 1)
    found, reach = words_outside(picture, INNER)
    lower, upper = sorted(found.tolist(), key=lambda box: -box[1])
    assert lower[0] + reach in range(99, 104)
    assert lower[2] - lower[0] > 60
    assert upper[0] <= 300
    assert upper[2] >= 329


def test_bars_and_the_letters_of_zones_are_no_words():
    picture = sheet()
    picture[:, 398:402] = 0
    picture[300:303, :] = 0
    cv2.putText(picture, "B", (20, 200), cv2.FONT_HERSHEY_SIMPLEX, 0.5, 0, 1)
    cv2.putText(picture, "3", (500, 40), cv2.FONT_HERSHEY_SIMPLEX, 0.5, 0, 1)
    assert len(words_outside(picture, INNER)[0]) == 0


def test_empty_paper_has_none():
    assert words_outside(sheet(), INNER)[0].shape == (0, 4)
