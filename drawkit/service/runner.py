"""From queued to running to ended: one thread claims tasks, hands them to workers and writes down what came of them."""

from __future__ import annotations

import contextlib
import logging
import queue
import threading
import time
from collections import Counter
from concurrent.futures import CancelledError, Future
from concurrent.futures import TimeoutError as FutureTimeout
from dataclasses import dataclass, field

from sqlalchemy.exc import DBAPIError

from drawkit.contract import Options, Problem, TaskStatus

from .cores import ALL, Cores, give, left_by, process_in
from .ending import Ending, Publication
from .files import Files
from .records import Record
from .taskqueue import Claimed, TaskQueue
from .worker import Analysis, Job, Outcome, Reply, broke_off, collect, progress_in
from .workers import WithdrawnError, Workers

log = logging.getLogger(__name__)
_IDLE_S = 2.0
_RETRY_S = 1.0
_SOON_S = 0.02
_PATIENCE_S, _MOST_WAYS = 2.0, 2


@dataclass(eq=False)
class Running:
    """A start that a worker has; `gives_way` when it was stopped for another key's task.

    One that runs `beside` the others has a worker that is kept for a key of which nothing runs.
    """

    task: Claimed
    future: Future[Reply]
    beside: bool = False
    cores: Cores = ALL
    began: float = field(default_factory=time.monotonic)
    gives_way: bool = False


@dataclass(frozen=True)
class Ended:
    """A future that is done, with the start it belongs to."""

    task: Claimed
    future: Future[Reply]


_FOR_READING = 0.8
"""Of the time that a drawing may take, what reading its pages may; the rest is for opening and showing them."""

_UNTIL = 0.9
"""Of that time, after what its reading ends also where the machine was too busy to give it what it may cost."""


