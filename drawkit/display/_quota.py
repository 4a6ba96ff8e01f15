"""Quota and service status as views that show themselves."""

from __future__ import annotations

from typing import Any

import pandas as pd

from drawkit import figures, frames
from drawkit.contract import QuotaRecord, ServiceStatus

from . import _html, _words
from ._picture import Picture, picture_of

_PLOT_WIDTH = 672


class Quota(QuotaRecord):
    """The caller's quota. `frame` has the limits, `usage` the days, `plot` draws the gauges."""

    @property
    def frame(self) -> pd.DataFrame:
        """Limits and use of the running period, one row a limit."""
        return frames.quota_frame(self)

    @property
    def usage(self) -> pd.DataFrame:
        """Use by day (UTC)."""
        return frames.usage_frame(self)

    def plot(self, theme: str = "auto") -> Picture:
        """Draw a gauge for each limit."""
        return picture_of(figures.plot_quota(self, theme=theme), "Quota")

    def plot_usage(self, theme: str = "auto") -> Picture:
        """Draw pages and tasks by day."""
        return picture_of(figures.plot_usage(self, theme=theme), "Use by day")

    def __repr__(self) -> str:
        told = [f"{limit.name} {_limit(limit.used, limit.limit)}" for limit in self.limits]
        return f"<Quota: {', '.join(told) or 'no limits told'}>"

    __str__ = __repr__

    def _repr_html_(self) -> str:
        pictures = [_html.picture(self.plot().png, repr(self), kind="plot", width=_PLOT_WIDTH)]
        if self.daily:
            pictures.append(_html.picture(self.plot_usage().png, "Use by day", kind="plot", width=_PLOT_WIDTH))
        rows = [
            (limit.name, f"{limit.used:,}", "none" if limit.limit is None else f"{limit.limit:,}",
             "" if limit.remaining is None else f"{limit.remaining:,}")
            for limit in self.limits
        ]  # fmt: skip
        table = _html.table("", ("Counted", "Used", "Limit", "Left"), rows, numbers=(1, 2, 3))
        return _html.block(*pictures, table if rows else "")

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:  # noqa: ARG002 - IPython's protocol
        return {"text/plain": repr(self), "text/html": self._repr_html_()}


class Status(ServiceStatus):
    """What the service is and can do."""

    def __repr__(self) -> str:
        queue = self.queue
        return f"<Status: {self.status}, {queue.running} running, {queue.queued} queued>"

    __str__ = __repr__

    def _repr_html_(self) -> str:
        colour = "#009E73" if self.status == "ok" else "#D55E00"
        limits, queue = self.limits, self.queue
        told: list[tuple[str, Any]] = [
            ("Version", self.version),
            ("Running", str(queue.running)),
            ("Queued", str(queue.queued)),
            ("Workers", queue.workers),
            ("Largest file", _words.size(limits.max_bytes)),
            ("Pages of a PDF", limits.max_pages),
            ("Formats", ", ".join(limits.formats)),
            ("Profiles", ", ".join(self.profiles)),
        ]
        modules = ", ".join(module.replace("_", " ") for module in self.modules)
        reads = _html.div("more", f"Reads: {_html.esc(modules)}") if modules else ""
        return _html.block(_html.div("cap", _html.badge(self.status, colour)), _html.facts(told), reads)

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:  # noqa: ARG002 - IPython's protocol
        return {"text/plain": repr(self), "text/html": self._repr_html_()}


def _limit(used: int, limit: int | None) -> str:
    return f"{used:,} used" if limit is None else f"{used:,} of {limit:,}"
