"""Rules of parts lists: item numbers, balloons and quantities agree."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Final

from drawkit.contract import Balloon, ModuleState, PartsListItem, Result

from ._clauses import PART_REFERENCES, PARTS_LISTS
from ._finding import SURE, Finding, Severity, about

_TIMES: Final = re.compile(r"(?:^|[\s(])(\d{1,3})\s*[x×X](?=[\s)]|$)|(?:^|[\s(])[x×X]\s*(\d{1,3})(?=[\s)]|$)")


def item_number_twice(result: Result) -> Iterator[Finding]:
    """An item number that two rows of one page's parts list have."""
    for number, rows in _by_number(result).items():
        for row, before in zip(rows[1:], rows, strict=False):
            if row.page == before.page:
                same = row.part_number == before.part_number and row.designation == before.designation
                what = "for the same part" if same else "for different parts"
                message = f"Item number {number} stands twice, {what}."
                yield about("bom", row, message, PARTS_LISTS, sure=before.confidence >= SURE)


def item_number_missing(result: Result) -> Iterator[Finding]:
    """A gap in the item numbers of a parts list, or a row of parts without a number.

    Numbers in steps (10, 20, 30) and lists that begin elsewhere than at 1 are as they are meant.
    """
    numbers = sorted({int(row.position) for row in result.bom if row.position.isdecimal()})
    if len(numbers) >= 3 and numbers[0] == 1:
        gaps = sorted(set(range(1, numbers[-1])) - set(numbers))
        if gaps and len(gaps) <= len(numbers) // 3:
            words = f"numbers {', '.join(map(str, gaps))} are" if len(gaps) > 1 else f"number {gaps[0]} is"
            sure = all(row.confidence >= SURE for row in result.bom)
            last = next(row for row in result.bom if row.position == str(numbers[-1]))
            yield about("bom", last, f"Item {words} missing.", PARTS_LISTS, Severity.WARNING, sure=sure)
    for row in result.bom:
        if not row.position and numbers and row.quantity and (row.part_number or row.designation):
            yield about("bom", row, "The row has no item number.", PARTS_LISTS, Severity.WARNING)


def balloon_without_row(result: Result) -> Iterator[Finding]:
    """A balloon whose number no row of the parts list has; a drawing without a parts list may have it elsewhere."""
    known = set(_by_number(result))
    seen: set[str] = set()
    for balloon in result.balloons:
        number = _plain(balloon.position)
        if known and number not in known and number not in seen:
            seen.add(number)
            message = f"No row of the parts list has the item number {number}."
            yield about("balloons", balloon, message, PART_REFERENCES, sure=_whole(result))


def row_without_balloon(result: Result) -> Iterator[Finding]:
    """A row of the parts list that no balloon refers to, where the drawing has balloons for most of them.

    A group of parts (1) is shown by its parts (1.1, 1.2).
    """
    shown = {_plain(balloon.position) for balloon in result.balloons}
    rows = _by_number(result)
    alone = [n for n in rows if n not in shown and not any(other.startswith(f"{n}.") for other in rows)]
    if not shown or not alone or len(alone) > len(rows) / 2:
        return
    for number in alone:
        message = f"No balloon refers to item {number}."
        yield about("bom", rows[number][0], message, PART_REFERENCES, Severity.WARNING, sure=_whole(result))


def quantities_disagree(result: Result) -> Iterator[Finding]:
    """Balloons tell how often a part is there ("3 (4x)"), and together it is not the quantity of the parts list."""
    told: defaultdict[str, list[tuple[Balloon, int]]] = defaultdict(list)
    for balloon in result.balloons:
        if times := _TIMES.search(balloon.text):
            told[_plain(balloon.position)].append((balloon, int(times[1] or times[2])))
    shown = Counter(_plain(balloon.position) for balloon in result.balloons)
    for number, rows in _by_number(result).items():
        counted = told.get(number, [])
        wanted = rows[0].quantity.strip()
        if len(rows) == 1 and wanted.isdecimal() and counted and len(counted) == shown[number]:
            total = sum(times for _, times in counted)
            if total != int(wanted):
                message = f"The balloons show item {number} {total} times, the parts list says {wanted}."
                yield about("balloons", counted[0][0], message, PARTS_LISTS, Severity.WARNING)


def _by_number(result: Result) -> dict[str, list[PartsListItem]]:
    found: defaultdict[str, list[PartsListItem]] = defaultdict(list)
    for row in result.bom:
        if number := _plain(row.position):
            found[number].append(row)
    return dict(found)


def _plain(number: str) -> str:
    """An item number without what lists put around it: 03. and 3 are the same."""
    bare = number.strip().strip(".()")
    return bare.lstrip("0") or bare


def _whole(result: Result) -> bool:
    """Whether list and balloons were both looked for on pages that are readable and made of text."""
    reports = [result.modules.get(name) for name in ("bom", "balloons")]
    looked = all(report is None or report.status is not ModuleState.FAILED for report in reports)
    return looked and all(page.readable and page.source == "text" for page in result.pages)
