"""Numbers of which a part was found and the rest overlooked: read again with what stands before or behind it.

A point without a figure before it is a speck with paper around it; a ⌀ alone shows no direction; the box of a size ends
before its deviations do, or begins with them, or with their fit.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Final, TypeAlias

from ..detection.boxes import TextBox, crop, joined, shared, turn_between
from ..picture.pixels import Grey
from .contest import Entry, winners
from .ink_beside import Beside, Surroundings

if TYPE_CHECKING:
    from .crop_readings import CropReading

Way: TypeAlias = tuple[TextBox, Callable[[str], bool]]
"""A box with what may have been cut, and whether what it says goes on from what was read."""

_MARKED: Final = re.compile(r"[.,]\d")
_SIZE_BEGINS: Final = re.compile(r"[.,]?\d")
_NUMBER_BEGINS: Final = re.compile(r"[⌀R]?[.,]?\d[\d.,]*(?![^\s±{°(+\-xX/])")
_NUMBER: Final = re.compile(r"[⌀R]?\d*[.,]?\d+")
_ONE_NUMBER: Final = re.compile(r"⌀?\d*[.,]?\d+(?![.,]\d)")
_FITTED: Final = re.compile(r"(?P<fit>[A-Za-z]{1,2}\d{1,2})\s?\{")
_DEVIATIONS: Final = re.compile(r"\{(?:[+\-][\d.,]+\|[+\-]?[\d.,]+|0\|-[\d.,]+)\}")
_CUT_ROW: Final = re.compile(r"\{[^{}]*[.,][|}]|\{0\|-0\}|\{\+0\|0\}")  # two zeros are no deviations
_FIGURES, _SIZED = re.compile(r"\d+"), re.compile(r"[⌀R]?\d+(?:[.,]\d+)?")
_ROUND: Final = frozenset("ⓈⓄ○◎⌀ØøΦφ∅ρQO0⊘")  # what a ⌀ alone was read as, and what a reader says of one that stands

_ALONG: Final = 8.0  # degrees: short boxes tell their direction no better
_LEVEL, _ALIKE = 0.3, 0.6  # of the height: off each other's row; the smaller of the larger height
_APART: Final = 0.9  # heights between the parts: a mark takes as much room as a figure in some fonts
_OVER: Final = -0.8  # heights: boxes lie over each other by their margins
_LONE: Final = 1.45  # length over height of a lone figure's box, at most
_BEFORE: Final = 0.9  # heights before a mark in which the figures that it goes with stand, and before a number its mark
_SIZE: Final = 1.6  # heights of two rows of deviations before them in which their size stands
_AROUND: Final = 0.3  # heights on either side of rows of which one was cut
_READ: Final = 0.4  # of the smaller one: what a box shares with another one that reads the same ink
_SURE: Final = 0.5


def completed(picture: Grey, found: Sequence[Entry], read: Callable[[list[Grey]], list[CropReading]]) -> list[Entry]:
    """The readings; those that begin or end with a part of a number with the rest of it, where there is some."""
    cut = [(number, *way) for number, entry in enumerate(found) for way in _ways(picture, entry, found)]
    out = list(found)
    for (number, box, goes_on), reading in zip(cut, read([crop(picture, box) for _, box, _ in cut]), strict=True):
        known = out[number] is not found[number]
        surer = reading.confidence > out[number][0] if known else reading.confidence >= _SURE
        if surer and goes_on(reading.text):
            out[number] = (reading.confidence, box, reading)
    return out if out == found else winners(out)  # what it says may have been read as words of its own


def _ways(picture: Grey, entry: Entry, found: Sequence[Entry]) -> list[Way]:
    """In which boxes the rest of a reading may be seen; none where it is whole."""
    known = [*_from_its_size(entry, found)] or [*_from_its_sign(entry, found)]
    return known or [*_beside_it(picture, entry, found), *_to_its_end(entry)]


def _from_its_size(entry: Entry, found: Sequence[Entry]) -> Iterator[Way]:
    """Decimals, deviations, or a fit with its deviations: with the figures, or the size, that they go with."""
    _, box, reading = entry
    part, fitted = reading.text, _FITTED.match(reading.text)
    if fitted is not None:
        sizes = (other for _, other, said in found if said.text.endswith(fitted["fit"]) and said is not reading)
        over = (s for s in sizes if turn_between(box, s) <= _ALONG and shared(box, s) > 0)
        yield from ((joined(box, size), lambda whole: _is_behind(part, whole, _SIZED)) for size in over)
    elif _MARKED.match(part):
        yield box.part(-_BEFORE * box.height, box.length), lambda whole: _is_behind(part, whole, _FIGURES)
    elif _DEVIATIONS.fullmatch(part):
        yield box.part(-_SIZE * box.height, box.length), lambda whole: _is_behind(part, whole, _SIZED)


def _is_behind(part: str, whole: str, first: re.Pattern[str]) -> bool:
    return whole.endswith(part) and first.fullmatch(whole[: -len(part)].strip()) is not None


def _from_its_sign(entry: Entry, found: Sequence[Entry]) -> Iterator[Way]:
    """A number with what may be a ⌀ right before it, in its direction: alone it shows none, and is Ⓢ if it stands."""
    _, box, reading = entry
    if not _SIZE_BEGINS.match(reading.text):
        return
    signs = (other.turned(box.angle) for _, other, said in found if said.text in _ROUND and other.elongation <= _LONE)
    said = f"⌀{reading.text}".replace(" ", "")
    yield from ((joined(box, s), lambda whole: whole.replace(" ", "") == said) for s in signs if follows(s, box))


def _beside_it(picture: Grey, entry: Entry, found: Sequence[Entry]) -> Iterator[Way]:
    """A number with what stands alone right before it, right behind it, or as brackets around it.

    A point alone is the mark of one that has no figure before it (ASME Y14.5, 4.3.2: less than one inch has no zero); a
    number between brackets is a reference dimension (ISO 129-1, clause 11).
    """
    _, box, reading = entry
    if not _NUMBER_BEGINS.match(reading.text):
        return
    around, whole = Surroundings(picture, box), _NUMBER.fullmatch(reading.text) is not None
    first, last = around.before(), around.behind() if whole else None
    sides = around.brackets() if whole else None
    ways: list[tuple[float, float, Callable[[str], bool]]] = []
    if first is not None:
        ways += [(reach, 0.0, partial(_begins_before, reading.text, first)) for reach in first.reaches]
    if last is not None:
        ways += [(0.0, reach, partial(_ends_behind, reading.text, last)) for reach in last.reaches]
    if sides is not None:
        ways.append((*sides, partial(_is_bracketed, reading.text)))
    for start, end, goes_on in ways:
        if not _is_read(box.part(-start, 0.0), found) and not _is_read(box.part(box.length, box.length + end), found):
            yield box.part(-start, box.length + end), goes_on


def _is_read(rest: TextBox, found: Sequence[Entry]) -> bool:
    """Whether what stands beside a number was read as a text of its own, as the next cell of a table is."""
    return rest.length > 0 and any(shared(rest, other) > _READ for _, other, _ in found)


def _is_bracketed(part: str, whole: str) -> bool:
    return whole.replace(" ", "") == f"({part})"


def _begins_before(part: str, beside: Beside, whole: str) -> bool:
    """Whether the figures and marks that stand before a number were read, and make one number with it."""
    first, number = whole.removesuffix(part), _ONE_NUMBER.match(whole)
    return beside.are(first) and first + part == whole and number is not None and number.end() > len(first)


def _ends_behind(part: str, beside: Beside, whole: str) -> bool:
    """Whether the figures and marks that stand behind a number were read, and make one number with it."""
    last = whole.removeprefix(part)
    return beside.are(last) and part + last == whole and _NUMBER.fullmatch(whole) is not None


def _to_its_end(entry: Entry) -> Iterator[Way]:
    """Rows of deviations of which one was cut, with the paper around them: rows are told apart by it too."""
    _, box, reading = entry
    if not _CUT_ROW.search(reading.text):
        return
    rows = re.escape(reading.text).replace(r"\{", r"\{[+\-]?")  # a sign is lost as easily
    rows = re.sub(r"(?<=[-+]0)(?=\\[|}])", r"[.,]\\d+", rows)
    ends = re.compile(re.sub(r"(?<=[.,])(?=\\[|}])", r"\\d+", rows))
    around = _AROUND * box.height
    for start, end in ((0.0, _BEFORE * box.height), (-around, around)):
        yield box.part(start, box.length + end), lambda whole: ends.fullmatch(whole) is not None


def of_one_direction(one: TextBox, other: TextBox) -> tuple[TextBox, TextBox]:
    """The boxes, that of a lone figure turned as the other: its shape does not tell whether it lies or stands."""
    if one.elongation < other.elongation:
        return (one.turned(other.angle) if one.elongation <= _LONE else one), other
    return one, (other.turned(one.angle) if other.elongation <= _LONE else other)


def follows(one: TextBox, other: TextBox) -> bool:
    """Whether one box goes on right behind another, in its direction and about as high."""
    size = max(one.height, other.height)
    along, across = one.offset(other)
    alike = min(one.height, other.height) >= _ALIKE * size and turn_between(one, other) <= _ALONG
    return alike and along > 0 and abs(across) <= _LEVEL * size and _OVER * size <= gap(one, other) <= _APART * size


def gap(one: TextBox, other: TextBox) -> float:
    """The paper between two boxes along the first one's direction, in pixels; less than 0 where they overlap."""
    return one.offset(other)[0] - (one.length + other.length) / 2
