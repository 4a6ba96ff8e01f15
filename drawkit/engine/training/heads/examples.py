"""Ends of lines in pictures, each with the terminator there: what the vectors of a drawing tell, or what was drawn."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from drawkit.engine.load import open_drawing
from drawkit.engine.objects.inked_heads import ALONG, COLUMNS, KINDS, ROWS, Ends, ends_of, shown
from drawkit.engine.objects.strokes import Strokes
from drawkit.engine.objects.terminator import Terminator
from drawkit.engine.objects.terminators import terminators_of
from drawkit.engine.picture.oblique_lines import oblique_lines
from drawkit.engine.picture.pixels import resized
from drawkit.engine.picture.prepare import prepare
from drawkit.engine.training.heads.scenes import Scenes
from drawkit.engine.training.pixels import Grey, Rng
from drawkit.engine.training.readers.wear import scanned

_DPI: Final = (110, 130, 150, 180, 200, 200, 200, 240, 300)
_SHOWN_DPI: Final = 200.0  # at which the engine looks for heads
_POINTS: Final = 72.0  # an inch
_MOST_PIXELS: Final = 25e6
_NOTHING: Final = 900  # ends without a terminator of a page that are kept, at most
_SHOWN: Final = 0.1  # share of the ends that show a terminator, where not all are learnt from
_OFF: Final = 0.3  # letter heights that a terminator's tip may lie beside the line
_AWAY: Final = (-1.0, (COLUMNS - 1) / 2 * ALONG - 0.4)  # letter heights from an end outward to a tip that it shows
_ALIKE: Final = 0.9  # cosine between a head and its line
_SHAKEN: Final = (0.12, 0.012, 1.1)  # places in letter heights, directions in radians, height by this factor
_KIND: Final = {"arrow": "arrow", "open": "arrow", "tick": "tick", "dot": "dot"}


@dataclass(frozen=True)
class Examples:
    """Pictures (n, ROWS, COLUMNS) of ends, ink 255; `kinds` (n), 0 for nothing; `measures` (n, 2) of the terminators.

    Measures are how far the tip lies outside of the end, in letter heights, and the logarithm of its size in them.
    """

    pictures: NDArray[np.uint8]
    kinds: NDArray[np.int64]
    measures: NDArray[np.float32]


def joined(parts: Sequence[Examples]) -> Examples:
    """All of them in one."""
    return Examples(
        np.concatenate([p.pictures for p in parts]),
        np.concatenate([p.kinds for p in parts]),
        np.concatenate([p.measures for p in parts]),
    )


def some(data: Examples, count: int, rng: Rng) -> Examples:
    """So many of them at random, `_SHOWN` of which show a terminator: on a sheet fewer ends do than in made-up ones."""
    shown, nothing = (rng.permutation(np.flatnonzero(which)) for which in (data.kinds > 0, data.kinds == 0))
    few = round(_SHOWN * count)
    chosen = np.sort(np.concatenate([shown[:few], nothing[: count - few]]))
    return Examples(data.pictures[chosen], data.kinds[chosen], data.measures[chosen])


def made(drawings: Sequence[Path], times: int, seed: int, workers: int) -> list[Examples]:
    """The examples of the first page of each PDF, each in `times` pictures, in the order of the drawings."""
    jobs = [(path, seed, number) for number, path in enumerate(drawings)]
    with ProcessPoolExecutor(workers) as pool:
        return list(pool.map(_of_drawing, jobs, [times] * len(jobs)))


def made_up(count: int, seed: int, workers: int) -> list[Examples]:
    """The examples of so many drawn sheets (`scenes.py`)."""
    with ProcessPoolExecutor(workers) as pool:
        return list(pool.map(_of_scene, [(seed, number) for number in range(count)], chunksize=8))


def _of_scene(job: tuple[int, int]) -> Examples:
    rng = np.random.default_rng([*job, 1])
    dpi = float(rng.choice(_DPI))
    sheet = _scenes().drawn(dpi, rng)
    return _of_picture(scanned(sheet.picture, rng), dpi, sheet.heads, sheet.height, rng)


@cache
def _scenes() -> Scenes:
    return Scenes()


def _of_drawing(job: tuple[Path, int, int], times: int) -> Examples:
    path, seed, number = job
    rng = np.random.default_rng([seed, number])
    with open_drawing(path.read_bytes()) as source:
        sheet = source.sheet(1)
        ended = terminators_of(sheet.paths, Strokes(sheet.segments), sheet.text_height)
        heads = [head for head in ended if head.kind in _KIND]
        parts = [empty()]
        for _ in range(times if heads and sheet.drawn is None else 0):  # on pasted pictures vectors tell nothing
            dpi = min(float(rng.choice(_DPI)), (_MOST_PIXELS / sheet.width / sheet.height) ** 0.5 * _POINTS)
            parts.append(_of_picture(scanned(np.asarray(sheet.render(dpi)), rng), dpi, heads, sheet.text_height, rng))
    return joined(parts)


def empty() -> Examples:
    """None at all."""
    return Examples(np.zeros((0, ROWS, COLUMNS), np.uint8), np.zeros(0, np.int64), np.zeros((0, 2), np.float32))


def _of_picture(picture: Grey, dpi: float, heads: Sequence[Terminator], height: float, rng: Rng) -> Examples:
    prepared = prepare(picture, dpi, find_turn=False, alone=True)
    lines = np.concatenate([prepared.lines, oblique_lines(prepared.ink, dpi, prepared.lines)])
    scale = dpi / _POINTS
    seen = resized(prepared.picture, _SHOWN_DPI / dpi)
    place, turn, larger = _SHAKEN
    height *= larger ** rng.uniform(-1, 1)
    ends = ends_of(seen, _SHOWN_DPI / _POINTS, lines.astype(np.float64) / scale, height)
    kinds, measures = labelled(ends, heads, height)
    nothing = rng.permutation(np.flatnonzero(kinds == 0))[: max(_NOTHING, int((kinds > 0).sum()))]
    chosen = np.concatenate([np.flatnonzero(kinds > 0), nothing])
    along = rng.uniform(-2 * place, 2 * place, len(chosen))
    aside = rng.uniform(-place, place, (len(chosen), 2)) * 0.25
    ways = ends.ways[chosen]
    places = ends.places[chosen] + (ways * along[:, None] + aside) * height
    angle = np.arctan2(ways[:, 1], ways[:, 0]) + rng.uniform(-turn, turn, len(chosen))
    moved = Ends(places, np.column_stack([np.cos(angle), np.sin(angle)]))
    pictures = np.round(shown(seen, _SHOWN_DPI / _POINTS, moved, height)[:, 0] * 255).astype(np.uint8)
    return Examples(pictures, kinds[chosen], measures[chosen] - np.column_stack([along, 0 * along]).astype(np.float32))


def labelled(ends: Ends, heads: Sequence[Terminator], height: float) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
    """The kind (n) of terminator that each end shows, the nearest of its line, and its measures (n, 2)."""
    kinds, measures = np.zeros(len(ends.places), np.int64), np.zeros((len(ends.places), 2), np.float32)
    nearest = np.full(len(kinds), np.inf)
    for head in heads:
        to_tip = (np.array([head.x, head.y]) - ends.places) / height
        along = (to_tip * ends.ways).sum(axis=1)
        off = np.abs(to_tip[:, 0] * ends.ways[:, 1] - to_tip[:, 1] * ends.ways[:, 0])
        fits = (off < _OFF) & (_AWAY[0] < along) & (along < _AWAY[1]) & (np.abs(along) < nearest)
        if head.kind != "dot":
            fits &= ends.ways @ np.array(head.direction) > _ALIKE
        nearest[fits] = np.abs(along[fits])
        kinds[fits] = 1 + KINDS.index(_KIND[head.kind])
        measures[fits] = np.column_stack([along[fits], np.full(fits.sum(), np.log(max(head.size / height, 0.05)))])
    return kinds, measures
