from __future__ import annotations

import asyncio
import json
import os
import socket
import stat
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from standardwebhooks import Webhook

from drawkit.client import ConfigurationError, WebhookRefused
from drawkit.client.webhooks import Delivery, Receiver, Record, unwrap

SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
OTHER = "whsec_" + "A" * 32
BODY = json.dumps(
    {
        "type": "task.completed",
        "timestamp": "2026-01-02T03:04:05Z",
        "data": {"task_id": "t1", "status": "completed", "profile": "bom", "file_name": "a.pdf", "new": 1},
    }
).encode()


def signed(
    body: bytes = BODY, event_id: str = "evt_1", at: datetime | None = None, secret: str = SECRET
) -> dict[str, str]:
    at = at or datetime.now(UTC)
    signature = Webhook(secret).sign(event_id, at, body.decode())
    return {"Webhook-Id": event_id, "Webhook-Timestamp": str(int(at.timestamp())), "Webhook-Signature": signature}


def test_what_the_standards_library_signs_is_genuine() -> None:
    delivery = unwrap(signed(), BODY, SECRET)
    assert (delivery.id, delivery.type, delivery.data.task_id) == ("evt_1", "task.completed", "t1")
    assert delivery.data.extra == {"new": 1}
    assert abs(delivery.sent_at - datetime.now(UTC)) < timedelta(seconds=5)


def test_while_a_secret_rotates_either_side_may_have_two() -> None:
    headers = signed()
    both = {
        **headers,
        "Webhook-Signature": f"v2,x {signed(secret=OTHER)['Webhook-Signature']} {headers['Webhook-Signature']}",
    }
    assert unwrap(both, BODY, SECRET).id == "evt_1"
    assert unwrap(headers, BODY, [OTHER, SECRET]).id == "evt_1"


@pytest.mark.parametrize(
    "change",
    [
        {"Webhook-Id": ""},
        {"Webhook-Id": "evt_2"},
        {"Webhook-Id": "x" * 257},
        {"Webhook-Id": "a\nb"},
        {"Webhook-Timestamp": ""},
        {"Webhook-Timestamp": "soon"},
        {"Webhook-Timestamp": "-1"},
        {"Webhook-Timestamp": "9" * 30},
        {"Webhook-Timestamp": "²"},
        {"Webhook-Signature": ""},
        {"Webhook-Signature": "v1"},
        {"Webhook-Signature": "v1,"},
        {"Webhook-Signature": "v1,é"},
    ],
)
def test_a_changed_header_is_refused(change: dict[str, str]) -> None:
    with pytest.raises(WebhookRefused):
        unwrap({**signed(), **change}, BODY, SECRET)


def test_a_changed_body_and_another_secret_are_refused() -> None:
    with pytest.raises(WebhookRefused):
        unwrap(signed(), BODY + b" ", SECRET)
    with pytest.raises(WebhookRefused):
        unwrap(signed(), BODY, OTHER)


@pytest.mark.parametrize("minutes", [-6, 6])
def test_too_old_and_too_new_are_refused(minutes: int) -> None:
    at = datetime.now(UTC) + timedelta(minutes=minutes)
    with pytest.raises(WebhookRefused, match="clock"):
        unwrap(signed(at=at), BODY, SECRET)
    assert unwrap(signed(at=at), BODY, SECRET, tolerance=timedelta(minutes=7)).id == "evt_1"
    assert unwrap(signed(at=at), BODY, SECRET, now=at).id == "evt_1"


@pytest.mark.parametrize("body", [b"", b"{}", b"[]", b"not json"])
def test_a_signed_body_that_is_no_event_is_refused(body: bytes) -> None:
    with pytest.raises(WebhookRefused, match="not an event"):
        unwrap(signed(body), body, SECRET)


@pytest.mark.parametrize("secret", ["", "whsec_", "whsec_ü", "whsec_A", []])
def test_a_secret_that_is_none(secret: Any) -> None:
    with pytest.raises(ConfigurationError) as caught:
        unwrap(signed(), BODY, secret)
    assert not secret or secret not in str(caught.value).replace("whsec_<base64>", "")


@given(
    st.dictionaries(st.sampled_from(["webhook-id", "webhook-timestamp", "webhook-signature"]), st.text()), st.binary()
)
def test_whatever_comes_is_refused_with_one_type(headers: dict[str, str], body: bytes) -> None:
    with pytest.raises(WebhookRefused):
        unwrap(headers, body, SECRET)


@pytest.fixture
def receiver(tmp_path: Path) -> Iterator[Receiver]:
    made = Receiver(SECRET, tmp_path / "deep" / "events.sqlite3", path="/hook", max_bytes=1000)
    yield made
    made.close()


def post(receiver: Receiver, headers: dict[str, str], body: bytes = BODY, path: str = "/hook") -> httpx.Response:
    async def send() -> httpx.Response:
        async with httpx.AsyncClient(transport=httpx.ASGITransport(receiver), base_url="http://here") as client:
            return await client.post(path, content=body, headers=headers)

    return asyncio.run(send())


def test_each_handler_has_each_event_once(receiver: Receiver) -> None:
    seen: list[str] = []

    @receiver.on("task.completed")
    def plain(delivery: Delivery) -> None:
        seen.append(f"plain {delivery.id}")

    @receiver.on()
    async def every(delivery: Delivery) -> None:
        seen.append(f"every {delivery.id}")

    @receiver.on("task.failed")
    def other(delivery: Delivery) -> None:
        seen.append("wrong kind")

    assert post(receiver, signed()).status_code == 204
    assert post(receiver, signed()).status_code == 204
    assert post(receiver, signed(event_id="evt_2")).status_code == 204
    assert seen == ["plain evt_1", "every evt_1", "plain evt_2", "every evt_2"]
    assert {delivery.id for delivery in receiver.deliveries()} == {"evt_1", "evt_2"}


