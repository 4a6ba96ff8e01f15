"""A whole sheet whose letters are strokes: what a detector of letters throws away there is missed everywhere."""

from __future__ import annotations

from collections import Counter

import pytest

from drawkit import engine, samples


@pytest.mark.parametrize("seed", [9, 10])
def test_rows_of_ordinates_keep_their_zeros(seed: int) -> None:
    sample = samples.make("plate", seed=seed, carrier="stroked", sheet="A3", dpi=200)
    told = Counter(d.nominal for d in engine.analyze(sample.data).dimensions if d.kind == "ordinate")
    printed = Counter(d.nominal for d in sample.truth.dimensions if d.kind == "ordinate")
    assert printed[0] == 2
    assert told == printed
