"""Names of files at the foot of a sheet, and bare labels of its block, are no notes."""

from __future__ import annotations

import pytest
from engine_drawing import Drawing

from drawkit.engine.modules.notes import read


def notes(text: str, *, in_block: bool = False) -> list[str]:
    sheet = Drawing().box(20, 20, 822, 575).text(100, 500, text, 5).sheet()
    return [n.text for n in read(sheet, () if in_block else sheet.words, sheet.words if in_block else ())]


@pytest.mark.parametrize("text", ["File: mpl_35.py", "Datei: halter_v2.dxf", "file:///home/max/a.svg"])
def test_a_file_is_no_note(text: str) -> None:
    assert notes(text) == []


@pytest.mark.parametrize(
    "text", ["See file bracket.dxf for the pattern.", "File all edges smooth", "https://www.example.com/parts"]
)
def test_a_sentence_that_names_one_is_a_note(text: str) -> None:
    assert notes(text) == [text]


def test_a_label_for_general_tolerances_is_no_note() -> None:
    assert notes("未注公差", in_block=True) == []
    assert notes("未注公差按GB1804", in_block=True) == ["未注公差按GB1804"]
