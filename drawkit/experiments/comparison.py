"""Two settings, or two engine versions, side by side: what one found and the other did not."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, TypeAlias

import pandas as pd

from drawkit.contract import LISTS, Item, Result, list_of
from drawkit.display import _html

from . import views
from .evaluation import rules
from .ledger import Entry, Key, Ledger
from .plan import Cell, Plan

Same: TypeAlias = Callable[[Mapping[str, Any]], tuple[Any, ...]]

_SAME: Final[dict[str, Same]] = {
    "dimensions": rules.dimension_in_full,
    "geometric_tolerances": rules.frame_in_full,
    "surface_textures": rules.surface_texture,
    "datum_features": rules.datum_feature,
    "bom": lambda row: (rules.parts_cells(row),),
    "title_blocks": lambda block: tuple(rules.words(block.get(name)) for name in rules.TITLE_FIELDS),
    "revisions": lambda row: tuple(rules.words(row.get(name)) for name in ("revision", "description", "date")),
    "balloons": lambda balloon: (rules.words(balloon.get("position")),),
    "views": lambda view: (rules.words(view.get("label")), rules.words(view.get("scale"))),
}
"""When two items of a list say the same; those of the others by their text."""


@dataclass(frozen=True)
class Side:
    """One of the two: a setting with the engine's version that read it."""

    name: str
    cells: Sequence[Cell]
    entries: Mapping[Key, Entry]
    engine: str

    def entry(self, cell: Cell) -> Entry | None:
        """What this side has of a cell."""
        if cell.key is None:
            return None
        entry = self.entries.get(Key(cell.key.sha256, cell.key.profile, cell.key.options, self.engine))
        return entry if entry is not None and entry.state == "completed" else None


class Comparison:
    """What both found and what only one did. `differences` has one row for each item that one side alone has."""

    def __init__(self, left: str, right: str, counts: pd.DataFrame, differences: pd.DataFrame) -> None:
        self.left, self.right = left, right
        self.counts = counts
        """One row for each drawing and table: `both`, `only_left`, `only_right`."""
        self.differences = differences
        """One row for each item of one side alone: drawing, table, page, `only_in`, text, confidence."""

    @cached_property
    def summary(self) -> pd.DataFrame:
        """One row a table, over all drawings that both sides have read; `agreement` is the share of what both found."""
        sums = self.counts.groupby("table", sort=False)[["both", "only_left", "only_right"]].sum()
        return sums.assign(agreement=sums["both"] / sums.sum(axis=1))

    def __repr__(self) -> str:
        drawings = self.counts["drawing"].nunique()
        return f"<Comparison of {self.left} and {self.right}: {drawings:,} drawings, {len(self.differences):,} items>"

    def _repr_html_(self) -> str:
        names = {"only_left": f"only {self.left}", "only_right": f"only {self.right}"}
        drawings = self.counts["drawing"].nunique()
        parts = [
            _html.title(f"{self.left} and {self.right}", f"{drawings:,} drawings that both have read"),
            views.frame("", self.summary.rename(columns=names).reset_index()),
        ]
        if len(self.differences):
            parts.append(views.frame("What one found and the other did not", self.differences.drop(columns="box")))
        return _html.block(*parts)


def compare(plan: Plan, ledger: Ledger, left: str | None, right: str | None) -> Comparison:
    """Set two sides side by side; see `Experiment.compare`."""
    names = [setting.name for setting in plan.settings]
    engines = ledger.engines()
    if left is None or right is None:
        left, right = _default(names, engines, left, right)
    one, other = (_side(plan, ledger, name, names, engines) for name in (left, right))
    tables = _common(one, other)
    counts: list[dict[str, Any]] = []
    differences: list[dict[str, Any]] = []
    for mine, theirs in zip(one.cells, other.cells, strict=True):
        a, b = one.entry(mine), other.entry(theirs)
        results = [ledger.result(entry.job) for entry in (a, b) if entry is not None]
        if len(results) < 2 or None in results:
            continue
        for table in tables:
            both, only = _held(table, results[0], results[1])
            where = {"drawing": mine.drawing.name, "setting": mine.setting.name, "table": table}
            counts.append({**where, "both": both, "only_left": len(only[0]), "only_right": len(only[1])})
            for side, items in zip((left, right), only, strict=True):
                differences += [{**where, **_told(item), "only_in": side} for item in items]
    counted = pd.DataFrame(counts, columns=["drawing", "setting", "table", "both", "only_left", "only_right"])
    told = pd.DataFrame(
        differences, columns=["drawing", "setting", "table", "page", "only_in", "text", "confidence", "box"]
    )
    seen = counted.groupby("table")[["both", "only_left", "only_right"]].transform("sum").sum(axis=1) > 0
    return Comparison(left, right, counted[seen].reset_index(drop=True), told)


def _default(names: Sequence[str], engines: Sequence[str], left: str | None, right: str | None) -> tuple[str, str]:
    choices = names if len(names) > 1 else engines[-2:]
    free = [name for name in choices if name not in (left, right)]
    if len(free) < (left is None) + (right is None):
        raise ValueError(
            f"There is one setting, {', '.join(names)}, read by one engine version: nothing to compare it with. "
            'Give the experiment two settings, such as profiles=["full", "bom"] or options=[..., ...].'
        )
    first = left if left is not None else free.pop(0)
    return first, right if right is not None else free.pop(0)


def _side(plan: Plan, ledger: Ledger, name: str, names: Sequence[str], engines: Sequence[str]) -> Side:
    if name in names:
        return Side(name, [c for c in plan.cells if c.setting.name == name], plan.entries, plan.engine)
    if name not in engines:
        raise KeyError(f"There is no setting or engine version {name!r}. Choose from: {', '.join((*names, *engines))}.")
    keys = {Key(c.key.sha256, c.key.profile, c.key.options, name) for c in plan.cells if c.key is not None}
    return Side(name, plan.cells, ledger.entries(keys), name)


def _common(one: Side, other: Side) -> list[str]:
    """The tables that both sides read."""
    modules = [{m for cell in side.cells for m in cell.setting.modules} for side in (one, other)]
    lists = {list_of(module) for module in modules[0] & modules[1]}
    return [name for name in LISTS if name in lists]


def _held(table: str, left: Result | None, right: Result | None) -> tuple[int, tuple[list[Item], list[Item]]]:
    """How many items both have, and those that only one has: an item counts as often as it stands on the sheet."""
    free: dict[tuple[Any, ...], list[Item]] = {}
    for item in getattr(right, table):
        free.setdefault(_value(table, item), []).append(item)
    both, only = 0, []
    for item in getattr(left, table):
        found = free.get(_value(table, item))
        if found:
            found.pop(0)
            both += 1
        else:
            only.append(item)
    return both, (only, [item for items in free.values() for item in items])


def _value(table: str, item: Item) -> tuple[Any, ...]:
    same = _SAME.get(table)
    return (item.page, *(same(item.to_dict()) if same is not None else (rules.words(item.text),)))


def _told(item: Item) -> dict[str, Any]:
    text = item.text or getattr(item, "title", None) or getattr(item, "designation", "")
    return {"page": item.page, "text": text, "confidence": item.confidence, "box": item.box}
