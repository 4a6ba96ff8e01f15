"""A page with numbered balloons beside what they number, in one colour or several."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.patches import Circle, Rectangle

from drawkit.contract import LISTS, Box, Result

from ._letters import printable
from ._placing import POINTS, Ink, Placed, pinned, place
from ._sheet import page_report, pixels, points_per_point, show
from ._style import theme_named


@dataclass(frozen=True)
class Mark:
    """What a balloon numbers: the number, the box in points, the colour; and the centre, where a person chose it."""

    text: str
    box: Box
    colour: str
    centre: tuple[float, float] | None = None


def show_balloons(  # noqa: PLR0913 - each is named where it is given
    result: Result,
    marks: Sequence[Mark],
    picture: bytes | None = None,
    page: int = 1,
    ax: Axes | None = None,
    *,
    legend: Mapping[str, str] | None = None,
    theme: str = "light",
    caption: str = "",
) -> Axes:
    """Draw a page with a balloon for each mark, on free paper beside its box.

    On a large sheet the balloons are larger, so that they are legible in the picture. `legend` tells colours by what
    they mean; `caption` is a line below the sheet. Raises `ValueError` for a page or theme that does not exist.
    """
    look = theme_named(theme)
    report = page_report(result, page)
    axes = show(result, picture, page, ax, kinds=_TEXTS if picture is None else (), theme=theme, legend=False)
    ink = ink_of(result, picture, page)
    points = max(_LEGIBLE / points_per_point(axes, report.width), POINTS)
    free = place([(mark.text, mark.box) for mark in marks], ink, points=points)
    _draw(axes, marks, [pinned(one, mark.centre) for one, mark in zip(free, marks, strict=True)], points)
    if legend or caption:
        handles = [Line2D([], [], color=colour, linewidth=2.2, label=label) for label, colour in (legend or {}).items()]
        drawn = axes.legend(
            handles=handles, loc="upper left", bbox_to_anchor=(0.0, -0.005), ncols=6, frameon=False, fontsize=8.5,
            labelcolor=look.text, handlelength=1.6, columnspacing=1.4, borderaxespad=0.2, borderpad=0.1,
            title=caption or None, title_fontsize=8.5, alignment="left",
        )  # fmt: skip
        drawn.get_title().set(color=look.text, parse_math=False)
    return axes


def ink_of(result: Result, picture: bytes | None = None, page: int = 1) -> Ink:
    """The ink of a page: that of its picture; without one, the boxes of what was read. Raises as `show_balloons`."""
    report = page_report(result, page)
    sheet = (report.width, report.height)
    if picture is not None:
        return Ink.of_picture(pixels(picture), sheet)
    return Ink.of_boxes(
        [item.box for name in LISTS for item in getattr(result, name) if item.page == page and item.box], sheet
    )


_LEGIBLE = 5.5
_TEXTS = ("dimensions", "geometric_tolerances", "datum_features", "surface_textures", "bom", "notes", "title_blocks")


def _draw(ax: Axes, marks: Sequence[Mark], placed: Sequence[Placed], points: float) -> None:
    size = points * points_per_point(ax, ax.get_xlim()[1] - 1)
    for mark, at in zip(marks, placed, strict=True):
        x0, top, x1, bottom = mark.box
        line: dict[str, Any] = {"edgecolor": mark.colour, "linewidth": 0.7}
        ax.add_patch(Rectangle((x0, top), x1 - x0, bottom - top, facecolor="none", alpha=0.6, zorder=3, **line))
        ax.plot(*zip(at.start, at.end, strict=True), color=mark.colour, linewidth=0.7, zorder=4)
        ax.add_patch(Circle((at.x, at.y), at.radius, facecolor="#FFFFFF", zorder=5, **line))
        ax.text(
            at.x, at.y, printable(mark.text, 8), fontsize=size, color=mark.colour, weight="bold", ha="center",
            va="center_baseline", zorder=6, parse_math=False, clip_on=True,
        )  # fmt: skip
