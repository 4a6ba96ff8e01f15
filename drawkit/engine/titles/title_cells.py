"""What the cells of a title block say: labels with their values, in the cell or in the one beside it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from ...contract import Box
from ..layout.around import around
from ..layout.cells import Cell, join_wrapped
from ..sheet import ReadFrom
from ..text.lines import Line
from ..text.scripts import IDEOGRAPH
from .fitting import PEOPLE, blanks_restored, fits, person_of, tidy, unit_apart
from .labels import Label, is_other_label, leading_label, like_label, near_label, plain, solid_label, title_label
from .values import date_told

_COLON = re.compile(r"[^\W\d][^\d:：]{1,24}[:：](?:\s|$)")  # under another label, the begin of a line with its own
_LEVEL = 0.3  # letter heights by which base lines of a label and the value beside it may differ
_BADLY_READ = re.compile(r"(?P<label>[^\W\d_][^\d:：]{1,16})[:：]\s*(?P<value>\S.*)")  # and what stands behind it
_ROOM = 1.7  # letter heights: a label with this much room under it has its value there, or none
_MIDDLE = 0.8  # letter heights by which the room over a text and under it may differ where it is centred
_SAME_CELL, _BESIDE, _BELOW, _ABOVE = 0.97, 0.93, 0.9, 0.7  # confidence by where the value stands
_RANK_COST = (1.0, 0.9, 0.75)

_LARGER = 1.25  # times as high as its label: the letters of a value
_SMALLER = 0.95  # times as high as what is above it: it is no label of that
_SENTENCE, _STOPPED = 4, ".:;"  # words from which on a line is one of a sentence, and what may end it
_SIGNED_LATER = 3  # by how much worse the dates of those who check and approve tell the sheet's
_NUMBER = re.compile(r"(?=(?:.*\d){3})[\w.\-/]{5,}")  # looks like a drawing's
_AHEAD = 8  # words of a label with a value of such a look: more are looked at for none
_STRICT = ("scale", "sheet", "sheet_size", "date", "mass")


@dataclass(frozen=True)
class Found:
    """One field of a title block as found on the sheet."""

    field: str
    rank: int
    label: str
    value: str
    box: Box
    confidence: float
    read_from: ReadFrom = "text layer"


@dataclass(frozen=True)
class Entry:
    """A label in a cell (None: lines without one) and the lines that follow it there."""

    cell: Cell
    label: Label | None
    printed: str
    inline: str
    lines: tuple[Line, ...]
    box: Box

    @property
    def value(self) -> str:
        """What stands after the label."""
        return join_wrapped(t for t in (self.inline, *(line.text for line in self.lines)) if t)


def entries_of(cell: Cell) -> list[Entry]:
    """The labels of a cell with their values; lines before any label form an entry without one."""
    out: list[Entry] = []
    label: Label | None = None
    printed = inline = ""
    held: list[Line] = []
    boxes: list[Box] = []

    def close() -> None:
        if printed or held:
            entry = Entry(cell, label, printed, inline, tuple(held), around(boxes))
            out.append(_without_label(entry) if _is_value(entry) else entry)

    lines = [part for line in _by_columns(cell.lines) for part in _at_labels(line)]
    while lines:
        line = lines.pop(0)
        split = None if held and _is_sentence(held[-1]) else _label_in(line)
        split = split or (_misread_label(line, lines[0]) if lines else None)
        broken = title_label(line.text[:-1] + lines[0].text) if lines and line.text.endswith("-") else None
        if broken is not None:
            split = (broken, line.text[:-1] + lines.pop(0).text, "")
        elif lines and not (split and split[2]) and (both := _goes_on(line, lines[0])) is not None:
            split = (split[0] if split else both, f"{line.text} {lines.pop(0).text}", "")
        is_value = (
            label is not None and not (inline or held) and _is_larger(line, cell)
        )  # "ASSEMBLY", "STAND" as titles
        split = None if is_value and split and not split[2] else split
        other = not is_value and (is_other_label(line.text) or _is_compound(line))
        other = other or bool(printed and _COLON.match(line.text) and not (is_value and not is_other_label(line.text)))
        other = other or bool(lines and _COLON.fullmatch(line.text))
        if split is not None or other:
            close()
            label, printed, inline = split if split is not None else (None, line.text, "")
            held, boxes = [], [line.box]
        else:
            held.append(line)
            boxes.append(line.box)
    close()
    return _value_over_label(out)


def _at_labels(line: Line) -> list[Line]:
    """A line that begins with a label, parted before those of other fields: "SCALE: 1:2 WEIGHT: SHEET 1 OF 1".

    A colon tells a label, and so does a value of such a look behind one that has one too.
    """
    texts = [w.text for w in line.words]
    label, starts = leading_label(texts), [0]
    for number in range(1, len(texts) if label else 0):
        found = leading_label(texts[number : number + _AHEAD])
        if label and found and _begins_another(label[0], texts[number:], *found):
            label = found
            starts.append(number)
    return [Line(line.words[a:b]) for a, b in pairwise([*starts, len(texts)])] if len(starts) > 1 else [line]


def _begins_another(before: Label, texts: Sequence[str], label: Label, rest: Sequence[str]) -> bool:
    printed = texts[: label.words]  # "DRAWN BY:" ends in its colon, of "PART NO :" that is a word of its own
    told = any(text[1:].endswith((":", "：")) for text in (printed[0], printed[-1])) or (
        before.field in _STRICT and _fits_strictly(label.field, " ".join(rest))
    )
    return told and label.field != before.field


def _is_value(entry: Entry) -> bool:
    """Whether what reads as a label is a value: in letters larger than all below, of which none fits such a label."""
    label, (first, *below) = entry.label, entry.cell.lines
    if label is None or entry.inline or not entry.lines or entry.printed != first.text or entry.printed[-1:] in ":：":
        return False
    larger = all(line.word.height < _SMALLER * first.word.height for line in below)
    told = (tidy(label.field, text) for text in (entry.value, *(line.text for line in entry.lines)))
    return larger and not any(fits(label.field, text) for text in told)


def _without_label(entry: Entry) -> Entry:
    return replace(entry, label=None, printed="", lines=(entry.cell.lines[0], *entry.lines))


def _by_columns(lines: Sequence[Line]) -> list[Line]:
    """The lines of a cell, those under bare labels that stand side by side right after the label of their column."""
    out: list[Line] = []
    columns: list[list[Line]] = []
    for row in _rows(lines):
        labels = [title_label(line.text) for line in row]
        if len(row) > 1 and all(labels) and len({label.field for label in labels if label}) == len(row):
            out += [line for column in columns for line in column]
            columns = [[line] for line in row]
        elif columns:
            _deal(row, columns)
        else:
            out += row
    return out + [line for column in columns for line in column]


def _rows(lines: Sequence[Line]) -> list[list[Line]]:
    """Lines from top to bottom, those on one base line in one row."""
    rows: list[list[Line]] = []
    for line in lines:
        if rows and abs(rows[-1][0].word.y - line.word.y) < _LEVEL * line.word.height:
            rows[-1].append(line)
        else:
            rows.append([line])
    return rows


def _deal(row: Sequence[Line], columns: Sequence[list[Line]]) -> None:
    """Each word of a row to the column of the label that it stands nearest to."""
    heads = [column[0].box for column in columns]
    words = [word for line in row for word in line.words]
    nearest = [min(range(len(heads)), key=lambda i: _aside(word.box, heads[i])) for word in words]
    for number, column in enumerate(columns):
        own = tuple(word for word, place in zip(words, nearest, strict=True) if place == number)
        if own:
            column.append(Line(own))


def _aside(box: Box, head: Box) -> float:
    """How far two boxes are apart across the columns; below nothing, the more they share of one column."""
    overlap = min(box[2], head[2]) - max(box[0], head[0])
    return -overlap if overlap > 0 else max(box[0] - head[2], head[0] - box[2])


def _is_larger(line: Line, cell: Cell) -> bool:
    """Whether a line stands in clearly larger letters than the cell's first, which is a label."""
    return line.word.height > _LARGER * cell.lines[0].word.height


