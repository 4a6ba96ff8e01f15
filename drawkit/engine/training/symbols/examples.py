"""Synthetic marks with their class: one look or glyph, slanted, drawn and worn, beside a text of known height."""

from __future__ import annotations

import itertools
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from drawkit.engine.recognition.symbols import SIZE, Mark, context, normalise
from drawkit.engine.training.pixels import Rng
from drawkit.engine.training.symbols.classes import CIRCLED, CIRCLED_LETTERS, CLASSES, JUNK, MarkClass
from drawkit.engine.training.symbols.fonts import Face, faces
from drawkit.engine.training.symbols.junk import junk
from drawkit.engine.training.symbols.looks import LOOKS
from drawkit.engine.training.symbols.shapes import Pen, Shape
from drawkit.engine.training.symbols.wear import drawn, slanted, worn

# An own drawing varies far more than a font does: where a class has both, this share is drawn.
_DRAWN_SHARE = 0.72
_BLOCK = 2000
_FAINTEST = 200  # grey of the darkest ink that a reader could still see


@dataclass(frozen=True)
class Examples:
    """`pictures` (n, SIZE, SIZE) uint8 with ink 255, `contexts` (n, 6), `labels` (n,) class numbers."""

    pictures: NDArray[np.uint8]
    contexts: NDArray[np.float32]
    labels: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.labels)


class Studio:
    """Draws marks with the faces of training, or with those held out of it."""

    def __init__(self, *, held_out: bool) -> None:
        self.faces = tuple(face for face in faces() if face.held_out == held_out)
        chances = np.array([one.weight for one in CLASSES])
        self._chances = chances / chances.sum()
        self._having: dict[str, tuple[list[Face], NDArray[np.float64]]] = {}

    def mark(self, rng: Rng) -> tuple[Mark, int]:
        """One worn mark and its class number."""
        label = int(rng.choice(len(CLASSES), p=self._chances))
        while True:
            shape, tall = slanted(self.shape(CLASSES[label], rng), rng)
            width = _line_width(rng)
            picture = worn(drawn(shape, width), rng)
            if picture.min() < _FAINTEST:  # wear may leave nothing to see
                return _beside_text(picture, shape, width if shape.lines else 0.0, tall, rng), label

    def shape(self, one: MarkClass, rng: Rng) -> Shape:
        """One look of a class."""
        if one.name == JUNK:
            return junk(self.glyph, rng)
        if one in CIRCLED and (rng.random() < 0.8 or not self._face(one.text)[0]):
            return self._circled(CIRCLED_LETTERS[one.text], rng)
        drawable = LOOKS.get(one.name)
        glyphs = [character for character in one.glyphs if self._face(character)[0]]
        if drawable and (not glyphs or rng.random() < _DRAWN_SHARE):
            return drawable(rng)
        return self.glyph(str(rng.choice(glyphs)), rng)

    def glyph(self, character: str, rng: Rng) -> Shape:
        """A character in a random face, sometimes hollow or in bold."""
        having, chances = self._face(character)
        face = having[int(rng.choice(len(having), p=chances))]
        shape = face.glyph(character)
        if rng.random() < 0.4:  # condensed or wide type; a drawn symbol keeps its circles round
            shape = shape.transformed([[rng.uniform(0.75, 1.2), 0.0], [0.0, 1.0]])
        if shape.fills and rng.random() < 0.04:
            return Shape(shape.outlined().lines)
        if shape.fills and rng.random() < 0.1:
            return shape.outlined()
        return shape

    def _face(self, character: str) -> tuple[list[Face], NDArray[np.float64]]:
        if character not in self._having:
            having = [face for face in self.faces if character in face.characters]
            weights = np.array([face.weight for face in having])
            self._having[character] = having, weights / weights.sum() if having else weights
        return self._having[character]

    def _circled(self, letter: str, rng: Rng) -> Shape:
        inner = self.glyph(letter, rng)
        left, bottom, right, top = inner.bounds()
        half = float(np.hypot(right - left, top - bottom)) / 2
        r = half * rng.uniform(0.98, 1.7)
        rx = r * (rng.uniform(0.85, 1.0) if rng.random() < 0.2 else 1.0)
        ring = Pen().ring(((left + right) / 2, (bottom + top) / 2), rx, r).shape()
        return (inner + ring).scaled(rng.uniform(0.6, 1.0))


def _line_width(rng: Rng) -> float:
    """In text heights: about a tenth (ISO 3098), or the hairline that many exports draw everything with."""
    if rng.random() < 0.2:
        return float(rng.uniform(0.014, 0.05))
    return float(np.clip(np.exp(rng.normal(np.log(0.085), 0.4)), 0.02, 0.2))


def _beside_text(picture: NDArray[np.uint8], shape: Shape, width: float, tall: float, rng: Rng) -> Mark:
    """The mark with its size against the text's, as well as an engine measures it: roughly, in part, or not at all."""
    left, bottom, right, top = shape.bounds()
    text = (tall if rng.random() < 0.5 else 1.0) * float(np.exp(rng.normal(0, 0.1)))
    if rng.random() < 0.12:
        text *= rng.choice([0.45, 0.72, 1.35])
    if rng.random() < 0.5:  # an engine may measure a path without its line's width
        width = 0.0
    values = [
        (top - bottom + width) / text,
        (right - left + width) / text,
        ((top + bottom) / 2 - 0.5 * tall) / text + rng.normal(0, 0.06 if rng.random() < 0.9 else 0.6),
    ]
    known = rng.random()
    if known < 0.25:
        return Mark(picture)
    return Mark(picture, values[0], values[1], values[2] if known > 0.33 else None)


def make(count: int, seed: int, *, held_out: bool = False, workers: int = 1) -> Examples:
    """`count` examples; the same for the same count and seed on the same fonts, whatever the number of workers."""
    sizes = [min(_BLOCK, count - start) for start in range(0, count, _BLOCK)]
    jobs = [(size, seed, number, held_out) for number, size in enumerate(sizes)]
    if workers == 1:
        return joined(list(map(_block, jobs)))
    with ProcessPoolExecutor(workers) as pool:
        return joined(list(pool.map(_block, jobs)))


_STUDIOS: dict[bool, Studio] = {}


def _block(job: tuple[int, int, int, bool]) -> Examples:
    size, seed, number, held_out = job
    studio = _STUDIOS.setdefault(held_out, Studio(held_out=held_out))
    rng = np.random.default_rng([seed, number, int(held_out)])
    marks = [studio.mark(rng) for _ in itertools.repeat(None, size)]
    return encoded([mark for mark, _ in marks], [label for _, label in marks])


def encoded(marks: list[Mark], labels: list[int]) -> Examples:
    """Marks as the net's inputs."""
    pictures = np.stack([np.round(normalise(mark.image) * 255).astype(np.uint8) for mark in marks])
    return Examples(pictures, np.stack([context(mark) for mark in marks]), np.array(labels, np.int64))


def joined(parts: list[Examples]) -> Examples:
    """All of them as one."""
    return Examples(
        np.concatenate([part.pictures for part in parts]) if parts else np.zeros((0, SIZE, SIZE), np.uint8),
        np.concatenate([part.contexts for part in parts]) if parts else np.zeros((0, 6), np.float32),
        np.concatenate([part.labels for part in parts]) if parts else np.zeros(0, np.int64),
    )
