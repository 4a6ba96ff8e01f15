"""What speaks for and against a text being a dimension, as numbers in a fixed order for whoever decides."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from .draft import Draft
from .tokens import Token
from .words import FOREIGN


class Evidence(NamedTuple):
    """The features of one reading, each a plain number; a decision may be learnt from them.

    Order and meaning stay; what is new comes at the end. Numbers of tokens are counts, the others 0 or 1 unless
    they say otherwise.
    """

    marked: int
    """More was read than a bare number: a symbol, a tolerance, a thread, a word of dimensions."""
    symbol: int
    """The value has a kind of its own: ⌀, R, S, □, °, ⌒, a chamfer, a thread."""
    digits: int
    """Digits of the value before its decimal mark; 0 when limits, a thread or a sink give the value."""
    decimals: int
    """Digits behind its decimal mark."""
    leading_point: int
    """The value begins with its decimal mark: ".375"."""
    unit: int
    """A unit or an inch mark is printed at the value."""
    thread: int
    """A thread is designated."""
    tolerance: int
    """Deviations, limits, MAX, MIN or a fit are printed."""
    hole: int
    """A depth, THRU, a counterbore, a countersink or a word that only holes have."""
    quantity: int
    """A quantity or TYP is printed."""
    reference: int
    """Parentheses, REF, or a mark that the legend explains."""
    flag: int
    """A mark stands before or behind the value."""
    words_before: int
    """Words before the value that say nothing about it."""
    words_after: int
    """Words behind it that say nothing about it."""
    words_aside: int
    """Words that are known to speak of something else: "FOR M4 SCREW", "(SEE NOTE)"."""
    numbers: int
    """Numbers among the words left over."""
    foreign: int
    """Tokens that speak of other quantities, scales or standards."""
    stuck: int
    """Letters without a meaning are stuck to the value, as in part numbers."""
    other_mark: int
    """A number has the decimal mark that the sheet does not use."""
    lines: int
    """Lines of text."""
    factor: float
    """How much ambiguous notations took from the plausibility, 1 for nothing."""


def evidence(d: Draft, tokens: Sequence[Token], *, other_mark: bool) -> Evidence:
    """Gather the evidence of a finished reading of `tokens`."""
    value = d.value.token if d.value is not None and d.nominal is not None else None
    printed = value.text if value is not None else ""
    left = [*d.before, *d.after]
    return Evidence(
        marked=int(d.marked),
        symbol=int(d.kind not in {"linear", "ordinate", "other"}),
        digits=len(printed.replace(",", ".").partition(".")[0]),
        decimals=value.decimals if value is not None else 0,
        leading_point=int(printed[:1] in {".", ","}),
        unit=int(d.value is not None and d.value.unit),
        thread=int(d.thread is not None),
        tolerance=int(d.deviations is not None or d.fit is not None or d.max is not None or d.min is not None),
        hole=int(d.implied_hole or d.depth is not None or d.counterbore is not None or d.countersink is not None),
        quantity=int(d.quantity > 1 or d.typical),
        reference=int(d.reference),
        flag=int(d.flag is not None),
        words_before=len(d.before),
        words_after=len(d.after),
        words_aside=len(d.aside),
        numbers=sum(token.kind in {"NUM", "JUNK"} for token in left),
        foreign=sum(token.kind in FOREIGN for token in tokens),
        stuck=int(d.stuck),
        other_mark=int(other_mark),
        lines=len({token.line for token in tokens}),
        factor=round(d.factor, 4),
    )
