"""The characters that the Cyrillic net tells apart."""

from __future__ import annotations

from typing import Final

from drawkit.engine.training.cyrillic.texts import text
from drawkit.engine.training.readers.script import Script

ALPHABET: Final = (
    " 0123456789.,+-±°⌀x()/:'\"=_%;*№«»!?"
    "АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдежзийклмнопрстуфхцчшщъыьэюяЁёІіЇїЄєҐґ"
    "DFGIJLNQRSUVWZbdfghijklmnqrstuvwz"
)
_ALIKE: Final = str.maketrans("ABCEHKMOPTXYaceopxy×–—", "АВСЕНКМОРТХУасеорхуx--")
_FACES: Final = (
    *(("osifont", 8.0), ("lc_opengost", 8.0), ("OpenGost", 8.0), ("unicode", 4.0), ("azomix", 1.0)),
    *(("cyrillic_ii", 1.0), ("Liberation", 0.3), ("Nimbus", 0.1), ("DejaVuSans", 0.15), ("DejaVuSerif", 0.05)),
    *(("URWGothic", 0.2), ("kst32b", 1.0), ("P052", 0.1), ("C059", 0.05), ("NotoSansMono", 0.2)),
)


def label(drawn: str) -> str:
    """What the net shall say for a drawn text: Latin letters that look like Cyrillic ones are these."""
    return drawn.translate(_ALIKE)


CYRILLIC: Final = Script(ALPHABET, text, label, nothing=0.05, leaning=0.4, widest=640, faces=_FACES)
