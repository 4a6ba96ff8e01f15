"""Which candidates of a labelled drawing are dimensions on it: by their values, each printed dimension once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ....contract import Dimension

_ALIKE = {
    **dict.fromkeys(("ordinate", "square", "other", "arc_length"), "linear"),
    "spherical_diameter": "diameter",
    "spherical_radius": "radius",
}
"""Kinds that labels and readings tell in more than one way."""
_PLACES = 4  # decimals in which values are compared


def value_of(one: Dimension | Mapping[str, Any]) -> Hashable:
    """What a dimension says, of a label or of a reading: the kind of size and its nominal or limits."""
    told: Mapping[str, Any] = one.model_dump() if isinstance(one, Dimension) else one
    kind = str(told.get("kind") or "linear")
    nominal = told.get("nominal")
    limits = tuple(_rounded(told.get(name)) if nominal is None else None for name in ("max", "min"))
    return (_ALIKE.get(kind, kind), _rounded(nominal), *limits)


def _rounded(value: object) -> float | None:
    return round(float(value), _PLACES) if isinstance(value, int | float) else None


def labelled_values(label: Mapping[str, Any], page: int) -> dict[Hashable, int]:
    """How often each value is printed on a page, by its label (format: one entry for each printed dimension)."""
    counts: dict[Hashable, int] = defaultdict(int)
    for one in label.get("pages") or []:
        if int(one.get("page", 1)) == page:
            for dimension in one.get("dimensions") or []:
                counts[value_of(dimension)] += 1
    return dict(counts)


def assigned(
    values: Sequence[Hashable], counts: Mapping[Hashable, int], weights: NDArray[np.float64]
) -> NDArray[np.bool_]:
    """Which candidates of a page are its dimensions: of those with one value as many as are printed, heaviest first.

    A label tells values, not places: where a table says the same number, the likelier candidate is the dimension.
    """
    out = np.zeros(len(values), bool)
    by_value: dict[Hashable, list[int]] = defaultdict(list)
    for index, value in enumerate(values):
        by_value[value].append(index)
    for value, indices in by_value.items():
        ordered = sorted(indices, key=lambda i: -weights[i])
        out[ordered[: counts.get(value, 0)]] = True
    return out
