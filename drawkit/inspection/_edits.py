"""Edits of a plan by hand: rows left out, added, renumbered, merged, split, balloons moved; each a value for JSON."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, Literal

from pydantic import Field

from drawkit.contract import Dimension, Result, State, Value

from ._characteristics import Characteristic

Rows = list[Characteristic]
_BY_HAND: Final = {"corrected": "by hand", "review": State.ADDED}


class Edit(Value):
    """One edit. `numbers` are those of its time.

    `values` are the fields of an added row, new numbers by old, or where a balloon goes: `place`, `x` and `y`.
    """

    action: Literal["leave_out", "add", "renumber", "merge", "split", "move"]
    numbers: tuple[str, ...] = ()
    values: dict[str, Any] = Field(default_factory=dict)


def edited(rows: Sequence[Characteristic], edits: Iterable[Edit], result: Result) -> Rows:
    """Apply edits in their order. Raises `KeyError` for a number that there is not, `ValueError` for one twice."""
    done = list(rows)
    for edit in edits:
        done = _ACTIONS[edit.action](done, edit, result)
    return done


def next_number(rows: Iterable[Characteristic]) -> str:
    """The whole number after the last one."""
    whole = [int(head) for row in rows if (head := row.number.partition(".")[0]).isdecimal()]
    return str(max(whole, default=0) + 1)


def _at(rows: Rows, number: str) -> int:
    for place, row in enumerate(rows):
        if row.number == number:
            return place
    known = ", ".join(row.number for row in rows[:30]) + (" ..." if len(rows) > 30 else "")
    raise KeyError(f"There is no characteristic {number!r}. There are: {known or 'none'}.")


def _leave_out(rows: Rows, edit: Edit, _: Result) -> Rows:
    gone = {_at(rows, number) for number in edit.numbers}
    return [row for place, row in enumerate(rows) if place not in gone]


def _add(rows: Rows, edit: Edit, _: Result) -> Rows:
    (number,) = edit.numbers
    if any(row.number == number for row in rows):
        raise ValueError(f"The number {number!r} is taken. Choose another.")
    return [*rows, Characteristic.model_validate({**_BY_HAND, **edit.values, "number": number})]


def _renumber(rows: Rows, edit: Edit, _: Result) -> Rows:
    if not edit.values:  # no gaps, in the order of the rows
        return [row.model_copy(update={"number": str(n)}) for n, row in enumerate(rows, 1)]
    new = {_at(rows, old): str(number) for old, number in edit.values.items()}
    done = [row.model_copy(update={"number": new.get(place, row.number)}) for place, row in enumerate(rows)]
    numbers = [row.number for row in done]
    twice = sorted({number for number in numbers if numbers.count(number) > 1})
    if twice:
        raise ValueError(f"Two characteristics would have the number {twice[0]!r}.")
    return sorted(done, key=_by_number)


def _by_number(row: Characteristic) -> tuple[tuple[int, str], ...]:
    return tuple((int(part), "") if part.isdecimal() else (10**9, part) for part in row.number.split("."))


def _merge(rows: Rows, edit: Edit, _: Result) -> Rows:
    places = [_at(rows, number) for number in edit.numbers]
    several = [rows[place] for place in places]
    before = [sum(len(row.places) for row in several[:at]) for at in range(len(several))]
    first = several[0].model_copy(
        update={
            "quantity": sum(row.quantity for row in several),
            "places": tuple(place for row in several for place in row.places),
            "moved": tuple(
                (at + past, x, y) for row, past in zip(several, before, strict=True) for at, x, y in row.moved
            ),
        }
    )
    return [first if at == places[0] else row for at, row in enumerate(rows) if at not in places[1:]]


def _split(rows: Rows, edit: Edit, result: Result) -> Rows:
    (number,) = edit.numbers
    at = _at(rows, number)
    row = rows[at]
    size = next((one for one in result.dimensions if row.key == ("dimensions", one.id)), None)
    parts = [] if size is None else list(_parts(row, size))
    if len(parts) < 2:
        raise ValueError(f"Characteristic {number} is one requirement: there is nothing to split.")
    numbered = [part.model_copy(update={"number": f"{number}.{n}"}) for n, part in enumerate(parts, 1)]
    return [*rows[:at], *numbered, *rows[at + 1 :]]


def _parts(row: Characteristic, size: Dimension) -> Iterable[Characteristic]:
    """The requirements of a hole callout, one by one, each of the values that the callout states."""
    yield row
    told: list[tuple[str, float | None, str]] = []
    if not isinstance(size.depth, str):
        told.append(("linear", size.depth, "depth"))
    if size.counterbore:
        told += [("diameter", size.counterbore.diameter, "counterbore ⌀")]
        told += [("linear", size.counterbore.depth, "counterbore depth")]
    if size.countersink:
        told += [("diameter", size.countersink.diameter, "countersink ⌀")]
        told += [("angle", size.countersink.angle, "countersink angle")]
    if size.kind == "chamfer":
        told.append(("angle", size.angle, "angle"))
    for kind, value, what in told:
        if value is not None:
            unit = "degree" if kind == "angle" else row.unit
            yield row.model_copy(
                update={
                    "kind": kind, "nominal": value, "unit": unit, "requirement": f"{what} {value:g}",
                    "lower_limit": None, "upper_limit": None, "origin": None, "rule": None,
                    "reason": "a part of a callout: its tolerance was not read apart",
                }
            )  # fmt: skip


def _move(rows: Rows, edit: Edit, _: Result) -> Rows:
    (number,) = edit.numbers
    at = _at(rows, number)
    place, x, y = int(edit.values["place"]), float(edit.values["x"]), float(edit.values["y"])
    if place not in range(len(rows[at].places)):
        raise ValueError(f"Characteristic {number} has no such place on the drawing: its balloon cannot be moved.")
    others = tuple(one for one in rows[at].moved if one[0] != place)
    return [*rows[:at], rows[at].model_copy(update={"moved": (*others, (place, x, y))}), *rows[at + 1 :]]


_ACTIONS: Final[dict[str, Callable[[Rows, Edit, Result], Rows]]] = {
    "leave_out": _leave_out,
    "add": _add,
    "renumber": _renumber,
    "merge": _merge,
    "split": _split,
    "move": _move,
}
