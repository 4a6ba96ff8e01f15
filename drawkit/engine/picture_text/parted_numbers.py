"""Numbers that were found in two parts: read again as a whole.

Their decimal mark is a speck of ink with paper on both sides, which the detector passes for the end of a word, or a
line runs through them, or their letters are set as wide apart as others' words are (ISO 3098-1 gives the least distance
only); each part alone is read surely, and wrongly told.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import numpy as np

from ..detection.boxes import TextBox, crop, joined
from ..detection.tight_boxes import around_one_row
from ..index import Floats, crossing
from ..picture.pixels import Grey
from .contest import Entry
from .cut_numbers import follows, gap, of_one_direction

if TYPE_CHECKING:
    from collections.abc import Callable

    from .crop_readings import CropReading

_ENDS, _BEGINS = re.compile(r"[\d.,±]$|^⌀$"), re.compile(r"[\d.,]")
_OPEN: Final = re.compile(r"±$|^⌀$")
"""What a number must follow: a sign that ends none."""

_MARK: Final = re.compile(r"[.,]")
_FIGURES, _WHOLE = re.compile(r"\d+"), re.compile(r"[⌀R]?\d+")
_SIZED = re.compile(r"[⌀R]?\d+(?:[.,]\d+)?")
_DECIMAL: Final = re.compile(r"\d[.,]\d")
_ONE_DECIMAL: Final = re.compile(r"[⌀R]?\d*[.,]\d+")
"""A number that has its mark: of two, neither is a part of the other's, however near (sizes of a chain)."""

_DECIMALS_END: Final = re.compile(r"[.,]\d+$")
_UNSAID: Final = re.compile(r"[.,\s]")

_TOUCHING: Final = 0.02  # heights: nearer than this there is no room between two numbers
_CLOSE: Final = 0.2  # heights: room behind a 1 in letters of one width, and less than between two numbers
_STEP: Final = 0.7  # heights from figure to figure of one number; cells of a list have more between theirs
_WIDE: Final = 0.9  # share of a sheet's steps that are no wider than its wide ones, such as those beside a 1
_WIDER: Final = 1.1  # times such a step: what figures of one number are apart at most
_SPACED: Final = 0.1  # heights by which such steps are wider than those of other sheets, at least
_TOLD: Final = 8  # steps that tell how widely a sheet spaces its figures
_EVENLY: Final = 1.25  # of the widest step within its parts: from figure to figure where they meet; a blank is wider
_TELLING: Final = 2  # steps that tell how wide letters are set
_ROUNDS: Final = 3  # joints of one number that are looked for
_SURE, _SURER, _CERTAIN = 0.5, 0.85, 0.9


NO_WALLS: Final = np.empty((0, 4))


def with_parts_joined(
    picture: Grey, found: Sequence[Entry], read: Callable[[list[Grey]], list[CropReading]], walls: Floats = NO_WALLS
) -> list[Entry]:
    """The readings, with one in place of two that are parts of one number; `read` says what crops say.

    `walls` (n, 4) are segments in pixels, sides of cells: between what stands on both sides of one nothing goes on.
    """
    out, spaced = list(found), _spacing(found)
    asked: set[tuple[TextBox, TextBox]] = set()
    for _ in range(_ROUNDS):
        pairs = [pair for pair in _pairs(out) if pair.boxes not in asked and not _is_walled(walls, pair)]
        if not pairs:
            break
        asked.update(pair.boxes for pair in pairs)
        out = _joined(picture, out, pairs, read, spaced)
    return out


def _joined(
    picture: Grey,
    found: Sequence[Entry],
    pairs: Sequence[_Pair],
    read: Callable[[list[Grey]], list[CropReading]],
    spaced: float,
) -> list[Entry]:
    """The readings, with one in place of each pair of which the whole says both."""
    readings = read([crop(picture, joined(*pair.boxes)) for pair in pairs])
    gone: set[int] = set()
    added: list[Entry] = []
    for pair, reading in zip(pairs, readings, strict=True):
        if not gone.intersection(pair.numbers) and _says_both(reading, pair, spaced):
            gone.update(pair.numbers)
            whole = joined(*pair.boxes)
            told = _without_blank(reading, pair)
            added.append((told.confidence, around_one_row(picture, whole) or whole, told))
    return [entry for number, entry in enumerate(found) if number not in gone] + added


def _is_walled(walls: Floats, pair: _Pair) -> bool:
    return bool(crossing(walls, *map(_middle, pair.boxes)).any())


@dataclass(frozen=True)
class _Pair:
    """Two readings of which one goes on where the other ends: their numbers, boxes of one direction, and texts."""

    numbers: tuple[int, int]
    boxes: tuple[TextBox, TextBox]
    texts: tuple[str, str]


def _spacing(found: Sequence[Entry]) -> float:
    """By how many heights the figures of a sheet stand further apart than in most fonts: some stroke fonts are wide."""
    steps = [step for _, box, reading in found if reading.confidence >= _CERTAIN for step in _steps(box, reading)]
    spaced = _WIDER * float(np.quantile(steps, _WIDE)) - _STEP if len(steps) >= _TOLD else 0.0
    return spaced if spaced >= _SPACED else 0.0


def _steps(box: TextBox, reading: CropReading) -> Iterator[float]:
    """Heights from figure to figure of a reading, where its characters' places are known."""
    text, places = reading.text, reading.places
    for k in range(1, min(len(text), len(places))):
        if text[k - 1 : k + 1].isdigit():
            yield (places[k] - places[k - 1]) * box.length / box.height


