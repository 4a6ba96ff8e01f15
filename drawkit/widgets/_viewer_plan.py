"""What a person does to the inspection in the viewer, as edits of its plan; what cannot be is answered in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ._viewer_decisions import Decided

if TYPE_CHECKING:
    from drawkit.display import Result


def edit_plan(result: Result, wish: dict[str, Any]) -> Decided:
    """Do what a wish of the browser says; nothing, with the reason, where it cannot be done."""
    try:
        return _edited(result, wish)
    except (KeyError, ValueError, TypeError) as error:
        return Decided(fault=str(error.args[0]) if error.args else str(error))


def _edited(result: Result, wish: dict[str, Any]) -> Decided:
    plan, number = result.inspection_plan, str(wish.get("number"))
    match wish.get("action"):
        case "undo":
            return Decided(plan.undo())
        case "leave_out":
            plan.leave_out(number)
            return Decided(True)
        case "renumber":
            return _renumbered(result, number, str(wish.get("to") or "").strip())
        case "in_order":
            plan.renumber()
            return Decided(True)
        case "split":
            plan.split(number)
            return Decided(True, f"{number}.1")
        case "move":
            plan.move(number, float(wish["x"]), float(wish["y"]), place=int(wish.get("place", 0)))
            return Decided(True, number)
        case other:
            raise ValueError(f"There is no edit {other!r}.")


def _renumbered(result: Result, number: str, to: str) -> Decided:
    if not all(part.isdecimal() for part in to.split(".")):
        raise ValueError("A number is a whole one, such as 12, or a part of one, such as 12.3.")
    if to == number:
        return Decided(key=number)
    result.inspection_plan.renumber({number: to})
    return Decided(True, to)
