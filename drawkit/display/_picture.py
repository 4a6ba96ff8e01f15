"""Pictures that show themselves, drawn small enough to live in a notebook."""

from __future__ import annotations

import io
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

from matplotlib.axes import Axes
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure
from PIL import Image

from drawkit import figures
from drawkit.contract import Result

from ._html import plain
from ._marks import marked, marked_private

EMBEDDED_BYTES: Final = 240_000
"""What a picture inside a result's HTML may take; base64 adds a third."""
_DPI: Final = 144
_COLOURS: Final = (96, 24)
_SMALLER: Final = 0.92
_LEAST_WIDTH: Final = 320
_NEAR_WHITE: Final = 244
_SHEET_WIDTH: Final = 1440


class Picture:
    """A PNG that shows itself in a notebook; `save` writes it, `png` holds its bytes."""

    def __init__(self, png: bytes, text: str, *, density: float = 1.0) -> None:
        self.png = png
        self.text = plain(text)
        with Image.open(io.BytesIO(png)) as image:
            self.size = image.size
        self._density = density

    def save(self, path: str | os.PathLike[str]) -> Path:
        """Write the PNG and tell its path."""
        target = Path(path)
        target.write_bytes(self.png)
        return target

    def __repr__(self) -> str:
        return f"<Picture: {self.text}>"

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> Any:  # noqa: ARG002 - IPython's protocol
        width, height = (round(side / self._density) for side in self.size)
        return (
            {"text/plain": repr(self), "image/png": self.png},
            {"image/png": {"width": width, "height": height, "alt": self.text}},
        )


def picture_of(axes: Axes, text: str, *, private: bool = False) -> Picture:
    """Draw axes into a picture that shows at 96 dpi and is sharp on fine screens; `private` ones are marked as such."""
    png = figures.to_png(axes, dpi=_DPI)
    if len(png) > EMBEDDED_BYTES:
        with Image.open(io.BytesIO(png)) as image:  # the octree is the one method that keeps transparency
            png = _encoded(image.quantize(256, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE))
    return Picture(marked_private(png) if private else marked(png), text, density=_DPI / 96)


def sheet_png(result: Result, preview: bytes | None, page: int, kinds: Iterable[str] | None = None) -> bytes:
    """Draw a page with its boxes from edge to edge, and make the file small.

    Without a preview the text that was read stands on the sheet, but for what may name people and companies.
    """
    if preview is None:
        result = _without_people(result)
    size = next((p for p in result.pages if p.page == page), None)
    ratio = size.height / size.width if size and size.width > 0 and size.height > 0 else 0.707
    figure = Figure(figsize=(_SHEET_WIDTH / _DPI, _SHEET_WIDTH * ratio / _DPI))
    axes = figure.add_axes((0.0, 0.0, 1.0, 1.0))
    figures.show(result, preview, page, axes, kinds=kinds, legend=False)
    return compact(figures.to_png(figure, dpi=_DPI))


def _without_people(result: Result) -> Result:
    hidden: dict[str, Any] = {
        "title_blocks": tuple(block.model_copy(update={"text": "", "fields": ()}) for block in result.title_blocks),
        "revisions": tuple(row.model_copy(update={"text": ""}) for row in result.revisions),
    }
    return result.model_copy(update=hidden)


def compact(png: bytes, most_bytes: int = EMBEDDED_BYTES) -> bytes:
    """Make an opaque PNG smaller: fewer colours first, then fewer pixels, until it fits."""
    with Image.open(io.BytesIO(png)) as opened:
        image = opened.convert("RGB")
    for colours in _COLOURS:
        small = _encoded(_reduced(image, colours))
        if len(small) <= most_bytes:
            return small
    while len(small) > most_bytes and image.width > _LEAST_WIDTH:
        share = max(min((most_bytes / len(small)) ** 0.5, 1.0) * _SMALLER, _LEAST_WIDTH / image.width)
        size = (round(image.width * share), max(round(image.height * share), 1))
        image = image.resize(size, Image.Resampling.BOX)
        small = _encoded(_reduced(image, _COLOURS[-1]))
    return small


def _reduced(image: Image.Image, colours: int) -> Image.Image:
    """Reduce the colours, but keep those that tell the kinds apart however few pixels they have."""
    common = image.quantize(colours, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE).getpalette() or []
    triples = [common[at : at + 3] for at in range(0, min(len(common), 3 * colours), 3)]
    # Near-whites would take the place of white, which Pillow's lookup does not tell apart from them.
    kept = [part for triple in triples if min(triple) < _NEAR_WHITE for part in triple]
    palette = Image.new("P", (1, 1))
    palette.putpalette(_kind_colours() + kept)
    return image.quantize(palette=palette, dither=Image.Dither.NONE)


def _kind_colours() -> list[int]:
    """List white and the colours of the kinds, as lines and as fills on white paper, as a palette."""
    flat = [1.0, 1.0, 1.0]
    for style in figures.STYLES.values():
        line = to_rgb(style.colour)
        flat += [*line, *(1 - style.fill * (1 - part) for part in line)]
    return [round(255 * part) for part in flat]


def _encoded(image: Image.Image) -> bytes:
    buffer = io.BytesIO()
    image.save(buffer, "PNG")
    return buffer.getvalue()
