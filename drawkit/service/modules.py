"""Which modules the engine reads, asked of a worker process: the engine never loads into the service itself."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from concurrent.futures import CancelledError, Future
from typing import Any

log = logging.getLogger(__name__)
_ATTEMPTS = 2


class EngineModules:
    """The engine's modules; asked for once, by whoever comes first. `stopped` tells that none can come any more."""

    def __init__(self, submit: Callable[..., Future[Any]], stopped: Callable[[], bool] = lambda: False) -> None:
        self._submit = submit
        self._stopped = stopped
        self._lock = threading.Lock()
        self._known: tuple[str, ...] | None = None

    def __call__(self) -> tuple[str, ...]:
        """The modules; none when there is no engine, or when no worker could tell just now."""
        with self._lock:
            if self._known is None:
                self._known = self._asked()
            return self._known or ()

    def _asked(self) -> tuple[str, ...] | None:
        for _attempt in range(_ATTEMPTS):
            try:
                known: tuple[str, ...] = self._submit(engine_modules).result()
            except (OSError, RuntimeError, CancelledError) as error:  # the worker died, or took too long
                if self._stopped():
                    return None
                log.warning("no answer about the engine", extra={"error": type(error).__name__})
                continue
            if not known:
                # The service still answers: its status says degraded, and submissions are told why.
                log.error("no reading engine")
            return known
        return None


def engine_modules() -> tuple[str, ...]:
    """The modules of this process's engine; none when it has no engine."""
    try:
        from drawkit import engine  # noqa: PLC0415 - heavy, and only workers need it

        return tuple(engine.MODULES)
    except (ImportError, AttributeError):
        return ()