def _is_sentence(line: Line) -> bool:
    """Whether a line is one of prose that goes on in the next, so that no label begins there."""
    words = re.findall(r"[^\W\d_]{2,}", line.text)
    return len(words) >= _SENTENCE and line.text.rstrip()[-1:] not in _STOPPED


def _label_in(line: Line) -> tuple[Label, str, str] | None:
    """The label a line starts with, as printed, and the rest of the line."""
    words = [w.text for w in line.words]
    found = leading_label(words) or near_label(words, _fits_strictly)
    if line.word.read_from != "text layer":
        found = found or (near_label(words, _fits_misread) if IDEOGRAPH.match(line.text) else None)
        found = found or solid_label(words) or _badly_read_label(line.text)
    if found is None:
        return None
    label, rest = found
    value = tidy(label.field, " ".join(rest))
    if _names_another(value):
        return None
    if value and not fits(label.field, value):
        numbered = label.field in PEOPLE and len(value) <= 2 and not line.text.rstrip().endswith(".")
        return (label, line.text, "") if numbered else None  # "Creator 3D" labels a person as "Creator" does
    return label, _before(line.text, value), value


def _badly_read_label(text: str) -> tuple[Label, list[str]] | None:
    """A label badly read before its colon: "TTLE: COVER", "DRA BY: A. Nowak", "WEHT: 4.42 kg".

    The more of it is misread, the more its value must tell of the field.
    """
    told = _BADLY_READ.fullmatch(text)
    if told is None:
        return None
    label = like_label(told["label"], (*PEOPLE, *_STRICT))
    if label is not None and fits(label.field, told["value"]):
        return label, told["value"].split()
    return near_label([f"{told['label']}:", told["value"]], _fits_misread if IDEOGRAPH.match(text) else fits)


