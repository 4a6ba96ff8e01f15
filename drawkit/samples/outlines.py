"""Letters of a TrueType font as curves."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

Curve = tuple[str, tuple[tuple[float, float], ...]]
"""A path command of the PDF canvas and its points."""


@lru_cache(maxsize=None)
def letter_curves(path: Path, char: str) -> tuple[float, tuple[Curve, ...]]:
    """Units per em of the font, and the curves of one letter; no curves for what the font lacks."""
    font = _font(path)
    units = float(font["head"].unitsPerEm)
    name = font.getBestCmap().get(ord(char))
    return units, _recorded(font.getGlyphSet(), name) if name else ()


@lru_cache(maxsize=8)
def _font(path: Path) -> Any:
    from fontTools.ttLib import TTFont

    return TTFont(path, lazy=True)


def _recorded(glyphs: Any, name: str) -> tuple[Curve, ...]:
    from fontTools.pens.basePen import BasePen

    curves: list[Curve] = []

    class Recorder(BasePen):  # type: ignore[misc]  # the base class has no types
        """Notes cubic curves; the base class turns quadratic ones into them."""

        def _moveTo(self, point: tuple[float, float]) -> None:  # noqa: N802  # the base class's names
            curves.append(("moveTo", (point,)))

        def _lineTo(self, point: tuple[float, float]) -> None:  # noqa: N802
            curves.append(("lineTo", (point,)))

        def _curveToOne(self, *points: tuple[float, float]) -> None:  # noqa: N802
            curves.append(("curveTo", points))

        def _closePath(self) -> None:  # noqa: N802
            curves.append(("close", ()))

    glyphs[name].draw(Recorder(glyphs))
    return tuple(curves)
