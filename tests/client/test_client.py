from __future__ import annotations

import gc
import io
from datetime import UTC, datetime
from pathlib import Path

import httpx
import pytest
from PIL import Image
from small_service import ADDRESS, KEY, SmallService, form_of, png, problem

from drawkit import client as dk
from drawkit.contract import BatchStatus, Options, Progress, TaskStatus


def test_submit_wait_and_read(client: dk.Client, service: SmallService) -> None:
    seen: list[Progress] = []
    task = client.submit(png(), "bom", name="plate.png")
    assert task.status is TaskStatus.QUEUED
    assert task.wait(on_progress=seen.append) is task
    assert task.status is TaskStatus.COMPLETED
    assert task.data is not None
    assert [p.done for p in seen] == [0, 1, 2][: len(seen)]
    assert task.record.file is not None
    assert task.record.file.name == "plate.png"
    assert service.tasks["t1"]["profile"] == "bom"


def test_status_and_quota(client: dk.Client) -> None:
    assert client.status().modules == ("bom",)
    quota = client.quota()
    assert quota.limits[0].remaining == 99
    assert quota.daily[0].pages == 1


@pytest.mark.parametrize("kind", ["path", "text", "bytes", "bytearray", "stream", "opened"])
def test_each_kind_of_file(client: dk.Client, service: SmallService, tmp_path: Path, kind: str) -> None:
    path = tmp_path / "Zeichnung ø.png"
    path.write_bytes(png())
    with path.open("rb") as opened:
        file = {
            "path": path,
            "text": str(path),
            "bytes": png(),
            "bytearray": bytearray(png()),
            "stream": io.BytesIO(png()),
            "opened": opened,
        }[kind]
        task = client.submit(file)
    name, media_type, data = form_of(service.requests[-1])["file"]
    assert (media_type, data) == ("image/png", png())
    assert name == (path.name if kind in {"path", "text", "opened"} else "drawing")
    assert task.record.profile == "full"


def test_a_picture_of_pillow_keeps_its_resolution(client: dk.Client, service: SmallService) -> None:
    picture = Image.new("CMYK", (30, 20))
    picture.info["dpi"] = (300, 300)
    client.submit(picture)
    name, _, data = form_of(service.requests[-1])["file"]
    sent = Image.open(io.BytesIO(data))
    assert (name, sent.size, sent.mode) == ("drawing.png", (30, 20), "RGB")
    assert round(sent.info["dpi"][0]) == 300


def test_options_travel(client: dk.Client, service: SmallService) -> None:
    client.submit(png(), "advanced", task_list=["bom", "notes"], pages=range(1, 3), publish=False, batch="b9")
    form = form_of(service.requests[-1])
    assert form["options_json"] == '{"task_list":["bom","notes"],"publish":false,"pages":[1,2]}'
    assert form["batch_id"] == "b9"
    client.submit(png(), options=Options(redact=False), publish=False)
    assert form_of(service.requests[-1])["options_json"] == '{"publish":false,"redact":false}'
    client.submit(png())
    assert form_of(service.requests[-1])["options_json"] == "{}"


def test_upload_progress_counts_every_byte(client: dk.Client) -> None:
    data = png() + bytes(200_000)
    told: list[tuple[int, int]] = []
    client.submit(data, on_upload=lambda sent, size: told.append((sent, size)))
    assert told[-1] == (len(data), len(data))
    assert [sent for sent, _ in told] == sorted(sent for sent, _ in told)
    assert len(told) > 2


class Once(io.RawIOBase):
    """A file that can be read once, in one direction, like a pipe."""

    def __init__(self, data: bytes) -> None:
        self.left, self.read_in_all = data, 0

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return False

    def read(self, size: int = -1) -> bytes:
        size = min(len(self.left) if size < 0 else size, 70_000)
        piece, self.left = self.left[:size], self.left[size:]
        self.read_in_all += len(piece)
        return piece


def test_a_file_is_read_once_also_with_progress_and_when_it_is_sent_again(
    client: dk.Client, service: SmallService, naps: list[float]
) -> None:
    data = png() + bytes(200_000)
    service.script = [problem(429, "rate-limited", headers={"retry-after": "1"})]
    file, told = Once(data), []
    client.submit(file, on_upload=lambda sent, size: told.append((sent, size)))  # type: ignore[arg-type]  # all it needs
    assert file.read_in_all == len(data)
    assert [form_of(request)["file"][2] for request in service.requests] == [data, data]
    assert told.count((len(data), len(data))) == 2
    assert len(naps) == 1


