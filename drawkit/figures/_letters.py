"""Drawing text that no font may spoil: hostile markup stays text, missing letters become ones that exist."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from matplotlib import font_manager

_STAND_INS: Final = {
    "⌴": "⊔",
    "⌵": "∨",
    "⌭": "/○/",
    "⌖": "⊕",
    "◎": "⊚",
    "\n": " ",
    "\t": " ",
} | {chr(0x24B6 + i): f"({chr(65 + i)})" for i in range(26)}


@lru_cache(maxsize=1)
def _known() -> frozenset[int]:
    font = font_manager.get_font(font_manager.findfont(font_manager.FontProperties()))
    return frozenset(font.get_charmap())


def printable(text: str, longest: int = 200) -> str:
    """Replace letters that the figure's font lacks, so that no warning and no empty box comes of them."""
    known = _known()
    shown = "".join(c if ord(c) in known else _STAND_INS.get(c, "▯" if c.isprintable() else " ") for c in text)
    return shown if len(shown) <= longest else shown[: longest - 1] + "…"
