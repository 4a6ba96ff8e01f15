"""Two short texts above each other that are one: deviations, limits, fits (ISO 129-1, clause 9; ISO 286-1).

A stack becomes one word in the notation of the callout grammar: {+0.2|-0.1}, {12.05|11.95}, {H7|k6}.
"""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from ...contract import Box
from ..decimals import are_limits
from ..index import index_of, segments_near
from ..recognition.which_reader import STACK
from ..sheet import Floats, Sheet, Word
from ..text.marks import in_row
from .around import around
from .ordinates import is_led

_DEVIATION = re.compile(r"^\(?[+\-−–±]\s?\d*[.,]?\d+°?\)?$")
_ZERO = re.compile(r"^(?=.*0)[+\-−–]?0?(?:[.,]0+)?0?°?$")
_FIT = re.compile(r"^(?:[A-Z]{1,2}|[a-z]{1,2})\d{1,2}$")
_NUMBER = re.compile(r"^\d*[.,]?\d+$")

_NO_OFF = r"(?:0(?:[.,]0{1,4})?|[.,]0{2,4})"
_UNSIGNED = re.compile(
    rf"(?!{_NO_OFF}\|{_NO_OFF}$)(?:(?P<upper>0?[.,]\d{{1,4}})\|{_NO_OFF}|{_NO_OFF}\|(?P<lower>0?[.,]\d{{1,4}}))"
)
"""Deviations without their signs, one of them a zero: the other lies on its own side of it."""

_APART = (0.6, 2.15)  # letter heights between the base lines of the two texts; those of isometric text are closer
_EXACT = 6  # decimals: a turn of the sheet rounds otherwise
_APART_LIMITS = (0.9, 1.6)  # limits have no sign to tell them by: closer together, and alike
_APART_LINES = 1.9  # two lines of one text, set right below each other, stand so far apart at most
_ALIGNED, _SET_ALIGNED = 0.8, 0.15  # of the letter height: how far their starts, or their ends, may differ
_MAIN_GAP = (-1.3, 1.5)  # letter heights from the end of the nominal to the stack; isometric text leans back
_SMALL = 0.4, 0.9  # of the nominal's letters: the height of a deviation's
_GAP = -0.15, 0.6  # letter heights from the nominal to a lone deviation
_OFF = -0.5, 0.9  # letter heights by which a lone deviation is raised
_ANGLE = 3.0  # degrees
_ZERO_OFF = 0.3  # of its width: how far a zero may seem to stand before the deviation above it
_HEIGHTS = 0.3  # share by which the heights of the two texts may differ


def with_stacks(sheet: Sheet, words: Sequence[Word]) -> list[Word]:
    """The words, with each stack of two replaced by one word on the base line of its nominal."""
    rest = _Rest(_taken_apart(sheet, words))
    for upper in sorted(rest, key=lambda w: len(w.text), reverse=True):
        if upper not in rest:
            continue
        partner = _partner(upper, rest.below(upper), sheet.segments)
        if partner is None:
            continue
        before = rest.before(_first(upper, partner))
        if _are_unsigned(upper, partner) and _main(upper, partner, before) is None:
            continue
        rest.remove(upper)
        rest.remove(partner)
        rest.append(_stacked(upper, partner, before))
    return [_on_row(word, rest.before(word)) for word in rest]


def deviations_of(sheet: Sheet, words: Sequence[Word]) -> set[Word]:
    """The words that are signed deviations above each other behind a nominal, whatever else their numbers may be."""
    rest = _Rest(words)
    found: set[Word] = set()
    for upper in words:
        partner = _partner(upper, rest.below(upper), sheet.segments) if _is_deviation(upper.text) else None
        if partner is None or not (_is_signed(upper.text) or _is_signed(partner.text)):
            continue
        if _main(upper, partner, rest.before(_first(upper, partner))) is not None:
            found.update((upper, partner))
    return found


