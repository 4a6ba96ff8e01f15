"""When a call is tried again, and how many calls run at once: decisions only, the shells do the waiting."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass
from typing import Final

from .answers import Answer, problem_in

FIRST_PAUSE: Final = 0.2
LONGEST_PAUSE: Final = 10.0
_LOST_TRIES: Final = 4
_FIRST_ROOM: Final = 4.0


@dataclass(frozen=True)
class Lost:
    """No answer came. `sent` tells whether the service may have got the request; `reason` is for people."""

    reason: str
    sent: bool = True


Outcome = Answer | Lost


def backoff(tries: int) -> float:
    """Seconds to wait after `tries` failures when nobody says how long: doubling, with jitter (0.5 to 1)."""
    return float(min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** min(tries, 16)) * random.uniform(0.5, 1.0))  # noqa: S311 - jitter


def _later(seconds: float) -> float:
    """A little after what was asked for, so that many callers do not come back at once."""
    return max(seconds, FIRST_PAUSE) * random.uniform(1.0, 1.1)  # noqa: S311 - jitter, no secret


class Retries:
    """One call's tries (contract.md, "Limits").

    `Retry-After` is trusted over the own backoff. A wait asked for beyond `max_wait` ends the tries, and so does
    more than `max_wait` in all - except under a limit that tells when it opens: there the turn comes, so the call
    stays in line.
    """

    def __init__(self, *, max_wait: float, repeatable: bool) -> None:
        self._max_wait, self._repeatable = max_wait, repeatable
        self._tries, self._waited, self._lost = 0, 0.0, 0

    def pause_after(self, outcome: Outcome) -> float | None:
        """Seconds to wait before the next try, or None when `outcome` is the last."""
        if not self._worth_another(outcome):
            return None
        # At once, or a moment that is past by our clock, says nothing of when the service can answer.
        told = (outcome.retry_after if isinstance(outcome, Answer) else None) or None
        wish = backoff(self._tries) if told is None else told
        stays_in_line = told is not None and isinstance(outcome, Answer) and outcome.status == 429
        if wish + (0 if stays_in_line else self._waited) > self._max_wait:
            return None
        self._tries += 1
        pause = wish if told is None else _later(told)
        self._waited += max(wish, min(pause, FIRST_PAUSE))
        return pause

    def _worth_another(self, outcome: Outcome) -> bool:
        if isinstance(outcome, Lost):
            self._lost += 1
            return self._lost < _LOST_TRIES and (self._repeatable or not outcome.sent)
        if outcome.status == 409:  # a try whose answer was lost still runs
            return self._repeatable and self._tries > 0 and problem_in(outcome).code == "idempotency-conflict"
        return outcome.status in {429, 503}


class Pace:
    """How many calls of a client run at once, so that N parallel submissions settle at the service's limits.

    Begins small and grows with each success, up to the concurrency the service tells in `RateLimit-Policy`; shrinks
    to what still runs when there were too many at once, and to half, after a stop, when they came too fast. Not safe
    for threads by itself: a shell guards it.
    """

    def __init__(self) -> None:
        self.room = _FIRST_ROOM
        """How many calls may run at once."""
        self._ceiling, self._limit_met = math.inf, False
        self._running, self._opens_at = 0, 0.0

    def try_start(self, now: float) -> float:
        """0 when the call may start (it then counts as running), else seconds to wait; inf: until another ends."""
        if now < self._opens_at:
            return self._opens_at - now
        if self._running + 1 > self.room:
            return math.inf
        self._running += 1
        return 0.0

    def end(self, outcome: Outcome | None, now: float, pause: float | None) -> None:
        """A call ended; `outcome` is None when it was given up, `pause` is what its caller waits before a next try."""
        self._running -= 1
        if not isinstance(outcome, Answer):
            return
        self._ceiling = outcome.concurrency or math.inf
        if outcome.status == 429:
            self._shrink(outcome, now, pause or 0.0)
        else:
            self.room += 1 / (2 * self.room) if self._limit_met else 1.0
        self.room = max(1.0, min(self.room, self._ceiling))

    def _shrink(self, outcome: Answer, now: float, pause: float) -> None:
        self._limit_met = True
        if problem_in(outcome).code == "concurrency-limited":
            self.room = min(self.room, self._running)
            return
        if now >= self._opens_at:  # of many refused at the same moment the first counts
            self.room /= 2
        self._opens_at = max(self._opens_at, now + pause)
