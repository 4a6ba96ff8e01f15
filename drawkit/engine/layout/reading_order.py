"""The order in which a person goes through what stands about a sheet: rows from the top, each from left to right."""

from __future__ import annotations

from collections.abc import Iterable
from operator import itemgetter
from typing import TypeVar

from ...contract import Item

T = TypeVar("T", bound=Item)


def in_reading_order(items: Iterable[T], row: float) -> list[T]:
    """The items by rows of their boxes' middles: a row begins with its highest item and is `row` points deep.

    What has no box comes last.
    """
    placed: list[tuple[float, float, T]] = []
    without: list[T] = []
    for item in items:
        if item.box is None:
            without.append(item)
        else:
            x0, top, x1, bottom = item.box
            placed.append(((top + bottom) / 2, (x0 + x1) / 2, item))
    placed.sort(key=itemgetter(0))
    ordered: list[T] = []
    while placed:
        end = placed[0][0] + row
        count = sum(y <= end for y, _, _ in placed)
        ordered += [item for _, _, item in sorted(placed[:count], key=itemgetter(1))]
        placed = placed[count:]
    return ordered + without
