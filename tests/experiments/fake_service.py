"""A service in memory that reads nothing: each task ends as scripted. For httpx's mock transport."""

from __future__ import annotations

import hashlib
import io
import itertools
import json
import re
import threading
from collections import Counter
from collections.abc import Callable
from typing import Any

import httpx
from PIL import Image

from drawkit import contract, display
from drawkit.contract import LISTS

KEY = "key-of-another-form-1234567890"
ADDRESS = "http://127.0.0.1:9"


def picture(number: int = 0) -> bytes:
    """A small drawing file, different for each number."""
    into = io.BytesIO()
    Image.new("RGB", (16, 12), (number % 256, number // 256 % 256, number // 65536)).save(into, "PNG")
    return into.getvalue()


def preview() -> bytes:
    into = io.BytesIO()
    Image.new("L", (842, 595), 250).save(into, "PNG")
    return into.getvalue()


def result_of(name: str, profile: str = "full", more: int = 0) -> contract.Result:
    """A small result: a title block, dimensions, a note and a parts list row."""
    dimensions = tuple(
        contract.Dimension(
            id=f"d{at}", text=f"⌀{at} ±0.1", kind="diameter", nominal=at, upper_deviation=0.1, lower_deviation=-0.1,
            box=(50 * at, 30, 50 * at + 40, 45), confidence=0.9 - at / 50,
        )
        for at in range(1, 4 + more)
    )  # fmt: skip
    modules = contract.PROFILE_MODULES.get(contract.Profile(profile), contract.MODULES)
    whole = {
        "title_blocks": (contract.TitleBlock(title=name, text=name, box=(600, 500, 800, 580)),),
        "dimensions": dimensions,
        "bom": (contract.PartsListItem(position="1", quantity="2", designation="Screw", material="Steel"),),
        "notes": (contract.Note(text="All sharp edges are to be broken.", box=(50, 400, 300, 412)),),
    }
    lists = {contract.list_of(module) for module in modules}
    return contract.Result(
        profile=profile,
        units="mm",
        modules={module: contract.ModuleReport(status="absent") for module in modules},
        pages=(contract.PageReport(page=1, width=842, height=595),),
        **{name: items for name, items in whole.items() if name in lists},
    )


assert set(LISTS) >= {"title_blocks", "dimensions", "bom", "notes"}


def problem(status: int, code: str, detail: str = "Because.", **headers: str) -> httpx.Response:
    body = {"type": f"urn:drawkit:problem:{code}", "title": code, "status": status, "detail": detail, "code": code}
    return httpx.Response(status, headers={"content-type": "application/problem+json", **headers}, json=body)


class FakeService:
    """The service. `fates` maps a file name to what its tasks come to, one after the other; others complete."""

    def __init__(self, *, looks: int = 1, version: str | None = "9.1") -> None:
        self.looks, self.version = looks, version
        self.tasks: dict[str, dict[str, Any]] = {}
        self.answered: dict[str, str] = {}
        self.fates: dict[str, list[str]] = {}
        self.counts: Counter[str] = Counter()
        self.script: list[httpx.Response | Exception] = []
        self.quota: dict[str, Any] = {"limits": [{"name": "pages", "limit": 1000, "used": 0, "remaining": 1000}]}
        self.more: Callable[[str], int] = lambda name: 0
        self.lists = True
        self.at_once = False
        self._numbers = itertools.count(1)
        self._lock = threading.Lock()

    def client(self, **settings: Any) -> display.Client:
        return display.Client(ADDRESS, KEY, transport=httpx.MockTransport(self), **settings)

    def hurry(self) -> None:
        """Let every task end at the next look."""
        self.looks = 1
        for task in self.tasks.values():
            task["left"] = 1

    def __call__(self, request: httpx.Request) -> httpx.Response:
        with self._lock:
            path = request.url.path.removeprefix("/api/open/")
            kind = f"{request.method} {path.split('/')[0]}"
            self.counts["POST cancel" if path.endswith("/cancel") else kind] += 1
            if self.script and request.method == "POST":
                told = self.script.pop(0)
                if isinstance(told, Exception):
                    raise told
                return told
            return self._answer(request, path)

    def _answer(self, request: httpx.Request, path: str) -> httpx.Response:
        if path == "status":
            return httpx.Response(200, json={"status": "ok", "version": self.version})
        if path == "quota":
            return httpx.Response(200, json=self.quota) if self.quota else problem(403, "permission-missing")
        if path.startswith("/published"):
            return httpx.Response(200, headers={"content-type": "image/png"}, content=preview())
        if path == "tasks":
            return self._submit(request) if request.method == "POST" else self._list(request)
        return self._one(path)

    def _submit(self, request: httpx.Request) -> httpx.Response:
        once = request.headers["idempotency-key"]
        if once not in self.answered:
            self.answered[once] = self._new(request.content)
        task = self.tasks[self.answered[once]]
        return httpx.Response(202, json=self._looked(task) if self.at_once else task)

    def _new(self, body: bytes) -> str:
        form = {name.decode(): value.decode() for name, value in re.findall(rb'name="(\w+)"\r\n\r\n(.*?)\r\n', body)}
        found = re.search(rb'filename="([^"]*)".*?\r\n\r\n(.*)\r\n--', body, re.S)
        name, data = found[1].decode(), found[2]
        number = next(self._numbers)
        file = {"name": name, "media_type": "image/png", "bytes": len(data), "pages": 1,
                "sha256": hashlib.sha256(data).hexdigest()}  # fmt: skip
        task = {"task_id": f"t{number}", "status": "queued", "profile": form["profile"], "file": file,
                "left": self.looks, "created_at": f"2026-05-04T10:00:{number % 60:02}Z"}  # fmt: skip
        self.tasks[task["task_id"]] = task
        return task["task_id"]

    def _list(self, request: httpx.Request) -> httpx.Response:
        if not self.lists:
            return problem(404, "not-found")
        for task in self.tasks.values():
            if task["status"] in {"queued", "running"}:
                self._looked(task)
        size = int(request.url.params.get("limit", 50))
        newest = list(reversed(self.tasks.values()))[:size]
        rows = [{name: value for name, value in task.items() if name != "result"} for task in newest]
        return httpx.Response(200, json={"data": rows, "has_more": False})

    def _one(self, path: str) -> httpx.Response:
        task = self.tasks.get(path.split("/")[1])
        if task is None:
            return problem(404, "not-found")
        if path.endswith("/cancel"):
            if task["status"] not in {"queued", "running"}:
                return problem(409, "task-ended")
            task["status"] = "cancelled"
            return httpx.Response(200, json=task)
        return httpx.Response(200, json=self._looked(task))

    def _looked(self, task: dict[str, Any]) -> dict[str, Any]:
        if task["status"] in {"queued", "running"}:
            task["left"] -= 1
            task["status"] = "running"
            if task["left"] <= 0:
                self._end(task)
        return task

    def _end(self, task: dict[str, Any]) -> None:
        name = task["file"]["name"]
        fates = self.fates.get(name, [])
        fate = fates.pop(0) if fates else "completed"
        times = {"started_at": "2026-05-04T10:01:00Z", "finished_at": "2026-05-04T10:01:02.5Z"}
        if fate == "completed":
            result = json.loads(result_of(name, task["profile"], self.more(name)).to_json())
            published = {"previews": [f"/published/{task['task_id']}/1.png"]}
            task.update(status="completed", result=result, published=published, **times)
        elif fate == "cancelled":
            task.update(status="cancelled", **times)
        elif fate != "never":
            error = {"code": fate, "title": fate, "detail": f"It was {fate}."}
            task.update(status="failed", error=error, **times)