class _Rest:
    """Words that are not yet in a stack, with the stacks that were made, in their order; found by where they stand."""

    def __init__(self, words: Sequence[Word]) -> None:
        self._known = list(words)
        self._words = dict.fromkeys(range(len(words)), True)
        self._numbers: dict[Word, list[int]] = defaultdict(list)
        for number, word in enumerate(words):
            self._numbers[word].append(number)
        self._index = index_of([w.box for w in words])
        self._stacks: list[Word] = []
        self._tallest = max((w.height for w in words), default=0.0)

    def __iter__(self) -> Iterator[Word]:
        yield from (self._known[i] for i in self._words)
        yield from self._stacks

    def __contains__(self, word: Word) -> bool:
        return bool(self._numbers.get(word))

    def remove(self, word: Word) -> None:
        """A word that became part of a stack."""
        del self._words[self._numbers[word].pop(0)]

    def append(self, stack: Word) -> None:
        """A stack that was made."""
        self._stacks.append(stack)

    def _near(self, box: Box) -> list[Word]:
        return [self._known[i] for i in self._index.near(box).tolist() if i in self._words]

    def below(self, word: Word) -> list[Word]:
        """The words among which one is that makes a stack with this upper one."""
        if not _may_be_stacked(word.text):
            return []
        reach = word.height / (1 - _HEIGHTS)
        return self._near(word.span(below=(_APART[1] + 0.1) * reach, above=0, before=reach, after=reach))

    def before(self, word: Word) -> list[Word]:
        """The words among which the nominal is that a word, or the stack it is in, stands behind."""
        reach = 2 * max(self._tallest, word.height)
        return [*self._near(word.span(below=reach, above=reach, before=reach, after=reach)), *self._stacks]


def _on_row(word: Word, words: Sequence[Word]) -> Word:
    """A deviation in smaller letters, above or below the middle of its nominal, brought to the nominal's base line."""
    if STACK.fullmatch(word.text):  # read as one, without the nominal before it
        return _behind_nominal(word, words)
    if not _DEVIATION.match(word.text):
        return word
    for main in words:
        small = _SMALL[0] * main.height < word.height < _SMALL[1] * main.height
        if not small or not main.text[-1:].isdigit() or abs((main.angle - word.angle + 180) % 360 - 180) > _ANGLE:
            continue
        gap, up = main.along(word.x, word.y) - main.length, main.across(word.x, word.y)
        if _GAP[0] <= gap / main.height <= _GAP[1] and _OFF[0] <= up / main.height <= _OFF[1]:
            (ux, uy) = main.up
            return replace(word, x=word.x - ux * up, y=word.y - uy * up, height=main.height, printed=word.box)
    return word


def _behind_nominal(stack: Word, words: Sequence[Word]) -> Word:
    """A stack that was read as one, as high as its nominal and on its base line."""
    for main in words:
        if not main.text[-1:].isdigit() or abs((main.angle - stack.angle + 180) % 360 - 180) > _ANGLE:
            continue
        height, gap = main.height, main.along(stack.x, stack.y) - main.length
        beside = _MAIN_GAP[0] <= gap / height <= _GAP[1] and 0 <= main.across(*stack.middle) <= 1.3 * height
        if beside and height < stack.height:
            (dx, dy), start = main.direction, main.length + max(gap, 0.0)
            length = max(stack.length + min(gap, 0.0), 0.0)
            x, y = main.x + dx * start, main.y + dy * start
            return replace(stack, x=x, y=y, length=length, height=height, printed=stack.box)
    return stack


_GLUED = re.compile(
    r"^(?P<main>(?:.*\d)?(?:mm|in|\")?)(?<=[\dmn\"])[|/]?(?P<end>[+\-−–]\d*[.,]?\d+|[A-Za-z]{1,2}\d{1,2})$"
)
"""A recognised run that holds a nominal and the lower (or upper) of what is stacked behind it."""

_ZERO_BEHIND = re.compile(r"^(?P<main>(?:.*\d)?[.,]?\d)[°~*]?(?P<end>0)$")
"""A recognised run that holds a nominal and the zero that stands behind it, below the other deviation."""

_PREFIXED = re.compile(r"^(?P<main>S?[⌀R])(?P<end>\d*[.,]\d+)$")
"""A recognised run that holds a letter or sign and one of the limits stacked behind it."""


def _taken_apart(sheet: Sheet, words: Sequence[Word]) -> list[Word]:
    """The words; a recognised run is cut where its end makes a stack with a word above or below it.

    What a rough box took of the nominal that another word says whole goes.
    """
    index = index_of([w.box for w in words])
    out: list[Word] = []
    for word in words:
        cuts = _cuts(word) if word.read_from == "recognised" else []
        others = [w for w in (words[i] for i in index.near(_around(word))) if w is not word] if cuts else []
        pieces = next((cut for cut in cuts if any(_stack_with(cut[1], w, sheet) for w in others)), None)
        if pieces is None:
            out.append(word)
            continue
        main, end = pieces
        partner = next(w for w in others if _stack_with(end, w, sheet))
        end = replace(end, height=min(end.height, partner.height))
        out.extend((end,) if any(_holds(w, main) for w in others) else (main, end))
    return out


