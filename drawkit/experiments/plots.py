"""Plots of an experiment: what was found, how long it took, how sure it is, how well it read, what differs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator

from drawkit.contract import LISTS
from drawkit.figures import STYLES, to_png
from drawkit.figures._style import (
    BLUE,
    GREEN,
    GREY,
    ORANGE,
    PURPLE,
    SKY,
    VERMILLION,
    Theme,
    dress,
    new_axes,
    theme_named,
)

from .comparison import Comparison
from .evaluation import Evaluation

Draw = Callable[[Theme], Axes]

SERIES: Final = (BLUE, ORANGE, GREEN, PURPLE, SKY, VERMILLION, GREY)
"""Colours of Okabe and Ito, for settings in their order."""
_WIDTH: Final = 5.6
_BINS: Final = 24
_NAME: Final = 42


def pictures(draw: Draw) -> tuple[bytes, bytes]:
    """The same plot for a light and for a dark page, as PNG."""
    return to_png(draw(theme_named("light"))), to_png(draw(theme_named("dark")))


def found(summary: pd.DataFrame) -> Draw:
    """Items found in all, by kind, a bar for each setting."""
    kinds = [name for name in LISTS if name in summary.columns]
    names = [STYLES[name].label for name in kinds]
    values = {str(row["setting"]): [_number(row[kind]) for kind in kinds] for _, row in summary.iterrows()}
    return lambda look: _bars(names, values, look, whole=True)


def well_read(evaluation: Evaluation, *columns: str) -> Draw:
    """F1 by kind, a bar for each setting."""
    table = evaluation.f1(*columns)
    values = {_joined(name): [_number(v) for v in table[name]] for name in table.columns}
    return lambda look: _bars([str(kind) for kind in table.index], values, look, limit=1.0)


def times(tasks: pd.DataFrame) -> Draw:
    """How long the analyses took, as a histogram for each setting."""
    groups = {str(name): part["took_s"].dropna().to_numpy(float) for name, part in tasks.groupby("setting", sort=False)}
    longest = max((float(part.max()) for part in groups.values() if part.size), default=1.0) or 1.0
    edges = np.linspace(0, longest * 1.02, _BINS + 1)

    def draw(look: Theme) -> Axes:
        axes = new_axes(_WIDTH, 2.6, look)
        dress(axes, look, grid="y")
        drawn = [part for part in groups.values() if part.size]
        colours = [colour for colour, part in zip(_colours(len(groups)), groups.values(), strict=True) if part.size]
        axes.hist(drawn, bins=list(edges), stacked=True, color=colours, label=[n for n, p in groups.items() if p.size])
        axes.set_xlabel("Seconds of one analysis", fontsize=9)
        axes.yaxis.set_major_locator(MaxNLocator(4, integer=True))
        axes.set_ylabel("Drawings", fontsize=9)
        _legend(axes, len(drawn), look)
        return axes

    return draw


def sureness(tables: dict[str, pd.DataFrame]) -> Draw:
    """The confidence of all items, by kind: the middle half as a bar, the median as a tick, the least as a dot."""
    kinds = [(name, tables[name]["confidence"].dropna().to_numpy(float)) for name in LISTS if name in tables]
    shown = [(name, values) for name, values in kinds if values.size]

    def draw(look: Theme) -> Axes:
        axes = new_axes(_WIDTH, 0.7 + 0.3 * max(len(shown), 3), look)
        dress(axes, look, grid="x")
        for row, (name, values) in enumerate(shown):
            low, middle, high = np.quantile(values, (0.25, 0.5, 0.75))
            colour = STYLES[name].colour
            axes.plot([values.min(), values.max()], [row, row], color=colour, linewidth=1.2, alpha=0.6)
            axes.barh(row, high - low, left=low, height=0.5, color=colour, alpha=0.85)
            axes.plot([middle, middle], [row - 0.34, row + 0.34], color=look.strong, linewidth=1.8)
            axes.plot([values.min()], [row], "o", color=colour, markersize=4)
        axes.set_yticks(range(len(shown)), [f"{STYLES[name].label}  {values.size:,}" for name, values in shown])
        axes.set_xlim(-0.02, 1.02)
        axes.set_ylim(max(len(shown), 1) - 0.4, -0.6)
        axes.xaxis.set_major_formatter(lambda value, _: f"{value:.0%}")
        return axes

    return draw


def differences(comparison: Comparison) -> Draw:
    """What both sides found and what one alone did, by kind."""
    told = comparison.summary
    names = [STYLES[str(name)].label for name in told.index]

    def draw(look: Theme) -> Axes:
        axes = new_axes(_WIDTH, 0.9 + 0.34 * max(len(names), 2), look)
        dress(axes, look, grid="x")
        start = np.zeros(len(names))
        parts = (("both", "both", GREY), ("only_left", f"only {comparison.left}", BLUE),
                 ("only_right", f"only {comparison.right}", ORANGE))  # fmt: skip
        for column, label, colour in parts:
            values = told[column].to_numpy(float)
            axes.barh(range(len(names)), values, left=start, height=0.6, color=colour, label=_short(label))
            start = start + values
        axes.set_yticks(range(len(names)), names)
        axes.set_ylim(len(names) - 0.4, -0.6)
        axes.xaxis.set_major_locator(MaxNLocator(6, integer=True))
        _legend(axes, 3, look)
        return axes

    return draw


def _bars(
    names: Sequence[str],
    values: dict[str, list[float]],
    look: Theme,
    *,
    limit: float | None = None,
    whole: bool = False,
) -> Axes:
    """Bars side by side, their values beside them."""
    series = len(values)
    height = 0.8 / max(series, 1)
    axes = new_axes(_WIDTH, 0.8 + max(len(names), 2) * (0.17 * series + 0.16), look)
    dress(axes, look, grid="x")
    for at, ((name, row), colour) in enumerate(zip(values.items(), _colours(series), strict=True)):
        places = np.arange(len(names)) + (at - (series - 1) / 2) * height
        axes.barh(places, np.nan_to_num(row), height=height * 0.88, color=colour, label=_short(name))
        for place, value in zip(places, row, strict=True):
            if not np.isnan(value):
                text = f"{value:,.0f}" if whole else f"{value:.3f}"
                axes.annotate(
                    text, (value, place), xytext=(4, 0), textcoords="offset points", va="center", fontsize=7.5,
                    color=look.text,
                )  # fmt: skip
    axes.set_yticks(range(len(names)), list(names))
    axes.set_ylim(max(len(names), 1) - 0.4, -0.6)
    axes.set_xlim(0, limit * 1.08 if limit else None)
    if whole:
        axes.xaxis.set_major_locator(MaxNLocator(6, integer=True))
    _legend(axes, series, look)
    return axes


def _legend(axes: Axes, series: int, look: Theme) -> None:
    if series > 1:
        axes.legend(frameon=False, fontsize=8.5, labelcolor=look.text, loc="lower left", bbox_to_anchor=(0.0, 1.0),
                    ncols=min(series, 4), borderaxespad=0.2, handlelength=1.0)  # fmt: skip


def _colours(count: int) -> list[str]:
    return [SERIES[at % len(SERIES)] for at in range(count)]


def _number(value: Any) -> float:
    return float(value) if pd.notna(value) else float("nan")


def _joined(name: Any) -> str:
    return " · ".join(map(str, name)) if isinstance(name, tuple) else str(name)


def _short(name: str) -> str:
    return name if len(name) <= _NAME else f"{name[: _NAME - 1]}…"
