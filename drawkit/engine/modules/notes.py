"""Notes: sentences on the sheet, numbered or not, and the general notes printed in a title block."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from ...contract import Note
from ..layout.around import around
from ..layout.leader_texts import on_leaders
from ..layout.paragraphs import NUMBERED, paragraphs_of
from ..sheet import Sheet, Word
from ..symbols.frames import Frame
from ..text.lines import Line, lines_of
from ..titles.values import units_in

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

_UNENDED: Final = re.compile(
    r"(?:[,:]|\b(?:AND|OR|UND|ODER|ET|OU|Y|E|O|OCH|A|AN|THE|OF|TO|IN|ON|BY|FOR|WITH|UNDER|IS|ARE|BE|NOT|IST|SIND|DER|DIE|"
    r"DAS|DES|DEN|VON|MIT|DE|DU|DES|LE|LA|LES|EST|SONT|EL|LOS|LAS|DEL|CON|PER|DI|DA|AV|SOM))$",
    re.IGNORECASE,
)
"""A line after which its sentence goes on: no sentence ends with a comma, an article or a preposition."""

_STATEMENT: Final = re.compile(
    r"(?:ALL )?(?:DIMENSIONS?|UNITS?) (?:ARE |IN )|(?:ALLE )?(?:MASSE|MAẞE|MAßE) IN |(?:TOUTES LES )?COTES EN |"
    r"(?:TODAS LAS )?(?:MEDIDAS|COTAS) EN |(?:TUTTE LE )?QUOTE IN |(?:ВСЕ )?РАЗМЕРЫ В ",
    re.IGNORECASE,
)
"""What a line begins with that tells the sheet's unit."""

_WHOLE: Final = re.compile(
    r"(?:©|\(C\)|COPYRIGHT\b)(?:[^.]|\.(?=\S))*$|(?:FIRST|THIRD|1ST|3RD)[ -]ANGLE(?: PROJECTION)?$", re.IGNORECASE
)
"""A line that says all that it has to say: who owns the drawing, how its views are projected."""

_CONTACT: Final = re.compile(r"(?:WEB(?:SITE)?|E-?MAIL|TEL(?:EPHONE)?|PHONE|FAX)\b\.?\s*[:：]", re.IGNORECASE)
"""Where a company is reached is no note."""

_HEADING: Final = re.compile(r"^(?:GENERAL )?(?:TOLERAN|TOL[ÉE]RANC|ALLGEMEINTOLER)[^.]*$", re.IGNORECASE)
"""The heading of a table of tolerances is no note."""

_FIELD: Final = re.compile(r"INTERPRET [^:.]*:", re.IGNORECASE)
"""A field of a form that names the standard for its symbols is no note."""

_GAP = 3.0
"""Letter heights between words of a sentence: some systems space words widely."""

_LEVEL = 0.25  # letter heights by which a number and the frame after it may differ

_WORD: Final = re.compile(r"(?<![\w\d])[^\W\d_]{2,}(?![\w\d])|[^\W\d_]{4,}")
"""A word of a language: letters alone, or enough of them in a code."""

_NAME: Final = re.compile(r"[^\W\d_]{3}|[^\W\d_].{4}|[^\W\d_]{1,2}\d+\.\d+$")
"""What a leader may name: a word, or a part's or feature's code."""

_HEAD: Final = re.compile(
    r"(?:NOTES?|HINWEISE?|ANMERKUNGEN|REMARQUES?|NOTAS?|NOTE GENERALI|UWAGI|POZNÁMKY|注意事項|技术要求|注記|"
    r"ТЕХНИЧЕСКИЕ ТРЕБОВАНИЯ|ПРИМЕЧАНИЯ?)\s*[:：]",
    re.IGNORECASE,
)
"""What stands over a list of notes, though it is short; a colon tells it from a view's name."""

