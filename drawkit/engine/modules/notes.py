"""Notes: sentences on the sheet, numbered or not, and the general notes printed in a title block."""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from ...contract import Box, Note
from ..layout.around import around, inside
from ..layout.cells import join_wrapped
from ..layout.data_sheets import is_of_drawing, shows_data_sheet
from ..layout.leader_texts import on_leaders
from ..layout.note_items import GENERAL, is_listed, is_statement, orders_of
from ..layout.note_lists import is_head, parts_of
from ..layout.paragraphs import NUMBERED, paragraphs_of
from ..layout.whole_items import whole_items
from ..sheet import Sheet, Word
from ..symbols.frames import Frame
from ..text.lines import Line, lines_of
from ..text.scripts import IDEOGRAPH, is_unreadable
from ..titles.labels import is_form_caption, is_other_label, plain, title_label

_LETTERS = 6
"""Fewer letters make no note."""

_FEWEST_SIGNS: Final = 4
"""Signs of Chinese or Japanese in a numbered note; more in one without a number, as headings have as many."""

_CONTACT: Final = re.compile(
    r"^(?:WEB(?:SITE)?|E-?MAIL|TEL(?:EPHONE)?|PHONE|FAX)\b\.?\s*[:：]|\b(?:TEL(?:EPHONE)?|PHONE|FAX)\b[.:：]?\s*[+(\d]",
    re.IGNORECASE,
)
"""Where a company is reached is no note."""

_FOOTER: Final = re.compile(r"(?:FILE(?:NAME)?|DATEI|FICHIER)\s?[:：]\s?\S+\.\w{1,5}|file://\S+", re.IGNORECASE)
"""What says no more than where the drawing is kept is no note."""

_HEADING: Final = re.compile(r"^(?:GENERAL )?(?:TOLERAN|TOL[ÉE]RANC|ALLGEMEINTOLER)[^.]*$", re.IGNORECASE)
"""The heading of a table of tolerances is no note."""

_FIELD: Final = re.compile(r"INTERPRET [^:.]*:", re.IGNORECASE)
"""A field of a form that names the standard for its symbols is no note."""

_GAP = 3.0
"""Letter heights between words of a sentence: some systems space words widely."""

_LEVEL = 0.6  # letter heights by which a number and the letters of the frame after it may differ
_SAME_TURN: Final = 2.0  # degrees

_WORD: Final = re.compile(r"(?<![\w\d])[^\W\d_]{2,}(?![\w\d])|[^\W\d_]{4,}")
"""A word of a language: letters alone, or enough of them in a code."""

_NAME: Final = re.compile(r"[^\W\d_]{3}|[^\W\d_]\S{4}|[^\W\d_]{1,2}\d+\.\d+$")
"""What a leader may name: a word, or a part's or feature's code."""

_PART_OF_SIZE: Final = re.compile(
    r"[\d.,\s⌀ØR±°×xX()\[\]↧⌴⌵+\-/:\"]*(?:TYP|REF|MAX|MIN|THRU|ALL|NOM|MM|DEEP|DEPTH|PLACES?|HOLES?|PLCS?|EQ|SP|SLOTS?|THK|CHAM\w*|UN[CEF]|NPT|"
    r"H\d+|M\d[\dx×.\- H]*|[\d.,\s⌀ØR±°×xX()↧+\-/:])*",
    re.IGNORECASE,
)
"""What says no more than a size that was not understood."""

_QUANTITY: Final = re.compile(r"\(?(?:\d+\s?[xX×]|[xX×]\s?\d+)\)?")
_PLAIN: Final = re.compile(
    r"[\"'(\[<«“„‘*]*(?:[^\W\d_]{1,2}['’])?[^\W\d_]{2,}(?:[-–'’./&][^\W\d_]+)*[^\w]*|[^\W\d_]{2,}[-:=].*"
)
"""A word of a sentence, with the marks around it, and the article that lost its vowel before it."""

_LETTERED: Final = re.compile(r"[^\W\d_]")

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

_HEADLINE: Final = 1.8
"""Times as high as the sheet's text: letters outside the frame that are no note's, unless they make a sentence."""

_STOP: Final = re.compile(r"\w\.(?:\s|$)")


