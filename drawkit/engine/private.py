"""Which parts of a page must not be seen in public, decided by the sheet alone: unknown is covered.

A title block is covered as a whole, but for what is known to tell of the part or the sheet: so are logos, signatures
and names that no reader has read. Elsewhere what tells of people and companies is covered, line by line.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from ..contract import NOT_IN_PUBLIC, Box
from .budget import OutOfTimeError
from .harmless import is_common, is_fact, is_telling, names_a_supplier
from .kept import kept
from .layout.around import area_of, grown, inside, meet
from .layout.blocks_of_lines import paragraphs, pieces
from .layout.covering import covered
from .layout.frame import frame_of
from .layout.ruling import ruling_of
from .modules.bom import parts_lists
from .modules.revisions import revision_tables
from .modules.title_block import further_blocks, title_fields
from .personal import PERSONAL
from .picture.letters import TEXT_DPI
from .picture.margins import words_outside
from .picture.sheets import TOO_SMALL
from .sheet import Sheet
from .tables.tables import Table
from .text.lines import Line, lines_of
from .titles.labels import leading_label, plain
from .titles.signers import SIGNED
from .titles.title_cells import Found

_MM = 72 / 25.4
_CORNER = (200 * _MM, 75 * _MM)  # ISO 7200: a title block is 180 mm wide
_SHARE, _MOST = (0.45, 0.22), 0.35  # of the page: no smaller, for a picture may not know its size; no higher
_ADDED = 35 * _MM  # a cell of the title block with nothing read in it, a logo's say, is no higher or wider
_ON_EDGE = 1.0  # points
_LARGEST_FIELD = 0.05  # of the page: a larger field of a title block without ruling has no place of its own
_MARGIN = 1.5  # points around a covered text
_BESIDE = 12.0  # text heights: a title block this near the frame reaches to it
_SURE = 0.8  # confidence from which a recognised text is taken at its word
_SHORTEST, _SHORTEST_PART = 3, 4  # letters of a name, of a part of it, that is looked for all over the page
_MOST_WINDOWS = 500  # in a title block: one with more words is none, and covered as a whole
_MOST_LINES = 2000  # that must be covered: a page with more is not shown
_OF_NO_NAME: Final = (
    "dimensions", "geometric tolerances", "datums", "surface textures", "threads", "holes", "welds", "notes", "views",
    "balloons", "tables",
)  # fmt: skip
"""Modules that tell nothing of what a page may show."""
_OWNERS: Final = (*PERSONAL, SIGNED)
_NO_LETTERS = re.compile(r"[\W\d_]+")
_ZONE_LABEL = re.compile(r"[A-Z]|\d{1,2}")


class UnreadableError(Exception):
    """Nothing can be told of what the page shows; the text says why."""


@dataclass(frozen=True)
class InPublic:
    """What may be seen of a page by everybody.

    `private` are the rectangles to cover (None: nothing may be shown), `title` is the drawing's where it may be told,
    `remarks` say why nothing is shown.
    """

    private: tuple[Box, ...] | None = None
    title: str | None = None
    remarks: tuple[str, ...] = ()


def in_public(sheet: Sheet, before: Table | None = None, cut: Collection[str] = ()) -> InPublic:
    """What may be seen of a page by everybody, whatever was asked for; nothing where that cannot be told.

    `before` is the last parts list of the pages before, `cut` what there was no time for on this page.
    """
    late = [what for what in cut if what not in _OF_NO_NAME]
    if late:
        return _withheld(f"there was no time for {', '.join(late)}")
    try:
        return InPublic(private_boxes(sheet, before), public_title(sheet, before))
    except UnreadableError as error:
        return _withheld(str(error))
    except OutOfTimeError:
        return _withheld("there was no time to look for names on it")
    except Exception as error:  # noqa: BLE001 - what goes wrong here must hide the page, not end its reading
        return _withheld(f"looking for names on it failed ({type(error).__name__})")


def _withheld(reason: str) -> InPublic:
    return InPublic(remarks=(f"{NOT_IN_PUBLIC}: {reason}.",))


def private_boxes(sheet: Sheet, before: Table | None = None) -> tuple[Box, ...]:
    """Rectangles of a completed sheet, in points, that must be covered before the page is shown in public.

    `before` is the last parts list of the pages before. Raises `UnreadableError` where names cannot be told from the
    rest.
    """
    if not sheet.readable:
        raise UnreadableError("its text cannot be read")
    if sheet.across:
        sheet = sheet.at(words=(*sheet.words, *sheet.across))
    area, found = title_fields(sheet, before)
    further = further_blocks(sheet, before)
    found = (*found, *(field for _, fields in further for field in fields))
    lines = _lines(sheet)
    corner = _corner(sheet)
    lists = [table.box for table in parts_lists(sheet, before)]
    areas = [area, *(other for other, _ in further)] if area else []
    blocks = [_to_frame(sheet, _with_cells_beside(sheet, one.box, lists)) for one in areas]
    lost = not found
    if not area and found:
        blocks += _free_blocks(sheet, lines, found)
    if lost and TOO_SMALL in sheet.remarks:
        raise UnreadableError("its letters are too small to find the title block")
    if (lost or not any(meet(b, corner) for b in blocks)) and _is_written(sheet, corner, lost=lost):
        blocks.append(corner)
    blocks += [grown(table.box, _MARGIN) for table in revision_tables(sheet)]
    names = _names(found)
    unknown = None if area else corner if found else (0.0, 0.0, sheet.width, sheet.height)
    suppliers = [line for table in parts_lists(sheet, before) for line in _suppliers(table, lines)]
    told = suppliers + _telling(sheet, lines, names | _companies(suppliers), unknown)
    boxes = dict.fromkeys([*(box for line in told for box in pieces(line)), *_unread_outside(sheet)])
    hidden = [grown(box, _MARGIN) for box in boxes if not any(_within(box, b) for b in blocks)]
    if len(hidden) > _MOST_LINES:
        raise UnreadableError("too many of its texts may name somebody")
    return (*covered(blocks, _windows(blocks, lines, found, names)), *hidden)


def _free_blocks(sheet: Sheet, lines: Sequence[Line], found: Sequence[Found]) -> list[Box]:
    """The paragraphs that tell the fields of a title block without ruling."""
    boxes = [f.box for f in found if area_of(f.box) < _LARGEST_FIELD * sheet.width * sheet.height]
    told = [line for line in lines if any(inside(line.word.middle, box, _MARGIN) for box in boxes)]
    return [grown(line.box, 0.5 * line.word.height) for line in paragraphs(told, lines)] + boxes


def _windows(blocks: Sequence[Box], lines: Sequence[Line], found: Sequence[Found], names: frozenset[str]) -> list[Box]:
    """What may be seen of the blocks: the places of texts that are known to name nobody."""
    facts = [f for f in found if is_fact(f) and not _names_one(f.value, names)]
    owners = [f for f in found if f.field in _OWNERS]
    within = [line for line in lines if any(inside(line.word.middle, block) for block in blocks)]
    if len(within) > _MOST_WINDOWS:
        return []
    known = {id(line): not _tells(owners, line) and _may_show(line, facts, names) for line in within}
    others = [line.box for line in within if not known[id(line)]]
    shown = [grown(line.box, 0.1 * line.word.height) for line in within if known[id(line)]]
    symbols = [f.box for f in found if f.field == "projection" and not f.label]
    return [box for box in (*shown, *symbols) if not any(meet(box, other) for other in others)]


def public_title(sheet: Sheet, before: Table | None = None) -> str | None:
    """The drawing's title where it may be told in public: its place is clear, and no name is in it.

    `before` is the last parts list of the pages before.
    """
    _, found = title_fields(sheet, before)
    names = _names([*found, *(field for _, fields in further_blocks(sheet, before) for field in fields)])
    titles = [f.value for f in found if f.field == "title" and is_fact(f)]
    return next((title for title in titles if is_nameless(title, names)), None)


def is_nameless(text: str, names: Iterable[str]) -> bool:
    """Whether a text tells of no company and has none of these names in it."""
    return not is_telling(text) and not _names_one(text, _keys(names))


@kept(4)
def _lines(sheet: Sheet) -> list[Line]:
    return lines_of(w for w in sheet.words if w.text.strip())


def _corner(sheet: Sheet) -> Box:
    """Where title blocks usually stand: the lower right corner (ISO 7200)."""
    x0, top, x1, bottom = sheet.extent
    width = min(x1 - x0, max(_CORNER[0], _SHARE[0] * (x1 - x0)))
    height = max(min(_CORNER[1], _MOST * (bottom - top)), _SHARE[1] * (bottom - top))
    return x1 - width, bottom - height, x1, bottom


def _is_written(sheet: Sheet, corner: Box, *, lost: bool) -> bool:
    """Whether a corner holds what may be a title block: labels of one; anything at all where none is known."""
    words = [line for line in _lines(sheet) if inside(line.word.middle, corner)]
    if not lost:
        labels = [line for line in words if leading_label([w.text for w in line.words])]
        return len(labels) > 1
    drawn = sheet.source == "picture" or any(_within(path.box, corner) for path in sheet.paths)
    return bool(words) or (drawn and bool(sheet.words or sheet.paths))


def _with_cells_beside(sheet: Sheet, box: Box, lists: Sequence[Box]) -> Box:
    """The title block with the cells on it and to its left in which nothing was read: lines of its ruling go there.

    `lists` are parts lists, which may stand on it.
    """
    ruling, frame = ruling_of(sheet), frame_of(sheet).box or (-1.0, -1.0, -1.0, -1.0)
    x0, top, x1, _ = box
    for x, start, end in ruling.upright.tolist():
        on_top = x0 - _ON_EDGE <= x <= x1 + _ON_EDGE and start < top - _ON_EDGE and end >= top - _ON_EDGE
        if on_top and top - start <= _ADDED and min(abs(x - frame[0]), abs(x - frame[2])) > _ON_EDGE:
            box = (box[0], min(box[1], start), box[2], box[3])
    for y, start, end in ruling.level.tolist():
        beside = top - _ON_EDGE <= y <= box[3] + _ON_EDGE and start < x0 - _ON_EDGE and end >= x0 - _ON_EDGE
        if beside and x0 - start <= _ADDED and min(abs(y - frame[1]), abs(y - frame[3])) > _ON_EDGE:
            box = (min(box[0], start), box[1], box[2], box[3])
    over = [below for _, _, _, below in (b for b in lists if meet(b, box)) if below <= top + _ON_EDGE]
    return (box[0], max([box[1], *over]) if over else box[1], box[2], box[3])


def _to_frame(sheet: Sheet, box: Box) -> Box:
    """The title block with what lies between it and the near sides of the frame."""
    frame = frame_of(sheet).box
    if frame is None:
        return grown(box, _MARGIN)
    near = _BESIDE * sheet.text_height
    x0, y0, x1, y1 = box
    return (
        min(x0, frame[0] if x0 - frame[0] < near else x0) - _MARGIN,
        y0 - _MARGIN,
        max(x1, frame[2] if frame[2] - x1 < near else x1) + _MARGIN,
        max(y1, frame[3] if frame[3] - y1 < near else y1) + _MARGIN,
    )


def _may_show(line: Line, facts: Sequence[Found], names: frozenset[str]) -> bool:
    """Whether a line of a title block is known to name nobody."""
    if line.word.read_from != "text layer" and line.word.confidence < _SURE:
        return False
    if _names_one(line.text, names):
        return False
    return is_common(line.text) or _tells(facts, line, labels=True)


def _tells(fields: Iterable[Found], line: Line, *, labels: bool = False) -> bool:
    """Whether a line is part of what one of the fields says, or of its label."""
    key = plain(line.text)
    mine = [f for f in fields if inside(line.word.middle, f.box, _MARGIN)]
    return bool(key) and any(key in plain(f"{f.label if labels else ''} {f.value}") for f in mine)


def _telling(sheet: Sheet, lines: Sequence[Line], names: frozenset[str], unknown: Box | None) -> list[Line]:
    """The lines that tell of people or companies; where a title block may be `unknown` all but common words."""
    frame = frame_of(sheet).box
    marked = [line for line in lines if is_telling(line.text) or _names_one(line.text, names) or _is_signed(line)]
    told = paragraphs(marked, lines)
    for line in lines:
        outer = frame is not None and not inside(line.word.middle, frame)
        doubtful = outer or (unknown is not None and inside(line.word.middle, unknown))
        if doubtful and not is_common(line.text) and not _ZONE_LABEL.fullmatch(line.text):
            told.append(line)
    return told


def _unread_outside(sheet: Sheet) -> list[Box]:
    """What may be words outside the frame of a picture and was not read whole: the path of a file, a print's stamp."""
    frame = frame_of(sheet).box
    if sheet.source != "picture" or frame is None:
        return []
    scale = TEXT_DPI / 72
    x0, top, x1, bottom = (round(side * scale) for side in grown(frame, _ON_EDGE))
    words, reach = words_outside(sheet.render(TEXT_DPI), (x0, top, x1, bottom))
    read = [grown(word.box, 2 * reach / scale) for word in sheet.words]
    found = [(left, high, right, low) for left, high, right, low in (words / scale).tolist()]
    return [box for box in found if not any(_within(box, word) for word in read)]


