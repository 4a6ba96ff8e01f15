"""One unit a row: what the values of an item are in, and the factor that brings its lengths into that unit."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from drawkit.contract import Dimension, Hole, Item, SurfaceTexture, Thread
from drawkit.tolerances import unit_of

LENGTHS: Final = ("mm", "inch")
ROUGHNESS: Final = ("µm", "µin")
_MM_PER_INCH: Final = 25.4
_METRIC: Final = re.compile(r"MJ?\s*(\d+(?:[.,]\d+)?)", re.IGNORECASE)
_ONLY_MICROMETRES: Final = frozenset({0.2, 0.4, 0.8, 1.6, 3.2, 6.3, 12.5, 25.0, 50.0, 100.0})
"""Of the usual values of Ra, those that no drawing states in microinches (ISO 21920-3; ASME B46.1)."""


class RowUnit(NamedTuple):
    """The unit of a row, None where the drawing does not tell it, and the factor for lengths that are in the drawing's.

    A metric thread on a drawing in inches has its size in mm and its depth in inches: its row is in mm.
    """

    name: str | None = None
    factor: float = 1.0

    def length(self, value: float | None) -> float | None:
        """A length of the drawing in the unit of the row."""
        return value if value is None or self.factor == 1.0 else round(value * self.factor, 4)


def row_unit(item: Item, units: str | None, sizes: Mapping[str, str]) -> RowUnit:
    """Tell the unit of an item's values; `sizes` are the kinds of the dimensions by id."""
    drawing = units if units in LENGTHS else None
    if isinstance(item, SurfaceTexture):
        return RowUnit(_roughness(item, drawing))
    own = _own(item, units, sizes)
    if own in {None, "degree", drawing}:
        return RowUnit(own)
    if not _has_lengths(item):
        return RowUnit(own)
    return RowUnit() if drawing is None else RowUnit(own, _MM_PER_INCH if own == "mm" else 1 / _MM_PER_INCH)


def _own(item: Item, units: str | None, sizes: Mapping[str, str]) -> str | None:
    """The unit of an item's own size: of a threaded hole that of the thread, where it is the thread's size."""
    if isinstance(item, Dimension):
        return unit_of(item.kind, units, item.thread)
    if isinstance(item, Hole) and item.thread and item.diameter is not None:
        return unit_of("thread" if _is_threads(item, sizes) else "diameter", units, item.thread)
    return unit_of("linear", units)


def _is_threads(hole: Hole, sizes: Mapping[str, str]) -> bool:
    """Whether a hole's diameter is the size of its thread and not that of a drill."""
    kind = sizes.get(hole.dimension_id or "")
    if kind is not None:
        return kind == "thread"
    named = _METRIC.match(hole.thread or "")
    return named is not None and float(named[1].replace(",", ".")) == hole.diameter


def _has_lengths(item: Item) -> bool:
    bores: list[Any] = [getattr(item, name, None) for name in ("counterbore", "countersink")]
    lengths = [bore.diameter for bore in bores if bore] + [bore.depth for bore in bores[:1] if bore]
    depth = getattr(item, "depth", None) if isinstance(item, Dimension | Hole | Thread) else None
    return any(isinstance(value, float | int) for value in (*lengths, depth))


def _roughness(item: SurfaceTexture, drawing: str | None) -> str | None:
    """Micrometres or microinches: as printed, else as the drawing's lengths are; None where that is not sure."""
    if re.search(r"[µμu]\s*in", item.text, re.IGNORECASE):
        return "µin"
    if re.search(r"[µμu]m", item.text):
        return "µm"
    if drawing == "inch":
        return None if item.value in _ONLY_MICROMETRES else "µin"
    return "µm" if drawing == "mm" else None
