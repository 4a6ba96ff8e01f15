"""An experiment against a service in memory: what it does, what it costs, what it keeps."""

from __future__ import annotations

import asyncio
import contextlib
import io
import os
import sqlite3
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pandas as pd
import pytest
from fake_service import FakeService, picture, problem
from rich.console import Console

import drawkit
from drawkit import client as dk
from drawkit.experiments import Experiment, Ledger, RunStatus

Make = Callable[..., Experiment]


def test_it_reads_every_drawing_once_and_again_for_nothing(experiment: Make, service: FakeService) -> None:
    first = experiment().run(progress=False)
    assert list(first.tasks["status"]) == ["completed"] * 5
    assert service.counts["POST tasks"] == 5
    again = experiment().run(progress=False)
    assert list(again.tasks["status"]) == ["completed"] * 5
    assert service.counts["POST tasks"] == 5
    assert again._run_status.known == 5
    pd.testing.assert_frame_equal(first.dimensions, again.dimensions)


def test_the_same_content_is_paid_for_once_under_any_name(experiment: Make, service: FakeService, folder: Path) -> None:
    (folder / "copy.png").write_bytes(picture(1))
    told = experiment().run(progress=False)
    assert service.counts["POST tasks"] == 5
    assert len(told.tasks) == 6
    assert list(told.title_blocks["drawing"]) == ["copy.png", *(f"part{n}.png" for n in range(5))]


def test_what_costs_again(experiment: Make, service: FakeService, folder: Path) -> None:
    experiment().run(progress=False)
    experiment(folder, ["full", "bom"]).run(progress=False)
    assert service.counts["POST tasks"] == 10
    experiment(folder, "full", [{}, {"pages": [1]}, drawkit.Options(pages=(1, 1))]).run(progress=False)
    assert service.counts["POST tasks"] == 15
    service.version = "9.2"
    experiment().run(progress=False)
    assert service.counts["POST tasks"] == 20
    (folder / "part0.png").write_bytes(picture(77))
    experiment().run(progress=False)
    assert service.counts["POST tasks"] == 21


def test_a_preview_tells_before_it_starts(experiment: Make, service: FakeService, folder: Path) -> None:
    (folder / "large.png").write_bytes(picture() + bytes(20 * 2**20))
    (folder / "text.pdf").write_text("no drawing")
    told = experiment([folder, folder / "gone.pdf"], ["full", "bom"]).preview()
    assert (told.drawings, told.pages, told.known, told.tasks, told.charged_pages) == (8, 5, 0, 10, 10)
    refused = told.refusals.drop_duplicates("drawing").set_index("drawing")["error_code"]
    assert dict(refused) == {"large.png": "file-too-large", "text.pdf": "unsupported-format", "gone.pdf": "no-file"}
    assert told.fits
    assert told.remaining == {"pages": 1000}
    assert service.counts["POST tasks"] == 0
    assert "drawings 8, pages 5, settings 2, known 0, refused 3 drawings, to submit 10" in repr(told)
    html = told._repr_mimebundle_()["text/html"]
    assert "Convert it to PDF" in html
    service.quota = {"limits": [{"name": "pages", "limit": 9, "used": 0, "remaining": 9}]}
    short = experiment([folder], ["full", "bom"]).preview()
    assert not short.fits
    assert "quota is not enough" in short._repr_html_()
    out = io.StringIO()
    Console(file=out, width=120).print(short)
    assert "quota is not enough" in out.getvalue()
    assert "text.pdf" in out.getvalue()


def test_a_preview_without_the_right_to_see_the_quota(experiment: Make, service: FakeService) -> None:
    service.quota = {}
    told = experiment().preview()
    assert told.remaining == {}
    assert told.fits
    assert len(told.files) == 5


def test_a_preview_tells_what_folders_hold_beside_drawings(experiment: Make, folder: Path) -> None:
    (folder / "deep").mkdir()
    for name in ("a.dwg", "deep/b.DWG", "c.heic", "notes.txt", ".hidden.step"):
        (folder / name).write_bytes(b"")
    told = experiment([folder, folder / "deep"]).preview()
    assert (told.drawings, told.passed_over) == (5, "2 .dwg, 1 .heic")
    assert "passed over 2 .dwg, 1 .heic" in repr(told)
    line = "Passed over: 2 .dwg, 1 .heic (drawkit reads PDF, JPEG, PNG, WebP, GIF, BMP, TIFF: export or convert them)."
    assert line in told._repr_html_()
    out = io.StringIO()
    Console(file=out, width=150).print(told)
    assert line in out.getvalue()
    for others in (folder / "part0.png", {"a.png": picture()}, pd.DataFrame({"path": [folder / "c.heic"]})):
        assert experiment(others).preview().passed_over == ""


