"""What an experiment costs beside the reading itself: the service answers at once, so all time is drawkit's own."""

from __future__ import annotations

import gc
import hashlib
import os
import time
import tracemalloc
import zlib
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from PIL import Image

import drawkit
from drawkit.contract import DEFAULT_LIMITS, Result
from drawkit.experiments import Experiment, Ledger, inputs

TASKS = 2000
ENGINE = "9.1"
BODY = zlib.compress(Result(units="mm").to_json().encode())


class AtOnce:
    """A service whose tasks end before the first look."""

    def __init__(self) -> None:
        self.count, self.submissions = 0, 0
        self.open: dict[str, str] = {}

    def __call__(self, request: httpx.Request) -> httpx.Response:
        path = request.url.path
        self.count += 1
        if path.endswith("/status"):
            return httpx.Response(200, json={"version": ENGINE})
        if path.endswith("/quota"):
            return httpx.Response(200, json={})
        if request.method == "POST":
            self.submissions += 1
            return httpx.Response(202, json={"task_id": f"t{self.submissions}", "status": "queued"})
        if path.endswith("/tasks"):
            newest = range(self.submissions, max(0, self.submissions - 200), -1)
            return httpx.Response(200, json={"data": [{"task_id": f"t{n}", "status": "completed"} for n in newest]})
        told = {"task_id": path.rsplit("/", 1)[1], "status": "completed", "result": {"schema": "drawkit.result/1"}}
        return httpx.Response(200, json=told)


@pytest.fixture
def service() -> AtOnce:
    return AtOnce()


@pytest.fixture
def client(service: AtOnce) -> Iterator[drawkit.Client]:
    with drawkit.Client("http://127.0.0.1:9", "a-key", transport=httpx.MockTransport(service)) as made:
        yield made


def draw(folder: Path, count: int) -> None:
    """Small drawings, all different, written a while ago."""
    folder.mkdir()
    for number in range(count):
        path = folder / f"{number}.png"
        Image.new("RGB", (4, 4), (number % 256, number // 256 % 256, 0)).save(path)
        os.utime(path, ns=(0, 10**18))


def test_orchestration_of_2000_tasks(client: drawkit.Client, service: AtOnce, tmp_path: Path) -> None:
    draw(tmp_path / "drawings", TASKS)
    experiment = Experiment(tmp_path / "drawings", client=client, ledger=tmp_path / "ledger.sqlite3")
    experiment.preview()
    marks: list[tuple[int, int]] = []

    def tell(status: object) -> None:
        marks.append((getattr(status, "completed", 0), tracemalloc.get_traced_memory()[0]))

    cpu, began = time.process_time(), time.perf_counter()
    experiment.run(progress=False)
    spent, wall = time.process_time() - cpu, time.perf_counter() - began
    assert service.submissions == TASKS
    print(f"\n{1000 * spent / TASKS:.2f} ms of CPU a task ({1000 * wall / TASKS:.2f} ms of wall), "
          f"{service.count / TASKS:.2f} calls a task")  # fmt: skip
    assert spent / TASKS <= 0.005
    experiment.forget()
    gc.collect()
    tracemalloc.start()
    experiment.run(progress=tell)
    tracemalloc.stop()
    early = max(size for done, size in marks if TASKS // 8 <= done <= TASKS // 4)
    late = max(size for done, size in marks if done >= 3 * TASKS // 4)
    print(f"memory at a quarter {early / 2**20:.1f} MiB, at the end {late / 2**20:.1f} MiB")
    assert late - early < 4 * 2**20
    experiment.ledger.close()


def test_a_run_of_1000_known_drawings(client: drawkit.Client, service: AtOnce, tmp_path: Path) -> None:
    draw(tmp_path / "drawings", 1000)
    ledger = tmp_path / "ledger.sqlite3"
    first = Experiment(tmp_path / "drawings", client=client, ledger=ledger)
    first.run(progress=False)
    first.ledger.close()
    before = service.submissions
    cpu, began = time.process_time(), time.perf_counter()
    again = Experiment(tmp_path / "drawings", client=client, ledger=ledger)
    again.run(progress=False)
    spent, wall = time.process_time() - cpu, time.perf_counter() - began
    again.ledger.close()
    print(f"\n1,000 known drawings again: {spent:.2f} s of CPU, {wall:.2f} s of wall")
    assert service.submissions == before
    assert spent < 1.0


def test_a_preview_of_a_ledger_of_100000_results(client: drawkit.Client, tmp_path: Path) -> None:
    """20,000 files with five settings, all known."""
    folder, settings = tmp_path / "drawings", [{"pages": [1]}, {"publish": False}, {"redact": False}, {},
                                               {"pages": [1], "publish": False}]  # fmt: skip
    folder.mkdir()
    experiment = Experiment(folder, options=settings, client=client, ledger=tmp_path / "ledger.sqlite3")
    fill(experiment.ledger, folder, [setting.canonical for setting in experiment._settings])
    assert len(experiment.ledger) == 100_000
    cpu, began = time.process_time(), time.perf_counter()
    told = experiment.preview()
    assert (told.known, told.tasks) == (100_000, 0)
    assert "known 100,000" in repr(told)
    spent, wall = time.process_time() - cpu, time.perf_counter() - began
    print(f"\npreview of 100,000 results: {spent:.2f} s of CPU, {wall:.2f} s of wall")
    assert spent <= 3.0
    cpu = time.process_time()
    few = Experiment(sorted(folder.glob("1999?.png")), client=client, ledger=experiment.ledger).preview()
    assert few.known == 10
    assert time.process_time() - cpu < 1.0
    experiment.ledger.close()


def fill(ledger: Ledger, folder: Path, settings: list[str]) -> None:
    limits = inputs._limits_text(DEFAULT_LIMITS)
    with ledger._writing() as store:
        for number in range(20_000):
            path = folder / f"{number:05}.png"
            path.touch()
            os.utime(path, ns=(0, 10**18))
            sha256 = hashlib.sha256(str(number).encode()).hexdigest()
            store.execute("INSERT INTO files VALUES (?, 0, ?, ?, ?, 1, NULL, NULL)",
                          (str(path), 10**18, limits, sha256))  # fmt: skip
            for options in settings:
                made = store.execute(
                    "INSERT INTO jobs (sha256, profile, options, engine, state, idempotency_key, file_name, pages) "
                    "VALUES (?, 'full', ?, ?, 'completed', '', ?, 1)",
                    (sha256, options, ENGINE, path.name),
                )
                store.execute("INSERT INTO results VALUES (?, ?)", (made.lastrowid, BODY))
