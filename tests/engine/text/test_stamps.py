"""What a program stamps across a sheet hides nothing of what stands there."""

from __future__ import annotations

import pytest
from engine_drawing import Drawing

from drawkit.engine.text.stamps import without_stamp


@pytest.mark.parametrize(
    "stamp",
    [
        "SOLIDWORKS Educational Product. For Instructional Use Only.",
        "SOLIDWORKS Educational Product. For Instruction al Use Only",
        "PRODUCED BY AN AUTODESK STUDENT VERSION",
        "ACADEMIC EDITION - NOT FOR COMMERCIAL USE",
        'КОМПАС-3D v23 Учебная версия © 2024 ООО "АСКОН-Системы проектирования", Россия. Все права защищены.',
        "Не для коммерческого использования",
    ],
)
def test_the_words_of_a_stamp_go_and_all_others_stay(stamp: str) -> None:
    sheet = Drawing().text(100, 502, stamp, 6).text(200, 500, "FRACTIONAL 1/32", 4).text(200, 508, "STUDENT: A. B.", 4)
    told = {word.text for word in without_stamp(sheet.sheet()).words}
    assert told == {"FRACTIONAL", "1/32", "STUDENT:", "A.", "B."}


@pytest.mark.parametrize("height", [4, 6])
def test_what_stands_on_a_line_with_a_stamp_stays(height: float) -> None:
    drawing = Drawing().text(100, 500, "FINISH: SOLIDWORKS Educational Product. For Instructional Use Only.", 6)
    last = drawing.words[-1]
    sheet = drawing.text(last.x + last.length + 4, 500, "A36 STEEL", height).sheet()
    assert [word.text for word in without_stamp(sheet).words] == ["FINISH:", "A36", "STEEL"]


def test_a_stamp_ends_where_it_is_all_said() -> None:
    drawing = Drawing().text(100, 500, "КОМПАС-3D v23 Учебная версия © 2024. Все права защищены. A36", 6)
    assert [word.text for word in without_stamp(drawing.sheet()).words] == ["A36"]


def test_a_sheet_without_one_is_the_same() -> None:
    sheet = Drawing().text(100, 502, "STUDENT NAME: A. B.").text(100, 520, "BENCH, STUDENT EDITION").sheet()
    assert without_stamp(sheet).words == sheet.words
    bare = Drawing().text(100, 502, "PLATE").sheet()
    assert without_stamp(bare) is bare


def test_a_stamp_in_two_lines_goes_whole() -> None:
    sheet = Drawing().text(100, 500, "SOLIDWORKS Student Edition.", 6).text(100, 508, "For Academic Use Only.", 6)
    assert [word.text for word in without_stamp(sheet.text(300, 500, "PLATE", 6).sheet()).words] == ["PLATE"]
