"""A Cyrillic letter beside a sign: each reader knows one of both, and they are told together."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

from drawkit.engine.picture_text import unknown_letters
from drawkit.engine.picture_text.unknown_letters import with_letters_told
from drawkit.engine.recognition.reading import UNKNOWN, Reading

CROP = np.full((30, 60), 255, np.uint8)


def told(monkeypatch: pytest.MonkeyPatch, text: str, *letters: str, placed: bool = True) -> str | None:
    """What is told of a crop that the callout reader reads so, and the word reader's words of its parts."""
    asked: list[tuple[int, ...]] = []

    def read(crops: list[np.ndarray]) -> list[Reading]:
        asked.extend(crop.shape for crop in crops)
        return [Reading(letter, 0.9) for letter in letters]

    monkeypatch.setattr(unknown_letters, "words", lambda: SimpleNamespace(read=read))
    places = tuple((k + 0.5) / len(text) for k in range(len(text))) if placed else ()
    found = with_letters_told(CROP, Reading(text, 0.9, 0.9, places))
    assert all(wide == CROP.shape[1] // len(text) for _, wide in asked)
    return None if found is None else found.text


@pytest.mark.parametrize(
    ("text", "letters", "said"),
    [
        (f"{UNKNOWN}Ⓜ", ["Б"], "БⓂ"),
        (f"{UNKNOWN}-{UNKNOWN}", ["Б", "Д"], "Б-Д"),
        (f"{UNKNOWN}Ⓜ", ["E"], None),  # a Latin letter it would know
        (f"{UNKNOWN}Ⓜ", [""], None),
        (f"{UNKNOWN}Ⓜ", ["БД"], None),
        (UNKNOWN, ["Б"], None),  # nothing but such letters: a word
        ("AⓂ", [], None),
        (f"{UNKNOWN}-{UNKNOWN}-A", ["Б", "Д"], None),  # longer than a datum
    ],
)
def test_letters_that_one_reader_does_not_know_the_other_one_tells(
    monkeypatch: pytest.MonkeyPatch, text: str, letters: list[str], said: str | None
) -> None:
    assert told(monkeypatch, text, *letters) == said
    assert told(monkeypatch, text, *letters, placed=False) is None
