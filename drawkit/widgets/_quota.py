"""The quota view: gauges with a forecast, use by day, and the limits and rates in force."""

from __future__ import annotations

import time
from contextlib import suppress
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final

import anywidget
import traitlets

from drawkit.client import DrawkitError
from drawkit.contract import QuotaRecord

from . import _quotawords
from ._assets import script, style
from ._forecast import Forecast, forecast
from ._home import Home
from ._link import Link
from ._shown import bundle, stand_in
from ._told import refuse_unknown

if TYPE_CHECKING:
    from drawkit.display import Quota

    from ._link import Given


_PUBLIC: Final = ("close", "forecast", "quota", "refresh", "widget")
_FRESH_SECONDS: Final = 25.0


class Gauges(anywidget.AnyWidget):
    """What the browser paints."""

    _esm = script("quota")
    _css = style("quota")

    period = traitlets.Unicode().tag(sync=True)
    message = traitlets.Unicode().tag(sync=True)
    gauges: Any = traitlets.List(traitlets.Dict()).tag(sync=True)
    daily: Any = traitlets.List(traitlets.Dict()).tag(sync=True)
    facts: Any = traitlets.List(traitlets.List()).tag(sync=True)
    unfolded = traitlets.Bool(False).tag(sync=True)

    def __repr__(self) -> str:
        return f"<Gauges: {len(self.gauges)} limits>"


class QuotaView:
    """What the key may still use, how fast it is being used, and the limits that hold.

    `client` is what `drawkit.connect()` gives, or an `AsyncClient`; without one the view connects when it is shown.
    While somebody looks it asks again every half minute.
    """

    def __init__(self, client: Given = None, **unknown: Any) -> None:
        refuse_unknown("QuotaView", unknown, ("client",))
        self._home = Home()
        self._link, self._owns_link = Link.of(client), not isinstance(client, Link)
        self._quota: Quota | None = None
        self._asked_at = float("-inf")
        self.widget = Gauges()
        self.widget.add_class("dk-quota")
        self.widget.on_msg(lambda _, content, _buffers: self._home.call(self._hear, content))

    @property
    def quota(self) -> Quota | None:
        """The quota as of the last look; None before the first."""
        return self._quota

    @property
    def forecast(self) -> dict[str, Forecast | None]:
        """What is to be expected of each limit at the end of the period, by its name."""
        if self._quota is None:
            return {}
        return {limit.name: forecast(self._quota, limit, datetime.now(UTC)) for limit in self._quota.limits}

    async def refresh(self) -> QuotaView:
        """Ask the service, and show what it says. Raises `DrawkitError`."""
        self._asked_at = time.monotonic()
        client = await self._link.connected()
        self._quota = await client.quota()
        facts = _quotawords.rates(client.rate_limit)
        self._show(self._quota, facts)
        with suppress(DrawkitError):  # a key need not be allowed to read the status; the quota is told without it
            self._show(self._quota, facts + _quotawords.files(await client.status()))
        return self

    def wake(self) -> None:
        """Ask now, for something was used."""
        self._home.later(self._told())

    def close(self) -> None:
        """Remove the view."""
        if self._owns_link:
            self._home.later(self._link.aclose())
        self.widget.close()

    def _hear(self, content: dict[str, Any]) -> None:
        stale = time.monotonic() - self._asked_at > _FRESH_SECONDS
        if content.get("op") == "refresh" or (content.get("op") == "look" and stale):
            self.wake()

    async def _told(self) -> None:
        try:
            await self.refresh()
            self.widget.message = ""
        except DrawkitError as error:
            self.widget.message = f"The quota cannot be told: {error}"
        except Exception as error:  # noqa: BLE001 - an error in a task of the loop shows nowhere else
            self.widget.message = f"The quota cannot be shown: {error!r}"

    def _show(self, quota: QuotaRecord, facts: list[list[str]]) -> None:
        now = datetime.now(UTC)
        with self.widget.hold_sync():
            self.widget.period = _quotawords.period(quota, now)
            self.widget.gauges = _quotawords.gauges(quota, now)
            self.widget.daily = _quotawords.days(quota, now)
            self.widget.facts = facts

    def __repr__(self) -> str:
        return f"<QuotaView: {repr(self._quota)[1:-1] if self._quota is not None else 'not asked yet'}>"

    def __dir__(self) -> list[str]:
        return list(_PUBLIC)

    def _repr_html_(self) -> str:
        told = stand_in("A view of the quota")
        return told if self._quota is None else self._quota._repr_html_()

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, Any]:
        self._home.call(self._hear, {"op": "look"})
        return bundle(self.widget, repr(self), self._repr_html_(), **kwargs)