def test_many_refusals_are_counted_and_some_are_shown(experiment: Make) -> None:
    told = experiment({f"{n:02}.pdf": b"no drawing" for n in range(20)}).preview()
    out = io.StringIO()
    Console(file=out, width=120).print(told)
    assert "and 8 more" in out.getvalue()
    assert "11.pdf" in out.getvalue()
    assert "12.pdf" not in out.getvalue()


def test_a_page_that_is_not_there_is_refused_before_it_is_sent(experiment: Make, service: FakeService) -> None:
    told = experiment({"a.png": picture()}, options={"pages": [1, 3]}).run(progress=False)
    assert told.errors()["error"].item() == "The file has 1 page(s); there is no page 3."
    assert service.counts["POST tasks"] == 0
    some = experiment({"a.png": picture()}, options=[{"pages": [1]}, {"pages": [3]}]).preview()
    assert "refused 1 drawing, in 1 of 2 analyses" in repr(some)


def test_two_experiments_at_once_share_the_work(experiment: Make, service: FakeService, folder: Path) -> None:
    """Also where the other one is at a drawing: it is waited for, and taken over when the other one gives up."""
    service.looks = 1000

    async def both() -> None:
        first = asyncio.ensure_future(experiment().run_async(progress=False))
        while len(service.tasks) < 5:  # noqa: ASYNC110 - the service knows no event loop
            await asyncio.sleep(0.01)
        second = asyncio.ensure_future(experiment().run_async(progress=False))
        await asyncio.sleep(1.0)
        first.cancel()
        service.hurry()
        told = await second
        assert set(told.tasks["status"]) == {"completed"}

    asyncio.run(both())
    assert service.counts["POST tasks"] == 5


def test_a_drawing_that_another_experiment_has_read_meanwhile(experiment: Make, service: FakeService) -> None:
    late = experiment()
    work, _ = late._prepared(False, retry_failed=False)
    experiment().run(progress=False)
    asyncio.run(work.go())
    assert late._run_status.completed == 5
    assert service.counts["POST tasks"] == 5


def test_a_preview_knows_what_is_known_and_under_way(experiment: Make, service: FakeService) -> None:
    service.fates = {"part3.png": ["never"]}
    with pytest.raises(KeyboardInterrupt):
        experiment().run(progress=stop_when(lambda status: status.completed == 4))
    told = experiment().preview()
    assert (told.known, told.submitted, told.tasks, told.charged_pages) == (4, 1, 0, 0)
    assert "at the service 1" in repr(told)


def stop_when(condition: Callable[[RunStatus], bool]) -> Callable[[RunStatus], None]:
    def tell(status: RunStatus) -> None:
        if status.took_s is None and condition(status):
            raise KeyboardInterrupt

    return tell


def test_an_interrupted_run_goes_on_where_it_was(experiment: Make, service: FakeService) -> None:
    service.looks = 30
    with pytest.raises(KeyboardInterrupt):
        experiment().run(progress=stop_when(lambda status: status.open == 5))
    half = experiment()
    assert set(half.tasks["status"]) == {"pending"}
    service.hurry()
    half.run(progress=False)
    assert set(half.tasks["status"]) == {"completed"}
    assert service.counts["POST tasks"] == 5, "the tasks at the service were adopted"
    assert half.ledger._all("SELECT count(*) FROM runs") == [(0,)]


def test_a_cancelled_await_goes_on_too(experiment: Make, service: FakeService) -> None:
    service.looks = 1000

    async def give_up() -> None:
        job = asyncio.ensure_future(experiment().run_async(progress=False))
        while len(service.tasks) < 5:  # noqa: ASYNC110 - the service knows no event loop
            await asyncio.sleep(0.01)
        job.cancel()
        with pytest.raises(asyncio.CancelledError):
            await job

    asyncio.run(give_up())
    service.hurry()
    told = asyncio.run(experiment().run_async(progress=False))
    assert set(told.tasks["status"]) == {"completed"}
    assert service.counts["POST tasks"] == 5


def test_it_runs_inside_a_running_loop(experiment: Make) -> None:
    async def cell() -> Experiment:
        return experiment().run(progress=False)

    assert set(asyncio.run(cell()).tasks["status"]) == {"completed"}


