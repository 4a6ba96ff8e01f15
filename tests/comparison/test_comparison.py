"""Two revisions: every kind of change found, and nothing told that is none."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from cpu_time import Cost
from hypothesis import given, settings
from hypothesis import strategies as st

from drawkit import comparison, engine, samples
from drawkit.comparison import Change, ChangeKind, compare
from drawkit.contract import (
    Box,
    DatumFeature,
    Dimension,
    Item,
    Note,
    PageReport,
    PartsListItem,
    Result,
    Revision,
    Table,
    TitleBlock,
    TitleField,
)

PLATE = samples.named("milled_plate").truth
ASSEMBLY = samples.named("assembly").truth


def told(old: Result, new: Result, **options: Any) -> list[tuple[str, str, str, str]]:
    return [(c.change.value, c.table, c.old, c.new) for c in compare(old, new, **options).changes]


def with_items(result: Result, table: str, change: Callable[[int, Any], Any]) -> Result:
    """A copy in which one list is changed: None takes an item away."""
    items = [change(at, item) for at, item in enumerate(getattr(result, table))]
    return result.model_copy(update={table: tuple(item for item in items if item is not None)})


def everywhere(result: Result, place: Callable[[Box], Box], page: dict[str, Any] | None = None) -> Result:
    """A copy in which every item stands elsewhere."""
    from drawkit.contract import LISTS

    lists = {
        name: tuple(
            item.model_copy(update={"box": place(item.box)}) if item.box else item for item in getattr(result, name)
        )
        for name in LISTS
    }
    pages = tuple(report.model_copy(update=page or {}) for report in result.pages)
    return result.model_copy(update={**lists, "pages": pages})


def moved(item: Item, dx: float, dy: float) -> Item:
    assert item.box
    x0, top, x1, bottom = item.box
    return item.model_copy(update={"box": (x0 + dx, top + dy, x1 + dx, bottom + dy)})


def at_place(at: int, wide: int) -> Box:
    """A place in a grid of so many columns."""
    x, y = 45.0 * (at % wide), 60.0 * (at // wide)
    return x, y, x + 20, y + 8


@pytest.mark.parametrize("name", samples.NAMES)
def test_a_drawing_does_not_differ_from_itself(name: str) -> None:
    truth = samples.named(name).truth
    assert told(truth, truth) == []


def test_every_kind_of_change() -> None:
    def revised(at: int, size: Dimension) -> Dimension | None:
        if at == 2:
            return size.model_copy(update={"nominal": 77.0, "text": "77"})
        if at == 5:
            return None
        return moved(size, 0, -120) if at == 7 else size  # type: ignore[return-value]

    new = with_items(PLATE, "dimensions", revised)
    added = Dimension(id="new", page=1, text="R99", kind="radius", nominal=99, box=(20, 20, 40, 30))
    new = new.model_copy(update={"dimensions": (*new.dimensions, added)})
    was = PLATE.dimensions
    assert sorted(told(PLATE, new)) == sorted([
        ("changed", "dimensions", was[2].text, "77"),
        ("removed", "dimensions", was[5].text, ""),
        ("moved", "dimensions", was[7].text, was[7].text),
        ("added", "dimensions", "", "R99"),
    ])  # fmt: skip


def test_what_differs_is_named() -> None:
    frame = PLATE.geometric_tolerances[0]
    other = {"value": 9.5, "text": "9.5"}
    new = with_items(PLATE, "geometric_tolerances", lambda at, g: g.model_copy(update=other) if at == 0 else g)
    (change,) = compare(PLATE, new).changes
    assert change.what == f"value {frame.value:g} → 9.5"
    assert (change.old_id, change.new_id, change.new_box) == (frame.id, frame.id, frame.box)
    assert Change.model_validate(change.to_dict()) == change
    at = next(at for at, one in enumerate(PLATE.dimensions) if one.fit == "H7")
    wider = {"fit": "H8", "text": "⌀35 H8"}
    new = with_items(PLATE, "dimensions", lambda n, d: d.model_copy(update=wider) if n == at else d)
    assert [change.what for change in compare(PLATE, new).changes] == ["fit H7 → H8"], "h7 is the fit of a shaft"


@pytest.mark.parametrize(
    "place",
    [
        lambda b: (b[0] + 30, b[1] - 12, b[2] + 30, b[3] - 12),
        lambda b: tuple(v * 1.414 for v in b),
        lambda b: (b[0] + 0.01 * b[1], b[1] - 0.01 * b[0], b[2] + 0.01 * b[1], b[3] - 0.01 * b[0]),
    ],
    ids=["shifted", "another sheet size", "turned a little"],
)
def test_where_the_sheet_lies_does_not_matter(place: Callable[[Box], Box]) -> None:
    new = everywhere(PLATE, place)
    changed = with_items(
        new, "dimensions", lambda at, d: d.model_copy(update={"nominal": 1.5, "text": "1.5"}) if at == 3 else d
    )
    assert told(PLATE, new) == []
    assert [one[:2] for one in told(PLATE, changed)] == [("changed", "dimensions")]


def test_a_view_that_was_moved_is_no_change() -> None:
    middle = 700.0
    new = everywhere(PLATE, lambda b: (b[0] - 60, b[1] + 70, b[2] - 60, b[3] + 70) if b[0] > middle else b)
    found = compare(PLATE, new)
    assert [c for c in found.changes if c.table == "dimensions"] == []
    assert len(found.maps[1]) >= 2


def test_a_sheet_that_was_laid_out_anew_is_no_change() -> None:
    rng = random.Random(3)

    def anew(box: Box) -> Box:
        x, y = rng.uniform(20, 1100), rng.uniform(20, 780)
        return x, y, x + box[2] - box[0], y + box[3] - box[1]

    assert told(PLATE, everywhere(PLATE, anew)) == []


def test_notes_and_tables_are_found_by_their_text() -> None:
    notes = (Note(id="n1", text="1. Remove all burrs."), Note(id="n2", text="2. Break sharp edges 0.2."))
    other = (Note(id="n3", text="1. Break sharp edges 0.5."), Note(id="n4", text="2. Remove all burrs."))
    base = {"pages": (PageReport(page=1, width=842, height=595),)}
    found = told(Result(**base, notes=notes), Result(**base, notes=other))
    assert sorted(one[0] for one in found) in (["changed", "changed"], ["changed"])
    same = Result(**base, notes=notes, tables=(Table(id="k1", text="A 1 B 2"),))
    assert told(same, same) == []
    decimal = told(Result(**base, notes=(Note(text="Fill 1.5 ml"),)), Result(**base, notes=(Note(text="Fill 15 ml"),)))
    assert [one[0] for one in decimal] == ["changed"]


def test_parts_are_found_again_under_another_number() -> None:
    renumbered = with_items(
        ASSEMBLY, "bom", lambda at, row: row.model_copy(update={"position": str(at + 2), "text": ""})
    )
    found = compare(ASSEMBLY, renumbered).changes
    assert {c.field for c in found} == {"position"}
    assert len(found) == len(ASSEMBLY.bom)
    quantity = with_items(
        ASSEMBLY, "bom", lambda at, row: row.model_copy(update={"quantity": "99", "text": ""}) if at == 1 else row
    )
    assert [(c.change.value, c.field, c.what) for c in compare(ASSEMBLY, quantity).changes] == [
        ("changed", "quantity", f"quantity {ASSEMBLY.bom[1].quantity} → 99")
    ]


def test_rows_come_and_go() -> None:
    shorter = with_items(ASSEMBLY, "bom", lambda at, row: None if at == 0 else row)
    assert [one[:2] for one in told(ASSEMBLY, shorter)] == [("removed", "bom")]
    assert [one[:2] for one in told(shorter, ASSEMBLY)] == [("added", "bom")]
    more = ASSEMBLY.model_copy(update={"revisions": (*ASSEMBLY.revisions, Revision(revision="Z", description="New"))})
    assert [(one[0], one[3]) for one in told(ASSEMBLY, more)] == [("added", "Z New")]


def drawing_of(table: str, **values: Any) -> Result:
    """A drawing with one item, in the middle of its sheet."""
    item: Any = {"dimensions": Dimension, "datum_features": DatumFeature, "notes": Note, "tables": Table}[table]
    page = PageReport(page=1, width=842, height=595)
    return Result(pages=(page,), **{table: (item(id="i1", box=(400, 300, 430, 308), **values),)})


@pytest.mark.parametrize(
    ("table", "old", "new"),
    [
        ("dimensions", {"text": "⌀20 H7", "nominal": 20, "fit": "H7"}, {"text": "⌀20 h7", "nominal": 20, "fit": "h7"}),
        (
            "dimensions",
            {"text": "9 js6", "nominal": 9, "fit": "js6"},
            {"text": "20 JS6", "nominal": 20, "fit": "JS6"},
        ),
        ("dimensions", {"text": "M8-6H", "thread": "M8-6H"}, {"text": "M8-6h", "thread": "M8-6h"}),
        ("dimensions", {"text": "⌀20 H7", "nominal": 20}, {"text": "⌀20 h7", "nominal": 20, "quantity": 2}),
        ("datum_features", {"text": "A", "label": "A"}, {"text": "a", "label": "a"}),
        ("notes", {"text": "Bore 20H7 after coating"}, {"text": "Bore 20h7 after coating"}),
        ("notes", {"text": "Bore H7 after coating"}, {"text": "BORE h7 AFTER COATING"}),
        ("notes", {"text": "Tested with 5 MPa."}, {"text": "Tested with 5 mPa."}),
        ("tables", {"text": "Force 12 MN"}, {"text": "Force 12 mN"}),
    ],
)
def test_the_case_of_a_symbol_is_a_change(table: str, old: dict[str, Any], new: dict[str, Any]) -> None:
    assert told(drawing_of(table, **old), drawing_of(table, **new)) == [("changed", table, old["text"], new["text"])]


@pytest.mark.parametrize(
    ("table", "old", "new"),
    [
        ("dimensions", {"text": "4X ⌀5 THRU", "nominal": 5}, {"text": "4x ⌀5 thru", "nominal": 5, "depth": "through"}),
        ("dimensions", {"text": "⌀20 TYP", "nominal": 20}, {"text": "ø20 Typ.", "nominal": 20, "quantity": 2}),
        ("dimensions", {"text": "M8X1", "thread": "M8X1"}, {"text": "M8x1", "thread": "M8x1"}),
        ("notes", {"text": "BREAK ALL EDGES 0.5 MM, BORE H7"}, {"text": "Break all edges 0.5 mm, bore H7"}),
        ("notes", {"text": "TESTED WITH 5 MPA OR 2 KN"}, {"text": "Tested with 5 MPa or 2 kN"}),
        ("notes", {"text": "1. SEE DIN 933-M8 X 20"}, {"text": "1. See DIN 933-M8 x 20"}),
        ("notes", {"text": "SIEHE MAẞBLATT"}, {"text": "Siehe Maßblatt"}),
    ],
)
def test_words_in_capitals_are_no_change(table: str, old: dict[str, Any], new: dict[str, Any]) -> None:
    assert told(drawing_of(table, **old), drawing_of(table, **new)) == []


@pytest.mark.parametrize(
    ("old", "new", "change"), [("H7", "h7", "changed"), ("S7", "s7", "unsure"), ("JS6", "js6", "changed")]
)
def test_letters_that_a_picture_can_tell_apart(old: str, new: str, change: str) -> None:
    """Of S and s a picture shows the size alone."""
    a, b = (drawing_of("dimensions", text=f"⌀20 {fit}", nominal=20, fit=fit) for fit in (old, new))
    assert [kind for kind, *_ in told(a, scan(b))] == [kind for kind, *_ in told(scan(a), b)] == [change]
    assert [kind for kind, *_ in told(a, b)] == ["changed"]


def test_the_case_of_lists_and_title_blocks() -> None:
    base = {"pages": (PageReport(page=1, width=842, height=595),)}
    old = {"title": "Guide pin", "material": "Steel", "sheet_size": "A4", "general_tolerance": "Bores H13"}
    new = {"title": "GUIDE PIN", "material": "STEEL", "sheet_size": "a4", "general_tolerance": "BORES h13"}
    found = told(*(Result(**base, title_blocks=(TitleBlock(**block),)) for block in (old, new)))
    assert found == [("changed", "title_blocks", "Bores H13", "BORES h13")]
    pin = PartsListItem(id="r1", page=1, position="1", designation="Dowel pin 6 m6", part_number="p-100a")
    other = pin.model_copy(update={"designation": "DOWEL PIN 6 M6", "part_number": "P-100A"})
    (change,) = compare(Result(**base, bom=(pin,)), Result(**base, bom=(other,))).changes
    assert change.field == "designation"


def test_facts_of_the_title_block() -> None:
    field = TitleField(label="REV", value="B", box=(1, 2, 3, 4))
    base = {"pages": (PageReport(page=1, width=842, height=595),)}
    old = Result(**base, title_blocks=(TitleBlock(title="PLATE", revision="A", mass="1 kg"),))
    new = Result(**base, title_blocks=(TitleBlock(title="Plate", revision="B", scale="1:2", fields=(field,)),))
    found = compare(old, new).changes
    assert sorted((c.change.value, c.field, c.old, c.new) for c in found) == [
        ("added", "scale", "", "1:2"), ("changed", "revision", "A", "B"), ("removed", "mass", "1 kg", ""),
    ]  # fmt: skip
    assert next(c.new_box for c in found if c.field == "revision") == field.box


def scan(result: Result) -> Result:
    return result.model_copy(update={"pages": tuple(p.model_copy(update={"source": "picture"}) for p in result.pages)})


def test_what_a_scan_does_not_tell_is_a_place_to_look_at() -> None:
    gone = scan(with_items(PLATE, "dimensions", lambda at, d: None if at == 4 else d))
    found = compare(PLATE, gone)
    assert [c.change for c in found.changes] == [ChangeKind.UNSURE]
    assert "Page 1 of the new drawing is a picture: what is missing there may be unread." in found.remarks
    toleranced = next(at for at, d in enumerate(PLATE.dimensions) if d.upper_deviation)
    less = scan(
        with_items(
            PLATE,
            "dimensions",
            lambda at, d: (
                d.model_copy(update={"upper_deviation": None, "lower_deviation": None, "text": f"{d.nominal:g}"})
                if at == toleranced
                else d
            ),
        )
    )
    assert [c.change for c in compare(PLATE, less).changes] == [ChangeKind.UNSURE]
    assert [c.change for c in compare(less, PLATE).changes] == [ChangeKind.UNSURE]


@pytest.mark.parametrize(
    ("printed", "read", "change"),
    [
        ({"text": "92.00", "nominal": 92.0}, {"text": "9200", "nominal": 9200.0}, "unsure"),
        (
            {"text": "5 -0.01 -0.02", "nominal": 5, "upper_deviation": -0.01, "lower_deviation": -0.02},
            {"text": "5 -0.01", "nominal": 5, "lower_deviation": -0.01},
            "unsure",
        ),
        ({"text": "92.00", "nominal": 92.0}, {"text": "93.00", "nominal": 93.0}, "changed"),
    ],
)
def test_what_a_scan_may_have_lost(printed: dict[str, Any], read: dict[str, Any], change: str) -> None:
    base = PLATE.dimensions[0].model_copy(update={"upper_deviation": None, "lower_deviation": None})
    old, new = (
        PLATE.model_copy(update={"dimensions": (base.model_copy(update=one), *PLATE.dimensions[1:])})
        for one in (printed, read)
    )
    assert [one[0] for one in told(old, scan(new))] == [change]
    assert [one[0] for one in told(scan(new), old)] == [change]
    assert [one[0] for one in told(old, new)] == ["changed"]


def test_a_note_that_a_scan_read_in_pieces() -> None:
    page = PageReport(page=1, width=842, height=595)
    whole = Result(pages=(page,), notes=(Note(id="n1", text="TAPPED HOLES CAN BE FROM EACH END OR THRU"),))
    pieces = (
        Note(id="n1", text="TAPPED HOLES CAN EACH"),
        Note(id="n2", text="BE FROM"),
        Note(id="n3", text="OR END THRU"),
    )
    read = scan(Result(pages=(page,), notes=pieces))
    assert {one[0] for one in told(whole, read)} == {one[0] for one in told(read, whole)} == {"unsure"}


def test_an_unsure_reading_gives_no_change() -> None:
    changes = {"nominal": 7.5, "text": "7.5", "confidence": 0.6}
    new = with_items(PLATE, "dimensions", lambda at, d: d.model_copy(update=changes) if at == 3 else d)
    assert [one[0] for one in told(PLATE, new)] == ["unsure"]


@pytest.mark.parametrize(
    ("new", "change"),
    [
        ({"text": "⌀45", "nominal": 45.0, "confidence": 0.53}, "changed"),
        ({"text": "⌀9.5", "nominal": 9.5, "confidence": 0.6}, "changed"),
        ({"text": "⌀45", "nominal": 45.0, "confidence": 0.75}, "unsure"),
        ({"text": "⌀45 H7", "nominal": 45.0, "confidence": 0.55}, "unsure"),
        ({"text": "⌀45", "nominal": 45.0, "confidence": 0.55, "read_from": "recognised"}, "unsure"),
    ],
)
def test_figures_that_changed_where_both_readings_doubt_the_same(new: dict[str, Any], change: str) -> None:
    def with_first(values: dict[str, Any]) -> Result:
        return with_items(PLATE, "dimensions", lambda at, d: d.model_copy(update=values) if at == 3 else d)

    before = with_first({"kind": "diameter", "text": "⌀44", "nominal": 44.0, "fit": None, "confidence": 0.55})
    after = with_first({"kind": "diameter", "fit": None, **new})
    assert [one[0] for one in told(before, after)] == [change]


def test_two_different_drawings_are_told_as_such() -> None:
    shaft = samples.named("turned_part").truth
    found = compare(PLATE, shaft)
    assert found.changes == ()
    assert found.remarks[0].startswith("These are two different drawings: ")
    assert len(compare(PLATE, shaft, anyway=True).changes) > 20
    number = {"title_blocks": (TitleBlock(drawing_number="D-1"),)}
    assert compare(PLATE.model_copy(update=number), shaft.model_copy(update=number)).changes  # one number: a revision


def placeless(result: Result) -> Result:
    from drawkit.contract import LISTS

    lists = {name: tuple(item.model_copy(update={"box": None}) for item in getattr(result, name)) for name in LISTS}
    return result.model_copy(update=lists)


def test_results_without_places_are_compared_by_what_they_say() -> None:
    bare = placeless(PLATE)
    for old, new, sides in ((bare, PLATE, ["old"]), (PLATE, bare, ["new"]), (bare, bare, ["old", "new"])):
        found = compare(old, new)
        assert found.changes == ()
        assert [remark.split(" result tells no places")[0] for remark in found.remarks] == [f"The {s}" for s in sides]
    first = PLATE.dimensions[0]
    longer = {"nominal": (first.nominal or 0) + 1, "text": f"{first.text}9"}
    new = with_items(PLATE, "dimensions", lambda at, d: d.model_copy(update=longer) if at == 0 else d)
    assert [one[0] for one in told(bare, new)] == ["changed"]


def test_what_was_not_read_is_remarked() -> None:
    blank = Result(pages=PLATE.pages)
    assert compare(PLATE, blank).remarks == ("Nothing was read on the new drawing.",)
    assert compare(blank, blank).remarks == (
        "Nothing was read on the old drawing.", "Nothing was read on the new drawing.",
    )  # fmt: skip
    assert compare(PLATE.model_copy(update={"dimensions": ()}), PLATE).remarks == (
        "No dimension was read on the old drawing.",
    )


def test_another_page_count() -> None:
    second = PageReport(page=2, width=842, height=595)
    extra = Dimension(id="x", page=2, text="5", nominal=5, box=(1, 1, 9, 9))
    longer = PLATE.model_copy(update={"pages": (*PLATE.pages, second), "dimensions": (*PLATE.dimensions, extra)})
    found = compare(PLATE, longer)
    assert [(c.change.value, c.new_page) for c in found.changes] == [("added", 2)]
    assert found.remarks == ("Page 2 of the new drawing has no page of the other to compare with.",)
    assert [c.change.value for c in compare(longer, PLATE).changes] == ["removed"]


def test_pages_in_another_order_are_paired_by_what_they_say() -> None:
    def sheet(order: tuple[int, int]) -> Result:
        sizes = [
            Dimension(id=f"{n}-{at}", page=page, text=str(n), nominal=n, box=at_place(at, 3))
            for page, first in enumerate(order, 1)
            for at, n in enumerate(range(first, first + 8))
        ]
        pages = tuple(PageReport(page=page, width=842, height=595) for page in (1, 2))
        return Result(pages=pages, dimensions=tuple(sizes))

    found = compare(sheet((10, 50)), sheet((50, 10)))
    assert found.pages == ((1, 2), (2, 1))
    assert found.changes == ()


def test_unreadable_pages_and_other_units_are_remarked() -> None:
    blind = PLATE.model_copy(
        update={"pages": (PLATE.pages[0].model_copy(update={"readable": False}),), "units": "inch"}
    )
    assert compare(PLATE, blind).remarks == (
        "Page 1 of the new drawing could not be read.",
        "The drawings are in different units: mm and inch.",
    )


def test_results_without_anything() -> None:
    assert compare(Result(), Result()).changes == ()
    boxless = Result(
        dimensions=(Dimension(id="d1", text="5", nominal=5),), pages=(PageReport(page=1, width=0, height=0),)
    )
    assert told(boxless, boxless) == []
    assert [one[0] for one in told(boxless, Result(pages=boxless.pages))] == ["removed"]


@given(st.data())
@settings(max_examples=40)
def test_any_items_taken_away_are_told_and_nothing_else(data: st.DataObject) -> None:
    count = len(PLATE.dimensions)
    gone = data.draw(st.sets(st.integers(0, count - 1), max_size=5))
    found = compare(PLATE, with_items(PLATE, "dimensions", lambda at, d: None if at in gone else d)).changes
    assert sorted(c.old_id for c in found) == sorted(PLATE.dimensions[at].id for at in gone)


def test_the_table() -> None:
    frame = comparison.changes_frame(
        compare(PLATE, with_items(PLATE, "dimensions", lambda at, d: d if at else None)).changes
    )
    assert list(frame.columns) == [column.name for column in comparison.CHANGES]
    assert list(frame.index) == [1]
    assert frame.loc[1, ["old_x0", "old_bottom"]].tolist() == [PLATE.dimensions[0].box[0], PLATE.dimensions[0].box[3]]  # type: ignore[index]
    assert frame.loc[1, ["new_x0", "new_page"]].isna().all()
    assert list(comparison.changes_frame([]).dtypes) == list(frame.dtypes)


def test_a_vector_and_its_office_scan_do_not_differ() -> None:
    vector = samples.make("plate", seed=7)
    paper = samples.make("plate", seed=7, carrier="picture", wear="office")
    old, new = (engine.analyze(one.data, profile="full") for one in (vector, paper))
    found = compare(old, new)
    sure = [c for c in found.changes if c.change is not ChangeKind.UNSURE]
    assert len(sure) <= 0.02 * found.compared / 2
    assert found.same >= 0.9 * len(old.dimensions)


@pytest.mark.benchmark
def test_two_sheets_are_compared_in_less_than_three_seconds(cpu_seconds: Cost) -> None:
    sizes = tuple(Dimension(id=f"d{n}", text=f"{n}", nominal=n, box=at_place(n, 20)) for n in range(200))
    large = PLATE.model_copy(update={"dimensions": sizes})
    fewer = large.model_copy(update={"dimensions": sizes[3:]})
    assert cpu_seconds(compare, large, fewer) < 3


def test_rows_of_a_scan_are_not_told_as_changed() -> None:
    other = with_items(ASSEMBLY, "bom", lambda at, row: row.model_copy(update={"position": ""}) if at == 1 else row)
    assert {c.change for c in compare(ASSEMBLY, scan(other)).changes} == {ChangeKind.UNSURE}
    assert PartsListItem in {type(row) for row in ASSEMBLY.bom}
