"""The sheet: sizes, frame, grid of zones (ISO 5457, ASME Y14.1) and drawing scales (ISO 5455)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from .pen import Pen, Point, Rect

Standard = Literal["iso", "asme"]

SIZES: Final[dict[str, tuple[float, float]]] = {
    "A4": (297.0, 210.0),
    "A4P": (210.0, 297.0),
    "A3": (420.0, 297.0),
    "A2": (594.0, 420.0),
    "A": (279.4, 215.9),
    "B": (431.8, 279.4),
    "C": (558.8, 431.8),
}
"""Width and height in millimetres; A4P is A4 upright, the letters alone are ANSI sizes."""

ZONES: Final[dict[str, tuple[int, int]]] = {
    "A4": (6, 4),
    "A4P": (4, 6),
    "A3": (8, 6),
    "A2": (12, 8),
    "A": (6, 4),
    "B": (8, 4),
    "C": (10, 6),
}
"""Columns and rows of the grid."""

SCALES: Final = (10.0, 5.0, 4.0, 2.0, 1.0, 0.5, 0.4, 0.25, 0.2, 0.1, 0.05)
_ROW_LETTERS: Final = "ABCDEFGHJKLMNPQR"  # I and O look like figures (ISO 5457, 4.4)


@dataclass(frozen=True)
class Sheet:
    """A sheet of paper and its frame. Lengths in millimetres, origin at the lower left."""

    name: str
    standard: Standard = "iso"
    grid: bool = True

    @property
    def size(self) -> tuple[float, float]:
        """Width and height."""
        return SIZES[self.name]

    @property
    def label(self) -> str:
        """The size as printed."""
        return self.name.removesuffix("P")

    @property
    def frame(self) -> Rect:
        """The drawing space: a filing margin at the left under ISO 5457."""
        width, height = self.size
        left = 20.0 if self.standard == "iso" else 12.0
        other = 10.0 if self.standard == "iso" else 12.0
        return left, other, width - other, height - other

    def zone(self, at: Point) -> str | None:
        """Return the field of the grid that a point lies in, such as "B4"; None without a grid."""
        if not self.grid:
            return None
        columns, rows = ZONES[self.name]
        x0, y0, x1, y1 = self.frame
        column = min(columns - 1, max(0, int((at[0] - x0) / (x1 - x0) * columns)))
        row = min(rows - 1, max(0, int((y1 - at[1]) / (y1 - y0) * rows)))
        if self.standard == "asme":
            column, row = columns - 1 - column, rows - 1 - row
        return f"{_ROW_LETTERS[row]}{column + 1}"

    def draw(self, pen: Pen) -> None:
        """Draw frame, grid and centring marks."""
        pen.rect(self.frame, "frame")
        if not self.grid:
            return
        x0, y0, x1, y1 = self.frame
        band = 5.0
        pen.rect((x0 - band, y0 - band, x1 + band, y1 + band), "thin")
        columns, rows = ZONES[self.name]
        for index in range(columns):
            left, right = (x0 + (x1 - x0) * (index + part) / columns for part in (0, 1))
            number = columns - index if self.standard == "asme" else index + 1
            for base in (y0 - band, y1):
                pen.text(((left + right) / 2, base + 1.3), str(number), 2.5, anchor="middle")
                if index:
                    pen.line((left, base), (left, base + band), style="thin")
        for index in range(rows):
            top, bottom = (y1 - (y1 - y0) * (index + part) / rows for part in (0, 1))
            letter = _ROW_LETTERS[rows - 1 - index if self.standard == "asme" else index]
            for base in (x0 - band, x1):
                pen.text((base + band / 2, (top + bottom) / 2 - 1.25), letter, 2.5, anchor="middle")
                if index:
                    pen.line((base, top), (base + band, top), style="thin")
        self._centring_marks(pen)

    def _centring_marks(self, pen: Pen) -> None:
        x0, y0, x1, y1 = self.frame
        x, y = (x0 + x1) / 2, (y0 + y1) / 2
        for a, b in (((x, y0 - 5), (x, y0 + 4)), ((x, y1 + 5), (x, y1 - 4))):
            pen.line(a, b, style="frame")
        for a, b in (((x0 - 5, y), (x0 + 4, y)), ((x1 + 5, y), (x1 - 4, y))):
            pen.line(a, b, style="frame")


def scale_text(scale: float) -> str:
    """Return the scale as printed: "2:1", "1:2.5"."""
    if scale >= 1:
        return f"{scale:g}:1"
    return f"1:{1 / scale:g}"


def best_scale(width: float, height: float, room: tuple[float, float]) -> float:
    """Return the largest standard scale at which `width` x `height` mm fits the room."""
    return next((s for s in SCALES if width * s <= room[0] and height * s <= room[1]), SCALES[-1])
