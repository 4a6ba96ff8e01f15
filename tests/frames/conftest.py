import pytest

from drawkit.contract import (
    Balloon,
    Counterbore,
    Countersink,
    DatumFeature,
    DatumReference,
    Dimension,
    GeometricTolerance,
    Hole,
    ModuleReport,
    Note,
    PageReport,
    PartsListItem,
    Result,
    Revision,
    SurfaceTexture,
    Table,
    Thread,
    TitleBlock,
    TitleField,
    View,
    Weld,
)


@pytest.fixture
def result() -> Result:
    """One item of every list, with every kind of cell."""
    return Result(
        units="mm",
        modules={
            "dimensions": ModuleReport(status="found"),
            "datums": ModuleReport(status="found"),
            "welds": ModuleReport(status="failed", detail="no strokes"),
        },
        pages=(
            PageReport(page=1, width=1190.55, height=841.89, sheet_size="A3", remarks=("turned", "dim")),
            PageReport(page=2, width=595.28, height=841.89, readable=False),
        ),
        title_blocks=(
            TitleBlock(
                page=1, title="Bearing housing", drawing_number="D-1", projection="first", company="",
                fields=(
                    TitleField(label="DWG NO", value="D-1"),
                    TitleField(label="CAGE", value="77", box=(1, 2, 3, 4)),
                ),
            ),
            TitleBlock(page=2, title="Second sheet"),
        ),
        bom=(
            PartsListItem(position="1", quantity="2", designation="Screw", other={"mass": "3 g", "material": "=A1"}),
            PartsListItem(position="2", quantity="", designation="=cmd|' /C calc'!A0"),
        ),
        revisions=(Revision(revision="A", description="First"),),
        dimensions=(
            Dimension(
                id="d1", text="2X ⌀5.5 +0.05/0 THRU", kind="diameter", quantity=2, nominal=5.5, upper_deviation=0.05,
                lower_deviation=0.0, tolerance_from="explicit", depth="THRU", box=(10, 20, 30, 40), rotation=90,
                counterbore=Counterbore(diameter=9, depth=5), countersink=Countersink(diameter=10, angle=90),
                sheet_zone="B4", confidence=0.5, read_from="recognised",
            ),
            Dimension(id="d2", text="12.05/11.95", max=12.05, min=11.95, tolerance_from="limits", depth=12, page=2),
        ),
        geometric_tolerances=(
            GeometricTolerance(
                characteristic="position", zone="diameter", value=0.1, modifiers=("M", "P"), dimension_id="d1",
                datums=(DatumReference(label="A"), DatumReference(label="B", modifiers=("M",))),
            ),
        ),
        datum_features=(DatumFeature(label="A"),),
        surface_textures=(SurfaceTexture(parameter="Ra", value=3.2, removal="required"),),
        threads=(Thread(designation="M8x1.25-6H", depth=16),),
        holes=(Hole(diameter=5.5, depth="thru", quantity=2, dimension_id="d1"),),
        welds=(Weld(kind="fillet", size=5),),
        notes=(Note(number="1", text="Break sharp edges"),),
        views=(View(label="SECTION A-A", kind="section", scale="1:2"),),
        tables=(
            Table(
                page=1, id="k1", kind="hole", caption="HOLE TABLE", columns=("TAG", "X LOC", "X LOC", ""),
                rows=(("A1", "10", "20", "⌀5 THRU"), ("A2", "30", "", "⌀6")), box=(1, 2, 3, 4), confidence=0.9,
            ),
            Table(page=2, id="k2", rows=(("Voltage", "24 V"), ("Speed",))),
        ),
        balloons=(Balloon(position="1", item_id="b1"),),
    )  # fmt: skip
