"""Findings and inspection sheets as files that a browser saves."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from ._result import Result

_TYPES: Final = {
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "pdf": "application/pdf",
    "csv": "text/csv",
}


def _balloon(result: Result, path: Path) -> None:
    source = result._file() if result._file is not None else None
    if source is None:
        raise ValueError(
            "the drawing itself is not at hand here. In code it takes your own file: "
            f"result.balloon({result.name!r}, {path.name!r})."
        )
    result.balloon(source, path)


_WAYS: Final[Mapping[tuple[str, str], Callable[[Result, Path], object]]] = {
    **{("checks", kind): lambda result, path: result.to_checks(path) for kind in _TYPES},
    **{("inspection", kind): lambda result, path: result.to_inspection(path) for kind in ("xlsx", "csv")},
    ("inspection", "pdf"): _balloon,
}


def outcome_file(result: Result, view: str, kind: str) -> tuple[str, str, bytes]:
    """What a view shows as a file: its name, its media type and its bytes.

    `view` is "checks" or "inspection"; `kind` is "xlsx", "pdf" or "csv". The PDF of an inspection is the drawing itself
    with its balloons. Raises `ValueError` for others, and where that drawing is not at hand.
    """
    way = _WAYS.get((view, kind))
    if way is None:
        raise ValueError(f"There is no file {kind!r} of {view!r}.")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"{Path(result.name).stem or 'drawing'}_{view}.{kind}"
        way(result, path)
        return path.name, _TYPES[kind], path.read_bytes()
