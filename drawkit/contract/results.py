"""The result of an analysis: flat lists of items, each with a page number (schema `drawkit.result/1`).

Lengths of boxes are points (1/72 inch), origin at the top left of the upright page. A picture without a
physical size counts as 150 dpi. Terms are those of ISO 129, 286, 1101, 5455-5457, 7200, 7573, 21920 and
ASME Y14.5.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any, Final, Literal

from pydantic import Field

from ._value import Value

SCHEMA: Final = "drawkit.result/1"

Box = tuple[float, float, float, float]
"""x0, top, x1, bottom in points."""


class ModuleState(StrEnum):
    """What came of a module."""

    FOUND = "found"
    """It looked and found something."""
    ABSENT = "absent"
    """It looked and there is nothing."""
    FAILED = "failed"
    """It could not look; `detail` says why."""


class ModuleReport(Value):
    """What came of one module."""

    status: ModuleState
    detail: str | None = None


class Item(Value):
    """What every item has. `text` is what was read, on one line; `rotation` is in degrees, counter-clockwise.

    `sheet_zone` is the field of the sheet's grid (ISO 5457), such as "B4".
    """

    page: int = 1
    id: str = ""
    text: str = ""
    box: Box | None = None
    rotation: float = 0.0
    sheet_zone: str | None = None
    confidence: float = Field(default=1.0, ge=0.0, le=1.0)
    read_from: Literal["text layer", "recognised", "both"] = "text layer"


NOT_IN_PUBLIC: Final = "The page is not shown in public"
"""How the remark begins that says why a page is covered as a whole."""


class PageReport(Value):
    """One page: size in points when upright, where its text came from, by how much it was turned (degrees)."""

    page: int
    width: float
    height: float
    sheet_size: str | None = None
    source: Literal["text", "strokes", "picture"] = "text"
    turned: int = 0
    readable: bool = True
    remarks: tuple[str, ...] = ()
    private: tuple[Box, ...] | None = None
    """Rectangles to cover before the page is shown in public: whatever may name people or companies. None where that
    could not be told; then nothing of the page may be shown."""
    public_title: str | None = None
    """The title, where it is sure that it names nobody."""

    @property
    def remarks_on_reading(self) -> tuple[str, ...]:
        """The remarks without why a page is not shown in public, which is no concern of who has the drawing."""
        return tuple(remark for remark in self.remarks if not remark.startswith(NOT_IN_PUBLIC))


class TitleField(Value):
    """One labelled field of a title block, as printed."""

    label: str
    value: str
    box: Box | None = None


class TitleBlock(Item):
    """A title block (ISO 7200). What the sheet does not show is None."""

    title: str | None = None
    drawing_number: str | None = None
    part_number: str | None = None
    revision: str | None = None
    material: str | None = None
    finish: str | None = None
    scale: str | None = None
    sheet: str | None = None
    sheet_size: str | None = None
    date: str | None = None
    drawn_by: str | None = None
    checked_by: str | None = None
    approved_by: str | None = None
    company: str | None = None
    mass: str | None = None
    projection: Literal["first", "third"] | None = None
    units: str | None = None
    general_tolerance: str | None = None
    fields: tuple[TitleField, ...] = ()


class PartsListItem(Item):
    """One row of a parts list (ISO 7573), cells as printed; columns of other names stand in `other`."""

    position: str = ""
    quantity: str = ""
    part_number: str = ""
    designation: str = ""
    material: str = ""
    remark: str = ""
    other: dict[str, str] = Field(default_factory=dict, alias="extra")


class Revision(Item):
    """One row of a revisions table."""

    revision: str = ""
    description: str = ""
    date: str = ""
    approved_by: str = ""


class Counterbore(Value):
    """A counterbore or spotface: diameter and depth in the drawing's units."""

    diameter: float | None = None
    depth: float | None = None


class Countersink(Value):
    """A countersink: diameter in the drawing's units, included angle in degrees."""

    diameter: float | None = None
    angle: float | None = None


DimensionKind = Literal[
    "linear",
    "diameter",
    "spherical_diameter",
    "radius",
    "spherical_radius",
    "angle",
    "thread",
    "chamfer",
    "square",
    "ordinate",
    "arc_length",
    "other",
]


class Dimension(Item):
    """One dimension or callout (ISO 129-1, ISO 286, ASME Y14.5).

    Values are in the drawing's units, angles in degrees. Limits ("12.05/11.95", "MAX 5") have `nominal`
    None and `max` / `min`. Deviations are signed.
    """

    kind: DimensionKind = "linear"
    quantity: int = 1
    typical: bool = False
    nominal: float | None = None
    upper_deviation: float | None = None
    lower_deviation: float | None = None
    max: float | None = None
    min: float | None = None
    fit: str | None = None
    tolerance_from: Literal["explicit", "fit", "limits", "general", "none"] = "none"
    reference: bool = False
    basic: bool = False
    depth: float | str | None = None
    """A number, or "THRU"."""
    angle: float | None = None
    thread: str | None = None
    counterbore: Counterbore | None = None
    countersink: Countersink | None = None
    alternate: float | None = None


Characteristic = Literal[
    "straightness",
    "flatness",
    "circularity",
    "cylindricity",
    "profile_line",
    "profile_surface",
    "angularity",
    "perpendicularity",
    "parallelism",
    "position",
    "concentricity",
    "symmetry",
    "circular_runout",
    "total_runout",
]


class DatumReference(Value):
    """A datum in a feature control frame, with its modifiers (M, L, ...). A common datum is "A-B"."""

    label: str
    modifiers: tuple[str, ...] = ()


