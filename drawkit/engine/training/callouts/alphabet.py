"""The characters that the callout net tells apart."""

from __future__ import annotations

from typing import Final

from drawkit.engine.training.callouts.grammar import CHARACTERISTICS, callout
from drawkit.engine.training.readers.script import Script

# New characters go to the end: weights of an older net then stay in their places.
ALPHABET: Final = (
    "0123456789.,+-±°⌀x()/:'\"|=_#&%;<>@*□√²µ"
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwyzäöüß"
    f"{CHARACTERISTICS}ⓂⓁⓅ↧⌴⌵"
    "[]ⒻⓈⓉⓊⒺⓇ"
)
_WRITTEN: Final = str.maketrans({"×": "x", " ": None})


def label(text: str) -> str:
    """What the net shall say for a drawn text: no spaces, one sign for every multiplication sign."""
    return text.translate(_WRITTEN)


CALLOUTS: Final = Script(ALPHABET, callout, label, nothing=0.22, leaning=0.14, widest=512)
