"""Connections that nobody can hold: each step of a request has its time, and there are only so many at once."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import sys
from collections import Counter
from dataclasses import dataclass
from ipaddress import ip_network
from typing import Any, Final

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from drawkit.contract import Problem, Refused

from .keys import plain_address
from .problems import answer, of_exception
from .settings import Settings
from .throttle import Caller, Throttle

BACKLOG: Final = 32
"""Connections that may wait to be taken; the event loop takes them in one turn."""
_TURNS: Final = 3  # of the loop from taking a connection until one that makes room for it, or itself, is closed
_OTHER_FILES: Final = 96 + _TURNS * BACKLOG  # for the store, the log, workers' pipes, and what is just being refused
_MANY_FILES = 2**20
_LINGER_S, _LINGER_BYTES = 5.0, 32 * 2**20
_FLUSH_S = 10.0


@dataclass(frozen=True)
class Rules:
    """What a connection may do: seconds for a request's head, its body and the reading of an answer, and how many."""

    head_s: float
    body_s: float
    read_s: float
    connections: int
    address_connections: int
    throttle: Throttle
    proxies: tuple[Any, ...]

    @classmethod
    def of(cls, settings: Settings, throttle: Throttle) -> Rules:
        """The rules of a service; no more connections than it may have open files."""
        most = min(settings.connections, max(1, _open_files() - _OTHER_FILES))
        return cls(
            head_s=settings.header_time_limit_s,
            body_s=settings.upload_time_limit_s + 1,
            read_s=settings.upload_time_limit_s,
            connections=most,
            address_connections=min(most, settings.address_connections),
            throttle=throttle,
            proxies=tuple(ip_network(str(network)) for network in settings.trusted_proxies),
        )


def _open_files() -> int:
    """How many files the process may have open."""
    if sys.platform == "win32":
        return _MANY_FILES
    import resource  # noqa: PLC0415 - not on every system

    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return _MANY_FILES if soft == resource.RLIM_INFINITY else soft


def guarded(rules: Rules) -> type[Guarded]:
    """The protocol class for these rules."""
    return type("Guarded", (Guarded,), {"rules": rules})


class Guarded(H11Protocol):
    """HTTP/1.1 in which a client that does not go on is closed: in a head, in a body, or before an answer.

    Where there are too many connections, the one that waited longest for a request makes room; it is one of whoever
    has most. What is no HTTP is answered as a problem, and counted as a request of its address.
    """

    rules: Rules
    _timer: asyncio.TimerHandle | None = None
    _phase = ""
    _reading: asyncio.TimerHandle | None = None
    _swallowed = 0
    address = ""
    answered = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        """Take a connection, or refuse it."""
        super().connection_made(transport)
        self.address = self.client[0] if self.client else ""
        if self._is_one_too_many():
            self.connections.discard(self)
            self._refuse(Problem.of("unavailable", "Too many connections are open. Try again shortly.", retry_after=1))
            return
        self._watch()

    def data_received(self, data: bytes) -> None:
        """Take what came; what comes of a body after its answer is thrown away, within bounds."""
        if self._phase == "after":
            self._swallowed += len(data)
            if self._swallowed > _LINGER_BYTES:
                self._end()
                return
        with contextlib.suppress(h11.LocalProtocolError):  # nothing can be said any more: the connection is closed
            super().data_received(data)
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        self._phase = "lost"
        self._cancel()
        if self._reading is not None:
            self._reading.cancel()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        """The client does not read: it has some time to go on."""
        super().pause_writing()
        self._reading = self.loop.call_later(self.rules.read_s, self.transport.abort)

    def resume_writing(self) -> None:
        """The client reads again."""
        super().resume_writing()
        if self._reading is not None:
            self._reading.cancel()
            self._reading = None

    def on_response_complete(self) -> None:
        """Go on to the next request, or close."""
        self.answered += 1
        super().on_response_complete()
        if self.transport.is_closing():
            self._end()
        else:
            self._watch()

    def _should_upgrade(self) -> bool:
        return False  # the open API has no other protocol: the request is one like any other

    def send_400_response(self, msg: str) -> None:
        """Answer what is no HTTP, if something can still be said, and close."""
        problem = Problem.of("invalid-request", f"{msg} The connection is closed.", status=400)
        if self.address and not self._is_proxy():
            caller = Caller(f"address {self.address}", known=False)
            try:
                self.rules.throttle.enter(caller)
                self.rules.throttle.leave(caller)
            except Refused as refused:
                problem = of_exception(refused)
        self._refuse(problem)

    def _refuse(self, problem: Problem) -> None:
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            told = answer(problem, f"req_{secrets.token_hex(12)}")
            body = bytes(told.body)
            fields = [*told.raw_headers, (b"connection", b"close")]
            head = h11.Response(status_code=told.status_code, headers=fields)
            for event in (head, h11.Data(data=body), h11.EndOfMessage()):
                self.transport.write(self.conn.send(event))
        self._end()

    def _watch(self) -> None:
        """Give the step that the connection is in its time; a step that goes on keeps what is left of it."""
        phase, seconds = self._step()
        if self._phase in (phase, "lost"):
            return
        self._cancel()
        self._phase, self._swallowed = phase, 0
        if seconds is not None:
            self._timer = self.loop.call_later(seconds, self._end)

    def _step(self) -> tuple[str, float | None]:
        """What the connection is at, and the seconds that it may take (None: somebody else looks after it)."""
        if self.conn.their_state is h11.IDLE:
            waits = self.timeout_keep_alive_task is not None  # for another request, which has not begun
            return ("idle", None) if waits else ("head", self.rules.head_s)
        if self.conn.their_state is h11.SEND_BODY:
            answered = self.conn.our_state is not h11.SEND_RESPONSE
            return ("after", _LINGER_S) if answered else ("body", self.rules.body_s)
        return "answer", None

    def _end(self) -> None:
        """Close; what cannot be sent within seconds is not."""
        self._cancel()
        self.transport.close()
        self._timer = self.loop.call_later(_FLUSH_S, self.transport.abort)

    def _cancel(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _is_proxy(self) -> bool:
        try:
            given = plain_address(self.address)
        except ValueError:
            return False
        return any(given in network for network in self.rules.proxies)

    def _is_one_too_many(self) -> bool:
        """Whether there are too many connections, and none of them can make room."""
        others = [other for other in self.connections if isinstance(other, Guarded) and other is not self]
        mine = [other for other in others if other.address == self.address]
        if len(mine) >= self.rules.address_connections and not self._is_proxy():
            return not _make_room(mine)
        return len(others) >= self.rules.connections and not _make_room(others)

    def idle(self) -> bool:
        """Whether nothing of a request is under way."""
        return self.conn.their_state is h11.IDLE and not self.transport.is_closing()


def _make_room(connections: list[Guarded]) -> bool:
    """Close a connection that waits for a request, the first one if can be, of the address that has most.

    Tells whether there was one.
    """
    count = Counter(connection.address for connection in connections)
    idle = [connection for connection in connections if connection.idle()]
    if not idle:
        return False
    victim = max(idle, key=lambda connection: (not connection.answered, count[connection.address]))
    victim.connections.discard(victim)
    victim.transport.abort()
    return True
