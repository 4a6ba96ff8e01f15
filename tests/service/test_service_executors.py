"""Analyses on executors that the service does not command: nothing lost, nothing twice, time limits told."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import random
import signal
import threading
import time
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor, ThreadPoolExecutor

import executor_analyses as analyses
import pytest
import service_analyses
from executor_analyses import FarAway, Hostile
from service_files import picture
from service_waits import wait_for

from drawkit.contract import Options
from drawkit.service import Settings
from drawkit.service.executors import choice, lent
from drawkit.service.executors.choice import ExecutorError, Renewing, workers_for
from drawkit.service.executors.cooperate import cooperate, has_begun
from drawkit.service.executors.foreign import ExecutorWorkers
from drawkit.service.worker import Job
from drawkit.service.workers import WorkerLostError, WorkerProcesses, WorkersUnavailableError


@pytest.fixture(autouse=True)
def _hurried(monkeypatch):
    monkeypatch.setattr("drawkit.service.runner._RETRY_S", 0.1)


def free(api):
    return api.service.runner.workers.count


def pool():
    return ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("spawn"))


# Threads


def test_a_thread_tells_progress_and_stops_at_its_next_step_when_cancelled(start):
    api = start(analyses.stepping, workers=2)
    task_id = api.submit().json()["task_id"]
    assert wait_for(lambda: api.get(f"tasks/{task_id}").json()["progress"]["step"]) == "stepping"
    assert api.post(f"tasks/{task_id}/cancel").json()["status"] == "cancelled"
    wait_for(lambda: free(api) == 2)
    assert api.service.status().status == "ok"
    assert list((api.service.files.root / "work").iterdir()) == []
    assert api.pages_used() == 1


@pytest.mark.parametrize("analysis", [analyses.stepping, analyses.stubborn])
def test_a_thread_over_its_time_is_told_and_stops(start, analysis):
    api = start(analysis, workers=2, time_limit_s=0.4)
    task = api.wait(api.submit().json()["task_id"])
    assert (task["status"], task["error"]["code"]) == ("failed", "time-limit")
    wait_for(lambda: free(api) == 2)
    assert api.pages_used() == 0


def test_a_thread_that_does_not_look_up_holds_its_place_but_not_its_task(start):
    api = start(analyses.absorbed, workers=1, time_limit_s=0.3)
    first, second = (api.submit().json()["task_id"] for _ in range(2))
    began = time.monotonic()
    assert api.wait(first)["error"]["code"] == "time-limit"
    if time.monotonic() - began < 1:
        assert free(api) == 0
        assert api.get(f"tasks/{second}").json()["status"] == "queued"
        assert api.get("status").json()["status"] == "degraded"
    assert api.wait(second)["error"]["code"] == "time-limit"
    wait_for(lambda: free(api) == 1)
    assert api.rows("select count(*), count(distinct task_id) from events") == [(2, 2)]


def test_a_stop_takes_running_work_back_and_the_thread_stops(start):
    with ThreadPoolExecutor(1) as executor:
        api = start(analyses.stepping, executor=executor, workers=1)
        task_id = api.submit().json()["task_id"]
        wait_for(lambda: api.get(f"tasks/{task_id}").json()["progress"]["step"])
        api.client.__exit__()
        assert api.rows("select status, starts from tasks") == [("queued", 0)]
        assert executor.submit(lambda: "free").result(20) == "free"


# Processes of somebody's pool


def test_a_pool_of_processes_does_the_work(start):
    with pool() as executor:
        api = start(executor=executor)
        tasks = [api.wait(api.submit().json()["task_id"]) for _ in range(3)]
        assert [task["status"] for task in tasks] == ["completed"] * 3
        assert api.client.get(tasks[0]["published"]["previews"][0]).content == service_analyses.PREVIEW


def test_a_pool_that_breaks_is_made_again(start, tmp_path, monkeypatch):
    monkeypatch.setenv("DRAWKIT_TEST_MARKS", str(tmp_path))
    api = start(analyses.fatal_once, executor=pool)
    tasks = [api.submit(picture((40 + n, 30))).json()["task_id"] for n in range(3)]
    assert [api.wait(task_id, within_s=60)["status"] for task_id in tasks] == ["completed"] * 3
    assert api.rows("select count(*), count(distinct task_id) from events") == [(3, 3)]
    assert api.pages_used() == 3


def test_whoever_breaks_the_pool_fails_and_not_who_was_in_company(start):
    api = start(analyses.fatal_when_wide, executor=pool)
    width = [40, 99, 40, 40]
    tasks = [api.submit(picture((w, 30))).json()["task_id"] for w in width]
    ended = [api.wait(task_id, within_s=60)["status"] for task_id in tasks]
    assert ended == ["completed", "failed", "completed", "completed"]
    wait_for(lambda: free(api) == 2)


@pytest.mark.skipif(os.name == "nt", reason="kills processes by signal")
def test_a_broken_pool_that_cannot_be_made_again_loses_nothing(start):
    with pool() as executor:
        api = start(analyses.short, executor=executor)
        api.wait(api.submit().json()["task_id"])
        for process in list(executor._processes.values()):
            process.send_signal(signal.SIGKILL) if hasattr(process, "send_signal") else process.kill()
        task_id = api.submit().json()["task_id"]
        wait_for(lambda: api.get("status").json()["status"] == "degraded")
        assert api.get(f"tasks/{task_id}").json()["status"] in ("queued", "running")
        api.client.__exit__()
    api = start(analyses.short)
    wait_for(lambda: api.rows(f"select status from tasks where task_id = '{task_id}'") == [("completed",)])
    assert api.rows("select count(*), count(distinct task_id) from events") == [(2, 2)]


# Executors that mean no good


@pytest.mark.parametrize("act", ["raise", "cancel", "time out", "babble", "lose"])
def test_what_a_hostile_executor_does_once_costs_one_start(start, act):
    api = start(executor=Hostile(act), workers=1, time_limit_s=0.4)
    task = api.wait(api.submit().json()["task_id"])
    assert task["status"] == "completed"
    assert api.rows("select starts from tasks") == [(2,)]


@pytest.mark.parametrize("act", ["raise", "lose"])
def test_what_it_does_always_fails_the_task_after_three_starts(start, act):
    api = start(executor=Hostile(*[act] * 3), workers=1, time_limit_s=0.3)
    task = api.wait(api.submit().json()["task_id"])
    assert (task["status"], task["error"]["code"]) == ("failed", "analysis-failed")
    assert "3 times" in task["error"]["detail"]
    assert api.pages_used() == 0


def test_an_executor_that_refuses_costs_no_start(start):
    api = start(executor=Hostile("refuse", "refuse"), workers=1)
    task_id = api.submit().json()["task_id"]
    assert api.wait(task_id)["status"] == "completed"
    assert api.rows("select starts from tasks") == [(1,)]


def test_nothing_is_lost_and_nothing_twice_whatever_it_does(start):
    chance = random.Random(5)
    acts = chance.choices(["refuse", "raise", "cancel", "babble", "work", "work", "work", "work"], k=60)
    api = start(executor=Hostile(*acts), max_starts=60)
    tasks = [api.submit().json()["task_id"] for _ in range(30)]
    assert [api.wait(task_id, within_s=120)["status"] for task_id in tasks] == ["completed"] * 30
    assert api.rows("select count(*), count(distinct task_id) from events") == [(30, 30)]
    assert api.rows("select count(*) from results") == [(30,)]
    assert api.pages_used() == 30
    assert list((api.service.files.root / "work").iterdir()) == []


def test_an_executor_that_does_not_share_our_disk_gets_bytes_and_gives_them(start):
    api = start(executor=FarAway())
    task = api.wait(api.submit().json()["task_id"])
    assert task["status"] == "completed"
    assert api.client.get(task["published"]["previews"][0]).content == service_analyses.PREVIEW


# In the worker


def test_a_second_run_in_the_same_folder_stops_the_first(tmp_path):
    (tmp_path / "source").write_bytes(b"drawing")
    (folder := tmp_path / "work").mkdir()
    job = Job(tmp_path / "source", "full", Options(), folder)
    assert not has_begun(folder)
    first = ThreadPoolExecutor(1)
    with first:
        running = first.submit(cooperate, analyses.stepping, job, 60)
        wait_for(lambda: has_begun(folder))
        assert cooperate(service_analyses.quick, job, 60) is not None
        assert running.result(20) is None
    assert (folder / "result.json").exists()


def test_a_folder_that_is_gone_stops_the_run_before_it_leaves_anything(tmp_path):
    (folder := tmp_path / "work").mkdir()

    def gone(job, data, report):
        for place in folder.iterdir():
            place.unlink()
        folder.rmdir()
        return service_analyses.quick(job, data, lambda _: None)

    assert cooperate(gone, Job(b"drawing", "full", Options(), folder), 60) is None
    assert not folder.exists()


def test_elsewhere_progress_is_told(tmp_path):
    told = []
    job = Job(b"drawing", "full", Options(), tmp_path / "not here")
    reply = cooperate(service_analyses.quick, job, 60, tell=told.append)
    assert [progress.step for progress in told] == ["text"]
    assert reply.outcome.previews == (service_analyses.PREVIEW,)


# Lent to another process


@pytest.fixture
def lending():
    with contextlib.ExitStack() as stack:

        def lend(executor):
            lender = lent.Lender(executor)
            stack.callback(lender.close)
            borrowed = lent.BorrowedExecutor(lender.environment()[lent.LENT_VARIABLE])
            stack.callback(borrowed.shutdown)
            return borrowed

        yield lend


def test_work_goes_to_the_lender_and_comes_back(lending):
    with ThreadPoolExecutor(1) as executor:
        borrowed = lending(executor)
        assert borrowed.runs_here
        assert borrowed.submit(divmod, 17, 5).result(10) == (3, 2)
        assert borrowed.submit(int, "ff", base=16).result(10) == 255
        with pytest.raises(WorkerLostError, match="ZeroDivisionError"):
            borrowed.submit(divmod, 1, 0).result(10)
        with pytest.raises(WorkerLostError, match="pickle"):
            borrowed.submit(threading.Lock).result(10)


def test_what_waits_at_the_lender_can_be_cancelled(lending):
    with ThreadPoolExecutor(1) as executor:
        borrowed = lending(executor)
        goes_on = threading.Event()
        executor.submit(goes_on.wait, 20)
        future = borrowed.submit(divmod, 17, 5)
        assert not future.cancel()
        with pytest.raises(WorkerLostError, match="cancelled"):
            future.result(10)
        goes_on.set()
        done = borrowed.submit(divmod, 17, 5)
        done.result(10)
        assert not done.cancel()


def test_a_lender_that_refuses_or_goes_says_so(lending):
    executor = ThreadPoolExecutor(1)
    borrowed = lending(executor)
    executor.shutdown()
    with pytest.raises(WorkersUnavailableError, match="after shutdown"):
        borrowed.submit(divmod, 17, 5)
    hostile = lending(Hostile("lose"))
    assert not hostile.runs_here
    lost = hostile.submit(divmod, 17, 5)
    hostile.shutdown()
    with pytest.raises(WorkerLostError, match="gone"):
        lost.result(10)
    with pytest.raises(WorkersUnavailableError, match="does not answer"):
        hostile.submit(divmod, 17, 5)


def test_nobody_borrows_without_the_key(lending):
    lender = lent.Lender(ThreadPoolExecutor(1))
    _, _, address = lender.environment()[lent.LENT_VARIABLE].partition(" ")
    with pytest.raises(multiprocessing.AuthenticationError):
        lent.BorrowedExecutor(f"{'00' * 32} {address}")
    lender.close()


def test_the_key_is_taken_out_of_the_environment(monkeypatch):
    assert lent.borrowed() is None
    with ThreadPoolExecutor(1) as executor:
        for name, value in lent.Lender(executor).environment().items():
            monkeypatch.setenv(name, value)
        borrowed = lent.borrowed()
        assert borrowed.submit(divmod, 17, 5).result(10) == (3, 2)
        assert lent.LENT_VARIABLE not in os.environ
        borrowed.shutdown()


# The choice


def settings(tmp_path, executor):
    return Settings(state_dir=tmp_path, executor=executor, workers=1)


def test_the_setting_names_the_workers(tmp_path):
    processes = workers_for(settings(tmp_path, "processes"))
    assert isinstance(processes, WorkerProcesses)
    processes.stop()
    named = workers_for(settings(tmp_path, "executor_analyses:far_away"))
    assert isinstance(named, ExecutorWorkers)
    assert not named.shares_disk
    threads = workers_for(settings(tmp_path, "concurrent.futures:ThreadPoolExecutor"))
    assert threads.shares_disk
    threads.stop()
    with pytest.raises(RuntimeError, match="after shutdown"):
        threads._executor.submit(print)


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("cluster", "'cluster' is no executor. Say processes, dask"),
        ("no_such_module:pool", "No module named 'no_such_module'"),
        ("executor_analyses:nothing", "has no attribute 'nothing'"),
        ("sys:maxsize", "int is no concurrent.futures.Executor"),
        ("builtins:dict", "makes no concurrent.futures.Executor but dict"),
    ],
)
def test_an_executor_that_cannot_be_had(tmp_path, name, why):
    with pytest.raises(ExecutorError, match=why):
        workers_for(settings(tmp_path, name))


@pytest.mark.parametrize("name", ["dask", "tcp://127.0.0.1:9", "dask://127.0.0.1:9"])
def test_without_the_extra_it_says_what_to_install(tmp_path, monkeypatch, name):
    monkeypatch.setattr("importlib.util.find_spec", lambda _name: None)
    with pytest.raises(ExecutorError, match=r'pip install "drawkit\[dask\]"'):
        workers_for(settings(tmp_path, name))


def test_an_executor_is_made_anew_only_when_it_is_broken():
    made = []

    class Breaks(ThreadPoolExecutor):
        def submit(self, *args, **kwargs):
            made.append(self)
            if len(made) == 2:
                raise BrokenExecutor
            return super().submit(*args, **kwargs)

    renewing = Renewing(lambda: Breaks(1))
    assert [renewing.submit(divmod, 7, 2).result(10) for _ in range(2)] == [(3, 1)] * 2
    assert len(set(made)) == 2
    renewing.shutdown()


def test_dasks_own_objects_tell_their_address():
    class Has:
        def __init__(self, **told):
            self.__dict__.update(told)

    assert choice.dask_address(Has(scheduler_address="tcp://a:1")) == "tcp://a:1"
    client = Has(scheduler=Has(address="tcp://b:2"))
    assert choice.dask_address(client) == "tcp://b:2"
    assert choice.dask_address(Has(_client=client)) == "tcp://b:2"
    assert choice.dask_address(Future()) is None
