"""The workbook: forms in the manner of AS9102, with cells for measured values that tell pass or fail."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import IO, Any, Final

from drawkit.contract import Result, State
from drawkit.frames import add_pictures, writable

from ._characteristics import Characteristic
from ._facts import header

_DARK: Final = "#1F3A5F"
_PALE: Final = "#EEF2F7"
_COLUMNS: Final = (
    ("5. Char. No.", 8), ("6. Reference location", 12), ("7. Characteristic designator", 12), ("8. Requirement", 34),
    ("Quantity", 8), ("Nominal", 10), ("Lower limit", 10), ("Upper limit", 10), ("Unit", 7), ("Limits from", 22),
    ("9. Results", 13), ("Verdict", 9), ("10. Designed / qualified tooling", 16), ("11. Nonconformance number", 16),
    ("12. Additional data / comments", 34),
)  # fmt: skip
_RESULT: Final = 10
_FIRST_ROW: Final = 6


def to_workbook(
    result: Result, rows: Sequence[Characteristic], path: str | os.PathLike[str] | IO[bytes], pictures: Sequence[bytes]
) -> None:
    """Write forms 3, 1 and 2 and a sheet of pictures (PNG, a page each).

    A measured value stands in column K; column L is a formula: pass or fail by the limits, or by what was put in for
    a requirement without limits. Text stays text: nothing a drawing says becomes a formula or a link.
    """
    import xlsxwriter  # noqa: PLC0415 - as all that writes workbooks

    settings = {"strings_to_formulas": False, "strings_to_urls": False, "strings_to_numbers": False}
    target = str(path) if isinstance(path, str | os.PathLike) else path
    facts = {name: writable(value) for name, value in header(result).items()}
    with xlsxwriter.Workbook(target, settings) as book:
        book.set_properties(
            {"title": f"Inspection of {facts['part_number']}".strip(), "comments": "Written by drawkit"}
        )
        formats = _formats(book)
        _form_3(book, rows, facts, formats)
        _form_1(book, result, facts, formats)
        _form_2(book, facts, formats)
        if pictures:
            add_pictures(book, pictures)


def verdict(row: int, one: Characteristic) -> str:
    """The formula of a row (from 1) that tells pass or fail; empty while nothing was measured."""
    cell = f"K{row}"
    tests = []
    if one.lower_limit is not None:
        tests.append(f"{cell}>=G{row}")
    if one.upper_limit is not None:
        tests.append(f"{cell}<=H{row}")
    by_hand = f'IF(OR(LOWER({cell})="pass",LOWER({cell})="ok"),"pass","fail")'
    if not tests:
        return f'=IF({cell}="","",{by_hand})'
    return f'=IF({cell}="","",IF(ISNUMBER({cell}),IF(AND({",".join(tests)}),"pass","fail"),{by_hand}))'


def _formats(book: Any) -> dict[str, Any]:
    base = {"font_size": 10, "valign": "top", "border": 1, "border_color": "#C8CDD3"}
    styles: Mapping[str, dict[str, Any]] = {
        "title": {"bold": True, "font_size": 14, "border": 0},
        "head": {"bold": True, "font_color": "#FFFFFF", "bg_color": _DARK, "text_wrap": True},
        "label": {"bold": True, "bg_color": _PALE, "text_wrap": True},
        "text": {"num_format": "@", "text_wrap": True},
        "whole": {"num_format": "0"},
        "number": {"num_format": "General"},
        "entry": {"bg_color": "#FFF8E1", "locked": False},
        "verdict": {"bold": True, "align": "center"},
        "pass": {"font_color": "#0B6B3A", "bg_color": "#D7F0E1", "border": 0},
        "fail": {"font_color": "#9B1C1C", "bg_color": "#FBDDDD", "border": 0},
        "hint": {"font_color": "#6B6B6B", "italic": True, "border": 0},
    }
    return {name: book.add_format({**base, **style}) for name, style in styles.items()}


def _pairs(sheet: Any, row: int, pairs: Sequence[tuple[str, str]], formats: Mapping[str, Any]) -> None:
    for at, (label, value) in enumerate(pairs):
        sheet.write_string(row, 2 * at, label, formats["label"])
        sheet.write_string(row, 2 * at + 1, value, formats["text"])


def _form_3(book: Any, rows: Sequence[Characteristic], facts: Mapping[str, str], formats: Mapping[str, Any]) -> None:
    sheet = book.add_worksheet("Form 3")
    sheet.hide_gridlines(2)
    sheet.set_landscape()
    sheet.set_paper(9)
    sheet.fit_to_pages(1, 0)
    sheet.write_string(0, 0, "Characteristic accountability and verification", formats["title"])
    for at, (label, value) in enumerate(_of_part(facts)):
        sheet.merge_range(1 + at // 2, 6 * (at % 2), 1 + at // 2, 6 * (at % 2) + 2, label, formats["label"])
        sheet.merge_range(1 + at // 2, 6 * (at % 2) + 3, 1 + at // 2, 6 * (at % 2) + 5, value, formats["text"])
    sheet.write_string(3, 0, "Put measured values into column K: numbers, or pass and fail.", formats["hint"])
    for at, (name, width) in enumerate(_COLUMNS):
        sheet.set_column(at, at, width)
        sheet.write_string(_FIRST_ROW - 1, at, name, formats["head"])
    sheet.freeze_panes(_FIRST_ROW, 1)
    sheet.repeat_rows(_FIRST_ROW - 1)
    for at, one in enumerate(rows, _FIRST_ROW):
        _write_row(sheet, at, one, formats)
    last = max(_FIRST_ROW + len(rows) - 1, _FIRST_ROW)
    for word in ("pass", "fail"):
        told = {"type": "cell", "criteria": "==", "value": f'"{word}"', "format": formats[word]}
        sheet.conditional_format(_FIRST_ROW, _RESULT + 1, last, _RESULT + 1, told)


def _of_part(facts: Mapping[str, str]) -> list[tuple[str, str]]:
    return [
        ("1. Part number", facts["part_number"]),
        ("2. Part name", facts["part_name"]),
        ("3. Serial number", ""),
        ("4. FAIR identifier", ""),
    ]


def _write_row(sheet: Any, at: int, one: Characteristic, formats: Mapping[str, Any]) -> None:
    where = f"sheet {one.page}" + (f", {one.sheet_zone}" if one.sheet_zone else "")
    texts = {0: one.number, 1: where, 2: one.designator or "", 3: one.requirement, 8: one.unit or "", 9: one.rule or ""}
    for column, text in texts.items():
        sheet.write_string(at, column, writable(text), formats["text"])
    sheet.write_number(at, 4, one.quantity, formats["whole"])
    for column, value in ((5, one.nominal), (6, one.lower_limit), (7, one.upper_limit)):
        if value is None:
            sheet.write_blank(at, column, None, formats["number"])
        else:
            sheet.write_number(at, column, value, formats["number"])
    sheet.write_blank(at, _RESULT, None, formats["entry"])
    sheet.write_formula(at, _RESULT + 1, verdict(at + 1, one), formats["verdict"], "")
    for column in (12, 13):
        sheet.write_blank(at, column, None, formats["entry"])
    sheet.write_string(at, 14, writable(_comment(one)), formats["text"])


def _comment(one: Characteristic) -> str:
    parts = [one.reason or "", f"corrected: {one.corrected}" if one.corrected else ""]
    doubtful = one.confidence is not None and one.confidence < 0.9 and one.review is State.READ and not one.corrected
    return "; ".join(filter(None, [*parts, f"read with confidence {one.confidence:.0%}" if doubtful else ""]))


def _form_1(book: Any, result: Result, facts: Mapping[str, str], formats: Mapping[str, Any]) -> None:
    sheet = book.add_worksheet("Form 1")
    sheet.hide_gridlines(2)
    sheet.set_column(0, 7, 22)
    sheet.write_string(0, 0, "Part number accountability", formats["title"])
    _pairs(sheet, 1, _of_part(facts), formats)
    _pairs(
        sheet, 2,
        [
            ("5. Part revision level", facts["part_revision"]), ("6. Drawing number", facts["drawing_number"]),
            ("7. Drawing revision level", facts["drawing_revision"]), ("8. Additional changes", ""),
        ],
        formats,
    )  # fmt: skip
    _pairs(
        sheet, 3,
        [
            ("9. Manufacturing process reference", ""), ("10. Organization name", facts["organization"]),
            ("11. Supplier code", ""), ("12. Purchase order number", ""),
        ],
        formats,
    )  # fmt: skip
    heads = ("15. Part number", "16. Part name", "Item number", "Quantity", "17. Serial number", "18. FAIR identifier")
    for at, name in enumerate(heads):
        sheet.write_string(5, at, name, formats["head"])
    for at, part in enumerate(result.bom, 6):
        for column, text in enumerate((part.part_number, part.designation, part.position, part.quantity, "", "")):
            sheet.write_string(at, column, writable(text), formats["text"])


def _form_2(book: Any, facts: Mapping[str, str], formats: Mapping[str, Any]) -> None:
    sheet = book.add_worksheet("Form 2")
    sheet.hide_gridlines(2)
    sheet.set_column(0, 7, 22)
    sheet.write_string(0, 0, "Product accountability: materials, special processes, functional tests", formats["title"])
    _pairs(sheet, 1, _of_part(facts), formats)
    heads = (
        "5. Material or process name", "6. Specification number", "7. Code", "8. Supplier",
        "9. Customer approval verification", "10. Certificate of conformance number",
    )  # fmt: skip
    for at, name in enumerate(heads):
        sheet.write_string(3, at, name, formats["head"])
    for at, text in enumerate(filter(None, (facts["material"], facts["finish"])), 4):
        sheet.write_string(at, 0, text, formats["text"])
