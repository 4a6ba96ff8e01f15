"""Title blocks in the layouts that offices use: ISO 7200, the one of a common CAD template, and a plain one."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Final, Literal

from drawkit.contract import TitleField

from .drafter import Drafter
from .habits import Language
from .pen import Anchor, Pen, Rect
from .tables import LABEL, cell, write
from .words import NAME_HEAD, TITLE_LABELS

Layout = Literal["iso7200", "template", "plain"]
LAYOUTS: Final[tuple[Layout, ...]] = ("iso7200", "template", "plain")


@dataclass(frozen=True)
class Facts:
    """What the title block says, as printed; None leaves the field blank."""

    title: str
    drawing_number: str
    revision: str
    material: str | None
    scale: str
    sheet: str
    sheet_size: str
    date: str
    drawn_by: str
    company: str
    units: str
    projection: Literal["first", "third"]
    general_tolerance: str | None = None
    part_number: str | None = None
    finish: str | None = None
    checked_by: str | None = None
    approved_by: str | None = None
    mass: str | None = None


Cells = tuple[tuple[str, float, float, float, float, float], ...]
"""Field, x, y, width, height and text height of each cell, mm from the block's lower left."""

_ISO: Final[Cells] = (
    ("general_tolerance", 0, 45, 52, 12, 3.5),
    ("material", 52, 45, 56, 12, 3.5),
    ("finish", 108, 45, 44, 12, 3.5),
    ("projection", 152, 45, 28, 12, 3.5),
    ("drawn_by", 0, 36, 36, 9, 2.5),
    ("checked_by", 36, 36, 36, 9, 2.5),
    ("approved_by", 72, 36, 36, 9, 2.5),
    ("mass", 108, 36, 24, 9, 2.5),
    ("units", 132, 36, 20, 9, 2.5),
    ("scale", 152, 36, 28, 9, 3.5),
    ("company", 0, 0, 72, 36, 5),
    ("title", 72, 19, 108, 17, 5),
    ("drawing_number", 72, 9, 80, 10, 4.5),
    ("revision", 152, 9, 28, 10, 3.5),
    ("part_number", 72, 0, 40, 9, 2.5),
    ("date", 112, 0, 28, 9, 2.5),
    ("sheet_size", 140, 0, 18, 9, 2.5),
    ("sheet", 158, 0, 22, 9, 2.5),
)
_TEMPLATE: Final[Cells] = (
    ("general_tolerance", 0, 15, 48, 29, 2.0),
    ("material", 48, 0, 52, 12, 3.0),
    ("finish", 48, 12, 52, 8, 2.5),
    ("company", 100, 40, 80, 12, 4.5),
    ("title", 100, 24, 80, 16, 5),
    ("sheet_size", 100, 8, 14, 16, 5),
    ("drawing_number", 114, 8, 50, 16, 5),
    ("revision", 164, 8, 16, 16, 5),
    ("scale", 100, 0, 26, 8, 2.5),
    ("mass", 126, 0, 26, 8, 2.5),
    ("sheet", 152, 0, 28, 8, 2.5),
)
_PLAIN: Final[Cells] = (
    ("title", 0, 24, 80, 12, 5),
    ("company", 80, 24, 50, 12, 3.5),
    ("material", 0, 12, 50, 12, 3.5),
    ("scale", 50, 12, 20, 12, 3.5),
    ("date", 70, 12, 30, 12, 3.0),
    ("drawn_by", 100, 12, 30, 12, 3.0),
    ("drawing_number", 0, 0, 60, 12, 5),
    ("revision", 60, 0, 14, 12, 3.5),
    ("sheet", 74, 0, 18, 12, 3.0),
    ("sheet_size", 92, 0, 14, 12, 3.0),
    ("projection", 106, 0, 24, 12, 3.0),
)
_SIZE: Final[dict[Layout, tuple[float, float]]] = {
    "iso7200": (180.0, 57.0),
    "template": (180.0, 52.0),
    "plain": (130.0, 36.0),
}


def block_size(layout: Layout) -> tuple[float, float]:
    """Width and height of a title block, mm."""
    return _SIZE[layout]


def draw_title_block(drafter: Drafter, layout: Layout, facts: Facts, language: Language) -> Rect:
    """Draw the title block in the lower right corner of the frame and note its truth."""
    width, height = _SIZE[layout]
    x1, y0 = drafter.limits[2], drafter.limits[1]
    box = (x1 - width, y0, x1, y0 + height)
    drawer = _Drawer(drafter.pen, box, facts, language, upper=layout == "template")
    drawer.cells({"iso7200": _ISO, "template": _TEMPLATE, "plain": _PLAIN}[layout])
    if layout == "template":
        drawer.template_extras(drafter)
    drafter.pen.rect(box, "outline")
    drafter.pen.kept.append(box)
    shown = {key: value for key, value in asdict(facts).items() if key in drawer.shown}
    drafter.ledger.note("title_blocks", box, facts.title, fields=tuple(drawer.fields(drafter)), **shown)
    return box


