"""Hairlines on worn paper are ink, as long as they are; letters, gaps and paper are not."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from drawkit.engine.picture.binarise import binarise, with_faint_lines
from drawkit.engine.picture.lines import find_lines
from drawkit.engine.picture.pixels import Grey

DPI = 150.0
SHAPE = 300, 600
RULED = np.array([[50, 100, 550, 100], [50, 200, 550, 200], [50, 100, 50, 200], [550, 100, 550, 200]], np.float32)


def worn(picture: Grey, spread: float = 10.0, seed: int = 0) -> Grey:
    """The picture with the noise of a copy of a copy."""
    noise = np.random.default_rng(seed).normal(0, spread, picture.shape)
    return np.clip(picture + noise, 0, 255).astype(np.uint8)


def form(grey: int, width: int = 1) -> Grey:
    picture = np.full(SHAPE, 252, np.uint8)
    for x0, y0, x1, y1 in RULED.astype(int).tolist():
        cv2.line(picture, (x0, y0), (x1, y1), (grey,), width)
    return picture


def lines_in(picture: Grey) -> np.ndarray:
    return find_lines(with_faint_lines(binarise(picture), picture, DPI), DPI)


def is_found(line: np.ndarray, found: np.ndarray, off: float = 15.0) -> bool:
    return bool(len(found) and np.abs(found - line).max(axis=1).min() < off)


def length(line: np.ndarray) -> float:
    return float(np.hypot(*(line[2:] - line[:2])))


@example(grey=205, width=1, seed=930)  # noise at the edge of the picture
@settings(max_examples=20, deadline=None)
@given(grey=st.integers(195, 220), width=st.sampled_from([1, 2]), seed=st.integers(0, 1000))
def test_a_cell_of_hairlines_is_found_on_worn_paper(grey: int, width: int, seed: int) -> None:
    found = lines_in(worn(form(grey, width), seed=seed))
    assert all(is_found(line, found) for line in RULED)
    assert len(found) == len(RULED)


def test_hairlines_are_too_light_for_ink_by_themselves() -> None:
    picture = worn(form(228))
    assert not any(is_found(line, find_lines(binarise(picture), DPI)) for line in RULED)
    assert all(is_found(line, lines_in(picture)) for line in RULED)


@pytest.mark.parametrize("grey", [150, 215])
def test_letters_make_no_lines_but_those_of_their_ink(grey: int) -> None:
    picture = np.full(SHAPE, 252, np.uint8)
    for row in range(40, 280, 24):
        cv2.putText(picture, "ONE PLACE DECIMAL 0.1", (40, row), cv2.FONT_HERSHEY_SIMPLEX, 0.6, (grey,), 1)
    picture = worn(picture)
    found, known = lines_in(picture), find_lines(binarise(picture), DPI)
    assert [line for line in found if length(line) > 40 and not is_found(line, known)] == []


def test_a_centre_line_keeps_its_gaps() -> None:
    picture = np.full(SHAPE, 252, np.uint8)
    for x in range(40, 520, 80):
        cv2.line(picture, (x, 150), (x + 50, 150), (60,), 2)
        cv2.line(picture, (x + 62, 150), (x + 66, 150), (60,), 2)
    picture = worn(cv2.GaussianBlur(picture, (3, 3), 0))
    assert np.array_equal(lines_in(picture), find_lines(binarise(picture), DPI))


@given(grey=st.integers(0, 255), paper=st.sampled_from([255, 240]))
def test_paper_without_noise_is_taken_as_it_is(grey: int, paper: int) -> None:
    picture = np.minimum(form(grey), paper).astype(np.uint8)
    ink = binarise(picture)
    assert with_faint_lines(ink, picture, DPI) is ink


@settings(max_examples=25, deadline=None)
@given(high=st.integers(1, 40), wide=st.integers(1, 60), spread=st.floats(0, 60), seed=st.integers(0, 99))
def test_nothing_that_was_ink_is_lost_in_a_picture_of_any_size(high: int, wide: int, spread: float, seed: int) -> None:
    picture = worn(np.full((high, wide), 200, np.uint8), spread, seed)
    ink = binarise(picture)
    assert (with_faint_lines(ink, picture, DPI) >= ink).all()


def test_bands_leave_no_seam(monkeypatch: pytest.MonkeyPatch) -> None:
    picture = worn(form(215))
    whole = with_faint_lines(binarise(picture), picture, DPI)
    for rows in (7, 100, 101):
        monkeypatch.setattr("drawkit.engine.picture.binarise._BAND", rows)
        assert np.array_equal(with_faint_lines(binarise(picture), picture, DPI), whole)
