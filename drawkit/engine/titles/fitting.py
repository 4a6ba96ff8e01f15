"""Which values fit a field of a title block, and the usual slips of recognised ones undone."""

from __future__ import annotations

import re
from collections.abc import Callable

from .labels import is_other_label, title_label
from .values import MASS, REVISION, SCALE, SHEET, SHEET_OF, SIZE, date_told, is_day, is_placeholder, units_in

PEOPLE = ("drawn_by", "checked_by", "approved_by")
_COUNTED = re.compile(r"(?<=[共第])\s+(?=\d)|(?<=\d)\s+(?=[页頁張张])")  # rooms around the figures of a form
_COUNTS = re.compile(r"(?<=[页頁張张])\s*(?=[共第])")
_SHEET_SLIP = re.compile(r"(?<=\d)\s*[0oQgGD][fF]\s*(?=\d)")
_OF_FIGURES = ("scale", "sheet")
_FIGURES = re.compile(r"[\dIl|]{1,3}\s*(?:[:/]|[0OoQgGD][fF])\s*[\dIl|]{1,3}")  # some of which are bare strokes
_AS_FIGURES = str.maketrans("Il|", "111")
_SIZE_SLIP = re.compile(r"(?<=^A)[IlO|]$")
_SOLID = re.compile(r"(?<=[^\W\d_A-ZА-Я]{2})(?<!Mac)(?=[A-ZА-Я][^\W\d_A-ZА-Я])")  # where a recogniser lost a blank
_UNIT = re.compile(r"(?<=\d)(?=kg|lb|oz|g\b)", re.IGNORECASE)  # where a recogniser lost the blank (ISO 80000-1)
_NUMBER = re.compile(r"\bn(?:[or]|um(?:ber)?)[.:]?$|:$", re.IGNORECASE)  # ends a caption, not a name
_COLON = re.compile("[:：]")  # parts a label from a name, and belongs to none
_STOCK = re.compile(r"\d+(?:[.,]\d+)?\s?(?:ga|gauge|mm|cm|in|ft|g|kg|lbs?)\b", re.IGNORECASE)  # begins no name
_SYSTEM = re.compile(r"^(?:DIN|ISO)\s+(?=A\d)", re.IGNORECASE)  # whose sizes those are (ISO 5457)
_COUNT = re.compile(r"\d{1,3}")
_CYRILLIC = str.maketrans("АВСЕН", "ABCEH")  # letters of sizes that look alike in both scripts
_COMPANY_SLIP = re.compile(r"^000(?=\s*[«„“\"'])")  # ООО in Cyrillic letters, as a recogniser takes it
_UNIT_ALONE = re.compile(r"kg|lbs?|oz|mm|кг|мм")  # what is left of a mass or a size; initials are capitals
_LONGEST = 200  # letters: a longer value is a remark
_MAY_BE_NONE = ("scale", "finish")  # a sheet says so where it is drawn to no scale, or nothing is done to the surface
_SENTENCE = re.compile(r"(?!see\b)(?:[^\W\d_]+[,.;]?\s+){3,}[^\W\d_]+\W*$", re.IGNORECASE)  # no number but "see ..."
_SHEETS = re.compile(r"of[\s_]*\d{1,3}", re.IGNORECASE)  # what is left of a sheet's number
_ASIDE = "(["  # begins what only explains a label


def tidy(field: str, value: str) -> str:
    """A value with the usual confusions undone: "1gf1" for "1 of 1", "I:I" for "1:1", "AI" for "A1", Cyrillic "А3".

    A limited company is ООО in Cyrillic letters before its name in quotes.
    """
    if field in _OF_FIGURES and _FIGURES.fullmatch(value):
        value = value.translate(_AS_FIGURES)
    if field == "sheet":
        return _COUNTS.sub(" ", _COUNTED.sub("", _SHEET_SLIP.sub(" of ", value)))
    if field == "sheet_size":
        value = _SYSTEM.sub("", value.translate(_CYRILLIC))
        return _SIZE_SLIP.sub(lambda slip: "0" if slip[0] == "O" else "1", value)
    if field == "company":
        return _COMPANY_SLIP.sub("ООО", value)
    return value


def blanks_restored(name: str) -> str:
    """A recognised name with the blanks that were lost before its capitals: "JackWu" is Jack Wu."""
    return _SOLID.sub(" ", name)


def unit_apart(mass: str) -> str:
    """A recognised mass with the blank before its unit that was lost."""
    return _UNIT.sub(" ", mass)


_FITS: dict[str, Callable[[str], bool]] = {
    "scale": lambda v: SCALE.fullmatch(v) is not None,
    "sheet": lambda v: SHEET.fullmatch(v) is not None,
    "sheets": lambda v: _COUNT.fullmatch(v) is not None,
    "sheet_size": lambda v: SIZE.fullmatch(v) is not None,
    "date": lambda v: date_told(v) is not None,
    "revision": lambda v: REVISION.fullmatch(v) is not None,
    "mass": lambda v: MASS.fullmatch(v) is not None,
    "units": lambda v: units_in(v) is not None,
    "projection": lambda _: False,
    "general_tolerance": lambda v: any(c.isdigit() for c in v),
    "title": lambda v: units_in(v) != v and len(v) < _LONGEST and v[0] not in _ASIDE and not _SHEETS.fullmatch(v),
    "drawing_number": lambda v: len(v) < 60 and v[0] not in _ASIDE and not _SENTENCE.match(v),
    "part_number": lambda v: len(v) < 60 and v[0] not in _ASIDE and not _SENTENCE.match(v),
    "company": lambda v: len(v) < _LONGEST and v[0] not in _ASIDE + "/" and units_in(v) != v,  # 单位 asks for either
}


def fits(field: str, value: str) -> bool:
    """Whether a value looks like one of this field; placeholders such as "--" never do."""
    value = value.strip()
    if is_placeholder(value):
        return field in _MAY_BE_NONE and value.casefold() == "none"
    if field in PEOPLE:
        return person_of(value) is not None
    test = _FITS.get(field)
    return test(value) if test is not None else len(value) < _LONGEST


def person_of(text: str) -> str | None:
    """The name in a text that may carry a date as well; None where there is no name."""
    date = date_told(text)
    name = text.replace(date, " ") if date else text
    name = " ".join(name.split()).strip(" -,;:/")
    letters = sum(c.isalpha() for c in name) if not SHEET_OF.fullmatch(name) else 0
    good = letters >= 2 and letters >= 0.5 * len(name.replace(" ", "")) and len(name) < 40 and not _COLON.search(name)
    unlike = is_day(name) or _UNIT_ALONE.fullmatch(name) or _NUMBER.search(name) or _STOCK.match(name)
    return name if good and not (unlike or title_label(name) or is_other_label(name)) else None
