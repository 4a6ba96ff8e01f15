"""What a person decides on a result: corrections, and the review of every row; each decision can be undone."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Mapping
from typing import Any, Final

import pandas as pd
from pydantic import ValidationError

from drawkit import contract, frames
from drawkit.contract import Correction, Decision
from drawkit.contract.corrections import DRAWING
from drawkit.inspection import Plan
from drawkit.review import (
    Keeper,
    LeftOut,
    LostDecision,
    PlanAside,
    Progress,
    Replay,
    Typed,
    checked,
    fields_of,
    one_line,
    place_on,
    proposed,
    review_frame,
    typed,
    units_in,
    values_of,
)

from ._inspected import INSPECTED, Inspected

REVIEWED: Final = (
    *INSPECTED, "accept", "add", "by_hand", "change_kind", "correct", "corrected", "corrections", "decisions",
    "left_out", "merge", "plan_left_out", "plan_overtaken", "propose", "read_typed", "reject", "review", "reviewed",
    "set_aside", "split", "take_back", "undo", "undoable", "unkept",
)  # fmt: skip
"""The public names."""


class Reviewed(Inspected):
    """A result that can be reviewed. `data` is what was read and never changes; decisions stand beside it."""

    _decisions: tuple[Decision, ...] = ()
    _keeper: Keeper | None = None
    _lost: tuple[LostDecision, ...] = ()
    _replay: Replay | None = None
    _unplanned: str = ""
    """Why the plan that is kept could not be applied."""
    _meanwhile: str = ""
    """What to say where somebody edited the inspection elsewhere."""

    # What it is now

    @property
    def decisions(self) -> tuple[Decision, ...]:
        """The decisions, in the order they were made."""
        return self._decisions

    @property
    def replay(self) -> Replay:
        """What the decisions make of the reading, row by row."""
        if self._replay is None:
            self._replay = Replay(self.data, self._decisions)
        return self._replay

    @property
    def corrected(self) -> contract.Result:
        """The data with the decisions in it; the same object as `data` while there are none."""
        return self.replay.result

    @property
    def by_hand(self) -> tuple[Correction, ...]:
        """The values that a person put in place of what was read."""
        return self.replay.corrections

    @property
    def corrections(self) -> pd.DataFrame:
        """What was corrected by hand: the item, the field, what was read, what stands in its place, and when."""
        return frames.corrections(self.data, self.by_hand)

    @property
    def review(self) -> pd.DataFrame:
        """One row an item with its state: read, accepted, corrected, added or rejected; what was changed, and when.

        Holes and threads that a dimension tells go with it. `attrs` tell `reviewed` and `total`.
        """
        return review_frame(self.replay, self._decisions)

    @property
    def reviewed(self) -> Progress:
        """How far the review is, as text "12 of 45 reviewed"; `done` and `total` are the numbers."""
        return self.replay.progress

    @property
    def left_out(self) -> tuple[LeftOut, ...]:
        """Decisions that hold no more, with the reason: their items are gone from this reading."""
        gone = (LeftOut(one.decision, one.reason) for one in self._lost)
        return (*gone, *self.replay.left_out)

    @property
    def unkept(self) -> str:
        """Why the review cannot be kept for the next time, and what to do; empty where it is, or was not asked for."""
        return self._keeper.fault if self._keeper else ""

    @property
    def set_aside(self) -> str:
        """Where a review that could not be read lies since this one has taken its place; empty where there was none."""
        return self._keeper.put_aside if self._keeper else ""

    # Decisions

    def accept(self, table: str, *ids: str) -> bool:
        """Say that items are right, such as `accept("dimensions", "d1", "d2")`; tell whether that was new.

        An item that was rejected comes back. Raises `KeyError` for an item that there is not.
        """
        return self._decide(Decision(action="accept", table=table, ids=ids))

    def reject(self, table: str, *ids: str) -> bool:
        """Take items out that are not on the sheet. Raises `KeyError` for one that is not there."""
        return self._decide(Decision(action="reject", table=table, ids=ids))

    def correct(self, table: str, id: str = "", **values: Any) -> tuple[Correction, ...]:  # noqa: A002 - the column's name
        """Put values by hand in place of what was read, such as `correct("dimensions", "d12", nominal=5.6)`.

        Fields are named as columns of the tables: `counterbore_depth=3`, `datums="A(M) | B-C"`, `modifiers="M CZ"`, and
        a parts list's cells under headers of their own as in `bom`: `**{"Weight": "3 kg"}`. The units are those of the
        drawing as a whole: `correct("drawing", units="inch")`.
        A text alone is read as if it were printed, and its values are put in with it: `correct("dimensions", "d12",
        text="⌀12.5 H7")`; other values beside it are put over that. What of it is not understood is told in a
        `UserWarning`; where that is all, the text is kept and the values stay. `read_typed` shows them beforehand.
        `data` stays as read. The hole, the thread and the limits that a dimension tells follow it. Raises `KeyError`
        for an item or field that is not there, `ValueError` for a value that the field cannot hold; then nothing is
        changed.
        """
        told = self._values(table, values)
        read = self.read_typed(table, told["text"], id) if "text" in told else Typed()
        both = {**told, **read.values, **told}  # the text first, and what was given by hand over what it says
        self._decide(Decision(action="correct", table=table, ids=_ids(table, id), values=both))
        if read.told and len(told) == 1:
            warnings.warn(read.told, stacklevel=2)
        named = {**values, **read.values}
        return tuple(one for one in self.by_hand if (one.table, one.id) == (table, id) and _names(one, named))

    def add(self, table: str, text: str = "", *, page: int = 1, box: contract.Box | None = None, **values: Any) -> str:
        """Add an item that was not read, and tell its id.

        What `text` says is read as if it were printed: `add("dimensions", "4x ⌀6.6 ↧ 12")`; `values` are put over
        that. `box` is in points. Raises `KeyError` for a table or field that there is not, `ValueError` for a value,
        a page or a box that cannot be.
        """
        told = {**self._values(table, self._said(table, text)), **self._values(table, values)}
        page, place = place_on(self.data, page, box)
        (made,) = self.replay.board.free_ids(1)
        self._decide(Decision(action="add", table=table, values=told, made=(made,), page=page, box=place))
        return made

    def read_typed(self, table: str, text: str, id: str = "") -> Typed:  # noqa: A002 - the column's name
        """What a typed text says, to look at before it is put in: `values` by field, and `told` what is not understood.

        It is read as if it were printed on this drawing, in its units, with decimal comma or point; "dia", "+-" and
        other habits of keyboards will do. With `id` the values are those that would change in that item when its text
        is corrected so; without, those of a new item. Raises `KeyError` for a table or item that there is not.
        """
        units = units_in(self.corrected)
        if not id:
            read = typed(table, text, units)
            return Typed(_worth(read.values), read.told)
        item = self.replay.board.standing(table, id).item
        fields = fields_of(table, (item,))
        read = typed(table, text, units, item)
        return Typed({name: one for name, one in read.values.items() if one != fields[name].told(item)}, read.told)

    def propose(self, table: str, box: contract.Box, page: int = 1) -> dict[str, Any]:
        """What the engine reads in a part of a page as an item of `table`: values by field, to look at and to `add`.

        `box` is in points. Empty where it reads nothing there. It needs the picture of the page and the extra `local`:
        raises `ModuleNotFoundError` without that, `ValueError` without a picture and for a box that is none.
        """
        page, place = place_on(self.data, page, box)
        report = next((report for report in self.data.pages if report.page == page), None)
        png = self.preview(page)
        if png is None or report is None or place is None:
            raise ValueError("There is no picture of this page to read from. Type what stands there.")
        return proposed(table, png, place, report.width, units_in(self.corrected))

    def merge(self, table: str, *ids: str, **values: Any) -> bool:
        """Make one item of several that are parts of it: the first of `ids` says all of them.

        Its values are those that their texts say together, line by line from left to right; `values` are put over
        that. Raises `KeyError` for an item that is not there, `ValueError` for fewer than two or on several pages.
        """
        items = [self.replay.board.standing(table, identity).item for identity in dict.fromkeys(ids)]
        text = str(values.get("text", one_line(items)))
        told = {**values_of(table, text, units_in(self.corrected)), **self._values(table, values)}
        return self._decide(Decision(action="merge", table=table, ids=ids, values=told))

    def split(self, table: str, id: str, *parts: str | Mapping[str, Any]) -> tuple[str, ...]:  # noqa: A002 - the column's name
        """Make several items of one: the first of `parts` stays in it, each other becomes an item; tell their ids.

        A part is a text, such as "⌀8" and "R2", or values by field. Raises `KeyError` for an item that is not there,
        `ValueError` for fewer than two parts.
        """
        units = units_in(self.corrected)
        told = [values_of(table, part, units) if isinstance(part, str) else self._values(table, part) for part in parts]
        made = self.replay.board.free_ids(max(len(told) - 1, 0))
        first, *others = told or [{}]
        worth = tuple(map(_worth, others))
        self._decide(Decision(action="split", table=table, ids=(id,), values=first, parts=worth, made=made))
        return (id, *made)

    def change_kind(self, table: str, id: str, to: str, **values: Any) -> str:  # noqa: A002 - the column's name
        """Make an item one of another table, such as a note that is a dimension; tell its id there.

        Its text is read as one of that table; `values` are put over that. Another kind of dimension is a correction:
        `correct("dimensions", "d1", kind="diameter")`. Raises `KeyError` for an item that is not there, `ValueError`
        for a table that there is not, and where the new item needs a value that its text does not say.
        """
        text = str(values.get("text", self.replay.board.standing(table, id).item.text))
        told = {**self._said(to, text), **(self._values(to, values) if to in contract.LISTS else {})}
        (made,) = self.replay.board.free_ids(1)
        self._decide(Decision(action="change_kind", table=table, ids=(id,), to=to, values=told, made=(made,)))
        return made

    def take_back(self, table: str, id: str = "", *fields: str) -> bool:  # noqa: A002 - the column's name
        """Let what was read stand again, in these fields or in all of the item; tell whether anything changed."""
        return self._decide(Decision(action="take_back", table=table, ids=_ids(table, id), fields=_now(fields)))

    def undo(self) -> bool:
        """Undo the last decision; tell whether there was one. All of them can be undone, one after the other."""
        if not self.undoable:
            return False
        self._turn_to(self._decisions[:-1], None)
        return True

    @property
    def undoable(self) -> bool:
        """Whether there is something to undo."""
        return bool(self._decisions)

    def _values(self, table: str, values: Mapping[str, Any]) -> dict[str, Any]:
        return dict(checked(table, values, fields_of(table, getattr(self.data, table, ()))))

    def _said(self, table: str, text: str) -> dict[str, Any]:
        """What a text says of a new item: nothing of what it has not."""
        return _worth(values_of(table, text, units_in(self.corrected))) if text else {}

    def _decide(self, decision: Decision) -> bool:
        """Make a decision; tell whether it changed anything. Raises what says why it cannot be made."""
        after = Replay(self.data, self._decisions, decision)
        if after.same(self.replay):
            return False
        self._turn_to((*self._decisions, decision), after)
        return True

    def _turn_to(self, decisions: tuple[Decision, ...], replay: Replay | None) -> None:
        self._decisions, self._replay = decisions, replay
        if self._keeper is not None:
            kept = self._keeper.keep(self.data, decisions, self._lost)
            if kept != decisions:  # of somebody who reviews the same drawing elsewhere
                self._decisions, self._replay = kept, None
            if self._keeper.overtaken:
                self._give_way(self._keeper)

    def _keep_with(self, keeper: Keeper) -> None:
        """Keep the review with `keeper` from now on, and take up what is kept there."""
        self._keeper = keeper
        self._decisions, self._lost = keeper.opened(self.data)
        self._replay = None
        self._take_up_plan(keeper)

    # The plan of the inspection that is kept

    @property
    def plan_left_out(self) -> str:
        """What is to be said of edits of the inspection that are kept and not applied; empty where there are none.

        They name numbers of another reading of the drawing, cannot be applied, or others took their place: here, or
        where the same drawing is looked at elsewhere. None of them is lost; `inspection_plan.restore()` brings back.
        """
        keeper = self._keeper
        if keeper is None:
            return ""
        others = [] if self._plan.edits else [_numbers_of_another(plan) for plan in keeper.plans_of_others]
        beside = [_beside(one) for one in keeper.beside]
        return " ".join(filter(None, [self._unplanned, self._meanwhile, *others, *beside]))

    @property
    def plan_overtaken(self) -> str:
        """What is to be said where the inspection was edited elsewhere meanwhile; empty until it was.

        What was made there is shown then, and what was made here is kept beside it.
        """
        beside = self._keeper.beside if self._keeper else ()
        return " ".join([self._meanwhile, *map(_beside, beside)]) if self._meanwhile else ""

    def _take_up_plan(self, keeper: Keeper) -> None:
        """Make the plan that is kept this result's; one that cannot be applied stays kept as it is."""
        self._unplanned = ""
        try:
            self._plan = self._usable(keeper.plan)
        except ValueError as error:
            self._plan = Plan()
            keeper.refuse_plan()
            told = f"The inspection that was kept, with {_edits(keeper.plan)}, cannot be applied"
            self._unplanned = f"{told}: {error} It stays kept, beside what you edit now."

    def _usable(self, kept: Mapping[str, Any]) -> Plan:
        """Give a plan that was kept, if it can be applied. Raises `ValueError` that says why it cannot."""
        try:
            plan = Plan.model_validate(kept)
            self._characteristics(plan)
        except (KeyError, ValueError, TypeError) as error:
            told = str(error.args[0]) if error.args and not isinstance(error, ValidationError) else ""
            raise ValueError(told if told.endswith(".") else "It is damaged, or of a newer drawkit.") from None
        return plan

    def _take_plan(self, plan: Plan) -> None:
        super()._take_plan(plan)
        if self._keeper is not None and (plan.edits or self._keeper.plan):  # who edits nothing leaves nothing
            self._put_plan(self._keeper, plan)

    def _restore_plan(self) -> None:
        keeper = self._keeper
        if keeper is None or not keeper.beside:
            super()._restore_plan()
            return
        last = keeper.beside[-1]
        plan = self._usable(last.plan)
        self._plan = plan
        self._put_plan(keeper, plan, last)

    @property
    def _restorable(self) -> bool:
        return bool(self._keeper and self._keeper.beside)

    def _put_plan(self, keeper: Keeper, plan: Plan, restored: PlanAside | None = None) -> None:
        self._unplanned = self._meanwhile = ""
        keeper.put_plan(plan.to_dict() if plan != Plan() else {}, restored=restored)
        self._turn_to(self._decisions, self._replay)

    def _give_way(self, keeper: Keeper) -> None:
        """Show the plan that somebody made elsewhere meanwhile, and say so."""
        self._take_up_plan(keeper)
        shown = "" if self._unplanned else ": what was made there is shown now"
        self._meanwhile = f"This inspection was edited elsewhere meanwhile{shown}."


