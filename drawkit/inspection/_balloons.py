"""Balloons on the drawing itself: vectors over the source PDF, or over the picture inside a new one."""

from __future__ import annotations

import io
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from drawkit._extras import needing_local
from drawkit.contract import LISTS, Box, PageReport, Result, State
from drawkit.figures import Ink, Placed, pinned, place
from drawkit.frames import register_fonts

from ._characteristics import Characteristic
from ._plan import places

if TYPE_CHECKING:
    from drawkit.engine.load import Source

COLOUR: Final = "#C00000"
_DPI: Final = 144
_POINTS: Final = 6.5
_LINE: Final = 0.6
_OTHER: Final = 0.03
"""Share by which sides of a page may differ before it is another drawing's."""
_BARE: Final = 0.1
"""Share of the places of what was read at which there may be no ink."""


@dataclass(frozen=True)
class Ballooned:
    """A PDF with balloons, how many, and the numbers of those for which there was no free paper."""

    data: bytes
    count: int
    covering: tuple[str, ...] = ()


def ballooned(result: Result, rows: Sequence[Characteristic], source: bytes) -> Ballooned:
    """Put a balloon beside every characteristic on the drawing that a result was read from.

    Raises `ValueError` where there is nothing to number or the file is another drawing, `contract.Refused` for a file
    that cannot be opened, such as one with a password, and `ModuleNotFoundError` without the extra `local`.
    """
    if not any(row.places for row in rows):
        what = "none has a box" if rows else "there is none"
        raise ValueError(f"No balloon can be placed: of the characteristics of this result {what}.")
    with needing_local():
        from drawkit.engine.load import open_drawing  # noqa: PLC0415 - of the extra `local`
    with open_drawing(source) as drawing:
        _check_same(result, drawing)
        layers = [_layer(drawing, report, rows, _texts(result, report.page)) for report in result.pages]
    placed = [one for layer in layers for one in layer.placed]
    data = _over_pdf(source, layers) if source.lstrip()[:5] == b"%PDF-" else _over_pictures(source, layers)
    return Ballooned(data, len(placed), tuple(one.text for one in placed if not one.free))


@dataclass(frozen=True)
class _Layer:
    """The balloons of a page, and how its own space lies to the upright sheet."""

    page: int
    size: tuple[float, float]
    to_upright: Any
    placed: tuple[Placed, ...]
    key: frozenset[str]
    flat: Any = None
    """The upright sheet's grey pixels (h, w) where it was photographed from the side, None elsewhere."""


def _texts(result: Result, page: int) -> list[Box]:
    return [item.box for name in LISTS for item in getattr(result, name) if item.page == page and item.box]


def _check_same(result: Result, drawing: Source) -> None:
    if not result.pages:
        raise ValueError("The result tells no page: it cannot be laid over a drawing.")
    last = max(report.page for report in result.pages)
    if last > drawing.pages:
        raise ValueError(f"The file has {drawing.pages} page(s) and the result tells of page {last}: not its drawing.")


def _layer(drawing: Source, report: PageReport, rows: Sequence[Characteristic], texts: Sequence[Box]) -> _Layer:
    sheet = drawing.view(report.page)
    size = (sheet.width, sheet.height)
    if any(abs(a - b) > _OTHER * b for a, b in zip(size, (report.width, report.height), strict=True)):
        told = " and ".join(f"{w:.0f} x {h:.0f}" for w, h in (size, (report.width, report.height)))
        raise ValueError(f"Page {report.page} of the file and of the result differ in size ({told} points).")
    wanted = places(rows, report.page)
    ink = Ink.of_picture(sheet.render(_DPI), size)
    _check_inked(report.page, [spot.box for spot in wanted if spot.row.review is not State.ADDED], ink)
    key = frozenset(spot.number for spot in wanted if spot.row.designator)
    avoid = [box for box in texts if box not in {spot.box for spot in wanted}]
    free = place([(spot.number, spot.box) for spot in wanted], ink, _lines(avoid))
    placed = [pinned(one, spot.moved) for one, spot in zip(free, wanted, strict=True)]
    to_upright = drawing.to_upright(report.page)
    from_aside = not np.allclose(to_upright[2], (0, 0, 1))
    flat = drawing.part(report.page, (0.0, 0.0, *size), math.inf)[0] if from_aside else None
    return _Layer(report.page, size, to_upright, tuple(placed), key, flat)


def _check_inked(page: int, boxes: Sequence[Box], ink: Ink) -> None:
    """What was read stands where it was read: another drawing on a sheet of this size has little there."""
    bare = sum(not ink.covers(box) for box in boxes)
    if bare > max(1, _BARE * len(boxes)):
        told = f"at {bare} of {len(boxes)} places of the result nothing stands on page {page} of the file"
        raise ValueError(f"This is not the drawing that was read: {told}.")


