"""The chart of tolerance bands: what the drawing states, and what fits and general tolerances allow."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from decimal import Decimal
from typing import Any, Final, NamedTuple

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from drawkit.contract import Dimension, Result
from drawkit.tolerances import Limits, limits_of_result

from ._letters import printable
from ._style import BLUE, GREY, ORANGE, SKY, Theme, axes_in, dress, entitle, letters_across, say, theme_named

_SPREAD: Final = 30.0
_SIGN: Final = 4
"""As wide as so many letters is the sign before a colour's name."""
_STATED, _ANGLES, _FITS, _GENERAL = "Lengths", "Angles, in degrees", "Fits (ISO 286)", "General tolerance"
_COLOURS: Final = {_STATED: BLUE, _ANGLES: ORANGE, _FITS: SKY, _GENERAL: GREY}
_OF_ORIGIN: Final = {"fit": _FITS, "general": _GENERAL}


class Band(NamedTuple):
    """One toleranced dimension: its text, the deviations around its nominal value, and what kind of band it is."""

    text: str
    upper: float
    lower: float
    kind: str

    @property
    def unit(self) -> str:
        """The sign behind its values."""
        return "°" if self.kind == _ANGLES else ""


def plot_tolerances(
    dimensions: Result | pd.DataFrame | Sequence[Dimension],
    ax: Axes | None = None,
    *,
    most: int = 40,
    theme: str = "auto",
) -> Axes:
    """Draw the tolerance band of each dimension against its nominal value, narrowest first.

    Takes a result, a frame of `drawkit.limits`, or dimensions as they are or as their frame. With a result or limits,
    fits (ISO 286) and general tolerances are drawn in colours of their own. Limits without a nominal
    value are drawn around their middle. At most `most` bands; what has no numeric tolerance is left out, and the title
    says how many. Deviations are in the drawing's units, those of angles in degrees and in another colour. The axis is
    linear near zero and logarithmic beyond when the bands' widths differ by more than thirty times.
    """
    look = theme_named(theme)
    known = _bands(dimensions)
    bands = sorted(filter(None, known), key=lambda band: (band.upper - band.lower, band.text))
    shown = bands[:most]
    axes = axes_in(ax, 7.0, 0.9 + 0.24 * max(len(shown), 4), look)
    if not shown:
        say(axes, "No dimension has a tolerance in numbers.", look)
        return axes
    _draw_bands(axes, shown, look)
    kinds = [kind for kind in _COLOURS if any(band.kind == kind for band in shown)]
    beside = _beside_each_other(axes, kinds) if kinds != [_STATED] else 0
    rows = math.ceil(len(kinds) / beside) if beside else 0
    title = f"Tolerance bands: {len(shown)} of {len(known)} dimensions"
    entitle(axes, title, look, room=6.0 + 16.0 * rows)
    axes.set_xlabel("Deviation from nominal, in the drawing's units", fontsize=9)
    if beside:
        _explain(axes, look, beside)
    return axes


def _bands(told: Result | pd.DataFrame | Sequence[Dimension]) -> list[Band | None]:
    if isinstance(told, Result):
        limits = limits_of_result(told)
        return [_stated(d) or _computed(d, found) for d, found in zip(told.dimensions, limits, strict=True)]
    rows: Iterable[Any] = told.itertuples() if isinstance(told, pd.DataFrame) else told
    if isinstance(told, pd.DataFrame) and "origin" in told.columns:
        return [_of_limits(row) for row in rows]
    return [_stated(row) for row in rows]


def _number(value: Any) -> float | None:
    return None if value is None or pd.isna(value) or not math.isfinite(value) else float(value)


def _stated(row: Any) -> Band | None:
    upper, lower = _number(row.upper_deviation), _number(row.lower_deviation)
    if upper is None or lower is None:
        top, bottom = _limit(row, "upper_limit", "max"), _limit(row, "lower_limit", "min")
        if top is None or bottom is None:
            return None
        upper, lower = (top - bottom) / 2, (bottom - top) / 2
    kind = _ANGLES if getattr(row, "kind", None) == "angle" else _STATED
    return Band(_words(row.text), max(upper, lower), min(upper, lower), kind)


