"""What the viewer's browser side needs of a result, as plain JSON types: pages, kinds, items."""

from __future__ import annotations

import math
from collections.abc import Mapping
from types import NoneType
from typing import Any, Final

from drawkit import contract
from drawkit.contract.corrections import DRAWING, fields_by_hand
from drawkit.contract.notation import told_datums
from drawkit.display import Result
from drawkit.display._fields import Field, fields_of
from drawkit.display._words import tolerance
from drawkit.figures import STYLES, Style

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


def pages_of(result: contract.Result) -> list[dict[str, Any]]:
    """Tell the pages with their sizes in points; a result without pages has one of the size of an A3 sheet."""
    reports = result.pages or (contract.PageReport(page=1, width=1190.55, height=841.89),)
    return [
        {
            "page": report.page,
            "width": report.width if report.width > 0 else 1190.55,
            "height": report.height if report.height > 0 else 841.89,
            "readable": report.readable,
            "remarks": clean("; ".join(report.remarks)),
        }
        for report in reports
    ]


def kinds_of(result: contract.Result) -> list[dict[str, Any]]:
    """Tell the kinds of which something was read: their look, the columns of their table, what can be corrected."""
    return [
        _kind(name, style, fields_of(name, getattr(result, name)))
        for name, style in STYLES.items()
        if getattr(result, name)
    ]


def items_of(result: Result) -> list[dict[str, Any]]:
    """Tell every item, with what was read where a person has corrected it."""
    return [told for name in STYLES for told in _items(name, result)]


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


def _items(table: str, result: Result) -> list[dict[str, Any]]:
    read: tuple[contract.Item, ...] = getattr(result.data, table)
    shown: tuple[contract.Item, ...] = getattr(result.corrected, table)
    fields = fields_of(table, read)
    return [_item(table, at, pair, fields) for at, pair in enumerate(zip(shown, read, strict=True))]


def _kind(name: str, style: Style, fields: Mapping[str, Field]) -> dict[str, Any]:
    return {
        "name": name,
        "label": style.label,
        "colour": style.colour,
        "dashed": style.dashed,
        "fill": style.fill,
        "around": style.around,
        "columns": [{"label": _label(c), "number": c in _NUMBERS} for c in _COLUMNS[name]],
        "fields": [_field(field) for field in fields.values()],
    }


def _field(field: Field) -> dict[str, Any]:
    return {
        "name": clean(field.name),
        "label": _LABELS["text"] if field.name == "text" else clean(_title(field.name)),
        "flag": bool in field.types,
        "choices": list(field.choices),
        "optional": NoneType in field.types,
        "hint": field.hint,
    }


def _item(
    table: str, at: int, pair: tuple[contract.Item, contract.Item], fields: Mapping[str, Field]
) -> dict[str, Any]:
    item, read = pair
    box = item.box if item.box and all(map(math.isfinite, item.box)) else None
    return {
        "key": f"{table}:{at}",
        "kind": table,
        "page": item.page,
        "box": box,
        "turn": clean(item.rotation),
        "text": clean(item.text),
        "sure": item.confidence,
        "trust": contract.trust_of(item.confidence),
        "row": at + 1,
        "from": item.read_from,
        "zone": clean(item.sheet_zone),
        "cells": [clean(_cell(item, column)) for column in _COLUMNS[table]],
        "values": {clean(name): clean(field.told(item)) for name, field in fields.items()},
        "read": {clean(name): clean(fields[name].told(read)) for name in fields_by_hand(item)},
        "fixed": not item.id,
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
