"""The words of a picture: where text stands, what it says, and how sure that is."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ..budget import keeping, stage
from ..detection.boxes import LYING, TextBox, crop, shared, turn_between
from ..detection.cells import is_run_through, pieces
from ..detection.detector import detect
from ..detection.filled_marks import without_filled_marks
from ..detection.leaning import leaning
from ..detection.line_ends import without_line_ends
from ..index import Floats, in_any
from ..picture.letters import LegibleView
from ..picture.pixels import Grey, grey, resized
from ..recognition.calibration import calibrated
from ..recognition.nbest import Variants
from ..recognition.reading import UNKNOWN, Reading
from ..recognition.recogniser import callouts, words
from ..recognition.script_of_page import is_cyrillic, mostly_cyrillic, says_word
from ..recognition.which_reader import FEWEST_IDEOGRAPHS, SIGNS, Reader, in_ideographs
from .chains import sizes_apart, with_chains_parted, words_apart
from .contest import Entry, reach_of, winners
from .crop_readings import CropReading, each_alone, read_crops, told_by
from .cut_numbers import completed
from .directions import STANDS, SURELY, best_of, directions_of, first_direction, is_settled
from .parted_numbers import NO_WALLS, with_parts_joined
from .photograph import readings_of_sheet
from .script_heard import hear_script, in_its_script, shows_ideographs
from .small_stacks import with_small_stacks
from .stacked_sizes import sizes_before_stacks, stacked_sizes, words_behind_stacks

DRAWN: Final = "text that is drawn"
WORDS: Final = 0.9
"""Of the time that is left, what finding and reading words may take: lines are looked for behind them."""

FINDING: Final = 0.6
"""Of that, what finding them may take: text that is found and not read is as good as none."""

CROP_DPI: Final = 300.0
"""Crops from a finer picture are not read better, only slower."""

LIKE_A_WORD, FEWEST_LETTERS = 2.0, 3
"""How long, in its heights, and of how many letters a box is that may show a word which the callout reader cannot."""

_LETTER: Final = re.compile(rf"[^\W_]|{UNKNOWN}")
_LONE: Final = re.compile(r"[⌀R]?\d{0,4}[.,]?\d{1,3}°?")

_ROWS: Final = r"\{[+\-−–]?\d{0,4}[.,]?\d{1,4}\|[+\-−–]?\d{0,4}[.,]?\d{1,4}\}"
_DECIMAL: Final = re.compile(
    rf"[⌀R(±+\-−–]{{0,2}}\d{{0,4}}[.,]\d{{1,4}}°?(?:\s?±\s?\d{{0,4}}[.,]?\d{{1,4}}|\s?{_ROWS})?\)?(?:\s?mm)?|{_ROWS}"
)
"""A number with a decimal mark, with its deviations or alone, and such deviations."""

WHOLLY: Final = 0.85
"""The least confidence in a number that a line runs through: it is read as a whole then, and not up to the line."""

BOTH_SURE: Final = 0.5
"""The least confidence of either reader in a number that the finder is not sure of."""

AT_ALL: Final = 0.5
"""The callout reader's least score for a box that nothing but its ink's place proposes."""

WHOLE, MOST = 0.75, 0.5
"""Of the length of such a run of ink, and of the smaller area: what a box covers that shows the same."""

DOUBT: Final = 0.6
FEWEST_DOUBTED, DOUBTED = 3, 0.4
"""The confidence below which standing text is doubted; how many, and what share of it, is read downward too."""

CLEARER: Final = 1.3
"""Times the confidence of all of it that it must have to be believed so."""

_EITHER_WAY: Final = re.compile(r"..?|[0689.,()\[\]|IHNOSXZ]*")
"""What may be read upward as well, or is too short to tell."""

_UPSIDE_DOWN: Final = re.compile(r"0\d+|⌀[A-Z]+")
"""How a whole number with zeros at its end begins that way, and what a count before a diameter looks like: 5X⌀2."""

_NOTHING: Final[Mapping[TextBox, CropReading]] = {}

BESIDE_SURE: Final = 0.1

INTO, MORE = 0.3, 0.1
"""Of the smaller box: what one that was made wider shares with another that it reaches into, and newly."""

BESIDE: Final = 0.8
"""Of the height of such a number's rows: what is looked at on either side of it."""


