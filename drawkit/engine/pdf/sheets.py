"""From a PDF page to a sheet: glyphs to words, paths, and the picture on demand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TypeVar

from .. import budget
from ..layout.rings import rings_of
from ..picture_text.reread import reread
from ..sheet import RESOLUTIONS, Glyph, Grey, Sheet
from ..text.checked import checked
from ..text.raised import lowered
from ..text.ringed import with_ringed
from ..text.stretched import stretched
from ..text.words import once, words_of
from .document import PdfPage
from .paths import read_paths
from .shown import shown_glyphs

T = TypeVar("T")


def read_page(page: PdfPage) -> Sheet:
    """The page as drawn and as its text layer tells it; nothing is checked or completed yet."""

    @lru_cache(maxsize=RESOLUTIONS)
    def render(dpi: float) -> Grey:
        return page.render(dpi)

    paths, glyphs = read_paths(page), shown_glyphs(page)
    size = (page.width, page.height)
    blank = Sheet(page.number, *size, scale=page.scale, paths=paths, turned=page.turned, render=render)
    with budget.stage(_WORDS):
        certain = _in_time(lambda: _certain(glyphs, blank), glyphs)
        read = blank.at(words=tuple(words_of(certain, blank.segments)))
        return _in_time(lambda: reread(read), read)


def _certain(glyphs: Sequence[Glyph], blank: Sheet) -> list[Glyph]:
    """The glyphs where they are drawn and as they are drawn, with those in rings that only the drawing shows."""
    placed = list(glyphs)
    if any(glyph.invisible for glyph in glyphs):
        shown_first = sorted(glyphs, key=lambda glyph: glyph.invisible)  # what hides under the same text is left out
        placed = stretched(list(once(shown_first)), blank.paths)
    largest = max((g.size for g in placed), default=0.0)
    return with_ringed(lowered(checked(placed, lambda: blank)), rings_of(blank.paths, largest=largest))


def _in_time(step: Callable[[], T], otherwise: T) -> T:
    """What a step gives, or what there was before it where its time is spent."""
    with budget.keeping("checks of the text layer"):
        return step()
    return otherwise


_WORDS = 0.8
"""Of the time that is left, what putting the characters together to words may take."""
