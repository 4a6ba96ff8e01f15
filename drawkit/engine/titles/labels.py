"""The words by which drawings name their fields and columns, in the languages of common title blocks.

Sources: ISO 7200 (title block fields) and ISO 7573 (parts list columns) in their national editions, and the
headings of common drawing templates. A label is compared without case, accents, blanks and punctuation.
"""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache, lru_cache
from itertools import pairwise

from ..tables.list_words import BOM_WORDS, DECOY_WORDS, REVISION_WORDS
from ..text.scripts import IDEOGRAPH
from .further_label_words import FURTHER_OTHER_LABELS, FURTHER_TITLE_WORDS, SHORT_WORDS
from .label_words import AMBIGUOUS, OTHER_LABELS, TITLE_WORDS
from .national_label_words import NATIONAL_OTHER_LABELS, NATIONAL_SHORT_WORDS, NATIONAL_TITLE_WORDS

_IN_UNITS = re.compile(  # "Mass (kg)", "Date (dd-mm-yy)"
    r"\s*[(\[](?:kg|g|lbs?|mm|in|inch|[dmyaj]{1,4}(?:[-./ ][dmyaj]{1,4}){2})\.?[)\]]\s*:?$", re.IGNORECASE
)
_IN_BRACKETS = re.compile(
    r"(?<=\w)\s*[(\[（<〈《【][^)\]）>〉》】]*[)\]）>〉》】]\s*$"
)  # "DATE (MM-DD-YY)", "用量<Usage>"
_BASIC = str.maketrans({"ß": "ss", "ł": "l", "ø": "o", "đ": "d", "æ": "ae"})  # no accents to take away
_SPELT: tuple[Mapping[int, str], ...] = (
    {},
    {ord("ł"): "t"},  # as it is read
    {ord("№"): "n"},  # likewise
    {ord("ä"): "ae", ord("ö"): "oe", ord("ü"): "ue"},  # as systems without umlauts write
    {ord("ı"): "i"},  # as in capitals
)
"""Ways to spell a label."""
_COLONS = (":", "：")
_MARKS = (*_COLONS, "=", "#", ".")  # that may end a label
_GLUED = re.compile(r"(?P<head>[^:：=]*[:：=])(?P<tail>.+)")
_FUZZY_FROM = 6  # letters: shorter labels must be exact
_FEWEST_SIGNS = 2  # of a misread label in ideographs
_LONG, _ALMOST = 12, 0.87  # letters from which on two may be misread ("DRAIVING NUMBER"), and the share in common then
_LIKE, _FEWEST = 0.7, 4  # share of the letters that a badly read label has in common with the one it is, and how many
_SEAM = re.compile(  # a small letter before a capital or a figure, and what a colon is misread as before a figure
    r"(?<=[^\W\d_A-ZА-Я])(?=[A-ZА-Я\d])|(?<=[^\W\d_])[±;|!](?=\d)"
)
_SOMEBODYS_NUMBER = re.compile(r"[^\W\d][\w&.-]*\s+(?:p/n|pn|part\s+(?:no|number|nr)\.?)", re.IGNORECASE)
_OWN_NUMBER = 3  # how well such a heading names the part number
_SCRIPT = 3  # letters: half of a label in two languages has as many, though digits may be among them
_MOST_WORDS = 6  # a label has no more words than this


@dataclass(frozen=True, slots=True)
class Label:
    """A field or column, how well the words name it (0 is best), and how many words of the line the label takes."""

    field: str
    rank: int
    words: int = 1


@lru_cache(maxsize=4096)
def plain(text: str) -> str:
    """The letters and digits alone, without case and accents."""
    apart = unicodedata.normalize("NFKD", text.casefold().replace("№", "no").replace("n°", "no").translate(_BASIC))
    return "".join(c for c in apart if c.isalnum())


