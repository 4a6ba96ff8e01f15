"""What stands together on a sheet: a callout, a short mark, a line, a paragraph, stacked deviations, a table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from drawkit.engine.training.callouts.grammar import callout
from drawkit.engine.training.pixels import Rng
from drawkit.engine.training.readers.typeset import Row, Style, Typesetter

Wall = tuple[tuple[float, float], tuple[float, float]]

_LOW: Final = list("aaabcdeeeeefghiiijklmnnnoooprrrsssttttuvwxyz")
_HIGH: Final = list("AABCDEEEEFGHIIKLMNNOOPRRSSTTUVWXYZ")
_SHORT: Final = (
    *"0123456789ABCDEFx6801",
    *("R2", "R5", "10", "12", "16", "24", "25", "30", "45", "50", "75", "M6", "⌀8", "1:2", "2x", "15°", "0.5", "1.2"),
    *(".25", "±0.1", "+0.1", "-0.2", "mm", "Ra", "A3", "DIN 912", "S235", "1.4301", "REV", "N/A", "--"),
)
_LONE: Final = [*"0123456789012345678912345", *"ABCDEFGHJKLMNPRSTXYZ"]
_ALONE: Final = 0.45
_DEVIATIONS: Final = ("0", "0.1", "0.05", "0.2", "0,02", ".005", "0.012", "25.1", "12,3", "h7", "0.0")
_NOMINAL: Final = 0.5  # share of the deviations that stand behind a number
_UPRIGHT: Final = 0.8  # share of the tables with upright lines; the columns of others stand further apart
_WIDTH: Final = 0.6  # capital heights: the narrowest column's


@dataclass(frozen=True)
class Line:
    """A row of glyphs in capital heights from the group's corner, y downward; `y` is the middle of its capitals.

    `x` is where it starts, or its middle where `centred`.
    """

    row: Row
    x: float
    y: float
    centred: bool


@dataclass(frozen=True)
class Group:
    """Lines that belong together, and the walls between them; `most` is the tallest capital in pixels."""

    lines: tuple[Line, ...]
    walls: tuple[Wall, ...] = ()
    alone: bool = False
    most: float = 60.0


def group(setter: Typesetter, style: Style, rng: Rng) -> Group:
    """One of the kinds, in the style given. Raises LookupError for characters that no face has."""
    kind = rng.random()
    if kind < 0.68:
        text = callout(rng) if kind < 0.36 else _short(rng) if kind < 0.6 else phrase(rng, 8)
        return Group((Line(setter.row(text, style, rng), 0.0, 0.0, centred=True),), alone=True)
    return (_paragraph if kind < 0.8 else _stack if kind < 0.9 else _table)(setter, style, rng)


def _short(rng: Rng) -> str:
    """A mark of a few characters: one alone as often, in a balloon, of a datum or a view."""
    return str(rng.choice(_LONE if rng.random() < _ALONE else _SHORT))


def phrase(rng: Rng, most: int) -> str:
    """Up to `most` words in capitals, in lower case or as in a sentence, with numbers and marks among them."""
    kind = rng.random()
    return " ".join(_word(rng, k, kind) for k in range(int(rng.integers(1, most + 1))))


def _word(rng: Rng, place: int, kind: float) -> str:
    if rng.random() < 0.12:
        word = str(round(float(np.exp(rng.uniform(-3, 6))), int(rng.integers(0, 3))))
    else:
        word = "".join(rng.choice(_HIGH if kind < 0.5 else _LOW, int(rng.integers(1, 11))).tolist())
        word = word.capitalize() if kind >= 0.5 and (place == 0 or rng.random() < 0.15) else word
    return word + (str(rng.choice([",", ".", ":", ";"])) if rng.random() < 0.1 else "")


def _paragraph(setter: Typesetter, style: Style, rng: Rng) -> Group:
    pitch, most, centred = rng.uniform(1.3, 2.1), int(rng.integers(2, 10)), bool(rng.random() < 0.25)
    numbered = rng.random() < 0.4
    lines = []
    for k in range(int(rng.integers(2, 9))):
        number = f"{k + 1}. " if numbered and rng.random() < 0.6 else ""
        lines.append(Line(setter.row(number + phrase(rng, most), style, rng), 0.0, k * pitch, centred))
    return Group(tuple(lines), most=14.0)


def _stack(setter: Typesetter, style: Style, rng: Rng) -> Group:
    pitch = rng.uniform(1.22, 1.5)
    texts = [str(rng.choice(["+", "-", "±", ""])) + str(rng.choice(_DEVIATIONS)) for _ in range(2)]
    rows = [setter.row(text, style, rng) for text in texts]
    lines = [Line(row, 0.0, k * pitch, centred=False) for k, row in enumerate(rows)]
    if rng.random() < _NOMINAL:
        nominal = setter.row(
            str(rng.choice(["", "", "R", "⌀"])) + str(round(float(np.exp(rng.uniform(0, 6))), 1)), style, rng
        )
        lines.append(Line(nominal, -nominal.width - rng.uniform(0.3, 0.8), pitch / 2, centred=False))
    return Group(tuple(lines), most=24.0)


def _table(setter: Typesetter, style: Style, rng: Rng) -> Group:
    rows, columns = int(rng.integers(1, 8)), int(rng.integers(1, 6))
    ruled = bool(rng.random() < _UPRIGHT)
    high, nudge = rng.uniform(1.35, 2.6), rng.uniform(-0.15, 0.15)
    pad = rng.uniform(0.25, 0.9) if ruled else rng.uniform(0.7, 1.5)
    cells = [[_cell(setter, style, rng) for _ in range(columns)] for _ in range(rows)]
    widths = [max(_WIDTH, *(r[c].width for r in cells)) + 2 * pad + rng.exponential(0.6) for c in range(columns)]
    edges = np.concatenate([[0.0], np.cumsum(widths)]).tolist()
    centred = [bool(rng.random() < 0.5) for _ in range(columns)]
    places = [(edges[c] + edges[c + 1]) / 2 if centred[c] else edges[c] + pad for c in range(columns)]
    lines = tuple(
        Line(row, places[c], r * high + nudge, centred[c]) for r, cell in enumerate(cells) for c, row in enumerate(cell)
    )
    top, bottom = -high / 2, rows * high - high / 2
    upright = [((x, top), (x, bottom)) for x in edges] if ruled else []
    level = [((0.0, top + r * high), (edges[-1], top + r * high)) for r in range(rows + 1)]
    return Group(lines, (*upright, *level), most=16.0)


def _cell(setter: Typesetter, style: Style, rng: Rng) -> Row:
    kind = rng.random()
    if kind < 0.15:
        return setter.row("", style, rng)
    text = str(rng.choice(_SHORT)) if kind < 0.5 else phrase(rng, 4) if kind < 0.85 else callout(rng)
    return setter.row(text, style, rng)
