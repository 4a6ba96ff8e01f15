"""What people type is read as if it were printed: its values go into the row, and what follows from them."""

import subprocess
import sys
import textwrap

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drawkit import contract
from drawkit.contract import DatumFeature, Dimension, GeometricTolerance, SurfaceTexture, View
from drawkit.display import Result
from drawkit.review import Typed, typed, values_of

TABLES = st.sampled_from(list(contract.LISTS))
PIECES = st.lists(
    st.sampled_from(
        ["4x", "2 x ", "⌀", "Ø", "dia ", "d", "R", "r", "S", "M", "m", "12.5", "6,6", ".5", "8", " H7", " g6", "x1-6H",
         "±0.1", " +-.05", " +.1 -.05", " +0,1/-0,05", "45°", "45deg", " ↧12", " THRU", " ⌴⌀11↧6", " csk d12x90deg",
         "(", ")", " REF", " TYP", "⌖", "⟂ ", "|", "Ⓜ", " A", " B(M)", "Ra ", "ra", "N7", "foo", " 3"]
    ),
    max_size=7,
).map("".join)  # fmt: skip


def told(table: str, text: str, **more: object) -> dict[str, object]:
    """The values that say something."""
    read = typed(table, text, "mm", **more)
    assert read.told == "", read.told
    return {name: value for name, value in read.values.items() if value not in (None, "", False, "none") and value != 1}


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("⌀12.5 H7", {"kind": "diameter", "nominal": 12.5, "fit": "H7", "tolerance_from": "fit"}),
        ("dia 12.5", {"kind": "diameter", "nominal": 12.5}),
        ("Ø12,5", {"kind": "diameter", "nominal": 12.5}),
        ("d12.5", {"kind": "diameter", "nominal": 12.5}),
        ("D 12.5", {"kind": "diameter", "nominal": 12.5}),
        ("phi 12.5", {"kind": "diameter", "nominal": 12.5}),
        ("sd5", {"kind": "spherical_diameter", "nominal": 5}),
        ("R5", {"kind": "radius", "nominal": 5}),
        ("2x r.5", {"kind": "radius", "nominal": 0.5, "quantity": 2}),
        ("sr5", {"kind": "spherical_radius", "nominal": 5}),
        ("45deg", {"kind": "angle", "nominal": 45}),
        ("12 m6", {"kind": "linear", "nominal": 12, "fit": "m6", "tolerance_from": "fit"}),
        ("25 d9", {"kind": "linear", "nominal": 25, "fit": "d9", "tolerance_from": "fit"}),
        ("M6x1-6H", {"kind": "thread", "nominal": 6, "thread": "M6x1-6H"}),
        ("4x m6 ↧12", {"kind": "thread", "nominal": 6, "thread": "M6", "quantity": 4, "depth": 12}),
        (
            "d6.6 csk d12x90deg",
            {"kind": "diameter", "nominal": 6.6, "countersink_diameter": 12, "countersink_angle": 90},
        ),
        ("100000", {"kind": "linear", "nominal": 100000}),
    ],
)
def test_dimensions_as_keyboards_write_them(text: str, values: dict[str, object]) -> None:
    assert told("dimensions", text) == values


@pytest.mark.parametrize("text", ["25 +0.1/-0.05", "25 +.1 -.05", "25 +0,1 -0,05", "25+0.1 / -0.05"])
def test_deviations_as_keyboards_write_them(text: str) -> None:
    read = told("dimensions", text)
    assert (read["nominal"], read["upper_deviation"], read["lower_deviation"]) == (25, 0.1, -0.05)


@pytest.mark.parametrize("text", ["12.5 +-0.1", "12.5 +/-0.1", "12.5 ± 0,1"])
def test_one_deviation_both_ways(text: str) -> None:
    read = told("dimensions", text)
    assert (read["nominal"], read["upper_deviation"], read["lower_deviation"]) == (12.5, 0.1, -0.1)


@pytest.mark.parametrize(
    ("table", "text", "values"),
    [
        (
            "geometric_tolerances",
            "⌖ ⌀0.1 Ⓜ A B",
            {"characteristic": "position", "zone": "diameter", "value": 0.1, "modifiers": "M", "datums": "A | B"},
        ),
        (
            "geometric_tolerances",
            "position dia 0,1 | A(M)",
            {"characteristic": "position", "zone": "diameter", "value": 0.1, "datums": "A(M)"},
        ),
        ("surface_textures", "Ra 3.2", {"parameter": "Ra", "value": 3.2}),
        ("surface_textures", "√ rz=6,3", {"parameter": "Rz", "value": 6.3}),
        ("surface_textures", "N7", {"parameter": "N7"}),
        ("surface_textures", "0.8", {"value": 0.8}),
        ("threads", "4x M6x0.75 ↧12", {"designation": "M6x0.75", "quantity": 4, "depth": 12}),
        ("threads", "1/4-20 UNC-2B", {"designation": "1/4-20 UNC-2B"}),
        ("holes", "2x d8 THRU", {"quantity": 2, "diameter": 8, "depth": "THRU"}),
        ("notes", "3. DEBURR", {"number": "3"}),
        ("notes", "DEBURR", {}),
        ("balloons", "(7)", {"position": "7"}),
        ("bom", "12 H7", {}),
    ],
)
def test_other_tables(table: str, text: str, values: dict[str, object]) -> None:
    assert told(table, text) == values


