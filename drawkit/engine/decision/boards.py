"""What circuit diagrams and board sheets write like sizes: pin numbers, names of parts, ratings (IEC 60062).

A pin number stands at a line as a size does, but at none between two heads; and those of a component go through from
one. The few sizes of such a sheet, those of the board, stand at dimension lines and leaders like any other.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ..layout.designators import is_name, shows_board, shows_circuit
from ..objects.scene import FAR
from ..sheet import Word
from .candidates import Candidate
from .features import NAMES, Rows, bare_number
from .model import Chances

_RATING: Final = re.compile(
    r"\d+(?:[.,]\d+)?\s?(?:R|[pnuµμ]F?|[kKM]?Ω|[kKM]\d*|[munµμ]?H|[kKMG]?Hz|[mµμk]?[VAW])(?!\w).*|\d{7,}R?"
)
"""A resistance, capacitance, inductance, frequency, voltage, current or power; an order number."""

_NUMBER: Final = re.compile(r"\d*[.,]\d+")
"""A number that circuit diagrams write beside parts as their value, in units that go without saying."""

_PINS: Final = 6  # different numbers of a sheet that go through from one: sizes leave out most
_THROUGH: Final = 0.5  # share of the numbers up to the highest of them that the sheet shows
_ACROSS, _BEYOND = 1.2, 5.0
"""Letter heights off a line between two heads and beyond its ends, within which a text is that of a size."""


def without_board_numbers(
    candidates: Sequence[Candidate], features: Rows, chances: Chances, words: Sequence[Word]
) -> Chances:
    """The chances (n), with 0 for pin numbers, names and ratings of parts.

    `words` are all outside tables: in those of a mechanical drawing parts and supplies are named, too.
    On a circuit diagram wires come to heads and dots: a name at one has no leader.
    """
    if not shows_board(words):
        return chances
    circuit = shows_circuit(words)
    texts = [" ".join(line.text for line in c.lines) for c in candidates]
    values = np.array([bare_number(c) for c in candidates])
    whole, rated = _which(str.isdecimal, texts), _which(_RATING.fullmatch, texts)
    named, valued = _which(is_name, texts), _which(_NUMBER.fullmatch, texts) & circuit
    across, beyond, steps = (features[:, NAMES.index(name)] for name in ("span_across", "span_beyond", "steps"))
    spanned = (across < _ACROSS) & (beyond < _BEYOND)
    led = (steps < FAR) & (not circuit)
    numbered = (values > 0) & (values <= _highest_pin(values))
    counted = np.array([c.ordinate and not circuit for c in candidates], np.bool_)  # pins stand as evenly
    pins = whole & (~spanned | numbered) & ~counted
    return np.where(pins | rated | (((named & ~led) | valued) & ~spanned), 0.0, chances)


def _which(tells: Callable[[str], object], texts: Sequence[str]) -> NDArray[np.bool_]:
    return np.array([bool(tells(text)) for text in texts], np.bool_)


def _highest_pin(values: NDArray[np.int_]) -> int:
    """Up to which number those of a sheet go through from one; 0 where they do not."""
    shown = np.unique(values[values > 0])
    through = (np.arange(len(shown)) + 1 >= _THROUGH * shown) & (np.arange(len(shown)) + 1 >= _PINS)
    return int(shown[through].max()) if through.any() else 0
