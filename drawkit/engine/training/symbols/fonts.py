"""Glyphs as shapes: outline fonts through fontTools, LibreCAD's stroke fonts (.lff) through their text format."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from fontTools.pens.basePen import BasePen  # type: ignore[import-untyped]
from fontTools.ttLib import TTFont  # type: ignore[import-untyped]

from drawkit.engine.training.symbols.shapes import Points, Shape

FONT_ROOT = Path("/usr/share/fonts")
STROKE_ROOT = Path("/usr/share/librecad/fonts")

# Looks that calibration and figures are measured on must be unseen in training: these faces are kept for that.
HELD_OUT = ("LiberationMono", "P052", "routed-gothic-wide", "DejaVuSerif", "romans", "lc_opengost-ar", "kst32b")

# Of Debian's packages fonts-osifont, -routed-gothic, -liberation, -dejavu, -urw-base35: weight by likeness to CAD text.
_OUTLINE = {
    "osifont": 14.0,
    "routed-gothic": 4.0,
    "LiberationSans": 3.0,
    "LiberationMono": 1.0,
    "LiberationSerif": 0.7,
    "DejaVuSans": 1.5,
    "DejaVuSerif": 0.4,
    "NimbusSans": 2.0,
    "NimbusMono": 0.7,
    "NimbusRoman": 0.7,
    "URWGothic": 2.0,
    "P052": 0.4,
    "C059": 0.4,
    "NotoSansMono": 1.0,
    "NotoSans-": 1.0,
    "Roboto-": 1.0,
    "RobotoCondensed": 1.0,
    "OpenSans": 1.0,
    "PTS": 0.7,
    "PTC": 0.4,
    "ComicNeue": 0.8,
    "Lato": 0.7,
    "Jura": 0.7,
    "Hack": 0.5,
    "Inconsolata": 0.5,
    "Oxygen": 0.5,
    "Quicksand": 0.7,
    "Cantarell": 0.4,
    "Dosis": 0.5,
    "OCRA": 0.4,
    "Humor-Sans": 0.4,
    "breip": 0.3,
    "Vera": 1.0,
    "Play": 0.5,
    "Yanone": 0.4,
    "Cabin": 0.5,
    "ipagp": 0.3,
}
_STROKE = {
    "iso3098": 6.0,
    "iso3098_i": 3.0,
    "iso": 4.0,
    "standard": 4.0,
    "simplex": 4.0,
    "romans": 4.0,
    "romansi": 1.0,
    "romand": 0.7,
    "romanc": 0.4,
    "romant": 0.4,
    "italicc": 0.3,
    "azomix_i": 0.5,
    "lc_opengost-ar": 4.0,
    "lc_opengost-br": 5.0,
    "OpenGostTypeA-Regular": 2.0,
    "OpenGostTypeB-Regular": 2.0,
    "unicode": 4.0,
    "kst32b": 1.0,
    "azomix": 1.0,
    "cyrillic_ii": 1.0,
}
_STEPS = 8


@dataclass(frozen=True)
class Face:
    """One font: which characters it has, and each as a Shape at capital height 1."""

    name: str
    weight: float
    characters: frozenset[str]
    glyph: Callable[[str], Shape]

    @property
    def held_out(self) -> bool:
        """True for the faces kept back from training."""
        return any(self.name == prefix or self.name.startswith(prefix + "-") for prefix in HELD_OUT)


@cache
def faces() -> tuple[Face, ...]:
    """Each usable font of this machine, in a fixed order. Raises FileNotFoundError where there is none."""
    found = [*_outline_faces(), *_stroke_faces()]
    if not found:
        message = f"no fonts under {FONT_ROOT} or {STROKE_ROOT}: install fonts-osifont, fonts-liberation, librecad-data"
        raise FileNotFoundError(message)
    return tuple(found)


def _outline_faces() -> list[Face]:
    files = sorted([*FONT_ROOT.rglob("*.ttf"), *FONT_ROOT.rglob("*.otf")], key=lambda path: path.name)
    known = [(path, prefix) for path in files for prefix in _OUTLINE if _is_of(path.stem, prefix)]
    count = {prefix: sum(1 for _, other in known if other == prefix) for prefix in _OUTLINE}
    return [outline_face(path, _OUTLINE[prefix] / count[prefix]) for path, prefix in known]


def _is_of(stem: str, prefix: str) -> bool:
    return stem.startswith(prefix) and "Symbols" not in stem


def _stroke_faces() -> list[Face]:
    paths = [(STROKE_ROOT / f"{name}.lff", weight) for name, weight in _STROKE.items()]
    return [stroke_face(path, weight) for path, weight in paths if path.exists()]


def outline_face(path: Path, weight: float = 1.0) -> Face:
    """A TrueType or OpenType font."""
    font = TTFont(path)
    cmap: dict[int, str] = font.getBestCmap()
    glyphs: Any = font.getGlyphSet()

    def raw(character: str) -> list[Points]:
        pen = _Flattener(glyphs)
        glyphs[cmap[ord(character)]].draw(pen)
        return [np.asarray(points, dtype=np.float64) for points in pen.contours if len(points) > 2]

    height = float(np.vstack(raw("H"))[:, 1].max())

    @cache
    def glyph(character: str) -> Shape:
        return Shape(fills=tuple(points / height for points in raw(character)))

    return Face(path.stem, weight, frozenset(map(chr, cmap)), glyph)


class _Flattener(BasePen):  # type: ignore[misc]  # fontTools ships no types
    """Turns a glyph's curves into polygons."""

    def __init__(self, glyphs: Any) -> None:
        super().__init__(glyphs)
        self.contours: list[list[tuple[float, float]]] = []

    def _moveTo(self, pt: tuple[float, float]) -> None:  # noqa: N802 (fontTools' name)
        self.contours.append([pt])

    def _lineTo(self, pt: tuple[float, float]) -> None:  # noqa: N802 (fontTools' name)
        self.contours[-1].append(pt)

    def _curveToOne(self, pt1: Any, pt2: Any, pt3: Any) -> None:  # noqa: N802 (fontTools' name)
        p0, p1, p2, p3 = (np.asarray(p, dtype=np.float64) for p in (self.contours[-1][-1], pt1, pt2, pt3))
        t = np.linspace(0, 1, _STEPS + 1)[1:, None]
        curve = (1 - t) ** 3 * p0 + 3 * (1 - t) ** 2 * t * p1 + 3 * (1 - t) * t**2 * p2 + t**3 * p3
        self.contours[-1] += [(float(x), float(y)) for x, y in curve]


