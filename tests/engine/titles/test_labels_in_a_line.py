"""Several labels of a title block in one line, no wall between them: each has its own value."""

from __future__ import annotations

import pytest

from drawkit.engine.layout.cells import Cell
from drawkit.engine.sheet import ReadFrom, Word
from drawkit.engine.text.lines import Line
from drawkit.engine.titles.title_cells import fields_of


def told(text: str, read_from: ReadFrom) -> dict[str, str]:
    words = [Word(t, 100 + 30.0 * k, 200, 0.0, 25.0, 6.0, read_from=read_from) for k, t in enumerate(text.split())]
    return {f.field: f.value for f in fields_of([Cell((95.0, 190.0, 420.0, 205.0), (Line(tuple(words)),))])}


@pytest.mark.parametrize("read_from", ["text layer", "recognised"])
@pytest.mark.parametrize(
    ("text", "fields"),
    [
        ("SCALE: 1:2 WEIGHT: SHEET 1 OF 1", {"scale": "1:2", "sheet": "1 OF 1"}),
        ("SCALE: 1:2 WEIGHT:", {"scale": "1:2"}),
        ("SCALE: 1:5 SHEET 2 OF 3", {"scale": "1:5", "sheet": "2 OF 3"}),
        ("MATERIAL: STEEL FINISH: ZINC", {"material": "STEEL", "finish": "ZINC"}),
        ("DRAWN: ABC DATE: 2020-01-02", {"drawn_by": "ABC", "date": "2020-01-02"}),
        ("SCALE: 1:2 DRAWN BY: ABC", {"scale": "1:2", "drawn_by": "ABC"}),
        ("MATERIAL: STEEL DWG NO: A-4711", {"material": "STEEL", "drawing_number": "A-4711"}),
        ("MATERIAL: STEEL SHEET 2", {"material": "STEEL SHEET 2"}),
        ("SCALE: 1:2", {"scale": "1:2"}),
        ("Id: 1/1", {}),
        ("Size: USLetter Date: 2020-01-02", {"sheet_size": "USLetter", "date": "2020-01-02"}),
        ("Size: US Ledger", {"sheet_size": "US Ledger"}),
    ],
)
def test_each_label_has_its_value(text: str, fields: dict[str, str], read_from: ReadFrom) -> None:
    assert told(text, read_from) == fields