def _cuts(word: Word) -> list[tuple[Word, Word]]:
    """The nominal and the end of a run by what it reads as; a sign that touches the row above may pass for ±."""
    signed = [text for text, _ in word.alternatives if re.sub(r"[+\-−–]", "±", text) == word.text]
    found = [(text, _GLUED.match(text) or _PREFIXED.match(text)) for text in (word.text, *signed)]
    found.append((word.text, _ZERO_BEHIND.match(word.text)))
    return [_cut(replace(word, text=text), glued) for text, glued in found if glued is not None]


def _stack_with(end: Word, word: Word, sheet: Sheet) -> bool:
    """Whether the end of a run makes a stack with a word above or below it, in whose smaller letters it may be.

    A zero at the end is one that the other's figures stand above; what is raised behind a nominal begins behind it.
    """
    if end.text == "0" and not (word.text.startswith("+") and _is_over(word, end)):
        return False
    if (_is_signed(end.text) or end.text == "0") and _SMALL[0] * end.height < word.height < _SMALL[1] * end.height:
        end = replace(end, height=word.height)
    return _fits(end, word, sheet.segments) or _fits(word, end, sheet.segments)


def _is_over(upper: Word, zero: Word) -> bool:
    """Whether a deviation begins before a zero and reaches over it, or over where it was guessed to stand."""
    start = upper.along(zero.x, zero.y)
    return upper.across(*zero.middle) < 0 and -_ZERO_OFF * zero.length <= start < upper.length


def _around(word: Word) -> Box:
    reach = (_APART[1] + 0.1) * word.height / (1 - _HEIGHTS)
    return word.span(below=reach, above=word.height + reach, before=reach, after=reach)


def _holds(word: Word, piece: Word) -> bool:
    """Whether a longer word stands where the piece does."""
    middle = piece.middle
    along, across = word.along(*middle), word.across(*middle)
    return piece.length < word.length and 0 < along < word.length and 0 < across < word.height


def _cut(word: Word, glued: re.Match[str]) -> tuple[Word, Word]:
    end = word.behind(glued.start("end"))
    return replace(word, text=glued["main"], length=word.length - end.length, alternatives=()), end


def _fits(upper: Word, lower: Word, segments: Floats) -> bool:
    return _partner(upper, [lower], segments) is not None


def _partner(upper: Word, words: Sequence[Word], segments: Floats) -> Word | None:
    """The word right below `upper` that makes a stack with it."""
    if not _may_be_stacked(upper.text):
        return None
    best: tuple[float, Word] | None = None
    for word in words:
        if word is upper or not _parallel(upper, word):
            continue
        height = max(upper.height, word.height)
        off = _off_line(upper, word) / height
        together = off <= _SET_ALIGNED
        if not _same_kind(upper.text, word.text, together=together):
            continue
        apart = round(-upper.across(word.x, word.y) / height, _EXACT)
        low, high = _APART if not _NUMBER.match(upper.text) or _is_signed(word.text) else _APART_LIMITS
        high = max(high, _APART_LINES) if together else high
        if not low <= apart <= high or off > _ALIGNED or _are_apart(upper, word, segments):
            continue
        if best is None or apart < best[0]:
            best = apart, word
    return best[1] if best else None


def _may_be_stacked(text: str) -> bool:
    return bool(_is_deviation(text) or _FIT.match(text) or _NUMBER.match(text))


def _is_signed(text: str) -> bool:
    return text.lstrip("(")[:1] in set("+-−–±")


def _is_deviation(text: str) -> bool:
    return bool(_DEVIATION.match(text) or _ZERO.match(text))


def _same_kind(upper: str, lower: str, *, together: bool) -> bool:
    if _is_deviation(upper) and _is_deviation(lower):
        signs = upper.lstrip("(")[0] + lower.lstrip("(")[0]
        return bool(set(signs) & set("+-−–")) and "±" not in signs
    if _FIT.match(upper) and _FIT.match(lower):
        return upper[0].isupper() and lower[0].islower()
    if _NUMBER.match(upper) and _NUMBER.match(lower):
        return are_limits(upper, lower, loose=together) or _UNSIGNED.fullmatch(f"{upper}|{lower}") is not None
    return False


def _are_unsigned(upper: Word, lower: Word) -> bool:
    """Whether two texts are deviations without signs, which only stand behind a nominal: .005 over .000."""
    return _UNSIGNED.fullmatch(f"{upper.text}|{lower.text}") is not None


def _parallel(a: Word, b: Word) -> bool:
    turn = abs((a.angle - b.angle + 180) % 360 - 180)
    return turn <= _ANGLE and abs(a.height - b.height) <= _HEIGHTS * max(a.height, b.height)


