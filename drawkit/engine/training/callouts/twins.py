"""`python -m drawkit.engine.training.callouts.twins --out FILE PDF ...`: texts of drawings as pictures, to learn from.

Of drawings with whole text layers: each line of text with what stands around it, and places at which no text stands.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import reduce
from pathlib import Path
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from drawkit.contract import Refused
from drawkit.engine.detection.boxes import TextBox, crop, joined
from drawkit.engine.load import open_drawing
from drawkit.engine.recognition.recogniser import callouts, words
from drawkit.engine.recognition.spelling import tidy
from drawkit.engine.training.callouts.alphabet import ALPHABET, label
from drawkit.engine.training.finder.sheets import ink_of
from drawkit.engine.training.pixels import Grey, Rng
from drawkit.engine.training.readers.kept import CAPITAL, MARGIN, Kept, keep
from drawkit.engine.training.readers.learn import distance

if TYPE_CHECKING:
    from drawkit.engine.sheet import Word

_POINTS: Final = 72.0  # an inch
_PIXELS: Final = 45e6  # of a sheet's picture at most
_DPI: Final = 400.0
_SAME: Final = 2.0  # degrees
_ALIKE: Final = 0.85  # of the higher letter: the other word's of one line
_LEVEL: Final = 0.2  # capital heights: how far apart the middles of a line's words stand
_GAP: Final = 1.1  # capital heights between two words of a line at most
_DARK: Final = 200  # level of grey below which a pixel is ink
_INKED: Final = 0.1  # of a gap: what is more is no blank
_LONGEST: Final = 40  # characters
_NEAR: Final = 0.25  # share of characters that the readers of today may tell otherwise, and not so many
_DRAWN: Final = "±⌀°"
_EMPTY: Final = 0.12  # of the pictures: places without text


def texts(data: bytes, rng: Rng) -> Iterator[Kept]:
    """The lines of text of a drawing's first page. Raises `drawkit.contract.Refused` for a file that is none."""
    with open_drawing(data) as source:
        sheet = source.sheet(1)
        dpi = min(_DPI, math.sqrt(_PIXELS / (sheet.width * sheet.height)) * _POINTS)
        picture = np.asarray(sheet.render(dpi), np.uint8)
    scale = dpi / _POINTS
    known = [w for w in sheet.words if w.text.strip() and w.height * scale > CAPITAL / 3]
    lines = list(_lines(known, picture, scale))
    pictures = [_shown(picture, ink, capital) for ink, capital, _ in lines]
    told = [label(text) for _, _, text in lines]
    for (ink, capital, _), shown, text, right in zip(lines, pictures, told, _are_so(pictures, told), strict=True):
        if right:
            yield Kept(shown, text, ink.height / capital)
    yield from _empty(picture, [(ink, capital) for ink, capital, _ in lines], rng, int(_EMPTY * len(lines)))


def _lines(known: Sequence[Word], picture: Grey, scale: float) -> Iterator[tuple[TextBox, float, str]]:
    """Ink, capital height in pixels and text of what stands in one line with no more than a blank between."""
    inks = [ink_of(w, scale) for w in known]
    following = {k: _next(k, known, inks, picture, scale) for k in range(len(known))}
    followers = {k for k in following.values() if k is not None}
    for first in (k for k in range(len(known)) if k not in followers):
        chain, at = [first], following[first]
        while at is not None and at not in chain and len(chain) < _LONGEST:
            chain.append(at)
            at = following[at]
        yield from _cut([known[k] for k in chain], [inks[k] for k in chain], scale)


def _cut(chain: Sequence[Word], inks: Sequence[TextBox], scale: float) -> Iterator[tuple[TextBox, float, str]]:
    """The words of a line in parts that a crop holds."""
    start = 0
    while start < len(chain):
        end = start + 1
        while end < len(chain) and sum(len(w.text) + 1 for w in chain[start : end + 1]) <= _LONGEST:
            end += 1
        capital = max(w.height for w in chain[start:end]) * scale
        yield _around(inks[start:end]), capital, " ".join(w.text for w in chain[start:end])
        start = end


def _around(inks: Sequence[TextBox]) -> TextBox:
    """One box around all, as high as the highest: one of them has what hangs below the line."""
    highest = max(inks, key=lambda ink: ink.height)
    return reduce(joined, inks, highest)


