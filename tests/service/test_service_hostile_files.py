"""More than 600 hostile kinds of file, each with the end that `hostile_ends.txt` tells; the service stays up.

The usual run takes every fourth of those that need seconds each; with `DRAWKIT_HOSTILE=all` all of them are taken,
which needs a quarter of an hour.
"""

from __future__ import annotations

import collections
import os
import time
from pathlib import Path

import pytest
import service_hostile_documents as documents
import service_hostile_pages as pages
import service_hostile_pictures as pictures
import service_hostile_resources as resources

from drawkit.contract import CODES
from drawkit.service.worker import read_drawing

KINDS = dict(kind for family in (documents, pages, resources, pictures) for kind in family.kinds())
_LINES = [line.split() for line in (Path(__file__).parent / "hostile_ends.txt").read_text("utf-8").splitlines()]
ENDS = {name: end for name, end, *_ in _LINES}
HEAVY = {name for name, _, *more in _LINES if more}
"""Kinds that take seconds, or may end otherwise on a machine with more or less memory."""
LIGHT = [name for name in KINDS if name not in HEAVY]
_OPEN = 30


def test_there_is_an_end_for_each_kind():
    assert set(ENDS) == set(KINDS)
    assert len(KINDS) >= 400
    assert set(ENDS.values()) <= {"completed", *CODES}


@pytest.mark.timeout(300)
def test_some_hostile_files_end_as_they_should(start):
    ends_of(start, LIGHT[::12])


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_all_light_hostile_files_end_as_they_should(start):
    ends_of(start, LIGHT)


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_heavy_hostile_files_end_as_they_should(start):
    ends_of(start, sorted(HEAVY)[:: 1 if os.environ.get("DRAWKIT_HOSTILE") == "all" else 4])


def ends_of(start, names):
    """Send files of these kinds through a service, and see that each ended as is written down."""
    # What is looked at is computing time; the clock on the wall is left to machines that do other things beside.
    api = start(read_drawing, processes=True, rate="1000000/minute", page_seconds=3, time_limit_s=300)
    ends, open_ = {}, {}
    for name in names:
        answer = api.submit(KINDS[name](), profile="standard", name=name)
        told = answer.json()
        if answer.status_code == 202:
            open_[told["task_id"]] = name
        else:
            ends[name] = told["code"]
        while len(open_) >= _OPEN:
            settle(api, open_, ends)
    deadline = time.monotonic() + 120 + 30 * len(open_)
    while open_:
        assert time.monotonic() < deadline, open_
        settle(api, open_, ends)
    wrong = {name: (end, ENDS[name]) for name, end in ends.items() if end != ENDS[name]}
    assert wrong == {}
    assert api.get("status").json()["status"] == "ok"
    assert list((api.service.files.root / "work").iterdir()) == []
    assert collections.Counter(api.rows("select status from tasks where status in ('queued', 'running')")) == {}


def settle(api, open_, ends):
    """Take out the tasks that have ended."""
    time.sleep(0.1)
    for task in api.get(f"tasks?limit={2 * _OPEN}").json()["data"]:
        if task["finished_at"] and task["task_id"] in open_:
            ends[open_.pop(task["task_id"])] = task["error"]["code"] if task["error"] else task["status"]