@pytest.mark.parametrize(
    ("table", "text", "name"),
    [
        ("dimensions", "hello", "a dimension"),
        ("dimensions", "SEE NOTE 3", "a dimension"),
        ("dimensions", "foo 12.5 bar", "a dimension"),
        ("geometric_tolerances", "0.1 A", "a geometric tolerance"),
        ("surface_textures", "smooth", "a surface texture"),
        ("threads", "12", "a thread"),
        ("threads", "", ""),
        ("holes", "R5", "a hole"),
    ],
)
def test_what_is_not_understood_is_told_in_a_sentence(table: str, text: str, name: str) -> None:
    sentence = f"“{text}” is not understood as {name}: its text is kept, without values."
    assert typed(table, text) == Typed(told=sentence if text else "")


def test_what_is_understood_in_part() -> None:
    assert typed("dimensions", "⌀12.5 H7 blah").told == "“blah” is not understood: the values are those of the rest."
    assert typed("geometric_tolerances", "⌖ 0.1 A fo!").values["datums"] == "A"
    assert typed("geometric_tolerances", "⌖ 0.1 A fo!").told.startswith("“fo !”")
    assert typed("surface_textures", "Ra 3.2 milled").told.startswith("“milled”")
    assert typed("dimensions", "x" * 60).told.startswith(f"“{'x' * 39}…” is not")
    with pytest.raises(KeyError, match="no table 'pages'"):
        typed("pages", "5")


def test_what_the_lines_around_tell_stays() -> None:
    edge = Dimension(text="475", kind="ordinate", nominal=475, basic=True)
    assert not {"kind", "basic", "reference"} & typed("dimensions", "47.5", item=edge).values.keys()
    assert typed("dimensions", "⌀47.5", item=edge).values["kind"] == "diameter", "where the text says otherwise"
    assert typed("dimensions", "5", item=Dimension(text="±")).values["kind"] == "linear"
    row = GeometricTolerance(text="⟂ | 0.1 | A", characteristic="perpendicularity", value=0.1)
    shared = typed("geometric_tolerances", "0.05 A B", item=row)
    assert (shared.values["characteristic"], shared.values["datums"]) == ("perpendicularity", "A | B")
    assert typed("surface_textures", "6.3", item=SurfaceTexture(parameter="Ra", text="3.2")).values == {"value": 6.3}
    assert typed("views", "SECTION B-B (2:1)", item=View(text="SECTION A-A (2:1)", label="A-A")).values == {}
    assert typed("datum_features", "[B]", item=DatumFeature(text="A", label="A")).values == {"label": "B"}


def test_a_corrected_text_takes_its_values_along(result: Result) -> None:
    made = result.correct("dimensions", "d1", text="⌀12.5 H7")
    assert {one.field: one.value for one in made} == {
        "text": "⌀12.5 H7", "nominal": 12.5, "fit": "H7", "tolerance_from": "fit",
    }  # fmt: skip
    limits = result.limits().set_index("id").loc["d1"]
    assert (limits["lower_limit"], limits["upper_limit"]) == (12.5, 12.518)
    assert result.undo(), "text and values are one decision"
    assert result.corrected is result.data


def test_holes_and_threads_follow_a_typed_text(result: Result) -> None:
    result.correct("dimensions", "d3", text="6x M8x1 dp 12")
    hole, thread = result.holes.set_index("id").loc["o1"], result.threads.set_index("id").loc["h1"]
    assert (hole["thread"], hole["quantity"], hole["depth"]) == ("M8x1", 6, 12)
    assert (thread["designation"], thread["quantity"], thread["depth"]) == ("M8x1", 6, 12)
    result.correct("dimensions", "d1", text="4x ⌀6.6 ⌴⌀11↧6")
    told = result.dimensions.set_index("id").loc["d1"]
    assert (told["quantity"], told["counterbore_diameter"], told["counterbore_depth"]) == (4, 11, 6)
    result.correct("dimensions", "d1", text="4x ⌀6.6")
    assert result.dimensions.set_index("id").loc["d1", ["counterbore_diameter"]].isna().all(), "what it says no more"


