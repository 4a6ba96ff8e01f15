"""Which of the readings that lie over each other stand: one place, one direction, one text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Final, TypeAlias

import numpy as np

from ..detection.boxes import TextBox, covering, crossing, shared, turn_between
from ..recognition.which_reader import STACK

if TYPE_CHECKING:
    from .crop_readings import CropReading

Entry: TypeAlias = "tuple[float, TextBox, CropReading]"
"""A rank, where it was read, and what."""

LEAST_CONFIDENCE: Final = 0.25
"""What is less likely right than this is hatching, symbols and edges rather than text."""

AS_SURE: Final = 0.1
"""A run is believed before a part of it that reads no more than this surer."""

LONGER: Final = 0.05
"""What each character more counts where two readings cross: single characters are misread most easily."""

ALIKE: Final = 0.5
"""Two boxes are of one place when the smaller one has this share of the larger one's area, and lies on it."""

RUNS_ON, LONGER_BY = 0.5, 1.3
"""How surely a box was read that was found and is so many times as long as a guessed one in it: this is its part."""

CLOSE: Final = 2.5
"""Heights of one row's box: rows further apart than in a stack of that height are no stack (ISO 129-1, clause 9)."""

SIGNED: Final = "+-−–"
"""Signs of deviations: a stroke that is lost from a row as easily as read."""

_NO_NOMINAL: Final = re.compile(r"[⌀R□(]+\{[+\-−–±]")
"""A sign and deviations, between which the nominal was not seen: what its parts say is more."""

_FRACTION: Final = re.compile(r"([⌀R]?\d*) ?(\d+)/(\d+)\D*")
_MARKS: Final = "\"″”'’*!°∥"
"""What the marks of inches are read as beside one row of a fraction."""

_SIZE: Final = re.compile(r"(?:\d{1,3}[xX×-]?)?[⌀R]?\d+(?:[.,]\d+)?(?:[A-Za-z]{1,2}\d{1,2})?")
_SIGN: Final = r"(?:[⌀R](?=[.,]?\d|\{)|°(?=\{\d))"  # a ⌀ as small as its limits may be read as °
_NEXT_SIZE: Final = re.compile(rf"(?<=[\d}}])\s*(?={_SIGN})|(?<=[A-Za-z])\s*(?=⌀[.,]?\d)")
_SIZES: Final = re.compile(
    r"(?:M\d[\d.,xX×-]*[A-Za-z]{0,2}|[⌀R](?:[.,]?\d[\d.,]*)?(?:[A-Za-z]{1,2}\d{1,2})?)(?:\{[^{}]+\})?"
    rf"\s?{_SIGN}.[^A-Za-z]*"
)
"""Sizes with a sign of their own: none belongs to the one before it, as that of a counterbore does (ISO 129-1)."""

_LOST: Final = str.maketrans("", "", " .,⌀°")
"""What a run as a whole may be read without, or as one another."""

_WITHIN: Final = 0.6  # of the smaller box
_MOSTLY: Final = 0.5  # of a run's length
_SPELT: Final = re.compile(r"[^\W\d_]{3,}")
_SAID_BEHIND: Final = re.compile(r"°$|\s?[^\W\d_]{3}")
_ALIKE_SIGNS: Final = str.maketrans("oqil|", "00111")
_BESIDE_LAST: Final = 0.75
"""Of a box's height: from the middle of the first and the last character to the end of a box that fits them."""

_ALONG: Final = 30.0  # degrees between boxes of one direction


def reach_of(box: TextBox, reading: CropReading) -> tuple[float, float]:
    """From where to where along a box its characters reach, in pixels: lines, heads and holes stand beside them."""
    places = reading.places
    if not places or (places[0] >= places[-1] and len(places) > 1):
        return 0.0, box.length
    room = _BESIDE_LAST * box.height
    return max(0.0, places[0] * box.length - room), min(box.length, places[-1] * box.length + room)


