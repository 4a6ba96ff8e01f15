"""Two notebooks with one state folder: the second joins the first one's service, which ends with the last of them."""

from __future__ import annotations

import json
import os
import signal
import stat
import subprocess
import sys
import textwrap
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, Any

import pytest

from drawkit import _joining, _sharing, local, samples
from drawkit import client as dk

posix = pytest.mark.skipif(sys.platform == "win32", reason="owners and modes are told there otherwise")

NOTEBOOK = """
    import json, sys
    import drawkit
    from drawkit import local
    for line in sys.stdin:  # each line is a cell; what it says is its result
        try:
            told = eval(line)
        except drawkit.client.DrawkitError as error:
            told = {"error": str(error)}
        print(json.dumps(told), flush=True)
"""


class Notebook:
    """Another process that works with drawkit: cells in, results out."""

    def __init__(self) -> None:
        environment = {**os.environ, "PYTHONPATH": str(Path(local.__file__).parents[1])}
        self.process = subprocess.Popen(
            [sys.executable, "-c", textwrap.dedent(NOTEBOOK)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=environment,
            text=True,
        )

    def run(self, cell: str) -> Any:
        for stream in (self.process.stdin, self.process.stdout):
            assert stream is not None
        stdin: IO[str] = self.process.stdin  # type: ignore[assignment]
        stdout: IO[str] = self.process.stdout  # type: ignore[assignment]
        stdin.write(f"{cell}\n")
        stdin.flush()
        return json.loads(stdout.readline())

    def end(self, *, kill: bool = False) -> None:
        if kill:
            self.process.send_signal(signal.SIGKILL)
        self.process.communicate(timeout=60)


@pytest.fixture
def notebook() -> Iterator[Callable[[], Notebook]]:
    made: list[Notebook] = []

    def start() -> Notebook:
        made.append(Notebook())
        return made[-1]

    yield start
    for one in made:
        if one.process.poll() is None:
            one.end(kill=True)


@pytest.fixture(autouse=True)
def _clean(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    for name in ("DRAWKIT_BASE_URL", "DRAWKIT_API_KEY", "DRAWKIT_STATE"):
        monkeypatch.delenv(name, raising=False)
    yield
    local.stop()


def ended(pid: int) -> bool:
    for _ in range(150):
        try:
            status = Path(f"/proc/{pid}/stat").read_text()
        except OSError:
            return True
        if status.rpartition(")")[2].split()[0] == "Z":
            return True
        time.sleep(0.1)
    return False


@posix
def test_the_second_works_on_when_the_first_ends(tmp_path: Path, notebook: Callable[[], Notebook]) -> None:
    folder, drawing = tmp_path / "state", samples.named("milled_plate").save(tmp_path)
    first, second = notebook(), notebook()
    connect = f"globals().update(c=drawkit.connect(state={str(folder)!r})) or c.base_url"
    address = first.run(connect)
    task = first.run(f"c.submit({str(drawing)!r}, 'standard').wait().id")
    assert second.run(connect) == address, "joined"
    assert second.run("[task.id for task in c.tasks()]") == [task], "with the same tasks"
    holder = _sharing.holder_of(folder)
    assert holder is not None
    assert stat.S_IMODE((folder / "service.json").stat().st_mode) == 0o600
    assert str(holder.api_key) not in repr(holder)

    first.end(kill=True)
    assert second.run(f"c.submit({str(drawing)!r}, 'bom').wait().status.value") == "completed"
    third = notebook()  # as the first one after a restart of its kernel
    assert third.run(connect) == address
    second.end()
    assert third.run("len(list(c.tasks()))") == 2
    third.end(kill=True)
    assert ended(holder.pid)
    assert _sharing.holder_of(folder) is None
    with local.connect(state=folder) as client:
        assert len(list(client.tasks())) == 2
        assert client.base_url != address


@posix
def test_two_that_start_at_once_share_one_service(tmp_path: Path, notebook: Callable[[], Notebook]) -> None:
    both = [notebook(), notebook()]
    for one in both:
        assert one.process.stdin is not None
        one.process.stdin.write(f"drawkit.connect(state={str(tmp_path)!r}).base_url\n")
        one.process.stdin.flush()
    told = []
    for one in both:
        assert one.process.stdout is not None
        told.append(json.loads(one.process.stdout.readline()))
    assert told[0] == told[1]


@posix
def test_a_service_that_was_killed_is_replaced(tmp_path: Path, notebook: Callable[[], Notebook]) -> None:
    first = notebook()
    connect = f"globals().update(c=drawkit.connect(state={str(tmp_path)!r}, max_wait=0.1)) or c.base_url"
    address = first.run(connect)
    joined = local._started_in(tmp_path, None)
    assert isinstance(joined, _joining.JoinedService)
    assert joined.base_url == address
    holder = _sharing.holder_of(tmp_path)
    assert holder is not None
    os.kill(holder.pid, signal.SIGKILL)
    assert ended(holder.pid)
    assert "embedded service starts with drawkit.connect()" in first.run("c.status() and ''")["error"]
    assert not joined.alive
    with local.connect(state=tmp_path) as client:
        assert client.base_url != address
        assert first.run(connect) == client.base_url, "now the first one joins"
    joined.stop()


@posix
def test_what_is_stopped_goes_on_for_who_joined(tmp_path: Path, notebook: Callable[[], Notebook]) -> None:
    address = local.connect(state=tmp_path).base_url
    other = notebook()
    assert other.run(f"globals().update(c=drawkit.connect(state={str(tmp_path)!r})) or c.base_url") == address
    local.stop()
    assert other.run("c.status().status") == "ok"
    assert local.connect(state=tmp_path).base_url == address
    joined = local._running[tmp_path.resolve(), None]
    assert isinstance(joined, _joining.JoinedService)
    assert joined.alive


@posix
def test_an_executor_is_not_shared(tmp_path: Path, notebook: Callable[[], Notebook]) -> None:
    first = notebook()
    lent = "executor=__import__('concurrent.futures').futures.ThreadPoolExecutor(1)"
    connect = f"drawkit.connect(state={str(tmp_path)!r}, {lent})"
    assert first.run(f"globals().update(c={connect}) or c.status().status") == "ok"
    with pytest.raises(dk.LocalServiceFailed) as told:
        local.connect(state=tmp_path)
    holder = _sharing.holder_of(tmp_path)
    assert holder is not None
    assert holder.api_key is None
    assert f"works in {tmp_path} (process {holder.pid}, since {holder.since}) and cannot be joined." in str(told.value)
    assert "Choose another folder: state=..." in str(told.value)


def told(folder: Path, **facts: Any) -> _sharing.Holder:
    known = {"pid": 17, "host": "here", "since": "today", "shared": True}
    return _sharing.Holder(**{**known, **facts})


@pytest.mark.parametrize(
    ("facts", "executor", "why"),
    [
        (None, None, "and does not tell this user who it is. Choose"),
        (
            {"host": "elsewhere"},
            None,
            "(process 17 on elsewhere, since today) and cannot be joined from this machine. ",
        ),
        ({}, "dask", "(process 17, since today) with workers of its own. Leave out executor=... to join it"),
        ({}, None, "and does not answer. End process 17. Choose"),
        ({"shared": False}, None, "if `drawkit serve` runs it. Choose another folder: state=... (or DRAWKIT_STATE)"),
    ],
)
def test_a_refusal_says_who_and_what_to_do(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, facts: dict[str, Any] | None, executor: str | None, why: str
) -> None:
    monkeypatch.setattr("socket.gethostname", lambda: "here")
    holder = None if facts is None else told(tmp_path, **facts)
    assert why in _joining.refusal(tmp_path, holder, executor, local.STATE_VARIABLE)


def test_what_does_not_answer_is_not_joined(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    _sharing.publish(tmp_path, shared=True, base_url="http://127.0.0.1:9", api_key="key")
    assert _joining.join(tmp_path) is None
    monkeypatch.setattr(_joining, "_answers", lambda _holder: True)
    joined = _joining.join(tmp_path)
    assert joined is not None
    assert "key" not in repr(joined).replace("api_key", "")
    ending = _sharing.Use(tmp_path)
    assert not ending.nobody()
    monkeypatch.setattr("os.getpid", lambda: -1)
    joined.stop()  # a forked child leaves its parent's use alone
    assert not joined.alive
    assert not ending.nobody()
    monkeypatch.undo()
    joined.stop()
    assert ending.nobody()
    monkeypatch.setattr(_joining, "_answers", lambda _holder: True)
    assert _joining.join(tmp_path) is None, "it is about to end"
    ending.end()


def test_a_folder_that_is_gone_has_no_users(tmp_path: Path) -> None:
    use = _sharing.Use(tmp_path / "gone")
    assert use.nobody()
    assert not use.begin()
    _sharing.withdraw(tmp_path / "gone")


@posix
def test_whom_a_told_service_is_not_believed(tmp_path: Path) -> None:
    assert _sharing.holder_of(tmp_path) is None
    _sharing.publish(tmp_path, shared=True, base_url="http://127.0.0.1:9", api_key="key")
    place = tmp_path / "service.json"
    assert _sharing.holder_of(tmp_path) is not None
    place.chmod(0o644)
    assert _sharing.holder_of(tmp_path) is None, "others could have read it"
    _sharing.publish(tmp_path, shared=True, base_url="http://192.0.2.1:9", api_key="key")
    assert _sharing.holder_of(tmp_path) is None, "not on this machine"
    for text in ("", "[]", "{}", '{"pid": 1, "more": 2}'):
        place.write_text(text)
        place.chmod(0o600)
        assert _sharing.holder_of(tmp_path) is None


def test_one_that_never_answers_is_given_up(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    _sharing.publish(tmp_path, shared=True)
    for name, seconds in (("_START_SECONDS", 0.0), ("_LOOK_SECONDS", 0.0)):
        monkeypatch.setattr(local, name, seconds)
    monkeypatch.setattr(local, "_start", lambda *_given: None)
    with pytest.raises(dk.LocalServiceFailed, match="does not answer"):
        local.connect(state=tmp_path)