def _fits_strictly(field: str, value: str) -> bool:
    """Whether a value tells its field by its look."""
    return field in _STRICT and fits(field, value)


def _fits_misread(field: str, value: str) -> bool:
    """The same with names of people and drawing numbers: one misread sign leaves little of a label of two."""
    told = field in (*PEOPLE, *_STRICT) or (field == "drawing_number" and _NUMBER.fullmatch(value) is not None)
    return told and fits(field, value)


def _is_compound(line: Line) -> bool:
    """Whether the line is a label that begins as one of ours and names something else: "Drawing no. customer"."""
    found = leading_label([w.text for w in line.words])
    return found is not None and _names_another(" ".join(found[1]))


def _names_another(value: str) -> bool:
    """Whether what follows a label is the rest of a longer one."""
    return bool(value) and not any(c.isdigit() for c in value) and is_other_label(value)


def _misread_label(line: Line, follow: Line) -> tuple[Label, str, str] | None:
    """A short label with a misread letter over a value that fits it; with its colon any label."""
    named = line.word.read_from != "text layer" and line.text.endswith((":", "：")) and not IDEOGRAPH.match(line.text)
    found = near_label([line.text, follow.text], fits if named else _fits_strictly)
    return (found[0], line.text, "") if found else None


def _before(text: str, value: str) -> str:
    """The text without the value at its end."""
    printed = text[: len(text) - len(value)] if value and text.endswith(value) else text
    return printed.strip()


def _goes_on(line: Line, follow: Line) -> Label | None:
    """The label that is printed over two lines: "APPROVED" over "BY", "SURFACE" over "TREATMENT"."""
    both = title_label(f"{line.text} {follow.text}")
    parts = [label for label in (title_label(line.text), title_label(follow.text)) if label is not None]
    alike = abs(line.word.height - follow.word.height) < 0.15 * line.word.height
    if both is None or not alike:
        return None
    return both if [p.field for p in parts if p.rank <= both.rank] == [both.field] else None


def _value_over_label(entries: list[Entry]) -> list[Entry]:
    """Two entries, text and then a bare label: some title blocks print the label under its value."""
    if len(entries) == 2 and not entries[0].printed and entries[1].label and not entries[1].value:
        text, bare = entries
        if bare.label is not None and fits(bare.label.field, text.value):
            return [Entry(bare.cell, bare.label, bare.printed, "", text.lines, around([text.box, bare.box]))]
    return entries


