"""Thumbnails of sheets: the sanitized preview, small, with a thin box around everything that was read."""

from __future__ import annotations

import io
from typing import Final

from PIL import Image, ImageDraw

from drawkit.contract import PageReport, Result
from drawkit.figures import STYLES

WIDTH: Final = 440
_COLOURS: Final = 48
_TALLEST: Final = 620
_BLANK: Final = PageReport(page=1, width=1190.55, height=841.89)


def draw(result: Result, preview: bytes | None, page: int = 1) -> bytes:
    """A small PNG of a page; on white paper when nothing is published."""
    report = next((p for p in result.pages if p.page == page), _BLANK)
    sheet = _paper(report, preview)
    scale = (sheet.width / report.width, sheet.height / report.height)
    pen = ImageDraw.Draw(sheet)
    for name, style in STYLES.items():
        for item in getattr(result, name):
            if item.page == page and item.box is not None:
                left, top, right, bottom = item.box
                corners = [left * scale[0] - 1, top * scale[1] - 1, right * scale[0] + 1, bottom * scale[1] + 1]
                if corners[0] <= corners[2] and corners[1] <= corners[3]:
                    pen.rectangle(corners, outline=style.colour)
    return _small(sheet)


def _paper(report: PageReport, preview: bytes | None) -> Image.Image:
    height = max(1, min(_TALLEST, round(WIDTH * report.height / report.width)))
    if preview is None:
        return Image.new("RGB", (WIDTH, height), "white")
    with Image.open(io.BytesIO(preview)) as opened:
        return opened.convert("RGB").resize((WIDTH, height), Image.Resampling.LANCZOS)


def _small(sheet: Image.Image) -> bytes:
    into = io.BytesIO()
    sheet.quantize(_COLOURS, dither=Image.Dither.NONE).save(into, "PNG", optimize=True)
    return into.getvalue()
