"""Numbers with the deviations that stand above each other behind them: one text in two rows, which one box shows whole.

ISO 129-1, clause 9, and ASME Y14.5 set the upper deviation above the lower one behind the nominal, about its middle, in
letters as high as its own or lower. The finder sees three texts there, or two where the rows nearly touch.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from .boxes import TextBox, close_pairs, turn_between

_ALONG: Final = 10.0  # degrees between texts that run alike
_LOWER, _HIGHER = 0.45, 1.15
"""Heights of a deviation's box, in those of its nominal's."""

_LONGEST: Final = 4.5
"""Heights of its box that a deviation is long at most: a sign, a point and six figures."""

_NEAR, _FAR = 0.45, 0.5
"""Of the nominal's height: how far the box of a deviation reaches into its box, and how far it stays behind it."""

_OFF, _WIDE = 0.12, 0.75
"""Of the nominal's height: how far from its middle the middle of a deviation stands, at least and at most."""


def deviation_stacks(boxes: Sequence[TextBox]) -> list[TextBox]:
    """Boxes around numbers and two rows behind them, `guessed`; where one row was found the other one mirrors it.

    They lie beside the boxes that are handed over and replace none of them: whether a stack stands there readers say.
    """
    behind: dict[int, list[tuple[float, float]]] = defaultdict(list)
    for one, other in close_pairs(boxes, _FAR):
        if (reach := _behind(boxes[one], boxes[other])) is not None:
            behind[one].append(reach)
    return [_around(boxes[one], rows) for one, rows in behind.items()]


def _behind(nominal: TextBox, row: TextBox) -> tuple[float, float] | None:
    """Where a row behind a nominal ends along it, and how far it reaches from its middle line; None if it is none."""
    along, across = nominal.offset(row)
    gap = along - (nominal.length + row.length) / 2
    close = -_NEAR * nominal.height <= gap <= _FAR * nominal.height
    beside = _OFF * nominal.height <= abs(across) <= _WIDE * nominal.height
    alike = turn_between(row, nominal) <= _ALONG and _LOWER <= row.height / nominal.height <= _HIGHER
    if row.elongation <= _LONGEST and alike and close and beside:
        return along + row.length / 2, abs(across) + row.height / 2
    return None


def _around(nominal: TextBox, behind: Sequence[tuple[float, float]]) -> TextBox:
    end = max(nominal.length / 2, *(end for end, _ in behind))
    half = max(nominal.height / 2, *(reach for _, reach in behind))
    whole = nominal.part(0.0, nominal.length / 2 + end)
    return replace(whole, height=2 * half, rows=2, guessed=True)
