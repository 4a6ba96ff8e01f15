"""One drawing read, or not: what the ways to read hand on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from drawkit.contract import Progress, Result

from .files import Drawing

Tell = Callable[[Drawing, Progress], None]
"""Told how far a drawing is."""
Show = Callable[[Drawing, Result], object]
"""Given what was read of a drawing as soon as it is known: its pictures take as long again."""

PICTURE_DPI = 180


@dataclass(frozen=True)
class Reading:
    """A drawing with its result, a picture of each page with boxes and its preview without (PNG, if wanted).

    Or with why there is none.
    """

    drawing: Drawing
    result: Result | None = None
    pictures: Sequence[bytes | None] = field(default=(), repr=False)
    previews: Sequence[bytes | None] = field(default=(), repr=False)
    failure: str = ""
    copy: bytes | None = field(default=None, repr=False)
    """Of a locked PDF the copy that was read in its place, which needs no password."""


def drawn(result: Result, previews: Sequence[bytes | None]) -> tuple[bytes, ...]:
    """Each page with boxes around what was read, as PNG."""
    from drawkit import figures

    pages = zip(result.pages, previews, strict=True)
    return tuple(
        figures.to_png(figures.show(result, picture, report.page), dpi=PICTURE_DPI) for report, picture in pages
    )