def _index(*told: Mapping[str, Iterable[str]]) -> dict[str, tuple[str, int]]:
    """Plain label -> (field, rank). Labels of a field are separated by commas, ranks by semicolons."""
    found: dict[str, tuple[str, int]] = {}
    for words in told:
        for field, ranks in words.items():
            for rank, group in enumerate(ranks):
                for label in group.split(","):
                    for way in _SPELT:
                        found.setdefault(plain(label.translate(way)), (field, rank))
    return found


_TOLD = (TITLE_WORDS, FURTHER_TITLE_WORDS, NATIONAL_TITLE_WORDS)
_TITLE, _BOM, _REVISION = _index(*_TOLD), _index(BOM_WORDS), _index(REVISION_WORDS)
_OTHER = frozenset(
    plain(label.translate(way))
    for label in f"{OTHER_LABELS}, {FURTHER_OTHER_LABELS}, {NATIONAL_OTHER_LABELS}".split(",")
    for way in _SPELT
)
_OWN_WORD = re.compile(r"[^\W\d_]{4,}(?![\w.])")
_LONG_OTHER = tuple(key for key in _OTHER if len(key) > 10)
_DECOY = frozenset(plain(label) for label in DECOY_WORDS.split(","))
_EXACT = frozenset(plain(word) for word in NATIONAL_SHORT_WORDS.split(","))
_ALONE = frozenset(AMBIGUOUS.split()) | frozenset(plain(word) for word in SHORT_WORDS.split(",")) | _EXACT
_HEADING_WORDS = frozenset(
    plain(word)
    for words in (TITLE_WORDS, FURTHER_TITLE_WORDS, BOM_WORDS, REVISION_WORDS)
    for ranks in words.values()
    for group in ranks
    for word in re.split(r"[,\s]+", group)
) | {plain(word) for word in re.split(r"[,\s]+", OTHER_LABELS)}


def is_heading_word(text: str) -> bool:
    """Whether the word occurs in a heading or label."""
    return len(text) > 1 and plain(text) in _HEADING_WORDS


@lru_cache(maxsize=4096)
def is_other_label(text: str) -> bool:
    """Whether the text is a label or remark of title blocks that names none of the fields."""
    key = plain(text)
    return key in _OTHER or key.startswith(_LONG_OTHER) or _leads_other(text) or _is_half_other(text)


def is_form_caption(text: str) -> bool:
    """Whether the text is, to the letter, what a form prints over a field that is none of ours."""
    return plain(text) in _OTHER


def _leads_other(text: str) -> bool:
    """Whether a label for no field of ours starts the text and a figure follows: "Thickness 1.5mm"."""
    head, _, rest = text.partition(" ")
    marked = head.endswith(_COLONS)
    return len(head) > 3 and plain(head) in _OTHER and (marked or _says_figure(rest))


def _says_figure(text: str) -> bool:
    """Whether a figure stands in a text that begins with no word of its own: "PART 1 OF 4" goes on as a title does."""
    return any(c.isdigit() for c in text) and _OWN_WORD.match(text) is None


def _is_half_other(text: str) -> bool:
    """Whether one of two languages beside a slash names a label for no field of ours."""
    halves = [plain(half) for half in re.split("[/|]", text)]
    if len(halves) == 2 and any(len(half) >= _FUZZY_FROM and half in _OTHER for half in halves):
        return True
    scripts = _two_scripts(text)
    return bool(scripts) and all(part in _OTHER for part in scripts)


@lru_cache(maxsize=4096)
def is_caption(text: str) -> bool:
    """Whether the text is a label, or the part of one in two languages, rather than a value."""
    bare = text.strip(" /|:：")
    return text != text.strip("/|:：") or title_label(bare) is not None or is_other_label(bare)


def is_decoy(text: str) -> bool:
    """Whether the text heads a column of a table that is neither a parts list nor a revisions table."""
    return plain(text) in _DECOY


def bom_column(text: str) -> Label | None:
    """The parts list column that the heading names; what stands in brackets behind it does not count.

    Part numbers may be those of some company: "ACME P/N".
    """
    found = _whole(text, _BOM) or _whole(_IN_BRACKETS.sub("", text), _BOM)
    return found or (Label("part_number", _OWN_NUMBER) if _SOMEBODYS_NUMBER.fullmatch(text) else None)


