"""General tolerances as printed: a standard, a table of ranges, or a sentence."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..layout.cells import Cell, join_wrapped
from ..text.lines import Line
from .labels import leading_label, plain, title_label
from .tolerance_columns import in_columns
from .tolerance_table import tabled_rows
from .values import general_standard

_HEAD = re.compile(
    r"toleran[cz]|tolérance|tolerans|tolleranz|allgemeintol|freima|допуск|公差|abweichung|סיבולת", re.IGNORECASE
)
_FREE = re.compile(
    r"(?:general|gen\.?|allgemein\w*|générales?|generales?|generali|generella?|default|standard)\s*tol\w*\.?"
    r"|allgemeintoleranz\w*|普通公差|一般公差|общие допуски|неуказанные (?:предельные )?отклонения(?: размеров)?",
    re.IGNORECASE,
)
_STATED = re.compile(
    rf"(?:{_HEAD.pattern})\w*(?:[^\d±+]*)?[:=\s]\s*(?P<value>(?:±|\+\s?/\s?-)\s*\d[\d.,]*\s*(?:mm|in|inch|\"|°)?)",
    re.IGNORECASE,
)
_CAPTION = re.compile(rf"^\W*(?:{_HEAD.pattern})\w*\W*?(?=[±+]\s*[\d/])", re.IGNORECASE)  # before the first value
_ROW = re.compile(r"±|\+/?-|\d*[.,]\d+|\d+/\d+|\d+\s*°|:\s*\d")
_UNLESS = re.compile(r"unless (?:otherwise )?(?:specified|noted)|wenn nicht anders|sauf indication", re.IGNORECASE)
_DEVIATION = re.compile(r"(?:±|\+/-)\s?[\d.]")
_BEGINS = re.compile(r"(?:±|\+/?-)?\s?[\d.,]*\d")  # a deviation behind the name of general tolerances
_FEWEST = 2  # rows that tell general tolerances without their heading
_BULLET = re.compile(r"^[*•●▪]\s*")
_DEGREES = re.compile(r"(?<=\d)\s+°")  # drawn far behind its figure
_VALUE = re.compile(r"\d")
_ENDS = re.compile(r"\d[^\d:±]{0,6}$")  # a row whose value is missing tells nothing
_NOT_A_ROW = re.compile(
    r"^(?:dimensions?|interpret|r[az]\b|per |asme|ansi|iso |din |do not|material|finish|surface|remove|break|units?)",
    re.IGNORECASE,
)
_BELOW = (
    "FLATNESS",
    "CONCENTRICITY",
    "STRAIGHTNESS",
    "PERPENDICULARITY",
    "PARALLELISM",
    "ROUNDNESS",
    "ANGLES",
    "ANGULAR",
    "ANGLE",
)


def general_tolerance(cells: Sequence[Cell]) -> tuple[str, Cell] | None:
    """The general tolerance of a title block: the rows under a heading that speaks of tolerances, or a standard."""
    for cell in cells:
        rows = _rows(cell.lines) or _rows_beside(cell, cells) or _rows_under(cell, cells)
        if rows:
            further = [r for other in cells if _continues(cell, other) for r in _all_rows(other.lines)]
            return "; ".join([_uncaptioned(rows[0]), *rows[1:], *further]), cell
    for cell in cells:
        for lines in _sections(cell.lines):
            standard = general_standard(join_wrapped(line.text for line in lines))
            if standard:
                return standard, cell
    return None


def _uncaptioned(row: str) -> str:
    """The first row without what names it."""
    named = leading_label(row.split())
    value = " ".join(named[1]) if named is not None and named[0].field == "general_tolerance" else ""
    return value if _BEGINS.match(value) else _CAPTION.sub("", row)


def _sections(lines: Sequence[Line]) -> list[list[Line]]:
    """The lines of a cell, a new list from each that is the label of another field."""
    out: list[list[Line]] = [[]]
    for line in lines:
        if _names_another(line.text):
            out.append([])
        out[-1].append(line)
    return out


def speaks_of_tolerance(text: str) -> bool:
    """Whether the text has a heading of general tolerances."""
    return _HEAD.search(text) is not None


def is_deviation(text: str) -> bool:
    """Whether the text begins with a deviation to both sides: "±1/64"."""
    return _DEVIATION.match(text) is not None


def tolerance_in(text: str) -> str | None:
    """The general tolerance that a line of free text states."""
    standard = general_standard(text)
    if standard:
        return standard
    stated = _STATED.search(text)
    if stated:
        return stated["value"].strip(" .;")
    head = _FREE.search(text)
    rest = text[head.end() :].strip(" :=-") if head else ""
    return rest if _VALUE.search(rest) and len(rest) < 80 else None


def _rows(lines: Sequence[Line]) -> list[str]:
    """The value rows after the heading, parts of one row joined."""
    start = next((i for i, line in enumerate(lines) if _HEAD.search(line.text)), None)
    if start is None:
        return _rows_unless_specified(lines)
    end = next((i for i, line in enumerate(lines) if i > start and _names_another(line.text)), None)
    return _all_rows(lines[start:end])


def _rows_unless_specified(lines: Sequence[Line]) -> list[str]:
    """The rows of deviations where no line that speaks of tolerances is read, but that they hold unless specified."""
    start = next((i for i, line in enumerate(lines) if _UNLESS.search(line.text)), len(lines))
    rows = [row for row in _all_rows(lines[start:]) if _DEVIATION.search(row)]
    return rows if len(rows) >= _FEWEST else []


def _rows_beside(cell: Cell, cells: Sequence[Cell]) -> list[str]:
    """The value rows of a heading's cell whose values stand in the cell right of it, level with their names."""
    if not any(_HEAD.search(line.text) for line in cell.lines):
        return []
    slack = 0.6 * cell.letter_height
    beside = [c for c in cells if abs(c.box[0] - cell.box[2]) < slack and abs(c.box[1] - cell.box[1]) < slack]
    for other in beside:
        if len(other.lines) > 1 and all(_ROW.search(line.text) for line in other.lines):
            lines = sorted((*cell.lines, *other.lines), key=lambda line: (line.word.y, line.word.x))
            return _all_rows(_in_rows(lines))
    return []


