"""Time and identifiers: UTC moments as text that sorts, and task ids that sort by time."""

from __future__ import annotations

import secrets
import threading
import time
from datetime import UTC, datetime, timedelta


def now() -> str:
    """This moment, RFC 3339 in UTC with microseconds: texts sort like moments."""
    return stamp(datetime.now(UTC))


def stamp(moment: datetime) -> str:
    """A moment as the store keeps it. A moment without a time zone counts as UTC."""
    aware = moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)
    return aware.strftime("%Y-%m-%dT%H:%M:%S.%fZ").rjust(27, "0")


def ago(seconds: float) -> str:
    """The moment `seconds` before this one."""
    return stamp(datetime.now(UTC) - timedelta(seconds=seconds))


def before(moment: str, span: timedelta) -> str:
    """The moment `span` before a stored one; the first there is when there is none so early."""
    try:
        return stamp(datetime.fromisoformat(moment) - span)
    except OverflowError:
        return stamp(datetime.min)


def month_of(moment: str) -> str:
    """The calendar month (UTC) of a stored moment, such as "2026-03"."""
    return moment[:7]


def month_bounds(month: str) -> tuple[str, str]:
    """The first moment of a month and of the next one."""
    year, number = int(month[:4]), int(month[5:7])
    following = datetime(year + number // 12, number % 12 + 1, 1, tzinfo=UTC)
    return stamp(datetime(year, number, 1, tzinfo=UTC)), stamp(following)


class SortedIds:
    """Ids that sort by the time they were made, also within one millisecond; 74 bits of each are random.

    The layout is that of UUID version 7 (RFC 9562, section 5.7), written as 32 hexadecimal digits.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._last = 0

    def new(self, prefix: str) -> str:
        """A new id such as "task_0198...": nobody can guess one from another."""
        with self._lock:
            fresh = (time.time_ns() // 1_000_000) << 74 | secrets.randbits(74)
            # Within a millisecond the next id is a random step further, so that it is neither smaller nor guessable.
            self._last = fresh if fresh > self._last else self._last + 1 + secrets.randbits(64)
            return _text(prefix, self._last >> 74, self._last & (1 << 74) - 1)

    def after(self, last: str | None) -> None:
        """Go on from an id that was made earlier, whatever the clock says now."""
        if last is not None:
            with self._lock:
                value = int(last.rpartition("_")[2], 16)
                tail = (value >> 64 & (1 << 12) - 1) << 62 | value & (1 << 62) - 1
                self._last = max(self._last, value >> 80 << 74 | tail)

    @staticmethod
    def first_of(prefix: str, moment: str) -> str:
        """What sorts before every id made at a stored moment or later."""
        since = datetime.fromisoformat(moment) - datetime(1970, 1, 1, tzinfo=UTC)
        return _text(prefix, max(0, since // timedelta(milliseconds=1)), 0)


def _text(prefix: str, milliseconds: int, tail: int) -> str:
    value = milliseconds << 80 | 7 << 76 | (tail >> 62) << 64 | 2 << 62 | tail & (1 << 62) - 1
    return f"{prefix}_{value:032x}"


ids = SortedIds()
