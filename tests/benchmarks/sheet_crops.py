"""Crops that the engine cuts from scanned twins of generated sheets, each with the text that was written there."""

from __future__ import annotations

import io
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module

import numpy as np
import pypdfium2
from numpy.typing import NDArray
from PIL import Image, ImageFilter

from drawkit.engine.detection.boxes import TextBox, crop
from drawkit.engine.detection.cells import pieces
from drawkit.engine.detection.detector import detect
from drawkit.engine.picture.lines import find_lines
from drawkit.engine.picture.prepare import Prepared, prepare
from drawkit.samples.carriers import to_pdf
from drawkit.samples.pen import Pen, Rect, Run

sheet_maker = import_module("drawkit.samples.make")  # the package's attributes of these names are functions
sheet_variety = import_module("drawkit.samples.variety")

Grey = NDArray[np.uint8]
WEAR = {"clean": (300, 0.0, 0, 0), "office": (200, 0.5, 6, 70), "worn": (150, 0.8, 12, 45)}
"""Of each quality: dpi, blur in pixels, noise in grey levels, JPEG quality."""
WHOLLY, HARDLY = 0.72, 0.12
"""Share of a text's box within a crop from which on it is in it, and up to which it is not."""


@dataclass(frozen=True)
class Written:
    """A text on a sheet: its box in pixels, its direction in degrees."""

    text: str
    low: NDArray[np.float64]
    high: NDArray[np.float64]
    angle: float


@dataclass(frozen=True)
class SheetCrop:
    """What the engine cut, and what is written in it: rows above each other as {upper|lower}."""

    picture: Grey
    text: str


def crops(index: int, seed: int, quality: str) -> Iterator[SheetCrop]:
    """Yield the crops of one sheet whose truth is beyond doubt: no text of another direction, none cut through."""
    prepared, written = _scan(index, seed, quality)
    cuts = find_lines(prepared.ink, prepared.dpi)
    for found in detect(prepared.picture, prepared.dpi):
        for box in pieces(prepared.picture, found, cuts):
            lying = box if box.elongation > 1.4 or abs(box.angle) <= 45 else box.turned(box.angle - 90)
            text = _text_in(lying, written)
            if text is not None:
                yield SheetCrop(crop(prepared.picture, lying), text)


def _scan(index: int, seed: int, quality: str) -> tuple[Prepared, list[Written]]:
    rng = random.Random(f"sheets-{seed}-{index}")
    settings, _ = sheet_variety._settings(rng, seed * 100_000 + index)
    studio = sheet_maker.draw(settings)
    dpi = WEAR[quality][0]
    pdf = to_pdf(studio.pen.marks, studio.sheet.size, studio.pen.face, "text", title="sheet", turned=0)
    with pypdfium2.PdfDocument(pdf) as document:
        page = document[0].render(scale=dpi / 72).to_pil().convert("L")
    prepared = prepare(_worn(page, quality, index), dpi, find_turn=False, alone=True)
    tall = page.height
    placed = [
        (text, np.array([[x0, y1], [x1, y0]]) * dpi / 25.4, angle)
        for text, (x0, y0, x1, y1), angle in _texts(studio.pen)
        if text.strip()
    ]
    out = []
    for text, corners, angle in placed:
        corners[:, 1] = tall - corners[:, 1]
        moved = corners @ prepared.matrix[:, :2].T + prepared.matrix[:, 2]
        out.append(Written(text, moved.min(0), moved.max(0), angle))
    return prepared, out


def _texts(pen: Pen) -> list[tuple[str, Rect, float]]:
    """Each text with its box and direction; a text is one or more runs, each in one typeface."""
    runs = [mark for mark in pen.marks if isinstance(mark, Run)]
    out, at = [], 0
    for text, box in pen.texts:
        out.append((text, box, runs[at].angle if at < len(runs) else 0.0))
        written = ""
        while at < len(runs) and len(written) < len(text):
            written += runs[at].text
            at += 1
    return out


def _worn(page: Image.Image, quality: str, seed: int) -> Grey:
    _, blur, noise, jpeg = WEAR[quality]
    if not jpeg:
        return np.asarray(page, np.uint8)
    rng = np.random.default_rng(seed)
    grey = np.array(page.filter(ImageFilter.GaussianBlur(blur)), np.float32)
    if quality == "worn":
        grey[rng.random(grey.shape) < 0.0008] = 40
    noisy = np.clip(grey + rng.normal(0, noise, grey.shape), 0, 255).astype(np.uint8)
    coded = io.BytesIO()
    Image.fromarray(noisy).save(coded, "JPEG", quality=jpeg)
    return np.asarray(Image.open(coded), np.uint8)


def _text_in(box: TextBox, written: Sequence[Written]) -> str | None:
    """What stands in a box; None where that is in doubt."""
    x0, top, x1, bottom = box.bounds
    inside = []
    for one in written:
        wide = min(x1, one.high[0]) - max(x0, one.low[0])
        high = min(bottom, one.high[1]) - max(top, one.low[1])
        share = max(0.0, wide) * max(0.0, high) / max(float(np.prod(one.high - one.low)), 1.0)
        if share > WHOLLY:
            inside.append(one)
        elif share > HARDLY:
            return None
    if any(abs((one.angle - box.angle + 180) % 360 - 180) > 8 for one in inside):
        return None
    return _joined(box, inside)


def _joined(box: TextBox, inside: Sequence[Written]) -> str:
    turn = np.radians(box.angle)
    along, down = np.array([np.cos(turn), -np.sin(turn)]), np.array([np.sin(turn), np.cos(turn)])
    spans = []
    for one in inside:
        middle, half = (one.low + one.high) / 2, float((one.high - one.low) @ np.abs(along)) / 2
        spans.append((float(middle @ along) - half, float(middle @ along) + half, float(middle @ down), one.text))
    spans.sort()
    text = ""
    while spans:
        start, end, depth, first = spans.pop(0)
        if spans and min(end, spans[0][1]) - spans[0][0] > 0.5 * min(end - start, spans[0][1] - spans[0][0]):
            *_, other, second = spans.pop(0)
            upper, lower = (first, second) if depth < other else (second, first)
            text += f"{{{upper}|{lower}}}"
        else:
            text += f" {first}" if text else first
    return text
