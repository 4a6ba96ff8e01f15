"""Comparing two results, page by page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from drawkit.contract import LISTS, PageReport, Result

from ._changes import Change, ChangeKind
from ._entries import Entry, differing, misread, one_doubt, placed_entries, says_less
from ._match import Matched, matched
from ._register import Affine, Registered, registered
from ._rows import row_changes, title_changes
from ._spelled import plain

_KINDS: Final = {kind: place for place, kind in enumerate(ChangeKind)}
_FEW, _SOME = 3, 8
_SHARE: Final = 0.25
_TELLING: Final = ("dimensions", "geometric_tolerances")
_UNPLACED: Final = Registered((Affine((1.0, 0.0, 0.0, 0.0, 1.0, 0.0)),))


@dataclass(frozen=True)
class Comparison:
    """What differs. `pages` pairs old pages with new ones; `maps` lead from an old page to its new one.

    `compared` is how many items of both took part, `same` how many pairs agree. `remarks` say what is to be known
    before the changes are believed; where both are different drawings, changes are empty.
    """

    changes: tuple[Change, ...]
    pages: tuple[tuple[int, int], ...] = ()
    maps: Mapping[int, tuple[Affine, ...]] = field(default_factory=dict)
    """By the number of the new page."""
    same: int = 0
    compared: int = 0
    remarks: tuple[str, ...] = ()


def compare(old: Result, new: Result, *, anyway: bool = False) -> Comparison:
    """Compare two revisions: items by place, value and text, rows of lists by what they say.

    Case counts in callouts (H7 and h7 are fits of a hole and of a shaft, ISO 286-1) and in fits and prefixes of units
    (mN, MN) that notes, tables and lists state. Other words are the same in capitals: they are told as no change.

    Two drawings with next to nothing in common are told as such, and their items listed only with `anyway`.
    """
    left, right = placed_entries(old), placed_entries(new)
    pages = _paired(left, right, old.pages, new.pages)
    maps: dict[int, tuple[Affine, ...]] = {}
    found: list[Matched] = []
    for a, b in pages:
        here, there = _on(left, a), _on(right, b)
        lies = registered(here, there, (_report(old, a), _report(new, b)))
        maps[b] = lies.maps
        found.append(matched(here, there, lies))
    found += [matched(_on(left, page), [], _UNPLACED) for page in _alone(old, [a for a, _ in pages])]
    found += [matched([], _on(right, page), _UNPLACED) for page in _alone(new, [b for _, b in pages])]
    same = sum(len(one.same) + len(one.moved) for one in found)
    remarks = list(_remarks(old, new, pages))
    sizes = [sum(entry.table in _TELLING for entry in side) for side in (left, right)]
    agree = sum(a.table in _TELLING for one in found for a, _ in (*one.same, *one.moved))
    if not anyway and _strangers(agree, *sizes) and not _one_number(old, new):
        few = f"{agree} of {max(sizes)} dimensions and tolerances agree"
        remarks.insert(0, f"These are two different drawings: {few}. To list their items all the same: anyway=True.")
        return Comparison((), pages, maps, same, len(left) + len(right), tuple(remarks))
    told = [change for one in found for change in _changes(one, old, new)]
    told += [*title_changes(old, new), *row_changes(old, new)]
    return Comparison(tuple(sorted(told, key=_order)), pages, maps, same, len(left) + len(right), tuple(remarks))


def _on(entries: Sequence[Entry], page: int) -> list[Entry]:
    return [entry for entry in entries if entry.item.page == page]


def _report(result: Result, page: int) -> PageReport:
    return next((one for one in result.pages if one.page == page), PageReport(page=page, width=1190.55, height=841.89))


def _alone(result: Result, paired: Sequence[int]) -> list[int]:
    return [page.page for page in result.pages if page.page not in paired]


def _paired(
    left: Sequence[Entry], right: Sequence[Entry], old: Sequence[PageReport], new: Sequence[PageReport]
) -> tuple[tuple[int, int], ...]:
    """Pair the pages that have most in common; of equals the first ones."""
    values = [
        {p.page: Counter(e.value for e in _on(side, p.page)) for p in pages}
        for side, pages in ((left, old), (right, new))
    ]
    ranked = sorted(
        (-(values[0][a.page] & values[1][b.page]).total(), abs(a.page - b.page), a.page, b.page)
        for a in old
        for b in new
    )
    pairs: list[tuple[int, int]] = []
    for _, _, a, b in ranked:
        if all(a != one and b != other for one, other in pairs):
            pairs.append((a, b))
    return tuple(sorted(pairs))


def _strangers(agree: int, old: int, new: int) -> bool:
    """Whether so little agrees that these are no revisions of one drawing; letters and notes are alike on many."""
    return min(old, new) >= _FEW and max(old, new) >= _SOME and agree < _SHARE * min(old, new)


def _one_number(old: Result, new: Result) -> bool:
    """Whether both have the same drawing number."""
    numbers = [{plain(block.drawing_number) for block in one.title_blocks} - {""} for one in (old, new)]
    return bool(numbers[0] & numbers[1])


def _remarks(old: Result, new: Result, pages: Sequence[tuple[int, int]]) -> Iterator[str]:
    for name, result, other in (("old", old, new), ("new", new, old)):
        yield from _unread(name, result, other)
    for name, result, paired in (("old", old, [a for a, _ in pages]), ("new", new, [b for _, b in pages])):
        for page in _alone(result, paired):
            yield f"Page {page} of the {name} drawing has no page of the other to compare with."
        for report in result.pages:
            if not report.readable:
                yield f"Page {report.page} of the {name} drawing could not be read."
            elif report.source == "picture":
                yield f"Page {report.page} of the {name} drawing is a picture: what is missing there may be unread."
    if old.units and new.units and old.units != new.units:
        yield f"The drawings are in different units: {old.units} and {new.units}."


def _unread(name: str, result: Result, other: Result) -> Iterator[str]:
    """What one of the drawings does not tell, so that the changes are no more than that."""
    items = [item for table in LISTS for item in getattr(result, table)]
    if not items:
        yield f"Nothing was read on the {name} drawing."
    elif not result.dimensions and other.dimensions:
        yield f"No dimension was read on the {name} drawing."
    elif all(item.box is None for item in items):
        yield f"The {name} result tells no places: its items are found by what they say, and no picture shows them."


def _changes(found: Matched, old: Result, new: Result) -> Iterator[Change]:
    for a, b in found.changed:
        unread = (misread(a, b) and not _whole(new)) or (misread(b, a) and not _whole(old))
        sure = (a.sure and b.sure) or one_doubt(a, b)
        yield _change(ChangeKind.CHANGED, a, b, sure=sure and not unread)
    for a, b in found.moved:
        yield _change(ChangeKind.MOVED, a, b, sure=a.sure and b.sure)
    for entry in found.removed:  # a scan may only not have been read there
        piece = not _whole(old) and _is_piece(entry, new)
        yield _change(ChangeKind.REMOVED, entry, None, sure=entry.sure and _whole(new) and not piece)
    for entry in found.added:
        piece = not _whole(new) and _is_piece(entry, old)
        yield _change(ChangeKind.ADDED, None, entry, sure=entry.sure and _whole(old) and not piece)


def _is_piece(entry: Entry, other: Result) -> bool:
    """Whether it is a note of a picture, all of whose words stand in notes of the other drawing: a note read in two."""
    return entry.table == "notes" and says_less(entry.item.text, [note.text for note in other.notes])


def _whole(result: Result) -> bool:
    """Whether what is not in a result is not on its sheets: all of them are drawn as text."""
    return all(page.source == "text" and page.readable for page in result.pages)


def _change(kind: ChangeKind, a: Entry | None, b: Entry | None, *, sure: bool) -> Change:
    one = a or b
    old, new = (entry.item if entry else None for entry in (a, b))
    return Change(
        change=kind if sure else ChangeKind.UNSURE,
        table=one.table if one else "",
        old=old.text if old else "",
        new=new.text if new else "",
        what=differing(a, b) if a and b and a.table != "notes" else "",
        old_page=old.page if old else None,
        new_page=new.page if new else None,
        old_zone=old.sheet_zone if old else None,
        new_zone=new.sheet_zone if new else None,
        confidence=min(item.confidence for item in (old, new) if item),
        old_id=old.id if old else "",
        new_id=new.id if new else "",
        old_box=old.box if old else None,
        new_box=new.box if new else None,
    )


def _order(change: Change) -> tuple[int, int, int, float, float]:
    box = change.new_box or change.old_box or (0.0, 0.0, 0.0, 0.0)
    page = change.new_page or change.old_page or 0
    return page, int(change.table == "title_blocks"), _KINDS[change.change], box[1], box[0]
