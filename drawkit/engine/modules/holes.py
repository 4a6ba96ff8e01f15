"""Holes: callouts that say more than a diameter (ISO 15786, ASME Y14.5, 4)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from ...contract import Dimension, Hole

_PLACE = {"page", "text", "box", "rotation", "sheet_zone", "confidence", "read_from"}

_BORE: Final = re.compile(r"^[A-Z]{1,2}\d{1,2}$")
"""Tolerance classes of internal features are in capitals (ISO 286-1, 4.3.2)."""

_EXTERNAL: Final = re.compile(r"(?<![A-Za-z])\d{1,2}[a-h](?:\d[a-h])?\b|-\dA\b")
"""Tolerance classes of external threads: 6g, 5g6g (ISO 965-1), 2A (ASME B1.1)."""


def read(dimensions: Sequence[Dimension]) -> list[Hole]:
    """One hole for each callout with a depth, a counterbore, a countersink, an internal thread or fit, or a count."""
    return [hole_of(d) for d in dimensions if _is_hole(d)]


def _is_hole(d: Dimension) -> bool:
    if d.kind not in ("diameter", "thread"):
        return False
    if (d.fit or "").islower() or _EXTERNAL.search(d.thread or ""):
        return False
    told = any(v is not None for v in (d.depth, d.counterbore, d.countersink, d.thread))
    return told or d.quantity > 1 or _BORE.match(d.fit or "") is not None


def hole_of(d: Dimension, label: str | None = None) -> Hole:
    """The hole that a callout tells; `label` is its tag in a hole table."""
    return Hole(
        **d.model_dump(include=_PLACE),
        quantity=d.quantity,
        diameter=d.nominal,
        depth=d.depth,
        thread=d.thread,
        counterbore=d.counterbore,
        countersink=d.countersink,
        label=label,
        dimension_id=d.id or None,
    )
