"""What may be published of a result in words: counts and facts, no personal or company data."""

from __future__ import annotations

from typing import Any

from ..contract import LISTS, ModuleState, Result
from .personal import PERSONAL
from .private import is_nameless


def summarise(result: Result) -> dict[str, Any]:
    """Counts of each list, title, scale, units, and what was found and what was absent (API document, section 1).

    The title is the one that the pages' reports call public.
    """
    block = result.title_blocks[0] if result.title_blocks else None
    states = {state: [m for m, r in result.modules.items() if r.status is state] for state in ModuleState}
    return {
        "pages": len(result.pages),
        "title": _title(result),
        "scale": block.scale if block else None,
        "units": result.units,
        "counts": {name: len(getattr(result, name)) for name in LISTS if getattr(result, name)},
        "found": states[ModuleState.FOUND],
        "absent": states[ModuleState.ABSENT],
        "failed": states[ModuleState.FAILED],
        "unreadable_pages": [p.page for p in result.pages if not p.readable],
        "withheld_pages": [p.page for p in result.pages if p.private is None],
    }


def _title(result: Result) -> str | None:
    """The first page's title that may be told; a name that another page tells must not be in it either."""
    names = [name for block in result.title_blocks for field in PERSONAL if (name := getattr(block, field))]
    names += [row.approved_by for row in result.revisions]
    titles = [page.public_title for page in result.pages if page.public_title]
    return next((title for title in titles if is_nameless(title, names)), None)
