"""Inspection of a result: its characteristics as table, forms and balloons on the drawing; and the plan's edits."""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pandas as pd

from drawkit import contract, figures, inspection
from drawkit.client.uploads import opened
from drawkit.inspection import Characteristic, Edit, Plan
from drawkit.review import place_on

from ._outcomes import OUTCOMES, Outcomes
from ._written import written

if TYPE_CHECKING:
    from drawkit.client.uploads import Password
    from drawkit.contract import Box
    from drawkit.inspection import Order

    from ._picture import Picture

INSPECTED: Final = (
    *OUTCOMES, "inspection", "inspection_plan", "to_inspection", "balloon", "show_inspection",
)  # fmt: skip
"""The public names."""
_COLOUR, _KEY = "#C00000", "#7A1FA2"
_PRINTED: Final = (
    "number", "page", "sheet_zone", "designator", "requirement", "quantity", "nominal", "lower_limit", "upper_limit",
    "unit", "rule", "reason",
)  # fmt: skip


class Inspected(Outcomes):
    """A result that can be inspected. Its plan lives with it, as corrections do, and goes into `to_json`."""

    data: contract.Result
    _plan: Plan = Plan()
    _file: Callable[[], bytes | None] | None = None
    """Fetches the drawing itself, where it is the person's own and at hand."""

    def inspection(
        self,
        *,
        order: Order | None = None,
        expand: bool | None = None,
        general: str | None = None,
        tables: Iterable[str] | None = None,
    ) -> pd.DataFrame:
        """The characteristics of the drawing, numbered: one row each, with limits and where they come from.

        `order` is "clockwise" (around each view) or "rows" (of the sheet). With `expand` a requirement for several
        features has a row for each. `general` is a general tolerance for a drawing that states none. `tables` are
        those whose items count, by default dimensions, geometric_tolerances, surface_textures, welds and notes. What
        is given is kept for forms, balloons and pictures. Numbers do not change when values are corrected;
        `inspection_plan` changes them. Raises `ValueError` for an order or table that there is not, and for another
        one where numbers were edited.
        """
        given = {"order": order, "expand": expand, "general": general, "tables": tuple(tables) if tables else None}
        self._turn_plan({name: value for name, value in given.items() if value is not None})
        return inspection.inspection_frame(self._characteristics())

    @property
    def inspection_plan(self) -> InspectionPlan:
        """What was changed by hand in the inspection: rows left out, added, renumbered, merged, split."""
        return InspectionPlan(self)

    def to_inspection(self, path: str | os.PathLike[str]) -> Path:
        """Write the inspection; the name's ending tells the format.

        .xlsx: forms in the manner of AS9102 (3, 1 and 2) with cells for measured values, formulas that tell pass or
        fail, and the sheets; .pdf: sheets and table; .csv: the table; .json: plan and characteristics.
        """
        rows = self._characteristics()
        pages = sorted({page for row in rows for page, _ in row.places})
        if Path(path).suffix.lower() == ".xlsx":
            Path(path).parent.mkdir(parents=True, exist_ok=True)
            pictures = [self.show_inspection(page, theme="light").png for page in pages]
            inspection.to_workbook(self.corrected, rows, path, pictures)
            return Path(path)
        table = inspection.inspection_frame(rows)
        return written(
            path,
            {"inspection": table[list(_PRINTED)] if Path(path).suffix.lower() == ".pdf" else table},
            lambda: {"plan": self._plan.to_dict(), "characteristics": [row.to_dict() for row in rows]},
            lambda: [self.show_inspection(page, theme="light").png for page in pages],
            self.name,
        )

    def balloon(
        self,
        source: str | os.PathLike[str] | bytes,
        out: str | os.PathLike[str],
        *,
        password: Password | None = None,
    ) -> Path:
        """Write the drawing itself with a balloon beside each characteristic, as vectors; tells the path.

        `source` is the file that was read, your own: a PDF is kept as it is below the balloons, a picture is put into
        a PDF. `password` opens a locked PDF, or asks for it, such as `getpass.getpass`; what is written needs none.
        Raises `ValueError` where there is nothing to number or the file is another drawing, `contract.Refused` for
        one that cannot be opened, such as a locked PDF without its password, and `ModuleNotFoundError` without the
        extra `local`.
        """
        target = Path(out)
        if target.suffix.lower() != ".pdf":
            raise ValueError(f"A drawing with balloons is a PDF: name it .pdf, not {target.name!r}.")
        data = source if isinstance(source, bytes) else Path(source).read_bytes()
        made = inspection.ballooned(self.corrected, self._characteristics(), opened(data, password))
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(made.data)
        return target

    def show_inspection(self, page: int = 1, theme: str = "auto") -> Picture:
        """Draw a page with its characteristics in balloons; key characteristics in another colour."""
        found = inspection.places(self._characteristics(), page)
        marks = [figures.Mark(one.number, one.box, colour_of(one.row), one.moved) for one in found]
        key = any(mark.colour == _KEY for mark in marks)
        legend = {"characteristics": _COLOUR, "key characteristics": _KEY} if key else {}
        return self._numbered(marks, page, theme, legend, "characteristics numbered")

    def _characteristics(self, plan: Plan | None = None) -> list[Characteristic]:
        return inspection.characteristics(self.data, plan or self._plan, shown=self.corrected)

    def _turn_plan(self, given: Mapping[str, Any]) -> None:
        changed = {name: value for name, value in given.items() if getattr(self._plan, name) != value}
        if not changed:
            return
        for name, known in (("order", inspection.ORDERS), ("tables", inspection.TABLES)):
            told = changed.get(name, ())
            wrong = [one for one in ((told,) if isinstance(told, str) else told) if one not in known]
            if wrong:
                raise ValueError(f"There is no {name.removesuffix('s')} {wrong[0]!r}. There are: {', '.join(known)}.")
        if self._plan.edits and {"order", "tables"} & changed.keys():
            raise ValueError(
                "Numbers were edited: another order would give them to others. First: inspection_plan.reset()."
            )
        plan = self._plan.model_copy(update=changed)
        self._characteristics(plan)
        self._take_plan(plan)

    def _take_plan(self, plan: Plan) -> None:
        """Make this the plan; what keeps reviews keeps it too."""
        self._plan = plan

    def _restore_plan(self) -> None:
        """Exchange the plan with the one that is kept beside it."""
        raise ValueError("No other inspection of this reading is kept beside this one.")

    @property
    def _restorable(self) -> bool:
        """Whether there is one to exchange it with."""
        return False