def _off_line(upper: Word, lower: Word) -> float:
    """How far the beginnings, ends, middles or figures of two texts are from standing in one column; infinite apart.

    A zero has no sign: it stands below the other deviation's first figure (ISO 129-1, clause 9).
    """
    start = upper.along(lower.x, lower.y)
    end = upper.along(*lower.end) - upper.length
    figures = start + _sign_of(lower) - _sign_of(upper)
    off = min(abs(start), abs(end), abs(start + end) / 2, abs(figures))
    return off if start < upper.length else math.inf


def _sign_of(word: Word) -> float:
    """How wide the sign in front of a number is."""
    return word.length / len(word.text) if _is_signed(word.text) else 0.0


def _are_apart(upper: Word, lower: Word, segments: Floats) -> bool:
    """Whether lines tell two texts apart: one between them, or one of its own that leads to each (ordinates)."""
    if _line_between(upper, lower, segments):
        return True
    numbers = _NUMBER.match(upper.text) and _NUMBER.match(lower.text)
    return bool(numbers) and is_led(upper, segments) and is_led(lower, segments)


def _line_between(upper: Word, lower: Word, segments: Floats) -> bool:
    """Whether a line along the text separates the two: a dimension line, or the line of a table."""
    segments = segments_near(
        segments, upper.span(below=3 * upper.height + abs(upper.across(lower.x, lower.y)), above=0)
    )
    placed_a, placed_b = in_row(segments[:, :2], upper), in_row(segments[:, 2:], upper)
    length = upper.length / upper.height
    apart = upper.across(lower.x, lower.y) / upper.height
    level = np.abs(placed_a[:, 1] - placed_b[:, 1]) < 0.1
    between = (placed_a[:, 1] < -0.05) & (placed_a[:, 1] > apart + 0.9)
    covers = np.minimum(placed_a[:, 0], placed_b[:, 0]) < 0.3 * length
    covers &= np.maximum(placed_a[:, 0], placed_b[:, 0]) > 0.7 * length
    return bool(np.any(level & between & covers & (np.abs(placed_a[:, 0] - placed_b[:, 0]) > 1.2)))


def _first(upper: Word, lower: Word) -> Word:
    """Which of both rows begins first: a lone zero may stand at the end of the other deviation."""
    return lower if upper.along(lower.x, lower.y) < 0 else upper


def _stacked(upper: Word, lower: Word, words: Sequence[Word]) -> Word:
    main, first = _main(upper, lower, words), _first(upper, lower)
    length = max(first.along(*upper.end), first.along(*lower.end))
    base = main or lower
    (dx, dy), start = base.direction, base.along(first.x, first.y)
    into = max(main.length - start, 0.0) if main else 0.0  # rough boxes reach into each other
    start += into
    return replace(
        lower,
        text=_told(upper.text.strip("()"), lower.text.strip("()")),
        x=base.x + dx * start,
        y=base.y + dy * start,
        length=max(length - into, 0.0),
        height=base.height,
        confidence=min(upper.confidence, lower.confidence),
        read_from=upper.read_from if upper.read_from == lower.read_from else "both",
        printed=around([upper.box, lower.box]),
    )


def _told(upper: str, lower: str) -> str:
    """The stack in the grammar's notation, with the signs that a zero beside them leaves out."""
    bare = _UNSIGNED.fullmatch(f"{upper}|{lower}")
    if bare is not None:
        upper, lower = (f"+{upper}", "0") if bare["upper"] else ("0", f"-{lower}")
    return f"{{{upper}|{lower}}}"


def _main(upper: Word, lower: Word, words: Sequence[Word]) -> Word | None:
    """The word before the stack, whose base line the stack stands on."""
    best: tuple[float, Word] | None = None
    for word in words:
        if word in (upper, lower) or abs((word.angle - lower.angle + 180) % 360 - 180) > _ANGLE:
            continue
        gap = min(word.along(upper.x, upper.y), word.along(lower.x, lower.y)) - word.length
        top, bottom = word.across(upper.x, upper.y), word.across(lower.x, lower.y)
        height = word.height
        beside = _MAIN_GAP[0] * height <= gap <= _MAIN_GAP[1] * height
        if beside and 0.05 * height <= top <= 1.7 * height and -1.5 * height <= bottom <= 0.45 * height:
            distance = abs(gap) + abs((top + bottom) / 2)
            if best is None or distance < best[0]:
                best = distance, word
    return best[1] if best else None
