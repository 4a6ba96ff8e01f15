"""A slanting line beside a few letters tells in which direction they read."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from drawkit.engine.detection.clusters import NO_LINES, Cluster, clusters
from drawkit.engine.detection.lines_beside import along_lines
from drawkit.engine.picture.pixels import Grey
from drawkit.engine.sheet import Floats

LETTER = 22.0


def picture_of(text: str, angle: float) -> Grey:
    upright = np.full((300, 300), 255, np.uint8)
    (wide, tall), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, 1.0, 2)
    cv2.putText(upright, text, (150 - wide // 2, 150 + tall // 2), cv2.FONT_HERSHEY_SIMPLEX, 1.0, 0, 2, cv2.LINE_AA)
    turn = cv2.getRotationMatrix2D((150, 150), angle, 1.0)
    return np.asarray(cv2.warpAffine(upright, turn, (300, 300), borderValue=255), np.uint8)


def leader(angle: float, off: float = 18.0) -> Floats:
    """A line of this direction that passes below the middle of the picture."""
    turn = np.radians(angle)
    along, down = np.array([np.cos(turn), -np.sin(turn)]), np.array([np.sin(turn), np.cos(turn)])
    middle = np.array([150, 150]) + off * down
    return np.array([[*(middle - 90 * along), *(middle + 90 * along)]])


def found_in(picture: Grey) -> list[Cluster]:
    return clusters(picture, LETTER, np.zeros(picture.shape, np.uint8))


@pytest.mark.parametrize("angle", [33.0, -52.0])
def test_letters_that_touch_read_along_the_leader_beside_them(angle: float) -> None:
    picture = picture_of("R2", angle)
    cv2.circle(picture, (150, 150), 5, 0, 2)  # joins both into one piece
    [cluster] = found_in(picture)
    [turned], guesses = along_lines(picture, [cluster], leader(angle), LETTER)
    assert not guesses
    assert turned.box.angle == pytest.approx(angle, abs=1e-6)
    assert turned.box.height < cluster.box.height


def test_a_short_run_follows_the_shelf_below_it() -> None:
    picture = picture_of("4-40", 11)
    found = [replace(cluster, box=cluster.box.turned(0.0)) for cluster in found_in(picture)]
    [turned], _ = along_lines(picture, found, leader(11), LETTER)
    assert turned.box.angle == pytest.approx(11, abs=1e-6)


def test_level_text_beside_a_slanting_line_stays_level() -> None:
    picture = picture_of("R28", 0)
    found = found_in(picture)
    assert along_lines(picture, found, leader(35), LETTER) == (found, [])


@pytest.mark.parametrize("stroke", [((124, 157), (156, 121)), ((126, 162), (140, 112))])
def test_where_the_line_lowers_nothing_both_directions_are_offered(
    stroke: tuple[tuple[int, int], tuple[int, int]],
) -> None:
    """The stroke of a sign of diameter reaches out, so that the rectangle along the line is hardly lower."""
    picture = picture_of("03", -25)
    cv2.line(picture, *stroke, 0, 2)
    found = found_in(picture)
    same, [guess] = along_lines(picture, found, leader(-25), LETTER)
    assert same == found
    assert guess.angle == pytest.approx(-25, abs=1e-6)


def test_one_letter_and_lines_of_the_sheet_tell_nothing() -> None:
    picture = picture_of("8", 0)
    found = found_in(picture)
    assert along_lines(picture, found, leader(35), LETTER) == (found, [])
    assert along_lines(picture, found, leader(0), LETTER) == (found, [])
    assert along_lines(picture, found, leader(35, off=80), LETTER) == (found, [])
    assert along_lines(picture, found, NO_LINES, LETTER) == (found, [])


def test_a_tangle_that_is_higher_than_a_row_is_left_alone() -> None:
    picture = np.full((300, 300), 255, np.uint8)
    for row in (130, 152, 174):
        cv2.putText(picture, "88", (125, row), cv2.FONT_HERSHEY_SIMPLEX, 0.7, 0, 2, cv2.LINE_AA)
    found = found_in(picture)
    assert along_lines(picture, found, leader(35), LETTER) == (found, [])


def test_hatching_and_edges_of_the_part_tell_no_direction() -> None:
    picture = picture_of("R2", 33)
    cv2.circle(picture, (150, 150), 5, 0, 2)
    found = found_in(picture)
    hatching = np.vstack([leader(33, off=18 + 0.2 * step) for step in range(60)])
    assert along_lines(picture, found, hatching, LETTER) == (found, [])
    assert along_lines(picture, found, 10 * (leader(33) - 150) + 150, LETTER) == (found, [])
