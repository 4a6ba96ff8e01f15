"""The ledger of what was drawn: becomes the exact result, and the label that readings are scored with."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from drawkit.contract import (
    LISTS,
    MODULES,
    Box,
    GeometricTolerance,
    Item,
    ModuleReport,
    ModuleState,
    PageReport,
    Result,
    TitleBlock,
    list_of,
)

from .carriers import MM
from .pen import Rect
from .sheet import Sheet

_PREFIX: Final[dict[str, str]] = {
    "title_blocks": "tb",
    "bom": "p",
    "revisions": "rev",
    "dimensions": "d",
    "geometric_tolerances": "g",
    "datum_features": "datum",
    "surface_textures": "s",
    "threads": "t",
    "holes": "h",
    "welds": "w",
    "notes": "n",
    "views": "v",
    "balloons": "b",
    "tables": "k",
}
_TITLE_KEYS: Final = tuple(
    name for name in TitleBlock.model_fields if name not in Item.model_fields and name != "fields"
)
_PARTS_KEYS: Final = ("position", "quantity", "part_number", "designation", "material", "remark")


@dataclass
class Ledger:
    """Notes every item as it is drawn; boxes come in millimetres from the lower left."""

    sheet: Sheet
    units: str = "mm"
    lists: dict[str, list[Item]] = field(default_factory=lambda: {name: [] for name in LISTS})

    def note(self, name: str, box: Rect, text: str, rotation: float = 0.0, **values: Any) -> str:
        """Note one item of list `name`; returns its id."""
        item_id = f"{_PREFIX[name]}{len(self.lists[name]) + 1}"
        centre = ((box[0] + box[2]) / 2, (box[1] + box[3]) / 2)
        item = LISTS[name](
            id=item_id,
            text=" ".join(text.split()),
            box=self.points(box),
            rotation=rotation,
            sheet_zone=self.sheet.zone(centre),
            **values,
        )
        self.lists[name].append(item)
        return item_id

    def points(self, box: Rect) -> Box:
        """Return a box in points from the upper left."""
        height = self.sheet.size[1]
        return (
            round(box[0] * MM, 2),
            round((height - box[3]) * MM, 2),
            round(box[2] * MM, 2),
            round((height - box[1]) * MM, 2),
        )

    def result(self, source: str, turned: int = 0) -> Result:
        """All that was noted."""
        width, height = (round(side * MM, 2) for side in self.sheet.size)
        page = PageReport.model_validate(
            {
                "page": 1,
                "width": width,
                "height": height,
                "sheet_size": self.sheet.label,
                "source": source,
                "turned": turned,
            }
        )
        found = {m: bool(self.lists[list_of(m)]) for m in MODULES}
        reports = {m: ModuleReport(status=ModuleState.FOUND if f else ModuleState.ABSENT) for m, f in found.items()}
        read_from = "text layer" if source == "text" else "recognised"
        lists = {
            name: tuple(item.model_copy(update={"read_from": read_from}) for item in items)
            for name, items in self.lists.items()
        }
        return Result.model_validate(
            {"profile": "full", "units": self.units, "modules": reports, "pages": (page,), **lists}
        )


def tilted(result: Result, angle: float, size: tuple[float, float]) -> Result:
    """Return the result for a page scanned askew: `angle` degrees counter-clockwise, on paper of `size` points."""
    page = result.pages[0]
    c, s = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    wide, tall = size

    def place(box: Box) -> Box:
        corners = [(x - page.width / 2, y - page.height / 2) for x in box[::2] for y in box[1::2]]
        xs = [x * c + y * s + wide / 2 for x, y in corners]
        ys = [y * c - x * s + tall / 2 for x, y in corners]
        return round(min(xs), 2), round(min(ys), 2), round(max(xs), 2), round(max(ys), 2)

    def moved(item: Item) -> Item:
        changes: dict[str, Any] = {"box": place(item.box) if item.box else None}
        if isinstance(item, TitleBlock):
            changes["fields"] = tuple(
                f.model_copy(update={"box": place(f.box) if f.box else None}) for f in item.fields
            )
        return item.model_copy(update=changes)

    lists = {name: tuple(moved(item) for item in getattr(result, name)) for name in LISTS}
    sized = page.model_copy(update={"width": round(wide, 2), "height": round(tall, 2)})
    return result.model_copy(update={"pages": (sized,), **lists})


def label_of(result: Result, file: str) -> dict[str, Any]:
    """Return the result as ground truth for one drawing file, one entry a page."""
    pages = [_page_label(result, page.page) for page in result.pages]
    return {"file": file, "units": result.units, "remarks": "", "pages": pages}


def _page_label(result: Result, page: int) -> dict[str, Any]:
    def on(items: Sequence[Any]) -> list[Any]:
        return [item for item in items if item.page == page]

    parts = [_parts_label(row) for row in on(result.bom)]
    return {
        "page": page,
        "title_block": {k: v for t in on(result.title_blocks) for k in _TITLE_KEYS if (v := getattr(t, k)) is not None},
        "bom": parts or None,
        "revisions": [
            {"revision": r.revision, "description": r.description, "date": r.date} for r in on(result.revisions)
        ],
        "dimensions": [_dimension_label(d) for d in on(result.dimensions)],
        "gdt": [_frame_label(g) for g in on(result.geometric_tolerances)],
        "datum_features": [d.label for d in on(result.datum_features)],
        "surface_texture": [{"parameter": s.parameter, "value": s.value} for s in on(result.surface_textures)],
        "notes": [n.text for n in on(result.notes)],
    }


def _parts_label(row: Any) -> dict[str, str]:
    return {**{key: getattr(row, key) for key in _PARTS_KEYS}, **row.other}


def _dimension_label(d: Any) -> dict[str, Any]:
    entry = {
        "text": d.text,
        "kind": d.kind,
        "quantity": d.quantity,
        "nominal": d.nominal,
        "upper": d.upper_deviation,
        "lower": d.lower_deviation,
        "fit": d.fit,
        "reference": d.reference,
        "basic": d.basic,
        "depth": d.depth,
        "counterbore": d.counterbore.to_dict() if d.counterbore else None,
        "countersink": d.countersink.to_dict() if d.countersink else None,
        "thread": d.thread,
    }
    optional = {"max": d.max, "min": d.min, "angle": d.angle, "alternate": d.alternate, "typ": d.typical or None}
    return entry | {key: value for key, value in optional.items() if value is not None}


def _frame_label(frame: GeometricTolerance) -> dict[str, Any]:
    return {
        "characteristic": frame.characteristic,
        "zone": frame.zone,
        "value": frame.value,
        "modifiers": list(frame.modifiers),
        "datums": [d.label + "".join(f"({m})" for m in d.modifiers) for d in frame.datums],
    }
