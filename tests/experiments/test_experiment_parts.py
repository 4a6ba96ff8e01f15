"""The parts of an experiment by themselves: drawings, settings, files, the ledger, the rate limiter, the displays."""

from __future__ import annotations

import io
import os
import socket
import sqlite3
import threading
import time
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pandas as pd
import pytest
from fake_service import picture, result_of
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from drawkit._processes import process_ended
from drawkit.client import ConfigurationError, FileAccessError, InvalidRequest
from drawkit.contract import DEFAULT_LIMITS, FileLimits, Options, TaskRecord, TaskStatus
from drawkit.experiments import Ledger, RunStatus, drawings, inputs, leases, progress_display, views
from drawkit.experiments.leases import Owner
from drawkit.experiments.ledger import Facts, Key
from drawkit.experiments.settings import settings_of


def names(found: list[drawings.Drawing]) -> list[str]:
    return [drawing.name for drawing in found]


# Drawings


def test_drawings_by_folder_glob_path_and_list(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "notes.txt").write_text("no drawing")
    (folder / ".hidden.png").write_bytes(picture())
    (folder / "deep").mkdir()
    (folder / "deep" / "part0.png").write_bytes(picture(9))
    everything = ["drawings/part0.png", *(f"part{n}.png" for n in range(1, 5)), "deep/part0.png"]
    assert names(drawings.find(folder)) == everything
    assert names(drawings.find(str(folder / "**" / "part0.png"))) == ["deep/part0.png", "drawings/part0.png"]
    assert names(drawings.find(folder / "notes.txt")) == ["notes.txt"], "a file that is named is taken as it is"
    others = [name for name in everything if name != "part1.png"]
    assert names(drawings.find([folder / "part1.png", folder])) == ["part1.png", *others]
    monkeypatch.chdir(folder)
    assert names(drawings.find("*.png")) == [f"part{n}.png" for n in range(5)]
    assert drawings.find("part1.png")[0].path == str(folder / "part1.png"), "a ledger serves more than one folder"
    assert names(drawings.find("part9.png")) == ["part9.png"], "one that is missing becomes a row"
    with pytest.raises(FileAccessError, match="No file matches"):
        drawings.find("*.pdf")


def test_drawings_by_bytes() -> None:
    found = drawings.find({"a.png": picture(), "b.png": picture(1)})
    assert names(found) == ["a.png", "b.png"]
    assert found[0].path is None
    assert found[0].file_name == "a.png"


def test_drawings_by_dataframe(folder: Path) -> None:
    frame = pd.DataFrame({"path": [folder / "part0.png", folder / "part0.png"], "line": [1, None]}, index=[7, 7])
    found = drawings.find(frame)
    assert names(found) == ["part0.png", "part0.png (2)"] or names(found)[1].endswith("(2)")
    assert found[0].about == {"line": 1.0}
    with pytest.raises(ValueError, match="no column 'path'; it has: file"):
        drawings.find(pd.DataFrame({"file": ["a"]}))


@given(st.lists(st.lists(st.sampled_from(["a", "b", "c"]), min_size=1, max_size=4), max_size=12))
def test_every_drawing_has_a_name_of_its_own(paths: list[list[str]]) -> None:
    given_paths = [Path("/", *parts) for parts in paths]
    found = drawings._names(given_paths)
    assert len(found) == len(paths)
    assert len(set(found)) == len(found)
    for name, path in zip(found, given_paths, strict=True):
        assert path.name in name


# Settings


def test_settings_are_profiles_times_options() -> None:
    told = settings_of(["full", "bom"], [{}, {"pages": [2, 1]}])
    assert [s.name for s in told] == ["full", "full · pages 1, 2", "bom", "bom · pages 1, 2"]
    assert told[1].canonical == '{"pages":[1,2]}'
    assert told[1].pages_of(9) == 2
    assert told[0].pages_of(9) == 9


def test_a_task_list_goes_with_advanced_alone() -> None:
    told = settings_of(["full", "advanced"], [{}, {"task_list": ["bom", "balloons"]}])
    assert [s.name for s in told] == ["full", "advanced · balloons, bom"]
    assert told[1].modules == {"bom", "balloons"}
    with pytest.raises(InvalidRequest, match="needs 'task_list'"):
        settings_of(["advanced"], None)
    with pytest.raises(InvalidRequest, match="only for profile 'advanced'"):
        settings_of(["full"], {"task_list": ["bom"]})
    with pytest.raises(InvalidRequest, match="no profile 'fast'"):
        settings_of("fast", None)
    with pytest.raises(InvalidRequest, match="no profile to read with"):
        settings_of([], None)


