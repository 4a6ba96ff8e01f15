"""The places of gathered candidates, for a net to learn what surrounds a dimension."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ..looks.places import Places
from .gather import Page

_FOLDS: Final = 8


def places_of_pages(pages: Sequence[Page], printed: NDArray[np.bool_]) -> Places:
    """All places of the pages that have pictures, in their order; sources are left out together, in groups alike.

    `printed` says of all candidates of all pages which are dimensions.
    """
    ends = np.cumsum([len(p.values) for p in pages])[:-1]
    told = [(p, own) for p, own in zip(pages, np.split(printed, ends), strict=True) if p.surroundings]
    shown = [p for p, _ in told]
    right = np.concatenate([_right(p, own) for p, own in told])
    sources = [p.source for p in shown for _ in p.surroundings]
    groups = _groups(sources)
    fold = np.array([groups[s] for s in sources], np.int64)
    return Places([code for p in shown for code in p.surroundings], right, fold, _weights(sources, right))


def _right(page: Page, printed: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """At which places of a page a dimension stands."""
    out = np.zeros(len(page.surroundings), np.bool_)
    np.logical_or.at(out, page.place, printed)
    return out


def _groups(sources: Sequence[str]) -> dict[str, int]:
    """The group of each source: the largest first, each into the group with the fewest places."""
    full = [0] * _FOLDS
    out: dict[str, int] = {}
    for source, count in Counter(sources).most_common():
        out[source] = int(np.argmin(full))
        full[out[source]] += count
    return out


def _weights(sources: Sequence[str], right: NDArray[np.bool_]) -> NDArray[np.float64]:
    """Sources count by the root of their places; what is a dimension counts in all as much as what is none."""
    counts = Counter(sources)
    weight = np.array([counts[s] ** -0.5 for s in sources])
    weight[right] /= max(weight[right].sum(), 1e-9)
    weight[~right] /= max(weight[~right].sum(), 1e-9)
    return weight
