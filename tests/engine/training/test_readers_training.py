"""What the trainings of line readers share: crops, learning with checkpoints, going on from a net, export."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("torch", reason="the extra `train` is not installed")
pytest.importorskip("onnx", reason="the extra `train` is not installed")
pytest.importorskip("fontTools", reason="the extra `train` is not installed")

import onnxruntime
import torch

from drawkit.engine.training.callouts.alphabet import ALPHABET, CALLOUTS
from drawkit.engine.training.learning import parameters
from drawkit.engine.training.readers import scenes
from drawkit.engine.training.readers.crops import HEIGHT, STRIDE, Crop, Cutter, columns_needed
from drawkit.engine.training.readers.export import export
from drawkit.engine.training.readers.learn import (
    Plan,
    averaged,
    distance,
    figures,
    learn,
    made,
    pixels,
    read,
    rounds,
)
from drawkit.engine.training.readers.net import LineNet, as_input
from drawkit.engine.training.readers.script import Script
from drawkit.engine.training.readers.typeset import Typesetter
from drawkit.engine.training.readers.warm import warmed
from drawkit.engine.training.readers.wear import scanned

CLASSES = len(ALPHABET) + 1


def bars(count: int, seed: int) -> list[Crop]:
    """Crops that anything can learn: one to three bars, high for 1 and low for 2."""
    rng = np.random.default_rng(seed)
    crops = []
    for _ in range(count):
        text = "".join(rng.choice(list("12"), int(rng.integers(1, 4))).tolist())
        picture = np.full((HEIGHT, 24 * len(text) + 8), 255, np.uint8)
        for k, character in enumerate(text):
            top = 4 if character == "1" else 18
            picture[top : top + 10, 24 * k + 8 : 24 * k + 20] = 0
        crops.append(Crop(picture, text))
    return crops


def stacked(crops: list[Crop]) -> torch.Tensor:
    """Crops as a net takes them."""
    return as_input(pixels(crops))


class Bars(Cutter):
    """Gives bars in place of callouts."""

    def __init__(self) -> None:
        self.script = CALLOUTS

    def crop(self, rng: np.random.Generator) -> Crop:
        return bars(1, int(rng.integers(1 << 30)))[0]


@given(st.text(st.sampled_from(ALPHABET), max_size=12))
def test_texts_come_back_from_their_classes(text: str) -> None:
    path = [0, *[k for one in CALLOUTS.encoded(text) for k in (one, one, 0)]]
    assert CALLOUTS.decoded(np.array(path)) == text
    assert columns_needed(text) <= len(path)


def test_equal_characters_in_a_row_need_a_column_between_them() -> None:
    assert columns_needed("100") == 4
    assert CALLOUTS.decoded(np.array(CALLOUTS.encoded("100"))) == "10"


def test_classes_of_another_net_keep_their_places_and_unknown_ones_have_none() -> None:
    assert CALLOUTS.places_of("012") == [0, 1, 2, 3]
    assert replace(CALLOUTS, characters="20").places_of("012") == [0, 2, -1, 1]
    with pytest.raises(KeyError):
        CALLOUTS.encoded("Ж")


@pytest.mark.parametrize("seed", range(3))
def test_what_stands_around_a_text_is_ink(seed: int) -> None:
    rng = np.random.default_rng(seed)
    for _ in range(120):
        layers = [*scenes.around(rng, (0.0, 0.0, 3.0, 1.0)), *scenes.geometry(rng)]
        for layer in [*layers, scenes.frame_lines(rng, (0, 0, 3, 1), (1.0, 2.0))]:
            assert layer.ink.contours
            assert all(np.isfinite(points).all() for points in layer.ink.contours)
            assert 0 < layer.width < 0.5
            assert 0 <= layer.grey < 200


def test_wear_keeps_size_and_kind() -> None:
    rng = np.random.default_rng(5)
    for _ in range(200):
        rows, columns = (int(k) for k in rng.integers(6, 60, 2))
        picture = scanned(np.full((rows, columns), 255, np.uint8), rng)
        assert picture.shape == (rows, columns)
        assert picture.dtype == np.uint8


@pytest.mark.usefixtures("few_faces")
def test_a_row_of_text_is_as_wide_as_its_ink_and_bars_stand_between() -> None:
    rng = np.random.default_rng(4)
    setter = Typesetter(CALLOUTS, held_out=False)
    for _ in range(30):
        style = setter.style(rng)
        row = setter.row("⌖|⌀0.1Ⓜ|A", style, rng)
        left, _, right, _ = row.ink.bounds()
        assert min(style.shear, 0.0) - 0.1 < left < max(style.shear, 0.0) + 0.1, "a sign may lean over its foot"
        assert right == pytest.approx(row.width)
        assert len(row.bars) == 2
        assert 0 < row.bars[0] < row.bars[1] < row.width


@pytest.mark.usefixtures("few_faces")
def test_letters_that_lean_stand_no_wider_apart() -> None:
    rng = np.random.default_rng(6)
    setter = Typesetter(CALLOUTS, held_out=False)
    upright = replace(setter.style(rng), shear=0.0)
    for text in ("H", "HHHHHH"):
        plain, leaning = (setter.row(text, style, rng).width for style in (upright, replace(upright, shear=0.3)))
        assert leaning - plain == pytest.approx(0.3, abs=0.02), "by what the last letter leans over its foot"


@pytest.mark.usefixtures("few_faces")
def test_a_character_that_no_face_has_is_told() -> None:
    setter = Typesetter(CALLOUTS, held_out=False)
    rng = np.random.default_rng(1)
    with pytest.raises(LookupError, match="fonts-osifont"):
        setter.row("中", setter.style(rng), rng)


@pytest.mark.usefixtures("few_faces")
def test_a_script_chooses_its_faces_and_how_many_texts_lean() -> None:
    rng = np.random.default_rng(2)
    every, held_out = (Typesetter(CALLOUTS, held_out=way) for way in (False, True))
    assert {face.name for face in every.faces} == {"osifont", "LiberationSans-Regular", "iso3098"}
    assert {face.name for face in held_out.faces} == {"LiberationMono-Regular", "romans", "lc_opengost-ar"}
    chosen = Typesetter(replace(CALLOUTS, faces=(("Liberation", 9.0), ("iso", 1.0)), leaning=1.0), held_out=False)
    assert {face.name for face in chosen.faces} == {"LiberationSans-Regular", "iso3098"}
    styles = [chosen.style(rng) for _ in range(200)]
    assert sum(style.face.name == "LiberationSans-Regular" for style in styles) > 150
    assert all(style.shear > 0.15 for style in styles)
    upright = Typesetter(replace(CALLOUTS, leaning=0.0), held_out=False)
    assert sum(upright.style(rng).shear == 0 for _ in range(200)) > 160


@pytest.mark.usefixtures("few_faces")
def test_crops_repeat_by_seed_and_fit_the_net() -> None:
    first, again, other = (made(60, (seed,), Cutter(CALLOUTS)) for seed in (3, 3, 4))
    assert [c.text for c in first] == [c.text for c in again]
    assert all(np.array_equal(a.picture, b.picture) for a, b in zip(first, again, strict=True))
    assert [c.text for c in first] != [c.text for c in other]
    for crop in first:
        assert crop.picture.shape[0] == HEIGHT
        assert 16 <= crop.picture.shape[1] <= CALLOUTS.widest
        assert columns_needed(crop.text) <= crop.picture.shape[1] // STRIDE
    assert any(not c.text for c in first)


@pytest.mark.usefixtures("few_faces")
def test_a_crop_says_the_label_of_what_its_script_writes_and_nothing_that_it_does_not_know() -> None:
    texts = iter(["ab", "ß", "", "abababababababab", "b a"] * 50)
    script = Script("AB", lambda _: next(texts), lambda text: text.replace(" ", "").upper(), 0.0, 0.0, widest=96)
    found = made(30, (1,), Cutter(script))
    assert {crop.text for crop in found} == {"AB", "BA"}, "what has no class, or is too long for a crop, is left out"
    assert max(crop.picture.shape[1] for crop in found) <= 96
    assert {crop.text for crop in made(10, (1,), Cutter(replace(script, nothing=1.0)))} == {""}


@pytest.mark.slow
def test_learning_goes_on_from_its_checkpoint(tmp_path: Path) -> None:
    checkpoint = tmp_path / "net.pt"
    torch.manual_seed(1)
    plan = Plan(rounds=3, count=500, passes=2, rate=3e-3, seed=1, batch=1280)
    learn(LineNet(CLASSES), plan, checkpoint, Bars())
    assert torch.load(checkpoint, weights_only=True)["round"] == 3
    net = learn(LineNet(CLASSES), plan, checkpoint, Bars())
    found = figures(net, bars(200, 9), CALLOUTS)
    assert found.exact > 0.9
    assert found.error_rate < 0.1
    assert found.mean_when_right > 0.5
    assert parameters(net) < 1_100_000


@pytest.mark.slow
def test_rounds_are_drawn_by_several_processes_and_repeat_by_seed() -> None:
    plan = Plan(rounds=3, count=30, passes=1, rate=1e-3, seed=4, workers=2)
    first, again = (list(rounds(plan, 1, Bars())) for _ in range(2))
    assert [number for number, _ in first] == [1, 2]
    assert [[crop.text for crop in crops] for _, crops in first] == [[c.text for c in crops] for _, crops in again]
    assert all(len(crops) == 30 for _, crops in first)
    assert first[0][1][0].text != first[1][1][0].text


def test_an_exported_net_says_the_same_and_can_be_gone_on_from(tmp_path: Path) -> None:
    torch.manual_seed(2)
    net = LineNet(CLASSES).eval()
    crops = bars(12, 3)
    wanted = net(stacked(crops)).detach().numpy()
    export(net, tmp_path / "callouts.onnx")
    (tmp_path / "callouts.json").write_text(json.dumps({"height": HEIGHT, "classes": ALPHABET}), encoding="utf-8")
    session = onnxruntime.InferenceSession(str(tmp_path / "callouts.onnx"))
    given = session.run(None, {"x": stacked(crops).numpy()})[0]
    assert np.abs(given - wanted).max() < 0.02
    again = warmed(tmp_path / "callouts.onnx", stacked(crops), CALLOUTS).eval()
    assert np.abs(again(stacked(crops)).detach().numpy() - wanted).max() < 0.02
    assert (tmp_path / "callouts.onnx").stat().st_size < 2_500_000


def exported(classes: str, folder: Path) -> tuple[LineNet, Path]:
    """A net that knows these characters, and its file."""
    torch.manual_seed(3)
    net = LineNet(len(classes) + 1).eval()
    export(net, folder / "old.onnx")
    (folder / "old.json").write_text(json.dumps({"height": HEIGHT, "classes": classes}), encoding="utf-8")
    return net, folder / "old.onnx"


def test_a_net_with_fewer_characters_keeps_what_it_knows(tmp_path: Path) -> None:
    old, file = exported("210", tmp_path)
    crops = stacked(bars(6, 1))
    given = warmed(file, crops, CALLOUTS).eval()(crops).detach().numpy()
    assert given.shape[-1] == CLASSES
    assert np.abs(given[..., [0, 3, 2, 1]] - old(crops).detach().numpy()).max() < 0.02
    assert given[..., 4:].mean() < given[..., :4].mean()


def test_characters_that_the_new_net_has_no_use_for_are_left_out(tmp_path: Path) -> None:
    old, file = exported("1⌖2Ж", tmp_path)
    crops = stacked(bars(6, 1))
    given = warmed(file, crops, replace(CALLOUTS, characters="021")).eval()(crops).detach().numpy()
    assert given.shape[-1] == 4
    assert np.abs(given[..., [0, 3, 2]] - old(crops).detach().numpy()[..., [0, 1, 3]]).max() < 0.02
    assert given[..., 1].mean() < given[..., [0, 2, 3]].mean()


def test_averaged_nets_lie_between_the_two(tmp_path: Path) -> None:
    torch.manual_seed(5)
    one, other = LineNet(CLASSES), LineNet(CLASSES)
    torch.save({"net": other.state_dict()}, tmp_path / "other.pt")
    wanted = (one.say.weight.detach().clone() + other.say.weight.detach()) / 2
    assert torch.allclose(averaged(one, tmp_path / "other.pt").say.weight, wanted)


def test_what_is_read_does_not_depend_on_the_batch() -> None:
    torch.manual_seed(4)
    net, crops = LineNet(CLASSES), bars(9, 5)
    assert [s.text for s in read(net, crops, CALLOUTS)] == [read(net, [c], CALLOUTS)[0].text for c in crops]
    assert all(0 <= s.confidence <= 1 for s in read(net, crops, CALLOUTS))


@pytest.mark.parametrize(("one", "other", "steps"), [("", "", 0), ("12.5", "125", 1), ("⌀5", "05", 1), ("ab", "", 2)])
def test_distance_counts_edits(one: str, other: str, steps: int) -> None:
    assert distance(one, other) == distance(other, one) == steps
