"""Real worker processes: stopped, timed out, killed, replaced."""

from __future__ import annotations

import contextlib
import io
import os
import signal
import time

import psutil
import pytest
import service_analyses as analyses
import service_hostile_pages as pages
from pypdf import PdfReader, PdfWriter
from service_waits import wait_for

from drawkit.samples import make
from drawkit.service.worker import read_drawing

pytestmark = pytest.mark.skipif(os.name == "nt", reason="kills processes by signal")


def workers_of(api):
    """The worker processes of the analyses (not those that look at uploads)."""
    manager = api.service.runner.workers._pool._pool_manager.worker_manager
    found = []
    for pid in list(manager.workers):
        with contextlib.suppress(psutil.NoSuchProcess):  # it may end while it is looked at
            found.append(psutil.Process(pid))
    return found


def test_work_is_done_in_other_processes(start):
    api = start(processes=True)
    tasks = [api.submit().json()["task_id"] for _ in range(4)]
    done = [api.wait(task_id) for task_id in tasks]
    assert [task["status"] for task in done] == ["completed"] * 4
    assert api.client.get(done[0]["published"]["previews"][0]).content == analyses.PREVIEW
    assert list((api.service.files.root / "work").iterdir()) == []


@pytest.mark.parametrize("analysis", [analyses.patient, analyses.deaf])
def test_cancel_stops_a_running_analysis_within_two_seconds(start, analysis):
    api = start(analysis, processes=True, workers=1, spare_workers=0)
    task_id = api.submit().json()["task_id"]
    wait_for(lambda: api.get(f"tasks/{task_id}").json()["progress"]["step"])
    before = {process.pid for process in workers_of(api)}
    assert len(before) == 1
    began = time.monotonic()
    answer = api.post(f"tasks/{task_id}/cancel")
    assert (answer.status_code, answer.json()["status"]) == (200, "cancelled")
    wait_for(lambda: not any(psutil.pid_exists(pid) for pid in before), 2)
    assert time.monotonic() - began < 2
    wait_for(lambda: workers_of(api), 5)
    assert api.get(f"tasks/{task_id}").json()["status"] == "cancelled"
    assert api.pages_used() == 1


def test_progress_shows_while_it_runs(start):
    api = start(analyses.patient, processes=True)
    task_id = api.submit().json()["task_id"]
    task = wait_for(lambda: (t := api.get(f"tasks/{task_id}").json())["progress"]["total"] and t)
    assert task["status"] == "running"
    assert task["progress"] == {"done": 3, "total": 9, "step": "callouts"}
    assert api.get("tasks").json()["data"][0]["progress"] == task["progress"]
    assert api.get("status").json()["queue"] == {"queued": 0, "running": 1, "workers": 2}
    api.post(f"tasks/{task_id}/cancel")


def test_an_analysis_over_its_time_fails_and_others_go_on(start):
    api = start(analyses.patient, processes=True, workers=1, spare_workers=0, time_limit_s=0.5)
    first, second = (api.submit().json()["task_id"] for _ in range(2))
    for task_id in (first, second):
        task = api.wait(task_id)
        assert (task["status"], task["error"]["code"]) == ("failed", "time-limit")
        assert task["progress"]["step"] == "callouts"
    assert api.pages_used() == 0


def test_a_killed_worker_puts_the_task_back_and_it_ends_once(start):
    api = start(analyses.crash_once, processes=True, workers=1, spare_workers=0)
    task = api.wait(api.submit().json()["task_id"])
    assert task["status"] == "completed"
    assert api.service.files.root.joinpath("crashed").exists()


def test_sigkill_of_a_running_worker_is_survived(start):
    api = start(analyses.brief, processes=True, workers=1, spare_workers=0)
    tasks = [api.submit().json()["task_id"] for _ in range(20)]
    killed = set()
    for _ in range(2):
        worker = wait_for(lambda: [process for process in workers_of(api) if process.pid not in killed])[0]
        wait_for(lambda: api.get("status").json()["queue"]["running"])
        worker.send_signal(signal.SIGKILL)
        killed.add(worker.pid)
    assert [api.wait(task_id, within_s=60)["status"] for task_id in tasks] == ["completed"] * 20


