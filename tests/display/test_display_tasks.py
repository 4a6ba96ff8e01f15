import asyncio
import pickle

import httpx
import pytest

from drawkit import display
from drawkit.client import TaskCancelled, TaskError, TaskFailed
from drawkit.contract import QuotaRecord, ServiceStatus
from drawkit.review import Folder

KEY = "the-secret-key-of-this-test"


def test_analyze_hands_in_waits_and_gives_the_result(client, service, png, data):
    service.states = ["queued", "running", "completed"]
    seen = []
    result = client.analyze(png, "full", on_progress=seen.append, name="a.png", publish=True)
    assert result.data == data
    assert result.name == "<i>housing</i>.pdf"
    assert seen
    assert service.asked[0] == "POST /api/open/tasks"
    assert not [asked for asked in service.asked if "published" in asked]


def test_previews_are_fetched_when_drawn_and_once(client, service, png):
    result = client.task("task_1").result
    assert result.preview(1) == png
    assert result.preview(1) == png
    assert service.asked.count("GET /published/p/1.png") == 1
    assert result.preview(2) is None
    assert result.preview(3) is None


def test_a_task_hands_out_one_result(client):
    task = client.task("task_1")
    assert isinstance(task, display.Task)
    assert task.result is task.result


def test_a_result_is_fetched_for_a_task_from_the_list(client, data):
    task = next(iter(client.tasks()))
    assert task.result.data == data


def test_a_task_not_ended_is_asked_once_more(client, service):
    service.states = ["running", "running", "completed"]
    task = client.task("task_1")
    with pytest.raises(TaskError, match=r"task_1 is running: there is no result yet. Use task.wait\(\)"):
        _ = task.result
    assert task.result.name


@pytest.mark.parametrize(("state", "error"), [("failed", TaskFailed), ("cancelled", TaskCancelled)])
def test_a_task_without_a_result_says_why(client, service, png, state, error):
    service.states = [state]
    with pytest.raises(error, match="damaged" if state == "failed" else "cancelled"):
        _ = client.task("task_1").result
    with pytest.raises(error):
        client.analyze(png)


def test_a_completed_task_whose_result_the_service_keeps(client, service):
    service.with_result = False
    with pytest.raises(TaskError, match="completed, but the service gives no result"):
        _ = client.task("task_1").result


@pytest.mark.parametrize(
    ("state", "told"),
    [
        ("queued", "queued: <i>housing</i>.pdf, profile full"),
        ("running", "running: <i>housing</i>.pdf, profile full"),
        ("completed", "completed: <i>housing</i>.pdf, profile full"),
        ("failed", "failed: <i>housing</i>.pdf, profile full, It is <u>damaged</u>."),
        ("cancelled", "cancelled: <i>housing</i>.pdf, profile full"),
    ],
)
def test_how_a_task_shows_itself(client, service, state, told):
    service.states = [state]
    task = client.task("task_1")
    bundle = task._repr_mimebundle_()
    html = bundle["text/html"]
    assert bundle["text/plain"] == repr(task) == f"<Task {told}>"
    assert state in html
    assert "&lt;i&gt;housing&lt;/i&gt;.pdf" in html
    assert '<code class="dk-id">task_1</code>' in html
    assert not [markup for markup in ("<i>", "<u>", "Reading <b>") if markup in html]
    assert ("progressbar" in html) == (state == "running")
    assert ("Reading &lt;b&gt; (1 of 4)" in html) == (state == "running")
    assert ("damaged" in html) == (state == "failed")
    assert ("14 dimensions" in html) == (state == "completed")
    assert ("took 2.5 s" in html) == (state in {"completed", "failed", "cancelled"})


def test_a_task_of_which_only_the_id_is_told(client, service):
    service.record = lambda status: {"task_id": "<b>", "status": status}
    service.states = ["failed"]
    task = client.task("x")
    assert repr(task) == "<Task failed: the service gives no reason>"
    assert "&lt;b&gt;" in task._repr_html_()
    service.record = lambda status: {"task_id": "t", "status": status, "progress": {"done": 0, "total": 2}}
    service.states = ["running"]
    assert "progressbar" in client.task("x")._repr_html_()
    service.record = lambda status: {"task_id": "t", "status": status, "result": {}}
    service.states = ["completed"]
    nameless = client.task("x")
    assert nameless.result.name == "t"
    assert "Read: nothing" in nameless._repr_html_()
    page = {"page": 1, "width": 9, "height": 9, "readable": False}
    service.record = lambda status: {"task_id": "t", "status": status, "result": {"pages": [page]}}
    photo = client.task("x")
    assert repr(photo) == "<Task not read>"
    assert "#009E73" not in photo._repr_html_(), "green nowhere"


