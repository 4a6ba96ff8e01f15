"""What one page may cost: CPU seconds, of which each stage of reading has a share, and a pulse for whoever waits.

Where the machine is busy, CPU seconds are long: a page may have a moment too at which it ends.

The budget of the page at hand is a context variable: whoever searches or reads in a loop looks at the clock without
being handed one. Outside a budget there is all the time there is.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from types import TracebackType
from typing import Final, TypeVar

T = TypeVar("T")

USUAL_SECONDS: Final = 60.0
"""CPU seconds of a page where nothing else is said."""

_LOOK_S: Final = 0.04  # seconds between two looks at the processor's clock, which costs more than the wall's
_PULSE_S: Final = 0.25  # seconds between two pulses: whoever cancels is heard as fast


class OutOfTimeError(Exception):
    """What a page, or a stage of it, may cost is spent."""


@dataclass
class Budget:
    """What a page may cost. `cut` tells what was left out for want of time, in the order of its leaving.

    It ends at the moment `until` of `time.monotonic`, also where it has not had all its seconds by then: `late`.
    """

    seconds: float = USUAL_SECONDS
    pulse: Callable[[], None] = field(default=lambda: None, repr=False)
    cut: list[str] = field(default_factory=list)
    until: float = math.inf
    late: bool = field(default=False, init=False)

    def __post_init__(self) -> None:
        self.ends = time.process_time() + self.seconds
        self._stage_ends, self._stage_until = self.ends, self.until
        self._heard = self._looked = time.monotonic()
        self._spent = time.process_time()

    def left(self) -> float:
        """Seconds that the stage at hand still has, of CPU or until its moment; negative when it is over."""
        now = time.monotonic()
        if now - self._heard >= _PULSE_S:
            self._heard = now
            self.pulse()
        if now - self._looked >= _LOOK_S:
            self._looked, self._spent = now, time.process_time()
        of_cpu, on_wall = self._stage_ends - self._spent, self._stage_until - now
        self.late = self.late or on_wall <= 0 < of_cpu
        return min(of_cpu, on_wall)

    @contextmanager
    def stage(self, share: float = 1.0) -> Iterator[None]:
        """A stage that may take no more than this share of the time that is left."""
        before, now, moment = (self._stage_ends, self._stage_until), time.process_time(), time.monotonic()
        self._looked, self._spent = moment, now
        self._stage_ends = now + share * (before[0] - now)
        self._stage_until = moment + share * (before[1] - moment)
        try:
            yield
        finally:
            self._stage_ends, self._stage_until = before

    def leave_out(self, what: str) -> None:
        """Note that something was left out for want of time."""
        if what not in self.cut:
            self.cut.append(what)


_CURRENT: ContextVar[Budget | None] = ContextVar("budget", default=None)


@contextmanager
def spending(budget: Budget) -> Iterator[Budget]:
    """Let everything within cost no more than the budget."""
    token = _CURRENT.set(budget)
    try:
        yield budget
    finally:
        _CURRENT.reset(token)


def left() -> float:
    """Seconds that the stage at hand still has."""
    budget = _CURRENT.get()
    return math.inf if budget is None else budget.left()


def check() -> None:
    """Raise OutOfTimeError when the stage at hand has spent its time."""
    if left() <= 0:
        raise OutOfTimeError


@contextmanager
def stage(share: float = 1.0) -> Iterator[None]:
    """A stage that may take no more than this share of the time that is left to the one around it."""
    budget = _CURRENT.get()
    if budget is None:
        yield
        return
    with budget.stage(share):
        yield


def leave_out(what: str) -> None:
    """Note that something was left out for want of time."""
    budget = _CURRENT.get()
    if budget is not None:
        budget.leave_out(what)


def keeping(what: str, share: float = 1.0) -> _Keeping:
    """A stage that, when its time is spent, ends where it is: what was found so far stays, `what` was not all found."""
    return _Keeping(what, stage(share))


@dataclass(frozen=True)
class _Keeping:
    """Ends a stage in silence; a class, so that it is known to swallow what is raised."""

    what: str
    stage: AbstractContextManager[None]

    def __enter__(self) -> None:
        self.stage.__enter__()

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> bool:
        self.stage.__exit__(kind, error, at)
        if not isinstance(error, OutOfTimeError):
            return False
        leave_out(self.what)
        return True


def cut() -> tuple[str, ...]:
    """What was left out so far for want of time."""
    budget = _CURRENT.get()
    return tuple(budget.cut) if budget is not None else ()


def remark() -> str | None:
    """What a reader of the page's result must know of its time; None where all was looked at."""
    budget = _CURRENT.get()
    if budget is None or not budget.cut:
        return None
    left = f"Not all was looked at: {', '.join(budget.cut)}."
    if budget.late:
        return f"The machine was busy: the page ran out of time before it had {budget.seconds:g} s of computing. {left}"
    return f"The page was given {budget.seconds:g} s of computing time. {left}"


def in_time(items: Iterable[T], what: str, *, every: int = 1) -> Iterator[T]:
    """The items, as many as there is time for; where it ends, `what` was not all looked at.

    The clock is looked at before each item, or before one of `every`.
    """
    for number, item in enumerate(items):
        if number % every == 0 and left() <= 0:
            leave_out(what)
            return
        yield item
