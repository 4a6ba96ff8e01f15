"""The title block (ISO 7200): its fields by label, by place and by what their values look like."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import get_args

from ...contract import Box, TitleBlock, TitleField
from ..layout.around import around
from ..layout.bare_fields import bare_fields
from ..layout.frame import frame_of
from ..layout.free_block import free_block, note_lines
from ..layout.projection import Method, projection_in_words, projection_symbol
from ..layout.tables import Table
from ..layout.title_area import Area, title_area
from ..layout.title_cells import Found, fields_of
from ..layout.tolerance_text import general_tolerance, tolerance_in
from ..layout.unread_values import with_unread_values
from ..layout.values import units_in
from ..layout.wordmarks import unusual_lines
from ..personal import PERSONAL
from ..sheet import Sheet
from .bom import parts_lists
from .revisions import revision_tables

_NOTED = 0.8  # confidence of a fact that stands in a note, not in the title block
_DRAWN = 0.9  # confidence of the projection symbol's reading
_TABLED = 0.85  # confidence of a general tolerance put together from several rows
_DIGITS = re.compile(r"\d{2,3}")
_UNIT_NOTE = re.compile(
    r"dimension|maße|masse\b|bemassung|bemaßung|cotes|unit|medidas|cotas|quote|mått|maten\b|dimens[õo]es|wymiary|"
    r"rozměry|kóty|mål\b|mitat|ölçüler|méretek|размер|розміри|寸法|单位|単位|치수",
    re.IGNORECASE,
)


def read(sheet: Sheet, before: Table | None = None) -> list[TitleBlock]:
    """The sheet's title block, or nothing where there is none; `before` is the last parts list of an earlier page."""
    area, found = title_fields(sheet, before)
    if not found:
        return []
    best = _best(found)
    box = area.box if area else around(f.box for f in found)
    values = {field: f.value for field, f in best.items()}
    middle = ((box[0] + box[2]) / 2, (box[1] + box[3]) / 2)
    return [
        TitleBlock.model_validate(
            {
                **values,
                "page": sheet.number,
                "text": " ".join(f.value for f in sorted(best.values(), key=lambda f: (f.box[1], f.box[0]))),
                "box": box,
                "sheet_zone": frame_of(sheet).zone_of(*middle),
                "confidence": round(min(f.confidence for f in best.values()), 3),
                "read_from": _origin(best.values()),
                "fields": tuple(TitleField(label=f.label, value=f.value, box=f.box) for f in found if _is_told(f)),
            }
        )
    ]


def _is_told(found: Found) -> bool:
    """Whether a field is listed with its place: labelled ones are, and people and companies, to be blacked out."""
    return bool(found.label) or found.field in PERSONAL


@lru_cache(maxsize=4)
def title_fields(sheet: Sheet, before: Table | None = None) -> tuple[Area | None, tuple[Found, ...]]:
    """The title block's area, if it is ruled, and every field found, each with its own confidence."""
    changes = [t.box for t in revision_tables(sheet)]
    area = title_area(sheet, [*(t.box for t in parts_lists(sheet, before)), *changes], changes)
    area = with_unread_values(sheet, area) if area else None
    found = _ruled(sheet, area) if area else free_block(sheet)
    if found:
        found += _from_notes(sheet, {f.field for f in found}, area)
    return area, tuple(found)


def _ruled(sheet: Sheet, area: Area) -> list[Found]:
    apart = ("general_tolerance", "projection", "units")
    found = [f for f in fields_of(area.cells) if f.field not in apart and not _lost_its_colon(f)]
    found += bare_fields(area.cells, found, unusual_lines(sheet, area.cells))
    found += _units(area) + _projection(sheet, area)
    tolerance = general_tolerance(area.cells)
    if tolerance is not None:
        text, cell = tolerance
        sure = _TABLED * min(w.confidence for w in cell.words)
        found.append(Found("general_tolerance", 0, cell.lines[0].text, text, cell.box, sure, cell.words[0].read_from))
    return found


def _lost_its_colon(found: Found) -> bool:
    """Whether a recogniser left out what makes a scale: no sheet is drawn 11 times as large."""
    return found.field == "scale" and found.read_from == "recognised" and bool(_DIGITS.fullmatch(found.value))


def _units(area: Area) -> list[Found]:
    for cell in area.cells:
        for line in cell.lines:
            unit = units_in(line.text)
            if unit and (_UNIT_NOTE.search(cell.text) or line.text == unit):
                return [Found("units", 0, "", unit, cell.box, _DRAWN * line.word.confidence, line.word.read_from)]
    return []


def _projection(sheet: Sheet, area: Area) -> list[Found]:
    """By the words where they say it, else by the symbol."""
    for cell in area.cells:
        method = projection_in_words([cell.text])
        if method:
            return [_method(method, cell.box)]
    symbol = projection_symbol(sheet, area.box)
    return [_method(*symbol)] if symbol else []


def _method(method: Method, box: Box) -> Found:
    return Found("projection", 0, "", method, box, _DRAWN)


def _from_notes(sheet: Sheet, known: set[str], area: Area | None) -> list[Found]:
    """Units and the general tolerance, where a note tells them."""
    box = area.box if area else (0.0, 0.0, sheet.width, sheet.height)
    out = []
    for text in note_lines(sheet):
        unit = units_in(text) if _UNIT_NOTE.search(text) else None
        for field, value in (("units", unit), ("general_tolerance", tolerance_in(text))):
            if value and field not in known:
                known.add(field)
                out.append(Found(field, 1, "", value, box, _NOTED))
    return out


def _best(found: Sequence[Found]) -> dict[str, Found]:
    """The best named and surest of each field; of equals the first."""
    best: dict[str, Found] = {}
    for f in sorted(found, key=lambda f: (f.rank, -f.confidence)):
        if f.field != "projection" or f.value in get_args(Method):
            best.setdefault(f.field, f)
    return best


def _origin(found: Iterable[Found]) -> str:
    origins = {f.read_from for f in found}
    return origins.pop() if len(origins) == 1 else "both"