def revision_column(text: str) -> Label | None:
    """The revisions table column that the heading names; what stands in brackets behind it does not count."""
    return _whole(text, _REVISION) or _whole(_IN_BRACKETS.sub("", text), _REVISION)


def title_label(text: str) -> Label | None:
    """The title block field that the text as a whole names."""
    return _whole(text, _TITLE)


def leading_label(words: list[str]) -> tuple[Label, list[str]] | None:
    """The title block field that the first words name, and the words after it: the value in the same line."""
    tokens = [t for w in words for t in _tokens(w)]
    for count in range(min(len(tokens), _MOST_WORDS), 0, -1):
        head, rest = " ".join(tokens[:count]), [t for t in tokens[count:] if t.strip(":=： ")]
        ends = plain(tokens[count - 1]) or all(mark in _MARKS for mark in tokens[count - 1])  # "DWG #:"
        label = _whole(head, _TITLE) if ends else None
        if label is None:
            continue
        marked = head.endswith(_MARKS) or (count < len(tokens) and tokens[count].startswith((":", "=", "：")))
        if rest and not marked and plain(head) in _ALONE:
            continue
        return Label(label.field, label.rank, count), rest
    return None


def solid_label(words: list[str]) -> tuple[Label, list[str]] | None:
    """A label that lost what parts it from its value: "Sheet1 OF 1", "Part materialPOM", "DATE±07/18/2015"."""
    for count, word in enumerate(words[:_MOST_WORDS]):
        for seam in _SEAM.finditer(word):
            head, rest = word[: seam.start()], [word[seam.end() :], *words[count + 1 :]]
            found = _TITLE.get(plain(" ".join([*words[:count], head])))
            if found is not None and len(plain(head)) >= _FEWEST:
                return Label(*found, count + 1), rest
    return None


def near_label(words: list[str], fits: Callable[[str, str], bool]) -> tuple[Label, list[str]] | None:
    """A short label with one letter misread ("Forn. A4", "曰付"): only where the rest fits the field's value."""
    first, *rest = [t for w in words for t in _tokens(w)]
    key = plain(first)
    signs = IDEOGRAPH.match(key) is not None
    if not rest or not (_FEWEST_SIGNS if signs else _FEWEST) <= len(key) < _FUZZY_FROM or is_other_label(first):
        return None
    spare = 1 if first.endswith(_COLONS) and not signs else 0  # a letter may be lost as well
    for known, (field, rank) in _TITLE.items():
        alike = abs(len(known) - len(key)) <= spare and (signs or known[0] == key[0]) and _one_off(known, key)
        if alike and fits(field, " ".join(rest)):
            return Label(field, rank, 1), rest
    return None


def like_label(text: str, fields: Collection[str]) -> Label | None:
    """The label of one of some fields that is most like a badly read one; None where none is."""
    key = plain(text)
    if len(key) < _FEWEST or is_other_label(text):
        return None
    near = get_close_matches(key, [known for known, (field, _) in _TITLE.items() if field in fields], 1, _LIKE)
    return Label(*_TITLE[near[0]]) if near else None


def _tokens(word: str) -> list[str]:
    """A word cut behind its first colon or sign of equality where that leaves a label in front: "SCALE:2:1"."""
    parted = _GLUED.fullmatch(word)
    return [parted["head"], parted["tail"]] if parted and any(c.isalpha() for c in parted["head"]) else [word]


