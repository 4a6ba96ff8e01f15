"""What runs in a worker process: one file in, a result, previews and a summary out."""

from __future__ import annotations

import contextlib
import ctypes
import errno
import gc
import importlib
import json
import os
import threading
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass, field
from multiprocessing import connection, parent_process
from pathlib import Path
from typing import Any

from drawkit.contract import DrawingFile, FileLimits, Options, Problem, Progress, Refused, inspect

from .cores import announce, process_in

Report = Callable[[Progress], None]
Record = dict[str, Any]
_PROGRESS_EVERY_S = 0.05
_NO_ROOM = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EMFILE, errno.ENFILE, errno.EROFS})
_NO_MEMORY = ("Insufficient memory", "bad_alloc", "Failed to allocate memory")
"""How libraries that are not Python's say that there is no memory."""
_TOO_LARGE = "The drawing needs more memory than an analysis may take. Send fewer pages or a smaller picture."
_limit: int | None = None
"""Bytes that this process may use, where it was told."""
_SELDOM = (50_000, 20, 20)
"""When a worker looks for cyclic garbage: a page's many small objects live as long as its reading, and to look through
them again and again costs a twentieth of it."""
_at_hand: Path | None = None
"""Folder of the job that this process has."""
_OUTLIVED = "outlived"
_READING = threading.Lock()
"""PDFium is not thread-safe: where an executor has threads, a process reads one drawing at a time."""


@dataclass(frozen=True)
class Job:
    """One start of one task. `source` is a path where the worker shares our disk, and the bytes where it does not."""

    source: Path | bytes = field(repr=False)
    profile: str
    options: Options
    folder: Path | None = None
    seconds: float | None = None
    """What reading all pages may take from now on, where that has an end."""

    def read(self) -> bytes:
        """The drawing's bytes."""
        return self.source if isinstance(self.source, bytes) else self.source.read_bytes()


@dataclass(frozen=True)
class Outcome:
    """What came of an analysis: the result as JSON text, and what may be published."""

    result: str = field(repr=False)
    previews: tuple[bytes, ...] = field(default=(), repr=False)
    summary: dict[str, Any] = field(default_factory=dict, repr=False)


@dataclass(frozen=True)
class Reply:
    """A worker's answer: an outcome (None: it lies in the job's folder), or a problem and its trace for the log."""

    outcome: Outcome | None = field(default=None, repr=False)
    problem: Problem | None = None
    trace: str = field(default="", repr=False)
    no_room: bool = False
    """Whether the machine had no room, on its disk or else, so that nothing is said about the drawing."""


Analysis = Callable[[Job, bytes, Report], Outcome]
"""Reads a drawing. Raises `Refused` when the drawing cannot be read; must be importable in a worker process."""


def read_drawing(job: Job, data: bytes, report: Report) -> Outcome:
    """The engine's reading of a drawing."""
    from drawkit import engine  # noqa: PLC0415 - heavy, and only workers need it
    from drawkit.engine.load import forgetting_pictures  # noqa: PLC0415

    with _READING, forgetting_pictures():
        result = engine.analyze(data, profile=job.profile, options=job.options, on_progress=report, within=job.seconds)
        if not job.options.publish:
            return Outcome(result.to_json())
        pages = len(result.pages)
        report(Progress(done=pages, total=pages, step="preview"))
        previews = engine.previews(data, result, redact=job.options.redact)
        return Outcome(result.to_json(), tuple(previews), engine.summarise(result))


def run(analysis: Analysis, job: Job, report: Report | None = None) -> Reply:
    """Run an analysis. Never raises: an exception of any kind might not survive the way back."""
    global _at_hand  # noqa: PLW0603 - it is the process's, and so is the job
    _make_room()
    if job.folder is not None:
        announce(job.folder)
    _at_hand = job.folder
    try:
        outcome = analysis(job, job.read(), report or reporter(job.folder))
        return Reply(outcome) if job.folder is None else _left(job.folder, outcome)
    except Refused as refusal:
        return Reply(problem=refusal.problem)
    except Exception as error:  # noqa: BLE001 - whatever the analysis raises is its failure, not the service's
        return _failed(error)
    finally:
        _at_hand = None


_MUCH = 400 * 2**20
"""Bytes that a worker may keep between analyses: what earlier large pictures left behind counts against its limit."""


def _make_room() -> None:
    """Let an analysis begin with the same room whatever was read before it.

    Memory that earlier ones left scattered is given back where it is much: the C library keeps it otherwise. What is
    reserved and not used does not count, though the system counts it: buffers of libraries, stacks, freed pages.
    """
    with contextlib.suppress(OSError, AttributeError, ValueError, IndexError):  # Linux with glibc alone
        reserved, used = _memory()
        if used > _MUCH:
            ctypes.CDLL(None).malloc_trim(0)
            reserved, used = _memory()
        if _limit is not None:
            _limit_memory(_limit + max(0, reserved - used))


