"""Of two readings of one size that is likelier which is as long as the sheet's scale makes it."""

from __future__ import annotations

import math

import numpy as np
import pytest

from drawkit.engine.decision.drawn_to_scale import to_scale
from drawkit.engine.layout.ordinates import counted_from
from drawkit.engine.objects.spans import own_lengths
from drawkit.engine.sheet import Sheet, Word
from drawkit.engine.text.lines import Line

HEIGHT = 6.0
SIZES = (12.0, 20.0, 35.5, 47.0, 80.0)
SCALE = 2.5


def dimension(
    y: float, text: str, length: float, *others: tuple[str, float], chance: float = 0.99
) -> tuple[Word, list[tuple[float, ...]]]:
    """A number over the middle of its line, at height y, and the line with the strokes of its two heads."""
    x0, x1 = 100.0, 100.0 + length
    wide = 0.6 * HEIGHT * len(text)
    word = Word(text, (x0 + x1 - wide) / 2, y - 2, 0, wide, HEIGHT, chance, "recognised", others)
    heads = [(x, y, x + way * 6, y + side) for x, way in ((x0, 1), (x1, -1)) for side in (1.2, -1.2)]
    return word, [(x0, y, x1, y), *heads]


def sheet_of(*drawn: tuple[Word, list[tuple[float, ...]]]) -> Sheet:
    words = tuple(word for word, _ in drawn)
    lines = np.array([line for _, lines in drawn for line in lines])
    return Sheet(1, 842, 595, words, drawn=lines)


def known() -> list[tuple[Word, list[tuple[float, ...]]]]:
    return [dimension(60.0 + 40 * n, f"{size:g}", SCALE * size) for n, size in enumerate(SIZES)]


def read(sheet: Sheet) -> Word:
    return to_scale(sheet, sheet.words, [])[-1]


@pytest.mark.parametrize(
    ("seen", "other", "length", "best"),
    [
        ("475", "47.5", 47.5, "47.5"),
        ("47.5", "475", 47.5, "47.5"),
        ("⌀16", "⌀18", 18.0, "⌀18"),
        ("2x⌀16 H7", "2x⌀18 H7", 18.0, "2x⌀18 H7"),
        ("16", "18", 30.0, "16"),
        ("R16", "R18", 18.0, "R16"),
        ("16°", "18°", 18.0, "16°"),
    ],
)
def test_the_reading_that_is_to_scale_comes_first(seen: str, other: str, length: float, best: str) -> None:
    word = read(sheet_of(*known(), dimension(400.0, seen, SCALE * length, (other, 0.1), chance=0.89)))
    assert word.text == best
    assert math.isclose(word.confidence + sum(chance for _, chance in word.alternatives), 0.99)
    assert (word.confidence > 0.89) == (word.alternatives != ((other, 0.1),))


@pytest.mark.parametrize(
    ("note", "length", "best"), [("* Ref", 18.0, "18*"), ("Ref", 18.0, "18°"), ("* Ref", 30.0, "18°")]
)
def test_a_sheet_that_explains_an_asterisk_has_sizes_with_one(note: str, length: float, best: str) -> None:
    seen = dimension(400.0, "18°", SCALE * length, ("18*", 0.1), chance=0.89)
    sheet = sheet_of(*known(), (Word(note, 60, 500, 0, 20, HEIGHT), []), seen)
    assert read(sheet).text == best


@pytest.mark.parametrize(("length", "best"), [(18.0, "18⌀"), (30.0, "18°")])
def test_a_sign_behind_a_number_is_a_diameters_where_the_line_is_as_long(length: float, best: str) -> None:
    seen = dimension(400.0, "18°", SCALE * length, ("18⌀", 0.1), chance=0.89)
    assert read(sheet_of(*known(), seen)).text == best


def test_readings_of_two_readers_are_together_no_surer_than_sure() -> None:
    word = read(sheet_of(*known(), dimension(400.0, "16", SCALE * 18.0, ("18", 0.6), chance=0.9)))
    assert word.text == "18"
    assert word.confidence <= 1


def test_few_sizes_tell_of_no_scale() -> None:
    seen = dimension(400.0, "475", SCALE * 47.5, ("47.5", 0.1), chance=0.89)
    assert read(sheet_of(*known()[:3], seen)) is seen[0]


def test_sizes_of_no_common_scale_change_little() -> None:
    lengths = (20.0, 70.0, 60.0, 150.0, 100.0)
    wild = [dimension(60.0 + 40 * n, f"{s:g}", at) for n, (s, at) in enumerate(zip(SIZES, lengths, strict=True))]
    assert read(sheet_of(*wild, dimension(400.0, "475", SCALE * 47.5, ("47.5", 0.1), chance=0.89))).text == "475"


def test_words_of_one_reading_stay() -> None:
    sheet = sheet_of(*known())
    assert to_scale(sheet, sheet.words, []) == list(sheet.words)


def test_an_ordinate_is_as_far_from_its_zero_as_it_says() -> None:
    values = {"0": 0.0, "12": 12.0, "22": 22.0, "475": 47.5, "83": 83.0, "95": 95.0, "30": 30.0}
    row = [
        Word(t, 50, 500 - SCALE * v, 0, 4.0 * len(t), HEIGHT, 0.9, "recognised", (("47.5", 0.1),) * (t == "475"))
        for t, v in values.items()
    ]
    sheet = Sheet(1, 842, 595, tuple(row), drawn=np.empty((0, 4)))
    found = to_scale(sheet, row, [Line((word,)) for word in row])
    assert [word.text for word in found] == ["0", "12", "22", "47.5", "83", "95", "30"]


def test_ordinates_are_counted_from_the_zero_that_they_stand_in_a_row_with() -> None:
    zero, above, beside = (
        Line((Word(t, x, y, 0, 8, HEIGHT),)) for t, x, y in (("0", 50, 90), ("7", 50, 60), ("8", 90, 60))
    )
    assert list(counted_from([zero, above, beside])) == [(zero, [above])]


def test_a_number_has_the_nearest_span_between_whose_ends_it_stands() -> None:
    spans = np.array([[0.0, 50, 100, 50], [0, 58, 200, 58]])
    words = [Word("1", x, y, 0, 4, HEIGHT) for x, y in ((40, 48), (40, 62), (120, 56), (300, 48), (40, 20))]
    assert own_lengths(words, spans) == [100, 200, 200, 0, 0]
    assert own_lengths(words, np.empty((0, 4))) == [0] * 5
