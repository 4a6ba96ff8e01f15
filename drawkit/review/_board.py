"""The rows that a review works on: every item as read, what a person made of it, and what was added."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from drawkit.contract import LISTS, Correction, Item, Result
from drawkit.contract.corrections import DRAWING
from drawkit.contract.review import STATE_MEMBER, State

DERIVED = ("holes", "threads")
"""Tables whose rows may be told by a dimension: they follow it, and nobody has to review them twice."""


@dataclass
class Row:
    """One row. `read` is the item as it was read, or as it was when a person made it."""

    table: str
    read: Item
    item: Item
    added: bool = False
    accepted: bool = False
    gone: bool = False
    changed: bool = False
    """Whether more than single fields changed: it was merged or split."""
    moved: bool = False
    """Whether it was read, but as an item of another table."""
    note: str = ""
    """What became of it, where its state alone does not tell."""
    corrections: dict[str, Correction] = field(default_factory=dict)
    flowed: tuple[str, ...] = ()
    """Fields that follow a dimension which was changed."""
    follows: str | None = None
    """The dimension that it is told by."""
    own: bool = False
    """Whether a decision names it itself."""
    named: bool = True
    """Whether its id is its own, so that it can be decided on."""

    @property
    def id(self) -> str:
        """The id of its item."""
        return self.item.id

    @property
    def state(self) -> State:
        """How far a person has gone with it."""
        if self.gone:
            return State.REJECTED
        if self.added:
            return State.CORRECTED if self.moved else State.ADDED
        if self.corrections or self.changed or self.flowed:
            return State.CORRECTED
        return State.ACCEPTED if self.accepted else State.READ

    @property
    def counts(self) -> bool:
        """Whether it is to be reviewed on its own; what has no id of its own cannot be."""
        return self.named and (self.follows is None or self.own)

    def shown(self) -> Item:
        """The item with what a person decided, as tables, files and pictures show it."""
        told: dict[str, object] = {}
        if self.state is not State.READ:
            told[STATE_MEMBER] = self.state
        if self.corrections or self.flowed:
            told["corrected"] = (*self.corrections, *self.flowed)
        return self.item.model_copy(update=told) if told else self.item


class Board:
    """All rows of a result by table, in the order of reading; what was added stands behind."""

    def __init__(self, data: Result) -> None:
        self.data = data
        self.drawing: dict[str, Correction] = {}
        """Corrections of the drawing as a whole."""
        self.tables: dict[str, list[Row]] = {
            name: [Row(name, item, item) for item in getattr(data, name)] for name in LISTS
        }
        self._by_id: dict[str, dict[str, list[Row]]] = {}
        for name, rows in self.tables.items():
            self._by_id[name] = {}
            for row in rows:
                self._by_id[name].setdefault(row.id, []).append(row)
            for identity, alike in self._by_id[name].items():
                for row in alike:
                    row.named = bool(identity) and len(alike) == 1
        known = {d.id for d in data.dimensions if d.id}
        for name in DERIVED:
            for row in self.tables[name]:
                dimension = getattr(row.read, "dimension_id", None)
                row.follows = dimension if dimension in known else None

    def __iter__(self) -> Iterator[Row]:
        for rows in self.tables.values():
            yield from rows

    def row(self, table: str, identity: str) -> Row:
        """The row of an id. Raises `KeyError` where there is none, or more than one."""
        if table not in self.tables:
            raise KeyError(f"There is no table {table!r} to review. Choose from: {', '.join((DRAWING, *LISTS))}.")
        found = self._by_id[table].get(identity, []) if identity else []
        if len(found) != 1:
            told = f"{len(found)} items" if found else "no item"
            raise KeyError(f"There is {told} with the id {identity!r} in {table}.")
        return found[0]

    def standing(self, table: str, identity: str) -> Row:
        """The row of an id that was not taken out. Raises `ValueError` for one that was."""
        row = self.row(table, identity)
        if row.gone:
            raise ValueError(f"{identity} of {table} was {row.note or 'rejected'}: take that back first.")
        return row

    def put(self, row: Row) -> None:
        """Put a new row behind the others. Raises `ValueError` where its id is taken."""
        if row.id in self._by_id[row.table]:
            raise ValueError(f"The id {row.id!r} is taken in {row.table}.")
        self.tables[row.table].append(row)
        self._by_id[row.table][row.id] = [row]

    def free_ids(self, number: int) -> tuple[str, ...]:
        """Ids for new rows: a1, a2 ... that nothing of any table has."""
        taken = {identity for ids in self._by_id.values() for identity in ids}
        found: list[str] = []
        at = 1
        while len(found) < number:
            if f"a{at}" not in taken:
                found.append(f"a{at}")
            at += 1
        return tuple(found)

    def following(self, table: str, dimension: str) -> list[Row]:
        """The rows of a table that a dimension tells."""
        return [row for row in self.tables[table] if row.follows == dimension]
