"""A reading to be reviewed."""

from drawkit import contract
from drawkit.contract import Dimension, Hole, Note, PageReport, Thread


def reading() -> contract.Result:
    """A sheet that was misread in places: a dimension in two pieces, a thread with its hole, a note that is none."""
    looked = contract.ModuleReport(status=contract.ModuleState.FOUND)
    return contract.Result(
        units="mm",
        pages=(PageReport(page=1, width=400, height=300), PageReport(page=2, width=400, height=300)),
        modules={"dimensions": looked, "holes": looked, "threads": looked, "notes": looked},
        dimensions=(
            Dimension(id="d1", text="⌀5.5", kind="diameter", nominal=5.5, box=(10, 10, 40, 20), confidence=0.6),
            Dimension(id="d2", text="±0.1", box=(42, 10, 60, 20), confidence=0.3),
            Dimension(
                id="d3", text="4x M6", kind="thread", nominal=6, thread="M6", quantity=4, box=(42, 100, 60, 120),
                confidence=0.95,
            ),
            Dimension(
                id="d4", text="12 H7", nominal=12, fit="H7", tolerance_from="fit", box=(42, 200, 60, 220), page=2
            ),
        ),
        geometric_tolerances=(
            contract.GeometricTolerance(id="g1", characteristic="position", value=0.1, dimension_id="d2"),
        ),
        threads=(Thread(id="h1", designation="M6", quantity=4, text="4x M6", dimension_id="d3"),),
        holes=(
            Hole(id="o1", text="4x M6", diameter=6, quantity=4, thread="M6", dimension_id="d3"),
            Hole(id="o2", text="A1", diameter=3, label="A1"),
        ),
        notes=(Note(id="n1", text="R3 TYP", box=(100, 100, 130, 110)), Note(id="n2", text="DEBURR")),
    )  # fmt: skip
