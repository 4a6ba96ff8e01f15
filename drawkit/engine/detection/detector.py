"""Finds the runs of text in a picture: those that the finder sees, and rows of letters where it sees some."""

from __future__ import annotations

from typing import Final

from ..budget import check, keeping, stage
from ..picture.letters import LegibleView, legible
from ..picture.pixels import Grey
from .boxes import TextBox
from .deviation_stacks import deviation_stacks
from .finder import glance
from .fraction_boxes import fraction_boxes
from .letter_rows import letter_rows
from .levelled import levelled
from .list_numbers import with_list_numbers
from .tight_boxes import tightened

_SHARE: Final = 0.8
"""Of the time that is left for finding text, what the finder's look may take."""


def detect(picture: Grey, dpi: float, view: LegibleView | None = None) -> list[TextBox]:
    """Boxes around the runs of text, in pixels of `picture`, each with its reading direction.

    `picture` has white paper (see `picture.prepare`); `view` is `legible` of it where that is known already. Raises
    ModelMissingError.
    """
    view = view or legible(picture, dpi)
    letters = view.letters
    if len(letters.boxes) == 0:
        return []
    with stage(_SHARE):
        seen = glance(view.picture, letters, letters.reach)
    found = list(seen.boxes)
    with keeping("text by its ink"):  # what the finder saw is found
        found = with_list_numbers(found)
    found = tightened(levelled(found, letters), letters)
    surely = [box for box in found if not box.unsure]
    with keeping("text by its ink"):
        found += deviation_stacks(surely)
        found += fraction_boxes(letters)
        check()
        found += letter_rows(seen.shown(letters), view.shape, surely)
    return [b.scaled(1 / view.factor) for b in found]
