"""Any `concurrent.futures.Executor` as workers."""

from __future__ import annotations

from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor

from ..worker import Analysis
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
    """

    def __init__(self, executor: Executor, count: int, time_limit_s: float, *, owned: bool = False) -> None:
        super().__init__(time_limit_s)
        self.shares_disk = runs_here(executor)
        self._may_lose = not self.shares_disk
        self._executor = executor
        self._places = count
        self._owned = owned

    @property
    def count(self) -> int:
        """Places that no given-up start holds."""
        with self._lock:
            return max(0, self._places - sum(start.future.done() for start in self._starts))

    def _begin(self, start: Start, analysis: Analysis) -> None:
        start.inner = self._executor.submit(cooperate, analysis, start.job, self._time_limit_s)

    def _let_go(self, start: Start) -> None:
        start.inner.cancel()

    def _has_begun(self, start: Start) -> bool:
        return has_begun(start.job.folder) or (self._may_lose and start.inner.running())

    def _close(self) -> None:
        if self._owned:
            self._executor.shutdown(wait=False, cancel_futures=True)