class Runner:
    """Runs tasks from the store, at most as many at once as there are workers, oldest first."""

    def __init__(
        self,
        tasks: TaskQueue,
        files: Files,
        workers: Workers,
        analysis: Analysis,
        *,
        max_starts: int,
        time_limit_s: float,
        page_seconds: float,
    ) -> None:
        self.workers = workers
        workers.on_change = self.wake
        self.healthy = True
        self._no_room = False
        self._tasks = tasks
        self._files = files
        self._analysis = analysis
        self._max_starts = max_starts
        self._time_limit_s = time_limit_s
        self._page_seconds = page_seconds
        self._running: dict[tuple[str, int], Running] = {}
        self._ways: Counter[str] = Counter()
        """How often each task that has not ended gave way."""
        self._ended: queue.SimpleQueue[Ended] = queue.SimpleQueue()
        self._lock = threading.Lock()
        self._wake = threading.Event()
        self._stopping = threading.Event()
        self._halt = threading.Event()
        self._thread = threading.Thread(target=self._loop, name="runner", daemon=True)

    def put_back(self) -> None:
        """Put back what a crash left running, as long as the work folders are as it left them."""
        for task_id, start in self._tasks.left_running():
            if broke_off(self._files.work(task_id, start)):
                self._crashed(Claimed(task_id, start, "", {}))
            else:
                self._tasks.requeue(task_id, start, counts=False)

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def wake(self) -> None:
        """Tell that a task was queued."""
        self._wake.set()

    def cancel(self, task_id: str) -> None:
        """Stop the worker that reads a task; the store has it cancelled already."""
        with self._lock:
            for (running_id, _start), running in self._running.items():
                if running_id == task_id:
                    running.future.cancel()

    def progress(self, task_id: str, start: int) -> Record | None:
        """How far a running task is."""
        return progress_in(self._files.work(task_id, start))

    def stop(self, grace_s: float) -> None:
        """Claim no more, give running tasks `grace_s` seconds, put the rest back into the queue, end the workers."""
        self._stopping.set()
        deadline = time.monotonic() + grace_s
        while self._running and time.monotonic() < deadline:
            time.sleep(0.02)
        self._halt.set()
        self._wake.set()
        if self._thread.is_alive():
            self._thread.join(timeout=max(2.0, deadline - time.monotonic()))
        with self._lock:
            left = list(self._running)
            self._running.clear()
        for task_id, start in left:
            self._tasks.requeue(task_id, start, counts=False)
        self.workers.stop()
        for task_id, start in left:
            self._files.drop_work(self._files.work(task_id, start))

    def _loop(self) -> None:
        self._wake.set()
        ready, shared = False, True
        while True:
            self._wake.wait(_IDLE_S if shared else _SOON_S)
            self._wake.clear()
            try:
                if not ready:
                    self.workers.start()
                    ready = True
                self._make_sure_of_room()
                self._begin_all()  # first: no worker waits until what ended is written down
                self._settle_all()
                if self._halt.is_set():
                    return
                self._make_sure_of_room()
                self._begin_all()
                self._make_way()
                shared = self._share_cores()
                self.healthy = True
            except (DBAPIError, OSError, RuntimeError) as error:
                # A full disk, a locked store: nothing is lost by trying again a little later.
                if self._halt.is_set():
                    return
                self.healthy = False
                log.warning("runner waits", extra={"error": type(error).__name__})
                time.sleep(_RETRY_S)
                self._wake.set()

    def _make_sure_of_room(self) -> None:
        """Raise OSError while there is no room for what workers leave: an analysis whose result is lost is waste."""
        if self._no_room:
            self._settle_all()
            self._files.prove()
            self._no_room = False

    def _begin_all(self) -> None:
        while self._has_room() and self._begin_next():
            pass
        while self._has_room(self.workers.spare) and self._waits_without_worker() and self._begin_next(beside=True):
            pass

    def _waits_without_worker(self) -> bool:
        """Whether a key waits of which nothing runs; its task is the next to be claimed."""
        return any(not waiting.running for waiting in self._tasks.waiting())

    def _has_room(self, spare: int = 0) -> bool:
        count = self.workers.count + spare
        busy = sum(not running.future.done() for running in self._running.values())
        return busy < count and len(self._running) < 2 * count  # what ended must get written down, too

    def _make_way(self) -> None:
        """Stop what runs for a key with more than its share of the workers, for a key that has none of them.

        The share of a key that has a worker is one at least: there, only what runs for long already gives way, and
        each task only a few times.
        """
        if not self.workers.stops or self._has_room():
            return
        without = [waiting for waiting in self._tasks.waiting() if not waiting.running]
        with self._lock:
            running = [r for r in self._running.values() if not r.future.done() and not r.gives_way]
            under_way = sum(r.gives_way for r in self._running.values())
            held = Counter(r.task.key_id for r in running)
            share = max(1, self.workers.count // max(1, len(held) + len(without)))
            for _ in without[under_way:]:
                patience = time.monotonic() - _PATIENCE_S
                may = [r for r in running if held[r.task.key_id] > share or r.began < patience]
                may = [r for r in may if self._ways[r.task.task_id] < _MOST_WAYS]
                if not may:
                    return
                last = max(may, key=lambda r: (held[r.task.key_id], r.began))
                running.remove(last)
                held[last.task.key_id] -= 1
                self._ways[last.task.task_id] += 1
                last.gives_way = True
                last.future.cancel()
                log.info("gives way", extra={"task_id": last.task.task_id})

    def _share_cores(self) -> bool:
        """Have those with a place leave cores to those beside them; False where one has not told its process yet."""
        with self._lock:
            running = [r for r in self._running.values() if not r.future.done()]
        beside = min(len(running) - self.workers.count, sum(start.beside for start in running))
        cores, shared = left_by(max(0, beside)), True
        for start in running:
            if start.beside or start.cores == cores:
                continue
            process = process_in(self._files.work(start.task.task_id, start.task.start))
            if process is None:
                shared = False
                continue
            give(process, cores)
            start.cores = cores
        return shared

    def _begin_next(self, *, beside: bool = False) -> bool:
        if self._stopping.is_set():
            return False
        # Claiming and submitting are one step for `cancel`, or it could miss a task in between.
        with self._lock:
            task = self._tasks.claim()
            if task is None:
                return False
            try:
                future = self.workers.submit(self._analysis, self._job(task))
            except FileNotFoundError:
                self._source_lost(task)
                return True
            except (OSError, RuntimeError):
                self._tasks.requeue(task.task_id, task.start, counts=False)
                raise
            self._running[task.task_id, task.start] = Running(task, future, beside)
        future.add_done_callback(lambda done: self._note(Ended(task, done)))
        return True

    def _job(self, task: Claimed) -> Job:
        source = self._files.source(task.task_id)
        options = self._allowed(Options.model_validate(task.options), task.pages)
        if not source.exists():
            raise FileNotFoundError(source.name)
        handed_over = source if self.workers.shares_disk else source.read_bytes()
        folder = self._files.work(task.task_id, task.start)
        folder.mkdir(mode=0o700, exist_ok=True)
        return Job(handed_over, task.profile, options, folder, _UNTIL * self._time_limit_s)

    def _allowed(self, options: Options, pages: int) -> Options:
        """The options, with no more time for a page than the service gives, nor than all pages together have."""
        seconds = min(self._page_seconds, _FOR_READING * self._time_limit_s / max(1, pages))
        return options.model_copy(update={"page_seconds": min(options.page_seconds or seconds, seconds)})

    def _note(self, ended: Ended) -> None:
        self._ended.put(ended)
        self._wake.set()

    def _settle_all(self) -> None:
        while True:
            try:
                ended = self._ended.get_nowait()
            except queue.Empty:
                return
            try:
                self._settle(ended)
            except BaseException:
                self._ended.put(ended)
                raise
            self._files.drop_work(self._files.work(ended.task.task_id, ended.task.start))
            with self._lock:
                running = self._running.pop((ended.task.task_id, ended.task.start), None)
                if running is not None and not running.gives_way:
                    self._ways.pop(ended.task.task_id, None)

    def _settle(self, ended: Ended) -> None:
        task = ended.task
        try:
            reply = ended.future.result(timeout=0)
        except (CancelledError, WithdrawnError):
            # A task that was cancelled has ended in the store already; any other must begin again.
            self._tasks.requeue(task.task_id, task.start, counts=False)
        except (TimeoutError, FutureTimeout):
            detail = f"The analysis took longer than {self._time_limit_s:g} s. Send fewer pages or fewer modules."
            self._fail(task, Problem.of("time-limit", detail))
        except Exception as error:  # noqa: BLE001 - whatever an executor raises means that the worker is gone
            log.warning("worker lost", extra={"task_id": task.task_id, "error": type(error).__name__})
            self._crashed(task)
        else:
            self._take(task, reply)

    def _take(self, task: Claimed, reply: Reply) -> None:
        if reply.no_room:
            log.warning("no room for a result", extra={"task_id": task.task_id, "trace": reply.trace})
            self._no_room = True
            self._tasks.requeue(task.task_id, task.start, counts=False)
            return
        if reply.problem is not None:
            if reply.trace:
                log.error("analysis failed", extra={"task_id": task.task_id, "trace": reply.trace})
            self._fail(task, reply.problem)
            return
        outcome = reply.outcome or collect(self._files.work(task.task_id, task.start))
        self._complete(task, outcome)

    def _complete(self, task: Claimed, outcome: Outcome) -> None:
        steps = (self.progress(task.task_id, task.start) or {}).get("total") or 1
        progress = {"done": steps, "total": steps, "step": "completed"}
        publication = None
        if task.options.get("publish", True):
            publication = Publication(len(outcome.previews), outcome.summary)
            self._files.publish(publication.publication_id, outcome.previews)  # all, or nothing
        ending = Ending(TaskStatus.COMPLETED, outcome.result, progress=progress, publication=publication)
        kept = False
        try:
            kept = self._tasks.finish(task.task_id, task.start, ending)
        finally:
            if publication is not None and not kept:
                self._files.withdraw(publication.publication_id)

    def _fail(self, task: Claimed, problem: Problem) -> None:
        progress = self.progress(task.task_id, task.start)
        self._tasks.finish(task.task_id, task.start, Ending(TaskStatus.FAILED, error=problem, progress=progress))

    def _crashed(self, task: Claimed) -> None:
        if task.start < self._max_starts:
            self._tasks.requeue(task.task_id, task.start, counts=True)
            self._wake.set()
            return
        detail = f"The analysis broke off {self._max_starts} times. Export the drawing again, or send fewer pages."
        self._fail(task, Problem.of("analysis-failed", detail))

    def _source_lost(self, task: Claimed) -> None:
        detail = "The source of this task is gone from the service. Submit it again."
        with contextlib.suppress(FileNotFoundError):
            self._fail(task, Problem.of("analysis-failed", detail))
