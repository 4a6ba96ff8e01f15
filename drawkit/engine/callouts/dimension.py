"""Reads the text of one dimension or hole callout."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final, Literal, NamedTuple

from drawkit.contract import Dimension

from .centimetres import in_millimetres
from .draft import LEAST, Draft
from .evidence import Evidence, evidence
from .heads import head
from .holes import ends_depth
from .prefix import prefix
from .tails import tail
from .tokens import Cursor, Token, spell, tokenise
from .values import fit

_LONGEST: Final = 400
"""A callout has fewer characters than this; longer texts are notes."""

_OTHER_MARK: Final = 0.9
"""Share of its plausibility that a number with the sheet's other decimal mark keeps."""


class Callout(NamedTuple):
    """A dimension, how plausible it is that the text is one (0 to 1), and the words that say nothing about it.

    `evidence` is what the plausibility was weighed from. `unread` is the part of `rest` that was not understood: a
    value in it is one of another callout, while one in a remark ("FOR M4 SCREW", "= 50", "(SEE NOTE 3)") is none.
    """

    dimension: Dimension
    score: float
    rest: str
    evidence: Evidence
    unread: str = ""


def read_dimension(
    lines: Sequence[str] | str,
    *,
    units: Literal["mm", "inch"] | None = None,
    boxed: bool = False,
    decimal: Literal[",", "."] | None = None,
    legend: Collection[str] = (),
    dashed: bool = False,
    least: float = LEAST,
) -> Callout | None:
    """Read the dimension that the lines of one callout state, or None when they are no dimension.

    `lines` stand from top to bottom, each read left to right. A stack is written "{upper|lower}":
    "12 {+0.2|-0.1}", "{12.05|11.95}", "⌀6 {H7|k6}"; the plain forms "12 +0.2 -0.1", "12.05/11.95" and
    "⌀6 H7/k6" read alike. `units` are the sheet's, `decimal` its decimal mark (a number with the other mark
    still reads, as less plausible), `boxed` says that the callout stands in a box, `legend` holds the marks that
    the sheet explains as those of reference dimensions ("*" in "* Размеры для справок"; GOST 2.307), `dashed` says
    that the sheet joins quantities to values by a dash ("4-⌀5"). Thousands are never separated. The score of a bare
    integer is 0.5, of a decimal number 0.8, of a value with a symbol or a tolerance 0.95, less for words and numbers
    around it; below `least`, 0 for whoever weighs the evidence itself, there is no dimension. The dimension's own
    confidence is left to the caller.
    Beyond the contract's fields a dimension may carry `flag` (a mark printed before or behind the value),
    `depth_upper_deviation` / `depth_lower_deviation`, `tap_drill` (diameter and depth of the hole that a thread is
    tapped into), `taper` ("1:5"), `bend` ("UP" or "DOWN") with `radius`, and the second size of a slot: `nominal2`,
    or `max2` and `min2`. Sources: ISO 129-1, ISO 286-1, ASME Y14.5.
    """
    rows = lines.splitlines() if isinstance(lines, str) else list(lines)
    if sum(map(len, rows)) > _LONGEST:
        return None
    tokens = tokenise(rows)
    if not tokens or tokens[0].kind in {"+", "-", "±"}:
        return None
    draft = Draft(units, dashed, basic=boxed)
    cursor = Cursor(tokens, units)
    prefix(cursor, draft)
    if not head(cursor, draft) or _runs_on(cursor, draft):
        return None
    tail(cursor, draft)
    draft.settle(legend)
    other_mark = decimal is not None and _has_mark(tokens, "," if decimal == "." else ".")
    score = round(draft.score() * (_OTHER_MARK if other_mark else 1.0), 3)
    if score < least or not draft.has_value:
        return None
    seen = evidence(draft, tokens, other_mark=other_mark)
    said = in_millimetres(draft.dimension(spell(tokens)), tokens, units)
    return Callout(said, score, draft.rest(), seen, draft.unread()) if said else None


def _runs_on(c: Cursor, d: Draft) -> bool:
    """Say whether the number read is no value: a count, a depth, a note's number; notice letters stuck to it."""
    token = c.peek()
    if ends_depth(c):
        return True
    if token.kind == "." and token.glued:
        return c.peek(1).kind != "END"
    if token.kind == "COUNT":
        return not (d.marked or (d.value is not None and d.value.unit))
    if token.kind not in {"WORD", "JUNK"} or not token.glued:
        return False
    start, suffix = c.at, token.text == "R" and not c.peek(1).glued
    d.stuck |= not (suffix or fit(c) is not None)
    c.at = start
    return False


def _has_mark(tokens: Sequence[Token], mark: str) -> bool:
    return any(token.kind == "NUM" and mark in token.text for token in tokens)
