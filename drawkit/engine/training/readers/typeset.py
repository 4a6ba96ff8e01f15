"""Sets a text in one row of glyphs and drawn symbols, as CAD systems do; units are capital heights, y is up."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from drawkit.engine.training.pixels import Rng
from drawkit.engine.training.readers.script import Script
from drawkit.engine.training.symbols.classes import CIRCLED_LETTERS, CLASSES
from drawkit.engine.training.symbols.fonts import Face, faces
from drawkit.engine.training.symbols.looks import LOOKS
from drawkit.engine.training.symbols.shapes import Pen, Shape, union

_GLYPHS: Final = {one.text: one.glyphs for one in CLASSES if one.glyphs} | {
    "x": "x×",
    "×": "×x",
    "_": "_",
    "|": "|",
    "⌀": "⌀⌀ØØ∅φΦ",
}
_LOOK_OF: Final = {one.text: one.name for one in CLASSES if one.name in LOOKS} | {"×": "times"}
_LOW: Final = ".,"
_CLEAR: Final = 0.06  # of a capital: the least gap beside a point or a comma
_PEN: Final = 0.09  # of a capital: what a stroke's width adds to its glyph
_DOTS: Final = {".": (0.0,), ":": (0.05, 0.55)}  # heights of their dots
_SMALL_DOTS: Final = 0.3  # share drawn as stroke letters do: no larger than the stroke is wide
_OBLIQUE: Final = 0.06  # share of texts that lean anyhow
_SLANT: Final = 0.27  # ISO 3098: 15 degrees from the upright


@dataclass(frozen=True)
class Style:
    """How one office writes: typeface, its widths and gaps in capital heights, its lean, and drawn symbols or not."""

    face: Face
    tracking: float
    near: float
    """What of the tracking is left beside a point or a comma."""
    space: float
    stretch: float
    tabular: bool
    shear: float
    symbols_lean: bool
    drawn: float
    bold: float


@dataclass(frozen=True)
class Row:
    """A set text: its ink, from x = 0 to `width`; `bars` are the places of the lines between compartments."""

    ink: Shape
    width: float
    bars: tuple[float, ...] = ()


class Typesetter:
    """Sets texts with the faces of training, or with those held out of it."""

    def __init__(self, script: Script, *, held_out: bool) -> None:
        weighed = [(face, _weight(face, script)) for face in faces() if face.held_out == held_out]
        self.faces = tuple(face for face, weight in weighed if weight > 0)
        if not self.faces:
            message = "no typeface of the script is installed: install fonts-osifont, fonts-dejavu and librecad-data"
            raise LookupError(message)
        self._leaning = script.leaning
        weights = np.array([weight for _, weight in weighed if weight > 0])
        self._chances = weights / weights.sum()
        self._known: dict[frozenset[str], tuple[Face, ...]] = {}

    def style(self, rng: Rng) -> Style:
        """A style that the parts of one callout share."""
        shear = self._shear(rng)
        return Style(
            face=self.faces[int(rng.choice(len(self.faces), p=self._chances))],
            tracking=float(np.clip(rng.normal(0.17, 0.06), 0.06, 0.45)),
            near=float(rng.uniform(0.4, 1.0)),
            space=float(rng.uniform(0.25, 0.75)),
            stretch=float(np.clip(rng.normal(1.0, 0.13), 0.68, 1.35)),
            tabular=bool(rng.random() < 0.45),
            shear=shear,
            symbols_lean=bool(rng.random() < 0.6),
            drawn=0.75 if rng.random() < 0.8 else 0.1,
            bold=float(rng.uniform(0.02, 0.05)) if rng.random() < 0.1 else 0.0,
        )

    def _shear(self, rng: Rng) -> float:
        """How far a text leans: mostly as ISO 3098 has it, or anyhow."""
        lean = rng.random()
        if lean < self._leaning:
            return float(_SLANT * rng.uniform(0.7, 1.2))
        return float(rng.uniform(-0.5, 0.5)) if lean < self._leaning + _OBLIQUE else 0.0

    def row(self, text: str, style: Style, rng: Rng) -> Row:
        """The text in one row; `|` makes room for a bar, a space a gap."""
        parts: list[Shape] = []
        bars: list[float] = []
        x = 0.0
        for character in text:
            if character == " ":
                x += style.space
            elif character == "|":
                x += rng.uniform(0.15, 0.6)
                bars.append(x)
                x += rng.uniform(0.3, 0.7)
            else:
                shape, wide = self._placed(character, style, rng)
                gap = max(style.near * style.tracking, _CLEAR) if character in _LOW else style.tracking
                if x:
                    x -= style.tracking - gap
                parts.append(shape.moved(x, 0.0))
                x += wide + gap
        width = max((part.bounds()[2] for part in parts), default=0.0)
        return Row(union(parts), width, tuple(bars))

    def has(self, text: str) -> bool:
        """Whether each character is one that is drawn, or that some typeface has."""
        return all(
            c in " |" or c in CIRCLED_LETTERS or c in _LOOK_OF or self._having_one(frozenset(_GLYPHS.get(c, "") + c))
            for c in text
        )

    def _having_one(self, wanted: frozenset[str]) -> tuple[Face, ...]:
        """The faces that have one of some characters: of the setter's own, or of all where none of these has it."""
        if wanted not in self._known:
            having = tuple(face for face in self.faces if wanted & face.characters)
            self._known[wanted] = having or tuple(face for face in faces() if wanted & face.characters)
        return self._known[wanted]

    def _placed(self, character: str, style: Style, rng: Rng) -> tuple[Shape, float]:
        """A character with its left edge at 0, and its width."""
        shape, is_symbol = self._shape(character, style, rng)
        if not shape.contours:  # some typefaces have rare characters without any ink
            return shape, style.space
        if not is_symbol:
            shape = shape.transformed([[style.stretch, 0.0], [0.0, 1.0]])
        left, _, right, _ = shape.bounds()
        cell = 0.62 * style.stretch if style.tabular and character.isdigit() else 0.0
        wide = max(right - left, cell) + (_PEN if shape.lines else 0.0)
        shape = shape.moved((wide - right + left) / 2 - left, 0.0)
        if style.shear and (style.symbols_lean or not is_symbol):  # it leans over its neighbour, and is no wider
            shape = shape.transformed([[1.0, style.shear], [0.0, 1.0]])
        return shape, wide

    def _shape(self, character: str, style: Style, rng: Rng) -> tuple[Shape, bool]:
        if character in CIRCLED_LETTERS:
            return self._circled(CIRCLED_LETTERS[character], style, rng), True
        if character in _DOTS and rng.random() < _SMALL_DOTS:
            return _dots(character), True
        look = _LOOK_OF.get(character)
        face = self._face(character, style, rng)
        if look and (face is None or (rng.random() < style.drawn and not _is_plain(character))):
            return LOOKS[look](rng), True
        if face is None:
            message = f"no typeface has {character!r}: install fonts-osifont and fonts-dejavu"
            raise LookupError(message)
        glyphs = [g for g in _GLYPHS.get(character, character) if g in face.characters]
        glyph = character if character in glyphs or not glyphs else glyphs[int(rng.integers(len(glyphs)))]
        if character == "x" and "×" in glyphs and rng.random() < 0.4:
            glyph = "×"
        return face.glyph(glyph), False

    def _face(self, character: str, style: Style, rng: Rng) -> Face | None:
        """The style's face, or one that has the character where that one lacks it."""
        wanted = frozenset(_GLYPHS.get(character, "") + character)
        if wanted & style.face.characters:
            return style.face
        having = self._having_one(wanted)
        return having[int(rng.integers(len(having)))] if having else None

    def _circled(self, letter: str, style: Style, rng: Rng) -> Shape:
        inner = style.face.glyph(letter)
        left, bottom, right, top = inner.bounds()
        middle = (left + right) / 2, (bottom + top) / 2
        half = float(np.hypot(right - left, top - bottom)) / 2
        ring = Pen().ring(middle, half * rng.uniform(0.98, 1.5)).shape()
        return (inner + ring).scaled(rng.uniform(0.7, 1.0), middle)


def _weight(face: Face, script: Script) -> float:
    if not script.faces:
        return face.weight
    return next((weight for name, weight in script.faces if face.name.startswith(name)), 0.0)


def _dots(character: str) -> Shape:
    pen = Pen()
    for y in _DOTS[character]:
        pen.line((0.0, y), (0.0, y + 0.03))
    return pen.shape()


def _is_plain(character: str) -> bool:
    """Whether typefaces show the character as drawings do."""
    return character in "-+.x×"
