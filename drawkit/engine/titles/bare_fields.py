"""Fields of a title block that carry no label: told by what they look like, by size and by place."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import replace

from ..layout.around import inside
from ..layout.cells import Cell, join_wrapped
from ..sheet import ReadFrom
from ..text.lines import Line
from .fitting import unit_apart
from .labels import is_caption, is_other_label, plain
from .projection import projection_in_words
from .signers import signing_heads
from .title_cells import Entry, Found, entries_of
from .tolerance_text import tolerance_in
from .values import (
    ISO_SIZE,
    RATIO,
    SHEET_OF,
    WEIGHED,
    as_date,
    date_mended,
    is_company,
    is_licence,
    is_material,
    is_placeholder,
    units_in,
)

_PATTERN, _COMPANY, _OVER_TITLE = 0.85, 0.7, 0.7  # confidence by the kind of evidence
_LARGEST_TEXT, _IDENTIFIER = 0.6, 0.4
_SAME_SIZE = 0.15  # share by which letter heights of one text may differ
_SECOND_LINE = 0.5  # of the letter height: smaller lines beside a title are no part of it
_NAME_LETTERS, _CLEAR = 3, 0.85  # a logo's letters are a name from this many and this confidence on
_FILED = 2  # rank of a file's name, which stands for the title where the block shows no other
_TITLE_WORDS = 3  # of a title that stands for more than a file's name: less may be a logo
_OWN_WORD = 4  # letters: a shorter word of a name is no evidence of it
_LARGER = 1.1  # of the letters of labels: titles are
_NAMED, _NAME_WORDS = 1.3, 4  # of the letters of labels, and words: a company's name is no smaller, nor longer
_ROW = 4.0  # letter heights: a higher row has room for more than those who sign
_LOW = 2.5  # letter heights: a lower cell has room for a caption alone
_PROSE, _LONG_TITLE = 90, 150  # letters: a longer text is a remark, and one in large letters no title either
_PEOPLE = ("drawn_by", "checked_by", "approved_by")
_COUNT = re.compile(r"\d+\s*(?:pcs|stk|st|off|x|pieces|stück|個|件)\.?|(?:qty|anzahl|menge)[.:]?\s*\d+", re.IGNORECASE)
LAST = 2  # rank of a company that is told by having no label alone: a logo tells it better
_DOCUMENT = re.compile(
    r"\b(?:drawings?|\w*zeichnung|dessin|plano|disegno|чертеж|assembly|sheet|print|preliminary|draft)\b",
    re.IGNORECASE,
)
"""What speaks of the drawing itself names no company: "CUSTOMER DRAWING"."""
_NAME, _COMPANY_NAME = re.compile(r"[^\W\d_]{2}"), re.compile(r"[^\W\d_]{3}|[\u3041-\u30ff\u3400-\u9fff]{2}")
_IDENTITY = re.compile(r"(?=.*(?:\d|[a-z][A-Z]))[^\W_#][\w.\-/#]{5,}")
_WORD = re.compile(r"[^\W\d_][^\W\d_A-ZА-Я]{5}")  # drawing numbers are seldom made of long words in small letters


def bare_fields(
    cells: Sequence[Cell],
    known: Sequence[Found],
    unusual: Collection[Line] = (),
    owner: str = "",
    emblems: Collection[Cell] = (),
) -> list[Found]:
    """What the unlabelled text of the cells tells, for the fields that are not known yet.

    `unusual` are lines in strokes of their own: one that stands alone in its cell is a logo where the title is another.
    `owner` is the company that a copyright line names: what is called so is no title. `emblems` are the cells in which
    a name stands beside a mark: it is the company's where the title is another.
    """
    claimed = [f.box for f in known if f.field != "date"]
    heights = sorted(line.word.height for cell in cells for line in cell.lines)
    usual = heights[len(heights) // 4] if heights else 0.0  # most lines are labels, in the smallest letters
    entries = [e for cell in cells for e in entries_of(cell)]
    if not any(f.field == "title" for f in known) and len(heights) > 1:
        entries = [_as_text(e, max(heights[-2], _LARGER * usual)) for e in entries]
    unlabelled = [e for e in entries if not e.printed and not is_placeholder(e.value)]
    unlabelled = [e for e in unlabelled if not _is_caption(e)]
    unlabelled = [e for e in unlabelled if is_company(e.value) or not _is_captioned(e, entries)]
    unlabelled = [e for e in unlabelled if not any(inside(middle_of(e), box) for box in claimed)]
    signed = [e.cell for e in signing_heads(cells)]
    found = _dates_by_row([f for e in unlabelled for f in _patterns(e)], known)
    have = {f.field for f in (*known, *found) if not (f.field == "title" and f.rank == _FILED)}
    titled = "title" in have or any(_has_title(e, entries) for e in entries)
    rest = [e for e in unlabelled if not any(f.box == e.box for f in found) and _is_text(e, usual)]
    people = {plain(f.value) for f in known if f.field in _PEOPLE}
    rest = [e for e in rest if plain(e.value) not in people]
    rest = [e for e in rest if _is_full_name_of_company(e.value) or not any(_signs(e.cell, one) for one in signed)]
    drawn = [e for e in rest if is_drawn(e.cell)] if are_written(cells) else []
    logos = drawn or _wordmarks(rest, unusual, titled="title" in have)
    rest = [e for e in rest if e not in logos]
    companies = [
        *(e for e in rest if is_company(e.value) or _is_owner(e.value, owner)),
        *(e for e in logos if e not in drawn and is_sure(e)),
        *_beside_mark([e for e in rest if e.cell.letter_height > _LARGER * usual], emblems, titled="title" in have),
    ]
    if "company" not in have and companies:
        found.append(bare("company", companies[0], without_address(companies[0]), _COMPANY))
    if "material" not in have:
        top = max((e.cell.letter_height for e in rest), default=0.0)
        small = [e for e in rest if is_material(e.value) and e.cell.letter_height < 0.9 * top]
        found += [bare("material", e, e.value, _COMPANY) for e in small[:1]]
        rest = [e for e in rest if e not in small[:1]]
    have |= {f.field for f in found}
    rest = [e for e in rest if e not in companies]
    over = _over_title(rest, entries) if "company" not in have else []
    if over:
        found.append(bare("company", over[0], without_address(over[0]), _OVER_TITLE))
    have |= {f.field for f in found}
    names = _names([e for e in rest if e not in over], have, usual, titled=titled)
    filed = any(f.field == "title" for f in known) and not titled
    return found + [f for f in names if not (filed and f.field == "title" and len(f.value.split()) < _TITLE_WORDS)]


def _as_text(entry: Entry, others: float) -> Entry:
    """A word that may be a label, alone in its cell in letters larger than all others, as what it names: "Winkel"."""
    lines = entry.cell.lines
    alone = len(lines) == len(lines[0].words) == 1 and entry.printed == lines[0].text
    large = entry.label is None and lines[0].word.height > others and entry.printed.isalpha()
    return replace(entry, printed="", lines=lines) if alone and large and not entry.value else entry


def _has_title(entry: Entry, entries: Sequence[Entry]) -> bool:
    """Whether an entry is the label of the title, and not of a person's in the heads of a table of people."""
    return _labels_title(entry) and not any(_heads_beside(other, entry) for other in entries)


