"""What every test of a widget needs: small drawings, a service that does what a file's name says, a browser's part."""

import asyncio
import io
import json
from collections.abc import Awaitable, Callable
from typing import Any, Protocol, TypeVar

from PIL import Image
from pypdf import PdfWriter

from drawkit import contract, display
from drawkit.client import AnalysisFailed, PermissionMissing, ServiceUnreachable, TaskCancelled
from drawkit.contract import Progress, QuotaLimit, QuotaRecord, ServiceStatus, TaskStatus


class Closable(Protocol):
    def close(self) -> object: ...


Shown = TypeVar("Shown", bound=Closable)
Served = TypeVar("Served")


def perform(
    story: Callable[[Shown, Served], Awaitable[None]], serve: Callable[[], Served], show: Callable[[Served], Shown]
) -> None:
    """Make a service and what shows it inside a running loop, as in a notebook; play the story; close what was made."""

    async def run() -> None:
        service = serve()
        shown = show(service)
        try:
            await story(shown, service)
        finally:
            shown.close()
            await asyncio.sleep(0)

    asyncio.run(run())


def press(widget: Any, op: str, *buffers: bytes, **content: Any) -> None:
    """Send what the browser's side of a widget sends."""
    widget._handle_custom_msg({"op": op, **content}, [memoryview(buffer) for buffer in buffers])


def state_of(*widgets: Any) -> str:
    """The widgets' state as it travels to the browser and into a saved notebook."""
    states = [{name: value for name, value in widget.get_state().items() if name != "layout"} for widget in widgets]
    return json.dumps(states, default=repr)


def one_page(profile: str, *notes: str) -> contract.Result:
    page = contract.PageReport(page=1, width=200, height=100)
    return contract.Result(pages=(page,), profile=profile, notes=tuple(contract.Note(text=text) for text in notes))


async def until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(60):
        while not true():  # noqa: ASYNC110 - what is waited for is a widget's state, not an event
            await asyncio.sleep(0.005)


def pdf(pages: int = 1, password: str = "") -> bytes:
    writer = PdfWriter()
    for _ in range(pages):
        writer.add_blank_page(width=200, height=100)
    if password:
        writer.encrypt(user_password=password, algorithm="AES-256")
    into = io.BytesIO()
    writer.write(into)
    return into.getvalue()


def png(shade: int = 255) -> bytes:
    into = io.BytesIO()
    Image.new("L", (60, 40), shade).save(into, "PNG")
    return into.getvalue()


class FakeTask:
    """A task that ends as its file's name says."""

    record: object = None
    lacks_pictures = False

    def __init__(self, service: "FakeService", name: str, profile: str) -> None:
        self.service, self.name, self.profile = service, name, profile
        self.status = TaskStatus.QUEUED
        self.id = f"task-{name}"

    async def wait(self, *, on_progress: Callable[[Progress], object]) -> None:
        on_progress(Progress())
        self.status = TaskStatus.RUNNING
        on_progress(Progress())
        await self.service.gate.wait()
        for done in range(3):
            on_progress(Progress(done=done, total=3, step="dimensions"))
            await asyncio.sleep(0)
        if "bad" in self.name:
            raise AnalysisFailed("It cannot be read.")
        if "stopped" in self.name:
            raise TaskCancelled("Someone else cancelled it.")

    @property
    def result(self) -> display.Result:
        if self.service.data is not None:
            return display.Result(self.service.data, self.name)
        notes = () if "blank" in self.name else (self.profile,)
        return display.Result(one_page(self.profile, *notes), self.name)

    async def cancel(self) -> None:
        self.service.cancelled.append(self.name)


class FakeService:
    """What the form needs of an asynchronous client."""

    own_files: object = None
    heard = True
    data: contract.Result | None = None
    limits = contract.DEFAULT_LIMITS

    def __init__(self, pages_left: int | None = 7) -> None:
        self.pages_left = pages_left
        self.gate = asyncio.Event()
        self.gate.set()
        self.told = asyncio.Event()
        self.told.set()
        self.accept = asyncio.Event()
        self.accept.set()
        self.submitted: list[tuple[str, dict[str, Any]]] = []
        self.received: list[bytes] = []
        self.cancelled: list[str] = []
        self.silent = self.refuses = False

    async def aclose(self) -> None:
        self.closed = True

    async def status(self) -> ServiceStatus:
        await self.told.wait()
        if self.silent:
            raise ServiceUnreachable("No answer.")
        return ServiceStatus(
            profiles=("full", "bom", "advanced", "house_rules"),
            modules=("title_block", "bom", "notes"),
            limits=self.limits,
        )

    async def quota(self) -> QuotaRecord:
        if self.pages_left is None:
            raise PermissionMissing("quota:read")
        left = self.pages_left
        return QuotaRecord(limits=(QuotaLimit(name="pages", limit=10, used=10 - left, remaining=left),))

    async def submit(
        self,
        file: bytes,
        profile: str,
        *,
        name: str,
        on_upload: Callable[[int, int], object],
        idempotency_key: str,
        **options: Any,
    ) -> FakeTask:
        on_upload(1, 2)
        await self.accept.wait()
        if self.refuses:
            raise AnalysisFailed("It is refused.")
        self.received.append(file)
        self.submitted.append((name, {"profile": profile, **options}))
        return FakeTask(self, name, profile)