@dataclass(frozen=True, slots=True)
class PictureWord:
    """One run of text in a picture: a word, a callout or the text of one table cell, spaces included.

    `box` is x0, top, x1, bottom in pixels; `angle` the reading direction in degrees counter-clockwise (90 reads
    upward); `height` the height of the run across its direction in pixels; `confidence` the chance that `text` is
    exactly right; `reader` which of the two readers said so; `alternatives` are other readings with their chances.
    `places` tells where along the run each character stands, from 0 to 1; empty where that is not known.
    """

    text: str
    box: tuple[float, float, float, float]
    angle: float
    height: float
    confidence: float
    reader: Reader
    alternatives: Variants = ()
    places: tuple[float, ...] = ()


def read_words(
    image: NDArray[np.uint8],
    dpi: float,
    *,
    cuts: NDArray[np.float32] | None = None,
    view: LegibleView | None = None,
) -> list[PictureWord]:
    """Return the words of an upright picture with white paper, from top to bottom.

    `image` is grey (h, w) or RGB (h, w, 3); `dpi` its resolution. `cuts` (n, 4), segments x0, y0, x1, y1 in pixels,
    are lines that no word crosses, such as those of tables; without them words part at wide gaps only. `view` is
    `picture.letters.legible` of the image where that is known already. What was read when the time is spent is
    returned. Raises ModelMissingError, and PhotographError for a picture that is no sheet.
    """
    picture = grey(image)
    factor = min(1.0, CROP_DPI / dpi)
    picture = resized(picture, factor)
    lines = None if cuts is None else np.asarray(cuts, np.float32) * factor
    found = _found(picture, lambda: detect(picture, dpi * factor, view if factor == 1 else None), lines)
    read = [_word(*_fitted(box, reading)) for _, box, reading in found]
    placed = [replace(w, box=_scaled(w.box, factor), height=w.height / factor) for w in read]
    return sorted(placed, key=lambda w: (round(w.box[1]), w.box[0]))


def _found(picture: Grey, detected: Callable[[], list[TextBox]], lines: NDArray[np.float32] | None) -> list[Entry]:
    """What the detected boxes of a picture say, as far as there is time for it."""
    found: list[Entry] = []
    with keeping(DRAWN, WORDS):
        with stage(FINDING):
            boxes = detected()
        picture, runs = without_line_ends(picture, boxes)
        runs = without_filled_marks(picture, runs)
        heard = readings_of_sheet(picture, [box for box in runs if not (box.unsure or box.guessed)])
        whole = _run_through(picture, runs, lines)
        found += whole.values()
        runs = [box for box in runs if box not in whole]
        parts = partial(_parts, picture, lines)
        found += _entries(picture, parts(b for b in runs if not (b.unsure or b.guessed)), heard=heard)
        found += _entries(picture, words_apart(found))
        found += _lone_numbers(picture, parts(b for b in runs if b.unsure), winners(found))
        surely = [box for _, box, reading in winners(found) if reading.confidence >= SURELY]
        said = _said(picture, parts(b for b in runs if b.guessed and not any(_shows(box, b) for box in surely)))
        found += _entries(picture, list(said), said)
        found += _entries(picture, [*sizes_apart(found), *sizes_before_stacks(found)])
        found += stacked_sizes(picture, found, partial(_entries, picture))
        told = with_parts_joined(picture, with_chains_parted(picture, winners(found), read_crops), read_crops)
        wide = words_behind_stacks(_widened(picture, completed(picture, told, read_crops)))
        return in_its_script(picture, wide)
    with keeping(DRAWN):
        return winners(found)
    return found