def _memory() -> tuple[int, int]:
    """Bytes that this process has reserved for data, and those of them that it uses."""
    _, resident, shared, _, _, data, *_ = map(int, Path("/proc/self/statm").read_text(encoding="ascii").split())
    page = os.sysconf("SC_PAGE_SIZE")
    return data * page, (resident - shared) * page


def _failed(error: Exception) -> Reply:
    trace = traceback.format_exc(limit=-12)
    if isinstance(error, OSError) and error.errno in _NO_ROOM:
        return Reply(no_room=True, trace=trace)
    if isinstance(error, MemoryError) or any(words in str(error) for words in _NO_MEMORY):
        return Reply(problem=Problem.of("analysis-failed", _TOO_LARGE))
    detail = "The analysis met an error of its own. Other drawings are not affected; report this file's kind."
    return Reply(problem=Problem.of("analysis-failed", detail), trace=trace)


def _left(folder: Path, outcome: Outcome) -> Reply:
    try:
        leave(folder, outcome)
    except OSError:
        return Reply(no_room=True, trace=traceback.format_exc(limit=-12))
    return Reply()


def look(path: Path, name: str, limits: FileLimits) -> DrawingFile | Problem:
    """Look at an uploaded file: its facts, or why it is refused. Never raises, as `run` never does."""
    try:
        return inspect(path.read_bytes(), name, limits)
    except Refused as refusal:
        return refusal.problem
    except MemoryError:
        detail = "Opening the file needs more memory than it may take. Export it again, or send a picture of it."
        return Problem.of("unreadable-file", detail, pointer="/file")


def leave(folder: Path, outcome: Outcome) -> None:
    """Leave an outcome in a folder: it may be many megabytes, too much for the pool's one channel."""
    for number, picture in enumerate(outcome.previews, start=1):
        (folder / f"preview-{number}.png").write_bytes(picture)
    (folder / "summary.json").write_text(json.dumps(outcome.summary), encoding="utf-8")
    (folder / "result.json").write_text(outcome.result, encoding="utf-8")


def collect(folder: Path) -> Outcome:
    """The outcome that a worker left."""
    count = len(list(folder.glob("preview-*.png")))
    return Outcome(
        result=(folder / "result.json").read_text(encoding="utf-8"),
        previews=tuple((folder / f"preview-{n}.png").read_bytes() for n in range(1, count + 1)),
        summary=json.loads((folder / "summary.json").read_text(encoding="utf-8")),
    )


def progress_in(folder: Path) -> Record | None:
    """The progress last reported in a folder."""
    try:
        loaded: Record = json.loads((folder / "progress.json").read_bytes())
    except (OSError, ValueError):
        return None
    return loaded


def keep_progress(folder: Path, progress: Record) -> None:
    """Write down in a folder how far its analysis is."""
    part = folder / "progress.part"
    with contextlib.suppress(OSError):  # a full disk must not stop an analysis for a progress bar
        part.write_text(json.dumps(progress), encoding="utf-8")
        part.replace(folder / "progress.json")


def reporter(folder: Path | None) -> Report:
    """What an analysis tells its progress to: it is kept in the folder, at most some twenty times a second."""
    if folder is None:
        return lambda _progress: None
    last = 0.0

    def report(progress: Progress) -> None:
        nonlocal last
        if time.monotonic() - last < _PROGRESS_EVERY_S and progress.done < progress.total:
            return
        last = time.monotonic()
        keep_progress(folder, {"done": progress.done, "total": progress.total, "step": progress.step})

    return report


def prepare(memory_limit_bytes: int | None, ahead: bool = True) -> None:
    """Make a fresh worker process ready: it dies with the service, keeps to its memory and knows the engine."""
    global _limit  # noqa: PLW0603 - it is the process's, and so is the limit
    threading.Thread(target=_die_with_parent, name="die-with-parent", daemon=True).start()
    gc.set_threshold(*_SELDOM)
    if memory_limit_bytes is not None:
        _limit = memory_limit_bytes
        _limit_memory(memory_limit_bytes)
    if ahead:
        importlib.import_module("drawkit.service.ahead")  # what it imports only workers need


def _die_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
        if _at_hand is not None:
            with contextlib.suppress(OSError):
                (_at_hand / _OUTLIVED).touch()
        os._exit(1)


def broke_off(folder: Path) -> bool:
    """Whether a start of which a crash of the service left this folder says anything about its drawing.

    It does not where no worker had begun it, and where the worker was well when the service died.
    """
    begun = not folder.is_dir() or process_in(folder) is not None
    return begun and not (folder / _OUTLIVED).exists()


def _limit_memory(limit: int) -> None:
    try:
        import resource  # noqa: PLC0415 - not on every system
    except ImportError:  # Windows has no such limit
        return
    with contextlib.suppress(ValueError, OSError):  # a lower limit is in force already
        _, most = resource.getrlimit(resource.RLIMIT_DATA)
        resource.setrlimit(resource.RLIMIT_DATA, (limit, most))
