"""From a picture's file to grey pixels: large ones are made smaller while they are decoded, part by part."""

from __future__ import annotations

import io
import math
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import Final, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image

from ...contract import webp
from .drafts import draft
from .ground import Colour, dark_ground, on_white
from .pixels import Grey
from .png_rows import PngRows, Sample

_BAND = 256  # rows of the smaller picture that are made at a time
_SAMPLE = 256  # pixels along a side of what tells the ground
_OPAQUE = 127  # of 255: what is more transparent is not drawn
_INKED = 0.3  # share of a picture that its ink covers at most: what covers more is its paper
_LIGHT = 190  # the grey level of ink that white paper would swallow
_ORIENTATION = 0x0112  # EXIF: how the picture lies
_UPRIGHT: Final = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_270,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}
_PLAIN: Final = ("white", None)
Shown: TypeAlias = tuple[str, Colour | None]
"""What a picture is to be seen on: the paper behind what is transparent, and a dark ground."""

_READERS: Final = ("JPEG", "PNG", "WEBP", "GIF", "BMP", "TIFF")


def decode(data: bytes, most_pixels: int, limit: int, number: int = 1) -> tuple[Grey, float, dict[str, object]]:
    """Picture `number` of a file, of which only TIFF has several: its grey pixels (h, w), upright, dark ink on white.

    Tells also by how much they were made smaller (1: not), and what the file says. Of a picture with more than
    `most_pixels` they are at most so many. Raises OSError, ValueError or SyntaxError for a damaged picture, or one of
    more than `limit` pixels, and `HeldWholeError` for a progressive JPEG that there is no room for.
    """
    if data[8:12] == b"WEBP" and limit >= math.prod(size := webp.size(data)) > most_pixels:
        factor = _factor(size, most_pixels)
        return _smaller(_webp(data), size, factor, _orientation_of_webp(data)), factor, {}
    with _limit(limit), Image.open(io.BytesIO(data), formats=_READERS) as opened:
        opened.seek(number - 1)
        size = opened.size
        about: dict[str, object] = {str(name): value for name, value in opened.info.items()}
        factor = draft(opened, _factor(size, most_pixels))
        by = max(1, int(opened.width / max(1, size[0] * factor)))
        if opened.format == "PNG" and factor < 1 and (rows := PngRows(data, opened)).comes_by_rows:
            grey, orientation = _grey_of_rows(rows, by), rows.exif().get(_ORIENTATION)
        else:
            orientation = None if opened.format == "TIFF" else opened.getexif().get(_ORIENTATION)  # Pillow turns a TIFF
            opened.load()
            grey = _grey(opened, by)
    return _smaller(grey, size, factor, orientation), factor, about


def _factor(size: tuple[int, int], most_pixels: int) -> float:
    return min(1.0, math.sqrt(most_pixels / max(1, math.prod(size))))


def _smaller(grey: Image.Image, size: tuple[int, int], factor: float, orientation: object) -> Grey:
    """The picture upright and made smaller by a factor; `size` is what the file tells."""
    if factor < 1:
        width, height = size
        grey = grey.resize((max(1, int(width * factor)), max(1, int(height * factor))))
    turn = _UPRIGHT.get(orientation) if isinstance(orientation, int) else None
    pixels: Grey = np.asarray(grey if turn is None else grey.transpose(turn))
    return pixels


@contextmanager
def _limit(pixels: int) -> Iterator[None]:
    """Pillow's own limit is the whole process's, and lower than ours."""
    before, Image.MAX_IMAGE_PIXELS = Image.MAX_IMAGE_PIXELS, pixels
    try:
        yield
    finally:
        Image.MAX_IMAGE_PIXELS = before


def _grey(picture: Image.Image, by: int) -> Image.Image:
    """The picture as ink on white, a `by`-th as wide and high; never more than a band of it in other colours."""
    sample = picture.resize((min(picture.width, _SAMPLE), min(picture.height, _SAMPLE)), Image.Resampling.NEAREST)
    shown = _shown(sample)
    if by == 1 and picture.mode == "L" and shown == _PLAIN and "transparency" not in picture.info:
        return picture.copy()
    tops = range(0, picture.height, _BAND * by)
    bands = (picture.crop((0, top, picture.width, min(picture.height, top + _BAND * by))) for top in tops)
    return _joined(bands, picture.size, by, shown)


