"""Short tables of what was read, for a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.table import Table
from rich.text import Text

from drawkit.contract import LISTS, Dimension, ModuleState, PartsListItem, Result, trust_in

_FACTS: Final = (
    "title", "drawing_number", "part_number", "revision", "material", "finish", "scale", "sheet", "date", "mass",
    "projection", "general_tolerance",
)  # fmt: skip
_MOST: Final = 8
_FILE_WIDTH: Final = 140


def console_for(*, stderr: bool = False) -> Console:
    """Give the console to print on; where nobody's window sets the width, lines may be longer than 80 signs."""
    console = Console(stderr=stderr, highlight=False)
    return console if console.is_terminal else Console(stderr=stderr, highlight=False, width=_FILE_WIDTH)


class Short:
    """One result, shortly."""

    def __init__(self, result: Result, name: str) -> None:
        self._result = result
        self._name = name

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield Text(self._name, style="bold cyan")
        yield Text(counts(self._result) or "nothing read")
        yield from self._parts()
        yield Text()

    def _parts(self) -> Iterator[RenderableType]:
        for remark in remarks(self._result):
            yield Text(remark, style="yellow")
        facts = list(_facts(self._result))
        if facts:
            yield _grid(facts)
        if self._result.bom:
            yield _first("Parts list", _PARTS, [_part(row) for row in self._result.bom])
        if self._result.dimensions:
            yield _first("Dimensions", _SIZES, [_size(row) for row in self._result.dimensions])


def counts(result: Result) -> str:
    """What was read, in numbers."""
    found = {name: len(getattr(result, name)) for name in LISTS if getattr(result, name)}
    return ", ".join(f"{count} {_words(name, count)}" for name, count in found.items())


def remarks(result: Result) -> Iterator[str]:
    """What a person must know before believing the tables: doubts, unreadable pages, modules that could not look."""
    from drawkit.display._words import doubts

    told = doubts(result)
    if told:
        yield told
    for page in result.pages:
        if not page.readable:
            yield f"Page {page.page} cannot be read. {' '.join(page.remarks_on_reading)}".rstrip()
    failed: dict[str, list[str]] = {}  # a page that cannot be read fails every module, for one reason
    for module, report in result.modules.items():
        if report.status is ModuleState.FAILED:
            failed.setdefault(report.detail or "no reason given", []).append(module)
    for reason, modules in failed.items():
        yield f"{', '.join(modules)} could not be read: {reason}"


def plain_table(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> Table:
    """A table without frames; cells are text and never markup."""
    table = Table(box=None, pad_edge=False, header_style="dim", padding=(0, 2, 0, 0))
    for heading in headings:
        table.add_column(Text(heading), overflow="fold")
    for row in rows:
        table.add_row(*(Text(cell) for cell in row))
    return table


_PARTS: Final = ("Pos.", "Qty", "Part number", "Designation", "Material")
_SIZES: Final = ("As read", "Kind", "Nominal", "Fit", "Upper", "Lower", "Zone", "Trust")


def _first(title: str, headings: Sequence[str], rows: Sequence[Sequence[str]]) -> RenderableType:
    kept = [at for at, _ in enumerate(headings) if any(row[at] for row in rows)]
    table = plain_table([headings[at] for at in kept], ([row[at] for at in kept] for row in rows[:_MOST]))
    parts: list[RenderableType] = [Text(f"{title}:", style="bold"), table]
    if len(rows) > _MOST:
        parts.append(Text(f"... and {len(rows) - _MOST} more", style="dim"))
    return Group(*parts)


def _grid(pairs: Iterable[tuple[str, str]]) -> Table:
    grid = Table.grid(padding=(0, 2, 0, 0))
    for label, value in pairs:
        grid.add_row(Text(label, style="dim"), Text(value))
    return grid


def _facts(result: Result) -> Iterator[tuple[str, str]]:
    for block in result.title_blocks[:1]:
        for name in _FACTS:
            value = getattr(block, name)
            if value:
                yield name.replace("_", " ").capitalize(), " ".join(str(value).split())


def _part(row: PartsListItem) -> tuple[str, ...]:
    return (row.position, row.quantity, row.part_number, row.designation, row.material)


def _size(row: Dimension) -> tuple[str, ...]:
    nominal = _number(row.nominal)
    if row.nominal is None and (row.max is not None or row.min is not None):
        nominal = " ... ".join(filter(None, (_number(row.min), _number(row.max))))
    upper, lower = _signed(row.upper_deviation), _signed(row.lower_deviation)
    kind = row.kind.replace("_", " ")
    return (row.text, kind, nominal, row.fit or "", upper, lower, row.sheet_zone or "", trust_in(row))


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:g}"


def _signed(value: float | None) -> str:
    return "" if value is None else f"{value:+g}" if value else "0"


def _words(name: str, count: int) -> str:
    words = {"bom": "parts list rows"}.get(name, name.replace("_", " "))
    return words.removesuffix("s") if count == 1 else words
