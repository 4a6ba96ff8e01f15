"""The gate every request passes: its id, its key, its address, its share of the limits, and its line in the log."""

from __future__ import annotations

import logging
import re
import secrets
import time
from dataclasses import dataclass, field
from ipaddress import ip_network

import anyio.to_thread
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from drawkit.contract import Problem, Refused

from .keys import KeyInfo, Keys, plain_address
from .logs import hidden
from .problems import answer, of_exception
from .settings import Settings
from .throttle import Caller, Throttle

log = logging.getLogger(__name__)
_GUARDED = "/api/open"
_WITH_PORT = re.compile(r"\[([0-9A-Fa-f:.]+)\](?::\d*)?|(\d+(?:\.\d+){3}):\d*", re.ASCII)
NOBODY = Caller("nobody", known=False)


@dataclass
class Visit:
    """What is known of one request."""

    request_id: str = field(default_factory=lambda: f"req_{secrets.token_hex(12)}")
    began: float = field(default_factory=time.perf_counter)
    caller: Caller = NOBODY
    key_id: str | None = None
    status: int = 0


class Gate:
    """ASGI middleware around the whole application."""

    def __init__(self, app: ASGIApp, *, keys: Keys, throttle: Throttle, settings: Settings) -> None:
        self._app = app
        self._keys = keys
        self._throttle = throttle
        self._proxies = tuple(ip_network(str(n)) for n in settings.trusted_proxies)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request pass, or answer it here."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        visit = Visit()
        scope.setdefault("state", {})["request_id"] = visit.request_id

        async def tell(message: Message) -> None:
            if message["type"] == "http.response.start":
                visit.status = message["status"]
                fields = MutableHeaders(raw=message.setdefault("headers", []))
                fields["X-Request-Id"] = visit.request_id
                fields["X-Content-Type-Options"] = "nosniff"
                fields.setdefault("Cache-Control", "no-store")
                for name, value in self._throttle.headers(visit.caller).items():
                    fields[name] = value
            await send(message)

        try:
            await self._pass(visit, scope, receive, tell)
        except ClientDisconnect:
            visit.status = 499  # nobody is there to be answered; the number is the log's
        except Exception as error:  # noqa: BLE001 - the last place where a fault can still become an answer
            await self._fault(visit, error, scope, receive, tell)
        finally:
            _log(visit, scope)

    async def _pass(self, visit: Visit, scope: Scope, receive: Receive, send: Send) -> None:
        address = self._address(scope)
        visit.caller = Caller(f"address {_counted(address)}", known=False)
        guarded = scope["path"].startswith(_GUARDED)
        key = await self._key(scope)  # also where none is needed: what a key's holder asks counts for the key
        if key is not None:
            visit.key_id = key.key_id
            visit.caller = Caller(key.key_id, known=True)
        self._throttle.enter(visit.caller)
        try:
            if guarded:
                scope["state"]["key"] = _admitted(key, address)
            await self._app(scope, receive, send)
        finally:
            self._throttle.leave(visit.caller)

    async def _key(self, scope: Scope) -> KeyInfo | None:
        scheme, _, secret = Headers(scope=scope).get("authorization", "").partition(" ")
        if scheme.lower() != "bearer":
            return None
        return await anyio.to_thread.run_sync(self._keys.check, secret.strip())

    def _address(self, scope: Scope) -> str:
        peer = scope["client"][0] if scope.get("client") else ""
        # A proxy may add a line of its own beside the client's: all lines are one list.
        told = ",".join(Headers(scope=scope).getlist("x-forwarded-for"))
        hops = [hop.strip() for hop in told.split(",") if hop.strip()]
        # From the right, each hop was written by the one after it: believed as long as that one is trusted.
        while hops and self._trusted(peer):
            address = _host_of(hops.pop())
            if address is None:
                break  # a proxy that does not say from where: what it sends counts as its own
            peer = address
        return str(peer)

    def _trusted(self, address: str) -> bool:
        try:
            given = plain_address(address)
        except ValueError:
            return False
        return any(given in network for network in self._proxies)

    async def _fault(self, visit: Visit, error: Exception, scope: Scope, receive: Receive, send: Send) -> None:
        problem = of_exception(error)
        if problem.status == 500:
            log.error("fault", exc_info=error, extra={"request_id": visit.request_id})
        if visit.status:
            raise error  # the answer has begun: only breaking the connection can tell
        await answer(problem, visit.request_id)(scope, receive, send)


def _host_of(hop: str) -> str | None:
    """The address in an entry of `X-Forwarded-For`, which some proxies write with its port or in quotes."""
    told = hop.strip('"')
    host = _WITH_PORT.fullmatch(told)
    try:
        return str(plain_address(host[1] or host[2] if host else told))
    except ValueError:
        return None


def _counted(address: str) -> str:
    """Those who share a limit: an IPv4 address, or the IPv6 network of one subscriber (/64)."""
    try:
        given = plain_address(address)
    except ValueError:
        return address
    return str(ip_network((given, 64), strict=False)) if given.version == 6 else str(given)


def _admitted(key: KeyInfo | None, address: str) -> KeyInfo:
    if key is None:
        detail = "Send a valid key in the header 'Authorization: Bearer <API_KEY>'."
        raise Refused(Problem.of("unauthenticated", detail))
    if not key.allows(address):
        raise Refused(Problem.of("address-not-allowed", "This key may not be used from your address."))
    return key


def _log(visit: Visit, scope: Scope) -> None:
    path = str(scope["path"])
    facts = {
        "request_id": visit.request_id,
        "method": scope["method"],
        # A published address is a secret of its own, and some put their key into an address: no handler is told either.
        "path": "/published/..." if "/published/" in path else hidden(path)[:200],
        "status": visit.status,
        "ms": round((time.perf_counter() - visit.began) * 1000, 1),
        "key_id": visit.key_id,
    }
    log.info("request", extra=facts)
