"""What an analysis leaves on disk."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final

from drawkit.contract import Result

from .errors import wrong
from .files import picture_name
from .reading import Reading
from .request import listed

if TYPE_CHECKING:
    from drawkit import display

COMBINED: Final = "all_drawings"
"""The name of the files that `--combined` writes."""


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
    written = [_WRITERS[wanted](reading, result, folder) for wanted in formats]
    for report, picture in zip(result.pages, reading.pictures, strict=False):
        if picture is None:
            continue
        path = folder / picture_name(name, report.page)
        path.write_bytes(picture)
        written.append(path)
    return written


def write_combined(results: Mapping[str, Result], folder: Path) -> list[Path]:
    """Write one workbook and one CSV file a table over all drawings; tells the paths. `folder` exists."""
    from drawkit import display, frames
    from drawkit.display._files import combined

    tables = combined({name: display.Result(result, name) for name, result in results.items()})
    book = frames.to_excel(tables, folder / f"{COMBINED}.xlsx", title=f"{len(results)} drawings")
    return [book, *frames.to_csv(tables, folder / f"{COMBINED}_csv")]


def _json(reading: Reading, result: Result, folder: Path) -> Path:
    path = folder / f"{reading.drawing.name}.json"
    path.write_text(result.to_json(indent=1) + "\n", encoding="utf-8")
    return path


def _csv(reading: Reading, result: Result, folder: Path) -> Path:
    path = folder / f"{reading.drawing.name}_csv"
    _shown(reading, result).to_csv(path)
    return path


def _xlsx(reading: Reading, result: Result, folder: Path) -> Path:
    pictures = any(reading.previews)
    return _shown(reading, result).to_excel(folder / f"{reading.drawing.name}.xlsx", pictures=pictures)


def _shown(reading: Reading, result: Result) -> display.Result:
    from drawkit import display

    pages = [page.page for page in result.pages]
    previews = dict(zip(pages, reading.previews, strict=False))
    return display.Result(result, reading.drawing.name, previews.get)


_WRITERS: Final[dict[str, Callable[[Reading, Result, Path], Path]]] = {
    "json": _json,
    "csv": _csv,
    "xlsx": _xlsx,
}
