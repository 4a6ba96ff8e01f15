"""Labelled views: sections, details, projections and isometric views with their scales (ISO 128-3, ASME Y14.3)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ...contract import View
from ..index import index_of
from ..layout.around import around
from ..layout.view_names import PRINCIPAL, VIEW_WORDS, Kind
from ..sheet import Sheet, Word
from ..text.lines import SCALE_WORD, Line, lines_of

_NAMED = re.compile("|".join(f"(?P<{kind}>(?<!\\w)(?:{words})(?!\\w))" for kind, words in VIEW_WORDS), re.IGNORECASE)
_JOINED = re.compile(
    rf"(?P<word>{'|'.join(words for _, words in VIEW_WORDS)})(?P<name>(?-i:[A-ZА-Я])|\d{{1,2}})", re.IGNORECASE
)
"""A view's word and its letter, where loose type has lost the space."""

_ELSEWHERE = re.compile(r"(?:SEE|SIEHE|VOIR|VER|V[EÉ]ASE|VEDI|ZIE|PATRZ|VIZ|СМ\.?|REFER TO)\s", re.IGNORECASE)
"""How a leader's text begins that says where a place is shown: it is the title of no view."""

_NAME = r"[A-ZА-Я](?:[\w-]*\w)?"
"""The letter of a section's plane, or its name where systems ask for one."""

_PAIR = re.compile(
    rf"^(?P<name>{_NAME})\s?[-–—]\s?(?P=name)(?:\s*\(\s*(?P<scale>\d+(?:[.,]\d+)?\s*[:/]\s*\d+(?:[.,]\d+)?)\s*\))?$"
)
_LETTER_SCALE = re.compile(r"^[A-ZА-Я]{1,2}\s*\(\s*(?P<scale>\d+(?:[.,]\d+)?\s*:\s*\d+(?:[.,]\d+)?)\s*\)$")
_SCALE = re.compile(
    rf"{SCALE_WORD}?\s*[:=]?\s*"
    r"\(?\s*(?P<scale>\d+(?:[.,]\d+)?\s*[:/]\s*\d+(?:[.,]\d+)?)\s*\)?$",
    re.IGNORECASE,
)
_FACTOR = re.compile(rf"(?P<word>{SCALE_WORD}[:=]?)(?P<scale>\d{{1,3}}(?:[.,]\d{{1,4}})?X?)", re.IGNORECASE)
"""A scale that is told as a factor, 4.0 for 4:1, its spaces left out: loose type has them anywhere."""

_NAME_SCALE = re.compile(r"^\S.*\(\s*(?:\w\s*[=:]\s*)?(?P<scale>\d+(?:[.,]\d+)?\s*:\s*\d+(?:[.,]\d+)?)\s*\)$")
_LETTERS = re.compile(r"^[A-ZА-Я](?:-[A-ZА-Я])?$")
_TWICE = re.compile(rf"(?<!\w)(?P<name>{_NAME})\s?[-–—]\s?(?P=name)$")
_LONGEST = 48  # characters: a longer line is a sentence that speaks of a view
_BELOW = 3.2  # letter heights from a label down to the line with its scale
_BESIDE = 2.5  # letter heights between a label's word and its letters, which may be smaller


def read(sheet: Sheet, words: Sequence[Word]) -> list[View]:
    """The view labels among `words`."""
    lines = lines_of(words, walls=sheet.segments)
    places = _Around(lines)
    letters = {id(other) for line in lines if _kind(line.text) for other in _beside(line, places.near(line))}
    views = [_view(sheet, line, places) for line in lines if id(line) not in letters]
    return [view for view in views if view is not None]


class _Around:
    """Lines of text by where they stand."""

    def __init__(self, lines: Sequence[Line]) -> None:
        self._lines = lines
        self._index = index_of([line.box for line in lines])

    def near(self, line: Line) -> list[Line]:
        """The lines that may belong to a label, in their order."""
        word, reach = line.word, (_BELOW + 0.1) * line.word.height
        box = word.span(below=reach, above=word.height, before=reach, after=reach)
        return [self._lines[i] for i in self._index.near(box)]