def winners(found: Iterable[Entry]) -> list[Entry]:
    """The readings that are sure enough, one at each place: the surest, and the whole rather than its part."""
    sure = (e for e in found if e[2].confidence >= LEAST_CONFIDENCE and not _NO_NOMINAL.match(e[2].text))
    ranked = sorted(sure, key=lambda e: (-e[0] - LONGER * min(6, len(e[2].text)), e[1].x, e[1].y))
    over = _over_each(ranked)
    several = {n for n, entry in enumerate(ranked) if _is_several(entry, [ranked[o] for o in over[n]])}
    if several:
        ranked = [entry for n, entry in enumerate(ranked) if n not in several]
        over = _over_each(ranked)
    telling = {n for n, entry in enumerate(ranked) if _alone_says_a_word(entry, [ranked[o] for o in over[n]])}
    kept: dict[int, Entry] = {}
    parts: dict[int, set[int]] = {}
    for number, entry in enumerate(ranked):
        if entry[1].guessed and any(_says(ranked[o], entry) or _runs_on(ranked[o], entry) for o in over[number]):
            continue
        wholes = {o for o in over[number] if any(holds(ranked[o], entry) for holds in _HOLDING)}
        wholes |= {o for o in telling.intersection(over[number]) if _says_too(ranked[o], entry)}
        if wholes:
            parts[number] = wholes
        elif not any(_excludes(kept[other][1], entry[1]) for other in over[number] if other in kept):
            kept[number] = entry
    for _ in range(2):  # what has fallen frees its parts, and they are parts of what stands yet, or are not
        kept = _with_free_parts(kept, parts, ranked, over)
        for falls in (_is_guessed_beside, _is_part_of_another):  # what a guess was part of is none when that has fallen
            others = {number: [kept[other] for other in over[number] if other in kept] for number in kept}
            kept = {number: entry for number, entry in kept.items() if not falls(entry, others[number])}
    return list(kept.values())


def _with_free_parts(
    kept: dict[int, Entry], parts: dict[int, set[int]], ranked: Sequence[Entry], over: Sequence[list[int]]
) -> dict[int, Entry]:
    """What is kept, and those of the parts of other readings of which none is kept any more."""
    out = dict(kept)
    for number in (n for n, wholes in parts.items() if n not in out and not wholes.intersection(kept)):
        if not any(_excludes(out[other][1], ranked[number][1]) for other in over[number] if other in out):
            out[number] = ranked[number]
    return out


def _over_each(entries: Sequence[Entry]) -> list[list[int]]:
    """For each reading the numbers of the others whose boxes may share ink with its own; swept from left to right.

    It does not look at the clock, as a search of the page's index does: what was read before time ran out counts.
    """
    x0, top, x1, bottom = np.array([entry[1].bounds for entry in entries]).reshape(-1, 4).T
    order = np.argsort(x0, kind="stable")
    ends = np.searchsorted(x0[order], x1, side="right")
    over: list[list[int]] = [[] for _ in entries]
    for place, one in enumerate(order.tolist()):
        beside = order[place + 1 : ends[one]]
        for other in beside[(top[beside] <= bottom[one]) & (bottom[beside] >= top[one])].tolist():
            over[one].append(other)
            over[other].append(one)
    return over


def sizes_of(text: str) -> list[int]:
    """Where each size of a text begins that is nothing but sizes, one right behind the other."""
    return [0, *(found.end() for found in _NEXT_SIZE.finditer(text))] if _SIZES.fullmatch(text) else [0]


def _is_several(entry: Entry, others: Sequence[Entry]) -> bool:
    """Whether a run reads as sizes one right behind the other, and each of these was read by itself too."""
    _, box, reading = entry
    begins = sizes_of(reading.text)
    if len(begins) == 1:
        return False
    said = {other.text for _, part, other in others if part.length < box.length and covering(box, part)}
    seen = {text.translate(_LOST) for text in said}
    return all(reading.text[a:b].translate(_LOST) in seen for a, b in pairwise([*begins, None]))


def _alone_says_a_word(entry: Entry, others: Sequence[Entry]) -> bool:
    """Whether a run that is likelier right than not has a word that none of the readings of its parts has.

    Spaced lettering is found letter by letter, and the word between two surer ones is nowhere else (C'BORE ⌀5). A part
    that is most of the run says what matters of it.
    """
    _, box, reading = entry
    words = _SPELT.findall(reading.text) if reading.confidence >= RUNS_ON else []
    if not words:
        return False
    parts = [(part, other) for _, part, other in others if part.length < box.length and covering(box, part)]
    said = " ".join(other.text.upper() for _, other in parts)
    short = all(part.length <= _MOSTLY * box.length for part, _ in parts)
    return short and any(word.upper() not in said for word in words)


