from __future__ import annotations

import asyncio
import importlib.util
import io
import os
import subprocess
import sys
import textwrap
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import psutil
import pytest
from PIL import Image
from pypdf import PdfReader, PdfWriter

from drawkit import client as dk
from drawkit import display, local, samples
from drawkit.contract import LOCAL_LIMITS, Options
from drawkit.display._covered import NO_PREVIEW

ALIVE = """
    import json, sys
    print(json.dumps({"base_url": "http://127.0.0.1:9", "api_key": "of-" + sys.argv[1]}), flush=True)
    print("noise " * 20000, flush=True)
    sys.stdin.read()
"""


@pytest.fixture(autouse=True)
def _clean(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    for name in ("DRAWKIT_BASE_URL", "DRAWKIT_API_KEY", "DRAWKIT_STATE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    yield
    local.stop()


@pytest.fixture
def script(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], list[list[str]]]:
    """Puts a small program in the service's place; gives the commands that would have been run."""
    asked: list[list[str]] = []

    def put(text: str) -> list[list[str]]:
        made = local.command

        def instead(folder: Path, workers: int | None, executor: str | None = None) -> list[str]:
            asked.append(made(folder, workers, executor))
            return [sys.executable, "-c", textwrap.dedent(text), folder.name]

        monkeypatch.setattr(local, "command", instead)
        return asked

    return put


def test_a_remote_service_that_is_set(monkeypatch: pytest.MonkeyPatch) -> None:
    with local.connect("https://drawings.example", "a-key") as client:
        assert isinstance(client, display.Client)
        assert client.base_url == "https://drawings.example"
    monkeypatch.setenv("DRAWKIT_BASE_URL", "https://other.example/")
    monkeypatch.setenv("DRAWKIT_API_KEY", "a-key")
    with local.connect() as client:
        assert client.base_url == "https://other.example"


def test_a_key_without_a_service() -> None:
    with pytest.raises(dk.ConfigurationError, match="DRAWKIT_BASE_URL"):
        local.connect(api_key="a-key")


def test_without_the_extra_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    found = importlib.util.find_spec
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None if name == "onnxruntime" else found(name))
    with pytest.raises(dk.LocalServiceMissing, match=r'pip install "drawkit\[local\]" \(missing: onnxruntime\)'):
        local.connect()


def test_one_service_a_folder(script: Callable[[str], list[list[str]]], tmp_path: Path) -> None:
    asked = script(ALIVE)
    first = local.connect(state=tmp_path / "a", workers=2)
    again = local.connect(state=str(tmp_path / "b" / ".." / "a"))
    other = local.connect(state=tmp_path / "b")
    assert first._secret.reveal() == again._secret.reveal() == "of-a"
    assert other._secret.reveal() == "of-b"
    assert [command[-2:] for command in asked] == [["--workers", "2"], ["--state", str(tmp_path / "b")]]
    assert all(command[2:5] == ["-m", "drawkit.service", "--embedded"] for command in asked)
    assert "of-a" not in repr(local._running)
    if sys.platform != "win32":
        assert (tmp_path / "a").stat().st_mode & 0o077 == 0


