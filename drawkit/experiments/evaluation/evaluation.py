"""How well an experiment reads: its results against labels, as figures by kind and as a list of misses to look at."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any, Final

import pandas as pd

from drawkit.contract import Result
from drawkit.display import _html

from .. import tables, views
from ..ledger import Entry, Ledger
from ..plan import Cell, Plan
from . import figures
from .crops import Crop
from .facts import Labels, gathered, label_for, of_result, of_truth
from .scoring import MODULES, Miss, Score, score

PreviewOf = Callable[[Entry, int], bytes | None]
_SHOWN: Final = 24


class Evaluation:
    """Figures and misses. `unlabelled` are drawings without a label, which count for nothing."""

    def __init__(
        self, counts: pd.DataFrame, misses: pd.DataFrame, own: Sequence[str], unlabelled: Sequence[str]
    ) -> None:
        self.counts = counts
        """One row for each drawing, setting and kind: `right`, `invented`, `missed`, with the user's columns."""
        self.misses = misses
        """One row for each entry that is not right: the truth's text or what was read, its twin, and a `crop`."""
        self.unlabelled = tuple(unlabelled)
        self._own = list(own)

    @classmethod
    def of(cls, plan: Plan, ledger: Ledger, labels: Labels, preview_of: PreviewOf) -> Evaluation:
        """Hold every result of a plan against the labels."""
        told = gathered(labels)
        rows: list[dict[str, Any]] = []
        misses: list[dict[str, Any]] = []
        unlabelled: dict[str, None] = {}
        for at, cell in enumerate(plan.cells):
            label = label_for(told, cell.drawing.name)
            if label is None:
                unlabelled[cell.drawing.name] = None
                continue
            entry = plan.entry(cell)
            result = ledger.result(entry.job) if entry is not None and entry.state == "completed" else None
            scores = score(of_truth(label), of_result(result), _kinds(cell))
            rows += [_counted(at, kind, found) for kind, found in scores.items()]
            misses += [_told(at, miss, entry, result, preview_of) for s in scores.values() for miss in s.misses]
        leading = tables.leading(plan, plan.cells)
        own = [str(column) for column in leading.columns if column not in {"drawing", "setting"}]
        return cls(_joined(leading, rows, _COUNTS), _joined(leading, misses, _MISSES), own, list(unlabelled))

    @cached_property
    def scores(self) -> pd.DataFrame:
        """Precision, recall and F1 for each setting and kind, micro-averaged over all drawings."""
        return self.by("setting")

    def by(self, *columns: str) -> pd.DataFrame:
        """The figures for each value of these columns (`setting`, `drawing`, the user's own) and each kind.

        Raises `KeyError` for a column there is not.
        """
        known = ["drawing", *self._own, "setting"]
        for column in columns:
            if column not in known:
                raise KeyError(f"There is no column {column!r}. Choose from: {', '.join(known)}.")
        return figures.table(self.counts, list(columns))

    def f1(self, *columns: str) -> pd.DataFrame:
        """F1 alone: one row a kind, one column for each value of these columns (default: the setting)."""
        told = self.by(*(columns or ("setting",)))["f1"]
        kinds = [kind for kind in MODULES if kind in told.index.get_level_values("kind")]
        wide = told.unstack(list(columns or ("setting",)), sort=False)
        return wide.reindex(kinds)

    def show_misses(self, most: int = _SHOWN, **only: str) -> Misses:
        """Some misses of each drawing with their crops, to look at; `only` chooses by column, such as kind="notes"."""
        found = self.misses
        for column, value in only.items():
            found = found[found[column] == value]
        found = each_once(found)
        return Misses(spread(found, most), len(found))

    def __repr__(self) -> str:
        drawings = self.counts["drawing"].nunique() if len(self.counts) else 0
        return f"<Evaluation of {drawings:,} drawings: {len(self.misses):,} misses>"

    def _repr_html_(self) -> str:
        told = self.scores.reset_index()
        drawings = self.counts["drawing"].nunique() if len(self.counts) else 0
        parts = [_html.title("Evaluation", f"{drawings:,} drawings with labels", f"{len(self.misses):,} misses")]
        if self.unlabelled:
            parts.append(_html.warning(f"Without a label: {', '.join(self.unlabelled)}"))
        return _html.block(*parts, views.frame("", told, most=200))


