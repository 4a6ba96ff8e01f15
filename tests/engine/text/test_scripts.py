"""Text in a script that no reader knows is told from Latin text with a Greek letter here and there."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from engine_drawing import Drawing

from drawkit.engine.modules import notes
from drawkit.engine.sheet import ReadFrom, Word
from drawkit.engine.text.scripts import is_unreadable

CYRILLIC = ["Macwmaδe", "No∂nucb", "Oκcφopa", "Γpom", "Mamepuan", "Aucm"]
LATIN = ["RECOMMENDED", "RESISTANCE", "20mΩ", "5μm", "αβγδ", "PLATED", "Maßstab", "⌀12"]


def words(texts: Sequence[str], source: ReadFrom = "recognised") -> list[Word]:
    return [Word(t, 10.0, 12.0 * k, 0.0, 40.0, 5.0, 0.9, source) for k, t in enumerate(texts)]


@pytest.mark.parametrize("texts", [CYRILLIC, [*CYRILLIC, *LATIN]])
def test_letters_of_several_scripts_in_one_word(texts: list[str]) -> None:
    assert is_unreadable(words(texts))
    assert not is_unreadable(words(texts, "text layer"))


@pytest.mark.parametrize("texts", [[], LATIN, [*LATIN, CYRILLIC[0]], LATIN * 9 + CYRILLIC[:3]])
def test_few_of_them_are_slips(texts: list[str]) -> None:
    assert not is_unreadable(words(texts))


def test_words_of_a_script_that_a_reader_knows_are_readable() -> None:
    assert not is_unreadable(words(["Масштаб", "Наименование", "Покрытие", "ГОСТ", "尺度", *LATIN]))


def test_no_note_is_made_of_what_no_reader_knows() -> None:
    sheet = Drawing().text(100, 100, "DEBURR ALL SHARP EDGES", 5).sheet()
    drawn = words([*CYRILLIC, "Ocmabumb mecmo nod nukmpoc"])
    found = notes.read(sheet.at(words=(*sheet.words, *drawn)), [*sheet.words, *drawn], [])
    assert [n.text for n in found] == ["DEBURR ALL SHARP EDGES"]
