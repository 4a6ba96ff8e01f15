"""Rules of title blocks: the facts that ISO 7200 asks for, scale, projection, and a general tolerance that exists."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from drawkit.contract import Item, Result, TitleBlock
from drawkit.tolerances import general_class

from ._clauses import DATA_FIELDS, DIN_7168_WITHDRAWN, GENERAL_TOLERANCES, ISO_2768_2_WITHDRAWN, PROJECTION, SCALE
from ._finding import Finding, Severity, about, on_page

_FACTS: Final = {
    "title": "title",
    "drawing_number": "identification number",
    "date": "date of issue",
    "drawn_by": "creator",
}
_FIELDS: Final = 3
"""So many labelled fields make a title block of which one may tell what it lacks."""
_NAMED: Final = re.compile(
    r"(?P<standard>(?:DIN|EN|ISO|BS)[\s-]*)+(?P<number>2768|7168|22081|8015|20457)"
    r"(?:\s*-?\s*(?:part|teil|t\.?|-)?\s*(?P<part>[12])(?![\d]))?(?:\s*:\s*(?:19|20)\d\d)?\s*[-–,]?\s*"
    r"(?P<class>[A-Za-z]{1,2})?(?![A-Za-z])",
    re.IGNORECASE,
)
_PART_2: Final = re.compile(r".{0,24}?2768.{0,12}?(?<!\d)2\s*[-–]\s*[HKL]\b|.{0,24}?2768\s*[-–]\s*2\b", re.IGNORECASE)
_CLASS: Final = re.compile(r"[fmcv]?[HKL]?|[fmcv][hkl]|[FMCV][HKL]?")
_WITHDRAWN: Final = {"7168": "DIN 7168 is withdrawn: ISO 2768-1 took its place in 1991."}


def general_tolerance_unknown(result: Result) -> Iterator[Finding]:
    """A general tolerance of a class that does not exist, or of a standard that is withdrawn.

    ISO 2768-2 (classes H, K and L) is withdrawn since 2021; drawings older than that were right when they were made,
    so it is a warning.
    """
    told: set[str] = set()
    for table, item, text in _statements(result):
        for message, clause, severity in wrong_general_tolerance(text):
            if message not in told:
                told.add(message)
                yield about(table, item, message, clause, severity)


def wrong_general_tolerance(text: str) -> Iterator[tuple[str, str, Severity]]:
    """What is wrong with the general tolerances that a text names: message, clause, severity."""
    for named in _NAMED.finditer(text):
        number, letters = named["number"], named["class"] or ""
        if number in _WITHDRAWN:
            yield _WITHDRAWN[number], DIN_7168_WITHDRAWN, Severity.WARNING
        elif number == "2768" and letters and not _CLASS.fullmatch(letters) and general_class(named[0]) is None:
            known = "f, m, c and v, and of ISO 2768-2 H, K and L"
            message = f"ISO 2768 has no class {letters}: there are {known}."
            yield message, GENERAL_TOLERANCES, Severity.ERROR
        elif number == "2768" and (letters[-1:].upper() in tuple("HKL") or _PART_2.match(text, named.start())):
            message = "ISO 2768-2 (classes H, K, L) is withdrawn since 2021: ISO 22081 took its place."
            yield message, ISO_2768_2_WITHDRAWN, Severity.WARNING


def facts_missing(result: Result) -> Iterator[Finding]:
    """A drawing whose title blocks miss a fact that ISO 7200 makes mandatory: title, number, date, creator.

    A part number stands for the identification number. A scan's block gives a place to look at only: what was not
    read there is no proof that it is missing.
    """
    blocks = result.title_blocks
    missing = [words for name, words in _FACTS.items() if not any(_told(block, name) for block in blocks)]
    if blocks and missing:
        message = f"The title block does not show: {', '.join(missing)}."
        yield _missing(result, blocks[0], message, DATA_FIELDS)


def scale_missing(result: Result) -> Iterator[Finding]:
    """A drawing whose title block states no scale, nor does any of its views."""
    blocks = result.title_blocks
    if blocks and not any(block.scale for block in blocks) and not any(view.scale for view in result.views):
        yield _missing(result, blocks[0], "No scale is stated.", SCALE)


def projection_missing(result: Result) -> Iterator[Finding]:
    """A drawing of several views whose title block shows neither the symbol of first nor of third angle projection.

    The symbol is small and has many shapes: it is always a place to look at.
    """
    blocks = result.title_blocks
    if blocks and result.dimensions and not any(block.projection for block in blocks):
        message = "No symbol of first or third angle projection was found."
        yield on_page(blocks[0].page, message, PROJECTION, Severity.LOOK)


def _told(block: TitleBlock, name: str) -> bool:
    return bool(getattr(block, name) or (name == "drawing_number" and block.part_number))


def _missing(result: Result, block: TitleBlock, message: str, clause: str) -> Finding:
    """What a block does not show: a warning where it has fields, and every word of its page comes from a text layer."""
    whole = any(page.page == block.page and page.source == "text" and page.readable for page in result.pages)
    whole = whole and sum(bool(field.label) for field in block.fields) >= _FIELDS
    weight = Severity.WARNING if whole else Severity.LOOK
    found = about("title_blocks", block, message, clause, weight)
    return found.model_copy(update={"severity": weight, "text": ""})


def _statements(result: Result) -> Iterator[tuple[str, Item, str]]:
    """Every text that may name a general tolerance, with the item it stands in."""
    for block in result.title_blocks:
        texts = [block.general_tolerance or "", *(field.value for field in block.fields)]
        yield "title_blocks", block, " ; ".join(filter(None, texts))
    for note in result.notes:
        yield "notes", note, note.text
