"""Reviews that are kept: by the drawing's hash, on this machine, so that they come back with the drawing."""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, Literal

from pydantic import Field, ValidationError

from drawkit.client.shell import Reviews
from drawkit.contract import LISTS, Result, Value
from drawkit.contract.review import Decision

from ._carry import carried
from ._plans import PlanAside, Plans, Wanted, Why

SCHEMA: Final = "drawkit.review/1"
_UNREADABLE: Final = "The review that was kept cannot be read: it is damaged, or of a newer drawkit."


class Folder(Reviews):
    """A folder of its own with one JSON file a drawing, for this user alone."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def get(self, sha256: str) -> bytes | None:
        """What is kept for a drawing; None where nothing is."""
        try:
            return self._file(sha256).read_bytes()
        except FileNotFoundError:
            return None

    def put(self, sha256: str, body: bytes) -> None:
        """Keep this in place of what was kept before: all of it or, where that fails, nothing."""
        self._write(self._file(sha256), body)

    def set_aside(self, sha256: str, body: bytes) -> str:
        """Keep what cannot be read in a file beside it, and tell its path."""
        beside = self._file(sha256).with_stem(name_aside(sha256, body))
        self._write(beside, body)
        return str(beside)

    def _write(self, path: Path, body: bytes) -> None:
        self.path.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=self.path, suffix=".part")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(body)
            Path(name).replace(path)
        except OSError:
            Path(name).unlink(missing_ok=True)
            raise

    def _file(self, sha256: str) -> Path:
        if not sha256.isalnum():
            raise OSError(f"{sha256!r} is no hash of a drawing.")
        return self.path / f"{sha256}.json"


def name_aside(sha256: str, body: bytes) -> str:
    """The name under which what cannot be read of a drawing is kept: the same content has it once."""
    return f"{sha256}.aside-{hashlib.sha256(body).hexdigest()[:12]}"


class LostDecision(Value):
    """A decision that holds no more, for the reading has changed: what it was, and why."""

    decision: Decision
    reason: str


class KeptReview(Value):
    """A review as it is kept: the decisions, the items they are about as they were read, and which reading that was."""

    schema_: Literal["drawkit.review/1"] = Field(default=SCHEMA, alias="schema")
    reading: str
    """SHA-256 of the result as JSON."""
    about: Result
    decisions: tuple[Decision, ...] = ()
    lost: tuple[LostDecision, ...] = ()
    inspection: dict[str, Any] = Field(default_factory=dict)
    """The plan of the inspection, as JSON; empty where nobody has made one."""
    numbered: str = ""
    """SHA-256 of the reading whose numbers the plan's edits name."""
    aside: tuple[PlanAside, ...] = ()
    """Plans that are not in use and must not be lost."""

    @property
    def plans(self) -> Plans:
        """The plan of the inspection, with those beside it."""
        return Plans(self.inspection, self.numbered, self.aside)


