"""Title data without a ruled block: a paragraph that tells scale, size or units, or loose lines near the edge."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from ...contract import Box
from ..index import BoxIndex, boxes_of, in_any
from ..layout.around import around
from ..layout.cells import level_words, text_lines
from ..layout.frame import frame_of
from ..sheet import Sheet, Word
from ..text.lines import Line
from .bare_fields import is_count
from .fitting import fits
from .headline import heading, heading_over, headline, lone_scale
from .labels import is_other_label, leading_label
from .pairs import pairs_block
from .title_cells import Found
from .tolerance_text import tolerance_in
from .values import ISO_SIZE, RATIO, as_date, is_company, is_material, units_in, without_date

_PITCH = 2.6  # letter heights: lines of a paragraph are no further apart
_HEIGHTS = 1.7  # letters of one paragraph differ no more than this
_ENOUGH = 2  # kinds of evidence that make a paragraph a title block
_CLEAR, _TOLD, _GUESS = 0.85, 0.75, 0.5  # confidence: labelled, told by pattern, told by place
_BOTTOM = 0.86  # of the page's height: below this a loose title may stand
_LARGER = 1.1  # times as high as a title: letters of no subtitle
_LONGEST = 8  # words of a title at the foot of the sheet: more are a sentence
_EDGE = 0.07  # of the page: without a frame, a file name is no further from the right or lower edge
_SCALE = re.compile(
    rf"[(\[]?\s*(?:i\s*=|scale|ma(?:ß|ss)stab|échelle|escala|scala|skala|масштаб|尺度|m\s*=?)\s*[:=]?\s*({RATIO.pattern})\s*[)\]]?",
    re.IGNORECASE,
)
_VIEW = re.compile(
    r"\b(?:detail|section|schnitt|ansicht|view|einzelheit|coupe|sección|sezione|snitt|notes?|hinweise?)\b",
    re.IGNORECASE,
)
_SIZE = re.compile(rf"\b({ISO_SIZE.pattern})\b(?:\s*(?:drawing|sheet|format|size))?", re.IGNORECASE)
_REVISION = re.compile(r"rev(?:ision)?\.?\s*[:=]?\s*([A-Z]{1,2}|\d{1,3}|[A-Z]\d{1,2})", re.IGNORECASE)
_FILE = re.compile(r"(?!\d+[.,]\d+[A-Za-z]{1,2}$)(?=.*\d)(?=.*[A-Za-z])[A-Za-z0-9]+(?:[_\-.][A-Za-z0-9]+)+")
_WEB = re.compile(r"https?://|w ?w ?w ?\.|@")


def free_block(sheet: Sheet, taken: Sequence[Box] = ()) -> list[Found]:
    """The fields of rows of pairs, of the paragraph with the most evidence, or of loose lines; nothing without it.

    What stands in a list or table, one of `taken`, is none.
    """
    words = level_words(sheet)
    listed = in_any([w.middle for w in words], taken)
    lines = list(text_lines(w for w, is_listed in zip(words, listed, strict=True) if not is_listed))
    best: list[Found] = []
    for paragraph in _paragraphs(lines):
        found = _read(paragraph)
        if len({f.field for f in found} - {"title", "company"}) >= max(
            _ENOUGH, len(best) and len({f.field for f in best}) - 1
        ):
            best = found
    pairs = pairs_block(lines)
    found = pairs or best or _loose(sheet, lines)
    if not any(f.field == "title" for f in found):
        title = heading_over(pairs, lines) or headline(sheet, lines) or heading(sheet, lines)
        found = [*title, *(found or lone_scale(lines))]
    return found


def _paragraphs(lines: Sequence[Line]) -> list[list[Line]]:
    """Lines under each other with the same middle or the same left edge."""
    below = _below(lines)
    paragraphs: list[list[Line]] = []
    ends: dict[int, int] = {}  # the number of each paragraph's last line, and the paragraph's
    for number, line in enumerate(lines):
        open_ = sorted((ends[i], i) for i in below[number] if i in ends)
        home, last = next(((p, i) for p, i in open_ if _follows(lines[i].word, line.word)), (len(paragraphs), None))
        if last is None:
            paragraphs.append([line])
        else:
            paragraphs[home].append(line)
            del ends[last]
        ends[number] = home
    return [p for p in paragraphs if not any(_VIEW.search(line.text) for line in p)]


def _below(lines: Sequence[Line]) -> list[list[int]]:
    """For each line the numbers of those that it may stand right below."""
    words = [line.word for line in lines]
    boxes = boxes_of(w.box for w in words)
    base, height = np.array([(w.y, w.height) for w in words]).reshape(-1, 2).T
    reach = np.column_stack([boxes[:, 0], base, boxes[:, 2], base + _PITCH * _HEIGHTS * height])
    at = np.column_stack([boxes[:, 0], base, boxes[:, 2], base])
    out: list[list[int]] = [[] for _ in lines]
    for above, one in zip(*(part.tolist() for part in BoxIndex(at).pairs(reach)), strict=True):
        out[one].append(above)
    return out


def _follows(above: Word, word: Word) -> bool:
    height = max(above.height, word.height)
    a, b = above.box, word.box
    aligned = abs(a[0] - b[0]) < 0.7 * height or abs(a[0] + a[2] - b[0] - b[2]) < 2.5 * height
    return (
        0 < word.y - above.y < _PITCH * height
        and height < _HEIGHTS * min(above.height, word.height)
        and aligned
        and min(a[2], b[2]) > max(a[0], b[0])
    )


def _read(paragraph: Sequence[Line]) -> list[Found]:
    found: list[Found] = []
    for line in paragraph:
        last = found[-1] if found else None
        if last is not None and last.field == "title" and line.text[:1].islower():
            found[-1] = replace(last, value=f"{last.value} {line.text}", box=around([last.box, line.box]))
            continue
        for field, value, confidence in _fields(line):
            if all(f.field != field for f in found):
                found.append(_found(field, value, confidence, line))
    return found


def _found(field: str, value: str, confidence: float, line: Line) -> Found:
    return Found(field, 1, "", value, line.box, confidence * line.word.confidence, line.word.read_from)


def _fields(line: Line) -> list[tuple[str, str, float]]:
    """The fields that one line tells: several may share it."""
    text = line.text
    if _WEB.search(text):
        return []
    labelled = leading_label([w.text for w in line.words])
    if labelled is not None and labelled[1] and fits(labelled[0].field, " ".join(labelled[1])):
        value = " ".join(labelled[1])
        return [(labelled[0].field, (units_in(value) or value) if labelled[0].field == "units" else value, _CLEAR)]
    tolerance = tolerance_in(text)
    if tolerance:
        return [("general_tolerance", tolerance, _TOLD)]
    date, unit = as_date(text), units_in(text)
    if unit and re.search(r"dimension|maße|masse|cotes|unit|medidas|quote|mått|размер", text, re.IGNORECASE):
        return [("units", unit, _CLEAR), *([("date", date, _TOLD)] if date else [])]
    out: list[tuple[str, str, float]] = []
    for field, pattern in (("scale", _SCALE), ("sheet_size", _SIZE)):
        match = pattern.search(text)
        if match:
            out.append((field, match.group(1), _CLEAR if field == "scale" else _TOLD))
            text = (text[: match.start()] + text[match.end() :]).strip(" -–,;|")
    date = as_date(text)
    if date:
        out.append(("date", date, _TOLD))
        text = without_date(text)
    if sum(c.isalpha() for c in text) >= 3 and not is_count(text):
        kind = "company" if is_company(text) else "material" if is_material(text) else "title"
        out.append((kind, text, _TOLD if kind == "material" else _GUESS))
    return out


def _loose(sheet: Sheet, lines: Sequence[Line]) -> list[Found]:
    """A revision and a file name near the edges; with them the title line at the foot of the sheet."""
    found = []
    _, top, _, bottom = sheet.extent
    low = [line for line in lines if line.word.middle[1] > top + _BOTTOM * (bottom - top)]
    for line in low:
        match = _REVISION.fullmatch(line.text)
        if match:
            found.append(_found("revision", match.group(1), _TOLD, line))
    files = [w for w in sheet.words if _FILE.fullmatch(w.text) and len(w.text) > 6 and _in_margin(sheet, w)]
    found += [_found("drawing_number", w.text, _GUESS, Line((w,))) for w in files[:1]]
    titles = [line for line in low if _titles(line, sheet)]
    if found and titles:
        largest = max(line.word.height for line in titles)
        line = min((t for t in titles if t.word.height > 0.9 * largest), key=lambda t: t.word.y)
        title = _found("title", line.text, _GUESS, line)
        found.append(replace(title, box=around(one.box for one in _with_subtitle(line, lines))))
    companies = [line for line in low if is_company(line.text)]
    if found and companies:
        found.append(_found("company", companies[0].text, _GUESS, companies[0]))
    return found


def _with_subtitle(title: Line, lines: Sequence[Line]) -> list[Line]:
    """A title, and the lines under it that are centred on it in letters no larger: they say more of it."""
    own = [title]
    for line in sorted(lines, key=lambda line: line.word.y):
        centred = abs(_middle(line) - _middle(title)) < title.word.height
        if centred and line.word.height < _LARGER * title.word.height and _follows(own[-1].word, line.word):
            own.append(line)
    return own


def _middle(line: Line) -> float:
    return (line.box[0] + line.box[2]) / 2


def _titles(line: Line, sheet: Sheet) -> bool:
    letters = sum(c.isalpha() for c in line.text)
    frame = frame_of(sheet).box
    inside = frame is None or frame[1] < line.word.middle[1] < frame[3]
    return (
        letters > 7
        and not (is_other_label(line.text) or _WEB.search(line.text) or is_company(line.text))
        and letters > 0.5 * len(line.text)
        and 1 < len(line.words) <= _LONGEST
        and not (line.text.endswith(".") or _REVISION.fullmatch(line.text))
        and inside
    )


def _in_margin(sheet: Sheet, word: Word) -> bool:
    x, y = word.middle
    frame = frame_of(sheet).box
    if frame is not None and not (frame[0] < x < frame[2] and frame[1] < y < frame[3]):
        return True
    return min(1 - x / sheet.width, 1 - y / sheet.height) < _EDGE
