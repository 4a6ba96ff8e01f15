"""What a person asks of an analysis, checked before any drawing is opened."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from drawkit.client.names import ADDRESS_VARIABLE
from drawkit.contract import MODULES, Options, Refused, modules_of, profile_named

from .errors import wrong

_MOST_PAGES = 10_000


@dataclass(frozen=True)
class Request:
    """What to read, and how. `options.publish` says whether pictures are wanted."""

    profile: str
    options: Options
    workers: int | None
    time_limit: float
    remote: bool


def request_of(
    profile: str,
    task_list: Sequence[str] | None,
    pages: str | None,
    workers: int | None,
    time_limit: float,
    *,
    pictures: bool,
) -> Request:
    """Put a request together. Ends the command when it is not right."""
    remote = bool(os.environ.get(ADDRESS_VARIABLE))
    wanted = listed(task_list or ())
    options = Options(
        task_list=wanted or None,
        pages=page_numbers(pages) if pages is not None else None,
        publish=pictures,
        # A picture made here stays here; what a service publishes anyone with its address can see.
        redact=remote,
    )
    try:
        if not remote:
            _require_engine()
        known = MODULES if remote or not wanted else _built()  # the engine is asked only where a module was named
        modules_of(profile_named(profile), options.task_list, built=known)
    except Refused as refused:
        wrong(str(refused))
    return Request(profile, options, workers, time_limit, remote)


def listed(values: Iterable[str]) -> tuple[str, ...]:
    """The words of options that may be repeated or hold several, each word once."""
    words = (word.strip() for value in values for word in value.split(","))
    return tuple(dict.fromkeys(word for word in words if word))


def page_numbers(text: str) -> tuple[int, ...]:
    """Page numbers, from 1, of a text such as "1,3-5". Ends the command when it is none."""
    numbers: dict[int, None] = {}
    for part in text.split(","):
        span = re.fullmatch(r"\s*(\d{1,6})\s*(?:-\s*(\d{1,6})\s*)?", part)
        first = int(span[1]) if span else 0
        last = int(span[2]) if span and span[2] else first
        if not 1 <= first <= last <= _MOST_PAGES:
            wrong(f"--pages {text!r} is no list of pages. Write it like 1,3-5.")
        numbers.update(dict.fromkeys(range(first, last + 1)))
    return tuple(numbers)


def _require_engine() -> None:
    from drawkit._extras import missing_local

    if missing_local():
        from drawkit.local import require_service

        require_service()


def _built() -> tuple[str, ...]:
    from drawkit.engine import MODULES as BUILT

    return BUILT
