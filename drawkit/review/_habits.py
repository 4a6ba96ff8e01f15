"""How people type what drawings print: letters for symbols, and small ones for capitals.

Only what is known to be a dimension, a frame or a texture is spelled so: on a sheet the same letters say other things.
"""

from __future__ import annotations

import re
from typing import Final

_LETTERS: Final = re.compile(
    r"(?P<count>\s*\d{1,3}\s*[xX×]\s*)?(?P<sphere>[sS])?"
    r"(?:(?P<capital>r|(?<![sS])m)|[dD]|[pP]hi)\s*(?=[.,]?\d)"
)
_SINK: Final = re.compile(r"(?:(?<=[A-Za-z⌴⌵]\s)|(?<=[⌴⌵]))[dD](?=[.,]?\d)")
"""A letter for ⌀ behind a word: "csk d12". Behind a number it is a fit: "25 d9"."""
_DIAMETER: Final = re.compile(r"\b(?:dia(?:m(?:eter)?)?|phi)\.?\s*(?=[.,]?\d)", re.IGNORECASE)
_PARAMETER: Final = re.compile(r"\b(?P<family>[rw])(?P<name>[azqtpv]|max)(?=[\s=]*[.,]?\d)", re.IGNORECASE)


def as_dimension(text: str) -> str:
    """Spell a typed dimension as sheets do: "r5" as R5, "4x m6" as 4x M6, "d12" and "phi 12" as ⌀12."""
    text = _SINK.sub("⌀", text)
    found = _LETTERS.match(text)
    if found is None:
        return text
    letter = (found["capital"] or "⌀").upper()
    return f"{found['count'] or ''}{(found['sphere'] or '').upper()}{letter}{text[found.end() :]}"


def as_frame(text: str) -> str:
    """Spell a typed frame as sheets do: "position dia 0.1 A" with ⌀ before the zone's width."""
    return _DIAMETER.sub("⌀", text)


def as_texture(text: str) -> str:
    """Spell the parameter of a typed texture as ISO 21920-2 does: "ra 3.2" as Ra 3.2."""
    return _PARAMETER.sub(lambda found: found["family"].upper() + found["name"].lower(), text)