class Keeper:
    """Keeps the review of one drawing, and the plan of its inspection.

    `fault` says why it could not, and what to do; empty while it can. `put_aside` says where one lies that could not be
    read and whose place this one has taken; empty where there was none. `overtaken` tells that `keep` found a plan that
    somebody made elsewhere meanwhile: that is `plan` from then on, and one that was put here is in `beside`.
    """

    def __init__(self, shelf: Reviews, sha256: str) -> None:
        self._shelf: Reviews = shelf
        self._sha256 = sha256
        self._seen: tuple[Decision, ...] = ()
        self._reading = ""
        self._plans = Plans({})
        """As this keeper has seen them last."""
        self._wanted: Wanted | None = None
        self._refused = False
        self.fault = ""
        self.put_aside = ""
        self.overtaken = False

    def __reduce__(self) -> tuple[type[None], tuple[()]]:
        return type(None), ()  # a copy that travels elsewhere is not kept here

    def opened(self, data: Result) -> tuple[tuple[Decision, ...], tuple[LostDecision, ...]]:
        """The decisions that hold for this reading, carried over from another one where need be, and those lost."""
        self._reading = _digest(data)
        try:
            kept = self._kept()
        except OSError as error:
            self.fault = f"The review that was kept cannot be read: {error}."
            return (), ()
        except ValidationError:
            self.fault = f"{_UNREADABLE} It stays as it is until you decide something here, and is set aside then."
            return (), ()
        if kept is None:
            return (), ()
        self._plans = kept.plans
        if kept.reading == self._reading:
            self._seen = kept.decisions
            return kept.decisions, kept.lost
        decisions, gone = carried(kept.about, data, kept.decisions)
        self._seen = kept.decisions
        lost = (*kept.lost, *(LostDecision(decision=one.decision, reason=one.reason) for one in gone))
        return decisions, lost

    @property
    def plan(self) -> Mapping[str, Any]:
        """The plan of the inspection that is kept for this reading; empty where there is none."""
        return self._plans.of(self._reading)

    @property
    def beside(self) -> tuple[PlanAside, ...]:
        """The plans for this reading that are kept and not in use: none is lost where another takes its place."""
        return self._plans.beside(self._reading)

    @property
    def plans_of_others(self) -> tuple[Mapping[str, Any], ...]:
        """The plans that are kept for other readings of the drawing: their numbers name other things there."""
        return self._plans.others(self._reading)

    def refuse_plan(self) -> None:
        """Take note that the plan which is kept cannot be applied: it will stay beside the next one."""
        self._refused = True

    def put_plan(self, plan: Mapping[str, Any], *, restored: PlanAside | None = None) -> None:
        """Take the plan of the inspection as it is now; `keep` keeps it.

        With `restored`, one of `beside`, it is that one, and the one that was in use takes its place.
        """
        instead_of: Why | None = "unusable" if self._refused else "replaced" if restored else None
        self._wanted = Wanted(dict(plan), instead_of, restored)

    def keep(
        self, data: Result, decisions: tuple[Decision, ...], lost: tuple[LostDecision, ...]
    ) -> tuple[Decision, ...]:
        """Keep the review as it is now; where that fails, `fault` says so.

        Gives the decisions that hold now: those too that somebody made meanwhile on the same reading, elsewhere.
        """
        self.overtaken = False
        try:
            before = self._before()
            merged = (*self._elsewhere(before), *decisions)
            plans, overtaken = self._planned(before)
            kept = KeptReview(
                reading=self._reading, about=_about(data, merged), decisions=merged, lost=lost,
                inspection=dict(plans.plan), numbered=plans.numbered, aside=plans.aside,
            )  # fmt: skip
            self._shelf.put(self._sha256, kept.model_dump_json(by_alias=True).encode("utf-8", "replace"))
        except OSError as error:
            self.fault = f"This review cannot be kept: {error.strerror or error}. Save the result as JSON: it holds it."
            return decisions
        self.fault = ""
        self._seen, self._plans, self.overtaken = merged, plans, overtaken
        if self._wanted is not None or overtaken:
            self._wanted, self._refused = None, False
        return merged

    def _planned(self, before: KeptReview | None) -> tuple[Plans, bool]:
        """The plans to keep, and whether another one was kept meanwhile than was seen here."""
        there = before.plans if before is not None else self._plans
        now, wanted = there.of(self._reading), self._wanted
        overtaken = now != self.plan and (wanted is None or now != wanted.plan)
        if wanted is None:
            return there, overtaken
        return (wanted.put_beside if overtaken else wanted.put_into)(there, self._reading), overtaken

    def _before(self) -> KeptReview | None:
        """What is kept now. What cannot be read is set aside first, so that nothing is written over."""
        body = self._shelf.get(self._sha256)
        try:
            return None if body is None else KeptReview.model_validate_json(body)
        except ValidationError:
            where = self._shelf.set_aside(self._sha256, body or b"")
            self.put_aside = f"{_UNREADABLE} It is set aside as {where}; this review is kept in its place."
            return None

    def _elsewhere(self, kept: KeptReview | None) -> tuple[Decision, ...]:
        """Decisions that are kept and were not made or seen here."""
        if kept is None or kept.reading != self._reading:
            return ()
        return tuple(one for one in kept.decisions if one not in self._seen)

    def _kept(self) -> KeptReview | None:
        body = self._shelf.get(self._sha256)
        return None if body is None else KeptReview.model_validate_json(body)


def _digest(data: Result) -> str:
    return hashlib.sha256(data.to_json().encode("utf-8", "replace")).hexdigest()


def _about(data: Result, decisions: tuple[Decision, ...]) -> Result:
    """The reading with nothing in its lists but what the decisions are about."""
    named = {(one.table, identity) for one in decisions for identity in one.ids}
    lists = {name: tuple(item for item in getattr(data, name) if (name, item.id) in named) for name in LISTS}
    return data.model_copy(update={**lists, "summary": {}})
