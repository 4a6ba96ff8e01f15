"""What a comparison finds between two revisions that are drawn and read, not made up: what was changed, and no more."""

from __future__ import annotations

import dataclasses
import importlib
import random
import time
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from drawkit import comparison, engine, samples
from drawkit.comparison import Change, ChangeKind
from drawkit.contract import Box, Item, Result
from drawkit.samples import studio
from drawkit.samples.callouts import Spec
from drawkit.samples.pen import Run
from drawkit.samples.studio import Settings, Studio

make = importlib.import_module("drawkit.samples.make")  # the package has a function of this name
PAIRS = [(kind, seed) for kind in ("plate", "turned_part") for seed in (3, 7, 12, 21)]
PAPERS = [("plate", 7), ("plate", 12), ("turned_part", 3), ("assembly", 5)]
Known = list[tuple[str, Item | None, Item | None]]


def revised(spec: Spec) -> None:
    """Change what a dimension says, as a revision does: its fit, its deviations, or its size."""
    if spec.fit:
        new: dict[str, Any] = {"fit": spec.fit[:-1] + str((int(spec.fit[-1]) + 1) % 10 or 6)}
    elif spec.upper is not None and spec.lower is not None:
        new = {"upper": round(spec.upper + 0.2, 4), "lower": round(spec.lower - 0.1, 4)}
    elif spec.nominal and not spec.thread and spec.max is None and spec.min is None:
        new = {"nominal": spec.nominal + 1}
    else:
        new = {}
    for name, value in new.items():
        object.__setattr__(spec, name, value)


def drawn_anew(monkeypatch: pytest.MonkeyPatch, kind: Any, seed: int) -> samples.Sample:
    """The same drawing with every fifth dimension changed, one gone, another note, and another revision."""
    first, draw, notes, block = Spec.__init__, make.draw, studio.draw_notes, studio.draw_title_block
    made = [seed]

    def specified(self: Spec, *given: Any, **named: Any) -> None:
        first(self, *given, **named)
        made[0] += 1
        if made[0] % 5 == 0:
            revised(self)

    def without_one(settings: Settings) -> Studio:
        done = draw(settings)
        sizes = done.ledger.lists["dimensions"]
        gone = random.Random(seed).choice([size for size in sizes if _alone(size, done)])
        done.ledger.lists["dimensions"] = [size for size in sizes if size is not gone]
        done.pen.marks[:] = [mark for mark in done.pen.marks if not (isinstance(mark, Run) and _in(mark, gone, done))]
        return done

    with monkeypatch.context() as patched:
        patched.setattr(Spec, "__init__", specified)
        patched.setattr(make, "draw", without_one)
        patched.setattr(
            studio, "draw_notes", lambda drafter, told, *rest: notes(drafter, ["Paint black.", *told[1:]], *rest)
        )
        patched.setattr(
            studio,
            "draw_title_block",
            lambda drafter, layout, facts, language: block(
                drafter, layout, dataclasses.replace(facts, revision="K"), language
            ),
        )
        return samples.make(kind, seed=seed)


def _alone(size: Item, done: Studio) -> bool:
    """Whether only a dimension's own writing stands in its box, and it tells neither a hole nor a thread."""
    told = [getattr(item, "dimension_id", None) for name in ("holes", "threads") for item in done.ledger.lists[name]]
    return size.id not in told and any(isinstance(m, Run) and _in(m, size, done) for m in done.pen.marks)


def _in(mark: Run, size: Item, done: Studio) -> bool:
    x, y, *_ = done.ledger.points((mark.at[0], mark.at[1], mark.at[0], mark.at[1]))
    return size.box is not None and _holds(size.box, x, y)


def _holds(box: Box | None, x: float, y: float, slack: float = 2.0) -> bool:
    return box is not None and box[0] - slack <= x <= box[2] + slack and box[1] - slack <= y <= box[3] + slack


