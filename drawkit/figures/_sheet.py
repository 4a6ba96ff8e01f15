"""The sheet with what was read on it: boxes coloured by kind, on the page's preview or on white."""

from __future__ import annotations

import io
import math
import textwrap
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import PolyCollection
from matplotlib.lines import Line2D
from matplotlib.patches import PathPatch, Rectangle
from matplotlib.path import Path
from PIL import Image

from drawkit.contract import Balloon, Box, Item, PageReport, PartsListItem, Result

from ._labels import Placer
from ._letters import printable
from ._style import STYLES, VERMILLION, Style, Theme, ink_on, new_axes, theme_named

_WIDTH: Final = 11.0
_PAPER: Final = "#FFFFFF"
_INK: Final = "#222222"
_FALLBACK: Final = PageReport(page=1, width=1190.55, height=841.89)
_LABEL_POINTS: Final = 6.0
_LARGEST: Final = 16.0


def show(  # noqa: PLR0913 - each is named where it is given
    result: Result,
    picture: bytes | None = None,
    page: int = 1,
    ax: Axes | None = None,
    *,
    kinds: Iterable[str] | None = None,
    theme: str = "light",
    legend: bool = True,
    caption: str = "",
) -> Axes:
    """Draw a page with a box around everything that was read, coloured by kind.

    `picture` is the page's preview (PNG or another picture of any size); without it the read text stands on a white
    sheet. `kinds` names the lists to draw (default all). The axes are in points, origin at the top left. `caption` is a
    line below the sheet, above the legend. Raises `ValueError` for a page, kind or theme that does not exist.
    """
    look = theme_named(theme)
    report = page_report(result, page)
    axes = ax or new_axes(_WIDTH, _WIDTH * report.height / report.width + _below(legend, caption), look)
    items = _items(result, page, _chosen(kinds))
    _lay_sheet(axes, report, picture)
    if picture is None:
        _write_texts(axes, report, items)
    for kind, found in items.items():
        _draw_boxes(axes, STYLES[kind], [item.box for item in found if item.box])
    if legend:
        _explain(axes, look, {STYLES[kind]: len(found) for kind, found in items.items()}, caption)
    return axes


def _below(legend: bool, caption: str) -> float:
    return (0.38 + (0.17 if caption else 0.0)) if legend else 0.0


def show_dimensions(
    result: Result,
    picture: bytes | None = None,
    page: int = 1,
    ax: Axes | None = None,
    *,
    theme: str = "light",
    caption: str = "",
) -> Axes:
    """Draw a page with its dimensions, each labelled with the number of its row in the DataFrame."""
    axes = show(result, picture, page, ax, kinds=("dimensions",), theme=theme, caption=caption)
    numbered = [(str(row), item) for row, item in enumerate(result.dimensions, 1) if item.page == page]
    _label(axes, picture, numbered, STYLES["dimensions"].colour)
    return axes


def show_bom(
    result: Result,
    picture: bytes | None = None,
    page: int = 1,
    ax: Axes | None = None,
    *,
    theme: str = "light",
    caption: str = "",
) -> Axes:
    """Draw a page with the rows of its parts list and its balloons, each balloon linked to its row.

    Rows and balloons without a partner on any page are labelled in another colour.
    """
    axes = show(result, picture, page, ax, kinds=("bom", "balloons"), theme=theme, caption=caption)
    pairs = links(result)
    linked = {id(item) for pair in pairs for item in pair}
    _draw_links(axes, [pair for pair in pairs if pair[0].page == pair[1].page == page])
    for row in result.bom:
        if row.page == page and row.box:
            _tag_row(axes, row.position or "?", row.box, _bom_colour(row, linked))
    balloons = [balloon for balloon in result.balloons if balloon.page == page]
    for alone in (False, True):
        some = [(item.position or "?", item) for item in balloons if (id(item) not in linked) is alone]
        _label(axes, picture, some, VERMILLION if alone else STYLES["balloons"].colour)
    return axes


def links(result: Result) -> list[tuple[PartsListItem, Balloon]]:
    """Pair each balloon with the row it refers to: by `item_id`, else by the item number (ISO 6433, ISO 7573)."""
    by_id = {row.id: row for row in result.bom if row.id}
    by_number = {row.position: row for row in reversed(result.bom) if row.position}
    pairs = ((by_id.get(b.item_id or "") or by_number.get(b.position), b) for b in result.balloons)
    return [(row, balloon) for row, balloon in pairs if row is not None]


