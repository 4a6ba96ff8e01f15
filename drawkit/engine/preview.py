"""Sanitized pictures of the pages: freshly drawn pixels, no metadata, what may name people or companies covered."""

from __future__ import annotations

import io
import math
from collections.abc import Sequence

from PIL import Image, ImageDraw, ImageFont

from ..contract import Box, PageReport, Result
from .layout.around import area_of, grown, inside, meet
from .load import Source, open_drawing
from .sheet import Sheet

_MARGIN = 1.5  # points around a picture, annotation or form field
_VIEW = 0.02  # of the page: a smaller picture on it may be a logo, and is no view of the part
_LARGE, _NEAR = 5.0, 30.0  # times that, and points: so near to something private a picture up to this size is a logo
_WITHHELD = "Not shown: on this page names could not be told from the rest."
_DAMAGED = "Not shown: this page cannot be opened."
_QUICK = 3  # of zlib's levels: a third larger than the usual one, in a quarter of its time
_FAINT = 235  # grey from which on it is paper: a watermark so faint is read by people and not by the readers
_LETTERS = 0.018  # of the picture's longer side: height of these words


def previews(data: bytes, result: Result, *, redact: bool = True, max_pixels: int = 2000) -> tuple[bytes, ...]:
    """One PNG for each page of the result, its longer side at most `max_pixels`.

    With `redact`, what the page's report calls private is black, whatever modules were asked for; so are annotations,
    form fields, small pictures that a PDF places on the page and those in its title block (logos). What is too faint to
    be read is left out. Of a page where that could not be told an empty sheet is shown that says so. Raises
    `contract.Refused` when the file cannot be opened.
    """
    with open_drawing(data, pages=[page.page for page in result.pages]) as source:
        return tuple(png_of(_shown(source, page, max_pixels, redact=redact)) for page in result.pages)


def _shown(source: Source, page: PageReport, max_pixels: int, *, redact: bool) -> Image.Image:
    if not redact:
        return as_it_is(source, page, max_pixels)
    if page.private is None:
        return _empty(page, _WITHHELD, max_pixels)
    view = source.view(page.page, page.turned)
    return _picture(view, _hidden(source, page, page.private), max_pixels).point(_without_faint)


def _without_faint(grey: int) -> int:
    return 255 if grey >= _FAINT else grey


def as_it_is(source: Source, page: PageReport, max_pixels: int) -> Image.Image:
    """A page with nothing covered, its longer side at most `max_pixels`."""
    view = source.view(page.page, page.turned)
    return _picture(view, [], max_pixels) if view.has_picture else _empty(page, _DAMAGED, max_pixels)


def _picture(sheet: Sheet, hidden: list[Box], max_pixels: int) -> Image.Image:
    dpi = min(300.0, 72 * max_pixels / max(sheet.width, sheet.height))
    picture = Image.fromarray(sheet.render(dpi))
    picture.thumbnail((max_pixels, max_pixels))
    scale = picture.width / sheet.width
    draw = ImageDraw.Draw(picture)
    for x0, top, x1, bottom in hidden:
        left, up = math.floor(x0 * scale), math.floor(top * scale)
        draw.rectangle((left, up, math.ceil(x1 * scale), math.ceil(bottom * scale)), fill=0)
    return picture


def _empty(page: PageReport, why: str, max_pixels: int) -> Image.Image:
    """An empty sheet of the page's shape that says why it is empty."""
    scale = max_pixels / max(page.width, page.height, 1.0)
    size = (max(1, round(page.width * scale)), max(1, round(page.height * scale)))
    picture = Image.new("L", size, 255)
    font = ImageFont.load_default(max(8.0, _LETTERS * max_pixels))
    ImageDraw.Draw(picture).text((size[0] // 2, size[1] // 2), why, fill=90, anchor="mm", font=font)
    return picture


def _hidden(source: Source, page: PageReport, private: tuple[Box, ...]) -> list[Box]:
    view = _VIEW * page.width * page.height
    small = [box for box in source.pictures(page.page) if _may_be_logo(box, view, private)]
    return [*private, *(grown(box, _MARGIN) for box in (*small, *source.stamps(page.page)))]


def _may_be_logo(box: Box, view: float, private: Sequence[Box]) -> bool:
    """Whether a picture is too small for a view of the part, lies in something private, or beside it."""
    beside = area_of(box) < _LARGE * view and any(meet(box, grown(p, _NEAR)) for p in private)
    return area_of(box) < view or beside or any(inside(_middle(box), p) for p in private)


def _middle(box: Box) -> tuple[float, float]:
    return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2


def png_of(picture: Image.Image) -> bytes:
    """Write a picture as PNG: in little time rather than few bytes."""
    out = io.BytesIO()
    picture.save(out, "PNG", compress_level=_QUICK)
    return out.getvalue()
