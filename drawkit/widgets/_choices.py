"""What the form's panel chooses: the arguments of `submit`, out of what the service offers, and what they cost."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any, Final

from drawkit.client import DrawkitError, InvalidRequest
from drawkit.contract import MODULES, Profile, QuotaRecord, ServiceStatus

from . import _words
from ._dropzone import DropZone
from ._filelist import to_read
from ._link import Link
from ._pages import parse_pages
from ._panel import Panel
from ._settings import Settings

_LONGEST_WAIT: Final = 10.0
"""Seconds."""


class Choices:
    """The panel's choices against the files of the zone and the quota of the service behind the link."""

    def __init__(self, panel: Panel, zone: DropZone, link: Link) -> None:
        self._panel, self._zone, self._link = panel, zone, link
        self._quota: QuotaRecord | None = None
        self._fault = ""
        self.known = False
        """Whether the service told what it offers."""
        self.waiting = 0
        """How many drawings a run would read."""
        self._asking = asyncio.Lock()
        self._reached = asyncio.Event()
        self._offer(ServiceStatus())

    def settings(self, profile: Profile | str | None, options: dict[str, Any]) -> Settings:
        """Choose the arguments of `submit`: what is given, else what the form shows. Raises `InvalidRequest`."""
        panel = self._panel
        chosen = str(profile or panel.profile)
        from_form = {
            "task_list": list(panel.ticked) if chosen == Profile.ADVANCED else None,
            "pages": parse_pages(panel.pages),
            **({} if panel.private else {"publish": panel.publish, "redact": panel.redact}),
        }
        wanted = {**from_form, **{name: value for name, value in options.items() if value is not None}}
        if chosen == Profile.ADVANCED and not wanted["task_list"]:
            raise InvalidRequest("Profile Advanced reads only the modules you tick: tick at least one.")
        common = {"profile": chosen, **{name: value for name, value in wanted.items() if value is not None}}
        return Settings(common, named=options.get("pages") is not None)

    def count(self) -> None:
        """Show what a run would cost."""
        try:
            settings = self.settings(None, {})
        except DrawkitError as error:
            self._fault = self._panel.cost = str(error)
            self._panel.beyond, self._panel.meter, self.waiting = True, {}, 0
            return
        if self._fault and [self._fault] == [message["text"] for message in self._panel.messages]:
            self._panel.say()  # what it asked for is done
        waiting = to_read(self._zone, settings)
        self.waiting = len(waiting)
        number = sum(map(settings.pages, waiting))
        self._panel.cost, self._panel.beyond = _words.cost(number, len(waiting), self._quota)
        self._panel.meter = _words.meter(number, self._quota)

    async def ask(self) -> None:
        """Ask the service what it offers and what is left."""
        async with self._asking:
            await self._ask_offer()
        await self.ask_quota()

    async def answered(self) -> None:
        """Wait while the service starts, and a moment while it is asked: its own limits hold for files that come."""
        if self.known:
            return
        if self._asking.locked():  # a service of one's own may take a minute on a busy machine, and no longer
            await self._reached.wait()
        with suppress(TimeoutError):
            async with asyncio.timeout(_LONGEST_WAIT), self._asking:
                return

    async def _ask_offer(self) -> None:
        try:
            client = await self._link.connected()
        except DrawkitError as error:
            self._panel.say(str(error), level="error")
            return
        finally:
            self._reached.set()
        self._panel.private = client.own_files is not None
        try:
            self._offer(await client.status())
            self.known = True
        except DrawkitError as error:
            self._panel.say(f"The service does not say what it offers: {error}", level="error")

    async def ask_quota(self) -> None:
        """Ask the service what is left, once there is a connection."""
        if self._link.client is None:
            return
        try:
            self._quota = await self._link.client.quota()
        except DrawkitError:  # a key need not be allowed to read the quota; the form works without
            self._quota = None
        self.count()

    def _offer(self, status: ServiceStatus) -> None:
        modules = status.modules or MODULES
        self._panel.modules = _words.module_choices(modules)
        self._panel.profiles = _words.profile_choices(status.profiles, modules)
        self._zone.limits = status.limits
