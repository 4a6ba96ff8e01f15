"""What a reading is for, in tables: rules of the checks, columns of findings, characteristics, changes, and files."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from typing import Final

from drawkit.checks import CLAUSES, FINDINGS, RULES
from drawkit.comparison import CHANGES
from drawkit.frames import Column
from drawkit.inspection import INSPECTION

FILES: Final = (
    ("result.to_checks", "drawkit check", ".xlsx and .pdf (with the sheets), .csv, .json"),
    (
        "result.to_inspection",
        "drawkit inspect",
        ".xlsx (forms 3, 1 and 2 in the manner of AS9102 Rev C, and the sheets), .pdf, .csv, .json",
    ),
    ("result.balloon", "drawkit inspect", ".pdf: your own file with balloons; a picture is put into a PDF"),
    (
        "drawkit.compare(...).write",
        "drawkit compare",
        ".xlsx and .pdf (with the sheets on each other), .csv, .json; `report` writes .html",
    ),
    (
        "not written",
        "QIF 3.0 (ISO 23952)",
        "no package of PyPI, npm or Debian has its schema, and a plan not held against it would be a guess: .csv and "
        ".json hold the same",
    ),
)
Rows = list[tuple[str, ...]]


def rules() -> Rows:
    """Each rule, what it finds, and the clauses that it stands on."""
    return [(name, _first(inspect.getdoc(rule) or ""), " / ".join(CLAUSES[name])) for name, rule in RULES.items()]


def columns() -> Iterator[tuple[str, str, str, Rows]]:
    """The tables of what a reading is for: name, title, what it is about, and a row for each column."""
    yield "findings", "Table findings", "`result.checks()`: one row a finding, errors first.", _rows(FINDINGS)
    about = "`result.inspection()`: one row a characteristic (AS9102, form 3), numbered."
    yield "characteristics", "Table characteristics", about, _rows(INSPECTION)
    about = "`drawkit.compare(old, new).changes`: one row a change, numbered as in pictures."
    yield "changes", "Table changes", about, _rows(CHANGES)


def _rows(told: tuple[Column, ...]) -> Rows:
    return [(one.name, one.dtype_name, one.meaning, ", ".join(one.values)) for one in told]


def _first(text: str) -> str:
    """The first paragraph, on one line."""
    return " ".join(text.partition("\n\n")[0].split())
