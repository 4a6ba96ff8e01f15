import io

import pytest
from PIL import Image

from drawkit.contract import (
    Balloon,
    DatumFeature,
    Dimension,
    Hole,
    Note,
    PageReport,
    PartsListItem,
    Result,
    TitleBlock,
    TitleField,
    View,
)

HOSTILE = "$\\frac{1}{0}$ <script>alert(1)</script> \x00\x07 漢字 ⌴⌵Ⓜ \ud800"


@pytest.fixture
def picture() -> bytes:
    """A grey page of another size than the sheet's points."""
    buffer = io.BytesIO()
    Image.new("L", (800, 400), 230).save(buffer, "PNG")
    return buffer.getvalue()


@pytest.fixture
def result() -> Result:
    """Two pages, items with and without a box, and hostile text."""
    return Result(
        units="mm",
        pages=(PageReport(page=1, width=400, height=200), PageReport(page=2, width=200, height=400)),
        title_blocks=(
            TitleBlock(title="T", text="T", box=(300, 150, 395, 195), fields=(
                TitleField(label="a", value="b", box=(305, 155, 320, 165)), TitleField(label="c", value="d"),
            )),
        ),
        bom=(PartsListItem(position="1", designation="Screw", text="1 Screw", box=(300, 5, 390, 15)),
             PartsListItem(designation="no number", text="no number", box=(300, 16, 390, 26))),
        balloons=(Balloon(position="1", text="1", box=(100, 100, 110, 110)), Balloon(position="", box=(1, 1, 9, 9))),
        dimensions=(
            Dimension(text="⌀5 ±0.1", kind="diameter", nominal=5, upper_deviation=0.1, lower_deviation=-0.1,
                      box=(50, 50, 90, 60), confidence=0.9),
            Dimension(text=HOSTILE, box=(10, 60, 20, 120), rotation=90, confidence=0.4),
            Dimension(text="12", nominal=12, fit="H7", page=2, box=(20, 20, 40, 30)),
            Dimension(text="no place"),
            Dimension(text="10.2/10", max=10.2, min=10.0, box=(60, 70, 90, 80)),
            Dimension(text="7 0/-0.3", nominal=7, upper_deviation=0.0, lower_deviation=-0.3, box=(95, 70, 96, 70.1)),
        ),
        holes=(Hole(text="⌀5", box=(50, 50, 90, 60), dimension_id="d1"),),
        datum_features=(DatumFeature(label="A", text="A", box=(70, 90, 80, 100)),),
        notes=(Note(text="1 " + "long note " * 60, box=(150, 20, 280, 90)),),
        views=(View(label="A-A", text="A-A", box=(150, 100, 180, 110)),),
    )  # fmt: skip
