"""Small analyses that stand in for the engine where its reading is not the point."""

from __future__ import annotations

import ctypes
import os
import threading
import time
from pathlib import Path

from drawkit.contract import DrawingFile, FileLimits, Problem, Progress, Refused, Result
from drawkit.service.worker import Job, Outcome, Report, look, read_drawing

PREVIEW = b"\x89PNG\r\n\x1a\n preview"
released = threading.Event()
"""Set when a test is over: threads, unlike processes, cannot be stopped while they wait."""


def quick(job: Job, data: bytes, report: Report) -> Outcome:
    report(Progress(done=1, total=2, step="text"))
    outcome = Outcome(Result(profile=job.profile, summary={"bytes": len(data)}).to_json(), (PREVIEW,), {"views": 3})
    return outcome if job.options.publish else Outcome(outcome.result)


def named(job: Job, data: bytes, report: Report) -> Outcome:
    """A result that has words of its own, some pages long."""
    return Outcome(Result(summary={"text": "NAMED IN A RESULT " * 2000}).to_json(), (PREVIEW,), {})


def patient(job: Job, data: bytes, report: Report) -> Outcome:
    report(Progress(done=3, total=9, step="callouts"))
    released.wait(60)
    return quick(job, data, report)


def until_told(job: Job, data: bytes, report: Report) -> Outcome:
    """Goes on until a file `enough` lies in the state folder."""
    assert job.folder is not None
    report(Progress(done=3, total=9, step="callouts"))
    while not (job.folder.parent.parent / "enough").exists():
        time.sleep(0.05)
    return quick(job, data, report)


def brief(job: Job, data: bytes, report: Report) -> Outcome:
    time.sleep(0.15)
    return quick(job, data, report)


def two_previews(job: Job, data: bytes, report: Report) -> Outcome:
    return Outcome(quick(job, data, report).result, (PREVIEW, PREVIEW), {})


def by_profile(job: Job, data: bytes, report: Report) -> Outcome:
    """A worst file with profile `bom`, a small drawing with any other."""
    return patient(job, data, report) if job.profile == "bom" else quick(job, data, report)


def deaf(job: Job, data: bytes, report: Report) -> Outcome:
    """Native code that holds the interpreter and hears no signal."""
    report(Progress(done=0, total=1, step="deaf"))
    ctypes.PyDLL(None).sleep(60)
    return quick(job, data, report)


def crash(job: Job, data: bytes, report: Report) -> Outcome:
    os._exit(9)


def crash_once(job: Job, data: bytes, report: Report) -> Outcome:
    assert job.folder is not None
    mark = job.folder.parent.parent / "crashed"
    if not mark.exists():
        mark.touch()
        os._exit(9)
    return quick(job, data, report)


def refuse(job: Job, data: bytes, report: Report) -> Outcome:
    raise Refused(Problem.of("unreadable-file", "The page cannot be rendered."))


def on_a_busy_machine(job: Job, data: bytes, report: Report) -> Outcome:
    """The engine, where each second of computing takes thirty on the wall."""
    computed = time.process_time
    time.process_time = lambda: computed() / 30
    try:
        return read_drawing(job, data, report)
    finally:
        time.process_time = computed


class UnpicklableError(Exception):
    def __init__(self, a: int, b: int) -> None:
        super().__init__("secret inside")
        self.hook = lambda: a + b


def fail(job: Job, data: bytes, report: Report) -> Outcome:
    raise UnpicklableError(1, 2)


def hoard(job: Job, data: bytes, report: Report) -> Outcome:
    hoarded = [bytearray(64 * 2**20) for _ in range(64)]
    return quick(job, data + bytes(len(hoarded)), report)


def endless_look(path: Path, name: str, limits: FileLimits) -> DrawingFile | Problem:
    time.sleep(60)
    return look(path, name, limits)


def fatal_look(path: Path, name: str, limits: FileLimits) -> DrawingFile | Problem:
    os._exit(9)