def _next(k: int, known: Sequence[Word], inks: Sequence[TextBox], picture: Grey, scale: float) -> int | None:
    """The word that follows in the line: nothing but a blank stands between."""
    word, ink = known[k], inks[k]
    best: tuple[float, int] | None = None
    for j, (other, beside) in enumerate(zip(known, inks, strict=True)):
        if j == k or abs((word.angle - other.angle + 180) % 360 - 180) > _SAME:
            continue
        capital = max(word.height, other.height) * scale
        if min(word.height, other.height) < _ALIKE * max(word.height, other.height):
            continue
        along, across = ink.offset(beside)
        gap = along - (ink.length + beside.length) / 2
        if -0.1 * capital < gap < _GAP * capital and abs(across) < _LEVEL * capital and (best is None or gap < best[0]):
            best = gap, j
    if best is None or (best[0] > 3 and _has_ink(picture, ink, best[0])):
        return None
    return best[1]


def _has_ink(picture: Grey, ink: TextBox, gap: float) -> bool:
    """Whether something is drawn in the gap behind a word."""
    behind = crop(picture, ink.part(ink.length + 1, ink.length + gap - 1))
    return bool((behind < _DARK).mean() > _INKED)


def _shown(picture: Grey, ink: TextBox, capital: float) -> Grey:
    """The text lying, a capital CAPITAL pixels high, MARGIN around its ink."""
    edge, factor = 2 * MARGIN * capital, CAPITAL / capital
    box = replace(ink, length=ink.length + edge, height=ink.height + edge)
    how = cv2.INTER_AREA if factor < 1 else cv2.INTER_LINEAR
    size = round(box.length * factor), round(box.height * factor)
    return np.asarray(cv2.resize(crop(picture, box), size, interpolation=how), np.uint8)


def _are_so(pictures: Sequence[Grey], told: Sequence[str]) -> list[bool]:
    """Whether the pictures show what the text layers say: one of the readers of today sees about that in them."""
    margin = round((MARGIN - 0.2) * CAPITAL)
    tight = [p[margin:-margin, margin:-margin] for p in pictures]
    own, other = callouts().read(tight), words().read(tight)
    return [
        _is_written(text) and not _lacks_signs(text, (a.text, b.text)) and any(_is_near(text, r.text) for r in (a, b))
        for text, a, b in zip(told, own, other, strict=True)
    ]


def _is_written(text: str) -> bool:
    return 0 < len(text) <= _LONGEST and all(c in ALPHABET for c in text)


def _lacks_signs(text: str, read: Sequence[str]) -> bool:
    """Whether signs are seen that the text layer does not tell: some programs draw them."""
    return any(sign in told and sign not in text for sign in _DRAWN for told in read)


def _is_near(text: str, read: str) -> bool:
    one, other = text.replace(" ", ""), label(tidy(read)).replace(" ", "")
    return distance(one, other) < _NEAR * len(one)


def _empty(picture: Grey, inks: Sequence[tuple[TextBox, float]], rng: Rng, count: int) -> Iterator[Kept]:
    """Places with ink at which no text stands, as large as a text."""
    if not inks:
        return
    taken = np.zeros(picture.shape, np.uint8)
    for ink, capital in inks:
        wide = replace(ink, length=ink.length + 0.8 * capital, height=ink.height + 0.8 * capital)
        cv2.fillPoly(taken, [np.round(wide.corners).astype(np.int32)], (1,))
    dark = np.argwhere((picture < _DARK) & (taken == 0))
    for _ in range(count if len(dark) else 0):
        row, column = dark[int(rng.integers(len(dark)))]
        ink, capital = inks[int(rng.integers(len(inks)))]
        length = capital * float(rng.choice([0.6, 0.8, 1.2, 2.0, 3.0]))
        place = replace(
            ink, x=float(column), y=float(row), length=length, height=capital, angle=float(rng.choice([0, 90]))
        )
        x0, top, x1, bottom = (int(v) for v in place.bounds)
        if not taken[max(0, top) : bottom + 1, max(0, x0) : x1 + 1].any():
            yield Kept(_shown(picture, place, capital), "", 1.0)


def _of(job: tuple[int, Path]) -> list[Kept]:
    number, path = job
    try:
        return list(texts(path.read_bytes(), np.random.default_rng(number)))
    except Refused:
        return []


def main(arguments: Sequence[str] | None = None) -> None:
    """Keeps the texts of the first pages of drawings."""
    parser = argparse.ArgumentParser(prog="python -m drawkit.engine.training.callouts.twins", description=main.__doc__)
    parser.add_argument("--out", type=Path, required=True, help="file for the texts, .npz")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("drawings", type=Path, nargs="+", metavar="PDF", help="with whole text layers")
    asked = parser.parse_args(arguments)
    with ProcessPoolExecutor(asked.workers) as pool:
        found = [k for kept in pool.map(_of, enumerate(asked.drawings)) for k in kept]
    keep(found, asked.out)


if __name__ == "__main__":
    main()
