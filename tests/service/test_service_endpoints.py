from __future__ import annotations

import re

import pytest

from drawkit.contract import BatchRecord, Permission, QuotaRecord, ServiceStatus, TaskPage, TaskRecord, TaskStatus
from drawkit.engine.version import version


def test_status_tells_what_the_service_can_do(api):
    status = ServiceStatus.model_validate(api.get("status").json())
    assert status.status == "ok"
    assert status.version == version()
    assert status.queue.workers == 2
    assert status.limits.max_bytes == 20 * 2**20
    assert "dimensions" in status.modules
    assert "advanced" in status.profiles


def test_a_task_goes_from_queued_to_completed(api):
    answer = api.submit(name="../../etc/part 7.png")
    assert answer.status_code == 202
    task = TaskRecord.model_validate(answer.json())
    assert task.status is TaskStatus.QUEUED
    assert answer.headers["Location"] == f"/api/open/tasks/{task.task_id}"
    assert answer.headers["Retry-After"] == "1"
    assert task.file.name == "part 7.png"
    assert (task.file.media_type, task.file.pages) == ("image/png", 1)

    done = TaskRecord.model_validate(api.wait(task.task_id))
    assert done.status is TaskStatus.COMPLETED
    assert done.result.profile == "full"
    assert done.progress.done == done.progress.total
    assert done.created_at <= done.started_at <= done.finished_at
    assert "Retry-After" not in api.get(f"tasks/{task.task_id}").headers


def test_every_answer_has_its_id_and_the_limits(api):
    for answer in (api.get("status"), api.get("nothing"), api.client.get("/api/open/status"), api.client.get("/x")):
        assert re.fullmatch(r"req_[0-9a-f]{24}", answer.headers["X-Request-Id"])
        assert re.match(
            r'"requests";q=\d+;w=60, "concurrency";q=32;qu="concurrent-requests"$', answer.headers["RateLimit-Policy"]
        )
        assert re.match(r'"requests";r=\d+;t=\d+, "concurrency";r=\d+$', answer.headers["RateLimit"])
        if answer.status_code >= 400:
            assert answer.json()["request_id"] == answer.headers["X-Request-Id"]


def test_the_list_has_no_results_and_filters(api):
    first = api.submit(profile="bom").json()["task_id"]
    api.wait(first)
    second = api.submit().json()["task_id"]
    api.wait(second)
    page = api.get("tasks").json()
    assert [task["task_id"] for task in page["data"]] == [second, first]
    assert page["has_more"] is False
    assert "next_cursor" not in page
    assert all("result" not in task for task in page["data"])
    TaskPage.model_validate(page)
    assert [t["task_id"] for t in api.get("tasks?profile=bom").json()["data"]] == [first]
    assert api.get("tasks?status=failed").json()["data"] == []
    assert len(api.get("tasks?status=completed").json()["data"]) == 2
    moment = api.get(f"tasks/{first}").json()["created_at"]
    after = api.get("tasks", params={"created_after": moment}).json()["data"]
    assert [t["task_id"] for t in after] == [second]
    assert api.get("tasks", params={"created_after": "9999-12-31T23:59:59-12:00"}).json()["data"] == []
    assert len(api.get("tasks", params={"created_after": "0001-01-01T00:00:00+12:00"}).json()["data"]) == 2


@pytest.mark.parametrize(
    "moment",
    ["0.5", "1700000000", "2026-01-31", "2026-01-31T12:00:00", "2026-01-31T12:00Z", "2026-02-30T12:00:00Z"],
)
def test_a_moment_is_told_as_rfc_3339_says(api, moment):
    answer = api.get("tasks", params={"created_after": moment})
    assert (answer.status_code, answer.json()["errors"][0]["pointer"]) == (422, "/created_after")
    told = api.get("tasks", params={"created_after": "yesterday"}).json()["detail"]
    assert told == "created_after: Write it as RFC 3339 does, such as 2026-01-31T12:00:00Z."


