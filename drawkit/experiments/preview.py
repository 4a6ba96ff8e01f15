"""What a run would do, before it does: files, pages, what is known, what is refused, and the quota it takes."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import pandas as pd

from drawkit.contract import QuotaRecord

from . import tables
from .plan import Cell, Plan

if TYPE_CHECKING:
    from rich.console import RenderableType


class Preview:
    """The plan of an experiment in figures; shows itself in a notebook and in a terminal (`rich.print`)."""

    def __init__(self, name: str, plan: Plan, quota: QuotaRecord | None = None, passed_over: str = "") -> None:
        self.name, self._plan, self._quota = name, plan, quota
        self.passed_over = passed_over
        """What the folders hold in formats that are not read, such as "2 .dwg, 1 .tif"; empty when nothing."""

    @property
    def drawings(self) -> int:
        """How many drawings there are."""
        return len(self._plan.drawings)

    @property
    def pages(self) -> int:
        """Pages of the drawings that can be read."""
        seen = {cell.drawing.name: cell.facts.pages or 0 for cell in self._plan.cells if cell.facts.sha256}
        return sum(seen.values())

    @cached_property
    def _new(self) -> list[Cell]:
        return list(self._plan.to_do())

    @property
    def known(self) -> int:
        """Results that are there already, and failures that another try would not change: they cost nothing."""
        return len({cell.key for cell in self._plan.cells if cell.key is not None}) - len(self._new)

    @property
    def submitted(self) -> int:
        """Tasks that are at the service from an earlier run: they are followed, and cost nothing more."""
        entries = (self._plan.entry(cell) for cell in self._new)
        return sum(entry is not None and entry.task_id is not None and not entry.ended for entry in entries)

    @property
    def tasks(self) -> int:
        """Tasks a run would submit: what it takes of the quota of tasks."""
        return len(self._new) - self.submitted

    @property
    def charged_pages(self) -> int:
        """Pages a run would submit: what it takes of the quota of pages."""
        return sum(cell.pages for cell in self._new if self._costs(cell))

    @property
    def refusals(self) -> pd.DataFrame:
        """What is never submitted, and why: `drawing`, `setting`, `error_code`, `error`."""
        frame = tables.tasks_of(self._plan)
        refused = frame[frame["status"] == "refused"]
        return refused[["drawing", "setting", "pages", "bytes", "error_code", "error"]].reset_index(drop=True)

    @property
    def files(self) -> pd.DataFrame:
        """One row for each drawing with each setting, as of `Experiment.tasks`."""
        return tables.tasks_of(self._plan)

    @property
    def remaining(self) -> dict[str, int | None]:
        """What is left of each quota, None where it is unlimited; empty when the service does not tell."""
        return {limit.name: limit.remaining for limit in self._quota.limits} if self._quota else {}

    @property
    def fits(self) -> bool:
        """Whether the quota is enough, as far as the service tells."""
        left = self.remaining
        takes = {"tasks": self.tasks, "pages": self.charged_pages}
        return all(have is None or takes.get(name, 0) <= have for name, have in left.items())

    def _costs(self, cell: Cell) -> bool:
        entry = self._plan.entry(cell)
        return entry is None or entry.task_id is None or entry.ended

    def facts(self) -> list[tuple[str, str]]:
        """The figures in words, each with its label."""
        plan = self._plan
        told = [
            ("Drawings", f"{self.drawings:,}"),
            ("Pages", f"{self.pages:,}"),
            ("Settings", f"{len(plan.settings):,}"),
            ("Known", f"{self.known:,}"),
            ("Refused", self._refused()),
            ("Passed over", self.passed_over),
            ("At the service", f"{self.submitted:,}" if self.submitted else ""),
            ("To submit", f"{self.tasks:,}"),
            ("Takes", f"{self.tasks:,} tasks, {self.charged_pages:,} pages" if self.tasks else "nothing"),
        ]
        left = [f"{have:,} {name}" for name, have in self.remaining.items() if have is not None]
        return [pair for pair in (*told, ("Left of the quota", ", ".join(left))) if pair[1]]

    def _refused(self) -> str:
        """Drawings, as the first figure counts them; and analyses, where not each setting refuses them."""
        analyses = len(self._plan.refused)
        drawings = len({cell.drawing.name for cell in self._plan.refused})
        told = f"{drawings:,} drawing{'s' if drawings > 1 else ''}" if drawings else ""
        in_part = analyses != drawings * len(self._plan.settings)
        return f"{told}, in {analyses:,} of {len(self._plan.cells):,} analyses" if in_part else told

    def __repr__(self) -> str:
        told = ", ".join(f"{label.lower()} {value}" for label, value in self.facts())
        return f"<Preview of {self.name}: {told}>"

    def _repr_html_(self) -> str:
        from . import views  # noqa: PLC0415 - only when it is shown

        return views.preview(self)

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:  # noqa: ARG002 - IPython's protocol
        return {"text/plain": repr(self), "text/html": self._repr_html_()}

    def __rich__(self) -> RenderableType:
        from .terminal import preview  # noqa: PLC0415 - only when it is shown

        return preview(self)
