"""Groups of what chains of pairs connect."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from drawkit.engine.connected import connected

COUNT = 30
PAIRS = st.lists(st.tuples(st.integers(0, COUNT - 1), st.integers(0, COUNT - 1)), max_size=40)


def by_walking(pairs: list[tuple[int, int]]) -> list[int]:
    """From each thing along all pairs: the least that can be reached."""
    beside: dict[int, set[int]] = {n: {n} for n in range(COUNT)}
    for a, b in pairs:
        beside[a].add(b)
        beside[b].add(a)
    out = []
    for start in range(COUNT):
        seen, edge = {start}, [start]
        while edge:
            new = beside[edge.pop()] - seen
            seen |= new
            edge.extend(new)
        out.append(min(seen))
    return out


@given(PAIRS)
def test_each_has_the_least_that_it_is_connected_to(pairs: list[tuple[int, int]]) -> None:
    one, other = np.array(pairs, np.intp).reshape(-1, 2).T
    assert connected(one, other, COUNT).tolist() == by_walking(pairs)


def test_a_long_chain_is_one() -> None:
    chain = np.random.default_rng(1).permutation(5000)
    assert not connected(chain[:-1], chain[1:], 5000).any()
