"""Delivers events to webhooks: signed, to checked addresses alone, and again by plan until they arrive."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import ssl
import threading
import time
from collections import defaultdict
from collections.abc import Sequence
from datetime import UTC, datetime
from http.cookiejar import DefaultCookiePolicy
from typing import TYPE_CHECKING, Any

from sqlalchemy.exc import DBAPIError

from .outbox import Attempt, Due, Outbox
from .signing import signed_headers
from .targets import LookUp, Resolver, TargetRefusedError, checked_addresses

if TYPE_CHECKING:
    import httpx

log = logging.getLogger(__name__)
_POLL_S = 1.0
_AT_ONCE = 8
"""Deliveries under way at once to one subscription: one that hangs holds up nobody else's."""


class Deliverer:
    """Attempts what is due, on a thread and an event loop of its own.

    An attempt that a stop or a crash cuts off is made again after the next start, with the same event id: each event
    arrives at least once.
    """

    def __init__(
        self,
        outbox: Outbox,
        *,
        retries_s: Sequence[float],
        time_limit_s: float,
        resolve: Resolver | None = None,
        verify: ssl.SSLContext | bool = True,
    ) -> None:
        self._outbox = outbox
        self._retries_s = tuple(retries_s)
        self._time_limit_s = time_limit_s
        self._resolve = resolve or LookUp()
        self._verify = verify
        self._busy: dict[str, dict[int, asyncio.Task[None]]] = defaultdict(dict)
        self._stopping = threading.Event()
        self._grace_s = 0.0
        self._loop: asyncio.AbstractEventLoop | None = None
        self._woken = asyncio.Event()
        self._thread = threading.Thread(target=self._run, name="deliverer", daemon=True)

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def wake(self) -> None:
        """Tell that an event was written. Safe from any thread."""
        loop = self._loop
        if loop is not None:
            with contextlib.suppress(RuntimeError):  # it has just been closed: the next start finds the event
                loop.call_soon_threadsafe(self._woken.set)

    def stop(self, grace_s: float = 0) -> None:
        """Begin nothing more; what is under way has `grace_s` seconds, and is otherwise attempted after a start."""
        self._grace_s = grace_s
        self._stopping.set()
        self.wake()
        if self._thread.is_alive():
            self._thread.join(grace_s + 5)

    def _run(self) -> None:
        with asyncio.Runner() as runner:
            self._loop = runner.get_loop()
            runner.run(self._main())

    async def _main(self) -> None:
        import httpx  # noqa: PLC0415 - loads while the service starts

        # Each connection is used once: a pool knows addresses, and two names at one address have two certificates.
        limits = httpx.Limits(max_connections=None, max_keepalive_connections=0)
        settings: dict[str, Any] = {"trust_env": False, "follow_redirects": False, "timeout": self._time_limit_s}
        async with httpx.AsyncClient(verify=self._verify, limits=limits, **settings) as http:
            http.cookies.jar.set_policy(DefaultCookiePolicy(allowed_domains=()))  # a target's cookie is no other's
            while not self._stopping.is_set():
                self._woken.clear()
                try:
                    await self._begin_due(http)
                except DBAPIError as error:
                    log.warning("deliveries wait", extra={"error": type(error).__name__})
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self._woken.wait(), _POLL_S)
            await self._finish()

    async def _begin_due(self, http: httpx.AsyncClient) -> None:
        busy = {name: tuple(under_way) for name, under_way in self._busy.items()}
        for due in await asyncio.to_thread(self._outbox.due, busy, _AT_ONCE, self._retries_s):
            self._busy[due.subscription_id][due.number] = asyncio.create_task(self._deliver(http, due))

    async def _finish(self) -> None:
        left = [task for under_way in self._busy.values() for task in under_way.values()]
        if left:
            _, late = await asyncio.wait(left, timeout=self._grace_s)
            for task in late:
                task.cancel()
            await asyncio.gather(*left, return_exceptions=True)

    async def _deliver(self, http: httpx.AsyncClient, due: Due) -> None:
        try:
            attempt = await self._attempt(http, due)
            retry_s = self._retries_s[due.attempts] if due.attempts < len(self._retries_s) else None
            facts = {"subscription_id": due.subscription_id, "event_id": due.event_id, "outcome": attempt.outcome}
            log.log(logging.INFO if attempt.succeeded else logging.WARNING, "delivery", extra=facts)
            await self._note(due, attempt, retry_s)
        finally:
            self._busy[due.subscription_id].pop(due.number, None)
            self._woken.set()

    async def _note(self, due: Due, attempt: Attempt, retry_s: float | None) -> None:
        # Until it is written down it counts as under way: a full disk must not make us deliver over and over.
        while True:
            try:
                await asyncio.to_thread(self._outbox.note, due, attempt, retry_s)
            except DBAPIError as error:
                log.warning("deliveries wait", extra={"error": type(error).__name__})
                await asyncio.sleep(_POLL_S)
            else:
                return

    async def _attempt(self, http: httpx.AsyncClient, due: Due) -> Attempt:
        import httpx  # noqa: PLC0415 - loaded by `_main`

        began = time.monotonic()
        status: int | None = None
        try:
            async with asyncio.timeout(self._time_limit_s):
                addresses = await checked_addresses(due.url, due.networks, self._resolve)
                status = await _post(http, due, addresses)
                outcome = _words(status)
        except TargetRefusedError as refused:
            outcome = f"address refused: {refused}"
        except (TimeoutError, httpx.TimeoutException):
            outcome = f"no answer within {self._time_limit_s:g} s"
        except OSError:
            outcome = "the name was not found"
        except (httpx.HTTPError, httpx.InvalidURL, ValueError) as error:
            outcome = f"no connection: {type(error).__name__}"
        return Attempt(outcome, status, round((time.monotonic() - began) * 1000))


async def _post(http: httpx.AsyncClient, due: Due, addresses: Sequence[str]) -> int:
    """Send to the first of the checked addresses that takes a connection; only the answer's head is read."""
    import httpx  # noqa: PLC0415 - loaded by `_main`

    url = httpx.URL(due.url)
    headers = {
        "host": url.netloc.decode("ascii"),
        "content-type": "application/json",
        "user-agent": "drawkit-webhooks",
        **signed_headers(due.event_id, due.body, due.secrets, datetime.now(UTC)),
    }
    # The address stands in the URL, so that nothing resolves the name again; the certificate is the name's.
    extensions = {"sni_hostname": url.raw_host.decode("ascii")}
    for place, address in enumerate(addresses, start=1):
        pinned = url.copy_with(host=address)
        request = http.build_request("POST", pinned, content=due.body, headers=headers, extensions=extensions)
        try:
            answer = await http.send(request, stream=True)
        except httpx.ConnectError:
            if place == len(addresses):
                raise
        else:
            await answer.aclose()
            return answer.status_code
    raise OSError("the name has no address")


def _words(status: int) -> str:
    if 200 <= status < 300:
        return "delivered"
    if 300 <= status < 400:
        return f"answered {status}: redirects are not followed"
    return "answered 410: switched off" if status == 410 else f"answered {status}"
