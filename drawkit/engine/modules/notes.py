"""Notes: sentences on the sheet, numbered or not, and the general notes printed in a title block."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from ...contract import Note
from ..layout.around import around
from ..layout.frames import Frame
from ..layout.paragraphs import NUMBERED, paragraphs_of
from ..sheet import Sheet, Word
from ..text.lines import Line, lines_of

_LETTERS = 6
"""Fewer letters make no note."""

_SIGNS: Final = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")
_FEWEST_SIGNS: Final = 4
"""Signs of Chinese or Japanese in a numbered note; more in one without a number, as headings have as many."""

_GENERAL: Final = re.compile(
    r"UNLESS OTHERWISE|DO NOT SCALE|DEBURR|SHARP EDGES|BREAK (?:ALL )?(?:SHARP )?EDGES|REMOVE (?:ALL )?BURRS|"
    r"LICEN[CS]ED|PROPRIETARY|CONFIDENTIAL|INSTRUCTIONAL USE|INTERPRET|WENN NICHT ANDERS|ENTGRAT|"
    r"NICHT SKALIEREN|KANTEN BRECHEN|BEMASSUNGEN|SAUF INDICATION|[EÉ]BAVURER|NE PAS (?:MESURER|METTRE)|"
    r"SALVO INDICACI|A MENOS QUE|NO ESCALAR|SALVO (?:DIVERSA|DIVERSE)|SE NON (?:DIVERSAMENTE|SPECIFICATO)|"
    r"OM INGET ANNAT|НЕУКАЗАННЫЕ|指示なき|指定なき|未注",
    re.IGNORECASE,
)
"""What general notes in a title block begin with or contain."""

_ORDER: Final = re.compile(
    r"(?:DO NOT SCALE|BREAK ALL|DEBURR|UNLESS OTHERWISE|LICEN[CS]ED|INTERPRET|ENTGRATE|WENN NICHT ANDERS|"
    r"ZEICHNUNG NICHT|KANTEN BRECHEN|SAUF INDICATION|[EÉ]BAVURER|NE PAS|SALVO|NO ESCALAR|SE NON|OM INGET ANNAT)\b",
    re.IGNORECASE,
)
"""What the first line of a general note begins with, so that the note before it ends there."""

_UNENDED: Final = re.compile(r"(?:[,:]|\b(?:AND|UND|ET|Y|E|OCH))$", re.IGNORECASE)
"""A line after which its sentence goes on."""

_HEADING: Final = re.compile(r"^(?:GENERAL )?(?:TOLERAN|TOL[ÉE]RANC|ALLGEMEINTOLER)[^.]*$", re.IGNORECASE)
"""The heading of a table of tolerances is no note."""

_GAP = 3.0
"""Letter heights between words of a sentence: some systems space words widely."""

_LEVEL = 0.25  # letter heights by which a number and the frame after it may differ

_MARGIN_WORDS = 3
"""What stands outside the frame is a note from as many words on; less is a zone's label."""


def read(
    sheet: Sheet,
    free: Sequence[Word],
    in_tables: Sequence[Word] = (),
    *,
    in_block: Sequence[Word] = (),
    outside: Sequence[Word] = (),
) -> list[Note]:
    """Notes among the free words, and general notes among the words of title block and tables.

    `in_block` are the words of a title block without lines, each line of which is a note too; `outside` those that
    stand outside the frame.
    """
    paragraphs = paragraphs_of(_lines(sheet, free))
    notes = [n for p in paragraphs if (n := _note(sheet, p)) is not None]
    notes += [n for line in _lines(sheet, in_block) if (n := _note(sheet, [line], fewest=1)) is not None]
    notes += [n for p in paragraphs_of(_lines(sheet, outside)) if (n := _outside(sheet, p)) is not None]
    general = (part for p in paragraphs_of(_lines(sheet, in_tables)) for part in _parts(p))
    return notes + [n for part in general if (n := _general(sheet, part)) is not None]


def _parts(paragraph: Sequence[Line]) -> list[list[Line]]:
    """A paragraph of a title block, parted where a line begins another general note."""
    parts: list[list[Line]] = []
    for line in paragraph:
        if not parts or (_ORDER.match(line.text) and not _UNENDED.search(parts[-1][-1].text)):
            parts.append([])
        parts[-1].append(line)
    return parts


def frames_in_text(words: Sequence[Word], frames: Iterable[Frame]) -> dict[Word, Word]:
    """Numbers of notes, each with the feature control frame that stands right after it, as a word of that note."""
    numbers = [w for w in words if (numbered := NUMBERED.match(w.text)) and not numbered["rest"]]
    return {number: frame.word for frame in frames for number in numbers if _follows(number, frame.word)}


def _follows(number: Word, word: Word) -> bool:
    level = abs(number.across(word.x, word.y)) <= _LEVEL * number.height
    return level and 0 <= number.along(word.x, word.y) - number.length <= _GAP * number.height


def _lines(sheet: Sheet, words: Sequence[Word]) -> list[Line]:
    return lines_of(words, gap=_GAP, walls=sheet.segments)


def _note(sheet: Sheet, paragraph: Sequence[Line], *, fewest: int = 2) -> Note | None:
    text = " ".join(line.text for line in paragraph)
    words = re.findall(r"[^\W\d_]{2,}", text)
    told = (sum(map(len, words)) >= _LETTERS and len(words) >= fewest) or _says_without_blanks(text)
    return _made(sheet, paragraph, text, 0.92) if told else None


def _says_without_blanks(text: str) -> bool:
    """Whether the text is a sentence of a script that parts no words: its signs are counted."""
    signs = len(_SIGNS.findall(text))
    return signs >= (_FEWEST_SIGNS if NUMBERED.match(text) else _FEWEST_SIGNS + 1)


def _outside(sheet: Sheet, paragraph: Sequence[Line]) -> Note | None:
    note = _note(sheet, paragraph)
    return note if note is not None and len(note.text.split()) >= _MARGIN_WORDS else None


def _general(sheet: Sheet, paragraph: Sequence[Line]) -> Note | None:
    text = " ".join(line.text for line in paragraph)
    return _made(sheet, paragraph, text, 0.9) if _GENERAL.search(text) and not _HEADING.match(text) else None


def _made(sheet: Sheet, paragraph: Sequence[Line], text: str, confidence: float) -> Note:
    numbered = NUMBERED.match(text)
    return Note(
        page=sheet.number,
        number=numbered["number"] if numbered else None,
        text=text,
        box=around(line.box for line in paragraph),
        rotation=round(paragraph[0].word.angle, 1),
        confidence=round(confidence * min(line.word.confidence for line in paragraph), 3),
        read_from=paragraph[0].word.read_from,
    )
