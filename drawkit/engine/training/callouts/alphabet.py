"""The characters that the callout net tells apart."""

from __future__ import annotations

import re
from typing import Final

from drawkit.engine.recognition.reading import UNKNOWN
from drawkit.engine.training.callouts.grammar import CHARACTERISTICS, callout
from drawkit.engine.training.callouts.phrases import LETTERS
from drawkit.engine.training.readers.script import Script

# New characters go to the end: weights of an older net then stay in their places.
_KNOWN: Final = (
    "0123456789.,+-±°⌀x()/:'\"|=_#&%;<>@*□√²µ"
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwyzäöüß"
    f"{CHARACTERISTICS}ⓂⓁⓅ↧⌴⌵"
    "[]ⒻⓈⓉⓊⒺⓇ"
)
ALPHABET: Final = "".join(dict.fromkeys(f"{_KNOWN} !?{LETTERS}{UNKNOWN}"))
_WRITTEN: Final = str.maketrans({"×": "x", "–": "-", "—": "-", "’": "'"})
_WORD: Final = re.compile(r"[^\W\d_]{2}|[\u0400-\u04ff\u3041-\u30ff\u3400-\u9fff]")
_COUNT: Final = re.compile(r"(?<=\d) (?=\d{1,3}[xX]$)")
_TIGHT: Final = re.compile(r"(?<=[⌀□±↧⌴⌵√]) | (?=[±°↧⌴⌵])|(?<=^[+-]) ")
_TIMES: Final = re.compile(r"(?<=[\d°]) ?([xX]) ?(?=[\d⌀])")
_FOREIGN: Final = re.compile(r"[\u0400-\u04ff\u3041-\u30ff\u3400-\u9fff]")


def label(text: str) -> str:
    """What the net shall say for a drawn text: one sign for every multiplication sign; blanks where there are words.

    In callouts without words no two systems set alike blanks, which mean nothing but in front of a count at the end.
    """
    bare = " ".join(text.translate(_WRITTEN).split())
    if _WORD.search(bare):
        return _FOREIGN.sub(UNKNOWN, _TIMES.sub(r"\1", _TIGHT.sub("", bare)))
    return _COUNT.sub("\n", bare).replace(" ", "").replace("\n", " ")


CALLOUTS: Final = Script(ALPHABET, callout, label, nothing=0.2, leaning=0.14, widest=640)
"""What stands on drawings: random callouts after ISO 129-1, ISO 286, ISO 1101, ISO 6410-1, ISO 21920-1 and ASME Y14.5,
and words of the languages of Europe that write Latin letters.

`|` parts the compartments of a feature control frame.
"""
