"""Deviations in letters that are too small beside their size: read again by themselves, as large as any text.

A reader sees a run of text in the height of its largest letters. Of two rows that share that height behind a size
(ISO 129-1, clause 9) it may see no more than a sign that it does not know.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from ..detection.boxes import TextBox, crop
from ..picture.pixels import Grey
from ..recognition.reading import UNKNOWN, Reading
from ..recognition.which_reader import DEVIATIONS
from .contest import Entry
from .crop_readings import CropReading

if TYPE_CHECKING:
    from collections.abc import Callable

_SIZE: Final = re.compile(rf"(?P<size>(?:\d{{1,3}}\s?[xX-]\s?)?[⌀R]?\d*[.,]?\d+)\s?(?=[{UNKNOWN}])")
_STACK: Final = re.compile(DEVIATIONS)
_SURE: Final = 0.5


@dataclass(frozen=True, slots=True)
class _Parts:
    """A size, its box, and a box in which its deviations may stand."""

    size: str
    head: TextBox
    tail: TextBox
    whole: TextBox


def with_small_stacks(
    picture: Grey,
    found: Sequence[Entry],
    said: Mapping[TextBox, Mapping[TextBox, Reading]],
    read: Callable[[list[Grey]], list[CropReading]],
) -> list[Entry]:
    """The readings; where the callout reader said a size and an unknown sign, with the deviations that this sign is.

    `said` is what it said of each box in each direction, `read` tells what crops say. A reading of such a box leaves
    the sign out, and says a size that stands there no more than the sign does.
    """
    parts = [(box, one) for own in said.values() for box, reading in own.items() for one in _parts(box, reading)]
    heads = read([crop(picture, one.head) for _, one in parts])
    tails = read([crop(picture, one.tail) for _, one in parts])
    told: dict[TextBox, Entry] = {}
    for (box, one), head, tail in zip(parts, heads, tails, strict=True):
        whole = _whole(one, head, tail)
        if whole is not None and (box not in told or whole[0] > told[box][0]):
            told[box] = whole
    return [entry for entry in found if entry[1] not in told] + list(told.values())


def _parts(box: TextBox, reading: Reading) -> Iterator[_Parts]:
    """Where what is unknown behind a size may be seen: up to the next character, and to the end of the box.

    A character's place is that at which the reader was surest of it, and not always its middle.
    """
    found = _SIZE.match(reading.text)
    if found is None or len(reading.places) != len(reading.text):
        return
    places = [place * box.length for place in reading.places]
    at = reading.text.index(UNKNOWN)
    cut = (places[at - 1] + places[at]) / 2
    then = places[at + 1 : at + 2]
    behind = [*((places[at] + place) / 2 for place in then), *then, box.length]
    size = found["size"].replace(" ", "")
    for end in behind:
        yield _Parts(size, box.part(0, cut), box.part(cut, end), box.part(0, end))


def _whole(parts: _Parts, head: CropReading, tail: CropReading) -> Entry | None:
    chance = min(head.confidence, tail.confidence)
    fits = head.text.replace(" ", "") == parts.size and _STACK.fullmatch(tail.text) is not None
    if not fits or chance < _SURE:
        return None
    return chance, parts.whole, CropReading(f"{head.text}{tail.text}", chance, "callouts")