def of_corrections(made: Iterable[Correction]) -> tuple[Decision, ...]:
    """The decisions that earlier files hold as corrections, one each."""
    return tuple(
        Decision(action="correct", table=c.table, ids=_ids(c.table, c.id), values={c.field: c.value}, at=c.at)
        for c in made
    )


def _edits(plan: Mapping[str, Any]) -> str:
    """How many edits a plan has; it may be damaged."""
    made = plan.get("edits")
    count = len(made) if isinstance(made, list | tuple) else 0
    return f"{count} edit{'' if count == 1 else 's'}"


def _numbers_of_another(plan: Mapping[str, Any]) -> str:
    told = "is kept for another reading of this drawing, whose numbers they name, and comes back with it"
    return f"An inspection with {_edits(plan)} {told}."


def _beside(one: PlanAside) -> str:
    if one.why == "unusable":
        return f"Another inspection with {_edits(one.plan)}, which could not be applied, is kept beside this one."
    return f"Another inspection with {_edits(one.plan)} is kept beside this one: Restore exchanges them."


def _ids(table: str, identity: str) -> tuple[str, ...]:
    """The drawing as a whole has no id."""
    return () if table == DRAWING and not identity else (identity,)


def _now(fields: Iterable[str]) -> tuple[str, ...]:
    return tuple(frames.RENAMED.get(name, name) for name in fields)


def _names(one: Correction, values: Mapping[str, object]) -> bool:
    return one.field in {frames.RENAMED.get(name, name) for name in values} | values.keys()


def _worth(values: Mapping[str, Any]) -> dict[str, Any]:
    """The values that say something: a new item needs no word of what it has not."""
    return {name: value for name, value in values.items() if value not in (None, "", False)}
