"""The plan of an experiment: each drawing with each setting, what is known of it, and what is left to do."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple

from drawkit.contract import FileLimits

from .drawings import Drawing
from .inputs import inspect_files
from .ledger import Entry, Facts, Key, Ledger
from .settings import Setting

PASSING: Final = frozenset({"internal", "unavailable", "rate-limited", "concurrency-limited", "idempotency-conflict"})
"""Codes of failures that say nothing about the drawing: another try can succeed."""


class Cell(NamedTuple):
    """One drawing with one setting. `key` is None when the drawing is refused; then `code` and `detail` say why."""

    drawing: Drawing
    setting: Setting
    facts: Facts
    key: Key | None = None
    pages: int = 0
    code: str | None = None
    detail: str | None = None


@dataclass(frozen=True)
class Plan:
    """Every cell, and the ledger's entries of their keys at the time of `refreshed`."""

    drawings: Sequence[Drawing]
    settings: Sequence[Setting]
    cells: Sequence[Cell] = field(repr=False)
    engine: str
    entries: dict[Key, Entry] = field(repr=False)

    def refreshed(self, ledger: Ledger) -> Plan:
        """The same plan with what the ledger knows by now."""
        return replace(self, entries=ledger.entries({cell.key for cell in self.cells if cell.key is not None}))

    def entry(self, cell: Cell) -> Entry | None:
        """What the ledger has of a cell."""
        return self.entries.get(cell.key) if cell.key is not None else None

    @property
    def refused(self) -> list[Cell]:
        """Cells that are never submitted."""
        return [cell for cell in self.cells if cell.key is None]

    def to_do(self, *, retry_failed: bool = False) -> Iterator[Cell]:
        """One cell for each key that has not ended, or ended in a way that another try can change."""
        seen: set[Key] = set()
        for cell in self.cells:
            if cell.key is None or cell.key in seen:
                continue
            seen.add(cell.key)
            entry = self.entries.get(cell.key)
            if entry is None or not entry.ended or worth_another(entry, retry_failed=retry_failed):
                yield cell


def worth_another(entry: Entry, *, retry_failed: bool = False) -> bool:
    """Whether a job that ended is tried again: it was cancelled, or failed for a reason that passes."""
    if entry.state == "cancelled":
        return True
    return entry.state == "failed" and (retry_failed or entry.code in PASSING)


def make(
    drawings: Sequence[Drawing],
    settings: Sequence[Setting],
    ledger: Ledger,
    engine: str,
    limits: FileLimits,
    on_file: Callable[[int], object] | None = None,
) -> Plan:
    """Look at the files and at the ledger."""
    facts = inspect_files(drawings, ledger, limits, on_file)
    cells = [_cell(drawing, setting, facts[drawing.name], engine) for setting in settings for drawing in drawings]
    keys = _keys(cells)
    return Plan(tuple(drawings), tuple(settings), cells, engine, ledger.entries(keys))


def _keys(cells: Iterable[Cell]) -> set[Key]:
    return {cell.key for cell in cells if cell.key is not None}


def _cell(drawing: Drawing, setting: Setting, facts: Facts, engine: str) -> Cell:
    if facts.sha256 is None or facts.pages is None:
        return Cell(drawing, setting, facts, code=facts.code, detail=facts.detail)
    if setting.last_page > facts.pages:
        detail = f"The file has {facts.pages} page(s); there is no page {setting.last_page}."
        return Cell(drawing, setting, facts, code="invalid-request", detail=detail)
    key = Key(facts.sha256, setting.profile, setting.canonical, engine)
    return Cell(drawing, setting, facts, key, setting.pages_of(facts.pages))