def _run_through(picture: Grey, boxes: Sequence[TextBox], lines: NDArray[np.float32] | None) -> dict[TextBox, Entry]:
    """The boxes that surely show one number though a line runs through it, with what they say."""
    crossed = [box for box in boxes if not box.unsure and is_run_through(picture, box, lines)]
    said = zip(crossed, read_crops([crop(picture, box) for box in crossed]) if crossed else (), strict=True)
    sure = ((box, r) for box, r in said if r.confidence >= WHOLLY and _DECIMAL.fullmatch(r.text))
    return {box: (r.confidence, replace(box, guessed=False), r) for box, r in sure}


def _parts(picture: Grey, lines: NDArray[np.float32] | None, boxes: Iterable[TextBox]) -> list[TextBox]:
    """The boxes, parted where lines of tables or wide gaps run through them."""
    return [part for box in boxes for part in pieces(picture, box, lines)]


def _widened(picture: Grey, found: list[Entry]) -> list[Entry]:
    """The readings, those of guessed boxes with what stands right beside: a letter that touches a line is left out.

    Not where a word was found there: half of it is no letter.
    """
    every = [box for _, box, _ in found]
    guessed = [number for number, box in enumerate(every) if box.guessed and not _reaches(_wider(box), box, every)]
    boxes = [_wider(found[number][1]) for number in guessed]
    out = list(found)
    for number, box, reading in zip(guessed, boxes, read_crops([crop(picture, b) for b in boxes]), strict=True):
        said = found[number][2]
        if (
            said.text in reading.text
            and reading.text != said.text
            and reading.confidence >= said.confidence - BESIDE_SURE
        ):
            out[number] = (reading.confidence, box, reading)
    return out


def _wider(box: TextBox) -> TextBox:
    return replace(box, length=box.length + 2 * BESIDE * box.height / box.rows)


def _reaches(wider: TextBox, box: TextBox, others: Iterable[TextBox]) -> bool:
    """Whether a box that was made wider lies over more of another that it is no part of."""
    pairs = ((shared(wider, other), shared(box, other)) for other in others if other is not box)
    return any(now > INTO and now - before > MORE for now, before in pairs)


def _shows(box: TextBox, run: TextBox) -> bool:
    """Whether a box shows all of a run of ink, and in its direction."""
    whole = box.rows >= run.rows and box.length >= WHOLE * run.length
    return whole and turn_between(box, run) < STANDS / 3 and shared(box, run) > MOST


def read_boxes(
    image: NDArray[np.uint8],
    boxes: Sequence[TextBox],
    is_text: Callable[[str, float], bool] = lambda *_: True,
    walls: Floats = NO_WALLS,
    *,
    beside_words: bool = False,
) -> list[PictureWord]:
    """Return the words of a picture for a caller who knows where some may stand, from top to bottom.

    Boxes are in pixels. They may lie over each other: the surer reading of a place counts, and the whole before its
    part. Lone letters are read only beside some other text and its confidence that are `is_text`. `walls` (n, 4),
    segments x0, y0, x1, y1 in pixels, are sides of cells. `beside_words` tells that the page has words of its own: what
    looks like nothing but single letters is geometry there, and is not read.
    Raises ModelMissingError.
    """
    picture = grey(image)
    leant = [leaning(picture, box) for box in boxes]
    said = _said(picture, leant)
    longest = _longest(leant, said)
    if beside_words and not _may_be_words(said, longest):
        return []
    hear_script(picture, longest)
    lone = {box: own for box, own in said.items() if _is_lone_letter(box, own)}
    found = _entries(picture, [box for box in said if box not in lone], said)
    found += _entries(picture, [*sizes_apart(found), *sizes_before_stacks(found)])
    found += stacked_sizes(picture, found, partial(_entries, picture))
    found = with_small_stacks(picture, found, said, _callouts_in)
    found += _ideographs(picture, [box for box in leant if box not in said], found)
    if any(is_text(reading.text, reading.confidence) for _, _, reading in found):
        found += _entries(picture, list(lone), said)
    stands = with_parts_joined(picture, winners(found), read_crops, walls)
    if is_cyrillic():
        stands = winners([*stands, *_words_in(picture, [box for box in leant if box not in said])])
    return sorted((_word(box, reading) for _, box, reading in stands), key=lambda w: (round(w.box[1]), w.box[0]))


