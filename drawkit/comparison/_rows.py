"""Rows of lists and facts of the title block: compared by what they say, wherever they stand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from drawkit.contract import PartsListItem, Result, Revision, TitleBlock

from ._changes import Change, ChangeKind
from ._entries import SURE
from ._match import alike
from ._spelled import plain, stated

_FACTS: Final = (
    "title", "drawing_number", "part_number", "revision", "material", "finish", "scale", "sheet", "sheet_size", "date",
    "drawn_by", "checked_by", "approved_by", "company", "mass", "projection", "units", "general_tolerance",
)  # fmt: skip
_PARTS: Final = ("position", "quantity", "part_number", "designation", "material", "remark")
_REVISIONS: Final = ("revision", "description", "date", "approved_by")
_STATING: Final = {"material", "finish", "mass", "general_tolerance", "designation", "remark", "description"}
"""What may state a fit or a unit; all else are words and marks, the same in capitals."""
_ALIKE: Final = 0.6
_MISREAD: Final = 0.6


def title_changes(old: Result, new: Result) -> Iterator[Change]:
    """Facts of the title blocks that differ: the first block of a drawing that tells a fact speaks for it."""
    for name in _FACTS:
        (a, x), (b, y) = _fact(old, name), _fact(new, name)
        if _differ(name, a, b):
            yield _title_change(name, (a, x), (b, y), sure=_sure(old, x) and _sure(new, y))


def _differ(name: str, a: str | None, b: str | None) -> bool:
    """Whether two texts of a field are another one; case alone makes a change in fits and prefixes of units."""
    spelled = stated if name in _STATING else plain
    return spelled(a) != spelled(b)


def _fact(result: Result, name: str) -> tuple[str, TitleBlock | None]:
    for block in result.title_blocks:
        if getattr(block, name):
            return str(getattr(block, name)), block
    return "", result.title_blocks[0] if result.title_blocks else None


def _sure(result: Result, block: TitleBlock | None) -> bool:
    """Whether a block's words come from a text layer: a fact that a scan does not tell may stand there all the same."""
    page = next((one for one in result.pages if block is not None and one.page == block.page), None)
    return page is not None and page.source == "text"


def _title_change(
    name: str, old: tuple[str, TitleBlock | None], new: tuple[str, TitleBlock | None], *, sure: bool
) -> Change:
    (a, x), (b, y) = old, new
    kind = ChangeKind.CHANGED if a and b else ChangeKind.ADDED if b else ChangeKind.REMOVED
    return Change(
        change=kind if sure else ChangeKind.UNSURE,
        table="title_blocks", field=name, old=a, new=b,
        old_page=x.page if x else None, new_page=y.page if y else None, old_id=x.id if x else "",
        new_id=y.id if y else "", old_box=_field_box(x, a), new_box=_field_box(y, b),
        confidence=min((one.confidence for one in (x, y) if one), default=None),
    )  # fmt: skip


def _field_box(block: TitleBlock | None, value: str) -> Any:
    fields = block.fields if block else ()
    return next((field.box for field in fields if field.value == value), block.box if block else None)


def row_changes(old: Result, new: Result) -> Iterator[Change]:
    """Rows of parts lists and revisions: found again by what they say, so that renumbered parts are the same ones."""
    for table, names in (("bom", _PARTS), ("revisions", _REVISIONS)):
        yield from _of_list(table, names, getattr(old, table), getattr(new, table), exact=_all_text(old, new))


def _all_text(*results: Result) -> bool:
    return all(page.source == "text" for result in results for page in result.pages)


def _of_list(
    table: str, names: Sequence[str], old: Sequence[Any], new: Sequence[Any], *, exact: bool
) -> Iterator[Change]:
    left, right = list(old), list(new)
    pairs: list[tuple[Any, Any]] = []
    for least in (1.0, _ALIKE):
        costs = sorted(
            (-_common(names, a, b), i, j)
            for i, a in enumerate(left)
            for j, b in enumerate(right)
            if _common(names, a, b) >= least
        )
        gone: tuple[set[int], set[int]] = (set(), set())
        for _, i, j in costs:
            if i not in gone[0] and j not in gone[1]:
                gone[0].add(i)
                gone[1].add(j)
                pairs.append((left[i], right[j]))
        left, right = (
            [row for at, row in enumerate(side) if at not in gone[n]] for n, side in enumerate((left, right))
        )
    for a, b in pairs:
        yield from _of_row(table, names, a, b, exact=exact)
    for row, kind in [(row, ChangeKind.REMOVED) for row in left] + [(row, ChangeKind.ADDED) for row in right]:
        yield _whole(table, row, kind if exact and row.confidence >= SURE else ChangeKind.UNSURE, gone=row in left)


def _common(names: Sequence[str], a: Any, b: Any) -> float:
    """How much two rows have in common: all but the item number, so that a part is found again under another one."""
    told = [name for name in names if name != "position" and (getattr(a, name) or getattr(b, name))]
    same = [alike(plain(getattr(a, name)), plain(getattr(b, name))) for name in told]
    known = [
        value for name, value in zip(told, same, strict=True) if name in ("part_number", "designation", "revision")
    ]
    score = sum(same) / len(same) if same else 0.0
    if known and max(known) == 1.0 and min(known) > 0.4:
        score = max(score, 0.9)
    return score if plain(a.text) != plain(b.text) or not told else 1.0


def _of_row(table: str, names: Sequence[str], a: Any, b: Any, *, exact: bool) -> Iterator[Change]:
    different = [name for name in names if _differ(name, getattr(a, name), getattr(b, name))]
    if not different:
        return
    what = "; ".join(f"{n.replace('_', ' ')} {getattr(a, n) or '–'} → {getattr(b, n) or '–'}" for n in different)
    sure = exact and min(a.confidence, b.confidence) >= _MISREAD
    yield Change(
        change=ChangeKind.CHANGED if sure else ChangeKind.UNSURE,
        table=table, field=", ".join(different), old=a.text or _joined(names, a), new=b.text or _joined(names, b),
        what=what, old_page=a.page, new_page=b.page, old_zone=a.sheet_zone, new_zone=b.sheet_zone, old_id=a.id,
        new_id=b.id, old_box=a.box, new_box=b.box, confidence=min(a.confidence, b.confidence),
    )  # fmt: skip


def _joined(names: Sequence[str], row: Any) -> str:
    return " ".join(filter(None, (getattr(row, name) for name in names)))


def _whole(table: str, row: PartsListItem | Revision, kind: ChangeKind, *, gone: bool) -> Change:
    text = row.text or _joined(_PARTS if table == "bom" else _REVISIONS, row)
    if gone:
        return Change(
            change=kind, table=table, old=text, old_page=row.page, old_zone=row.sheet_zone, old_id=row.id,
            old_box=row.box, confidence=row.confidence,
        )  # fmt: skip
    return Change(
        change=kind,
        table=table,
        new=text,
        new_page=row.page,
        new_zone=row.sheet_zone,
        new_id=row.id,
        new_box=row.box,
        confidence=row.confidence,
    )
