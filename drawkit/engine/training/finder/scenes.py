"""Texts among the lines of a drawing, drawn as they are needed: any angle, down to the smallest letters."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from drawkit.engine.detection.boxes import PAPER, TextBox
from drawkit.engine.training.callouts.alphabet import CALLOUTS
from drawkit.engine.training.finder.clutter import crowded
from drawkit.engine.training.finder.examples import SIZE, Piece, boxed
from drawkit.engine.training.finder.texts import Group, group
from drawkit.engine.training.pixels import SHIFT, Grey, Rng, fixed
from drawkit.engine.training.readers.scenes import Layer, around, frame_lines, grey, line_width
from drawkit.engine.training.readers.typeset import Row, Typesetter
from drawkit.engine.training.symbols.shapes import Pen, Shape

_LEAST: Final = 4.5  # pixels of the smallest capital
_SPACE: Final = (0.25, 0.9)  # capital heights between two words, and what stands between letters
_FAR: Final = 30  # pictures beyond which a line is cut

Points = NDArray[np.float64]


class Scenes:
    """Draws scenes with the faces of training, or with those held out of it."""

    def __init__(self, *, held_out: bool = False) -> None:
        self._setter = Typesetter(CALLOUTS, held_out=held_out)

    def piece(self, rng: Rng) -> Piece:
        """Two to fifteen groups of text that do not touch, among lines."""
        scene = _Scene(float(rng.choice([1.0, 1.0, 0.75, 0.5])))
        styles = [replace(self._setter.style(rng), space=float(rng.uniform(*_SPACE))) for _ in range(2)]
        large = rng.random() < 0.07
        base = float(rng.uniform(20, 45)) if large else float(np.exp(rng.uniform(np.log(5.0), np.log(20.0))))
        for _ in range(int(rng.integers(2, 16))):
            try:
                made = group(self._setter, styles[int(rng.integers(2))], rng)
            except LookupError:
                continue
            scene.add(made, base * float(rng.choice([1, 1, 1, 0.65, 0.8, 1.4])), rng)
        return Piece(scene.drawn(rng), tuple(scene.boxes))


class _Text:
    """One text that found its place: its ink and lines in pixels of the scene, and where nothing else may stand."""

    def __init__(self, ink: Shape, lines: list[Layer], room: NDArray[np.uint8], capital: float) -> None:
        self.ink, self.lines, self.room, self.capital = ink, lines, room, capital


class _Scene:
    """Lays out groups; `factor` is how many pixels of an example make one of the scene."""

    def __init__(self, factor: float) -> None:
        self._factor = factor
        self._side = round(SIZE / factor)
        self._taken = np.zeros((self._side, self._side), np.uint8)
        self._texts: list[_Text] = []
        self._walls: list[tuple[NDArray[np.int32], int, int]] = []
        self.boxes: list[TextBox] = []

    def add(self, made: Group, capital: float, rng: Rng) -> None:
        """Place a group anywhere; lines that would touch what is there are left out."""
        capital = max(_LEAST, min(capital, made.most))
        turn = _turn(rng, table=bool(made.walls))
        corner = rng.uniform(0, SIZE, 2)
        if not made.alone:
            corner[0] -= rng.uniform(0, 0.6) * SIZE * abs(math.cos(math.radians(turn)))
        before = self._taken.copy()
        axes = _axes(turn)
        placed = [
            self._line(line.row, corner + capital * (_start(line.row, line.x, centred=line.centred) * axes[0]
            + line.y * axes[1]), capital, turn, before, rng, alone=made.alone)
            for line in made.lines if line.row.ink.contours
        ]  # fmt: skip
        if any(placed) and made.walls:
            self._wall(made, corner, capital, axes, rng)

    def _line(
        self, row: Row, middle: Points, capital: float, turn: float, before: NDArray[np.uint8], rng: Rng, *, alone: bool
    ) -> bool:
        """Place one row whose capitals' middle lies there (pixels of an example); False where it has no room."""
        left, low, right, high = _span(row)
        shift = 0.5 - (low + high) / 2
        x, y = middle + capital * shift * _axes(turn)[1]
        ink = TextBox(float(x), float(y), (right - left) * capital, (high - low) * capital, turn)
        room = np.zeros_like(self._taken)
        wide = TextBox(ink.x, ink.y, ink.length + 0.7 * capital, ink.height + 0.5 * capital, turn)
        cv2.fillPoly(room, [np.round(wide.corners / self._factor).astype(np.int32)], (1,))
        if (room & before).any():
            return False
        lines = _lines(row, rng) if alone else []
        centre = (left + right) / 2, (low + high) / 2
        scale = capital / self._factor
        at = ink.x / self._factor, ink.y / self._factor

        def place(shape: Shape) -> Shape:
            return _placed(shape, centre, scale, turn, at)

        moved = [Layer(place(one.ink), one.width, one.grey) for one in lines]
        self._texts.append(_Text(place(row.ink), moved, room, scale))
        self._taken |= room
        self.boxes.append(boxed(ink, capital))
        return True

    def _wall(self, made: Group, corner: Points, capital: float, axes: Points, rng: Rng) -> None:
        thick, shade = int(rng.integers(1, 3)), grey(rng)
        for ends in made.walls:
            points = (corner + capital * (np.array(ends) @ axes)) / self._factor
            drawn = fixed(points[:, 0], points[:, 1])
            self._walls.append((drawn, thick, shade))
            cv2.polylines(self._taken, [drawn], False, (1,), 3, cv2.LINE_8, SHIFT)

    def drawn(self, rng: Rng) -> Grey:
        """The picture: the drawing's lines mostly leave the texts free, as draughtsmen do."""
        picture = crowded(self._side, self._factor, rng)
        if rng.random() < 0.93:
            picture[self._taken > 0] = PAPER
        for text in self._texts:
            ink: Grey = np.full_like(picture, PAPER)
            for line in text.lines:
                draw(ink, line, text.capital)
            ink[(self._taken > 0) & (text.room == 0)] = PAPER
            draw(ink, Layer(text.ink, line_width(rng), grey(rng) if rng.random() < 0.5 else 0), text.capital)
            picture = np.minimum(picture, ink)
        for points, thick, shade in self._walls:
            wall: Grey = np.full_like(picture, PAPER)
            cv2.polylines(wall, [points], False, (shade,), thick, cv2.LINE_AA, SHIFT)
            picture = np.minimum(picture, wall)
        return picture


