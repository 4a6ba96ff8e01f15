"""Lines of text that are one callout: a dimension and what follows below it (ISO 15786, ASME Y14.5)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..callouts import continues_callout, normalise
from ..text.lines import Line

_NEXT = (0.9, 2.6)  # letter heights between the base lines of consecutive lines
_ALIGNED = 1.0  # of the letter height: starts or middles of the lines differ by no more
_LEAN = 0.65  # lines below each other in isometric text are shifted by this share of their distance
_OPENS = re.compile(r"(?:[⌀□↧⌴⌵]|\bM\d|\d\s?[xX]\b|\d[xX]\s|^\d+\s?[xX]$|THRU|R\s?[.\d])")


def groups_of(lines: Sequence[Line]) -> list[list[Line]]:
    """Each line with the lines that continue it, top to bottom; every line is in one group."""
    rest = sorted(lines, key=lambda one: one.word.across(0.0, 0.0))
    groups: list[list[Line]] = []
    while rest:
        group = [rest.pop(0)]
        while (following := _following(group[-1], group[0], rest)) is not None:
            rest.remove(following)
            group.append(following)
        groups.append(group)
    return groups


def _following(last: Line, first: Line, lines: Sequence[Line]) -> Line | None:
    if not _OPENS.search(normalise(first.text)):
        return None
    fitting = [
        line for line in lines if _below(last, line) and (continues_callout(line.text) or is_countersink(line.text))
    ]
    return min(fitting, key=lambda line: -last.word.across(line.word.x, line.word.y), default=None)


_SUNK = re.compile(r"^⌀?\s?\d*[.,]?\d+\s?(?:in|mm|\")?\s?[xX]\s?(?:8[02]|90|100|110|120)\s?(?:°|deg)")


def is_countersink(line: str) -> bool:
    """Whether a line that lost its sign says a countersink: a diameter by one of the angles that they have."""
    return bool(_SUNK.match(normalise(line)))


def _below(upper: Line, lower: Line) -> bool:
    a, b = upper.word, lower.word
    height = max(a.height, b.height)
    if abs((a.angle - b.angle + 180) % 360 - 180) > 3 or abs(a.height - b.height) > 0.35 * height:
        return False
    apart = -a.across(b.x, b.y)
    if not _NEXT[0] * height <= apart <= _NEXT[1] * height:
        return False
    slanted = min(a.angle % 90, 90 - a.angle % 90) > 2
    aligned = _ALIGNED * height + (_LEAN * apart if slanted else 0.0)
    start = a.along(b.x, b.y)
    middle = start + b.length / 2 - a.length / 2
    inside = -0.5 * height <= start and start + b.length <= a.length + 0.5 * height
    return abs(start) <= aligned or abs(middle) <= aligned or inside