_PART_OF_SIZE: Final = re.compile(
    r"[\d.,\s⌀ØR±°×xX()\[\]↧⌴⌵+\-/:\"]*(?:TYP|REF|MAX|MIN|THRU|ALL|NOM|MM|DEEP|DEPTH|PLACES?|HOLES?|PLCS?|EQ|SP|SLOTS?|THK|CHAM\w*|UN[CEF]|NPT|"
    r"H\d+|M\d[\dx×.\- H]*|[\d.,\s⌀ØR±°×xX()↧+\-/:])*",
    re.IGNORECASE,
)
"""What says no more than a size that was not understood."""

_NAMED: Final = re.compile(r"[^\W\d_][\w&/() -]{1,30}[:：](?!//)")
"""A line that begins with what it speaks of: "Material: ..."."""

_ENDED: Final = re.compile(r"[.)]$")
_EARLY: Final = 0.6  # of the widest line: a line that ends with a sentence before is the last of its item
_QUANTITY: Final = re.compile(r"\(?\d+\s?[xX×]\)?")
_PLAIN: Final = re.compile(r"[\"'(\[<«“„‘*]*[^\W\d_]{2,}(?:[-–'’./&][^\W\d_]+)*[^\w]*|[^\W\d_]{2,}[-:=].*")
"""A word of a sentence, with the marks around it."""

_CAPTION: Final = re.compile(
    r"(?:PARTS? LIST|BILL OF MATERIALS?|BOM|REVISIONS?(?: HISTORY)?|ST[ÜU]CKLISTE|(?:TEILE|ÄNDERUNGS)LISTE|"
    r"NOMENCLATURE|LISTA DE (?:PIEZAS|MATERIALES|PE[CÇ]AS)|DISTINTA(?: BASE)?|ELENCO PARTI|СПЕЦИФИКАЦИЯ|"
    r"[\w ]+ (?:LIST|TABLE|CHART)|明细表|部品表)",
    re.IGNORECASE,
)
"""The caption of a table; it is told with its table."""

_SENTENCE, _LONG_SENTENCE = 4, 8  # words of a sentence with a full stop, and without one

_MARGIN_WORDS = 3
"""What stands outside the frame is a note from as many words on; less is a zone's label."""


def read(
    sheet: Sheet,
    free: Sequence[Word],
    in_tables: Sequence[Word] = (),
    *,
    in_block: Sequence[Word] = (),
    outside: Sequence[Word] = (),
    remarks: Sequence[Sequence[Line]] = (),
) -> list[Note]:
    """Notes among the free words, and general notes among the words of title block and tables.

    `in_block` are the words of a title block without lines, each line of which is a note too; `outside` those that
    stand outside the frame; `remarks` lines of a ruled title block that belong to no field of it.
    """
    paragraphs = [part for p in paragraphs_of(_lines(sheet, free)) if not _is_heading(p) for part in _items(p)]
    led = [any(lines) for lines in _parted(on_leaders(sheet, [line for p in paragraphs for line in p]), paragraphs)]
    notes = [n for p, led_to in zip(paragraphs, led, strict=True) if (n := _note(sheet, p, led=led_to)) is not None]
    notes = [n for n in notes if not _CONTACT.match(n.text)]
    notes += [n for line in _lines(sheet, in_block) if (n := _note(sheet, [line], fewest=1)) is not None]
    notes += [n for p in paragraphs_of(_lines(sheet, outside)) if (n := _outside(sheet, p)) is not None]
    parts = (part for p in paragraphs_of(_lines(sheet, in_tables)) for part in _parts(p))
    general = [n for part in parts if (n := _general(sheet, part)) is not None]
    said = [n for lines in remarks for p in paragraphs_of(lines) for n in _remarks(sheet, p)]
    return notes + [n for n in said if not any(n.text in whole.text for whole in general)] + general


