"""A Dask cluster as workers: one that is started here, or a running one that is joined; needs the extra `dask`."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import secrets
import signal
import threading
import time
from dataclasses import dataclass
from typing import Any

import dask
import distributed
from distributed.scheduler import KilledWorker

from drawkit.contract import Progress

from ..worker import Analysis, Job, Record, Reply, keep_progress
from ..workers import WithdrawnError, WorkerLostError, WorkersUnavailableError
from .choice import ExecutorError
from .clusters import CLOSE_S, CONNECT_S, Scheduler
from .cooperate import cooperate
from .watched import Start, WatchedWorkers

log = logging.getLogger(__name__)
_LOOK_S = 1.0
_KIND_S = 0.3
"""How long a worker of our own may take to stop by itself before it is killed."""
# A drawing handed over as bytes is no faulty graph.
_QUIET = {"distributed.admin.large-graph-warning-threshold": "64MiB"}


def run_on_worker(analysis: Analysis, job: Job, time_limit_s: float, topic: str) -> Reply | None:
    """What a Dask worker does with a job: the scheduler passes on that it began, how far it is, and that it ended."""
    worker = distributed.get_worker()
    key = worker.get_current_task()
    sender = {"key": key, "run": secrets.token_hex(8), "worker": worker.address, "pid": os.getpid()}

    def say(what: str, progress: Record | None = None) -> None:
        worker.log_event(topic, {**sender, "what": what, "progress": progress})

    def tell(progress: Progress) -> None:
        say("progress", {"done": progress.done, "total": progress.total, "step": progress.step})

    def wanted() -> bool:
        task = worker.state.tasks.get(key)
        return task is not None and task.state == "executing"

    say("begun")
    try:
        return cooperate(analysis, job, time_limit_s, tell=tell, wanted=wanted)
    finally:
        say("ended")


@dataclass(eq=False)
class _Run:
    """A run on a worker, as the worker tells it: it began and has not ended."""

    key: str
    worker: str
    pid: int
    unwanted_since: float | None = None


class DaskWorkers(WatchedWorkers):
    """The worker processes of a Dask cluster, each with one job at a time.

    A worker of a cluster that was started here is killed, and replaced, when it does not stop within a moment of
    being let go. In a cluster that was joined it stops at its next step.
    """

    def __init__(self, scheduler: Scheduler, time_limit_s: float) -> None:
        super().__init__(time_limit_s)
        self.shares_disk = scheduler.is_ours
        self._scheduler = scheduler
        self._client: Any = None
        self._topic = f"drawkit-{secrets.token_hex(8)}"
        self._tasks: dict[Start, Any] = {}
        self._wanted: dict[str, Start] = {}
        self._runs: dict[str, _Run] = {}
        self._workers: frozenset[str] = frozenset()
        self._killed: set[str] = set()
        self._looked = 0.0
        self._connecting = threading.Lock()

    @property
    def count(self) -> int:
        """Workers of the cluster that are not held by a run nobody waits for."""
        with self._lock:
            return max(0, len(self._workers) - len(self._unwanted()))

    def connect(self) -> None:
        """Connect to the scheduler; a local cluster starts. Raises `ExecutorError`, `OSError`."""
        with self._connecting:
            if self._stopped.is_set():
                raise WorkersUnavailableError("The workers are stopped.")
            dask.config.set(_QUIET)
            client = self._scheduler.connect()
            client.subscribe_topic(self._topic, self._on_event)
            client.subscribe_topic("all", self._on_cluster_event)
            self._client = client
        self._look()

    def start(self) -> None:
        """Connect, unless that is done, and watch."""
        if self._client is None:
            self.connect()
        super().start()

    def _begin(self, start: Start, analysis: Analysis) -> None:
        if self._client.status != "running":
            raise WorkersUnavailableError(f"the connection to the scheduler is {self._client.status}")
        key = f"drawkit-{secrets.token_hex(16)}"
        with self._lock:
            self._wanted[key] = start
        try:
            more = (start.job, self._time_limit_s, self._topic)
            task = self._client.submit(run_on_worker, analysis, *more, key=key, pure=False)
        except BaseException:
            self._forget(key)
            raise
        start.future.add_done_callback(lambda _: self._forget(key))
        self._tasks[start] = task
        self._client.loop.add_callback(self._carry, self._client, start, task)

    async def _carry(self, client: Any, start: Start, task: Any) -> None:
        """Bring what became of a task of Dask's to its start."""
        try:
            reply = await client.gather(task, asynchronous=True)
        except KilledWorker as error:
            ours = error.last_worker.address in self._killed
            start.inner.set_exception(WithdrawnError() if ours else WorkerLostError(str(error)))
        except (Exception, asyncio.CancelledError) as error:  # noqa: BLE001 - whatever it is, the job is gone
            start.inner.set_exception(WorkerLostError(f"{type(error).__name__}: {error}"))
        else:
            start.inner.set_result(reply)
        finally:
            self._tasks.pop(start, None)

    def _let_go(self, start: Start) -> None:
        task = self._tasks.get(start)
        if task is not None:
            task.release()  # the last to want it: the scheduler then drops it, and its worker may know

    def _has_begun(self, start: Start) -> bool:
        return start.begun is not None

    def _forget(self, key: str) -> None:
        with self._lock:
            self._wanted.pop(key, None)

    def _on_event(self, event: tuple[float, Record]) -> None:
        """What a worker told the scheduler about a run."""
        told = event[1]
        with self._lock:
            start = self._wanted.get(told["key"])
        if told["what"] == "begun":
            self._on_begun(start, told)
        elif told["what"] == "ended":
            with self._lock:
                self._runs.pop(told["run"], None)
            self.on_change()
        elif start is not None and start.job.folder is not None:
            keep_progress(start.job.folder, told["progress"])

    def _on_begun(self, start: Start | None, told: Record) -> None:
        with self._lock:
            self._runs[told["run"]] = _Run(told["key"], told["worker"], told["pid"])
        if start is None:
            return
        if start.begun is None:
            start.begun = time.monotonic()
        else:
            # Dask begins again by itself what a lost worker had; whether there is another start is not its to say.
            start.fail(WorkerLostError("its worker was lost"))

    def _on_cluster_event(self, event: tuple[float, Record]) -> None:
        """What the scheduler tells about its workers, as it happens; `_look` has it a little later."""
        action, worker = event[1].get("action"), str(event[1].get("worker"))
        if action == "add-worker":
            self._now_there(self._workers | {worker})
        elif action == "remove-worker":
            with self._lock:
                lost = [self._wanted.get(run.key) for run in self._runs.values() if run.worker == worker]
            self._now_there(self._workers - {worker})
            for start in filter(None, lost):
                start.fail(WithdrawnError() if worker in self._killed else WorkerLostError("its worker was lost"))

    def _now_there(self, workers: frozenset[str]) -> None:
        with self._lock:
            gone, self._workers = self._workers - workers, workers
            self._runs = {name: run for name, run in self._runs.items() if run.worker not in gone}
        self.on_change()

    def _unwanted(self) -> list[_Run]:
        return [run for run in self._runs.values() if run.key not in self._wanted]

    def _tick(self, now: float) -> None:
        super()._tick(now)
        if now - self._looked > _LOOK_S:
            self._look()
        if self._scheduler.is_ours:
            self._kill_unwanted(now)

    def _kill_unwanted(self, now: float) -> None:
        with self._lock:
            unwanted = self._unwanted()
        for run in unwanted:
            if run.unwanted_since is None:
                run.unwanted_since = now
            elif now - run.unwanted_since > _KIND_S and run.worker not in self._killed:
                self._kill(run)

    def _kill(self, run: _Run) -> None:
        self._killed.add(run.worker)
        with contextlib.suppress(ProcessLookupError):
            os.kill(run.pid, getattr(signal, "SIGKILL", signal.SIGTERM))

    def _look(self) -> None:
        """See who works for the cluster; a connection that was given up is made anew."""
        self._looked = time.monotonic()
        found: frozenset[str] = frozenset()
        try:
            if self._client.status == "closed":
                self.connect()
                return
            if self._client.status == "running":
                found = frozenset(self._client.nthreads(callback_timeout=CONNECT_S))
        except (ExecutorError, OSError, RuntimeError, distributed.TimeoutError) as error:
            log.warning("cluster not reached", extra={"error": type(error).__name__})
        if found != self._workers:
            self._now_there(found)

    def _close(self) -> None:
        with self._connecting:
            if self._scheduler.is_ours:
                with self._lock:
                    busy = list(self._runs.values())
                for run in busy:
                    self._kill(run)  # or the end would wait for it
            with contextlib.suppress(TimeoutError, OSError):
                if self._client is not None:
                    self._client.close(timeout=CLOSE_S)
                self._scheduler.close()