def _pairs(found: Sequence[Entry]) -> Iterator[_Pair]:
    for i, j in _neighbours(found):
        (_, one, said), (_, other, more) = found[i], found[j]
        boxes = of_one_direction(one, other)
        if follows(*boxes):
            yield _Pair((i, j), boxes, (said.text, more.text))


def _middle(box: TextBox) -> Floats:
    return np.array([box.x, box.y])


def _neighbours(found: Sequence[Entry]) -> Iterator[tuple[int, int]]:
    """Readings, by number, that end and begin as parts of a number do and whose boxes may touch."""
    first = [i for i, entry in enumerate(found) if _ENDS.search(entry[2].text)]
    then = np.array([i for i, entry in enumerate(found) if _BEGINS.match(entry[2].text)], np.intp)
    places = np.array([(box.x, box.y) for _, box, _ in found]).reshape(-1, 2)
    reach = np.array([box.length + box.height for _, box, _ in found])
    for i in first:
        near = np.abs(places[then] - places[i]).sum(axis=1) <= reach[then] + reach[i]
        yield from ((i, j) for j in then[near].tolist() if i != j)


def _says_both(whole: CropReading, pair: _Pair, spaced: float) -> bool:
    """Whether a whole says what its parts say, with a mark where they meet, or with no room between them.

    Of two decimal numbers both have a mark. A line may run through a whole number, so that both its parts end there.
    """
    first, then = pair.texts
    if _goes_on_between(whole, pair):
        return True
    if all(map(_ONE_DECIMAL.fullmatch, pair.texts)):
        return False
    if whole.confidence < _SURE or _UNSAID.sub("", whole.text) != _UNSAID.sub("", first + then):
        return False
    text = "".join(whole.text.split())
    at = _joint(pair)
    if _OPEN.search(first.strip()) or _is_evenly_set(whole, text, at, pair):
        return True
    if spaced:  # so much that the room beside a narrow figure passes for a blank: its step tells
        whole = _without_blank(whole, pair)
    if whole.text.strip().count(" ") > first.count(" ") + then.count(" ") or "/" in text:
        return False
    return _MARK.match(text, at) is not None or _is_one_number(whole, text, at, pair, spaced)


def _joint(pair: _Pair) -> int:
    """Where the other part begins in the text of the whole, blanks not counted."""
    return len(pair.texts[0].rstrip(".,").replace(" ", ""))


def _without_blank(whole: CropReading, pair: _Pair) -> CropReading:
    """The reading without the blank that was seen where its parts meet, between figures that are set evenly."""
    seen = [k for k, c in enumerate(whole.text) if not c.isspace()]
    at = _joint(pair)
    if not 0 < at < len(seen) or seen[at] == seen[at - 1] + 1:
        return whole
    kept = [k for k in range(len(whole.text)) if not seen[at - 1] < k < seen[at]]
    places = tuple(whole.places[k] for k in kept) if len(whole.places) == len(whole.text) else ()
    return replace(whole, text="".join(whole.text[k] for k in kept), places=places)


def _is_evenly_set(whole: CropReading, text: str, at: int, pair: _Pair) -> bool:
    """Whether figures go on behind a decimal number in the steps in which those of its parts are set."""
    first, then = pair.texts
    ends_decimal = _DECIMALS_END.search(first) is not None and _FIGURES.fullmatch(then) is not None
    if not ends_decimal or whole.confidence < _CERTAIN or len(whole.places) != len(whole.text):
        return False
    places = [place for place, c in zip(whole.places, whole.text, strict=True) if not c.isspace()]
    steps = {k: places[k] - places[k - 1] for k in range(1, len(text)) if text[k - 1 : k + 1].isdigit()}
    joint = steps.pop(at, math.inf)
    return len(steps) >= _TELLING and joint <= _EVENLY * max(steps.values())


def _is_one_number(whole: CropReading, text: str, at: int, pair: _Pair, spaced: float) -> bool:
    """Whether figures on both sides of the place where two parts meet stand as those of one number do.

    They are `spaced` by so many heights more than those of most sheets.
    """
    room = gap(*pair.boxes) / pair.boxes[0].height - spaced
    if room <= _TOUCHING and _DECIMAL.search(text) is not None:
        return True
    decimal = _SIZED.fullmatch(text) is not None and _MARK.search(text) is not None
    close = room <= _CLOSE and decimal and whole.confidence >= _CERTAIN
    touching = (
        room <= (_CLOSE if spaced else _TOUCHING) and _WHOLE.fullmatch(text) is not None and whole.confidence >= _SURER
    )
    return (close or touching) and _step(whole, at, joined(*pair.boxes)) <= _STEP + spaced


def _step(whole: CropReading, at: int, box: TextBox) -> float:
    """Heights of its box from the last character before a place of a reading to the next; far where it is not known."""
    known = len(whole.places) == len(whole.text)
    return (whole.places[at] - whole.places[at - 1]) * box.length / box.height if known else math.inf


def _goes_on_between(whole: CropReading, pair: _Pair) -> bool:
    """Whether a whole is surely one number: the decimals between two parts of it that stand apart were overlooked."""
    first, then = pair.texts
    apart = gap(*pair.boxes) > _TOUCHING * pair.boxes[0].height
    text = whole.text
    parts = _DECIMAL.search(first) is not None and _FIGURES.fullmatch(then) is not None
    longer = text.startswith(first) and text.endswith(then) and len(text) > len(first) + len(then)
    return apart and parts and longer and whole.confidence >= _CERTAIN and _SIZED.fullmatch(text) is not None
