"""Synthetic crops as an engine cuts them from a scanned sheet, each with what it says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from drawkit.engine.training.picture_codes import decoded
from drawkit.engine.training.pixels import SHIFT, Grey, Rng, fixed
from drawkit.engine.training.readers.kept import CAPITAL, MARGIN, kept_in
from drawkit.engine.training.readers.scenes import (
    Box,
    Layer,
    around,
    frame_lines,
    geometry,
    grey,
    line_width,
    lone_mark,
)
from drawkit.engine.training.readers.script import Script
from drawkit.engine.training.readers.typeset import Row, Style, Typesetter
from drawkit.engine.training.readers.wear import scanned
from drawkit.engine.training.symbols.junk import LYING
from drawkit.engine.training.symbols.shapes import Shape

HEIGHT: Final = 32
"""Pixels of the net's input across the text."""
STRIDE: Final = 4
"""Pixels of the input for one column of the output."""

_CAPITAL: Final = (6.0, 34.0)  # pixels of the scan
_ENLARGED: Final = (3.0, 16.0)  # the same where a crop shows one mark, and nothing that has a size
_FINE: Final = 3  # a scene is drawn this many times finer than its scan
_WIDE: Final = 0.2  # share of crops that reach far beyond their text, to the ends of the dimension line around it
_OF_TWINS: Final = 0.3  # share of crops that are cut from twins of drawings, where there are some
_IN_CELL: Final = 0.3  # share of the shortest texts that stand in a compartment of their own


@dataclass(frozen=True)
class Crop:
    """`picture` (HEIGHT, width) uint8, ink dark; `text` what the net shall say."""

    picture: Grey
    text: str


class Cutter:
    """Makes crops of a script with the faces of training, or with those held out of it."""

    def __init__(self, script: Script, *, held_out: bool = False, twins: Path | None = None) -> None:
        self.script = script
        self._setter = Typesetter(script, held_out=held_out)
        self._take(kept_in(twins) if twins else [])

    def _take(self, twins: Sequence[tuple[bytes, str, float]]) -> None:
        self._twins = twins
        self._shares = _rarity([text for _, text, _ in twins])

    def crop(self, rng: Rng) -> Crop:
        """One crop that the net can say within its columns."""
        while True:
            if self._twins and rng.random() < _OF_TWINS:
                made = self._twin(rng)
            else:
                made = self._nothing(rng) if rng.random() < self.script.nothing else self._text(rng)
            if made is not None and columns_needed(made.text) <= made.picture.shape[1] // STRIDE:
                return made

    def _text(self, rng: Rng) -> Crop | None:
        text = self.script.write(rng)
        said = self.script.label(text)
        if not said or any(c not in self.script.number for c in said) or not self._setter.has(text):
            return None
        style = self._setter.style(rng)
        row = self._setter.row(text, style, rng)
        box: Box = (0.0, 0.0, row.width, 1.0)
        layers = [Layer(_emboldened(row.ink, style), line_width(rng), grey(rng))]
        if row.bars or (len(said) <= 2 and rng.random() < _IN_CELL):
            layers.append(frame_lines(rng, box, row.bars))
        if not row.bars or rng.random() < 0.25:
            layers += around(rng, box)
        layers += self._neighbours(row, style, rng)
        view = _view(rng, row.ink.bounds(), framed=bool(row.bars))
        return self._shot(layers, view, said, rng)

    def _twin(self, rng: Rng) -> Crop | None:
        """A text of a drawing, or a place without any, as scanned and as an engine cuts it."""
        code, text, height = self._twins[int(np.searchsorted(self._shares, rng.random()))]
        kept = decoded(code)
        wide = kept.shape[1] / CAPITAL - 2 * MARGIN
        low = 1.0 - height  # of what hangs below the line
        left, bottom, right, top = _view(rng, (0.0, low, wide, 1.0), framed=False)
        left, right = max(left, -MARGIN), min(right, wide + MARGIN)
        bottom, top = max(bottom, low - MARGIN), min(top, 1.0 + MARGIN)
        pixels = float(np.exp(rng.uniform(*np.log(_CAPITAL))))
        rows, columns = max(4, round((top - bottom) * pixels)), max(4, round((right - left) * pixels))
        if HEIGHT * columns > self.script.widest * rows:
            return None
        turn = float(np.clip(rng.normal(0, 1.0), -3, 3)) if rng.random() < 0.6 else 0.0
        scale = pixels / CAPITAL
        middle = (left + right) / 2 + MARGIN, MARGIN + 1.0 - (bottom + top) / 2
        matrix = np.asarray(
            cv2.getRotationMatrix2D((middle[0] * CAPITAL, middle[1] * CAPITAL), turn, scale), np.float64
        )
        matrix[:, 2] += np.array([columns / 2, rows / 2]) - np.array(middle) * CAPITAL
        soft = cv2.GaussianBlur(kept, (0, 0), 0.42 / scale) if scale < 1 else kept
        how = cv2.INTER_LINEAR if scale < 1 else cv2.INTER_CUBIC
        fine = cv2.warpAffine(soft, matrix, (columns, rows), flags=how, borderMode=cv2.BORDER_REPLICATE)
        return Crop(self._at_height(scanned(np.asarray(fine, np.uint8), rng)), text)

    def _neighbours(self, row: Row, style: Style, rng: Rng) -> list[Layer]:
        """The rows above and below, which a crop cuts into; a stacked deviation stands closer than a line of text."""
        if rng.random() > 0.16:
            return []
        other = self._setter.row(self._plain(rng), style, rng)
        size = rng.uniform(0.6, 1.0)
        up = rng.random() < 0.5
        y = rng.uniform(1.18, 1.5) if up else -rng.uniform(0.18, 0.5) - size
        x = rng.uniform(-other.width * size * 0.7, row.width)
        moved = other.ink.transformed(np.eye(2) * size, (x, y))
        return [Layer(moved, line_width(rng), grey(rng))]

    def _nothing(self, rng: Rng) -> Crop | None:
        """A crop without any text: lines, an empty cell, a text that lies on its side, or a mark all alone."""
        kind = rng.random()
        if kind < 0.12:
            layers = around(rng, (0.0, 0.0, float(rng.uniform(0.5, 4)), 1.0))[:1]
        elif kind < 0.3:
            style = self._setter.style(rng)
            text = "".join(rng.choice(list(LYING), int(rng.integers(1, 4))).tolist())
            row = self._setter.row(text, style, rng)
            turn = float(rng.choice([-90, 90]))
            ink = row.ink.moved(-row.width / 2, 0).turned(turn, (0.0, 0.5)).scaled(1 / max(row.width, 0.8))
            layers = [Layer(ink.moved(0.5, 0), line_width(rng), grey(rng)), *around(rng, (0.0, 0.0, 1.0, 1.0))[:1]]
        elif kind < 0.45:
            return self._shot(*lone_mark(rng), "", rng, _ENLARGED)
        else:
            layers = geometry(rng)
        shown: Box = (0.0, 0.0, float(rng.choice([1, 1, 1.4, 2.2])), 1.0)
        return self._shot(layers, _view(rng, shown, framed=False), "", rng)

    def _plain(self, rng: Rng) -> str:
        while True:
            text = self.script.write(rng)
            known = all(c in self.script.number for c in self.script.label(text)) and self._setter.has(text)
            if "|" not in text and known:
                return text

    def _shot(
        self, layers: list[Layer], view: Box, text: str, rng: Rng, height: tuple[float, float] = _CAPITAL
    ) -> Crop | None:
        """The scene as scanned with a capital that many pixels high, cut to the view, at the net's height."""
        if HEIGHT * (view[2] - view[0]) > self.script.widest * (view[3] - view[1]):
            return None
        pixels = float(np.exp(rng.uniform(*np.log(height))))
        turn = float(np.clip(rng.normal(0, 1.0), -3, 3)) if rng.random() < 0.6 else 0.0
        fine = _drawn(layers, view, pixels * _FINE, turn)
        size = max(4, round(fine.shape[1] / _FINE)), max(4, round(fine.shape[0] / _FINE))
        scan = scanned(np.asarray(cv2.resize(fine, size, interpolation=cv2.INTER_AREA), np.uint8), rng)
        return Crop(self._at_height(scan), text)

    def _at_height(self, scan: Grey) -> Grey:
        wide = int(np.clip(np.ceil(HEIGHT * scan.shape[1] / scan.shape[0]), 16, self.script.widest))
        method = cv2.INTER_AREA if scan.shape[0] > HEIGHT else cv2.INTER_LINEAR
        return np.asarray(cv2.resize(scan, (wide, HEIGHT), interpolation=method), np.uint8)


