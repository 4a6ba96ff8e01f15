"""Text on the planes of an isometric view: letters as filled outlines that lean, in cells that lean with them."""

from __future__ import annotations

import math

import cv2
import numpy as np
import pytest
from core_drawing import Pdf
from matplotlib.textpath import TextPath

from drawkit.engine import analyze
from drawkit.engine.detection.boxes import TextBox, crop
from drawkit.engine.detection.leaning import ISOMETRIC, leaning, leans

RIGHT = (math.cos(math.radians(30)), math.sin(math.radians(30)), 0.0, 1.0)
"""The plane whose base lines rise to the right: along and up, in x and y."""

LEFT = (math.cos(math.radians(30)), -math.sin(math.radians(30)), 0.0, 1.0)
LYING = (
    math.cos(math.radians(30)),
    -math.sin(math.radians(30)),
    math.cos(math.radians(30)),
    math.sin(math.radians(30)),
)


class Plane:
    """Draws in the units of a letter height on a plane of the isometric view, into a PDF."""

    def __init__(self, pdf: Pdf, at, plane, height=10.0):
        self.canvas, self.plane, self.height = pdf.canvas, plane, height
        self.x, self.y = at[0], pdf.height - at[1]

    def place(self, points):
        ax, ay, ux, uy = (v * self.height for v in self.plane)
        return [(self.x + ax * s + ux * n, self.y + ay * s + uy * n) for s, n in points]

    def line(self, *points, fill=0):
        path = self.canvas.beginPath()
        placed = self.place(points)
        path.moveTo(*placed[0])
        for point in placed[1:]:
            path.lineTo(*point)
        self.canvas.drawPath(path, stroke=1 - fill, fill=fill)

    def letters(self, at, text):
        """Letters as filled outlines; returns where they end."""
        for char in text:
            if char == " ":
                at += 0.6
                continue
            shape = TextPath((0, 0), char, size=1 / 0.73)
            path = self.canvas.beginPath()
            for polygon in shape.to_polygons():
                placed = self.place([(at + x, y) for x, y in polygon])
                path.moveTo(*placed[0])
                for point in placed[1:]:
                    path.lineTo(*point)
                path.close()
            self.canvas.drawPath(path, stroke=0, fill=1, fillMode=0)
            at += shape.get_extents().x1 + 0.13
        return at

    def ring(self, s, n, radius):
        turn = np.linspace(0, 2 * math.pi, 33)
        self.line(*np.column_stack([s + radius * np.cos(turn), n + radius * np.sin(turn)]))

    def frame(self, value, modifier, *datums):
        """A frame of flatness; its value may have a ringed letter behind it."""
        walls, low, high = [-2.2, -0.4], -0.5, 1.5
        self.line((-2.1, 0.1), (-0.9, 0.1), (-0.5, 0.9), (-1.7, 0.9), (-2.1, 0.1))
        end = self.letters(0.0, value)
        if modifier:
            self.letters(end + 0.45, modifier)
            self.ring(end + 0.75, 0.5, 0.75)
            end += 1.75
        walls.append(end + 0.3)
        for letter in datums:
            self.letters(walls[-1] + 0.4, letter)
            walls.append(walls[-1] + 1.6)
        for level in (low, high):
            self.line((walls[0], level), (walls[-1], level))
        for wall in walls:
            self.line((wall, low), (wall, high))


def noted():
    """A page with a text layer, and drawn text beside it."""
    pdf = Pdf().text(60, 60, "ALL DIMENSIONS IN MILLIMETERS", 9).line(40, 560, 800, 560)
    Plane(pdf, (300, 500), (1.0, 0.0, 0.0, 1.0)).letters(0, "SECTION")
    return pdf


@pytest.mark.parametrize("plane", [RIGHT, LYING])
def test_a_frame_on_an_isometric_plane_is_read(plane):
    pdf = noted()
    Plane(pdf, (400, 300), plane).frame("0.25", "")
    [found] = analyze(pdf.data(), profile="dimension_tolerance").geometric_tolerances
    assert (found.characteristic, found.value, found.modifiers) == ("flatness", 0.25, ())
    assert abs(abs(found.rotation % 360 - 180) - 150) < 1


@pytest.mark.parametrize("plane", [RIGHT, LYING])
def test_a_ringed_modifier_there_is_read(plane):
    pdf = noted()
    Plane(pdf, (400, 300), plane).frame("1.2", "F")
    [found] = analyze(pdf.data(), profile="dimension_tolerance").geometric_tolerances
    assert (found.characteristic, found.value, found.modifiers) == ("flatness", 1.2, ("F",))


