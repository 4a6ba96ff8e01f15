"""The parts of one running service, put together in one place."""

from __future__ import annotations

import sys
import threading
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from typing import IO

from sqlalchemy.exc import DBAPIError

from drawkit._sharing import holder_of
from drawkit.contract import Profile, ServiceStatus
from drawkit.engine.version import version

from .archive import Archive
from .database import opened
from .delivery import Deliverer
from .executors.choice import ExecutorSource, workers_for
from .files import Files
from .housekeeping import Housekeeper
from .idempotency import InFlight
from .inspections import Inspections
from .keys import Keys
from .modules import EngineModules
from .outbox import Outbox
from .runner import Runner
from .settings import Settings
from .store import Store
from .submissions import Modules, Submissions
from .taskqueue import TaskQueue
from .throttle import Throttle
from .worker import Analysis, read_drawing
from .workers import WorkerProcesses


class StateFolderInUseError(RuntimeError):
    """Another service works in this state folder."""


@dataclass
class Service:
    """Everything the endpoints reach for."""

    settings: Settings
    modules: Modules
    keys: Keys
    throttle: Throttle
    store: Store
    tasks: TaskQueue
    files: Files
    runner: Runner
    submissions: Submissions
    in_flight: InFlight
    inspectors: WorkerProcesses
    archive: Archive
    deliverer: Deliverer
    housekeeper: Housekeeper

    def status(self) -> ServiceStatus:
        """What the service can tell about itself; `degraded` when it answers but cannot run analyses."""
        modules = self.modules()
        return ServiceStatus(
            status="ok" if self._can_work() and modules and self._can_keep() else "degraded",
            version=version(),
            time=datetime.now(UTC),
            queue=self.tasks.state(self.runner.workers.count),
            limits=self.settings.limits,
            profiles=tuple(Profile),
            modules=modules,
        )

    def _can_keep(self) -> bool:
        """Whether a submission could be kept; tried out only after one could not."""
        if self.store.database.failed or self.files.failed:
            try:
                self.store.database.prove()
                self.files.prove()
            except (DBAPIError, OSError):
                return False
        return True

    def _can_work(self) -> bool:
        return self.runner.healthy and self.runner.workers.count > 0

    def start(self) -> None:
        """Take the state folder, put right what a crash left, and begin to work.

        Raises `StateFolderInUseError` when another service has the folder.
        """
        self.lock.take()
        try:
            self.runner.put_back()
            self.files.prepare()
            self.housekeeper.after_crash()
            self.runner.start()
            self.deliverer.start()
            self.housekeeper.start()
            # Asked now, so that nobody waits who asks for the status.
            threading.Thread(target=self.modules, name="modules", daemon=True).start()
        except BaseException:
            self.lock.release()
            raise

    def withdraw(self, task_id: str) -> bool:
        """Take back what a task published; whether there was anything."""
        return self.archive.withdraw(task_id)

    def delete(self, task_id: str) -> bool:
        """Delete an ended task with all that is of it; False when there is no such ended task."""
        return self.archive.delete(task_id)

    def stop(self) -> None:
        """Stop gracefully: nothing accepted is lost."""
        self.housekeeper.stop()
        self.runner.stop(self.settings.shutdown_grace_s)
        self.deliverer.stop(min(1.0, self.settings.shutdown_grace_s))
        self.inspectors.stop()
        self.store.database.close()
        self.lock.release()

    @cached_property
    def lock(self) -> FolderLock:
        """What keeps a second service out of the state folder."""
        return FolderLock(self.files.root / "lock")


class FolderLock:
    """A lock that the operating system lets go when the process ends, however it ends."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file: IO[bytes] | None = None

    def take(self) -> None:
        """Take the lock, unless it is ours already. Raises `StateFolderInUseError`."""
        if self._file is not None:
            return
        file = self._path.open("ab")
        try:
            _lock(file)
        except OSError as error:
            file.close()
            holder = holder_of(self._path.parent)
            told = f" ({holder})" if holder else ""
            raise StateFolderInUseError(
                f"Another service works in {self._path.parent}{told}. Stop it, or choose another folder."
            ) from error
        self._file = file

    def release(self) -> None:
        """Let the lock go."""
        if self._file is not None:
            self._file.close()
            self._file = None


def _lock(file: IO[bytes]) -> None:
    if sys.platform == "win32":
        import msvcrt  # noqa: PLC0415 - only there

        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
    else:
        import fcntl  # noqa: PLC0415 - only there

        fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)


def build(settings: Settings, analysis: Analysis, modules: Modules | None, executor: ExecutorSource | None) -> Service:
    """Put a service together; nothing runs before `start`."""
    own_engine = analysis is read_drawing  # whoever brings another analysis need not wait for the engine
    workers = workers_for(settings, executor, ahead=own_engine)
    database = opened(settings)
    store, tasks, files = Store(database), TaskQueue(database), Files(settings.state_dir)
    keys = Keys(settings, database)
    inspectors = WorkerProcesses(
        settings.concurrent_inspections, settings.inspect_time_limit_s, settings.memory_limit_bytes, ahead=own_engine
    )
    modules = modules or EngineModules(inspectors.call, lambda: inspectors.stopped)
    inspections = Inspections(
        inspectors.call, settings.limits, settings.inspect_time_limit_s, settings.concurrent_inspections
    )
    runner = Runner(
        tasks,
        files,
        workers,
        analysis,
        max_starts=settings.max_starts,
        time_limit_s=settings.time_limit_s,
        page_seconds=settings.page_seconds,
    )
    outbox = Outbox(database)
    deliverer = Deliverer(outbox, retries_s=settings.webhook_retries_s, time_limit_s=settings.webhook_time_limit_s)
    store.on_event = tasks.on_event = deliverer.wake
    return Service(
        settings=settings,
        modules=modules,
        keys=keys,
        throttle=Throttle(settings),
        store=store,
        tasks=tasks,
        files=files,
        runner=runner,
        submissions=Submissions(store, files, settings, inspections, modules),
        in_flight=InFlight(),
        inspectors=inspectors,
        archive=Archive(settings, store),
        deliverer=deliverer,
        housekeeper=Housekeeper(store, files, keys, outbox, settings.retention_days * 86_400),
    )
