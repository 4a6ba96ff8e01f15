"""The typefaces of the samples: our own strokes, the standard Helvetica, and fonts found on the machine."""

from __future__ import annotations

import io
import math
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, Final, Protocol

import matplotlib as mpl
from fontTools.fontBuilder import FontBuilder  # type: ignore[import-untyped]  # it ships no types
from fontTools.pens.ttGlyphPen import TTGlyphPen  # type: ignore[import-untyped]  # it ships no types
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

from .strokefont import BEARING, CAP_HEIGHT, LETTERS, Stroke, arc_points, glyph
from .symbols import SYMBOLS, symbol

_EM: Final = 1000  # units per em of the built font
_UNIT: Final = 70.0  # font units of one stroke unit: capitals are 0.7 em high
PEN_WIDTH: Final = 1.0
"""Width of a letter's stroke, units (ISO 3098-1 type B: a tenth of the height)."""
DRAWN_NAME: Final = "DrawkitISO"


class Face(Protocol):
    """A typeface. Heights are those of capitals, as in ISO 3098, any unit of length."""

    name: str
    cap: float
    """Capital height as a share of the font size."""

    def covers(self, char: str) -> bool:
        """Whether the face itself has the character."""

    def advance(self, text: str) -> float:
        """Width of `text` at capital height 1."""

    def pdf_name(self) -> str:
        """Return the name under which the font is registered with the PDF writer."""


def drawn_glyph(char: str) -> tuple[float, tuple[Stroke, ...]]:
    """Width and strokes of a letter or a symbol of our own; a space for what is unknown."""
    return glyph(char) or symbol(char) or (2.6, ())


def drawn_advance(text: str) -> float:
    """Width of `text` in our own strokes at capital height 1."""
    return sum(drawn_glyph(char)[0] + 2 * BEARING for char in text) / CAP_HEIGHT


class DrawnFace:
    """Our own single-stroke letters, built into a TrueType font where text stays text."""

    name = "iso"
    cap = CAP_HEIGHT * _UNIT / _EM

    def covers(self, char: str) -> bool:
        """Whether the letters have the character."""
        return char in LETTERS or char in SYMBOLS

    def advance(self, text: str) -> float:
        """Width of `text` at capital height 1."""
        return drawn_advance(text)

    def pdf_name(self) -> str:
        """Return the registered font's name."""
        return register_drawn()


class StandardFace:
    """One of the fonts every PDF reader has; it holds the Windows Latin characters."""

    def __init__(self, font: str = "Helvetica") -> None:
        self.name = font.lower()
        self.cap = 0.718 if font.startswith("Helvetica") else 0.66
        self._font = font

    def covers(self, char: str) -> bool:
        """Whether the encoding has the character."""
        try:
            return bool(char.encode("cp1252"))
        except UnicodeEncodeError:
            return False

    def advance(self, text: str) -> float:
        """Width of `text` at capital height 1."""
        return float(pdfmetrics.stringWidth(text, self._font, 1.0)) / self.cap

    def pdf_name(self) -> str:
        """Return the standard font's name."""
        return self._font


class FileFace:
    """A TrueType font file."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.name = path.stem.lower()
        self._font: Any = TTFont(f"file-{path.stem}", str(path))
        face = self._font.face
        self.cap = float(face.capHeight) / 1000 if 400 < face.capHeight < 1000 else 0.7

    def covers(self, char: str) -> bool:
        """Whether the font has the character."""
        return ord(char) in self._font.face.charToGlyph

    def advance(self, text: str) -> float:
        """Width of `text` at capital height 1."""
        return float(self._font.stringWidth(text, 1.0)) / self.cap

    def pdf_name(self) -> str:
        """Return the registered font's name."""
        pdfmetrics.registerFont(self._font)
        return str(self._font.fontName)


@cache
def register_drawn() -> str:
    """Register the font of our own glyphs with the PDF writer and tell its name."""
    pdfmetrics.registerFont(TTFont(DRAWN_NAME, io.BytesIO(drawn_font())))
    return DRAWN_NAME


