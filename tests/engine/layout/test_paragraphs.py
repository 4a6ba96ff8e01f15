"""Lines that belong together: grouped as looking at all of them would, at a cost that does not grow with the sheet."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drawkit.engine.layout import paragraphs
from drawkit.engine.layout.paragraphs import paragraphs_of
from drawkit.engine.sheet import Word
from drawkit.engine.text.lines import Line

_HEIGHTS = st.sampled_from([2.0, 2.6, 3.4, 4.4, 5.7, 40.0])
_ANGLES = st.sampled_from([0.0, 0.4, 1.2, 2.6, 90.0, 359.2])
_PLACES = st.integers(0, 14)


def _line(text: str, x: float, y: float, height: float = 4.0, angle: float = 0.0) -> Line:
    return Line((Word(text, x, y, angle, 0.6 * height * len(text), height),))


_LINES = st.builds(
    lambda text, x, y, height, angle: _line(text, 4.0 * x, 5.0 * y, height, angle),
    st.sampled_from(["SEE DETAIL", "2. ALL EDGES", "STEEL", "1."]),
    _PLACES,
    _PLACES,
    _HEIGHTS,
    _ANGLES,
)


class _All(paragraphs._Open):
    """Every paragraph that there is, wherever it stands."""

    def near(self, line: Line) -> list[int]:
        return list(range(len(self._ends)))


@given(st.lists(_LINES, max_size=24))
def test_they_are_those_that_looking_at_all_lines_finds(lines: list[Line]) -> None:
    found = paragraphs_of(lines)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(paragraphs, "_Open", _All)
        assert found == paragraphs_of(lines)


def test_lines_that_turn_little_by_little_are_no_paragraph() -> None:
    lines = [_line(f"LINE {i}", 10, 10 + 7 * i, 4.0, angle) for i, angle in enumerate((359.2, 1.0, 2.6))]
    assert [len(p) for p in paragraphs_of(lines)] == [2, 1]


def test_a_paragraph_goes_on_in_letters_that_grow_line_by_line() -> None:
    heights = [3.0, 3.7, 4.6, 5.7]
    lines = [_line(f"LINE {i}", 10, 10 + 8 * i, height) for i, height in enumerate(heights)]
    assert paragraphs_of(lines) == [lines]


def test_one_huge_letter_makes_no_neighbours_of_all_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    looked = []
    continues = paragraphs._continues
    monkeypatch.setattr(paragraphs, "_continues", lambda *asked: looked.append(1) or continues(*asked))
    many = [_line("PLATE", 60.0 * (i % 30), 40.0 * (i // 30)) for i in range(900)]
    assert len(paragraphs_of([*many, _line("A", 0, 1400, 400.0)])) == 901
    assert len(looked) < 3 * len(many)


def test_lines_that_end_below_each_other_are_one_text_as_left_of_a_leader() -> None:
    lines = [_line("MAGNETIC ENCODER", 100, 10), _line("ORIGIN", 100 + 10 * 2.4, 17)]
    assert paragraphs_of(lines) == [lines]
    wider = [_line("AUX2", 100 + 12 * 2.4, 10), _line("2X4 0.05IN HEADER", 100 - 1 * 2.4, 17)]
    assert paragraphs_of(wider) == [wider]
    off = [_line("MAGNETIC ENCODER", 100, 10), _line("ORIGIN", 100 + 11.5 * 2.4, 17)]
    assert paragraphs_of(off) == [[line] for line in off]


def test_an_item_ends_where_it_will() -> None:
    lines = [_line("1. DEBURR ALL THE EDGES", 100, 10), _line("3:1", 100 + 20 * 2.4, 17)]
    assert paragraphs_of(lines) == [[line] for line in lines]
