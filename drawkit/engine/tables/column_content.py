"""Columns of a parts list whose headings tell nothing, known by their cells: numbers that count on, counts, names."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from ..titles.labels import bom_column, is_decoy, revision_column
from .headings import Heading
from .tables import Table

_RANK = 6  # how well its cells alone name a column
_FEWEST = 3  # numbers that tell a column of positions
_COUNTED = 0.7  # share of them that count with the rows
_SHARE = 0.9  # of the cells of a column of counts
_NAMED = 0.8  # of the cells of a column of names
_LARGEST_COUNT = 500
_NUMBER = re.compile(r"\d{1,4}")
_COUNT = re.compile(r"\d{1,3}(?:[.,]0)?")
_LETTERS = re.compile(r"[^\W\d_]{2,}")
_OPEN = {
    "position": frozenset(("", "part_number")),  # "品番" and "Marca" head positions as well as part numbers
    "quantity": frozenset(("", "part_number")),
    "designation": frozenset(("",)),
}


def with_told_columns(table: Table) -> Table:
    """The table; a field that no heading names is that of the first unnamed column whose cells look like it.

    Of two columns that are named for one field the one in which something stands has it.
    """
    columns = [[row.cells[i].strip() for row in table.rows] for i in range(len(table.heading.headings))]
    named = _filled_before_blank(table.heading.headings, [any(cells) for cells in columns])
    for field, fits in (("position", _count_on), ("quantity", _are_counts), ("designation", _are_names)):
        fields = {h.field for h in named}
        if field in fields or (field == "designation" and "part_number" in fields):
            continue
        free = (i for i, h in enumerate(named) if h.field in _OPEN[field] and not _is_known(h) and fits(columns[i]))
        first = next(free, None)
        if first is not None:
            freed, named[first] = named[first].field, replace(named[first], field=field, rank=_RANK)
            named = _given_to_next(named, freed)
    return replace(table, heading=replace(table.heading, headings=tuple(named)))


def _filled_before_blank(headings: Sequence[Heading], filled: Sequence[bool]) -> list[Heading]:
    """The headings; the field of a blank column goes to the first filled one that is named for it too."""
    named = list(headings)
    for i, heading in enumerate(headings):
        if filled[i] or heading.field in ("", "other"):
            continue
        for j, other in enumerate(named):
            label = bom_column(other.text) if filled[j] and other.field == "other" else None
            if label is not None and label.field == heading.field:
                named[i], named[j] = replace(heading, field="other"), replace(other, field=label.field, rank=label.rank)
                break
    return named


def _given_to_next(headings: Sequence[Heading], field: str) -> list[Heading]:
    """The headings; the field that one has given up goes to the next that names it as well."""
    named = list(headings)
    for i, heading in enumerate(named):
        label = bom_column(heading.text) if field and heading.field == "other" else None
        if label is not None and label.field == field:
            named[i] = replace(heading, field=field, rank=label.rank)
            break
    return named


def _is_known(heading: Heading) -> bool:
    """Whether a heading without field belongs to a table of another kind."""
    return not heading.field and (is_decoy(heading.text) or revision_column(heading.text) is not None)


def _count_on(cells: Sequence[str]) -> bool:
    """Whether most numbers of a column go up or down with its rows, by one or by ten; some may be missing."""
    rows = [i for i, c in enumerate(cells) if c]
    numbers = {at: int(cells[i]) for at, i in enumerate(rows) if _NUMBER.fullmatch(cells[i])}
    if len(numbers) < max(_FEWEST, _COUNTED * len(rows)):
        return False
    steps = [[n - step * at for at, n in numbers.items()] for step in (1, -1, 10)]
    gaps = [
        [n - step * i for i, c in enumerate(cells) if c and _NUMBER.fullmatch(c) for n in (int(c),)] for step in (1, -1)
    ]
    return max(Counter(offs).most_common(1)[0][1] for offs in (*steps, *gaps)) >= _COUNTED * len(numbers)


def _are_counts(cells: Sequence[str]) -> bool:
    filled = [c for c in cells if c]
    counts = [c for c in filled if _COUNT.fullmatch(c) and float(c.replace(",", ".")) <= _LARGEST_COUNT]
    return len(filled) >= 2 and len(counts) >= _SHARE * len(filled)


def _are_names(cells: Sequence[str]) -> bool:
    filled = [c for c in cells if c]
    return len(filled) >= 2 and sum(bool(_LETTERS.search(c)) for c in filled) >= _NAMED * len(filled)
