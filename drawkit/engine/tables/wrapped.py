"""Texts of cells that were broken inside a word because the word is wider than its cell."""

from __future__ import annotations

from collections.abc import Sequence

from ..layout.cells import join_wrapped
from ..text.lines import Line

_SPARE = 2.0  # letters: a line that was broken inside a word leaves less than this free


def wrapped_text(lines: Sequence[Line], width: float) -> str:
    """The lines of a cell `width` points wide as one text; parts of a name such as "cover_pla" "te_left" are joined.

    Names with underscores have no blanks, so that one which fills its line and goes on was broken for want of room.
    Words are not joined so: what looks like the end of one may be the next.
    """
    texts: list[str] = []
    for last, line in zip([None, *lines], lines, strict=False):
        if last is not None and _is_broken(last, line, width):
            texts[-1] += line.text
        else:
            texts.append(line.text)
    return join_wrapped(texts)


def _is_broken(last: Line, line: Line, width: float) -> bool:
    name = last.text
    if "_" not in name or " " in name or name.endswith("_") or not (name[-1:].isalnum() and line.text[:1].isalnum()):
        return False
    letter = last.word.length / len(name)
    whole = last.word.length + letter * len(line.text.split()[0])
    return last.word.length > width - _SPARE * letter and whole > width
