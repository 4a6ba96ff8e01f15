"""The memory of the service does not grow with the tasks it has seen."""

from __future__ import annotations

import os

import pytest
from service_process import HERE, Process
from service_waits import wait_for

FIRST = int(os.environ.get("DRAWKIT_MEMORY_TASKS", "400")) // 2  # 2000 for the whole measurement
_MB = 2**20


def run(service, count, name):
    for number in range(count):
        service.submit(f"{name}-{number}")
        if number % 10 == 9:
            service.get("tasks?limit=50")
    wait_for(lambda: service.get("status")["queue"] == {"queued": 0, "running": 0, "workers": 2}, 60 + count)
    return service.family.memory_info().rss


@pytest.mark.slow
@pytest.mark.timeout(1200)
@pytest.mark.skipif(os.name == "nt", reason="working sets there are trimmed at will")
def test_memory_is_flat_over_many_tasks(tmp_path):
    service = Process(str(HERE / "service_process.py"), str(tmp_path / "state"), "quick")
    try:
        run(service, 50, "warm")
        before = run(service, FIRST, "first")
        after = run(service, FIRST, "second")
    finally:
        assert service.end() == 0
    # 200 tasks that kept their requests of a kilobyte each would show; a cache of SQL statements filling up does not.
    assert after - before < 6 * _MB, (before, after)