def colour_of(row: Characteristic) -> str:
    """The colour of a characteristic's balloon: key characteristics have one of their own."""
    return _KEY if row.designator else _COLOUR


def _check_on_page(data: contract.Result, page: int, x: float, y: float) -> None:
    report = next((one for one in data.pages if one.page == page), None)
    if not (math.isfinite(x) and math.isfinite(y)):
        raise ValueError("The centre of a balloon is two numbers, in points of the page.")
    if report is not None and not (0 <= x <= report.width and 0 <= y <= report.height):
        size = f"{report.width:.0f} x {report.height:.0f}"
        raise ValueError(f"A balloon stays on its page: {x:.0f}, {y:.0f} is outside of {size} points.")


def _check_limits(lower: float | None, upper: float | None) -> None:
    if not all(math.isfinite(limit) for limit in (lower, upper) if limit is not None):
        raise ValueError("A limit is a number.")
    if lower is not None and upper is not None and lower > upper:
        raise ValueError(f"The lower limit, {lower:g}, is above the upper one, {upper:g}.")


class InspectionPlan:
    """The edits of a result's inspection. Numbers are those of `inspection`, as text or whole numbers."""

    def __init__(self, result: Inspected) -> None:
        self._result = result

    @property
    def edits(self) -> tuple[Edit, ...]:
        """The edits, in the order they were made."""
        return self._result._plan.edits

    @property
    def rows(self) -> list[Characteristic]:
        """The characteristics as edits name them: a requirement for several features is one row."""
        return self._result._characteristics(self._result._plan.model_copy(update={"expand": False}))

    def leave_out(self, *numbers: str | int) -> InspectionPlan:
        """Leave characteristics out; the others keep their numbers. Raises `KeyError` for a number there is not."""
        return self._with("leave_out", numbers)

    def add(  # noqa: PLR0913 - each is a column
        self,
        requirement: str,
        *,
        page: int = 1,
        box: Box | None = None,
        kind: str | None = None,
        nominal: float | None = None,
        lower_limit: float | None = None,
        upper_limit: float | None = None,
        unit: str | None = None,
        number: str | int | None = None,
    ) -> InspectionPlan:
        """Add a characteristic that was not read; `box` is in points, as everywhere. It gets the next number.

        What is not given is what the requirement says: `add("4x ⌀6.6 H12")` has a quantity, a nominal value and the
        limits of its class. Words alone, such as "Leak test", are passed or failed. Raises `ValueError` for a kind, a
        page or a box that cannot be, for limits that are none, and for a number that is taken.
        """
        if kind is not None and kind not in inspection.KINDS:
            raise ValueError(f"There is no kind {kind!r}. There are: {', '.join(inspection.KINDS)}.")
        result = self._result
        page, place = place_on(result.data, page, box)
        _check_limits(lower_limit, upper_limit)
        said = inspection.typed(requirement, page, result.corrected, result._plan.general)
        limits = {"lower_limit": lower_limit, "upper_limit": upper_limit}
        if limits != {"lower_limit": None, "upper_limit": None}:  # one alone is all there is
            said |= {**limits, "origin": "stated", "rule": None, "reason": None}
        given = {"kind": kind, "nominal": nominal, "unit": unit}
        values = {
            "kind": "other", **said, **{name: value for name, value in given.items() if value is not None},
            "requirement": requirement, "page": page, "places": [[page, list(place)]] if place else [],
        }  # fmt: skip
        return self._with("add", [inspection.next_number(self.rows) if number is None else number], values)

    def renumber(self, numbers: Mapping[str | int, str | int] | None = None) -> InspectionPlan:
        """Give new numbers by old ones; without any, number all rows anew without gaps."""
        return self._with("renumber", (), {str(old): str(new) for old, new in (numbers or {}).items()})

    def merge(self, *numbers: str | int) -> InspectionPlan:
        """Make one characteristic of several: the first one's, with all places and the sum of their quantities."""
        if len(numbers) < 2:
            raise ValueError("Two characteristics or more are merged.")
        return self._with("merge", numbers)

    def split(self, number: str | int) -> InspectionPlan:
        """Split a callout into its requirements: 3 becomes 3.1 (diameter), 3.2 (depth), 3.3 (counterbore) ...

        Raises `ValueError` where it states one requirement alone.
        """
        return self._with("split", [number])

    def move(self, number: str | int, x: float, y: float, *, place: int = 0) -> InspectionPlan:
        """Move a characteristic's balloon: its centre goes to `x`, `y`, in points of its page; no other gives way.

        `place` is which of its balloons, from 0, where rows were merged. Raises `KeyError` for a number there is not,
        `ValueError` where it has no such balloon and for a centre that is not on the page.
        """
        row = next((one for one in self.rows if one.number == str(number)), None)
        if row is not None and place in range(len(row.places)):
            _check_on_page(self._result.data, row.places[place][0], x, y)
        return self._with("move", [number], {"place": place, "x": x, "y": y})

    def undo(self) -> bool:
        """Undo the last edit; tell whether there was one."""
        had = bool(self.edits)
        self._set(self.edits[:-1])
        return had

    def reset(self) -> None:
        """Take back all edits."""
        self._set(())

    @property
    def restorable(self) -> bool:
        """Whether other edits are kept beside these: such as could not be applied, or were made at the same time."""
        return self._result._restorable

    def restore(self) -> None:
        """Exchange these edits with those that are kept beside them; once more brings these back.

        Raises `ValueError` where there are none, and where they cannot be applied to the result as it is.
        """
        self._result._restore_plan()

    def _with(
        self, action: str, numbers: Iterable[str | int], values: Mapping[str, Any] | None = None
    ) -> InspectionPlan:
        edit = Edit.model_validate(
            {"action": action, "numbers": tuple(map(str, numbers)), "values": dict(values or {})}
        )
        self._set((*self.edits, edit))
        return self

    def _set(self, edits: tuple[Edit, ...]) -> None:
        plan = self._result._plan.model_copy(update={"edits": edits})
        self._result._characteristics(plan)
        self._result._take_plan(plan)

    def __repr__(self) -> str:
        return f"<InspectionPlan: {len(self.edits)} edit{'' if len(self.edits) == 1 else 's'}>"
