"""A review carried over to a new reading of the same drawing, wherever the items still agree."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from drawkit.contract import LISTS, Box, Item, Result
from drawkit.contract.corrections import DRAWING
from drawkit.contract.review import Decision

from ._fields import fields_of
from ._replay import LeftOut, Replay

_SHARED: Final = 0.5
"""Of two boxes of the same item, what both cover at least: intersection over union."""
GONE: Final = "The new reading has no item that agrees with it."


def carried(
    old: Result, new: Result, decisions: Sequence[Decision]
) -> tuple[tuple[Decision, ...], tuple[LeftOut, ...]]:
    """The decisions as they hold for a new reading, and those that do not, with the reason.

    An item agrees when it stands in the same place and says the same, or says what a person made of it: then it is
    accepted. What was added stays, unless the new reading has it by itself.
    """
    reviewed = Replay(old, decisions).result
    ids = {table: _pairs(getattr(old, table), getattr(new, table), table) for table in LISTS}
    right = {table: _pairs(getattr(reviewed, table), getattr(new, table), table) for table in LISTS}
    kept: list[Decision] = []
    lost: list[LeftOut] = []
    for one in decisions:
        moved = _moved(one, ids, right)
        if moved is None:
            lost.append(LeftOut(one, GONE))
            continue
        kept.append(moved)
        if moved is not one or one.action == "add":
            ids[moved.to or moved.table] |= {made: made for made in moved.made}
    fits = Replay(new, kept)
    refused = {id(out.decision) for out in fits.left_out}
    return tuple(one for one in kept if id(one) not in refused), (*lost, *fits.left_out)


_Ids = dict[str, dict[str, str]]


def _moved(one: Decision, ids: _Ids, right: _Ids) -> Decision | None:
    """The decision for the new ids; None where an item of it is gone."""
    if one.table == DRAWING:
        return one
    if one.table not in ids:
        return None
    into = one.to or one.table
    found = [ids[one.table].get(identity) for identity in one.ids]
    here = [right[into].get(made) for made in one.made] if into in right else []
    if one.action in ("add", "change_kind") and all(here) and here:
        return Decision(action="accept", table=into, ids=tuple(filter(None, here)), at=one.at)
    if all(found):
        return one.model_copy(update={"ids": tuple(filter(None, found))})
    said = [right[one.table].get(identity) for identity in one.ids]
    if one.action in ("correct", "merge") and said[:1] and said[0] is not None:
        return Decision(action="accept", table=one.table, ids=(said[0],), at=one.at)
    return None


def _pairs(olds: Iterable[Item], news: Iterable[Item], table: str) -> dict[str, str]:
    """For each old item the id of the new one that agrees with it; each is used once."""
    olds, news = tuple(olds), tuple(news)
    fields = fields_of(table, (*olds, *news)).values()
    free: dict[tuple[int, str], list[Item]] = {}
    for item in news:
        if item.id:
            free.setdefault((item.page, item.text), []).append(item)
    found: dict[str, str] = {}
    for item in olds:
        alike = free.get((item.page, item.text), [])
        for other in alike:
            if _meet(item.box, other.box) and all(field.told(item) == field.told(other) for field in fields):
                found[item.id] = other.id
                alike.remove(other)
                break
    return found


def _meet(one: Box | None, other: Box | None) -> bool:
    if one is None or other is None:
        return one is other
    width = min(one[2], other[2]) - max(one[0], other[0])
    height = min(one[3], other[3]) - max(one[1], other[1])
    if width < 0 or height < 0:
        return False
    areas = sum(max((x1 - x0) * (bottom - top), 0.0) for x0, top, x1, bottom in (one, other))
    both = width * height
    return both >= _SHARED * (areas - both)
