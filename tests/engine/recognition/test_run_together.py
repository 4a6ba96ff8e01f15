"""Two values that a reader tells as one: the ink has a blank between them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drawkit.engine.recognition.run_together import with_values_apart


def placed(printed: str, blank: float) -> tuple[str, tuple[float, ...]]:
    """A printed text without its blanks, and where its characters stand in letters of one width; marks have half."""
    text, places, at = "", [], 0.0
    for c in printed:
        if c == " ":
            at += blank
            continue
        text += c
        places.append(at)
        at += 0.5 if c in ".," else 1.0
    return text, tuple(place / max(at, 1.0) for place in places)


@pytest.mark.parametrize(
    "printed",
    ["⌴⌀5.50 3.50DEEP", "⌀1.125 .375", ".500 .375", "8,5 21,25", "12.05.24", "1.2.3", "2.875", "R5", "", "1.5.5"],
)
def test_a_blank_goes_where_the_widest_step_is(printed: str) -> None:
    text, places = placed(printed, 0.6)
    told, where = with_values_apart(text, places)
    assert told == printed
    assert len(where) == len(told)
    assert list(where) == sorted(where)


def test_a_blank_that_the_ink_does_not_show_is_none() -> None:
    assert with_values_apart(*placed("5.50 3.50", 0.1))[0] == "5.503.50"
    assert with_values_apart("5.503.50", ())[0] == "5.503.50"
    assert with_values_apart(*placed(".2 0.00", 0.6))[0] == ".20.00", "a speck before 20.00"


@given(st.text("0123456789.,⌀x ", max_size=12), st.lists(st.floats(0, 1), max_size=12))
def test_nothing_but_a_blank_is_ever_added(text: str, places: list[float]) -> None:
    told, where = with_values_apart(text, sorted(places))
    assert told.replace(" ", "") == text.replace(" ", "")
    assert len(where) - len(places) == len(told) - len(text) in (0, 1)
