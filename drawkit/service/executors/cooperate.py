"""What runs in a worker that cannot be stopped from outside: it looks up at each step whether it is still wanted."""

from __future__ import annotations

import contextlib
import secrets
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from drawkit.contract import Progress

from ..worker import Analysis, Job, Outcome, Reply, Report, reporter, run

_BEGUN = "begun"


class _StoppedError(BaseException):
    """Not an Exception: what an analysis does about its own errors must not swallow it."""


def cooperate(
    analysis: Analysis,
    job: Job,
    time_limit_s: float,
    *,
    tell: Report | None = None,
    wanted: Callable[[], bool] = lambda: True,
) -> Reply | None:
    """Run an analysis; None when it stopped at a step, being over its time or no longer wanted.

    Where the worker sees the job's folder, progress and outcome are left there, and nobody waits any more when the
    folder is gone or another run has begun in it. Elsewhere progress goes to `tell`, and the outcome comes back in
    the reply.
    """
    folder = job.folder if job.folder is not None and job.folder.is_dir() else None
    try:
        run_id = _begin_in(folder)
    except OSError as error:
        return Reply(no_room=True, trace=f"{type(error).__name__}: {error.strerror}")
    deadline = time.monotonic() + time_limit_s
    show = tell if tell is not None and folder is None else reporter(folder)

    def check() -> None:
        if time.monotonic() > deadline or not wanted() or _begun_in(folder) != run_id:
            raise _StoppedError

    def report(progress: Progress) -> None:
        check()
        show(progress)

    def guarded(job: Job, data: bytes, report: Report) -> Outcome:
        outcome = analysis(job, data, report)
        check()
        return outcome

    try:
        return run(guarded, replace(job, folder=folder), report)
    except _StoppedError:
        return None


def has_begun(folder: Path | None) -> bool:
    """Whether a worker that sees this folder has begun with its job."""
    return _begun_in(folder) is not None


def _begin_in(folder: Path | None) -> str | None:
    """Leave word that a run has begun. Raises OSError where there is no room for that."""
    if folder is None:
        return None
    run_id = secrets.token_hex(8)
    part = folder / f"{_BEGUN}.{run_id}"
    with contextlib.suppress(FileNotFoundError):  # the folder is gone again: the first check finds out
        part.write_text(run_id, encoding="ascii")
        part.replace(folder / _BEGUN)
    return run_id


def _begun_in(folder: Path | None) -> str | None:
    if folder is None:
        return None
    with contextlib.suppress(OSError):
        return (folder / _BEGUN).read_text(encoding="ascii")
    return None
