"""What carries a drawing: PDF with text, PDF that lost its symbols, PDF of strokes alone, and worn pictures."""

from __future__ import annotations

import io
import math
from collections.abc import Callable, Sequence
from typing import Any, Final, Literal, NamedTuple, get_args

import numpy as np
import pypdfium2
from PIL import Image, ImageFilter
from reportlab.pdfgen.canvas import Canvas

from .blueprint import blueprinted
from .outlines import letter_curves
from .pen import Arc, Mark, Point, Run, Stroked
from .photo import photographed
from .strokefont import BEARING, CAP_HEIGHT
from .typefaces import PEN_WIDTH, Face, FileFace, drawn_glyph, register_drawn

Carrier = Literal["text", "lost_symbols", "stroked", "picture"]
Wear = Literal["clean", "office", "worn", "photo", "blueprint"]
CARRIERS: Final[tuple[Carrier, ...]] = get_args(Carrier)
WEARS: Final[tuple[Wear, ...]] = get_args(Wear)
MM: Final = 72 / 25.4
"""Points in a millimetre."""


def to_pdf(
    marks: Sequence[Mark], size: tuple[float, float], face: Face, carrier: Carrier, *, title: str = "", turned: int = 0
) -> bytes:
    """Return the marks as a one-page PDF of `size` mm; the same marks give the same bytes.

    `turned` (0, 90, 180, 270): the page's content is stored turned, and its rotation entry puts it upright.
    """
    width, height = (side * MM for side in size)
    out = io.BytesIO()
    canvas: Any = Canvas(out, pagesize=(width, height), invariant=1, pageCompression=1)
    canvas.setTitle(title)
    canvas.setPageRotation(turned)  # the writer swaps the stored page's sides itself
    _turn(canvas, turned, width, height)
    canvas.scale(MM, MM)
    canvas.setLineJoin(1)
    writer = _Writer(canvas, face, carrier)
    for mark in marks:
        writer.put(mark)
    canvas.showPage()
    canvas.save()
    return out.getvalue()


def _turn(canvas: Any, turned: int, width: float, height: float) -> None:
    """Store the content turned against the page's rotation, which goes clockwise (ISO 32000-1, table 30)."""
    shift = {0: (0.0, 0.0), 90: (height, 0.0), 180: (width, height), 270: (0.0, width)}[turned]
    canvas.translate(*shift)
    canvas.rotate(turned)


class _Writer:
    """Puts marks on a PDF canvas; the carrier decides what becomes of text."""

    def __init__(self, canvas: Any, face: Face, carrier: Carrier) -> None:
        self._canvas = canvas
        self._face = face
        self._carrier = carrier
        self._state: tuple[object, ...] = ()

    def put(self, mark: Mark) -> None:
        """Put one mark."""
        if isinstance(mark, Run):
            self._run(mark)
        elif isinstance(mark, Arc):
            self._style(mark.line.width, mark.line.dash, mark.line.grey)
            self._arc(mark)
        else:
            self._style(mark.line.width, mark.line.dash, mark.line.grey)
            self._stroked(mark)

    def _style(self, width: float, dash: tuple[float, ...], grey: float, cap: int = 0) -> None:
        if self._state == (width, dash, grey, cap):
            return
        self._state = (width, dash, grey, cap)
        self._canvas.setLineWidth(width)
        self._canvas.setDash(list(dash))
        self._canvas.setLineCap(cap)
        self._canvas.setStrokeGray(grey)
        self._canvas.setFillGray(grey)

    def _arc(self, arc: Arc) -> None:
        (x, y), r = arc.centre, arc.radius
        if arc.sweep >= 360:
            self._canvas.circle(x, y, r)
        else:
            self._canvas.arc(x - r, y - r, x + r, y + r, arc.start, arc.sweep)

    def _stroked(self, mark: Stroked) -> None:
        self._path(mark.points, closed=mark.closed, filled=mark.filled)

    def _path(self, points: Sequence[Point], *, closed: bool = False, filled: bool = False) -> None:
        path = self._canvas.beginPath()
        path.moveTo(*points[0])
        for point in points[1:]:
            path.lineTo(*point)
        if closed:
            path.close()
        self._canvas.drawPath(path, stroke=int(not filled), fill=int(filled))

    def _run(self, run: Run) -> None:
        if self._carrier == "stroked":
            if run.symbol or not isinstance(self._face, FileFace):
                self._strokes(run)
            else:
                self._outlines(run, self._face)
        elif run.symbol and self._carrier == "lost_symbols":
            self._strokes(run)
        else:
            self._string(run)

    def _string(self, run: Run) -> None:
        canvas = self._canvas
        name = register_drawn() if run.symbol else self._face.pdf_name()
        cap = 0.7 if run.symbol else self._face.cap
        self._style(0.25, (), run.grey)
        canvas.saveState()
        canvas.translate(*run.at)
        canvas.rotate(run.angle)
        canvas.setFont(name, run.height / cap)
        canvas.drawString(0, 0, run.text)
        canvas.restoreState()

    def _strokes(self, run: Run) -> None:
        unit = run.height / CAP_HEIGHT
        self._style(PEN_WIDTH * unit, (), run.grey, cap=1)
        place = _placer(run.at, run.angle, unit)
        along = BEARING
        for char in run.text:
            width, strokes = drawn_glyph(char)
            for stroke in strokes:
                self._path([place(x + along, y) for x, y in stroke])
            along += width + 2 * BEARING

    def _outlines(self, run: Run, face: FileFace) -> None:
        """Letters as filled curves, as some CAD systems write them."""
        self._style(0.1, (), run.grey)
        path = self._canvas.beginPath()
        along = 0.0
        for char in run.text:
            units, curves = letter_curves(face.path, char)
            place = _placer(run.at, run.angle, run.height / face.cap / units)
            start = along * units * face.cap
            for name, points in curves:
                placed = [place(x + start, y) for x, y in points]
                getattr(path, name)(*(value for point in placed for value in point))
            along += face.advance(char)
        self._canvas.drawPath(path, stroke=0, fill=1)


