"""Page numbers as a person writes them: "1, 3-5"."""

from __future__ import annotations

import re
from typing import Final

from drawkit.client import DrawkitError

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