def test_failures_are_rows_and_stop_nothing(experiment: Make, service: FakeService, folder: Path) -> None:
    service.fates = {"part1.png": ["unreadable-file"], "part2.png": ["internal"], "part3.png": ["internal"] * 3,
                     "part4.png": ["cancelled"]}  # fmt: skip
    (folder / "bad.gif").write_bytes(b"GIF89a")
    told = experiment().run(progress=False)
    status = dict(zip(told.tasks["drawing"], told.tasks["status"], strict=True))
    assert status == {"bad.gif": "refused", "part0.png": "completed", "part1.png": "failed", "part2.png": "completed",
                      "part3.png": "failed", "part4.png": "cancelled"}  # fmt: skip
    errors = told.errors().set_index("drawing")
    assert errors.loc["part1.png", "error"] == "It was unreadable-file."
    assert errors.loc["bad.gif", "error_code"] == "unreadable-file"
    assert errors.loc["part4.png", "error_code"] == "cancelled"
    assert service.counts["POST tasks"] == 5 + 1 + 2, "what passes is tried again, three times in all"
    # Another run tries what another try can change, and nothing else.
    experiment().run(progress=False)
    assert service.counts["POST tasks"] == 8 + 2
    again = experiment().run(progress=False, retry_failed=True)
    assert service.counts["POST tasks"] == 10 + 1
    assert list(again.errors()["drawing"]) == ["bad.gif"]


def test_what_the_service_refuses_is_a_row(experiment: Make, service: FakeService) -> None:
    service.script = [problem(422, "too-many-pixels", "Too many."), httpx.Response(200, text="not what was agreed")]
    told = experiment().run(progress=False)
    assert sorted(told.errors()["error_code"]) == ["too-many-pixels", "unexpected-answer"]
    assert sorted(told.tasks["status"]) == ["completed"] * 3 + ["failed", "pending"]
    told.run(progress=False)
    assert list(told.errors()["error_code"]) == ["too-many-pixels"], "an answer nobody understands says nothing"


@pytest.mark.parametrize(
    "answer",
    [problem(403, "quota-exhausted", "Used up."), problem(429, "rate-limited", "Later.", **{"retry-after": "9999"})],
)
def test_a_service_that_takes_no_more_ends_the_run_in_peace(
    experiment: Make, service: FakeService, answer: httpx.Response
) -> None:
    service.script = [answer]
    told = experiment().run(progress=False)
    left = told.tasks[told.tasks["status"] == "pending"]
    assert 1 <= len(left) <= 5
    assert set(left["error_code"].dropna()) == {answer.json()["code"]}
    assert told._run_status.left == len(left)
    told.run(progress=False)
    assert set(told.tasks["status"]) == {"completed"}
    assert told.errors().empty


def test_a_wrong_key_raises(experiment: Make, service: FakeService) -> None:
    service.script = [problem(401, "unauthenticated")] * 9
    with pytest.raises(dk.Unauthenticated):
        experiment().run(progress=False)
    assert set(experiment().tasks["status"]) == {"pending"}


def test_an_outage_is_waited_out(experiment: Make, service: FakeService) -> None:
    service.script = [httpx.ConnectError("no route")] * 24
    told = experiment().run(progress=False)
    assert set(told.tasks["status"]) == {"completed"}


def test_a_long_outage_raises_and_loses_nothing(experiment: Make, service: FakeService) -> None:
    service.script = [httpx.ConnectError("no route")] * 500
    with pytest.raises(dk.ServiceUnreachable):
        experiment(patience=0.0).run(progress=False)
    service.script = []
    assert set(experiment().run(progress=False).tasks["status"]) == {"completed"}


def test_an_answer_that_was_lost_is_not_paid_twice(experiment: Make, service: FakeService) -> None:
    service.script = [problem(409, "idempotency-conflict")]
    experiment().run(progress=False)
    assert len(service.tasks) == 5


def test_a_task_the_service_forgot_is_submitted_anew(experiment: Make, service: FakeService) -> None:
    service.looks = 30
    with pytest.raises(KeyboardInterrupt):
        experiment().run(progress=stop_when(lambda status: status.open == 5))
    service.tasks.clear()
    service.looks = 1
    assert set(experiment().run(progress=False).tasks["status"]) == {"completed"}
    assert len(service.tasks) == 5


def test_a_service_without_a_list_is_asked_for_each(experiment: Make, service: FakeService) -> None:
    service.lists, service.looks = False, 2
    assert set(experiment().run(progress=False).tasks["status"]) == {"completed"}


def test_a_service_that_answers_at_once_is_not_asked_again(experiment: Make, service: FakeService) -> None:
    service.at_once = True
    experiment().run(progress=False)
    assert service.counts["GET tasks"] == 0


def test_a_file_that_changes_meanwhile_is_not_taken_for_another(
    experiment: Make, service: FakeService, folder: Path
) -> None:
    made = experiment()
    work, _ = made._prepared(False, retry_failed=False)
    (folder / "part0.png").write_bytes(picture(500))
    (folder / "part1.png").unlink()
    asyncio.run(work.go())
    told = made.tasks.set_index("drawing")
    assert told.loc["part0.png", "error_code"] == told.loc["part1.png", "error_code"] == "no-file"
    assert "changed" in told.loc["part0.png", "error"]
    assert service.counts["POST tasks"] == 3


