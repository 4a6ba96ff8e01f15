"""Any `concurrent.futures.Executor` as workers."""

from __future__ import annotations

from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from typing import Any

from ..worker import Analysis
from ..workers import WithdrawnError
from .cooperate import cooperate, has_begun
from .watched import Start, WatchedWorkers


def runs_here(executor: Executor) -> bool:
    """Whether an executor is known to run on this machine: it sees our disk, and loses nothing silently."""
    known = isinstance(executor, ThreadPoolExecutor | ProcessPoolExecutor)
    return known or bool(getattr(executor, "runs_here", False))


class ExecutorWorkers(WatchedWorkers):
    """Runs analyses on an executor that somebody brings.

    A thread, or a process of somebody's pool, cannot be killed: what is over its time or cancelled is given up at
    once and stops at its next step. Until then its place counts as taken.

    A pool of processes breaks as a whole when one of them dies, and does not tell whose job did it. What was in
    company then begins again one at a time, so that only the culprit's starts count.
    """

    def __init__(self, executor: Executor, count: int, time_limit_s: float, *, owned: bool = False) -> None:
        super().__init__(time_limit_s)
        self.shares_disk = runs_here(executor)
        self._may_lose = not self.shares_disk
        self._executor = executor
        self._places = count
        self._owned = owned
        self._suspects = 0

    @property
    def count(self) -> int:
        """Places that no given-up start holds."""
        with self._lock:
            left = max(0, self._places - sum(start.future.done() for start in self._starts))
            return min(left, 1) if self._suspects else left

    def _begin(self, start: Start, analysis: Analysis) -> None:
        start.inner = self._executor.submit(cooperate, analysis, start.job, self._time_limit_s)

    def _settle(self, start: Start, inner: Future[Any]) -> None:
        broken = not inner.cancelled() and isinstance(inner.exception(), BrokenExecutor)
        with self._lock:
            self._suspects = self._suspects + 1 if broken and not start.alone else max(0, self._suspects - 1)
        if broken and not start.alone:
            start.fail(WithdrawnError("the pool broke"))
        super()._settle(start, inner)

    def _let_go(self, start: Start) -> None:
        start.inner.cancel()

    def _has_begun(self, start: Start) -> bool:
        return has_begun(start.job.folder) or (self._may_lose and start.inner.running())

    def _close(self) -> None:
        if self._owned:
            self._executor.shutdown(wait=False, cancel_futures=True)