def _draw_links(ax: Axes, pairs: Sequence[tuple[PartsListItem, Balloon]]) -> None:
    """Draw a curve from each balloon to the nearer end of its row: it leaves and arrives level."""
    for row, balloon in pairs:
        if not (row.box and balloon.box):
            continue
        middle, level = (balloon.box[0] + balloon.box[2]) / 2, (balloon.box[1] + balloon.box[3]) / 2
        left = middle <= (row.box[0] + row.box[2]) / 2
        start = (balloon.box[2] if left else balloon.box[0], level)
        end = (row.box[0] if left else row.box[2], (row.box[1] + row.box[3]) / 2)
        bend = (end[0] - start[0]) * 0.45
        path = Path([start, (start[0] + bend, start[1]), (end[0] - bend, end[1]), end], [1, 4, 4, 4])
        colour = STYLES["balloons"].colour
        ax.add_patch(PathPatch(path, facecolor="none", edgecolor=colour, linewidth=0.9, alpha=0.6, zorder=2.5))


def page_report(result: Result, page: int) -> PageReport:
    """Find a page; a sheet A3 where its size is not known. Raises `ValueError` naming the pages that there are."""
    if not result.pages and page == 1:
        return _FALLBACK
    for report in result.pages:
        if report.page == page:
            return report if report.width > 0 and report.height > 0 else _FALLBACK
    known = ", ".join(str(report.page) for report in result.pages)
    raise ValueError(f"There is no page {page}. Choose one of: {known or 1}.")


def _chosen(kinds: Iterable[str] | None) -> tuple[str, ...]:
    if kinds is None:
        return tuple(STYLES)
    wanted = (kinds,) if isinstance(kinds, str) else tuple(kinds)
    unknown = [kind for kind in wanted if kind not in STYLES]
    if unknown:
        raise ValueError(f"No such kind: {', '.join(map(repr, unknown))}. Choose from: {', '.join(STYLES)}.")
    return wanted


def _items(result: Result, page: int, kinds: Sequence[str]) -> dict[str, list[Item]]:
    found = {kind: [item for item in getattr(result, kind) if item.page == page] for kind in kinds}
    return {kind: items for kind, items in found.items() if items}


def _lay_sheet(ax: Axes, report: PageReport, picture: bytes | None) -> None:
    width, height = report.width, report.height
    ax.set_axis_off()
    ax.add_patch(Rectangle((0, 0), width, height, facecolor=_PAPER, edgecolor="#9A9A9A", linewidth=0.8, zorder=0))
    if picture is not None:
        ax.imshow(pixels(picture), extent=(0, width, height, 0), zorder=1, cmap="gray", vmin=0, vmax=255)
    ax.set_xlim(-1, width + 1)
    ax.set_ylim(height + 1, -1)
    ax.set_aspect("equal")
    ax.set_anchor("N")


def pixels(picture: bytes) -> Any:
    """Decode a picture: an array (height, width) of grey or (height, width, 3) of colours, 0 to 255."""
    with Image.open(io.BytesIO(picture)) as image:
        return np.asarray(image.convert("L" if image.mode in {"1", "L"} else "RGB"))


def _draw_boxes(ax: Axes, style: Style, boxes: Sequence[Box]) -> None:
    out = style.around
    corners = [
        ((x0 - out, top - out), (x1 + out, top - out), (x1 + out, bottom + out), (x0 - out, bottom + out))
        for x0, top, x1, bottom in boxes
    ]
    dash = (0, (3, 1.5)) if style.dashed else "solid"
    fill = (style.colour, style.fill)
    ax.add_collection(
        PolyCollection(
            corners, facecolors=[fill], edgecolors=[style.colour], linewidths=0.9, linestyles=[dash], zorder=3
        ),
        autolim=False,
    )