def test_the_folder_from_the_environment(
    script: Callable[[str], list[list[str]]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script(ALIVE)
    monkeypatch.setenv("DRAWKIT_STATE", str(tmp_path / "mine"))
    assert local.connect()._secret.reveal() == "of-mine"
    monkeypatch.delenv("DRAWKIT_STATE")
    assert local._default_folder().parts[-2:] == ("drawkit", "service")
    monkeypatch.setattr(local, "_default_folder", lambda: tmp_path / "cache" / "service")
    assert local.connect()._secret.reveal() == "of-service"


def test_a_service_that_ended_is_started_again(script: Callable[[str], list[list[str]]], tmp_path: Path) -> None:
    asked = script(ALIVE)
    local.connect(state=tmp_path)
    process = local._running[tmp_path.resolve(), None].process
    process.kill()
    process.wait()
    local.connect(state=tmp_path)
    assert len(asked) == 2


def test_a_second_notebook_gets_a_folder_of_its_own(
    script: Callable[[str], list[list[str]]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(local, "_default_folder", lambda: tmp_path / "service")
    script("import sys\nif sys.argv[1] == 'service': sys.exit(3)\n" + textwrap.dedent(ALIVE))
    assert local.connect()._secret.reveal() == "of-service-2"
    with pytest.raises(dk.LocalServiceFailed, match="Choose another folder"):
        local.connect(state=tmp_path / "service")
    script("import sys; sys.exit(3)")
    local.stop()
    monkeypatch.setattr(local, "_FOLDERS", 2)
    with pytest.raises(dk.LocalServiceFailed, match="Close a notebook"):
        local.connect()


@pytest.mark.parametrize(
    ("text", "tail"),
    [
        ("import sys; sys.stderr.write('\\n'.join(f'line {n}' for n in range(99))); sys.exit(1)", "line 98"),
        ("print('hello')", "is empty"),
        ("print('[1]')", "is empty"),
        ("print('{}')", "is empty"),
    ],
)
def test_a_service_that_does_not_start(
    script: Callable[[str], list[list[str]]], tmp_path: Path, text: str, tail: str
) -> None:
    script(text)
    with pytest.raises(dk.LocalServiceFailed, match=tail) as caught:
        local.connect(state=tmp_path)
    assert str(tmp_path) in str(caught.value)
    assert "line 8\n" not in str(caught.value)


def test_a_service_that_says_nothing_is_given_up(
    script: Callable[[str], list[list[str]]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(local, "_START_SECONDS", 0.3)
    monkeypatch.setattr(local, "_STOP_SECONDS", 0.3)
    script("import os, signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); time.sleep(60)")
    with pytest.raises(dk.LocalServiceFailed, match="exit code"):
        local.connect(state=tmp_path)


def test_a_folder_that_cannot_be_used(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(dk.LocalServiceFailed, match="cannot be used"):
        local.connect(state=tmp_path / "file")


def test_a_log_that_is_gone(tmp_path: Path) -> None:
    assert "is empty" in local._tail(tmp_path / "none.log")


def test_a_forked_child_leaves_its_parent_s_service_alone(
    script: Callable[[str], list[list[str]]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script(ALIVE)
    local.connect(state=tmp_path)
    service = local._running[tmp_path.resolve(), None]
    with monkeypatch.context() as child:
        child.setattr("os.getpid", lambda: -1)
        service.stop()
        assert not service.alive
    assert service.alive
    service.stop()
    assert not service.alive


PARENT = """
    import os, signal, sys
    from drawkit import local
    client = local.connect(state=sys.argv[1])
    print(local._running.popitem()[1].process.pid, client.status().version, flush=True)
    {end}
"""


@pytest.mark.parametrize("end", ["", "os.kill(os.getpid(), signal.SIGKILL)"])
def test_the_real_service_ends_with_its_parent(tmp_path: Path, end: str) -> None:
    code = textwrap.dedent(PARENT).format(end=end)
    root = str(Path(local.__file__).parents[1])
    environment = {**os.environ, "PYTHONPATH": root}
    parent = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path)],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        env=environment,
    )
    assert parent.stdout, parent.stderr
    pid = int(parent.stdout.split()[0])
    assert gone(pid)


def gone(pid: int) -> bool:
    import time

    for _ in range(100):
        try:
            stat = Path(f"/proc/{pid}/stat").read_text()
        except OSError:
            return True
        if stat.rpartition(")")[2].split()[0] == "Z":
            return True
        time.sleep(0.1)
    return False


def test_the_real_service_inside_a_running_loop(tmp_path: Path) -> None:
    async def cell() -> Any:
        with local.connect(state=tmp_path, workers=1) as client:
            return client.status()

    assert asyncio.run(cell()).queue.workers == 1
    assert local.connect(state=tmp_path).quota().period is not None


def test_an_executor_has_a_service_of_its_own(
    script: Callable[[str], list[list[str]]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = script(ALIVE)
    monkeypatch.setattr(local, "_default_folder", lambda: tmp_path / "service")
    local.connect()
    local.connect(executor="dask")
    local.connect(executor="dask", workers=5)
    assert [command[6:] for command in asked] == [
        [str(tmp_path / "service")],
        [str(tmp_path / "service"), "--executor", "dask"],
    ]
    with ThreadPoolExecutor(3) as executor:
        first = local.connect(executor=executor, state=tmp_path / "other")
        assert local.connect(executor=executor, state=tmp_path / "other").base_url == first.base_url
        assert local.connect(state=tmp_path / "other").base_url == first.base_url
    assert [command[6:] for command in asked[2:]] == [[str(tmp_path / "other"), "--workers", "3"]]


def test_a_dask_cluster_is_known_by_its_address(script: Callable[[str], list[list[str]]], tmp_path: Path) -> None:
    asked = script(ALIVE)

    class Cluster:
        scheduler_address = "tcp://10.0.0.1:8786"

    local.connect(executor=Cluster(), state=tmp_path)
    assert asked[0][-2:] == ["--executor", "tcp://10.0.0.1:8786"]


def test_an_executor_that_cannot_be_had(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(dk.LocalServiceFailed, match=r"'cluster' is no executor\. Say processes, dask"):
        local.connect(executor="cluster", state=tmp_path)
    with pytest.raises(dk.ConfigurationError, match=r"list is no concurrent\.futures\.Executor"):
        local.connect(executor=[], state=tmp_path)
    with pytest.raises(dk.ConfigurationError, match="workers of its own"):
        local.connect("https://drawings.example", "a-key", executor="dask")
    found = importlib.util.find_spec
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None if name == "distributed" else found(name))
    with pytest.raises(dk.LocalServiceMissing, match=r'pip install "drawkit\[dask\]"'):
        local.connect(executor="dask", state=tmp_path)


def test_the_embedded_service_reads_what_the_engine_can(tmp_path: Path) -> None:
    """TIFF, some pages of a long PDF, and a locked PDF whose password stays with the caller."""
    writer = PdfWriter()
    for _ in range(12):
        writer.add_blank_page(300, 200)
    writer.write(tmp_path / "long.pdf")
    locked = PdfWriter(clone_from=PdfReader(tmp_path / "long.pdf"))
    locked.encrypt(user_password="open sesame", algorithm="AES-256")
    locked.write(tmp_path / "locked.pdf")
    sheets = [Image.new("L", (400, 300), 255) for _ in range(2)]
    sheets[0].save(tmp_path / "scan.tif", save_all=True, append_images=sheets[1:])
    client = local.connect(state=tmp_path / "state", workers=1)
    assert client.status().limits == LOCAL_LIMITS
    assert client.to_async()._limits == LOCAL_LIMITS
    assert list(client.analyze(tmp_path / "long.pdf", pages=[4, 1]).pages["page"]) == [4, 1]
    assert list(client.analyze(tmp_path / "scan.tif").pages["page"]) == [1, 2]
    opened = client.analyze(tmp_path / "locked.pdf", pages=[12], password=lambda: "open sesame")
    assert list(opened.pages["page"]) == [12]
    for file, told in (("long.pdf", "at most 10 are read at a time"), ("locked.pdf", "Pass password=getpass.getpass")):
        with pytest.raises(dk.FileRefused, match=told):
            client.analyze(tmp_path / file)
    kept = (path for path in (tmp_path / "state").rglob("*") if path.is_file())
    assert not any(b"open sesame" in path.read_bytes() for path in kept)


@pytest.mark.skipif(os.name == "nt", reason="looks at processes as Linux and macOS show them")
def test_a_cancelled_task_leaves_its_worker_within_a_second(tmp_path: Path) -> None:
    writer = PdfWriter()
    sheet = PdfReader(io.BytesIO(samples.make("assembly", seed=3, sheet="A2").data)).pages[0]
    for _ in range(10):
        writer.add_page(sheet)
    writer.write(tmp_path / "long.pdf")
    client = local.connect(state=tmp_path / "state", workers=1)
    task = client.submit(tmp_path / "long.pdf")
    _until(lambda: ": " in task.refresh().progress.step, 60)
    at_work = _busy()
    began = time.monotonic()
    assert client.cancel(task).status == "cancelled"
    _until(lambda: not psutil.pid_exists(at_work), 5)
    assert time.monotonic() - began <= 1
    assert client.task(task.id).status == "cancelled"


def _busy() -> int:
    """The process of ours that works the most."""
    spent = {p.pid: sum(p.cpu_times()[:2]) for p in psutil.Process().children(recursive=True)}
    time.sleep(0.3)
    more = {pid: sum(psutil.Process(pid).cpu_times()[:2]) - before for pid, before in spent.items()}
    return max(more, key=lambda pid: more[pid])


def _until(true: Callable[[], bool], seconds: float) -> None:
    ends = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < ends
        time.sleep(0.02)


def test_ones_own_service_publishes_nothing_and_shows_the_sheet_as_it_is(tmp_path: Path) -> None:
    sheet = Image.new("L", (400, 300), 255)
    sheet.paste(90, (20, 20, 60, 40))
    sheet.save(tmp_path / "a.png", dpi=(72, 72))
    client = local.connect(state=tmp_path / "state", workers=1)
    task = client.submit(tmp_path / "a.png").wait()
    assert (task.record.options.get("publish"), task.record.published) == (False, None)
    assert task.result.redacted is False
    assert task.result.caption() == ""
    shown = task.result.preview()
    assert shown is not None
    with Image.open(io.BytesIO(shown)) as picture:
        assert picture.width / picture.height == pytest.approx(4 / 3, abs=0.01)
        assert picture.convert("L").getextrema()[0] in range(30, 150)
    part = task.result.part(1, (15, 15, 65, 45), 288)
    assert part is not None
    with Image.open(io.BytesIO(part[0])) as picture:
        assert picture.convert("L").getextrema()[0] in range(80, 100)
    assert part[1] == pytest.approx((15, 15, 65, 45), abs=1)
    assert task.result.part(2, (0, 0, 10, 10), 72) is None
    assert client.submit(tmp_path / "a.png", publish=True).wait().record.published is not None
    assert client.submit(tmp_path / "a.png", options=Options(publish=True)).wait().record.published is not None
    assert client.submit(tmp_path / "a.png", options={"pages": [1]}).wait().record.published is None
    # What the file has become since is not shown, and what is gone is told.
    source = tmp_path / "state" / "sources" / task.id
    source.write_bytes(b"another")
    own = client.own_files
    assert own is not None
    assert own.picture(task.record, task.result.data, 1) is None
    assert task.result.part(1, (15, 15, 65, 45), 288) is None
    source.unlink()
    assert not own.has(task.record)
    assert own.picture(task.record, task.result.data, 1) is None
    assert client.task(task.id).result.caption() == NO_PREVIEW
    assert client.to_async().own_files is own
    with local.connect("https://drawings.example", "a-key") as remote:
        assert remote.own_files is None
