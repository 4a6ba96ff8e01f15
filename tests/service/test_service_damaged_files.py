"""Damaged files through the whole service with the real engine: each is refused or ends, and nothing stops.

DRAWKIT_DAMAGED_FILES says how many (5000 for all; the suite takes a sample), DRAWKIT_DAMAGED_SEED which.
"""

from __future__ import annotations

import collections
import os
import time

import pytest
from service_damage import damaged, wholes

from drawkit.contract import CODES
from drawkit.service.worker import read_drawing

COUNT = int(os.environ.get("DRAWKIT_DAMAGED_FILES", "60"))
SEED = int(os.environ.get("DRAWKIT_DAMAGED_SEED", "0"))
TIME_LIMIT_S = 60
_OPEN = 40


def test_damage_is_repeatable_and_of_every_kind():
    files = list(damaged(200, seed=1))
    assert files == list(damaged(200, seed=1))
    assert len({name for name, _ in files}) == 200
    changed = sum(data not in wholes() for _, data in files)
    assert changed > 190
    wounds = collections.Counter(wound for name, _ in files for wound in name.split("-")[2:])
    assert len(wounds) == 8


@pytest.mark.slow
@pytest.mark.timeout(300 + 10 * COUNT)
def test_every_damaged_file_is_refused_or_ends(start, caplog):
    limits = {"time_limit_s": TIME_LIMIT_S, "inspect_time_limit_s": 30, "rate": "1000000/minute"}
    api = start(read_drawing, processes=True, **limits)
    api.wait(api.submit(wholes()[0], profile="standard").json()["task_id"], within_s=180)  # the engine is loaded
    service = api.service.runner.workers._pool
    open_tasks, ends = {}, collections.Counter()
    for name, data in damaged(COUNT, SEED):
        answer = api.submit(data, profile="standard", name=f"{name[:60]}.bin")
        if answer.status_code == 202:
            open_tasks[answer.json()["task_id"]] = name
        else:
            problem = answer.json()
            assert (answer.status_code, problem["code"] in CODES) in ((413, True), (415, True), (422, True)), name
            assert problem["detail"], name
            ends[problem["code"]] += 1
        while len(open_tasks) >= _OPEN:
            settle(api, open_tasks, ends)
    deadline = time.monotonic() + 120 + 4 * COUNT
    while open_tasks:
        assert time.monotonic() < deadline, open_tasks
        settle(api, open_tasks, ends)
    assert sum(ends.values()) == COUNT
    assert ends["completed"] > COUNT // 10, ends
    assert ends["unreadable-file"] + ends["unsupported-format"] > COUNT // 10, ends
    assert [record.trace for record in caplog.records if hasattr(record, "trace")] == []  # no fault of the engine's own
    assert api.get("status").json()["status"] == "ok"
    assert api.service.runner.workers._pool is service  # not one worker broke
    assert list((api.service.files.root / "work").iterdir()) == []


def settle(api, open_tasks, ends):
    """Take out the tasks that ended, each as it should."""
    time.sleep(0.1)
    for task_id, name in list(open_tasks.items()):
        task = api.get(f"tasks/{task_id}").json()
        if task["finished_at"] is None:
            continue
        del open_tasks[task_id]
        assert task["status"] in ("completed", "failed"), name
        if task["status"] == "failed":
            assert task["error"]["code"] in CODES, name
        else:
            assert task["result"]["schema"] == "drawkit.result/1", name
        ends[task["error"]["code"] if task["error"] else "completed"] += 1