def test_quota_is_a_record_and_a_view(client):
    quota = client.quota()
    assert isinstance(quota, QuotaRecord)
    assert quota.frame["remaining"][1] == 6
    assert len(quota.usage) == 0
    bundle = quota._repr_mimebundle_()
    assert bundle["text/plain"] == str(quota) == "<Quota: pages 4 of 10>"
    assert bundle["text/html"].count("<img") == 1
    assert quota.plot().png == quota.plot().png
    assert quota.plot_usage("dark").png.startswith(b"\x89PNG")


def test_quota_with_use_by_day_and_without_limits():
    quota = display.Quota(daily=[{"date": "2026-05-04", "pages": 3}], limits=[{"name": "<b>", "used": 3}])
    html = quota._repr_html_()
    assert html.count("<img") == 2
    assert "&lt;b&gt;" in html
    assert repr(quota) == "<Quota: <b> 3 used>"
    assert repr(display.Quota()) == "<Quota: no limits told>"
    assert "<table" not in display.Quota()._repr_html_()


def test_status_is_a_record_and_a_view(client):
    status = client.status()
    assert isinstance(status, ServiceStatus)
    bundle = status._repr_mimebundle_()
    assert bundle["text/plain"] == str(status) == "<Status: degraded, 3 running, 0 queued>"
    assert "degraded" in bundle["text/html"]
    assert "Reads: bom" in bundle["text/html"]
    assert "Reads" not in display.Status()._repr_html_()


def test_the_tasks_as_a_table(client):
    assert list(client.task_table()["status"]) == ["completed", "queued"]
    assert len(client.task_table(most=1)) == 1


def test_the_key_shows_nowhere(client):
    task = client.task("task_1")
    result = task.result
    shown = [repr(x) + str(x._repr_mimebundle_()) for x in (task, result, client.quota(), client.status())]
    shown += [repr(client), repr(vars(task)), repr(vars(result)), client.task_table().to_html()]
    assert not [text for text in shown if KEY in text]
    assert KEY.encode() not in pickle.dumps(result)


def test_the_async_client_fetches_previews_while_it_waits(async_client, service, png, data):
    async def run() -> display.Result:
        async with async_client() as client:
            assert (await client.status()).status == "degraded"
            assert (await client.quota()).frame["used"][1] == 4
            return await client.analyze(png, name="a.png")

    service.states = ["queued", "completed"]
    result = asyncio.run(run())
    assert result.data == data
    assert (result.preview(1), result.preview(2)) == (png, None)


def test_an_async_task_that_was_not_awaited(async_client, service):
    async def run() -> None:
        async with async_client() as client:
            service.states = ["running", "completed"]
            task = await client.task("task_1")
            with pytest.raises(TaskError, match=r"Use await task.wait\(\)"):
                _ = task.result
            await task.refresh()
            assert task.result.preview() is None
            assert repr(task).startswith("<AsyncTask completed")

    asyncio.run(run())


def test_an_async_task_without_previews(async_client, service):
    async def run() -> display.Result:
        async with async_client() as client:
            return (await (await client.task("task_1")).wait()).result

    service.published = 0
    assert asyncio.run(run()).preview() is None


def test_the_twin_of_a_client_shows_itself_too(client):
    assert isinstance(client.to_async(), display.AsyncClient)


def test_a_review_is_kept_with_the_task(service, data, tmp_path):
    service.sha256 = "ab" * 32
    reviews, transport = Folder(tmp_path / "reviews"), httpx.MockTransport(service)

    def opened(**told):
        with display.Client("http://service.test", KEY, transport=transport, **told) as client:
            return client.task("task_1").result

    first = opened(reviews=reviews)
    first.accept("dimensions", "d1")
    first.correct("dimensions", "d2", nominal=7)
    again = opened(reviews=reviews)
    assert again.decisions == first.decisions
    assert str(again.reviewed).startswith("2 of ")
    assert opened().decisions == (), "who keeps none has none"

    async def elsewhere():
        async with display.AsyncClient("http://service.test", KEY, transport=transport, reviews=reviews) as client:
            return (await client.task("task_1")).result

    assert asyncio.run(elsewhere()).decisions == first.decisions
    service.sha256 = ""
    assert opened(reviews=reviews).decisions == (), "a task that does not tell its file"