def test_tasks_come_lazily_over_pages(client: dk.Client, service: SmallService) -> None:
    for _ in range(5):
        client.submit(png())
    before = len(service.requests)
    listed = client.tasks(status="queued", profile="full", page_size=2)
    assert len(service.requests) == before
    assert next(listed).id == "t5"
    assert len(service.requests) == before + 1
    assert [task.id for task in listed] == ["t4", "t3", "t2", "t1"]
    assert len(service.requests) == before + 3
    assert service.requests[-1].url.params["status"] == "queued"


def test_a_listed_task_fetches_its_result_once(client: dk.Client, service: SmallService) -> None:
    client.submit(png()).wait()
    (task,) = client.tasks()
    before = len(service.requests)
    assert task.data is not None
    assert task.data is task.record.result
    assert len(service.requests) == before + 1
    (again,) = client.tasks()
    assert again.wait().record.result is not None


def test_resume_by_id(client: dk.Client) -> None:
    made = client.submit(png())
    assert client.task(made.id).wait().status is TaskStatus.COMPLETED


def test_cancel(client: dk.Client) -> None:
    task = client.submit(png())
    assert task.cancel().status is TaskStatus.CANCELLED
    with pytest.raises(dk.TaskCancelled) as caught:
        task.wait()
    assert caught.value.task is task
    with pytest.raises(dk.TaskEnded):
        client.cancel(task)


def test_a_failed_task_raises_with_its_problem(client: dk.Client, service: SmallService) -> None:
    service.fate = {"status": "failed", "error": {"code": "time-limit", "detail": "It took too long."}}
    task = client.submit(png())
    with pytest.raises(dk.TaskFailed, match="It took too long") as caught:
        task.wait()
    assert caught.value.task is task
    assert caught.value.problem == task.error


def test_wait_gives_up_and_the_task_goes_on(client: dk.Client, service: SmallService) -> None:
    service.looks, service.hint = 10**6, None
    task = client.submit(png())
    with pytest.raises(dk.WaitTimeout) as caught:
        task.wait(timeout=0.15)
    assert isinstance(caught.value, TimeoutError)
    assert caught.value.task is task
    assert task.status is TaskStatus.RUNNING


def test_batches(client: dk.Client, service: SmallService) -> None:
    first = client.submit(png())
    batch = client.create_batch("order 7", [first])
    assert batch.record.name == "order 7"
    second = client.submit(png(), batch=batch)
    assert {task.id for task in batch.tasks()} == {first.id, second.id}
    first.wait()
    second.wait()
    counts: list[int] = []
    assert batch.wait(on_counts=lambda c: counts.append(c.completed)).status is BatchStatus.COMPLETED
    assert counts[-1] == 2
    assert client.batch(batch.id).counts.completed == 2
    assert repr(batch) == "<Batch b1 completed>"


def test_preview(client: dk.Client, service: SmallService) -> None:
    service.fate = {"status": "completed", "published": {"id": "x", "previews": ["/published/x/1.png"]}}
    task = client.submit(png()).wait()
    assert client.preview(task) == client.preview(task.id) == client.preview(task.record) == png()
    with pytest.raises(dk.NotPublished, match="page 2"):
        client.preview(task, page=2)


def test_facts_of_the_limits(client: dk.Client, service: SmallService) -> None:
    assert client.rate_limit == ()
    service.headers["ratelimit-policy"] = '"burst";q=60;w=60, "tasks";q=4;qu="concurrent-requests"'
    service.headers["ratelimit"] = '"burst";r=59;t=7'
    client.status()
    burst, tasks = client.rate_limit
    assert (burst.name, burst.quota, burst.window, burst.remaining, burst.resets_after) == ("burst", 60, 60, 59, 7)
    assert (tasks.quota, tasks.unit) == (4, "concurrent-requests")


def test_problems_become_exceptions(client: dk.Client, service: SmallService) -> None:
    service.script = [
        problem(403, "permission-missing", "It needs quota:read.", request_id="r1", required="quota:read")
    ]
    with pytest.raises(dk.PermissionMissing, match="It needs quota:read") as caught:
        client.quota()
    error = caught.value
    assert (error.status, error.request_id) == (403, "r1")
    assert error.problem is not None
    assert error.problem.extra == {"required": "quota:read"}


