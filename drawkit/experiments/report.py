"""Writes the report of an experiment: one HTML file with figures, plots, thumbnails and what was not read."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

import pandas as pd

from drawkit.contract import LISTS
from drawkit.figures import STYLES

from . import markup, plots, tables, thumbnails
from .comparison import Comparison
from .evaluation import Crop, Evaluation, each_once, spread
from .ledger import Entry, Ledger
from .plan import Cell, Plan

PreviewOf = Callable[[Entry, int], bytes | None]
_MOST_ROWS: Final = 200
_MOST_CROPS: Final = 24
_CAPTION_KINDS: Final = 4


@dataclass(frozen=True)
class Subject:
    """What a report is about."""

    name: str
    plan: Plan
    ledger: Ledger
    preview_of: PreviewOf


def write(
    path: Path,
    subject: Subject,
    evaluation: Evaluation | None = None,
    comparison: Comparison | None = None,
    *,
    most_pictures: int = 60,
) -> Path:
    """See `Experiment.report`."""
    tasks = tables.tasks_of(subject.plan)
    parts = [_head(subject, tasks), *_found(subject, tasks)]
    if evaluation is not None:
        parts += _well(evaluation)
    if comparison is not None:
        parts += _differs(comparison)
    parts += [*_sheets(subject, most_pictures), *_not_read(tasks)]
    parts.append(markup.footer(f"Written by drawkit on {datetime.now(UTC):%Y-%m-%d %H:%M} UTC. Pictures are redacted."))
    target = path.expanduser()
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(markup.whole(subject.name, *parts), encoding="utf-8")
    return target.absolute()


def _head(subject: Subject, tasks: pd.DataFrame) -> str:
    plan = subject.plan
    read = tasks[tasks["status"] == "completed"]
    failed, refused, pending = ((tasks["status"] == state).sum() for state in ("failed", "refused", "pending"))
    settings = ", ".join(setting.name for setting in plan.settings)
    figures = [
        ("drawings", f"{len(plan.drawings):,}", False),
        ("settings", f"{len(plan.settings):,}", False),
        ("read", f"{len(read):,}", False),
        ("items found", f"{int(read['items'].sum()):,}", False),
    ]
    if read["took_s"].notna().any():
        figures.append(("seconds each, median", f"{float(read['took_s'].median()):.1f}", False))
    bad = (("failed", failed), ("refused", refused), ("not read yet", pending))
    figures += [(word, f"{count:,}", True) for word, count in bad if count]
    return markup.heading(subject.name, f"Read with {settings}; engine {plan.engine}.") + markup.facts(figures)


def _found(subject: Subject, tasks: pd.DataFrame) -> Iterator[str]:
    summary = tables.summary(subject.plan)
    if not any(name in summary.columns for name in LISTS):
        return
    yield markup.section("What was found", "Items in all drawings, and how sure the reading is of them.")
    items = markup.plot("Items by kind", *plots.pictures(plots.found(summary)))
    frames = tables.frames_of(subject.plan, subject.ledger, tuple(LISTS))
    beside = markup.plot("Confidence by kind: middle half, median, least", *plots.pictures(plots.sureness(frames)))
    if tasks["took_s"].notna().any():
        beside += markup.plot("Time", *plots.pictures(plots.times(tasks)))
    yield markup.plots(items, beside)
    names = [STYLES[c].label if c in STYLES else c.capitalize() for c in summary.columns[1:]]
    counts = zip(*(row[1:] for row in summary.itertuples(index=False, name=None)), strict=True)
    rows = [[name, *map(_cell, row)] for name, row in zip(names, counts, strict=True)]
    yield markup.table(["", *map(str, summary["setting"])], rows, range(1, 1 + len(summary)))


def _well(evaluation: Evaluation) -> Iterator[str]:
    yield markup.section("How well it read", "Against labels: F1 of each kind; precision is what of the read is right, "
                       "recall what of the drawing was read.")  # fmt: skip
    told = evaluation.scores.reset_index()
    rows = [[_cell(value) for value in row] for row in told.itertuples(index=False, name=None)]
    header = ["Setting", "Kind", "Precision", "Recall", "F1", "Truth", "Read"]
    figures = markup.table(header, rows, range(2, len(header)))
    yield markup.plots(markup.plot("F1 by kind", *plots.pictures(plots.well_read(evaluation))), figures)
    misses = each_once(evaluation.misses)
    if len(misses):
        shown = spread(misses, _MOST_CROPS)
        yield markup.section("Misses", f"{len(shown):,} of {len(misses):,}, of every drawing some.")
        yield markup.grid(_miss(row) for row in shown.to_dict("records"))


def _miss(row: Mapping[Hashable, Any]) -> str:
    crop = row["crop"]
    png = crop.png() if isinstance(crop, Crop) else None
    twin = f"read instead: {row['read_instead']}" if isinstance(row["read_instead"], str) else ""
    where = f"{row['drawing']} · {row['setting']} · {row['kind']}"
    return markup.figure(png, f"{row['what']}: {row['text']}", ("bad", twin), ("soft", where))


def _differs(comparison: Comparison) -> Iterator[str]:
    yield markup.section(f"{comparison.left} and {comparison.right}", "What both found, and what only one did.")
    told = comparison.summary
    if len(told):
        names = [STYLES[str(name)].label for name in told.index]
        rows = [[name, *map(_cell, row)] for name, row in zip(names, told.itertuples(index=False), strict=True)]
        header = ["", "Both", f"Only {comparison.left}", f"Only {comparison.right}", "Agreement"]
        drawn = markup.plot("Items by kind", *plots.pictures(plots.differences(comparison)))
        yield markup.plots(drawn, markup.table(header, rows, range(1, 5)))
    columns = ["drawing", "table", "page", "only_in", "text"]
    rows = comparison.differences[columns].head(_MOST_ROWS).to_numpy().tolist()
    if rows:
        yield markup.table(["Drawing", "Table", "Page", "Only in", "Text"], rows, [2])
    yield _more(len(comparison.differences))


def _sheets(subject: Subject, most: int) -> Iterator[str]:
    cells = _best(subject.plan)
    shown = cells[:most]
    if shown:
        yield markup.section("Drawings", "" if len(cells) == len(shown) else f"{len(shown):,} of {len(cells):,}.")
        yield markup.grid(filter(None, (_sheet(subject, cell) for cell in shown)))


def _best(plan: Plan) -> list[Cell]:
    """One cell for each drawing that was read: the one that found most."""
    best: dict[str, tuple[int, Cell]] = {}
    for cell in plan.cells:
        entry = plan.entry(cell)
        if entry is not None and entry.state == "completed":
            found = sum(json.loads(entry.found or "{}").values())
            if cell.drawing.name not in best or found > best[cell.drawing.name][0]:
                best[cell.drawing.name] = (found, cell)
    return [best[d.name][1] for d in plan.drawings if d.name in best]


def _sheet(subject: Subject, cell: Cell) -> str:
    entry = subject.plan.entry(cell)
    result = subject.ledger.result(entry.job) if entry is not None else None
    if entry is None or result is None:
        return ""
    read = Counter(item.page for name in LISTS for item in getattr(result, name))
    telling = max((report.page for report in result.pages), key=lambda number: read[number], default=1)
    png = thumbnails.draw(result, subject.preview_of(entry, telling), telling)
    found = Counter({STYLES[name].label.lower(): len(getattr(result, name)) for name in LISTS})
    told = ", ".join(f"{count:,} {label}" for label, count in found.most_common(_CAPTION_KINDS) if count)
    pages = f"page {telling} of {len(result.pages)}" if len(result.pages) > 1 else ""
    own = ", ".join(f"{key}: {value}" for key, value in cell.drawing.about.items())
    unreadable = "cannot be read in part" if any(not report.readable for report in result.pages) else ""
    return markup.figure(png, cell.drawing.name, ("soft", told or "nothing found"), ("soft", pages), ("soft", own),
                       ("bad", unreadable))  # fmt: skip


def _not_read(tasks: pd.DataFrame) -> Iterator[str]:
    errors = tasks[tasks["error_code"].notna()]
    if len(errors):
        yield markup.section("Not read", "What was refused or failed, and why.")
        rows = errors[["drawing", "setting", "status", "error"]].head(_MOST_ROWS)
        yield markup.table(["Drawing", "Setting", "Status", "Why"], [list(map(_cell, row)) for row in rows.to_numpy()])
        yield _more(len(errors))


def _more(count: int) -> str:
    return f'<p class="soft">and {count - _MOST_ROWS:,} more</p>' if count > _MOST_ROWS else ""


def _cell(value: object) -> str:
    if value is None or value is pd.NA or value != value:  # noqa: PLR0124 - NaN is not itself
        return "–"
    return f"{value:,.3f}" if isinstance(value, float) else f"{value:,}" if isinstance(value, int) else str(value)