def _items(paragraph: Sequence[Line]) -> list[list[Line]]:
    """A paragraph, parted where a line begins with a name and a colon, and behind a sentence that ends early."""
    if _GENERAL.search(paragraph[0].text) or NUMBERED.match(paragraph[0].text):
        return [[*paragraph]]
    widest = max(line.word.length for line in paragraph)
    parts: list[list[Line]] = []
    for line in paragraph:
        last = parts[-1][-1] if parts else None
        ended = last is not None and _ENDED.search(last.text) and last.word.length < _EARLY * widest
        stated = _is_statement(line.text) or (last is not None and _WHOLE.match(last.text))
        named = _NAMED.match(line.text) and last is not None and not _UNENDED.search(last.text.rstrip(":"))
        if last is None or named or stated or (ended and line.text[0].isupper()):
            parts.append([])
        parts[-1].append(line)
    return parts


def _is_statement(text: str) -> bool:
    """Whether a line begins to tell the sheet's unit, whatever stands in the line before."""
    return text[:1].isupper() and _STATEMENT.match(text) is not None and units_in(text) is not None


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


def _note(sheet: Sheet, paragraph: Sequence[Line], *, fewest: int = 2, led: bool = False) -> Note | None:
    """A paragraph as a note if it says something in words; what a leader points from need be no more than a name."""
    text = " ".join(line.text for line in paragraph)
    words = _WORD.findall(text)
    told = sum(map(len, words)) >= _LETTERS and len(words) >= fewest and not _is_coded(text)
    told = told or _says_without_blanks(text)
    named = led and _NAME.search(text) is not None and _PART_OF_SIZE.fullmatch(text) is None
    return _made(sheet, paragraph, text, 0.92) if told or named or _HEAD.fullmatch(text) else None


def _is_coded(text: str) -> bool:
    """Whether most of what has letters is codes: names of pads and parts, or a callout that was not understood."""
    if NUMBERED.match(text):
        return False
    lettered = [t for t in text.split() if any(c.isalpha() for c in t) and not _QUANTITY.fullmatch(t)]
    plain = [t for t in lettered if _PLAIN.fullmatch(t)]
    return 2 * len(plain) < len(lettered)


def _is_heading(paragraph: Sequence[Line]) -> bool:
    """Whether all there is is the heading of a table."""
    return len(paragraph) == 1 and _CAPTION.fullmatch(paragraph[0].text) is not None


def _parted(flags: Sequence[bool], paragraphs: Sequence[Sequence[Line]]) -> Iterator[list[bool]]:
    """The flags of all lines, paragraph by paragraph."""
    left = iter(flags)
    return ([next(left) for _ in p] for p in paragraphs)


def _remarks(sheet: Sheet, paragraph: Sequence[Line]) -> list[Note]:
    """The sentences of a title block that are no general notes: these are looked for among all its words."""
    found = []
    for part in _parts(paragraph):
        text = " ".join(line.text for line in part)
        count = len(_WORD.findall(text))
        is_sentence = count >= _LONG_SENTENCE or (count >= _SENTENCE and text.rstrip().endswith("."))
        if is_sentence and not _GENERAL.search(text):
            found.append(_made(sheet, part, text, 0.85))
    return found


def _says_without_blanks(text: str) -> bool:
    """Whether the text is a sentence of a script that parts no words: its signs are counted."""
    signs = len(_SIGNS.findall(text))
    return signs >= (_FEWEST_SIGNS if NUMBERED.match(text) else _FEWEST_SIGNS + 1)


def _outside(sheet: Sheet, paragraph: Sequence[Line]) -> Note | None:
    note = _note(sheet, paragraph)
    return note if note is not None and len(note.text.split()) >= _MARGIN_WORDS else None


def _general(sheet: Sheet, paragraph: Sequence[Line]) -> Note | None:
    text = " ".join(line.text for line in paragraph)
    is_note = _GENERAL.search(text) and not _HEADING.match(text) and not _FIELD.match(text)
    return _made(sheet, paragraph, text, 0.9) if is_note else None


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
