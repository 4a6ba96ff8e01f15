"""Other readings of one place: runners-up of a network's characters, and characters that look alike."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from drawkit.engine.picture.sheets import words_of_run
from drawkit.engine.picture_text.crop_readings import told_by
from drawkit.engine.picture_text.words import PictureWord
from drawkit.engine.recognition.nbest import MOST, Variants, alternatives, best_path, in_pairs, lookalikes, runners_up
from drawkit.engine.recognition.places import places_of
from drawkit.engine.recognition.reading import Reading
from drawkit.engine.sheet import Word
from drawkit.engine.text.lines import lines_of

CLASSES = ("0", "1", "⌀")


def scores(*columns: dict[str, float]) -> np.ndarray:
    """Probabilities of columns, "" being no character."""
    keys = ("", *CLASSES)
    return np.array([[column.get(key, 1e-6) for key in keys] for column in columns], np.float32)


def others(seen: np.ndarray, *, logits: bool = False) -> Variants:
    return runners_up(seen, CLASSES, *best_path(seen, logits=logits), logits=logits)


def test_runners_up_replace_drop_and_add_a_character() -> None:
    seen = scores({"0": 0.6, "⌀": 0.35}, {"": 0.99}, {"1": 0.7, "": 0.2}, {"": 0.8, "0": 0.15})
    found = dict(others(seen))
    assert found["⌀1"] == pytest.approx(0.35 / 0.6, abs=0.01)
    assert found["0"] == pytest.approx(0.2 / 0.7, abs=0.01)
    assert found["010"] == pytest.approx(0.15 / 0.8, abs=0.01)
    assert "01" not in found


def test_a_clear_reading_has_no_runners_up() -> None:
    assert others(scores({"0": 0.99}, {"": 0.99})) == ()


def test_a_column_beside_a_character_does_not_double_it() -> None:
    assert others(scores({"1": 0.99}, {"": 0.6, "1": 0.4})) == ()


@given(st.lists(st.lists(st.floats(-8, 8, width=32), min_size=4, max_size=4), min_size=1, max_size=9))
def test_logits_give_the_same_runners_up_as_their_chances(rows: list[list[float]]) -> None:
    raw = np.array(rows, np.float32)
    chances = np.exp(raw) / np.exp(raw).sum(1, keepdims=True)
    of_logits = dict(others(raw, logits=True))
    of_chances = dict(others(chances.astype(np.float32)))
    if np.sort(raw, axis=1)[:, -1].min() - np.sort(raw, axis=1)[:, -2].max() > 1e-3:
        assert of_logits == pytest.approx(of_chances, abs=0.01)
    assert len(of_logits) <= MOST
    assert all(0 < ratio <= 1 for ratio in of_logits.values())


@pytest.mark.parametrize(
    ("text", "other"),
    [
        ("012", "⌀12"),
        ("O8", "⌀8"),
        ("4x05", "4x⌀5"),
        ("450", "45°"),
        ("45°", "450"),
        ("405°", "405*"),
        ('32"', "32*"),
        ("198,5x", "198,5*"),
        ("⌀.25", "0.25"),
        ("|", "1"),
    ],
)
def test_lookalikes(text: str, other: str) -> None:
    assert other in set(lookalikes(text))


def test_a_word_has_no_lookalikes() -> None:
    assert list(lookalikes("Maria")) == []


def test_alternatives_are_no_likelier_than_what_the_reading_leaves_over() -> None:
    found = dict(alternatives("012", 0.8, [("812", 0.5), ("012", 0.8), ("", 0.9)]))
    assert found == {"812": 0.2, "⌀12": 0.08}


@pytest.mark.parametrize(
    ("text", "others", "told"),
    [
        ("(25.4", [("25.4", 0.6), ("(25.4)", 0.2), ("(26.4)", 0.4)], "(25.4)"),
        ("25.4)", [("(25.4)", 0.2)], "(25.4)"),
        ("4X (⌀8", [("4X (⌀8)", 0.1), ("4X (⌀8))", 0.5), ("(4X ⌀8)", 0.3)], "(4X ⌀8)"),
        ("(25.4)", [("(25.4", 0.5), ("25.4", 0.5)], "(25.4)"),
        ("(25.4", [("25.4", 0.6), ("(26.4)", 0.4)], "(25.4"),
        ("25.4", [("(25.4)", 0.6)], "25.4"),
        ("(25.4", [], "(25.4"),
    ],
)
def test_brackets_come_in_pairs(text: str, others: Variants, told: str) -> None:
    assert in_pairs(text, others) == told


@given(st.text("()12X ", max_size=8), st.lists(st.tuples(st.text("()12X ", max_size=9), st.floats(0, 1)), max_size=8))
def test_nothing_but_a_bracket_is_mended(text: str, others: list[tuple[str, float]]) -> None:
    told = in_pairs(text, others)
    paired = text.count("(") == text.count(")")
    assert told == text if paired else told == text or told.count("(") == told.count(")") > 0
    assert told.replace("(", "").replace(")", "") == text.replace("(", "").replace(")", "")


def test_a_crop_is_told_with_the_mate_of_its_bracket() -> None:
    said = Reading("(25.4", 0.9, 0.9, (0.1, 0.3, 0.5, 0.6, 0.8), (("(25.4)", 0.3), ("125.4", 0.2)))
    told = told_by(said, replace(said, variants=()))
    assert told.text == "(25.4)"
    assert dict(told.alternatives).keys() >= {"(25.4", "125.4"}
    assert "(25.4)" not in dict(told.alternatives)


def test_words_of_a_run_share_its_alternatives() -> None:
    run = PictureWord("4x 08", (0, 0, 50, 10), 0, 10, 0.6, "words", (("4x ⌀8", 0.3), ("4x08", 0.2), ("Ax 08", 0.1)))
    first, second = words_of_run(run, 1.0)
    assert (first.alternatives, second.alternatives) == ((("Ax", 0.1),), (("⌀8", 0.3),))
    assert first == replace(first, alternatives=())
    assert hash(first) == hash(replace(first, alternatives=()))


def test_words_of_a_run_stand_where_their_characters_do() -> None:
    places = (0.05, 0.1, 0.2, 0.5, 0.85, 0.95)
    run = PictureWord("4x 5 6", (0, 0, 100, 10), 0, 10, 0.6, "words", (), places)
    words = words_of_run(run, 1.0)
    assert [w.text for w in words] == ["4x", "5", "6"]
    ends = [(word.x, word.x + word.length) for word in words]
    assert ends == [pytest.approx(span, abs=1) for span in ((0, 14), (46, 54), (91, 100))]


def test_places_follow_a_text_that_was_tidied() -> None:
    said = Reading("-025", 0.9, 0.9, (0.1, 0.3, 0.5, 0.7))
    assert places_of("-025", said) == said.places
    assert places_of("025", said) == (0.3, 0.5, 0.7)
    assert places_of("⌀25", said) == (0.5, 0.5, 0.7)
    assert places_of("0 25", said) == pytest.approx((0.3, 0.4, 0.5, 0.7))
    assert places_of("abc", said) == ()
    assert places_of("25", Reading("25", 0.9, 0.9)) == ()


def test_a_line_has_those_of_its_words() -> None:
    words = [
        Word("4x", 0, 0, 0, 10, 7, confidence=0.9),
        Word("08", 13, 0, 0, 10, 7, confidence=0.6, alternatives=(("⌀8", 0.3),)),
    ]
    [line] = lines_of(words)
    assert line.word.alternatives == (("4x ⌀8", 0.3),)
    assert words[1].behind(1).alternatives == ()
    assert replace(words[1], alternatives=(("09", 0.3),)).behind(1).alternatives == (("9", 0.3),)
