from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import timedelta

import httpx
import pytest
from small_service import ADDRESS, KEY, SmallService, png, problem

from drawkit import client as dk
from drawkit.contract import BatchStatus, TaskStatus


def with_client(service: SmallService, work: Callable[[dk.AsyncClient], Awaitable[None]]) -> None:
    async def run() -> None:
        async with dk.AsyncClient(ADDRESS, KEY, transport=service.transport) as client:
            await work(client)

    asyncio.run(run())


def test_every_endpoint(service: SmallService) -> None:
    service.fate = {"status": "completed", "result": {}, "published": {"previews": ["/published/x/1.png"]}}

    async def work(client: dk.AsyncClient) -> None:
        assert (await client.status()).version == "9"
        assert (await client.quota()).limits[0].used == 1
        seen: list[int] = []
        task = await client.submit(png(), "bom")
        assert await task.wait(on_progress=lambda progress: seen.append(progress.done)) is task
        assert seen == [0, 1, 2]
        assert task.data is not None
        assert await client.preview(task) == await client.preview(task.id) == png()
        batch = await client.create_batch("b", [task])
        second = await client.submit(png(), batch=batch)
        await (await client.task(second.id)).wait()
        counts: list[int] = []
        await batch.wait(timeout=5, on_counts=lambda c: counts.append(c.completed))
        assert (batch.status, counts[-1]) == (BatchStatus.COMPLETED, 2)
        assert (await client.batch(batch.id)).record.name == "b"
        assert [t.id async for t in batch.tasks()] == ["t2", "t1"]
        third = await client.submit(png())
        assert [t.id async for t in client.tasks(page_size=2)] == ["t3", "t2", "t1"]
        assert (await third.cancel()).status is TaskStatus.CANCELLED
        with pytest.raises(dk.TaskCancelled):
            await third.wait()
        with pytest.raises(dk.TaskEnded):
            await client.cancel(third)

    with_client(service, work)


def test_a_listed_task_fetches_its_result_when_waited_for(service: SmallService) -> None:
    async def work(client: dk.AsyncClient) -> None:
        await (await client.submit(png())).wait()
        async for task in client.tasks():
            assert task.data is None
            assert (await task.wait()).data is not None
            assert (await task.refresh()).data is not None

    with_client(service, work)


def test_timeouts(service: SmallService) -> None:
    service.looks = 10**6

    async def work(client: dk.AsyncClient) -> None:
        task = await client.submit(png())
        with pytest.raises(dk.WaitTimeout):
            await task.wait(timeout=timedelta(milliseconds=1))
        batch = await client.create_batch(task_ids=[task])
        with pytest.raises(dk.WaitTimeout, match="Batch"):
            await batch.wait(timeout=0.15)

    with_client(service, work)


def test_waits_and_losses(service: SmallService) -> None:
    service.script = [httpx.ConnectError("refused"), problem(429, "rate-limited", headers={"retry-after": "0"})]

    async def work(client: dk.AsyncClient) -> None:
        both = await asyncio.gather(client.status(), client.status())
        assert [status.version for status in both] == ["9", "9"]
        service.script = [httpx.ConnectError("refused")] * 9
        with pytest.raises(dk.ServiceUnreachable):
            await client.status()

    with_client(service, work)


def test_from_a_blocking_client_inside_a_running_loop(client: dk.Client) -> None:
    async def run() -> None:
        made = client.submit(png()).wait()
        async with client.to_async() as twin:
            assert (await twin.task(made.id)).status is TaskStatus.COMPLETED

    asyncio.run(run())


def test_a_blocking_transport_is_not_handed_on(service: SmallService) -> None:
    class Blocking(httpx.BaseTransport):
        handle_request = service

    with dk.Client(ADDRESS, KEY, transport=Blocking(), max_wait=3) as client:
        assert client.status().version == "9"
        twin = client.to_async()
        assert twin._transport is None
        asyncio.run(twin.aclose())


def test_upload_progress(service: SmallService) -> None:
    told: list[tuple[int, int]] = []

    async def work(client: dk.AsyncClient) -> None:
        await client.submit(png(), on_upload=lambda sent, size: told.append((sent, size)))

    with_client(service, work)
    assert told == [(len(png()), len(png()))]
