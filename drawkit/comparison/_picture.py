"""Both sheets on each other: what went in red, what came in green, what stayed in grey."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Final

from PIL import Image, ImageChops, ImageFilter

from drawkit.contract import PageReport

from ._changes import ChangeKind
from ._register import Affine

COLOURS: Final = {
    ChangeKind.CHANGED: "#0B57D0",
    ChangeKind.ADDED: "#0B7A3B",
    ChangeKind.REMOVED: "#C00000",
    ChangeKind.MOVED: "#7A1FA2",
    ChangeKind.UNSURE: "#7A6A00",
}
_GONE, _CAME, _STAYED = (214, 39, 40), (20, 150, 70), (150, 150, 150)
_INK: Final = 150
_AROUND: Final = 45.0


def overlaid(
    old: bytes, new: bytes, pages: tuple[PageReport, PageReport], maps: Sequence[Affine], *, width: int = 2400
) -> bytes:
    """Lay the picture of an old page on that of the new one, each view by its own map; PNG, of the new page's shape."""
    before, after = pages
    size = (width, max(round(width * after.height / max(after.width, 1.0)), 1))
    fresh = _grey(new).resize(size, Image.Resampling.LANCZOS)
    stale = _grey(old)
    laid = _warped(stale, before, after, maps[0], size)
    for one in maps[1:]:
        if one.region is not None:
            scale = size[0] / after.width
            x0, top, x1, bottom = one.region
            left, up = max(int((x0 - _AROUND) * scale), 0), max(int((top - _AROUND) * scale), 0)
            right, low = min(int((x1 + _AROUND) * scale), size[0]), min(int((bottom + _AROUND) * scale), size[1])
            if right > left and low > up:
                laid.paste(_warped(stale, before, after, one, size).crop((left, up, right, low)), (left, up))
    return _coloured(laid, fresh)


def _grey(png: bytes) -> Image.Image:
    with Image.open(io.BytesIO(png)) as opened:
        return opened.convert("L")


def _warped(old: Image.Image, before: PageReport, after: PageReport, one: Affine, size: tuple[int, int]) -> Image.Image:
    """The old picture as it lies on the new sheet: for each pixel there the one that it comes from."""
    a, b, c, d, e, f = one.matrix
    det = a * e - b * d
    to, at = old.width / before.width, after.width / size[0]
    back = (e / det, -b / det, (b * f - e * c) / det, -d / det, a / det, (d * c - a * f) / det)
    scaled = tuple(v * to * (at if n % 3 < 2 else 1.0) for n, v in enumerate(back))
    return old.transform(size, Image.Transform.AFFINE, scaled, Image.Resampling.BICUBIC, fillcolor=255)


def _coloured(old: Image.Image, new: Image.Image) -> bytes:
    """Colour what is ink on one sheet alone; lines may lie a pixel beside each other."""
    gone, came = (image.point(lambda v: 255 if v < _INK else 0) for image in (old, new))
    near_old, near_new = (image.filter(ImageFilter.MaxFilter(3)) for image in (gone, came))
    only_old, only_new = ImageChops.subtract(gone, near_new), ImageChops.subtract(came, near_old)
    picture = Image.new("RGB", new.size, "white")
    picture.paste(_STAYED, mask=ImageChops.invert(new))
    picture.paste(_GONE, mask=only_old)
    picture.paste(_CAME, mask=only_new)
    buffer = io.BytesIO()
    picture.save(buffer, "PNG")
    return buffer.getvalue()