def _labels_title(entry: Entry) -> bool:
    return entry.label is not None and entry.label.field == "title" and not entry.label.rank


def _heads_beside(other: Entry, entry: Entry) -> bool:
    """Whether a bare label for people's names or dates touches another from the side, in a cell as low."""
    (x0, y0, x1, y1), (left, top, right, bottom) = entry.cell.box, other.cell.box
    slack = 0.5 * entry.cell.letter_height
    row = max(abs(top - y0), abs(bottom - y1)) < slack and y1 - y0 < _ROW * entry.cell.letter_height
    dated = other.label is not None and other.label.field == "date"
    return (
        row
        and (dated or plain(other.printed) == "name")
        and not other.value
        and min(abs(left - x1), abs(right - x0)) < slack
    )


def _is_caption(entry: Entry) -> bool:
    """Whether a drawn word is half of a label in two languages, or a label."""
    return is_drawn(entry.cell) and len(entry.lines) == 1 and is_caption(entry.value)


def _signs(cell: Cell, person: Cell) -> bool:
    """Whether a cell stands in the row of somebody who signs: it holds the name, the signature or the date."""
    slack = 0.5 * person.letter_height
    level = max(abs(cell.box[1] - person.box[1]), abs(cell.box[3] - person.box[3])) < slack
    return level and cell.box[0] > person.box[0] and cell.height < _ROW * person.letter_height


