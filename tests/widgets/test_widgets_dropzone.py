import asyncio
import hashlib
import logging
import threading
from typing import Any

import pytest
from widgets_service import pdf, png, press, state_of, until

from drawkit.contract import FileLimits, is_locked
from drawkit.widgets import DropZone
from drawkit.widgets._home import Home
from drawkit.widgets._sending import content_of
from drawkit.widgets._told import Told


class Browser:
    """Talks to a zone as its JavaScript does."""

    def __init__(self, zone: DropZone) -> None:
        self.zone, self.answers = zone, {}
        zone.send = lambda content, buffers=None: self.answers.update({content["id"]: content})  # type: ignore[method-assign]

    def ask(self, op: str, *buffers: bytes, **content: Any) -> dict[str, Any]:
        number = len(self.answers)
        press(self.zone, op, *buffers, id=number, **content)
        return self.answers.get(number, {})

    def send(self, name: str, data: bytes, key: str = "k") -> dict[str, Any]:
        answer = self.ask("open", key=key, name=name, size=len(data))
        for offset in range(0, len(data), 64):
            answer = self.ask("chunk", data[offset : offset + 64], key=key, offset=offset)
            if "error" in answer:
                return answer
        return self.ask("close", key=key, sha256=hashlib.sha256(data).hexdigest())


def test_a_drawing_arrives() -> None:
    async def story() -> None:
        zone, heard = DropZone(), []
        zone.on_change(lambda: heard.append(len(zone.files)))
        assert "error" not in Browser(zone).send("plate.png", png())
        await until(lambda: zone.files[0]["state"] == "ready")
        assert zone.files[0]["about"].endswith("1 page")
        assert heard
        assert repr(zone) == "<DropZone: plate.png ready>"
        assert zone.entries[0].facts.media_type == "image/png"
        zone.close()

    asyncio.run(story())


def test_each_fault_stands_beside_its_file() -> None:
    async def story() -> None:
        zone = DropZone(FileLimits(max_bytes=4000, max_pages=2))
        assert "4000" not in zone.hint
        browser = Browser(zone)
        browser.send("empty.pdf", b"", "1")
        browser.send("letter.txt", b"Dear Sir", "2")
        browser.send("cut.pdf", pdf()[:200], "3")
        browser.send("many.pdf", pdf(3), "4")
        assert "Make it smaller" in browser.ask("open", key="5", name="huge.pdf", size=4001)["error"]
        browser.ask("open", key="6", name="folder", size=4)
        browser.ask("abort", key="6", reason="The browser cannot read this.")
        await until(lambda: all(row["state"] == "refused" for row in zone.files))
        notes = [row["note"] for row in zone.files]
        for note, reason in zip(
            notes, ("empty", "accepted formats", "damaged", "2 pages", "smaller", "cannot read"), strict=True
        ):
            assert reason in note
        zone.close()

    asyncio.run(story())


def test_answers_to_nonsense_and_removal() -> None:
    zone = DropZone()
    browser = Browser(zone)
    assert "no longer" in browser.ask("chunk", key="none", offset=0)["error"]
    assert "how large" in browser.ask("open", key="k", name="a", size=-1)["error"]
    assert set(browser.ask("no such thing")) == {"id"}
    browser.ask("open", key="k", name="a", size=5)
    assert "error" in browser.ask("chunk", key="k", offset=3), "no bytes came with it"
    browser.ask("remove", key="k")
    assert zone.files == []
    assert repr(zone) == "<DropZone: no files>"
    shown = []
    zone.on_show(shown.append)
    browser.ask("show", key="k")
    browser.ask("open", key="k", name="a", size=5)
    browser.ask("show", key="k")
    assert [entry.name for entry in shown] == ["a"]
    zone.close()


def test_a_full_disk_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    zone = DropZone()
    browser = Browser(zone)
    browser.ask("open", key="k", name="a.pdf", size=8)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(zone.inbox, "chunk", full)
    assert "No space left" in browser.ask("chunk", b"%PDF-1.7", key="k", offset=0)["error"]
    assert zone.files[0]["state"] == "refused"
    zone.close()


def test_no_bytes_and_no_path_in_the_state() -> None:
    zone = DropZone()
    data = b"%PDF-1.7 the drawing's bytes"
    browser = Browser(zone)
    browser.ask("open", key="k", name="a.pdf", size=len(data) + 1)
    browser.ask("chunk", data, key="k", offset=0)
    state = state_of(zone)
    assert "the drawing's bytes" not in state
    assert str(zone.inbox["k"].store.parent) not in state
    zone.close()


def test_an_argument_that_there_is_not() -> None:
    with pytest.raises(TypeError, match="Did you mean 'limits'"):
        DropZone(limit=3)
    with pytest.raises(TypeError, match="DropZone has no argument 'xyz'"):
        DropZone(xyz=3)