def fields_of(cells: Sequence[Cell], blanks: Sequence[Box] = ()) -> list[Found]:
    """Every labelled field of the cells that has a value; `blanks` are faces of the block without a word."""
    places = [*cells, *(Cell(box, ()) for box in blanks)]
    by_cell = [(cell, entries_of(cell)) for cell in cells]
    labelled = {id(cell) for cell, entries in by_cell if any(e.printed for e in entries)}
    found: list[Found] = []
    for _, entries in by_cell:
        for entry in entries:
            if entry.label is None:
                continue
            if entry.value:
                found.extend(_in_cell(entry, entry.label))
            elif len(entries) == 1:
                found.extend(_around_cell(entry, entry.label, places, labelled))
    return _once_named(found)


def named_as_part(found: Sequence[Found]) -> list[Found]:
    """The fields; what is labelled as the part and has no figure is the title where no other is: "Part: BUSHING"."""
    if any(f.field == "title" for f in found):
        return [*found]
    return [replace(f, field="title", rank=1) if _names_part(f) else f for f in found]


def _names_part(found: Found) -> bool:
    words = any(c.isalpha() for c in found.value) and not any(c.isdigit() for c in found.value)
    return found.field == "part_number" and plain(found.label) == "part" and words


def _once_named(found: Sequence[Found]) -> list[Found]:
    """The fields; a name in a row of people is no title, though its column's heading may read as one (name, nombre)."""
    people = {(f.box, f.value) for f in found if f.field in PEOPLE}
    return [f for f in found if f.field in PEOPLE or (f.box, f.value) not in people]


def _in_cell(entry: Entry, label: Label) -> list[Found]:
    value = tidy(label.field, entry.value)
    if fits(label.field, value):
        return _made(entry, label, value, entry.cell, _SAME_CELL)
    for text in (entry.inline, *(line.text for line in entry.lines)):  # other text may follow the value
        if text and fits(label.field, text):
            return _made(entry, label, text, entry.cell, _SAME_CELL)
    return []


def _around_cell(entry: Entry, label: Label, cells: Sequence[Cell], labelled: set[int]) -> list[Found]:
    """The value of a bare label from the cells to the right, else below, else above."""
    cell = entry.cell
    right = row_right(cell, cells)
    below, above = _touching(cell, cells, below=True), _touching(cell, cells, below=False)
    if label.field in PEOPLE:
        beside = bool(right) and not right[0].lines
        return _people(entry, label, right, labelled) or (
            [] if beside else _signed_below(entry, label, below, labelled)
        )
    places = [(right[0] if right else None, _BESIDE), (below, _BELOW), (None if below else above, _ABOVE)]
    if _heads_column(cell, cells):
        places = places[1:2]
    if cell.box[3] - cell.text_box[3] > _ROOM * cell.letter_height and not _is_centred(cell):
        places = places[: 1 if right and _level(cell, right[0]) else 0]
    for other, confidence in places:
        free = other is not None and (id(other) not in labelled or _is_title_beside(entry, other, cells, labelled))
        if other is not None and free and _fits_beside(label.field, other.text):
            return _made(entry, label, other.text, other, confidence)
    return []


def _is_title_beside(entry: Entry, other: Cell, cells: Sequence[Cell], labelled: set[int]) -> bool:
    """Whether a word that may be a label is the title: beside its label, with the labels of other fields all around."""
    own, around_it = entries_of(other), [*row_right(other, cells)[:1], _touching(entry.cell, cells, below=True)]
    bare = len(own) == 1 and not own[0].value and own[0].printed.isalpha()
    titled = entry.label is not None and entry.label.field == "title" and not entry.label.rank
    return titled and bare and all(cell is not None and id(cell) in labelled for cell in around_it)


def _heads_column(cell: Cell, cells: Sequence[Cell]) -> bool:
    """Whether the cell right before a label in its row is another label alone: both head columns, with values below."""
    slack = 0.4 * cell.letter_height
    before = (c for c in cells if _same_row(c, cell, slack) and abs(c.box[2] - cell.box[0]) < slack)
    return any(len(es := entries_of(c)) == 1 and es[0].printed and not es[0].value and _is_centred(c) for c in before)


def _is_centred(cell: Cell) -> bool:
    """Whether a cell's text stands half way down, as a caption beside its value does."""
    over, under = cell.text_box[1] - cell.box[1], cell.box[3] - cell.text_box[3]
    return abs(over - under) < _MIDDLE * cell.letter_height


