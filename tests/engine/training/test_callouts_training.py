"""The callout net's training: what it writes, that the shipped net says no more, and one run from crops to ONNX."""

from __future__ import annotations

import json
import re
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch", reason="the extra `train` is not installed")
pytest.importorskip("onnx", reason="the extra `train` is not installed")
pytest.importorskip("fontTools", reason="the extra `train` is not installed")

from drawkit.engine.recognition.models import own_model
from drawkit.engine.recognition.reading import UNKNOWN
from drawkit.engine.recognition.recogniser import CalloutReader, Recogniser
from drawkit.engine.training.callouts import phrases
from drawkit.engine.training.callouts.__main__ import main
from drawkit.engine.training.callouts.alphabet import ALPHABET, CALLOUTS, label
from drawkit.engine.training.callouts.grammar import callout, frame
from drawkit.engine.training.callouts.phrases import foreign, phrase
from drawkit.engine.training.readers.crops import HEIGHT


def test_every_character_has_one_class_and_texts_come_back() -> None:
    assert len(set(ALPHABET)) == len(ALPHABET)
    classes = CALLOUTS.encoded("⌖|⌀0.1Ⓜ|A")
    path = [0, *[k for one in classes for k in (one, one, 0)]]
    assert CALLOUTS.decoded(np.array(path)) == "⌖|⌀0.1Ⓜ|A"


@pytest.mark.parametrize(
    ("drawn", "said"),
    [
        ("4 × ⌀5", "4x⌀5"),
        ("⌀ 6.30 P7", "⌀6.30P7"),
        ("⌀6.5 2X", "⌀6.5 2X"),
        ("6 X ⌀ 1.6 THRU", "6X⌀1.6 THRU"),
        ("12 ± 0.1 TYP", "12±0.1 TYP"),
        ("SECTION A – A", "SECTION A - A"),
        ("kiran  k b", "kiran k b"),
        ("4-⌀5 貫通", "4-⌀5 ��"),
        ("Лист 2", "���� 2"),
        ("0,2 a 0,5", "0,2a0,5"),
    ],
)
def test_blanks_are_said_where_there_are_words(drawn: str, said: str) -> None:
    assert label(drawn) == said


def test_phrases_are_of_many_languages_and_can_be_said() -> None:
    rng = np.random.default_rng(5)
    told = [phrase(rng, ".") for _ in range(2500)]
    assert max(map(len, told)) <= 40
    assert len(set(told)) > 1200
    assert {c for text in told for c in label(text)} <= set(ALPHABET)
    assert any(text.isupper() for text in told)
    assert any(re.search("[äöüß]", text) for text in told)


def test_phrases_need_no_dictionary(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(phrases, "DICTIONARIES", tmp_path)
    phrases._languages.cache_clear()
    try:
        rng = np.random.default_rng(6)
        assert all(phrase(rng, ".") for _ in range(300))
    finally:
        phrases._languages.cache_clear()


def test_letters_of_other_scripts_are_known_as_such() -> None:
    rng = np.random.default_rng(7)
    said = [label(foreign(rng, ".")) for _ in range(300)]
    assert all(UNKNOWN in text for text in said)
    assert any("⌀" in text for text in said)


def test_the_shipped_net_says_only_what_training_knows() -> None:
    card = json.loads(own_model("callouts.json").read_text(encoding="utf-8"))
    assert card["height"] == HEIGHT
    assert ALPHABET.startswith(card["classes"])


def test_callouts_are_varied_and_can_be_said() -> None:
    rng = np.random.default_rng(3)
    texts = [callout(rng) for _ in range(1500)]
    assert all(text and text == text.strip() for text in texts)
    unknown = {c for text in texts for c in label(text)} - set(ALPHABET)
    assert not unknown
    assert len(set(texts)) > 1000
    for part in ("⌀", "±", "°", "M", "↧", "|", "THRU", "(", "[", "R", "/", '"', ","):
        assert any(part in text for text in texts), part
    assert all("|" in frame(rng, ".") or len(frame(rng, ".")) > 0 for _ in range(50))


@pytest.mark.usefixtures("few_faces")
def test_one_command_goes_from_fonts_to_a_model_with_its_card(tmp_path: Path) -> None:
    arguments = ["--out", str(tmp_path), "--rounds", "1", "--count", "120", "--unseen", "40", "--threads", "1"]
    main(arguments)
    card = json.loads((tmp_path / "callouts.json").read_text(encoding="utf-8"))
    assert card["classes"] == ALPHABET
    assert card["training"]["count"] == 120
    start = [*arguments[2:], "--out", str(tmp_path / "more"), "--start", str(tmp_path / "callouts.onnx")]
    main([*start, "--average", str(tmp_path / "callouts.pt")])
    network = Recogniser(
        str(tmp_path / "more" / "callouts.onnx"),
        HEIGHT,
        tuple(card["classes"]),
        ink_is_one=True,
        logits=True,
        widest=640,
        narrowest=16,
    )
    [reading] = CalloutReader(network).read([np.full((30, 90), 255, np.uint8)])
    assert 0 <= reading.confidence <= 1
