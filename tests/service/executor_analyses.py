"""Analyses and executors for tests of workers that the service does not command."""

from __future__ import annotations

import contextlib
import ctypes
import os
import time
from concurrent.futures import BrokenExecutor, Executor, Future
from pathlib import Path

import service_analyses

from drawkit.contract import Progress
from drawkit.service.worker import Job, Outcome, Report


def stepping(job: Job, data: bytes, report: Report) -> Outcome:
    """Takes a minute, and looks up at each of many steps."""
    for step in range(1, 1201):
        report(Progress(done=step, total=1200, step="stepping"))
        time.sleep(0.05)
    return service_analyses.quick(job, data, report)


def absorbed(job: Job, data: bytes, report: Report) -> Outcome:
    """Takes 1.2 s without looking up."""
    report(Progress(done=0, total=1, step="absorbed"))
    time.sleep(1.2)
    return service_analyses.quick(job, data, report)


def deaf(job: Job, data: bytes, report: Report) -> Outcome:
    """After a moment, holds the interpreter and hears nothing."""
    report(Progress(done=1, total=2, step="deaf"))
    time.sleep(0.3)
    ctypes.PyDLL(None).sleep(60)
    return service_analyses.quick(job, data, report)


def stubborn(job: Job, data: bytes, report: Report) -> Outcome:
    """Swallows every error that its reports meet."""
    for _ in range(1200):
        with contextlib.suppress(Exception):  # as an engine might that isolates its modules
            report(Progress(done=1, total=2, step="stubborn"))
        time.sleep(0.05)
    return service_analyses.quick(job, data, report)


def short(job: Job, data: bytes, report: Report) -> Outcome:
    report(Progress(done=1, total=2, step="text"))
    time.sleep(0.1)
    return service_analyses.quick(job, data, report)


def fatal_once(job: Job, data: bytes, report: Report) -> Outcome:
    """Ends its whole process the first time that a file of so many bytes is read."""
    mark = Path(os.environ["DRAWKIT_TEST_MARKS"]) / str(len(data))
    if not mark.exists():
        mark.touch()
        os._exit(9)
    return service_analyses.quick(job, data, report)


def fatal_when_wide(job: Job, data: bytes, report: Report) -> Outcome:
    """Ends its whole process when the picture is 99 pixels wide."""
    if int.from_bytes(data[16:20], "big") == 99:
        os._exit(9)
    return short(job, data, report)


class Hostile(Executor):
    """Does to each job in turn what its script says."""

    def __init__(self, *script: str) -> None:
        self.script = list(script)
        self.jobs: list[Job] = []

    def submit(self, function, /, *args, **kwargs):
        act = self.script.pop(0) if self.script else "work"
        if act == "refuse":
            raise BrokenExecutor("no")
        self.jobs.append(args[1])
        future = Future()
        if act == "cancel":
            future.cancel()
        elif act == "raise":
            future.set_exception(ZeroDivisionError())
        elif act == "time out":
            future.set_exception(TimeoutError("of the network, not of the analysis"))
        elif act == "babble":
            future.set_result("done!")
        elif act == "work":
            future.set_result(function(*args, **kwargs))
        else:
            assert act == "lose"
        return future


class FarAway(Executor):
    """Runs jobs as if on another machine: where they cannot see the service's folders."""

    def submit(self, function, /, analysis, job, *args):
        future = Future()
        assert isinstance(job.source, bytes)
        future.set_result(function(analysis, Job(job.source, job.profile, job.options, Path("/nowhere/else")), *args))
        return future


def far_away() -> Executor:
    return FarAway()
