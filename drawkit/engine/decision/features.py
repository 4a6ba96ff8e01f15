"""The evidence for and against each candidate, as a row of numbers that the learnt model weighs."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ...contract import Box
from ..callouts import Evidence
from ..layout.ruling import ruling_of
from ..objects.scene import Scene, scene_of
from ..objects.spans import distance_to_span
from ..objects.ties import Ties, ties_of
from ..sheet import Sheet, Word
from .candidates import Candidate

Rows = NDArray[np.float32]

NAMES: Final = (
    *(f"tie_{name}" for name in Ties._fields),
    "steps",
    "span_across",
    "span_beyond",
    "span_angle",
    "score",
    "confidence",
    "is_recognised",
    "is_picture",
    "characters",
    "digits",
    "rank",
    "numbered_through",
    "is_boxed",
    "is_ordinate",
    *(f"says_{name}" for name in Evidence._fields),
    "unread_share",
    "other_lead",
    "height_ratio",
    "beside_words",
    "in_column",
    "in_row",
    "by_frame",
    "outside_lines",
    "tied_share",
    "upright",
)
"""What each number of a row is, in order."""

_FAR = 9.0  # letter heights: as far as what is not there
_DIGITS = 3  # of an item number at most
_BELOW_ONE = re.compile(r"(?<![\d.,])(?P<zero>0?)[.,]\d")
_AGREED = 0.75  # share of the values below one that begin alike: a habit of the sheet
_BESIDE = 4.0  # letter heights between a text and others of its row
_COLUMN = 4.5  # letter heights between numbers of a column
_ALIGNED = 0.4  # letter heights by which starts, middles or ends of a column may differ
_WHOLE = 0.8  # of the sheet: how long the lines of its frame are at least
_ROW = 14.0  # letter heights between numbers of a row


def features_of(sheet: Sheet, candidates: Sequence[Candidate], framed: Iterable[Word] = ()) -> Rows:
    """The evidence (n, len(NAMES)) for n candidates; `framed` are the words of feature control frames."""
    if not candidates:
        return np.zeros((0, len(NAMES)), np.float32)
    scene = scene_of(sheet)
    ties = [_best([ties_of(line.word, scene, boxed=c.boxed) for line in c.lines]) for c in candidates]
    steps = np.array([_steps(t) for t in ties])
    heads = [c.lines[0].word for c in candidates]
    spans = np.array([_span(c, scene) for c in candidates])
    tied = (steps <= 2) | ((spans[:, 0] < 0.5) & (spans[:, 1] < 2.5))
    usual = float(np.median([w.height for w, t in zip(heads, tied, strict=True) if t] or [w.height for w in heads]))
    around, lead = _Around(sheet.words, heads), _usual_lead(candidates)
    frames = [w.box for w in framed]
    around_sheet = _outside_lines(sheet, heads)
    through = numbered_through([bare_number(c) for c in candidates])
    rows = [
        [
            *tie,
            step,
            *span,
            *_of_text(sheet, candidate, through[number]),
            _unread(candidate),
            float(lead is not None and _lead(candidate) not in (None, lead)),
            head.height / max(usual, 1e-6),
            *around.of(number),
            _by_frame(head, frames),
            around_sheet[number],
            float(tied.mean()),
            float(min(head.angle % 90, 90 - head.angle % 90) < 2),
        ]
        for number, (candidate, head, tie, step, span) in enumerate(
            zip(candidates, heads, ties, steps, spans, strict=True)
        )
    ]
    return np.array(rows, np.float32)


def _span(candidate: Candidate, scene: Scene) -> tuple[float, float, float]:
    """How far the nearest line of a candidate is off a pair of terminators (see `distance_to_span`)."""
    found = (distance_to_span(line.word, scene.spans) for line in candidate.lines)
    return min(found, key=lambda d: d[0] + 0.3 * d[1])


def _steps(ties: Ties) -> int:
    return min(ties.under_steps, ties.over_steps, ties.before_steps, ties.after_steps, ties.through_steps)


def _best(ties: Sequence[Ties]) -> Ties:
    """The ties of the line of a callout that is nearest to a terminator; of equals the first."""
    return min(ties, key=_steps)


def bare_number(candidate: Candidate) -> int:
    """The whole number, of three digits at most, that a candidate is nothing but; 0 for all others."""
    text = candidate.lines[0].text
    return int(text) if len(candidate.lines) == 1 and len(text) <= _DIGITS and text.isdecimal() else 0


def numbered_through(numbers: Sequence[int]) -> list[float]:
    """For each bare number the share of the whole numbers from one up to it that the sheet has; 0 where there is none.

    Item numbers go through from one, as a rule (ISO 6433); sizes leave out most.
    """
    shown = np.unique([n for n in numbers if n])
    upto = np.searchsorted(shown, numbers, side="right")
    return [count / number if number else 0.0 for count, number in zip(upto.tolist(), numbers, strict=True)]


def _of_text(sheet: Sheet, candidate: Candidate, through: float) -> list[float]:
    text = " ".join(line.text for line in candidate.lines)
    return [
        candidate.callout.score,
        sum(line.word.confidence for line in candidate.lines) / len(candidate.lines),
        float(any(line.word.read_from != "text layer" for line in candidate.lines)),
        float(sheet.source == "picture"),
        len(text),
        sum(c.isdigit() for c in text),
        candidate.rank,
        through,
        float(candidate.boxed),
        float(candidate.ordinate),
        *candidate.callout.evidence,
    ]


def _unread(candidate: Candidate) -> float:
    """The share of the letters and digits that say nothing about the value."""
    said = sum(c.isalnum() for line in candidate.lines for c in line.text)
    return sum(c.isalnum() for c in candidate.callout.unread) / max(said, 1)


def _lead(candidate: Candidate) -> bool | None:
    """Whether a value below one begins with its decimal mark; None where the value is none of these."""
    found = _BELOW_ONE.search(candidate.callout.dimension.text)
    return None if found is None else not found["zero"]


def _usual_lead(candidates: Sequence[Candidate]) -> bool | None:
    """What most values below one on the sheet do; None where they do not agree."""
    leads = [lead for c in candidates if c.rank == 0 and (lead := _lead(c)) is not None]
    share = sum(leads) / len(leads) if leads else 0.5
    return True if share >= _AGREED else False if share <= 1 - _AGREED else None


def _by_frame(word: Word, frames: Sequence[Box]) -> float:
    """Letter heights from a text to the feature control frame above or below it; 9 where there is none."""
    if not frames:
        return _FAR
    x0, y0, x1, y1 = word.box
    boxes = np.array(frames)
    beside = np.clip(np.maximum(boxes[:, 0] - x1, x0 - boxes[:, 2]), 0, None)
    apart = np.clip(np.maximum(boxes[:, 1] - y1, y0 - boxes[:, 3]), 0, None)
    return float(min((apart + 2 * beside).min() / word.height, _FAR))


def _outside_lines(sheet: Sheet, heads: Sequence[Word]) -> list[float]:
    """For each text how many lines as long as the sheet part it from the sheet's middle: zones stand outside of them.

    How far it is off the edge tells nothing: a picture may be cut to the part and its sizes.
    """
    ruling, own = ruling_of(sheet), sheet.extent
    middles = np.array([w.middle for w in heads])
    out = np.zeros(len(heads))
    for axis, lines in ((1, ruling.level), (0, ruling.upright)):
        long = lines[lines[:, 2] - lines[:, 1] >= _WHOLE * (own[3 - axis] - own[1 - axis])]
        at, other, centre = middles[:, axis, None], middles[:, 1 - axis, None], (own[axis] + own[axis + 2]) / 2
        between = (long[:, 0] - at) * (centre - long[:, 0]) > 0
        out += (between & (long[:, 1] <= other) & (other <= long[:, 2])).any(axis=1)
    return [float(v) for v in out]


class _Around:
    """The words and numbers that stand in a row or column with a text."""

    def __init__(self, words: Sequence[Word], heads: Sequence[Word]) -> None:
        self._heads = heads
        self._letters = [w for w in words if sum(c.isalpha() for c in w.text) >= 3]
        self._halves = np.array([w.length for w in self._letters]) / 2
        self._letter_middles = np.array([w.middle for w in self._letters]).reshape(-1, 2)
        self._starts = np.array([(w.x, w.y) for w in heads]).reshape(-1, 2)
        self._ends = np.array([w.end for w in heads]).reshape(-1, 2)
        self._angles = np.array([w.angle for w in heads])

    def of(self, number: int) -> tuple[float, float, float]:
        """How many words stand beside a text; how many numbers below and above it in a column, beside it in a row."""
        head = self._heads[number]
        base = np.array([head.direction, head.up]).T
        origin = np.array([head.x, head.y])
        letters = (self._letter_middles - origin) @ base / head.height
        length = head.length / head.height
        reach = self._halves / head.height
        beside = (
            (np.abs(letters[:, 1] - 0.5) < 0.5)
            & (letters[:, 0] + reach > -_BESIDE)
            & (letters[:, 0] - reach < length + _BESIDE)
        )
        starts, ends = (self._starts - origin) @ base / head.height, (self._ends - origin) @ base / head.height
        same = np.abs((self._angles - head.angle + 180) % 360 - 180) < 2
        same[number] = False
        aligned = np.minimum.reduce(
            [np.abs(starts[:, 0]), np.abs(ends[:, 0] - length), np.abs(starts[:, 0] + ends[:, 0] - length) / 2]
        )
        column = same & (aligned < _ALIGNED) & (np.abs(starts[:, 1]) < _COLUMN) & (np.abs(starts[:, 1]) > 0.8)
        row = same & (np.abs(starts[:, 1]) < 0.3) & (np.abs(starts[:, 0]) < _ROW)
        return float(beside.sum()), float(column.sum()), float(row.sum())
