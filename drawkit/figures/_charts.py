"""Charts of quota, use and confidence."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, datetime, timedelta
from typing import Any, Final

import numpy as np
from matplotlib import dates
from matplotlib.axes import Axes
from matplotlib.patches import FancyBboxPatch
from matplotlib.ticker import MaxNLocator

from drawkit.contract import QuotaLimit, QuotaRecord, Result

from ._letters import printable
from ._style import BLUE, GREY, ORANGE, STYLES, VERMILLION, Theme, axes_in, dress, entitle, say, theme_named

_DATES: Any = dates  # matplotlib leaves it without types
_NEAR: Final = 0.8
_AT_THE_END: Final = 0.95


def plot_quota(quota: QuotaRecord, ax: Axes | None = None, *, theme: str = "auto") -> Axes:
    """Draw a gauge for each limit: used, left and the end of the period, in words too."""
    look = theme_named(theme)
    rows = quota.limits
    axes = axes_in(ax, 7.0, 0.45 + 0.62 * max(len(rows), 1), look)
    if not rows:
        say(axes, "The service tells no limits.", look)
        return axes
    axes.set_axis_off()
    axes.set_xlim(0, 1)
    axes.set_ylim(len(rows) - 0.72, -0.5)
    for row, limit in enumerate(rows):
        _gauge(axes, row, limit, look)
    entitle(axes, _period(quota), look)
    return axes


def _gauge(ax: Axes, row: int, limit: QuotaLimit, look: Theme) -> None:
    share = min(limit.used / limit.limit, 1.0) if limit.limit else 0.0
    colour = VERMILLION if share >= _AT_THE_END else ORANGE if share >= _NEAR else BLUE
    _bar(ax, row, 1.0, look.track)
    if share > 0:
        _bar(ax, row, max(share, 0.012), colour)
    name = printable((limit.name or limit.unit).capitalize(), 40)
    ax.text(0.0, row - 0.14, name, color=look.strong, fontsize=11, weight="bold", va="bottom", parse_math=False)
    ax.text(1.0, row - 0.14, _words(limit), color=look.text, fontsize=10, va="bottom", ha="right")


def _bar(ax: Axes, row: int, width: float, colour: str) -> None:
    ax.add_patch(
        FancyBboxPatch(
            (0.006, row + 0.006), max(width - 0.012, 0.0), 0.2, boxstyle="round,pad=0.006,rounding_size=0.006",
            facecolor=colour, edgecolor="none",
        )
    )  # fmt: skip


def _words(limit: QuotaLimit) -> str:
    if limit.limit is None:
        return f"{limit.used:,} used, no limit"
    left = limit.limit - limit.used if limit.remaining is None else limit.remaining
    share = f" ({limit.used / limit.limit:.0%})" if limit.limit else ""
    return f"{limit.used:,} of {limit.limit:,} used{share} · {left:,} left"


def _period(quota: QuotaRecord) -> str:
    if quota.period is None:
        return "Quota of the running period"
    last = quota.period.end - timedelta(seconds=1)
    return f"Quota from {quota.period.start:%Y-%m-%d} to {last:%Y-%m-%d} (UTC)"


def plot_usage(quota: QuotaRecord, ax: Axes | None = None, *, theme: str = "auto") -> Axes:
    """Draw pages (bars) and tasks (dots) by day over the running period."""
    look = theme_named(theme)
    axes = axes_in(ax, 7.0, 2.6, look)
    if not quota.daily:
        say(axes, "Nothing was used in this period.", look)
        return axes
    days: Any = _DATES.date2num([_noon(use.date) for use in quota.daily])
    axes.bar(days, [use.pages for use in quota.daily], width=0.72, color=BLUE, label="Pages")
    axes.plot(
        days, [use.tasks for use in quota.daily], linestyle="none", marker="o", markersize=4.5, color=ORANGE,
        markeredgecolor="#FFFFFF", markeredgewidth=0.6, label="Tasks", clip_on=False, zorder=3,
    )  # fmt: skip
    axes.set_xlim(*_span(quota, days))
    locator = _DATES.AutoDateLocator(minticks=3, maxticks=9)
    axes.xaxis.set_major_locator(locator)
    axes.xaxis.set_major_formatter(_DATES.ConciseDateFormatter(locator))
    axes.yaxis.set_major_locator(MaxNLocator(5, integer=True))
    axes.set_ylim(bottom=0)
    entitle(axes, "Use by day (UTC)", look)
    dress(axes, look, grid="y")
    axes.xaxis.get_offset_text().set_color(look.text)
    axes.legend(frameon=False, fontsize=9, labelcolor=look.text, loc="lower right", bbox_to_anchor=(1.0, 0.99), ncols=2)
    return axes


def _noon(day: date) -> datetime:
    return datetime(day.year, day.month, day.day, 12)


def _span(quota: QuotaRecord, days: Any) -> tuple[float, float]:
    first, last = float(np.min(days)) - 0.5, float(np.max(days)) + 0.5
    if quota.period is not None:
        start: Any = _DATES.date2num(quota.period.start)
        end: Any = _DATES.date2num(quota.period.end - timedelta(minutes=1))
        first, last = min(first, float(start)), max(last, float(end))
    return first, last


def plot_confidence(result: Result, ax: Axes | None = None, *, theme: str = "auto") -> Axes:
    """Draw the confidence of every item, one row a kind; the tick is the median."""
    look = theme_named(theme)
    found = {kind: [item.confidence for item in getattr(result, kind)] for kind in STYLES}
    kinds = [kind for kind, values in found.items() if values]
    axes = axes_in(ax, 7.0, 0.9 + 0.34 * max(len(kinds), 3), look)
    if not kinds:
        say(axes, "Nothing was read.", look)
        return axes
    for row, kind in enumerate(kinds):
        _dots(axes, row, found[kind], STYLES[kind].colour, look)
    least = min(min(found[kind]) for kind in kinds)
    axes.set_xlim((0.5 if least >= 0.5 else 0.0) - 0.015, 1.015)
    axes.set_ylim(len(kinds) - 0.4, -0.6)
    axes.set_yticks(range(len(kinds)), [f"{STYLES[k].label}  {len(found[k])}" for k in kinds])
    axes.xaxis.set_major_formatter(lambda value, _: f"{value:.0%}")
    entitle(axes, "Confidence of what was read: a dot an item, a bar the median", look)
    dress(axes, look, grid="x")
    return axes


def _dots(ax: Axes, row: int, values: Iterable[float], colour: str, look: Theme) -> None:
    ordered = np.sort(np.fromiter(values, dtype=float))
    # A fixed low-discrepancy spread instead of chance: the same picture every time.
    spread = row + 0.5 * ((np.arange(ordered.size) * 0.618034 + 0.5) % 1 - 0.5)
    middle = float(np.median(ordered))
    ax.plot([middle, middle], [row - 0.36, row + 0.36], color=look.text, linewidth=3, alpha=0.4, solid_capstyle="butt")
    ax.scatter(ordered, spread, s=26, color=colour or GREY, alpha=0.85, linewidths=0, zorder=3)