def test_cancel_stops_what_is_at_the_service(experiment: Make, service: FakeService) -> None:
    service.looks = 1000
    with pytest.raises(KeyboardInterrupt):
        experiment().run(progress=stop_when(lambda status: status.open == 5))
    service.tasks["t1"].update(status="failed", error={"code": "internal"})
    told = experiment()
    assert told.cancel() == 4
    assert sorted(told.tasks["status"]) == ["cancelled"] * 4 + ["pending"]


def test_forget_makes_it_read_again(experiment: Make, service: FakeService) -> None:
    service.fates = {"part1.png": ["unreadable-file"]}
    told = experiment().run(progress=False)
    assert told.forget(failed=True) == 1
    told.run(progress=False)
    assert service.counts["POST tasks"] == 6
    assert told.forget() == 5
    assert set(told.tasks["status"]) == {"pending"}
    told.run(progress=False)
    assert service.counts["POST tasks"] == 11


def test_another_service_of_the_same_version_is_another_engine(
    experiment: Make, service: FakeService, tmp_path: Path
) -> None:
    experiment().run(progress=False)
    remote = drawkit.Client("http://drawings.example", "k", transport=httpx.MockTransport(service))
    told = experiment(client=remote).run(progress=False)
    assert service.counts["POST tasks"] == 10
    assert set(told.tasks["engine"]) == {"9.1 at drawings.example"}
    assert told.ledger.engines() == ["9.1", "9.1 at drawings.example"]


def test_a_service_that_tells_no_version(experiment: Make, service: FakeService) -> None:
    service.version = None
    assert set(experiment().run(progress=False).tasks["engine"]) == {"unknown"}


def test_the_embedded_service_is_started_anew_when_it_is_gone(
    experiment: Make, service: FakeService, monkeypatch: pytest.MonkeyPatch
) -> None:
    def nobody(request: httpx.Request) -> httpx.Response:
        raise httpx.ConnectError("gone")

    dead = drawkit.Client("http://127.0.0.1:9", "k", transport=httpx.MockTransport(nobody))
    clients = [dead, service.client()]
    asked: list[dict[str, Any]] = []
    monkeypatch.setattr("drawkit.local.connect", lambda **told: asked.append(told) or clients[min(len(asked), 2) - 1])
    told = experiment(client=None, executor="dask").run(progress=False)
    assert set(told.tasks["status"]) == {"completed"}
    assert asked == [{"executor": "dask"}] * 2
    with pytest.raises(dk.ServiceUnreachable):
        experiment(client=dead).preview()
    with pytest.raises(ValueError, match="Pass one of them"):
        Experiment("x", client=dead, executor="dask")


def test_two_experiments_share_a_ledger(service: FakeService, folder: Path, tmp_path: Path) -> None:
    ledger = Ledger(tmp_path / "own.sqlite3")
    client = service.client()
    Experiment(folder, client=client, ledger=ledger).run(progress=False)
    told = Experiment(folder, "full", client=client, ledger=ledger)
    assert told.ledger is ledger
    assert set(told.tasks["status"]) == {"completed"}
    assert repr(ledger) == "<Ledger own.sqlite3: 5 jobs>"
    assert list(ledger.frame()["state"]) == ["completed"] * 5
    with contextlib.closing(sqlite3.connect(ledger.path)) as plain:
        told = plain.execute("select file_name, state from overview order by 1").fetchall()
    assert told == [(f"part{number}.png", "completed") for number in range(5)]
    client.close()
    ledger.close()


def test_the_ledger_lies_beside_the_notebook(
    service: FakeService, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    told = Experiment("drawings/*.png", client=service.client())
    assert told.ledger.path == tmp_path / "drawkit-ledger.sqlite3"
    told.ledger.close()


@pytest.mark.skipif(sys.platform != "linux", reason="where names of files are bytes")
def test_files_whose_names_are_no_text_are_drawings_like_others(experiment: Make, folder: Path) -> None:
    data = next(folder.iterdir()).read_bytes()
    for number, name in enumerate((b"Geh\xe4use.png", b"Geh\xf6use.png")):  # of an archive that was made on Windows
        Path(os.fsdecode(os.fsencode(folder) + b"/" + name)).write_bytes(data + bytes([number]))
    told = experiment(folder).run(progress=False)
    names = [name for name in told.tasks["drawing"] if "use" in name]
    assert names == ["Geh\N{REPLACEMENT CHARACTER}use.png", "Geh\N{REPLACEMENT CHARACTER}use.png (2)"]
    assert set(told.tasks["status"]) == {"completed"}
    assert set(experiment(folder).run(progress=False).tasks["status"]) == {"completed"}
