"""What a net learns to read: the characters it tells apart, what is written with them, and in which hand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from drawkit.engine.training.pixels import Rng


@dataclass(frozen=True)
class Script:
    """Class 0 is the blank of connectionist temporal classification (CTC), class k is character k - 1.

    `write` makes one text and `label` what the net shall say for it. `nothing` is the share of crops that say nothing,
    `leaning` of texts slanted as ISO 3098 has it, `widest` how many pixels a crop has at most; `faces` weighs
    typefaces by how their names begin, all as they are known where it is empty.
    """

    characters: str
    write: Callable[[Rng], str]
    label: Callable[[str], str]
    nothing: float
    leaning: float
    widest: int
    faces: tuple[tuple[str, float], ...] = ()

    @cached_property
    def number(self) -> dict[str, int]:
        """The class of each character."""
        return {character: number for number, character in enumerate(self.characters, 1)}

    def encoded(self, text: str) -> list[int]:
        """The class numbers of a label. Raises KeyError for a character the net does not know."""
        return [self.number[character] for character in text]

    def decoded(self, classes: NDArray[np.int64]) -> str:
        """The text of one row of best classes: repeats and blanks left out (greedy CTC)."""
        starts = (classes != 0) & (np.diff(classes, prepend=0) != 0)
        return "".join(self.characters[k - 1] for k in classes[starts])

    def places_of(self, classes: Sequence[str]) -> list[int]:
        """Where each class of another net (its characters in order) stands here: 0 for the blank, -1 if unknown."""
        return [0, *(self.number.get(c, -1) for c in classes)]
