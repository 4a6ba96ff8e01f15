"""What belongs together because a chain of pairs connects it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.intp]


def connected(one: Numbers, other: Numbers, count: int) -> Numbers:
    """For each of `count` things the least number among those that pairs (`one`, `other`) connect it to: its group."""
    group = np.arange(count)
    while True:
        least = np.minimum(group[one], group[other])
        np.minimum.at(group, one, least)
        np.minimum.at(group, other, least)
        group = group[group]  # so that a long chain takes few rounds
        if (group[one] == group[other]).all():
            return group