class _Drawer:
    """Draws the cells of one title block and remembers which fields it showed."""

    def __init__(self, pen: Pen, box: Rect, facts: Facts, language: Language, *, upper: bool) -> None:
        self._pen = pen
        self._box = box
        self._values = {k: v for k, v in asdict(facts).items() if v is not None}
        self._labels = TITLE_LABELS[language]
        self._upper = upper
        self._language = language
        self._english = language == "en"
        self.shown: dict[str, tuple[str, Rect]] = {}

    def _label(self, key: str) -> str:
        if self._upper and self._english:
            short = {"drawing_number": "DWG. NO.", "revision": "REV", "mass": "WEIGHT:", "scale": "SCALE:"}
            return short.get(key, self._labels[key].upper())
        return self._labels[key].upper() if self._upper else self._labels[key]

    def _placed(self, x: float, y: float, width: float, height: float) -> Rect:
        return self._box[0] + x, self._box[1] + y, self._box[0] + x + width, self._box[1] + y + height

    def cells(self, cells: Cells) -> None:
        """Draw every cell."""
        for key, x, y, width, height, size in cells:
            box = self._placed(x, y, width, height)
            label = self._label(key)
            if key == "projection":
                cell(self._pen, box, label, "", size)
                symbol = (box[0] + 1, box[1] + 0.8, box[2] - 1, box[3] - LABEL - 2.2)
                projection_symbol(self._pen, symbol, self._values[key])
                self._show(key, symbol)
            elif self._upper and key == "general_tolerance":
                self._pen.rect(box, "table")
            else:
                anchor: Anchor = "middle" if key in ("company", "sheet_size", "revision") else "start"
                written = cell(self._pen, box, label, self._values.get(key, ""), size, anchor=anchor)
                if written:
                    self._show(key, written)

    def _show(self, key: str, box: Rect) -> None:
        self.shown[key] = (self._values[key], box)

    def fields(self, drafter: Drafter) -> list[TitleField]:
        """Return the labelled fields that hold text."""
        return [
            TitleField(label=self._label(key), value=value, box=drafter.ledger.points(box))
            for key, (value, box) in self.shown.items()
            if key != "projection"
        ]

    def template_extras(self, drafter: Drafter) -> None:
        """Draw the signatures, the block of tolerances and the standing remarks of the CAD template."""
        self._signatures()
        self._tolerances(drafter)
        remark = "DO NOT SCALE DRAWING" if self._english else ""
        box = self._placed(0, 0, 48, 5)
        cell(self._pen, box, "", remark, 2.0, anchor="middle")
        if remark:
            drafter.ledger.note("notes", box, remark)
        symbol = self._placed(0, 5, 48, 10)
        self._pen.rect(symbol, "table")
        inner = (symbol[0] + 8, symbol[1] + 0.8, symbol[2] - 8, symbol[3] - 0.8)
        projection_symbol(self._pen, inner, self._values["projection"])
        self._show("projection", inner)

    def _signatures(self) -> None:
        columns = ((48, 18), (66, 18), (84, 16))
        heads = ("", NAME_HEAD[self._language], self._labels["date"].upper().split()[0])
        for (x, width), head in zip(columns, heads, strict=True):
            cell(self._pen, self._placed(x, 47, width, 5), "", head, 2.0, anchor="middle")
        keys = ("drawn_by", "checked_by", "approved_by")
        for row, key in enumerate(keys):
            y = 47 - 9 * (row + 1)
            cell(self._pen, self._placed(48, y, 18, 9), "", self._labels[key].upper(), 2.0)
            written = cell(self._pen, self._placed(66, y, 18, 9), "", self._values.get(key, ""), 2.5, anchor="middle")
            if written:
                self._show(key, written)
            date = self._values["date"] if key == "drawn_by" else ""
            dated = cell(self._pen, self._placed(84, y, 16, 9), "", date, 2.2, anchor="middle")
            if dated:
                self._show("date", dated)

    def _tolerances(self, drafter: Drafter) -> None:
        box = self._placed(0, 44, 48, 8)
        self._pen.rect(box, "table")
        unit = self._values["units"]
        text = (
            f"UNLESS OTHERWISE SPECIFIED: DIMENSIONS ARE IN {unit}"
            if self._english
            else f"{self._labels['units']}: {unit}"
        )
        written = write(self._pen, (box[0] + 1, box[1] + 0.5, box[2] - 1, box[3] - 0.5), text.upper(), 2.0)
        self._show("units", written)
        if self._english:
            drafter.ledger.note("notes", written, text.upper())
        tolerance = self._values.get("general_tolerance")
        if not tolerance:
            return
        lines = [self._labels["general_tolerance"].upper() + ":", *tolerance.split("; ")]
        x, top = self._box[0] + 1.2, self._box[1] + 42.4
        boxes = [self._pen.text((x, top - 2.1 - 4.2 * i), line, 2.1) for i, line in enumerate(lines)]
        self._show("general_tolerance", (x, boxes[-1][1], max(b[2] for b in boxes), boxes[1][3]))


def projection_symbol(pen: Pen, room: Rect, method: str) -> None:
    """Draw the truncated cone of ISO 5456-2.

    Its narrow end looks left; seen from there, it is drawn at the right in first angle, at the left in third.
    """
    x0, y0, x1, y1 = room
    middle = (x0 + x1) / 2, (y0 + y1) / 2
    radius = min((y1 - y0) / 2.6, (x1 - x0) / 5.4)
    sign = 1 if method == "first" else -1
    circles = middle[0] + sign * 1.35 * radius
    cone = middle[0] - sign * 1.35 * radius
    for size in (radius, radius / 2):
        pen.arc((circles, middle[1]), size, style="table")
    narrow, wide = (cone - radius, cone + radius)
    pen.line(
        (narrow, middle[1] - radius / 2), (wide, middle[1] - radius), (wide, middle[1] + radius),
        (narrow, middle[1] + radius / 2), style="table", closed=True,
    )  # fmt: skip
    pen.line((cone - 1.3 * radius, middle[1]), (cone + 1.3 * radius, middle[1]), style="centre")
    pen.line((circles - 1.3 * radius, middle[1]), (circles + 1.3 * radius, middle[1]), style="centre")
    pen.line((circles, middle[1] - 1.3 * radius), (circles, middle[1] + 1.3 * radius), style="centre")
