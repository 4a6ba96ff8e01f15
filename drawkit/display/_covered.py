"""Whether something is blacked out in a preview, and the words that say why and how to see it."""

from __future__ import annotations

import io
from typing import Final

from PIL import Image

from drawkit.contract import Box, Result

WHY_COVERED: Final = (
    "Names, companies and logos are blacked out, because previews are published. Submit with redact=False to show them."
)
NO_PREVIEW: Final = "There is no picture of this page: only what was read is drawn."
_BLACK: Final = 8
_CELL_POINTS: Final = 6.0  # wider than any line or stroke of a letter in a title block: what fills a cell is a patch


def is_covered(result: Result, preview: bytes, page: int) -> bool:
    """Tell whether a field of the page's title blocks, or a patch as large as a logo in them, is solid black."""
    report = next((report for report in result.pages if report.page == page and report.width > 0), None)
    blocks = [block for block in result.title_blocks if block.page == page]
    if report is None or not blocks:
        return False
    with Image.open(io.BytesIO(preview)) as opened:
        picture = opened.convert("L")
    scale = picture.width / report.width
    fields = [_part(picture, field.box, scale) for block in blocks for field in block.fields if field.box]
    whole = [_part(picture, block.box, scale) for block in blocks if block.box]
    return any(_levels(part)[1] <= _BLACK for part in fields) or any(_holds_patch(part, scale) for part in whole)


def _holds_patch(part: Image.Image, scale: float) -> bool:
    """Tell whether a cell of a grid over it is all black, as one is under any patch of twice its size."""
    cell = max(round(_CELL_POINTS * scale), 2)
    columns, rows = part.width // cell, part.height // cell  # a cell at the edge that is cut is no patch
    return columns > 0 < rows and _levels(part.crop((0, 0, columns * cell, rows * cell)).reduce(cell))[0] <= _BLACK


def _part(picture: Image.Image, box: Box, scale: float) -> Image.Image:
    x0, top, x1, bottom = (round(side * scale) for side in box)
    left, above = min(max(x0, 0), picture.width - 1), min(max(top, 0), picture.height - 1)
    right, below = min(x1, picture.width), min(bottom, picture.height)
    return picture.crop((left, above, max(right, left + 1), max(below, above + 1)))


def _levels(part: Image.Image) -> tuple[float, float]:
    darkest, brightest = part.convert("F").getextrema()
    return float(darkest), float(brightest)  # type: ignore[arg-type]  # of one channel they are numbers