def test_a_dimension_there_is_read():
    pdf = noted()
    Plane(pdf, (300, 300), LEFT).letters(0, "R12.5 ±0.04")
    [found] = analyze(pdf.data(), profile="dimension_tolerance").dimensions
    assert (found.kind, found.nominal, found.upper_deviation) == ("radius", 12.5, 0.04)


def text_in(plane, at, text):
    """Text of the text layer on a plane, its capitals 1 high."""
    canvas = plane.canvas
    canvas.saveState()
    canvas.transform(*(v * plane.height for v in plane.plane), plane.x, plane.y)
    canvas.setFont("Helvetica", 1 / 0.718)
    canvas.drawString(at, 0, text)
    canvas.restoreState()


@pytest.mark.parametrize("directions", [LEFT, RIGHT])
def test_letters_of_two_cells_that_all_but_touch_part_at_the_wall_that_leans(directions):
    pdf = noted()
    plane = Plane(pdf, (400, 250), directions)
    plane.line((-2.1, 0.1), (-0.9, 0.1), (-0.5, 0.9), (-1.7, 0.9), (-2.1, 0.1))
    for level in (-0.5, 1.5):
        plane.line((-2.2, level), (10.9, level))
    for wall in (-2.2, -0.4, 2.8, 9.32, 10.9):
        plane.line((wall, -0.5), (wall, 1.5))
    text_in(plane, 0.0, ".040")
    text_in(plane, 3.1, ".045 MAX")
    text_in(plane, 9.5, "A")
    [found] = analyze(pdf.data(), profile="dimension_tolerance").geometric_tolerances
    assert found.text == "⏥ | .040 | .045 MAX | A"
    assert (found.value, found.model_extra, [d.label for d in found.datums]) == (0.04, {"max": 0.045}, ["A"])


def stripes(lean, angle):
    """Upright strokes, leaning by `lean`, along a base line at `angle`; and the box around them."""
    picture = np.full((400, 400), 255, np.uint8)
    turn = math.radians(angle)
    along, up = np.array([math.cos(turn), -math.sin(turn)]), np.array([-math.sin(turn), -math.cos(turn)])
    for s in np.arange(-60, 61, 12):
        a, b = (np.array([200, 200]) + along * (s + lean * n) + up * n for n in (-15, 15))
        cv2.line(picture, tuple(map(round, a)), tuple(map(round, b)), 0, 3, cv2.LINE_AA)
    return picture, TextBox(200, 200, 140 + 30 * abs(lean), 40, angle)


@pytest.mark.parametrize("angle", [30, -30, 27])
@pytest.mark.parametrize("lean", [ISOMETRIC, -ISOMETRIC])
def test_letters_that_lean_are_set_upright(angle, lean):
    picture, box = stripes(lean, angle)
    found = leaning(picture, box)
    assert found.lean == lean
    assert found.angle == math.copysign(30, angle)
    assert found.length < box.length
    upright = crop(picture, found) < 128
    assert 0.15 < upright.any(axis=0).mean() < 0.75  # paper between the strokes from top to bottom


@pytest.mark.parametrize(("angle", "lean"), [(30, 0.0), (0, ISOMETRIC), (45, ISOMETRIC)])
def test_other_letters_stay_as_they_are(angle, lean):
    picture, box = stripes(lean, angle)
    assert leaning(picture, box) == box


def test_a_box_becomes_as_small_as_its_letters():
    picture, box = stripes(ISOMETRIC, 30)
    rough = TextBox(box.x + 8, box.y - 6, box.length + 40, 80, 27)
    found = leaning(picture, rough)
    assert (found.x, found.y) == (pytest.approx(200, abs=2), pytest.approx(200, abs=2))
    assert (found.length, found.height) == (pytest.approx(137, abs=8), pytest.approx(46, abs=5))


def test_a_blank_box_stays_as_it_is():
    box = TextBox(50, 50, 60, 20, 30)
    assert leaning(np.full((100, 100), 255, np.uint8), box).elongation == box.elongation


@pytest.mark.parametrize(("angle", "some"), [(30, 3), (210, 3), (-30, 3), (330, 3), (150, 3), (0, 1), (90, 1), (45, 1)])
def test_directions_of_isometric_axes(angle, some):
    assert len(leans(angle)) == some
