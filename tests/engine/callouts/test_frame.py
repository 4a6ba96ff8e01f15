from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drawkit.engine.callouts import read_frame


def row(characteristic: str, value: float, zone: str | None = None, *datums: str, **more: Any) -> dict[str, Any]:
    found: dict[str, Any] = {"characteristic": characteristic, "value": value}
    if zone:
        found["zone"] = zone
    if datums:
        found["datums"] = tuple(datum(text) for text in datums)
    return found | more


def datum(text: str) -> dict[str, Any]:
    label, _, modifiers = text.partition(":")
    return {"label": label} | ({"modifiers": tuple(modifiers)} if modifiers else {})


def held(label: str, *modifiers: str) -> dict[str, Any]:
    return {"label": label, "modifiers": modifiers}


@pytest.mark.parametrize(
    ("cells", "want"),
    [
        (["⏤", "0.1/100"], row("straightness", 0.1, per="100")),
        (["⌓", "0.006/0,152"], row("profile_surface", 0.006)),
        (["⌖", "⌀.006 [0.15]"], row("position", 0.006, "diameter")),
        (["⌖", "⌀0.15 [⌀.006]Ⓜ", "A"], row("position", 0.15, "diameter", "A", modifiers=("M",))),
        (["-", "0.1"], row("straightness", 0.1)),
        (["⏥", ".01/⌀1.00"], row("flatness", 0.01, per="⌀1.00")),
        (["▱", "0.05/20x20"], row("flatness", 0.05, per="20x20")),
        (["○", "1.2", "Ⓕ"], row("circularity", 1.2, modifiers=("F",))),
        (["⌭", "0,02"], row("cylindricity", 0.02)),
        (["⌒", "0.2"], row("profile_line", 0.2)),
        (["⌓", "1.2Ⓕ", "A", "B"], row("profile_surface", 1.2, None, "A", "B", modifiers=("F",))),
        (["⌓", "0.1 UZ -0.05", "(A-B)Ⓜ"], row("profile_surface", 0.1, None, "A-B:M", modifiers=("UZ",), offset=-0.05)),
        (["⌓", ".05Ⓤ+.01"], row("profile_surface", 0.05, modifiers=("U",), offset=0.01)),
        (["⌓", "0.1 CZ", "A"], row("profile_surface", 0.1, None, "A", modifiers=("CZ",))),
        (["∠", "0.3", "A"], row("angularity", 0.3, None, "A")),
        (["⟂", "⌀.015Ⓟ.425", "A"], row("perpendicularity", 0.015, "diameter", "A", modifiers=("P",), projected=0.425)),
        (["⊥", "0.1", "A"], row("perpendicularity", 0.1, None, "A")),
        (["//", "0,6", "A"], row("parallelism", 0.6, None, "A")),
        (["∥", "0.1", "B(M)"], row("parallelism", 0.1, None, "B:M")),
        (["||", "0.1", "B"], row("parallelism", 0.1, None, "B")),
        (["⌖", "⌀0.1Ⓜ", "A", "BⓂ", "C"], row("position", 0.1, "diameter", "A", "B:M", "C", modifiers=("M",))),
        (["⌖", "⌀0.1Ⓛ", "AⓁ"], row("position", 0.1, "diameter", "A:L", modifiers=("L",))),
        (["⌖", "⌀0.2 M", "A", "BM"], row("position", 0.2, "diameter", "A", "B:M", modifiers=("M",))),
        (["⌖", "⌀0.2(M)", "A", "B M"], row("position", 0.2, "diameter", "A", "B:M", modifiers=("M",))),
        (["⌖", "⌀0.4", "Ⓟ 12", "A"], row("position", 0.4, "diameter", "A", modifiers=("P",), projected=12)),
        (["⌖", "Ø0.05⟨ST⟩", "A"], row("position", 0.05, "diameter", "A", modifiers=("ST",))),
        (["⌖", "⌀0.05<ST>", "A"], row("position", 0.05, "diameter", "A", modifiers=("ST",))),
        (["⌖", "S⌀0.4", "A", "B", "C"], row("position", 0.4, "spherical", "A", "B", "C")),
        (["⌖", "⌀.04Ⓜ", "⌀.045 MAX", "A"], row("position", 0.04, "diameter", "A", modifiers=("M",), max=0.045)),
        (["POSITION", "0.1", "AA", "A1"], row("position", 0.1, None, "AA", "A1")),
        (["◎", "⌀0,02", "A"], row("concentricity", 0.02, "diameter", "A")),
        (["⌯", "0.1", "A-B-C"], row("symmetry", 0.1, None, "A-B-C")),
        (["↗", "0.1", "A-B"], row("circular_runout", 0.1, None, "A-B")),
        (["↗↗", "0.1", "A"], row("total_runout", 0.1, None, "A")),
        (["⌰", "0.1", "A[SL]"], row("total_runout", 0.1, datums=({"label": "A", "modifiers": ("SL",)},))),
        (["⌖ ⌀0.1", "", "A"], row("position", 0.1, "diameter", "A")),
        (["⌓", "0.2 UZ0.1", "A"], row("profile_surface", 0.2, None, "A", modifiers=("UZ",), offset=0.1)),
        (["⌓", "0.2UZ-0.05 CZ"], row("profile_surface", 0.2, modifiers=("UZ", "CZ"), offset=-0.05)),
        (["⌓", "0.2 UZ+0.1:-0.2"], row("profile_surface", 0.2, modifiers=("UZ",), offset=0.1, offset_to=-0.2)),
        (["⌓", ".05U.01", "A"], row("profile_surface", 0.05, None, "A", modifiers=("U",), offset=0.01)),
        (["⌓", "0.1-0.2", "A"], row("profile_surface", 0.1, None, "A", value_to=0.2)),
        (["⌓", "0.1 OZ", "A><"], row("profile_surface", 0.1, datums=(held("A", "><"),), modifiers=("OZ",))),
        (["⌓", "0.1 ><", "A"], row("profile_surface", 0.1, None, "A", modifiers=("><",))),
        (
            ["⌓", "0.1", "A[CF][DV]", "B [> <]"],
            row("profile_surface", 0.1, datums=(held("A", "CF", "DV"), held("B", "><"))),
        ),
        (
            ["⌖", "⌀0.1 SZ", "A LD", "B[ACS]"],
            row("position", 0.1, "diameter", modifiers=("SZ",), datums=(held("A", "LD"), held("B", "ACS"))),
        ),
        (["⌖", "⌀0.1 CZ SIM2", "A"], row("position", 0.1, "diameter", "A", modifiers=("CZ", "SIM2"))),
        (["⌖", "⌀0.1 SIM", "A"], row("position", 0.1, "diameter", "A", modifiers=("SIM",))),
        (
            ["⌖", "⌀0.1Ⓟ32-7", "A"],
            row("position", 0.1, "diameter", "A", modifiers=("P",), projected=32, projected_from=7),
        ),
        (["⌖", "⌀0.1P25", "A1", "A10"], row("position", 0.1, "diameter", "A1", "A10", modifiers=("P",), projected=25)),
        (["⌖", "⌀0.2ⓂⓇ", "A1-3"], row("position", 0.2, "diameter", "A1-3", modifiers=("M", "R"))),
        (["⏥", "0.1 NC"], row("flatness", 0.1, modifiers=("NC",))),
        (["○", "0.1 ACS"], row("circularity", 0.1, modifiers=("ACS",))),
        (["⏥", "0.2 F"], row("flatness", 0.2, modifiers=("F",))),
        (["⌖", "0.2 F"], row("position", 0.2, None, "F")),
        (["⌭", "0.1ⒺⒾ"], row("cylindricity", 0.1, modifiers=("E", "I"))),
        (["∥", "0.1Ⓣ", "AA", "GG"], row("parallelism", 0.1, None, "AA", "GG", modifiers=("T",))),
        (["⏥", "0.2 G0.25-"], row("flatness", 0.2, filter="G0.25-")),
        (["○", "0.1 S-250 Ⓒ"], row("circularity", 0.1, modifiers=("C",), filter="S-250")),
        (["⌖", "⌀0,1", "А", "Б"], row("position", 0.1, "diameter", "А", "Б")),  # GOST 2.308
        (["↗", "0,1", "Б-Д"], row("circular_runout", 0.1, None, "Б-Д")),
        (["⌖", "0,1", "БⓂ", "ДМ"], row("position", 0.1, datums=(held("Б", "M"), held("Д", "M")))),
        (["⏤", "0.2 G 0.8-250"], row("straightness", 0.2, filter="G0.8-250")),
    ],
)
def test_row_is_read(cells: list[str], want: dict[str, Any]) -> None:
    found = read_frame(cells)
    assert found is not None
    assert found.model_dump(exclude_defaults=True, exclude={"text"}) == want
    assert read_frame(found.text) == found


