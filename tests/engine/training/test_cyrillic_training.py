"""The Cyrillic net's training: what it writes, that the shipped net says no more, and one run from crops to ONNX."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("torch", reason="the extra `train` is not installed")
pytest.importorskip("onnx", reason="the extra `train` is not installed")
pytest.importorskip("fontTools", reason="the extra `train` is not installed")

from drawkit.engine.recognition.models import own_model
from drawkit.engine.recognition.recogniser import Recogniser
from drawkit.engine.training.cyrillic import texts
from drawkit.engine.training.cyrillic.__main__ import main
from drawkit.engine.training.cyrillic.alphabet import ALPHABET, CYRILLIC, label
from drawkit.engine.training.readers.crops import HEIGHT, STRIDE, Cutter, columns_needed
from drawkit.engine.training.readers.learn import made
from drawkit.engine.training.readers.typeset import Typesetter

DICTIONARIES = {
    "ru_RU": "5\nваленок/KLM\nполёт/A\nСевастополь po:noun\nкое-как\nя\n",
    "uk_UA": "3\nґанок/efg\nїжак/ab\nєвропеєць\n",
    "bg_BG": "3\nябълка/T\nДимитър\nwww/A\n",
}
"""Of each language a few words with hunspell's flags, and some that are no words of its script."""

LATIN_ALIKE = "ABCEHKMOPTXYaceopxy"


@pytest.fixture
def few_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Dictionaries of a few words: those of Debian's packages need not be installed."""
    for name, content in DICTIONARIES.items():
        (tmp_path / f"{name}.dic").write_text(content, encoding="utf-8")
    yield from _from(tmp_path, monkeypatch)


