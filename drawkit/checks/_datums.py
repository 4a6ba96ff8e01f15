"""Rules of datums: every letter that a frame refers to is indicated, and once."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator

from drawkit.contract import DatumFeature, GeometricTolerance, ModuleState, Result

from ._clauses import DATUM_FEATURES
from ._finding import SURE, Finding, Severity, about

_LETTERS = re.compile(r"[A-Z]{1,2}")


def datum_not_defined(result: Result) -> Iterator[Finding]:
    """A frame refers to a datum that no datum feature symbol or datum target of the drawing indicates.

    Where none or one was read, or any was recognised in a picture, it is a place to look at: more may be there.
    """
    if not _looked(result):
        return
    known = {_letter(datum) for datum in result.datum_features}
    sure = len(known) > 1 and all(datum.read_from != "recognised" for datum in result.datum_features)
    told: set[tuple[str, int]] = set()
    for frame in result.geometric_tolerances:
        for letter in _referred(frame):
            if letter not in known and (letter, frame.page) not in told:
                told.add((letter, frame.page))
                message = f"Datum {letter} is referred to, but no datum feature symbol indicates it."
                yield about("geometric_tolerances", frame, message, DATUM_FEATURES, sure=sure)


def datum_defined_twice(result: Result) -> Iterator[Finding]:
    """A page indicates a datum letter more than once; targets of one datum (A1, A2) belong together.

    Y14.5 lets the symbol be repeated for the same feature, which a reading cannot tell: so it is a warning.
    """
    places: defaultdict[tuple[str, int], list[DatumFeature]] = defaultdict(list)
    for datum in result.datum_features:
        if not datum.target:
            places[datum.label, datum.page].append(datum)
    for (letter, _), several in places.items():
        if len(several) > 1:
            message = f"Datum {letter} is indicated {len(several)} times. Is it the same feature each time?"
            sure = all(one.confidence >= SURE and one.read_from != "recognised" for one in several)
            yield about("datum_features", several[1], message, DATUM_FEATURES, Severity.WARNING, sure=sure)


def _looked(result: Result) -> bool:
    report = result.modules.get("datums")
    return report is None or report.status is not ModuleState.FAILED


def _letter(datum: DatumFeature) -> str:
    """The letter of a datum; a target's label has its number behind it."""
    found = _LETTERS.match(datum.label)
    return found[0] if found else datum.label


def _referred(frame: GeometricTolerance) -> Iterator[str]:
    """Every letter of a frame's datums: those of a common datum (A-B) one by one."""
    for datum in frame.datums:
        for part in datum.label.split("-"):
            if found := _LETTERS.match(part.strip()):
                yield found[0]
