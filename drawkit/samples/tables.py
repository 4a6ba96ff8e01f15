"""Tables on a sheet: cells with small labels, wrapped text that fits, grids of rows."""

from __future__ import annotations

from .pen import Anchor, Pen, Rect, joined

LABEL = 1.8
"""Capital height of a cell's label, mm."""


def wrapped(pen: Pen, text: str, height: float, width: float) -> list[str]:
    """Break text at spaces so that each line fits `width`; a longer word stands alone."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and pen.width(longer, height) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def fitted(pen: Pen, text: str, height: float, room: tuple[float, float]) -> tuple[list[str], float]:
    """Lines and the height at which they fit the room: wrapped first, then smaller."""
    while True:
        lines = wrapped(pen, text, height, room[0])
        tall = height * (1 + 1.6 * (len(lines) - 1))
        if height < 1.3 or (tall <= room[1] and all(pen.width(line, height) <= room[0] for line in lines)):
            return lines, height
        height *= 0.92


def cell(
    pen: Pen, box: Rect, label: str, value: str, height: float, *, anchor: Anchor = "start", border: bool = True
) -> Rect | None:
    """Draw a bordered cell: label at the upper left, value below it; returns the value's box."""
    x0, y0, x1, y1 = box
    if border:
        pen.rect(box, "table")
    top = y1 - 0.8
    if label:
        lines, size = fitted(pen, label, LABEL, (x1 - x0 - 1.6, LABEL))
        pen.text((x0 + 0.8, y1 - 0.8 - size), lines[0] if len(lines) == 1 else " ".join(lines), size)
        top = y1 - 0.8 - size - 0.7
    return write(pen, (x0 + 1.2, y0 + 0.9, x1 - 1.2, top), value, height, anchor=anchor) if value else None


def write(pen: Pen, room: Rect, value: str, height: float, *, anchor: Anchor = "start") -> Rect:
    """Write a value in a room: wrapped, vertically centred."""
    x0, y0, x1, y1 = room
    lines, size = fitted(pen, value, height, (x1 - x0, y1 - y0))
    tall = size * (1 + 1.6 * (len(lines) - 1))
    y = (y0 + y1) / 2 + tall / 2 - size
    x = {"start": x0, "middle": (x0 + x1) / 2, "end": x1}[anchor]
    return joined(pen.text((x, y - 1.6 * size * index), line, size, anchor=anchor) for index, line in enumerate(lines))
