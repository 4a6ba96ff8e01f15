"""Words as the sheet's own font spells them: doubtful letters told by the sure ones, left-out ones found."""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Container, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from functools import cached_property
from typing import Final

import numpy as np

from ..connected import Numbers
from ..index import BoxIndex, boxes_of
from ..recognition.reading import UNKNOWN
from ..sheet import Floats, Word
from .font import WITNESSES, Font, Letter, Outlines, font_of, look_alike, units_of
from .letter_room import GLUED, Rooms, with_room
from .lone_letters import like_holes
from .shapes import Shape

SURE: Final = 0.9
"""The least confidence of a word that tells what its letters look like."""

_DOUBTFUL: Final = 0.7
"""The confidence below which a word is spelled anew though it has other letters than were read."""

FEWEST: Final = 3
"""Such words: with fewer there is nothing to learn from."""

TOLD: Final = 0.97
"""The confidence in a word of which other words tell every letter."""

_AS_HIGH: Final = 0.35
"""Natural logarithm: by how much a word may be higher or lower than others with its letters, else it has other rows."""

_ROW: Final = -0.35, 1.35
"""Between where, in heights of a word, the middles of its letters lie across it."""

_AFTER: Final = 0.1
"""Heights of a word beyond its ends where the middle of a letter may still lie."""

_LARGEST: Final = 2.0
"""Of a word's height: what is larger is no letter of it."""

_LIMIT: Final = 1.1
"""Times the font's largest letter: what is larger is none of them."""

_READS: Final = 0.6
"""Of the letters of a word, how many must be letters in another direction, and none of the rest in its own."""

_PIECES: Final = 5
"""Straight pieces of the simplest shape that may be an unknown letter: heads of arrows have fewer."""

_LETTER: Final = 0.5
"""Of a word's height: the least height of such a shape."""

_BESIDE: Final = 0.25
"""Heights of a number: how near what is none of its letters stands, so that it may be one."""

_CUT: Final = 0.4
"""The confidence in such a number at most."""

_REACH: Final = 6.0
"""Heights of a word: how far from its ends letters that were left out are looked for."""

_SLANT: Final = math.tan(math.radians(15))
"""How far slanted letters lean for each unit of their height (ISO 3098-1: 75 degrees)."""

_LEVEL: Final = 0.2
"""Heights of a word: how far off its base line a letter may stand."""

_TURNS: Final = 2
"""Words that read in a direction before letters that stand alone are looked for in it."""

_AGREES: Final = 0.7
"""How much of what was read the letters must spell: else others than its own lie where it stands."""

_DASHES: Final = frozenset("-–−_")
"""What a piece of a line looks like."""

_AS_FIGURES: Final = str.maketrans("OoОоIl|ІӀ", "000011111")
"""The figures that letters look like."""

_SEVERAL: Final = frozenset("{|}" + UNKNOWN)
"""Signs of rows over each other, and of what no reader knows."""


def spelled(words: Sequence[Word], shapes: Sequence[Shape]) -> list[Word]:
    """The drawn words of a sheet, and further ones, as the letters tell that its sure words are drawn with."""
    if sum(map(_is_sure, words)) < FEWEST:
        return list(words)
    outlines = Outlines(shapes)
    index = BoxIndex(boxes_of(shape.box for shape in shapes))
    ways: dict[float, list[int]] = defaultdict(list)
    for number, word in enumerate(words):
        ways[round(word.angle) % 360].append(number)
    views = [_View({k: words[k] for k in numbers}, outlines, index) for numbers in ways.values()]
    sure = {n: row for view in views for n, row in view.rows.items() if _is_sure(row.word) and row.is_whole}
    font = font_of((row.word.text, n, row.forms, row.lows, row.word.height) for n, row in sure.items())
    if not font:
        return list(words)
    rooms = Rooms((row.word.height, row.steps) for row in sure.values())
    known = {k: view.letters(font) for k, view in enumerate(views) if len(view.rows) >= _TURNS}
    for k, view in enumerate(views):
        view.leave_out_crossing(font, [letters for other, letters in known.items() if other != k])
    claimed = {shape for view in views for shape in view.claimed}
    found = {number: word for view in views for number, word in view.spelled(font, claimed, rooms)}
    out = [found[number] for number in sorted(found)]
    for k, letters in known.items():
        crossing = {shape for other, some in known.items() if other != k for shape in some}
        out += views[k].lone(letters, claimed, crossing, rooms)
    return out


