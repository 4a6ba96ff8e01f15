"""A service that names all that the API document leaves open otherwise, and says more than drawkit knows."""

from __future__ import annotations

import inspect
from typing import Any

import httpx
import pytest
from small_service import ADDRESS, KEY, form_of, png

import drawkit
from drawkit import client as dk
from drawkit.contract import Dialect, TaskStatus

DIALECT = Dialect(
    file_part="drawing",
    batch_field="group",
    idempotency_header="X-Once",
    request_id_header="X-Trace",
    limit_parameter="per_page",
    cursor_parameter="after",
    list_member="items",
    more_member="more",
    cursor_member="after",
    task_members={"task_id": "uid", "status": "phase", "result": "findings", "created_at": "born"},
    batch_members={"batch_id": "gid", "name": "label"},
    quota_members={"limits": "allowances"},
    states={"WAITING": "queued", "READING": "running", "DONE": "completed"},
    modules={"bom": "partlist", "stamps": "stamps"},
)


class OtherService:
    def __init__(self) -> None:
        self.seen: list[httpx.Request] = []
        self.looks = 0

    def __call__(self, request: httpx.Request) -> httpx.Response:
        request.read()
        self.seen.append(request)
        handler = getattr(self, f"{request.method}_{request.url.path.removeprefix('/api/open/')}".replace("/", "_"))
        response: httpx.Response = handler(request)
        return response

    def _task(self, phase: str, **more: Any) -> dict[str, Any]:
        return {"uid": "T1", "phase": phase, "born": "2026-01-02T03:04:05Z", "colour": "blue", **more}

    def POST_tasks(self, _: httpx.Request) -> httpx.Response:  # noqa: N802 - named after the method
        return httpx.Response(201, json=self._task("WAITING"))

    def GET_tasks_T1(self, _: httpx.Request) -> httpx.Response:  # noqa: N802 - named after the method
        self.looks += 1
        phase = "READING" if self.looks == 1 else "DONE"
        return httpx.Response(200, json=self._task(phase, findings={"bom": [{"position": "1", "paint": "red"}]}))

    def GET_tasks(self, request: httpx.Request) -> httpx.Response:  # noqa: N802 - named after the method
        if "after" in request.url.params:
            return httpx.Response(200, json={"items": [{"uid": "T2", "phase": "DONE"}], "more": False})
        return httpx.Response(200, json={"items": [self._task("DONE")], "more": True, "after": "T1", "total": 2})

    def POST_batches(self, _: httpx.Request) -> httpx.Response:  # noqa: N802 - named after the method
        return httpx.Response(201, json={"gid": "G", "label": "order", "owner": "me"})

    def GET_quota(self, _: httpx.Request) -> httpx.Response:  # noqa: N802 - named after the method
        return httpx.Response(200, json={"allowances": [{"name": "credits", "limit": 5, "rollover": 1}], "plan": "pro"})

    def GET_status(self, _: httpx.Request) -> httpx.Response:  # noqa: N802 - named after the method
        return httpx.Response(404, headers={"x-trace": "tr-1"}, json={"message": "gone"})


@pytest.fixture
def other() -> OtherService:
    return OtherService()


@pytest.fixture
def client(other: OtherService) -> Any:
    with dk.Client(ADDRESS, KEY, dialect=DIALECT, transport=httpx.MockTransport(other)) as client:
        yield client


def test_a_task_from_submission_to_result(client: dk.Client, other: OtherService) -> None:
    task = client.submit(png(), "advanced", task_list=["bom", "stamps", "notes"], batch="G")
    form = form_of(other.seen[0])
    assert set(form) == {"profile", "options_json", "group", "drawing"}
    assert form["options_json"] == '{"task_list":["partlist","stamps","notes"]}'
    assert "x-once" in other.seen[0].headers
    assert (task.id, task.status) == ("T1", TaskStatus.QUEUED)
    assert task.wait(timeout=10).status is TaskStatus.COMPLETED
    assert task.record.created_at is not None
    assert task.record.extra == {"colour": "blue"}
    assert task.data is not None
    assert task.data.bom[0].position == "1"
    assert task.data.bom[0].model_extra == {"paint": "red"}


def test_only_modules_of_the_dialect_may_be_named_too(client: dk.Client) -> None:
    client.submit(png(), "advanced", task_list=["stamps"])
    for profile, names in (("advanced", ["stamps", "cats"]), ("full", ["stamps"]), ("advanced", [])):
        with pytest.raises(dk.InvalidRequest):
            client.submit(png(), profile, task_list=names)


def test_lists_batches_and_quota(client: dk.Client, other: OtherService) -> None:
    assert [task.id for task in client.tasks(status="completed", page_size=1)] == ["T1", "T2"]
    assert dict(other.seen[-1].url.params) == {"status": "DONE", "per_page": "1", "after": "T1"}
    batch = client.create_batch("order")
    assert (batch.id, batch.record.name, batch.record.extra) == ("G", "order", {"owner": "me"})
    quota = client.quota()
    assert (quota.limits[0].limit, quota.limits[0].extra, quota.extra) == (5, {"rollover": 1}, {"plan": "pro"})


def test_its_request_id_is_found(client: dk.Client) -> None:
    with pytest.raises(dk.NotFound) as caught:
        client.status()
    assert caught.value.request_id == "tr-1"


def test_a_dialect_tells_what_it_names_otherwise() -> None:
    assert repr(Dialect()) == "Dialect()"
    assert repr(Dialect(file_part="upload")) == "Dialect(file_part='upload')"
    assert len(str(inspect.signature(drawkit.connect))) < 400
