"""Writing frames to files: CSV, Parquet, and a formatted Excel workbook."""

from __future__ import annotations

import importlib.util
import io
import os
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO, Any, Final, overload

import pandas as pd
import xlsxwriter
from PIL import Image

from ._columns import writable

MAX_ROWS: Final = 1_048_575
"""Rows of data that fit below the header of an Excel sheet."""
MAX_TEXT: Final = 32_767
"""Characters that fit into a cell of Excel."""
_WIDEST: Final = 60
_NARROWEST: Final = 6
_SHEET_NAME: Final = 31
_PICTURE_WIDTH: Final = 1100

Path_ = str | os.PathLike[str]


def to_csv(frames: Mapping[str, pd.DataFrame], folder: Path_, *, spreadsheet_safe: bool = False) -> tuple[Path, ...]:
    """Write one UTF-8 CSV file a table into `folder` (made when missing) and tell their paths.

    Cells hold exactly what was read. A spreadsheet takes a cell such as "=A1" for a formula: for files that go
    there, `spreadsheet_safe` puts an apostrophe before a text that begins with = + - @.
    Raises `ValueError` when `folder` is named as a file (.csv).
    """
    target = _folder(folder, ".csv")
    written = []
    for name, frame in frames.items():
        path = target / f"{name}.csv"
        (_defused(frame) if spreadsheet_safe else frame).to_csv(path, index=False, encoding="utf-8-sig")
        written.append(path)
    return tuple(written)


def to_parquet(frames: Mapping[str, pd.DataFrame], folder: Path_) -> tuple[Path, ...]:
    """Write one Parquet file a table into `folder` and tell their paths.

    Raises `ImportError` without pyarrow, `ValueError` when `folder` is named as a file (.parquet).
    """
    if importlib.util.find_spec("pyarrow") is None:
        raise ImportError("Parquet needs pyarrow. Install it with: pip install pyarrow")
    target = _folder(folder, ".parquet")
    written = []
    for name, frame in frames.items():
        path = target / f"{name}.parquet"
        frame.to_parquet(path, index=False)
        written.append(path)
    return tuple(written)


@overload
def to_excel(
    frames: Mapping[str, pd.DataFrame], path: Path_, *, pictures: Sequence[bytes] = (), title: str = ""
) -> Path: ...
@overload
def to_excel(
    frames: Mapping[str, pd.DataFrame], path: IO[bytes], *, pictures: Sequence[bytes] = (), title: str = ""
) -> None: ...
def to_excel(
    frames: Mapping[str, pd.DataFrame], path: Path_ | IO[bytes], *, pictures: Sequence[bytes] = (), title: str = ""
) -> Path | None:
    """Write a workbook with one formatted sheet a table, and the pictures (PNG, a page each) on a sheet of their own.

    Goes to a path, which it tells, or into a binary file that is open for writing, such as `io.BytesIO`.
    Cells that the column `corrected` names are marked: their values were put in by hand.
    Text stays text: nothing a drawing says becomes a formula or a link. Raises `ValueError` when a table has more
    rows than a sheet can hold, and when the path does not end in .xlsx: Excel would not open it.
    """
    target = Path(path) if isinstance(path, str | os.PathLike) else None
    if target is not None and target.suffix.lower() != ".xlsx":
        raise ValueError(f"The name of an Excel workbook ends in .xlsx; {target.name!r} does not.")
    for name, frame in frames.items():
        if len(frame) > MAX_ROWS:
            raise ValueError(f"Table {name!r} has {len(frame):,} rows; an Excel sheet holds {MAX_ROWS:,}. Use CSV.")
    if target is not None:
        target.parent.mkdir(parents=True, exist_ok=True)
    settings = {"strings_to_formulas": False, "strings_to_urls": False, "strings_to_numbers": False}
    with xlsxwriter.Workbook(path if target is None else str(target), settings) as book:
        book.set_properties({"title": _clean(title), "comments": "Written by drawkit"})
        if pictures:
            add_pictures(book, pictures)
        formats = _formats(book)
        for name, frame in frames.items():
            _add_sheet(book, name, frame, formats)
    return target


def _folder(folder: Path_, ending: str) -> Path:
    target = Path(folder)
    if target.suffix.lower() == ending:
        raise ValueError(
            f"Each table becomes a file in a folder, and {target.name!r} is the name of a file. "
            f"Name a folder, or write one table with its own to_{ending[1:]}."
        )
    target.mkdir(parents=True, exist_ok=True)
    return target


def _defused(frame: pd.DataFrame) -> pd.DataFrame:
    safe = frame.copy()
    for name in safe.columns[[isinstance(d, pd.StringDtype) for d in safe.dtypes]]:
        risky = safe[name].str.match(r"[=+\-@\t\r]").fillna(value=False).astype(bool)
        safe.loc[risky, name] = "'" + safe.loc[risky, name]
    return safe


