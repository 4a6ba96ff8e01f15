from __future__ import annotations

import json
import os
import stat
import time

import pytest
import service_analyses as analyses
from service_files import picture

from drawkit.contract import Event, Published


def ended(api, **more):
    return api.wait(api.submit(**more).json()["task_id"])


def test_a_completed_task_publishes_preview_and_summary(api):
    task = ended(api)
    published = Published.model_validate(api.client.get(task["published"]["url"]).json())
    assert published.summary == {"views": 3}
    preview = api.client.get(published.previews[0])
    assert preview.content == analyses.PREVIEW
    assert preview.headers["content-type"] == "image/png"
    for answer in (preview, api.client.get(published.url)):
        assert "no-store" in answer.headers["Cache-Control"]
        assert answer.headers["X-Robots-Tag"].startswith("noindex")
        assert answer.headers["Referrer-Policy"] == "no-referrer"
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert len(published.id) >= 32


@pytest.mark.parametrize("ranges", ["bytes=0-3", "bytes=x", "bytes=9-1", "what", "bytes=0-0,2-3", "bytes=99999-"])
def test_a_preview_comes_whole_whatever_range_is_asked_for(api, ranges):
    preview = api.client.get(ended(api)["published"]["previews"][0], headers={"Range": ranges})
    assert (preview.status_code, preview.content) == (200, analyses.PREVIEW)
    assert preview.headers["Accept-Ranges"] == "none"


def test_publish_false_publishes_nothing(api):
    task = ended(api, options='{"publish": false}')
    assert task["published"] is None
    assert list((api.service.files.root / "published").iterdir()) == []


@pytest.mark.parametrize("place", ["nothing", "..%2fstore.sqlite3", "x/preview-1.png", "../sources"])
def test_what_is_not_published_is_not_there(api, place):
    answer = api.client.get(f"/published/{place}")
    assert (answer.status_code, answer.json()["code"]) == (404, "not-found")


def test_only_previews_that_exist_are_served(api):
    url = ended(api)["published"]["url"]
    assert api.client.get(f"{url}/preview-2.png").status_code == 404
    assert api.client.get(f"{url}/preview-0.png").status_code == 422
    assert api.client.get(f"{url}/..%2f..%2fstore.sqlite3").status_code == 404


def test_the_source_is_reachable_by_no_route(api):
    mark = b"confidential-mark"
    task = ended(api, data=picture() + mark)
    paths = [r.path for r in api.client.app.routes if hasattr(r, "path")] + [task["published"]["url"]]
    paths += [*task["published"]["previews"], *task["links"].values(), f"/sources/{task['task_id']}", "/openapi.json"]
    for path in paths:
        assert mark not in api.call("GET", path.replace("{task_id}", task["task_id"])).content


def test_a_publication_can_be_withdrawn(api):
    task = ended(api)
    assert api.service.withdraw(task["task_id"]) is True
    assert api.service.withdraw(task["task_id"]) is False
    assert api.client.get(task["published"]["url"]).status_code == 404
    assert api.client.get(task["published"]["previews"][0]).status_code == 404
    assert api.get(f"tasks/{task['task_id']}").json()["published"] is None
    assert list((api.service.files.root / "published").iterdir()) == []


def test_a_preview_lost_from_disk_is_not_a_fault(api):
    task = ended(api)
    api.service.files.withdraw(task["published"]["id"])
    assert api.client.get(task["published"]["previews"][0]).status_code == 404


def test_sources_go_after_their_retention_and_results_stay(start):
    api = start(retention_days=0)
    task = ended(api)
    source = api.service.files.source(task["task_id"])
    assert source.exists()
    api.service.housekeeper.tidy()
    assert not source.exists()
    assert api.get(f"tasks/{task['task_id']}").json()["result"] is not None


def test_sources_stay_within_their_retention(api):
    task = ended(api)
    api.service.housekeeper.tidy()
    assert api.service.files.source(task["task_id"]).exists()


def test_a_task_can_be_deleted_with_all_that_is_of_it(api):
    task = ended(api)
    assert api.service.delete(task["task_id"]) is True
    assert api.service.delete(task["task_id"]) is False
    assert api.get(f"tasks/{task['task_id']}").status_code == 404
    assert api.client.get(task["published"]["url"]).status_code == 404
    assert not api.service.files.source(task["task_id"]).exists()
    assert api.pages_used() == 1


def test_of_a_deleted_task_nothing_stays_in_any_file(start):
    api = start(analyses.named)
    task = api.submit(name="zenko-bracket.png", headers={"Idempotency-Key": "once"}).json()
    ended_ = api.wait(task["task_id"])
    words = [task["file"]["name"], task["file"]["sha256"], "NAMED IN A RESULT", ended_["published"]["id"]]

    def told():
        files = (file.read_bytes() for file in api.service.files.root.rglob("*") if file.is_file())
        kept = b"".join(files).decode("latin-1")
        return [word for word in words if word in kept]

    assert told() == words
    assert api.service.delete(task["task_id"])
    assert told() == []


def test_an_unfinished_task_is_not_deleted(start):
    api = start(analyses.brief)
    task_id = api.submit().json()["task_id"]
    assert api.service.delete(task_id) is False
    assert api.wait(task_id)["status"] == "completed"


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such permission bits")
def test_state_is_its_owners_alone(api):
    task = ended(api)
    root = api.service.files.root
    assert stat.S_IMODE(root.stat().st_mode) == 0o700
    assert stat.S_IMODE(api.service.files.source(task["task_id"]).stat().st_mode) == 0o600


def test_each_ended_task_has_one_event(start):
    api = start(analyses.patient, workers=1)
    batch_id = api.post("batches", json={}).json()["batch_id"]
    done = api.submit(name="a.png", fields={"batch_id": batch_id}).json()["task_id"]
    stopped = api.submit().json()["task_id"]
    api.post(f"tasks/{stopped}/cancel")
    analyses.released.set()
    task = api.wait(done)
    time.sleep(0.05)
    from drawkit.service.schema import events

    with api.service.store.database.read() as connection:
        rows = {row["task_id"]: row for row in connection.execute(events.select()).mappings()}
    assert set(rows) == {done, stopped}
    assert rows[stopped]["kind"] == "task.cancelled"
    event = Event.model_validate(json.loads(rows[done]["body"]))
    assert (event.type, event.data.file_name, event.data.batch_id) == ("task.completed", "a.png", batch_id)
    assert event.data.summary == {"views": 3}
    assert event.data.published.to_dict() == task["published"]
    assert "result" not in rows[done]["body"].replace("drawkit.result", "")
