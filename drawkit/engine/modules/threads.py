"""Threads: the designations that callouts carry (ISO 965, ISO 6410, ASME B1)."""

from __future__ import annotations

from collections.abc import Sequence

from ...contract import Dimension, Thread

_PLACE = {"page", "text", "box", "rotation", "sheet_zone", "confidence", "read_from"}


def read(dimensions: Sequence[Dimension]) -> list[Thread]:
    """One thread for each callout with a thread designation."""
    return [_thread(d) for d in dimensions if d.thread]


def _thread(dimension: Dimension) -> Thread:
    return Thread(
        **dimension.model_dump(include=_PLACE),
        designation=dimension.thread or "",
        quantity=dimension.quantity,
        depth=dimension.depth,
        dimension_id=dimension.id or None,
    )
