"""The service that a form, a board and a quota view share: connected once, when it is first needed."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, TypeAlias, cast

from drawkit import client, local

if TYPE_CHECKING:
    from drawkit.display import AsyncClient, Client

    Given: TypeAlias = Client | AsyncClient | "Link" | None


class Link:
    """One asynchronous client for one event loop, made of what a person gives: a client of either kind, or none."""

    def __init__(self, given: Client | AsyncClient | None = None) -> None:
        self._given = given
        self._client: AsyncClient | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._connecting = asyncio.Lock()

    @staticmethod
    def of(given: Given) -> Link:
        """Give the link that was given, or a new one."""
        return given if isinstance(given, Link) else Link(given)

    @property
    def client(self) -> AsyncClient | None:
        """The client, once connected."""
        return self._client

    @property
    def starts(self) -> bool:
        """Whether connecting starts a service here, which keeps a machine busy for a second."""
        return self._given is None and self._client is None

    async def connected(self) -> AsyncClient:
        """Give the client; without one that was given, connect as `drawkit.connect` does. Raises `DrawkitError`."""
        async with self._connecting:
            loop = asyncio.get_running_loop()
            if self._client is not None and self._loop is loop:
                return self._client
            given: Any = self._given
            if given is None:
                given = await asyncio.to_thread(local.connect)
            if isinstance(given, client.Client):
                given = given.to_async()
            self._client, self._loop = cast("AsyncClient", given), loop  # connections belong to the loop they open in
            return self._client

    async def aclose(self) -> None:
        """Close the connections that were opened here; a client that was given stays open."""
        if self._client is not None and self._client is not self._given:
            await self._client.aclose()
        self._client = None