def _is_captioned(entry: Entry, entries: Sequence[Entry]) -> bool:
    """Whether the cell to the left, or a low one below, says what the text is, none of our fields: "MODEL"."""
    x0, y0, x1, y1 = entry.cell.box
    for other in entries:
        left, top, right, bottom = other.cell.box
        slack = 0.5 * other.cell.letter_height
        low = bottom - top < _LOW * other.cell.letter_height
        below = low and x0 < (left + right) / 2 < x1 and abs(top - y1) < 2 * slack
        before = max(abs(right - x0), abs(top - y0), abs(bottom - y1)) < slack
        named = other.printed and other.label is None and not other.value and len(other.cell.lines) == 1
        if named and (below or before):
            return True
    return False


def _over_title(rest: Sequence[Entry], entries: Sequence[Entry]) -> list[Entry]:
    """The name alone in the cell that covers the title's from above: the company's (ASME Y14.1)."""
    for title in (e for e in entries if _labels_title(e)):
        x0, y0, x1, _ = title.cell.box
        for entry in rest:
            left, _, right, bottom = entry.cell.box
            slack = 0.5 * title.cell.letter_height
            covers = max(abs(left - x0), abs(right - x1), abs(bottom - y0)) < slack
            if covers and len(entry.cell.lines) == 1 and _is_name(entry.value):
                return [entry]
    return []


def _is_owner(text: str, owner: str) -> bool:
    """Whether all words of a text are in the owner's name."""
    words = [plain(word) for word in text.split() if len(plain(word)) >= _OWN_WORD]
    return bool(words) and all(word in plain(owner) for word in words)


def _is_name(text: str) -> bool:
    """Whether a text may be the name of a company."""
    told = bool(_COMPANY_NAME.search(text)) and len(text.split()) <= _NAME_WORDS
    return told and not (RATIO.search(text) or _is_identifier(text) or projection_in_words([text]))


def middle_of(entry: Entry) -> tuple[float, float]:
    """The middle of a label and its lines."""
    x0, y0, x1, y1 = entry.box
    return (x0 + x1) / 2, (y0 + y1) / 2


def is_drawn(cell: Cell) -> bool:
    """Whether a cell holds no word of the text layer: what stands in it is drawn."""
    return all(word.read_from == "recognised" for word in cell.words)


def are_written(cells: Sequence[Cell]) -> bool:
    """Whether most words of the cells, and all labels, are in a text layer, so that a drawn one is a logo, no text."""
    words = [w for cell in cells for w in cell.words]
    written = sum(w.read_from != "recognised" for w in words) > len(words) / 2
    return written and not any(is_drawn(cell) and any(e.label for e in entries_of(cell)) for cell in cells)


def _wordmarks(entries: Sequence[Entry], unusual: Collection[Line], *, titled: bool) -> list[Entry]:
    """Single words in unusual strokes, alone in their cells, the largest first, where the title is another text."""
    alone = [e for e in entries if len(e.lines) == 1 and len(e.cell.lines) == 1 and _NAME.match(e.value)]
    marks = [e for e in alone if e.lines[0] in unusual and " " not in e.value]
    others = [(height, text, e) for e in entries if e not in marks for height, text in _largest(e.lines)]
    if not marks or not (titled or _title(others, numbered=False)):
        return []
    return sorted(marks, key=lambda e: -e.cell.letter_height)


def _beside_mark(entries: Sequence[Entry], emblems: Collection[Cell], *, titled: bool) -> list[Entry]:
    """The one name beside a mark, where the title is another text."""
    named = [e for e in entries if e.cell in emblems and _is_name(e.value)]
    others = [(height, text, e) for e in entries if e not in named for height, text in _largest(e.lines)]
    return named if len(named) == 1 and (titled or _title(others, numbered=False)) else []