@lru_cache(maxsize=4096)
def _find(text: str, index_id: int) -> tuple[str, int] | None:
    index = (_TITLE, _BOM, _REVISION)[index_id]
    key = plain(_IN_UNITS.sub("", text))
    if not key or len(key) > 40:
        return None
    if key in index:
        return index[key]
    if len(key) >= _FUZZY_FROM and key not in _OTHER and not key[-1].isdigit() and not _is_label_with_value(text):
        several = " " in text.strip()
        lost, gained = int(not several or text.endswith(_COLONS)), int(not several)  # "NOT" is no "NO" in several words
        known = _by_length(index_id)
        lengths = range(len(key) - gained, len(key) + lost + 1)
        alike = (one for length in lengths for one in known.get(length, ()) if _one_off(one[1], key))
        near = min(alike, default=None)
        if near is not None:
            return index[near[1]]
        near_in_length = (one for n in (-1, 0, 1) for _, one in known.get(len(key) + n, ()))
        like = get_close_matches(key, near_in_length, 1, _ALMOST) if len(key) >= _LONG else []
        if like:
            return index[like[0]]
    return _bilingual(text, index) or _in_two_scripts(text, index)


@cache
def _by_length(index_id: int) -> dict[int, list[tuple[int, str]]]:
    """By their length the labels that may be misread by a letter, with their places among all: the first one counts."""
    found: dict[int, list[tuple[int, str]]] = defaultdict(list)
    for place, known in enumerate((_TITLE, _BOM, _REVISION)[index_id]):
        if len(known) >= _FUZZY_FROM and known not in _EXACT:
            found[len(known)].append((place, known))
    return dict(found)


def _is_label_with_value(text: str) -> bool:
    """Whether a mark parts the words, or the last is one letter: the letter is a value, not part of a misread label."""
    words = text.split()
    marked = any(word.endswith(_MARKS) for word in words[:-1])
    return len(words) > 1 and (marked or len(plain(words[-1])) < 2)


def _bilingual(text: str, index: Mapping[str, tuple[str, int]]) -> tuple[str, int] | None:
    """A label in two languages: every part known, or one of two beside a slash ("Title / Otsikko")."""
    parts = [p for p in re.split(r"\s*[/|,(;]\s*", text.strip(" )")) if p]
    named = [index[plain(p)] for p in parts if plain(p) in index]
    unread = all(sum(c.isalpha() for c in p) >= _SCRIPT for p in parts)  # a script without a model gives odd letters
    if not 2 <= len(parts) <= 4 or (any(c.isdigit() for c in text) and not unread):
        return None
    enough = len(named) == len(parts) or (len(parts) == 2 and len(named) == 1 and re.search("[/|]", text))
    return named[0] if named and enough and len({field for field, _ in named}) == 1 else None


def _in_two_scripts(text: str, index: Mapping[str, tuple[str, int]]) -> tuple[str, int] | None:
    """A label in two scripts with nothing but a blank or brackets between them: "数量 QTY", "序号NO.", "日期<DATE>"."""
    parts = _two_scripts(text)
    named = [index[part] for part in parts if part in index]
    own = [found for found in named if found[0] != "other"]
    same = len(named) == 2 and len({field for field, _ in own}) == 1
    return min(own, key=lambda found: found[1]) if same else None


@lru_cache(maxsize=4096)
def _two_scripts(text: str) -> tuple[str, ...]:
    """The plain parts of a text in Latin letters and another script, one after the other; none of any other text."""
    letters = [
        (at, unicodedata.name(c, "").startswith(("LATIN", "FULLWIDTH LATIN")))
        for at, c in enumerate(text)
        if c.isalpha()
    ]
    seams = [after for (_, one), (after, other) in pairwise(letters) if one != other]
    return (plain(text[: seams[0]]), plain(text[seams[0] :])) if len(seams) == 1 else ()


def _whole(text: str, index: Mapping[str, tuple[str, int]]) -> Label | None:
    which = 0 if index is _TITLE else 1 if index is _BOM else 2
    found = _find(text, which)
    return Label(*found) if found else None


def _one_off(a: str, b: str) -> bool:
    """Whether one letter changed, added or lost makes one of the other; digits must agree."""
    if a[0] != b[0] and a[1:] != b[1:]:
        return False
    start = 0
    while start < min(len(a), len(b)) and a[start] == b[start]:
        start += 1
    rest_a, rest_b = a[start:], b[start:]
    return rest_a[1:] == rest_b[1:] or rest_a[1:] == rest_b or rest_a == rest_b[1:]
