"""Reads crops of text: one loader for any network that ends in connectionist temporal classification (CTC)."""

from __future__ import annotations

import json
import math
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Final, Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from ..budget import in_time
from ..detection.boxes import PAPER
from ..picture.pixels import Grey
from . import models
from .nbest import best_path, runners_up
from .reading import NOTHING, Reading
from .script_of_page import is_cyrillic, is_word, says_word, told
from .stacked import Parts, fraction_text, parts, stacked_text

WORDS: Final = "PP-OCRv6_rec_small.onnx"
CALLOUTS: Final = "callouts"
CYRILLIC: Final = "cyrillic"
ZERO: Final = "0O"
"""A round letter alone is a zero: I, O and Q are no datum letters, and name no views (ASME Y14.5, ISO 128)."""

BATCH_WIDTH: Final = 2400
"""Columns of pixels a batch holds in all: bounds the memory, whatever the crops' widths."""

_INCHES: Final = '"'
_STEP: Final = 16  # pixels to which widths are rounded up
_ROOM: Final = 16  # pixels of paper behind a crop, as our own network learnt it


@dataclass(frozen=True, slots=True)
class Recogniser:
    """A network file with what must be known to use it.

    `height` is the input's height in pixels; `classes` the characters of the outputs from 1 on (0 is the blank);
    `ink_is_one` tells inputs of one channel with ink 1 and paper 0 from three channels with white 1 and black -1;
    `logits` whether the outputs still need a softmax; `widest` and `narrowest` how wide a crop may be in pixels, and
    `room` how much paper stands behind it; `alone` characters of which a crop that shows one shows the first.
    """

    path: str
    height: int
    classes: tuple[str, ...]
    ink_is_one: bool
    logits: bool
    widest: int
    narrowest: int
    room: int = 0
    alone: str = ""

    def read(self, crops: Sequence[Grey]) -> list[Reading]:
        """One reading a crop, in their order, empty where there was no time for it. Raises ModelMissingError."""
        out = [NOTHING] * len(crops)
        for indices, width in in_time(self._batches(crops), "text that is drawn"):
            scores = models.run(models.session(Path(self.path)), self._input([crops[i] for i in indices], width))
            for i, row in zip(indices, scores, strict=True):
                used = self._width(crops[i]) / width
                out[i] = self._decoded(row, used)
        return out

    def _width(self, crop: Grey) -> int:
        natural = math.ceil(self.height * int(crop.shape[1]) / int(crop.shape[0]))
        return max(self.narrowest, min(self.widest, natural))

    def _batches(self, crops: Sequence[Grey]) -> Iterator[tuple[list[int], int]]:
        """Crops of one width together: their indices, and that width in pixels.

        A network's cost is that of the columns it sees, and what it says hangs on how much paper is behind the text:
        neither depends on what other crops there are.
        """
        by_width: dict[int, list[int]] = defaultdict(list)
        for i, one in enumerate(crops):
            by_width[-(-(self._width(one) + self.room) // _STEP) * _STEP].append(i)
        for width, indices in sorted(by_width.items()):
            most = max(1, BATCH_WIDTH // width)
            yield from ((indices[start : start + most], width) for start in range(0, len(indices), most))

    def _input(self, crops: Sequence[Grey], width: int) -> NDArray[np.float32]:
        pixels = np.full((len(crops), 1, self.height, width), PAPER, np.uint8)
        for row, crop in zip(pixels, crops, strict=True):
            wide = self._width(crop)
            row[0, :, :wide] = cv2.resize(crop, (wide, self.height), interpolation=_method(crop, self.height))
        if self.ink_is_one:
            return np.asarray(PAPER - pixels, np.float32) / np.float32(PAPER)
        return np.repeat(pixels.astype(np.float32) / np.float32(127.5) - np.float32(1), 3, axis=1)

    def _decoded(self, scores: NDArray[np.float32], used: float) -> Reading:
        best, chance = best_path(scores, logits=self.logits)
        starts = _starts(best)
        if starts.size <= 1 and self.alone:
            scores = self._as_one(scores)
            best, chance = best_path(scores, logits=self.logits)
            starts = _starts(best)
        if starts.size == 0:
            return NOTHING
        places = np.minimum((starts + 0.5) / len(best) / used, 1.0)
        text = "".join(self.classes[k - 1] for k in best[starts])
        variants = runners_up(scores, self.classes, best, chance, logits=self.logits)
        return Reading(
            text, float(chance[starts].mean()), float(chance[starts].min()), tuple(places.tolist()), variants
        )

    def _as_one(self, scores: NDArray[np.float32]) -> NDArray[np.float32]:
        """The logits with those of the characters that are one where they stand alone taken together."""
        classes = [self.classes.index(character) + 1 for character in self.alone]
        out = scores.copy()
        out[:, classes[0]] = np.logaddexp.reduce(scores[:, classes], axis=1)
        out[:, classes[1:]] = scores.min()
        return out


def _starts(best: NDArray[np.intp]) -> NDArray[np.intp]:
    """The columns at which a character begins."""
    return np.flatnonzero((best != 0) & (np.diff(best, prepend=0) != 0))


@dataclass(frozen=True, slots=True)
class CalloutReader:
    """Reads callouts with one network, and rows that stand above each other one by one: 45{+0.02|-0.01}.

    A network that goes along a crop column by column can say one character a column only.
    """

    network: Recogniser

    def read(self, crops: Sequence[Grey]) -> list[Reading]:
        """One reading a crop, in their order. Raises ModelMissingError."""
        out = self.network.read(crops)
        cut = {i: found for i, crop in enumerate(crops) if (found := parts(crop)) is not None}
        pieces = [piece for found in cut.values() for piece in _pieces(found)]
        said = iter(self.network.read(pieces))
        for i, found in cut.items():
            whole = _joined(found, [next(said) for _ in _pieces(found)])
            out[i] = whole or out[i]
        return out


def _pieces(found: Parts) -> list[Grey]:
    return [piece for piece in (found.upper, found.lower, found.before, found.behind) if piece is not None]


def _joined(found: Parts, said: list[Reading]) -> Reading | None:
    """Return the reading of a crop from those of its pieces; None where the two rows make no stack."""
    upper, lower, *beside = said
    stack = (fraction_text if found.bar else stacked_text)(upper.text, lower.text)
    if stack is None:
        return None
    before = beside.pop(0) if found.before is not None else NOTHING
    behind = beside.pop(0) if found.behind is not None else NOTHING
    stack += _INCHES if found.inches else ""
    start, end = found.span
    middle = [start + (end - start) * (k + 0.5) / len(stack) for k in range(len(stack))]
    whole = [start] if found.bar and before.text[-1:].isdigit() else []
    gap = [end] if behind.text and (behind.text[0].isalpha() or not found.bar) else []
    text = before.text + " " * len(whole) + stack + " " * len(gap) + behind.text
    used = [one for one in (before, upper, lower, behind) if one.text]
    return Reading(
        text,
        float(np.mean([one.confidence for one in used])),
        min(one.weakest for one in used),
        (*(p * start for p in before.places), *whole, *middle, *gap, *(end + p * (1 - end) for p in behind.places)),
    )


class Reader(Protocol):
    """Whatever reads crops of text."""

    def read(self, crops: Sequence[Grey]) -> list[Reading]:
        """One reading a crop, in their order. Raises ModelMissingError."""


@dataclass(frozen=True, slots=True)
class WordReader:
    """Reads words: with one network those of all scripts but Cyrillic, with another these, on pages that have them."""

    network: Recogniser
    cyrillic: Recogniser

    def read(self, crops: Sequence[Grey]) -> list[Reading]:
        """One reading a crop, in their order. Raises ModelMissingError."""
        out = self.network.read(crops)
        if not is_cyrillic():
            return out
        return [told(word, own) for word, own in zip(out, self.cyrillic.read(crops), strict=True)]


@dataclass(frozen=True, slots=True)
class CyrillicWords:
    """Hears Cyrillic words: what is no word says nothing, one of another script is told without any confidence."""

    network: Recogniser
    others: Callable[[], Recogniser]
    """It takes time to load, and most sheets need it later or not at all."""

    def read(self, crops: Sequence[Grey]) -> list[Reading]:
        """One reading a crop, in their order. Raises ModelMissingError."""
        out = [reading if says_word(reading.text) else NOTHING for reading in self.network.read(crops)]
        asked = [i for i, reading in enumerate(out) if is_word(reading)]
        surer = zip(asked, self.others().read([crops[i] for i in asked]) if asked else (), strict=True)
        own = {i for i, other in surer if other.confidence < out[i].confidence}
        return [reading if i in own else replace(reading, confidence=0.0) for i, reading in enumerate(out)]


@cache
def words() -> WordReader:
    """Return the reader of text in some fifty languages, PP-OCR's and our own. Raises ModelMissingError."""
    return WordReader(_many_scripts(), cyrillic())


@cache
def cyrillic_words() -> CyrillicWords:
    """Return the reader that hears Cyrillic words. Raises ModelMissingError."""
    return CyrillicWords(cyrillic(), lambda: words().network)


@cache
def cyrillic() -> Recogniser:
    """Return drawkit's own recogniser of Cyrillic words. Raises ModelMissingError."""
    return _own(CYRILLIC, widest=1280)


@cache
def _many_scripts() -> Recogniser:
    path = models.word_model(WORDS)
    listed = models.session(path).get_modelmeta().custom_metadata_map["character"]
    classes = (*listed.split("\n"), " ")
    return Recogniser(str(path), 48, classes, ink_is_one=False, logits=False, widest=1920, narrowest=48)


@cache
def callouts(name: str = CALLOUTS) -> CalloutReader:
    """Return drawkit's own recogniser of dimensions and feature control frames. Raises ModelMissingError.

    `models/<name>.json` beside the network says its height and its alphabet.
    """
    return CalloutReader(replace(_own(name, widest=640), alone=ZERO))


def _own(name: str, widest: int) -> Recogniser:
    path = models.own_model(f"{name}.onnx")
    card = json.loads(models.own_model(f"{name}.json").read_text(encoding="utf-8"))
    classes = tuple(card["classes"])
    return Recogniser(
        str(path), card["height"], classes, ink_is_one=True, logits=True, widest=widest, narrowest=16, room=_ROOM
    )


def _method(crop: Grey, height: int) -> int:
    return int(cv2.INTER_AREA) if crop.shape[0] > height else int(cv2.INTER_LINEAR)
