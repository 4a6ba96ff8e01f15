"""Rules of views: what a text refers to is there, and no letter names two of them."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from typing import Final

from drawkit.contract import Item, Result, View

from ._clauses import VIEWS
from ._finding import SURE, Finding, Severity, about

_REFERENCE: Final = re.compile(
    r"\b(?:see|per|in|siehe|voir|ver|vedi)\s+(?P<kind>detail|section|view|schnitt|einzelheit|ansicht|coupe|détail"
    r"|corte|detalle)\s+(?P<letter>[A-Z]{1,2})(?:\s*[-–]\s*[A-Z]{1,2})?(?![A-Za-z])",
    re.IGNORECASE,
)
_LETTER: Final = re.compile(r"(?<![A-Za-z])([A-Z]{1,2})(?:\s*[-–]\s*\1)?(?![A-Za-z])")


def view_missing(result: Result) -> Iterator[Finding]:
    """A note or callout sends the reader to a detail, section or view that no view of the drawing is labelled with.

    Where no labelled view was read at all, it is a place to look at.
    """
    known = {letter for view in result.views for letter in _letters(view)}
    told: set[str] = set()
    for table, item in _texts(result):
        for found in _REFERENCE.finditer(item.text):
            letter = found["letter"]
            if letter.isupper() and letter not in known and letter not in told:
                told.add(letter)
                message = f"It refers to {found['kind'].lower()} {letter}, but no view has this label."
                yield about(table, item, message, VIEWS, Severity.WARNING, sure=bool(known))


def view_label_twice(result: Result) -> Iterator[Finding]:
    """Two sections or details of a page have the same letter."""
    places: defaultdict[str, list[View]] = defaultdict(list)
    for view in result.views:
        if view.kind in ("section", "detail"):
            for letter in _letters(view):
                places[letter].append(view)
    for letter, views in places.items():
        if _on_one_page(views):
            message = f"{len(views)} views are labelled {letter}."
            sure = all(view.confidence >= SURE for view in views)
            yield about("views", views[1], message, VIEWS, Severity.WARNING, sure=sure)


def _on_one_page(views: list[View]) -> bool:
    """Whether a label stands twice on a page; on another page it may be the same view again."""
    pages = [view.page for view in views]
    return len(set(pages)) < len(pages)


def _letters(view: View) -> set[str]:
    """The letters of a label: of SECTION A-A the A, of DETAIL B the B."""
    found = _LETTER.findall(re.sub(r"(?i)\b(?:iso|top|scale|view)\b", " ", view.label))
    return set(found[-1:])


def _texts(result: Result) -> Iterator[tuple[str, Item]]:
    yield from (("notes", note) for note in result.notes)
    yield from (("dimensions", size) for size in result.dimensions)
