"""What reading costs as a sheet grows: CPU seconds over the number of things on it, as an exponent."""

from __future__ import annotations

import time

import pytest
from grown import SERIES, exponent

from drawkit import engine
from drawkit.contract import Options

FACTORS = [1, 2, 4, 8, 16, 32]
STEEPEST = 1.15
LONGEST_S = 25.0
"""CPU seconds from which on no larger sheet is read: the slope is known by then."""
ROUNDS = 3
"""Of each sheet the least of these counts: what else the machine does comes and goes, and only adds."""


@pytest.fixture(scope="module", autouse=True)
def warm() -> None:
    """The models are loaded once a process."""
    for name in ("words and lines", "stroked text", "pixels"):
        make, smallest = SERIES[name]
        engine.analyze(make(smallest))


def cost(data: bytes) -> float:
    """CPU seconds of reading a sheet."""
    began = time.process_time()
    engine.analyze(data, options=Options(page_seconds=600))
    return time.process_time() - began


@pytest.mark.parametrize("series", SERIES)
def test_cost_grows_with_the_sheet(series: str) -> None:
    make, smallest = SERIES[series]
    sheets = {smallest * factor: make(smallest * factor) for factor in FACTORS}
    seconds: dict[int, float] = {}
    for _ in range(ROUNDS):
        for size, data in sheets.items():
            seconds[size] = min(seconds.get(size, LONGEST_S * 10), cost(data))
            if seconds[size] > LONGEST_S:
                sheets = {other: sheets[other] for other in sheets if other <= size}
                break
    slope = exponent([*seconds], [*seconds.values()])
    print(f"\n{series}: " + ", ".join(f"{n}: {s:.2f}" for n, s in seconds.items()) + f"; {slope:.2f}")
    assert slope <= STEEPEST


def test_a_page_beyond_all_measure_ends_with_what_was_found() -> None:
    make, _ = SERIES["words and lines"]
    began = time.process_time()
    result = engine.analyze(make(20_000), options=Options(page_seconds=10))
    seconds = time.process_time() - began
    print(f"\n20,000 words with their lines in 10 s: {seconds:.1f} CPU s, {len(result.dimensions)} dimensions")
    assert seconds <= 15
    assert any("computing time" in remark for remark in result.pages[0].remarks)