def _limit(row: Any, column: str, member: str) -> float | None:
    """A printed limit: a column of the frame of dimensions, a member of a dimension."""
    return _number(getattr(row, column) if hasattr(row, column) else getattr(row, member))


def _computed(d: Dimension, found: Limits) -> Band | None:
    if found.origin not in _OF_ORIGIN:
        return None
    kind = _ANGLES if d.kind == "angle" else _OF_ORIGIN[found.origin]
    return _around(d.text, found.nominal, found.lower, found.upper, kind)


def _of_limits(row: Any) -> Band | None:
    kind = _ANGLES if row.kind == "angle" else _OF_ORIGIN.get(row.origin, _STATED)
    return _around(row.text, _number(row.nominal), _number(row.lower_limit), _number(row.upper_limit), kind)


def _around(text: Any, nominal: float | None, lower: float | None, upper: float | None, kind: str) -> Band | None:
    """Make the band of two limits around the nominal value, or around their middle."""
    if lower is None or upper is None:
        return None
    top, bottom = Decimal(str(upper)), Decimal(str(lower))
    middle = (top + bottom) / 2 if nominal is None else Decimal(str(nominal))
    return Band(_words(text), float(top - middle), float(bottom - middle), kind)


def _words(text: Any) -> str:
    return printable(text if isinstance(text, str) else "", 36)


def _draw_bands(ax: Axes, bands: Sequence[Band], look: Theme) -> None:
    places = range(len(bands))
    lower = np.array([band.lower for band in bands])
    width = np.array([band.upper - band.lower for band in bands])
    reach = max(float(np.abs([band[1:3] for band in bands]).max()), 1e-9)
    least = min((float(w) for w in width if w > 0), default=reach)
    dress(ax, look, grid="x")
    if width.max() > _SPREAD * least:
        ax.set_xscale("symlog", linthresh=least, linscale=0.6)
    for kind, colour in _COLOURS.items():
        of = [place for place, band in zip(places, bands, strict=True) if band.kind == kind]
        if of:
            high = 0.28 if kind == _GENERAL else 0.56  # many and wide: they stay in the background
            ax.barh(of, width[of], left=lower[of], height=high, color=colour, label=kind)
    ax.axvline(0.0, color=look.strong, linewidth=1.1)
    ax.set_xlim(-reach * 1.15, reach * 1.15)
    ax.set_ylim(len(bands) - 0.4, -0.6)
    ax.set_yticks(list(places), [band.text for band in bands], parse_math=False, fontsize=8)
    for place, band in zip(places, bands, strict=True):
        ax.annotate(
            _deviations(band),
            (1.0, place), xycoords=("axes fraction", "data"), xytext=(4, 0), textcoords="offset points",
            va="center", fontsize=7.5, color=look.text,
        )  # fmt: skip


def _beside_each_other(ax: Axes, kinds: Sequence[str]) -> int:
    """How many of the colours are told in a row."""
    room = letters_across(ax, 9)
    if sum(len(kind) + _SIGN for kind in kinds) <= room:
        return len(kinds)
    return min(max(room // (max(map(len, kinds)) + _SIGN), 1), len(kinds))


def _explain(ax: Axes, look: Theme, beside: int) -> None:
    """Tell the colours between title and chart; a row may reach over the names of long bands."""
    ax.legend(
        frameon=False, fontsize=9, labelcolor=look.text, loc="lower right", bbox_to_anchor=(1.0, 0.99),
        ncols=beside, borderaxespad=0.2, borderpad=0.2, handlelength=1.2, columnspacing=1.2,
    )  # fmt: skip


def _deviations(band: Band) -> str:
    if band.upper == -band.lower:
        return f"±{band.upper:g}{band.unit}"
    return " / ".join("0" if value == 0 else f"{value:+g}{band.unit}" for value in (band.upper, band.lower))
