"""Names of people and companies in a notebook that is to be handed on: as its tables and texts tell them by field."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from html.parser import HTMLParser
from typing import Any, Final, TypeAlias

from drawkit.engine.harmless import is_common, is_telling
from drawkit.engine.personal import PERSONAL
from drawkit.engine.titles.labels import title_label

_TOLD: Final = re.compile(
    rf"\b(?P<field>{'|'.join(PERSONAL)})[\"']?\s*[=:]\s*(?P<quote>[\"'])(?P<name>[^\"'\n]+)(?P=quote)"
)
"""A field of a result in a `repr`, in code or in JSON."""
_OURS: Final = frozenset({"read_from", "trust"})
"""Columns that only tables of a result have."""
_NOTHING: Final = frozenset({"", "<na>", "nan", "none", "null"})
_PART: Final = re.compile(r"[^\W\d_]{4,}")
_SHORTEST: Final = 2
_LEAST_CUT, _MOST_CUT = 4, 45  # letters that a table leaves of a name that it cuts off
_COMPANY: Final = "company"
_LABELS: Final = 3
"""Columns in which a row may have its label: after a number and a page."""

Told: TypeAlias = tuple[str, str]
"""A field, and what is told by it."""


def names_in(notebook: Mapping[str, Any]) -> frozenset[str]:
    """The names that the outputs and sources of a notebook tell: whole, and those of people in parts too."""
    told = [(field, name.strip()) for text in _texts(notebook) for field, name in _named_in(text)]
    whole = [(field, name) for field, name in told if name.casefold() not in _NOTHING and not is_common(name)]
    parts = {part for field, name in whole if field != _COMPANY for part in _PART.findall(name) if not is_common(part)}
    names = parts | {name for _, name in whole}
    return frozenset(name for name in names if len(name) >= _SHORTEST and not name.isdigit())


def pattern_of(names: Iterable[str]) -> re.Pattern[str] | None:
    """What finds these names as whole words, also where a table cut them off; None without any."""
    longest_first = sorted(names, key=lambda name: (-len(name), name))
    found = "|".join(
        f"{_whole(name)}|{_cut(name)}" if len(name) > _LEAST_CUT else _whole(name) for name in longest_first
    )
    return re.compile(rf"(?<![^\W_])(?:{found})") if longest_first else None


def _whole(name: str) -> str:
    return r"\s+".join(map(re.escape, name.split())) + r"(?![^\W_])"


def _cut(name: str) -> str:
    out = ""
    for letter in reversed(name[_LEAST_CUT:_MOST_CUT]):
        out = f"(?:{re.escape(letter)}{out})?"
    return f"{re.escape(name[:_LEAST_CUT])}{out}(?:\\.\\.\\.|…)"


def _texts(notebook: Mapping[str, Any]) -> Iterator[str]:
    for cell in notebook["cells"]:
        yield _joined(cell.get("source"))
        for output in cell.get("outputs", ()):
            yield _joined(output.get("text"))
            yield from map(_joined, (output.get("data") or {}).values())


def _joined(value: Any) -> str:
    return "".join(map(str, value)) if isinstance(value, list) else str(value or "")


def _named_in(text: str) -> Iterator[Told]:
    yield from ((found["field"], found["name"]) for found in _TOLD.finditer(text))
    if "<table" in text:
        tables = _Tables()
        tables.feed(text)
        for rows in tables.tables:
            yield from _named_by_rows(rows)


def _named_by_rows(rows: Sequence[Sequence[str]]) -> Iterator[Told]:
    """What columns, and rows with a label, tell of people and companies."""
    heading = rows[0] if rows else ()
    columns = {place: field for place, text in enumerate(heading) if (field := _personal(text))}
    ours = _OURS & set(heading)
    for row in rows[1:]:
        yield from ((field, row[place]) for place, field in columns.items() if place < len(row))
        label = next((place for place, text in enumerate(row[:_LABELS]) if _personal(text)), None)
        if label is not None and label not in columns:
            last = label + 2 if len(heading) > _LABELS else None  # beside it, or in each column of a turned table
            yield from ((_personal(row[label]), value) for value in row[label + 1 : last])
        if ours:
            yield from ((_COMPANY, text) for text in row if is_telling(text))


def _personal(text: str) -> str:
    label = title_label(text.replace("_", " "))
    return label.field if label is not None and label.field in PERSONAL else ""


class _Tables(HTMLParser):
    """The cells of the tables of an output, row by row."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.tables: list[list[list[str]]] = []
        self._in_cell = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:  # noqa: ARG002 - the signature is the parser's
        if tag == "table":
            self.tables.append([])
        elif tag == "tr" and self.tables:
            self.tables[-1].append([])
        elif tag in ("td", "th") and self.tables and self.tables[-1]:
            self.tables[-1][-1].append("")
            self._in_cell = True

    def handle_endtag(self, tag: str) -> None:
        if tag in ("td", "th", "tr", "table"):
            self._in_cell = False

    def handle_data(self, data: str) -> None:
        if self._in_cell:
            self.tables[-1][-1][-1] += data
