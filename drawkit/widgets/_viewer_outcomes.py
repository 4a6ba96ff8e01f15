"""What a reading is for, as the viewer's browser side needs it: rows of a view, and the marks of its balloons."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from drawkit import checks
from drawkit.contract import LISTS, Box
from drawkit.display import Result
from drawkit.display._inspected import colour_of
from drawkit.display._outcomes import COLOURS
from drawkit.figures import Ink, Placed, pinned, place
from drawkit.inspection import Characteristic, places

from ._viewer_rows import clean

READING: Final = "reading"
_LETTERS: Final = 100.0
"""Of a page's longer side, the size of the numbers in balloons: legible where the whole sheet is seen."""
_LEAST_POINTS: Final = 6.5


@dataclass(frozen=True)
class Mark:
    """What a balloon of a view numbers: the row, the number that it shows, where it stands, and how it looks."""

    key: str
    number: str
    page: int
    box: Box
    colour: str
    place: int = 0
    """Which of the row's balloons it is."""
    centre: tuple[float, float] | None = None
    """Where a person moved it."""


@dataclass(frozen=True)
class Outcome:
    """The rows of a view, the marks on the sheet, and a sentence where there is something to be said of them."""

    rows: Sequence[Mapping[str, Any]] = ()
    marks: Sequence[Mark] = ()
    told: str = ""
    undoable: bool = False
    restorable: bool = False
    """Whether another plan of the inspection is kept beside the one that is shown."""


def checks_of(result: Result) -> Outcome:
    """The findings, errors first; each with the item that it is about, where that can be corrected."""
    found = checks.check(result.corrected)
    keys = _keys(result)
    rows = [
        {
            "key": str(number),
            "severity": one.severity.value,
            "page": one.page,
            "zone": clean(one.sheet_zone),
            "message": clean(one.message),
            "text": clean(one.text),
            "clause": one.clause,
            "rule": one.rule,
            "box": finite(one.box),
            "colour": COLOURS[one.severity],
            "item": keys.get((one.table, one.id), ""),
        }
        for number, one in enumerate(found, 1)
    ]
    marks = [Mark(row["key"], row["key"], row["page"], row["box"], row["colour"]) for row in rows if row["box"]]
    return Outcome(rows, marks, "" if rows else _why_none(result))


def inspection_of(result: Result) -> Outcome:
    """The characteristics by number, each with its limits and where they come from, and with the item it was read from.

    A requirement for several features is one row: so edits name it.
    """
    plan, lost = result.inspection_plan, result.plan_left_out
    undoable, restorable = bool(plan.edits), plan.restorable
    try:
        found = plan.rows
    except (KeyError, ValueError) as error:
        told = f"Edits of this inspection do not hold any more: {error.args[0]} Undo takes them back, one by one."
        return Outcome(told=told, undoable=undoable, restorable=restorable)
    keys = _keys(result)
    rows = [{**_row(one), "item": keys.get(one.key, "")} for one in found]
    marks = [
        Mark(spot.row.number, spot.number, page, spot.box, colour_of(spot.row), spot.place, spot.moved)
        for page in sorted({page for one in found for page, _ in one.places})
        for spot in places(found, page)
        if finite(spot.box)
    ]
    none = (
        "" if rows else "Nothing was read that can be inspected: no dimensions, tolerances, surfaces, welds or notes."
    )
    return Outcome(rows, marks, " ".join(filter(None, (none, lost))), undoable, restorable)


def _row(one: Characteristic) -> dict[str, Any]:
    return {
        "key": one.number,
        "page": one.page,
        "zone": clean(one.sheet_zone),
        "requirement": clean(one.requirement),
        "kind": one.kind.replace("_", " "),
        "designator": one.designator or "",
        "quantity": one.quantity,
        "nominal": clean(one.nominal),
        "lower": clean(one.lower_limit),
        "upper": clean(one.upper_limit),
        "unit": one.unit or "",
        "rule": one.rule or "",
        "reason": one.reason or "",
        "sure": one.confidence,
        "review": one.review.value,
        "added": not one.table,
        "box": next((finite(box) for page, box in one.places if page == one.page), None),
        "colour": colour_of(one),
    }


VIEWS: Final[Mapping[str, Callable[[Result], Outcome]]] = {"inspection": inspection_of, "checks": checks_of}
"""The views beside the reading, each with what makes it."""


def placed(marks: Sequence[Mark], ink: Ink) -> list[Placed]:
    """Place the balloons of one page on its free paper; all in points of the sheet."""
    points = max(max(ink.sheet) / _LETTERS, _LEAST_POINTS)
    return place([(mark.number, mark.box) for mark in marks], ink, points=points)


def told_placed(marks: Sequence[Mark], spots: Sequence[Placed]) -> list[dict[str, Any]]:
    """Balloons for the browser: where they were placed, or where a person moved them."""
    return [_told(mark, pinned(spot, mark.centre)) for mark, spot in zip(marks, spots, strict=True)]


def finite(box: Box | None) -> Box | None:
    """A box that can be drawn; None for any other."""
    return box if box and all(map(math.isfinite, box)) else None


def _why_none(result: Result) -> str:
    if not any(getattr(result.corrected, name) for name in LISTS):
        return "Nothing was read on this drawing: there is nothing to check."
    return f"Nothing was found: {len(checks.RULES)} rules were applied to what was read."


def _told(mark: Mark, spot: Placed) -> dict[str, Any]:
    where = {"x": spot.x, "y": spot.y, "radius": spot.radius, "box": mark.box}
    return {"key": mark.key, "number": mark.number, "colour": mark.colour, "place": mark.place, **where}


def _keys(result: Result) -> dict[tuple[str, str], str]:
    """Rows of the browser by table and id."""
    tables = result.replay.board.tables
    return {(name, row.id): f"{name}:{at}" for name, rows in tables.items() for at, row in enumerate(rows) if row.id}
