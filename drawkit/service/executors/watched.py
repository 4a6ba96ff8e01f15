"""Workers that are not our own processes: each start is watched, and ends once, in time, given up or lost."""

from __future__ import annotations

import contextlib
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from concurrent.futures import Future, InvalidStateError
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from ..worker import Analysis, Job, Reply
from ..workers import WithdrawnError, WorkerLostError, WorkersUnavailableError

_TICK_S = 0.1


@dataclass(eq=False)
class Start:
    """One start: `future` is what the runner holds, `inner` what comes back from where the job went."""

    job: Job
    future: Future[Reply] = field(default_factory=Future)
    inner: Future[Any] = field(default_factory=Future)
    submitted: float = field(default_factory=time.monotonic)
    begun: float | None = None
    alone: bool = True
    """Whether no other start was there at any time while this one was."""

    def fail(self, error: BaseException) -> None:
        """End with an error, unless it has ended."""
        with contextlib.suppress(InvalidStateError):
            self.future.set_exception(error)

    def take(self, inner: Future[Any]) -> None:
        """End as the job did, unless it has ended."""
        if inner.cancelled():
            self.fail(WorkerLostError("the executor cancelled it"))
        elif (error := inner.exception()) is not None:
            known = isinstance(error, WorkerLostError | WithdrawnError)
            self.fail(error if known else WorkerLostError(f"{type(error).__name__}: {error}"))
        elif not isinstance(reply := inner.result(), Reply | None):
            self.fail(WorkerLostError(f"no reply but {type(reply).__name__}"))
        elif reply is None:
            self.fail(TimeoutError())
        else:
            with contextlib.suppress(InvalidStateError):
                self.future.set_result(reply)


class WatchedWorkers(ABC):
    """Takes jobs to workers that it does not command, and keeps the time."""

    shares_disk = False
    stops = False
    spare = 0

    def __init__(self, time_limit_s: float) -> None:
        self.on_change: Callable[[], None] = lambda: None
        self._time_limit_s = time_limit_s
        self._lock = threading.Lock()
        self._starts: set[Start] = set()
        self._stopped = threading.Event()
        self._watch = threading.Thread(target=self._watching, name="executor-watch", daemon=True)

    @property
    @abstractmethod
    def count(self) -> int:
        """Places that a start can have now."""

    @abstractmethod
    def _begin(self, start: Start, analysis: Analysis) -> None:
        """Hand a job over and set `inner`; may raise anything."""

    @abstractmethod
    def _let_go(self, start: Start) -> None:
        """Stop a start that nobody waits for any more, as far as that can be."""

    @abstractmethod
    def _has_begun(self, start: Start) -> bool:
        """Whether a worker has begun with a start."""

    @abstractmethod
    def _close(self) -> None:
        """Let go of the workers."""

    _may_lose = False
    """Whether a job that has not begun in its time must be thought lost, rather than waiting."""

    def start(self) -> None:
        """Begin to watch."""
        if not self._watch.is_alive():
            self._watch.start()

    def submit(self, analysis: Analysis, job: Job) -> Future[Reply]:
        """Begin a job. Raises `WorkersUnavailableError` when it is not taken."""
        start = Start(job)
        try:
            self._begin(start, analysis)
        except Exception as error:
            raise WorkersUnavailableError(f"No worker takes work: {type(error).__name__}: {error}") from error
        with self._lock:
            self._starts.add(start)
            if len(self._starts) > 1:
                for other in self._starts:
                    other.alone = False
        start.inner.add_done_callback(partial(self._arrived, start))
        start.future.add_done_callback(partial(self._left, start))
        return start.future

    def stop(self) -> None:
        """Withdraw what waits, and let go of the rest."""
        self._stopped.set()
        with self._lock:
            left = list(self._starts)
        for start in left:
            start.future.cancel()
        self._close()

    def _arrived(self, start: Start, inner: Future[Any]) -> None:
        with self._lock:
            self._starts.discard(start)
        self._settle(start, inner)
        self.on_change()

    def _settle(self, start: Start, inner: Future[Any]) -> None:
        start.take(inner)

    def _left(self, start: Start, _future: Future[Reply]) -> None:
        if not start.inner.done():
            self._let_go(start)

    def _watching(self) -> None:
        while not self._stopped.wait(_TICK_S):
            self._tick(time.monotonic())

    def _tick(self, now: float) -> None:
        with self._lock:
            waiting = [start for start in self._starts if not start.future.done()]
        for start in waiting:
            self._look_at(start, now)

    def _look_at(self, start: Start, now: float) -> None:
        if start.begun is None and self._has_begun(start):
            start.begun = now
        if start.begun is not None and now - start.begun > self._time_limit_s:
            start.fail(TimeoutError())
        elif start.begun is None and self._may_lose and now - start.submitted > self._time_limit_s:
            start.fail(WorkerLostError("no sign of life"))
