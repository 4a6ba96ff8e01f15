"""Files that come while others are read: runnable at once, behind them, and told so."""

import asyncio
from pathlib import Path

import pytest
from form_stories import play, save, states, words
from widgets_service import FakeService, pdf, press, until

from drawkit.client import AnalysisFailed, DrawkitError, TaskCancelled
from drawkit.widgets import UploadForm
from drawkit.widgets._run import Run


def lines(form: UploadForm) -> list[str]:
    return [message["text"] for message in form._panel.messages]


def many(folder: Path, number: int) -> list[Path]:
    return save(folder, **{f"d{at}": pdf(at + 1) for at in range(number)})


async def reading(form: UploadForm, service: FakeService, paths: list[Path]) -> None:
    """Add these, press Run, and come to where the service reads them."""
    service.gate.clear()
    for path in paths:
        await form._add(str(path))
    press(form._panel, "run")
    await until(lambda: states(form).count("RUNNING") == min(len(paths), 4))


def test_a_file_added_while_others_are_read_is_queued_behind_them(tmp_path: Path) -> None:
    async def story(form: UploadForm, service: FakeService) -> None:
        paths = many(tmp_path, 5)
        await reading(form, service, paths[:4])
        assert not form._panel.addable, "Run has nothing to add"
        await form._add(str(paths[4]))
        await until(lambda: form._panel.addable)
        assert form._panel.cost.startswith("This run reads 5 pages of 1 drawing.")
        press(form._panel, "run")
        await until(lambda: form._zone.entries[4].note == "its turn comes after those before it")
        assert states(form)[4] == "QUEUED"
        assert lines(form) == ["Reading 4 drawings …", "1 drawing queued behind 4 others being read."]
        assert not form._panel.addable
        service.gate.set()
        await until(lambda: not form._panel.busy)
        assert states(form) == ["DONE"] * 5
        sent = [name for name, _ in service.submitted]
        assert sent[4] == paths[4].name
        assert sorted(sent) == [path.name for path in paths], (
            "those with a place are sent as they are read from the disk"
        )
        assert lines(form) == [f"{told} read. The results are in form.results." for told in ("4 drawings", "1 drawing")]
        assert form.result is form.results[0], "the viewer stays with what was opened first"

    play(story)


def test_where_there_is_room_it_is_read_at_once(tmp_path: Path) -> None:
    async def story(form: UploadForm, service: FakeService) -> None:
        paths = many(tmp_path, 2)
        await reading(form, service, paths[:1])
        running = form.start(paths[1])
        await until(lambda: states(form) == ["RUNNING", "RUNNING"])
        service.gate.set()
        assert (await running).name == paths[1].name
        await until(lambda: not form._panel.busy)
        assert len(service.submitted) == 2

    play(story)


def test_files_that_still_arrive_while_others_are_read_can_be_run_too(tmp_path: Path) -> None:
    async def story(form: UploadForm, service: FakeService) -> None:
        data = pdf(3)
        await reading(form, service, many(tmp_path, 1))
        press(form._zone, "open", key="late", id="1", name="late.pdf", size=len(data))
        await until(lambda: form._panel.addable)
        press(form._panel, "run")
        await until(lambda: "1 file is still arriving" in words(form))
        assert not form._panel.addable, "that press takes whatever arrives"
        press(form._panel, "run")
        press(form._zone, "chunk", data, key="late", id="2", offset=0)
        press(form._zone, "close", key="late", id="3")
        await until(lambda: states(form) == ["RUNNING", "RUNNING"])
        service.gate.set()
        await until(lambda: not form._panel.busy)
        assert len(service.submitted) == 2

    play(story)


def test_a_file_whose_turn_is_cancelled_before_it_begins_is_cancelled(tmp_path: Path) -> None:
    async def story(form: UploadForm, service: FakeService) -> None:
        (path,) = many(tmp_path, 1)
        await form._add(str(path))
        entries = list(form._zone.entries)
        settings = form._choices.settings("full", {})
        run = Run(service, entries, settings, asyncio.Semaphore(1), form._zone, lambda task: None)
        going = asyncio.ensure_future(run.go())
        await asyncio.sleep(0)  # its jobs are made, and none has begun
        run.stop()
        await going
        assert states(form) == ["CANCELLED"]
        assert isinstance(entries[0].error, TaskCancelled)
        assert service.submitted == []

    play(story)


def test_cancel_stops_those_in_the_queue_too(tmp_path: Path) -> None:
    async def story(form: UploadForm, service: FakeService) -> None:
        paths = many(tmp_path, 6)
        await reading(form, service, paths[:5])
        queued = form.start(paths[5])
        await until(lambda: states(form)[4:] == ["QUEUED", "QUEUED"])
        press(form._panel, "cancel")
        with pytest.raises(TaskCancelled):
            await queued
        await until(lambda: not form._panel.busy)
        assert states(form) == ["CANCELLED"] * 6
        assert len(service.cancelled) == 4

    play(story)


def test_what_the_first_could_not_read_still_stands_when_the_second_has_ended(tmp_path: Path) -> None:
    async def story(form: UploadForm, service: FakeService) -> None:
        bad, good = save(tmp_path, bad=pdf(1), good=pdf(2))
        await reading(form, service, [bad])
        first, second = form.task, form.start(good)
        await until(lambda: states(form) == ["RUNNING", "RUNNING"])
        service.gate.set()
        assert (await second).name == "good.pdf"
        with pytest.raises(AnalysisFailed):
            await first
        assert {message["level"] for message in form._panel.messages} == {"error", "good"}
        await form._add(str(good))
        with pytest.raises(DrawkitError, match=r"bad\.pdf"):
            await form.start([bad, good])
        assert len(lines(form)) == 1, "what is over is told no more when the next run begins"

    play(story)


def test_a_run_that_is_cancelled_before_it_began_leaves_the_form_free(tmp_path: Path) -> None:
    async def story(form: UploadForm, service: FakeService) -> None:
        form.start(many(tmp_path, 1)).cancel()
        await asyncio.sleep(0)
        await until(lambda: not form._panel.busy)
        assert len(await form.start(many(tmp_path, 2))) == 2

    play(story)


def test_without_a_connection_the_files_can_be_run_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(form: UploadForm, service: FakeService) -> None:
        async def none() -> None:
            raise DrawkitError("There is no connection.")

        with monkeypatch.context() as patch:
            patch.setattr(form._link, "connected", none)
            with pytest.raises(DrawkitError, match="no connection"):
                await form.start(many(tmp_path, 1))
        assert states(form) == ["READY"]
        assert len(await form.start()) == 1

    play(story)
