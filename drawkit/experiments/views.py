"""How previews, runs and experiments show themselves in a notebook: HTML that reads well on light and dark."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pandas as pd

from drawkit._passed_over import WHAT_TO_DO
from drawkit.display import _html, _words

from . import tables
from .plan import Plan
from .run_status import RunStatus

if TYPE_CHECKING:
    from .preview import Preview

_MOST: Final = 12
_SIDE_BY_SIDE: Final = 6
_STATES: Final = ("drawings", *tables.STATES, "pages")


def preview(told: Preview) -> str:
    """The figures of a preview, and the first refusals."""
    parts = [_html.title(f"Preview of {told.name}"), _html.facts(told.facts())]
    if not told.fits:
        parts.append(_html.warning("The quota is not enough for all of it: what is left over is not submitted."))
    if told.passed_over:
        parts.append(_html.div("more", _html.esc(f"Passed over: {told.passed_over} ({WHAT_TO_DO}).")))
    refused = told.refusals
    if len(refused):
        parts.append(frame("Refused, and never submitted", refused, ["drawing", "setting", "error"]))
    return _html.block(*parts)


def progress(name: str, status: RunStatus, *, last: bool = False) -> str:
    """A run's bar, counts and the time left."""
    share = status.done / status.total if status.total else 1.0
    counts = _counts(status)
    if last:
        ended = "interrupted: run it again to go on" if status.interrupted else "done"
        time = _html.div("more dk-took", _html.esc(f"{ended} in {_words.duration(status.took_s or 0.0)}"))
    else:
        left = status.left_s
        time = _html.div("more dk-took", _html.esc(f"{_words.duration(left)} left" if left else "…"))
    title = _html.div("title", _html.esc(f"{name}: {status.done:,} of {status.total:,}"))
    return _html.block(title, _html.bar(share), _html.facts(counts), time)


def experiment(name: str, plan: Plan, status: RunStatus | None) -> str:
    """How an experiment stands: a table of its settings, and the first errors."""
    parts = [_html.title(name, tables.line(plan), f"engine {plan.engine}")]
    parts.append(_summary(plan))
    told = tables.tasks_of(plan)
    errors = told[told["error_code"].notna()]
    if len(errors):
        parts.append(frame("Not read", errors, ["drawing", "setting", "status", "error"]))
    if status is not None and status.took_s is not None:
        words = f"{status.done:,} new and {status.known:,} known in {_words.duration(status.took_s)}"
        parts.append(_html.div("more dk-took", _html.esc(words)))
    return _html.block(*parts)


def _summary(plan: Plan) -> str:
    """The settings side by side, or one below the other where there are many."""
    told = tables.summary(plan)
    if len(told) > _SIDE_BY_SIDE:
        return frame("", told[["setting", *(name for name in told.columns if name in _STATES)]], most=len(told))
    names = [str(column).replace("_", " ") for column in told.columns[1:]]
    counts = zip(*(row[1:] for row in told.itertuples(index=False, name=None)), strict=True)
    rows = [[name, *map(_cell, row)] for name, row in zip(names, counts, strict=True)]
    return _html.table("", ["", *map(str, told["setting"])], rows, numbers=range(1, 1 + len(told)))


def frame(caption: str, told: pd.DataFrame, columns: list[str] | None = None, most: int = _MOST) -> str:
    """The first rows of a DataFrame as a table, with a line that says how many more there are."""
    shown = told[columns] if columns is not None else told
    numbers = [at for at, kind in enumerate(shown.dtypes) if pd.api.types.is_numeric_dtype(kind)]
    header = [str(column).replace("_", " ") for column in shown.columns]
    rows = [[_cell(value) for value in row] for row in shown.head(most).itertuples(index=False, name=None)]
    more = f"and {len(shown) - most:,} more" if len(shown) > most else ""
    return _html.table(caption, header, rows, numbers=numbers) + (_html.div("more", _html.esc(more)) if more else "")


def _cell(value: object) -> str:
    if value is None or value is pd.NA or value != value:  # noqa: PLR0124 - NaN is not itself
        return ""
    return f"{value:,.3f}" if isinstance(value, float) else f"{value:,}" if isinstance(value, int) else str(value)


def _counts(status: RunStatus) -> list[tuple[str, object]]:
    return [
        ("Known", status.known),
        ("Read", status.completed),
        ("Failed", status.failed),
        ("Cancelled", status.cancelled),
        ("Refused", status.refused),
        ("Not submitted", status.left),
        ("At the service", status.open),
    ]
