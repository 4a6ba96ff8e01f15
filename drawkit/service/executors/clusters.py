"""Where a Dask cluster comes from: one that is started on this machine, or a running one that is joined."""

from __future__ import annotations

import logging
from typing import Any, Final, Protocol

import dask
import distributed

from drawkit.engine.version import version as version_here

from .choice import ExecutorError

CONNECT_S: Final = 10.0
CLOSE_S: Final = 5.0
# CPU time that reading could have: its profiler looks a hundred times a second, and a threshold for giving memory back,
# once it is set, ends the C library's own adapting to how pictures come and go.
_LEAN: Final = {
    "distributed.worker.profile.enabled": False,
    "distributed.nanny.pre-spawn-environ.MALLOC_TRIM_THRESHOLD_": None,
}
# Dask types only some of its functions.
_Client: Any = distributed.Client
_LocalCluster: Any = distributed.LocalCluster


class Scheduler(Protocol):
    """Where a cluster comes from."""

    is_ours: bool
    """Whether it runs on this machine, for us alone: its workers share our disk, and we may kill them."""

    def connect(self) -> Any:
        """A client of it. Raises OSError when there is none."""

    def close(self) -> None:
        """Let go of it."""


class LocalScheduler:
    """A cluster of processes on this machine, one thread each, that nobody else can reach (TLS with a passing key)."""

    is_ours = True

    def __init__(self, workers: int, memory_limit_bytes: int | None) -> None:
        self._workers = workers
        self._memory_limit = memory_limit_bytes or 0
        self._cluster: Any = None

    def connect(self) -> Any:
        """Start the cluster, unless it runs."""
        if self._cluster is None:
            dask.config.set(_LEAN)
            self._cluster = _LocalCluster(
                n_workers=self._workers,
                threads_per_worker=1,
                processes=True,
                memory_limit=self._memory_limit,
                dashboard_address="127.0.0.1:0",  # any free port: two clusters on one machine do not meet
                security=True,
                silence_logs=logging.CRITICAL,  # a worker that is lost is our own log's news
                scheduler_kwargs={"allowed_failures": 0},  # the service counts starts itself
                preload=["drawkit.service.ahead"],
            )
        # Replies come from the worker itself: one step less before it has its next drawing.
        return _Client(self._cluster, set_as_default=False, timeout=CONNECT_S, direct_to_workers=True)

    def close(self) -> None:
        """End the cluster."""
        if self._cluster is not None:
            self._cluster.close(timeout=CLOSE_S)


class RemoteScheduler:
    """A running cluster, joined by the address of its scheduler; TLS is set up in Dask's own configuration."""

    is_ours = False

    def __init__(self, address: str) -> None:
        self.address = address

    def connect(self) -> Any:
        """Join it, if its workers can do our work."""
        try:
            client = _Client(self.address, set_as_default=False, timeout=CONNECT_S)
        except (OSError, ValueError, TypeError) as error:
            raise ExecutorError(f"No Dask scheduler answers at {self.address}: {error}") from error
        try:
            check(client.run(version_here, on_error="return"))
        except BaseException:
            client.close()
            raise
        return client

    def close(self) -> None:
        """Leave it running."""


def check(versions: dict[str, Any]) -> None:
    """Raise `ExecutorError` unless each worker has this drawkit, with this engine."""
    for address, version in versions.items():
        if isinstance(version, BaseException):
            text = f"The Dask worker {address} cannot run drawkit: {version}. "
            raise ExecutorError(text + 'Install it in the environment of the workers: pip install "drawkit[local]".')
        if version != version_here():
            text = f"The Dask worker {address} has drawkit {version}, this is {version_here()}. "
            raise ExecutorError(text + "Install the same version in both places.")