def _level(a: Cell, b: Cell) -> bool:
    """Whether two cells hold one line each, on one base line."""
    one = len(a.lines) == len(b.lines) == 1
    return one and abs(a.lines[0].word.y - b.lines[0].word.y) < _LEVEL * a.letter_height


def _signed_below(entry: Entry, label: Label, below: Cell | None, labelled: set[int]) -> list[Found]:
    """A column of those who signed: the name right below its label."""
    if below is None or id(below) in labelled or person_of(below.text) is None:
        return []
    return _made(entry, label, below.text, below, _BELOW)


def _fits_beside(field: str, value: str) -> bool:
    """Like `fits`; a bare number in another cell is no mass."""
    return fits(field, value) and (field != "mass" or any(c.isalpha() or c in ".," for c in value))


def _people(entry: Entry, label: Label, right: Sequence[Cell], labelled: set[int]) -> list[Found]:
    """A row of name, signature and date in any order: the first name and the first date of it."""
    out: list[Found] = []
    row = []
    for cell in right:
        if id(cell) in labelled:
            break
        row.append(cell)
    named = next((c for c in row if person_of(c.text)), None)
    if named is not None:
        out += _made(entry, label, named.text, named, _BESIDE)
    dated = next((c for c in row if c is not named and date_told(c.text)), None)
    if dated is not None:
        out += _made(entry, Label("date", _date_rank(label)), dated.text, dated, _BESIDE)
    return out


def _made(entry: Entry, label: Label, value: str, cell: Cell, confidence: float) -> list[Found]:
    """The found field; a person's cell may hold a date as well."""
    out = []
    sure = confidence * _RANK_COST[min(label.rank, 2)] * min(w.confidence for w in cell.words)
    origin = cell.words[0].read_from
    if label.field in PEOPLE:
        recognised = any(w.read_from == "recognised" for w in cell.words)
        name, date = person_of(blanks_restored(value) if recognised else value), date_told(value)
        if name:
            out.append(Found(label.field, label.rank, entry.printed, name, cell.box, sure, origin))
        if date:
            out.append(Found("date", _date_rank(label) + 1, entry.printed, date, cell.box, 0.9 * sure, origin))
        return out
    clean = (date_told(value) or value) if label.field == "date" else value
    if label.field == "mass" and origin == "recognised":
        clean = unit_apart(clean)
    return [Found(label.field, label.rank, entry.printed, clean.strip(" :"), cell.box, sure, origin)]


def _date_rank(person: Label) -> int:
    """How well the date beside a person tells that of the sheet: who drew it signs it first."""
    return person.rank + (0 if person.field == "drawn_by" else _SIGNED_LATER)


def row_right(cell: Cell, cells: Sequence[Cell], *, signed: bool = False) -> list[Cell]:
    """Cells that follow in the same row; one empty cell may stand before the first of a row that is `signed`."""
    slack = 0.4 * cell.letter_height
    row = [c for c in cells if _same_row(cell, c, slack) and c.box[0] >= cell.box[2] - slack]
    row.sort(key=lambda c: c.box[0])
    reach = cell.box[2]
    out: list[Cell] = []
    for other in row:
        if other.box[0] - reach > max(slack, 1.5 * cell.width):
            break
        out.append(other)
        reach = other.box[2]
    touching = bool(out) and out[0].box[0] - cell.box[2] <= slack
    label = title_label(cell.text)
    people = label is not None and label.field in PEOPLE
    return out if touching or people or signed else []


def _same_row(a: Cell, b: Cell, slack: float) -> bool:
    return abs(a.box[1] - b.box[1]) < slack and abs(a.box[3] - b.box[3]) < slack


def _touching(cell: Cell, cells: Sequence[Cell], *, below: bool) -> Cell | None:
    """The cell right below (or above) with the same sides."""
    slack = 0.4 * cell.letter_height
    for other in cells:
        edge = abs(other.box[1] - cell.box[3]) if below else abs(other.box[3] - cell.box[1])
        if edge < slack and abs(other.box[0] - cell.box[0]) < slack and abs(other.box[2] - cell.box[2]) < slack:
            return other
    return None
