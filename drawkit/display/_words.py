"""Results and tasks in words: counts, tolerances, states."""

from __future__ import annotations

from collections import Counter
from typing import Final

from drawkit.contract import Dimension, ModuleState, Result, TaskStatus, found_by, trust_in

_NOUNS: Final[dict[str, tuple[str, str]]] = {
    "dimensions": ("dimension", "dimensions"),
    "geometric_tolerances": ("geometric tolerance", "geometric tolerances"),
    "bom": ("parts list row", "parts list rows"),
    "balloons": ("balloon", "balloons"),
    "title_blocks": ("title block", "title blocks"),
    "revisions": ("revision", "revisions"),
    "datum_features": ("datum feature", "datum features"),
    "surface_textures": ("surface texture", "surface textures"),
    "threads": ("thread", "threads"),
    "holes": ("hole", "holes"),
    "welds": ("weld", "welds"),
    "notes": ("note", "notes"),
    "views": ("view", "views"),
    "tables": ("table", "tables"),
}

STATES: Final[dict[TaskStatus, tuple[str, str]]] = {
    TaskStatus.QUEUED: ("queued", "#808080"),
    TaskStatus.RUNNING: ("running", "#56B4E9"),
    TaskStatus.COMPLETED: ("completed", "#009E73"),
    TaskStatus.FAILED: ("failed", "#D55E00"),
    TaskStatus.CANCELLED: ("cancelled", "#808080"),
}
"""Each state in words, with its colour."""
NOT_READ: Final = ("not read", "#E69F00")
"""The same of a task that completed though nothing could be read."""


def counted(number: int, singular: str, plural: str | None = None) -> str:
    """Say "1 page", "2 pages"."""
    return f"{number:,} {singular if number == 1 else plural or singular + 's'}"


def contents(result: Result, most: int | None = None) -> list[str]:
    """Say what was found, the most telling lists first."""
    found = [(len(getattr(result, name)), nouns) for name, nouns in _NOUNS.items()]
    told = [counted(number, *nouns) for number, nouns in found if number]
    return told[:most]


def modules(result: Result, state: ModuleState) -> list[tuple[str, int, str]]:
    """Tell the modules that ended so: the name, how many items it found, its remark."""
    return [
        (module.replace("_", " "), len(found_by(result, module)), report.detail or "")
        for module, report in result.modules.items()
        if report.status is state
    ]


_READABLE: Final = "Is it a drawing? Scan it sharp, with 200 dpi or more."
_ON_EVERY_SHEET: Final = "title_block"
_MANY: Final = 0.2
_FEW: Final = 3


def unread(result: Result) -> str:
    """Say why a result is none, and what to do: nothing is in it, and no page was readable or all was looked for.

    Empty when it is one: that a drawing has no parts list is an answer to who asked for that alone.
    """
    if not result.pages or contents(result):
        return ""
    reasons = dict.fromkeys(remark for page in result.pages for remark in page.remarks_on_reading)
    if not any(page.readable for page in result.pages):
        return " ".join(["Nothing on it can be read.", *reasons, _READABLE])
    looked = result.modules.get(_ON_EVERY_SHEET)
    if looked is None or looked.status is not ModuleState.ABSENT:
        return ""
    return " ".join(["Nothing was found on it.", *reasons, _READABLE])


def doubts(result: Result) -> str:
    """Say that a result is not to be relied on: nothing was found, nothing is sure, or much is to be looked at."""
    items = [item for name in _NOUNS for item in getattr(result, name)]
    if not items:
        return unread(result)
    trust = Counter(trust_in(item) for item in items)
    if not trust["sure"] and not result.title_blocks:  # what has one is a drawing
        told = f"Nothing that was read on it is sure ({counted(len(items), 'item')})."
        return f"{told} Is it a drawing? Look at the sheet before you use it."
    look = trust["look"]
    if look < _FEW or look < _MANY * len(items):
        return ""
    return f"{look} of {counted(len(items), 'item')} are doubtful: look at them on the sheet before you use them."


def tolerance(dimension: Dimension) -> str:
    """Say a dimension's tolerance as a drawing would print it."""
    parts = [dimension.fit or "", _deviations(dimension), _limits(dimension)]
    marks = [word for word in ("basic", "reference") if getattr(dimension, word)]
    if not any(parts) and dimension.tolerance_from == "general":
        parts.append("general")
    return " ".join(part for part in (*parts, *marks) if part)


def _deviations(dimension: Dimension) -> str:
    upper, lower = dimension.upper_deviation, dimension.lower_deviation
    if upper is not None and lower is not None and upper == -lower:
        return f"±{upper:g}"
    return " / ".join("0" if value == 0 else f"{value:+g}" for value in (upper, lower) if value is not None)


def _limits(dimension: Dimension) -> str:
    low, high = dimension.min, dimension.max
    if low is not None and high is not None:
        return f"{low:g} … {high:g}"
    if high is not None:
        return f"max {high:g}"
    return f"min {low:g}" if low is not None else ""


def duration(seconds: float) -> str:
    """Say "0.8 s", "2 min 5 s"."""
    if seconds < 60:
        return f"{max(seconds, 0.0):.1f} s"
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes:,} min {rest} s"


def size(number: int) -> str:
    """Say a size in bytes, kB or MB, counted in 1024s as the limits are (API document, section 8)."""
    if number < 1024:
        return f"{number} B"
    return f"{number / 1024:,.0f} kB" if number < 2**20 else f"{number / 2**20:,.1f} MB"
