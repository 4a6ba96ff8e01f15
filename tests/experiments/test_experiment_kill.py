"""Kernel and service are killed in the middle of an experiment of 100 drawings: each drawing ends exactly once."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest
from fake_service import picture

from drawkit.experiments import Ledger

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
TOTAL = 100

pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(400),
    pytest.mark.skipif(os.name == "nt", reason="kills processes by signal"),
]


class Stage:
    """A folder of drawings, a port, and the processes on them."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.state, self.ledger = folder, folder / "state", folder / "ledger.sqlite3"
        self.drawings = folder / "drawings"
        self.drawings.mkdir()
        self.state.mkdir()
        for number in range(TOTAL):
            (self.drawings / f"part{number:03}.png").write_bytes(picture(number))
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = str(free.getsockname()[1])
        self.processes: list[subprocess.Popen[str]] = []
        self.key = ""

    def start(self, *words: str) -> subprocess.Popen[str]:
        paths = os.pathsep.join([str(ROOT), str(HERE)])
        process = subprocess.Popen(
            [sys.executable, str(HERE / "experiment_process.py"), *words],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": paths, "DRAWKIT_API_KEY": self.key},
        )
        self.processes.append(process)
        return process

    def serve(self) -> subprocess.Popen[str]:
        service = self.start("serve", str(self.state), self.port)
        assert service.stdout is not None
        told, _, key = service.stdout.readline().rstrip("\n").partition(" ")
        assert told == "ready"
        self.key = key or self.key  # told once, on the first start
        return service

    def run(self) -> subprocess.Popen[str]:
        return self.start("run", self.port, str(self.drawings), str(self.ledger))

    def rows(self, file: Path, query: str) -> list[tuple[int, ...]]:
        with contextlib.closing(sqlite3.connect(file, timeout=30)) as store:
            return store.execute(query).fetchall()

    def ended_at_the_service(self) -> int:
        return self.rows(self.state / "store.sqlite3", "select count(*) from tasks where status = 'completed'")[0][0]

    def check(self) -> None:
        """Each drawing has one task, which ran to its end and was kept once."""
        tasks = self.rows(self.state / "store.sqlite3", "select status, count(*) from tasks group by 1")
        assert tasks == [("completed", TOTAL)]
        ledger = Ledger(self.ledger)
        frame = ledger.frame()
        assert dict(frame["state"].value_counts()) == {"completed": TOTAL}
        assert frame["task_id"].nunique() == TOTAL
        assert set(frame["attempt"]) == {1}
        assert all(ledger.result(job) is not None for job in frame["job"])
        ledger.close()


@pytest.fixture
def stage(tmp_path: Path) -> Iterator[Stage]:
    made = Stage(tmp_path)
    yield made
    for process in made.processes:
        end(process)


def end(process: subprocess.Popen[str]) -> None:
    """Kill a process with its children, wait for it, and close its pipe."""
    family = []
    with contextlib.suppress(psutil.NoSuchProcess):
        family = psutil.Process(process.pid).children(recursive=True)
    if process.poll() is None:
        process.send_signal(signal.SIGKILL)
    process.wait(20)
    psutil.wait_procs(family, 20)
    if process.stdout is not None:
        process.stdout.close()


def reach(process: subprocess.Popen[str], count: int) -> None:
    """Wait until the experiment has told so many."""
    assert process.stdout is not None
    for line in process.stdout:
        if int(line) >= count:
            return
    raise AssertionError("the experiment ended before")


def finish(process: subprocess.Popen[str]) -> None:
    assert process.stdout is not None
    last = list(process.stdout)[-1]
    assert process.wait(60) == 0
    assert int(last) == TOTAL


def test_kernel_and_service_are_killed(stage: Stage) -> None:
    service = stage.serve()
    first = stage.run()
    reach(first, 15)
    end(first)
    second = stage.run()
    reach(second, 40)
    end(service)
    time.sleep(0.3)
    service = stage.serve()
    reach(second, 60)
    end(second)
    end(service)
    stage.serve()
    finish(stage.run())
    stage.check()


def test_two_notebooks_at_once(stage: Stage) -> None:
    stage.serve()
    pair = [stage.run(), stage.run()]
    reach(pair[0], 20)
    end(pair[0])  # the other takes over what this one had
    finish(pair[1])
    stage.check()


def test_two_notebooks_share_the_work(stage: Stage) -> None:
    stage.serve()
    for process in [stage.run(), stage.run()]:
        finish(process)
    stage.check()
