"""What a person decides in the viewer, as calls on the result; what cannot be is answered in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from drawkit.contract import LISTS
from drawkit.display import Result

from ._viewer_typed import Place, proposed_fields

_GONE: Final = "This row is not there any more."


@dataclass(frozen=True)
class Decided:
    """What came of a wish: whether anything changed, the new row to mark, and why not where it was refused."""

    changed: bool = False
    key: str = ""
    fault: str = ""

    def answer(self) -> dict[str, Any]:
        """The same for the browser."""
        return {"key": self.key, "fault": self.fault}


def decide(result: Result, wish: dict[str, Any], place: Place) -> Decided:
    """Do what a wish of the browser says; nothing, with the reason, where it cannot be done."""
    named = [place(key) for key in wish.get("keys") or ()]
    found = [one for one in named if one is not None]
    tables = {table for table, _ in found}
    try:
        if wish.get("action") == "add":
            table = str(wish.get("table"))
            return Decided(True, _key(result, table, _add(result, table, wish)))
        if len(found) < len(named) or not found:
            return Decided(fault=_GONE)
        if len(tables) > 1:
            return Decided(fault="Rows of one table at a time are decided together.")
        (table,) = tables
        return _on_rows(result, wish, table, [identity for _, identity in found])
    except (KeyError, ValueError, TypeError) as error:
        return Decided(fault=str(error.args[0]) if error.args else str(error))


def _on_rows(result: Result, wish: dict[str, Any], table: str, ids: Sequence[str]) -> Decided:
    marked = ids[0]
    match wish.get("action"):
        case "accept":
            return Decided(result.accept(table, *ids))
        case "reject":
            return Decided(result.reject(table, *ids))
        case "take_back":
            taken = [result.take_back(table, identity) for identity in ids]
            return Decided(any(taken))
        case "merge":
            result.merge(table, *ids)
        case "split":
            result.split(table, marked, *(str(part) for part in wish.get("parts") or () if str(part).strip()))
        case "change_kind":
            to = str(wish.get("to"))
            table, marked = to, result.change_kind(table, marked, to)
        case other:
            raise ValueError(f"There is no decision {other!r}.")
    return Decided(True, _key(result, table, marked))


def propose(result: Result, wish: dict[str, Any]) -> dict[str, Any]:
    """Read what stands in a box that a person drew; the answer holds text and fields, and why there are none."""
    answer: dict[str, Any] = {"op": "proposal", "ask": wish.get("ask"), "text": "", "fields": [], "fault": ""}
    table = str(wish.get("table"))
    try:
        values = result.propose(table, _box(wish), _page(wish))
    except (KeyError, ValueError, TypeError, ImportError, OSError) as error:
        return {**answer, "fault": str(error.args[0]) if error.args else str(error)}
    return {**answer, "text": str(values.get("text", "")), "fields": list(proposed_fields(result, table, values))}


def _add(result: Result, table: str, wish: dict[str, Any]) -> str:
    if table not in LISTS:
        raise KeyError(f"There is no table {table!r}. Choose from: {', '.join(LISTS)}.")
    values = {str(name): value for name, value in (wish.get("values") or {}).items()}
    text = str(values.pop("text", wish.get("text")) or "").strip()
    if not values and not text:
        raise ValueError("Type what stands there.")
    return result.add(table, text, page=_page(wish), box=_box(wish) if wish.get("box") else None, **values)


def _page(wish: dict[str, Any]) -> int:
    page = wish.get("page")
    return page if isinstance(page, int) else 0


def _box(wish: dict[str, Any]) -> Any:
    box = wish.get("box")
    return tuple(box) if isinstance(box, list) else box


def _key(result: Result, table: str, identity: str) -> str:
    rows = result.replay.board.tables[table]
    return next((f"{table}:{at}" for at, row in enumerate(rows) if row.id == identity), "")
