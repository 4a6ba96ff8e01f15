"""A file that changes on disk, and a connection that is lost: told in a sentence, nothing lost, run again."""

import asyncio
import io
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from cut_line import Remote, remote
from form_stories import play, save, states, words
from PIL import Image
from widgets_service import FakeService, pdf, png, press, until

from drawkit.client import DrawkitError, FileAccessError, ServiceUnreachable
from drawkit.widgets import UploadForm, _run

CHANGED = "It changed on disk after it was listed, and was checked again: run it again to read it as it is now."
NOT_SENT = "The connection to the service was lost while the file was sent: run it again, it is counted once."
NOT_FETCHED = (
    "The connection to the service was lost, which reads on: run it again to fetch the result; nothing is read twice."
)


@pytest.fixture
def far(tmp_path: Path) -> Iterator[Remote]:
    with remote(tmp_path / "state") as made:
        yield made


@pytest.fixture
def big(tmp_path: Path) -> Path:
    """Large enough that it is on its way for some pieces."""
    path = tmp_path / "big.bmp"
    into = io.BytesIO()
    Image.new("L", (900, 600), 200).save(into, "BMP")
    path.write_bytes(into.getvalue())
    return path


def tell(far: Remote, story: Callable[[UploadForm], Awaitable[None]]) -> None:
    async def go() -> None:
        client = far.client()
        form = UploadForm(client)
        try:
            await form._choices.ask()
            await story(form)
        finally:
            form.close()
            await asyncio.gather(*form._home._jobs, return_exceptions=True)
            await client.aclose()
            await asyncio.sleep(0.05)  # connections end in a turn of the loop of their own

    asyncio.run(go())


def note(form: UploadForm) -> str:
    return form._zone.entries[0].note


async def cut_while_read(far: Remote, form: UploadForm, path: Path) -> Awaitable[Any]:
    """The run of a drawing that the service reads until it is told to go on; its connections are cut."""
    await form._add(str(path))
    far.go_on.clear()
    running = form.start()
    await until(lambda: states(form) == ["RUNNING"])
    far.line.drop()
    return running


def test_a_file_that_changed_after_it_was_listed_is_not_read_unseen(tmp_path: Path) -> None:
    async def story(form: UploadForm, service: FakeService) -> None:
        path, other = save(tmp_path, a=pdf(1), b=pdf(2))
        for one in (path, other):
            await form._add(str(one))
        path.write_bytes(pdf(3))
        with pytest.raises(
            DrawkitError, match=r"^1 drawing not read\. 1 drawing read: see form\.results\. a\.pdf: It ch"
        ):
            await form.start()
        assert states(form) == ["FAILED", "DONE"]
        assert note(form) == CHANGED
        assert form._zone.files[0]["about"].endswith("3 pages")
        assert form._panel.cost.startswith("This run reads 3 pages of 1 drawing.")
        press(form._panel, "run")
        await until(lambda: states(form) == ["DONE", "DONE"])
        assert [name for name, _ in service.submitted] == ["b.pdf", "a.pdf"]
        assert service.received[-1] == path.read_bytes()

    play(story)


def test_a_file_that_changed_into_none_is_refused(tmp_path: Path) -> None:
    async def story(form: UploadForm, service: FakeService) -> None:
        (path,) = save(tmp_path, a=pdf(1))
        await form._add(str(path))
        path.write_bytes(b"no drawing at all")
        with pytest.raises(DrawkitError):
            await form.start()
        assert states(form) == ["REFUSED"]
        assert not service.submitted

    play(story)


def test_a_file_that_is_gone_can_be_put_back(tmp_path: Path) -> None:
    async def story(form: UploadForm, service: FakeService) -> None:
        (path,) = save(tmp_path, a=pdf(1))
        await form._add(str(path))
        away = path.rename(tmp_path / "away.pdf")
        with pytest.raises(FileAccessError, match="put it back and run it again"):
            await form.start()
        assert states(form) == ["FAILED"]
        away.rename(path)
        assert len(await form.start()) == 1

    play(story)


def test_a_file_that_cannot_be_opened_any_more_says_so(tmp_path: Path) -> None:
    async def story(form: UploadForm, service: FakeService) -> None:
        path = tmp_path / "a.png"
        path.write_bytes(png())
        await form._add(str(path))
        path.unlink()
        path.mkdir()
        form._zone.entries[0].size = path.stat().st_size  # so that it is opened at all
        with pytest.raises(FileAccessError, match=r"It cannot be opened: Is a directory\. Run it again when it can\."):
            await form.start()
        assert states(form) == ["FAILED"]

    play(story)


