"""What a reviewed dimension changes elsewhere: the hole and the thread that it tells, and frames that hang on it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from drawkit.contract import Dimension, Hole, Item, Thread
from drawkit.engine.modules import holes, threads

from ._board import Board, Row
from ._fields import fields_of

_READERS: Final[Mapping[str, Callable[[Sequence[Dimension]], Sequence[Hole | Thread]]]] = {
    "holes": holes.read,
    "threads": threads.read,
}
"""The reading of holes and threads off dimensions is the engine's own: a corrected dimension reads as a printed one."""
_OWN: Final = frozenset(
    {"id", "page", "box", "rotation", "sheet_zone", "confidence", "read_from", "label", "dimension_id"}
)


def flow(board: Board) -> None:
    """Bring what people decided on dimensions into the rows that these tell."""
    changed = [row for row in board.tables["dimensions"] if row.state != "read"]
    for row in changed:
        for table in _READERS:
            _follow(board, table, row)
    gone = {row.id for row in changed if row.gone}
    if gone:
        _let_go(board, gone)


def _follow(board: Board, table: str, dimension: Row) -> None:
    following = board.following(table, dimension.id)
    if dimension.state == "accepted":
        for row in following:
            row.accepted = True
        return
    told = [] if dimension.gone else list(_READERS[table]([_plain(dimension)]))
    if not told:
        _end(following, dimension)
    elif following:
        for row in following:
            _bring(row, told[0])
            row.accepted = True
    elif table in board.data.modules or board.tables[table]:
        item = told[0].model_copy(update={"id": _id(board, table, dimension.id), "dimension_id": dimension.id})
        row = Row(table, item, item, added=True, follows=dimension.id, note=f"told by {dimension.id}")
        board.put(row)


def _plain(row: Row) -> Dimension:
    assert isinstance(row.item, Dimension)  # noqa: S101 - for the type alone: the table holds nothing else
    return row.item


def _end(following: list[Row], dimension: Row) -> None:
    """The dimension tells none any more: rows that nobody decided on go with it."""
    for row in following:
        if not row.own:
            row.gone = True
            row.note = f"told by {dimension.id}, which tells none"


def _bring(row: Row, told: Item) -> None:
    """Bring the values of the dimension into a row; what a person put there by hand stays."""
    fields = fields_of(row.table)
    for name, field in fields.items():
        value = field.told(told)
        if name in _OWN or name in row.corrections or value == field.told(row.item):
            continue
        row.item = field.changed(row.item, value)
        row.flowed += (name,)


def _id(board: Board, table: str, dimension: str) -> str:
    wanted = f"{dimension}-{table.removesuffix('s')}"
    taken = {row.id for row in board.tables[table]}
    return wanted if wanted not in taken else board.free_ids(1)[0]


def _let_go(board: Board, gone: set[str]) -> None:
    """Frames at a dimension that was taken out hang on nothing, or on what it was merged into."""
    into = {
        row.id: row.note.removeprefix("merged into ")
        for row in board.tables["dimensions"]
        if row.note.startswith("merged into ")
    }
    for row in board.tables["geometric_tolerances"]:
        at = getattr(row.item, "dimension_id", None)
        if at in gone:
            row.item = row.item.model_copy(update={"dimension_id": into.get(at)})
