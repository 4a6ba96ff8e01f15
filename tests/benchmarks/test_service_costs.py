"""What the service costs: its start, and reading among 50,000 stored tasks; CPU seconds, and a ratio in one run."""

from __future__ import annotations

import io
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Any

import anyio.from_thread
import httpx
import psutil
import pytest
from PIL import Image
from sqlalchemy import insert

import drawkit
from drawkit.contract import MODULES
from drawkit.service import Settings, create_app
from drawkit.service.schema import tasks

ROOT = Path(drawkit.__file__).parents[1]
STORED = 50_000


def test_service_start(tmp_path: Path) -> None:
    """From the command to the hello, in CPU seconds of the service's own process."""
    seconds = min(_start(tmp_path / str(number)) for number in range(3))
    print(f"\nservice start: {seconds:.2f} CPU s")
    assert seconds <= 1.5


def _start(state: Path) -> float:
    command = [sys.executable, "-P", "-m", "drawkit.service", "--embedded", "--state", str(state), "--workers", "1"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment) as process:
        assert process.stdout is not None
        assert process.stdout.readline().startswith(b'{"base_url"')
        used = psutil.Process(process.pid).cpu_times()
        assert process.stdin is not None
        process.stdin.close()
        process.wait(30)
    return float(used.user + used.system)


@pytest.fixture
def call(tmp_path: Path) -> Iterator[Any]:
    """Calls a service in this process: the method, the path, and the CPU seconds it took."""
    app = create_app(Settings(state_dir=tmp_path, rate="1000000/minute"), modules=MODULES)
    secret = app.state.service.keys.create("benchmark").secret
    with (
        anyio.from_thread.start_blocking_portal() as portal,
        portal.wrap_async_context_manager(app.router.lifespan_context(app)),
    ):
        client = httpx.AsyncClient(
            transport=httpx.ASGITransport(app), base_url="http://s", headers={"Authorization": f"Bearer {secret}"}
        )

        def one(method: str, path: str, **more: Any) -> tuple[httpx.Response, float]:
            began = time.process_time()
            answer = portal.call(lambda: client.request(method, f"/api/open/{path}", **more))
            return answer, time.process_time() - began

        one.app = app  # type: ignore[attr-defined]
        yield one
        portal.call(client.aclose)


def test_50000_stored_tasks_are_listed_and_read(call: Any) -> None:
    into = io.BytesIO()
    Image.new("L", (40, 30), 255).save(into, "PNG")
    answer, _ = call("POST", "tasks", files={"file": ("a.png", into.getvalue())}, data={"profile": "full"})
    task_id = answer.json()["task_id"]
    call("POST", f"tasks/{task_id}/cancel")
    few = _times(call, task_id)
    with call.app.state.service.store.database.write() as connection:
        row = dict(connection.execute(tasks.select()).mappings().one())
        connection.execute(insert(tasks), [{**row, "task_id": f"task_{n:032x}"} for n in range(STORED)])
    many = _times(call, f"task_{STORED // 2:032x}")
    for what, seconds in many.items():
        print(f"\n{what}: {1000 * seconds:.1f} CPU ms among {STORED} tasks, {1000 * few[what]:.1f} ms alone", end="")
        assert seconds <= 0.02
    assert many["get"] <= 1.5 * few["get"]


def _times(call: Any, task_id: str) -> dict[str, float]:
    paths = {
        "get": f"tasks/{task_id}",
        "list": "tasks?limit=50",
        "list of a state": "tasks?limit=50&status=failed",
        "list of a profile": "tasks?limit=50&profile=bom",
        "list of a batch": "tasks?limit=50&batch_id=batch_0",
        "list since": "tasks?limit=50&created_after=2099-01-01T00:00:00Z",
    }
    return {what: median(_second(call("GET", path)) for _ in range(30)) for what, path in paths.items()}


def _second(answer: tuple[httpx.Response, float]) -> float:
    assert answer[0].status_code == 200
    return answer[1]
