"""A formatted Excel workbook of frames: pictures of the pages, links to them, crops of doubtful items."""

from __future__ import annotations

import io
import math
import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any, Final, overload

import pandas as pd
import xlsxwriter
from PIL import Image

from ._columns import writable
from ._headings import heading, printed_decimals

MAX_ROWS: Final = 1_048_575
"""Rows of data that fit below the header of an Excel sheet."""
MAX_TEXT: Final = 32_767
"""Characters that fit into a cell of Excel."""
PREVIEW: Final = "preview"
_WIDEST: Final = 60
_NARROWEST: Final = 6
_SHEET_NAME: Final = 31
_PICTURE_WIDTH: Final = 1100
_CROP_HEIGHT: Final = 44
_CROP_WIDTH: Final = 320

Path_ = str | os.PathLike[str]
Pictures = Sequence[bytes] | Mapping[int, bytes]
"""Pages as PNG, in order from page 1, or by their numbers."""


@dataclass(frozen=True)
class Crop:
    """An item that is to be looked at, with its part of the sheet as PNG."""

    table: str
    id: str
    page: int
    text: str
    confidence: float
    png: bytes = field(repr=False)


@overload
def to_excel(
    frames: Mapping[str, pd.DataFrame],
    path: Path_,
    *,
    pictures: Pictures = (),
    title: str = "",
    crops: Sequence[Crop] = (),
) -> Path: ...
@overload
def to_excel(
    frames: Mapping[str, pd.DataFrame],
    path: IO[bytes],
    *,
    pictures: Pictures = (),
    title: str = "",
    crops: Sequence[Crop] = (),
) -> None: ...
def to_excel(
    frames: Mapping[str, pd.DataFrame],
    path: Path_ | IO[bytes],
    *,
    pictures: Pictures = (),
    title: str = "",
    crops: Sequence[Crop] = (),
) -> Path | None:
    """Write a workbook with one formatted sheet a table, and the pictures (PNG, a page each) on a sheet of their own.

    Goes to a path, which it tells, or into a binary file that is open for writing, such as `io.BytesIO`. Pages of rows
    are links to their pictures, headings tell units, numbers have the decimals that are printed on the drawing, and
    `crops` stand on a sheet of their own. Cells that the column `corrected` names are marked: their values were put in
    by hand. Text stays text: nothing a drawing says becomes a formula or a link. Raises `ValueError` when a table has
    more rows than a sheet can hold, and when the path does not end in .xlsx: Excel would not open it.
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
    with xlsxwriter.Workbook(path if target is None else str(target), settings) as made:
        made.set_properties({"title": _clean(title), "comments": "Written by drawkit"})
        book = _Book(made)
        if pictures:
            book.add_pictures(pictures)
        if crops:
            book.add_crops(crops, frames)
        for name, frame in frames.items():
            book.add_table(name, frame)
    return target


_HEADER: Final = {"bold": True, "font_size": 10, "font_color": "#FFFFFF", "bg_color": "#1F3A5F", "align": "left"}
_STYLES: Final[dict[str, dict[str, Any]]] = {
    "text": {"text_wrap": True, "num_format": "@"},
    "whole": {"num_format": "0"},
    "number": {"num_format": "General"},
    "percent": {"num_format": "0%"},
    "time": {"num_format": "yyyy-mm-dd hh:mm:ss"},
    "day": {"num_format": "yyyy-mm-dd"},
    "flag": {"align": "left"},
    "link": {"num_format": "0", "font_color": "#0B57A4", "underline": 1},
    "to": {"num_format": "@", "font_color": "#0B57A4", "underline": 1},
}
_BY_HAND: Final = {"bg_color": "#CDEBDD", "bold": True}


class _Book:
    """A workbook that is being written: its formats, and where the picture of each page stands."""

    def __init__(self, book: Any) -> None:
        self._book = book
        self._formats: dict[tuple[str, int | None, bool], Any] = {}
        self._header = book.add_format(_HEADER)
        self._rows: dict[int, int] = {}

    def add_table(self, name: str, frame: pd.DataFrame) -> None:
        sheet = self._sheet(_sheet_name(name))
        hand = _by_hand(frame)
        decimals = printed_decimals(frame)
        for at, column in enumerate(frame.columns):
            series = frame[column]
            told = heading(str(column), frame)
            sheet.write_string(0, at, _clean(told), self._header)
            sheet.set_column(at, at, _width(told, series))
            self._write(sheet, at, series, hand.get(str(column), frozenset()), decimals.get(str(column), {}))
        if "page" in frame.columns and "file" not in frame.columns:
            self._link_pages(sheet, list(frame.columns).index("page"), frame["page"])
        if len(frame.columns):
            sheet.autofilter(0, 0, max(len(frame), 1), len(frame.columns) - 1)

    def add_pictures(self, pictures: Pictures) -> None:
        self._rows = add_pictures(self._book, pictures)

    def add_crops(self, crops: Sequence[Crop], frames: Mapping[str, pd.DataFrame]) -> None:
        """A sheet of what is to be looked at, least sure first: the picture, what was read, and where it stands."""
        sheet = self._sheet("to look at")
        titles = {"on the sheet": 46, "read": 34, "table": 20, "id": 8, "page": 8, "confidence": 12}
        for at, (name, width) in enumerate(titles.items()):
            sheet.write_string(0, at, name, self._header)
            sheet.set_column(at, at, width)
        for row, crop in enumerate(crops, start=1):
            width, height, dpi = _measured(crop.png)
            shown = (width * 96 / dpi[0], height * 96 / dpi[1])
            scale = min(_CROP_WIDTH / shown[0], _CROP_HEIGHT / shown[1])
            sheet.set_row_pixels(row, _CROP_HEIGHT + 6)
            options = {"image_data": io.BytesIO(crop.png), "x_scale": scale, "y_scale": scale}
            sheet.insert_image(row, 0, f"{crop.table}-{row}.png", {**options, "x_offset": 3, "y_offset": 3})
            sheet.write_string(row, 1, _clean(crop.text), self._format("text"))
            self._write_link(sheet, (row, 2), crop, frames.get(crop.table))
            sheet.write_string(row, 3, _clean(crop.id), self._format("text"))
            sheet.write_number(row, 4, crop.page, self._format("whole"))
            sheet.write_number(row, 5, crop.confidence, self._format("percent"))
        self._link_pages(sheet, 4, pd.Series([crop.page for crop in crops]))

    def _write_link(self, sheet: Any, place: tuple[int, int], crop: Crop, frame: pd.DataFrame | None) -> None:
        """The table's name as a link to the row of the item."""
        rows = [] if frame is None or "id" not in frame else [at for at, i in enumerate(frame["id"]) if i == crop.id]
        if rows:
            sheet.write_url(*place, f"internal:'{_sheet_name(crop.table)}'!A{rows[0] + 2}")
        sheet.write_string(*place, crop.table.replace("_", " "), self._format("to" if rows else "text"))

    def _link_pages(self, sheet: Any, at: int, pages: pd.Series[Any]) -> None:
        """Make the page of each row a link to its picture; the cell stays a number."""
        for row, page in enumerate(pages.array, start=1):
            if not pd.isna(page) and int(page) in self._rows:
                sheet.write_url(row, at, f"internal:'{PREVIEW}'!A{self._rows[int(page)] + 1}")
                sheet.write_number(row, at, int(page), self._format("link"))

    def _sheet(self, name: str) -> Any:
        sheet = self._book.add_worksheet(name)
        sheet.freeze_panes(1, 0)
        sheet.hide_gridlines(2)
        sheet.set_row(0, 18)
        return sheet

    def _format(self, style: str, decimals: int | None = None, *, by_hand: bool = False) -> Any:
        key = style, decimals, by_hand
        if key not in self._formats:
            look = {"valign": "top", "font_size": 10, **_STYLES[style], **(_BY_HAND if by_hand else {})}
            if decimals is not None:
                look["num_format"] = f"0.{'0' * decimals}" if decimals else "0"
            self._formats[key] = self._book.add_format(look)
        return self._formats[key]

    def _write(
        self, sheet: Any, at: int, series: pd.Series[Any], by_hand: frozenset[int], decimals: Mapping[int, int]
    ) -> None:
        style, write = _style_of(series, sheet)
        times = isinstance(series.dtype, pd.DatetimeTZDtype)  # Excel knows no time zones: the columns are UTC
        values = series.dt.tz_localize(None) if times else series
        for row, value in enumerate(values.array, start=1):
            hand = row - 1 in by_hand
            form = self._format(style, None if hand else decimals.get(row - 1), by_hand=hand)
            endless = isinstance(value, float) and math.isinf(value)  # of a damaged box; Excel has no such number
            if not pd.isna(value) and not endless:
                write(row, at, _clean(str(value)) if style == "text" else value, form)
            elif hand:
                sheet.write_blank(row, at, None, form)