_HEADER: Final = {"bold": True, "font_size": 10, "font_color": "#FFFFFF", "bg_color": "#1F3A5F", "align": "left"}
_STYLES: Final[dict[str, dict[str, Any]]] = {
    "text": {"text_wrap": True, "num_format": "@"},
    "whole": {"num_format": "0"},
    "number": {"num_format": "General"},
    "percent": {"num_format": "0%"},
    "time": {"num_format": "yyyy-mm-dd hh:mm:ss"},
    "day": {"num_format": "yyyy-mm-dd"},
    "flag": {"align": "left"},
}
_BY_HAND: Final = {"bg_color": "#CDEBDD", "bold": True}


def _formats(book: Any) -> dict[str, Any]:
    base = {"valign": "top", "font_size": 10}
    plain = {name: book.add_format({**base, **style}) for name, style in _STYLES.items()}
    hand = {f"{name} by hand": book.add_format({**base, **style, **_BY_HAND}) for name, style in _STYLES.items()}
    return {"header": book.add_format(_HEADER), **plain, **hand}


def _add_sheet(book: Any, name: str, frame: pd.DataFrame, formats: Mapping[str, Any]) -> None:
    sheet = book.add_worksheet(_sheet_name(name))
    sheet.freeze_panes(1, 0)
    sheet.hide_gridlines(2)
    sheet.set_row(0, 18)
    hand = _by_hand(frame)
    for at, column in enumerate(frame.columns):
        series = frame[column]
        sheet.write_string(0, at, _clean(str(column)), formats["header"])
        sheet.set_column(at, at, _width(str(column), series))
        _write_column(sheet, at, series, formats, hand.get(str(column), frozenset()))
    if len(frame.columns):
        sheet.autofilter(0, 0, max(len(frame), 1), len(frame.columns) - 1)


def _by_hand(frame: pd.DataFrame) -> dict[str, frozenset[int]]:
    """Tell for each column the rows that were corrected by hand."""
    found: dict[str, set[int]] = {}
    if "corrected" in frame.columns:
        for row, names in frame["corrected"].reset_index(drop=True).dropna().items():
            for name in str(names).split(", "):
                found.setdefault(name, set()).add(int(str(row)))
    return {name: frozenset(rows) for name, rows in found.items()}


def _write_column(
    sheet: Any, at: int, series: pd.Series[Any], formats: Mapping[str, Any], by_hand: frozenset[int]
) -> None:
    style, write = _style_of(series, sheet)
    times = isinstance(series.dtype, pd.DatetimeTZDtype)  # Excel knows no time zones: the columns are UTC
    values = series.dt.tz_localize(None) if times else series
    for row, value in enumerate(values.array, start=1):
        form = formats[f"{style} by hand" if row - 1 in by_hand else style]
        if not pd.isna(value):
            write(row, at, _clean(str(value)) if style == "text" else value, form)
        elif row - 1 in by_hand:
            sheet.write_blank(row, at, None, form)


def _style_of(series: pd.Series[Any], sheet: Any) -> tuple[str, Any]:
    dtype = series.dtype
    if pd.api.types.is_bool_dtype(dtype):
        return "flag", sheet.write_boolean
    if pd.api.types.is_integer_dtype(dtype):
        return "whole", sheet.write_number
    if pd.api.types.is_float_dtype(dtype):
        return ("percent" if series.name in {"confidence", "share"} else "number"), sheet.write_number
    if pd.api.types.is_datetime64_any_dtype(dtype):
        return ("day" if series.name == "date" else "time"), sheet.write_datetime
    return "text", sheet.write_string


def _width(header: str, series: pd.Series[Any]) -> int:
    longest = max((len(str(v)) for v in series.head(500).dropna().array), default=0)
    return max(_NARROWEST, min(_WIDEST, max(longest, len(header) + 3) + 1))


def _sheet_name(name: str) -> str:
    return re.sub(r"[\[\]:*?/\\']", " ", name.replace("_", " "))[:_SHEET_NAME] or "Table"


def _clean(text: str) -> str:
    return writable(text)[:MAX_TEXT]  # a cell that is too long would be left out in silence


def add_pictures(book: Any, pictures: Sequence[bytes]) -> None:
    """Put pictures (PNG, a page each) on a sheet of their own, `preview`."""
    sheet = book.add_worksheet("preview")
    sheet.hide_gridlines(2)
    row = 0
    for page, data in enumerate(pictures, start=1):
        with Image.open(io.BytesIO(data)) as picture:
            width, height = picture.size
            dpi = picture.info.get("dpi", (96, 96))
        # xlsxwriter sizes a picture by its own resolution; the scale is against that.
        scale = _PICTURE_WIDTH / (width * 96 / (dpi[0] or 96))
        sheet.write_string(row, 0, f"Page {page}")
        sheet.insert_image(
            row + 1, 0, f"page-{page}.png", {"image_data": io.BytesIO(data), "x_scale": scale, "y_scale": scale}
        )
        row += 3 + int(height * 96 / (dpi[1] or 96) * scale / 20)
