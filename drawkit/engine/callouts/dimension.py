"""Reads the text of one dimension or hole callout."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, NamedTuple

from drawkit.contract import Dimension

from .draft import LEAST, Draft
from .heads import head
from .holes import ends_depth
from .prefix import prefix
from .tails import tail
from .tokens import Cursor, Token, spell, tokenise
from .values import fit

_LONGEST: Final = 400
"""A callout has fewer characters than this; longer texts are notes."""

_FOREIGN: Final = frozenset({":", "%", "@", "&", "?", "!", "€", "$", "OTHER"})
"""Tokens that no callout contains: they speak of scales, shares, other quantities or standards."""


class Callout(NamedTuple):
    """A dimension, how plausible it is that the text is one (0 to 1), and the words that say nothing about it."""

    dimension: Dimension
    score: float
    rest: str


def read_dimension(
    lines: Sequence[str] | str,
    *,
    units: Literal["mm", "inch"] | None = None,
    boxed: bool = False,
    decimal: Literal[",", "."] | None = None,
) -> Callout | None:
    """Read the dimension that the lines of one callout state, or None when they are no dimension.

    `lines` stand from top to bottom, each read left to right. A stack is written "{upper|lower}":
    "12 {+0.2|-0.1}", "{12.05|11.95}", "⌀6 {H7|k6}"; the plain forms "12 +0.2 -0.1", "12.05/11.95" and
    "⌀6 H7/k6" read alike. `units` are the sheet's, `decimal` its decimal mark (a number with the other mark
    still reads, as less plausible), `boxed` says that the callout stands in a box. Thousands are never
    separated. The score of a bare integer is 0.5, of a decimal number 0.8, of a value with a symbol or a
    tolerance 0.95, less for words and numbers around it; the dimension's own confidence is left to the caller.
    Beyond the contract's fields a dimension may carry `flag` (a mark printed before the value) and
    `depth_upper_deviation` / `depth_lower_deviation`. Sources: ISO 129-1, ISO 286-1, ASME Y14.5.
    """
    rows = lines.splitlines() if isinstance(lines, str) else list(lines)
    if sum(map(len, rows)) > _LONGEST:
        return None
    tokens = tokenise(rows)
    if not any(token.kind == "NUM" for token in tokens) or _is_foreign(tokens):
        return None
    draft = Draft(units, basic=boxed)
    cursor = Cursor(tokens)
    prefix(cursor, draft)
    if draft.stuck or not head(cursor, draft) or _runs_on(cursor, draft):
        return None
    tail(cursor, draft)
    draft.settle()
    score = _score(draft, tokens, decimal)
    if score < LEAST or not draft.has_value:
        return None
    return Callout(draft.dimension(spell(tokens)), score, draft.rest())


_CONTINUES: Final = frozenset("⌴⌵↧±+") | {
    "CBORE",
    "CSK",
    "DEPTH",
    "THRU",
    "TYP",
    "REF",
    "COUNT",
    "SPACING",
    "MAX",
    "MIN",
}


def continues_callout(line: str) -> bool:
    """Say whether `line` cannot begin a callout and so belongs to the one above: "⌴ ⌀9 ↧5", "THRU", "4 PLACES"."""
    tokens = tokenise([line])
    if len(tokens) > 1 and tokens[0].kind == "(":
        tokens = tokens[1:]
    kinds = [token.kind for token in tokens[:2]]
    if kinds[:1] == ["NUM"]:
        return kinds[1:] in (["COUNT"], ["DEPTH"])
    return bool(kinds) and kinds[0] in _CONTINUES and not (kinds[0] in {"MAX", "MIN"} and len(kinds) > 1)


def _is_foreign(tokens: Sequence[Token]) -> bool:
    return any(token.kind in _FOREIGN for token in tokens) or tokens[0].kind in {"+", "-", "±"}


def _runs_on(c: Cursor, d: Draft) -> bool:
    """Say whether the number read is no value: a count, a depth, a note's number, a part number."""
    token = c.peek()
    if ends_depth(c):
        return True
    if token.kind == "." and token.glued:
        return c.peek(1).kind != "END"
    if token.kind == "COUNT":
        return not d.marked
    if token.kind not in {"WORD", "JUNK"} or not token.glued:
        return False
    start, suffix = c.at, token.text == "R" and not c.peek(1).glued
    belongs = suffix or fit(c) is not None
    c.at = start
    return not belongs


def _score(d: Draft, tokens: Sequence[Token], decimal: str | None) -> float:
    score = d.score()
    if decimal is not None:
        other = "," if decimal == "." else "."
        if any(token.kind == "NUM" and other in token.text for token in tokens):
            score *= 0.9
    return round(score, 3)
