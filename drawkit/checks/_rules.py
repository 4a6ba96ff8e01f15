"""The rules by name, and the one function that runs them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from drawkit.contract import Result

from ._datums import datum_defined_twice, datum_not_defined
from ._finding import Finding, Severity
from ._geometry import (
    datums_do_not_suit,
    modifier_does_not_suit,
    removed_from_y145,
    zero_without_material_condition,
    zone_does_not_suit,
)
from ._parts import (
    balloon_without_row,
    item_number_missing,
    item_number_twice,
    quantities_disagree,
    row_without_balloon,
)
from ._sizes import deviations_reversed, fit_not_in_iso_286, size_without_tolerance
from ._threads import thread_not_standard
from ._title_block import facts_missing, general_tolerance_unknown, projection_missing, scale_missing
from ._units import units_mixed
from ._views import view_label_twice, view_missing

Rule = Callable[[Result], Iterable[Finding]]
"""Takes a result and gives findings; its name is the function's."""

_ALL: Final[tuple[Rule, ...]] = (
    datum_not_defined,
    datum_defined_twice,
    datums_do_not_suit,
    zone_does_not_suit,
    modifier_does_not_suit,
    zero_without_material_condition,
    removed_from_y145,
    deviations_reversed,
    fit_not_in_iso_286,
    size_without_tolerance,
    thread_not_standard,
    general_tolerance_unknown,
    facts_missing,
    scale_missing,
    projection_missing,
    units_mixed,
    view_missing,
    view_label_twice,
    item_number_twice,
    item_number_missing,
    balloon_without_row,
    row_without_balloon,
    quantities_disagree,
)


def _name(rule: Rule) -> str:
    return getattr(rule, "__name__", type(rule).__name__)


RULES: Final[dict[str, Rule]] = {_name(rule): rule for rule in _ALL}
"""Every rule that is built in, by name."""
_WEIGHT: Final = {severity: place for place, severity in enumerate(Severity)}


def check(result: Result, *, leave_out: Iterable[str] = (), add: Iterable[Rule] = ()) -> tuple[Finding, ...]:
    """Run the rules over a result and give what they find: errors first, then by page and from top to bottom.

    `leave_out` names rules that are not wanted, `add` holds functions of your own; one of a built-in rule's name takes
    its place. Raises `ValueError` for a name that there is not; what a rule of your own raises comes with its name.
    """
    unwanted = (leave_out,) if isinstance(leave_out, str) else tuple(leave_out)
    unknown = [name for name in unwanted if name not in RULES]
    if unknown:
        raise ValueError(f"There is no rule {', '.join(map(repr, unknown))}. There are: {', '.join(RULES)}.")
    rules = {name: rule for name, rule in RULES.items() if name not in unwanted} | {_name(rule): rule for rule in add}
    found = [one for name, rule in rules.items() for one in _run(name, rule, result)]
    return tuple(sorted(found, key=_order))


def _run(name: str, rule: Rule, result: Result) -> list[Finding]:
    try:
        return [one if one.rule else one.model_copy(update={"rule": name}) for one in rule(result)]
    except Exception as error:
        error.add_note(f"The rule {name!r} of drawkit.checks raised this.")
        raise


def _order(one: Finding) -> tuple[int, int, float, float]:
    x, y = (one.box[0], one.box[1]) if one.box else (-1.0, -1.0)
    return _WEIGHT[one.severity], one.page, y, x
