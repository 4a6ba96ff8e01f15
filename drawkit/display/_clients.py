"""Clients whose answers show themselves in a notebook."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import timedelta
from itertools import islice
from typing import Any, ClassVar, TypedDict, Unpack

import pandas as pd

from drawkit import client, frames
from drawkit.client.tasks import OnProgress
from drawkit.client.uploads import FileLike, OnUpload, Password
from drawkit.contract import Options, Profile

from ._quota import Quota, Status
from ._result import Result
from ._tasks import AsyncTask, Task


class Submission(TypedDict, total=False):
    """What `submit` takes beside the file and the profile."""

    options: Options | Mapping[str, Any] | None
    task_list: Iterable[str] | None
    pages: Iterable[int] | None
    publish: bool | None
    redact: bool | None
    name: str | None
    password: Password | None
    on_upload: OnUpload | None


class AsyncClient(client.AsyncClient[AsyncTask]):
    """As `drawkit.client.AsyncClient`, with answers that show themselves."""

    task_type: ClassVar[type[client.AsyncTask]] = AsyncTask

    async def status(self) -> Status:
        """Tell what the service is and can do (permission `status:read`)."""
        return Status.model_validate(dict(await super().status()))

    async def quota(self) -> Quota:
        """Tell the key's quota (permission `quota:read`)."""
        return Quota.model_validate(dict(await super().quota()))

    async def analyze(
        self,
        file: FileLike,
        profile: Profile | str = "full",
        *,
        timeout: float | timedelta | None = None,  # noqa: ASYNC109 - the task goes on: not a cancellation
        on_progress: OnProgress | None = None,
        **submission: Unpack[Submission],
    ) -> Result:
        """Hand in one drawing and wait for its result; arguments as of `Client.analyze`."""
        task = await self.submit(file, profile, **submission)
        return (await task.wait(timeout, on_progress)).result


class Client(client.Client[Task]):
    """As `drawkit.client.Client`, with answers that show themselves."""

    task_type: ClassVar[type[client.Task]] = Task
    async_type: ClassVar[type[client.AsyncClient[Any]]] = AsyncClient

    def status(self) -> Status:
        """Tell what the service is and can do (permission `status:read`)."""
        return Status.model_validate(dict(super().status()))

    def quota(self) -> Quota:
        """Tell the key's quota (permission `quota:read`)."""
        return Quota.model_validate(dict(super().quota()))

    def analyze(
        self,
        file: FileLike,
        profile: Profile | str = "full",
        *,
        timeout: float | timedelta | None = None,
        on_progress: OnProgress | None = None,
        **submission: Unpack[Submission],
    ) -> Result:
        """Hand in one drawing and wait for its result (permissions `tasks:create`, `tasks:read`).

        `file` is a path, bytes, a binary file or a Pillow image. `profile` is "standard" (title block, revisions,
        notes, views), "bom", "dimension_tolerance", "full", or "advanced" with `task_list`. `timeout` is in seconds;
        `on_progress` is called with each `Progress`. `submission` are keyword arguments of `submit`:

        - `task_list`: modules of profile "advanced", such as ["bom", "balloons"]; `status().modules` lists them
        - `pages`: page numbers from 1, such as [1, 3]; all when not given
        - `publish`, `redact`: whether a preview and summary are published, and blacked out; both on unless said
          otherwise. `redact=False` shows names and company in the pictures too. The embedded service publishes nothing
          unless told: its pictures come from your own file, as it is.
        - `name`: the file's name where `file` has none
        - `password`: of a locked PDF, or what asks for it, such as `getpass.getpass`; never sent, never kept
        - `options`: the same as one object; `on_upload`: called with the bytes sent and the bytes in all

        Raises `FileAccessError` when there is no such file, `FileRefused` when it cannot be read or is too large,
        `InvalidRequest` when an argument is wrong, `TaskFailed` when the analysis fails, `WaitTimeout` after `timeout`
        (the task goes on), and what `submit` and `wait` raise besides.
        """
        return self.submit(file, profile, **submission).wait(timeout, on_progress).result

    def task_table(self, most: int | None = 100, **filters: Any) -> pd.DataFrame:
        """Give the newest tasks as a DataFrame, at most `most` of them; `filters` as of `tasks`."""
        return frames.tasks_frame(task.record for task in islice(self.tasks(**filters), most))