def _says_too(whole: Entry, entry: Entry) -> bool:
    """Whether a longer run covers the box and says the same there among more; a lone sign may seem to lean."""
    (_, box, said), (_, part, reading) = whole, entry
    within = shared(box, part) > _WITHIN if len(reading.text) == 1 else covering(box, part)
    return within and part.length < box.length and reading.text.translate(_LOST) in said.text.translate(_LOST)


def _excludes(one: TextBox, other: TextBox) -> bool:
    """Whether only one of two boxes can be a run of text."""
    if crossing(one, other):
        return True
    areas = sorted((one.length * one.height, other.length * other.height))
    return areas[0] > ALIKE * areas[1] and covering(one, other)


def _is_part_of_another(entry: Entry, found: Iterable[Entry]) -> bool:
    """Whether a longer run of the same direction, read about as surely, covers most of the box."""
    _, box, reading = entry
    return any(
        other.length > box.length
        and covering(other, box)
        and (_is_believed_before(surer, reading) or _shows_as_much(other, surer, box, reading))
        for _, other, surer in found
    )


def _shows_as_much(whole: TextBox, said: CropReading, part: TextBox, reading: CropReading) -> bool:
    """Whether a run that is likelier right than not shows as many letters and figures where its part stands.

    The ink there is told once: that of a word alone may be read as one of another script.
    """
    along, _ = whole.offset(part)
    start, end = ((whole.length + way * part.length) / 2 + along for way in (-1, 1))
    chars = [c for c, at in zip(said.text, said.places, strict=False) if start <= at * whole.length <= end]
    own = sum(c.isalnum() for c in reading.text)
    return said.confidence >= RUNS_ON and 0 < own <= sum(c.isalnum() for c in chars)


def _goes_on_in(whole: Entry, entry: Entry) -> bool:
    """Whether a longer box says what this one does and more that is part of it.

    That is a sign or a word behind it, read about as surely (82° beside 82, ⌀5{+0.1|0} THRU beside ⌀5{+0.1|0}), a
    decimal mark and figures (146,5* beside 146 and beside 5*), or the deviations of a nominal: one is not read where
    none is.
    """
    (_, box, said), (_, part, reading) = whole, entry
    behind = said.text.removeprefix(reading.text) if said.text.startswith(reading.text) else ""
    as_sure = _SAID_BEHIND.match(behind) is not None and said.confidence >= reading.confidence - AS_SURE
    parted = (_is_part_of_decimal, _is_nominal_of, _is_behind_size, _is_cut_stack_of)
    is_part = any(is_said(reading.text, said.text) for is_said in parted)
    goes_on = as_sure or (said.confidence >= RUNS_ON and is_part)
    return goes_on and box.length > part.length and turn_between(box, part) < _ALONG and covering(box, part)


def _is_part_of_decimal(text: str, whole: str) -> bool:
    """Whether one text ends or begins where the other one has a decimal mark between figures."""
    before, _, behind = whole.partition(text)
    ends = text[-1:].isdigit() and re.match(r"[.,]\d", behind)
    return bool(ends or (text[:1].isdigit() and re.search(r"\d[.,]$", before)))


def _is_nominal_of(text: str, whole: str) -> bool:
    """Whether a text is all that another one has before its stack of deviations."""
    stack = STACK.search(whole)
    return (
        stack is not None and text[-1:].isalnum() and _without_blanks(whole[: stack.start()]) == _without_blanks(text)
    )


def _is_behind_size(text: str, whole: str) -> bool:
    """Whether a text begins with deviations, and another one with their size."""
    before = _without_blanks(whole).removesuffix(_without_blanks(text))
    return text.startswith("{") and _SIZE.fullmatch(before) is not None


def _is_cut_stack_of(text: str, whole: str) -> bool:
    """Whether a text ends in rows that are cut off, and another one has their figures too."""
    cut, all_of_it = STACK.search(text), STACK.search(whole)
    if cut is None or all_of_it is None or cut.end() < len(text) or text[: cut.start()] != whole[: all_of_it.start()]:
        return False
    rows = zip(cut.group()[1:-1].split("|"), all_of_it.group()[1:-1].split("|"), strict=True)
    return cut.group() != all_of_it.group() and all(row.startswith(part) for part, row in rows)


def _without_blanks(text: str) -> str:
    return text.replace(" ", "")