@cache
def drawn_font() -> bytes:
    """Our own letters and symbols as a TrueType font; always the same bytes."""
    chars = sorted(LETTERS | SYMBOLS)
    names = [".notdef", *(f"uni{ord(c):04X}" for c in chars)]
    builder: Any = FontBuilder(_EM, isTTF=True)
    builder.setupGlyphOrder(names)
    builder.setupCharacterMap({ord(c): f"uni{ord(c):04X}" for c in chars})
    builder.setupGlyf({".notdef": _outline(""), **{f"uni{ord(c):04X}": _outline(c) for c in chars}})
    widths = {".notdef": 500, **{f"uni{ord(c):04X}": round(drawn_advance(c) * CAP_HEIGHT * _UNIT) for c in chars}}
    builder.setupHorizontalMetrics({name: (width, 0) for name, width in widths.items()})
    builder.setupHorizontalHeader(ascent=900, descent=-250)
    builder.setupNameTable({"familyName": DRAWN_NAME, "styleName": "Regular", "psName": DRAWN_NAME})
    builder.setupOS2(sCapHeight=700, sxHeight=490, sTypoAscender=900, sTypoDescender=-250)
    builder.setupPost()
    builder.updateHead(created=0, modified=0)
    builder.font.recalcTimestamp = False
    out = io.BytesIO()
    builder.save(out)
    return out.getvalue()


def _outline(char: str) -> Any:
    pen: Any = TTGlyphPen(None)
    for stroke in drawn_glyph(char)[1] if char else ():
        for contour in _capsules(stroke):
            pen.moveTo(contour[0])
            for point in contour[1:]:
                pen.lineTo(point)
            pen.closePath()
    return pen.glyph()


def _capsules(stroke: Stroke) -> Iterator[list[tuple[int, int]]]:
    """Each piece of a stroke as a filled capsule; overlapping ones join under the non-zero rule."""
    radius = PEN_WIDTH / 2
    for (x0, y0), (x1, y1) in pairwise(stroke):
        turn = math.degrees(math.atan2(y1 - y0, x1 - x0))
        ends = arc_points(x1, y1, radius, radius, turn + 90, turn - 90, 36)
        ends += arc_points(x0, y0, radius, radius, turn - 90, turn - 270, 36)
        yield [(round((x + BEARING) * _UNIT), round(y * _UNIT)) for x, y in ends]


FOLDERS: Final = ("/usr/share/fonts", "/usr/local/share/fonts", "/Library/Fonts", "C:/Windows/Fonts")
WANTED: Final = (
    "osifont.ttf",
    "routed-gothic.ttf",
    "routed-gothic-narrow.ttf",
    "LiberationSans-Regular.ttf",
    "LiberationSansNarrow-Regular.ttf",
    "arial.ttf",
    "ARIALN.TTF",
    "GOTHIC.TTF",
    "romans.ttf",
    "isocpeur.ttf",
    "DejaVuSans.ttf",
    "DejaVuSansCondensed.ttf",
)
"""Fonts that drawings are often set in, by file name."""


@cache
def found_fonts() -> tuple[Path, ...]:
    """Return the wanted fonts this machine has, matplotlib's DejaVu Sans among them, in the order of `WANTED`."""
    own = Path(mpl.get_data_path()) / "fonts" / "ttf" / "DejaVuSans.ttf"
    files = {own.name: own}
    for folder in map(Path, FOLDERS):
        files.update({path.name: path for path in sorted(folder.rglob("*.[tT][tT][fF]")) if path.name in WANTED})
    return tuple(files[name] for name in WANTED if name in files)


@cache
def face_named(name: str) -> Face:
    """Return the typeface of that name: `iso`, `helvetica`, `courier`, or the stem of a font file found on the machine.

    Raises `ValueError` naming those there are.
    """
    if name == "iso":
        return DrawnFace()
    if name in ("helvetica", "courier"):
        return StandardFace(name.title())
    for path in found_fonts():
        if path.stem.lower() == name:
            return FileFace(path)
    raise ValueError(f"No typeface {name!r}. There are: {', '.join(face_names())}.")


def face_names() -> tuple[str, ...]:
    """Return the names of the typefaces this machine has."""
    return ("iso", "helvetica", "courier", *(path.stem.lower() for path in found_fonts()))
