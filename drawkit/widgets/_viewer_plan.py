"""What a person does to the inspection in the viewer, as edits of its plan; what cannot be is answered in words."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from drawkit.display import Result
from drawkit.inspection import next_number

from ._viewer_decisions import Decided


def edit_plan(result: Result, wish: dict[str, Any]) -> Decided:
    """Do what a wish of the browser says; nothing, with the reason, where it cannot be done."""
    try:
        done = _edited(result, wish)
        return replace(done, fault=result.plan_overtaken) if done.changed else done
    except (KeyError, ValueError, TypeError) as error:
        return Decided(fault=str(error.args[0]) if error.args else str(error))


def _edited(result: Result, wish: dict[str, Any]) -> Decided:
    action = str(wish.get("action"))
    if action not in _ACTIONS:
        raise ValueError(f"There is no edit {action!r}.")
    return _ACTIONS[action](result, wish)


def _undone(result: Result, _: dict[str, Any]) -> Decided:
    return Decided(result.inspection_plan.undo())


def _restored(result: Result, _: dict[str, Any]) -> Decided:
    result.inspection_plan.restore()
    return Decided(True)


def _left_out(result: Result, wish: dict[str, Any]) -> Decided:
    result.inspection_plan.leave_out(*_numbers(wish))
    return Decided(True)


def _added(result: Result, wish: dict[str, Any]) -> Decided:
    requirement = " ".join(str(wish.get("text") or "").split())
    if not requirement:
        raise ValueError("Type what is to be inspected.")
    plan = result.inspection_plan
    number = next_number(plan.rows)
    plan.add(
        requirement, page=int(wish.get("page") or 1), box=wish.get("box") or None, number=number,
        unit=str(wish.get("unit") or "") or None,
        lower_limit=_limit(wish.get("lower")), upper_limit=_limit(wish.get("upper")),
    )  # fmt: skip
    return Decided(True, number)


def _limit(said: object) -> float | None:
    text = str(said or "").strip().replace(",", ".").replace("−", "-")
    try:
        return float(text) if text else None
    except ValueError:
        raise ValueError(f"A limit is a number, such as 12.05; {text!r} is none.") from None


def _merged(result: Result, wish: dict[str, Any]) -> Decided:
    numbers = _numbers(wish)
    result.inspection_plan.merge(*numbers)
    return Decided(True, numbers[0])


def _in_order(result: Result, _: dict[str, Any]) -> Decided:
    result.inspection_plan.renumber()
    return Decided(True)


def _split(result: Result, wish: dict[str, Any]) -> Decided:
    number = _number(wish)
    result.inspection_plan.split(number)
    return Decided(True, f"{number}.1")


def _moved(result: Result, wish: dict[str, Any]) -> Decided:
    number = _number(wish)
    result.inspection_plan.move(number, float(wish["x"]), float(wish["y"]), place=int(wish.get("place", 0)))
    return Decided(True, number)


def _renumbered(result: Result, wish: dict[str, Any]) -> Decided:
    number, to = _number(wish), str(wish.get("to") or "").strip()
    if not all(part.isdecimal() for part in to.split(".")):
        raise ValueError("A number is a whole one, such as 12, or a part of one, such as 12.3.")
    if to == number:
        return Decided(key=number)
    result.inspection_plan.renumber({number: to})
    return Decided(True, to)


def _number(wish: dict[str, Any]) -> str:
    return str(wish.get("number"))


def _numbers(wish: dict[str, Any]) -> list[str]:
    """The rows that are marked, each once."""
    return list(dict.fromkeys(map(str, wish.get("numbers") or ()))) or [_number(wish)]


_ACTIONS: Final[dict[str, Callable[[Result, dict[str, Any]], Decided]]] = {
    "undo": _undone,
    "restore": _restored,
    "leave_out": _left_out,
    "in_order": _in_order,
    "add": _added,
    "merge": _merged,
    "split": _split,
    "move": _moved,
    "renumber": _renumbered,
}
