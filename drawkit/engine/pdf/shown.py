"""The characters of a page that its drawing shows: some layouts of boards hide names of parts, pads and nets on it.

Such a layer is there to be searched. Other hidden text lies over letters that are drawn, or over a picture of them.
"""

from __future__ import annotations

from ..sheet import Glyph
from ..text.stretched import are_drawn
from .document import PdfPage
from .glyphs import read_glyphs
from .paths import read_paths
from .scans import pictures_of


def shown_glyphs(page: PdfPage) -> list[Glyph]:
    """The characters of a page; none where all are hidden and next to nothing of them is drawn.

    What a file places beside its page is shown by no viewer.
    """
    glyphs = [glyph for glyph in read_glyphs(page) if _is_on_page(glyph, page.width, page.height)]
    if not glyphs or not all(g.invisible for g in glyphs) or pictures_of(page):
        return glyphs
    return glyphs if are_drawn(glyphs, read_paths(page)) else []


def _is_on_page(glyph: Glyph, width: float, height: float) -> bool:
    return -glyph.size <= glyph.x <= width + glyph.size and -glyph.size <= glyph.y <= height + glyph.size
