"""From a picture's file to grey pixels: large ones are made smaller while they are decoded, part by part."""

from __future__ import annotations

import io
import math
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Final

import cv2
import numpy as np
from PIL import Image

from ...contract import webp
from .drafts import draft
from .pixels import Grey

_BAND = 256  # rows of the smaller picture that are made at a time
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
_READERS: Final = ("JPEG", "PNG", "WEBP", "GIF", "BMP", "TIFF")


def decode(data: bytes, most_pixels: int, limit: int, number: int = 1) -> tuple[Grey, float, dict[str, object]]:
    """Picture `number` of a file, of which only TIFF has several: its grey pixels (h, w), upright and on white.

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
        orientation = None if opened.format == "TIFF" else opened.getexif().get(_ORIENTATION)  # Pillow turns a TIFF
        factor = draft(opened, _factor(size, most_pixels))
        opened.load()
        grey = _grey(opened, max(1, int(opened.width / max(1, size[0] * factor))))
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
    """The picture in grey on white, a `by`-th as wide and high; never more than a band of it in other colours."""
    if by == 1 and picture.mode == "L" and "transparency" not in picture.info:
        return picture.copy()
    small = Image.new("L", (-(-picture.width // by), -(-picture.height // by)))
    for top in range(0, picture.height, _BAND * by):
        band = _on_white(picture.crop((0, top, picture.width, min(picture.height, top + _BAND * by))))
        small.paste(band if by == 1 else band.reduce(by), (0, top // by))
    return small


def _on_white(picture: Image.Image) -> Image.Image:
    """The first frame in grey, on white where it is transparent."""
    if picture.mode in ("RGBA", "LA", "PA") or "transparency" in picture.info:
        full = picture.convert("RGBA")
        paper = Image.new("RGBA", full.size, "white")
        paper.alpha_composite(full)
        return paper.convert("L")
    return picture.convert("L")


def _orientation_of_webp(data: bytes) -> object:
    exif = Image.Exif()
    with suppress(Exception):  # damaged, which is no reason not to read the picture
        exif.load(next(told for name, told in webp.chunks(data) if name == b"EXIF"))
    return exif.get(_ORIENTATION)


def _webp(data: bytes) -> Image.Image:
    """A large WebP picture: Pillow's reader holds it four times, before a pixel is asked for."""
    pixels = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_UNCHANGED)
    if pixels is None:
        raise OSError("the picture is cut off")
    small = np.empty(pixels.shape[:2], np.uint8)
    for top in range(0, len(pixels), _BAND):
        band = pixels[top : top + _BAND]
        grey = cv2.cvtColor(band, cv2.COLOR_BGRA2GRAY if band.shape[2] == 4 else cv2.COLOR_BGR2GRAY)
        if band.shape[2] == 4:
            alpha = band[..., 3].astype(np.uint16)
            grey = ((grey * alpha + 255 * (255 - alpha)) // 255).astype(np.uint8)
        small[top : top + _BAND] = grey
    return Image.fromarray(small)
