"""Parts lists (ISO 7573), revision tables and general notes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from .drafter import Drafter
from .habits import Language
from .pen import Anchor, Pen, Rect, joined
from .tables import fitted, wrapped, write
from .words import NOTES_HEAD, PARTS_LABELS, REVISION_LABELS

Growth = Literal["up", "down"]


@dataclass(frozen=True)
class Part:
    """One row of a parts list, as printed."""

    position: str
    quantity: str
    designation: str
    part_number: str = ""
    material: str = ""
    remark: str = ""
    mass: str = ""


_WIDTHS = {
    "position": 12.0,
    "quantity": 14.0,
    "part_number": 36.0,
    "designation": 56.0,
    "material": 30.0,
    "remark": 32.0,
    "mass": 20.0,
}
_CENTRED = {"position", "quantity", "mass"}


def list_width(columns: Sequence[str], width: float) -> dict[str, float]:
    """Column widths that fill `width` mm."""
    total = sum(_WIDTHS[c] for c in columns)
    return {c: _WIDTHS[c] * width / total for c in columns}


def draw_parts_list(  # noqa: PLR0913  # each is a plain choice of the caller's
    drafter: Drafter,
    parts: Sequence[Part],
    columns: Sequence[str],
    corner: tuple[float, float],
    width: float,
    language: Language,
    growth: Growth,
    *,
    headed: bool = True,
) -> Rect:
    """Draw a parts list from its header at `corner` (left end): upwards from below, or downwards from above.

    Without a header it goes on from an earlier sheet.
    """
    table = _Table(drafter, list_width(columns, width), corner, growth)
    labels = PARTS_LABELS[language]
    boxes = [table.row({c: labels[c] for c in columns}, header=True)] if headed else []
    for part in parts:
        values = {c: getattr(part, c) for c in columns}
        box = table.row(values)
        boxes.append(box)
        known = {c: v for c, v in values.items() if c != "mass"}
        extra = {labels["mass"].lower(): values["mass"]} if "mass" in values else {}
        drafter.ledger.note("bom", box, " ".join(v for v in values.values() if v), other=extra, **known)
    whole = joined(boxes)
    drafter.pen.rect(whole, "outline")
    drafter.pen.kept.append(whole)
    return whole


class _Table:
    """Rows of cells that grow up or down; a row is as tall as its tallest cell."""

    _SIZE = 2.5

    def __init__(self, drafter: Drafter, widths: dict[str, float], corner: tuple[float, float], growth: Growth) -> None:
        self._pen: Pen = drafter.pen
        self._widths = widths
        self._x, self._y = corner
        self._up = growth == "up"

    def row(self, values: dict[str, str], *, header: bool = False) -> Rect:
        """Draw one row; returns its box."""
        deep = max(len(wrapped(self._pen, v, self._SIZE, self._widths[c] - 2.4)) for c, v in values.items())
        height = 7.0 + max(0, deep - 1) * 1.6 * self._SIZE
        bottom = self._y if self._up else self._y - height
        x = self._x
        for column, value in values.items():
            box = (x, bottom, x + self._widths[column], bottom + height)
            self._pen.rect(box, "table" if not header else "outline")
            if value:
                anchor: Anchor = "middle" if column in _CENTRED else "start"
                room = (box[0] + 1.2, box[1] + 0.6, box[2] - 1.2, box[3] - 0.6)
                write(self._pen, room, value, self._SIZE, anchor=anchor)
            x += self._widths[column]
        self._y = bottom + height if self._up else bottom
        return self._x, bottom, x, bottom + height


def draw_revisions(
    drafter: Drafter, rows: Sequence[tuple[str, str, str, str]], corner: tuple[float, float], language: Language
) -> Rect:
    """Draw a revision table with its upper right corner at `corner`; rows: mark, description, date, name."""
    widths = (12.0, 58.0, 24.0, 20.0)
    pen = drafter.pen
    left = corner[0] - sum(widths)
    boxes = []
    for index, row in enumerate((REVISION_LABELS[language], *rows)):
        y1 = corner[1] - 6.0 * index
        x = left
        for width, value in zip(widths, row, strict=True):
            pen.rect((x, y1 - 6.0, x + width, y1), "table")
            lines, size = fitted(pen, value, 2.5, (width - 2, 3.0))
            pen.text((x + 1, y1 - 3 - size / 2), " ".join(lines), size)
            x += width
        box = (left, y1 - 6.0, corner[0], y1)
        boxes.append(box)
        if index:
            mark, description, date, name = row
            drafter.ledger.note(
                "revisions", box, " ".join(row), revision=mark, description=description, date=date, approved_by=name
            )
    whole = joined(boxes)
    pen.kept.append(whole)
    return whole


def notes_height(pen: Pen, notes: Sequence[str], width: float, size: float) -> float:
    """How tall a list of notes gets, its heading included, mm."""
    lines = sum(len(wrapped(pen, note, size, width - 3 * size)) for note in notes)
    return (lines + 1.4) * 1.7 * size


def draw_notes(
    drafter: Drafter, notes: Sequence[str], corner: tuple[float, float], width: float, size: float, language: Language
) -> Rect:
    """Write numbered notes under a heading, the upper left corner at `corner`."""
    pen = drafter.pen
    boxes = [pen.text((corner[0], corner[1] - size), NOTES_HEAD[language], size)]
    y = corner[1] - size - 2.2 * size
    for number, note in enumerate(notes, 1):
        own = [pen.text((corner[0], y), f"{number}.", size)]
        for line in wrapped(pen, note, size, width - 3 * size):
            own.append(pen.text((corner[0] + 2.6 * size, y), line, size))
            y -= 1.7 * size
        box = joined(own)
        drafter.ledger.note("notes", box, note, number=str(number))
        boxes.append(box)
    whole = joined(boxes)
    pen.kept.append(whole)
    return whole
