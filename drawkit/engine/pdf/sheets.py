"""From a PDF page to a sheet: glyphs to words, paths, and the picture on demand."""

from __future__ import annotations

from functools import lru_cache

from ..layout.rings import rings_of
from ..sheet import Grey, Sheet
from ..text.checked import checked
from ..text.reread import reread
from ..text.ringed import with_ringed
from ..text.stretched import stretched
from ..text.words import words_of
from .document import PdfPage
from .glyphs import read_glyphs
from .paths import read_paths


def read_page(page: PdfPage) -> Sheet:
    """The page as drawn and as its text layer tells it; nothing is checked or completed yet."""

    @lru_cache(maxsize=2)
    def render(dpi: float) -> Grey:
        return page.render(dpi)

    paths = read_paths(page)
    glyphs = stretched(read_glyphs(page), paths)
    blank = Sheet(page.number, page.width, page.height, paths=paths, turned=page.turned, render=render)
    largest = max((g.size for g in glyphs), default=0.0)
    certain = with_ringed(checked(glyphs, lambda: blank), rings_of(paths, largest=largest))
    return reread(blank.at(words=tuple(words_of(certain, blank.segments))))