def _lines(boxes: Iterable[Box]) -> list[Box]:
    """Boxes of single texts: what is as large as a title block is no obstacle as a whole, its ink is."""
    return [box for box in boxes if min(box[2] - box[0], box[3] - box[1]) < 40]


def _drawn(layer: _Layer, picture: bytes | None = None) -> bytes:
    """One page of PDF, of the upright sheet's size, with the balloons, and the picture below them if there is one."""
    with needing_local():
        from reportlab.pdfgen.canvas import Canvas  # noqa: PLC0415 - of the extra `local`
    register_fonts()
    height = layer.size[1]
    buffer = io.BytesIO()
    canvas = Canvas(buffer, pagesize=layer.size, invariant=1)
    if picture is not None:
        _lay_picture(canvas, picture, layer, height)
    canvas.setStrokeColor(COLOUR)
    canvas.setLineWidth(_LINE)
    for one in layer.placed:
        _draw(canvas, one, height, key=one.text in layer.key)
    canvas.showPage()
    canvas.save()
    return buffer.getvalue()


def _draw(canvas: Any, one: Placed, height: float, *, key: bool) -> None:
    x, y = one.x, height - one.y
    canvas.line(one.start[0], height - one.start[1], one.end[0], height - one.end[1])
    canvas.setFillColor("#FFFFFF")
    canvas.circle(x, y, one.radius - _LINE / 2, stroke=1, fill=1)
    if key:  # a second ring marks a key characteristic
        canvas.circle(x, y, one.radius - 1.3, stroke=1, fill=0)
    canvas.setFillColor(COLOUR)
    canvas.setFont("drawkit-bold", min(_POINTS, 1.5 * one.radius / max(0.62 * len(one.text), 1)))
    canvas.drawCentredString(x, y - 0.36 * _POINTS, one.text)


def _lay_picture(canvas: Any, picture: bytes, layer: _Layer, height: float) -> None:
    """Lay a picture on the page as it was read: upright, straight and flat."""
    from PIL import Image, ImageOps  # noqa: PLC0415 - only here
    from reportlab.lib.utils import ImageReader  # noqa: PLC0415 - of the extra `local`

    if layer.flat is not None:
        canvas.drawImage(ImageReader(Image.fromarray(layer.flat)), 0, 0, *layer.size)
        return
    with Image.open(io.BytesIO(picture)) as opened:
        opened.seek(layer.page - 1 if opened.format == "TIFF" else 0)
        plain = opened.format == "JPEG" and opened.getexif().get(0x0112, 1) == 1
        shown = io.BytesIO(picture) if plain else ImageOps.exif_transpose(opened).convert("RGB")
    (a, b, c), (d, e, f), _ = np.asarray(layer.to_upright)
    canvas.saveState()
    canvas.transform(a, -d, -b, e, b + c, height - e - f)
    canvas.drawImage(ImageReader(shown), 0, 0, 1, 1)
    canvas.restoreState()


def _over_pictures(source: bytes, layers: Sequence[_Layer]) -> bytes:
    """A PDF with a page for each picture of the file that the result tells of; a TIFF file may have several."""
    from pypdf import PdfReader, PdfWriter  # noqa: PLC0415 - only here

    if len(layers) == 1:
        return _drawn(layers[0], source)
    writer = PdfWriter()
    for layer in layers:
        writer.append(PdfReader(io.BytesIO(_drawn(layer, source))))
    buffer = io.BytesIO()
    writer.write(buffer)
    return buffer.getvalue()


def _over_pdf(source: bytes, layers: Iterable[_Layer]) -> bytes:
    """Lay the balloons over the pages of the source: its own contents stay as they are, but for photographs."""
    from pypdf import PdfReader, PdfWriter, Transformation  # noqa: PLC0415 - only here

    writer = PdfWriter(clone_from=PdfReader(io.BytesIO(source)))
    for layer in layers:
        if layer.placed and layer.flat is not None:
            page = PdfReader(io.BytesIO(_drawn(layer, source))).pages[0]
            writer.remove_page(layer.page - 1)
            writer.insert_page(page, layer.page - 1)
        elif layer.placed:
            overlay = PdfReader(io.BytesIO(_drawn(layer))).pages[0]
            flip = np.array([[1.0, 0.0, 0.0], [0.0, -1.0, layer.size[1]], [0.0, 0.0, 1.0]])
            matrix = np.linalg.inv(layer.to_upright) @ flip
            a, c, e, b, d, f = map(float, matrix[:2].ravel())
            writer.pages[layer.page - 1].merge_transformed_page(overlay, Transformation((a, b, c, d, e, f)))
    buffer = io.BytesIO()
    writer.write(buffer)
    return buffer.getvalue()
