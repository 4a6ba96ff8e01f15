"""A small service in memory that speaks the open API, for httpx's mock transport: what it does is scripted."""

from __future__ import annotations

import email.parser
import email.policy
import io
import json
import re
import threading
import time
from collections.abc import Callable
from typing import Any

import httpx
from PIL import Image

ADDRESS = "https://drawings.example"
KEY = "key-of-another-form-1234567890"


def png(width: int = 4, height: int = 3) -> bytes:
    into = io.BytesIO()
    Image.new("L", (width, height), 255).save(into, "PNG")
    return into.getvalue()


def form_of(request: httpx.Request) -> dict[str, Any]:
    """The parts of a multipart request: text by name, a file as (name, media type, bytes)."""
    head = b"Content-Type: " + request.headers["content-type"].encode() + b"\r\n\r\n"
    message = email.parser.BytesParser(policy=email.policy.HTTP).parsebytes(head + request.content)
    parts: dict[str, Any] = {}
    for part in message.iter_parts():
        name = part.get_param("name", header="content-disposition")
        data = part.get_payload(decode=True)
        file_name = part.get_filename()
        parts[name] = (file_name, part.get_content_type(), data) if file_name else data.decode()
    return parts


def problem(status: int, code: str, detail: str = "Because.", **more: Any) -> httpx.Response:
    headers = {"content-type": "application/problem+json", **more.pop("headers", {})}
    body = {"type": f"urn:drawkit:problem:{code}", "title": code, "status": status, "detail": detail, "code": code}
    return httpx.Response(status, headers=headers, json={**body, **more})


