"""The title block (ISO 7200): its fields by label, by place and by what their values look like."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import get_args

from ...contract import Box, TitleBlock, TitleField
from ..kept import kept
from ..layout.around import around, inside
from ..layout.cells import Cell, cells_of
from ..layout.frame import frame_of
from ..personal import PERSONAL
from ..sheet import Sheet, Word
from ..tables.tables import Table, with_blank_rows
from ..text.lines import Line
from ..text.scripts import is_unreadable
from ..titles.bare_fields import LAST, are_written, bare, bare_fields, is_drawn, is_sure, middle_of, without_address
from ..titles.captioned import OTHER, captioned
from ..titles.comments import comments_in, is_for_comments
from ..titles.drawn_company import Logo, logo_in
from ..titles.emblems import beside_emblems
from ..titles.first_issue import first_issue
from ..titles.fitting import PEOPLE, fits
from ..titles.forms import fields_by_place
from ..titles.free_block import free_block
from ..titles.gost import size_below, with_count
from ..titles.labels import is_caption, leading_label, plain
from ..titles.noted_values import UNIT_NOTE, noted_values, owner_in_notes
from ..titles.pictured_projection import pictured_symbol
from ..titles.projection import Method, projection_in_words, projection_symbol
from ..titles.signers import SIGNED, further_signers
from ..titles.title_area import Area, title_area
from ..titles.title_cells import Entry, Found, entries_of, fields_of, named_as_part
from ..titles.tolerance_text import general_tolerance, is_deviation
from ..titles.unread_text import with_unread_text
from ..titles.values import RATIO, is_company, units_in
from ..titles.wordmarks import unusual_lines
from .bom import parts_lists
from .revisions import latest_change, revision_tables

_DRAWN = 0.9  # confidence of the projection symbol's reading
_ALIKE, _MOST = 3, 9  # fields that the blocks of one page name alike, and further blocks of a page
_LARGE = 1.3  # text heights: smaller letters that are drawn are no logo's
_PLACED = 0.9  # confidence of what stands where a known form has the field
_LOGO = 0.7  # confidence of a company that a logo names
_TALL = 1.5  # text heights: lower writing in a block of which all is read from ink is somebody's name
_NAME_WORDS = 5  # of a name at most
_BEHIND = 4  # ranks that a name falls back by where a registered owner is told
_CHANGED = 0.9  # confidence of a revision that the table of changes tells
_TABLED = 0.85  # confidence of a general tolerance put together from several rows
_TOLD_IN_NOTES = ("general_tolerance", "material", "finish")  # which may be all that a sheet without a block tells
_TOLD_IN_PASSING = ("general_tolerance", "projection", "units")  # in cells that may say more
_WORDED = ("finish", "material", "title")
_IN_WORDS = (*_WORDED, "company", *PEOPLE, SIGNED, OTHER)
"""Fields whose values are words: in a script that no reader knows they are not told, as its numbers are."""
_COLON = re.compile(r"^[^\W\d]+:\s*")
_DIGITS = re.compile(r"\d{2,3}")


def read(sheet: Sheet, before: Table | None = None) -> list[TitleBlock]:
    """The sheet's title block, or nothing where there is none, and those of further drawings on it.

    `before` is the last parts list of an earlier page.
    """
    area, found = title_fields(sheet, before)
    if not found:
        return []
    box = area.box if area else around(f.box for f in found)
    further = (_block(sheet, other.box, fields) for other, fields in further_blocks(sheet, before))
    return [_block(sheet, box, found), *further]


def _block(sheet: Sheet, box: Box, found: Sequence[Found]) -> TitleBlock:
    best = _best(found)
    values = {field: f.value for field, f in best.items()}
    middle = ((box[0] + box[2]) / 2, (box[1] + box[3]) / 2)
    return TitleBlock.model_validate(
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


def _is_guess(found: Found) -> bool:
    """Whether a number is taken for the drawing's without a label: unread words have digits in them."""
    return not found.label and found.field in ("drawing_number", "part_number")


def _is_told(found: Found) -> bool:
    """Whether a field is listed with its place: labelled ones are, and people and companies, to be blacked out."""
    return bool(found.label) or found.field in PERSONAL


