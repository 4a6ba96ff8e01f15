"""What a reading is for: the drawing checked, and an inspection sheet of it; methods that every result has."""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pandas as pd

from drawkit import checks, contract, figures

from ._picture import Picture, picture_of
from ._written import written

if TYPE_CHECKING:
    from drawkit.checks import Finding, Rule

OUTCOMES: Final = ("checks", "to_checks", "show_checks")
"""The public names."""
COLOURS: Final = {"error": "#B3261E", "warning": "#B35900", "look": "#0072B2"}
"""Of findings, by their severity."""
_SHOWN: Final = ("severity", "page", "sheet_zone", "message", "text", "clause", "rule")


class Outcomes(ABC):
    """Checks of a result that shows itself."""

    name: str

    @property
    @abstractmethod
    def corrected(self) -> contract.Result:
        """The data with the corrections in it."""

    @abstractmethod
    def preview(self, page: int = 1) -> bytes | None:
        """Fetch the picture of a page."""

    @abstractmethod
    def caption(self, page: int = 1) -> str:
        """Tell what is to be known of that picture."""

    def checks(self, *, leave_out: Iterable[str] = (), add: Iterable[Rule] = ()) -> pd.DataFrame:
        """Check the drawing against the standards: one row a finding, errors first; see `drawkit.checks`.

        A `severity` of look is no finding: the reading is not sure enough there. `leave_out` names rules
        (`drawkit.checks.RULES`), `add` holds your own: functions from a `contract.Result` to `checks.Finding`s.
        """
        return checks.findings_frame(self._found(leave_out, add))

    def to_checks(
        self, path: str | os.PathLike[str], *, leave_out: Iterable[str] = (), add: Iterable[Rule] = ()
    ) -> Path:
        """Write the findings; the name's ending tells the format: .xlsx, .pdf (both with the sheets), .csv, .json."""
        found = self._found(leave_out, add)
        table = checks.findings_frame(found).reset_index()
        short = table[["number", *_SHOWN]] if Path(path).suffix.lower() == ".pdf" else table
        pages = sorted({one.page for one in found if one.box})
        return written(
            path,
            {"checks": short},
            lambda: [one.to_dict() for one in found],
            lambda: [self._checked(found, page, "light").png for page in pages],
            self.name,
        )

    def show_checks(
        self, page: int = 1, *, leave_out: Iterable[str] = (), add: Iterable[Rule] = (), theme: str = "auto"
    ) -> Picture:
        """Draw a page with its findings, numbered like the rows of `checks`, coloured by severity."""
        return self._checked(self._found(leave_out, add), page, theme)

    def _found(self, leave_out: Iterable[str], add: Iterable[Rule]) -> tuple[Finding, ...]:
        return checks.check(self.corrected, leave_out=leave_out, add=add)

    def _checked(self, found: Sequence[Finding], page: int, theme: str) -> Picture:
        marks = [
            figures.Mark(str(number), one.box, COLOURS[one.severity])
            for number, one in enumerate(found, 1)
            if one.page == page and one.box
        ]
        used = {mark.colour for mark in marks}
        legend = {name: colour for name, colour in COLOURS.items() if colour in used}
        return self._numbered(marks, page, theme, legend, "findings numbered as in the table of checks")

    def _numbered(
        self, marks: Sequence[figures.Mark], page: int, theme: str, legend: dict[str, str], what: str
    ) -> Picture:
        picture, caption = self.preview(page), self.caption(page)
        told: Any = figures.show_balloons(
            self.corrected, marks, picture, page, legend=legend, theme=theme, caption=caption
        )
        return picture_of(told, f"{self.name}, page {page}, {what}", private=True)
