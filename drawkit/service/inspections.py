"""The look at an uploaded file before it is accepted: a parser that a hostile file keeps busy is stopped."""

from __future__ import annotations

import asyncio
import hashlib
import math
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from typing import Any

from pebble import ProcessExpired

from drawkit.contract import DrawingFile, FileLimits, Problem, Refused

from .turns import Turns
from .worker import look

Submit = Callable[..., Future[Any]]
_TRIES = 3
_REMEMBERED = 1000


class Inspections:
    """Looks at files in worker processes, or wherever `submit` calls a function.

    One look that takes too long says little about a file: the machine may be busy. So its sender is asked to come
    again, and only a content that used up its tries is refused for good.
    """

    def __init__(self, submit: Submit, limits: FileLimits, time_limit_s: float, places: int = 2) -> None:
        self._submit = submit
        self._limits = limits
        self._time_limit_s = time_limit_s
        self._turns = Turns(places)
        self._failures: OrderedDict[str, int] = OrderedDict()

    async def look(self, path: Path, name: str, key_id: str = "", pages: tuple[int, ...] | None = None) -> DrawingFile:
        """The facts of a file of which `pages` are asked for; the keys that send files take turns.

        Raises `Refused`: as `contract.inspect` does, `unavailable` when nobody could tell in time, `unreadable-file`
        when that happened so often that it must be the file's doing.
        """
        few = pages is not None and len(set(pages)) <= self._limits.max_pages
        limits = self._limits.of_document if few else self._limits
        for _attempt in range(_TRIES):
            try:
                # Twice the limit: a file may wait for its turn as long as the one before it may take.
                async with asyncio.timeout(2 * self._time_limit_s) as turn, self._turns.take(key_id):
                    seen = await asyncio.wrap_future(self._submit(look, path, name, limits))
            except ProcessExpired:
                await self._failed(path)
            except TimeoutError:
                if not turn.expired():  # else its turn never came, or came too late
                    await self._failed(path)
                break
            except (OSError, RuntimeError):  # a pool that broke by what came before, or is stopped
                continue
            else:
                return await self._told(path, seen)
        detail = f"No one could look at the file within {self._time_limit_s:g} s: the service is busy. Send it again."
        raise Refused(Problem.of("unavailable", detail, retry_after=math.ceil(self._time_limit_s)))

    async def _told(self, path: Path, seen: DrawingFile | Problem) -> DrawingFile:
        if self._failures:
            self._failures.pop(await asyncio.to_thread(_content, path), None)
        if isinstance(seen, Problem):
            raise Refused(seen)
        return DrawingFile.model_validate(seen)

    async def _failed(self, path: Path) -> None:
        """Count a look that the file itself may have ended; the last one refuses it."""
        content = await asyncio.to_thread(_content, path)
        self._failures[content] = self._failures.pop(content, 0) + 1
        if self._failures[content] >= _TRIES:
            detail = f"The file could not be opened in {_TRIES} tries of {self._time_limit_s:g} s each."
            detail += " Export it again, or send a picture of it."
            raise Refused(Problem.of("unreadable-file", detail, pointer="/file"))
        if len(self._failures) > _REMEMBERED:
            self._failures.popitem(last=False)


def _content(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
