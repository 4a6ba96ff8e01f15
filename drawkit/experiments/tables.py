"""Tables over all drawings of an experiment: what was read and how the tasks fared, with the user's own columns."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from typing import Any, Final

import pandas as pd

from drawkit import frames
from drawkit.contract import LISTS, Result, list_of

from .ledger import Entry, Ledger
from .plan import Cell, Plan

STATES: Final = ("completed", "failed", "cancelled", "refused", "pending")
"""What `status` of `tasks` can be; `pending` has not ended, and the next run goes on with it."""


class Tables(ABC):
    """The tables of an experiment. Each begins with `drawing`, the user's columns and `setting`."""

    @abstractmethod
    def _now(self) -> Plan: ...

    @property
    @abstractmethod
    def ledger(self) -> Ledger:
        """The file that keeps what was read."""

    @property
    def tasks(self) -> pd.DataFrame:
        """One row for each drawing with each setting: how it fared, how long it took, what was found, or why not."""
        return tasks_of(self._now())

    @property
    def title_blocks(self) -> pd.DataFrame:
        """Title blocks (ISO 7200), one row each."""
        return self["title_blocks"]

    @property
    def title_fields(self) -> pd.DataFrame:
        """Every labelled field of the title blocks as printed."""
        return self["title_fields"]

    @property
    def bom(self) -> pd.DataFrame:
        """Parts list items (ISO 7573)."""
        return self["bom"]

    @property
    def revisions(self) -> pd.DataFrame:
        """Rows of revisions tables."""
        return self["revisions"]

    @property
    def dimensions(self) -> pd.DataFrame:
        """Dimensions with their tolerances, in each drawing's units."""
        return self["dimensions"]

    @property
    def geometric_tolerances(self) -> pd.DataFrame:
        """Rows of feature control frames (ISO 1101)."""
        return self["geometric_tolerances"]

    @property
    def datum_features(self) -> pd.DataFrame:
        """Datum feature symbols (ISO 5459)."""
        return self["datum_features"]

    @property
    def surface_textures(self) -> pd.DataFrame:
        """Surface texture symbols (ISO 21920-1)."""
        return self["surface_textures"]

    @property
    def threads(self) -> pd.DataFrame:
        """Thread designations."""
        return self["threads"]

    @property
    def holes(self) -> pd.DataFrame:
        """Hole callouts."""
        return self["holes"]

    @property
    def welds(self) -> pd.DataFrame:
        """Welding symbols (ISO 2553)."""
        return self["welds"]

    @property
    def notes(self) -> pd.DataFrame:
        """Notes."""
        return self["notes"]

    @property
    def views(self) -> pd.DataFrame:
        """Labelled views (ISO 128-3)."""
        return self["views"]

    @property
    def balloons(self) -> pd.DataFrame:
        """Balloons (ISO 6433)."""
        return self["balloons"]

    @property
    def tables(self) -> pd.DataFrame:
        """Tables of their own, such as hole tables and gear data, one row each."""
        return self["tables"]

    @property
    def table_cells(self) -> pd.DataFrame:
        """The cells of those tables."""
        return self["table_cells"]

    @property
    def pages(self) -> pd.DataFrame:
        """Pages with size and source."""
        return self["pages"]

    @property
    def modules(self) -> pd.DataFrame:
        """What came of each module: found, looked and absent, or could not look."""
        return self["modules"]

    def to_frames(self, names: Iterable[str] = tuple(frames.TABLES)) -> dict[str, pd.DataFrame]:
        """Several tables by name, reading each result once."""
        return frames_of(self._now(), self.ledger, tuple(names))

    def __getitem__(self, table: str) -> pd.DataFrame:
        return self.to_frames([table])[table]

    def _ipython_key_completions_(self) -> list[str]:
        return list(frames.TABLES)


def one(plan: Plan, drawing: str, setting: str) -> tuple[Cell, Entry]:
    """The cell of that drawing and setting with its entry. Raises `KeyError` when there is none."""
    cell = next((c for c in plan.cells if c.drawing.name == drawing and c.setting.name == setting), None)
    if cell is None:
        names = ", ".join(d.name for d in plan.drawings[:8])
        raise KeyError(f"There is no {drawing!r} with {setting!r}. Drawings: {names}; settings: {_names(plan)}.")
    entry = plan.entry(cell)
    if entry is None:
        raise KeyError(f"{drawing!r} was not submitted: {cell.detail or 'run the experiment first'}.")
    return cell, entry


def status(plan: Plan, cell: Cell) -> str:
    """How a cell stands, in a word of `STATES`."""
    if cell.key is None:
        return "refused"
    entry = plan.entry(cell)
    return entry.state if entry is not None and entry.ended else "pending"


def error(plan: Plan, cell: Cell) -> tuple[str | None, str | None]:
    """Why a cell was not read: code and words."""
    entry = plan.entry(cell)
    if cell.key is None or entry is None:
        return cell.code, cell.detail
    if entry.state == "cancelled":
        return "cancelled", "The task was cancelled."
    return entry.code, entry.detail


