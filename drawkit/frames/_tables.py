"""The tables of a result: for each list, its documented columns."""

from __future__ import annotations

import json
import typing
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from drawkit.contract import (
    Characteristic,
    Dimension,
    DimensionKind,
    GeometricTolerance,
    Item,
    ModuleState,
    PageReport,
    Result,
    State,
    SurfaceTexture,
    TableKind,
    TitleBlock,
    Trust,
    View,
    Weld,
    WeldKind,
    found_by,
    state_of,
    trust_of,
)
from drawkit.contract.corrections import fields_by_hand
from drawkit.contract.notation import told_datum, told_datums
from drawkit.contract.review import STATE_MEMBER

from ._columns import Column, Row, choices, edges, part
from ._units import LENGTHS, ROUGHNESS, RowUnit, row_unit

MM_PER_POINT: Final = 25.4 / 72

ISO_7200: Final[dict[str, str]] = {
    "title": "Title",
    "drawing_number": "Drawing number",
    "part_number": "Part number",
    "revision": "Revision",
    "material": "Material",
    "finish": "Finish",
    "scale": "Scale",
    "sheet": "Sheet",
    "sheet_size": "Sheet size",
    "date": "Date",
    "drawn_by": "Drawn by",
    "checked_by": "Checked by",
    "approved_by": "Approved by",
    "company": "Company",
    "mass": "Mass",
    "projection": "Projection",
    "units": "Units",
    "general_tolerance": "General tolerance",
}
"""The fields of a title block in the order people look for them, each with its label."""


@dataclass(frozen=True)
class Table:
    """One table: where its rows come from and what its columns are."""

    name: str
    rows: Callable[[Result], Sequence[Row]]
    columns: tuple[Column, ...]


RENAMED: Final = {"max": "upper_limit", "min": "lower_limit", "size": "weld_size", "columns": "headings"}
"""Former names of columns, which were names of methods of a DataFrame too; they stand beside the new ones for now."""


def former(name: str, dtype: str, read: Callable[[Row], object] | None = None) -> Column:
    """The column under its former name."""
    return Column(name, dtype, f"Former name of {RENAMED[name]}; goes with the next version", read)


def _corrected(row: Row) -> str | None:
    return ", ".join(RENAMED.get(name, name) for name in row.get("corrected", ())) or None


def _trust(row: Row) -> Trust:
    return "sure" if state_of(row) is not State.READ else trust_of(row["confidence"])


def _state(row: Row) -> str:
    return state_of(row).value


_HEAD: Final = (
    Column("page", "Int64", "Page of the drawing, from 1"),
    Column("id", "string", "Stable name of the item within its result"),
    Column("text", "string", "What was read, on one line"),
)
_TAIL: Final = (
    Column("confidence", "Float64", "How sure the reading is, 0 to 1"),
    Column("trust", typing.get_args(Trust), "The same in a word; look: at the sheet", _trust),
    Column("read_from", choices(Item, "read_from"), "Where the text came from"),
    Column("corrected", "string", "Fields corrected by hand; missing where all is as read", _corrected),
    Column("review", tuple(State), "How far a person has gone with it: read, accepted, corrected, added", _state),
    Column("sheet_zone", "string", "Field of the sheet's grid (ISO 5457), such as B4"),
    Column("rotation", "Float64", "Direction of the text in degrees, counter-clockwise"),
    *edges(),
)


def _depth(row: Row) -> float | None:
    depth, unit = row["depth"], row["row_unit"]
    return None if isinstance(depth, str) else unit.length(depth)


def _length(member: str, name: str) -> Callable[[Row], float | None]:
    """A length of a counterbore or countersink in the row's unit."""
    read = part(member, name)
    return lambda row: row["row_unit"].length(read(row))


def _named(name: str) -> Callable[[Row], object]:
    """A member that another name tells better."""
    return lambda row: row[name]


def _unit(row: Row) -> str | None:
    unit: RowUnit = row["row_unit"]
    return unit.name


def _through(row: Row) -> bool:
    depth = row["depth"]
    return isinstance(depth, str) and depth.strip().upper().startswith("THR")


def _datums(row: Row) -> str | None:
    return told_datums(row["datums"]) or None


def _nth_datum(index: int) -> Callable[[Row], str | None]:
    return lambda row: told_datum(row["datums"][index]) if len(row["datums"]) > index else None


def _joined(name: str, by: str) -> Callable[[Row], str | None]:
    return lambda row: by.join(row[name]) or None


def _headings(row: Row) -> str | None:
    return None if row["columns"] is None else " | ".join(row["columns"])


def _other(row: Row) -> str | None:
    return json.dumps(row["other"], ensure_ascii=False) if row["other"] else None