def _may_be_words(said: Said, longest: Sequence[TextBox]) -> bool:
    """Whether the callout reader sees more than single letters, or boxes are as long as words that it cannot read."""
    seen = any(_is_more_than_a_letter(r.text) for own in said.values() for r in own.values())
    return seen or any(box.elongation >= LIKE_A_WORD and box.letters >= FEWEST_LETTERS for box in longest)


def _is_more_than_a_letter(text: str) -> bool:
    """Whether the callout reader sees text rather than a lone letter, or rows of holes and edges."""
    return len(_LETTER.findall(text)) > 1 and len(set(text)) > 1


def _callouts_in(crops: list[Grey]) -> list[CropReading]:
    """What the callout reader alone says of crops."""
    return [told_by(None, reading) for reading in callouts().read(crops)]


def _longest(boxes: Sequence[TextBox], said: Said) -> list[TextBox]:
    """The boxes that may be words, those of most letters first.

    The callout reader may see nothing in a word whose letters it does not know.
    """
    may_be = (b for b in boxes if b.rows == 1 and (b not in said or any(says_word(r.text) for r in said[b].values())))
    return sorted(may_be, key=lambda box: -box.letters)


def _ideographs(picture: Grey, rest: Sequence[TextBox], found: Sequence[Entry]) -> list[Entry]:
    """What stands in the boxes in which the callout reader sees nothing, on a picture with words of ideographs.

    It knows none of them, so that it sees text in half of such words only. Hatching looks like one of them, not two.
    """
    if not shows_ideographs(found):
        return []
    signs = [(in_ideographs(entry[2].text), entry) for entry in _runs_in(picture, rest)]
    return [entry for count, entry in signs if count >= max(FEWEST_IDEOGRAPHS, _share(entry[2].text))]


def _words_in(picture: Grey, rest: Sequence[TextBox]) -> list[Entry]:
    """The Cyrillic words in the boxes in which the callout reader sees nothing: it knows few of their letters."""
    return [e for e in _runs_in(picture, rest) if e[0] >= BOTH_SURE and mostly_cyrillic([e[2].text])]


def _runs_in(picture: Grey, boxes: Sequence[TextBox]) -> list[Entry]:
    """What the word reader says of boxes that are as long as a word."""
    long = [box for box in boxes if box.elongation >= LYING and box.rows == 1]
    said = zip(long, words().read([crop(picture, box) for box in long]) if long else (), strict=True)
    return [(reading.confidence, box, reading) for box, reading in ((b, told_by(w, None)) for b, w in said)]


def _share(text: str) -> float:
    """How many ideographs a text must have to be one of them: most of it."""
    return len(text) / 2


def _is_lone_letter(box: TextBox, said: Mapping[TextBox, Reading]) -> bool:
    """Whether a box is as wide as high, and the callout reader surely sees one letter in it, whichever way it reads.

    What leans across such a box looks like a sign.
    """
    seen = [reading for reading in said.values() if reading.text]
    return box.elongation <= LYING and all(len(r.text) == 1 and r.text not in SIGNS for r in seen)