def _rarity(texts: Sequence[str]) -> NDArray[np.float64]:
    """Up to which of all shares each text is chosen: one that stands often, as the letters of zones, less often."""
    count = Counter(texts)
    shares = np.array([count[text] ** -0.5 for text in texts])
    return np.asarray(np.cumsum(shares) / max(float(shares.sum()), 1.0), np.float64)


def columns_needed(text: str) -> int:
    """The least number of output columns that can say `text`: one a character, one more between equal ones."""
    return len(text) + sum(a == b for a, b in pairwise(text))


def _emboldened(ink: Shape, style: Style) -> Shape:
    return Shape(ink.lines + ink.outlined().lines, ink.fills) if style.bold else ink


def _view(rng: Rng, ink: Box, *, framed: bool) -> Box:
    """What of the scene the crop shows: mostly a fifth of a capital more than the text, sometimes a row's height."""
    left, bottom, right, top = ink[0], min(ink[1], 0.0), ink[2], max(ink[3], 1.0)
    if rng.random() < 0.5:  # a detector's box follows the capitals, and may cut what reaches beyond them
        bottom, top = max(bottom, -0.22), min(top, 1.22)
    if framed and rng.random() < 0.8:
        below, above = rng.uniform(0.1, 0.75, 2)
    else:
        below, above = np.clip(rng.normal(0.19, 0.12, 2), -0.03, 0.9) + (
            rng.uniform(0, 0.5) if rng.random() < 0.15 else 0
        )
    before, behind = rng.uniform(0.2, 1.8, 2) if rng.random() < _WIDE else np.clip(rng.normal(0.25, 0.2, 2), 0.02, 1.3)
    return left - before, bottom - below, right + behind, top + above


def _drawn(layers: list[Layer], view: Box, scale: float, turn: float) -> Grey:
    left, bottom, right, top = view
    picture: Grey = np.full(
        (max(8, round((top - bottom) * scale)), max(8, round((right - left) * scale))), 255, np.uint8
    )
    middle = (left + right) / 2, (bottom + top) / 2
    for layer in layers:
        ink = layer.ink.turned(turn, middle) if turn else layer.ink
        if ink.fills:
            cv2.fillPoly(picture, [_pixels(p, view, scale) for p in ink.fills], layer.grey, cv2.LINE_AA, SHIFT)
        if ink.lines:
            thick = max(1, round(layer.width * scale))
            lines = [_pixels(p, view, scale) for p in ink.lines]
            cv2.polylines(picture, lines, False, layer.grey, thick, cv2.LINE_AA, SHIFT)
    return picture


def _pixels(points: NDArray[np.float64], view: Box, scale: float) -> NDArray[np.int32]:
    return fixed((points[:, 0] - view[0]) * scale, (view[3] - points[:, 1]) * scale)
