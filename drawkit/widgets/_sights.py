"""What a list tells of results: how much was read, what is doubtful, how far the review is, a small page."""

from __future__ import annotations

import io
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from drawkit.contract import trust_in
from drawkit.display import _words

if TYPE_CHECKING:
    from drawkit.display import Result

_SIDE: Final = 168
"""Pixels of a small page's longer side: twice what is shown, for fine screens."""


@dataclass(frozen=True)
class Facts:
    """What a list tells of one result."""

    found: str
    """What was read, in words."""
    doubtful: int
    """How many items are to be looked at still."""
    least: float | None
    """How sure the least sure of the items is that nobody decided on; None where none is left."""
    done: int
    total: int
    warn: bool = False
    """Whether the result as a whole is not to be relied on."""

    def told(self) -> dict[str, Any]:
        """The same for the browser."""
        return {
            "doubtful": self.doubtful, "least": self.least, "done": self.done, "total": self.total, "warn": self.warn,
        }  # fmt: skip


class Sights:
    """Facts of the results of a list, by task; each is worked out anew only when its review has moved on."""

    def __init__(self) -> None:
        self._facts: dict[str, tuple[tuple[int, int], Facts]] = {}
        self._pictures: dict[str, bytes | None] = {}

    def of(self, task_id: str | None, result: Result | None = None) -> Facts | None:
        """Give the facts of a task's result; None where it was never seen."""
        if task_id is None:
            return None
        known = self._facts.get(task_id)
        if result is None:
            return known[1] if known else None
        state = (id(result.data), len(result.decisions))
        if known is None or known[0] != state:
            known = self._facts[task_id] = (state, facts_of(result))
        return known[1]

    def picture(self, task_id: str, result: Result) -> bytes | None:
        """Give a small picture of the page that tells most, drawn once; it takes time."""
        if task_id not in self._pictures:
            self._pictures[task_id] = small_page(result)
        return self._pictures[task_id]


def facts_of(result: Result) -> Facts:
    """Work out what a list tells of a result."""
    rows = [row for rows in result.replay.board.tables.values() for row in rows if row.state.value == "read"]
    sure = [row.item.confidence for row in rows]
    progress = result.reviewed
    return Facts(
        found=", ".join(_words.contents(result.corrected, most=3)) or "nothing found",
        doubtful=sum(trust_in(row.item) != "sure" for row in rows),
        least=min(sure, default=None),
        done=progress.done,
        total=progress.total,
        warn=bool(_words.doubts(result.corrected)),
    )


def small_page(result: Result) -> bytes | None:
    """Draw a page as small as a list shows it; None where there is no picture."""
    png = result.small(result.telling_page, _SIDE)
    if png is None:
        return None
    from PIL import Image  # noqa: PLC0415 - the list stands before anything is drawn

    with Image.open(io.BytesIO(png)) as opened:
        small = opened.convert("L")
    small.thumbnail((_SIDE, _SIDE))
    out = io.BytesIO()
    small.save(out, "PNG")
    return out.getvalue()