def is_title(view: View) -> bool:
    """Whether a label is the title of a view; else it says no more than a note.

    It has the letter or the scale that ISO 128-3 asks for, a plane's name twice, or names one of the principal views.
    """
    lettered = any(_LETTERS.fullmatch(token) for token in re.split(r"[\s–—-]+", view.label))
    named = PRINCIPAL.fullmatch(view.label) or plane_of(view)
    return view.scale is not None or lettered or named is not None


def plane_of(view: View) -> str | None:
    """The name of the cutting plane whose section a label names: "A" of "SECTION A-A"."""
    found = _TWICE.search(view.label)
    return found["name"] if found else None


def _view(sheet: Sheet, line: Line, places: _Around) -> View | None:
    text = _parted(line.text)
    kind = _kind(text)
    if kind is None or len(text) > _LONGEST or _ELSEWHERE.match(text):
        return None
    lines = places.near(line)
    scale_line = _scale_below(line, lines)
    if scale_line is None and text != line.text:
        return None
    beside = [line, *_beside(line, lines)]
    label = " ".join([text, *(one.text for one in beside[1:])])
    inline = _PAIR.match(label) or _LETTER_SCALE.match(label) or _NAME_SCALE.match(label)
    found = _scale(scale_line.text) if scale_line else _SCALE.search(label)
    scale = (inline and inline["scale"]) or (found and found["scale"])
    parts = [*beside, scale_line] if scale_line else beside
    return View(
        page=sheet.number,
        label=label,
        kind=kind,
        scale=re.sub(r"\s", "", scale) if scale else None,
        text=f"{label} {_spaced(scale_line.text)}" if scale_line else label,
        box=around(one.box for one in parts),
        rotation=round(line.word.angle, 1),
        confidence=round(0.95 * min(one.word.confidence for one in parts), 3),
        read_from=line.word.read_from,
    )


def _parted(text: str) -> str:
    """A view's label with a space between its word and its letter; below it a scale must stand, or it is a word."""
    joined = _JOINED.fullmatch(text)
    return f"{joined['word']} {joined['name']}" if joined else text


def _scale(text: str) -> re.Match[str] | None:
    """The scale that a line says and nothing else."""
    return _SCALE.match(text) or _FACTOR.fullmatch(re.sub(r"\s", "", text))


def _spaced(text: str) -> str:
    """A line with a view's scale, a factor's word and number apart and nothing else."""
    factor = _FACTOR.fullmatch(re.sub(r"\s", "", text))
    return f"{factor['word']} {factor['scale']}" if factor else text


def _kind(text: str) -> Kind | None:
    if _PAIR.match(text):
        return "section"
    if _LETTER_SCALE.match(text):
        return "detail"
    found = _NAMED.search(text)
    if found:
        return next(kind for kind, _ in VIEW_WORDS if found[kind])
    return "projection" if _NAME_SCALE.match(text) else None


def _beside(line: Line, lines: Sequence[Line]) -> list[Line]:
    """The letters after a label's word, which some systems print smaller."""
    word = line.word
    found = []
    for other in lines:
        gap = word.along(other.word.x, other.word.y) - word.length
        level = abs(word.across(other.word.x, other.word.y)) < 0.3 * word.height
        close = level and 0 <= gap <= _BESIDE * word.height
        if other is not line and close and _LETTERS.match(other.text):
            found.append(other)
    return found[:1]


def _scale_below(line: Line, lines: Sequence[Line]) -> Line | None:
    word = line.word
    for other in lines:
        apart = -word.across(other.word.x, other.word.y)
        start = word.along(other.word.x, other.word.y)
        near = 0.8 * word.height <= apart <= _BELOW * word.height
        overlaps = start < word.length + 3 * word.height and start + other.word.length > -word.height
        if near and overlaps and _scale(other.text):
            return other
    return None
