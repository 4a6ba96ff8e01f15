"""The look at an uploaded file before it is accepted: a parser that a hostile file keeps busy is stopped."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from typing import Any

from drawkit.contract import DrawingFile, FileLimits, Problem, Refused

from .worker import look

Submit = Callable[..., Future[Any]]


class Inspections:
    """Looks at files in worker processes, or wherever `submit` calls a function."""

    def __init__(self, submit: Submit, limits: FileLimits, time_limit_s: float) -> None:
        self._submit = submit
        self._limits = limits
        self._time_limit_s = time_limit_s

    async def look(self, path: Path, name: str) -> DrawingFile:
        """The facts of a file. Raises `Refused` as `contract.inspect` does, also when the look takes too long."""
        for _attempt in range(2):
            try:
                # Twice the limit: a file may wait for its turn as long as the one before it may take.
                async with asyncio.timeout(2 * self._time_limit_s):
                    seen = await asyncio.wrap_future(self._submit(look, path, name, self._limits))
            except TimeoutError:
                break
            except (OSError, RuntimeError):  # the process died: by this file, or by what came before it
                continue
            if isinstance(seen, Problem):
                raise Refused(seen)
            return DrawingFile.model_validate(seen)
        detail = "The file cannot be opened in reasonable time. Export it again, or send a picture of it."
        raise Refused(Problem.of("unreadable-file", detail, pointer="/file"))