def tasks_of(plan: Plan) -> pd.DataFrame:
    """See `Tables.tasks`."""
    cells = plan.cells
    entries = [plan.entry(cell) for cell in cells]
    errors = [error(plan, cell) for cell in cells]
    found = [json.loads(e.found) if e is not None and e.found else {} for e in entries]
    frame = leading(plan, cells).assign(
        profile=_texts(cell.setting.profile for cell in cells),
        options=_texts(cell.setting.canonical for cell in cells),
        engine=_texts([plan.engine] * len(cells)),
        status=pd.Categorical([status(plan, cell) for cell in cells], categories=STATES),
        pages=pd.array([cell.facts.pages for cell in cells], dtype="Int64"),
        bytes=pd.array([cell.facts.bytes for cell in cells], dtype="Int64"),
        items=pd.array([sum(f.values()) if f else None for f in found], dtype="Int64"),
        waited_s=_seconds(entries, lambda e: (e.created_at, e.started_at)),
        took_s=_seconds(entries, lambda e: (e.started_at, e.finished_at)),
        tries=pd.array([e.attempt if e else None for e in entries], dtype="Int64"),
        task_id=_texts(e.task_id if e else None for e in entries),
        error_code=_texts(code for code, _ in errors),
        error=_texts(words for _, words in errors),
        path=_texts(cell.drawing.path for cell in cells),
    )
    return frame.reset_index(drop=True)


def frames_of(plan: Plan, ledger: Ledger, names: Sequence[str]) -> dict[str, pd.DataFrame]:
    """The tables of all results; each result is read from the ledger once."""
    cells = [cell for cell in plan.cells if status(plan, cell) == "completed"]
    found = {str(at): result for at, cell in enumerate(cells) if (result := _result(plan, ledger, cell)) is not None}
    told = leading(plan, cells)
    tables = {}
    for name, frame in frames.concat(found, names).items():
        at = frame.pop("file").astype("int64")
        before = told.iloc[at].reset_index(drop=True)
        clashing = {column: f"{column} (given)" for column in before.columns if column in frame.columns}
        below = frame.reset_index(drop=True)
        tables[name] = frames.numbered(pd.concat([before.rename(columns=clashing), below], axis=1))
    return tables


def _result(plan: Plan, ledger: Ledger, cell: Cell) -> Result | None:
    entry = plan.entry(cell)
    return ledger.result(entry.job) if entry is not None else None


def leading(plan: Plan, cells: Sequence[Cell]) -> pd.DataFrame:
    """The first columns of every table: `drawing`, the user's own, `setting`."""
    own = list(dict.fromkeys(column for drawing in plan.drawings for column in drawing.about))
    columns: dict[str, Any] = {"drawing": _texts(cell.drawing.name for cell in cells)}
    for column in own:
        name = f"{column} (given)" if column in _RESERVED else column
        columns[name] = pd.Series([cell.drawing.about.get(column) for cell in cells]).infer_objects()
    columns["setting"] = _texts(cell.setting.name for cell in cells)
    return pd.DataFrame(columns)


_RESERVED: Final = frozenset(
    {"drawing", "setting", "profile", "options", "engine", "status", "pages", "bytes", "items", "waited_s", "took_s",
     "tries", "task_id", "error_code", "error", "path"}
)  # fmt: skip


def summary(plan: Plan) -> pd.DataFrame:
    """See `Experiment.summary`."""
    rows = []
    for setting in plan.settings:
        cells = [cell for cell in plan.cells if cell.setting is setting]
        states = Counter(status(plan, cell) for cell in cells)
        entries = [e for cell in cells if (e := plan.entry(cell)) is not None and e.state == "completed"]
        found: Counter[str] = Counter()
        for entry in entries:
            found.update(json.loads(entry.found or "{}"))
        pages = sum(cell.pages for cell in cells if status(plan, cell) == "completed")
        asked = {list_of(module) for module in setting.modules}
        items = {name: found[name] if name in asked else None for name in LISTS}
        rows.append({"setting": setting.name, "drawings": len(cells), **{s: states[s] for s in STATES}, "pages": pages,
                     **items})  # fmt: skip
    frame = pd.DataFrame(rows).astype(dict.fromkeys(LISTS, "Int64"))
    empty = [name for name in (*LISTS, "cancelled", "refused", "pending", "failed") if not frame[name].any()]
    return frame.drop(columns=empty)


def line(plan: Plan) -> str:
    """How a plan stands, in words."""
    states = Counter(status(plan, cell) for cell in plan.cells)
    told = [f"{states[state]:,} {state}" for state in STATES if states[state]]
    sheets = f"{len(plan.drawings):,} drawing{'s' if len(plan.drawings) != 1 else ''}"
    return f"{sheets} with {_names(plan)}: {', '.join(told) or 'nothing to do'}"


def _names(plan: Plan) -> str:
    return ", ".join(setting.name for setting in plan.settings)


def _texts(values: Iterable[Any]) -> pd.Series[Any]:
    return pd.Series(list(values), dtype="string")


def _seconds(
    entries: Sequence[Entry | None], span: Callable[[Entry], tuple[str | None, str | None]]
) -> pd.api.extensions.ExtensionArray:
    values = []
    for entry in entries:
        start, end = span(entry) if entry is not None else (None, None)
        took = (datetime.fromisoformat(end) - datetime.fromisoformat(start)).total_seconds() if start and end else None
        values.append(took)
    return pd.array(values, dtype="Float64")
