"""Captions of Cyrillic sheets: no reader knows the script, but they are few, and each is told by its letters' shapes.

A reader takes each letter for one that looks like it: "HauMeHoBaHue" for "Наименование". What stands under a caption,
its numbers above all, is read as well as anywhere. Words that are no captions stay as they were read, and unknown.
"""

from __future__ import annotations

from difflib import SequenceMatcher
from functools import lru_cache
from typing import Final

from ..sheet import Sheet

CAPTIONS: Final = (
    *("материал", "покрытие", "масштаб", "масса", "лист", "листов", "формат", "дата", "изм"),
    *("наименование", "обозначение", "предприятие", "организация", "разраб", "разработал", "проверил"),
    *("утвердил", "чертил", "примечание", "проекция"),
)
"""What GOST 2.104 and 2.106, and blocks drawn after them, print over values; short ones that names resemble are out."""

_UPRIGHT: Final = dict(zip("абвгдеёжзийклмнопрстуфхцчшщъыьэюя", "a6braeex3uukuuhoupctyoxu4uubbb3or", strict=True))
_ITALIC: Final = {**_UPRIGHT, "т": "u"}
"""One letter for all of one shape: minims alone make a u; an italic т is an m (GOST 2.304)."""

_READ: Final = {
    **dict.fromkeys("8βß", "b"),
    **dict.fromkeys("0⌀φ", "o"),
    **dict.fromkeys("δō", "6"),
    **dict.fromkeys("wvmnπ∏μηj", "u"),
    **dict.fromkeys("α∂", "a"),
    "ç": "3",
    "κ": "k",
    "ρ": "p",
    "τ": "t",
    "ε": "e",
}
"""The same for what a reader makes of them."""

_SHAPES: Final = tuple({(c, "".join(m[x] for x in c)): None for c in CAPTIONS for m in (_UPRIGHT, _ITALIC)})
_LIKE: Final = 0.7  # share of its shapes that a caption has in common with what was read
_CLEARER: Final = 0.1  # by which the best caption is more like it than the next
_OFF: Final = 2  # shapes by which it may be longer or shorter
_EXACT: Final = 3  # shapes: a caption this short must agree
_LONG: Final = 6  # letters of a caption that no other word looks like; a shorter one has as many as were read
_CAPTIONS_TELL, _LONG_TELL = 3, 2  # captions of a sheet that tell its script, and long ones among them


def with_captions_told(sheet: Sheet) -> Sheet:
    """The sheet with the captions of a Cyrillic block as they are printed; unchanged where it shows no such block."""
    told = {w: caption for w in sheet.words if w.read_from == "recognised" and (caption := caption_of(w.text))}
    found = set(told.values())
    if len(found) < _CAPTIONS_TELL or sum(len(caption) >= _LONG for caption in found) < _LONG_TELL:
        return sheet
    words = tuple(w.with_text(told[w].capitalize()) if w in told else w for w in sheet.words)
    return sheet.at(words=words)


@lru_cache(maxsize=4096)
def caption_of(text: str) -> str | None:
    """The Cyrillic caption that a recognised word looks like, in small letters; None where it is like none or two."""
    shapes = "".join(_READ.get(c, c) for c in text.casefold() if c.isalnum() or c in _READ)
    if len(shapes) < _EXACT or not any(c.isalpha() for c in text):
        return None
    likeness: dict[str, float] = {}
    for caption, own in _SHAPES:
        off = abs(len(own) - len(shapes))
        if off <= (_OFF if len(own) >= _LONG else 0) and (len(own) > _EXACT or own == shapes):
            likeness[caption] = max(likeness.get(caption, 0.0), SequenceMatcher(None, shapes, own).ratio())
    best, second, *_ = [*sorted(likeness.items(), key=lambda one: -one[1]), ("", 0.0), ("", 0.0)]
    return best[0] if best[1] >= _LIKE and best[1] >= second[1] + _CLEARER else None
