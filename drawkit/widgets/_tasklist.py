"""The newest tasks, kept up to date with as few requests as their number and movement need."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from drawkit.client import NotFound

if TYPE_CHECKING:
    from drawkit.display import AsyncClient, AsyncTask

_PAGE: Final = 50
_LARGEST_PAGE: Final = 200
_FASTEST: Final = 1.0
_SLOWEST: Final = 5.0
_AFTER_A_FAULT: Final = 10.0
_SLOWEST_AFTER_FAULTS: Final = 120.0
_LITTLE_LEFT: Final = 0.2


class TaskList:
    """Up to `most` newest tasks, and those that run; one request a look is the rule."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.more = False
        """Whether the service has older ones."""
        self._tasks: dict[str, AsyncTask] = {}
        self._whole = 0
        self._hint: float | None = None
        self._own = _FASTEST
        self._faults = 0
        self._spare = 0.0

    @property
    def tasks(self) -> list[AsyncTask]:
        """Newest first."""
        return list(self._tasks.values())

    @property
    def active(self) -> list[AsyncTask]:
        """Those that have not ended."""
        return [task for task in self._tasks.values() if not task.status.ended]

    @property
    def pause(self) -> float:
        """Seconds until the next look: the service's hint, longer when nothing changes or few requests are left."""
        return max(self._hint if self._hint is not None else _FASTEST, self._own, self._spare)

    def put(self, task: AsyncTask) -> None:
        """Take what is known of a task."""
        if task.id in self._tasks:
            self._tasks[task.id] = task

    def failed(self) -> float:
        """Count a look that failed; seconds until the next one."""
        self._faults += 1
        return float(min(_AFTER_A_FAULT * 2 ** (self._faults - 1), _SLOWEST_AFTER_FAULTS))

    async def refresh(self, client: AsyncClient) -> None:
        """Ask what is new, and how those that run are."""
        before = {task.id: task.record for task in self.active}
        if self._whole != self.most:
            self._tasks, self.more = await self._listed(client)
            self._whole = self.most
        else:
            await self._update(client)
        self._faults = 0
        await self._learn(client, [task for task in self.active if task.id not in before])
        self._pace(client, moved=before != {task.id: task.record for task in self.active})

    async def _listed(self, client: AsyncClient) -> tuple[dict[str, AsyncTask], bool]:
        """List the newest, and tell whether there are older ones."""
        found: dict[str, AsyncTask] = {}
        async for task in client.tasks(page_size=min(self.most + 1, _LARGEST_PAGE)):
            if len(found) >= self.most:
                return found, True
            found[task.id] = task
        return found, False

    async def _update(self, client: AsyncClient) -> None:
        """List down to what is known, and look at those that run further below."""
        found: dict[str, AsyncTask] = {}
        async for task in client.tasks(page_size=_PAGE):
            found[task.id] = task
            if len(found) >= _PAGE and task.id in self._tasks:
                break
        else:
            self._tasks, self.more = found, False
            return
        older = {key: task for key, task in self._tasks.items() if key not in found}
        for key in [key for key, task in older.items() if not task.status.ended]:
            seen = await self._looked_at(client, key)
            older = older | {key: seen} if seen else {name: task for name, task in older.items() if name != key}
        everything = list((found | older).items())
        self._tasks = dict(everything[: max(self.most, _PAGE)])
        self.more = self.more or len(everything) > len(self._tasks)

    async def _looked_at(self, client: AsyncClient, task_id: str) -> AsyncTask | None:
        try:
            return await client.task(task_id)
        except NotFound:
            return None

    async def _learn(self, client: AsyncClient, new: list[AsyncTask]) -> None:
        """Ask how often the service wants to be asked: lists do not tell, a task that runs does."""
        if new:
            try:
                self._hint = (await client.look(new[0].id)).retry_after
            except NotFound:
                return

    def _pace(self, client: AsyncClient, *, moved: bool) -> None:
        self._own = _FASTEST if moved else min(self._own * 1.5, _SLOWEST)
        short = [
            limit.resets_after or 0
            for limit in client.rate_limit
            if limit.quota and limit.remaining is not None and limit.remaining < _LITTLE_LEFT * limit.quota
            and limit.unit == "requests"
        ]  # fmt: skip
        self._spare = float(max(short, default=0))
