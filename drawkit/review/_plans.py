"""The plans of a drawing's inspection: one in use, and beside it those that must not be lost."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, Self

from drawkit.contract import Value

Why = Literal["reading", "unusable", "replaced"]


class PlanAside(Value):
    """A plan that is kept and not in use.

    `why`: it names numbers of another reading, it could not be applied, or another one took its place.
    """

    plan: dict[str, Any]
    numbered: str
    """SHA-256 of the reading whose numbers its edits name."""
    why: Why


@dataclass(frozen=True)
class Plans:
    """The plan in use, as JSON and empty where nobody has made one; the reading that it numbers; those beside it."""

    plan: Mapping[str, Any]
    numbered: str = ""
    aside: tuple[PlanAside, ...] = ()

    def of(self, reading: str) -> Mapping[str, Any]:
        """The plan that numbers this reading; empty where there is none."""
        if self.numbered == reading:
            return self.plan
        return next((one.plan for one in self.aside if one.why == "reading" and one.numbered == reading), {})

    def beside(self, reading: str) -> tuple[PlanAside, ...]:
        """Those of this reading that are kept and not in use, the last one put aside at the end."""
        return tuple(one for one in self.aside if one.why != "reading" and one.numbered == reading)

    def others(self, reading: str) -> tuple[Mapping[str, Any], ...]:
        """The plans that number other readings: they come back with those."""
        there = (self.plan,) if self.numbered != reading and self.plan else ()
        return (*there, *(one.plan for one in self.aside if one.why == "reading" and one.numbered != reading))

    def turned_to(self, reading: str) -> Self:
        """The same with this reading's plan in use: the one that was stays beside it, for its own reading."""
        if self.numbered == reading:
            return self
        aside = tuple(one for one in self.aside if one.why != "reading" or one.numbered != reading)
        return type(self)(self.of(reading), reading, aside).with_aside(self.plan, "reading", self.numbered)

    def with_aside(self, plan: Mapping[str, Any], why: Why, numbered: str = "") -> Self:
        """The same with a plan beside it, once; of the reading in use unless another is named."""
        one = PlanAside(plan=dict(plan), numbered=numbered or self.numbered, why=why)
        return self if not plan or one in self.aside else type(self)(self.plan, self.numbered, (*self.aside, one))

    def without(self, gone: PlanAside | None) -> Self:
        """The same without one of those beside it."""
        return type(self)(self.plan, self.numbered, tuple(one for one in self.aside if one != gone))

    def using(self, plan: Mapping[str, Any]) -> Self:
        """The same with another plan in use."""
        return type(self)(dict(plan), self.numbered, self.aside)


@dataclass(frozen=True)
class Wanted:
    """The plan that a person has made, not kept yet. `instead_of` says why the one that was in use is to stay."""

    plan: Mapping[str, Any]
    instead_of: Why | None = None
    restored: PlanAside | None = None
    """The one beside it that this was."""

    def put_into(self, kept: Plans, reading: str) -> Plans:
        """What is to be kept in place of what is."""
        now = kept.turned_to(reading)
        if self.instead_of is not None:
            now = now.with_aside(now.plan, self.instead_of)
        return now.without(self.restored).using(self.plan)

    def put_beside(self, kept: Plans, reading: str) -> Plans:
        """The same where somebody made another plan meanwhile: that one stays in use, and this one beside it."""
        return kept.turned_to(reading).with_aside(self.plan, "replaced")
