"""Files that the form waits for, asks about, or passes over."""

import asyncio
from pathlib import Path

import pytest
from form_stories import play, save, states, words
from widgets_service import FakeService, pdf, press, state_of, until

from drawkit import contract
from drawkit.client import (
    DrawkitError,
    TaskCancelled,
    TooManyPages,
)
from drawkit.contract import FileLimits
from drawkit.widgets import UploadForm

LONG = FileLimits(max_document_pages=50)


def test_a_run_waits_for_files_that_still_arrive() -> None:
    async def story(form: UploadForm, service: FakeService) -> None:
        data = pdf()
        for key in ("one", "two"):
            press(form._zone, "open", key=key, id=key, name=f"{key}.pdf", size=len(data))
        press(form._panel, "run")
        await until(lambda: "2 files are still arriving" in words(form))
        assert form._panel.busy
        press(form._zone, "chunk", data, key="one", id="3", offset=0)
        press(form._zone, "close", key="one", id="4")
        await until(lambda: states(form)[0] == "READY")
        assert not service.submitted, "all are read together"
        press(form._zone, "abort", key="two", id="5", reason="It changed on the disk.")
        await until(lambda: not form._panel.busy)
        assert states(form) == ["DONE", "REFUSED"]
        assert words(form) == "1 drawing read. The results are in form.results."

    play(story)


def test_a_run_that_waits_for_files_is_cancelled() -> None:
    async def story(form: UploadForm, service: FakeService) -> None:
        form._zone.inbox.open("late.pdf", 10)
        running = form.start()
        await until(lambda: "1 file is still arriving" in words(form))
        press(form._panel, "cancel")
        with pytest.raises(TaskCancelled):
            await running
        assert words(form) == "Cancelled."
        assert not form._panel.busy
        assert not service.submitted

    play(story)


def test_files_of_other_formats_that_are_passed_over_are_told(tmp_path: Path) -> None:
    def folder(name: str, *files: str) -> Path:
        made = tmp_path / name
        made.mkdir()
        save(made, drawing=pdf())
        for file in files:
            (made / file).write_bytes(b"x")
        return made

    first, second, clean = folder("a", "x.dwg", "y.dwg"), folder("b", "z.step"), folder("c")

    async def story(form: UploadForm, service: FakeService) -> None:
        await form._add(str(first))
        assert form._zone.passed.startswith(f"Passed over in {str(first)!r}: 2 .dwg (drawkit reads PDF, ")
        assert words(form) == ""
        await form._add(str(clean))
        assert form._zone.passed == ""
        (first / "drawing.pdf").unlink()
        await form._add(str(first))
        assert words(form).startswith(f"There is no drawing in {str(first)!r}. Passed over: 2 .dwg (drawkit reads")
        assert form._zone.passed == ""

        save(first, drawing=pdf(2))
        await form.start([str(first), str(second)])
        assert [told.split(" (")[0].rpartition(": ")[2] for told in form._zone.passed.split("Passed over")[1:]] == [
            "2 .dwg",
            "1 .step",
        ]
        await form.start(str(clean))
        assert form._zone.passed == ""

    play(story)


def test_limits_of_the_service_reach_the_zone() -> None:
    form = UploadForm()
    form._zone.limits = FileLimits(max_bytes=2**20)
    assert "up to 1 MB a file" in form._zone.hint
    form.close()