def _placer(at: Point, angle: float, unit: float) -> Callable[[float, float], Point]:
    c, s = math.cos(math.radians(angle)) * unit, math.sin(math.radians(angle)) * unit
    return lambda x, y: (at[0] + x * c - y * s, at[1] + x * s + y * c)


class Picture(NamedTuple):
    """A picture of a page: `angle` in degrees counter-clockwise is what wear turned it by, `size` in pixels.

    Of a photograph `size` is that of the sheet in it, laid flat.
    """

    data: bytes
    media_type: str
    angle: float
    size: tuple[int, int]


def to_picture(pdf: bytes, dpi: int, wear: Wear = "clean", seed: int = 0) -> Picture:
    """Render the first page of a PDF as a picture, worn if so wished."""
    document = pypdfium2.PdfDocument(pdf)
    try:
        image = document[0].render(scale=dpi / 72).to_pil().convert("L")
    finally:
        document.close()
    out = io.BytesIO()
    if wear == "clean":
        image.save(out, "PNG", dpi=(dpi, dpi))
        return Picture(out.getvalue(), "image/png", 0.0, image.size)
    if wear == "photo":
        photographed(image, seed).save(out, "JPEG", quality=88)
        return Picture(out.getvalue(), "image/jpeg", 0.0, image.size)
    turn, quality = {"office": (0.6, 70), "blueprint": (0.4, 75)}.get(wear, (-1.2, 45))
    worn = blueprinted(image, turn, seed) if wear == "blueprint" else _worn(image, wear, turn, seed)
    worn.save(out, "JPEG", quality=quality, dpi=(dpi, dpi))
    return Picture(out.getvalue(), "image/jpeg", turn, worn.size)


def _worn(image: Any, wear: Wear, turn: float, seed: int) -> Any:
    """Wear a picture as a scanner or a copier does: turn, blur, uneven light, speckle, noise."""
    rng = np.random.default_rng(seed)
    image = image.rotate(turn, Image.Resampling.BICUBIC, expand=True, fillcolor=255)
    image = image.filter(ImageFilter.GaussianBlur(0.5 if wear == "office" else 0.8))
    grey = np.asarray(image, np.float32)
    if wear == "worn":
        y, x = np.mgrid[0 : 1 : complex(grey.shape[0]), 0 : 1 : complex(grey.shape[1])]
        grey = grey * (0.86 + 0.14 * np.cos(2.2 * (x - 0.3)) * np.cos(1.6 * (y - 0.6)))
        grey[rng.random(grey.shape) < 0.0008] = 40
    grey = np.clip(grey + rng.normal(0, 6 if wear == "office" else 12, grey.shape), 0, 255)
    return Image.fromarray(grey.astype(np.uint8))
