"""One spelling for the characters drawings use: what is printed in many ways reads in one."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

_SAME: Final[dict[str, str]] = {
    "-": "−–—‐‑‒―﹣",
    "x": "×✕✖⨯╳",
    "/": "⁄∕",
    '"': "″”“„〃",
    "'": "′’‘´`",
    "⌀": "∅⦰",
    "⌴": "⊔⎵␣⨆",
    "*": "∗✱＊⁎",
    "⌲": "⌳▷▶▻►◁◀◅◄⊳⊲",
    "⌵": "∨⋁﹀",
    "↧": "⤓↡⭳↓",
    "□": "◻☐▢⬜◽",
    "⌒": "⏜◠⌢",
    "≤": "≦⩽",
    "≥": "≧⩾",
    ", ": "、",
    "(": "（",
    ")": "）",
    " ": "\u3000\u00a0\u2002\u2003\u2007\u2009\u200a\u202f",
    "": "\u200b\u200c\u200d\u2060\ufeff\u00ad",
}
_TABLE: Final = str.maketrans(
    {code + 0xFEE0: chr(code) for code in range(0x21, 0x7F)}
    | {ord(other): one for one, others in _SAME.items() for other in others}
)

_CODES: Final[dict[str, str]] = {
    # control codes of AutoCAD's text and SolidWorks' symbol names
    "%%c": "⌀",
    "%%d": "°",
    "%%p": "±",
    "<mod-diam>": "⌀",
    "<mod-deg>": "°",
    "<mod-pm>": "±",
    "<hole-depth>": "↧",
    "<hole-spot>": "⌴",
    "<hole-sink>": "⌵",
}

# Ø ø and the Greek phi are letters too: they are a diameter before a number or when they stand alone.
_REWRITE: Final = re.compile(
    r"""
      (?P<code>%%[cdpCDP]|<(?:mod|hole|MOD|HOLE)-[A-Za-z]+>)
    | (?P<diameter>(?<![A-RT-WYZa-wyzÀ-ÖÙ-öù-ɏ])[ØøΦφϕ](?=\s*[\d.,])|(?<!\w)[ØøΦφϕ](?!\w))
    | (?P<twice>⌀(?:\s?⌀)+)
    | (?P<sphere>(?<![^\W_])S0(?=[1-9]\d*[.,]\d))
    | (?P<plusminus>\+\s?/\s?-|\+-)
    | (?P<degree>(?<=\d)\s?[º˚∘◦])
    | (?P<span>\s*(?:\.{2,}|…)\s*)
    | (?P<seconds>(?<=\d)'')
    | (?P<bore>└\s?┘|\|_+\||L_+J(?=\s*⌀)|(?<!\w)[LUJШЩ凵」](?=\s?⌀\s?[\d.,]))
    | (?P<sink>(?<!\w)[VvУу](?=\s?⌀)|\\/(?=\s?⌀))
    | (?P<square>(?<![^\W\d])[口囗](?=\s?\d)|(?<=\d)\s?[口囗](?!\w))
    | (?P<radius>(?<!\w)(?:\d+\s?[xX]\s?)?R\s?=\s?(?=[\d.,]))
    | (?P<star>(?<=[\d⌀(])\*(?=(?:S?⌀|S?R|M|C)?\.?\d)|(?<=\d)\s\*\s(?=(?:S?⌀|S?R|M|C)?\.?\d))
    | (?P<times>(?<=[\d\s])[хХ](?=\.?[\s\d⌀RМM]))
    | (?P<latin>(?<![а-яёА-ЯЁ])[АВЕКМНРСТ](?=\s?[⌀\d])|(?<=\d)[АВЕКНРСТеах](?=\d|\b(?!\.)))
    | (?P<three>(?<!\w)[Зз](?=\s?(?:отв|[0OoОо][TtТт][BbВв])))
    | (?P<holes>(?<=\d)\s?[0OoОо][TtТт][BbВв]\.?(?=\s?[⌀MМ])|(?<=\d\s)[0O]TB(?!\w))
    | (?P<grade>(?<!\w)M\d{1,2}(?:[.,]\d)?(?:x\d(?:[.,]\d{1,2})?)?-[468]9(?![\w.,]))
    | (?P<class>(?<=\d[ABGHefgh])[xX](?=\s?[\d.]))
    | (?P<unit>(?<=\d)\s?mm(?=(?:JS|js|[A-Za-z])\d{1,2}(?!\w)))
    | (?P<fraction>[¼-¾⅐-⅞])
    | [<〈＜](?P<mark>[A-Z]{2,3})[>〉＞]
    """,
    re.VERBOSE,
)
_LATIN: Final = str.maketrans("АВЕКМНРСТеах", "ABEKMHPCTeax")
"""Cyrillic letters and the Latin ones they look like."""

_WITHIN: Final = {"radius": ("=", ""), "star": ("*", "x")}
"""What is replaced within what was found."""

_FIXED: Final = {
    "diameter": "⌀",
    "twice": "⌀",
    "sphere": "S⌀",
    "plusminus": "±",
    "degree": "°",
    "seconds": '"',
    "span": " … ",
    "times": "x",
    "bore": "⌴",
    "sink": "⌵",
    "square": "□",
    "three": "3",
    "holes": " отв. ",
    "class": " x",
    "unit": " mm ",
}


def _rewrite(match: re.Match[str]) -> str:
    name = match.lastgroup or ""
    if name == "code":
        return _CODES.get(match[0].lower(), match[0])
    if name == "latin":
        return match[0].translate(_LATIN)
    if name == "mark":
        return f"⟨{match['mark']}⟩"
    if name in _WITHIN:
        return match[0].replace(*_WITHIN[name])
    if name == "fraction":
        plain = unicodedata.normalize("NFKC", match[0]).replace("⁄", "/")
        before = match.string[match.start() - 1 : match.start()]
        return f" {plain}" if before.isdigit() else plain
    return f"{match[0][:-1]}g" if name == "grade" else _FIXED[name]


def normalise(text: str) -> str:
    """Spell the symbols of `text` in one way, on one line, with single spaces; the same again changes nothing.

    Ø ∅ φ become ⌀ where they are a diameter, as does the 0 of S01.250, which pads no value; dashes become "-", × "x" (a
    printed X stays, its case says nothing),
    "+/-" and "+-" ±, º and ˚ behind a digit °, primes ' and ", full-width forms and vulgar fractions plain, the 9 of a
    thread's grade -69 a g (ISO 965-1), Cyrillic letters beside a number the Latin ones they look like, OTB behind a
    quantity "отв." (holes) as which a reader of Latin letters sees it, З before it 3, "<ST>" ⟨ST⟩, 口 beside a number
    □. Codes of CAD text such as %%c are replaced by what they print. The x behind the class of a thread and the class
    of a fit behind a unit stand apart.
    """
    if not text.isascii():
        text = text.translate(_TABLE)
    plain = " ".join(_REWRITE.sub(_rewrite, text).split())
    return plain if plain == text else normalise(plain)
