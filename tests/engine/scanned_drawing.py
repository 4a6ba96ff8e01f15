"""Drawings by hand as pictures: all is drawn, and some of the words were read."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from engine_drawing import Drawing
from PIL import Image, ImageDraw, ImageFont

from drawkit.engine.sheet import Sheet, Word

DPI = 300
SCALE = DPI / 72


def scanned(drawing: Drawing, *overlooked: str, heavy: str = "", pale: str = "", hollow: str = "") -> Sheet:
    """The drawing as a picture: every word is drawn, all but the overlooked ones were read.

    `heavy` is drawn in thick strokes, `pale` white on a dark plate, `hollow` by the outlines of its letters.
    """
    image = Image.new("L", (round(drawing.width * SCALE), round(drawing.height * SCALE)), 255)
    draw = ImageDraw.Draw(image)
    for path in drawing.paths:
        draw.line([(float(x), float(y)) for x, y in path.points * SCALE], fill=0, width=3)
    for word in drawing.words:
        at, bold = (word.x * SCALE, word.y * SCALE), word.text == heavy
        font = ImageFont.load_default(round(word.height * SCALE / 0.72))
        if word.text == pale:
            draw.rectangle([(v + d) * SCALE for v, d in zip(word.box, (-6, -6, 6, 6), strict=True)], fill=40)
        stroke = round(0.06 * word.height * SCALE) if bold else 1 if word.text == hollow else 0
        ink = 255 if word.text in {pale, hollow} else 0
        draw.text(at, word.text, fill=ink, font=font, anchor="ls", stroke_width=stroke, stroke_fill=0)
    picture = np.asarray(image)
    plain = drawing.sheet()
    words = tuple(_as_read(w) for w in drawing.words if w.text not in overlooked)
    return plain.at(words=words, source="picture", drawn=plain.segments, paths=(), render=lambda _: picture)


def _as_read(word: Word) -> Word:
    font = ImageFont.load_default(round(word.height * SCALE / 0.72))
    return replace(word, length=font.getlength(word.text) / SCALE, confidence=0.95, read_from="recognised")