@kept(4)
def further_blocks(sheet: Sheet, before: Table | None = None) -> tuple[tuple[Area, tuple[Found, ...]], ...]:
    """The blocks of further drawings on the sheet, as where a report shows several: they name what the first names.

    A title is among that: tables of changes name the same dates and signatures.
    """
    first, fields = title_fields(sheet, before)
    named = {f.field for f in fields if f.label}
    changes = [table.box for table in revision_tables(sheet)]
    known = [*_lists(sheet, before), *changes, *([first.box] if first else [])]
    found: list[tuple[Area, tuple[Found, ...]]] = []
    while first and len(found) < _MOST and _may_be_further(sheet, known):
        area = title_area(sheet, known, changes)
        told = _ruled(sheet, area := with_unread_text(sheet, area)) if area else []
        alike = named & {f.field for f in told if f.label}
        if area is None or len(alike) < _ALIKE or "title" not in alike:
            break
        found.append((area, tuple(told)))
        known.append(area.box)
    return tuple(found)


def _lists(sheet: Sheet, before: Table | None) -> list[Box]:
    """The areas of the parts lists, their blank rows included."""
    return [with_blank_rows(sheet, table) for table in parts_lists(sheet, before)]


def _may_be_further(sheet: Sheet, known: Sequence[Box]) -> bool:
    """Whether cells outside of what is known begin with labels of a title block."""
    free = (c for c in cells_of(sheet) if c.lines and not any(inside(c.words[0].middle, box) for box in known))
    begun = (leading_label([w.text for w in c.lines[0].words]) for c in free)
    return len({label.field for label, _ in filter(None, begun)}) >= _ALIKE


@kept(4)
def title_fields(sheet: Sheet, before: Table | None = None) -> tuple[Area | None, tuple[Found, ...]]:
    """The title block's area, if it is ruled, and every field found, each with its own confidence."""
    tables = revision_tables(sheet)
    changes = [t.box for t in tables]
    taken = [*_lists(sheet, before), *changes]
    area = title_area(sheet, taken, changes)
    area = with_unread_text(sheet, area) if area else None
    found = _ruled(sheet, area) if area else free_block(sheet, taken)
    known, where = {f.field for f in found}, area.box if area else (0.0, 0.0, sheet.width, sheet.height)
    noted = noted_values(sheet, known, where)
    if found or any(f.field in _TOLD_IN_NOTES for f in noted):
        found += noted
        found += _changed(tables, found)
    told = _with_owner(found, owner_in_notes(sheet))
    if is_unreadable(sheet.words):
        told = [f for f in told if f.read_from == "text layer" or not (f.field in _IN_WORDS or _is_guess(f))]
    return area, tuple(told)


def _with_owner(found: Sequence[Found], owner: Found | None) -> list[Found]:
    """The fields, with the owner that a remark names for a company that nothing or a logo alone tells.

    A registered name says more than what is drawn beside an emblem, which may be what the company sells.
    """
    if owner is None:
        return [*found]
    known = [f for f in found if f.field == "company"]
    alike = any(plain(f.value) in plain(owner.value) for f in known)
    if alike or any(f.label or is_company(f.value) for f in known) or (known and not is_company(owner.value)):
        return [*found]
    kept = [replace(f, rank=f.rank + _BEHIND) if f.field == "company" else f for f in found]  # it stays a name
    return [*kept, owner]


def _changed(tables: Sequence[Table], found: Sequence[Found]) -> list[Found]:
    """The revision as the last row of the revisions table tells it, where the block itself does not."""
    change = None if any(f.field == "revision" for f in found) else latest_change(tables)
    if change is None:
        return []
    mark, row = change
    return [Found("revision", 2, "", mark, row.box, _CHANGED * row.confidence, row.words[0].read_from)]


