"""The tokens of a callout: numbers, symbols and words, and the cursor that walks over them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from .symbols import normalise
from .words import NUMERALS, PHRASES, UNSPACED, meaning


class Token(NamedTuple):
    """One token. `kind` is NUM, WORD, TIMES, JUNK, FLAG, MARK, END, a meaning of words.py, or the symbol itself."""

    kind: str
    text: str
    glued: bool
    line: int
    value: float = 0.0
    decimals: int = 0
    fraction: bool = False

    @property
    def whole(self) -> bool:
        """Whether this is a number without decimals."""
        return self.kind == "NUM" and not self.decimals and not self.fraction


END: Final = Token("END", "", False, -1)

_LEXER: Final = re.compile(
    r"""
      (?P<SPACE>\s+)
    | (?P<JUNK>\d+(?:[.,]\d+){2,} | \d{1,4}/\d{1,2}/\d{2,4} | \d{4}-\d\d?-\d\d? | \d\d?-\d\d?-\d{4}
          | [^\W_]*_\w* | 0\d+(?![\d.,]))
    | (?P<FRACTION>(?:\d+[ -])?\d*[13579]/(?:2|4|8|16|32|64)(?![\d/]|[.,]\d))
    | (?P<NUM>\d+[.,]\d+|\.\d+|(?<![\w)]),\d+|\d+)
    | (?P<TIMES>(?<![A-Za-zÀ-ÖØ-öø-ɏΑ-ωЀ-ӿ])[xX]
          (?:(?![^\W\d_]|[A-Z])|(?=(?:[SC]?R\s?|MJ?|CH?|T[rR]|G|R[pc]|Ph)\.?\d|S⌀|(?i:dia)(?!\w))))
    | (?P<TERM>(?i:c[-./' ]?bore|c[-./' ]?s(?:ink|unk)|counter[- ]?(?:bored?|sink|sunk)|spot[- ]?faced?|[as]/f(?!\w)
          |prof\.(?=\d)|w/o?(?=\s|[^\W\d_]{2})|[а-яё]{2,}\.|кол-во|left-hand|(?:n[°º]|№|≈))
          |"""
    + "|".join(UNSPACED)
    + r""")
    | (?P<WORD>[A-Za-zÀ-ÖØ-öø-ɏΑ-ωЀ-ӿ]+(?:['.][A-Za-zÀ-ÖØ-öø-ɏ]+)*(?:\.(?!\d))?|[^\W\d_])
    | (?P<MARK>⟨[A-Z]{2,3}⟩)
    | (?P<FLAG>\*+|[Ⓐ-ⓩ①-⑳⓵-⓾❶-❿△▲▽▼◇◆☆★])
    | (?P<TAPER>[⌲∠])
    | (?P<SYMBOL>.)
    """,
    re.VERBOSE | re.DOTALL,
)


def _number(text: str, glued: bool, line: int) -> Token:
    whole, mark, decimals = text.replace(",", ".").partition(".")
    return Token("NUM", text, glued, line, float(f"{whole or 0}{mark}{decimals}"), len(decimals))


def _fraction(text: str, glued: bool, line: int) -> Token:
    *whole, part = text.replace("-", " ").split()
    above, below = part.split("/")
    if int(above) >= int(below):
        parted = [] if whole else list(_parted(above, int(below)))
        if len(parted) != 1:
            return Token("JUNK", text, glued, line)
        whole, above = parted[0]
    return Token("NUM", text, glued, line, int(above) / int(below) + sum(map(int, whole)), 0, True)


def _parted(digits: str, below: int) -> Iterator[tuple[list[str], str]]:
    """The whole and the numerator of inches that are printed without a blank between them: 31/4 is three and 1/4."""
    for at in range(1, len(digits)):
        whole, above = digits[:at], digits[at:]
        if above[0] != "0" and int(above) < below:
            yield [whole], above


def _token(name: str, text: str, glued: bool, line: int) -> Token:
    if name == "NUM":
        return _number(text, glued, line)
    if name == "FRACTION":
        return _fraction(text, glued, line)
    if name in {"WORD", "TERM"}:
        return Token(meaning(text), text, glued, line)
    return Token(text if name == "SYMBOL" else name, text, glued, line)


def tokenise(lines: Sequence[str]) -> list[Token]:
    """Cut `lines` into tokens; a token is glued when nothing stands between it and the one before."""
    tokens: list[Token] = []
    for number, line in enumerate(lines):
        glued = False
        text = normalise(line)
        for match in _LEXER.finditer(text):
            name = match.lastgroup or "SYMBOL"
            if name == "SPACE":
                glued = False
                continue
            tokens.append(_token(name, match[0], glued, number))
            glued = True
    return joined(_counted(tokens))


_PIECES: Final = frozenset({"WORD", "TIMES", "HAND", "OTHER", "UNIT", "CENTIMETRES", "NUMBER"})
"""Kinds that a piece of a letter-spaced word may have by itself."""

_APART: Final = frozenset({"WORD", "OTHER", "ASIDE", "STANDARD", "SEE", "LABEL"})
"""Kinds of words that are not put together from pieces."""

_LONGEST_WORD: Final = 12
"""Pieces that a letter-spaced word has at most."""


_SHORT_WORDS: Final = frozenset({"DP", "mm"})
"""Words of two letters that are put together from pieces."""


def joined(tokens: Sequence[Token]) -> list[Token]:
    """Join what makes one word: letter-spaced letters ("M AX", "T Y P") and phrases ("UP TO NEXT")."""
    out: list[Token] = []
    place = 0
    while place < len(tokens):
        size, kind = _phrase(tokens, place) or _spaced(tokens, place) or (1, tokens[place].kind)
        first = tokens[place]
        if kind == "CHAMFERS":
            kind = "COUNT" if out and out[-1].whole else "CHAMFER"
        if size > 1:
            between = " " if kind == _phrase_kind(tokens[place : place + size]) else ""
            first = first._replace(text=between.join(token.text for token in tokens[place : place + size]))
        out.append(first._replace(kind=kind))
        place += size
    return out


def _counted(tokens: Sequence[Token]) -> list[Token]:
    """The tokens, with the numbers that are written out before a comma and what they count, as figures and a sign."""
    out = list(tokens)
    for at, (word, follower) in enumerate(pairwise(tokens)):
        value = NUMERALS.get(word.text.upper())
        if value is None or follower.kind not in {"COUNT", ","}:
            continue
        out[at] = word._replace(kind="NUM", value=float(value))
        if follower.kind == ",":
            out[at + 1] = follower._replace(kind="TIMES")
    return out


def _phrase_kind(tokens: Sequence[Token]) -> str | None:
    return PHRASES.get(tuple(token.text.upper().rstrip(".") for token in tokens))


_FIRST_WORDS: Final = frozenset(words[0] for words in PHRASES)
"""With which phrases begin: nearly every token begins none."""


def _phrase(tokens: Sequence[Token], place: int) -> tuple[int, str] | None:
    """Say how many tokens make a phrase here, and what it means."""
    if tokens[place].text.upper().rstrip(".") not in _FIRST_WORDS:
        return None
    for size in range(min(4, len(tokens) - place), 0, -1):
        kind = _phrase_kind(tokens[place : place + size])
        if kind is not None:
            return size, kind
    return None


def _spaced(tokens: Sequence[Token], place: int) -> tuple[int, str] | None:
    """Say how many tokens are pieces of one known word of three letters or more, "D P" or "m m", and what it means."""
    text, line = "", tokens[place].line
    found: tuple[int, str] | None = None
    for size, token in enumerate(tokens[place : place + _LONGEST_WORD], 1):
        if token.line != line or token.kind not in _PIECES or not token.text.rstrip(".").isalpha():
            break
        text += token.text
        if size > 1 and (len(text) > 2 or text in _SHORT_WORDS) and (kind := meaning(text)) not in _APART:
            found = size, kind
    return found


class Cursor:
    """A place in a row of tokens; a rule that does not apply puts it back where it was."""

    __slots__ = ("_tokens", "at", "units")

    def __init__(self, tokens: Sequence[Token], units: str | None = None) -> None:
        self._tokens = tokens
        self.at = 0
        self.units = units

    def peek(self, ahead: int = 0) -> Token:
        """Show the token `ahead` of the cursor (END beyond the last)."""
        place = self.at + ahead
        return self._tokens[place] if 0 <= place < len(self._tokens) else END

    def last(self) -> Token:
        """Show the last token of all."""
        return self._tokens[-1] if self._tokens else END

    def take(self, *kinds: str) -> Token | None:
        """Take the next token, when it is of one of `kinds`."""
        token = self.peek()
        if token.kind not in kinds:
            return None
        self.at += 1
        return token

    def word(self, *texts: str, ahead: int = 0) -> bool:
        """Say whether the token `ahead` is printed exactly as one of `texts`."""
        return self.peek(ahead).text in texts

    def kinds(self, *wanted: str, ahead: int = 0) -> bool:
        """Say whether the next tokens are of the `wanted` kinds, in this order."""
        return all(self.peek(ahead + i).kind == kind for i, kind in enumerate(wanted))


_TIGHT_AFTER: Final = frozenset("⌀□⌒↧±+([≤≥#")
_TIGHT_BEFORE: Final = frozenset("°)]'\",;")
_STACK_HOLDERS: Final = _TIGHT_AFTER | {"R", "SR"}
_APART_BEFORE: Final = frozenset("±↧⌴⌵")
_APART_AFTER: Final = frozenset("⌴⌵")


def _separator(before: Token, token: Token) -> str:
    if before.kind in {"{", "}"} and token.kind not in _TIGHT_BEFORE:
        return " "
    if before.kind in _TIGHT_AFTER or token.kind in _TIGHT_BEFORE:
        return ""
    if before.text in {"R", "SR"} and token.kind == "NUM":
        return ""
    if (token.kind in _APART_BEFORE and before.kind != "(") or before.kind in _APART_AFTER:
        return " "
    return "" if token.glued else " "


def spell(tokens: Sequence[Token]) -> str:
    """Write the tokens on one line as labels spell a callout: stacks unfolded, a stacked fit with a slash."""
    parts: list[str] = []
    before = END
    for place, token in enumerate(tokens):
        if token.kind == "{":
            before = before if before is END or before.text in _STACK_HOLDERS else before._replace(kind="{")
        elif token.kind == "|":
            fit = place + 1 < len(tokens) and tokens[place + 1].text[:1].isalpha()
            parts.append("/" if fit else " ")
            before = END
        elif token.kind == "}":
            before = token
        else:
            parts.append(("" if before is END else _separator(before, token)) + token.text)
            before = token
    return " ".join("".join(parts).split())
