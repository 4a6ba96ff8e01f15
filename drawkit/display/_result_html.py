"""How a result looks in a notebook: head, sheet with boxes, counts, first rows; complete without a kernel."""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Sequence
from typing import Final

from drawkit import figures, frames
from drawkit.contract import LISTS, Item, ModuleState, Result, TitleBlock, trust_in
from drawkit.contract.corrections import fields_by_hand

from . import _html, _words

_ROWS: Final = 10
_FACT_LENGTH: Final = 72
_FACTS: Final = {
    "drawing_number": "Drawing number",
    "part_number": "Part number",
    "revision": "Revision",
    "material": "Material",
    "finish": "Finish",
    "scale": "Scale",
    "sheet": "Sheet",
    "sheet_size": "Sheet size",
    "mass": "Mass",
    "general_tolerance": "General tolerance",
    "date": "Date",
}


def render(result: Result, name: str, sheet: bytes, page: int, remark: str = "", review: str = "") -> str:
    """Make the HTML of a result; `sheet` is the PNG of `page` with its boxes, `review` tells how far that is."""
    block = result.title_blocks[0] if result.title_blocks else None
    return _html.block(
        _head(result, name, block),
        *map(_html.warning, _warnings(result)),
        _sheet(result, name, sheet, page, remark),
        _corrections(result),
        _html.div("more", _html.esc(f"✓ {review}: see .review")) if review else "",
        _html.div(
            "row",
            *[f"<div>{table}</div>" for table in (_dimensions(result), _parts(result), *_tables(result)) if table],
            f"<div>{_modules(result)}</div>",
        ),
    )


def _head(result: Result, name: str, block: TitleBlock | None) -> str:
    heading = (block.title if block else None) or name
    subtitle = (
        name if heading != name else "",
        _words.counted(len(result.pages), "page") if result.pages else "",
        f"profile {result.profile}",
        f"units {result.units}{' ✎' if fields_by_hand(result) else ''}" if result.units else "",
    )
    facts = [(label, _short(getattr(block, field))) for field, label in _FACTS.items()] if block else []
    return _html.title(heading, *subtitle) + _html.facts(facts)


def _warnings(result: Result) -> list[str]:
    told = [doubt] if (doubt := _words.doubts(result)) else []
    for page in () if _words.unread(result) else result.pages:
        reason = "; ".join(page.remarks_on_reading)
        if not page.readable:
            told.append(f"Page {page.page} cannot be trusted: {reason or 'its text is not readable'}.")
    failed = _words.modules(result, ModuleState.FAILED)
    told += [f"{m.capitalize()}: could not look. {why or 'No reason is given'}." for m, _, why in failed]
    return [text.replace("..", ".") for text in told]


def _sheet(result: Result, name: str, sheet: bytes, page: int, remark: str) -> str:
    counts = Counter({kind: sum(i.page == page for i in getattr(result, kind)) for kind in figures.STYLES})
    chips = [
        _html.chip(f"{style.label} {counts[kind]}", style.colour, dashed=style.dashed)
        for kind, style in figures.STYLES.items()
        if counts[kind]
    ]
    if len(result.pages) > 1:
        chips.insert(0, f"<span>Page {page} of {len(result.pages)}; others with <code>.show(page=…)</code></span>\n")
    if remark:
        chips.append(f"<span>{_html.esc(remark)}</span>\n")
    text = f"Page {page} of {name} with boxes around what was read: " + ", ".join(_words.contents(result))
    return _html.picture(sheet, text) + _html.div("legend", *chips)


def _dimensions(result: Result) -> str:
    if not result.dimensions:
        return ""
    several = len(result.pages) > 1
    header = ["", "Dimension", "Kind", "Nominal", "Tolerance", *(["Page"] if several else []), "Trust"]
    rows = [
        (row, _by_hand(d) + d.text, d.kind.replace("_", " "), _number(d.nominal), _words.tolerance(d),
         *([d.page] if several else []), trust_in(d))
        for row, d in enumerate(result.dimensions[:_ROWS], 1)
    ]  # fmt: skip
    numbers = (0, 3)
    return _html.table("Dimensions", header, rows, numbers=numbers) + _more(result.dimensions, "dimensions")


def _parts(result: Result) -> str:
    if not result.bom:
        return ""
    named = {"position": "Item", "quantity": "Qty", "part_number": "Part number", "designation": "Designation",
             "material": "Material"}  # fmt: skip
    shown = [field for field in named if any(getattr(item, field) for item in result.bom)]
    rows = [(_by_hand(i) + str(at), *(getattr(i, f) for f in shown)) for at, i in enumerate(result.bom[:_ROWS], 1)]
    header = ["", *(named[field] for field in shown)]
    return _html.table("Parts list", header, rows, numbers=(0,)) + _more(result.bom, "bom")


def _tables(result: Result) -> list[str]:
    """The first rows of each table of its own, under its caption or kind."""
    told = []
    for name, frame in frames.each_table(result).items():
        caption = frame.attrs["caption"] or f"{frame.attrs['kind']} table".capitalize()
        rows = [tuple(row) for row in frame.head(_ROWS).fillna("").itertuples(index=False, name=None)]
        more = _more(range(len(frame)), f'each_table["{name}"]')
        told.append(_html.table(f"{caption} ({name})", [str(c) for c in frame.columns], rows) + more)
    return told


def _modules(result: Result) -> str:
    found = _words.modules(result, ModuleState.FOUND)
    absent = ", ".join(module for module, _, _ in _words.modules(result, ModuleState.ABSENT))
    header = ("Module", "Found", "") if any(detail for _, _, detail in found) else ("Module", "Found")
    rows = [row[: len(header)] for row in found]
    table = _html.table("What was found", header, rows, numbers=(1,)) if rows else ""
    return table + (_html.div("more", _html.esc(f"Looked for, not on the sheet: {absent}")) if absent else "")


def _more(items: Sequence[object], table: str) -> str:
    left = len(items) - _ROWS
    return _html.div("more", f"and {left:,} more in <code>.{table}</code>") if left > 0 else ""


def _short(text: str | None) -> str:
    return textwrap.shorten(text or "", _FACT_LENGTH, placeholder=" …")


def _by_hand(item: Item) -> str:
    return "✎ " if fields_by_hand(item) else ""


def _corrections(result: Result) -> str:
    number = sum(bool(fields_by_hand(item)) for name in LISTS for item in getattr(result, name))
    told = f"✎ {_words.counted(number, 'item')} corrected by hand: see .corrections"
    return _html.div("more", _html.esc(told)) if number else ""


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:g}"
