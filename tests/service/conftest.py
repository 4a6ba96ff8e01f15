from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest
import service_analyses as analyses
from anyio.from_thread import start_blocking_portal
from fastapi import FastAPI
from service_files import picture
from service_waits import rows

from drawkit.contract import MODULES
from drawkit.service import Keys, Settings, create_app
from drawkit.service.state import Service


class Caller:
    """Calls an application in this process; safe from any thread."""

    def __init__(self, app: FastAPI, address: str) -> None:
        self.app = app
        self._address = address

    def __enter__(self) -> Caller:
        with ExitStack() as stack:
            self.portal = stack.enter_context(start_blocking_portal())
            stack.enter_context(self.portal.wrap_async_context_manager(self.app.router.lifespan_context(self.app)))
            transport = httpx.ASGITransport(self.app, raise_app_exceptions=False, client=(self._address, 4))
            client = httpx.AsyncClient(transport=transport, base_url="http://service")
            self._client = stack.enter_context(self.portal.wrap_async_context_manager(client))
            self._stack = stack.pop_all()
        return self

    def __exit__(self, *error: object) -> None:
        self._stack.close()  # a second time does nothing

    def request(self, method: str, path: str, **kwargs: Any) -> httpx.Response:
        return self.portal.call(lambda: self._client.request(method, path, **kwargs))

    def get(self, path: str, **kwargs: Any) -> httpx.Response:
        return self.request("GET", path, **kwargs)


class Api:
    """A running service and a caller of it."""

    def __init__(self, client: Caller, service: Service) -> None:
        self.client = client
        self.service = service
        self.keys: Keys = service.keys
        self.secret = self.keys.create("tester").secret

    def call(self, method: str, path: str, *, key: str | None = None, **kwargs: Any) -> Any:
        headers = {"Authorization": f"Bearer {key or self.secret}", **kwargs.pop("headers", {})}
        return self.client.request(method, path, headers=headers, **kwargs)

    def get(self, path: str, **kwargs: Any) -> Any:
        return self.call("GET", f"/api/open/{path}", **kwargs)

    def post(self, path: str, **kwargs: Any) -> Any:
        return self.call("POST", f"/api/open/{path}", **kwargs)

    def submit(
        self, data: bytes | None = None, profile: str = "full", options: str = "{}", name: str = "part.png", **more: Any
    ) -> Any:
        fields = {"profile": profile, "options_json": options, **more.pop("fields", {})}
        return self.post("tasks", files={"file": (name, picture() if data is None else data)}, data=fields, **more)

    def wait(self, task_id: str, status: str | None = None, within_s: float = 60) -> dict[str, Any]:
        """The task once it has the status (None: once it ended)."""
        deadline = time.monotonic() + within_s
        while time.monotonic() < deadline:
            answer = self.get(f"tasks/{task_id}")
            if answer.status_code == 429:  # whoever looks so often for minutes may meet the limit
                time.sleep(int(answer.headers["Retry-After"]))
                continue
            task: dict[str, Any] = answer.json()
            if task["status"] == status or (status is None and task["finished_at"]):
                return task
            assert not task["finished_at"], f"{task_id} ended as {task['status']} before it was seen {status}"
            time.sleep(0.01)
        raise AssertionError(f"{task_id} has not {status or 'ended'} after {within_s} s: {answer.text[:200]}")

    def rows(self, query: str) -> list[tuple[Any, ...]]:
        """What a query finds in the store."""
        return rows(self.service.files.root, query)

    def pages_used(self) -> int:
        return int(self.get("quota").json()["limits"][0]["used"])


Start = Callable[..., Api]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Starts services on one state folder; threads do the work unless `processes` is true or `executor` is given."""
    analyses.released.clear()
    with ExitStack() as stack:

        def starter(
            analysis: Any = analyses.quick,
            *,
            processes: bool = False,
            executor: Any = None,
            address: str = "127.0.0.1",
            **told: Any,
        ) -> Api:
            settings = Settings(**{"state_dir": tmp_path / "state", "workers": 2, "shutdown_grace_s": 0.0, **told})
            if executor is None and not processes:
                executor = stack.enter_context(ThreadPoolExecutor(2))
            stack.callback(analyses.released.set)
            app = create_app(settings, analysis=analysis, modules=MODULES, executor=executor)
            return Api(stack.enter_context(Caller(app, address)), app.state.service)

        yield starter


@pytest.fixture
def api(start: Start) -> Api:
    return start()
