"""Which lines of text belong to the callout above or below them (ISO 15786, ASME Y14.5, habits of CAD systems)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Final

from drawkit.contract import Dimension

from .dimension import Callout, read_dimension
from .tokens import Token, tokenise

_GOES_ON: Final = frozenset("⌴⌵↧±+") | {"CBORE", "CSK", "DEPTH", "THRU", "TYP", "REF", "COUNT", "SPACING", "MAX", "MIN"}
"""Kinds of tokens that begin no callout."""

_SAYS_NOTHING_ALONE: Final = _GOES_ON | {
    *("HOLE", "ALL", "NOMINAL", "BASIC", "CHAMFER", "SLOT", "THICK", "ACROSS", "ROUND", "FULL", "QTY"),
    *("ASIDE", "SEE", "HAND", "SQUARE", "UP", "DOWN"),
}

_GROWS: Final = (
    *("depth", "thread", "counterbore", "countersink", "quantity", "typical", "reference", "alternate"),
    *("upper_deviation", "lower_deviation", "fit", "tap_drill", "nominal2"),
)
"""Fields that a further line may add to a callout."""

_OF_OTHERS: Final = ("tap_drill", "counterbore", "countersink", "alternate")
"""Those that it may add although it could be read alone: a thread below its drill, a sink with its own quantity."""

_SAMPLES: Final = ("⌀9.87", "1.37 x 45°")
"""Callouts to try a line in front of."""


def continues_callout(line: str, above: Sequence[str] = ()) -> bool:
    """Say whether `line` belongs to the callout of the lines `above` it.

    Without them it says whether the line cannot begin a callout: "⌴ ⌀9 ↧5", "THRU", "4 PLACES", "2X", "TYP",
    "[.500]". With them also whether the line adds to what they say: the thread below its tap drill, the drill below
    its thread, a countersink without its sign, the value in the other unit, words that only holes have.
    """
    if _cannot_begin(line):
        return True
    return bool(above) and _adds(line, tuple(above))


def _cannot_begin(line: str) -> bool:
    tokens = tokenise([line])
    kinds = [token.kind for token in tokens]
    if kinds[:1] == ["["] and "]" in kinds:
        return kinds[-1] == "]"
    if len(kinds) > 1 and kinds[0] == "(":
        kinds = [kind for kind in kinds[1:] if kind != ")"]
    if kinds[:1] == ["NUM"]:
        if kinds[2:3] == ["SPACING"] and kinds[1] in {"°", "DEG"}:
            return True
        return (kinds[1:2] in (["COUNT"], ["DEPTH"]) and len(kinds) == 2) or _counts(tokens, kinds)
    if kinds[:1] == ["TIMES"]:
        return _counts(tokens, kinds)
    return bool(kinds) and kinds[0] in _GOES_ON and not (kinds[0] in {"MAX", "MIN"} and len(kinds) > 1)


def _counts(tokens: Sequence[Token], kinds: Sequence[str]) -> bool:
    """Say whether nothing but a quantity stands here: "2X", "x4", "2X TYP", "4 HOLES EQ SP"."""
    number = next(token for token in tokens if token.kind == "NUM") if "NUM" in kinds else None
    if number is None or not number.whole or kinds.count("NUM") > 1 or not {"TIMES", "COUNT"} & {*kinds[:2]}:
        return False
    return set(kinds) <= {"NUM", "TIMES", "COUNT", "TYP", "REF", "SPACING", "ALL", ",", "."}


@lru_cache(maxsize=2048)
def _adds(line: str, above: tuple[str, ...]) -> bool:
    before, together = read_dimension(above), read_dimension([*above, line])
    if before is None or together is None:
        return False
    if _left_over(together) > _left_over(before):
        return _names_and_counts(line) and before.dimension.quantity < together.dimension.quantity
    if _is_typical_count(line) and before.dimension.quantity == 1 and not before.dimension.typical:
        return True
    alone = read_dimension(line)
    names = _GROWS if alone is None else _OF_OTHERS
    if any(_value(together.dimension, name) != _value(before.dimension, name) for name in names):
        return True
    return before.evidence.marked == 1 and _is_remark(line)


def _names_and_counts(line: str) -> bool:
    """Say whether the line names what the value above is of and ends with how often it is there: "bearing (X2)"."""
    kinds = [token.kind for token in tokenise([line]) if token.kind not in {"(", ")"}]
    named, count = kinds[:-2], kinds[-2:]
    return sorted(count) == ["NUM", "TIMES"] and set(named) == {"WORD"} and len(named) <= _MOST_NAMES


_MOST_NAMES: Final = 3
"""Words that such a name has at most."""


def _is_typical_count(line: str) -> bool:
    """Say whether the line is a whole number and TYP: below a value it tells how often that is meant."""
    tokens = tokenise([line])
    return [token.kind for token in tokens] == ["NUM", "TYP"] and tokens[0].whole


def _left_over(callout: Callout) -> int:
    return callout.evidence.words_before + callout.evidence.words_after


def _value(dimension: Dimension, name: str) -> object:
    return getattr(dimension, name, None)


def _is_remark(line: str) -> bool:
    """Say whether the line holds only words that are known to stand beside a callout and no value of its own."""
    tokens = tokenise([line])
    return bool(tokens) and tokens[0].kind in _SAYS_NOTHING_ALONE and read_dimension(line) is None


@lru_cache(maxsize=2048)
def precedes_callout(line: str) -> bool:
    """Say whether `line` says something about a callout below it and nothing alone: "2X", "4 HOLES", "[12.7]"."""
    if read_dimension(line) is not None:
        return False
    for sample in _SAMPLES:
        found, plain = read_dimension([line, sample]), _plain(sample)
        if found is None or plain is None or _left_over(found) or found.evidence.words_aside:
            continue
        if any(_value(found.dimension, name) != _value(plain.dimension, name) for name in _BEFORE):
            return True
    return False


@cache
def _plain(sample: str) -> Callout | None:
    """What a sample says alone."""
    return read_dimension(sample)


_BEFORE: Final = ("quantity", "typical", "alternate", "kind", "reference")
"""Fields that a line above a callout may say."""
