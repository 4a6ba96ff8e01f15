import asyncio
import io
from pathlib import Path
from typing import Any

import pytest
from form_stories import play, save, states, words
from PIL import Image
from widgets_service import FakeService, pdf, png, press, state_of, until

import drawkit
from drawkit import contract, local
from drawkit.client import (
    AnalysisFailed,
    DrawkitError,
    InvalidRequest,
    LocalServiceMissing,
    TaskCancelled,
    TooManyPages,
)
from drawkit.contract import QuotaLimit, QuotaRecord
from drawkit.widgets import UploadForm, _words
from drawkit.widgets._panel import Panel
from drawkit.widgets._sights import facts_of


def test_one_file_gives_its_result(drawing: Path) -> None:
    async def story(form: UploadForm, service: FakeService) -> None:
        result = await form.start(drawing, profile="bom")
        assert service.submitted == [("plate.pdf", {"profile": "bom", "publish": True, "redact": True})]
        assert result.name == "plate.pdf"
        assert form.result is result
        assert form.results == [result]
        assert form.task.done()
        assert "plate.pdf" in form._panel.result_html
        assert words(form) == "1 drawing read. The results are in form.results."
        assert form._zone.files[0]["note"] == "1 note"
        assert form._zone.files[0]["showable"]
        await until(lambda: "7 of 10 pages left" in form._panel.cost)

    play(story)


def test_several_files_give_a_list(tmp_path: Path) -> None:
    async def story(form: UploadForm, service: FakeService) -> None:
        paths = save(tmp_path, a=pdf(), b=pdf(2), blank=pdf(3))
        picture = Image.new("L", (50, 40))
        found = await form.start([*paths, png(), io.BytesIO(png(9)), picture], pages=[1], publish=False)
        assert [result.name for result in found] == ["a.pdf", "b.pdf", "blank.pdf", "drawing", "drawing", "drawing.png"]
        assert form.results == found
        assert service.submitted[0][1] == {"profile": "full", "pages": [1], "publish": False, "redact": True}
        assert form._zone.files[2]["note"] == "nothing found"
        assert len(await form.start(str(tmp_path))) == 3
        assert (await form.start(str(tmp_path / "a*.pdf"))).name == "a.pdf"

    play(story)


def test_only_what_was_not_read_with_these_settings_is_read(drawing: Path) -> None:
    async def story(form: UploadForm, service: FakeService) -> None:
        with pytest.raises(DrawkitError, match="no drawing to read"):
            await form.start()
        await form.start(drawing)
        with pytest.raises(DrawkitError, match="read with these settings"):
            await form.start()
        form._panel.profile = "advanced"
        with pytest.raises(InvalidRequest, match="tick at least one"):
            await form.start()
        assert "tick at least one" in form._panel.cost
        assert "tick at least one" in words(form)
        form._panel.ticked = ["bom"]
        assert words(form) == ""
        assert len(await form.start()) == 1
        assert service.submitted[-1][1]["task_list"] == ["bom"]

    play(story)


def test_a_file_that_fails_stops_no_other(tmp_path: Path) -> None:
    async def story(form: UploadForm, service: FakeService) -> None:
        paths = save(tmp_path, a=pdf(), bad=pdf(2))
        with pytest.raises(DrawkitError, match=r"1 drawing not read\. 1 drawing read: see form\.results\. bad\.pdf: "):
            await form.start(paths)
        assert states(form) == ["DONE", "FAILED"]
        assert form.result.name == "a.pdf"
        assert "bad.pdf: It cannot be read." in words(form)
        assert form._panel.messages[0]["level"] == "error"
        assert not form._panel.busy
        with pytest.raises(AnalysisFailed):
            await form.start(paths[1])
        with pytest.raises(TaskCancelled):
            await form.start(save(tmp_path, stopped=pdf(3)))

    play(story)


def test_refused_before_anything_is_sent(tmp_path: Path) -> None:
    async def story(form: UploadForm, service: FakeService) -> None:
        with pytest.raises(TooManyPages):
            await form.start(save(tmp_path, many=pdf(11)))
        with pytest.raises(DrawkitError, match="There is no file"):
            await form.start("no/such.pdf")
        assert states(form) == ["REFUSED"]
        assert service.submitted == []
        assert form.result is None
        assert form.results == []

    play(story)