def _entries(
    picture: Grey, boxes: list[TextBox], said: Said | None = None, heard: Mapping[TextBox, CropReading] = _NOTHING
) -> list[Entry]:
    """What each box says in the direction in which it reads best; the others are read where that is not settled.

    `said` is what the callout reader was asked of some before, `heard` what others were found to say.
    """
    boxes = [leaning(picture, box) for box in boxes]
    first = [first_direction(box) for box in boxes]
    heard = {**heard, **_heard(picture, [one for one in first if one not in heard], said)}
    unsettled = [box for box, one in zip(boxes, first, strict=True) if not is_settled(box, one, heard[one])]
    heard |= _heard(picture, [b for box in unsettled for b in directions_of(box) if b not in heard], said)
    best = {i: entry for i, box in enumerate(boxes) if (entry := best_of(picture, box, heard)) is not None}
    silent = [box for i, box in enumerate(boxes) if i not in best and not (box.guessed or box.unsure)]
    return _falling(picture, list(best.values()), silent)


def _heard(picture: Grey, directions: Sequence[TextBox], said: Said | None) -> dict[TextBox, CropReading]:
    """What each box says in its direction; `said` is what the callout reader was asked of some before."""
    known = {one: reading for readings in (said or {}).values() for one, reading in readings.items()}
    readings = read_crops([crop(picture, b) for b in directions], [known.get(b) for b in directions])
    return dict(zip(directions, readings, strict=True))


def _falling(picture: Grey, found: list[Entry], silent: Sequence[TextBox]) -> list[Entry]:
    """The readings; those of standing text read downward that make sense so alone, or where most of a sheet's do.

    ISO 129-1 has it read upward, but a dimension that leans over a little, and board layouts, let theirs fall. Figures
    such as 68 and 91 make sense either way, so these are read as most of a sheet's are. `silent` says nothing upward.
    """
    standing = [k for k, (_, box, _) in enumerate(found) if _is_standing(box)]
    doubted = [k for k in standing if found[k][2].confidence < DOUBT or _UPSIDE_DOWN.fullmatch(found[k][2].text)]
    most = len(doubted) >= max(FEWEST_DOUBTED, DOUBTED * len(standing))
    asked = standing if most else doubted
    falls = dict(zip(asked, _read_downward(picture, [found[k][1] for k in asked]), strict=True))
    upward = sum(found[k][2].confidence for k in standing)
    downward = sum(reading.confidence for _, _, reading in falls.values())
    all_fall = most and downward >= CLEARER * upward
    fall = falls if all_fall else {k: falls[k] for k in doubted if _falls(falls[k][2])}
    if all_fall or len(fall) > sum(_falls(found[k][2]) for k in standing if k not in fall):
        fall |= _as_the_sheet(picture, {k: e for k, e in enumerate(found) if k not in fall and e[1].angle == STANDS})
    heard = _read_downward(picture, [box for box in silent if _is_standing(box)])
    return [*(fall.get(k, entry) for k, entry in enumerate(found)), *(entry for entry in heard if _falls(entry[2]))]


def _as_the_sheet(picture: Grey, upward: Mapping[int, Entry]) -> dict[int, Entry]:
    """Those of some readings that fall too, on a sheet whose standing text falls: 58 makes sense upward, as 85."""
    unsettled = [k for k, (_, _, r) in upward.items() if r.confidence < DOUBT or _EITHER_WAY.fullmatch(r.text)]
    heard = zip(unsettled, _read_downward(picture, [upward[k][1] for k in unsettled]), strict=True)
    return {k: entry for k, entry in heard if entry[2].confidence >= DOUBT}


def _is_standing(box: TextBox) -> bool:
    return box.angle == STANDS and box.elongation > LYING


def _read_downward(picture: Grey, boxes: Sequence[TextBox]) -> list[Entry]:
    """What boxes say downward; the word reader, which costs most, is asked where the callout reader sees something."""
    turned = [box.turned(STANDS + 180) for box in boxes]
    crops = [crop(picture, box) for box in turned]
    said = callouts().read(crops) if crops else []
    seen = [k for k, reading in enumerate(said) if reading.confidence >= AT_ALL]
    read = dict(zip(seen, read_crops([crops[k] for k in seen], [said[k] for k in seen]) if seen else (), strict=True))
    told = ((box, read.get(k, CropReading("", 0.0, "callouts"))) for k, box in enumerate(turned))
    return [(reading.confidence, box, reading) for box, reading in told]


