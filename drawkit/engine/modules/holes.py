"""Holes: callouts that say more than a diameter (ISO 15786, ASME Y14.5, 4)."""

from __future__ import annotations

from collections.abc import Sequence

from ...contract import Dimension, Hole

_PLACE = {"page", "text", "box", "rotation", "sheet_zone", "confidence", "read_from"}


def read(dimensions: Sequence[Dimension]) -> list[Hole]:
    """One hole for each callout with a depth, a counterbore, a countersink, a thread or a count."""
    return [_hole(d) for d in dimensions if _is_hole(d)]


def _is_hole(d: Dimension) -> bool:
    if d.kind not in ("diameter", "thread"):
        return False
    return d.quantity > 1 or any(v is not None for v in (d.depth, d.counterbore, d.countersink, d.thread))


def _hole(d: Dimension) -> Hole:
    return Hole(
        **d.model_dump(include=_PLACE),
        quantity=d.quantity,
        diameter=d.nominal,
        depth=d.depth,
        thread=d.thread,
        counterbore=d.counterbore,
        countersink=d.countersink,
        dimension_id=d.id or None,
    )
