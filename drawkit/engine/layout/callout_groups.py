"""Lines of text that are one callout: a dimension and what follows below it (ISO 15786, ASME Y14.5)."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

import numpy as np

from ...contract import Box
from ..callouts import continues_callout, precedes_callout
from ..index import crossing, index_of, segments_near
from ..sheet import Floats, Word
from ..text.lines import ROWS, Line

NO_WALLS: Floats = np.empty((0, 4))

_DEVIATION = re.compile(r"[+\-−–]\d*[.,]?\d+")
_NEXT = (0.9, 2.6)  # letter heights between the base lines of consecutive lines
_ALIGNED = 1.0  # of the letter height: starts, middles or ends of the lines differ by no more
_LEAN = 0.65  # lines below each other in isometric text are shifted by this share of their distance
_SHAPE = re.compile(r"(?:SQ|DIA|RAD|⌀)\.?(?:\s+(?:TYP|REF|MAX|MIN)\.?)*", re.IGNORECASE)
_PAIR = 2
_GAP = 1.6  # letter heights from two lines to what stands behind both of them
_PAPER = 0.3  # letter heights: what boxes around pixels have of it at their ends, where they may lie over each other
_HALF_WAY = 0.35  # letter heights by which its base line may miss the middle between theirs
_TURN = 3.0  # degrees
_HEIGHTS = 0.35  # share by which the heights of consecutive lines may differ
_BELIEVED = 0.5  # confidence
_SKEW = 0.4  # letter heights by which the ends of what was read from pixels may be off its line


def groups_of(lines: Sequence[Line], walls: Floats = NO_WALLS) -> list[list[Line]]:
    """Each line with the lines that continue it, top to bottom; every line is in one group.

    `walls` (n, 4) are segments: a deviation below a line that runs under a size is another's (ISO 129-1, clause 9).
    """
    ordered = sorted(lines, key=lambda one: one.word.across(0.0, 0.0))
    index = index_of([line.box for line in ordered])
    rest = dict.fromkeys(range(len(ordered)))
    groups: list[list[Line]] = []
    while rest:
        last: int | None = next(iter(rest))
        group: list[Line] = []
        while last is not None:
            del rest[last]
            group.append(ordered[last])
            near = [i for i in index.near(_reach(ordered[last].word)).tolist() if i in rest]
            last = _following(group, [i for i in near if not _is_parted(group[-1], ordered[i], walls)], ordered)
        groups.append(group)
    return _with_remarks(groups)


def _with_remarks(groups: Sequence[list[Line]]) -> list[list[Line]]:
    """The groups, with what stands behind two lines, half-way between them, as their last: "MAX", "TYP", "4 PLACES"."""
    alone = [g[0] for g in groups if len(g) == 1 and (continues_callout(g[0].text) or _SHAPE.fullmatch(g[0].text))]
    index = index_of([line.box for line in alone])
    taken: set[Line] = set()
    out = []
    for group in groups:
        near = index.near(_behind(group[0].word)).tolist() if len(group) == _PAIR else []
        remark = next((alone[i] for i in near if alone[i] not in taken and _stands_behind(group, alone[i])), None)
        taken.update([remark] if remark else [])
        out.append([*group, remark] if remark else group)
    return [g for g in out if len(g) > 1 or g[0] not in taken]


def _behind(word: Word) -> Box:
    return word.span(below=_NEXT[1] * word.height, above=0, before=0, after=(_GAP + 1) * word.height)


def _stands_behind(group: Sequence[Line], remark: Line) -> bool:
    """Whether a line begins right behind two others on a base line half-way between theirs."""
    upper, lower, word = group[0].word, group[1].word, remark.word
    if abs((upper.angle - word.angle + 180) % 360 - 180) > _TURN:
        return False
    end = max(upper.length, upper.along(*lower.end))
    middle = (upper.across(lower.x, lower.y)) / 2
    level = abs(upper.across(word.x, word.y) - middle) <= _HALF_WAY * upper.height
    paper = _PAPER * upper.height if "text layer" not in (upper.read_from, word.read_from) else 0.0
    return level and -paper < upper.along(word.x, word.y) - end <= _GAP * upper.height


def _reach(word: Word) -> Box:
    """Where the line below a line of text may stand."""
    high = word.height / (1 - _HEIGHTS)
    beside = (_ALIGNED + _LEAN * _NEXT[1] + 0.1) * high
    return word.span(below=(_NEXT[1] + 0.1) * high, above=0, before=beside, after=beside)


def _is_parted(upper: Line, lower: Line, walls: Floats) -> bool:
    """Whether the lower one is a deviation, and a line as long as it runs between the two."""
    if not len(walls) or _DEVIATION.fullmatch(lower.text) is None:
        return False
    start = np.array(lower.word.middle)
    end = start - np.array(lower.word.up) * upper.word.across(*lower.word.middle)  # on the upper one's base line
    (x0, top), (x1, bottom) = np.minimum(start, end), np.maximum(start, end)
    near = segments_near(walls, (x0, top, x1, bottom))
    long = near[np.hypot(near[:, 2] - near[:, 0], near[:, 3] - near[:, 1]) >= lower.word.length]
    return bool(crossing(long, start, end).any())


def _following(group: Sequence[Line], near: Sequence[int], lines: Sequence[Line]) -> int | None:
    """The line right below a group that goes on with it, whether it could stand alone or not.

    What was seen in the lines of a drawing, and is hardly believed, adds nothing to what the text layer says.
    """
    last, above = group[-1], [line.text for line in group]
    below = sorted(
        (i for i in near if is_below(last, lines[i])), key=lambda i: -last.word.across(lines[i].word.x, lines[i].word.y)
    )
    for i in below[:1]:
        if last.word.read_from == "text layer" and lines[i].word.confidence < _BELIEVED:
            continue
        if continues_callout(lines[i].text, above) or (len(group) == 1 and precedes_callout(last.text)):
            return i
    return None


def is_below(upper: Line, lower: Line) -> bool:
    """Whether a line of text stands right below another, aligned with it and of letters as high."""
    a, b = upper.word, lower.word
    pairs = ((x, y) for x in _letters(upper) for y in _letters(lower))
    height = next((max(x, y) for x, y in pairs if abs(x - y) <= _HEIGHTS * max(x, y)), None)
    turned = abs((a.angle - b.angle + 180) % 360 - 180)
    if height is None or turned > _turn(a, b):
        return False
    apart = -a.across(b.x, b.y)
    if not _NEXT[0] * height <= apart <= _NEXT[1] * height:
        return False
    slanted = min(a.angle % 90, 90 - a.angle % 90) > 2
    aligned = _ALIGNED * height + (_LEAN * apart if slanted else 0.0)
    start = a.along(b.x, b.y)
    end = start + b.length - a.length
    inside = -0.5 * height <= start and start + b.length <= a.length + 0.5 * height
    return min(abs(start), abs(start + end) / 2, abs(end)) <= aligned or inside


def _letters(line: Line) -> tuple[float, ...]:
    """How high a line's letters may be: what a reader of pixels tells may be the height of its stack."""
    height = line.word.height
    return (height, height / ROWS) if "{" in line.text else (height,)


def _turn(one: Word, other: Word) -> float:
    """By how many degrees two parallel lines may seem to differ: the shorter the pixels of one, the more."""
    seen = [w.height / w.length for w in (one, other) if w.read_from == "recognised" and w.angle % 90]
    return _TURN + max((math.degrees(math.atan(_SKEW * slope)) for slope in seen), default=0.0)