def test_cancel_keeps_what_was_read(tmp_path: Path) -> None:
    async def story(form: UploadForm, service: FakeService) -> None:
        form.cancel()
        paths = save(tmp_path, a=pdf(), b=pdf(2))
        await form.start(paths[0])
        service.gate.clear()
        task = form.start(paths[1])
        await until(lambda: states(form)[1:] == ["RUNNING"])
        with pytest.raises(DrawkitError, match=r"b\.pdf is being read\. Await form\.task"):
            await form.start(paths[1])
        with pytest.raises(DrawkitError, match="Every drawing is being read, or was read with these settings"):
            await form.start()
        assert repr(form) == "<UploadForm: profile full; a.pdf read, b.pdf reading>"
        await until(lambda: form._zone.files[1]["removable"] is False)
        press(form._panel, "cancel")
        with pytest.raises(TaskCancelled):
            await task
        assert states(form) == ["DONE", "CANCELLED"]
        assert service.cancelled == ["b.pdf"]
        assert [result.name for result in form.results] == ["a.pdf"]

    play(story)


def test_cancel_while_the_service_takes_the_file(drawing: Path) -> None:
    async def story(form: UploadForm, service: FakeService) -> None:
        service.accept.clear()
        task = form.start(drawing)
        await until(lambda: states(form) == ["SENDING"])
        await until(lambda: form._zone.entries[0].share == 0.5)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert words(form) == "Cancelled."
        assert states(form) == ["CANCELLED"]
        service.accept.set()
        await until(lambda: service.cancelled == ["plate.pdf"])

    play(story)


def test_a_submission_that_fails_after_a_cancel_is_no_ones_loss(drawing: Path) -> None:
    async def story(form: UploadForm, service: FakeService) -> None:
        service.accept.clear()
        task = form.start(drawing)
        await until(lambda: states(form) == ["SENDING"])
        form.cancel()
        with pytest.raises(TaskCancelled):
            await task
        service.refuses = True
        service.accept.set()
        await asyncio.sleep(0.01)
        assert service.cancelled == []

    play(story)


def test_the_buttons_do_what_start_does(drawing: Path) -> None:
    async def story(form: UploadForm, service: FakeService) -> None:
        press(form._panel, "run")
        await until(lambda: "no drawing to read" in words(form))
        press(form._panel, "add", text=str(drawing))
        await until(lambda: states(form) == ["READY"])
        assert form._panel.cost.startswith("This run reads 1 page of 1 drawing.")
        press(form._panel, "add", text="no/such")
        await until(lambda: "There is no file" in words(form))
        press(form._panel, "else")
        service.gate.clear()
        press(form._panel, "run")
        press(form._panel, "run")
        await until(lambda: states(form) == ["RUNNING"])
        press(form._panel, "run")
        service.gate.set()
        await until(lambda: states(form) == ["DONE"] and not form._panel.busy)
        assert len(service.submitted) == 1
        assert words(form) == "1 drawing read. The results are in form.results.", "two clicks more say nothing"
        form._panel.result_html = ""
        press(form._zone, "show", key=form._zone.entries[0].key)
        await until(lambda: form._panel.result_html != "")
        press(form._zone, "show", key="no such key")

    play(story)


def test_a_cancelled_button_run_is_quiet(drawing: Path) -> None:
    async def story(form: UploadForm, service: FakeService) -> None:
        service.gate.clear()
        await form._add(str(drawing))
        form._pressed("run", "")
        await until(lambda: states(form) == ["RUNNING"])
        form.task.cancel()
        await until(form.task.done)
        assert states(form) == ["CANCELLED"]

    play(story)


def test_shown_it_asks_the_service(drawing: Path) -> None:
    async def story(form: UploadForm, service: FakeService) -> None:
        bundle = form._repr_mimebundle_()
        assert "application/vnd.jupyter.widget-view+json" in bundle
        assert bundle["text/plain"] == "<UploadForm: profile full; no files>"
        assert "while the notebook runs" in bundle["text/html"]
        await until(lambda: "7 of 10 pages left" in form._panel.cost)
        assert [module["title"] for module in form._panel.modules] == ["Title block", "Parts list", "Notes"]
        assert [profile["name"] for profile in form._panel.profiles] == ["full", "bom", "advanced", "house_rules"]
        assert form._panel.profiles[1]["modules"] == ["title_block", "bom"]
        await form._add(str(drawing))
        assert "<li>plate.pdf: ready</li>" in form._repr_html_()

    play(story)


def test_a_silent_service_and_an_unreadable_quota() -> None:
    async def story(form: UploadForm, service: FakeService) -> None:
        service.silent = True
        await form._choices.ask()
        assert "does not say what it offers: No answer." in words(form)
        assert form._panel.cost == ""

    play(story, pages_left=None)


def test_without_a_client_it_connects(monkeypatch: pytest.MonkeyPatch, drawing: Path) -> None:
    async def run() -> None:
        form = UploadForm()
        monkeypatch.setattr(local, "connect", lambda: (_ for _ in ()).throw(LocalServiceMissing()))
        await form._choices.ask()
        assert 'pip install "drawkit[local]"' in words(form)
        with pytest.raises(LocalServiceMissing):
            await form.start(drawing)
        await form._choices.ask_quota()
        monkeypatch.setattr(local, "connect", FakeService)
        assert (await form.start(drawing)).name == "plate.pdf"
        form.close()

    asyncio.run(run())