def remarks_of(sheet: Sheet, before: Table | None = None) -> list[tuple[Line, ...]]:
    """The lines of the block's cells that belong to no field: remarks, and what a form prints on every sheet.

    Those of a cell without any label of a field stay together; such a cell's heading is one of its lines.
    """
    area, found = title_fields(sheet, before)
    fields = [f.box for f in found if f.field not in _TOLD_IN_PASSING]
    remarks: list[tuple[Line, ...]] = []
    for cell in area.cells if area else ():
        if is_for_comments(cell):
            continue
        entries = entries_of(cell)
        free = [e for e in entries if e.label is None and not any(inside(middle_of(e), box) for box in fields)]
        headless = len(free) == len(entries) and not any(e.printed.endswith((":", "：")) for e in entries)
        remarks += [cell.lines] if headless else [e.lines for e in free if e.lines]
    return [lines for lines in remarks if lines]


def comments_of(sheet: Sheet, before: Table | None = None) -> list[Word]:
    """The words of the block's field for comments."""
    area, _ = title_fields(sheet, before)
    return comments_in(area.cells) if area else []


def _ruled(sheet: Sheet, area: Area) -> list[Found]:
    fields = fields_of(area.cells, area.blanks)
    found = named_as_part(_with_colons(area, [f for f in fields if f.field not in _TOLD_IN_PASSING]))
    found += [*further_signers(area.cells, area.blanks), *captioned(area.cells)]
    found += _with_colons(area, _by_place(area, found))
    found += [f for f in size_below(sheet, area.box) if f.field not in _fields(found)]
    found += first_issue(sheet, area.cells) if "revision" not in _fields(found) else []
    found = with_count(found)
    owner = owner_in_notes(sheet)
    emblems = _emblems(sheet, area) if not any(f.field == "company" for f in found) else []
    found += bare_fields(area.cells, found, unusual_lines(sheet, area.cells), owner.value if owner else "", emblems)
    if not any(f.field == "company" and f.rank < LAST for f in found):
        logo = _logo(sheet, area) if are_written(area.cells) else _logo_among_read(sheet, area, found)
        found = [*logo, *(f for f in found if not logo or f.field != "company")]
    found += _units(area) + _projection(sheet, area)
    tolerance = general_tolerance(area.cells)
    if tolerance is None:
        found += [f for f in fields if f.field == "general_tolerance" and is_deviation(f.value)][:1]
    else:
        text, cell = tolerance
        sure = _TABLED * min(w.confidence for w in cell.words)
        found.append(Found("general_tolerance", 0, cell.lines[0].text, text, cell.box, sure, cell.words[0].read_from))
    return found


def _emblems(sheet: Sheet, area: Area) -> list[Cell]:
    """The cells in which a name stands beside a mark, of a block whose words are written: what is drawn is none."""
    symbol = projection_symbol(sheet, area.box)
    return beside_emblems(sheet, area.cells, [symbol[1]] if symbol else []) if are_written(area.cells) else []


def _fields(found: Iterable[Found]) -> set[str]:
    return {f.field for f in found}


def _by_place(area: Area, known: Sequence[Found]) -> list[Found]:
    """The fields without a label, where the block is a form whose cells are known."""
    have = _fields(known)
    found = []
    placed = fields_by_place(area.faces, area.box)
    if "title" not in have and "title" in placed and area.cell_at(placed["title"]) is None:
        placed["title"] = placed.pop("part_number", placed["title"])  # the only name of the block
    for field, face in placed.items():
        cell = area.cell_at(face) if field not in have else None
        entries = entries_of(cell) if cell is not None else []
        if cell is None or (any(e.printed for e in entries) and not _is_own_label(entries)):
            continue
        text = without_address(entries[0]) if field == "company" else cell.text
        text = text if fits(field, text) else _COLON.sub("", text)  # a label that the form alone knows
        if fits(field, text):
            sure = _PLACED * min(w.confidence for w in cell.words)
            found.append(Found(field, 1, "", text, cell.box, sure, cell.words[0].read_from))
    return found


def _is_own_label(entries: Sequence[Entry]) -> bool:
    """Whether a cell holds one value behind a label that only its form gives this meaning, as "Id: 1/1"."""
    return len(entries) == 1 and entries[0].label is None and _COLON.match(entries[0].printed) is not None