def is_sure(logo: Entry) -> bool:
    """Whether a logo's letters are read well enough to be taken for a name: they are drawn to be noticed, not read."""
    name = re.sub(r"[\W\d_]", "", logo.value)
    return len(name) >= _NAME_LETTERS and min(line.word.confidence for line in logo.lines) >= _CLEAR


def without_address(entry: Entry) -> str:
    """The text of an entry up to its first line with a number, behind the one that names the company."""
    lines = [line.text for line in entry.lines]
    first = next((i for i, text in enumerate(lines) if is_company(text)), 0)
    end = next((i for i in range(first + 1, len(lines)) if any(c.isdigit() for c in lines[i])), len(lines))
    return join_wrapped(lines[:end])


def bare(field: str, entry: Entry, value: str, confidence: float) -> Found:
    """A field that an entry without a label tells; `confidence` is that of the evidence alone."""
    words = [w for line in entry.lines for w in line.words]
    origin: ReadFrom = words[0].read_from if words else "text layer"
    return Found(field, 1, "", value, entry.box, confidence * min((w.confidence for w in words), default=1.0), origin)


def _patterns(entry: Entry) -> list[Found]:
    text = entry.value
    tests = (
        ("scale", bool(RATIO.fullmatch(text))),
        ("sheet", bool(SHEET_OF.fullmatch(text))),
        ("sheet_size", bool(ISO_SIZE.fullmatch(text))),
        ("date", as_date(text) in (text, date_mended(text))),
        ("mass", bool(WEIGHED.fullmatch(text))),
    )
    read = {"mass": unit_apart(text) if is_drawn(entry.cell) else text, "date": as_date(text) or text}
    return [bare(field, entry, read.get(field, text), _PATTERN) for field, fitting in tests if fitting]


def _dates_by_row(found: Sequence[Found], known: Sequence[Found]) -> list[Found]:
    """The fields; of several dates that in the row of who drew the sheet is the sheet's, others are of checks."""
    rows = [f.box for f in known if f.field == "drawn_by"]
    own = [f for f in found if f.field == "date" and any(top <= _middle(f) <= bottom for _, top, _, bottom in rows)]
    return [replace(f, rank=f.rank + 1) if own and f.field == "date" and f not in own else f for f in found]


def _middle(found: Found) -> float:
    return (found.box[1] + found.box[3]) / 2


def is_count(text: str) -> bool:
    """Whether the text says how many are made: "3 pieces"."""
    return _COUNT.fullmatch(text) is not None


def _is_text(entry: Entry, usual: float) -> bool:
    """Whether a text may be a name: no remark, which is longer than a title in letters no larger than others."""
    text = entry.value
    longest = _LONG_TITLE if entry.cell.letter_height > _NAMED * usual else _PROSE
    prose = len(text) > longest or any(sign in text for sign in ("http", "@", "±")) or is_licence(text)
    return not (
        prose
        or projection_in_words([text])
        or is_count(text)
        or units_in(text)
        or tolerance_in(text)
        or (is_other_label(text) and not text.isalpha())  # one word without a label is what it seems: see `_as_text`
    )


_Text = tuple[float, str, Entry]
"""The height of an entry's largest letters, its text in these, and the entry."""


def _names(entries: Sequence[Entry], have: set[str], usual: float, *, titled: bool) -> list[Found]:
    """The largest text is the title; an identifier of its own in a cell below it is the drawing number.

    Where the title has a cell of its own with a label, the only text without one is the company: as its logo, it needs
    none (ISO 7200).
    """
    sized = [(height, text, e) for e in entries for height, text in _largest(e.lines)]
    large = [x for x in sized if x[0] > _LARGER * usual]
    numbered = bool(have & {"drawing_number", "part_number"})
    title = None if titled else _title(large, numbered=numbered)
    found = _only([x for x in large if x[0] > _NAMED * usual]) if titled and "company" not in have else []
    found += [] if title is None else [bare("title", title[2], title[1], _LARGEST_TEXT)]
    if "company" not in have and not found[: 1 if titled else 0]:
        found += _lone_name(sized) if titled else _left_of(title, large)
    number = None if numbered else _number(large, title) or _lone([x for x in sized if x is not title])
    if number is not None:
        found.append(bare("drawing_number", number[2], number[1], _IDENTIFIER))
    return found