def _is_row_of(whole: Entry, entry: Entry) -> bool:
    """Whether a box with two rows above each other says what this one does, and the other row."""
    (_, box, said), (_, part, reading) = whole, entry
    part = part.part(*reach_of(part, reading))
    stack = STACK.search(said.text)
    far = box.height > CLOSE * part.height
    if stack is None or said.confidence < RUNS_ON or far or not covering(box, part):
        return False
    before, behind = said.text[: stack.start()], said.text[stack.end() :]
    rows = stack.group()[1:-1].split("|")
    text = reading.text.replace(" ", "")
    wholes = [f"{before}{row}{behind}".replace(" ", "") for row in rows]
    return text in wholes or text.lstrip(SIGNED) in [row.lstrip(SIGNED) for row in rows if row.lstrip(SIGNED)]


def _is_in_fraction(whole: Entry, entry: Entry) -> bool:
    """Whether a box with a numerator above a denominator says one of them, or the whole number before both."""
    (_, box, said), (_, part, reading) = whole, entry
    fraction = _FRACTION.fullmatch(said.text)
    if fraction is None or not box.bar or said.confidence < RUNS_ON or not covering(box, part):
        return False
    number, upper, lower = (fraction[k] or "" for k in (1, 2, 3))
    seen = _without_blanks(reading.text).rstrip(_MARKS)
    return len(seen) > 0 and seen in (number, upper, lower, number + upper, number + lower, number.lstrip("⌀R"))


def is_stack(entry: Entry) -> bool:
    """Whether a reading is deviations above each other, and nothing else, read rather surely."""
    return entry[2].confidence >= RUNS_ON and STACK.fullmatch(entry[2].text) is not None


def ends_row_of(stack: Entry, entry: Entry) -> bool:
    """Whether a row is a size and, behind it, a row of deviations that were read as the stack which they are.

    Some programs set the nominal level with the lower one.
    """
    (_, box, said), (_, other, reading) = stack, entry
    text = _without_blanks(reading.text)
    if not is_stack(stack) or box.length >= other.length:
        return False
    rows = [row for row in said.text[1:-1].split("|") if row[:1] in SIGNED and text.endswith(row)]
    sized = any(_SIZE.fullmatch(text.removesuffix(row)) for row in rows)
    tail = other.part(other.length - box.length, other.length)
    return sized and box.height < CLOSE * other.height and covering(box, tail)


_HOLDING: Final = (_is_row_of, _goes_on_in, ends_row_of, _is_in_fraction)
"""Ways in which a reading holds another one, which is no text of its own."""


def _says(found: Entry, guessed: Entry) -> bool:
    """Whether a box that was found, or a longer one, says all that a guessed one says of the same place."""
    (_, box, reading), (_, other, guess) = found, guessed
    alike = turn_between(box, other) < _ALONG and shared(box, other) > ALIKE
    whole = not box.guessed or (box.length > other.length and guess.text != reading.text)
    return alike and whole and guess.text in reading.text


def _runs_on(found: Entry, guessed: Entry) -> bool:
    """Whether a box that was found shows what a guessed one does, and more."""
    (_, box, reading), (_, other, _) = found, guessed
    alike = turn_between(box, other) < _ALONG and not box.guessed and reading.confidence >= RUNS_ON
    return alike and box.length > LONGER_BY * other.length and covering(box, other)


def _is_guessed_beside(entry: Entry, found: Iterable[Entry]) -> bool:
    """Whether a box that was only guessed says less surely what another one says of the same letters."""
    _, box, reading = entry
    return box.guessed and any(
        not other.guessed and surer.confidence > reading.confidence + AS_SURE and covering(box, other)
        for _, other, surer in found
    )


def _is_believed_before(whole: CropReading, part: CropReading) -> bool:
    """Whether a run counts rather than its part: a few letters are read surely, yet they tell nothing more.

    A hole with its centre lines looks like a sign, and is no run of which the figure beside it is a part.
    """
    if part.text.casefold() in whole.text.casefold():  # a lone x may pass for a large one
        return True
    if whole.confidence >= RUNS_ON and _as_seen(part.text) in _as_seen(whole.text):
        return True
    if any(c.isalnum() for c in part.text) and not any(c.isalnum() for c in whole.text):
        return False
    return whole.confidence >= part.confidence - AS_SURE


def _as_seen(text: str) -> str:
    """A text with one spelling for letters and figures that look alike: one ink is 4OW in a line, 40W alone."""
    return text.casefold().translate(_ALIKE_SIGNS)
