"""Which script a page is written in, and which of two readers is believed on a page of Cyrillic words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from drawkit.engine.picture.turn import Heard, read_cheaply
from drawkit.engine.recognition.reading import NOTHING, Reading
from drawkit.engine.recognition.recogniser import CyrillicWords, WordReader
from drawkit.engine.recognition.script_of_page import (
    LEGIBLE,
    _in_one_script,
    is_cyrillic,
    is_word,
    mostly_cyrillic,
    of_page,
    spelt,
    take_as_cyrillic,
    told,
)
from drawkit.engine.sheet import Grey

CROP = np.full((32, 64), 255, np.uint8)
LETTERS = st.sampled_from("АБВЖШабвжшыэяЁІїABDFGIRSabdfgimn 0123456789.,-()№°")
texts = st.text(LETTERS, max_size=16)
chances = st.floats(0, 1)


def sure(text: str) -> Reading:
    return Reading(text, 0.97, 0.9)


@dataclass
class Network:
    """Says the same of each crop, and remembers how many it was asked for."""

    said: Reading
    asked: list[int] = field(default_factory=list)

    def read(self, crops: Sequence[Grey]) -> list[Reading]:
        self.asked.append(len(crops))
        return [self.said] * len(crops)


def reader(word: str, cyrillic: str) -> Any:
    return WordReader(Network(sure(word)), Network(sure(cyrillic)))  # type: ignore[arg-type]


def test_outside_a_cyrillic_page_the_cyrillic_network_is_not_asked_at_all() -> None:
    both = reader("Kopnyc", "Корпус")
    assert [r.text for r in both.read([CROP, CROP])] == ["Kopnyc", "Kopnyc"]
    with of_page():
        assert both.read([CROP])[0].text == "Kopnyc"
    assert (both.network.asked, both.cyrillic.asked) == ([2, 1], [])


def test_on_a_cyrillic_page_both_networks_are_asked_and_the_cyrillic_word_is_believed() -> None:
    both = reader("Kopnyc", "Корпус")
    with of_page():
        take_as_cyrillic()
        assert [r.text for r in both.read([CROP, CROP])] == ["Корпус", "Корпус"]
        assert both.read([]) == []
    assert both.read([CROP])[0].text == "Kopnyc"
    assert both.network.asked == [2, 0, 1]
    assert both.cyrillic.asked == [2, 0]


def test_on_a_cyrillic_page_what_is_latin_stays_as_the_word_network_read_it() -> None:
    both = reader("SolidWorks", "SоlidWоrks")
    with of_page():
        take_as_cyrillic()
        assert both.read([CROP]) == [sure("SolidWorks")]


@pytest.mark.parametrize(
    ("cyrillic", "other", "is_heard"),
    [
        ("Наименование", Reading("HaumeHoBaHue", 0.8), True),
        ("Наименование", Reading("HAUMEHOBAHUE", 0.99), False),
        ("Inventor", NOTHING, False),
        ("РОСТ", NOTHING, False),
    ],
)
def test_who_hears_cyrillic_words_alone_hears_nothing_in_others(cyrillic: str, other: Reading, is_heard: bool) -> None:
    others = Network(other)
    (heard,) = CyrillicWords(Network(sure(cyrillic)), lambda: others).read([CROP])  # type: ignore[arg-type, return-value]
    assert heard.text == cyrillic, "it is a word in any case"
    assert (heard.confidence > 0) is is_heard
    assert sum(others.asked) == (cyrillic == "Наименование"), "of what is no Cyrillic word the other is not asked"


def test_what_is_known_of_a_page_is_forgotten_at_its_end() -> None:
    assert not is_cyrillic()
    with of_page():
        assert not is_cyrillic()
        take_as_cyrillic()
        take_as_cyrillic()
        assert is_cyrillic()
    assert not is_cyrillic()
    with of_page():
        assert not is_cyrillic(), "the page before was Cyrillic, and this one is another"


def test_a_page_within_a_page_tells_it_nothing_and_hears_nothing_from_it() -> None:
    with of_page():
        with of_page():
            take_as_cyrillic()
        assert not is_cyrillic()
        take_as_cyrillic()
        with of_page():
            assert not is_cyrillic()
        assert is_cyrillic()


def test_a_page_that_fails_leaves_nothing_behind() -> None:
    def failing() -> None:
        with of_page():
            take_as_cyrillic()
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        failing()
    assert not is_cyrillic()


def test_where_there_is_no_page_nothing_is_taken_as_cyrillic() -> None:
    take_as_cyrillic()
    assert not is_cyrillic()


@pytest.mark.parametrize("text", ["Наименование", "Изм.", "Лист", "Аркушів", "Подп. и дата", "Деталь 45"])
def test_words_that_no_latin_letters_make_are_cyrillic(text: str) -> None:
    assert is_word(sure(text))
    assert not is_word(Reading(text, LEGIBLE - 0.01))


@pytest.mark.parametrize(
    "text", ["", "ЖБ", "12,5", "РОСТ", "Корсет", "НОТЕ", "SоlidWоrks", "АВЕ Ж", "DIN Жи", "ISО ГОСТ", "Ra 3,2"]
)
def test_signs_letters_that_look_latin_and_latin_words_are_none(text: str) -> None:
    assert not is_word(sure(text))


@given(texts, chances)
def test_a_cyrillic_word_stays_one_where_the_reader_is_surer(text: str, chance: float) -> None:
    assert not is_word(Reading(text, chance)) or is_word(Reading(text, min(1.0, chance + 0.05)))
    assert not is_word(Reading(text, 1.0)) or any("\u0400" <= c <= "\u04ff" for c in text)


@pytest.mark.parametrize(
    ("word", "cyrillic", "said"),
    [
        ("Macuma6", "Масштаб", "Масштаб"),
        ("Kopnyc", "Корпус", "Корпус"),
        ("COCTAB", "СОСТАВ", "СОСТАВ"),
        ("Aucm ISO 9001", "Лист ISО 9001", "Лист ISO 9001"),
        ("6-6", "Б-Б", "Б-Б"),
        ("noka3aHbl", "показаНы", "показаны"),
        ("200 kBm", "200 кВт", "200 кВт"),
        ("Tnn OGB", "Тип ОБВа", "Тип ОБВа"),
        ("SolidWorks", "SоlidWоrks", "SolidWorks"),
        ("MAX", "МАХ", "MAX"),
        ("TOP", "ТОР", "TOP"),
        ("A-A", "А-А", "A-A"),
        ("B", "В", "B"),
        ("M8x1", "М8х1", "M8x1"),
        ("COM 3", "СОМ 3", "COM 3"),
        ("12.5", "12,5", "12.5"),
        ("", "", ""),
    ],
)
def test_of_two_readings_on_a_cyrillic_page_one_is_believed(word: str, cyrillic: str, said: str) -> None:
    assert told(sure(word), sure(cyrillic)).text == said


@pytest.mark.parametrize(
    ("cyrillic", "confidence", "is_told"),
    [
        *(("Масштаб", 0.65, True), ("Масштаб", 0.55, False)),
        *(("Б", 0.95, True), ("Б", 0.85, False), ("Б-Б", 0.85, False)),
        *(("СОСТАВ", 0.95, True), ("СОСТАВ", 0.85, False)),
    ],
)
def test_signs_and_words_of_shared_letters_must_be_surer_than_others(
    cyrillic: str, confidence: float, is_told: bool
) -> None:
    assert (told(sure("WORD"), Reading(cyrillic, confidence)).text != "WORD") is is_told


@given(texts, chances, texts, chances)
def test_one_of_the_two_readings_is_believed_whole(word: str, known: float, cyrillic: str, chance: float) -> None:
    one, other = Reading(word, known), Reading(cyrillic, chance)
    said = told(one, other)
    assert said in (one, Reading(spelt(cyrillic), chance))
    if not any(c.isalpha() for c in cyrillic):
        assert said is one


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("ГОСТ ISО", "ГОСТ ISO"),
        ("МАХ R2", "МАХ R2"),
        ("НRС 45", "HRC 45"),
        ("Sоlid деталь", "Solid деталь"),
        ("Сталь 45", "Сталь 45"),
        ("АВ СЕ", "АВ СЕ"),
        ("АРI Лист", "API Лист"),
    ],
)
def test_the_shared_letters_of_a_latin_word_are_latin(text: str, said: str) -> None:
    assert _in_one_script(text) == said


@given(texts)
def test_words_keep_their_length_and_cyrillic_ones_their_letters(text: str) -> None:
    said = _in_one_script(text)
    assert len(said) == len(text)
    assert _in_one_script(said) == said
    for before, now in zip(text.split(" "), said.split(" "), strict=True):
        assert now == before or any(c.isascii() and c.isalpha() for c in before)
        assert now == before or not set("БЖШбжш") & set(before)


@pytest.mark.parametrize(
    ("found", "is_told"),
    [
        ([], False),
        (["12", "±0,1"], False),
        (["Корпус", "M8"], True),
        (["Корпус", "SolidWorks"], False),
        (["SCALE"], False),
    ],
)
def test_most_letters_of_a_text_layer_tell_its_script(found: list[str], is_told: bool) -> None:
    assert mostly_cyrillic(found) is is_told


@pytest.mark.parametrize(("legible", "asked", "is_told"), [(3, 3, True), (3, 6, True), (2, 2, False), (3, 14, False)])
def test_a_page_is_cyrillic_where_most_words_of_a_sample_are(legible: int, asked: int, is_told: bool) -> None:
    def best(reader: object) -> Heard:
        return Heard(90, legible, asked) if isinstance(reader, CyrillicWords) else Heard(180, 2, 14)

    with of_page():
        assert read_cheaply(best, 3) == (90 if is_told else 180)
        assert is_cyrillic() is is_told


def test_a_page_that_others_read_as_well_another_way_up_is_not_cyrillic() -> None:
    def best(reader: object) -> Heard:
        return Heard(180, 5, 8) if isinstance(reader, CyrillicWords) else Heard(0, 5, 8)

    with of_page():
        assert read_cheaply(best, 3) == 0
        assert not is_cyrillic()


def test_an_asterisk_in_front_of_a_note_is_no_letter() -> None:
    said = told(sure("1. *pa3MepbI"), sure("1. жразмеры для справок"))
    assert said.text == "1. *размеры для справок"
    assert told(sure("Жeлo6"), sure("Желоб")).text == "Желоб"