@pytest.mark.parametrize(
    ("file", "told"),
    [(".", r"drawkit\.Experiment\(folder\)"), ("https://drawings.example.com/plate.pdf", "Download it")],
)
def test_what_is_no_file_is_told_with_what_to_do(client: dk.Client, file: str, told: str) -> None:
    with pytest.raises(dk.FileAccessError, match=told):
        client.submit(file)


def test_bad_input_is_found_before_any_request(client: dk.Client, service: SmallService, tmp_path: Path) -> None:
    cases = [
        (b"", {}, dk.UnreadableFile),
        (png()[:20], {}, dk.UnreadableFile),
        (b"hello", {}, dk.UnsupportedFormat),
        (png() + bytes(20 * 2**20), {}, dk.FileTooLarge),
        (io.BytesIO(bytes(20 * 2**20 + 1)), {}, dk.FileTooLarge),
        (tmp_path / "none.pdf", {}, dk.FileAccessError),
        (tmp_path, {}, dk.FileAccessError),
        (tmp_path / "\0", {}, dk.FileAccessError),
        ("https://drawings.example.com/plate.pdf", {}, dk.FileAccessError),
        (png(), {"profile": "everything"}, dk.InvalidRequest),
        (png(), {"profile": "advanced"}, dk.InvalidRequest),
        (png(), {"profile": "advanced", "task_list": ["cats"]}, dk.InvalidRequest),
        (png(), {"profile": "full", "task_list": ["bom"]}, dk.InvalidRequest),
        (png(), {"pages": [0]}, dk.InvalidRequest),
        (png(), {"pages": []}, dk.InvalidRequest),
        (png(), {"pages": 1}, dk.InvalidRequest),
        (png(), {"pages": "1-3"}, dk.InvalidRequest),
        (png(), {"options": {"pubish": False}}, dk.InvalidRequest),
    ]
    for file, more, kind in cases:
        with pytest.raises(kind) as caught:
            client.submit(file, **more)
        assert caught.value.status is None
    for wrong in (io.StringIO("text"), 7):
        with pytest.raises(TypeError):
            client.submit(wrong)  # type: ignore[arg-type]
    with pytest.raises(dk.InvalidRequest):
        client.task("..")
    with pytest.raises(dk.InvalidRequest):
        client.tasks(status="finished")
    assert service.requests == []


def test_an_answer_that_is_not_the_open_api(client: dk.Client, service: SmallService) -> None:
    service.script = [httpx.Response(200, text="<html>Log in</html>")]
    with pytest.raises(dk.UnexpectedAnswer, match="JSON object"):
        client.status()
    service.script = [httpx.Response(307, headers={"location": "https://elsewhere.example/"})]
    with pytest.raises(dk.UnexpectedAnswer, match=r"elsewhere\.example"):
        client.status()
    assert [str(r.url) for r in service.requests] == [f"{ADDRESS}/api/open/status"] * 2


def test_settings_from_the_environment(monkeypatch: pytest.MonkeyPatch, service: SmallService) -> None:
    monkeypatch.setenv("DRAWKIT_BASE_URL", f"{ADDRESS}/")
    monkeypatch.setenv("DRAWKIT_API_KEY", KEY)
    with dk.Client(transport=service.transport) as client:
        assert client.base_url == ADDRESS
        assert client.status().version == "9"


@pytest.mark.parametrize(
    "address",
    ["", "drawings.example", "ftp://x", "http://", "http://a:b@x", "http://x?y=1", "http://x:99999", "http://["],
)
def test_an_address_that_is_none(address: str) -> None:
    with pytest.raises(dk.ConfigurationError):
        dk.Client(address, KEY)


def test_times_of_the_filter_are_sent_with_their_zone(client: dk.Client, service: SmallService) -> None:
    list(client.tasks(created_after=datetime(2026, 1, 2, 3, tzinfo=UTC)))
    sent = datetime.fromisoformat(service.requests[-1].url.params["created_after"])
    assert sent == datetime(2026, 1, 2, 3, tzinfo=UTC)
    list(client.tasks(created_after=datetime(2026, 1, 2, 3)))
    assert datetime.fromisoformat(service.requests[-1].url.params["created_after"]).tzinfo is not None
    list(client.tasks(created_after="2026-01-02T00:00:00Z"))
    assert service.requests[-1].url.params["created_after"] == "2026-01-02T00:00:00Z"
    assert client.create_batch().record.name is None


def test_a_client_closes_when_nobody_holds_it(service: SmallService) -> None:
    client = dk.Client(ADDRESS, KEY, transport=service.transport)
    http = client._http
    del client
    gc.collect()
    assert http.is_closed
