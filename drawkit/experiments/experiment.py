"""An experiment: many drawings, read with many settings, as one table at the end."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from contextlib import suppress
from os import PathLike
from pathlib import Path
from typing import Any, Self, TypeAlias
from urllib.parse import urlsplit

import pandas as pd

from drawkit import client as dk
from drawkit import display, local
from drawkit.client.shell import is_this_machine
from drawkit.contract import ServiceStatus, TaskStatus

from . import background, drawings, plan, settings, tables
from .comparison import Comparison, compare
from .evaluation import Evaluation, Labels
from .ledger import FILE_NAME, Entry, Ledger
from .plan import Plan
from .preview import Preview
from .progress_display import ProgressDisplay, display_for
from .reviews import kept_in, truths
from .run import Run
from .run_status import RunStatus
from .tables import Tables

OnProgress: TypeAlias = Callable[[RunStatus], object]


class Experiment(Tables):
    """Reads many drawings with many settings, each once, and keeps what was read in a ledger beside the notebook.

    `drawings`: a path, folder or glob, several of them, bytes by file name, or a DataFrame with a column `path`
    whose other columns are carried into every table. `profiles` times `options` are the settings; options with a
    `task_list` go with profile `advanced`. `client` is of `drawkit.connect()`, which is called when none is given.
    `ledger` is a path or a `Ledger`; by default `drawkit-ledger.sqlite3` in the current folder, which experiments
    share. With `executor` the embedded service reads drawings there: any `concurrent.futures.Executor`, a Dask
    cluster, and whatever else `drawkit.connect` takes.

    A drawing is paid for once: a result is found again by the file's content, the profile, the options and the
    engine's version, whatever the experiment, notebook or kernel that asked for it.
    """

    def __init__(  # noqa: PLR0913 - each is a plain choice of the caller's, by keyword
        self,
        drawings: drawings.Drawings,
        profiles: Iterable[str] | str = ("full",),
        options: Iterable[settings.OneOptions] | settings.OneOptions | None = None,
        *,
        name: str = "experiment",
        client: dk.Client[Any] | None = None,
        ledger: str | PathLike[str] | Ledger | None = None,
        executor: Any = None,
        patience: float = 60.0,
    ) -> None:
        if client is not None and executor is not None:
            raise ValueError("An executor is for the embedded service; a client has its own. Pass one of them.")
        self.name = name
        self._told, self._profiles, self._options = drawings, profiles, options
        self._client, self._executor, self._patience = client, executor, patience
        self._ledger = ledger if isinstance(ledger, Ledger) else None
        self._ledger_path = Path(FILE_NAME) if ledger is None or isinstance(ledger, Ledger) else Path(ledger)
        self._plan: Plan | None = None
        self._run_status: RunStatus | None = None
        self._connected: dk.Client[Any] | None = client
        modules = client.dialect.modules if client is not None else ()
        self._settings = settings.settings_of(profiles, options, modules)

    # Before

    @property
    def ledger(self) -> Ledger:
        """The file that keeps what was read."""
        if self._ledger is None:
            self._ledger = Ledger(self._ledger_path)
        return self._ledger

    @property
    def settings(self) -> list[str]:
        """The names of the settings."""
        return [setting.name for setting in self._settings]

    def preview(self) -> Preview:
        """Tell what a run would do: files, pages, what is known, what is refused and why, and the quota it takes.

        Nothing is submitted. Reads files that the ledger has not seen, and asks the service for status and quota.
        """
        planned = self._planned()
        quota = None
        with suppress(dk.ProblemError):  # a key may submit without being allowed to see its quota
            quota = self._connection().quota()
        return Preview(self.name, planned, quota, drawings.passed_over_in(self._told))

    # The run

    def run(self, *, progress: bool | OnProgress = True, retry_failed: bool = False) -> Self:
        """Read what is not known yet; returns the experiment.

        Shows a bar with the time left, or calls `progress` with the `RunStatus` about ten times a second. A failure
        is a row of `errors()` and stops nothing. Interrupt it at any time: what was submitted goes on at the service,
        and the next run finds it again. `retry_failed` tries also what failed for good.

        Raises what makes every submission senseless: `ServiceUnreachable` after an outage of `patience` seconds,
        `Unauthenticated`, `AccessDenied`.
        """
        work, bar = self._prepared(progress, retry_failed=retry_failed)
        background.run(work, bar)
        return self._over()

    async def run_async(self, *, progress: bool | OnProgress = True, retry_failed: bool = False) -> Self:
        """As `run`, awaited: other cells' callbacks and tasks go on meanwhile."""
        work, bar = await asyncio.to_thread(self._prepared, progress, retry_failed=retry_failed)
        await background.run_async(work, bar)
        return self._over()

    def cancel(self) -> int:
        """Cancel the tasks of this experiment that have not ended at the service; tells how many there were."""
        cancelled = 0
        for entry in self._entries():
            if entry.state == "open" and entry.task_id is not None:
                try:
                    record = self._connection().cancel(entry.task_id).record
                except (dk.TaskEnded, dk.NotFound):
                    continue
                self.ledger.ended(entry, record)
                cancelled += record.status is TaskStatus.CANCELLED
        return cancelled

    def forget(self, *, failed: bool = False) -> int:
        """Drop what the ledger has of this experiment (only failures with `failed`); tells how many results.

        The next run pays for them again.
        """
        gone = [e.job for e in self._entries() if e.ended and (e.state != "completed" or not failed)]
        self.ledger.forget(gone)
        return len(gone)

    # After

    def result(self, drawing: str, setting: str | None = None) -> display.Result:
        """One result, with its pictures and its review; `setting` by name, the first one by default.

        What is decided on it is kept in the ledger.

        Raises `KeyError` when there is none: `tasks` tells why.
        """
        cell, entry = tables.one(self._now(), drawing, setting or self._settings[0].name)
        data = self.ledger.result(entry.job)
        if data is None:
            raise KeyError(f"There is no result of {drawing!r} yet: it is {entry.state}.")
        result = display.Result(data, cell.drawing.name, lambda page: self._preview_of(entry, page))
        return kept_in(self.ledger, result, entry.sha256)

    def limits(self, setting: str | None = None, *, general: str | None = None) -> pd.DataFrame:
        """Limits of size of each dimension of all drawings, with a first column `file`; see `drawkit.limits`.

        Drawings as they were read with `setting`, the first where none is named; reviewed ones as they were reviewed.
        """
        return display.limits(self._results(setting), general=general)

    def to_excel(self, path: str | PathLike[str], setting: str | None = None) -> Path:
        """Write one workbook: a row a drawing, then every table over all of them, with limits of size.

        Drawings as they were read with `setting`, the first where none is named. Tells the path.
        """
        display.to_excel(self._results(setting), path)
        return Path(path)

    def compare(self, left: str | None = None, right: str | None = None) -> Comparison:
        """Set two settings, or two engine versions, side by side: what one found and the other did not.

        By default the first two settings, or with a single one the two newest engine versions the ledger has.
        Raises `ValueError` where there is only one of either, `KeyError` for a name that is neither.
        """
        return compare(self._now(), self.ledger, left, right)

    def evaluate(self, labels: Labels | None = None) -> Evaluation:
        """Hold every result against the truth: precision, recall, F1 by kind, and what was missed.

        Without `labels` the truth is what people decided: the drawings that were reviewed to the last row.
        `labels`: a folder of label files, or labels by the drawing's name or stem: dicts, `contract.Result`s or
        samples. A kind that a setting does not read is not counted against it; a drawing that failed reads nothing.
        """
        told = truths(self._now(), self.ledger) if labels is None else labels
        return Evaluation.of(self._now(), self.ledger, told, self._preview_of)

    def summary(self) -> pd.DataFrame:
        """One row a setting: how many drawings were read, failed, refused, and what was found in all.

        What a setting does not look for is missing (`<NA>`), not 0.
        """
        return tables.summary(self._now())

    def errors(self) -> pd.DataFrame:
        """What was not read, and why: `tasks` without what was completed."""
        tasks = self.tasks
        return tasks[tasks["error_code"].notna()].reset_index(drop=True)

    def report(
        self,
        path: str | PathLike[str] = "report.html",
        *,
        labels: Labels | Evaluation | None = None,
        comparison: Comparison | None = None,
        most_pictures: int = 60,
    ) -> Path:
        """Write one self-contained HTML file: figures, plots, thumbnails, errors; with `labels` how well it read.

        Thumbnails are the sanitized previews the service publishes. Tells the path.
        """
        from .report import Subject, write  # noqa: PLC0415 - draws with matplotlib

        told = self.evaluate(labels) if labels is not None and not isinstance(labels, Evaluation) else labels
        subject = Subject(self.name, self._now(), self.ledger, self._preview_of)
        return write(Path(path), subject, told, comparison, most_pictures=most_pictures)

    # How it shows itself

    def __repr__(self) -> str:
        if self._plan is None:
            return f"<Experiment {self.name}: not planned yet>"
        return f"<Experiment {self.name}: {tables.line(self._plan)}>"

    def _repr_html_(self) -> str | None:
        if self._plan is None:
            return None
        from . import views  # noqa: PLC0415 - only when it is shown

        return views.experiment(self.name, self._plan, self._run_status)

    # Inside

    def _results(self, setting: str | None) -> dict[str, display.Result]:
        """What was read with a setting, by the drawing's name. Raises `KeyError` for a setting that there is not."""
        name = setting or self._settings[0].name
        if name not in self.settings:
            raise KeyError(f"There is no setting {name!r}. Choose from: {', '.join(self.settings)}.")
        cells = [cell for cell in self._now().cells if cell.setting.name == name]
        read = [c.drawing.name for c in cells if (e := self._now().entry(c)) is not None and e.state == "completed"]
        return {drawing: self.result(drawing, name) for drawing in read}

    def _connection(self) -> dk.Client[Any]:
        if self._connected is None:
            self._connected = self._anew()
        return self._connected

    def _anew(self) -> dk.Client[Any]:
        """A client for the service that is there now: the one given, or of the embedded service, started if need be."""
        where = {} if self._executor is None else {"executor": self._executor}
        self._connected = self._client or local.connect(**where)
        return self._connected

    def _connector(self) -> Callable[[], dk.Client[Any]]:
        """Give the client at hand when first called, and later, after an outage, one that may do better."""
        first = [self._connection()]
        return lambda: first.pop() if first else self._anew()

    def _engine(self, status: ServiceStatus) -> str:
        host = urlsplit(self._connection().base_url).hostname or ""
        version = status.version or "unknown"
        return version if is_this_machine(host) else f"{version} at {host}"

    def _planned(self) -> Plan:
        try:
            status = self._connection().status()
        except dk.ServiceUnreachable:
            if self._client is not None:
                raise
            status = self._anew().status()  # the embedded service was stopped since
        found = drawings.find(self._told)
        self._plan = plan.make(found, self._settings, self.ledger, self._engine(status), status.limits)
        return self._plan

    def _now(self) -> Plan:
        """The plan with what the ledger knows by now."""
        self._plan = self._planned() if self._plan is None else self._plan.refreshed(self.ledger)
        return self._plan

    def _entries(self) -> list[Entry]:
        return list(self._now().entries.values())

    def _prepared(self, progress: bool | OnProgress, *, retry_failed: bool) -> tuple[background.Work, ProgressDisplay]:
        planned = self._planned()
        cells = list(planned.to_do(retry_failed=retry_failed))
        keys = {cell.key for cell in planned.cells if cell.key is not None}
        self._run_status = RunStatus(total=len(cells), known=len(keys) - len(cells), refused=len(planned.refused))
        run = Run(
            self.ledger, self._connector(), self._run_status,
            name=self.name, retry_failed=retry_failed, patience_s=self._patience,
        )  # fmt: skip
        return background.Work(lambda: run.go(iter(cells)), self._run_status), display_for(self.name, progress)

    def _over(self) -> Self:
        self._now()
        return self

    def _preview_of(self, entry: Entry, page: int) -> bytes | None:
        """The published preview of a page, from the ledger or else from the service; None where there is none."""
        kept = self.ledger.preview(entry.job, page)
        if kept is not None:
            return kept[0]
        try:
            png = self._connection().preview(entry.record, page)
        except (dk.NotPublished, dk.NotFound):
            png = None
        except dk.DrawkitError:  # not now: the next look asks again
            return None
        self.ledger.keep_preview(entry.job, page, png)
        return png
