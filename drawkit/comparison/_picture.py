"""Both sheets on each other: what went in red, what came in green, what stayed in grey."""

from __future__ import annotations

import io
import math
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple, TypeAlias

from PIL import Image, ImageChops, ImageFilter

from drawkit.contract import Box, PageReport

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
_BESIDE: Final = 0.4
"""So many points beside each other lines on two sheets may lie, and be the same."""


class Cut(NamedTuple):
    """A picture of a part of a page, and the box in points that it shows."""

    png: bytes
    box: Box

    @property
    def image(self) -> Image.Image:
        """In grey."""
        with Image.open(io.BytesIO(self.png)) as opened:
            return opened.convert("L")


OldPart: TypeAlias = Callable[[Box, float], Cut | None]
"""Gives a part of the old page, with so many pixels a point; None where it cannot."""


def overlaid(
    old: bytes, new: bytes, pages: tuple[PageReport, PageReport], maps: Sequence[Affine], *, width: int = 2400
) -> bytes:
    """Lay the picture of an old page on that of the new one, each view by its own map; PNG, of the new page's shape."""
    before, after = pages
    size = (width, max(round(width * after.height / max(after.width, 1.0)), 1))
    whole = Cut(old, _whole(before))
    laid = _laid(lambda _box, _fine: whole, size, _whole(after), maps)
    return _coloured(laid or _blank(size), Cut(new, _whole(after)).image.resize(size, Image.Resampling.LANCZOS), 1)


def overlaid_part(old: OldPart, new: Cut, before: PageReport, maps: Sequence[Affine]) -> bytes | None:
    """Lay parts of the old page on a part of the new one, as fine as that is; None where no old part can be had."""
    fresh = new.image
    fine = fresh.width / max(new.box[2] - new.box[0], 1e-6)

    def within(box: Box, at: float) -> Cut | None:
        seen = _common(box, _whole(before))
        return Cut(_png(_blank((1, 1))), box) if seen is None else old(seen, at)  # beyond the sheet there is nothing

    laid = _laid(within, fresh.size, new.box, maps)
    return None if laid is None else _coloured(laid, fresh, max(round(_BESIDE * fine), 1))


def _laid(old: OldPart, size: tuple[int, int], shown: Box, maps: Sequence[Affine]) -> Image.Image | None:
    """The old page as it lies in a box of the new one: by the first map, and the places of the others by theirs."""
    laid = _blank(size)
    scale = size[0] / max(shown[2] - shown[0], 1e-6)
    for number, one in enumerate(maps):
        place = shown if number == 0 else _common(_grown(one.region), shown)
        if place is None:
            continue
        left, up = (int((place[at] - shown[at]) * scale) for at in (0, 1))
        right, low = (min(math.ceil((place[at + 2] - shown[at]) * scale), size[at]) for at in (0, 1))
        if right <= left or low <= up:
            continue
        cut = old(one.back(place), scale * one.scale)
        if cut is None:
            return None
        corner = (shown[0] + left / scale, shown[1] + up / scale)
        laid.paste(_warped(cut, one, corner, scale, (right - left, low - up)), (left, up))
    return laid


def _whole(page: PageReport) -> Box:
    return (0.0, 0.0, page.width, page.height)


def _grown(box: Box | None) -> Box:
    x0, top, x1, bottom = box or (0.0, 0.0, 0.0, 0.0)
    return (x0 - _AROUND, top - _AROUND, x1 + _AROUND, bottom + _AROUND)


def _common(one: Box, other: Box) -> Box | None:
    x0, top, x1, bottom = max(one[0], other[0]), max(one[1], other[1]), min(one[2], other[2]), min(one[3], other[3])
    return (x0, top, x1, bottom) if x1 > x0 and bottom > top else None


def _blank(size: tuple[int, int]) -> Image.Image:
    return Image.new("L", size, 255)


def _warped(old: Cut, one: Affine, corner: tuple[float, float], scale: float, size: tuple[int, int]) -> Image.Image:
    """A part of the old page as it lies on the new one from a corner on: for each pixel that which it comes from."""
    picture = old.image
    across, down = (picture.size[at] / max(old.box[at + 2] - old.box[at], 1e-6) for at in (0, 1))
    a, b, c, d, e, f = one.inverse
    to_old = (
        a / scale * across, b / scale * across, (a * corner[0] + b * corner[1] + c - old.box[0]) * across,
        d / scale * down, e / scale * down, (d * corner[0] + e * corner[1] + f - old.box[1]) * down,
    )  # fmt: skip
    return picture.transform(size, Image.Transform.AFFINE, to_old, Image.Resampling.BICUBIC, fillcolor=255)


def _coloured(old: Image.Image, new: Image.Image, beside: int) -> bytes:
    """Colour what is ink on one sheet alone; lines may lie so many pixels beside each other."""
    gone, came = (image.point(lambda v: 255 if v < _INK else 0) for image in (old, new))
    near_old, near_new = (_spread(image, beside) for image in (gone, came))
    only_old, only_new = ImageChops.subtract(gone, near_new), ImageChops.subtract(came, near_old)
    picture = Image.new("RGB", new.size, "white")
    picture.paste(_STAYED, mask=ImageChops.invert(new))
    picture.paste(_GONE, mask=only_old)
    picture.paste(_CAME, mask=only_new)
    return _png(picture)


def _spread(ink: Image.Image, by: int) -> Image.Image:
    for _ in range(by):
        ink = ink.filter(ImageFilter.MaxFilter(3))
    return ink


def _png(picture: Image.Image) -> bytes:
    buffer = io.BytesIO()
    picture.save(buffer, "PNG")
    return buffer.getvalue()