def test_sigkill_of_an_idle_worker_is_survived(start):
    api = start(processes=True, workers=1, spare_workers=0)
    api.wait(api.submit().json()["task_id"])
    for _ in range(2):
        for process in wait_for(lambda: workers_of(api)):
            process.send_signal(signal.SIGKILL)
        time.sleep(0.5)
        assert api.wait(api.submit().json()["task_id"])["status"] == "completed"


def test_a_task_that_always_crashes_fails_after_three_starts(start):
    api = start(analyses.crash, processes=True, workers=1, spare_workers=0)
    task = api.wait(api.submit().json()["task_id"])
    assert (task["status"], task["error"]["code"]) == ("failed", "analysis-failed")
    assert "3 times" in task["error"]["detail"]
    assert api.pages_used() == 0


def test_an_analysis_that_eats_memory_fails_and_others_go_on(start):
    api = start(analyses.hoard, processes=True, workers=1, spare_workers=0, memory_limit_bytes=512 * 2**20)
    task = api.wait(api.submit().json()["task_id"])
    assert (task["status"], task["error"]["code"]) == ("failed", "analysis-failed")
    assert "memory" in task["error"]["detail"]


@pytest.mark.parametrize("processes", [False, True])
def test_what_an_analysis_raises_is_a_problem_without_its_inside(start, processes, caplog):
    api = start(analyses.fail, processes=processes)
    task = api.wait(api.submit().json()["task_id"])
    assert (task["status"], task["error"]["code"]) == ("failed", "analysis-failed")
    assert "secret inside" not in str(task)
    wait_for(lambda: any("UnpicklableError" in getattr(record, "trace", "") for record in caplog.records))


def test_what_the_engine_refuses_is_the_tasks_problem(start):
    api = start(analyses.refuse, processes=True)
    task = api.wait(api.submit().json()["task_id"])
    assert (task["status"], task["error"]["code"]) == ("failed", "unreadable-file")
    assert task["error"]["detail"] == "The page cannot be rendered."


def test_a_lost_source_fails_its_task(start):
    api = start(analyses.brief, processes=True, workers=1, spare_workers=0)
    first = api.submit().json()["task_id"]
    second = api.submit().json()["task_id"]
    api.service.files.drop_source(second)
    assert api.wait(first)["status"] == "completed"
    assert "Submit it again" in api.wait(second)["error"]["detail"]


def test_on_a_busy_machine_a_drawing_ends_in_time_with_what_was_found(start):
    words = dict(pages.kinds())["words-20000"]()
    api = start(analyses.on_a_busy_machine, processes=True, time_limit_s=15)
    task = api.wait(api.submit(words).json()["task_id"], within_s=60)
    assert (task["status"], task["error"]) == ("completed", None)
    assert any("The machine was busy" in remark for remark in task["result"]["pages"][0]["remarks"])


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_each_page_ends_in_its_time_and_the_worst_take_none_from_the_others(start):
    worst, writer = dict(pages.kinds())["grid-150-text"](), PdfWriter()
    for data in (*[worst] * 4, make("plate", seed=3).data):
        writer.append(PdfReader(io.BytesIO(data)))
    file = io.BytesIO()
    writer.write(file)
    own = 8  # several times what the last page costs, with coverage measured too
    api = start(read_drawing, processes=True, page_seconds=own, time_limit_s=300)
    task = api.wait(api.submit(file.getvalue()).json()["task_id"], within_s=400)
    assert (task["status"], task["error"]) == ("completed", None)
    told = [" ".join(page["remarks"]) for page in task["result"]["pages"]]
    assert ["Not all was looked at" in remarks for remarks in told] == [True] * 4 + [False]
    assert {dimension["page"] for dimension in task["result"]["dimensions"]} >= {5}
    assert task["result"]["modules"]["title_block"]["status"] == "found"
