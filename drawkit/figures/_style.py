"""Colours, themes and PNG: what all figures have in common."""

from __future__ import annotations

import io
import textwrap
from dataclasses import dataclass
from typing import Any, Final, Literal

from matplotlib import rc_context, rcParams
from matplotlib.axes import Axes
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure

ThemeName = Literal["light", "dark", "auto"]

ORANGE: Final = "#E69F00"
SKY: Final = "#56B4E9"
GREEN: Final = "#009E73"
YELLOW: Final = "#F0E442"
BLUE: Final = "#0072B2"
VERMILLION: Final = "#D55E00"
PURPLE: Final = "#CC79A7"
GREY: Final = "#6B6B6B"
_LETTER: Final = 0.56
"""How wide a letter is, of its size."""
_FEWEST_LETTERS: Final = 16
_NAMES: Final = 0.45
"""Of the width of axes in a grid, what the names beside them take when it is laid out."""


@dataclass(frozen=True)
class Style:
    """How one kind of item is drawn: its name for people, colour, dash, strength of the fill.

    `around` is by how many points the box stands off: a hole is drawn around the dimension it came from.
    """

    label: str
    colour: str
    dashed: bool = False
    fill: float = 0.12
    around: float = 0.0


STYLES: Final[dict[str, Style]] = {
    "dimensions": Style("Dimensions", BLUE),
    "geometric_tolerances": Style("Geometric tolerances", VERMILLION),
    "datum_features": Style("Datum features", VERMILLION, dashed=True),
    "surface_textures": Style("Surface textures", GREEN),
    "welds": Style("Welds", GREEN, dashed=True),
    "holes": Style("Holes", SKY, fill=0.0, around=2.0),
    "threads": Style("Threads", SKY, dashed=True, fill=0.0, around=3.5),
    "bom": Style("Parts list", ORANGE),
    "balloons": Style("Balloons", ORANGE, dashed=True),
    "title_blocks": Style("Title block", PURPLE, fill=0.06),
    "revisions": Style("Revisions", PURPLE, dashed=True),
    "notes": Style("Notes", "#B3A500", fill=0.14),
    "views": Style("Views", GREY, dashed=True),
    "tables": Style("Tables", GREY, fill=0.06),
}
"""The look of each list: colours of Okabe and Ito, which colour-blind people tell apart; kin differ by the dash."""


@dataclass(frozen=True)
class Theme:
    """Colours around the data. A background of None is transparent."""

    background: str | None
    text: str
    strong: str
    grid: str
    track: str


THEMES: Final[dict[str, Theme]] = {
    "light": Theme("#FFFFFF", "#4A4A4A", "#1A1A1A", "#E3E3E3", "#ECECEC"),
    "dark": Theme("#111418", "#B5B9BF", "#F0F0F0", "#2C3138", "#2A2F36"),
    # Greys in the middle: at least 4:1 against white and against the dark backgrounds of Jupyter and VS Code.
    "auto": Theme(None, "#777777", "#777777", "#80808055", "#80808040"),
}


def theme_named(name: str) -> Theme:
    """Find a theme. Raises `ValueError` naming the known ones."""
    try:
        return THEMES[name]
    except KeyError:
        raise ValueError(f"There is no theme {name!r}. Choose one of: {', '.join(THEMES)}.") from None


def new_axes(width: float, height: float, theme: Theme) -> Axes:
    """Make axes on a figure of their own, sizes in inches; pyplot knows nothing of it."""
    figure = Figure(figsize=(width, height), layout="constrained")
    if theme.background is None:
        figure.patch.set_alpha(0.0)
    else:
        figure.set_facecolor(theme.background)
    return figure.add_subplot()


def axes_in(given: Axes | None, width: float, height: float, theme: Theme) -> Axes:
    """Axes to draw a chart in: those given, else new ones of that size in inches.

    A figure of the caller's with a grid that nobody has laid out gets the constrained layout: else the names beside the
    bands and the words above them would be cut at its edge, or lie on what stands beside.
    """
    if given is None:
        return new_axes(width, height, theme)
    figure: Any = given.get_figure(root=True)
    usual: Any = rcParams
    margins = ("left", "right", "bottom", "top", "wspace", "hspace")
    untouched = all(getattr(figure.subplotpars, name) == usual[f"figure.subplot.{name}"] for name in margins)
    if figure.get_layout_engine() is None and given.get_subplotspec() is not None and untouched:
        figure.set_layout_engine("constrained")
    return given


def letters_across(ax: Axes, points: float) -> int:
    """How many letters of a size fit beside each other over axes, about."""
    figure: Any = ax.get_figure(root=True)
    wide = ax.get_position().width * figure.get_figwidth() * 72
    beside = _NAMES if len(figure.axes) > 1 else 0.0  # in a grid the names beside the chart take of its own room
    return max(int(wide * (1 - beside) / (_LETTER * points)), _FEWEST_LETTERS)


def dress(ax: Axes, theme: Theme, *, grid: Literal["x", "y"]) -> None:
    """Give axes the colours of the theme and take away what carries no data."""
    ax.set_facecolor("none")
    for side, spine in ax.spines.items():
        spine.set_visible(side in {"bottom", "left"})
        spine.set_color(theme.grid)
    ax.tick_params(colors=theme.text, which="both", labelsize=9, length=0)
    ax.xaxis.label.set_color(theme.text)
    ax.yaxis.label.set_color(theme.text)
    ax.grid(axis=grid, color=theme.grid, linewidth=0.8)
    ax.set_axisbelow(True)


def entitle(ax: Axes, text: str, theme: Theme, *, room: float = 6.0) -> None:
    """Set the title at the left, small and plain, with `room` in points below it; a long one in several lines."""
    lines = textwrap.wrap(text, letters_across(ax, 10)) or [text]
    ax.set_title("\n".join(lines), loc="left", fontsize=10, color=theme.strong, pad=room)


def ink_on(colour: str) -> str:
    """Choose black or white, whichever is easier to read on `colour` (relative luminance, WCAG 2)."""
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in to_rgb(colour))
    return "#000000" if 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.18 else "#FFFFFF"


def say(ax: Axes, text: str, theme: Theme) -> None:
    """Write one sentence into the middle of otherwise empty axes."""
    ax.set_axis_off()
    ax.text(0.5, 0.5, text, transform=ax.transAxes, ha="center", va="center", color=theme.text, fontsize=11)


def to_png(figure: Figure | Axes, *, dpi: float = 144) -> bytes:
    """Draw a figure as PNG bytes: the same bytes for the same figure, without any note of the software."""
    whole: Any = figure.get_figure(root=True) if isinstance(figure, Axes) else figure
    buffer = io.BytesIO()
    whole.savefig(buffer, format="png", dpi=dpi, metadata={"Software": None}, facecolor=whole.get_facecolor())
    return buffer.getvalue()


def to_pdf(figure: Figure | Axes) -> bytes:
    """Draw a figure as one page of PDF for print: lines and text stay vectors, fonts are embedded whole.

    The same bytes for the same figure: no time and no note of the software.
    """
    whole: Any = figure.get_figure(root=True) if isinstance(figure, Axes) else figure
    buffer = io.BytesIO()
    plain = {"Creator": None, "Producer": None, "CreationDate": None}
    with rc_context({"pdf.fonttype": 42}):  # TrueType: text can be searched and copied
        whole.savefig(buffer, format="pdf", metadata=plain, facecolor=whole.get_facecolor())
    return buffer.getvalue()