def _grey_of_rows(rows: PngRows, by: int) -> Image.Image:
    """As `_grey`, of a picture of which no more than a band is ever held.

    Its ground is known only at its end: where that is not white, it is decoded once more.
    """
    count = rows.count(by, _BAND)
    sample = Sample(rows.size, _SAMPLE)
    small = _joined(sample.through(rows.bands(count)), rows.size, by, _PLAIN)
    shown = _shown(sample.picture)
    return small if shown == _PLAIN else _joined(rows.bands(count), rows.size, by, shown)


def _shown(sample: Image.Image) -> Shown:
    paper = _paper_behind(sample)
    return paper, dark_ground(np.asarray(_opaque(sample, paper, "RGB")))


def _joined(bands: Iterable[Image.Image], size: tuple[int, int], by: int, shown: Shown) -> Image.Image:
    """Bands of a picture one below the other, as ink on white, a `by`-th as wide and high."""
    (paper, ground), top = shown, 0
    small = Image.new("L", (-(-size[0] // by), -(-size[1] // by)))
    for part in bands:
        band = _opaque(part, paper, "RGB" if ground else "L")
        band = Image.fromarray(on_white(np.asarray(band), ground)) if ground else band
        small.paste(band if by == 1 else band.reduce(by), (0, top // by))
        top += part.height
    return small


def _is_see_through(picture: Image.Image) -> bool:
    return picture.mode in ("RGBA", "LA", "PA") or "transparency" in picture.info


def _paper_behind(picture: Image.Image) -> str:
    """What a transparent picture is to be seen on: light ink was drawn for a dark screen."""
    if not _is_see_through(picture):
        return "white"
    full = picture.convert("RGBA")
    shows = np.asarray(full)[..., 3] > _OPAQUE
    drawn = np.asarray(full.convert("L"))[shows]
    return "black" if 0 < shows.mean() < _INKED and float(np.median(drawn)) > _LIGHT else "white"


def _opaque(picture: Image.Image, paper: str, mode: str) -> Image.Image:
    """The first frame, on paper where it is transparent."""
    if not _is_see_through(picture):
        return picture.convert(mode)
    full = picture.convert("RGBA")
    out = Image.new("RGBA", full.size, paper)
    out.alpha_composite(full)
    return out.convert(mode)


def _orientation_of_webp(data: bytes) -> object:
    exif = Image.Exif()
    with suppress(Exception):  # damaged, which is no reason not to read the picture
        exif.load(next(told for name, told in webp.chunks(data) if name == b"EXIF"))
    return exif.get(_ORIENTATION)


def _webp(data: bytes) -> Image.Image:
    """A large WebP picture: Pillow's reader holds it four times, before a pixel is asked for."""
    decoded = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_UNCHANGED)
    if decoded is None:
        raise OSError("the picture is cut off")
    pixels = np.asarray(decoded, np.uint8)
    step = max(1, min(pixels.shape[:2]) // _SAMPLE)
    ground = dark_ground(_without_alpha(pixels[::step, ::step]))
    small = np.empty(pixels.shape[:2], np.uint8)
    for top in range(0, len(pixels), _BAND):
        band = _without_alpha(pixels[top : top + _BAND])
        small[top : top + _BAND] = on_white(band, ground) if ground else cv2.cvtColor(band, cv2.COLOR_RGB2GRAY)
    return Image.fromarray(small)


def _without_alpha(pixels: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Pixels as OpenCV tells them, (h, w, 3 or 4), in red, green and blue, on white where they are transparent."""
    colours = np.ascontiguousarray(pixels[..., 2::-1])
    if pixels.shape[2] == 3:
        return colours
    alpha = pixels[..., 3:].astype(np.uint16)
    return ((colours * alpha + 255 * (255 - alpha)) // 255).astype(np.uint8)
