"""The characters that the callout net tells apart; class 0 is CTC's blank, class k is character k - 1."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

import numpy as np
from numpy.typing import NDArray

CHARACTERISTICS: Final = "⌖⏥⏤○⌭⌒⌓∠⊥∥◎⌯↗⌰"

# New characters go to the end: weights of an older net then stay in their places.
ALPHABET: Final = (
    "0123456789.,+-±°⌀x()/:'\"|=_#&%;<>@*□√²µ"
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwyzäöüß"
    f"{CHARACTERISTICS}ⓂⓁⓅ↧⌴⌵"
    "[]ⒻⓈⓉⓊⒺⓇ"
)
NUMBER: Final = {character: number for number, character in enumerate(ALPHABET, 1)}
_WRITTEN: Final = str.maketrans({"×": "x", " ": None})


def label(text: str) -> str:
    """What the net shall say for a drawn text: no spaces, one sign for every multiplication sign."""
    return text.translate(_WRITTEN)


def encoded(text: str) -> list[int]:
    """The class numbers of a label. Raises KeyError for a character the net does not know."""
    return [NUMBER[character] for character in text]


def decoded(classes: NDArray[np.int64]) -> str:
    """The text of one row of best classes: repeats and blanks left out (greedy CTC)."""
    starts = (classes != 0) & (np.diff(classes, prepend=0) != 0)
    return "".join(ALPHABET[k - 1] for k in classes[starts])


def columns_needed(text: str) -> int:
    """The least number of output columns that can say `text`: one a character, one more between equal ones."""
    return len(text) + sum(a == b for a, b in pairwise(text))


def alphabet_of(classes: Sequence[str]) -> list[int]:
    """Where each class of another net (its characters in order) stands in ours, 0 for the blank in front."""
    return [0, *(NUMBER[c] for c in classes)]
