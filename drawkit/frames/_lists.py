"""The lists of a result, of one or of many, as DataFrames with stable columns."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from itertools import repeat
from typing import Any

import pandas as pd

from drawkit import contract
from drawkit.contract import Result

from ._columns import Column, as_array, build, numbered
from ._limits import LIMITS
from ._tables import ISO_7200, TABLES

Source = Result | Mapping[str, Result]
"""One result, or many by file name: then the frame begins with a column `file`."""


def title_blocks(source: Source) -> pd.DataFrame:
    """Title blocks (ISO 7200), one row a block, one column a field; see `columns("title_blocks")`."""
    return _frame("title_blocks", source)


def title_block(result: Result, page: int | None = None) -> pd.DataFrame:
    """Give the title block as two columns, `label` and `value`: what the sheet shows and nothing else.

    Of several blocks the first, or the one of `page`. Fields with labels of their own follow the usual ones.
    """
    blocks = [b for b in result.title_blocks if page is None or b.page == page]
    pairs: list[tuple[str, str]] = []
    if blocks:
        block = blocks[0]
        pairs = [(label, str(value)) for name, label in ISO_7200.items() if (value := getattr(block, name))]
        shown = {value for _, value in pairs}
        pairs += [(f.label, f.value) for f in block.fields if f.value and f.value not in shown]
    return numbered(pd.DataFrame(pairs, columns=["label", "value"], dtype="string"))


def title_fields(source: Source) -> pd.DataFrame:
    """Every labelled field of the title blocks as printed; see `columns("title_fields")`."""
    return _frame("title_fields", source)


def bom(source: Source, *, expand: bool = False) -> pd.DataFrame:
    """Parts list (ISO 7573), one row an item; see `columns("bom")`.

    With `expand`, columns of other headers stand beside the usual ones instead of as JSON in `other`.
    """
    frame = _frame("bom", source)
    return _expanded(frame) if expand else frame


def revisions(source: Source) -> pd.DataFrame:
    """Revisions table, one row a revision; see `columns("revisions")`."""
    return _frame("revisions", source)


def dimensions(source: Source) -> pd.DataFrame:
    """Dimensions with their tolerances (ISO 129-1, ISO 286-1); see `columns("dimensions")`.

    Values are in the drawing's units, angles in degrees. `depth` holds numbers, THRU is `through`.
    """
    return _frame("dimensions", source)


def geometric_tolerances(source: Source) -> pd.DataFrame:
    """Rows of feature control frames (ISO 1101); see `columns("geometric_tolerances")`."""
    return _frame("geometric_tolerances", source)


def datum_features(source: Source) -> pd.DataFrame:
    """Datum feature symbols (ISO 5459); see `columns("datum_features")`."""
    return _frame("datum_features", source)


def surface_textures(source: Source) -> pd.DataFrame:
    """Surface texture symbols (ISO 21920-1); see `columns("surface_textures")`."""
    return _frame("surface_textures", source)


def threads(source: Source) -> pd.DataFrame:
    """Thread designations; see `columns("threads")`."""
    return _frame("threads", source)


def holes(source: Source) -> pd.DataFrame:
    """Hole callouts; see `columns("holes")`."""
    return _frame("holes", source)


def welds(source: Source) -> pd.DataFrame:
    """Welding symbols (ISO 2553); see `columns("welds")`."""
    return _frame("welds", source)


def notes(source: Source) -> pd.DataFrame:
    """Numbered and free notes; see `columns("notes")`."""
    return _frame("notes", source)


def views(source: Source) -> pd.DataFrame:
    """Labelled views (ISO 128-3); see `columns("views")`."""
    return _frame("views", source)


def balloons(source: Source) -> pd.DataFrame:
    """Balloons: references to items of the parts list (ISO 6433); see `columns("balloons")`."""
    return _frame("balloons", source)


def tables(source: Source) -> pd.DataFrame:
    """Tables of their own (hole tables, gear data, pin-outs ...), one row each; see `columns("tables")`.

    Their cells are in `table_cells`, and each as a table of its own in `each_table`.
    """
    return _frame("tables", source)


def table_cells(source: Source) -> pd.DataFrame:
    """The cells of those tables, one row each; see `columns("table_cells")`."""
    return _frame("table_cells", source)


def each_table(result: Result) -> dict[str, pd.DataFrame]:
    """Each of those tables as it is printed, by its id: one column a heading, or "1", "2" ... where it has none.

    All cells are text. The frame's `attrs` hold `id`, `page`, `kind`, `caption`, `box` and `confidence`.
    """
    return {table.id: _printed(table) for table in result.tables}


def _printed(table: contract.Table) -> pd.DataFrame:
    width = max((len(row) for row in table.rows), default=len(table.columns or ()))
    cells = [[row[at] if at < len(row) else None for row in table.rows] for at in range(width)]
    names = _unlike(table.columns or (), width)
    frame = pd.DataFrame({name: _texts(column) for name, column in zip(names, cells, strict=True)})
    told = ("id", "page", "kind", "caption", "box", "confidence")
    frame.attrs = {name: getattr(table, name) for name in told}
    return numbered(frame)


def _unlike(headings: Sequence[str], width: int) -> list[str]:
    """Names for the columns, each once: the headings, numbered where they are empty or come again."""
    names: list[str] = []
    for at in range(width):
        name = headings[at] if at < len(headings) and headings[at] else str(at + 1)
        again = (f"{name} ({number})" for number in range(2, width + 2))
        names.append(name if name not in names else next(other for other in again if other not in names))
    return names


def pages(source: Source) -> pd.DataFrame:
    """Pages with size and source; see `columns("pages")`."""
    return _frame("pages", source)


def modules(source: Source) -> pd.DataFrame:
    """Modules with what came of each; see `columns("modules")`."""
    return _frame("modules", source)


def to_frames(source: Source, tables: Iterable[str] = tuple(TABLES)) -> dict[str, pd.DataFrame]:
    """Every table (or those named) of one result or of many. Raises `KeyError` for an unknown name."""
    return {name: _frame(name, source) for name in tables}


def concat(results: Mapping[str, Result], tables: Iterable[str] = tuple(TABLES)) -> dict[str, pd.DataFrame]:
    """Give the tables of many results, one below the other, with a first column `file` that holds the mapping's key."""
    return to_frames(dict(results), tables)


