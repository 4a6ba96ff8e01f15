"""Page numbers as a person writes them: "1, 3-5"; of a document that is longer than what is read at a time."""

from __future__ import annotations

import re
from typing import Final

from drawkit.client import DrawkitError
from drawkit.display._words import counted

_HIGHEST: Final = 10_000
_PART: Final = re.compile(r"(\d{1,5})(?:\s*[-–]\s*(\d{1,5}))?")


def parse_pages(text: str) -> tuple[int, ...] | None:
    """Read the pages that `text` names, ascending; None (all pages) when it is blank. Raises `DrawkitError`."""
    if not text.strip():
        return None
    found: set[int] = set()
    for part in text.split(","):
        match = _PART.fullmatch(part.strip())
        first = int(match[1]) if match else 0
        last = int(match[2] or first) if match else 0
        if not 1 <= first <= last <= _HIGHEST:
            raise DrawkitError(f"Pages are written like 1, 3-5 and counted from 1; {part.strip()!r} is not.")
        found.update(range(first, last + 1))
    return tuple(sorted(found))


def chosen_pages(text: str, count: int, most: int) -> tuple[int, ...]:
    """Read which pages of a document of `count` pages to read, at most `most`. Raises `DrawkitError`."""
    pages = parse_pages(text)
    if pages is None:
        raise DrawkitError(which_pages(count, most))
    if pages[-1] > count:
        raise DrawkitError(f"There is no page {pages[-1]}: the last one is {count}.")
    if len(pages) > most:
        raise DrawkitError(f"These are {len(pages)} pages, and at most {most} are read at a time.")
    return pages


def which_pages(count: int, most: int) -> str:
    """Ask which pages to read."""
    return f"{counted(count, 'page')}; at most {most} are read at a time. Choose which."
