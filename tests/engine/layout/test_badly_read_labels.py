"""Labels in letters too small for a reader: before a colon and a person's name they are told by their likeness."""

from __future__ import annotations

import pytest

from drawkit.engine.layout.cells import Cell
from drawkit.engine.sheet import ReadFrom, Word
from drawkit.engine.text.lines import Line
from drawkit.engine.titles.title_cells import fields_of


def cell(text: str, read_from: ReadFrom = "recognised") -> Cell:
    words = [Word(t, 100 + 30.0 * k, 200, 0.0, 25.0, 6.0, read_from=read_from) for k, t in enumerate(text.split())]
    return Cell((95.0, 190.0, 220.0, 205.0), (Line(tuple(words)),))


@pytest.mark.parametrize("text", ["DRA BY: Alejandro Alvarez", "DNBY:Alejandro Alvarez"])
def test_who_drew_is_told(text: str) -> None:
    (found,) = fields_of([cell(text)])
    assert (found.field, found.value) == ("drawn_by", "Alejandro Alvarez")


@pytest.mark.parametrize("text", ["TEL: Alejandro Alvarez", "DRA BY: 12.5", "DRA Alejandro Alvarez"])
def test_other_captions_name_nobody(text: str) -> None:
    assert fields_of([cell(text)]) == []


def test_a_text_layer_is_taken_at_its_word() -> None:
    assert fields_of([cell("DRA BY: Alejandro Alvarez", "text layer")]) == []