def _is_sure(word: Word) -> bool:
    return word.confidence >= SURE and len(word.text) > 1 and not _SEVERAL & set(word.text)


@dataclass(frozen=True, eq=False)
class _Row:
    """A word, and the letters (each some shapes) that are drawn where it stands: their forms, and where they stand.

    `places` (n, 4) tells from where to where each reaches along the word's direction and above its base line, which
    lies at `base`, upward from the page's corner; in points.
    """

    word: Word
    base: float
    units: list[list[int]]
    forms: Floats
    places: Floats

    @property
    def is_whole(self) -> bool:
        """Whether there is a letter for each character."""
        return len(self.units) == len(self.word.text)

    @property
    def lows(self) -> Floats:
        """How far above the base line each letter begins, in heights of a capital."""
        out: Floats = self.places[:, 1] / self.word.height
        return out

    @property
    def steps(self) -> Iterator[tuple[float, float]]:
        """From the middle of each letter to the next, and how wide the narrower of them is, in heights of a capital."""
        left, _, right, _ = self.places.T / self.word.height
        middles, widths = (left + right) / 2, right - left
        yield from zip(np.diff(middles).tolist(), np.minimum(widths[1:], widths[:-1]).tolist(), strict=True)


class _View:
    """The words of one direction, and the shapes of the page seen along it."""

    def __init__(self, words: Mapping[int, Word], outlines: Outlines, index: BoxIndex) -> None:
        self._words, self._outlines, self._index = words, outlines, index
        some = next(iter(words.values()))
        self._angle, self._along, self._up = some.angle, some.direction, some.up
        self._spans = outlines.spans(self._along, self._up)
        (ax, ay), (ux, uy) = self._along, self._up
        self._slanted = outlines.spans((ax - _SLANT * ux, ay - _SLANT * uy), self._up)

    @cached_property
    def rows(self) -> dict[int, _Row]:
        """The words by their numbers, with their letters."""
        found = {number: self._units(word) for number, word in self._words.items()}
        forms, places = self._seen([unit for some in found.values() for unit in some])
        rows, start = {}, 0
        for number, word in self._words.items():
            end = start + len(found[number])
            base = word.x * self._up[0] + word.y * self._up[1]
            rows[number] = _Row(word, base, found[number], forms[start:end], places[start:end] - (0, base, 0, base))
            start = end
        return rows

    def _seen(self, units: Sequence[Sequence[int]]) -> tuple[Floats, Floats]:
        """The forms of letters, and where they stand (n, 4)."""
        spans = [(*self._spans[unit, :2].min(axis=0), *self._spans[unit, 2:].max(axis=0)) for unit in units]
        return self._outlines.forms(units, self._along, self._up), np.array(spans).reshape(-1, 4)

    @property
    def claimed(self) -> Iterator[int]:
        """The shapes that words of this direction are drawn with."""
        for row in self.rows.values():
            yield from (shape for unit in row.units for shape in unit)
            if _SEVERAL & set(row.word.text):
                yield from self._index.near(row.word.printed or row.word.box).tolist()

    def letters(self, font: Font) -> dict[int, Letter]:
        """The shapes of the page that are letters of the font in this direction."""
        sizes = np.maximum(self._spans[:, 2] - self._spans[:, 0], self._spans[:, 3] - self._spans[:, 1])
        small = np.flatnonzero(sizes <= _LIMIT * font.largest).tolist()
        forms = self._outlines.forms([[shape] for shape in small], self._along, self._up)
        return {small[k]: letter for k, letter in font.known(forms).items()}

    def leave_out_crossing(self, font: Font, others: Sequence[Container[int]]) -> None:
        """Let go of words across others: in another direction most of their letters are the font's, in this few.

        `others` are the shapes that are letters in other directions.
        """
        for number, row in list(self.rows.items()):
            count = len(row.units)
            own = sum(font.of(form) is not None for form in row.forms)
            other = max((sum(unit[0] in some for unit in row.units) for some in others), default=0)
            if count > 1 and own <= (1 - _READS) * count and other >= _READS * count:
                del self.rows[number]

    def spelled(self, font: Font, claimed: set[int], rooms: Rooms) -> Iterator[tuple[int, Word]]:
        """The words, by their numbers, as the font spells them, with letters at their ends that were left out.

        `claimed` grows by these letters. A word right beside which something stands that may be a letter is doubtful.
        """
        for number, row in self.rows.items():
            word, is_spelled = _respelled(row, number, font)
            word = self._completed(word, row, number, font, claimed, rooms) if is_spelled else word
            yield number, replace(word, confidence=min(word.confidence, _CUT)) if self._is_cut(word, claimed) else word

    def _is_cut(self, word: Word, claimed: Container[int]) -> bool:
        """Whether something that may be a letter, and is read as none, stands right beside a number."""
        if not any(map(str.isdigit, word.text)) or _SEVERAL & set(word.text):
            return False
        start = word.x * self._along[0] + word.y * self._along[1]
        for shape in self._in_row(word, _BESIDE + 1).tolist():
            x0, low, x1, high = self._spans[shape]
            off = max(start - x1, x0 - start - word.length) / word.height
            beside = shape not in claimed and -_AFTER <= off <= _BESIDE
            if beside and self._outlines.pieces(shape) >= _PIECES and high - low >= _LETTER * word.height:
                return True
        return False

    def lone(self, letters: Mapping[int, Letter], claimed: set[int], crossing: Set[int], rooms: Rooms) -> list[Word]:
        """Words of letters that the font has and no word claims; `crossing` are letters in other directions."""
        words = []
        for chain in self._chains([one for one in letters.items() if one[0] not in claimed], rooms):
            word = self._word_of(chain)
            if word is not None and not self._goes_on(word, chain, letters, crossing, rooms):
                words.append(word)
                claimed.update(shape for shape, _ in chain)
        return words

    def _units(self, word: Word) -> list[list[int]]:
        """The letters where a word stands; none where one of its signs means several rows."""
        if _SEVERAL & set(word.text):
            return []
        row = self._in_row(word, _AFTER)
        upright = units_of(self._spans, row)
        if len(upright) == len(word.text):
            return upright
        slanted = units_of(self._slanted, row)
        return slanted if len(slanted) == len(word.text) else upright

    def _in_row(self, word: Word, beyond: float) -> Numbers:
        """The shapes on the row of a word, up to so many of its heights beyond its ends."""
        unit = word.height
        aside = (beyond + 1) * unit
        near = self._index.near(word.span(below=unit, above=2 * unit, before=aside, after=aside))
        x0, low, x1, high = self._spans[near].T
        start = word.x * self._along[0] + word.y * self._along[1]
        base = word.x * self._up[0] + word.y * self._up[1]
        along, across = (x0 + x1) / 2 - start, (low + high) / 2 - base
        here = (along >= -beyond * unit) & (along <= word.length + beyond * unit)
        level = (across >= _ROW[0] * unit) & (across <= _ROW[1] * unit)
        small = np.maximum(x1 - x0, high - low) <= _LARGEST * unit
        found: Numbers = near[here & level & small]
        return found

    def _completed(self, word: Word, row: _Row, number: int, font: Font, claimed: set[int], rooms: Rooms) -> Word:
        """A word with the letters right before and behind it that no word claims."""
        near = np.array([k for k in self._in_row(word, _REACH).tolist() if k not in claimed], np.intp)
        units = units_of(self._spans, near)
        if not units:
            return word
        forms, places = self._seen(units)
        said = [self._said(font.of(form), place, row, number) for form, place in zip(forms, places, strict=True)]
        start, end = row.places[:, 0].min(), row.places[:, 2].max()
        heights = [letter.usual_height for letter in map(font.of, row.forms) if letter is not None]
        room = rooms.of(float(np.median(heights or [word.height])))
        own, left, right = with_room(row.places, room), *with_room(places, room).T
        first, last = own[:, 0].min(), own[:, 1].max()
        behind = _glued(left - last, right - last, said, GLUED * word.height)
        before = _glued(first - right[::-1], first - left[::-1], said[::-1], GLUED * word.height)[::-1]
        before = [len(units) - 1 - k for k in before]
        if not before and not behind:
            return word
        claimed.update(shape for k in (*before, *behind) for shape in units[k])
        text = "".join([*(said[k] or "" for k in before), word.text, *(said[k] or "" for k in behind)])
        ahead = max(start - places[before, 0].min(initial=start), 0.0)
        past = max(places[behind, 2].max(initial=end) - end, 0.0)
        x, y = word.x - ahead * self._along[0], word.y - ahead * self._along[1]
        return replace(
            word, text=_in_context(text), x=x, y=y, length=word.length + ahead + past, printed=None, alternatives=()
        )

    def _said(self, letter: Letter | None, place: Floats, row: _Row, number: int) -> str | None:
        """What a letter beside a word says, where it stands on that word's base line."""
        if letter is None or abs((place[1] - row.base) / row.word.height - letter.usual_low) > _LEVEL:
            return None
        return letter.is_(number)

    def _chains(self, found: Sequence[tuple[int, Letter]], rooms: Rooms) -> Iterator[list[tuple[int, Letter]]]:
        """Letters that stand in a row, one right behind the other on its base line."""
        if not found:
            return
        found = sorted(found, key=lambda one: self._spans[one[0], 0])
        spans, unit = self._spans[[shape for shape, _ in found]], np.array([one.usual_height for _, one in found])
        bases = np.array([self._base(one) for one in found])
        room = np.array([rooms.of(height) for height in unit.tolist()])
        aside = np.maximum(room - (spans[:, 2] - spans[:, 0]), 0) / 2
        starts, ends, reach = spans[:, 0], spans[:, 2] - _LEVEL * unit, spans[:, 2] + aside + GLUED * unit
        first, last = np.searchsorted(starts, ends), np.searchsorted(starts, reach + aside.max(), "right")
        behind: dict[int, int] = {}
        taken = np.zeros(len(found), bool)
        for k in range(len(found)):
            some = slice(max(int(first[k]), k + 1), int(last[k]))
            level = np.abs(bases[some] - bases[k]) <= _LEVEL * unit[k]
            near = np.flatnonzero(level & ~taken[some] & (starts[some] - aside[some] <= reach[k]))
            if len(near):
                behind[k] = some.start + int(near[0])
                taken[behind[k]] = True
        for k in np.flatnonzero(~taken).tolist():
            chain, at = [found[k]], k
            while at in behind:
                at = behind[at]
                chain.append(found[at])
            yield chain

    def _base(self, one: tuple[int, Letter]) -> float:
        """Where the base line of a letter lies."""
        return float(self._spans[one[0], 1] - one[1].usual_low * one[1].usual_height)

    def _word_of(self, chain: Sequence[tuple[int, Letter]]) -> Word | None:
        """The word that letters in a row make; None for what holes and edges look like."""
        text = _in_context("".join(letter.is_() or "" for _, letter in chain))
        if not any(map(str.isalnum, text)) or like_holes(text):
            return None
        start, base = float(self._spans[chain[0][0], 0]), float(np.median([self._base(one) for one in chain]))
        (ax, ay), (ux, uy) = self._along, self._up
        length = float(self._spans[chain[-1][0], 2]) - start
        height = float(np.median([letter.usual_height for _, letter in chain]))
        x, y = start * ax + base * ux, start * ay + base * uy
        return Word(text, x, y, self._angle, length, height, confidence=TOLD, read_from="recognised")

    def _goes_on(
        self,
        word: Word,
        chain: Sequence[tuple[int, Letter]],
        letters: Container[int],
        crossing: Container[int],
        rooms: Rooms,
    ) -> bool:
        """Whether something else that may be a letter stands right beside a word: that is no whole one then."""
        own = {shape for shape, _ in chain}
        gap = max(GLUED * word.height, rooms.of(word.height))
        start, end = self._spans[chain[0][0], 0] - gap, self._spans[chain[-1][0], 2] + gap
        for shape in self._in_row(word, gap / word.height + 1).tolist():
            x0, low, x1, high = self._spans[shape]
            if shape in own or x0 > end or x1 < start:
                continue
            as_high = self._outlines.pieces(shape) >= _PIECES and high - low >= _LETTER * word.height
            if shape in letters or (as_high and shape not in crossing):
                return True
        return False


