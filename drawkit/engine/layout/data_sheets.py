"""Data sheets: pages that offer a part and specify it beside a drawing of it. Most of their sentences are no notes.

Their features, applications, ratings and addresses are about the part and its maker; notes are about the drawing, or
say themselves that they are notes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from ..sheet import Sheet
from ..text.lines import lines_of
from .frame import frame_of
from .note_items import BULLET, GENERAL, is_statement
from .note_lists import HEAD
from .paragraphs import NUMBERED

_HEADING: Final = re.compile(
    r"(?:KEY |MAIN |PRODUCT )?FEATURES?(?:\s?(?:/|&|AND)\s?(?:BENEFITS|APPLICATIONS|SPECIFICATIONS))?|BENEFITS|"
    r"(?:TYPICAL |MAIN )?APPLICATIONS|APPLICATION EXAMPLES|ORDERING (?:INFORMATION|CODE|GUIDE)|HOW TO ORDER|"
    r"(?:[A-Z]+ ){0,2}(?:CHARACTERISTICS|SPECIFICATIONS|RATINGS)|PART NUMBERING SYSTEM",
    re.IGNORECASE,
)
"""A heading of a part's offer, alone in its line."""

_OFFER: Final = re.compile(
    r"SUBJECT TO CHANGE|RESERVES THE RIGHT|WITHOUT (?:PRIOR )?NOTICE|LATEST INFORMATION|CURRENT INFORMATION|"
    r"AVAILABLE (?:UP)?ON REQUEST|NO LIABILITY|LIFE SUPPORT",
    re.IGNORECASE,
)
_REACHED: Final = re.compile(r"\bWWW\.|HTTPS?://|\w@\w+\.\w", re.IGNORECASE)
_BULLETS: Final = 3
"""Items with bullets that make a list of features; with dashes a drawing lists what it asks for."""

_DASHES: Final = ("-", "–", "—")

_SEVERAL, _SIGNS = 2, 2
"""Different headings that are several; and of headings, several of them, offers, addresses and lists of features: as
many show a data sheet. A form names its company's address, and a list of parts may have a heading of a data sheet.
"""

_NOTED: Final = re.compile(
    r"[*†‡]{1,2}\s?\w|\(\d\)|(?:ALL )?(?:DIMENSIONS?|DIMS?|UNITS?|MEASUREMENTS?)\b|(?:GENERAL )?TOLERANCES?\b",
    re.IGNORECASE,
)
"""How what is about the drawing begins: a footnote of it, its unit, its tolerances."""


def shows_data_sheet(sheet: Sheet) -> bool:
    """Whether a page without the frame of a drawing says that it offers a part."""
    return frame_of(sheet).box is None and offers_part(line.text for line in lines_of(sheet.words))


def offers_part(texts: Iterable[str]) -> bool:
    """Whether lines of text offer a part."""
    lines = [text.strip() for text in texts]
    headed = {h.casefold() for line in lines if _HEADING.fullmatch(h := line.rstrip(" :："))}
    offers = any(_OFFER.search(line) for line in lines)
    reached = any(_REACHED.search(line) for line in lines)
    listed = sum(BULLET.match(line) is not None and not line.startswith(_DASHES) for line in lines) >= _BULLETS
    return bool(headed) + (len(headed) >= _SEVERAL) + offers + reached + listed >= _SIGNS


def is_of_drawing(text: str) -> bool:
    """Whether a sentence of a data sheet is about its drawing, or says itself that it is a note."""
    head = HEAD.match(text)
    noted = head is not None and not text[head.end() : head.end() + 1].isalpha()
    marked = NUMBERED.match(text) is not None or _NOTED.match(text) is not None
    return noted or marked or is_statement(text) or GENERAL.search(text) is not None
