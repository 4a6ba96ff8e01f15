"""Reading on this machine: in worker processes, so that a bad file takes nothing with it."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Generator, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from drawkit.contract import Progress, Refused, Result, check_size
from drawkit.service.worker import Job, Outcome, Reply, Report, collect, progress_in
from drawkit.service.workers import WorkerProcesses

from .files import Drawing
from .reading import Reading, Show, Tell, drawn

if TYPE_CHECKING:
    from .request import Request  # it loads what a command needs; this module is loaded by every worker too

_LOOK_S: Final = 0.2
_MEMORY_BYTES: Final = 4 * 2**30
_MOST_WORKERS: Final = 8
_READ: Final = "read.json"
"""In a drawing's folder: what was read, before its pictures are drawn."""


def read(
    drawings: Sequence[Drawing],
    request: Request,
    tell: Tell,
    copies: Mapping[Drawing, bytes] = MappingProxyType({}),
    show: Show = lambda *_: None,
) -> Generator[Reading]:
    """Read drawings, several at a time; gives each as it is done. `copies` are read in place of their files."""
    if not drawings:
        return
    count = min(request.workers or min(os.cpu_count() or 1, _MOST_WORKERS), len(drawings))
    with tempfile.TemporaryDirectory(prefix="drawkit-") as scratch:
        workers = WorkerProcesses(count, request.time_limit, _MEMORY_BYTES)
        try:
            yield from _readings(workers, drawings, copies, request, Path(scratch), (tell, show))
        finally:
            workers.stop()


def _readings(
    workers: WorkerProcesses,
    drawings: Sequence[Drawing],
    copies: Mapping[Drawing, bytes],
    request: Request,
    scratch: Path,
    heard: tuple[Tell, Show],
) -> Iterator[Reading]:
    tell, show = heard
    running: dict[Future[Reply], tuple[Drawing, Path]] = {}
    for number, drawing in enumerate(drawings):
        folder = scratch / str(number)
        folder.mkdir()
        fault = _fault_of(drawing.path)
        if fault:
            yield Reading(drawing, failure=fault)
            continue
        job = Job(copies.get(drawing, drawing.path), request.profile, request.options, folder)
        running[workers.submit(read_and_draw, job)] = (drawing, folder)
    while running:
        done, _ = wait(running, timeout=_LOOK_S, return_when=FIRST_COMPLETED)
        for future in done:
            drawing, folder = running.pop(future)
            yield _reading(drawing, folder, future, request.time_limit)
        for drawing, folder in running.values():
            progress = progress_in(folder)
            if progress:
                tell(drawing, Progress.model_validate(progress))
            read = folder / _READ
            if read.is_file():
                show(drawing, Result.from_json(read.read_bytes()))
                read.unlink()


def read_and_draw(job: Job, data: bytes, report: Report) -> Outcome:
    """What a worker does: read a drawing, and draw each page with what was read; the bare pages come after those."""
    from drawkit import engine

    result = engine.analyze(data, profile=job.profile, options=job.options, on_progress=report)
    if not job.options.publish:
        return Outcome(result.to_json())
    if job.folder is not None:
        part = job.folder / f"{_READ}.part"
        part.write_text(result.to_json(), "utf-8")
        part.replace(job.folder / _READ)
    pages = len(result.pages)
    report(Progress(done=pages, total=pages, step="drawing the pictures"))
    previews = engine.previews(data, result, redact=job.options.redact)
    return Outcome(result.to_json(), (*drawn(result, previews), *previews))


def _fault_of(path: Path) -> str:
    """Why a file cannot be read at all; empty when it can."""
    try:
        check_size(path.stat().st_size)
        path.open("rb").close()
    except (OSError, Refused) as error:
        return f"{error.strerror}." if isinstance(error, OSError) and error.strerror else str(error)
    return ""


def _reading(drawing: Drawing, folder: Path, future: Future[Reply], time_limit: float) -> Reading:
    error = future.exception()
    if isinstance(error, TimeoutError):
        told = f"It took longer than {time_limit:g} s. Read fewer pages (--pages) or allow more (--time-limit)."
        return Reading(drawing, failure=told)
    if error is not None:
        return Reading(drawing, failure=f"Reading it ended its process ({error}). The other drawings are not affected.")
    problem = future.result().problem
    if problem is not None:
        return Reading(drawing, failure=problem.detail or problem.title)
    outcome = collect(folder)
    result = Result.from_json(outcome.result)
    pages = len(result.pages)
    return Reading(drawing, result, outcome.previews[:pages], outcome.previews[pages:])
