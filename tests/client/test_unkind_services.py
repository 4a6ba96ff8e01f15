"""Services, addresses and ids that are not as they should be: one tree of exceptions, and the key nowhere."""

from __future__ import annotations

import asyncio
import os
import sys
import traceback
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from pathlib import Path

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_service import ADDRESS, KEY, SmallService, png, problem

from drawkit import client as dk
from drawkit.client import keys
from drawkit.client.answers import Answer
from drawkit.client.retry import Retries
from drawkit.client.shell import is_this_machine

HOUR_BEHIND = format_datetime(datetime.now(UTC) - timedelta(hours=1), usegmt=True)


@pytest.mark.parametrize("told", ["0", HOUR_BEHIND, "-5", "soon"], ids=["at once", "an hour ago", "before", "no time"])
@pytest.mark.parametrize("status", [429, 503])
def test_a_service_that_is_always_ready_at_once_is_given_up(
    service: SmallService, naps: list[float], told: str, status: int
) -> None:
    code = {429: "rate-limited", 503: "unavailable"}[status]
    service.script = [problem(status, code, headers={"retry-after": told})] * 1000
    with dk.Client(ADDRESS, KEY, transport=service.transport, max_wait=3) as client, pytest.raises(dk.ProblemError):
        client.status()
    assert len(service.requests) < 12
    assert sum(naps) <= 4


@given(st.lists(st.sampled_from(["0", "1", HOUR_BEHIND, "", "7"]), max_size=200))
def test_waits_end_but_for_a_limit_that_tells_when_it_opens(told: list[str]) -> None:
    tries = Retries(max_wait=10, repeatable=True)
    waited = 0.0
    for value in told:
        pause = tries.pause_after(Answer(503, {"retry-after": value}, b"{}"))
        if pause is None:
            break
        assert pause > 0
        waited += pause
    assert waited <= 12


@pytest.mark.parametrize("told", ["3600", "9" * 20, "9" * 400, "Fri, 31 Dec 9999 23:59:59 GMT"])
def test_looks_at_a_task_and_a_batch_go_on_whatever_pause_a_service_wishes(
    service: SmallService, client: dk.Client, naps: list[float], told: str
) -> None:
    service.hint = told
    batch = client.create_batch()
    task = client.submit(png(), batch=batch)
    assert task.wait().status == "completed"
    running = {"batch_id": batch.id, "status": "running"}
    service.script = [httpx.Response(200, headers={"retry-after": told}, json=running)]
    assert batch.refresh().wait().status == "completed"
    assert naps
    assert max(naps) <= 120


def test_so_they_do_in_asynchronous_code(service: SmallService, monkeypatch: pytest.MonkeyPatch) -> None:
    service.hint = "9" * 20
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    async def look() -> str:
        async with dk.AsyncClient(ADDRESS, KEY, transport=service.transport) as client:
            return (await (await client.submit(png())).wait()).status

    monkeypatch.setattr("drawkit.client.tasks.asyncio.sleep", sleep)
    assert asyncio.run(look()) == "completed"
    assert slept
    assert max(slept) <= 120


def test_a_list_that_goes_in_a_circle_is_told(service: SmallService, client: dk.Client) -> None:
    page = httpx.Response(200, json={"data": [{"task_id": "t"}], "has_more": True, "next_cursor": "again"})
    service.script = [page] * 50
    with pytest.raises(dk.UnexpectedAnswer, match="after itself"):
        list(client.tasks())
    assert len(service.requests) == 2


@pytest.mark.parametrize("moment", [datetime.min, datetime.max, datetime.max.replace(tzinfo=UTC)])
def test_the_ends_of_the_calendar_can_be_asked_for(service: SmallService, client: dk.Client, moment: datetime) -> None:
    assert list(client.tasks(created_after=moment)) == []
    assert datetime.fromisoformat(service.requests[-1].url.params["created_after"]).tzinfo is not None


@pytest.mark.parametrize(
    "address", ["http://a..b/", "http://1.2.3.999/", f"http://{'a' * 70}.example/", "http://[::1/"]
)
def test_an_address_that_is_none_is_a_configuration_error(address: str) -> None:
    with pytest.raises(dk.ConfigurationError, match="has the form"):
        dk.Client(address, KEY)


ASKED: list[Callable[[dk.Client, str], object]] = [
    lambda client, text: client.task(text),
    lambda client, text: client.cancel(text),
    lambda client, text: client.batch(text),
    lambda client, text: list(client.tasks(batch_id=text)),
    lambda client, text: client.submit(png(), idempotency_key=text),
]


@pytest.mark.parametrize("ask", ASKED)
@pytest.mark.parametrize("text", ["x" * 100_000, "\ud800", "a\ud800b"])
def test_what_no_request_can_carry_is_refused_here(
    client: dk.Client, naps: list[float], ask: Callable[[dk.Client, str], object], text: str
) -> None:
    with suppress(dk.DrawkitError):
        ask(client, text)
    with pytest.raises(dk.DrawkitError) as caught:
        client.task(text)
    assert len(str(caught.value)) < 500


@pytest.mark.parametrize("text", ["x" * 100_000, "\ud800", "a\nb"])
def test_so_it_is_in_asynchronous_code(service: SmallService, naps: list[float], text: str) -> None:
    async def ask() -> None:
        async with dk.AsyncClient(ADDRESS, KEY, transport=service.transport) as client:
            with pytest.raises(dk.DrawkitError):
                await client.task("\ud800")
            with pytest.raises(dk.DrawkitError):
                _ = [task async for task in client.tasks(batch_id="\ud800" + text)]

    asyncio.run(ask())


