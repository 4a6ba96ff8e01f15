"""The symbols of drawings as small vector glyphs, on the same grid as the letters (capital height 10 units)."""

from __future__ import annotations

from functools import cache
from typing import Final

from drawkit.contract import Characteristic

from .strokefont import Stroke, glyph, strokes_of

DIAMETER: Final = "⌀"
DEPTH: Final = "↧"
COUNTERBORE: Final = "⌴"
COUNTERSINK: Final = "⌵"
SQUARE: Final = "□"

CHARACTERISTICS: Final[dict[Characteristic, str]] = {
    "straightness": "⏤",
    "flatness": "⏥",
    "circularity": "○",
    "cylindricity": "⌭",
    "profile_line": "⌒",
    "profile_surface": "⌓",
    "angularity": "∠",
    "perpendicularity": "⊥",
    "parallelism": "∥",
    "position": "⌖",
    "concentricity": "◎",
    "symmetry": "⌯",
    "circular_runout": "↗",
    "total_runout": "⌰",
}
"""The characteristic's sign in a feature control frame (ISO 1101, table 1)."""

MODIFIERS: Final[dict[str, str]] = {"M": "Ⓜ", "L": "Ⓛ", "P": "Ⓟ", "E": "Ⓔ", "F": "Ⓕ"}
"""Modifier letters in a circle (ISO 1101, ISO 2692)."""

_RAW: Final[dict[str, tuple[float, str]]] = {
    "⌀": (7.6, "@3.8,5,3.5,3.5,90,450 / 0.6,-0.4 7,10.4"),
    "±": (6, "0,6 6,6 / 3,3 3,9 / 0,0.8 6,0.8"),
    "°": (3, "@1.5,8.5,1.5,1.5,90,450"),
    "×": (5.6, "0.2,1.4 5.4,7 / 0.2,7 5.4,1.4"),
    "↧": (6, "0,9.6 6,9.6 / 3,9.6 3,0.3 / 1.4,4.4 3,0.3 4.6,4.4"),
    "⌴": (8, "0,8 0,2 8,2 8,8"),
    "⌵": (8.6, "0,8.4 4.3,1.4 8.6,8.4"),
    "□": (7, "0,1 7,1 7,8 0,8 0,1"),
    "⏤": (10, "0,5 10,5"),
    "⏥": (11, "0,1.8 3.2,8.2 11,8.2 7.8,1.8 0,1.8"),
    "○": (8, "@4,5,4,4,90,450"),
    "⌭": (10.4, "@5.2,5,2.8,2.8,90,450 / 0,1 3.6,9 / 6.8,1 10.4,9"),
    "⌒": (9, "@4.5,2.6,4.5,4.8,180,0"),
    "⌓": (9, "0,2.6 @4.5,2.6,4.5,4.8,180,0 0,2.6"),
    "∠": (9.5, "8.6,8.6 0,1 9.5,1"),
    "⊥": (9, "0,0.6 9,0.6 / 4.5,0.6 4.5,9.6"),
    "∥": (7.4, "0,0.4 4,9.6 / 3.4,0.4 7.4,9.6"),
    "⌖": (10, "@5,5,3,3,90,450 / 0,5 10,5 / 5,0 5,10"),
    "◎": (9, "@4.5,5,4.5,4.5,90,450 / @4.5,5,2.4,2.4,90,450"),
    "⌯": (9, "1.5,2 7.5,2 / 0,5 9,5 / 1.5,8 7.5,8"),
    "↗": (7.6, "0,0.4 7.2,9.6 / 3.9,8.2 7.2,9.6 6.9,6"),
    "⌰": (11, "0,0.4 7.5,0.4 / 0,0.4 5,9.4 / 2.3,7.8 5,9.4 5.2,6.3 / 6,0.4 11,9.4 / 8.3,7.8 11,9.4 11.2,6.3"),
}


@cache
def symbol(char: str) -> tuple[float, tuple[Stroke, ...]] | None:
    """Width and strokes of a symbol, units; None when `char` is none."""
    if char in _RAW:
        width, code = _RAW[char]
        return width, strokes_of(code)
    letter = next((plain for plain, circled in MODIFIERS.items() if circled == char), None)
    return _circled(letter) if letter else None


def _circled(letter: str) -> tuple[float, tuple[Stroke, ...]]:
    found = glyph(letter)
    width, strokes = found if found else (0.0, ())
    shift = 5.4 - width * 0.3
    small = tuple(tuple((x * 0.6 + shift, y * 0.6 + 2) for x, y in stroke) for stroke in strokes)
    return 10.8, (*strokes_of("@5.4,5,5.4,5.4,90,450"), *small)


SYMBOLS: Final = frozenset(_RAW) | frozenset(MODIFIERS.values())
"""Every character this module can draw; what CAD systems often draw as paths, outside the text layer."""
