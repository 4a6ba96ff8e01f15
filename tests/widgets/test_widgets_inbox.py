import hashlib
import tempfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from widgets_service import pdf, png

from drawkit.client import DrawkitError, FileAccessError, TooManyPages, UnreadableFile
from drawkit.contract import FileLimits, is_locked
from drawkit.widgets._entry import State
from drawkit.widgets._inbox import Inbox, PasswordNeeded
from drawkit.widgets._pages import chosen_pages, parse_pages
from drawkit.widgets._sending import content_of


def deliver(inbox: Inbox, data: bytes, name: str = "a.png", piece: int = 50) -> object:
    entry = inbox.open(name, len(data), "k")
    for offset in range(0, len(data), piece):
        if inbox.chunk("k", offset, data[offset : offset + piece]).state is State.REFUSED:
            return entry, entry
    return inbox.close("k", hashlib.sha256(data).hexdigest()), entry


def test_pieces_become_the_file() -> None:
    inbox, data = Inbox(), png()
    _, entry = deliver(inbox, data)
    assert entry.state is State.CHECKING
    assert entry.source.read_bytes() == data
    inbox.accept(entry, inbox.read(entry))
    assert (entry.state, entry.facts.pages) == (State.READY, 1)
    assert inbox["k"] is entry
    inbox.clear()
    assert not entry.source.parent.exists()


@pytest.mark.parametrize(
    "name", ["../../etc/passwd", "C:\\x\\plan.png", "a\x00b.png", "", None, "x" * 999, "\u202egnp.exe"]
)
def test_the_browsers_name_is_never_a_path(name: object) -> None:
    inbox = Inbox()
    entry = inbox.open(name, 10, "k")
    assert entry.store.parent.parent == Path(tempfile.gettempdir())
    assert entry.store.name == "1"
    assert entry.name.isprintable()
    assert "/" not in entry.name
    assert 0 < len(entry.name) <= 200
    inbox.clear()


@given(st.binary(min_size=1, max_size=400), st.integers(1, 100))
def test_any_bytes_arrive_whole_or_are_refused(tail: bytes, piece: int) -> None:
    inbox, data = Inbox(), b"BM" + bytes(30) + tail
    entry, _ = deliver(inbox, data, piece=piece)
    if entry.state is State.CHECKING:
        assert entry.source.read_bytes() == data
    else:
        assert piece < 26  # the format cannot be told from less
        assert not entry.store.exists()
    inbox.clear()


def test_what_goes_wrong_on_the_way() -> None:
    inbox = Inbox(FileLimits(max_bytes=100))
    assert "Make it smaller" in inbox.open("big", 101, "big").note
    with pytest.raises(DrawkitError, match="how large"):
        inbox.open("odd", "12", "odd")
    with pytest.raises(DrawkitError, match="no longer"):
        inbox.chunk("big", 0, b"")
    with pytest.raises(DrawkitError, match="no longer"):
        inbox.close(None)

    inbox.open("text", 5, "text")
    assert "none of the accepted formats" in inbox.chunk("text", 0, b"hello").note
    inbox.open("gap", 50, "gap")
    assert "A piece is missing" in inbox.chunk("gap", 10, b"x").note
    inbox.open("more", 4, "more")
    assert "A piece is missing" in inbox.chunk("more", 0, b"%PDF-1").note
    inbox.open("short", 50, "short")
    inbox.chunk("short", 0, b"%PDF-1.7")
    assert "Only 8 of 50 bytes" in inbox.close("short").note
    inbox.open("changed", 8, "changed")
    inbox.chunk("changed", 0, b"%PDF-1.7")
    refused = inbox.close("changed", "0" * 64)
    assert "changed on the way" in refused.note
    assert not refused.store.exists()
    assert {entry.state for entry in inbox} == {State.REFUSED}
    inbox.clear()


def test_keys_of_the_browser_are_used_only_when_they_can_be() -> None:
    inbox = Inbox()
    keys = [inbox.open("a", 1, key).key for key in ("k", "k", "", 3, "x" * 65)]
    assert keys == ["k", "file-2", "file-3", "file-4", "file-5"]
    inbox.clear()


def test_the_same_file_stands_in_the_list_once(drawing: Path) -> None:
    inbox = Inbox()
    first = inbox.place(drawing)
    inbox.accept(first, inbox.read(first))
    again = inbox.place(drawing)
    assert again is first
    inbox.accept(again, inbox.read(again))
    other = inbox.keep(inbox.read(first))
    assert other is first
    assert list(inbox) == [first]
    assert first.note == "It came twice and stands in the list once."
    first.read_with = "full"
    drawing.write_bytes(pdf(2))
    inbox.accept(inbox.place(drawing), inbox.read(first))
    assert first.read_with is None, "another drawing lies there now"
    inbox.clear()
    assert drawing.exists(), "a file beside the notebook is never removed"


def test_the_same_file_under_another_name_is_told(drawing: Path) -> None:
    inbox = Inbox()
    first = inbox.place(drawing)
    inbox.accept(first, inbox.read(first))
    copy = drawing.with_name("copy.pdf")
    copy.write_bytes(drawing.read_bytes())
    second = inbox.place(copy)
    inbox.accept(second, inbox.read(second))
    assert (second.state, second.note) == (State.READY, f"The same drawing as {drawing.name}.")
    assert first.note == ""


def test_a_file_that_is_being_read_stays(drawing: Path) -> None:
    inbox = Inbox()
    entry = inbox.place(drawing)
    entry.become(State.RUNNING)
    inbox.remove(entry.key)
    assert inbox.place(drawing) is not entry
    assert len(list(inbox)) == 2
    entry.become(State.DONE)
    inbox.remove(entry.key)
    inbox.remove("no such key")
    assert len(list(inbox)) == 1
    inbox.open("a", 5, "k")
    inbox.clear()