def test_an_unforeseen_fault_is_told_in_the_form(monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        monkeypatch.setattr(local, "connect", lambda: 1 / 0)
        form = UploadForm()
        form._repr_mimebundle_()
        await until(lambda: "ZeroDivisionError" in words(form))
        assert form._panel.messages[0]["level"] == "error"
        form.close()

    asyncio.run(run())


def test_a_blocking_client_is_turned_into_an_asynchronous_one(drawing: Path) -> None:
    key = "another-services-secret-key"

    async def run() -> None:
        client = drawkit.Client("http://127.0.0.1:9", key, max_wait=0)
        form = UploadForm(client)
        with pytest.raises(DrawkitError):
            await form.start(drawing)
        assert "does not answer" in words(form)
        assert key not in state_of(form._panel, form._zone)
        assert key not in repr(form)
        form.close()
        await asyncio.sleep(0)
        client.close()

    asyncio.run(run())


def test_made_outside_an_event_loop() -> None:
    form = UploadForm(profile="bom")
    form._panel.pages = "0"
    assert "counted from 1" in form._panel.cost
    form._repr_mimebundle_()
    form.close()


def test_helpful_words() -> None:
    with pytest.raises(TypeError, match="Did you mean 'client'"):
        UploadForm(clinet=None)
    with pytest.raises(InvalidRequest, match="no profile 'fulll'"):
        UploadForm(profile="fulll")
    form = UploadForm(profile="advanced")
    with pytest.raises(TypeError, match="Did you mean 'pages'"):
        form.start(page=[1])
    assert dir(form) == ["cancel", "close", "result", "results", "start", "task", "widget"]
    assert repr(form._panel) == "<Panel: profile advanced>"
    form.close()
    panel = Panel()
    press(panel, "run")
    panel.close()


def quota(**members: Any) -> QuotaRecord:
    return QuotaRecord(limits=(QuotaLimit(name="pages", **members),))


def test_costs() -> None:
    assert _words.cost(0, 0, None) == ("", False)
    assert _words.cost(3, 2, None) == ("This run reads 3 pages of 2 drawings.", False)
    assert _words.cost(1, 1, quota(used=1)) == ("This run reads 1 page of 1 drawing.", False), "no word of a quota"
    assert _words.cost(1, 1, quota(limit=5, used=1, remaining=4))[0].endswith("4 of 5 pages left this period.")
    text, beyond = _words.cost(7, 1, quota(limit=5, used=1, remaining=4))
    assert beyond
    assert "Only 4 of 5 pages left" in text


def test_a_photo_is_not_read_and_green_nowhere(drawing: Path) -> None:
    blank = contract.PageReport(page=1, width=9, height=9, readable=False, remarks=("It is blurred.",))

    async def story(form: UploadForm, service: FakeService) -> None:
        service.data = contract.Result(pages=(blank,))
        await form.start(drawing)
        row = form._zone.files[0]
        assert (row["state"], row["word"], row["showable"]) == ("unread", "not read", True)
        assert row["note"].startswith("Nothing on it can be read. It is blurred. Is it a drawing?")
        message = form._panel.messages[0]
        assert message["level"] == "info"
        assert message["text"].endswith("Nothing could be read on 1 of them: what to do stands beside it.")

    play(story)


@pytest.mark.parametrize(
    ("found", "state", "note"),
    [
        ((), "unread", "Nothing was found on it. Is it a drawing?"),
        ((contract.Dimension(text="4", confidence=0.66),), "done", "1 dimension"),
    ],
)
def test_a_photo_that_looks_readable_is_green_nowhere(
    drawing: Path, found: tuple[contract.Dimension, ...], state: str, note: str
) -> None:
    async def story(form: UploadForm, service: FakeService) -> None:
        service.data = contract.Result(
            pages=(contract.PageReport(page=1, width=9, height=9),),
            dimensions=found,
            modules={"title_block": contract.ModuleReport(status=contract.ModuleState.ABSENT)},
        )
        result = await form.start(drawing)
        row = form._zone.files[0]
        assert (row["state"], row["warn"]) == (state, True)
        assert row["note"].startswith(note)
        assert form._panel.messages[0]["level"] == "info"
        assert facts_of(result).warn

    play(story)


def test_ones_own_service_says_nothing_of_publishing(drawing: Path) -> None:
    async def story(form: UploadForm, service: FakeService) -> None:
        service.own_files = object()
        form.prepare()
        await until(lambda: form._panel.private)
        await form.start(drawing)
        assert service.submitted[0][1] == {"profile": "full"}
        await form.start(drawing, publish=True)
        assert service.submitted[1][1] == {"profile": "full", "publish": True}

    play(story)