def _from(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(texts, "DICTIONARIES", folder)
    texts.words.cache_clear()
    yield
    texts.words.cache_clear()


@pytest.fixture
def no_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    yield from _from(tmp_path, monkeypatch)


def test_every_character_has_one_class_and_texts_come_back() -> None:
    assert len(set(ALPHABET)) == len(ALPHABET)
    classes = CYRILLIC.encoded("Лист Ш12 №2")
    path = [0, *[k for one in classes for k in (one, one, 0)]]
    assert CYRILLIC.decoded(np.array(path)) == "Лист Ш12 №2"


def test_latin_letters_that_look_like_cyrillic_ones_are_told_as_these() -> None:
    assert not set(LATIN_ALIKE) - {"x"} & set(ALPHABET), "one look has one class"
    told = label(LATIN_ALIKE)
    assert all("\u0400" <= c <= "\u04ff" for c in told)
    assert [c.isupper() for c in told] == [c.isupper() for c in LATIN_ALIKE]
    assert label("HRC 12×40 – ISO") == "НRС 12x40 - ISО"


@given(st.text(st.sampled_from(ALPHABET + LATIN_ALIKE), max_size=20))
def test_what_is_told_of_any_letters_can_be_said(drawn: str) -> None:
    told = label(drawn)
    assert not set(told) - set(ALPHABET)
    assert len(told) == len(drawn)


def test_the_shipped_net_says_only_what_training_knows() -> None:
    card = json.loads(own_model("cyrillic.json").read_text(encoding="utf-8"))
    assert card["height"] == HEIGHT
    assert card["classes"] == ALPHABET


@pytest.mark.usefixtures("few_words")
def test_texts_are_varied_and_can_be_said() -> None:
    rng = np.random.default_rng(3)
    written = [texts.text(rng) for _ in range(3000)]
    assert all(text and text == text.strip() for text in written)
    unknown = {c for text in written for c in label(text)} - set(ALPHABET)
    assert not unknown
    assert len(set(written)) > 1800
    for part in ("ГОСТ", "Изм", "Сталь", "отв", "№", "⌀", "±", "*", ",", "(", ":", "ISO", "Ra", "СБ", "мм", "ґанок"):
        assert any(part in text for text in written), part
    assert sum(text.isupper() for text in written) > 200
    assert sum(text.islower() for text in written) > 200


@pytest.mark.usefixtures("few_words")
def test_lines_that_are_too_long_for_a_crop_are_cut_between_words() -> None:
    rng = np.random.default_rng(5)
    written = [texts.text(rng) for _ in range(2000)]
    assert max(map(len, written)) * HEIGHT * 0.5 <= CYRILLIC.widest
    whole = "Неуказанные предельные отклонения размеров: H14, h14, ±IT14/2."
    pieces = {text for text in written if text in whole and len(text.split()) > 1}
    assert len(pieces) > 3
    for piece in pieces:
        assert re.search(rf"(?:^| ){re.escape(piece)}(?: |$)", whole), piece


@pytest.mark.usefixtures("few_words")
def test_words_are_those_of_the_dictionary_without_its_flags() -> None:
    assert texts.words("ru_RU") == ("валенок", "полёт", "Севастополь", "кое-как")
    assert texts.words("uk_UA") == ("ґанок", "їжак", "європеєць")
    assert texts.words("bg_BG") == ("ябълка", "Димитър")


@pytest.mark.usefixtures("no_words")
def test_a_dictionary_that_is_not_installed_is_told() -> None:
    with pytest.raises(FileNotFoundError, match="ru_RU"):
        texts.words("ru_RU")


@pytest.mark.parametrize(("name", "letters"), [("ru_RU", "ыэё"), ("uk_UA", "їєґі"), ("bg_BG", "ъщю")])
def test_the_dictionaries_of_a_training_hold_many_words(name: str, letters: str) -> None:
    if not (texts.DICTIONARIES / f"{name}.dic").exists():
        pytest.skip("the Debian packages hunspell-ru, hunspell-uk and hunspell-bg are not installed")
    found = texts.words(name)
    assert len(set(found)) > 50_000
    assert not {c for word in found for c in label(word)} - set(ALPHABET)
    assert set(letters) <= {c for word in found for c in word}


@pytest.mark.usefixtures("few_faces", "few_words")
def test_crops_are_set_in_faces_that_have_the_letters_and_repeat_by_seed() -> None:
    for held_out, names in ((False, {"osifont", "LiberationSans-Regular"}), (True, {"LiberationMono-Regular"})):
        used = Typesetter(CYRILLIC, held_out=held_out).faces
        assert names <= {face.name for face in used}
        assert all(set("ЖШыя") <= face.characters for face in used)
    first, again, other = (made(40, (seed,), Cutter(CYRILLIC)) for seed in (3, 3, 4))
    assert [c.text for c in first] == [c.text for c in again]
    assert all(np.array_equal(a.picture, b.picture) for a, b in zip(first, again, strict=True))
    assert [c.text for c in first] != [c.text for c in other]
    for crop in first:
        assert 16 <= crop.picture.shape[1] <= CYRILLIC.widest
        assert columns_needed(crop.text) <= crop.picture.shape[1] // STRIDE


@pytest.mark.slow
@pytest.mark.usefixtures("few_faces", "few_words")
def test_one_command_goes_from_the_net_of_callouts_to_a_model_with_its_card(tmp_path: Path) -> None:
    short = ["--rounds", "1", "--count", "120", "--unseen", "40", "--threads", "1"]
    main(["--out", str(tmp_path / "out"), "--start", str(own_model("callouts.onnx")), *short])
    card = json.loads((tmp_path / "out" / "cyrillic.json").read_text(encoding="utf-8"))
    assert card["classes"] == ALPHABET
    assert (card["training"]["count"], card["training"]["start"]) == (120, "callouts.onnx")
    assert 0 <= card["unseen_fonts"]["exact"] <= 1
    file, classes = str(tmp_path / "out" / "cyrillic.onnx"), tuple(card["classes"])
    network = Recogniser(file, card["height"], classes, ink_is_one=True, logits=True, widest=1280, narrowest=16)
    [reading] = network.read([np.full((30, 90), 255, np.uint8)])
    assert 0 <= reading.confidence <= 1