def test_a_file_that_vanished_or_has_not_arrived(tmp_path: Path) -> None:
    inbox = Inbox()
    with pytest.raises(FileAccessError):
        inbox.read(inbox.place(tmp_path / "gone.pdf"))
    with pytest.raises(DrawkitError, match="not arrived"):
        inbox.read(inbox.open("a", 5))
    inbox.clear()


@pytest.mark.parametrize(
    ("text", "numbers"),
    [("", None), (" ", None), ("1", (1,)), ("3, 1-2", (1, 2, 3)), ("2–3,3", (2, 3))],
)
def test_pages(text: str, numbers: object) -> None:
    assert parse_pages(text) == numbers


@pytest.mark.parametrize("text", ["0", "3-1", "a", "1;2", ",", "-1", "1-", "99999"])
def test_pages_that_are_none(text: str) -> None:
    with pytest.raises(DrawkitError, match="counted from 1"):
        parse_pages(text)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", r"14 pages; at most 10 are read at a time"),
        ("13-15", "There is no page 15: the last one is 14"),
        ("1-11", "These are 11 pages, and at most 10"),
        ("x", "counted from 1"),
    ],
)
def test_pages_of_a_long_document_that_will_not_do(text: str, told: str) -> None:
    with pytest.raises(DrawkitError, match=told):
        chosen_pages(text, 14, 10)


@given(st.sets(st.integers(1, 14), min_size=1, max_size=10))
def test_any_pages_that_there_are_can_be_chosen(pages: set[int]) -> None:
    assert chosen_pages(", ".join(map(str, pages)), 14, 10) == tuple(sorted(pages))


LONG = FileLimits(max_pages=2, max_document_pages=20)


def test_a_long_document_asks_for_pages_and_keeps_its_bytes() -> None:
    inbox, data = Inbox(LONG), pdf(3)
    _, entry = deliver(inbox, data, "long.pdf")
    inbox.accept(entry, inbox.read(entry))
    row = entry.row()
    assert (row["state"], row["asks"], row["wish"], row["wrong"]) == ("pages", "pages", "", False)
    assert row["note"] == "3 pages; at most 2 are read at a time. Choose which."
    assert isinstance(entry.error, TooManyPages)
    assert entry.source.read_bytes() == data

    inbox.choose(entry, " 2-9 ")
    assert (entry.state, entry.pages, entry.row()["wish"], entry.wrong) == (State.PAGES, None, "2-9", True)
    assert entry.note == "There is no page 9: the last one is 3."
    inbox.choose(entry, "1, 3")
    assert (entry.state, entry.pages, entry.note, entry.error) == (State.READY, (1, 3), "", None)
    inbox.choose(entry, "")
    assert (entry.state, entry.pages, entry.wrong) == (State.PAGES, None, False)

    inbox.choose(entry, "3")
    entry.become(State.DONE, "2 notes")
    inbox.choose(entry, "2")
    assert (entry.state, entry.pages, entry.note) == (State.DONE, (2,), "2 notes"), "what was read of it still stands"
    entry.become(State.RUNNING)
    inbox.choose(entry, "1")
    assert (entry.pages, entry.asks) == ((2,), ""), "nothing changes below a reading"
    inbox.clear()


def test_the_pages_chosen_stay_while_the_file_is_the_same(tmp_path: Path) -> None:
    inbox, path = Inbox(LONG), tmp_path / "long.pdf"
    path.write_bytes(pdf(3))
    entry = inbox.place(path)
    inbox.choose(entry, "1")
    assert entry.pages is None, "it was not looked at yet"
    inbox.accept(entry, inbox.read(entry))
    inbox.choose(entry, "2-3")
    inbox.accept(inbox.place(path), inbox.read(entry))
    assert (entry.state, entry.pages) == (State.READY, (2, 3))
    path.write_bytes(pdf(4))
    inbox.accept(inbox.place(path), inbox.read(entry))
    assert (entry.state, entry.pages, entry.wish) == (State.PAGES, None, "")
    path.write_bytes(pdf(1))
    inbox.accept(inbox.place(path), inbox.read(entry))
    assert (entry.state, entry.asks) == (State.READY, "")
    inbox.clear()


def test_a_locked_pdf_keeps_its_bytes_and_is_opened_in_memory() -> None:
    inbox, data = Inbox(LONG), pdf(3, password="open sesame")
    _, entry = deliver(inbox, data, "locked.pdf")
    with pytest.raises(PasswordNeeded):
        inbox.read(entry)
    inbox.lock(entry)
    assert (entry.state, entry.asks, entry.readable, entry.wrong) == (State.LOCKED, "password", False, False)
    assert isinstance(entry.error, UnreadableFile)
    with pytest.raises(UnreadableFile, match="does not open this PDF") as refused:
        inbox.unlock(entry, "wrong")
    inbox.lock(entry, str(refused.value))
    assert (entry.row()["note"], entry.wrong) == (str(refused.value), True)

    size = entry.size
    drawing = inbox.unlock(entry, "open sesame")
    inbox.accept(entry, drawing, opened=drawing.data)
    assert (entry.state, entry.asks, entry.locked, entry.size) == (State.PAGES, "pages", False, size)
    inbox.choose(entry, "2")
    assert entry.state is State.READY
    assert entry.source.read_bytes() == data, "nothing of the copy comes on the disk"
    assert not is_locked(content_of(entry))
    assert "sesame" not in repr(entry)
    inbox.refuse(entry, DrawkitError("gone"))
    assert (entry.opened, entry.asks) == (None, "")
    inbox.clear()