def known(old: Result, new: Result) -> Iterator[tuple[str, Item | None, Item | None]]:
    """What truly differs: each item of the old drawing with what it became."""
    after = {size.id: size for size in new.dimensions}
    for size in old.dimensions:
        other = after.get(size.id)
        if other is None or other.text != size.text:
            yield "dimensions", size, other
    for a, b in zip(old.notes, new.notes, strict=True):
        if a.text != b.text:
            yield "notes", a, b
    if old.title_blocks[0].revision != new.title_blocks[0].revision:
        yield "title_blocks", old.title_blocks[0], new.title_blocks[0]


def told_of(changes: Sequence[Change], table: str, old: Item | None, new: Item | None) -> bool:
    """Whether the changes say surely what became of an item; of a note with other words, that it went and one came."""
    kinds = {change.change for change in changes if about(change, table, old, new)}
    if old is None or new is None:
        return ChangeKind.REMOVED in kinds
    return ChangeKind.CHANGED in kinds or (table == "notes" and {ChangeKind.REMOVED, ChangeKind.ADDED} <= kinds)


def about(change: Change, table: str, old: Item | None, new: Item | None) -> bool:
    """Whether it stands at the place of the item."""
    if table == "title_blocks":
        return (change.table, change.field) == (table, "revision")
    sides = [(old, change.old_box), (new, change.new_box)]
    return change.table == table and any(
        item is not None and item.box is not None and _holds(box, *_centre(item.box)) for item, box in sides
    )


def _centre(box: Box) -> tuple[float, float]:
    return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2


def test_what_was_changed_between_two_revisions(monkeypatch: pytest.MonkeyPatch) -> None:
    found = total = 0
    invented: list[int] = []
    for kind, seed in PAIRS:
        old, new = samples.make(kind, seed=seed), drawn_anew(monkeypatch, kind, seed)  # type: ignore[arg-type]
        changed = list(known(old.truth, new.truth))
        read = [engine.analyze(one.data, profile="full") for one in (old, new)]
        began = time.process_time()
        told = comparison.compare(*read).changes
        seconds = time.process_time() - began
        hits = [told_of(told, *one) for one in changed]
        sure = [change for change in told if change.change is not ChangeKind.UNSURE]
        more = [change for change in sure if not any(about(change, *one) for one in changed)]
        found, total = found + sum(hits), total + len(changed)
        invented.append(len(more))
        print(f"\n{kind} {seed}: {sum(hits)} of {len(changed)} found, {len(more)} invented, {seconds:.2f} CPU s")
        _print(changed, hits, more)
    print(f"in all {found} of {total} found ({found / total:.3f}), at most {max(invented)} invented a pair")
    assert found >= 0.95 * total
    assert max(invented) <= 1


def _print(changed: Known, hits: Sequence[bool], more: Sequence[Change]) -> None:
    for (table, old, new), hit in zip(changed, hits, strict=True):
        if not hit:
            print("  missed:", table, old.text if old else "", "->", new.text if new else "")
    for change in more:
        print("  invented:", change.change, change.table, change.field, change.old, "->", change.new)


@pytest.mark.parametrize(("kind", "seed"), PAPERS)
def test_a_vector_and_its_office_scan(kind: Any, seed: int) -> None:
    vector = samples.make(kind, seed=seed)
    paper = samples.make(kind, seed=seed, carrier="picture", wear="office")
    old, new = (engine.analyze(one.data, profile="full") for one in (vector, paper))
    told = comparison.compare(old, new)
    sure = [change for change in told.changes if change.change is not ChangeKind.UNSURE]
    share = 2 * len(sure) / told.compared
    print(f"\n{kind} {seed}: {len(sure)} of {told.compared / 2:.0f} items told as changed ({share:.3f})")
    for change in sure:
        print("  told:", change.change, change.table, change.field, change.old, "->", change.new)
    assert share <= 0.02