def _rows_under(cell: Cell, cells: Sequence[Cell]) -> list[str]:
    """The rows of the table under a heading's cell."""
    return tabled_rows(cell, cells) if _HEAD.search(cell.text) else []


def _in_rows(lines: Sequence[Line]) -> list[Line]:
    """Lines sorted by their base lines, those of one row from left to right."""
    rows: list[list[Line]] = []
    for line in lines:
        if rows and abs(rows[-1][0].word.y - line.word.y) < 0.5 * line.word.height:
            rows[-1].append(line)
        else:
            rows.append([line])
    return [line for row in rows for line in sorted(row, key=lambda line: line.word.x)]


def _names_another(text: str) -> bool:
    """Whether a line is the label of another field."""
    label = title_label(text)
    return label is not None and label.field not in ("general_tolerance", "units")


def _all_rows(lines: Sequence[Line]) -> list[str]:
    rows: list[list[Line]] = []
    for line in lines:
        last = rows[-1][-1].word if rows else line.word
        level = abs(last.middle[1] - line.word.middle[1]) < 0.5 * min(last.height, line.word.height)
        if rows and level:  # what is printed over it in other letters stands on a line of its own
            rows[-1].append(line)
        else:
            rows.append([line])
    texts = _unwrapped([_BULLET.sub("", _DEGREES.sub("°", text)) for text in in_columns(rows)])
    return [t for t in texts if _ENDS.search(t) and _ROW.search(t) and not _NOT_A_ROW.search(t)]


def _unwrapped(texts: Sequence[str]) -> list[str]:
    """The rows, with one that breaks off before its last value joined to the next."""
    out: list[str] = []
    broken = False
    for text in texts:
        if broken:
            out[-1] = f"{out[-1]} {text}"
        else:
            out.append(text)
        last = out[-1]
        broken = bool(_ROW.search(last)) and last[-1:].isalpha() and _ENDS.search(last) is None
    return out


def _continues(cell: Cell, other: Cell) -> bool:
    """Whether the cell right below goes on with tolerances of form or angle."""
    slack = 0.6 * cell.letter_height
    below = abs(other.box[1] - cell.box[3]) < slack and abs(other.box[0] - cell.box[0]) < slack
    return below and any(plain(line.text).startswith(plain(word)) for line in other.lines for word in _BELOW)
