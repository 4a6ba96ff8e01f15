"""Crops of published previews: where something was missed, to look at."""

from __future__ import annotations

import base64
import io
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from PIL import Image, ImageDraw

Box = tuple[float, float, float, float]
Fetch = Callable[[], bytes | None]

_AROUND_POINTS: Final = 28.0
_LEAST_POINTS: Final = 120.0
_WIDEST: Final = 420
_INK: Final = (213, 94, 0)


@dataclass(frozen=True)
class Crop:
    """A place on a page: `box` in points on a page of `size` points. The picture is fetched when it is shown."""

    box: Box
    size: tuple[float, float]
    fetch: Fetch = field(repr=False, compare=False)

    def png(self) -> bytes | None:
        """The crop with a frame around the place; None when no preview is published."""
        whole = self.fetch()
        return cut(whole, self.box, self.size) if whole is not None else None

    def _repr_png_(self) -> bytes | None:
        return self.png()

    def __str__(self) -> str:
        return "at " + ", ".join(f"{edge:.0f}" for edge in self.box)


def cut(png: bytes, box: Box, size: tuple[float, float]) -> bytes:
    """Cut the surroundings of a box out of a page's picture."""
    with Image.open(io.BytesIO(png)) as opened:
        page = opened.convert("RGB")
    scale = (page.width / size[0], page.height / size[1])
    centre = ((box[0] + box[2]) / 2, (box[1] + box[3]) / 2)
    half = [max((box[2 + at] - box[at]) / 2 + _AROUND_POINTS, _LEAST_POINTS / (2 + 2 * at)) for at in (0, 1)]
    edges = [(centre[at % 2] + (-1, 1)[at // 2] * half[at % 2]) * scale[at % 2] for at in range(4)]
    frame = (max(0, int(edges[0])), max(0, int(edges[1])),
             min(page.width, int(edges[2]) + 1), min(page.height, int(edges[3]) + 1))  # fmt: skip
    if frame[0] >= frame[2] or frame[1] >= frame[3]:  # the box lies beside the page
        frame = (0, 0, page.width, page.height)
    ImageDraw.Draw(page).rectangle([edge * scale[at % 2] for at, edge in enumerate(_grown(box))], outline=_INK, width=2)
    part = page.crop(frame)
    if part.width > _WIDEST:
        part = part.resize((_WIDEST, max(1, round(part.height * _WIDEST / part.width))), Image.Resampling.LANCZOS)
    into = io.BytesIO()
    part.quantize(32).save(into, "PNG", optimize=True)
    return into.getvalue()


def image(png: bytes, text: str) -> str:
    """An HTML image that needs no file."""
    source = base64.b64encode(png).decode("ascii")
    return f'<img alt="{text}" style="max-width:100%;background:#fff" src="data:image/png;base64,{source}">'


def _grown(box: Box) -> Box:
    return (box[0] - 3, box[1] - 3, box[2] + 3, box[3] + 3)