def test_values_beside_the_text_stand_over_it(result: Result) -> None:
    result.correct("dimensions", "d4", text="14 H7", nominal=14.5, fit=None)
    row = result.dimensions.set_index("id").loc["d4"]
    assert (row["text"], row["nominal"]) == ("14 H7", 14.5)
    assert row[["fit"]].isna().all()


def test_a_text_that_is_not_understood_changes_nothing_else(result: Result) -> None:
    with pytest.warns(UserWarning, match="“see sketch” is not understood as a dimension: its text is kept, and"):
        (made,) = result.correct("dimensions", "d4", text="see sketch")
    assert (made.field, made.value) == ("text", "see sketch")
    assert result.dimensions.set_index("id").loc["d4", "nominal"] == 12
    result.correct("dimensions", "d4", text="see sketch 2", nominal=13)  # who gives values needs no word on them


def test_what_would_change_is_shown_beforehand(result: Result) -> None:
    assert result.read_typed("dimensions", "13 g6", "d4") == Typed({"nominal": 13.0, "fit": "g6"})
    assert result.read_typed("dimensions", "2x ⌀5").values == {
        "kind": "diameter",
        "quantity": 2,
        "nominal": 5.0,
        "tolerance_from": "none",
    }
    assert result.decisions == ()
    with pytest.raises(KeyError, match="no item with the id 'd9'"):
        result.read_typed("dimensions", "5", "d9")
    with pytest.raises(KeyError, match="no item with the id 'd9'"):
        result.correct("dimensions", "d9", text="5")


def test_rows_added_by_typing_are_read_the_same(result: Result) -> None:
    made = result.add("dimensions", "4x d6.6 depth 12")
    row = result.dimensions.set_index("id").loc[made]
    assert (row["kind"], row["quantity"], row["nominal"], row["depth"]) == ("diameter", 4, 6.6, 12)
    hole = result.holes.set_index("id").loc[f"{made}-hole"]
    assert (hole["diameter"], hole["quantity"]) == (6.6, 4)
    made = result.add("threads", "2x M5 ↧8")
    assert result.threads.set_index("id").loc[made, "designation"] == "M5"
    made = result.add("dimensions", "no idea")
    assert result.dimensions.set_index("id").loc[made, ["nominal"]].isna().all()


@given(TABLES, st.text() | PIECES, st.sampled_from([None, "mm", "inch"]))
@settings(max_examples=400, deadline=None)
def test_no_text_breaks_it(table: str, text: str, units: str | None) -> None:
    read = typed(table, text, units)
    assert not (read.values and "without values" in read.told)
    assert values_of(table, text, units) == {"text": " ".join(text.split()), **read.values}
    item = {"text": "12", "characteristic": "flatness", "label": "A", "position": "A", "designation": "M5"}
    again = typed(table, text, units, contract.LISTS[table].model_validate(item))
    assert again.values.keys() <= read.values.keys() or table == "geometric_tolerances"


@given(PIECES, st.sampled_from([None, "mm", "inch"]))
@settings(max_examples=400, deadline=None)
def test_what_the_grammar_writes_is_read_back_equal(text: str, units: str | None) -> None:
    from drawkit.engine.callouts import read_dimension, read_frame

    known = "mm" if units == "mm" else "inch" if units == "inch" else None
    callout = read_dimension(text, units=known)
    if callout is not None and not callout.rest and "|" not in text:  # a bar parts what its spelling joins
        spelt, plain = callout.dimension.text, typed("dimensions", text, units)
        assert typed("dimensions", spelt, units) == plain
        assert plain.values["nominal"] == callout.dimension.nominal
    frame = read_frame(text)
    if frame is not None:
        assert typed("geometric_tolerances", frame.text, units) == typed("geometric_tolerances", text, units)


def test_a_thin_client_reads_typed_texts_too() -> None:
    code = """
        import sys
        from drawkit._extras import LOCAL
        class Absent:
            blocked = {*LOCAL} - {"fontTools"}  # which matplotlib brings
            def find_spec(self, name, path=None, target=None):
                if name.partition(".")[0] in self.blocked:
                    raise ModuleNotFoundError(f"No module named {name!r}", name=name)
        sys.meta_path.insert(0, Absent())
        from drawkit import Result, contract
        result = Result(contract.Result(dimensions=(contract.Dimension(id="d1", text="5"),)))
        print([one.field for one in result.correct("dimensions", "d1", text="⌀12.5 H7")])
    """
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code)], capture_output=True, text=True, check=True, timeout=120
    )
    assert done.stdout.strip() == "['text', 'kind', 'nominal', 'fit', 'tolerance_from']"
