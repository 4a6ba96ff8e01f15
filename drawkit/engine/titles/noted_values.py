"""Facts of a title block that stand in notes beside it: units, tolerances, material, finish, and the owner."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from ...contract import Box
from ..kept import kept
from ..layout.around import around
from ..layout.paragraphs import NUMBERED, paragraphs_of
from ..sheet import Sheet
from ..text.lines import Line, lines_of
from .fitting import fits
from .labels import Label, is_caption, leading_label
from .projection import projection_in_words
from .title_cells import Found
from .tolerance_text import tolerance_in
from .values import LEGAL_FORM, is_placeholder, units_in

_NOTED: Final = 0.8  # confidence of a fact that stands in a note, not in the title block
_OWNED: Final = 0.7  # of a company that a copyright line names
_LONGEST: Final = 90  # letters: what follows a label in a note and is longer is a sentence
_LABELLED: Final = ("material", "finish")
_BESIDE: Final = 4.0  # letter heights between the lines of a list of facts, in which a scale is the sheet's
_BLANK: Final = 0.6  # letter heights of a blank between two words
_LABEL: Final = re.compile(r"(?P<label>[^:=]{3,28}?)\s*(?::|=|\s[-–—]\s)\s*(?P<value>\S.*)")
UNIT_NOTE: Final = re.compile(
    r"dimension|maße|masse\b|bemassung|bemaßung|cotes|unit|medidas|cotas|quote|mått|maten\b|dimens[õo]es|wymiary|"
    r"rozměry|kóty|mål\b|mitat|ölçüler|méretek|размер|розміри|寸法|单位|単位|치수",
    re.IGNORECASE,
)
"""What a note speaks of that tells the unit."""

_NAME: Final = r"[^\W\d_a-zà-ÿа-я][\w&.'’\-]*(?:\s+(?:&\s+)?[^\W\d_][\w&.'’\-]*){0,4}?"
_YEARS: Final = r"(?:19|20)\d\d(?:\s*[-–,]\s*(?:(?:19|20)\d\d|(?i:present|heute)))*"
_COPYRIGHT: Final = re.compile(
    rf"(?i:©|\(c\)|copyright)[\s©,]*(?:\([cC]\)\s*)?(?:{_YEARS})?[\s,]*(?:by\s+)?"
    rf"(?P<name>{_NAME}(?:,?\s+(?:{LEGAL_FORM})(?!\w))?)"
    r"(?=\s*(?:[.,;]?\s*$|[,;(]|\.\s|(?:19|20)\d\d|(?i:all rights|alle rechte|tous droits)))"
)
_OWNER: Final = re.compile(
    r"(?i:consent|permission|property|eigentum|zustimmung|propri[eé]t[eé]|propiedad|propriet[àa]|собственность\w*)\s+"
    rf"(?i:of|from|by|der|von|de|di|des)\s+(?:the\s+)?(?P<name>{_NAME}(?:,?\s+(?:{LEGAL_FORM})(?!\w)\.?)+)"
)
_SOLE_OWNER: Final = re.compile(rf"(?i:sole property of)\s+(?i:the\s+)?(?P<name>{_NAME})(?=\.\s)")


def noted_values(sheet: Sheet, known: set[str], box: Box) -> list[Found]:
    """The facts of notes for the fields that are not `known`; they are said to stand in `box`, the block's own."""
    found: list[Found] = []
    telling: list[Line] = []
    for lines in _level_paragraphs(sheet):
        for line in lines:
            text = line.text
            unit = units_in(text) if UNIT_NOTE.search(text) else None
            projection = projection_in_words([text]) if len(text) <= _LONGEST else None
            for field, value in (
                ("units", unit),
                ("general_tolerance", tolerance_in(text)),
                ("projection", projection),
            ):
                if value:
                    found.append(Found(field, 1, "", value, box, _NOTED))
                    telling.append(line)
    labelled = [one for lines in _level_paragraphs(sheet) for one in _labelled(lines)]
    telling += [line for line, _, _ in labelled]
    for line, label, value in sorted(labelled, key=lambda one: one[1].rank):  # a colour is a finish if nothing else is
        if label.field in _LABELLED or (label.field == "scale" and any(_is_listed(line, o) for o in telling)):
            found.append(Found(label.field, 1, "", value, box, _NOTED))
    first: dict[str, Found] = {}
    for f in found:
        first.setdefault(f.field, f)
    return [f for field, f in first.items() if field not in known]


@kept(2)
def owner_in_notes(sheet: Sheet) -> Found | None:
    """The company that a copyright line or a remark on property names, whatever way it reads."""
    for lines in paragraphs_of(lines_of(sheet.words)):
        text = " ".join(line.text for line in lines)
        match = _OWNER.search(text) or _COPYRIGHT.search(text) or _SOLE_OWNER.search(text)
        name = match["name"].strip(" ,;.") if match else ""
        if name and not is_placeholder(name) and not is_caption(name) and fits("company", name):
            sure = _OWNED * min(line.word.confidence for line in lines)
            return Found("company", 1, "", name, around(line.box for line in lines), sure, lines[0].word.read_from)
    return None


@kept(2)
def _level_paragraphs(sheet: Sheet) -> tuple[tuple[Line, ...], ...]:
    level = [w for w in sheet.words if min(w.angle, 360 - w.angle) < 5 and w.text.strip()]
    return tuple(tuple(p) for p in paragraphs_of(lines_of(level, walls=sheet.segments)))


def _labelled(lines: Sequence[Line]) -> Iterator[tuple[Line, Label, str]]:
    """The lines that name a field, "3. MATERIAL: ALUMINIUM 6061", each with what it and the lines below it say."""
    texts = [line.text for line in lines]
    starts = [number for number, text in enumerate(texts) if _label_of(text)]
    for start, end in zip(starts, [*starts[1:], len(texts)], strict=True) if starts else ((0, len(texts)),):
        whole = start + 1 if start in starts and _is_broken_off(lines[start:]) else end
        label, value = _label_of(" ".join(texts[start:whole])) or (None, "")
        if label is not None and len(value) <= _LONGEST and fits(label.field, value) and _says(label.field, value):
            yield lines[start], label, value


def _is_broken_off(lines: Sequence[Line]) -> bool:
    """Whether a paragraph's first line ends where the next word had room: what follows is another sentence."""
    first = lines[0].word
    if len(lines) < 2 or abs(first.along(*lines[1].words[0].box[:2])) > first.height:
        return False
    wide = max(first.along(*line.word.end) for line in lines)
    return first.length + _BLANK * first.height + lines[1].words[0].length < wide


def _says(field: str, value: str) -> bool:
    """Whether there are figures in a scale, letters in other values; materials have numbers (EN 10027-2, AISI)."""
    told = {"scale": r"\d", "material": r"[^\W\d_]{2}|\d{3}|\d\.\d{4}"}.get(field, r"[^\W\d_]{2}")
    return re.search(told, value) is not None


def _is_listed(one: Line, other: Line) -> bool:
    """Whether two lines begin below each other, closely: a scale that stands alone may be a view's."""
    height = one.word.height
    along, across = one.word.along(other.word.x, other.word.y), one.word.across(other.word.x, other.word.y)
    return one is not other and abs(along) <= height and abs(across) <= _BESIDE * height


def _label_of(text: str) -> tuple[Label, str] | None:
    """The field that a text names in front, and what it says of it."""
    numbered = NUMBERED.match(text)
    match = _LABEL.match((numbered["rest"] or "") if numbered else text)
    label = leading_label(match["label"].split()) if match else None
    if match is None or label is None or label[1]:
        return None
    return label[0], match["value"].strip(" .;")
