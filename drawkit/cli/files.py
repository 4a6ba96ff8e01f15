"""Which files an analysis reads, and the names its results get."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from drawkit._passed_over import WHAT_TO_DO, passed_over
from drawkit.contract import SUFFIXES

_PICTURE: Final = re.compile(r"(?P<name>.+)_page_\d+\.png")


@dataclass(frozen=True)
class Drawing:
    """A file to read, and the name of its results: no other drawing of the run has it."""

    path: Path
    name: str


def drawings_in(paths: Iterable[Path]) -> list[Drawing]:
    """Every file named, and those in the folders named that look like drawings; each once, in a steady order."""
    files: dict[Path, Path] = {}
    for path in paths:
        for file in sorted(_looking_like_drawings(path)) if path.is_dir() else [path]:
            files.setdefault(file.resolve(), file)
    return [Drawing(file, name) for file, name in zip(files.values(), _names(list(files.values())), strict=True)]


def passed_over_in(paths: Iterable[Path]) -> str:
    """What the folders named hold in formats that are not read, and what to do; empty when there is nothing."""
    files = {file.resolve(): file for path in paths if path.is_dir() for file in _files_of(path)}
    told = passed_over(files.values())
    return f"Passed over: {told} ({WHAT_TO_DO})." if told else ""


def picture_name(name: str, page: int) -> str:
    """The name of the picture of one page."""
    return f"{name}_page_{page}.png"


def _looking_like_drawings(folder: Path) -> Iterator[Path]:
    for path in _files_of(folder):
        if path.suffix.lower() in SUFFIXES and not _is_ours(path):
            yield path


def _files_of(folder: Path) -> Iterator[Path]:
    for path in folder.rglob("*"):
        hidden = any(part.startswith(".") for part in path.relative_to(folder).parts)
        if not hidden and path.is_file():
            yield path


def _is_ours(path: Path) -> bool:
    """Whether it is a picture that an earlier analysis wrote: its result lies beside it."""
    ours = _PICTURE.fullmatch(path.name)
    return ours is not None and any(
        path.with_name(ours["name"] + ending).exists() for ending in (".json", ".xlsx", "_csv")
    )


def _names(files: list[Path]) -> list[str]:
    """The stem; with its ending where two share a stem; and numbered where even that is not enough."""
    stems = Counter(file.stem.casefold() for file in files)
    given = {file.stem.casefold() for file in files if stems[file.stem.casefold()] == 1}
    names = []
    for file in files:
        name = file.stem
        if stems[name.casefold()] > 1:
            name = wanted = f"{file.stem}_{file.suffix[1:].lower()}" if file.suffix else file.stem
            number = 1
            while name.casefold() in given:
                number += 1
                name = f"{wanted}_{number}"
            given.add(name.casefold())
        names.append(name)
    return names
