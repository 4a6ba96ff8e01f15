"""Photographs: pictures in which text seems to stand everywhere, and next to none of it can be read."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from ..detection.boxes import TextBox, crop
from ..picture.pixels import Grey
from .crop_readings import CropReading, read_crops
from .directions import first_direction

_MANY: Final = 150
"""Runs of text from which on a picture is asked: what is on few is soon read."""

_SAMPLE: Final = 96
"""Runs that are read to tell: of a sheet that is worn or full of pictures at least one in twenty says something."""

_SHARE: Final = 0.02
"""Of them, how many say something in grain, leaves and wires at most."""

_SURE: Final = 0.5
_SAYS: Final = re.compile(r"[^\W_].*[^\W_]")
"""Two letters or figures: a lone one is seen in many a stroke."""


class PhotographError(Exception):
    """A picture that is no sheet: it is not read further, which would take a minute and find nothing."""


def readings_of_sheet(picture: Grey, boxes: Sequence[TextBox]) -> dict[TextBox, CropReading]:
    """What some of many runs of text in a picture say, each in its first direction; nothing is read of few runs.

    Raises PhotographError if next to none of them can be read, and ModelMissingError.
    """
    if len(boxes) < _MANY:
        return {}
    some = [first_direction(box) for box in boxes[:: len(boxes) // _SAMPLE]]
    read = read_crops([crop(picture, box) for box in some])
    if sum(r.confidence >= _SURE and _SAYS.search(r.text) is not None for r in read) <= _SHARE * len(some):
        raise PhotographError
    return dict(zip(some, read, strict=True))