def test_pages_of_the_list_stay_put_while_tasks_are_added(api):
    old = [api.submit().json()["task_id"] for _ in range(7)]
    seen, cursor = [], None
    for _ in range(4):
        page = api.get("tasks", params={"limit": 2, **({"cursor": cursor} if cursor else {})}).json()
        seen += [task["task_id"] for task in page["data"]]
        cursor = page.get("next_cursor")
        api.submit()
    assert seen == old[::-1]
    assert cursor is None


def test_a_limit_above_200_counts_as_200(api):
    assert api.get("tasks?limit=100000").status_code == 200
    assert api.get("tasks?limit=0").json()["errors"][0]["pointer"] == "/limit"


@pytest.mark.parametrize("query", ["statsu=failed", "status=done", "created_after=yesterday", "limit=x", "=1"])
def test_a_mistyped_query_is_refused(api, query):
    answer = api.get(f"tasks?{query}")
    assert (answer.status_code, answer.json()["code"]) == (422, "invalid-request")


@pytest.mark.parametrize("cursor", ["", "x", "%%%", "MTp0YXNrXzA", "é", "MTp0YXNrX-_"])
def test_what_is_no_cursor_is_refused(api, cursor):
    answer = api.get("tasks", params={"cursor": cursor})
    assert answer.status_code == 422
    assert answer.json()["code"] == "invalid-request"


def test_a_batch_counts_its_tasks(api):
    loose = api.submit().json()["task_id"]
    answer = api.post("batches", json={"name": "gearbox", "task_ids": [loose, loose]})
    assert answer.status_code == 201
    batch_id = answer.json()["batch_id"]
    assert answer.headers["Location"] == f"/api/open/batches/{batch_id}"
    joined = api.submit(fields={"batch_id": batch_id}).json()
    assert joined["batch_id"] == batch_id
    for task_id in (loose, joined["task_id"]):
        api.wait(task_id)
    batch = BatchRecord.model_validate(api.get(f"batches/{batch_id}").json())
    assert batch.status == "completed"
    assert batch.counts.completed == 2
    assert set(batch.task_ids) == {loose, joined["task_id"]}
    assert batch.finished_at is not None
    assert {t["task_id"] for t in api.get(f"tasks?batch_id={batch_id}").json()["data"]} == set(batch.task_ids)


def test_an_empty_batch_is_open(api):
    for body in ({"json": {}}, {}):
        batch = BatchRecord.model_validate(api.post("batches", **body).json())
        assert (batch.status, batch.task_ids, batch.finished_at) == ("open", (), None)


@pytest.mark.parametrize(
    ("body", "status", "place"),
    [
        (b"{", 400, None),
        (b"[" * 100_000, 400, None),
        (b"[]", 422, None),
        (b'{"nmae": "x"}', 422, "/nmae"),
        (b'{"name": 5}', 422, "/name"),
        (b'{"task_ids": ["task_0"]}', 422, "/task_ids/0"),
        (b'{"name": "' + b"x" * 2**20 + b'"}', 413, None),
    ],
)
def test_a_wrong_batch_is_refused(api, body, status, place):
    answer = api.post("batches", content=body)
    assert answer.status_code == status
    assert answer.headers["content-type"] == "application/problem+json"
    assert [e.get("pointer") for e in answer.json().get("errors", [{}])] == [place]


def test_a_task_is_in_one_batch_only(api):
    task_id = api.submit().json()["task_id"]
    assert api.post("batches", json={"task_ids": [task_id]}).status_code == 201
    again = api.post("batches", json={"task_ids": [task_id]})
    assert again.json()["errors"][0]["pointer"] == "/task_ids/0"


def test_the_quota_is_read(api):
    api.submit()
    quota = QuotaRecord.model_validate(api.get("quota").json())
    assert {limit.name: (limit.limit, limit.used) for limit in quota.limits} == {"pages": (None, 1), "tasks": (None, 1)}
    assert [(day.tasks, day.pages) for day in quota.daily] == [(1, 1)]
    assert quota.period.start.day == quota.period.end.day == 1


