"""Decisions replayed over what was read, one after the other; one that does not fit is left out and told."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from drawkit.contract import LISTS, Correction, Item, Result
from drawkit.contract.corrections import DRAWING
from drawkit.contract.review import Action, Decision

from ._board import Board, Row
from ._fields import Field, fields_of
from ._flow import flow
from ._items import around, checked, new_item, place_on, put_back, put_into


@dataclass(frozen=True)
class LeftOut:
    """A decision that does not fit what was read, and why; it is kept, and changes nothing."""

    decision: Decision
    reason: str


@dataclass(frozen=True)
class Progress:
    """How many rows have been reviewed. As text: "12 of 45 reviewed"."""

    done: int
    total: int

    def __str__(self) -> str:
        return f"{self.done:,} of {self.total:,} reviewed"


class Replay:
    """What a review makes of a reading: `result` is the reviewed one, `rows` tell what became of each item."""

    def __init__(self, data: Result, decisions: Iterable[Decision], new: Decision | None = None) -> None:
        """Replay what was decided, then `new`: raises `KeyError` or `ValueError` where that does not fit."""
        self.board = Board(data)
        self.left_out: tuple[LeftOut, ...] = ()
        for decision in decisions:
            try:
                apply(self.board, decision)
            except (KeyError, ValueError) as error:
                self.left_out += (LeftOut(decision, str(error.args[0])),)
        if new is not None:
            apply(self.board, new)
        flow(self.board)
        self.result = _result(self.board)

    def same(self, other: Replay) -> bool:
        """Whether another replay of the same reading comes to the same."""
        rows, others = self.rows, other.rows
        return (
            len(rows) == len(others)
            and self.board.drawing.keys() == other.board.drawing.keys()
            and self.result.units == other.result.units
            and all(map(_alike, rows, others))
        )

    @property
    def rows(self) -> list[Row]:
        """Every row, those that were taken out too, table by table."""
        return list(self.board)

    @property
    def corrections(self) -> tuple[Correction, ...]:
        """The values that a person put in place of others, in the order of the tables."""
        made = [*self.board.drawing.values()]
        return (*made, *(one for row in self.board if row.own for one in row.corrections.values()))

    @property
    def progress(self) -> Progress:
        """How far the review is. Rows that a dimension tells go with it and are not counted."""
        counted = [row for row in self.board if row.counts]
        return Progress(sum(row.state != "read" for row in counted), len(counted))


def apply(board: Board, decision: Decision) -> None:
    """Apply one decision, or nothing of it. Raises `KeyError` or `ValueError` that says why it does not fit."""
    _ACTIONS[decision.action](board, decision)


def _rows(board: Board, decision: Decision, least: int = 1) -> list[Row]:
    """The rows that a decision names, none of them taken out."""
    ids = tuple(dict.fromkeys(decision.ids))
    if len(ids) < least:
        raise ValueError("Two items or more are merged." if least > 1 else "No item is named.")
    return [board.standing(decision.table, identity) for identity in ids]


def _one(board: Board, decision: Decision) -> Row:
    rows = _rows(board, decision)
    if len(rows) != 1:
        raise ValueError(f"This is decided for one item at a time; {len(rows)} are named.")
    return rows[0]


def _fields(board: Board, table: str) -> Mapping[str, Field]:
    return fields_of(table, getattr(board.data, table, ()))


def _accept(board: Board, decision: Decision) -> None:
    rows = [board.row(decision.table, identity) for identity in decision.ids]
    for row in rows:
        if row.gone and row.note:
            raise ValueError(f"{row.id} of {row.table} was {row.note}: undo that first.")
    for row in rows:
        row.accepted = row.own = True
        row.gone = False


def _reject(board: Board, decision: Decision) -> None:
    for row in _rows(board, decision):
        row.gone = row.own = True


def _correct(board: Board, decision: Decision) -> None:
    if decision.table == DRAWING:
        _correct_drawing(board, decision)
        return
    row, fields = _one(board, decision), _fields(board, decision.table)
    values = checked(decision.table, decision.values, fields)
    row.own = True
    put_into(row, values, fields, decision)


def _correct_drawing(board: Board, decision: Decision) -> None:
    if decision.ids:
        raise KeyError(f"There is no item with the id {decision.ids[0]!r} in {DRAWING}.")
    fields = fields_of(DRAWING)
    for name, value in checked(DRAWING, decision.values, fields).items():
        read = fields[name].told(board.data)
        board.drawing.pop(name, None)
        if value != read:
            told = Correction(table=DRAWING, id="", field=name, read=read, value=value, at=decision.at)
            board.drawing[name] = told


def _add(board: Board, decision: Decision) -> None:
    (identity,) = decision.made or ("",)
    if not identity:
        raise ValueError("A new item needs an id.")
    page, box = place_on(board.data, decision.page or 1, decision.box)
    _put_new(board, decision, decision.table, identity, decision.values, {"page": page, "box": box})


def _put_new(
    board: Board,
    decision: Decision,
    table: str,
    identity: str,
    values: Mapping[str, object],
    like: Mapping[str, object],
    note: str = "",
) -> Row:
    item, given = new_item(board.data, table, identity, values, like)
    row = Row(table, item, item, added=True, own=True, note=note)
    board.put(row)
    for name, value in given.items():
        row.corrections[name] = Correction(table=table, id=identity, field=name, value=value, at=decision.at)
    return row


def _merge(board: Board, decision: Decision) -> None:
    rows = _rows(board, decision, least=2)
    first, others = rows[0], rows[1:]
    if any(row.item.page != first.item.page for row in others):
        raise ValueError("Items on different pages cannot be merged.")
    fields = _fields(board, decision.table)
    values = checked(decision.table, decision.values, fields)
    first.item = first.item.model_copy(update={"box": around([row.item for row in rows])})
    put_into(first, values, fields, decision)
    first.changed = first.own = True
    for row in others:
        row.gone = row.own = True
        row.note = f"merged into {first.id}"


def _split(board: Board, decision: Decision) -> None:
    row, fields = _one(board, decision), _fields(board, decision.table)
    if not decision.parts or len(decision.made) != len(decision.parts):
        raise ValueError("An item is split into two parts or more.")
    values = checked(decision.table, decision.values, fields)
    like = dict(row.item)
    items = [
        new_item(board.data, row.table, one, part, like)
        for one, part in zip(decision.made, decision.parts, strict=True)
    ]
    _free(board, row.table, decision.made)
    for (item, given), identity in zip(items, decision.made, strict=True):
        part = Row(row.table, item, item, added=True, own=True, note=f"split from {row.id}")
        board.put(part)
        for name, value in given.items():
            part.corrections[name] = Correction(table=row.table, id=identity, field=name, value=value, at=decision.at)
    put_into(row, values, fields, decision)
    row.changed = row.own = True


def _free(board: Board, table: str, ids: Iterable[str]) -> None:
    taken = {row.id for row in board.tables[table]}
    wanted = list(ids)
    if len(set(wanted)) < len(wanted) or taken & set(wanted):
        raise ValueError(f"An id of these is taken in {table}: {', '.join(wanted)}.")


def _change_kind(board: Board, decision: Decision) -> None:
    row = _one(board, decision)
    to, made = decision.to or "", decision.made
    if to not in LISTS or to == row.table:
        known = ", ".join(name for name in LISTS if name != row.table)
        raise ValueError(f"{row.table} cannot become {to or 'nothing'}. Choose from: {known}.")
    if len(made) != 1:
        raise ValueError("A new item needs an id.")
    values = {"text": row.item.text, **decision.values}
    new = _put_new(board, decision, to, made[0], values, dict(row.item), note=f"was {row.id} of {row.table}")
    new.moved = not row.added or row.moved
    row.gone = row.own = True
    row.note = f"made {made[0]} of {to}"


def _take_back(board: Board, decision: Decision) -> None:
    if decision.table == DRAWING:
        for name in decision.fields or tuple(board.drawing):
            board.drawing.pop(name, None)
        return
    for row in [board.row(decision.table, identity) for identity in decision.ids]:
        names = tuple(name for name in decision.fields or tuple(row.corrections) if name in row.corrections)
        put_back(row, names, _fields(board, row.table))
        if not decision.fields:
            row.accepted = False
            row.gone = row.gone and bool(row.note)


_ACTIONS: Final[dict[Action, Callable[[Board, Decision], None]]] = {
    "accept": _accept,
    "correct": _correct,
    "reject": _reject,
    "add": _add,
    "merge": _merge,
    "split": _split,
    "change_kind": _change_kind,
    "take_back": _take_back,
}


def _alike(one: Row, other: Row) -> bool:
    same = one.item is other.item or one.item == other.item
    return same and (one.state, one.note, one.corrections.keys()) == (other.state, other.note, other.corrections.keys())


def _result(board: Board) -> Result:
    """The reviewed result; the reading itself where nothing differs."""
    lists: dict[str, tuple[Item, ...]] = {}
    for name, rows in board.tables.items():
        if any(row.state != "read" or row.item is not row.read for row in rows):
            lists[name] = tuple(row.shown() for row in rows if not row.gone)
    told: dict[str, object] = {**lists}
    if board.drawing:
        fields = fields_of(DRAWING)
        for name, one in board.drawing.items():
            told |= {name: fields[name].check(one.value)}
        told["corrected"] = tuple(board.drawing)
    return board.data.model_copy(update=told) if told else board.data
