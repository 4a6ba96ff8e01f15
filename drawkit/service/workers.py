"""Where analyses run: what the runner needs of workers, and worker processes that can be stopped."""

from __future__ import annotations

import contextlib
import multiprocessing
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, Protocol, TypeVar

from pebble import CONSTS, ProcessPool

from .worker import Analysis, Job, Reply, prepare, run

_TERM_S = 0.5
T = TypeVar("T")


class WorkersUnavailableError(RuntimeError):
    """No worker takes a job now; later one may."""


class WorkerLostError(RuntimeError):
    """The worker that had the job is gone, or answers no more."""


class WithdrawnError(RuntimeError):
    """The job was taken back for a reason that is not its own: its start does not count."""


class Workers(Protocol):
    """What the runner needs of those who do the work."""

    shares_disk: bool
    """Whether jobs can be handed over as paths, or must carry their bytes."""
    stops: bool
    """Whether cancelling a future stops its job at once and frees the worker."""
    spare: int
    """How many jobs may run beyond `count`, each for a key that has no other: it waits for no worker to be freed."""
    on_change: Callable[[], None]
    """Called, from any thread, when `count` may have grown."""

    @property
    def count(self) -> int:
        """How many jobs can run at once now."""

    def start(self) -> None:
        """Get ready; may take seconds."""

    def submit(self, analysis: Analysis, job: Job) -> Future[Reply]:
        """Begin a job. Cancelling the future stops it as far as the workers can.

        Raises `WorkersUnavailableError`. The future's errors: `TimeoutError` when the job was over its time,
        `WithdrawnError` when it must begin again through no fault of its own; any other means that the worker is lost.
        """

    def stop(self) -> None:
        """End every worker."""


class WorkerProcesses:
    """Processes on this machine: a job over its time limit, or cancelled, has its process killed and replaced.

    With `ahead` they have imported the engine before their first job.
    """

    shares_disk = True
    stops = True

    def __init__(
        self,
        count: int,
        time_limit_s: float,
        memory_limit_bytes: int | None,
        *,
        spare: int = 0,
        ahead: bool = True,
    ) -> None:
        self.count = count
        self.spare = spare
        self.on_change: Callable[[], None] = lambda: None
        self._time_limit_s = time_limit_s
        self._preparation = (memory_limit_bytes, ahead)
        self._lock = threading.Lock()
        self._stopped = False
        CONSTS.term_timeout = _TERM_S  # native code may be deaf to SIGTERM for long; the kill follows after this
        method = "spawn" if sys.platform == "win32" else "forkserver"
        self._context = multiprocessing.get_context(method)
        if method == "forkserver":
            # The engine is imported once; each worker, also one that replaces a killed one, is a quick copy.
            engine = ("drawkit.service.ahead",) if ahead else ()
            self._context.set_forkserver_preload([*engine, "drawkit.service.worker"])
        self._pool = self._new_pool()

    def start(self) -> None:
        """Start the processes; returns when they exist, not when they have imported the engine."""
        with self._lock:
            _ = self._pool.active

    def submit(self, analysis: Analysis, job: Job) -> Future[Reply]:
        """Begin a job."""
        return self.call(run, analysis, job)

    def call(self, function: Callable[..., T], *args: Any) -> Future[T]:
        """Call a function in a worker; a pool that broke (a worker killed while idle) is replaced first."""
        with self._lock:
            if self._stopped:
                raise RuntimeError("The workers are stopped.")
            if not self._pool.active:
                self._discard()
                self._pool = self._new_pool()
            future: Future[T] = self._pool.schedule(function, args=args, timeout=self._time_limit_s)
            return future

    @property
    def stopped(self) -> bool:
        """Whether every worker was told to end."""
        return self._stopped

    def stop(self) -> None:
        """Kill every worker."""
        with self._lock:
            self._stopped = True
            self._discard()

    def _new_pool(self) -> ProcessPool:
        return ProcessPool(
            max_workers=self.count + self.spare, initializer=prepare, initargs=self._preparation, context=self._context
        )

    def _discard(self) -> None:
        with contextlib.suppress(RuntimeError, OSError):  # a broken pool may refuse even this
            self._pool.stop()  # type: ignore[no-untyped-call]  # pebble types only some of its methods
            self._pool.join()
