"""The client against the real service over HTTP; only the reading engine is a stand-in."""

from __future__ import annotations

import asyncio
import socket
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
import uvicorn
from small_service import png

from drawkit import client as dk
from drawkit.contract import (
    BatchStatus,
    DrawingFile,
    FileLimits,
    Note,
    Permission,
    Problem,
    Progress,
    Refused,
    Result,
    TaskStatus,
)
from drawkit.service import Keys, Settings, create_app, inspections
from drawkit.service.worker import Job, Outcome, Report, look


def read(job: Job, data: bytes, report: Report) -> Outcome:
    """What the file's name says: refuse, take long, or find one note."""
    if job.profile == "bom":
        raise Refused(Problem.of("unreadable-file", "Nothing can be read."))
    for done in range(3):
        report(Progress(done=done, total=3, step=f"step {done}"))
        time.sleep(0.02)
    return Outcome(
        Result(profile=job.profile, notes=(Note(text=f"{len(data)} bytes"),)).to_json(), (png(),), {"notes": 1}
    )


def slow_once(path: Path, name: str, limits: FileLimits) -> DrawingFile | Problem:
    """A look that takes too long the first time, as on a busy machine."""
    mark = path.parent.parent / "looked"
    if not mark.exists():
        mark.touch()
        time.sleep(60)
    return look(path, name, limits)


class Running:
    def __init__(self, address: str, keys: Keys) -> None:
        self.address, self.keys = address, keys

    def client(self, **settings: object) -> dk.Client:
        return dk.Client(self.address, self.keys.create("tests").secret, **settings)


@contextmanager
def running(folder: Path, **settings: object) -> Iterator[Running]:
    told = Settings(state_dir=folder, shutdown_grace_s=0.0, log_level="ERROR", **settings)
    with ThreadPoolExecutor(2) as pool, socket.create_server(("127.0.0.1", 0)) as listening:
        app = create_app(told, analysis=read, modules=("notes",), executor=pool)
        server = uvicorn.Server(uvicorn.Config(app, log_config=None, access_log=False))
        thread = threading.Thread(target=server.run, args=([listening],), daemon=True)
        thread.start()
        while not server.started:
            time.sleep(0.01)
        try:
            yield Running(f"http://127.0.0.1:{listening.getsockname()[1]}", app.state.service.keys)
        finally:
            server.should_exit = True
            thread.join(10)


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., Running]]:
    with ExitStack() as stack:
        yield lambda **settings: stack.enter_context(running(tmp_path / "state", **settings))


def test_the_whole_way(start: Callable[..., Running]) -> None:
    with start().client() as client:
        seen: list[Progress] = []
        task = client.submit(png(), name="plate ø.png").wait(30, on_progress=seen.append)
        assert task.data is not None
        assert task.data.notes[0].text == f"{len(png())} bytes"
        assert task.record.file is not None
        assert task.record.file.name == "plate ø.png"
        assert seen[-1].done == seen[-1].total
        assert client.preview(task).startswith(b"\x89PNG")
        batch = client.create_batch("order", [task])
        client.submit(png(), batch=batch, publish=False).wait(30)
        assert batch.wait(30).status is BatchStatus.COMPLETED
        assert [listed.record.result for listed in batch.tasks(page_size=1)] == [None, None]
        assert {listed.id for listed in client.tasks(status="completed", created_after="2026-01-01T00:00:00Z")} >= {
            task.id
        }
        unpublished = next(batch.tasks())
        with pytest.raises(dk.NotPublished):
            client.preview(unpublished)
        quota = {limit.name: limit.used for limit in client.quota().limits}
        assert quota == {"pages": 2, "tasks": 2}
        assert client.status().modules == ("notes",)
        assert {limit.unit for limit in client.rate_limit} == {"requests", "concurrent-requests"}


def test_failure_and_cancellation(start: Callable[..., Running]) -> None:
    with start().client() as client:
        with pytest.raises(dk.TaskFailed, match="Nothing can be read") as caught:
            client.submit(png(), "bom").wait(30)
        assert caught.value.problem is not None
        assert caught.value.problem.code == "unreadable-file"
        ended = client.submit(png()).wait(30)
        with pytest.raises(dk.TaskEnded):
            ended.cancel()


def test_refusals(start: Callable[..., Running]) -> None:
    service = start(pages_per_month=1)
    with service.client() as client:
        client.submit(png())
        with pytest.raises(dk.QuotaExhausted) as caught:
            client.submit(png())
        assert caught.value.request_id
        with pytest.raises(dk.NotFound):
            client.task("task_of_nobody")
    weak = service.keys.create("weak", [Permission.STATUS_READ])
    with dk.Client(service.address, weak.secret) as client:
        assert client.status().status == "ok"
        with pytest.raises(dk.PermissionMissing, match="quota:read"):
            client.quota()
        service.keys.revoke(weak.info.key_id)
        with pytest.raises(dk.Unauthenticated):
            client.status()


def test_a_key_from_elsewhere(start: Callable[..., Running]) -> None:
    service = start()
    far = service.keys.create("far", networks=["203.0.113.0/24"])
    with dk.Client(service.address, far.secret) as client, pytest.raises(dk.AddressNotAllowed):
        client.status()


@pytest.mark.parametrize("limits", [{"concurrent_requests": 4}, {"rate": "40/second"}], ids=["concurrency", "rate"])
def test_100_parallel_submissions_settle(start: Callable[..., Running], limits: dict[str, object]) -> None:
    with start(**limits).client() as client, ThreadPoolExecutor(100) as pool:
        tasks = list(pool.map(lambda _: client.submit(png()), range(100)))
        assert len({task.id for task in tasks}) == 100
        assert sum(1 for _ in client.tasks(page_size=200)) == 100


def test_100_parallel_submissions_settle_async(start: Callable[..., Running]) -> None:
    with start(concurrent_requests=4).client() as client:

        async def many() -> list[dk.AsyncTask]:
            async with client.to_async() as twin:
                tasks = await asyncio.gather(*(twin.submit(png()) for _ in range(100)))
                await tasks[0].wait(60)
                return list(tasks)

        tasks = asyncio.run(many())
        assert len({task.id for task in tasks}) == 100
        assert tasks[0].status is TaskStatus.COMPLETED


def test_a_typing_error_in_a_real_key_is_found(start: Callable[..., Running]) -> None:
    service = start()
    secret = service.keys.create("typed").secret
    with pytest.raises(dk.KeyMalformed):
        dk.Client(service.address, secret[:-1] + ("0" if secret[-1] != "0" else "1"))


def test_a_good_file_is_sent_again_when_the_look_at_it_took_too_long(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(inspections, "look", slow_once)
    with running(tmp_path, inspect_time_limit_s=2) as service, service.client() as client:
        task = client.submit(png())
        assert (tmp_path / "looked").exists()
        assert task.wait(60).status is TaskStatus.COMPLETED
        assert [listed.id for listed in client.tasks()] == [task.id]
        assert client.quota().limits[0].used == 1
