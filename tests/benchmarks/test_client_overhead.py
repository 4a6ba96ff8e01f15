"""What the client costs beside httpx doing the same: a ratio within one run."""

from __future__ import annotations

import io
import json
import socket
import threading
import time
import uuid
from collections.abc import Callable, Iterator
from statistics import median
from typing import Any

import httpx
import pytest
import uvicorn
from PIL import Image

from drawkit.client import Client

BLOCKS, BLOCK = 100, 10
ANSWER = {
    "task_id": "t",
    "status": "queued",
    "profile": "full",
    "created_at": "2026-01-02T03:04:05Z",
    "links": {"self": "/"},
}


async def accept(scope: Any, receive: Any, send: Any) -> None:
    while (await receive()).get("more_body"):
        pass
    body = json.dumps(ANSWER).encode()
    policy = b'"requests";q=1200;w=60, "concurrency";q=32;qu="concurrent-requests"'
    fields = [(b"content-type", b"application/json"), (b"ratelimit-policy", policy), (b"retry-after", b"1")]
    fields.append((b"content-length", str(len(body)).encode()))
    await send({"type": "http.response.start", "status": 202, "headers": fields})
    await send({"type": "http.response.body", "body": body})


@pytest.fixture
def address() -> Iterator[str]:
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP) as listening:
        listening.bind(("127.0.0.1", 0))
        server = uvicorn.Server(uvicorn.Config(accept, log_config=None, access_log=False, lifespan="off"))
        thread = threading.Thread(target=server.run, args=([listening],), daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
        server.should_exit = True
        thread.join(10)


def seconds(work: Callable[[], object]) -> float:
    """CPU seconds of this thread, so that neither the server nor the rest of the machine counts."""
    began = time.thread_time()
    for _ in range(BLOCK):
        work()
    return time.thread_time() - began


@pytest.mark.slow
def test_1000_small_submissions_cost_little_more_than_httpx(address: str) -> None:
    into = io.BytesIO()
    Image.new("L", (1200, 800), 255).save(into, "PNG")
    drawing = into.getvalue()

    def plain() -> None:
        file = ("plate.png", drawing, "image/png")
        once = {"Idempotency-Key": str(uuid.uuid4())}
        form = {"profile": "full", "options_json": "{}"}
        http.post(f"{address}/api/open/tasks", data=form, files={"file": file}, headers=once).raise_for_status().json()

    headers = {"Authorization": "Bearer a-key"}
    with httpx.Client(headers=headers, trust_env=False) as http, Client(address, "a-key") as client:
        # In turns and by the median: what else the machine does hits both alike.
        ratios = [seconds(lambda: client.submit(drawing, name="plate.png")) / seconds(plain) for _ in range(BLOCKS)]
    assert median(ratios) <= 1.15, f"the client takes {median(ratios):.2f} times as long as httpx"