def read(
    sheet: Sheet,
    free: Sequence[Word],
    in_tables: Sequence[Word] = (),
    *,
    in_block: Sequence[Word] = (),
    outside: Sequence[Word] = (),
    remarks: Sequence[Sequence[Line]] = (),
    named: Collection[str] = (),
) -> list[Note]:
    """Notes among the free words, and general notes among the words of title block and tables.

    `in_block` are the words of a title block without lines, each line of which is a note too; `outside` those that
    stand outside the frame; `remarks` lines of a ruled title block that belong to no field of it; `named` what tables
    name: parts, as pictures of them are called, and sizes, as their dimension lines are. Of a page whose drawn script
    no reader knows nothing is told but what its text layer says.
    """
    blocks = [b for b in whole_items(paragraphs_of(_lines(sheet, free))) if not _is_letterhead(b)]
    paragraphs = parts_of([p for p in blocks if not _is_heading(p)])
    led = [any(lines) for lines in _parted(on_leaders(sheet, [line for p in paragraphs for line in p]), paragraphs)]
    told = [_says(p, led=led_to) for p, led_to in zip(paragraphs, led, strict=True)]
    told = [says or is_listed(p, paragraphs, told) for p, says in zip(paragraphs, told, strict=True)]
    notes = [_made(sheet, p, _text(p), 0.92) for p, says in zip(paragraphs, told, strict=True) if says]
    notes = [n for n in notes if plain(_without_number(n.text)) not in named]
    notes += [n for line in _lines(sheet, in_block) if (n := _note(sheet, [line], fewest=1)) is not None]
    highest = max((w.height for w in free), default=math.inf)
    notes += [n for p in paragraphs_of(_lines(sheet, outside)) if (n := _outside(sheet, p, highest)) is not None]
    prose = [part for lines in remarks if _is_prose(lines) for part in orders_of(lines, wrapped=True)]
    short = [p for lines in remarks if not _is_prose(lines) for p in paragraphs_of(lines)]
    general = [n for p in paragraphs_of(_lines(sheet, in_tables)) for n in _general(sheet, p)]
    headed = any(n.text.endswith((":", "：")) for n in general)
    said = [_made(sheet, part, _text(part), 0.85) for part in prose]
    said += [n for p in short for n in _remarks(sheet, p, headed=headed)]
    found = [n for n in notes + _told_once([*general, *said]) if not _CONTACT.search(n.text)]
    found = [n for n in found if not _FOOTER.fullmatch(n.text)]
    found = [n for n in found if not (n.rotation and is_form_caption(n.text))]  # columns of GOST forms stand
    if shows_data_sheet(sheet):
        named_by_leaders = {_text(p) for p, led_to in zip(paragraphs, led, strict=True) if led_to}
        found = [n for n in found if n.text in named_by_leaders or is_of_drawing(n.text)]
    return [n for n in found if n.read_from == "text layer"] if is_unreadable(sheet.words) else found


def of_circuit(found: Iterable[Note]) -> list[Note]:
    """The notes of a circuit diagram, which names its parts, pins and wires all over: no such name is one."""
    return [n for n in found if n.number is not None or _is_sentence(n.text) or GENERAL.search(n.text)]


def _is_letterhead(paragraph: Sequence[Line]) -> bool:
    """Whether a paragraph tells how a company is reached, with its address in the lines around."""
    return not NUMBERED.match(paragraph[0].text) and any(_CONTACT.search(line.text) for line in paragraph)


def _without_number(text: str) -> str:
    numbered = NUMBERED.match(text)
    return numbered["rest"] or "" if numbered else text


def _told_once(notes: Sequence[Note]) -> list[Note]:
    """The notes without those that stand in another one, and say no more than a part of it."""
    whole: list[Note] = []
    for note in sorted(notes, key=lambda n: -len(n.text)):
        if not any(note.text in other.text and _stands_in(note.box, other.box) for other in whole):
            whole.append(note)
    return [n for n in notes if any(n is kept for kept in whole)]


def _stands_in(box: Box | None, outer: Box | None) -> bool:
    return box is not None and outer is not None and inside(((box[0] + box[2]) / 2, (box[1] + box[3]) / 2), outer)


def _is_prose(lines: Sequence[Line]) -> bool:
    """Whether a cell holds running text: a heading, short sentences and all paragraphs of it belong together."""
    return any(_count(_text(p)) >= _LONG_SENTENCE and not _is_coded(_text(p)) for p in paragraphs_of(lines))


def _is_sentence(text: str) -> bool:
    """Whether a text is as long as a sentence, with its full stop or without, and no row of codes."""
    least = _SENTENCE if text.endswith(".") else _LONG_SENTENCE
    return (_count(text) >= least and not _is_coded(text)) or is_statement(text) or _says_without_blanks(text)


def frames_in_text(words: Sequence[Word], frames: Iterable[Frame]) -> dict[Word, Word]:
    """Numbers of notes, each with the feature control frame that stands right after it, as a word of that note.

    The word is told on the number's base line: the frame may stand about its row of text, or on it.
    """
    numbers = [w for w in words if (numbered := NUMBERED.match(w.text)) and not numbered["rest"]]
    return {number: _beside(number, f.word) for f in frames for number in numbers if _follows(number, f.word)}


def _beside(number: Word, word: Word) -> Word:
    """A word on the base line of the number before it, in letters as high."""
    along, (dx, dy) = number.along(word.x, word.y), number.direction
    return replace(word, x=number.x + along * dx, y=number.y + along * dy, height=number.height)


