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
    passage = Passage(api)
    for name, data in damaged(COUNT, SEED):
        passage.submit(name, data)
        while len(passage.open) >= _OPEN:
            passage.settle()
    deadline = time.monotonic() + 120 + 4 * COUNT
    while passage.open:
        assert time.monotonic() < deadline, passage.open
        passage.settle()
    ends = passage.ends
    assert passage.faults == []
    assert sum(ends.values()) == COUNT
    assert ends["completed"] > COUNT // 10, ends
    assert ends["unreadable-file"] + ends["unsupported-format"] > COUNT // 10, ends
    assert [record.trace for record in caplog.records if hasattr(record, "trace")] == []  # no fault of the engine's own
    assert api.get("status").json()["status"] == "ok"
    assert api.service.runner.workers._pool is service  # not one worker broke
    assert list((api.service.files.root / "work").iterdir()) == []


class Passage:
    """Files on their way through a service: those that are there, how the others ended, and what was not right."""

    def __init__(self, api):
        self.api = api
        self.open: dict[str, str] = {}
        self.ends: collections.Counter[str] = collections.Counter()
        self.faults: list[object] = []

    def submit(self, name, data):
        """Hand a file in; a refusal is its end."""
        answer = self.api.submit(data, profile="standard", name=f"{name[:60]}.bin")
        told = answer.json()
        if answer.status_code == 202:
            self.open[told["task_id"]] = name
            return
        self.ends[told["code"]] += 1
        if answer.status_code not in (413, 415, 422) or told["code"] not in CODES or not told["detail"]:
            self.faults.append((name, told))

    def settle(self):
        """Take out the tasks that ended, each as it should."""
        time.sleep(0.2)
        listed = self.api.get(f"tasks?limit={2 * _OPEN}").json()["data"]
        for task in listed:
            if task["finished_at"] and task["task_id"] in self.open:
                self.take(self.api.get(f"tasks/{task['task_id']}").json(), self.open.pop(task["task_id"]))

    def take(self, task, name):
        """Count one that ended."""
        failed = task["status"] == "failed"
        right = task["error"]["code"] in CODES if failed else (task["result"] or {}).get("schema") == "drawkit.result/1"
        if task["status"] not in ("completed", "failed") or not right:
            self.faults.append((name, task["status"], task["error"]))
        self.ends[task["error"]["code"] if failed else task["status"]] += 1
