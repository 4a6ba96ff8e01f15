"""Which drawings a path, folder or pattern beside the notebook names, and what is told of the files it passes over."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from itertools import chain
from pathlib import Path
from typing import Final, NamedTuple

from drawkit._passed_over import OTHER_SUFFIXES, WHAT_TO_DO, passed_over
from drawkit.client import DrawkitError
from drawkit.contract import SUFFIXES

_LONGEST: Final = 80
_MOST_FILES: Final = 100_000


class Found(NamedTuple):
    """Drawings, sorted, and a sentence on what was passed over; empty when nothing was."""

    paths: list[Path]
    remark: str = ""


def find(text: str, folder: Path | None = None) -> Found:
    """The drawings that a path, a folder or a pattern names. Raises `DrawkitError` when there are none.

    A folder is searched with those below it; what is hidden is left out, as are endings of other formats.
    """
    base, asked = folder or Path.cwd(), text.strip()
    wanted = Path(asked).expanduser()
    where = wanted if wanted.is_absolute() else base / wanted
    if where.is_file():
        return Found([where])
    if where.is_dir():
        files = list(_files_in(where))
        paths = [file for file in files if file.suffix.lower() in SUFFIXES]
        missing = f"The folder {asked!r} holds no drawing ({', '.join(sorted(SUFFIXES))})."
    else:
        files = sorted(path for path in _matching(where) if path.is_file())
        paths = [file for file in files if file.suffix.lower() not in OTHER_SUFFIXES]
        missing = f"There is no file, folder or pattern match for {asked!r} (looked beside the notebook)."
    others = passed_over(files)
    if not paths:
        raise DrawkitError(f"There is no drawing in {_shown(asked)}. {_others(others)}" if others else missing)
    return Found(paths, _others(others, asked))


def dropped(name: str, endings: Mapping[str, int], found: int, most: int) -> str:
    """Tell the same of folders that were dropped, from what the browser counted in them.

    `endings` are the numbers of files that were not taken, by their ending; `found` drawings, of which `most` at most
    were taken.
    """
    names = ([f"drawing{ending}"] * min(count, _MOST_FILES) for ending, count in endings.items())
    others = passed_over(chain.from_iterable(names))
    if not found:
        return f"There is no drawing in {_shown(name)}. {_others(others)}".strip()
    cut = f"Only the first {most:,} drawings of {_shown(name)} were added." if found > most else ""
    return " ".join(filter(None, [cut, _others(others, name)]))


def _shown(name: str) -> str:
    return repr(name if len(name) <= _LONGEST else f"…{name[1 - _LONGEST :]}")


def _others(others: str, name: str = "") -> str:
    where = f" in {_shown(name)}" if name else ""
    return f"Passed over{where}: {others} ({WHAT_TO_DO})." if others else ""


def _files_in(folder: Path) -> Iterator[Path]:
    for place, folders, files in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        yield from (Path(place, name) for name in sorted(files) if not name.startswith("."))


def _matching(where: Path) -> Iterator[Path]:
    anchor = Path(where.anchor)
    try:
        yield from anchor.glob(str(where.relative_to(anchor)))
    except (ValueError, OSError):
        return