def _follows(number: Word, word: Word) -> bool:
    level = abs(number.across(word.x, word.y)) <= _LEVEL * number.height
    turned = abs((number.angle - word.angle + 180) % 360 - 180) > _SAME_TURN
    return level and not turned and 0 <= number.along(word.x, word.y) - number.length <= _GAP * number.height


def _lines(sheet: Sheet, words: Sequence[Word]) -> list[Line]:
    return lines_of(words, gap=_GAP, walls=sheet.segments)


def _text(lines: Iterable[Line]) -> str:
    return join_wrapped(line.text for line in lines)


def _count(text: str) -> int:
    """How many words of a language a text has."""
    return len(_WORD.findall(text))


def _note(sheet: Sheet, paragraph: Sequence[Line], *, fewest: int = 2) -> Note | None:
    return _made(sheet, paragraph, _text(paragraph), 0.92) if _says(paragraph, fewest=fewest) else None


def _says(paragraph: Sequence[Line], *, fewest: int = 2, led: bool = False) -> bool:
    """Whether a paragraph says something in words; what a leader points from need be no more than a name."""
    text = _text(paragraph)
    words = _WORD.findall(text)
    told = sum(map(len, words)) >= _LETTERS and len(words) >= fewest and not _is_coded(text)
    told = told or _says_without_blanks(text)
    named = led and _NAME.search(text) is not None and _PART_OF_SIZE.fullmatch(text) is None
    return told or named or (is_head(text) and text.endswith((":", "：")))  # a colon tells it from a view's name


def _is_coded(text: str) -> bool:
    """Whether most of what has letters is codes: names of pads and parts, or a callout that was not understood.

    A single letter may be a word in many languages, and a code: it tells nothing.
    """
    if NUMBERED.match(text):
        return False
    lettered = [t for t in text.split() if _LETTERED.search(t) and not (len(t) == 1 or _QUANTITY.fullmatch(t))]
    plain = [t for t in lettered if _PLAIN.fullmatch(t)]
    return 2 * len(plain) < len(lettered)


def _is_heading(paragraph: Sequence[Line]) -> bool:
    """Whether all there is is the heading of a table."""
    return len(paragraph) == 1 and _CAPTION.fullmatch(paragraph[0].text) is not None


def _parted(flags: Sequence[bool], paragraphs: Sequence[Sequence[Line]]) -> Iterator[list[bool]]:
    """The flags of all lines, paragraph by paragraph."""
    left = iter(flags)
    return ([next(left) for _ in p] for p in paragraphs)


def _remarks(sheet: Sheet, paragraph: Sequence[Line], *, headed: bool) -> list[Note]:
    """The short sentences of a title block that are no general notes: these are looked for among all its words.

    What tells the unit is one, unless it is `headed` by "unless otherwise specified:" in a cell of its own.
    """
    texts = [(part, _text(part)) for part in orders_of(paragraph) if not GENERAL.search(_text(part))]
    return [
        _made(sheet, part, text, 0.85)
        for part, text in texts
        if (_count(text) >= _SENTENCE and (text.endswith(".") or _is_wrapped(part)))
        or (is_statement(text) and not headed)
    ]


def _is_wrapped(lines: Sequence[Line]) -> bool:
    """Whether a line goes on with a small letter: what forms print in a cell has a capital on each line."""
    return any(line.text[:1].islower() for line in lines[1:])


def _says_without_blanks(text: str) -> bool:
    """Whether the text is a sentence of a script that parts no words: its signs are counted.

    Hatching is read as a row of like signs.
    """
    signs = IDEOGRAPH.findall(text)
    return len(set(signs)) >= _FEWEST_SIGNS and len(signs) >= (
        _FEWEST_SIGNS if NUMBERED.match(text) else _FEWEST_SIGNS + 1
    )


def _outside(sheet: Sheet, paragraph: Sequence[Line], highest: float) -> Note | None:
    """A note outside the frame, where forms have captions of their own, and large letters are a headline.

    `highest` are the letters inside the frame: higher ones are a headline as well.
    """
    text = _text(paragraph)
    large = paragraph[0].word.height > min(_HEADLINE * sheet.text_height, highest) and _STOP.search(text) is None
    is_caption = len(text.split()) < _MARGIN_WORDS or is_other_label(text) or title_label(text) is not None
    return None if large or is_caption else _note(sheet, paragraph)


def _general(sheet: Sheet, paragraph: Sequence[Line]) -> list[Note]:
    """The general notes of a paragraph of a title block."""
    texts = [(part, _text(part)) for part in map(_without_headings, orders_of(paragraph))]
    return [
        _made(sheet, part, text, 0.9)
        for part, text in texts
        if GENERAL.search(text) and not (_HEADING.match(text) or _FIELD.match(text) or title_label(text))
    ]


def _without_headings(lines: Sequence[Line]) -> Sequence[Line]:
    """The lines of a general note without those at its end that head a table: "TOLERANCES:", "LINEAR:"."""
    end = len(lines)
    while end > 1 and lines[end - 1].text.endswith((":", "：")):
        end -= 1
    return lines[:end]


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
