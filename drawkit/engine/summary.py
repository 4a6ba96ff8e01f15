"""What may be published of a result in words: counts and facts, no personal or company data."""

from __future__ import annotations

from typing import Any

from ..contract import LISTS, ModuleState, Result


def summarise(result: Result) -> dict[str, Any]:
    """Counts of each list, title, scale, units, and what was found and what was absent (API document, section 1)."""
    block = result.title_blocks[0] if result.title_blocks else None
    states = {state: [m for m, r in result.modules.items() if r.status is state] for state in ModuleState}
    return {
        "pages": len(result.pages),
        "title": block.title if block else None,
        "scale": block.scale if block else None,
        "units": result.units,
        "counts": {name: len(getattr(result, name)) for name in LISTS if getattr(result, name)},
        "found": states[ModuleState.FOUND],
        "absent": states[ModuleState.ABSENT],
        "failed": states[ModuleState.FAILED],
        "unreadable_pages": [p.page for p in result.pages if not p.readable],
    }