def columns(table: str) -> pd.DataFrame:
    """Tell what the columns of a table are: `column`, `dtype`, `meaning`, and the `choices` where they are given.

    Beside the tables of a result, "limits" tells those of `limits`. Raises `KeyError` for an unknown name.
    """
    known: tuple[Column, ...] = LIMITS if table == "limits" else _table(table).columns
    told = [(c.name, c.dtype_name, c.meaning, ", ".join(c.values) or None) for c in known]
    return numbered(pd.DataFrame(told, columns=["column", "dtype", "meaning", "choices"]).astype("string"))


def _table(name: str) -> Any:
    try:
        return TABLES[name]
    except KeyError:
        raise KeyError(f"There is no table {name!r}. Choose from: {', '.join(TABLES)}.") from None


def _frame(name: str, source: Source) -> pd.DataFrame:
    table = _table(name)
    if isinstance(source, Result):
        return build(table.columns, table.rows(source))
    rows: list[Any] = []
    files: list[str] = []
    for file, result in source.items():
        found = table.rows(result)
        rows.extend(found)
        files.extend(repeat(file, len(found)))
    frame = build(table.columns, rows)
    frame.insert(0, "file", _texts(files))
    return frame


def _expanded(frame: pd.DataFrame) -> pd.DataFrame:
    cells = [json.loads(text) if isinstance(text, str) else {} for text in frame["other"]]
    at = list(frame.columns).index("other")
    wide = frame.drop(columns="other")
    for offset, header in enumerate(dict.fromkeys(h for row in cells for h in row)):
        name = header if header not in wide.columns else f"{header} (other)"
        wide.insert(at + offset, name, _texts([row.get(header) for row in cells]))
    return wide


def _texts(values: list[Any]) -> Any:
    return as_array(values, "string")
