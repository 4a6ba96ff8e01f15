"""Datums and modifiers as text: every way in which people write them, and back."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drawkit.contract import DatumReference
from drawkit.contract.notation import datums_of, modifiers_of, told_datum, told_datums, told_modifiers

A_M = DatumReference(label="A", modifiers=("M",))
COMMON = DatumReference(label="B-C")
MODIFIERS = st.lists(st.from_regex("[A-Z][A-Za-z]{0,5}", fullmatch=True), unique=True, max_size=3).map(tuple)
LABELS = st.from_regex(r"[A-Z]{1,3}[0-9]{0,2}(-[A-Z]{1,3}[0-9]{0,2})?", fullmatch=True).filter(str.isascii)


@pytest.mark.parametrize(
    "written",
    ["A(M) | B-C", "a(m)|b-c", "A Ⓜ, B - C", ["A(M)", "B-C"], (A_M, COMMON), "A (M)(M) | B-C"],
)
def test_datums(written: object) -> None:
    assert datums_of(written) == (A_M, COMMON)


def test_none_of_them() -> None:
    for nothing in (None, "", "  ", ()):
        assert datums_of(nothing) == ()
        assert modifiers_of(nothing) == ()
    assert told_datums(()) == told_modifiers(()) == ""


@pytest.mark.parametrize("written", ["M CZ", "(m) CZ", "Ⓜ, CZ", "M M CZ", ["M", "[CZ]"], "⟨M⟩ CZ"])
def test_modifiers(written: object) -> None:
    assert modifiers_of(written) == ("M", "CZ")


@pytest.mark.parametrize("written", ["A | | B", "A |", "5", "A()", "A(M", "ABCDE", "A(M1)", "one | two", [None]])
def test_no_datum(written: object) -> None:
    with pytest.raises(
        ValueError, match=r"is not a datum\. Write capital letters between bars, such as A\(M\) \| B-C\.$"
    ):
        datums_of(written)


@pytest.mark.parametrize("written", ["M5", "much too long", "M;CZ", "()", ["", "5"]])
def test_no_modifier(written: object) -> None:
    with pytest.raises(ValueError, match=r"is not a modifier\. Write letters with spaces between them"):
        modifiers_of(written)


@pytest.mark.parametrize("written", [5, 2.5, True, b"A", {"A": "M"}])
def test_no_text(written: object) -> None:
    with pytest.raises(ValueError, match=re.escape("a text such as A(M) | B-C is needed.")):
        datums_of(written)
    with pytest.raises(ValueError, match="a text such as M CZ is needed"):
        modifiers_of(written)


@given(st.lists(st.builds(DatumReference, label=LABELS, modifiers=MODIFIERS), max_size=4), MODIFIERS)
def test_what_is_told_is_read(datums: list[DatumReference], modifiers: tuple[str, ...]) -> None:
    assert datums_of(told_datums(datums)) == tuple(datums)
    assert modifiers_of(told_modifiers(modifiers)) == modifiers
    assert datums_of([told_datum(datum) for datum in datums]) == tuple(datums)


@given(st.text(max_size=30))
def test_any_text_is_read_or_refused(text: str) -> None:
    for read, told in ((datums_of, told_datums), (modifiers_of, told_modifiers)):
        try:
            found = read(text)
        except ValueError:
            continue
        assert read(told(found)) == found
