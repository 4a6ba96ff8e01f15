"""How far a reading can be trusted, in three words: its confidence is the share of right ones among its like."""

from __future__ import annotations

from typing import Final, Literal

Trust = Literal["sure", "likely", "look"]

SURE_FROM: Final = 0.9
"""From here on a reading is called sure: at most one of ten is wrong."""
LIKELY_FROM: Final = 0.7
"""From here on a reading is likely; below, three or more of ten are wrong: look at the sheet."""


def trust_of(confidence: float) -> Trust:
    """Say how far a reading of this confidence can be trusted: "sure", "likely", or "look" at the sheet."""
    if confidence >= SURE_FROM:
        return "sure"
    return "likely" if confidence >= LIKELY_FROM else "look"
