"""What the viewer's browser side needs of a result, as plain JSON types: pages, kinds, items."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from types import NoneType
from typing import Any, Final

from drawkit import contract
from drawkit.contract.corrections import DRAWING, fields_by_hand
from drawkit.contract.notation import told_datums
from drawkit.display import Result
from drawkit.display._words import counted, tolerance, unread
from drawkit.figures import STYLES, Style
from drawkit.review import Board, Field, Row, fields_of

_COLUMNS: Final[dict[str, tuple[str, ...]]] = {
    "dimensions": ("text", "kind", "nominal", "tolerance"),
    "geometric_tolerances": ("text", "characteristic", "value", "datums"),
    "datum_features": ("label",),
    "surface_textures": ("text", "parameter", "value"),
    "welds": ("text", "kind", "size"),
    "holes": ("text", "quantity", "diameter", "depth"),
    "threads": ("designation", "quantity", "depth"),
    "bom": ("position", "quantity", "part_number", "designation", "material"),
    "balloons": ("position",),
    "title_blocks": ("title", "drawing_number", "revision"),
    "revisions": ("revision", "description", "date"),
    "notes": ("number", "text"),
    "views": ("label", "kind", "scale"),
    "tables": ("kind", "caption", "text"),
}
_NUMBERS: Final = frozenset({"nominal", "value", "quantity", "diameter", "depth", "size"})
_LABELS: Final = {"text": "As read", "position": "Item", "quantity": "Qty"}


def pages_of(result: contract.Result, *, own: bool = False) -> list[dict[str, Any]]:
    """Tell the pages with their sizes in points; a result without pages has one of the size of an A3 sheet.

    Of drawings that are shown as they are, one's `own`, nothing is said of what is covered in public.
    """
    whole = bool(unread(result))  # then the reasons are told of the whole
    reports = result.pages or (contract.PageReport(page=1, width=1190.55, height=841.89),)
    return [
        {
            "page": report.page,
            "width": report.width if report.width > 0 else 1190.55,
            "height": report.height if report.height > 0 else 841.89,
            "readable": report.readable,
            "remarks": "" if whole else clean("; ".join(report.remarks_on_reading if own else report.remarks)),
        }
        for report in reports
    ]


def kinds_of(result: Result) -> list[dict[str, Any]]:
    """Tell the kinds of which there are rows: their look, the columns of their table, what can be corrected."""
    rows = result.replay.board.tables
    return [
        _kind(name, style, fields_of(name, [row.read for row in rows[name]]))
        for name, style in STYLES.items()
        if rows[name]
    ]


def every_kind() -> list[dict[str, str]]:
    """Tell the kinds that there can be rows of."""
    return [{"name": name, "label": style.label, "colour": style.colour} for name, style in STYLES.items()]


def items_of(result: Result) -> list[dict[str, Any]]:
    """Tell every item as it was read."""
    return [told for name in STYLES for told in _items(name, Board(result.data).tables[name])]


def changes_of(result: Result) -> dict[str, dict[str, Any]]:
    """Tell the items of which a review has made something else, and those it has added, by key."""
    rows = result.replay.board.tables
    return {one["key"]: one for name in STYLES for one in _items(name, rows[name], only_changed=True)}


def review_of(result: Result, note: str = "") -> dict[str, Any]:
    """Tell how far the review is, and what is to be said of it: decisions that hold no more, why it is not kept."""
    progress = result.reviewed
    gone = result.left_out
    lost = f"{counted(len(gone), 'decision')} of the review hold no more: {gone[0].reason}" if gone else ""
    told = " ".join(filter(None, [clean(note), clean(lost), clean(result.unkept), clean(result.set_aside)]))
    return {"done": progress.done, "total": progress.total, "text": str(progress), "told": told}


def units_of(result: Result) -> dict[str, Any]:
    """Tell the drawing's units, those it can have, and what was read where a person has corrected them."""
    field = fields_of(DRAWING)["units"]
    by_hand = {"read": result.data.units} if fields_by_hand(result.corrected) else {}
    return {"value": result.corrected.units, "choices": list(field.choices), **by_hand}


def clean(value: Any) -> Any:
    """Make a value that JSON and UTF-8 can hold."""
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode("utf-8")
    return None if isinstance(value, float) and not math.isfinite(value) else value


def told_field(field: Field) -> dict[str, Any]:
    """Tell what a control needs to take a new value of a field."""
    return {
        "name": clean(field.name),
        "label": _LABELS["text"] if field.name == "text" else clean(_title(field.name)),
        "flag": bool in field.types,
        "choices": list(field.choices),
        "optional": NoneType in field.types,
        "hint": field.hint,
    }


def _items(table: str, rows: Sequence[Row], *, only_changed: bool = False) -> list[dict[str, Any]]:
    fields = fields_of(table, [row.read for row in rows])
    wanted = [(at, row) for at, row in enumerate(rows) if not only_changed or _is_changed(row)]
    return [_item(at, row, fields) for at, row in wanted]


def _is_changed(row: Row) -> bool:
    return row.state != "read" or row.item is not row.read


def _kind(name: str, style: Style, fields: Mapping[str, Field]) -> dict[str, Any]:
    return {
        "name": name,
        "label": style.label,
        "colour": style.colour,
        "dashed": style.dashed,
        "fill": style.fill,
        "around": style.around,
        "columns": [{"label": _label(c), "number": c in _NUMBERS} for c in _COLUMNS[name]],
        "fields": [told_field(field) for field in fields.values()],
    }


def _item(at: int, row: Row, fields: Mapping[str, Field]) -> dict[str, Any]:
    table, item = row.table, row.shown()
    box = item.box if item.box and all(map(math.isfinite, item.box)) else None
    return {
        "key": f"{table}:{at}",
        "kind": table,
        "page": item.page,
        "box": box,
        "turn": clean(item.rotation),
        "text": clean(item.text),
        "sure": item.confidence,
        "trust": contract.trust_in(item),
        "state": row.state.value,
        "note": clean(row.note),
        "follows": row.follows or "",
        "from": item.read_from,
        "zone": clean(item.sheet_zone),
        "cells": [clean(_cell(item, column)) for column in _COLUMNS[table]],
        "values": {clean(name): clean(field.told(item)) for name, field in fields.items()},
        "read": {} if row.added else {clean(n): clean(fields[n].told(row.read)) for n in fields_by_hand(item)},
        "fixed": not row.named or (row.added and row.follows is not None),
    }


def _label(column: str) -> str:
    return _LABELS.get(column, _title(column))


def _title(name: str) -> str:
    return name.replace("_", " ").capitalize() if name.islower() else name


def _cell(item: contract.Item, column: str) -> str:
    if column == "tolerance" and isinstance(item, contract.Dimension):
        return tolerance(item)
    if column == "datums" and isinstance(item, contract.GeometricTolerance):
        return told_datums(item.datums)
    value = getattr(item, column)
    if isinstance(value, float):
        return f"{value:.10g}"
    text = "" if value is None else str(value)
    return text.replace("_", " ") if column in {"kind", "characteristic"} else text