def _falls(reading: CropReading) -> bool:
    """Whether text makes sense in its direction beyond doubt, and would make none in the other."""
    return reading.confidence >= SURELY and not _EITHER_WAY.fullmatch(reading.text)


Said: TypeAlias = dict[TextBox, dict[TextBox, Reading]]
"""Boxes, each with what the callout reader said of it in each of its directions: no reader sees a pixel twice."""


def _said(picture: Grey, boxes: Sequence[TextBox]) -> Said:
    """The boxes in which the callout reader, which costs little, sees something in one of their directions."""
    directions = [(box, b) for box in boxes for b in directions_of(box)]
    said: Said = {box: {} for box in boxes}
    for (box, b), reading in zip(directions, callouts().read([crop(picture, b) for _, b in directions]), strict=True):
        said[box][b] = reading
    return {box: own for box, own in said.items() if any(r.confidence >= AT_ALL for r in own.values())}


def _lone_numbers(picture: Grey, boxes: list[TextBox], known: Sequence[Entry]) -> list[Entry]:
    """The short numbers that the finder is unsure of, where both readers agree and what is beside adds nothing.

    Numbers that stand alone are overlooked most easily. Strokes and circles pass for 1 and 0 with one reader, and
    half of a number for a whole one. Where something is `known` nothing is looked for.
    """
    here = in_any([(box.x, box.y) for box in boxes], [box.bounds for _, box, _ in known]).tolist()
    free = [box for box, is_known in zip(boxes, here, strict=True) if not is_known]
    agreed = _agreed(picture, [turned for box in free for turned in directions_of(box)])
    found: list[Entry] = []
    for unsure in free:
        if not any(_lies_in(unsure, box) for _, box, _ in found):
            found += [(agreed[b].confidence, b, agreed[b]) for b in directions_of(unsure) if b in agreed]
    return found


def _agreed(picture: Grey, boxes: list[TextBox]) -> dict[TextBox, CropReading]:
    """The boxes with what both readers say of them; the word reader, which costs most, is asked about the fewest."""
    own = zip(boxes, callouts().read([crop(picture, box) for box in boxes]), strict=True)
    short = {box: r for box, r in own if _LONE.fullmatch(r.text) and calibrated(r, "callouts") >= BOTH_SURE}
    wider = zip(short, callouts().read([crop(picture, _wider(box)) for box in short]), strict=True)
    asked = [box for box, reading in wider if reading.text == short[box].text]
    said = zip(asked, words().read([crop(picture, box) for box in asked]), strict=True)
    readings = ((box, [told_by(word, short[box]), *each_alone(word, short[box])]) for box, word in said)
    return {box: best for box, (best, callout, word) in readings if _is_alike(callout, word)}


def _is_alike(callout: CropReading, word: CropReading) -> bool:
    return callout.text == word.text and min(callout.confidence, word.confidence) >= BOTH_SURE


def _lies_in(box: TextBox, other: TextBox) -> bool:
    """Whether the middle of a box lies in the bounds of another."""
    x0, top, x1, bottom = other.bounds
    return x0 <= box.x <= x1 and top <= box.y <= bottom


def _word(box: TextBox, reading: CropReading) -> PictureWord:
    return PictureWord(
        *(reading.text, box.bounds, box.angle, box.height),
        *(reading.confidence, reading.reader, reading.alternatives, reading.places),
    )


def _fitted(box: TextBox, reading: CropReading) -> tuple[TextBox, CropReading]:
    """A box as long as its characters reach, and its reading with their places in it."""
    start, end = reach_of(box, reading)
    places = tuple((p * box.length - start) / (end - start) for p in reading.places)
    return box.part(start, end), replace(reading, places=places)


def _scaled(box: tuple[float, float, float, float], factor: float) -> tuple[float, float, float, float]:
    x0, top, x1, bottom = box
    return x0 / factor, top / factor, x1 / factor, bottom / factor
