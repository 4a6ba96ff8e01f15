"""What a sheet does everywhere decides between two readings of one place."""

from __future__ import annotations

import pytest

from drawkit.engine.decision.habits import by_habit, ended, joins_by_dash, reweighed
from drawkit.engine.sheet import Word
from drawkit.engine.text.lines import Line


def word(text: str, confidence: float = 1.0, *others: tuple[str, float]) -> Word:
    return Word(text, 0, 0, 10, 3, 0, confidence=confidence, read_from="recognised", alternatives=others)


BARE = [word(text) for text in ("±.02", ".015", ".50", "R.125", "±.008")]
ZEROS = [word(text) for text in ("0.02", "0.5", "±0.1", "0.25", "R0.4")]


STARS = [word(text) for text in ("120*", "396*", "2,5*", "* Размеры для справок")]
ANGLES = [word(text) for text in ("30°", "2x45°", "120°")]


@pytest.mark.parametrize(
    ("sheet", "seen", "best"),
    [
        (STARS, word("45°", 0.5, ("45*", 0.4)), "45*"),
        ([*STARS, *ANGLES], word("45°", 0.8, ("45*", 0.2)), "45°"),
        (ANGLES, word("45*", 0.5, ("45°", 0.4)), "45°"),
        (STARS, word("118,5x", 0.95, ("118,5*", 0.05)), "118,5*"),
        ([word("*"), word("Maße")], word("118,5x", 0.95, ("118,5*", 0.05)), "118,5*"),
        (STARS, word("2x", 0.9, ("2*", 0.1)), "2x"),
        (STARS, word('32"', 0.7, ("32*", 0.3)), "32*"),
        ([], word('1.5"', 0.7, ("1.5*", 0.3)), '1.5"'),
        ([], word("45°", 0.5, ("45*", 0.4)), "45°"),
        ([], word("405°", 0.8, ("405*", 0.2), ("4050", 0.1)), "405*"),
        (ANGLES, word("405°", 0.96, ("405*", 0.04), ("4050", 0.04)), "405*"),
        (ANGLES, word("R45°", 0.9, ("R45*", 0.1)), "R45*"),
        (ANGLES, word("4x⌀30,5°", 0.9, ("4x⌀30,5*", 0.1)), "4x⌀30,5*"),
        (ANGLES, word("C2x45°", 0.9, ("C2x45*", 0.1)), "C2x45°"),
        (ANGLES, word("191°", 0.95, ("191*", 0.095), ("1910", 0.095)), "191°"),
        (STARS, word("450", 0.8, ("45*", 0.2)), "450"),
        (BARE, word("5625", 0.65, (".5625", 0.35)), ".5625"),
        (BARE, word("5625", 0.65, ("5.6125", 0.35)), "5625"),
        (BARE, word("125", 0.6, ("125°", 0.35)), "125"),
        ([word(t) for t in ("120", "250", "300", "12.5")], word("30.13", 0.9, ("3013", 0.1)), "30.13"),
        ([word(t) for t in ("120", "250", "300", "12.5")], word("125", 0.6, ("12.5", 0.4)), "125"),
        (BARE, word("0.562", 0.57, ("⌀.562", 0.26)), "⌀.562"),
        (ZEROS, word("0.562", 0.57, ("⌀.562", 0.26)), "0.562"),
        (ZEROS, word("⌀.5", 0.5, ("0.5", 0.4)), "0.5"),
        (BARE, word("1.562", 0.9, (".562", 0.05)), "1.562"),
        ([], word("0.562", 0.57, ("⌀.562", 0.26)), "0.562"),
        (BARE, word("0.562", 0.99, ("⌀.562", 0.01)), "0.562"),
    ],
)
def test_the_reading_that_fits_the_sheet_comes_first(sheet: list[Word], seen: Word, best: str) -> None:
    found = by_habit([*sheet, seen], [*sheet, seen])
    assert found[:-1] == sheet
    assert found[-1].text == best
    readings = [(seen.text, seen.confidence), *seen.alternatives]
    chances = [found[-1].confidence, *(chance for _, chance in found[-1].alternatives)]
    assert {found[-1].text, *(text for text, _ in found[-1].alternatives)} == {text for text, _ in readings}
    whole = sum(chance for _, chance in readings)
    assert sum(chances) == pytest.approx(whole if found[-1] is seen else min(whole, 1.0))
    assert chances == sorted(chances, reverse=True)


