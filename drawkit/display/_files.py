"""Results as files: one workbook of a result or of many, folders of tables, and the bytes that a browser saves."""

from __future__ import annotations

import io
import math
import os
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from itertools import count
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Final

import pandas as pd
from PIL import Image

from drawkit import contract, frames
from drawkit.contract import trust_in
from drawkit.figures import STYLES
from drawkit.frames import Crop

if TYPE_CHECKING:
    from ._result import Result

_ALWAYS: Final = frozenset({"dimensions", "bom"})
_MOST_CROPS: Final = 200
_AROUND: Final = 0.6
"""Of an item's height, what stands around it in its crop."""


def tables_of(result: Result) -> dict[str, pd.DataFrame]:
    """The sheets of a result's workbook: what holds rows, limits after the dimensions they are of."""
    shown = {"title_block": result.title_block} if len(result.title_block) else {}
    for name in frames.TABLES:
        if len(result[name]) or name in _ALWAYS:
            shown[name] = _without_former(result[name])
        if name == "dimensions" and len(result[name]):
            shown["limits"] = result.limits()
    shown |= {f"table {name}": frame for name, frame in result.each_table.items()}
    shown |= {"corrections": result.corrections} if result.by_hand else {}
    return shown | ({"review": result.review} if result.decisions else {})


def crops_of(result: Result) -> list[Crop]:
    """What is to be looked at, least sure first: each doubtful item with its part of the page, where that is shown."""
    doubtful = [
        (item.confidence, name, item)
        for name in STYLES
        for item in getattr(result.corrected, name)
        if item.box and all(map(math.isfinite, item.box)) and trust_in(item) == "look"
    ]
    doubtful.sort(key=lambda one: one[0])
    pages = {report.page: report for report in result.data.pages}
    crops = []
    opened: dict[int, Image.Image | None] = {}
    for confidence, name, item in doubtful[:_MOST_CROPS]:
        if item.page not in opened:
            opened[item.page] = _opened(result.preview(item.page))
        picture, report = opened[item.page], pages.get(item.page)
        if picture is not None and report is not None and report.width > 0:
            png = _cropped(picture, item.box, picture.width / report.width)
            crops.append(Crop(name, item.id, item.page, item.text, confidence, png))
    return crops


def combined(results: Mapping[str, Result]) -> dict[str, pd.DataFrame]:
    """The tables of many drawings, one below the other: first a row a drawing, then each table that has rows."""
    data = {name: result.corrected for name, result in results.items()}
    tables = {name: _without_former(frame) for name, frame in frames.concat(data).items() if len(frame)}
    limits = {"limits": frames.limits(data)} if "dimensions" in tables else {}
    return {"drawings": _drawings(data), **tables, **limits}


def named(results: Iterable[Result]) -> dict[str, Result]:
    """Results by name; of equal names all but the first are numbered."""
    found: dict[str, Result] = {}
    for result in results:
        again = (f"{result.name} ({number})" for number in count(2))
        found[result.name if result.name not in found else next(name for name in again if name not in found)] = result
    return found


def to_excel(results: Iterable[Result] | Mapping[str, Result], path: str | os.PathLike[str] | IO[bytes]) -> Path | None:
    """Write one workbook of many drawings: a row a drawing, then every table over all of them, with limits of size.

    Takes results, or results by name. Goes to a path, which it tells, or into a binary file open for writing.
    """
    told = results if isinstance(results, Mapping) else named(results)
    return frames.to_excel(combined(told), path, title=f"{len(told)} drawings")


def file_of(result: Result, kind: str) -> tuple[str, str, bytes]:
    """A result as a file: its name, its media type and its bytes; `kind` is "xlsx", "csv" or "json".

    CSV is a ZIP archive of one file a table.
    """
    stem = Path(result.name).stem or "drawing"
    if kind == "json":
        return f"{stem}.json", "application/json", result.to_json().encode()
    if kind == "xlsx":
        return f"{stem}.xlsx", _XLSX, _workbook(result.to_excel)
    if kind == "csv":
        return f"{stem}_csv.zip", "application/zip", _zipped(tables_of(result))
    raise ValueError(f"There is no format {kind!r}. Choose from: xlsx, csv, json.")


def combined_file(results: Mapping[str, Result], kind: str) -> tuple[str, str, bytes]:
    """Many results as one file, as `file_of` one: "xlsx", or "csv" as a ZIP archive."""
    if kind == "csv":
        return "drawings_csv.zip", "application/zip", _zipped(combined(results))
    return "drawings.xlsx", _XLSX, _workbook(lambda into: to_excel(results, into))


_XLSX: Final = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


def _workbook(write: Any) -> bytes:
    into = io.BytesIO()
    write(into)
    return into.getvalue()


def _zipped(tables: Mapping[str, pd.DataFrame]) -> bytes:
    into = io.BytesIO()
    with zipfile.ZipFile(into, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, frame in tables.items():
            archive.writestr(f"{name.replace(' ', '_')}.csv", frame.to_csv(index=False).encode("utf-8-sig"))
    return into.getvalue()


def _without_former(frame: pd.DataFrame) -> pd.DataFrame:
    """A file that is written now needs no columns under their former names."""
    former = [old for old, new in frames.RENAMED.items() if old in frame.columns and new in frame.columns]
    return frame.drop(columns=former)


def _drawings(data: Mapping[str, contract.Result]) -> pd.DataFrame:
    return frames.numbered(pd.DataFrame(list(_told(data))).convert_dtypes())


def _told(data: Mapping[str, contract.Result]) -> Iterator[dict[str, Any]]:
    for name, result in data.items():
        items = [item for table in contract.LISTS for item in getattr(result, table)]
        block = result.title_blocks[0] if result.title_blocks else contract.TitleBlock()
        yield {
            "file": name,
            "title": block.title,
            "drawing_number": block.drawing_number,
            "revision": block.revision,
            "pages": len(result.pages),
            "unreadable_pages": sum(not page.readable for page in result.pages),
            "units": result.units,
            "dimensions": len(result.dimensions),
            "bom": len(result.bom),
            "items": len(items),
            "to_look_at": sum(trust_in(item) == "look" for item in items),
        }


def _opened(png: bytes | None) -> Image.Image | None:
    if png is None:
        return None
    with Image.open(io.BytesIO(png)) as picture:
        return picture.convert("L")


def _cropped(picture: Image.Image, box: contract.Box | None, scale: float) -> bytes:
    x0, top, x1, bottom = box or (0.0, 0.0, 1.0, 1.0)
    more = _AROUND * min(x1 - x0, bottom - top) + 2
    left, above = max(round((x0 - more) * scale), 0), max(round((top - more) * scale), 0)
    right = min(max(round((x1 + more) * scale), left + 2), max(picture.width, left + 2))
    below = min(max(round((bottom + more) * scale), above + 2), max(picture.height, above + 2))
    into = io.BytesIO()
    picture.crop((left, above, right, below)).save(into, "PNG")
    return into.getvalue()