def test_the_line_is_cut_in_the_middle_of_the_upload(far: Remote, big: Path) -> None:
    async def story(form: UploadForm) -> None:
        await form._add(str(big))
        far.line.up = 100_000
        with pytest.raises(ServiceUnreachable, match=f"^{NOT_SENT}$"):
            await form.start()
        assert far.line.dropped >= 4, "tried again before it is told"
        assert states(form) == ["FAILED"]
        assert note(form) == words(form) == NOT_SENT
        assert not far.read
        far.line.mend()
        await until(lambda: form._panel.cost.startswith("This run reads 1 page of 1 drawing."))
        assert len(await form.start()) == 1
        assert len(far.read) == 1

    tell(far, story)


def test_a_submission_whose_answer_is_lost_is_read_and_counted_once(far: Remote, big: Path) -> None:
    async def story(form: UploadForm) -> None:
        await form._add(str(big))
        client = await form._link.connected()
        far.line.drop()  # no connection is left, so that the next one carries the upload and its answer
        far.line.mend()
        far.line.down = 20
        with pytest.raises(ServiceUnreachable, match=f"^{NOT_SENT}$"):
            await form.start()
        far.line.mend()
        assert len(await form.start()) == 1
        assert len(far.read) == 1
        assert len([task async for task in client.tasks()]) == 1

    tell(far, story)


def test_the_line_is_cut_while_the_service_reads(far: Remote, big: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_run, "PATIENCE_SECONDS", 0.5)
    monkeypatch.setattr(_run, "_PAUSE_SECONDS", 0.01)

    async def story(form: UploadForm) -> None:
        running = await cut_while_read(far, form, big)
        await until(lambda: note(form) == "the connection to the service is lost; trying again")
        assert states(form) == ["RUNNING"]
        with pytest.raises(ServiceUnreachable, match=f"^{NOT_FETCHED}$"):
            await running
        assert note(form) == words(form) == NOT_FETCHED
        far.go_on.set()
        far.line.mend()
        found = await form.start()
        assert found[0].data.notes[0].text.startswith("note 0")
        assert len(far.read) == 1, "the task that was under way was followed on"
        assert states(form) == ["DONE"]

    tell(far, story)


def test_a_line_that_comes_back_is_waited_for(far: Remote, big: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_run, "_PAUSE_SECONDS", 0.01)

    async def story(form: UploadForm) -> None:
        running = await cut_while_read(far, form, big)
        await until(lambda: "trying again" in note(form))
        far.go_on.set()
        far.line.mend()
        assert len(await running) == 1

    tell(far, story)


def test_the_line_is_cut_in_the_middle_of_the_download(far: Remote, big: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_run, "PATIENCE_SECONDS", 0.5)
    monkeypatch.setattr(_run, "_PAUSE_SECONDS", 0.01)

    async def story(form: UploadForm) -> None:
        running = await cut_while_read(far, form, big)
        far.line.mend()
        far.line.down = 20_000  # of a result of some 70,000 bytes
        far.go_on.set()
        with pytest.raises(ServiceUnreachable, match=f"^{NOT_FETCHED}$"):
            await running
        far.line.mend()
        assert len((await form.start())[0].data.notes) == 800
        assert len(far.read) == 1

    tell(far, story)


def test_a_task_that_was_deleted_meanwhile_is_read_anew(
    far: Remote, big: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(form: UploadForm) -> None:
        with monkeypatch.context() as patch:
            patch.setattr(_run, "PATIENCE_SECONDS", 0.5)
            running = await cut_while_read(far, form, big)
            with pytest.raises(ServiceUnreachable):
                await running
        far.go_on.set()
        far.line.mend()
        form._zone.entries[0].attempt.task_id = "task_that_is_gone"
        assert len(await form.start()) == 1
        assert len(far.read) == 2

    tell(far, story)


def test_many_files_that_the_line_took_are_told_in_one_sentence(far: Remote, tmp_path: Path) -> None:
    async def story(form: UploadForm) -> None:
        for path in save(tmp_path, **{f"f{at}": pdf(at + 1) for at in range(5)}):
            await form._add(str(path))
        far.line.drop()
        with pytest.raises(DrawkitError) as raised:
            await form.start()
        assert str(raised.value) == f"5 drawings not read. f0.pdf, f1.pdf, f2.pdf and 2 others: {NOT_SENT}"
        far.line.mend()
        assert len(await form.start()) == 5

    tell(far, story)
