"""The frame, its zones, and the names of sheet sizes."""

from __future__ import annotations

import pytest
from engine_drawing import Drawing

from drawkit.engine.layout.frame import frame_of, size_name

MM = 72 / 25.4


def gridded() -> Drawing:
    d = Drawing().box(10, 10, 832, 585).box(30, 30, 812, 565)
    for i in range(8):
        d.text(30 + 97.75 * (i + 0.4), 25, str(i + 1), 8).text(30 + 97.75 * (i + 0.4), 580, str(i + 1), 8)
    for i, letter in enumerate("ABCDEF"):
        d.text(15, 30 + 89 * (i + 0.6), letter, 8).text(818, 30 + 89 * (i + 0.6), letter, 8)
    return d


def test_frame_and_zones():
    frame = frame_of(gridded().line(30, 500, 812, 500).sheet())
    assert frame.box == pytest.approx((30, 30, 812, 565))
    assert frame.zone_of(40, 40) == "A1"
    assert frame.zone_of(800, 560) == "F8"
    assert frame.zone_of(380, 250) == "C4"
    assert frame.zone_of(5, 5) is None


def test_letters_across_and_numbers_down():
    d = Drawing().box(30, 30, 812, 565)
    for i, letter in enumerate("ABC"):
        d.text(30 + 260 * (i + 0.5), 25, letter, 8)
    for i in range(2):
        d.text(15, 30 + 267 * (i + 0.5), str(i + 1), 8)
    assert frame_of(d.sheet()).zone_of(600, 500) == "C2"


def test_frame_that_lines_run_beyond():
    d = Drawing().line(0, 40, 842, 40).line(0, 560, 842, 560).line(40, 0, 40, 595).line(800, 0, 800, 595)
    assert frame_of(d.sheet()).box == pytest.approx((40, 40, 800, 560))


def cornered(*lines: tuple[float, float, float, float]) -> Drawing:
    d = Drawing().line(40, 40, 800, 40).line(40, 40, 40, 560)
    for line in lines:
        d.line(*line)
    return d


def test_a_frame_of_which_a_logo_hides_one_corner() -> None:
    d = cornered((40, 560, 740, 560), (800, 40, 800, 530))
    assert frame_of(d.sheet()).box == pytest.approx((40, 40, 800, 560))


def test_two_open_corners_are_no_frame() -> None:
    d = cornered((90, 560, 740, 560), (800, 40, 800, 530))
    assert frame_of(d.sheet()).box is None


def plate(*numbers: str) -> Drawing:
    """A plate that nearly fills its sheet, with numbers above and below, and some within."""
    d = Drawing().box(60, 60, 782, 535)
    for k, number in enumerate(numbers):
        d.text(100 + 90 * k, 40 if k % 2 else 560, number, 8)
    return d.text(300, 300, "20", 8).text(400, 300, "12.5", 8)


def test_a_plate_with_its_sizes_around_it_is_no_frame() -> None:
    assert frame_of(plate("70", "139", "15.5", "8", "33").sheet()).box is None
    assert frame_of(plate("3", "8", "8", "10", "5").sheet()).box is None


def test_few_numbers_in_the_margin_leave_the_frame() -> None:
    assert frame_of(plate("139", "15.5").sheet()).box == pytest.approx((60, 60, 782, 535))


def test_the_frame_around_a_plate_is_found() -> None:
    d = plate("70", "139", "15.5", "8", "33").box(20, 20, 822, 575)
    assert frame_of(d.sheet()).box == pytest.approx((20, 20, 822, 575))


def test_labels_of_zones_some_of_them_unread_are_no_sizes() -> None:
    d = Drawing().box(60, 60, 782, 535)
    for k, label in enumerate(("1", "2", "4", "5", "6")):
        d.text(100 + 120 * k, 50, label, 8).text(100 + 120 * k, 548, label, 8)
    assert frame_of(d.sheet()).box == pytest.approx((60, 60, 782, 535))


@pytest.mark.parametrize(
    "d", [Drawing(), Drawing().box(300, 200, 500, 400), Drawing().box(30, 30, 812, 565).text(40, 25, "A", 8)]
)
def test_without_grid_there_are_no_zones(d):
    assert frame_of(d.sheet()).zone_of(400, 300) is None


@pytest.mark.parametrize(
    ("width", "height", "name"),
    [(297, 210, "A4"), (210, 297, "A4"), (1189, 841, "A0"), (279.4, 215.9, "A"), (431.8, 279.4, "B"), (500, 400, None)],
)
def test_sizes(width, height, name):
    assert size_name(width * MM, height * MM) == name