def _logo(sheet: Sheet, area: Area) -> list[Found]:
    """The company from a logo, where the block's words are written, so that what is drawn is none of them."""
    large = [c for c in area.cells if is_drawn(c) and c.letter_height > _LARGE * sheet.text_height]
    entries = [e for c in large for e in entries_of(c) if not any(other.printed for other in entries_of(c))]
    named = _named_by(logo_in(sheet, [*area.blanks, *(e.cell.box for e in entries)]))
    return named or [bare("company", e, e.value, _LOGO) for e in entries if is_sure(e)][:1]


def _logo_among_read(sheet: Sheet, area: Area, found: Sequence[Found]) -> list[Found]:
    """The company from a logo, where all words of the block were read from ink, those of the logo too.

    It stands in a cell that has no label and tells no other field: where the title is not known it may be that.
    """
    if not any(f.field == "title" for f in found):
        return []
    told = [((f.box[0] + f.box[2]) / 2, (f.box[1] + f.box[3]) / 2) for f in found]
    free = [c for c in area.cells if _may_be_logo(c) and not any(inside(middle, c.box) for middle in told)]
    return _named_by(logo_in(sheet, [*area.blanks, *(c.box for c in free)], least=_TALL))


def _named_by(logo: Logo | None) -> list[Found]:
    """The company that a logo names; nothing where it says a caption or a unit."""
    if logo is None or is_caption(logo.text) or units_in(logo.text) is not None:
        return []
    return [Found("company", 1, "", logo.text, logo.box, _LOGO * logo.confidence, "recognised")]


def _may_be_logo(cell: Cell) -> bool:
    """Whether a cell without a label holds a name, or what was read of a logo, and no sentence."""
    return not any(e.printed for e in entries_of(cell)) and len(cell.text.split()) <= _NAME_WORDS


def _with_colons(area: Area, found: Sequence[Found]) -> list[Found]:
    """The fields; a scale without a colon as it may be read with one, or not at all.

    A recogniser leaves out what makes a scale, and no sheet is drawn 11 times as large (ISO 5455).
    """
    told = ((f, _ratio(area, f) if _lost_its_colon(f) else f.value) for f in found)
    return [replace(f, value=value) for f, value in told if value is not None]


def _lost_its_colon(found: Found) -> bool:
    return found.field == "scale" and found.read_from == "recognised" and bool(_DIGITS.fullmatch(found.value))


def _ratio(area: Area, scale: Found) -> str | None:
    """What the word of a scale's figures may be too, as a ratio of the same figures."""
    words = (w for cell in area.cells for w in cell.words if w.text == scale.value and inside(w.middle, scale.box))
    others = (text for word in words for text, _ in word.alternatives)
    return next((t for t in others if RATIO.fullmatch(t) and t.replace(":", "") == scale.value), None)


def _units(area: Area) -> list[Found]:
    for cell in area.cells:
        for line in cell.lines:
            unit = units_in(line.text)
            if unit and (UNIT_NOTE.search(cell.text) or line.text == unit):
                return [Found("units", 0, "", unit, cell.box, _DRAWN * line.word.confidence, line.word.read_from)]
    return []


def _projection(sheet: Sheet, area: Area) -> list[Found]:
    """By the words where they say it, else by the symbol."""
    for cell in area.cells:
        method = projection_in_words([cell.text])
        if method:
            return [_method(method, cell.box)]
    symbol = projection_symbol(sheet, area.box) or pictured_symbol(sheet, [*area.blanks, *(c.box for c in area.cells)])
    return [_method(*symbol)] if symbol else []


def _method(method: Method, box: Box) -> Found:
    return Found("projection", 0, "", method, box, _DRAWN)


def _best(found: Sequence[Found]) -> dict[str, Found]:
    """The best named and surest of each field; of equals the first, unless another goes on where it ends."""
    best: dict[str, Found] = {}
    own = (f for f in found if f.field in TitleBlock.model_fields)
    for f in sorted(own, key=lambda f: (f.rank, -f.confidence)):
        if f.field != "projection" or f.value in get_args(Method):
            first = best.setdefault(f.field, f)
            longer = f.value.casefold().startswith(f"{first.value} ".casefold())
            if longer and f.field in _WORDED and f.rank == first.rank:
                best[f.field] = f
    return best


def _origin(found: Iterable[Found]) -> str:
    origins = {f.read_from for f in found}
    return origins.pop() if len(origins) == 1 else "both"