_UNIT: Final = Column("unit", LENGTHS, "Unit of the row's lengths; missing where the drawing does not tell it", _unit)
_DEPTH: Final = (
    Column("depth", "Float64", "Depth in the row's unit", _depth),
    Column("through", "boolean", "Whether the hole goes through (THRU)", _through),
)
_BORES: Final = (
    Column("counterbore_diameter", "Float64", "Diameter of the counterbore", _length("counterbore", "diameter")),
    Column("counterbore_depth", "Float64", "Depth of the counterbore", _length("counterbore", "depth")),
    Column("countersink_diameter", "Float64", "Diameter of the countersink", _length("countersink", "diameter")),
    Column(
        "countersink_angle", "Float64", "Included angle of the countersink in degrees", part("countersink", "angle")
    ),
)
_DIMENSION_ID: Final = Column("dimension_id", "string", "The dimension it belongs to (column id of dimensions)")
_QUANTITY: Final = Column("quantity", "Int64", "How many times it applies")
_THREAD: Final = Column("thread", "string", "Thread designation as printed")

_SPECIFIC: Final[dict[str, tuple[Column, ...]]] = {
    "title_blocks": tuple(
        Column(name, choices(TitleBlock, name) if name == "projection" else "string", f"{label} (ISO 7200)")
        for name, label in ISO_7200.items()
    ),
    "bom": (
        Column("position", "string", "Item number, as balloons refer to it (ISO 7573)"),
        Column("quantity", "string", "Quantity as printed"),
        Column("part_number", "string", "Part number"),
        Column("designation", "string", "Designation"),
        Column("material", "string", "Material"),
        Column("remark", "string", "Remark"),
        Column("other", "string", "Cells of columns with other headers, as a JSON object", _other),
    ),
    "revisions": (
        Column("revision", "string", "Revision index"),
        Column("description", "string", "What was changed"),
        Column("date", "string", "Date as printed"),
        Column("approved_by", "string", "Who approved"),
    ),
    "dimensions": (
        Column("kind", typing.get_args(DimensionKind), "Kind of dimension (ISO 129-1)"),
        _QUANTITY,
        Column("nominal", "Float64", "Nominal value in the row's unit, degrees for an angle"),
        Column("unit", (*LENGTHS, "degree"), "Unit of the row; missing where the drawing does not tell it", _unit),
        Column("upper_deviation", "Float64", "Upper deviation, signed (ISO 286-1)"),
        Column("lower_deviation", "Float64", "Lower deviation, signed"),
        Column("upper_limit", "Float64", "Upper limit of size where limits are printed", _named("max")),
        Column("lower_limit", "Float64", "Lower limit of size where limits are printed", _named("min")),
        Column("fit", "string", "Tolerance class or fit as printed, such as H7 (ISO 286-1)"),
        Column("tolerance_from", choices(Dimension, "tolerance_from"), "Where the tolerance comes from"),
        Column("reference", "boolean", "Reference dimension, in parentheses or REF"),
        Column("basic", "boolean", "Theoretically exact dimension, framed"),
        Column("typical", "boolean", "Marked TYP"),
        *_DEPTH,
        Column("angle", "Float64", "Angle of a chamfer in degrees"),
        _THREAD,
        *_BORES,
        Column("alternate", "Float64", "Value in the other unit of a dual dimension"),
        former("max", "Float64"),
        former("min", "Float64"),
    ),
    "geometric_tolerances": (
        Column("characteristic", typing.get_args(Characteristic), "Characteristic (ISO 1101)"),
        Column("zone", choices(GeometricTolerance, "zone"), "Shape of the tolerance zone"),
        Column("value", "Float64", "Tolerance value in the row's unit"),
        _UNIT,
        Column("modifiers", "string", "Modifiers of the tolerance, such as M, L, P", _joined("modifiers", " ")),
        Column("datums", "string", "All datums with their modifiers, in order", _datums),
        Column("primary", "string", "Primary datum", _nth_datum(0)),
        Column("secondary", "string", "Secondary datum", _nth_datum(1)),
        Column("tertiary", "string", "Tertiary datum", _nth_datum(2)),
        Column("all_around", "boolean", "Applies all around (ISO 1101, 9.1.2)"),
        _DIMENSION_ID,
    ),
    "datum_features": (
        Column("label", "string", "Letter of the datum, or letter and number of a datum target (ISO 5459)"),
        Column("target", "boolean", "Whether it is a datum target"),
        Column("area", "string", "Size of a datum target's area as printed"),
    ),
    "surface_textures": (
        Column("parameter", "string", "Parameter, such as Ra or Rz (ISO 21920-1)"),
        Column("value", "Float64", "Value as printed"),
        Column("unit", ROUGHNESS, "Unit of the value; missing where that is not sure", _unit),
        Column("removal", choices(SurfaceTexture, "removal"), "Whether material is to be removed"),
    ),
    "threads": (
        Column("designation", "string", "Thread designation as printed"),
        _QUANTITY,
        *_DEPTH,
        _UNIT,
        _DIMENSION_ID,
    ),
    "holes": (
        _QUANTITY,
        Column("diameter", "Float64", "Diameter in the row's unit; of a threaded hole that of the thread"),
        _UNIT,
        *_DEPTH,
        _THREAD,
        *_BORES,
        Column("label", "string", "Tag of the hole in a hole table, such as A1"),
        _DIMENSION_ID,
    ),
    "welds": (
        Column("kind", typing.get_args(WeldKind), "Kind of weld (ISO 2553)"),
        Column("weld_size", "Float64", "Size of the weld in the row's unit", _named("size")),
        Column("size_of", choices(Weld, "size_of"), "What the size is of: throat (a) or leg (z)"),
        Column("length", "Float64", "Length of the weld in the row's unit"),
        _UNIT,
        Column("all_around", "boolean", "Welded all around"),
        former("size", "Float64"),
    ),
    "notes": (Column("number", "string", "Number of the note as printed"),),
    "views": (
        Column("label", "string", "Label as printed, such as SECTION A-A"),
        Column("kind", choices(View, "kind"), "Kind of view (ISO 128-3)"),
        Column("scale", "string", "Scale of the view where it differs"),
    ),
    "balloons": (
        Column("position", "string", "Item number in the balloon (ISO 6433)"),
        Column("item_id", "string", "The row of the parts list it refers to (column id of bom)"),
    ),
    "tables": (
        Column("kind", typing.get_args(TableKind), "What the table tells: holes, a gear, bends, pins, tolerances"),
        Column("caption", "string", "Caption as printed"),
        Column("headings", "string", "Headings as printed, with | between them; missing where it has none", _headings),
        Column("row_count", "Int64", "How many rows it has below its headings", lambda row: len(row["rows"])),
        Column("column_count", "Int64", "How many columns it has", lambda row: max(map(len, row["rows"]), default=0)),
        former("columns", "string", _headings),
    ),
}


