"""Experiments whose drawings are read on an executor: one of this process, and a Dask cluster amid kills."""

from __future__ import annotations

import os
import signal
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import distributed
import psutil
import pytest
from fake_service import picture
from test_experiment_kill import Stage, end, finish, reach

from drawkit import local
from drawkit.client import ConfigurationError
from drawkit.experiments import Experiment


def test_an_experiment_on_an_executor_of_this_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DRAWKIT_BASE_URL", raising=False)
    monkeypatch.setenv("DRAWKIT_STATE", str(tmp_path / "state"))
    drawings = {f"part{number}.png": picture(number) for number in range(3)}
    with ThreadPoolExecutor(1) as executor:
        experiment = Experiment(drawings, "bom", executor=executor, ledger=tmp_path / "ledger.sqlite3")
        experiment.run(progress=False)
        local.stop()
        assert list(experiment.tasks["status"]) == ["completed"] * 3
        assert executor._threads, "the work was done by the executor"
        experiment.ledger.close()


def test_a_remote_service_has_workers_of_its_own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("DRAWKIT_BASE_URL", "https://drawings.example")
    monkeypatch.setenv("DRAWKIT_API_KEY", "a-key")
    with ThreadPoolExecutor(1) as executor, pytest.raises(ConfigurationError, match="workers of its own"):
        Experiment({}, executor=executor, ledger=tmp_path / "ledger.sqlite3").preview()


@pytest.mark.slow
@pytest.mark.timeout(400)
@pytest.mark.skipif(os.name == "nt", reason="kills processes by signal")
def test_kernel_service_and_a_worker_are_killed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stage = Stage(tmp_path)
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address="127.0.0.1:0", silence_logs=50
    ) as cluster:
        monkeypatch.setenv("DRAWKIT_SERVICE_EXECUTOR", cluster.scheduler_address)
        try:
            kill_all_of_them(stage, cluster)
        finally:
            for process in stage.processes:
                end(process)
    stage.check()
    assert stage.rows(stage.state / "store.sqlite3", "select count(*), count(distinct task_id) from events") == [
        (100, 100)
    ]


def kill_all_of_them(stage: Stage, cluster: distributed.LocalCluster) -> None:
    service = stage.serve()
    kernel = stage.run()
    reach(kernel, 15)
    end(kernel)
    kernel = stage.run()
    reach(kernel, 25)
    os.kill(a_worker_of(cluster), signal.SIGKILL)
    reach(kernel, 45)
    end(service)
    time.sleep(0.3)
    service = stage.serve()
    reach(kernel, 60)
    os.kill(a_worker_of(cluster), signal.SIGKILL)
    end(kernel)
    end(service)
    stage.serve()
    finish(stage.run())


def a_worker_of(cluster: distributed.LocalCluster) -> int:
    pids = [nanny.pid for nanny in cluster.workers.values() if nanny.pid and psutil.pid_exists(nanny.pid)]
    return pids[0]
