"""What the files of an experiment are: content hash and pages, or why they are refused. Each is looked at once."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final

from drawkit.contract import DrawingFile, FileLimits, Refused, check_size, inspect

from .drawings import Drawing
from .ledger import Facts, Ledger

NO_FILE: Final = "no-file"
"""The code of a drawing that is not there, or cannot be opened. It stands beside those of the contract."""
_SETTLED_NS: Final = 2_000_000_000
_KEEP_EVERY: Final = 50


def inspect_files(
    drawings: Iterable[Drawing],
    ledger: Ledger,
    limits: FileLimits,
    on_file: Callable[[int], object] | None = None,
) -> dict[str, Facts]:
    """The facts of every drawing by its name. A file that has not changed since the ledger saw it is not read again.

    `on_file` is called with the number of files looked at so far.
    """
    told = _limits_text(limits)
    known = ledger.facts([d.path for d in drawings if d.path is not None], told)
    found: dict[str, Facts] = {}
    fresh: list[Facts] = []
    for number, drawing in enumerate(drawings, start=1):
        facts = _facts(drawing, known, limits, told)
        found[drawing.name] = facts
        if drawing.path is not None and facts is not known.get(drawing.path) and facts.code != NO_FILE:
            fresh.append(facts)
        if len(fresh) >= _KEEP_EVERY:
            ledger.keep_facts([one for one in fresh if _settled(one)])
            fresh.clear()
        if on_file:
            on_file(number)
    ledger.keep_facts([one for one in fresh if _settled(one)])
    return found


def read(drawing: Drawing) -> bytes:
    """The drawing's bytes. Raises `OSError`."""
    return drawing.source.read_bytes() if isinstance(drawing.source, Path) else drawing.source


def _facts(drawing: Drawing, known: dict[str, Facts], limits: FileLimits, told: str) -> Facts:
    if isinstance(drawing.source, bytes):
        return _inspected(drawing.source, Facts(drawing.name, len(drawing.source), 0, told), limits)
    path, place = drawing.source, str(drawing.path)
    try:
        state = path.stat()
        before = known.get(place)
        facts = Facts(place, state.st_size, state.st_mtime_ns, told)
        if before is not None and (before.bytes, before.mtime_ns) == (facts.bytes, facts.mtime_ns):
            return before
        check_size(state.st_size, limits)
        return _inspected(path.read_bytes(), facts, limits)
    except Refused as refused:
        return _refused(facts, refused)
    except OSError as error:
        reason = error.strerror or str(error)
        return Facts(place, 0, 0, told, code=NO_FILE, detail=f"The file cannot be opened: {reason}.")


def _inspected(data: bytes, facts: Facts, limits: FileLimits) -> Facts:
    try:
        file: DrawingFile = inspect(data, limits=limits)
    except Refused as refused:
        return _refused(facts, refused)
    return Facts(facts.path, len(data), facts.mtime_ns, facts.limits, file.sha256, file.pages)


def _refused(facts: Facts, refused: Refused) -> Facts:
    problem = refused.problem
    return Facts(facts.path, facts.bytes, facts.mtime_ns, facts.limits, None, None, problem.code, problem.detail)


def _settled(facts: Facts) -> bool:
    """Whether a later change would show in the file's time: one just written may change again within the same tick."""
    return time.time_ns() - facts.mtime_ns > _SETTLED_NS


def _limits_text(limits: FileLimits) -> str:
    return hashlib.sha256(limits.model_dump_json().encode()).hexdigest()[:16]
