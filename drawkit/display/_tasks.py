"""Tasks that show themselves and hand out their result as an analyst wants it."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from datetime import timedelta
from typing import ClassVar, Self

from drawkit import client, contract
from drawkit.client import DrawkitError, ServiceUnreachable, TaskError
from drawkit.client.tasks import Handle, OnProgress
from drawkit.contract import TaskStatus
from drawkit.review import Keeper

from . import _task_html
from ._result import PartSource, PreviewSource, Result, SmallSource


class Shown(Handle, ABC):
    """What the tasks of a notebook have in common."""

    _shown: Result | None = None
    _how_to_wait: ClassVar[str] = "task.wait()"

    @property
    def result(self) -> Result:
        """The result. Raises `TaskFailed` or `TaskCancelled` if it ended so, `TaskError` while it has not ended."""
        data = self.data
        if data is None:
            raise self._missing()
        if self._shown is None or self._shown.data is not data:
            name = self.record.file.name if self.record.file else self.id
            own = self._own_source(data)
            # Previews are redacted unless the task said otherwise (contract, `options_json`).
            redacted = self.record.options.get("redact", True) is not False and own is None
            self._shown = Result(data, name, own or self._preview_source(), redacted=redacted)
            if own is not None:
                self._shown._file = self._own_file
                self._shown._part, self._shown._small = self._own_part(data), self._own_small(data)
            reviews, file = self._client.reviews, self.record.file
            if reviews is not None and file is not None and file.sha256:
                self._shown._keep_with(Keeper(reviews, file.sha256))
        return self._shown

    def _own_source(self, data: contract.Result) -> PreviewSource | None:
        """Draw from the person's own file, where the service is their own and has it still."""
        own, record = self._client.own_files, self.record
        if own is None or not own.has(record):
            return None
        return lambda page: own.picture(record, data, page)

    def _own_part(self, data: contract.Result) -> PartSource | None:
        own, record = self._client.own_files, self.record
        return (lambda page, box, dpi: own.part(record, data, page, box, dpi)) if own is not None else None

    def _own_small(self, data: contract.Result) -> SmallSource | None:
        own, record = self._client.own_files, self.record
        return (lambda page, pixels: own.small(record, data, page, pixels)) if own is not None else None

    def _own_file(self) -> bytes | None:
        own = self._client.own_files
        return own.source(self.record) if own is not None else None

    @abstractmethod
    def _preview_source(self) -> PreviewSource: ...

    def _missing(self) -> TaskError:
        try:
            self.raise_for_status()
        except TaskError as error:
            return error
        if self.status is TaskStatus.COMPLETED:
            return TaskError(f"Task {self.id} is completed, but the service gives no result with it.", task=self)
        told = f"Task {self.id} is {self.status.value}: there is no result yet. Use {self._how_to_wait}."
        return TaskError(told, task=self)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {_task_html.line(self.record)}>"

    def _repr_html_(self) -> str:
        return _task_html.render(self.record)

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:  # noqa: ARG002 - IPython's protocol
        return {"text/plain": repr(self), "text/html": self._repr_html_()}


class Task(Shown, client.Task):
    """A task, for blocking code, that shows itself."""

    @property
    def result(self) -> Result:
        """The result, as of `Shown`; asks the service once more when the task had not ended at the last look."""
        if not self.status.ended:
            self.refresh()
        return super().result

    def _preview_source(self) -> PreviewSource:
        return lambda page: self._client.preview(self, page)


class AsyncTask(Shown, client.AsyncTask):
    """A task, for asynchronous code, that shows itself; `wait` also fetches the previews."""

    _how_to_wait: ClassVar[str] = "await task.wait()"
    _pictures: dict[int, bytes]
    lacks_pictures: bool = False
    """Whether the connection was lost when its previews were fetched: `wait`, or `fetch_previews`, tries again."""

    async def wait(self, timeout: float | timedelta | None = None, on_progress: OnProgress | None = None) -> Self:  # noqa: ASYNC109 - the task goes on: not a cancellation
        """Wait until the task has completed, as `drawkit.client.AsyncTask.wait`, and fetch its previews."""
        await super().wait(timeout, on_progress)
        await self.fetch_previews()
        return self

    async def fetch_previews(self) -> None:
        """Fetch the published previews, so that the result can draw them: a picture cannot wait for the network."""
        published = self.record.published
        pages = range(1, 1 + len(published.previews) if published else 1)
        self.lacks_pictures = False
        found = await asyncio.gather(*(self._fetched(page) for page in pages))
        self._pictures = {page: png for page, png in zip(pages, found, strict=True) if png is not None}

    async def _fetched(self, page: int) -> bytes | None:
        try:
            return await self._client.preview(self, page)
        except DrawkitError as error:  # no preview is no reason to have no result
            self.lacks_pictures |= isinstance(error, ServiceUnreachable)
            return None

    def _preview_source(self) -> PreviewSource:
        return lambda page: getattr(self, "_pictures", {}).get(page)