def draw(picture: Grey, layer: Layer, scale: float) -> None:
    """Ink in pixels onto a picture; `scale` pixels a capital, in which its lines' width is given."""
    limit = _FAR * picture.shape[0]
    if layer.ink.fills:
        cv2.fillPoly(picture, [_fixed(p, limit) for p in layer.ink.fills], (layer.grey,), cv2.LINE_AA, SHIFT)
    if layer.ink.lines:
        lines = [_fixed(p, limit) for p in layer.ink.lines]
        cv2.polylines(picture, lines, False, (layer.grey,), max(1, round(layer.width * scale)), cv2.LINE_AA, SHIFT)


def _fixed(points: Points, limit: float) -> NDArray[np.int32]:
    near = np.clip(points, -limit, limit)
    return fixed(near[:, 0], near[:, 1])


def _lines(row: Row, rng: Rng) -> list[Layer]:
    """What stands around one text: a frame, a dimension line, a balloon."""
    left, _, right, _ = _span(row)
    box = (left, 0.0, right, 1.0)
    short = right - left < 1.8
    out = [frame_lines(rng, box, row.bars)] if row.bars or (short and rng.random() < 0.3) else []
    if not row.bars or rng.random() < 0.25:
        out += around(rng, box)
    if short and rng.random() < 0.2:
        radius = max(0.9, math.hypot(right - left, 1.0) / 2 * rng.uniform(1.15, 1.7))
        out.append(Layer(Pen().ring(((left + right) / 2, 0.5), radius).shape(), line_width(rng), grey(rng)))
    return out


def _span(row: Row) -> tuple[float, float, float, float]:
    """Left, bottom, right, top of a row as its box is taken: capitals, and what clearly exceeds them."""
    left, bottom, right, top = row.ink.bounds()
    return left, -0.25 if bottom < -0.12 else 0.0, right, 1.15 if top > 1.12 else 1.0


def _start(row: Row, x: float, *, centred: bool) -> float:
    left, _, right, _ = row.ink.bounds()
    return x if centred else x + (right - left) / 2


def _axes(turn: float) -> Points:
    """Reading direction and the one below it, in pixels (y downward)."""
    angle = math.radians(turn)
    return np.array([[math.cos(angle), -math.sin(angle)], [math.sin(angle), math.cos(angle)]])


def _placed(shape: Shape, centre: tuple[float, float], scale: float, turn: float, at: tuple[float, float]) -> Shape:
    """A shape in capital heights (y up) with its centre at a place in pixels (y down)."""
    along, down = _axes(turn) * scale
    return shape.moved(-centre[0], -centre[1]).transformed(np.column_stack([along, -down]), at)


def _turn(rng: Rng, *, table: bool) -> float:
    kind = rng.random()
    turn = 0.0 if kind < 0.55 else 90.0 if kind < 0.78 else float(rng.uniform(-90, 90))
    if kind >= 0.95:
        turn = float(rng.choice([180, -90, 30, -30]))
    return (0.0 if table and kind >= 0.78 else turn) + float(rng.normal(0, 0.3))
