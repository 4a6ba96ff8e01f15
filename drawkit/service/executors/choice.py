"""Which workers a service has: as its setting says, or on the executor it is given."""

from __future__ import annotations

import importlib
import importlib.util
import threading
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future
from typing import Any, Final, TypeVar

from ..settings import Settings
from ..workers import WorkerProcesses, Workers
from .foreign import ExecutorWorkers, runs_here

ExecutorSource = str | Executor | Callable[[], Executor]
"""What a service's setting `executor` says, an executor, or a function that makes one."""

PROCESSES: Final = "processes"
DASK: Final = "dask"
_SCHEMES: Final = ("dask", "tcp", "tls", "ucx", "ws", "wss")
_CHOICES: Final = (
    "Say processes, dask, the address of a Dask scheduler (tcp://host:8786), or module:attribute for an executor or a "
    "function that makes one."
)
T = TypeVar("T")


class ExecutorError(ValueError):
    """The executor that was asked for cannot be had; the text says why and what to do."""


def workers_for(settings: Settings, executor: ExecutorSource | None = None, *, ahead: bool = True) -> Workers:
    """The workers of a service: on `executor`, or as the setting says; processes import the engine `ahead`.

    Raises `ExecutorError` when there is no such executor, an extra is missing, or no scheduler answers.
    """
    chosen = settings.executor if executor is None else executor
    if not isinstance(chosen, str):
        return _on(chosen, settings, owned=False)
    if chosen == PROCESSES:
        limits = (settings.time_limit_s, settings.memory_limit_bytes)
        return WorkerProcesses(settings.workers, *limits, spare=settings.spare_workers, ahead=ahead)
    if names_dask(chosen):
        return _dask(chosen, settings)
    return _on(_named(chosen), settings, owned=True)


def names_dask(chosen: str) -> bool:
    """Whether a setting names a Dask cluster: one to start, or the address of a scheduler."""
    return chosen == DASK or (chosen.partition("://")[0] in _SCHEMES and "://" in chosen)


def dask_address(source: object) -> str | None:
    """The address of the scheduler that one of Dask's own objects has: a cluster, a client, or a client's executor."""
    for owner in (source, getattr(source, "_client", None)):
        scheduler = getattr(owner, "scheduler", None)
        address = getattr(owner, "scheduler_address", None) or getattr(scheduler, "address", None)
        if isinstance(address, str):
            return address
    return None


def require_dask() -> None:
    """Raise `ExecutorError` unless the extra `dask` is installed."""
    if importlib.util.find_spec("distributed") is None:
        raise ExecutorError('To run on a Dask cluster, install it: pip install "drawkit[dask]" (missing: distributed).')


class Renewing(Executor):
    """An executor that is made, and made again when it broke (a pool of processes of which one was killed)."""

    def __init__(self, make: Callable[[], Executor]) -> None:
        self.current = make()
        self.runs_here = runs_here(self.current)
        self._make = make
        self._lock = threading.Lock()

    def submit(self, function: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        """Submit to the executor, or to its successor when it is broken."""
        with self._lock:
            try:
                return self.current.submit(function, *args, **kwargs)
            except BrokenExecutor:
                self.current.shutdown(wait=False, cancel_futures=True)
                self.current = self._make()
                return self.current.submit(function, *args, **kwargs)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Shut the executor down."""
        with self._lock:
            self.current.shutdown(wait=wait, cancel_futures=cancel_futures)


def as_executor(source: object) -> Executor:
    """An executor as it is, or from a function that makes one. Raises `ExecutorError` when it is neither."""
    if isinstance(source, Executor):
        return source
    if callable(source):
        return Renewing(lambda: _made(source))
    raise ExecutorError(f"{type(source).__name__} is no concurrent.futures.Executor, and makes none. {_CHOICES}")


def _on(source: object, settings: Settings, *, owned: bool) -> ExecutorWorkers:
    executor = as_executor(source)
    owned = owned or executor is not source
    return ExecutorWorkers(executor, settings.workers, settings.time_limit_s, owned=owned)


def _made(make: Callable[[], Executor]) -> Executor:
    made = make()
    if not isinstance(made, Executor):
        raise ExecutorError(f"{make!r} makes no concurrent.futures.Executor but {type(made).__name__}.")
    return made


def _named(name: str) -> object:
    module, colon, attribute = name.partition(":")
    if not (module and colon and attribute):
        raise ExecutorError(f"{name!r} is no executor. {_CHOICES}")
    try:
        return getattr(importlib.import_module(module), attribute)
    except (ImportError, AttributeError) as error:
        raise ExecutorError(f"The executor {name!r} cannot be had: {error}. Is its module on PYTHONPATH?") from error


def _dask(chosen: str, settings: Settings) -> Workers:
    require_dask()
    from .clusters import LocalScheduler, RemoteScheduler  # noqa: PLC0415 - of the extra `dask`
    from .dask import DaskWorkers  # noqa: PLC0415 - of the extra `dask`

    if chosen == DASK:
        return DaskWorkers(LocalScheduler(settings.workers, settings.memory_limit_bytes), settings.time_limit_s)
    workers = DaskWorkers(RemoteScheduler(chosen.replace("dask://", "tcp://", 1)), settings.time_limit_s)
    workers.connect()
    return workers