def _only(large: Sequence[_Text]) -> list[Found]:
    """The company, if one name alone is printed in letters larger than those of labels."""
    named = [x for x in large if _is_name(x[1])]
    return [bare("company", x[2], without_address(x[2]), _LARGEST_TEXT) for x in named if len(named) == 1]


def _lone_name(sized: Sequence[_Text]) -> list[Found]:
    """The company, if one name of several words is all that has no label: it alone needs none."""
    names = [x for x in sized if _is_full_name(x[1]) and len(x[2].cell.lines) == 1]
    return [replace(bare("company", x[2], x[1], _LARGEST_TEXT), rank=LAST) for x in names if len(sized) == 1]


def _left_of(title: _Text | None, large: Sequence[_Text]) -> list[Found]:
    """The company, if one name alone stands in large letters beside a title without a label, left of it in one row."""
    named = [x for x in large if x is not title and _is_full_name(x[1])]
    if title is None or len(named) != 1:
        return []
    (_, top, right, bottom), (left, high, _, low) = named[0][2].cell.box, title[2].cell.box
    slack = 0.5 * title[2].cell.letter_height
    beside = max(abs(right - left), abs(top - high), abs(bottom - low)) < slack
    return [bare("company", named[0][2], named[0][1], _OVER_TITLE)] if beside else []


def _is_full_name(text: str) -> bool:
    """Whether a text may be a company's name by its words alone: more than one, without a figure."""
    return _is_name(text) and " " in text and not (any(c.isdigit() for c in text) or _DOCUMENT.search(text))


def _is_full_name_of_company(text: str) -> bool:
    """Whether a text names a company in several words: one may be a signature."""
    return " " in text and is_company(text)


def _title(large: Sequence[_Text], *, numbered: bool) -> _Text | None:
    """The first of the largest texts; an identifier only where the drawing number is another."""
    named = [x for x in large if _NAME.search(x[1]) and (len(x[1]) > 3 or not x[1].isascii())]
    named = [x for x in named if not RATIO.search(x[1])]
    named = [x for x in named if not _is_identifier(x[1])] or (named if numbered else [])
    top = max((height for height, _, _ in named), default=0.0)
    return min((x for x in named if x[0] > (1 - _SAME_SIZE) * top), key=lambda x: x[2].box[1], default=None)


def _number(large: Sequence[_Text], title: _Text | None) -> _Text | None:
    rest = [x for x in large if _IDENTITY.fullmatch(x[1]) and x is not title]
    return next((x for x in rest if _numbered(x[1]) or _under(x[2], title)), None)


def _lone(entries: Sequence[_Text]) -> _Text | None:
    """The one entry that looks like a drawing number, in letters as small as those of labels; none of several."""
    numbered = [x for x in entries if _is_identifier(x[1])]
    return numbered[0] if len(numbered) == 1 else None


def _is_identifier(text: str) -> bool:
    return bool(_IDENTITY.fullmatch(text)) and _numbered(text)


def _numbered(text: str) -> bool:
    """Whether an identifier has the look of a drawing number: digits in groups, and no word of a language."""
    grouped = sum(c.isdigit() for c in text) >= 3 and any(c in ".-_/" for c in text)
    return grouped and _WORD.search(text) is None


def _under(entry: Entry, title: _Text | None) -> bool:
    if title is None:
        return True
    a, b = entry.cell.box, title[2].cell.box
    similar = entry.cell.letter_height > 0.6 * title[0]
    return similar and a[1] >= b[3] - 1.0 and min(a[2], b[2]) - max(a[0], b[0]) > 0.5 * (a[2] - a[0])


def _largest(lines: Sequence[Line]) -> list[tuple[float, str]]:
    """The height of an entry's largest letters, and its text without the lines in much smaller ones."""
    if not lines:
        return []
    top = max(line.word.height for line in lines)
    own = [line for line in lines if line.word.height > _SECOND_LINE * top]
    return [(top, join_wrapped(line.text for line in own))]