def add_pictures(book: Any, pictures: Pictures) -> dict[int, int]:
    """Add a sheet with the pages to an open `xlsxwriter` workbook; tells the row (from 0) where each page stands."""
    sheet = book.add_worksheet(PREVIEW)
    sheet.hide_gridlines(2)
    rows: dict[int, int] = {}
    row = 0
    for page, data in (pictures if isinstance(pictures, Mapping) else dict(enumerate(pictures, start=1))).items():
        width, height, dpi = _measured(data)
        # xlsxwriter sizes a picture by its own resolution; the scale is against that.
        scale = _PICTURE_WIDTH / (width * 96 / dpi[0])
        sheet.write_string(row, 0, f"Page {page}")
        rows[page] = row
        options = {"image_data": io.BytesIO(data), "x_scale": scale, "y_scale": scale}
        sheet.insert_image(row + 1, 0, f"page-{page}.png", options)
        row += 3 + int(height * 96 / dpi[1] * scale / 20)
    return rows


def _measured(png: bytes) -> tuple[int, int, tuple[float, float]]:
    """Width and height of a picture in pixels, and its resolution."""
    with Image.open(io.BytesIO(png)) as picture:
        dpi = picture.info.get("dpi", (96, 96))
        return picture.width, picture.height, (float(dpi[0]) or 96.0, float(dpi[1]) or 96.0)


def _by_hand(frame: pd.DataFrame) -> dict[str, frozenset[int]]:
    """Tell for each column the rows that were corrected by hand."""
    found: dict[str, set[int]] = {}
    if "corrected" in frame.columns:
        for row, names in frame["corrected"].reset_index(drop=True).dropna().items():
            for name in str(names).split(", "):
                found.setdefault(name, set()).add(int(str(row)))
    return {name: frozenset(rows) for name, rows in found.items()}


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
