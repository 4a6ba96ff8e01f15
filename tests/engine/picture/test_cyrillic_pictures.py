"""Pictures of sheets in Cyrillic are read in their letters however they lie, and those in Latin stay Latin."""

from __future__ import annotations

import io
from collections.abc import Sequence
from difflib import SequenceMatcher
from pathlib import Path

import matplotlib as mpl
import pytest
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties
from matplotlib.patches import PathPatch
from matplotlib.textpath import TextPath
from PIL import Image, ImageDraw, ImageFont

from drawkit.contract import Result
from drawkit.engine import analyze
from drawkit.engine.crop import read_crop
from drawkit.engine.recognition.script_of_page import is_cyrillic, mostly_cyrillic

FACE = Path(mpl.get_data_path()) / "fonts" / "ttf" / "DejaVuSans.ttf"
DPI = 150
LIKE = 0.9
"""How much of a line must be as it was drawn: what a network says of one letter is not for these tests to tell."""

CYRILLIC = [
    "1. Острые кромки притупить",
    "2. Неуказанные радиусы скруглений 2 мм",
    "3. Покрытие грунт и эмаль",
    "4. Размеры для справок",
    "5. Сварка по ГОСТ 5264-80",
]
LATIN = [
    "1. BREAK ALL SHARP EDGES",
    "2. UNSPECIFIED RADII 2 mm",
    "3. PRIMER AND ENAMEL COATING",
    "4. REFERENCE DIMENSIONS",
    "5. WELDING TO ISO 2553",
]
BLOCK = {
    "Наименование": "Корпус подшипника",
    "Материал": "Сталь 45 ГОСТ 1050-88",
    "Обозначение": "АБВГ.301.012",
    "Масштаб": "1:2",
}
"""Captions and values of a title block after GOST 2.104."""


def face(size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(FACE), size)


def sheet_of_notes(lines: Sequence[str]) -> Image.Image:
    image = Image.new("L", (1200, 900), 255)
    draw = ImageDraw.Draw(image)
    draw.rectangle((30, 30, 1170, 870), outline=0, width=3)
    draw.rectangle((150, 120, 500, 320), outline=0, width=3)
    for k, line in enumerate(lines):
        draw.text((120, 500 + 50 * k), line, font=face(26), fill=0)
    return image


def sheet_with_block(entries: dict[str, str]) -> Image.Image:
    image = Image.new("L", (1400, 1000), 255)
    draw = ImageDraw.Draw(image)
    draw.rectangle((40, 40, 1360, 960), outline=0, width=3)
    draw.rectangle((200, 200, 600, 500), outline=0, width=3)
    for row, (caption, value) in enumerate(entries.items()):
        top = 660 + 75 * row
        draw.rectangle((800, top, 1360, top + 75), outline=0, width=2)
        draw.text((808, top + 4), caption, font=face(18), fill=0)
        draw.text((840, top + 32), value, font=face(28), fill=0)
    return image


def png(image: Image.Image, turned: int = 0) -> bytes:
    out = io.BytesIO()
    image.rotate(turned, expand=True).save(out, "PNG", dpi=(DPI, DPI))
    return out.getvalue()


def unlike(found: Sequence[str | None], drawn: Sequence[str]) -> list[str]:
    """What was drawn and is not among what was found."""
    told = [text for text in found if text]
    return [one for one in drawn if not any(SequenceMatcher(None, one, text).ratio() >= LIKE for text in told)]


def notes_of(result: Result, page: int = 1) -> list[str]:
    return [note.text for note in result.notes if note.page == page]


@pytest.mark.parametrize("turned", [0, 90, 180, 270])
def test_notes_in_cyrillic_are_read_however_the_sheet_lies(turned: int) -> None:
    result = analyze(png(sheet_of_notes(CYRILLIC), turned))
    assert result.pages[0].turned == turned
    assert unlike(notes_of(result), CYRILLIC) == []
    assert mostly_cyrillic(notes_of(result))


@pytest.mark.parametrize("turned", [0, 90])
def test_a_title_block_in_cyrillic_is_read_however_the_sheet_lies(turned: int) -> None:
    result = analyze(png(sheet_with_block(BLOCK), turned))
    [block] = result.title_blocks
    assert result.pages[0].turned == turned
    assert unlike([field.label for field in block.fields], [*BLOCK]) == []
    assert unlike([block.title, block.material, block.drawing_number, block.scale], [*BLOCK.values()]) == []


def test_a_drawn_sheet_of_numbers_is_in_cyrillic_too_where_its_few_words_are() -> None:
    numbers = [(f"{20 + k},{21 + k},{22 + k},{23 + k}", 60 + 90 * (k % 8), 560 - 22 * (k // 8)) for k in range(72)]
    words = [(line, 300, 130 - 22 * row) for row, line in enumerate(CYRILLIC)]
    result = analyze(outlines([*numbers, *words]))
    assert result.pages[0].source == "strokes"
    assert unlike(notes_of(result), CYRILLIC) == []


def outlines(texts: Sequence[tuple[str, float, float]]) -> bytes:
    """A page whose texts, each with its place in points, are outlines of letters, as old programs print them."""
    figure = Figure(figsize=(842 / 72, 595 / 72))
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set(xlim=(0, 842), ylim=(0, 595))
    axes.set_axis_off()
    for text, x, y in texts:
        axes.add_patch(PathPatch(TextPath((x, y), text, size=11, prop=FontProperties(fname=FACE)), color="black", lw=0))
    out = io.BytesIO()
    figure.savefig(out, format="pdf")
    return out.getvalue()


@pytest.mark.parametrize("turned", [0, 90])
def test_a_sheet_in_latin_stays_latin(turned: int) -> None:
    result = analyze(png(sheet_of_notes(LATIN), turned))
    assert result.pages[0].turned == turned
    assert sorted(notes_of(result)) == LATIN


def test_each_page_is_read_in_its_own_script() -> None:
    first, *others = (sheet_of_notes(lines) for lines in (CYRILLIC, LATIN, CYRILLIC))
    out = io.BytesIO()
    first.save(out, "PDF", save_all=True, append_images=others, resolution=DPI)
    result = analyze(out.getvalue())
    assert unlike(notes_of(result, 1), CYRILLIC) == []
    assert sorted(notes_of(result, 2)) == LATIN
    assert unlike(notes_of(result, 3), CYRILLIC) == []
    assert not is_cyrillic(), "no page is read any more"


def test_a_part_of_a_page_that_a_person_boxed_is_read_in_cyrillic() -> None:
    picture = sheet_of_notes(CYRILLIC)
    box = tuple(edge * 72 / DPI for edge in (100, 480, 900, 760))
    found = read_crop(png(picture), box, "notes", width=picture.width * 72 / DPI)
    assert unlike([item.text for item in found.items], CYRILLIC) == []