ENDPOINTS = [
    ("GET", "status", Permission.STATUS_READ),
    ("GET", "quota", Permission.QUOTA_READ),
    ("GET", "tasks", Permission.TASKS_READ),
    ("POST", "tasks", Permission.TASKS_CREATE),
    ("GET", "tasks/task_x", Permission.TASKS_READ),
    ("POST", "tasks/task_x/cancel", Permission.TASKS_CREATE),
    ("POST", "batches", Permission.BATCHES_CREATE),
    ("GET", "batches/batch_x", Permission.BATCHES_READ),
]


@pytest.mark.parametrize(("method", "path", "permission"), ENDPOINTS)
def test_each_endpoint_asks_for_its_permission(api, method, path, permission):
    without = api.keys.create("least", set(Permission) - {permission}).secret
    refused = api.call(method, f"/api/open/{path}", key=without)
    assert refused.status_code == 403
    assert (refused.json()["code"], refused.json()["required"]) == ("permission-missing", permission)
    alone = api.keys.create("one", [permission]).secret
    assert api.call(method, f"/api/open/{path}", key=alone).status_code != 403


@pytest.mark.parametrize(("method", "path", "permission"), ENDPOINTS)
def test_each_endpoint_asks_for_a_key(api, method, path, permission):
    wrong = api.secret[:-1] + ("0" if api.secret[-1] != "0" else "1")
    for headers in ({}, {"Authorization": f"Bearer {wrong}"}, {"Authorization": f"Basic {api.secret}"}):
        refused = api.client.request(method, f"/api/open/{path}", headers=headers)
        assert refused.status_code == 401
        assert refused.headers["WWW-Authenticate"] == "Bearer"
        assert refused.json()["code"] == "unauthenticated"


def test_what_belongs_to_another_key_is_not_there(api):
    task_id = api.submit().json()["task_id"]
    batch_id = api.post("batches", json={}).json()["batch_id"]
    other = api.keys.create("other").secret
    for method, path in [
        ("GET", f"tasks/{task_id}"),
        ("POST", f"tasks/{task_id}/cancel"),
        ("GET", f"batches/{batch_id}"),
    ]:
        theirs = api.call(method, f"/api/open/{path}", key=other).json()
        nobodys = api.call(method, f"/api/open/{path[:12]}0", key=other).json()
        if "cancel" in path:
            nobodys = api.call("POST", "/api/open/tasks/task_0/cancel", key=other).json()
        for problem in (theirs, nobodys):
            del problem["request_id"]
        assert theirs == nobodys
        assert theirs["status"] == 404
    assert api.get("tasks", key=other).json()["data"] == []
    assert api.get(f"tasks?batch_id={batch_id}", key=other).json()["data"] == []
    assert api.submit(fields={"batch_id": batch_id}, key=other).json()["errors"][0]["pointer"] == "/batch_id"
    assert api.post("batches", json={"task_ids": [task_id]}, key=other).status_code == 422


def test_unknown_addresses_and_methods_are_problems(api):
    missing = api.get("nothing")
    assert (missing.status_code, missing.json()["code"]) == (404, "not-found")
    wrong = api.call("PUT", "/api/open/tasks")
    assert (wrong.status_code, wrong.json()["code"]) == (405, "method-not-allowed")
    assert wrong.headers["Allow"] == "GET, POST"
    for answer in (missing, wrong):
        assert answer.headers["content-type"] == "application/problem+json"


def test_a_fault_inside_is_told_without_its_inside(api, monkeypatch, caplog):
    def broken(*_args):
        raise RuntimeError("the inside")

    monkeypatch.setattr(api.service.store, "quota", broken)
    answer = api.get("quota")
    assert (answer.status_code, answer.json()["code"]) == (500, "internal")
    assert "inside" not in answer.text.replace("of its own", "")
    assert "the inside" in caplog.text
