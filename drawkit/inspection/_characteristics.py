"""What is inspected: one row for each requirement that a drawing states, with its limits."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, Literal, get_args

from drawkit.contract import (
    Box,
    Dimension,
    DimensionKind,
    GeometricTolerance,
    Item,
    Result,
    State,
    SurfaceTexture,
    Value,
    Weld,
    state_of,
)
from drawkit.contract.corrections import fields_by_hand
from drawkit.contract.notation import told_datums
from drawkit.tolerances import Limits, limits_of_result, unit_of

Table = Literal["dimensions", "geometric_tolerances", "surface_textures", "welds", "notes"]
TABLES: Final[tuple[Table, ...]] = get_args(Table)
KINDS: Final = (*get_args(DimensionKind), "geometric_tolerance", "surface_texture", "weld", "note")
"""The kinds of characteristics: those of dimensions, then the others."""
_UNITS: Final = {"mm": "µm", "inch": "µin"}
_HEADING: Final = re.compile(r"(?:\w+\s+)?\w+\s*:")
"""What stands over notes and is none: NOTES:, GENERAL NOTES:, Hinweise:"""
DESIGNATOR: Final = re.compile(r"(?<![A-Za-z])(KPC|KC|CC|SC|CTQ|CTF)(?:\s*\d{1,3})?(?![A-Za-z])|([◆◇⬥♦])")


class Characteristic(Value):
    """One characteristic (AS9102, form 3). Limits are in `unit`; a `number` such as "3.2" is a part of number 3.

    `places` are page and box of what it was read from; several where rows were merged. `reason` says why a limit that
    is missing is not known; a requirement without limits is passed or failed by attribute.
    """

    number: str = ""
    page: int = 1
    sheet_zone: str | None = None
    kind: str = "other"
    designator: str | None = None
    """The mark of a key characteristic, as printed: KC, CC, ◆ ..."""
    requirement: str = ""
    quantity: int = 1
    nominal: float | None = None
    lower_limit: float | None = None
    upper_limit: float | None = None
    unit: str | None = None
    origin: str | None = None
    rule: str | None = None
    reason: str | None = None
    characteristic: str | None = None
    """That of a geometric tolerance, such as position (ISO 1101)."""
    datums: str | None = None
    confidence: float | None = None
    corrected: str | None = None
    review: State = State.READ
    """How far a person has gone with the item that it was read from."""
    table: str = ""
    id: str = ""
    places: tuple[tuple[int, Box], ...] = ()
    moved: tuple[tuple[int, float, float], ...] = ()
    """Balloons that were moved by hand: which of the places, from 0, and the centre on its page, in points."""

    @property
    def key(self) -> tuple[str, str]:
        """The item that it was read from."""
        return self.table, self.id


def of_result(result: Result, general: str | None = None) -> Iterator[Characteristic]:
    """The characteristics of a result, not numbered yet, table by table.

    Reference dimensions and theoretically exact ones are no characteristics of their own: they state no limits
    (ISO 129-1; ISO 1101, theoretically exact dimensions).
    """
    for size, limits in zip(result.dimensions, limits_of_result(result, general), strict=True):
        if not size.reference and not size.basic:
            yield _size(size, limits, result.units)
    for frame in result.geometric_tolerances:
        yield _frame(frame, result.units)
    for texture in result.surface_textures:
        yield _texture(texture, result.units)
    for weld in result.welds:
        yield _weld(weld, result.units)
    for note in (note for note in result.notes if not _HEADING.fullmatch(note.text.strip())):
        yield _made("notes", note, kind="note", reason="a note: passed or failed")


def _made(table: Table, item: Item, **values: object) -> Characteristic:
    found = DESIGNATOR.search(item.text)
    return Characteristic.model_validate(
        {
            "page": item.page,
            "sheet_zone": item.sheet_zone,
            "designator": found[0].strip() if found else None,
            "requirement": item.text,
            "confidence": item.confidence,
            "corrected": ", ".join(fields_by_hand(item)) or None,
            "review": state_of(item),
            "table": table,
            "id": item.id,
            "places": ((item.page, item.box),) if item.box else (),
            **values,
        }
    )


def _size(size: Dimension, limits: Limits, units: str | None) -> Characteristic:
    return _made(
        "dimensions",
        size,
        kind=size.kind,
        quantity=size.quantity,
        nominal=limits.nominal,
        lower_limit=limits.lower,
        upper_limit=limits.upper,
        unit=unit_of(size.kind, units, size.thread),
        origin=limits.origin,
        rule=limits.rule,
        reason=limits.reason,
    )


def _frame(frame: GeometricTolerance, units: str | None) -> Characteristic:
    known = frame.value is not None
    return _made(
        "geometric_tolerances",
        frame,
        kind="geometric_tolerance",
        lower_limit=0.0 if known else None,
        upper_limit=frame.value,
        unit=units if units in ("mm", "inch") else None,
        origin="stated" if known else None,
        rule="the drawing" if known else None,
        reason=None if known else "no tolerance value was read",
        characteristic=frame.characteristic,
        datums=told_datums(frame.datums) or None,
    )


def _texture(texture: SurfaceTexture, units: str | None) -> Characteristic:
    known = texture.value is not None
    return _made(
        "surface_textures",
        texture,
        kind="surface_texture",
        upper_limit=texture.value,
        unit=_UNITS.get(units or ""),
        origin="stated" if known else None,
        rule="the drawing" if known else None,
        reason="an upper limit alone (ISO 21920-1)" if known else "no value was read",
    )


def _weld(weld: Weld, units: str | None) -> Characteristic:
    unit = units if units in ("mm", "inch") else None
    return _made("welds", weld, kind="weld", nominal=weld.size, unit=unit, reason="a weld: its standard bounds it")
