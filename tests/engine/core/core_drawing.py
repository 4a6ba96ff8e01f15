"""Small drawings for the tests of the engine's core: PDF pages and shapes, origin at the top left, y downward."""

from __future__ import annotations

import io
import math
from contextlib import contextmanager

import cv2
import numpy as np
from reportlab.pdfgen.canvas import Canvas

from drawkit.engine.pdf import open_pdf
from drawkit.engine.pdf.sheets import read_page
from drawkit.engine.sheet import Glyph, Path, Sheet, Word
from drawkit.samples.typefaces import drawn_glyph

CAP = 0.72


class Pdf:
    """A PDF under construction; each page's content may be stored turned against its rotation entry."""

    def __init__(self, width=842, height=595, turned=0, **options):
        self.width, self.height, self.turned = width, height, turned
        self._out = io.BytesIO()
        self.canvas = Canvas(self._out, pagesize=(width, height), invariant=1, **options)
        self._begin()

    def _begin(self):
        self.canvas.setPageRotation(self.turned)
        shift = {0: (0, 0), 90: (self.height, 0), 180: (self.width, self.height), 270: (0, self.width)}[self.turned]
        self.canvas.translate(*shift)
        self.canvas.rotate(self.turned)
        self.canvas.setLineWidth(0.5)

    def page(self):
        self.canvas.showPage()
        self._begin()
        return self

    def text(self, x, y, text, size=7, angle=0, font="Helvetica", hidden=False, *, lean=0):
        self.canvas.saveState()
        self.canvas.translate(x, self.height - y)
        self.canvas.rotate(angle)
        self.canvas.skew(0, -lean)
        line = self.canvas.beginText(0, 0)
        line.setFont(font, size)
        line.setTextRenderMode(3 if hidden else 0)
        line.textOut(text)
        self.canvas.drawText(line)
        self.canvas.restoreState()
        return self

    def line(self, *points):
        path = self.canvas.beginPath()
        path.moveTo(points[0], self.height - points[1])
        for x, y in zip(points[2::2], points[3::2], strict=True):
            path.lineTo(x, self.height - y)
        self.canvas.drawPath(path)
        return self

    def filled(self, *points):
        path = self.canvas.beginPath()
        for i, (x, y) in enumerate(zip(points[::2], points[1::2], strict=True)):
            (path.lineTo if i else path.moveTo)(x, self.height - y)
        path.close()
        self.canvas.drawPath(path, stroke=0, fill=1)
        return self

    def dimension_line(self, x0, x1, y, size=6):
        """A level line with a filled arrow head at either end."""
        self.line(x0, y, x1, y)
        for tip, base in ((x0, x0 + size), (x1, x1 - size)):
            self.filled(tip, y, base, y - size / 6, base, y + size / 6)
        return self

    def box(self, x0, y0, x1, y1):
        return self.line(x0, y0, x1, y0, x1, y1, x0, y1, x0, y0)

    def circle(self, x, y, radius):
        self.canvas.circle(x, self.height - y, radius)
        return self

    def drawn(self, x, y, text, height, pen=0.09):
        """Text as strokes: letters and symbols that no text layer holds."""
        self.canvas.saveState()
        self.canvas.setLineWidth(pen * height)
        self.canvas.setLineCap(1)
        for strokes in letters(x, y, text, height):
            for points in strokes:
                self.line(*points.ravel())
        self.canvas.restoreState()
        return self

    def frame(self, x, y, cells, height=5):
        """A feature control frame; the first cell's sign is drawn, the rest is text."""
        tall = 2 * height
        widths = [tall, *(0.8 * height * len(c) + 1.4 * height for c in cells[1:])]
        edges = x + np.cumsum([0, *widths])
        self.box(edges[0], y, edges[-1], y + tall)
        for edge in edges[1:-1]:
            self.line(edge, y, edge, y + tall)
        self.drawn(x + 0.55 * height, y + 1.5 * height, cells[0], height)
        for left, cell in zip(edges[1:], cells[1:], strict=False):
            self.text(left + 0.7 * height, y + 1.5 * height, cell, height / CAP)
        return self

    def data(self):
        self.canvas.showPage()
        self.canvas.save()
        return self._out.getvalue()


def letters(x, y, text, height):
    """The strokes of each letter, as point arrays (n, 2)."""
    unit = height / 10
    for char in text:
        width, strokes = drawn_glyph(char)
        yield [np.array([(x + px * unit, y - py * unit) for px, py in s]) for s in strokes if len(s) > 1]
        x += (width + 2) * unit


def stroke_paths(x, y, text, height, group=0):
    """The same strokes as paths of a sheet, each letter of one group."""
    return [
        Path(points, False, False, True, 0.09 * height, 0, False, group + i)
        for i, strokes in enumerate(letters(x, y, text, height))
        for points in strokes
    ]


def word(text, x=0.0, y=0.0, height=5.0, angle=0.0, confidence=1.0, read_from="text layer"):
    """A word whose letters are 0.7 of their height wide."""
    return Word(text, x, y, angle, 0.7 * height * len(text), height, confidence, read_from)


def glyphs(text, x=0.0, y=0.0, size=10.0, angle=0.0, font=""):
    """The characters of a line of text, each 0.5 of the font size wide."""
    turn = math.radians(angle)
    dx, dy, step = math.cos(turn), -math.sin(turn), 0.5 * size
    return [Glyph(c, x + dx * i * step, y + dy * i * step, angle, size, step, font) for i, c in enumerate(text)]


def path(*points, closed=False, filled=False, stroked=True, curved=False, group=0, width=0.5):
    xy = np.array(points, float).reshape(-1, 2)
    return Path(xy, closed, filled, stroked, width, 0, curved, group)


def round_path(x, y, radius, aspect=1.0, lean=0.0, *, start=0.0, end=360.0, group=0, filled=False):
    turn = np.radians(np.linspace(start, end, 33))
    flat = np.column_stack([radius * np.cos(turn), aspect * radius * np.sin(turn)])
    c, s = math.cos(math.radians(lean)), math.sin(math.radians(lean))
    points = flat @ np.array([[c, s], [-s, c]]) + (x, y)
    return Path(points, end - start == 360, filled, not filled, 0.5, 0, True, group)


def sheet_of(words=(), paths=(), width=842, height=595, **changes):
    return Sheet(1, width, height, tuple(words), tuple(paths)).at(**changes)


def painted(*shapes, grey=0):
    """A sheet of 100 x 100 points with strokes on its picture."""

    def render(dpi):
        scale = dpi / 72
        picture = np.full((round(100 * scale), round(100 * scale)), 255, np.uint8)
        for shape in shapes:
            cv2.polylines(picture, [np.round(shape.points * scale).astype(np.int32)], False, grey, 3, cv2.LINE_AA)
        return picture

    return sheet_of(width=100, height=100, render=render)


def quarter_turned(x, y, width):
    """Where a point goes when the sheet is turned by 90 degrees counter-clockwise."""
    return y, width - x


@contextmanager
def opened(data, number=1):
    """The sheet of a PDF page as `read_page` gives it, its picture at hand."""
    with open_pdf(data) as document:
        yield read_page(document.page(number))


def texts(words):
    return sorted(w.text for w in words)
