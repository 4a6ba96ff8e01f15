"""Numbers of a chain that were found as one run are read one by one, where their figures stand far apart."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from drawkit.engine.detection.boxes import TextBox
from drawkit.engine.picture.pixels import Grey
from drawkit.engine.picture_text import chains
from drawkit.engine.picture_text.chains import sizes_apart, with_chains_parted, words_apart
from drawkit.engine.picture_text.contest import Entry
from drawkit.engine.picture_text.crop_readings import CropReading
from drawkit.engine.recognition.reading import Reading

PAPER = np.full((200, 600), 255, np.uint8)
STEP = 10.0


class Reader:
    """A reader of callouts that tells where the characters of a text stand, in steps, in a run of 20 of them."""

    def __init__(self, text: str, places: list[float]) -> None:
        self.said = Reading(text, 0.9, 0.9, tuple(p / 20 for p in places))

    def read(self, crops: list[Grey]) -> list[Reading]:
        return [self.said for _ in crops]


def parted(
    monkeypatch: pytest.MonkeyPatch, text: str, places: list[float], parts: list[str], chance: float = 0.95
) -> list[str]:
    """What a run is told as, the parts of which read so."""
    monkeypatch.setattr(chains, "callouts", lambda: Reader(text, places))
    left = iter(parts)

    def read(crops: list[Grey]) -> list[CropReading]:
        return [CropReading(next(left), chance, "callouts") for _ in crops]

    entry: Entry = (0.9, TextBox(300, 100, 20 * STEP, 16, 0.0), CropReading(text, 0.9, "callouts"))
    return [e[2].text for e in with_chains_parted(PAPER, [entry], read)]


def test_a_head_read_as_a_sign_parts_two_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    assert parted(monkeypatch, "20+20", [1, 2, 4, 7, 8], ["20", "20"]) == ["20", "20"]


def test_heads_read_as_a_lower_and_an_upper_sign_part_numbers_however_small(monkeypatch: pytest.MonkeyPatch) -> None:
    places = [1, 2, 5, 6, 7.5, 9, 10, 11.5, 13, 14]
    parts = ["30", "15", "15", "15"]
    assert parted(monkeypatch, "3015-15+15", places, parts) == parts


def test_numbers_far_apart_are_parted_without_a_sign_too(monkeypatch: pytest.MonkeyPatch) -> None:
    assert parted(monkeypatch, "202020", [1, 2, 5, 6, 9, 10], ["20", "20", "20"]) == ["20", "20", "20"]


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("20+0.1", [1, 2, 5, 6, 6.5, 7]),  # a deviation is far smaller than its size
        ("14-15", [1, 2, 3, 4, 5]),  # the ends of a size: a dash has no more than its own room
        ("-0.1+0.2", [1, 2, 3, 4, 7, 8, 9, 10]),
        ("2⌀2.20", [1, 4, 5, 5.6, 6.4, 7.2]),  # a number before it, the dash of which is lost
        ("R48.62", [1, 3, 4, 4.5, 5.5, 6.5]),
        ("3.5±1", [1, 1.7, 2.4, 3.4, 4.6]),  # points take less room than figures, signs more
        ("30.09.2022", [1, 2, 2.8, 3.6, 4.6, 5.4, 6.2, 7.2, 8.2, 9.2]),
        ("112,0 +0,2 0", [1, 2, 3, 3.5, 4, 5, 7, 8, 8.5, 9, 11, 12]),  # deviations, the lower one of nothing
        ("37 0 -0.2", [1, 2, 3, 4, 5, 7, 8, 8.5, 9]),
        ("THRU", [1, 2, 3, 4]),
    ],
)
def test_one_size_stays_one(monkeypatch: pytest.MonkeyPatch, text: str, places: list[float]) -> None:
    assert parted(monkeypatch, text, places, ["9"] * 9) == [text]


def test_numbers_of_a_chain_may_have_deviations(monkeypatch: pytest.MonkeyPatch) -> None:
    places = [1, 2, 3.2, 4.4, 7.4, 8.4, 9.6, 10.8]
    assert parted(monkeypatch, "12±112±1", places, ["12±1", "12±1"]) == ["12±1", "12±1"]


def test_parts_that_are_no_numbers_or_not_sure_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    run: tuple[Any, ...] = ("20+20", [1, 2, 4, 7, 8])
    assert parted(monkeypatch, *run, ["20", "x"]) == ["20+20"]
    assert parted(monkeypatch, *run, ["20", "20"], 0.5) == ["20+20"]


def test_what_is_no_size_is_parted_though_its_numbers_are_only_likely(monkeypatch: pytest.MonkeyPatch) -> None:
    run: tuple[Any, ...] = (".0625—R.03125", [1, 1.6, 2.2, 2.8, 3.4, 5.5, 8, 8.6, 9.2, 9.8, 10.4, 11, 11.6])
    parts = [".0625", "R.03125"]
    assert parted(monkeypatch, *run, parts, 0.5) == parts
    assert parted(monkeypatch, *run, parts, 0.3) == [".0625—R.03125"]


@pytest.mark.parametrize(
    ("text", "ends"),
    [
        *(("⌀43⌀30", [3.0]), ("⌀43⌀30{+0.2|0}", [3.0]), (".5⌀3", []), ("⌀.5⌀3", [3.0]), ("R.5R3", [3.0])),
        *(("⌀8H7⌀20", [4.0]), ("M6x1-6g⌀5", [7.0]), ("⌀2.1⌀{1.52|1.51}", [4.0]), ("⌀2.1°{1.52|1.51}", [4.0])),
        *(("⌀9⌴⌀15", []), ("4 ⌀35", []), ("2x⌀5.0", []), ("R5 TYP", []), ("90°{0|-1}", []), ("M6⌀5THRU", [])),
    ],
)
def test_the_boxes_of_sizes_in_one_run_meet_between_them(text: str, ends: list[float]) -> None:
    places = tuple((k + 0.5) / 20 for k in range(len(text)))
    box = TextBox(100, 50, 200, 30, 0)
    found = sizes_apart([(0.9, box, CropReading(text, 0.9, "callouts", places=places))])
    bounds = [(part.bounds[0], part.bounds[2]) for part in found]
    cuts = [0.0, *(10 * end for end in ends), 200.0]
    assert bounds == ([pytest.approx(pair) for pair in pairwise(cuts)] if ends else [])


@pytest.mark.parametrize(
    ("text", "chance", "ends"),
    [
        ("DAN BY:Alvarez", 0.2, [4, 7]),
        ("DAN Alvarez", 0.2, [4]),
        ("DAN BY:Alvarez", 0.3, []),
        ("12 5:25 3", 0.2, []),
        ("-040", 0.2, [1]),
        ("+⌀40", 0.2, [1]),
        ("1⌀0.80", 0.1, [1]),
        ("1⌀0.80", 0.5, []),
        ("-0.2", 0.2, []),
    ],
)
def test_the_words_of_a_run_that_is_not_believed_are_looked_at_one_by_one(
    text: str, chance: float, ends: list[float]
) -> None:
    places = tuple((k + 0.5) / 20 for k in range(len(text)))
    box = TextBox(100, 50, 200, 30, 0)
    found = words_apart([(chance, box, CropReading(text, chance, "words", places=places))])
    cuts = [0.0, *(10 * end for end in ends), 200.0]
    bounds = [(part.bounds[0], part.bounds[2]) for part in found]
    assert bounds == ([pytest.approx(pair) for pair in pairwise(cuts)] if ends else [])
