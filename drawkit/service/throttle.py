"""How fast and how many at once: rate and concurrency a key, told in the `RateLimit` fields of every answer.

Fields follow the IETF draft "RateLimit header fields for HTTP" as structured fields (RFC 9651).
"""

from __future__ import annotations

import math
import threading
from collections import Counter
from dataclasses import dataclass

import http_sf
from http_sf.types import BareItemType, ItemType, ListType

from drawkit.contract import Problem, Refused

from .settings import Settings
from .windows import Rate, Windows

Headers = dict[str, str]


@dataclass(frozen=True)
class Caller:
    """Who is counted: a key, or the address of somebody without a valid one."""

    name: str
    known: bool


class Throttle:
    """Counts requests by caller. State is in memory: a restart forgets it, which only ever favours the caller."""

    def __init__(self, settings: Settings) -> None:
        rates = {True: settings.rate, False: settings.address_rate}
        self._windows = {known: Windows(Rate.parse(text)) for known, text in rates.items()}
        self._most = settings.concurrent_requests
        self._in_flight: Counter[str] = Counter()
        self._lock = threading.Lock()

    def enter(self, caller: Caller) -> None:
        """Count a request in. Raises `Refused`: `rate-limited` or `concurrency-limited`, with `retry_after`."""
        windows = self._windows[caller.known]
        if not windows.hit(caller.name):
            detail = f"More than {windows.rate.amount} requests in {windows.rate.seconds} s. Wait as Retry-After says."
            raise Refused(Problem.of("rate-limited", detail, retry_after=_whole(windows.left(caller.name)[1])))
        with self._lock:
            if self._in_flight[caller.name] >= self._most:
                detail = f"More than {self._most} requests at once. Wait until one is answered."
                raise Refused(Problem.of("concurrency-limited", detail, retry_after=1))
            self._in_flight[caller.name] += 1

    def leave(self, caller: Caller) -> None:
        """Count a request out."""
        with self._lock:
            self._in_flight[caller.name] -= 1
            if self._in_flight[caller.name] <= 0:
                del self._in_flight[caller.name]

    def headers(self, caller: Caller) -> Headers:
        """`RateLimit-Policy` and `RateLimit` as they stand for this caller."""
        windows = self._windows[caller.known]
        remaining, opens_s = windows.left(caller.name)
        free = max(0, self._most - self._in_flight.get(caller.name, 0))
        policy: ListType = [
            _item("requests", q=windows.rate.amount, w=windows.rate.seconds),
            _item("concurrency", q=self._most, qu="concurrent-requests"),
        ]
        state: ListType = [_item("requests", r=remaining, t=_whole(opens_s)), _item("concurrency", r=free)]
        return {"RateLimit-Policy": http_sf.ser(policy), "RateLimit": http_sf.ser(state)}


def _item(name: str, **parameters: BareItemType) -> ItemType:
    return name, parameters


def _whole(seconds: float) -> int:
    return max(1, math.ceil(seconds))
