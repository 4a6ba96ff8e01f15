"""Sanitized pictures of the pages: freshly drawn pixels, no metadata, personal and company fields blacked out."""

from __future__ import annotations

import io

from PIL import Image, ImageDraw

from ..contract import Box, Result, TitleBlock
from .layout.around import inside
from .load import Source, open_drawing
from .personal import PERSONAL
from .sheet import Sheet

_MARGIN = 1.5  # points around a blacked-out text


def previews(data: bytes, result: Result, *, redact: bool = True, max_pixels: int = 2000) -> tuple[bytes, ...]:
    """One PNG for each page of the result, its longer side at most `max_pixels`.

    With `redact`, personal and company fields of the title block are blacked out, and pictures that a PDF places in
    it (logos); a logo drawn with lines, or scanned, is not told from other lines. Raises `contract.Refused` when the
    file cannot be opened.
    """
    with open_drawing(data) as source:
        return tuple(
            _png(_picture(source.view(page.page), _hidden(source, result, page.page) if redact else [], max_pixels))
            for page in result.pages
        )


def _picture(sheet: Sheet, hidden: list[Box], max_pixels: int) -> Image.Image:
    dpi = min(300.0, 72 * max_pixels / max(sheet.width, sheet.height))
    picture = Image.fromarray(sheet.render(dpi))
    picture.thumbnail((max_pixels, max_pixels))
    scale = picture.width / sheet.width
    draw = ImageDraw.Draw(picture)
    for x0, top, x1, bottom in hidden:
        draw.rectangle(
            ((x0 - _MARGIN) * scale, (top - _MARGIN) * scale, (x1 + _MARGIN) * scale, (bottom + _MARGIN) * scale),
            fill=0,
        )
    return picture


def _hidden(source: Source, result: Result, page: int) -> list[Box]:
    blocks = [block for block in result.title_blocks if block.page == page]
    logos = [box for box in source.pictures(page) if any(_holds(block, box) for block in blocks)]
    return [*logos, *(box for block in blocks for box in _personal(block))]


def _holds(block: TitleBlock, box: Box) -> bool:
    return block.box is not None and inside(((box[0] + box[2]) / 2, (box[1] + box[3]) / 2), block.box)


def _personal(block: TitleBlock) -> list[Box]:
    """Boxes of the fields whose value is a person or a company."""
    values = {str(getattr(block, name)) for name in PERSONAL if getattr(block, name)}
    return [f.box for f in block.fields if f.box and f.value in values]


def _png(picture: Image.Image) -> bytes:
    out = io.BytesIO()
    picture.save(out, "PNG", optimize=False)
    return out.getvalue()