def test_only_the_pages_chosen_of_a_long_document_are_read(tmp_path: Path) -> None:
    async def story(form: UploadForm, service: FakeService) -> None:
        service.limits = LONG
        long, short = save(tmp_path, long=pdf(14), short=pdf(2))
        with pytest.raises(TooManyPages, match=r"long\.pdf has 14 pages, and at most 10 .* such as pages=\[1, 2\]"):
            await form.start([long, short])
        assert states(form) == ["PAGES", "READY"]
        assert "14 pages; at most 10" in form._zone.files[0]["note"]
        assert form._panel.cost.startswith("This run reads 2 pages of 1 drawing.")

        assert [result.name for result in await form.start()] == ["short.pdf"]
        assert words(form).endswith("1 file waits for an answer in the list.")
        with pytest.raises(DrawkitError, match=r"Answer first what is asked in the list, beside long\.pdf"):
            await form.start()
        press(form._zone, "pages", key=form._zone.entries[0].key, text="1-3, 7")
        assert form._panel.cost.startswith("This run reads 4 pages of 1 drawing.")
        form._panel.pages = "2"
        assert form._panel.cost.startswith("This run reads 5 pages of 2 drawings."), "one of each, but for its own"
        form._panel.pages = ""
        await form.start()
        assert service.submitted[-1][1]["pages"] == (1, 2, 3, 7)
        with pytest.raises(DrawkitError, match="read with these settings"):
            await form.start()
        press(form._zone, "pages", key=form._zone.entries[0].key, text="8")
        assert len(await form.start()) == 1
        await form.start(long, pages=[14])
        assert [options.get("pages") for _, options in service.submitted] == [None, (1, 2, 3, 7), (8,), [14]]

    play(story)


def test_the_forms_pages_answer_for_a_long_document_too(tmp_path: Path) -> None:
    async def story(form: UploadForm, service: FakeService) -> None:
        service.limits = LONG
        [long] = save(tmp_path, long=pdf(14))
        form._panel.pages = "1-12"
        with pytest.raises(TooManyPages):
            await form.start(long)
        form._panel.pages = "1-9"
        assert (await form.start(long)).name == "long.pdf"
        assert service.submitted[0][1]["pages"] == tuple(range(1, 10))

    play(story)


def test_a_locked_pdf_waits_for_its_password(tmp_path: Path) -> None:
    async def story(form: UploadForm, service: FakeService) -> None:
        [locked] = save(tmp_path, locked=pdf(password="open sesame"))
        with pytest.raises(DrawkitError, match=r"locked\.pdf is locked\. Type its password beside it in the form"):
            await form.start(locked)
        with pytest.raises(DrawkitError, match=r"Answer first .* beside locked\.pdf"):
            await form.start()
        press(form._zone, "unlock", key=form._zone.entries[0].key, password="open sesame")
        await until(lambda: states(form) == ["READY"])
        assert [result.name for result in await form.start()] == ["locked.pdf"]
        assert not contract.is_locked(service.received[0])
        assert locked.read_bytes() != service.received[0]
        assert "sesame" not in state_of(form._zone, form._panel) + repr(form) + form._repr_html_()

    play(story)


def test_a_file_that_comes_before_the_service_told_its_limits_waits_for_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    [long] = save(tmp_path, long=pdf(14))

    async def story(form: UploadForm, service: FakeService) -> None:
        service.limits = LONG
        service.told.clear()
        form.prepare()
        press(form._panel, "add", text=str(long))
        await until(lambda: states(form) == ["CHECKING"])
        await asyncio.sleep(0.05)
        assert states(form) == ["CHECKING"]
        service.told.set()
        await until(lambda: states(form) == ["PAGES"])

    play(story)

    async def silence(form: UploadForm, service: FakeService) -> None:
        service.told.clear()
        form.prepare()
        await form._add(str(long))
        assert states(form) == ["REFUSED"], "one that does not answer holds nobody up"

    monkeypatch.setattr("drawkit.widgets._choices._LONGEST_WAIT", 0.01)
    play(silence)


def test_a_file_that_comes_while_the_service_starts_waits_however_long_that_takes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    [long] = save(tmp_path, long=pdf(14))
    monkeypatch.setattr("drawkit.widgets._choices._LONGEST_WAIT", 0.01)

    async def story(form: UploadForm, service: FakeService) -> None:
        service.limits = LONG
        started, connected = asyncio.Event(), form._link.connected

        async def late() -> object:
            await started.wait()
            return await connected()

        monkeypatch.setattr(form._link, "connected", late)
        form.prepare()
        press(form._panel, "add", text=str(long))
        await until(lambda: states(form) == ["CHECKING"])
        await asyncio.sleep(0.05)
        assert states(form) == ["CHECKING"]
        started.set()
        await until(lambda: states(form) == ["PAGES"])

    play(story)