class GeometricTolerance(Item):
    """One row of a feature control frame (ISO 1101, ASME Y14.5); `all_around` by the circle at its leader's bend."""

    characteristic: Characteristic
    zone: Literal["diameter", "spherical"] | None = None
    value: float | None = None
    modifiers: tuple[str, ...] = ()
    datums: tuple[DatumReference, ...] = ()
    all_around: bool = False
    dimension_id: str | None = None


class DatumFeature(Item):
    """A datum feature symbol, or a datum target (ISO 5459): its number in `label`, its size as printed in `area`."""

    label: str
    target: bool = False
    area: str = ""


class SurfaceTexture(Item):
    """A surface texture symbol (ISO 21920-1, ISO 1302); value in micrometres or microinches as printed.

    A value printed alone has no `parameter`; older standards mean Ra by it (ISO 1302:1978, ASME Y14.36M, GOST 2.309). A
    grade such as "N7" has no value.
    """

    parameter: str | None = None
    value: float | None = None
    removal: Literal["required", "prohibited", "any"] = "any"


class Thread(Item):
    """A thread designation found in a callout or note."""

    designation: str
    quantity: int = 1
    depth: float | str | None = None
    dimension_id: str | None = None


class Hole(Item):
    """A hole callout, put together from its dimension."""

    quantity: int = 1
    diameter: float | None = None
    depth: float | str | None = None
    thread: str | None = None
    counterbore: Counterbore | None = None
    countersink: Countersink | None = None
    label: str | None = None
    """The hole's tag in a hole table, such as "A1"."""
    dimension_id: str | None = None


WeldKind = Literal["fillet", "square_butt", "single_v_butt", "single_bevel_butt"]


class Weld(Item):
    """A welding symbol (ISO 2553); `size` is the throat or leg in the drawing's units, as its letter a or z says."""

    kind: WeldKind | None = None
    size: float | None = None
    size_of: Literal["throat", "leg"] | None = None
    length: float | None = None
    all_around: bool = False


class Note(Item):
    """A note; `number` as printed, if it has one."""

    number: str | None = None


TableKind = Literal["hole", "gear", "bend", "pin", "tolerance", "specification", "other"]


class Table(Item):
    """A table that is neither title block, parts list nor revisions; cells as printed, in reading order.

    `columns` are the headings, None where it has none; every row has as many cells. `text` holds caption and cells.
    """

    kind: TableKind = "other"
    caption: str | None = None
    columns: tuple[str, ...] | None = None
    rows: tuple[tuple[str, ...], ...] = ()


class View(Item):
    """A labelled view (ISO 128-3)."""

    label: str = ""
    kind: Literal["section", "detail", "projection", "isometric"] = "projection"
    scale: str | None = None


class Balloon(Item):
    """A balloon: the item reference of a part (ISO 6433)."""

    position: str
    item_id: str | None = None


class Result(Value):
    """All that an analysis says about a drawing."""

    schema_: str = Field(default=SCHEMA, alias="schema")
    profile: str = "full"
    units: Literal["mm", "inch", "dual"] | None = None
    modules: dict[str, ModuleReport] = Field(default_factory=dict)
    pages: tuple[PageReport, ...] = ()
    title_blocks: tuple[TitleBlock, ...] = ()
    bom: tuple[PartsListItem, ...] = ()
    revisions: tuple[Revision, ...] = ()
    dimensions: tuple[Dimension, ...] = ()
    geometric_tolerances: tuple[GeometricTolerance, ...] = ()
    datum_features: tuple[DatumFeature, ...] = ()
    surface_textures: tuple[SurfaceTexture, ...] = ()
    threads: tuple[Thread, ...] = ()
    holes: tuple[Hole, ...] = ()
    welds: tuple[Weld, ...] = ()
    notes: tuple[Note, ...] = ()
    views: tuple[View, ...] = ()
    balloons: tuple[Balloon, ...] = ()
    tables: tuple[Table, ...] = ()
    summary: dict[str, Any] = Field(default_factory=dict)

    def to_json(self, *, indent: int | None = None) -> str:
        """The result as JSON text; `from_json` gives back an equal result."""
        return self.model_dump_json(by_alias=True, indent=indent)

    @classmethod
    def from_json(cls, text: str | bytes) -> Result:
        """The result that `to_json` wrote. Raises `pydantic.ValidationError` on anything else."""
        return cls.model_validate_json(text)


LISTS: Final[dict[str, type[Item]]] = {
    "title_blocks": TitleBlock,
    "bom": PartsListItem,
    "revisions": Revision,
    "dimensions": Dimension,
    "geometric_tolerances": GeometricTolerance,
    "datum_features": DatumFeature,
    "surface_textures": SurfaceTexture,
    "threads": Thread,
    "holes": Hole,
    "welds": Weld,
    "notes": Note,
    "views": View,
    "balloons": Balloon,
    "tables": Table,
}
"""Each list of a result with the type of its items."""

MODULE_LISTS: Final[dict[str, str]] = {
    "title_block": "title_blocks",
    "datums": "datum_features",
}
"""The list a module fills, where it is not named like the module."""


def list_of(module: str) -> str:
    """The name of the list that `module` fills."""
    return MODULE_LISTS.get(module, module)


def found_by(result: Result, module: str) -> tuple[Item, ...]:
    """The items that `module` found; none of a module that this version does not know."""
    name = list_of(module)
    return getattr(result, name) if name in LISTS else ()
