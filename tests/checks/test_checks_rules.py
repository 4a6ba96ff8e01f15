"""Each rule: what it finds, what it leaves alone, and what it takes only for a place to look at."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from drawkit import checks, samples
from drawkit.checks import CLAUSES, RULES, Severity
from drawkit.contract import (
    Balloon,
    DatumFeature,
    DatumReference,
    Dimension,
    GeometricTolerance,
    ModuleReport,
    Note,
    PageReport,
    PartsListItem,
    Result,
    Table,
    Thread,
    TitleBlock,
    TitleField,
    View,
)

PAGE = PageReport(page=1, width=842, height=595)
SCAN = PAGE.model_copy(update={"source": "picture"})
FIELDS = tuple(TitleField(label=label, value="x") for label in ("DRAWN", "MATERIAL", "SHEET"))


def result(**lists: Any) -> Result:
    return Result(**{"pages": (PAGE,), "units": "mm", **lists})


def told(rule: str, drawing: Result) -> list[tuple[str, str]]:
    """Severity and message of each finding of one rule; each states a clause that the rule stands on."""
    found = list(RULES[rule](drawing))
    assert {one.clause for one in found} <= set(CLAUSES[rule])
    return [(one.severity.value, one.message) for one in found]


def frame(characteristic: str = "position", datums: Iterable[str] = ("A",), **values: Any) -> GeometricTolerance:
    given = {"value": 0.1, "confidence": 0.97, **values}
    return GeometricTolerance.model_validate(
        {"characteristic": characteristic, "datums": tuple(DatumReference(label=d) for d in datums), **given}
    )


def datums(*labels: str, **values: Any) -> tuple[DatumFeature, ...]:
    return tuple(DatumFeature(label=label, confidence=0.95, **values) for label in labels)


def block(**facts: Any) -> tuple[TitleBlock, ...]:
    return (TitleBlock(**{"fields": FIELDS, **facts}),)


def test_a_datum_that_nothing_indicates() -> None:
    known = datums("A", "B")
    assert told("datum_not_defined", result(datum_features=known, geometric_tolerances=(frame(datums="C"),))) == [
        ("error", "Datum C is referred to, but no datum feature symbol indicates it.")
    ]
    both = result(datum_features=known, geometric_tolerances=(frame(datums=("A-B",)), frame(datums=("A", "B"))))
    assert told("datum_not_defined", both) == []
    common = result(datum_features=known, geometric_tolerances=(frame(datums=("A-D",)), frame(datums="D")))
    assert [message[:7] for _, message in told("datum_not_defined", common)] == ["Datum D"]


def test_targets_indicate_their_datum() -> None:
    targets = (*datums("A"), *datums("B1", "B2", target=True))
    assert told("datum_not_defined", result(datum_features=targets, geometric_tolerances=(frame(datums="AB"),))) == []


@pytest.mark.parametrize(
    "known", [(), datums("A"), datums("A", "B", read_from="recognised")], ids=["none", "one", "recognised"]
)
def test_a_datum_that_may_not_have_been_read_is_a_place_to_look_at(known: tuple[DatumFeature, ...]) -> None:
    assert (
        told("datum_not_defined", result(datum_features=known, geometric_tolerances=(frame(datums="C"),)))[0][0]
        == "look"
    )


def test_where_datums_could_not_be_looked_for_nothing_is_said() -> None:
    failed = result(modules={"datums": ModuleReport(status="failed")}, geometric_tolerances=(frame(),))
    assert told("datum_not_defined", failed) == []


def test_a_datum_indicated_twice() -> None:
    assert told("datum_defined_twice", result(datum_features=datums("A", "A", "B"))) == [
        ("warning", "Datum A is indicated 2 times. Is it the same feature each time?")
    ]
    assert told("datum_defined_twice", result(datum_features=datums("A", "A", read_from="recognised")))[0][0] == "look"
    apart = (*datums("A"), *datums("A", page=2), *datums("B1", "B1", target=True))
    assert told("datum_defined_twice", result(datum_features=apart)) == []


@pytest.mark.parametrize(
    ("characteristic", "letters", "message"),
    [
        ("flatness", "A", "A tolerance of flatness has no datum, but the frame names A."),
        ("circularity", "AB", "A tolerance of circularity has no datum, but the frame names A, B."),
        ("parallelism", "", "A tolerance of parallelism needs a datum, but the frame names none."),
        ("total_runout", "", "A tolerance of total run-out needs a datum, but the frame names none."),
        ("position", "ABA", "The frame names a datum twice: A, B, A."),
        ("position", "", None), ("profile_surface", "", None), ("profile_line", "AB", None), ("straightness", "", None),
        ("perpendicularity", "A", None),
    ],
)  # fmt: skip
def test_datums_that_do_not_suit(characteristic: str, letters: str, message: str | None) -> None:
    found = told("datums_do_not_suit", result(geometric_tolerances=(frame(characteristic, letters),)))
    assert found == ([("error", message)] if message else [])


@pytest.mark.parametrize(
    ("characteristic", "zone", "message"),
    [
        ("flatness", "diameter", "The zone of a tolerance of flatness cannot be ⌀."),
        ("profile_line", "diameter", "The zone of a tolerance of the profile of a line cannot be ⌀."),
        ("straightness", "spherical", "The zone of a tolerance of straightness cannot be S⌀."),
        ("straightness", "diameter", None), ("position", "diameter", None), ("position", "spherical", None),
        ("circular_runout", None, None),
    ],
)  # fmt: skip
def test_zones_that_do_not_suit(characteristic: str, zone: str | None, message: str | None) -> None:
    found = told("zone_does_not_suit", result(geometric_tolerances=(frame(characteristic, zone=zone),)))
    assert found == ([("error", message)] if message else [])


def test_material_conditions_that_do_not_suit() -> None:
    frames = (
        frame("circularity", "", modifiers=("M",)),
        frame(modifiers=("M",)),
        frame("flatness", "", modifiers=("M",)),
    )
    assert told("modifier_does_not_suit", result(geometric_tolerances=frames)) == [
        ("error", "(M) does not apply to a tolerance of circularity.")
    ]


def test_a_tolerance_of_zero() -> None:
    frames = (frame(value=0), frame(value=0, modifiers=("M",)), frame(value=None))
    assert told("zero_without_material_condition", result(geometric_tolerances=frames)) == [
        ("error", "A tolerance of 0 needs (M) or (L): no part can meet it.")
    ]


def test_characteristics_that_y145_2018_no_longer_has() -> None:
    frames = (frame("concentricity"), frame("position"))
    old, new = (result(geometric_tolerances=frames, notes=(Note(text=f"PER ASME Y14.5-{y}"),)) for y in (2009, 2018))
    assert told("removed_from_y145", old) == []
    assert [message[:40] for _, message in told("removed_from_y145", new)] == [
        "ASME Y14.5-2018, which the drawing cites"
    ]


def test_deviations_the_wrong_way_round() -> None:
    sizes = (
        Dimension(nominal=5, upper_deviation=-0.1, lower_deviation=0.1), Dimension(max=4.9, min=5.1),
        Dimension(nominal=5, upper_deviation=0.1, lower_deviation=-0.1), Dimension(max=5), Dimension(nominal=5),
        Dimension(nominal=5, upper_deviation=-0.1, lower_deviation=0.1, confidence=0.6),
    )  # fmt: skip
    assert told("deviations_reversed", result(dimensions=sizes)) == [
        ("error", "The upper deviation -0.1 is below the lower deviation +0.1."),
        ("error", "The upper limit 4.9 is below the lower limit 5.1."),
        ("look", "The upper deviation -0.1 is below the lower deviation +0.1."),
    ]


@pytest.mark.parametrize(
    ("fit", "count"), [("H7", 0), ("H7/g6", 0), ("W7", 1), ("H7/i6", 1), ("H19", 1), ("H 7", 0), ("CLOSE FIT", 0)]
)
def test_fits_outside_iso_286(fit: str, count: int) -> None:
    sizes = (Dimension(kind="diameter", nominal=20, fit=fit),)
    assert len(told("fit_not_in_iso_286", result(dimensions=sizes))) == count
    assert told("fit_not_in_iso_286", result(dimensions=sizes, units="inch")) == []


def test_a_fit_that_does_not_exist_at_its_size() -> None:
    sizes = (Dimension(kind="diameter", nominal=2, fit="T7"), Dimension(kind="angle", nominal=2, fit="T7"))
    assert [severity for severity, _ in told("fit_not_in_iso_286", result(dimensions=sizes))] == ["error"]
    assert told("fit_not_in_iso_286", result(dimensions=sizes, units=None)) == []  # 2 of what?


def test_sizes_without_a_tolerance() -> None:
    sizes = (
        Dimension(text="5", nominal=5),
        Dimension(text="6", nominal=6),
        Dimension(text="(7)", nominal=7, reference=True),
    )
    assert told("size_without_tolerance", result(dimensions=sizes, title_blocks=block())) == [
        ("warning", "2 dimensions have no tolerance, and no general tolerance is stated.")
    ]
    general = block(general_tolerance="ISO 2768-m")
    assert told("size_without_tolerance", result(dimensions=sizes, title_blocks=general)) == []


@pytest.mark.parametrize(
    "clue",
    [
        {"notes": (Note(text="TOLERANCES AS AGREED"),)},
        {"tables": (Table(text="0-6 ±0.1"),)},
        {"title_blocks": (TitleBlock(fields=(TitleField(label="Allgemeintoleranz", value="fein"),)),)},
        {"title_blocks": ()},
        {"pages": (SCAN,)},
    ],
    ids=["note", "table", "field", "no block", "scan"],
)
def test_where_a_general_tolerance_may_be_stated_it_is_a_place_to_look_at(clue: dict[str, Any]) -> None:
    drawing = result(**{"dimensions": (Dimension(text="5", nominal=5),), "title_blocks": block(), **clue})
    assert told("size_without_tolerance", drawing) == [
        ("look", "A dimension has no tolerance, and no general tolerance is stated.")
    ]


def test_threads_that_do_not_exist() -> None:
    threads = (Thread(designation="M8x1.3"), Thread(designation="M8x1.25"), Thread(designation="M13", confidence=0.4))
    assert told("thread_not_standard", result(threads=threads)) == [
        ("error", "M8 has no pitch of 1.3 mm in ISO 261: it has 1.25, 1, 0.75."),
        ("look", "M13 is no nominal diameter of ISO 261."),
    ]


@pytest.mark.parametrize(
    ("text", "severity", "begins"),
    [
        ("ISO 2768-x", "error", "ISO 2768 has no class x"),
        ("DIN ISO 2768 - mK", "warning", "ISO 2768-2 (classes H, K, L) is withdrawn"),
        ("ISO 2768 1-m 2-K", "warning", "ISO 2768-2 (classes H, K, L) is withdrawn"),
        ("DIN 7168-m", "warning", "DIN 7168 is withdrawn"),
        ("ISO 2768-m", None, ""),
        ("ISO 2768-1:1989-f", None, ""), ("ISO 2768 medium", None, ""), ("ISO 22081", None, ""),
        (".X ±0.1", None, ""), ("ISO 2768", None, ""),
    ],
)  # fmt: skip
def test_general_tolerances(text: str, severity: str | None, begins: str) -> None:
    for drawing in (result(title_blocks=block(general_tolerance=text)), result(notes=(Note(text=f"General: {text}"),))):
        found = told("general_tolerance_unknown", drawing)
        assert [weight for weight, _ in found] == ([severity] if severity else [])
        assert all(message.startswith(begins) for _, message in found)


def test_facts_that_iso_7200_asks_for() -> None:
    some = block(title="Plate", part_number="7", drawn_by="AK")
    assert told("facts_missing", result(title_blocks=some)) == [
        ("warning", "The title block does not show: date of issue.")
    ]
    assert told("facts_missing", result(title_blocks=some, pages=(SCAN,)))[0][0] == "look"
    assert told("facts_missing", result(title_blocks=block(title="Plate", fields=())))[0][0] == "look"
    second = (*some, TitleBlock(page=2, date="2024-01-01"))
    assert told("facts_missing", result(title_blocks=second)) == []
    assert told("facts_missing", result()) == []


def test_scale_and_projection() -> None:
    bare = result(title_blocks=block(), dimensions=(Dimension(nominal=5),))
    assert told("scale_missing", bare) == [("warning", "No scale is stated.")]
    assert told("projection_missing", bare) == [("look", "No symbol of first or third angle projection was found.")]
    whole = result(title_blocks=block(scale="1:1", projection="first"), dimensions=(Dimension(nominal=5),))
    assert told("scale_missing", whole) == told("projection_missing", whole) == []
    assert told("scale_missing", result(title_blocks=block(), views=(View(label="A-A", scale="2:1"),))) == []


def test_units_that_are_mixed() -> None:
    sizes = (
        Dimension(text='1/2"', nominal=0.5), Dimension(text="5 mm", nominal=5), Dimension(text="5 [.2 in]", nominal=5),
        Dimension(text='1/4"-20', kind="thread", nominal=0.25), Dimension(text='1" 25 mm', nominal=1),
        Dimension(text='2"', nominal=2, alternate=50.8),
    )  # fmt: skip
    metric = told("units_mixed", result(dimensions=sizes))
    assert metric == [("warning", "It is in inch on a drawing in mm.")] * 2
    assert told("units_mixed", result(dimensions=sizes, units="inch")) == [
        ("warning", "It is in mm on a drawing in inch.")
    ]
    assert told("units_mixed", result(dimensions=sizes, units="dual")) == []
    blocks = (TitleBlock(units="MILLIMETERS"), TitleBlock(units="INCHES"), TitleBlock(units="mm"), TitleBlock())
    assert told("units_mixed", result(title_blocks=blocks)) == [
        ("warning", "The title blocks name two units: mm and inch.")
    ]


def test_views_that_are_referred_to() -> None:
    notes = (
        Note(text="SEE DETAIL C"),
        Note(text="see section A-A"),
        Note(text="See detail C again"),
        Note(text="see view from above"),
    )
    views = (View(label="SECTION A-A", kind="section"), View(label="DETAIL B", kind="detail"))
    assert told("view_missing", result(notes=notes, views=views)) == [
        ("warning", "It refers to detail C, but no view has this label.")
    ]
    assert [weight for weight, _ in told("view_missing", result(notes=notes))] == ["look", "look"]
    callout = result(dimensions=(Dimension(text="4X SIEHE EINZELHEIT Z"),), views=views)
    assert [message for _, message in told("view_missing", callout)] == [
        "It refers to einzelheit Z, but no view has this label."
    ]


def test_a_view_label_that_stands_twice() -> None:
    views = (
        View(label="DETAIL B", kind="detail", text="DETAIL B"),
        View(label="B ( 2 : 1 )", kind="detail", text="B ( 2 : 1 )"),
    )
    assert told("view_label_twice", result(views=views)) == [("warning", "2 views are labelled B.")]
    apart = (views[0], views[1].model_copy(update={"page": 2}), View(label="ISO VIEW"), View(label="ISO VIEW"))
    assert told("view_label_twice", result(views=apart)) == []


def rows(*numbers: str, **values: Any) -> tuple[PartsListItem, ...]:
    return tuple(
        PartsListItem(**{"position": n, "quantity": "1", "designation": f"part {n}", **values}) for n in numbers
    )


def test_item_numbers() -> None:
    assert told("item_number_twice", result(bom=rows("1", "2", "2"))) == [
        ("error", "Item number 2 stands twice, for the same part.")
    ]
    other = (*rows("1"), *rows("1", designation="screw"), *rows("1", page=2))
    assert told("item_number_twice", result(bom=other)) == [
        ("error", "Item number 1 stands twice, for different parts.")
    ]
    assert told("item_number_missing", result(bom=rows("1", "2", "4"))) == [("warning", "Item number 3 is missing.")]
    many = rows(*(str(n) for n in range(1, 13) if n not in {5, 9}))
    assert told("item_number_missing", result(bom=many)) == [("warning", "Item numbers 5, 9 are missing.")]
    for fine in (rows("1", "2", "3"), rows("10", "20", "30"), rows("2", "3", "5"), rows("1", "9")):
        assert told("item_number_missing", result(bom=fine)) == []
    assert told("item_number_missing", result(bom=rows("1", ""))) == [("warning", "The row has no item number.")]


def test_balloons_and_rows() -> None:
    list_ = rows("1", "2", "03")
    assert told("balloon_without_row", result(bom=list_, balloons=tuple(Balloon(position=p) for p in "1339"))) == [
        ("error", "No row of the parts list has the item number 9.")
    ]
    assert told("balloon_without_row", result(balloons=(Balloon(position="9"),))) == []
    shown = tuple(Balloon(position=p) for p in "13")
    assert told("row_without_balloon", result(bom=list_, balloons=shown)) == [
        ("warning", "No balloon refers to item 2.")
    ]
    assert told("row_without_balloon", result(bom=list_, balloons=shown[:1])) == []  # most are not shown: not here
    group = result(bom=rows("1", "1.1", "1.2"), balloons=(Balloon(position="1.1"), Balloon(position="1.2")))
    assert told("row_without_balloon", group) == []
    scan = result(bom=list_, balloons=shown, pages=(SCAN,))
    assert told("row_without_balloon", scan)[0][0] == "look"


def test_quantities() -> None:
    balloons = (
        Balloon(position="1", text="1 (2x)"),
        Balloon(position="1", text="1 x2"),
        Balloon(position="2", text="2"),
    )
    list_ = (*rows("1", quantity="6"), *rows("2"))
    assert told("quantities_disagree", result(bom=list_, balloons=balloons)) == [
        ("warning", "The balloons show item 1 4 times, the parts list says 6.")
    ]
    assert told("quantities_disagree", result(bom=rows("1", quantity="4"), balloons=balloons)) == []
    unsaid = (*balloons, Balloon(position="1", text="1"))
    assert told("quantities_disagree", result(bom=list_, balloons=unsaid)) == []


@pytest.mark.parametrize("name", samples.NAMES)
def test_a_whole_drawing_gives_no_error(name: str) -> None:
    truth = samples.named(name).truth
    assert [one for one in checks.check(truth) if one.severity is Severity.ERROR] == []
