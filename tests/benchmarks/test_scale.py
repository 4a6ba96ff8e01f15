"""Two workers against one, and Dask's against the service's own: ratios in one run, by what the workers measure."""

from __future__ import annotations

import os
import shutil
import time
from dataclasses import dataclass
from pathlib import Path

import pytest

from drawkit import samples
from drawkit.contract import DEFAULT_LIMITS, MODULES, inspect
from drawkit.service import Settings, create_app
from drawkit.service.clock import ids
from drawkit.service.state import Service
from drawkit.service.store import Allowance, Submission
from drawkit.service.worker import Job, Outcome, Report, read_drawing

PAGES, WARM = 40, 6
LOG = "benchmark.log"


def timed(job: Job, data: bytes, report: Report) -> Outcome:
    """Read a drawing, and write down who did it, from when to when, and its CPU seconds.

    Those of its own thread: what a worker does beside it each second would count for more the busier the machine is.
    """
    began, cpu = time.monotonic(), time.thread_time()
    outcome = read_drawing(job, data, report)
    line = f"{os.getpid()} {began} {time.monotonic()} {time.thread_time() - cpu}\n"
    assert job.folder is not None
    with (job.folder.parents[1] / LOG).open("a") as log:
        log.write(line)
    return outcome


@dataclass
class Run:
    """What the workers measured, from when each of them had read its first drawing."""

    workers: int
    pages: int
    wall_s: float
    busy: float
    cpu_s_a_page: float

    @property
    def pages_a_second(self) -> float:
        """On a machine that nobody else uses: the share of their time that workers read, by what a page takes."""
        return self.workers * self.busy / self.cpu_s_a_page

    def __str__(self) -> str:
        return (
            f"{self.pages_a_second:.2f} pages/s (busy {100 * self.busy:.1f} %, {1000 * self.cpu_s_a_page:.0f} CPU ms a "
            f"page; wall: {self.pages / self.wall_s:.2f} pages/s)"
        )


def service_on(state: Path, **told: object) -> Service:
    settings = Settings.model_validate({"state_dir": state, "shutdown_grace_s": 0, "log_level": "ERROR", **told})
    service: Service = create_app(settings, analysis=timed, modules=MODULES).state.service
    return service


@pytest.fixture(scope="module")
def queued(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The state of a service with 40 pages, and some to warm up on, in its queue."""
    state = tmp_path_factory.mktemp("scale") / "queued"
    service = service_on(state)
    service.files.prepare()
    allowance = Allowance({"pages": None, "tasks": None}, 1000)
    key_id = service.keys.create("benchmark").info.key_id
    kinds = sorted(samples.KINDS)
    for number in range(WARM + PAGES):
        data = samples.make(kinds[number % len(kinds)], seed=number, carrier="text").data
        task_id = ids.new("task")
        service.files.keep_source(task_id, data)
        file = inspect(data, f"{number}.pdf", DEFAULT_LIMITS)
        service.store.accept(Submission(task_id, key_id, "full", {}, file, 1), allowance)
    service.store.database.close()
    return state


def run(queued: Path, name: str, **told: object) -> Run:
    state = queued.with_name(name)
    shutil.copytree(queued, state)
    service = service_on(state, **told)
    service.start()
    while (queue := service.tasks.state(0)).queued + queue.running:
        time.sleep(0.05)
    service.stop()
    return measured((state / LOG).read_text())


def measured(log: str) -> Run:
    rows = [tuple(map(float, line.split())) for line in log.splitlines()]
    assert len(rows) == WARM + PAGES
    warm = {pid: min(end for other, _, end, _ in rows if other == pid) for pid in {row[0] for row in rows}}
    since, until = max(warm.values()), max(end for _, _, end, _ in rows)
    whole = [row for row in rows if row[1] >= since]
    busy = sum(end - max(begin, since) for _, begin, end, _ in rows if end > since)
    tail = sum(until - max(end for other, _, end, _ in rows if other == pid) for pid in warm)
    pages, wall_s = len(whole), until - since
    cpu = sum(row[3] for row in whole) / pages
    # At the end one worker has nothing left: with more pages that counts for less, so it does not count here.
    return Run(len(warm), pages, wall_s, busy / (len(warm) * wall_s - tail), cpu)


def test_two_workers_against_one(queued: Path) -> None:
    one, two = (run(queued, f"processes-{n}", workers=n) for n in (1, 2))
    ratio = two.pages_a_second / one.pages_a_second
    print(f"\none worker: {one}\ntwo workers: {two}\nratio {ratio:.2f}; wall {_wall(two) / _wall(one):.2f}")
    assert (one.workers, two.workers) == (1, 2)
    assert ratio >= 1.8


def test_dask_against_the_pool_of_processes(queued: Path) -> None:
    pool = run(queued, "processes", workers=2)
    dask = run(queued, "dask", workers=2, executor="dask")
    ratio = dask.pages_a_second / pool.pages_a_second
    print(f"\nprocesses: {pool}\nDask: {dask}\nratio {ratio:.2f}; wall {_wall(dask) / _wall(pool):.2f}")
    assert (pool.workers, dask.workers) == (2, 2)
    assert ratio >= 0.9


def _wall(run: Run) -> float:
    return run.pages / run.wall_s
