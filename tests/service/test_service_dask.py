"""Analyses on a Dask cluster: one of our own, one that is joined; workers killed in the middle."""

from __future__ import annotations

import collections
import contextlib
import dataclasses
import os
import signal
import time
from pathlib import Path

import distributed
import executor_analyses as analyses
import pytest
import service_analyses
from service_files import picture
from service_waits import wait_for

from drawkit.engine.version import version
from drawkit.service import Settings
from drawkit.service.executors import clusters
from drawkit.service.executors.choice import ExecutorError, workers_for

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(os.name == "nt", reason="kills processes by signal"),
]


def runs(api):
    return list(api.service.runner.workers._runs.values())


def ready(api, count=2):
    wait_for(lambda: api.service.runner.workers.count == count)
    return api


@pytest.fixture(scope="module")
def cluster():
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address="127.0.0.1:0", silence_logs=50
    ) as cluster:
        yield cluster


@pytest.fixture
def joined(start, cluster):
    """Starts a service on the cluster that runs already."""
    return lambda analysis=service_analyses.quick, **told: ready(
        start(analysis, executor=cluster.scheduler_address, **told)
    )


def by_name(job, data, report):
    """The analysis that the width of the picture names."""
    chosen = {40: service_analyses.quick, 41: analyses.deaf, 42: analyses.short}
    return chosen[int.from_bytes(data[16:20], "big")](job, data, report)


QUICK, DEAF, SHORT = (picture((width, 30)) for width in (40, 41, 42))


def test_a_cluster_of_our_own(start):
    """One start of a cluster for all of this: it takes seconds."""
    api = start(by_name, executor="dask", time_limit_s=20)
    ready(api)
    assert api.get("status").json()["status"] == "ok"

    done = api.wait(api.submit(QUICK).json()["task_id"])
    assert done["status"] == "completed"
    assert api.client.get(done["published"]["previews"][0]).content == service_analyses.PREVIEW

    # Progress, and a worker that does not hear: killed and replaced.
    deaf = api.submit(DEAF).json()["task_id"]
    wait_for(lambda: api.get(f"tasks/{deaf}").json()["progress"]["step"] == "deaf" and runs(api))
    pid = runs(api)[0].pid
    began = time.monotonic()
    assert api.post(f"tasks/{deaf}/cancel").json()["status"] == "cancelled"
    wait_for(lambda: not alive(pid), 10)
    assert time.monotonic() - began < 5  # about half a second where nothing else runs
    other = api.submit(QUICK).json()["task_id"]
    assert api.wait(other)["status"] == "completed"

    # kill -9 of every worker at once, while forty are on their way.
    ready(api)
    tasks = [api.submit(SHORT).json()["task_id"] for _ in range(40)]
    for victim in wait_for(lambda: len(both := runs(api)) == 2 and both):
        os.kill(victim.pid, signal.SIGKILL)
    ended = [api.wait(task_id, within_s=120) for task_id in tasks]
    assert [task["status"] for task in ended] == ["completed"] * 40
    assert api.rows("select count(*), count(distinct task_id) from events") == [(43, 43)]
    assert api.rows("select count(*) from results") == [(42,)]
    assert api.pages_used() == 43  # the cancelled one had begun
    starts = collections.Counter(count for (count,) in api.rows("select starts from tasks"))
    assert set(starts) <= {1, 2, 3}
    assert sum(starts.values()) == 43
    assert list((api.service.files.root / "work").iterdir()) == []

    # It ends with the service, whatever its workers do; what ran goes back into the queue.
    api.submit(DEAF)
    pid = wait_for(lambda: runs(api))[0].pid
    api.client.__exit__()
    wait_for(lambda: not alive(pid), 20)
    assert api.rows("select starts from tasks where status = 'queued'") == [(0,)]


def alive(pid):
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, 0)
        return True
    return False


def test_a_joined_cluster_does_the_work_and_goes_on_without_us(joined, cluster):
    api = joined()
    tasks = [api.wait(api.submit().json()["task_id"]) for _ in range(4)]
    assert [task["status"] for task in tasks] == ["completed"] * 4
    assert api.get("status").json()["queue"]["workers"] == 2
    api.client.__exit__()
    assert len(cluster.scheduler.workers) == 2


def test_there_a_task_stops_at_its_next_step_when_it_is_cancelled(joined):
    api = joined(analyses.stepping)
    task_id = api.submit().json()["task_id"]
    assert wait_for(lambda: api.get(f"tasks/{task_id}").json()["progress"]["step"]) == "stepping"
    assert len(wait_for(lambda: runs(api))) == 1
    api.post(f"tasks/{task_id}/cancel")
    wait_for(lambda: not runs(api))
    ready(api)


def test_there_a_task_over_its_time_fails_and_stops(joined):
    api = joined(analyses.stubborn, time_limit_s=0.5)
    task = api.wait(api.submit().json()["task_id"])
    assert (task["status"], task["error"]["code"]) == ("failed", "time-limit")
    ready(api)


def test_there_a_killed_worker_costs_one_start(joined):
    api = joined(analyses.short)
    tasks = [api.submit().json()["task_id"] for _ in range(12)]
    victim = wait_for(lambda: runs(api))[0]
    os.kill(victim.pid, signal.SIGKILL)
    assert [api.wait(task_id, within_s=120)["status"] for task_id in tasks] == ["completed"] * 12
    assert api.rows("select count(*), count(distinct task_id) from events") == [(12, 12)]
    starts = collections.Counter(count for (count,) in api.rows("select starts from tasks"))
    assert set(starts) <= {1, 2}
    assert api.pages_used() == 12
    ready(api)


def test_progress_and_result_come_over_the_scheduler_where_no_disk_is_shared(joined, monkeypatch):
    api = joined(analyses.absorbed)
    client = api.service.runner.workers._client
    submit = client.submit

    def far(function, analysis, job, *more, **told):
        assert isinstance(job.source, bytes)
        return submit(function, analysis, dataclasses.replace(job, folder=Path("/not/there")), *more, **told)

    monkeypatch.setattr(client, "submit", far)
    task_id = api.submit().json()["task_id"]
    assert wait_for(lambda: api.get(f"tasks/{task_id}").json()["progress"]["step"]) == "absorbed"
    task = api.wait(task_id)
    assert task["status"] == "completed"
    assert api.client.get(task["published"]["previews"][0]).content == service_analyses.PREVIEW


def test_a_connection_that_was_given_up_is_made_anew(joined):
    api = joined()
    api.service.runner.workers._client.close()
    ready(api)
    assert api.wait(api.submit().json()["task_id"])["status"] == "completed"


def test_no_scheduler_there(tmp_path, monkeypatch):
    monkeypatch.setattr(clusters, "CONNECT_S", 0.3)
    with pytest.raises(ExecutorError, match=r"No Dask scheduler answers at tcp://127\.0\.0\.1:9"):
        workers_for(Settings(state_dir=tmp_path, executor="dask://127.0.0.1:9"))


def test_workers_that_are_not_ours():
    clusters.check({"tcp://a:1": version()})
    with pytest.raises(ExecutorError, match=r'cannot run drawkit: No module.*pip install "drawkit\[local\]"'):
        clusters.check({"tcp://a:1": ModuleNotFoundError("No module named 'drawkit'")})
    with pytest.raises(ExecutorError, match=r"has drawkit 0\.0\.9, this is"):
        clusters.check({"tcp://a:1": "0.0.9"})
