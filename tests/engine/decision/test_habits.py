"""What a sheet does everywhere decides between two readings of one place."""

from __future__ import annotations

import pytest

from drawkit.engine.decision.habits import by_habit
from drawkit.engine.sheet import Word


def word(text: str, confidence: float = 1.0, *others: tuple[str, float]) -> Word:
    return Word(text, 0, 0, 10, 3, 0, confidence=confidence, read_from="recognised", alternatives=others)


BARE = [word(text) for text in ("±.02", ".015", ".50", "R.125", "±.008")]
ZEROS = [word(text) for text in ("0.02", "0.5", "±0.1", "0.25", "R0.4")]


@pytest.mark.parametrize(
    ("sheet", "seen", "best"),
    [
        (BARE, word("0.562", 0.57, ("⌀.562", 0.26)), "⌀.562"),
        (ZEROS, word("0.562", 0.57, ("⌀.562", 0.26)), "0.562"),
        (ZEROS, word("⌀.5", 0.5, ("0.5", 0.4)), "0.5"),
        (BARE, word("1.562", 0.9, (".562", 0.05)), "1.562"),
        ([], word("0.562", 0.57, ("⌀.562", 0.26)), "0.562"),
        (BARE, word("0.562", 0.99, ("⌀.562", 0.01)), "0.562"),
    ],
)
def test_the_reading_that_fits_the_sheet_comes_first(sheet: list[Word], seen: Word, best: str) -> None:
    found = by_habit([*sheet, seen])
    assert found[:-1] == sheet
    assert found[-1].text == best
    readings = [(seen.text, seen.confidence), *seen.alternatives]
    chances = [found[-1].confidence, *(chance for _, chance in found[-1].alternatives)]
    assert {found[-1].text, *(text for text, _ in found[-1].alternatives)} == {text for text, _ in readings}
    assert sum(chances) == pytest.approx(sum(chance for _, chance in readings))
    assert chances == sorted(chances, reverse=True)
