"""The drawings of an experiment: globs, folders, lists, bytes by name or a DataFrame, each file once and named once."""

from __future__ import annotations

import glob
import os
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from os import PathLike, fspath
from pathlib import Path
from typing import Any, Final, TypeAlias

import pandas as pd

from drawkit._passed_over import passed_over
from drawkit.client import FileAccessError
from drawkit.client.uploads import printable
from drawkit.contract import SUFFIXES

PathText: TypeAlias = str | PathLike[str]
Drawings: TypeAlias = PathText | Iterable[PathText] | Mapping[str, bytes] | pd.DataFrame
"""A path, folder or glob; several of them; bytes by file name; or a DataFrame with a column `path`."""

PATH_COLUMN: Final = "path"
_ENDINGS: Final = tuple(SUFFIXES)
_MAGIC: Final = frozenset("*?[")


@dataclass(frozen=True)
class Drawing:
    """One drawing. `name` is its own within the experiment and can be printed; `about` are the user's columns."""

    name: str
    source: Path | bytes = field(repr=False)
    about: Mapping[str, Any] = field(default_factory=dict)

    @property
    def path(self) -> str | None:
        """Where the file lies, as text that can be stored; None when it was given as bytes."""
        if isinstance(self.source, bytes):
            return None
        return str(self.source).encode("utf-8", "backslashreplace").decode()  # names of old archives are no UTF-8

    @property
    def file_name(self) -> str:
        """The file's name as the service gets it."""
        return printable(self.source.name if isinstance(self.source, Path) else self.name)


def find(drawings: Drawings) -> list[Drawing]:
    """Every drawing meant, each file once, in a steady order.

    A folder is searched with those below it for endings of drawings; what is hidden is left out. Raises
    `FileAccessError` when a path or glob names nothing, `ValueError` when a DataFrame has no column `path`.
    """
    if isinstance(drawings, pd.DataFrame):
        return _from_frame(drawings)
    if isinstance(drawings, Mapping):
        return [Drawing(printable(str(name)), bytes(data)) for name, data in drawings.items()]
    told = [drawings] if isinstance(drawings, str | PathLike) else list(drawings)
    places = dict.fromkeys(file.absolute() for one in told for file in _files(fspath(one)))
    return [Drawing(name, file) for name, file in zip(_names(list(places)), places, strict=True)]


def passed_over_in(drawings: Drawings) -> str:
    """What the folders among them hold in formats that are not read, such as "2 .dwg, 1 .tif"; empty if nothing."""
    if isinstance(drawings, pd.DataFrame | Mapping):
        return ""
    told = [drawings] if isinstance(drawings, str | PathLike) else list(drawings)
    folders = [path for one in told if (path := Path(fspath(one)).expanduser()).is_dir()]
    return passed_over(dict.fromkeys(file.absolute() for folder in folders for file in _files_in(folder)))


def _from_frame(frame: pd.DataFrame) -> list[Drawing]:
    if PATH_COLUMN not in frame.columns:
        raise ValueError(f"The DataFrame has no column {PATH_COLUMN!r}; it has: {', '.join(map(str, frame.columns))}.")
    paths = [Path(fspath(path)).expanduser().absolute() for path in frame[PATH_COLUMN]]
    own = [str(column) for column in frame.columns if column != PATH_COLUMN]
    rows = frame.drop(columns=PATH_COLUMN).itertuples(index=False, name=None)
    names = _names(paths)
    return [
        Drawing(name, path, dict(zip(own, row, strict=True)))
        for name, path, row in zip(names, paths, rows, strict=True)
    ]


def _files(text: str) -> Iterator[Path]:
    path = Path(text).expanduser()
    if path.is_dir():
        yield from _looking_like_drawings(path)
    elif path.exists() or not _MAGIC & set(text):
        yield path  # a file that is missing is a row of its own, not the end of the experiment
    else:
        found = [Path(name) for name in sorted(glob.glob(str(path), recursive=True))]  # noqa: PTH207 - a Path globs no absolute patterns
        files = [file for file in found if file.is_file()]
        if not files:
            raise FileAccessError(f"No file matches {text!r} (looked from {str(Path.cwd())!r}).")
        yield from files


def _looking_like_drawings(folder: Path) -> Iterator[Path]:
    return (file for file in _files_in(folder) if file.name.lower().endswith(_ENDINGS))


def _files_in(folder: Path) -> Iterator[Path]:
    for place, folders, files in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(files):
            if not name.startswith("."):
                yield Path(place, name)


def _names(paths: list[Path]) -> list[str]:
    """The file's name; with as many folders before it as tell it apart; numbered where it is the same file."""
    names = [path.name for path in paths]
    depth = 1
    while depth < max((len(path.parts) for path in paths), default=0):
        twice = {name for name, count in Counter(names).items() if count > 1}
        if not twice:
            break
        depth += 1
        names = [
            "/".join(path.parts[-depth:]).lstrip("/") if name in twice else name
            for name, path in zip(names, paths, strict=True)
        ]
    return _numbered([printable(name) for name in names])


def _numbered(names: list[str]) -> list[str]:
    taken: set[str] = set()
    given = []
    for name in names:
        own, number = name, 1
        while own in taken:
            number += 1
            own = f"{name} ({number})"
        taken.add(own)
        given.append(own)
    return given