def _is_signed(line: Line) -> bool:
    """Whether a line begins with the label of a person or a company and goes on: "Drawn by J. Smith"."""
    label = leading_label([w.text for w in line.words])
    return label is not None and label[0].field in PERSONAL and bool(label[1])


def _suppliers(table: Table, lines: Sequence[Line]) -> list[Line]:
    """Lines of a parts list in columns that tell companies."""
    columns = [h for h in table.heading.headings if names_a_supplier(h.text)]
    told = [line for line in lines if any(_across(line.box, c.x0, c.x1) for c in columns)]
    return [line for line in told if any(inside(line.word.middle, row.box) for row in table.rows)]


def _companies(suppliers: Iterable[Line]) -> frozenset[str]:
    """The names in cells that tell suppliers, as they may stand in other columns and on the views too."""
    parts = (part for line in suppliers for part in _NO_LETTERS.split(line.text))
    return _keys(part for part in parts if len(part) >= _SHORTEST_PART and not is_common(part))


def _across(box: Box, x0: float, x1: float) -> bool:
    return box[0] < x1 and box[2] > x0


def _names(found: Iterable[Found]) -> frozenset[str]:
    """The names that the title block tells, as they may stand elsewhere on the page."""
    owners = [f for f in found if f.field in _OWNERS]
    people = [f.value for f in owners if f.field != "company"]
    parts = [part for name in people for part in name.split() if len(part) >= _SHORTEST_PART]
    return _keys([*parts, *(f.value for f in owners)])


def _keys(names: Iterable[str]) -> frozenset[str]:
    keys = (plain(name) for name in names)
    return frozenset(key for key in keys if len(key) >= _SHORTEST and not key.isdigit())


def _names_one(text: str, names: frozenset[str]) -> bool:
    key = plain(text)
    return any(name in key for name in names)


def _within(box: Box, outer: Box) -> bool:
    return outer[0] <= box[0] and outer[1] <= box[1] and box[2] <= outer[2] and box[3] <= outer[3]