def each_once(misses: pd.DataFrame) -> pd.DataFrame:
    """A dimension that is wrong by its value is wrong in full too: once is enough to look at."""
    return misses.drop_duplicates(["drawing", "setting", "page", "what", "text"])


def spread(misses: pd.DataFrame, most: int) -> pd.DataFrame:
    """Choose as many misses of each drawing as of the others, those with a crop first; in their own order."""
    turn = misses.groupby(["drawing", "setting"], sort=False).cumcount()
    ranked = pd.DataFrame({"bare": misses["crop"].isna(), "turn": turn}).sort_values(["bare", "turn"], kind="stable")
    return misses.loc[ranked.index[:most].sort_values()]


class Misses:
    """Misses with their crops: a small gallery."""

    def __init__(self, frame: pd.DataFrame, found: int) -> None:
        self.frame, self._found = frame, found

    def __repr__(self) -> str:
        return f"<Misses: {len(self.frame):,} of {self._found:,}>"

    def _repr_html_(self) -> str:
        cards = "".join(_card(row) for row in self.frame.to_dict("records"))
        more = f"{len(self.frame):,} of {self._found:,} misses"
        return _html.block(_html.div("row", cards), _html.div("more", _html.esc(more)))


def _card(row: dict[Any, Any]) -> str:
    png = row["crop"].png() if isinstance(row["crop"], Crop) else None
    picture = _html.picture(png, f"{row['drawing']}, page {row['page']}", width=260) if png is not None else ""
    said = _html.div("cap", _html.esc(f"{row['what']}: {row['text']}"))
    twin = f"read instead: {row['read_instead']}" if isinstance(row["read_instead"], str) else ""
    where = " · ".join(str(part) for part in (row["drawing"], row["setting"], row["kind"]))
    told = _html.div("more", _html.esc(where)) + (_html.div("more", _html.esc(twin)) if twin else "")
    return f'<div style="width:270px">{picture}{said}{told}</div>'


_COUNTS: Final = {"kind": "string", "right": "int64", "invented": "int64", "missed": "int64"}
_MISSES: Final = {
    "page": "int64", "kind": "string", "what": "string", "text": "string", "read_instead": "string", "crop": "object",
}  # fmt: skip


def _kinds(cell: Cell) -> list[str]:
    """The kinds that a setting reads."""
    return [kind for kind, module in MODULES.items() if module in cell.setting.modules]


def _counted(at: int, kind: str, found: Score) -> dict[str, Any]:
    return {"cell": at, "kind": kind, "right": found.right, "invented": found.invented, "missed": found.missed}


def _told(at: int, miss: Miss, entry: Entry | None, result: Result | None, preview_of: PreviewOf) -> dict[str, Any]:
    page = next((p for p in result.pages if p.page == miss.page), None) if result is not None else None
    crop = None
    if miss.box is not None and page is not None and entry is not None:
        crop = Crop(miss.box, (page.width, page.height), lambda: preview_of(entry, miss.page))
    return {
        "cell": at, "page": miss.page, "kind": miss.kind, "what": miss.what, "text": miss.text,
        "read_instead": miss.twin, "crop": crop,
    }  # fmt: skip


def _joined(leading: pd.DataFrame, rows: list[dict[str, Any]], columns: dict[str, str]) -> pd.DataFrame:
    frame = pd.DataFrame(rows, columns=["cell", *columns]).astype(columns)
    before = leading.iloc[frame.pop("cell").astype("int64")].reset_index(drop=True)
    return pd.concat([before.drop(columns=[c for c in frame.columns if c in before.columns]), frame], axis=1)