def _explain(ax: Axes, look: Theme, counts: Mapping[Style, int], caption: str) -> None:
    handles = [
        Line2D(
            [], [], color=style.colour, linestyle=(0, (2, 1)) if style.dashed else "solid", linewidth=2.2,
            label=f"{style.label}  {count}",
        )
        for style, count in counts.items()
    ]  # fmt: skip
    if not handles:
        handles = [Line2D([], [], linestyle="none", label="Nothing of these kinds was read on this page")]
    drawn = ax.legend(
        handles=handles, loc="upper left", bbox_to_anchor=(0.0, -0.005), ncols=6, frameon=False, fontsize=8.5,
        labelcolor=look.text, handlelength=1.6, columnspacing=1.4, borderaxespad=0.2, borderpad=0.1,
        title=caption or None, title_fontsize=8.5, alignment="left",
    )  # fmt: skip
    drawn.get_title().set(color=look.text, parse_math=False)


def points_per_point(ax: Axes, report_width: float) -> float:
    """Tell how many points of the figure one point of the sheet takes."""
    figure: Any = ax.get_figure()
    inches = ax.get_position().width * figure.get_figwidth()
    return float(inches * 72 / report_width)


def _write_texts(ax: Axes, report: PageReport, items: Mapping[str, Sequence[Item]]) -> None:
    scale = points_per_point(ax, report.width)
    written = [(f.value, f.box, 0.0) for item in items.get("title_blocks", ()) for f in getattr(item, "fields", ())]
    written += [(item.text, item.box, item.rotation) for kind in items for item in items[kind]]
    for text, box, rotation in written:
        if box and text:
            _write(ax, printable(text, 800), box, rotation, scale)


def _write(ax: Axes, text: str, box: Box, rotation: float, scale: float) -> None:
    x0, top, x1, bottom = box
    upright = 45 < rotation % 180 < 135
    along, across = (bottom - top, x1 - x0) if upright else (x1 - x0, bottom - top)
    lines, size = _fitted(text, along, across)
    if size * scale < 0.5:  # nobody could read it, and a font of no size cannot be drawn
        return
    ax.text(
        (x0 + x1) / 2, (top + bottom) / 2, lines, fontsize=size * scale, rotation=rotation, rotation_mode="anchor",
        ha="center", va="center", color=_INK, zorder=2, clip_on=True, parse_math=False,
    )  # fmt: skip


def _fitted(text: str, along: float, across: float) -> tuple[str, float]:
    """Break a text into as many lines as make its letters largest in the box; sizes in points of the sheet."""
    best = ("", 0.0)
    for count in range(1, 1 + min(12, len(text.split()))):
        lines = textwrap.wrap(text, max(math.ceil(len(text) / count), 1))
        size = min(across / (1.25 * len(lines)), along / (0.6 * max(map(len, lines))), _LARGEST)
        best = max(best, ("\n".join(lines), size), key=lambda fit: fit[1])
    return best


def _bom_colour(item: Item, linked: set[int]) -> str:
    return STYLES["bom"].colour if id(item) in linked else VERMILLION


def _tag_row(ax: Axes, text: str, box: Box, colour: str) -> None:
    """Label a row of a table before its left end, where there is room, else behind its right one."""
    text = printable(text, 8)
    size = _LABEL_POINTS / points_per_point(ax, ax.get_xlim()[1] - 1)
    width = 0.62 * size * len(text) + 0.3 * size
    left = box[0] > width + 3
    _tag(ax, box[0] - width / 2 - 1.5 if left else box[2] + width / 2 + 1.5, (box[1] + box[3]) / 2, text, colour)


def _label(ax: Axes, picture: bytes | None, labelled: Sequence[tuple[str, Item]], colour: str) -> None:
    placed = [(printable(text, 8), item.box) for text, item in labelled if item.box]
    if not placed:
        return
    right, bottom = ax.get_xlim()[1] - 1, ax.get_ylim()[0] - 1
    size = _LABEL_POINTS / points_per_point(ax, right)
    placer = Placer((right, bottom), [box for _, box in placed], pixels(picture) if picture is not None else None)
    for text, box in placed:
        x, y = placer.place(box, 0.62 * size * len(text) + 0.3 * size, size)
        _tag(ax, x, y, text, colour)


def _tag(ax: Axes, x: float, y: float, text: str, colour: str) -> None:
    ax.text(
        x, y, text, fontsize=_LABEL_POINTS, color=ink_on(colour), weight="bold", ha="center",
        va="center", zorder=5, parse_math=False, clip_on=True,
        bbox={"boxstyle": "round,pad=0.15", "facecolor": colour, "edgecolor": "none", "alpha": 0.9},
    )  # fmt: skip
