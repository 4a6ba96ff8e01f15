"""Captions of Cyrillic blocks, read as Latin and Greek letters, are told by their shapes; nothing else is."""

from __future__ import annotations

import pytest
from engine_drawing import Drawing

from drawkit.engine.modules import title_block
from drawkit.engine.text.scripts import is_unreadable
from drawkit.engine.text.unread_captions import caption_of, with_captions_told

READ = ["HauMeHoBaHue", "O603HaчeHue", "Mamepuan", "Macwma6", "Aucm", "Macca"]


@pytest.mark.parametrize(
    ("read", "caption"),
    [
        ("HavMeHOBaHWe", "наименование"),
        ("0603Ha9eHWe", "обозначение"),
        ("MaTePMa.Jn", "материал"),
        ("Macwmaδ", "масштаб"),
        ("∏pe∂npuamue", "предприятие"),
        ("Φopmam", "формат"),
        ("Macca", "масса"),
        ("Aama", "дата"),
        ("M3M.", "изм"),
    ],
)
def test_captions(read: str, caption: str) -> None:
    assert caption_of(read) == caption


@pytest.mark.parametrize("read", ["ΠepOB", "Ky3Heu0B", "MM", "HRC", "AB.640.37", "14.03.19", "1:2", "C", "nmn", "⌀25"])
def test_names_and_numbers_are_none(read: str) -> None:
    assert caption_of(read) is None


def block(captions: list[str], confidence: float = 0.8) -> Drawing:
    d = Drawing().box(20, 20, 822, 575)
    values = ("Ban", "AB.640.37", "C ANb 45", "1:2", "3", "2,56 kg")
    for k, (caption, value) in enumerate(zip(captions, values, strict=True)):
        x, y = 560 + 131 * (k % 2), 485 + 30 * (k // 2)
        d.box(x, y, x + 131, y + 30)
        d.text(x + 2, y + 7, caption, 4, confidence=confidence).text(x + 8, y + 25, value, 7, confidence=confidence)
    return d


def test_what_stands_under_captions_is_told_and_words_are_not() -> None:
    sheet = with_captions_told(block(READ).sheet())
    assert is_unreadable(sheet.words)
    (found,) = title_block.read(sheet)
    assert (found.drawing_number, found.scale, found.sheet, found.mass) == ("AB.640.37", "1:2", "3", "2,56 kg")
    assert (found.title, found.material) == (None, None)


def test_few_captions_and_a_text_layer_tell_nothing() -> None:
    for sheet in (block(READ, confidence=1).sheet(), block(["TITLE", "DWG NO", *READ[4:], "SIZE", "X"]).sheet()):
        assert with_captions_told(sheet) is sheet
