"""A rule of threads: diameter and pitch as ISO 261 and ASME B1.1 pair them, tolerance class as ISO 965-1 has it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from drawkit.contract import Result

from ._clauses import METRIC_CLASSES, METRIC_THREADS, UNIFIED_THREADS
from ._finding import Finding, about

_FINE: Final = (4.0, 3.0, 2.0, 1.5)
ISO_261: Final[dict[float, tuple[float, ...]]] = {
    1: (0.25, 0.2), 1.1: (0.25, 0.2), 1.2: (0.25, 0.2), 1.4: (0.3, 0.2), 1.6: (0.35, 0.2), 1.8: (0.35, 0.2),
    2: (0.4, 0.25), 2.2: (0.45, 0.25), 2.5: (0.45, 0.35), 3: (0.5, 0.35), 3.5: (0.6, 0.35), 4: (0.7, 0.5),
    4.5: (0.75, 0.5), 5: (0.8, 0.5), 5.5: (0.5,), 6: (1, 0.75), 7: (1, 0.75), 8: (1.25, 1, 0.75), 9: (1.25, 1, 0.75),
    10: (1.5, 1.25, 1, 0.75), 11: (1.5, 1, 0.75), 12: (1.75, 1.5, 1.25, 1), 14: (2, 1.5, 1.25, 1), 15: (1.5, 1),
    16: (2, 1.5, 1), 17: (1.5, 1), 18: (2.5, 2, 1.5, 1), 20: (2.5, 2, 1.5, 1), 22: (2.5, 2, 1.5, 1),
    24: (3, 2, 1.5, 1), 25: (2, 1.5, 1), 26: (1.5,), 27: (3, 2, 1.5, 1), 28: (2, 1.5, 1), 30: (3.5, 3, 2, 1.5, 1),
    32: (2, 1.5), 33: (3.5, 3, 2, 1.5), 35: (1.5,), 36: (4, 3, 2, 1.5), 38: (1.5,), 39: (4, 3, 2, 1.5),
    40: (3, 2, 1.5), 42: (4.5, *_FINE), 45: (4.5, *_FINE), 48: (5, *_FINE), 50: (3, 2, 1.5), 52: (5, *_FINE),
    55: _FINE, 56: (5.5, *_FINE), 58: _FINE, 60: (5.5, *_FINE), 62: _FINE, 64: (6, *_FINE), 65: _FINE,
    68: (6, *_FINE), 70: (6, *_FINE), 72: (6, *_FINE), 75: _FINE, 76: (6, *_FINE), 78: (2,), 80: (6, *_FINE),
}  # fmt: skip
"""ISO 261:1998, table 2, up to 80 mm: each nominal diameter with its pitches, in mm; the coarse one first."""

_NUMBERED: Final[dict[str, dict[str, float]]] = {
    "UNC": {"1": 64, "2": 56, "3": 48, "4": 40, "5": 40, "6": 32, "8": 32, "10": 24, "12": 24},
    "UNF": {"0": 80, "1": 72, "2": 64, "3": 56, "4": 48, "5": 44, "6": 40, "8": 36, "10": 32, "12": 28},
    "UNEF": {"12": 32},
}
_INCHES: Final[dict[str, dict[str, float]]] = {
    "UNC": {
        "1/4": 20, "5/16": 18, "3/8": 16, "7/16": 14, "1/2": 13, "9/16": 12, "5/8": 11, "3/4": 10, "7/8": 9, "1": 8,
        "9/8": 7, "5/4": 7, "11/8": 6, "3/2": 6, "7/4": 5, "2": 4.5, "9/4": 4.5, "5/2": 4, "11/4": 4, "3": 4,
        "13/4": 4, "7/2": 4, "15/4": 4, "4": 4,
    },
    "UNF": {
        "1/4": 28, "5/16": 24, "3/8": 24, "7/16": 20, "1/2": 20, "9/16": 18, "5/8": 18, "3/4": 16, "7/8": 14, "1": 12,
        "9/8": 12, "5/4": 12, "11/8": 12, "3/2": 12,
    },
    "UNEF": {
        "1/4": 32, "5/16": 32, "3/8": 32, "7/16": 28, "1/2": 28, "9/16": 24, "5/8": 24, "11/16": 24, "3/4": 20,
        "13/16": 20, "7/8": 20, "15/16": 20, "1": 20, "17/16": 18, "9/8": 18, "19/16": 18, "5/4": 18, "21/16": 18,
        "11/8": 18, "23/16": 18, "3/2": 18, "25/16": 18, "13/8": 18, "27/16": 18,
    },
}  # fmt: skip
"""ASME B1.1, standard series: threads per inch of each nominal size, by number and by diameter in inches."""

_METRIC: Final = re.compile(
    r"M\s*(?P<d>\d+(?:[.,]\d+)?)(?:\s*[x×*]\s*(?P<p>\d*[.,]?\d+)(?!\d*\s*[x×])(?!\s*°))?"
    r"(?:\s*-\s*(?P<class>\d[A-Za-z](?:\d[A-Za-z])?))?(?![\w.,])"
)
_UNIFIED: Final = re.compile(
    r"(?:(?P<number>(?:#|NO\.?\s*)\d{1,2}|(?<![/\d.])(?:0|1|2|3|4|5|6|8|10|12))|"
    r"(?P<size>\d+[\s-]\d+/\d+|\d+/\d+|\d*\.\d+|[1-4]))"
    r'"?\s*-\s*(?P<tpi>\d+(?:\.\d)?)\s*-?\s*(?P<series>UNC|UNF|UNEF)\b',
    re.IGNORECASE,
)
_INTERNAL: Final = re.compile(r"[4-8][GH]")
_EXTERNAL: Final = re.compile(r"[3-9][a-h]")


def thread_not_standard(result: Result) -> Iterator[Finding]:
    """A thread whose diameter and pitch no series pairs, or whose tolerance class does not exist.

    Metric threads to 80 mm by ISO 261, unified ones of the series UNC, UNF and UNEF by ASME B1.1. UNS, pipe and
    trapezoidal threads are left alone.
    """
    for thread in result.threads:
        for message, clause in wrong_thread(thread.designation):
            yield about("threads", thread, message, clause)


def wrong_thread(designation: str) -> Iterator[tuple[str, str]]:
    """What is wrong with a designation, each with its clause; nothing where it is right or of another kind."""
    metric = _METRIC.match(designation.strip())
    if metric:
        yield from _wrong_metric(metric)
        return
    unified = _UNIFIED.search(designation)
    if unified:
        yield from _wrong_unified(unified)


def _wrong_metric(told: re.Match[str]) -> Iterator[tuple[str, str]]:
    diameter = _number(told["d"])  # what is half of it or more is no pitch, but a length: M6x20
    if diameter <= max(ISO_261):
        pitches = ISO_261.get(diameter, ())
        if not pitches:
            yield f"M{diameter:g} is no nominal diameter of ISO 261.", METRIC_THREADS
        elif told["p"] and _number(told["p"]) < diameter / 2 and _number(told["p"]) not in pitches:
            known = ", ".join(f"{pitch:g}" for pitch in pitches)
            yield f"M{diameter:g} has no pitch of {_number(told['p']):g} mm in ISO 261: it has {known}.", METRIC_THREADS
    named = told["class"]
    if named and not _is_class(named):
        yield f"{named} is no tolerance class of a metric thread.", METRIC_CLASSES


def _is_class(named: str) -> bool:
    parts = re.findall(r"\d[A-Za-z]", named)
    return all(map(_INTERNAL.fullmatch, parts)) or all(map(_EXTERNAL.fullmatch, parts))


def _number(text: str) -> float:
    return float(text.replace(",", "."))


def _wrong_unified(told: re.Match[str]) -> Iterator[tuple[str, str]]:
    series, per_inch = told["series"].upper(), float(told["tpi"])
    known = _per_inch(told, series)
    shown = re.sub(r"\s+", " ", told[0].strip())
    if not known:
        yield f"{shown}: {series} has no thread of this size.", UNIFIED_THREADS
    elif per_inch not in known:
        right = " or ".join(f"{one:g}" for one in sorted(known))
        yield f"{shown}: {series} of this size has {right} threads an inch.", UNIFIED_THREADS


def _per_inch(told: re.Match[str], series: str) -> set[float]:
    """The threads an inch that the series has at this size: 1, 2, 3 and 4 may be numbers or inches."""
    found: set[float] = set()
    if told["number"]:
        number = re.sub(r"\D", "", told["number"])
        found |= {_NUMBERED[series][number]} if number in _NUMBERED[series] else set()
        bare = number == told["number"]
    size = told["size"] or (told["number"] if told["number"] and bare else None)
    if size:
        inches = {Fraction(name): per_inch for name, per_inch in _INCHES[series].items()}
        found |= {per_inch for inch, per_inch in inches.items() if abs(inch - _inches(size)) < Fraction(1, 200)}
    return found


def _inches(text: str) -> Fraction:
    return sum((Fraction(part) for part in re.split(r"[\s-]+", text)), Fraction(0))
