"""What seems to be Chinese on a sheet that shows no such word is hatching."""

from __future__ import annotations

import numpy as np

from drawkit.engine.detection.boxes import TextBox
from drawkit.engine.picture_text.contest import Entry
from drawkit.engine.picture_text.crop_readings import CropReading
from drawkit.engine.picture_text.script_heard import in_its_script

PAPER = np.full((100, 400), 255, np.uint8)


def told(*said: tuple[str, float]) -> list[str]:
    found: list[Entry] = [
        (sure, TextBox(50 + 90 * k, 50, 80, 20, 0.0), CropReading(text, sure, "words"))
        for k, (text, sure) in enumerate(said)
    ]
    return [reading.text for _, _, reading in in_its_script(PAPER, found)]


def test_a_stray_ideograph_that_is_hardly_believed_is_none() -> None:
    assert told(("臣双至", 0.29), ("⌀8", 0.9)) == ["⌀8"]
    assert told(("臣", 0.4), ("12", 0.3)) == ["12"]


def test_a_sheet_that_surely_shows_such_words_keeps_all_of_them() -> None:
    assert told(("臣双至", 0.29), ("材料", 0.9)) == ["臣双至", "材料"]
    assert told(("材料", 0.6)) == ["材料"]


def test_a_sign_beside_figures_is_left() -> None:
    assert told(("8-⌀2 貫通", 0.4)) == ["8-⌀2 貫通"]
