"""The order in which a person goes through what stands about a sheet: rows from the top, each from left to right."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from ...contract import Box, Item

T = TypeVar("T", bound=Item)


def in_reading_order(items: Sequence[T], row: float) -> list[T]:
    """The items by rows of their boxes' middles: a row begins with its highest item and is `row` points deep."""
    ordered: list[T] = []
    rest = sorted((item for item in items if item.box is not None), key=lambda item: _middle(item)[1])
    while rest:
        end = _middle(rest[0])[1] + row
        count = sum(_middle(item)[1] <= end for item in rest)
        ordered += sorted(rest[:count], key=lambda item: _middle(item)[0])
        rest = rest[count:]
    return ordered + [item for item in items if item.box is None]


def _middle(item: Item) -> tuple[float, float]:
    box: Box = item.box or (0.0, 0.0, 0.0, 0.0)
    return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