def test_events_are_handled_once_across_restarts(tmp_path: Path) -> None:
    seen: list[str] = []

    def remember(delivery: Delivery) -> None:
        seen.append(delivery.id)

    for _ in range(2):
        receiver = Receiver(SECRET, tmp_path / "events.sqlite3")
        receiver.on()(remember)
        assert post(receiver, signed(), path="/").status_code == 204
        receiver.close()
    assert seen == ["evt_1"]


def test_a_handler_that_fails_is_called_again_and_the_others_are_not(receiver: Receiver) -> None:
    seen: list[str] = []

    @receiver.on()
    def good(delivery: Delivery) -> None:
        seen.append("good")

    @receiver.on()
    def shaky(delivery: Delivery) -> None:
        seen.append("shaky")
        if seen.count("shaky") == 1:
            raise RuntimeError("not yet")

    assert post(receiver, signed()).status_code == 500
    assert post(receiver, signed()).status_code == 204
    assert seen == ["good", "shaky", "shaky"]


def test_a_second_delivery_while_the_first_is_handled_comes_later(receiver: Receiver) -> None:
    inner: list[int] = []

    @receiver.on()
    async def slow(delivery: Delivery) -> None:
        async with httpx.AsyncClient(transport=httpx.ASGITransport(receiver), base_url="http://here") as client:
            inner.append((await client.post("/hook", content=BODY, headers=signed())).status_code)

    assert post(receiver, signed()).status_code == 204
    assert inner == [503]


def test_what_is_no_delivery_is_turned_away(receiver: Receiver) -> None:
    assert post(receiver, {}).status_code == 401
    assert post(receiver, signed(), path="/elsewhere").status_code == 404
    assert post(receiver, signed(), b"x" * 1001).status_code == 413

    async def look() -> httpx.Response:
        async with httpx.AsyncClient(transport=httpx.ASGITransport(receiver), base_url="http://here") as client:
            return await client.get("/hook")

    assert asyncio.run(look()).headers["allow"] == "POST"
    assert receiver.deliveries() == ()


def test_events_as_a_frame(receiver: Receiver) -> None:
    assert list(receiver.frame().columns)[:2] == ["id", "type"]
    post(receiver, signed())
    (row,) = receiver.frame().to_dict("records")
    assert (row["id"], row["task_id"], row["status"], row["file_name"]) == ("evt_1", "t1", "completed", "a.pdf")


def test_a_handler_needs_a_name_and_replaces_its_former_self(receiver: Receiver) -> None:
    with pytest.raises(TypeError, match="name"):
        receiver.on()(lambda delivery: None)
    seen: list[int] = []
    for number in (1, 2):

        @receiver.on()
        def cell(delivery: Delivery, number: int = number) -> None:
            seen.append(number)

    post(receiver, signed())
    assert seen == [2]


def test_the_record_is_one_process_s(tmp_path: Path) -> None:
    first = Record(tmp_path / "events.sqlite3")
    with pytest.raises(ConfigurationError, match="in use"):
        Record(tmp_path / "events.sqlite3")
    first.close()
    Record(tmp_path / "events.sqlite3").close()
    (tmp_path / "broken").write_bytes(b"x" * 5000)
    with pytest.raises(ConfigurationError, match="damaged"):
        Record(tmp_path / "broken")
    with pytest.raises(ConfigurationError, match="cannot be opened"):
        Record(tmp_path / "broken" / "events.sqlite3")


def test_the_secret_does_not_show(receiver: Receiver) -> None:
    assert SECRET not in f"{receiver!r} {vars(receiver)}"


def test_served_over_http(receiver: Receiver) -> None:
    with receiver.serving() as address:
        assert httpx.post(address, content=BODY, headers=signed(), trust_env=False).status_code == 204
        assert httpx.post(address, content=BODY, headers={}, trust_env=False).status_code == 401
    assert len(receiver.deliveries()) == 1


def test_serving_without_a_server_says_what_to_install(receiver: Receiver, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "uvicorn", None)
    with pytest.raises(ConfigurationError, match=r"drawkit\[local\]"), receiver.serving():
        pass


def test_lifespan(receiver: Receiver) -> None:
    sent: list[str] = []

    async def live() -> None:
        async def receive() -> dict[str, Any]:
            return {}

        async def send(message: Any) -> None:
            sent.append(message["type"])

        await receiver({"type": "lifespan"}, receive, send)
        await receiver({"type": "websocket"}, receive, send)

    asyncio.run(live())
    assert sent == ["lifespan.startup.complete", "lifespan.shutdown.complete"]


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such permission bits")
@pytest.mark.parametrize("before", [False, True])
def test_the_record_is_its_owners_alone(tmp_path: Path, before: bool) -> None:
    file = tmp_path / "events.sqlite3"
    if before:
        file.touch(mode=0o644)
        file.chmod(0o644)
    record = Receiver(SECRET, file)
    assert {stat.S_IMODE(one.stat().st_mode) for one in tmp_path.iterdir()} == {0o600}
    record.close()


def test_a_body_that_does_not_come_is_not_awaited(receiver: Receiver, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("drawkit.client.webhooks._BODY_SECONDS", 0.2)
    with receiver.serving() as url:
        place = httpx.URL(url)
        with socket.create_connection((place.host, place.port or 0), timeout=10) as connection:
            connection.sendall(b"POST /hook HTTP/1.1\r\nHost: x\r\nContent-Length: 900\r\n\r\nx")
            told = b""
            while part := connection.recv(1000):
                told += part
        assert told.startswith(b"HTTP/1.1 408")
