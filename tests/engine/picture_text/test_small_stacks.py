"""Deviations in small letters behind a size are read again by themselves."""

from __future__ import annotations

import numpy as np
import pytest

from drawkit.engine.detection.boxes import TextBox
from drawkit.engine.picture.pixels import Grey
from drawkit.engine.picture_text.contest import Entry
from drawkit.engine.picture_text.crop_readings import CropReading
from drawkit.engine.picture_text.small_stacks import with_small_stacks
from drawkit.engine.recognition.reading import Reading

PAPER = np.full((100, 300), 255, np.uint8)
BOX = TextBox(100, 50, 100, 20, 0.0)


def told(seen: str, head: str, tail: str, chance: float = 0.7) -> list[str]:
    """What stands in a box in which the callout reader said `seen`, and of whose parts it says these."""
    places = tuple((k + 0.5) / len(seen) for k in range(len(seen)))
    said = {BOX: {BOX: Reading(seen, 0.9, 0.6, places)}}
    found: list[Entry] = [(0.8, BOX, CropReading(seen.replace("\ufffd", ""), 0.8, "callouts"))]
    answers = iter((head, tail))

    def read(crops: list[Grey]) -> list[CropReading]:
        text = next(answers)
        return [CropReading(text, chance, "callouts") for _ in crops]

    return [e[2].text for e in with_small_stacks(PAPER, found, said, read)]


def test_an_unknown_sign_behind_a_size_may_be_its_deviations() -> None:
    assert told("22,5\ufffd", "22,5", "{-0,01|-0,05}") == ["22,5{-0,01|-0,05}"]
    assert told("4x⌀5\ufffd0", "4 x ⌀5", "{+0.15|-0.01}") == ["4 x ⌀5{+0.15|-0.01}"]


@pytest.mark.parametrize(
    ("seen", "head", "tail"),
    [
        ("22,5\ufffd", "22,5", "{-0,|-0,}"),  # cut
        ("22,5\ufffd", "22,6", "{-0,01|-0,05}"),  # another size
        ("22,5\ufffd", "22,5", "mm"),
        ("22,5", "22,5", "{-0,01|-0,05}"),  # nothing unknown
    ],
)
def test_other_signs_are_none(seen: str, head: str, tail: str) -> None:
    assert told(seen, head, tail) == [seen.replace("\ufffd", "")]
    assert told("22,5\ufffd", "22,5", "{-0,01|-0,05}", chance=0.4) == ["22,5"]