_HEADING = re.compile(r"\[#?([0-9a-fA-F]{4,5})\]")
# The comma before a bulge is missing in some fonts of the collection.
_VERTEX = re.compile(r"(-?[\d.]+),(-?[\d.]+),?(?:A(-?[\d.]+))?")


def stroke_face(path: Path, weight: float = 1.0) -> Face:
    """A LibreCAD stroke font: polylines in a text file, bulges (A...) as in DXF, `C` copies another glyph."""
    glyphs = _read_strokes(path.read_text(encoding="utf-8", errors="replace"))
    tall = glyphs.get("H") or glyphs["0"]
    height = float(np.vstack(tall)[:, 1].max() - np.vstack(tall)[:, 1].min())
    low = float(np.vstack(tall)[:, 1].min())

    def glyph(character: str) -> Shape:
        return Shape(tuple((points - (0.0, low)) / height for points in glyphs[character]))

    return Face(path.stem, weight, frozenset(c for c, lines in glyphs.items() if lines), glyph)


def _read_strokes(text: str) -> dict[str, list[Points]]:
    glyphs: dict[str, list[Points]] = {}
    current: list[Points] | None = None
    for row in map(str.strip, text.splitlines()):
        if heading := _HEADING.match(row):
            current = glyphs.setdefault(chr(int(heading[1], 16)), [])
        elif current is None or not row or row.startswith("#"):
            continue
        elif row.startswith("C"):
            current += glyphs.get(chr(int(row[1:].split()[0], 16)), [])
        elif len(points := _polyline(row)) > 1:
            current.append(np.asarray(points, dtype=np.float64))
    return glyphs


def _polyline(row: str) -> list[tuple[float, float]]:
    points: list[tuple[float, float]] = []
    for x, y, bend in _VERTEX.findall(row):
        end, bulge = (float(x), float(y)), float(bend or 0)
        if bulge and points:
            points += _bulged(points[-1], end, bulge)
        else:
            points.append(end)
    return points


def _bulged(start: tuple[float, float], end: tuple[float, float], bulge: float) -> list[tuple[float, float]]:
    """DXF's bulge: the tangent of a quarter of the arc's angle, positive anticlockwise."""
    (x0, y0), (x1, y1) = start, end
    chord = math.hypot(x1 - x0, y1 - y0)
    if chord < 1e-9:
        return [end]
    sweep = 4 * math.atan(bulge)
    radius = chord / 2 / math.sin(abs(sweep) / 2)
    height = radius * math.cos(abs(sweep) / 2) * math.copysign(1, bulge)
    cx, cy = (x0 + x1) / 2 - height * (y1 - y0) / chord, (y0 + y1) / 2 + height * (x1 - x0) / chord
    first = math.atan2(y0 - cy, x0 - cx)
    angles = [first + sweep * k / _STEPS for k in range(1, _STEPS + 1)]
    return [(cx + radius * math.cos(a), cy + radius * math.sin(a)) for a in angles]