def test_a_name_that_cannot_be_looked_up_is_a_service_that_does_not_answer(naps: list[float]) -> None:
    def fail(_request: httpx.Request) -> httpx.Response:
        raise UnicodeError("label empty or too long")

    with dk.Client(ADDRESS, KEY, transport=httpx.MockTransport(fail)) as client, pytest.raises(dk.ServiceUnreachable):
        client.status()


@pytest.mark.parametrize("header", ["location", "x-request-id", "retry-after"])
@pytest.mark.parametrize("status", [200, 302, 404, 503])
def test_a_key_that_a_service_echoes_is_shown_nowhere(naps: list[float], header: str, status: int) -> None:
    def echo(request: httpx.Request) -> httpx.Response:
        key = request.headers["authorization"]
        return httpx.Response(status, headers={header: f"/x?{key}"}, text=f'{{"detail": "{key}", "title": "{key}"}}')

    with dk.Client(ADDRESS, KEY, transport=httpx.MockTransport(echo), max_wait=0) as client:
        error: BaseException | None = None
        try:
            client.task("t")
        except dk.DrawkitError as raised:
            error = raised
        assert error is not None
        told = traceback.TracebackException.from_exception(error, capture_locals=True)
        assert KEY not in "".join(told.format()) + str(error) + repr(vars(error)) + str(client._last_headers)


@pytest.mark.parametrize("how", ["argument", "environment"])
def test_a_mistyped_key_is_in_no_variable_of_a_traceback(monkeypatch: pytest.MonkeyPatch, how: str) -> None:
    body = f"dk_live_{'A' * 30}"
    wrong = body + ("000000" if keys.checksum(body) != "000000" else "000001")
    if how == "environment":
        monkeypatch.setenv("DRAWKIT_API_KEY", wrong)
    error: BaseException | None = None
    try:
        dk.Client(ADDRESS, wrong) if how == "argument" else dk.Client(ADDRESS)
    except dk.KeyMalformed as raised:
        error = raised
    assert error is not None
    assert error.__context__ is None
    frames = traceback.TracebackException.from_exception(error, capture_locals=True).stack[1:]
    told = str([frame.locals for frame in frames])
    assert "base_url" in told
    assert wrong not in told


@pytest.mark.parametrize(
    "host",
    ["localhost", "LOCALHOST.", "a.localhost", "127.0.0.1", "127.0.0.2", "127.1", "::1", "::ffff:127.0.0.1", "0x7f.1",
     "2130706433", "0.0.0.0", "::"],
)  # fmt: skip
def test_this_machine_has_many_names(host: str) -> None:
    assert is_this_machine(host)


@pytest.mark.parametrize("host", ["", "example.com", "128.0.0.1", "localhost.example", "1.2.3.999", "::2", "a\ud800"])
def test_other_machines_have_others(host: str) -> None:
    assert not is_this_machine(host)


@pytest.mark.parametrize("host", ["127.0.0.2", "127.1", "localhost.", "[::ffff:127.0.0.1]"])
def test_no_proxy_of_the_environment_sees_a_key_for_this_machine(monkeypatch: pytest.MonkeyPatch, host: str) -> None:
    for name in ("http_proxy", "HTTP_PROXY", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    with dk.Client(f"http://{host}:1", KEY) as client:
        assert not [pattern for pattern, transport in client._http._mounts.items() if transport is not None]


@pytest.mark.parametrize("place", ["http://elsewhere.example/api", "//elsewhere.example/", "/api/open/other"])
@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_a_redirect_is_not_followed_and_the_key_stays_here(status: int, place: str) -> None:
    seen: list[httpx.Request] = []

    def elsewhere(request: httpx.Request) -> httpx.Response:
        seen.append(request)
        return httpx.Response(status, headers={"location": place})

    with (
        dk.Client(ADDRESS, KEY, transport=httpx.MockTransport(elsewhere)) as client,
        pytest.raises(dk.UnexpectedAnswer),
    ):
        client.status()
    assert [str(request.url.host) for request in seen] == [httpx.URL(ADDRESS).host]


@pytest.mark.parametrize("status", [302, 307])
def test_so_it_is_in_asynchronous_code_and_with_a_file(status: int) -> None:
    seen: list[str] = []

    def elsewhere(request: httpx.Request) -> httpx.Response:
        seen.append(request.url.host)
        return httpx.Response(status, headers={"location": "http://elsewhere.example/api"})

    async def ask() -> None:
        async with dk.AsyncClient(ADDRESS, KEY, transport=httpx.MockTransport(elsewhere)) as client:
            for call in (client.status(), client.submit(png())):
                with pytest.raises(dk.UnexpectedAnswer):
                    await call

    asyncio.run(ask())
    assert seen == [httpx.URL(ADDRESS).host] * 2


@pytest.mark.skipif(sys.platform != "linux", reason="where names of files are bytes")
def test_a_file_whose_name_is_no_text_is_sent(client: dk.Client, service: SmallService, tmp_path: Path) -> None:
    place = os.fsencode(tmp_path) + b"/Geh\xe4use.png"  # of an archive that was made on Windows
    Path(os.fsdecode(place)).write_bytes(png())
    for file, name in ((os.fsdecode(place), None), (png(), "Geh\ud800use.png")):
        assert client.submit(file, name=name).record.file.name == "Geh\N{REPLACEMENT CHARACTER}use.png"