def test_settings_of_a_service_with_modules_of_its_own() -> None:
    told = settings_of("advanced", {"task_list": ["stamps"]}, ["stamps"])
    assert told[0].canonical == '{"task_list":["stamps"]}'


@given(
    st.lists(st.integers(1, 5), min_size=1, max_size=4), st.booleans(), st.booleans(), st.permutations(["bom", "views"])
)
def test_options_that_say_the_same_are_the_same(
    pages: list[int], publish: bool, redact: bool, tasks: list[str]
) -> None:
    one = {"pages": pages, "publish": publish, "redact": redact, "task_list": tasks}
    other = Options(pages=tuple(reversed(pages)), publish=publish, redact=redact, task_list=("views", "bom", "bom"))
    told = settings_of("advanced", [one, other])
    assert len(told) == 1
    assert ("not published" in told[0].name) is not publish
    assert ("not redacted" in told[0].name) is not redact


# Files


@pytest.fixture
def ledger(tmp_path: Path) -> Any:
    made = Ledger(tmp_path / "ledger.sqlite3")
    yield made
    made.close()


def old(path: Path) -> None:
    os.utime(path, ns=(path.stat().st_atime_ns, path.stat().st_mtime_ns - 10**10))


def test_a_file_is_read_once_until_it_changes(ledger: Ledger, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for path in folder.iterdir():
        old(path)
    found = drawings.find(folder)
    first = inputs.inspect_files(found, ledger, DEFAULT_LIMITS)
    read: list[Path] = []
    whole = Path.read_bytes
    monkeypatch.setattr(Path, "read_bytes", lambda path: read.append(path) or whole(path))
    looked: list[int] = []
    assert inputs.inspect_files(found, ledger, DEFAULT_LIMITS, looked.append) == first
    assert read == []
    assert looked == [1, 2, 3, 4, 5]
    (folder / "part3.png").write_bytes(picture(99))
    again = inputs.inspect_files(found, ledger, DEFAULT_LIMITS)
    assert read == [folder / "part3.png"]
    assert again["part3.png"].sha256 != first["part3.png"].sha256
    inputs.inspect_files(found, ledger, DEFAULT_LIMITS)
    assert len(read) == 2, "a file that was just written may change again without showing it"
    inputs.inspect_files(found, ledger, FileLimits(max_pages=2))
    assert len(read) == 7, "other limits refuse other files"


def test_many_files_are_kept_as_they_are_seen(ledger: Ledger, tmp_path: Path) -> None:
    for number in range(120):
        (tmp_path / f"{number}.png").write_bytes(picture(number))
        old(tmp_path / f"{number}.png")
    inputs.inspect_files(drawings.find(tmp_path / "*.png"), ledger, DEFAULT_LIMITS)
    assert ledger._all("SELECT count(*) FROM files") == [(120,)]


def test_bytes_and_refusals(ledger: Ledger) -> None:
    found = drawings.find({"a.png": picture(), "b.pdf": b"nothing", "c.png": b""})
    told = inputs.inspect_files(found, ledger, DEFAULT_LIMITS)
    assert [facts.code for facts in told.values()] == [None, "unsupported-format", "unreadable-file"]
    assert told["a.png"].pages == 1


# The ledger

KEY = Key("0" * 64, "full", "{}", "9.1")


def completed(task_id: str = "t1") -> TaskRecord:
    return TaskRecord(task_id=task_id, status=TaskStatus.COMPLETED, result=result_of("a"))


def test_a_job_has_one_owner(ledger: Ledger) -> None:
    one, other = Owner("one"), Owner("other")
    ledger.heartbeat(one)
    ledger.heartbeat(other)
    entry = ledger.claim(KEY, one, "a.png", 1)
    assert entry.owner == one.id
    assert ledger.claim(KEY, one, "a.png", 1) == entry
    assert ledger.claim(KEY, other, "b.png", 1) == entry, "it stays as it was first submitted"
    ledger.submitted(entry, "t1")
    ledger.release(one)
    adopted = ledger.claim(KEY, other, "b.png", 1)
    assert (adopted.owner, adopted.task_id, adopted.idempotency_key) == (other.id, "t1", entry.idempotency_key)
    ledger.ended(adopted, completed())
    assert ledger.claim(KEY, one, "a.png", 1).state == "completed"
    assert ledger.result(entry.job) == result_of("a")
    assert ledger.result(99) is None
    ledger.ended(adopted, TaskRecord(task_id="t1", status=TaskStatus.FAILED))
    assert ledger.entry(entry.job).state == "completed", "it ends once"


def test_what_the_dead_had_is_free(ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    dead = Owner("dead", pid=2**22 + 1)
    elsewhere = Owner("elsewhere", host="another")
    mine = Owner("mine")
    ledger.heartbeat(dead)
    ledger.heartbeat(elsewhere)
    gone = Key("1" * 64, "full", "{}", "9.1")
    ledger.claim(KEY, dead, "a.png", 1)
    ledger.claim(gone, elsewhere, "b.png", 1)
    ledger.heartbeat(mine)
    assert ledger.claim(KEY, mine, "a.png", 1).owner == mine.id
    assert ledger.claim(gone, mine, "b.png", 1).owner == elsewhere.id, "nobody knows whether it lives"
    later = time.monotonic() + leases.LEASE_S + 1
    monkeypatch.setattr(time, "monotonic", lambda: later)
    ledger.heartbeat(mine)
    assert ledger.claim(gone, mine, "b.png", 1).owner == mine.id


@pytest.mark.parametrize("shift", [3600.0, -3600.0])
def test_a_clock_that_is_set_ends_no_lease_and_prolongs_none(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch, shift: float
) -> None:
    wall, going = time.time, [time.monotonic()]
    monkeypatch.setattr(time, "monotonic", lambda: going[0])
    lives, dead, mine = Owner("lives", host="another"), Owner("dead", host="a third"), Owner("mine")
    other = Key("1" * 64, "full", "{}", "9.1")
    for owner, key in ((lives, KEY), (dead, other)):
        ledger.heartbeat(owner)
        ledger.claim(key, owner, "a.png", 1)
    watching = Ledger(ledger.path)
    watching.heartbeat(mine)
    monkeypatch.setattr(time, "time", lambda: wall() + shift)
    for _ in range(8):  # both clocks go on, and one run tells so
        going[0] += leases.HEARTBEAT_S
        watching.heartbeat(mine)
        assert watching.claim(KEY, mine, "a.png", 1).owner == lives.id
        ledger.heartbeat(lives)
    assert watching.claim(other, mine, "a.png", 1).owner == mine.id
    watching.close()


def test_who_is_dead(monkeypatch: pytest.MonkeyPatch) -> None:
    here = socket.gethostname()
    assert not process_ended(here, os.getpid())
    assert process_ended(here, 2**22 + 1)
    assert not process_ended("another", 2**22 + 1)

    def forbidden(pid: int, signal: int) -> None:
        raise PermissionError

    monkeypatch.setattr(os, "kill", forbidden)
    assert not process_ended(here, 1)


def test_many_threads_and_files_claim_each_job_once(tmp_path: Path) -> None:
    keys = [Key(f"{number:064}", "full", "{}", "9.1") for number in range(60)]
    got: list[int] = []

    def work() -> None:
        own, owner = Ledger(tmp_path / "shared.sqlite3"), Owner("thread")
        own.heartbeat(owner)
        got.extend(entry.job for key in keys if (entry := own.claim(key, owner, "a.png", 1)).owner == owner.id)
        own.close()

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(got) == sorted(set(got))
    assert len(got) == len(keys)


def test_a_try_again_is_made_by_one(ledger: Ledger) -> None:
    one, other = Owner("one"), Owner("other")
    ledger.heartbeat(one)
    ledger.heartbeat(other)
    entry = ledger.claim(KEY, one, "a.png", 1)
    ledger.submitted(entry, "t1")
    ledger.ended(entry, TaskRecord(task_id="t1", status=TaskStatus.FAILED))
    failed = ledger.entry(entry.job)
    assert (failed.state, failed.code, failed.owner) == ("failed", None, None)
    assert ledger.again(failed, one).owner == one.id
    late = ledger.again(failed, other)
    assert (late.owner, late.attempt) == (one.id, 2)
    assert late.idempotency_key != entry.idempotency_key
    ledger.note(late, "quota-exhausted", "Used up.")
    assert ledger.entry(entry.job).detail == "Used up."
    ledger.refused(late, "too-many-pixels", "Too many.")
    assert ledger.entry(entry.job).state == "failed"
    ledger.forget([entry.job])
    assert len(ledger) == 0


def test_previews_are_kept(ledger: Ledger) -> None:
    entry = ledger.claim(KEY, Owner("one"), "a.png", 1)
    assert ledger.preview(entry.job, 1) is None
    ledger.keep_preview(entry.job, 1, None)
    assert ledger.preview(entry.job, 1) == (None,)
    ledger.keep_preview(entry.job, 1, b"png")
    assert ledger.preview(entry.job, 1) == (b"png",)
    ledger.forget([entry.job])
    assert ledger.preview(entry.job, 1) is None
    assert entry.record.published is None


def test_a_write_that_fails_leaves_nothing_half_done(ledger: Ledger) -> None:
    entry = ledger.claim(KEY, Owner("one"), "a.png", 1)
    broken: Any = Facts("p", 1, 1, "l", pages="many")  # type: ignore[arg-type]
    with pytest.raises(sqlite3.Error):
        ledger.keep_facts([Facts("q", 1, 1, "l"), Facts(None, 1, 1, "l")])  # type: ignore[arg-type]
    assert ledger.facts(["q"], "l") == {}
    ledger.keep_facts([broken])
    assert entry.state == "new"


def test_a_ledger_that_another_holds_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "ledger.sqlite3"
    monkeypatch.setattr("drawkit.experiments.ledger._PATIENCE_S", 0.1)
    with closing(sqlite3.connect(file, isolation_level=None)) as holder:
        holder.execute("BEGIN EXCLUSIVE")
        with pytest.raises(ConfigurationError, match="Another process holds the ledger"):
            Ledger(file)
        holder.execute("COMMIT")
    Ledger(file).close()


def test_a_file_that_is_no_ledger(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("This is no database, but it is long enough to be told from one." * 20)
    with pytest.raises(ConfigurationError, match="is no ledger of drawkit"):
        Ledger(tmp_path / "text")
    with pytest.raises(ConfigurationError, match="cannot be opened"):
        Ledger(tmp_path)
    other = sqlite3.connect(tmp_path / "other")
    other.execute("CREATE TABLE t (x)")
    other.commit()
    other.close()
    with pytest.raises(ConfigurationError, match="but no ledger of drawkit"):
        Ledger(tmp_path / "other")
    newer = sqlite3.connect(tmp_path / "newer")
    newer.execute("PRAGMA user_version = 99")
    newer.close()
    with pytest.raises(ConfigurationError, match="of a newer drawkit"):
        Ledger(tmp_path / "newer")


# How a run shows itself


def test_a_run_status_estimates_the_time_left() -> None:
    status = RunStatus(total=4)
    assert status.left_s is None
    for _ in range(3):
        time.sleep(0.02)
        status.end("completed")
    assert status.left_s is not None
    status.end("failed")
    assert status.left_s == 0.0
    assert progress_display.words(status) == "3 read, 1 failed"


def test_the_terminal_shows_a_bar() -> None:
    out = io.StringIO()
    display = progress_display.TerminalDisplay("line [3]", Console(file=out, force_terminal=True, width=120))
    status = RunStatus(total=2, known=1)
    with display:
        display.show(status)
        status.end("completed")
        status.end("failed")
        display.show(status, last=True)
    assert "line [3]" in out.getvalue()
    assert "2/2" in out.getvalue()
    assert "1 known, 1 read, 1 failed" in out.getvalue()


def test_the_notebook_shows_one_output_that_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[dict[str, str]] = []

    class Handle:
        def display(self, bundle: dict[str, str], *, raw: bool) -> None:
            assert raw
            shown.append(bundle)

        update = display

    monkeypatch.setattr(progress_display, "_handle", Handle)
    monkeypatch.setattr(progress_display, "in_notebook", lambda: True)
    display = progress_display.display_for("<i>", True)
    status = RunStatus(total=2)
    with display:
        display.show(status)
        display.show(status)
        status.end("completed")
        status.finish(interrupted=True)
        display.show(status, last=True)
    assert len(shown) == 2
    assert "<i>" not in shown[0]["text/html"]
    assert 'aria-valuenow="50"' in shown[1]["text/html"]
    assert "run it again to go on" in shown[1]["text/html"]


def test_which_display(monkeypatch: pytest.MonkeyPatch) -> None:
    assert isinstance(progress_display.display_for("a", False), progress_display.SilentDisplay)
    assert isinstance(progress_display.display_for("a", True), progress_display.TerminalDisplay)
    assert isinstance(progress_display.display_for("a", print), progress_display.CallbackDisplay)
    assert not progress_display.in_notebook()
    kernel = SimpleNamespace(get_ipython=lambda: SimpleNamespace(kernel=object()))
    monkeypatch.setitem(progress_display.sys.modules, "IPython", kernel)
    assert progress_display.in_notebook()


def test_a_handle_of_ipython() -> None:
    assert hasattr(progress_display._handle(), "update")


def test_a_progress_that_has_just_begun_and_one_that_knows_the_time_left() -> None:
    status = RunStatus(total=100)
    assert "…" in views.progress("a", status)
    for _ in range(3):
        time.sleep(0.02)
        status.end("completed")
    assert " left<" in views.progress("a", status)
    assert 'aria-valuenow="100"' in views.progress("a", RunStatus(), last=True)


def test_a_long_table_says_how_much_more_there_is() -> None:
    told = views.frame("Many", pd.DataFrame({"n": range(30), "x": [None, *[0.5] * 29]}))
    assert "and 18 more" in told
    assert "0.500" in told