def _items(name: str) -> Callable[[Result], Sequence[Row]]:
    def rows(result: Result) -> Sequence[Row]:
        sizes = {d.id: d.kind for d in result.dimensions if d.id}
        return [_row(item, row_unit(item, result.units, sizes)) for item in getattr(result, name)]

    return rows


def _row(item: Item, unit: RowUnit) -> Row:
    row = {"row_unit": unit, **vars(item)}
    by_hand, state = fields_by_hand(item), state_of(item)
    told = {"corrected": by_hand} if by_hand else {}
    return {**row, **told, **({STATE_MEMBER: state} if state is not State.READ else {})}


def _pages(result: Result) -> Sequence[Row]:
    return [vars(page) for page in result.pages]


def _modules(result: Result) -> Sequence[Row]:
    return [
        {"module": name, "found": len(found_by(result, name)), **vars(report)}
        for name, report in result.modules.items()
    ]


def _title_fields(result: Result) -> Sequence[Row]:
    return [{"page": block.page, **vars(field)} for block in result.title_blocks for field in block.fields]


def _table_cells(result: Result) -> Sequence[Row]:
    """Every cell with text of every table, in reading order."""
    return [
        {"page": table.page, "table": table.id, "row": r, "column": c, "heading": _nth(table.columns, c), "text": text}
        for table in result.tables
        for r, row in enumerate(table.rows, 1)
        for c, text in enumerate(row, 1)
        if text
    ]


def _nth(columns: Sequence[str] | None, number: int) -> str | None:
    return columns[number - 1] or None if columns else None


def _millimetres(name: str) -> Callable[[Row], float]:
    return lambda row: round(row[name] * MM_PER_POINT, 2)


_OTHERS: Final = (
    Table(
        "title_fields",
        _title_fields,
        (
            _HEAD[0],
            Column("label", "string", "Label of the field as printed"),
            Column("value", "string", "Its value as printed"),
            *edges(),
        ),
    ),
    Table(
        "table_cells",
        _table_cells,
        (
            _HEAD[0],
            Column("table", "string", "The table it belongs to (column id of tables)"),
            Column("row", "Int64", "Row below the headings, from 1"),
            Column("column", "Int64", "Column, from 1"),
            Column("heading", "string", "Heading of its column as printed"),
            Column("text", "string", "What stands in the cell"),
        ),
    ),
    Table(
        "pages",
        _pages,
        (
            _HEAD[0],
            Column("width", "Float64", "Width of the upright page in points"),
            Column("height", "Float64", "Height of the upright page in points"),
            Column("width_mm", "Float64", "Width in millimetres", _millimetres("width")),
            Column("height_mm", "Float64", "Height in millimetres", _millimetres("height")),
            Column("sheet_size", "string", "Size of the sheet, such as A3 (ISO 5457)"),
            Column("source", choices(PageReport, "source"), "What the page is made of"),
            Column("turned", "Int64", "By how many degrees the page was turned upright"),
            Column("readable", "boolean", "Whether its text can be trusted"),
            Column("remarks", "string", "What is worth knowing about the page", _joined("remarks", "; ")),
        ),
    ),
    Table(
        "modules",
        _modules,
        (
            Column("module", "string", "Module of the analysis"),
            Column("status", tuple(s.value for s in ModuleState), "Found, looked and absent, or could not look"),
            Column("found", "Int64", "How many items it found"),
            Column("detail", "string", "Why it failed, or a remark"),
        ),
    ),
)

TABLES: Final[dict[str, Table]] = {
    name: Table(name, _items(name), (*_HEAD, *columns, *_TAIL)) for name, columns in _SPECIFIC.items()
} | {table.name: table for table in _OTHERS}
"""Every table by name: the lists of a result, then what is said about fields, pages and modules."""