def test_a_message_from_another_thread_is_worked_on_at_home() -> None:
    async def story() -> None:
        home, done, here = Home(), asyncio.Event(), threading.get_ident()
        seen: list[int] = []

        async def job() -> None:
            seen.append(threading.get_ident())
            done.set()

        def work() -> None:
            seen.append(threading.get_ident())
            home.later(job())

        await asyncio.to_thread(home.call, work)
        await asyncio.wait_for(done.wait(), 60)
        assert seen == [here, here]

    asyncio.run(story())


def test_home_moves_on_when_its_loop_is_closed() -> None:
    async def made() -> Home:
        return Home()

    home, seen = asyncio.run(made()), []
    home.call(seen.append, 1)

    async def nothing() -> None:
        seen.append(2)

    home.later(nothing())
    assert seen == [1], "without a loop, nothing that takes time is begun"


def test_news_come_at_a_pace_and_the_last_is_never_lost() -> None:
    async def story() -> None:
        state, shown = [0], []
        told = Told(lambda: shown.append(state[0]), pause=0.05)
        for state[0] in range(1000):
            told.tell()
        await until(lambda: shown[-1] == 999)
        assert len(shown) == 2
        told.tell()
        told.tell(now=True)
        assert len(shown) == 3

    asyncio.run(story())


def test_what_was_passed_over_in_a_dropped_folder_is_told() -> None:
    async def story() -> None:
        zone = DropZone()
        browser = Browser(zone)
        told = {"name": "job 7", "endings": {".dwg": 2, ".txt": 1}, "found": 1, "most": 500}
        assert "error" not in browser.ask("folder", **told)
        assert zone.passed.startswith("Passed over in 'job 7': 2 .dwg (drawkit reads PDF, ")
        browser.ask("folder", **{**told, "endings": {}})
        assert zone.passed == ""
        zone.close()

    asyncio.run(story())


def test_a_password_opens_a_locked_pdf_and_stays_nowhere(caplog: pytest.LogCaptureFixture) -> None:
    async def story() -> None:
        asyncio.get_running_loop().set_debug(True)  # tells of slow callbacks with their arguments
        asyncio.get_running_loop().slow_callback_duration = 0
        zone, states = DropZone(), []
        zone.on_change(lambda: states.append(state_of(zone)))
        browser = Browser(zone)
        browser.send("locked.pdf", pdf(password="open sesame"))
        await until(lambda: zone.files[0]["state"] == "locked")
        assert (zone.files[0]["asks"], zone.files[0]["wrong"]) == ("password", False)

        browser.ask("unlock", key="k", password="wrong sesame")
        await until(lambda: zone.files[0]["wrong"])
        assert (zone.files[0]["state"], zone.files[0]["asks"]) == ("locked", "password")
        assert "does not open this PDF" in zone.files[0]["note"]
        assert zone.entries[0].error.__traceback__ is None, "its frames would hold the password"

        await asyncio.to_thread(browser.ask, "unlock", key="k", password="open sesame")  # as JupyterLab's subshell
        await until(lambda: zone.files[0]["state"] == "ready")
        assert (zone.files[0]["asks"], zone.files[0]["note"]) == ("", "")
        assert not is_locked(content_of(zone.entries[0]))
        browser.ask("unlock", key="k", password="open sesame")
        assert zone.files[0]["state"] == "ready", "there is nothing to open"
        told = "".join([*states, state_of(zone), repr(zone), repr(zone.entries), str(browser.answers), caplog.text])
        assert "sesame" not in told
        assert "took" in caplog.text, "the loop told what it did"
        zone.close()

    with caplog.at_level(logging.DEBUG):
        asyncio.run(story())


def test_a_locked_pdf_that_cannot_be_read_once_it_is_open_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        zone = DropZone(FileLimits(max_pages=2))
        browser = Browser(zone)
        browser.send("long.pdf", pdf(3, password="x"))
        await until(lambda: zone.files[0]["state"] == "locked")
        for _ in range(2):  # the second one finds the first at work
            browser.ask("unlock", key="k", password="x")
        await until(lambda: zone.files[0]["state"] == "refused")
        assert (zone.files[0]["asks"], zone.entries[0].error.__traceback__) == ("", None)
        assert "this one has 3" in zone.files[0]["note"]
        zone.close()

    asyncio.run(story())


def test_pages_of_a_long_document_are_chosen_beside_it() -> None:
    async def story() -> None:
        zone = DropZone(FileLimits(max_pages=2, max_document_pages=20))
        assert zone.hint.endswith("PDF up to 2 pages at a time")
        browser = Browser(zone)
        browser.send("long.pdf", pdf(5))
        await until(lambda: zone.files[0]["state"] == "pages")
        browser.ask("pages", key="k", text="4-6")
        assert (zone.files[0]["wrong"], zone.files[0]["note"]) == (True, "There is no page 6: the last one is 5.")
        browser.ask("pages", key="k", text="4-5")
        assert (zone.files[0]["state"], zone.files[0]["asks"], zone.files[0]["wish"]) == ("ready", "pages", "4-5")
        assert zone.entries[0].pages == (4, 5)
        zone.close()

    asyncio.run(story())