class SmallService:
    """Tasks complete after `looks` GETs. `script` holds answers (or exceptions) that come first, one a request."""

    def __init__(self, *, looks: int = 2, hint: str | None = "0", page_size: int = 2) -> None:
        self.looks, self.hint, self.page_size = looks, hint, page_size
        self.tasks: dict[str, dict[str, Any]] = {}
        self.batches: dict[str, dict[str, Any]] = {}
        self.answered: dict[str, httpx.Response] = {}
        self.requests: list[httpx.Request] = []
        self.script: list[httpx.Response | Exception] = []
        self.headers: dict[str, str] = {"x-request-id": "req-7"}
        self.concurrency: int | None = None
        self.seconds = 0.0
        self.fate: dict[str, Any] = {"status": "completed", "result": {"schema": "drawkit.result/1"}}
        self._running, self._lock = 0, threading.Lock()

    @property
    def transport(self) -> httpx.MockTransport:
        return httpx.MockTransport(self)

    def __call__(self, request: httpx.Request) -> httpx.Response:
        request.read()
        with self._lock:
            self.requests.append(request)
            scripted = self.script.pop(0) if self.script else None
            self._running += 1
            crowded = self.concurrency is not None and self._running > self.concurrency
        try:
            if crowded:
                return problem(429, "concurrency-limited", headers={"retry-after": "0"})
            if self.seconds:
                time.sleep(self.seconds)
            if isinstance(scripted, Exception):
                raise scripted
            with self._lock:
                return scripted if scripted is not None else self._answer(request)
        finally:
            with self._lock:
                self._running -= 1

    def _answer(self, request: httpx.Request) -> httpx.Response:
        if request.headers.get("authorization") != f"Bearer {KEY}":
            return problem(401, "unauthenticated", headers={"www-authenticate": "Bearer"})
        once = request.headers.get("idempotency-key")
        if once in self.answered:
            return self.answered[once]
        for pattern, handler in self._routes().items():
            method, path = pattern.split(" ")
            found = re.fullmatch(path, request.url.path)
            if found and method == request.method:
                response = handler(request, *found.groups())
                response.headers.update(self.headers)
                if once and response.is_success:
                    self.answered[once] = response
                return response
        return problem(404, "not-found")

    def _routes(self) -> dict[str, Callable[..., httpx.Response]]:
        return {
            "GET /api/open/status": self._status,
            "GET /api/open/quota": self._quota,
            "GET /api/open/tasks": self._list,
            "POST /api/open/tasks": self._submit,
            "GET /api/open/tasks/([^/]+)": self._look,
            "POST /api/open/tasks/([^/]+)/cancel": self._cancel,
            "POST /api/open/batches": self._new_batch,
            "GET /api/open/batches/([^/]+)": self._batch,
            "GET /published/.*": self._published,
        }

    def _status(self, _: httpx.Request) -> httpx.Response:
        return httpx.Response(200, json={"status": "ok", "version": "9", "modules": ["bom"]})

    def _quota(self, _: httpx.Request) -> httpx.Response:
        limits = [{"name": "pages", "unit": "page", "limit": 100, "used": 1, "remaining": 99}]
        return httpx.Response(200, json={"limits": limits, "daily": [{"date": "2026-01-02", "tasks": 1, "pages": 1}]})

    def _submit(self, request: httpx.Request) -> httpx.Response:
        form = form_of(request)
        name, media_type, data = form["file"]
        task_id = f"t{len(self.tasks) + 1}"
        file = {"name": name, "media_type": media_type, "bytes": len(data), "sha256": "0" * 64, "pages": 1}
        options = json.loads(form["options_json"])
        task = {"task_id": task_id, "status": "queued", "profile": form["profile"], "options": options, "file": file}
        self.tasks[task_id] = {**task, "batch_id": form.get("batch_id"), "progress": {"done": 0, "total": self.looks}}
        return httpx.Response(202, headers=self._hint(), json=self.tasks[task_id])

    def _hint(self) -> dict[str, str]:
        return {"retry-after": self.hint} if self.hint is not None else {}

    def _look(self, _: httpx.Request, task_id: str) -> httpx.Response:
        task = self.tasks.get(task_id)
        if task is None:
            return problem(404, "not-found")
        if task["status"] in {"queued", "running"}:
            done = task["progress"]["done"] + 1
            task.update(status="running", progress={"done": done, "total": self.looks, "step": f"step {done}"})
            if done >= self.looks:
                task.update(self.fate)
        return httpx.Response(200, headers=self._hint(), json=task)

    def _list(self, request: httpx.Request) -> httpx.Response:
        begin = int(request.url.params.get("cursor", "0"))
        rows = [{k: v for k, v in task.items() if k != "result"} for task in reversed(self.tasks.values())]
        batch_id = request.url.params.get("batch_id")
        rows = [row for row in rows if batch_id is None or row["batch_id"] == batch_id]
        size = int(request.url.params.get("limit", self.page_size))
        body: dict[str, Any] = {"data": rows[begin : begin + size], "has_more": begin + size < len(rows)}
        if body["has_more"]:
            body["next_cursor"] = str(begin + size)
        return httpx.Response(200, json=body)

    def _cancel(self, _: httpx.Request, task_id: str) -> httpx.Response:
        task = self.tasks[task_id]
        if task["status"] not in {"queued", "running"}:
            return problem(409, "task-ended", "The task is completed.")
        task["status"] = "cancelled"
        return httpx.Response(200, json=task)

    def _new_batch(self, request: httpx.Request) -> httpx.Response:
        batch_id = f"b{len(self.batches) + 1}"
        self.batches[batch_id] = {"batch_id": batch_id, "task_ids": [], **json.loads(request.content)}
        for task_id in self.batches[batch_id]["task_ids"]:
            self.tasks[task_id]["batch_id"] = batch_id
        return httpx.Response(201, json=self.batches[batch_id])

    def _batch(self, _: httpx.Request, batch_id: str) -> httpx.Response:
        states = [task["status"] for task in self.tasks.values() if task["batch_id"] == batch_id]
        counts = {state: states.count(state) for state in ("queued", "running", "completed", "failed", "cancelled")}
        ended = states and not counts["queued"] and not counts["running"]
        body = {**self.batches[batch_id], "counts": counts, "status": "completed" if ended else "running"}
        return httpx.Response(200, headers=self._hint(), json=body)

    def _published(self, _: httpx.Request) -> httpx.Response:
        return httpx.Response(200, headers={"content-type": "image/png"}, content=png())