@pytest.mark.parametrize(
    ("seen", "text", "chance", "others"),
    [
        (word("⌀12", 0.4, ("Ø12", 0.3), ("012", 0.25)), "⌀12", 0.7, {"012": 0.25}),
        (word("Ø12", 0.4, ("012", 0.3), ("⌀12", 0.25)), "Ø12", 0.65, {"012": 0.3}),
        (word("012", 0.45, ("Ø12", 0.3), ("⌀12", 0.25)), "Ø12", 0.55, {"012": 0.45}),
        (word("45*", 0.4, ("45°", 0.3), ("45º", 0.3)), "45°", 0.6, {"45*": 0.4}),
        (word("2×45°", 0.6, ("2x45º", 0.5)), "2×45°", 1.0, {}),
        (word("2x45", 0.6, ("2X45", 0.3), ("2x4,5", 0.1)), "2x45", 0.6, {"2X45": 0.3, "2x4,5": 0.1}),
    ],
)
def test_readings_that_differ_in_spelling_alone_are_one(
    seen: Word, text: str, chance: float, others: dict[str, float]
) -> None:
    [found] = by_habit([seen], [seen])
    assert found.text == text
    assert found.confidence == pytest.approx(chance)
    assert dict(found.alternatives) == pytest.approx(others)


def test_what_one_evidence_puts_first_the_next_starts_from() -> None:
    seen = word("198,5*", 0.37, ("198,5x", 0.63))
    by_note = reweighed(seen, lambda text: 0.9 if text.endswith("*") else 0.01)
    assert (by_note.text, by_note.confidence) == ("198,5*", pytest.approx(0.98, abs=0.01))
    assert reweighed(by_note, lambda _: 0.5).text == "198,5*"
    assert reweighed(seen, lambda _: 0.5).text == "198,5x", "nothing says more for what came first"


def test_a_note_tells_what_an_asterisk_means_though_it_is_no_word_of_the_views() -> None:
    seen, note = word("45°", 0.5, ("45*", 0.4)), word("*размеры")
    assert by_habit([seen], [seen])[0].text == "45°"
    assert by_habit([seen], [seen, note])[0].text == "45*"


@pytest.mark.parametrize("text", ["4-⌀5", "2–R3", "6-M4", "2-SR5", "2-□4"])
def test_a_dash_between_a_quantity_and_a_symbol_is_a_habit(text: str) -> None:
    assert joins_by_dash([word("12"), word(text)])


@pytest.mark.parametrize("text", ["2-3", "1.66-1.7", "A-A", "GH-R3", "40-0.1", "4x⌀5", "M8-6H"])
def test_other_dashes_are_none(text: str) -> None:
    assert not joins_by_dash([word("⌀5"), word(text)])


def test_nothing_stands_behind_the_last_number_of_a_callout_that_an_x_multiplies() -> None:
    seen = word("161x", 0.65, ("161*", 0.3), ("161°", 0.02))
    assert ended(Line((seen,))).text == "161*"
    assert ended(Line((seen, word("45°")))).text == "161x 45°"
    assert ended(Line((word("161x", 0.65),))).text == "161x"
    assert ended(Line((word("4"), word("⌀8x", 0.6, ("⌀8*", 0.4))))).text == "4 ⌀8*"
    assert ended(Line((word("13.5"), word("3X", 0.6, ("3*", 0.4))))).text == "13.5 3X"
