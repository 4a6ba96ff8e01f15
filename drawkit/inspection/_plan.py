"""A plan: how characteristics are numbered and what a person changed; numbers stay as they are under corrections."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple, get_args

from drawkit.contract import Box, Result, Value

from ._characteristics import TABLES, Characteristic, Table, of_result
from ._edits import Edit, edited
from ._order import Order, in_order

ORDERS: Final[tuple[Order, ...]] = get_args(Order)


class Plan(Value):
    """How a drawing is inspected. `tables` are those whose items are characteristics.

    With `expand`, a requirement for several features ("4X ⌀5.5") has a row for each of them. `general` is the general
    tolerance of a drawing that states none, as in `limits`.
    """

    order: Order = "clockwise"
    tables: tuple[Table, ...] = TABLES
    expand: bool = False
    general: str | None = None
    edits: tuple[Edit, ...] = ()


def characteristics(read: Result, plan: Plan | None = None, *, shown: Result | None = None) -> list[Characteristic]:
    """The numbered characteristics of a result.

    Numbers come from what was `read`, so that they do not change when values are corrected; values are those that are
    `shown`. What was taken away leaves a gap, what was added has the numbers after the last one.
    """
    plan, shown = plan or Plan(), shown or read
    first = _wanted(read, plan)
    numbers = {one.key: str(n) for n, one in enumerate(in_order(first, plan.order), 1)}
    now = in_order(_wanted(shown, plan), plan.order) if shown is not read else in_order(first, plan.order)
    rows = sorted((one for one in now if one.key in numbers), key=lambda one: int(numbers[one.key]))
    rows = [one.model_copy(update={"number": numbers[one.key]}) for one in rows]
    after = len(numbers)
    for one in now:
        if one.key not in numbers:
            after += 1
            rows.append(one.model_copy(update={"number": str(after)}))
    rows = edited(rows, plan.edits, shown)
    return [part for row in rows for part in _expanded(row)] if plan.expand else rows


def _wanted(result: Result, plan: Plan) -> list[Characteristic]:
    return [one for one in of_result(result, plan.general) if one.table in plan.tables]


def _expanded(row: Characteristic) -> list[Characteristic]:
    if row.quantity < 2:
        return [row]
    return [row.model_copy(update={"number": f"{row.number}.{n}", "quantity": 1}) for n in range(1, row.quantity + 1)]


class Spot(NamedTuple):
    """What a balloon numbers: the number that it shows, the box, the row, and which of that row's places it is."""

    number: str
    box: Box
    row: Characteristic
    place: int

    @property
    def moved(self) -> tuple[float, float] | None:
        """The centre to which a person moved the balloon; None where it is placed by itself."""
        return next(((x, y) for place, x, y in self.row.moved if place == self.place), None)


def places(rows: Sequence[Characteristic], page: int) -> list[Spot]:
    """The balloons of a page; one for all features of a row that was expanded."""
    found: dict[tuple[Box, str], Spot] = {}
    for row in rows:
        for place, (at, box) in enumerate(row.places):
            if at == page:
                head = row.number if row.quantity > 1 or "." not in row.number else row.number.rpartition(".")[0]
                found.setdefault((box, head), Spot(head, box, row, place))
    return list(found.values())
