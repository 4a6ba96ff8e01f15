"""CPU seconds as on the machine for which the tests' limits are written: a pytest plugin.

A machine of a third of the speed, or one whose cores others use as well, makes no code slow. So what a call costs is
told beside what a loop of known work costs at the same moment.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeAlias

import pytest

Cost: TypeAlias = Callable[..., float]

_LOOPS = 100_000
_LOOPS_S = 0.013
"""What the loops take where the limits were set."""


@pytest.fixture(scope="session")
def cpu_seconds() -> Cost:
    """A function that calls another once, with what follows, and returns its CPU seconds; less on a slow machine."""

    def cost(function: Callable[..., object], *args: object) -> float:
        before = _spent(_work)
        spent = _spent(function, *args)
        slowness = (
            min(before, _spent(_work)) / _LOOPS_S
        )  # what comes over one of the two loops alone is no slow machine
        return spent / max(slowness, 1.0)

    return cost


def _spent(function: Callable[..., object], *args: object) -> float:
    began = time.process_time()
    function(*args)
    return time.process_time() - began


def _work() -> int:
    return sum(number * number % 7 for number in range(_LOOPS))
