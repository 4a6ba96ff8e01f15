"""Title blocks of pictures: values that were overlooked, names set as logos, rings of letters."""

from __future__ import annotations

from dataclasses import replace

import cv2
import pytest
from engine_drawing import Drawing
from scanned_drawing import DPI, scanned

from drawkit.contract import TitleBlock
from drawkit.engine.modules.title_block import read, title_fields
from drawkit.engine.sheet import Sheet
from drawkit.engine.titles.wordmarks import unusual_lines


def block(sheet: Sheet) -> TitleBlock:
    (found,) = read(sheet)
    assert isinstance(found, TitleBlock)
    return found


def template(size: str = "A", revision: str = "7", logo: str = "Gearworks") -> Drawing:
    """A block with a logo over the title, which has no label, and short values in cells of their own."""
    d = Drawing().box(20, 20, 822, 575).box(500, 455, 660, 495).text(520, 482, logo, 14)
    d.box(500, 495, 660, 520).text(510, 512, "BEARING", 9).text(568, 512, "HOUSING", 9)
    d.cell(500, 520, 580, 575, "MATERIAL", "S235JR").cell(580, 520, 660, 575, "SCALE", "1:2")
    d.cell(660, 455, 822, 520, "PART NO.", "BH-1002").cell(660, 520, 720, 575, "REV.", revision, 12)
    return d.cell(720, 520, 770, 575, "SIZE", size, 12).cell(770, 520, 822, 575, "SHEET", "3")


def test_values_that_were_overlooked_are_read_from_their_cells() -> None:
    found = block(scanned(template(), "A", "7", "BH-1002"))
    assert (found.sheet_size, found.revision, found.part_number) == ("A", "7", "BH-1002")
    (area, fields) = title_fields(scanned(template(), "A"))
    (size,) = (f for f in fields if f.field == "sheet_size")
    assert area is not None
    assert 719.5 < size.box[0] < size.box[2] <= 770.5
    assert size.read_from == "recognised"


def test_a_stem_with_its_dot_is_the_revision_i() -> None:
    assert block(scanned(template(revision="i"), "i")).revision == "i"
    assert block(scanned(template(revision="!"), "!")).revision != "i", "its dot stands below"
    assert block(scanned(template(size="i"), "i")).sheet_size is None, "no sheet is of that size"


def test_no_sheet_is_of_size_ai_and_no_revision_is_an_o() -> None:
    assert block(scanned(template(size="AI"))).sheet_size == "A1"
    assert block(scanned(template(revision="0"), "0")).revision == "0"


def test_what_is_no_value_of_its_field_is_left_unread() -> None:
    assert block(scanned(template(size="?"), "?")).sheet_size is None
    assert block(scanned(template(revision="-"), "-")).revision is None


def test_bare_paper_and_a_text_layer_give_no_value() -> None:
    d = template()
    d.words = [w for w in d.words if w.text not in "A7"]
    assert block(scanned(d)).revision is None
    assert block(scanned(template(), "7").at(source="text")).revision is None


def test_labels_that_were_overlooked_are_read_from_their_cells() -> None:
    assert block(scanned(template(), "REV.")).revision == "7"
    assert block(scanned(template(), "REV.", "7")).revision == "7", "nothing of the cell was read"
    assert block(scanned(template(), "SIZE")).sheet_size == "A"


def test_what_is_no_label_of_the_value_under_it_is_left_unread() -> None:
    d = template()
    d.words = [replace(w, text="MOOD") if w.text == "REV." else w for w in d.words]
    assert block(scanned(d, "MOOD")).revision is None
    d.words = [replace(w, text="DATE") if w.text == "MOOD" else w for w in d.words]
    assert block(scanned(d, "DATE")).date is None, "7 is no date"


@pytest.mark.parametrize("look", ["heavy", "pale", "hollow"])
def test_a_name_set_as_a_logo_is_the_company_and_not_the_title(look: str) -> None:
    found = block(scanned(template(), **{look: "Gearworks"}))
    assert (found.title, found.company) == ("BEARING HOUSING", "Gearworks")


def test_strokes_are_compared_with_those_of_text_of_like_size() -> None:
    """Blur makes the strokes of small text as thick, for its height, as those of a large word in bold."""
    sheet = scanned(template(logo="Flange"))
    blurred = cv2.GaussianBlur(sheet.render(DPI), (0, 0), 2.5)
    heavy = cv2.GaussianBlur(scanned(template(logo="Flange"), heavy="Flange").render(DPI), (0, 0), 2.5)
    assert block(sheet.at(render=lambda _: blurred)).title == "Flange"
    assert block(sheet.at(render=lambda _: heavy)).company == "Flange"


def test_a_large_word_in_usual_strokes_may_be_the_title() -> None:
    sheet = scanned(template(logo="Flange"))
    assert block(sheet).title == "Flange"
    area, _ = title_fields(sheet)
    assert area is not None
    assert unusual_lines(sheet, area.cells) == frozenset()


def test_a_heavy_word_is_the_title_where_there_is_no_other() -> None:
    d = template(logo="Flange")
    d.words = [w for w in d.words if w.text not in {"BEARING", "HOUSING"}]
    assert block(scanned(d, heavy="Flange")).title == "Flange"


def test_sheets_without_a_picture_have_no_unusual_lines() -> None:
    sheet = template().sheet()
    area, _ = title_fields(sheet)
    assert area is not None
    assert unusual_lines(sheet, area.cells) == frozenset()
    assert unusual_lines(scanned(template()), ()) == frozenset()


def test_a_unit_is_no_title() -> None:
    d = template().cell(500, 400, 660, 455, "TITLE").cell(660, 400, 822, 455, "")
    d.text(670, 430, "mm")
    assert block(d.sheet()).title != "mm"


def titled(logo: str = "Gearworks", height: float = 14) -> Drawing:
    """A block with a cell that has no label beside that of the title."""
    d = Drawing().box(20, 20, 822, 575).box(500, 455, 660, 495).text(520, 482, logo, height)
    d.cell(500, 495, 660, 535, "TITLE", "FLANGE", 9).cell(500, 535, 660, 575, "MATERIAL", "S235JR")
    d.cell(660, 455, 822, 520, "PART NO.", "BH-1002").cell(660, 520, 720, 575, "REV.", "B", 12)
    return d.cell(720, 520, 770, 575, "SIZE", "A3", 12).cell(770, 520, 822, 575, "SHEET", "3")


def test_a_name_in_a_cell_of_its_own_is_the_company_where_the_title_is_known() -> None:
    found = block(scanned(titled()))
    assert (found.title, found.company) == ("FLANGE", "Gearworks")


def test_a_logo_of_which_nothing_or_a_letter_was_read_is_looked_at() -> None:
    sheet = scanned(titled())
    overlooked = tuple(w for w in sheet.words if w.text != "Gearworks")
    assert block(sheet.at(words=overlooked)).company == "Gearworks"
    emblem = tuple(replace(w, text="G") if w.text == "Gearworks" else w for w in sheet.words)
    assert block(sheet.at(words=emblem)).company == "Gearworks"


@pytest.mark.parametrize("logo", ["12.50", "TOLERANCES"])
def test_what_is_no_name_is_no_company(logo: str) -> None:
    assert block(scanned(titled(logo, 6))).company is None