@pytest.mark.parametrize(
    "text", ["⌖|⌀0.1Ⓜ|A|BⓂ|C", "⌖ | ⌀0.1Ⓜ | A | BⓂ | C", "⌖ ⌀0.1Ⓜ A BⓂ C", "⌖│⌀0.1(M)│A│B(M)│C", "|⌖|⌀0.1M|A|BM|C|"]
)
def test_one_text_reads_like_cells(text: str) -> None:
    found, want = read_frame(text), read_frame(["⌖", "⌀0.1Ⓜ", "A", "BⓂ", "C"])
    assert found is not None
    assert want is not None
    assert found.model_copy(update={"text": want.text}) == want


def test_text_is_in_one_spelling() -> None:
    found = read_frame(["//", " Ø0,1 ", "A"])
    assert found is not None
    assert found.text == "∥ | ⌀0,1 | A"


def test_composite_row_takes_the_characteristic_above() -> None:
    found = read_frame(["⌀0.05", "A"], characteristic="position")
    assert found is not None
    assert (found.characteristic, found.value, found.zone) == ("position", 0.05, "diameter")
    assert read_frame(["⌀0.05", "A"]) is None


@pytest.mark.parametrize(
    "cells", [["Hello"], ["⌖", "A"], ["⌖"], [], "", ["A", "B"], ["12.5"], ["⌖", "⌀"], ["⌖", "0.1", "A" * 300]]
)
def test_no_frame(cells: list[str]) -> None:
    assert read_frame(cells) is None


@given(
    st.lists(st.text(st.sampled_from("⌖⌀.0125|ⓂⓅABC-()[]⟨⟩STMAXUZGu,/>< ") | st.characters(), max_size=12), max_size=8)
)
def test_never_raises(cells: list[str]) -> None:
    found = read_frame(cells)
    assert found is None or found.value is not None
