from __future__ import annotations

import json
import threading
from concurrent.futures import ThreadPoolExecutor

import http_sf
import pytest
import service_analyses as analyses
from service_files import pdf, picture


def state(answer):
    return dict(http_sf.parse(answer.headers["RateLimit"].encode(), tltype="list"))


def test_too_many_requests_are_told_to_wait(start):
    api = start(rate="3/minute")
    left = [state(api.get("status"))["requests"]["r"] for _ in range(3)]
    assert left == [2, 1, 0]
    refused = api.get("status")
    assert (refused.status_code, refused.json()["code"]) == (429, "rate-limited")
    assert 1 <= int(refused.headers["Retry-After"]) <= 60
    assert state(refused)["requests"]["r"] == 0
    other = api.keys.create("other").secret
    assert api.get("status", key=other).status_code == 200


def test_guessing_keys_is_slowed_down(start):
    api = start(address_rate="2/minute")
    codes = [api.client.get("/api/open/status").status_code for _ in range(3)]
    assert codes == [401, 401, 429]
    assert api.get("status").status_code == 200


def test_too_many_requests_at_once_are_refused(start, monkeypatch):
    api = start(concurrent_requests=4)
    gate, inside = threading.Event(), threading.Semaphore(0)
    normal = api.service.store.quota

    def slow(*args):
        inside.release()
        gate.wait(10)
        return normal(*args)

    monkeypatch.setattr(api.service.store, "quota", slow)
    with ThreadPoolExecutor(4) as pool:
        waiting = [pool.submit(api.get, "quota") for _ in range(4)]
        for _ in waiting:
            assert inside.acquire(timeout=10)
        refused = api.get("status")
        gate.set()
        assert [w.result().status_code for w in waiting] == [200] * 4
    assert (refused.status_code, refused.json()["code"]) == (429, "concurrency-limited")
    assert refused.headers["Retry-After"] == "1"
    assert state(refused)["concurrency"]["r"] == 0
    assert state(api.get("status"))["concurrency"]["r"] == 3


def test_open_tasks_have_a_limit(start):
    api = start(analyses.patient, max_open_tasks=1)
    first = api.submit().json()["task_id"]
    refused = api.submit()
    assert (refused.status_code, refused.json()["code"]) == (429, "concurrency-limited")
    assert "Retry-After" in refused.headers
    analyses.released.set()
    api.wait(first)
    assert api.submit().status_code == 202


def test_the_quota_is_exact_under_concurrent_submissions(start):
    api = start(pages_per_month=10)
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda _: api.submit(pdf(3)), range(12)))
    codes = sorted(answer.status_code for answer in answers)
    assert codes == [202] * 3 + [403] * 9
    assert api.pages_used() == 9
    refused = next(answer.json() for answer in answers if answer.status_code == 403)
    assert refused["code"] == "quota-exhausted"
    assert refused["resets_at"].endswith("-01T00:00:00.000000Z")
    assert api.submit(pdf(1)).status_code == 202
    limits = {limit["name"]: limit for limit in api.get("quota").json()["limits"]}
    assert (limits["pages"]["remaining"], limits["tasks"]["used"]) == (0, 4)


def test_a_key_may_have_a_quota_of_its_own(start):
    api = start(tasks_per_month=100)
    small = api.keys.create("small", tasks_per_month=1).secret
    assert api.submit(key=small).status_code == 202
    assert api.submit(key=small).json()["code"] == "quota-exhausted"
    assert api.submit().status_code == 202


@pytest.mark.parametrize(("analysis", "charged"), [(analyses.quick, 2), (analyses.refuse, 0), (analyses.fail, 0)])
def test_pages_of_a_failed_task_are_given_back(start, analysis, charged):
    api = start(analysis)
    api.wait(api.submit(pdf(2)).json()["task_id"])
    assert api.pages_used() == charged
    assert api.get("quota").json()["daily"][0] | {"date": ""} == {"date": "", "tasks": 1, "pages": charged}


def test_pages_of_a_task_cancelled_before_it_ran_are_given_back(start):
    api = start(analyses.patient, workers=1)
    running = api.submit(pdf(2)).json()["task_id"]
    queued = api.submit(pdf(3)).json()["task_id"]
    assert api.pages_used() == 5
    cancelled = api.post(f"tasks/{queued}/cancel").json()
    assert (cancelled["status"], cancelled["started_at"]) == ("cancelled", None)
    assert "cancel" not in cancelled["links"]
    assert api.pages_used() == 2
    again = api.post(f"tasks/{queued}/cancel")
    assert (again.status_code, again.json()["code"]) == (409, "task-ended")
    assert api.pages_used() == 2
    assert api.wait(queued)["result"] is None
    assert api.post(f"tasks/{running}/cancel").json()["status"] == "cancelled"


def test_a_retried_submission_is_one_task(api):
    header = {"headers": {"Idempotency-Key": "abc"}}
    first = api.submit(**header)
    api.wait(first.json()["task_id"])
    second = api.submit(**header)
    assert second.status_code == 202
    assert second.json() == first.json()
    assert second.headers["Location"] == first.headers["Location"]
    assert second.headers["Idempotency-Replayed"] == "true"
    assert len(api.get("tasks").json()["data"]) == 1
    assert api.pages_used() == 1
    sources = list((api.service.files.root / "sources").iterdir())
    assert [s.name for s in sources] == [first.json()["task_id"]]


def test_a_retry_with_another_body_is_refused(api):
    header = {"headers": {"Idempotency-Key": "abc"}}
    api.submit(**header)
    for other in ({"profile": "bom"}, {"data": picture((9, 9))}, {"options": '{"publish": false}'}, {"name": "b.png"}):
        refused = api.submit(**other, **header)
        assert (refused.status_code, refused.json()["code"]) == (422, "invalid-request")
    assert api.submit(key=api.keys.create("other").secret, **header).status_code == 202
    assert api.submit(headers={"Idempotency-Key": "x" * 256}).status_code == 422


def test_parallel_retries_make_one_task(api):
    header = {"headers": {"Idempotency-Key": "abc"}}
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda _: api.submit(**header), range(16)))
    assert {a.status_code for a in answers} <= {202, 409}
    assert {a.json()["code"] for a in answers if a.status_code == 409} <= {"idempotency-conflict"}
    assert len(api.get("tasks").json()["data"]) == 1
    assert api.submit(**header).headers["Idempotency-Replayed"] == "true"


def test_a_refused_submission_can_be_repeated_with_its_key(start):
    api = start(pages_per_month=1)
    header = {"headers": {"Idempotency-Key": "abc"}}
    assert api.submit(pdf(2), **header).status_code == 403
    assert api.submit(pdf(1), **header).status_code == 202


def test_a_retried_batch_is_one_batch(api):
    header = {"headers": {"Idempotency-Key": "b"}}
    first = api.post("batches", content=json.dumps({"name": "x"}), **header)
    second = api.post("batches", content=b' {"name":"x"}', **header)
    assert first.json() == second.json()
    assert api.post("batches", json={"name": "y"}, **header).status_code == 422
