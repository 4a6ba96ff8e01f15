"""The symbol net's training: what it draws, that it repeats by seed, and one short run from examples to ONNX."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch", reason="the extra `train` is not installed")
pytest.importorskip("fontTools", reason="the extra `train` is not installed")

import torch

from drawkit.engine.recognition.symbols import SIZE, normalise
from drawkit.engine.training.learning import parameters
from drawkit.engine.training.symbols import fonts
from drawkit.engine.training.symbols.__main__ import main
from drawkit.engine.training.symbols.classes import CIRCLED, CLASSES, INDEX, JUNK
from drawkit.engine.training.symbols.examples import Examples, Studio, make
from drawkit.engine.training.symbols.learn import figures, learn
from drawkit.engine.training.symbols.looks import LOOKS
from drawkit.engine.training.symbols.net import SymbolNet
from drawkit.engine.training.symbols.shapes import Pen, Shape
from drawkit.engine.training.symbols.wear import drawn, slanted, worn

LFF = """# Name: test
[0048] H
0,0;0,9
0,4.5;6,4.5
6,0;6,9

[006f] o
0,3;6,3,A1
6,3;0,3,A1

[00d8] O with a bar
C006f
0,0;6,9

[0049] I
3,0;3,9A.1
"""


@pytest.mark.parametrize("name", LOOKS)
def test_every_look_stays_within_reach_of_its_text_and_differs_from_time_to_time(name: str) -> None:
    rng = np.random.default_rng(1)
    boxes = {LOOKS[name](rng).bounds() for _ in range(20)}
    assert len(boxes) == 20
    for left, bottom, right, top in boxes:
        assert max(right - left, top - bottom) <= 6
        assert -3.5 <= (bottom + top) / 2 <= 3.5


def test_classes_have_distinct_names_and_a_character_each() -> None:
    assert len(INDEX) == len(CLASSES)
    assert all(one.text for one in CLASSES if one.name != JUNK)
    assert set(LOOKS) <= set(INDEX)
    assert all(one.glyphs or one.name in LOOKS or one.name == JUNK for one in CLASSES)


def test_a_stroke_font_is_read_with_bulges_copies_and_missing_commas(tmp_path: Path) -> None:
    path = tmp_path / "test.lff"
    path.write_text(LFF, encoding="utf-8")
    face = fonts.stroke_face(path)
    assert face.characters == frozenset("HoØI")
    assert face.glyph("H").bounds() == pytest.approx((0, 0, 2 / 3, 1))
    assert face.glyph("o").bounds() == pytest.approx((0, 0, 2 / 3, 2 / 3), abs=1e-9)  # two half circles, radius 3 of 9
    assert len(face.glyph("Ø").lines) == 3


def test_a_bulge_between_equal_points_is_that_point(tmp_path: Path) -> None:
    path = tmp_path / "test.lff"
    path.write_text("[0030] 0\n0,0;0,0,A1;0,9\n", encoding="utf-8")
    assert fonts.stroke_face(path).glyph("0").bounds() == pytest.approx((0, 0, 0, 1))


def test_without_fonts_the_packages_to_install_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fonts, "FONT_ROOT", tmp_path)
    monkeypatch.setattr(fonts, "STROKE_ROOT", tmp_path)
    with pytest.raises(FileNotFoundError, match="fonts-osifont"):
        fonts.faces.__wrapped__()


def test_a_hole_stays_white_and_what_lies_in_it_is_ink() -> None:
    def box(half: float, turn: int) -> np.ndarray:
        return np.array([(-half, -half), (half, -half), (half, half), (-half, half)][::turn])

    picture = drawn(Shape(fills=(box(0.2, 1), box(0.5, -1), box(1.0, 1))), 0.05)
    middle = picture.shape[0] // 2
    assert picture[middle, middle] == 0
    assert picture[middle, middle + 25] == 255
    assert picture[middle, middle + 55] == 0


def test_strokes_are_as_wide_as_asked() -> None:
    picture = drawn(Pen().line((0, 0), (0, 2)).shape(), 0.2)
    assert (picture[picture.shape[0] // 2] < 128).sum() == pytest.approx(0.2 * 72, abs=2)


def test_wear_never_fails_and_slant_keeps_the_shape_finite() -> None:
    rng = np.random.default_rng(5)
    for _ in range(300):
        shape, tall = slanted(LOOKS["position"](rng), rng)
        picture = worn(drawn(shape, 0.08), rng)
        assert picture.dtype == np.uint8
        assert 0.6 <= tall <= 1.0
        assert normalise(picture).shape == (SIZE, SIZE)


@pytest.mark.usefixtures("few_faces")
def test_every_class_can_be_drawn_in_training_and_in_held_out_faces() -> None:
    rng = np.random.default_rng(2)
    for held_out in (False, True):
        studio = Studio(held_out=held_out)
        assert {face.held_out for face in studio.faces} == {held_out}
        for one in CLASSES:
            for _ in range(12 if one.name == JUNK or one in CIRCLED else 4):
                assert studio.shape(one, rng).contours


@pytest.mark.usefixtures("installed_fonts")
def test_the_fonts_of_this_machine_are_found_and_some_are_held_out() -> None:
    names = {path.stem for path in fonts.FONT_ROOT.rglob("*.ttf")}
    assert "osifont" in names
    found = fonts.faces()
    assert {"osifont", "iso3098"} <= {face.name for face in found if not face.held_out}
    assert any(face.held_out for face in found)


@pytest.mark.usefixtures("few_faces")
def test_examples_repeat_by_seed() -> None:
    first, again, other = make(40, 3), make(40, 3), make(40, 4)
    assert np.array_equal(first.pictures, again.pictures)
    assert np.array_equal(first.labels, again.labels)
    assert not np.array_equal(first.pictures, other.pictures)
    assert first.pictures.shape == (40, SIZE, SIZE)
    assert len(make(0, 3)) == 0


def blocks(count: int, seed: int) -> Examples:
    """Three classes that anything can learn: a bar above, in the middle, below."""
    rng = np.random.default_rng(seed)
    labels = rng.integers(0, 3, count)
    pictures = np.zeros((count, SIZE, SIZE), np.uint8)
    for picture, label in zip(pictures, labels, strict=True):
        picture[4 + 12 * label : 12 + 12 * label, 4:36] = 200 + rng.integers(55)
    return Examples(pictures, np.zeros((count, 6), np.float32), labels.astype(np.int64))


def test_learning_goes_on_from_its_checkpoint_and_is_calibrated(tmp_path: Path) -> None:
    checkpoint = tmp_path / "net.pt"
    learn(blocks(512, 1), 3, checkpoint, seed=1, batch=32)
    assert torch.load(checkpoint, weights_only=True)["epoch"] == 3
    net = learn(blocks(512, 1), 3, checkpoint, seed=1, batch=32)
    assert isinstance(net, SymbolNet)
    found = figures(net, blocks(400, 2))
    assert found.accuracy > 0.9
    assert found.threshold >= 0.5
    assert 0 <= found.calibration_error <= 0.6
    assert parameters(net) <= 300_000


@pytest.mark.usefixtures("few_faces")
def test_one_command_goes_from_fonts_to_a_model_with_its_card(tmp_path: Path) -> None:
    arguments = ["--out", str(tmp_path), "--count", "600", "--epochs", "1", "--threads", "1"]
    main(arguments)
    card = json.loads((tmp_path / "symbols.json").read_text(encoding="utf-8"))
    assert [one["name"] for one in card["classes"]] == list(INDEX)
    assert card["training"]["examples"] == 600
    assert (tmp_path / "symbols.onnx").stat().st_size < 1_000_000
    main(arguments)  # kept examples and the checkpoint make a second run short
    assert json.loads((tmp_path / "symbols.json").read_text(encoding="utf-8"))["classes"] == card["classes"]
