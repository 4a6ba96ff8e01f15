"""What is worked out of a page once and asked for by several: kept while its drawing is read, and not a moment longer.

A sheet holds its picture: a worker that kept four of them would need gigabytes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import _lru_cache_wrapper, lru_cache
from typing import TypeVar

T = TypeVar("T")

_KEPT: list[Callable[[], None]] = []


def kept(maxsize: int) -> Callable[[Callable[..., T]], _lru_cache_wrapper[T]]:
    """As `functools.lru_cache`, until the drawing is read."""

    def keeping(function: Callable[..., T]) -> _lru_cache_wrapper[T]:
        made = lru_cache(maxsize=maxsize)(function)
        _KEPT.append(made.cache_clear)
        return made

    return keeping


@contextmanager
def forgetting() -> Iterator[None]:
    """At the end, however it comes, all that is known of the pages that were read is let go."""
    try:
        yield
    finally:
        for clear in _KEPT:
            clear()
