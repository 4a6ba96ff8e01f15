"""What an analysis leaves on disk."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Final

from drawkit.contract import Result

from .errors import wrong
from .files import picture_name
from .reading import Reading
from .request import listed


def formats_named(words: Iterable[str]) -> tuple[str, ...]:
    """The formats to write, JSON when none is named. Ends the command when there is no such format."""
    wanted = listed(word.lower() for word in words) or ("json",)
    for name in wanted:
        if name not in _WRITERS:
            wrong(f"There is no format {name!r}. Choose from: {', '.join(_WRITERS)}.")
    return wanted


def write(reading: Reading, result: Result, folder: Path, formats: Iterable[str]) -> list[Path]:
    """Write a result and its pictures; tells the paths. `folder` exists."""
    name = reading.drawing.name
    pictures = [picture for picture in reading.pictures if picture is not None]
    written = [_WRITERS[wanted](result, folder, name, pictures) for wanted in formats]
    for report, picture in zip(result.pages, pictures, strict=False):
        path = folder / picture_name(name, report.page)
        path.write_bytes(picture)
        written.append(path)
    return written


def _json(result: Result, folder: Path, name: str, _pictures: Sequence[bytes]) -> Path:
    path = folder / f"{name}.json"
    path.write_text(result.to_json(indent=1) + "\n", encoding="utf-8")
    return path


def _csv(result: Result, folder: Path, name: str, _pictures: Sequence[bytes]) -> Path:
    from drawkit import frames

    path = folder / f"{name}_csv"
    each = {f"table_{number}": frame for number, frame in frames.each_table(result).items()}
    frames.to_csv({**frames.to_frames(result), **each}, path)
    return path


def _xlsx(result: Result, folder: Path, name: str, pictures: Sequence[bytes]) -> Path:
    from drawkit import frames

    tables = {"title_block": frames.title_block(result), **frames.to_frames(result)}
    shown = {table: frame for table, frame in tables.items() if len(frame) or table in {"dimensions", "bom"}}
    shown |= {f"table {number}": frame for number, frame in frames.each_table(result).items()}
    return frames.to_excel(shown, folder / f"{name}.xlsx", pictures=pictures, title=name)


_WRITERS: Final[dict[str, Callable[[Result, Path, str, Sequence[bytes]], Path]]] = {
    "json": _json,
    "csv": _csv,
    "xlsx": _xlsx,
}