def _glued(start: Floats, end: Floats, said: Sequence[str | None], gap: float) -> list[int]:
    """Which letters, sorted away from the end of a word, stand each right behind the one before.

    `start` and `end` tell how far from the word each begins and ends, in points. A dash is no last
    one: lines are dashes.
    """
    out: list[int] = []
    reached = 0.0
    for number, (near, far, char) in enumerate(zip(start.tolist(), end.tolist(), said, strict=True)):
        if far <= reached:
            continue
        if char is None or near - reached > gap:
            break
        out.append(number)
        reached = far
    while out and said[out[-1]] in _DASHES:
        out.pop()
    return out


def _respelled(row: _Row, number: int, font: Font) -> tuple[Word, bool]:
    """A word as the others spell its letters, and whether its letters are told apart."""
    word = row.word
    letters = [font.of(form) for form in row.forms]
    chars = [None if letter is None else letter.is_(number, WITNESSES) for letter in letters]
    heights = [letter.usual_height for letter in letters if letter is not None]
    if not heights or abs(math.log(np.median(heights) / word.height)) > _AS_HIGH:
        return word, False
    if len(chars) == len(word.text):
        text = "".join(map(_or_else, chars, word.text, letters, [number] * len(chars)))
        agree = sum(map(str.__eq__, text, word.text)) / len(text)
    else:
        text = _with_known(word.text, chars) or _joined(word, chars)
        agree = SequenceMatcher(None, text, word.text, autojunk=False).ratio() if len(text) == len(chars) else 0.0
    if agree < _AGREES:
        return word, False
    if None in chars:
        return (word if text == word.text else word.with_text(text)), True
    alternatives = word.alternatives if text == word.text else ()
    return replace(word, text=text, confidence=max(word.confidence, TOLD), alternatives=alternatives), True


