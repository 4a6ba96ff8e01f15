"""Letters of a TrueType font as curves."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from fontTools.pens.basePen import BasePen  # type: ignore[import-untyped]  # it ships no types
from fontTools.ttLib import TTFont  # type: ignore[import-untyped]  # it ships no types

Curve = tuple[str, tuple[tuple[float, float], ...]]
"""A path command of the PDF canvas and its points."""


class _Recorder(BasePen):  # type: ignore[misc]  # the base class has no types
    """Notes cubic curves; the base class turns quadratic ones into them."""

    def __init__(self, glyphs: Any) -> None:
        super().__init__(glyphs)
        self.curves: list[Curve] = []

    def _moveTo(self, point: tuple[float, float]) -> None:  # noqa: N802  # the base class's names
        self.curves.append(("moveTo", (point,)))

    def _lineTo(self, point: tuple[float, float]) -> None:  # noqa: N802  # the base class's names
        self.curves.append(("lineTo", (point,)))

    def _curveToOne(self, *points: tuple[float, float]) -> None:  # noqa: N802  # the base class's names
        self.curves.append(("curveTo", points))

    def _closePath(self) -> None:  # noqa: N802  # the base class's names
        self.curves.append(("close", ()))


@cache
def letter_curves(path: Path, char: str) -> tuple[float, tuple[Curve, ...]]:
    """Return units per em of the font, and the curves of one letter; no curves for what the font lacks."""
    font = _font(path)
    units = float(font["head"].unitsPerEm)
    name = font.getBestCmap().get(ord(char))
    if name is None:
        return units, ()
    recorder = _Recorder(font.getGlyphSet())
    recorder.glyphSet[name].draw(recorder)
    return units, tuple(recorder.curves)


@cache
def _font(path: Path) -> Any:
    return TTFont(path, lazy=True)