def _joined(word: Word, chars: Sequence[str | None]) -> str:
    """What the letters of a doubtful word say; nothing for others, whose letters may be in parts or over each other."""
    return "".join(char or "" for char in chars) if word.confidence < _DOUBTFUL else ""


def _with_known(read: str, chars: Sequence[str | None]) -> str | None:
    """What was read with the known letters before and behind it; None where it is not clear which these are."""
    fits = []
    for start in range(len(chars) - len(read) + 1):
        end = start + len(read)
        told = [(char, c) for char, c in zip(chars[start:end], read, strict=True) if char is not None]
        if len(told) >= max(WITNESSES, len(read) / 2) and all(look_alike(*pair) for pair in told):
            fits.append((chars[:start], chars[end:]))
    if len(fits) != 1 or None in (*fits[0][0], *fits[0][1]):
        return None
    before, after = ("".join(filter(None, some)) for some in fits[0])
    if (before and read.startswith(before)) or (after and read.endswith(after)):
        return None  # a letter in two parts moves all others by one
    return _in_context(before + read + after)


def _or_else(char: str | None, read: str, letter: Letter | None, number: int) -> str:
    """What other words say of a letter, else what was read: also where it may be either."""
    if char is None or letter is None or look_alike(char, read) or letter.may_be(read, number):
        return read
    return char


def _in_context(text: str) -> str:
    """Text of which letters that look alike are figures, where all others are."""
    figures = text.translate(_AS_FIGURES)
    return figures if re.fullmatch(r"[\d.,+\-±°⌀()R]*", figures) else text
