"""The callout net's training: what it draws, that it repeats by seed, and one short run from crops to ONNX."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch", reason="the extra `train` is not installed")
pytest.importorskip("onnx", reason="the extra `train` is not installed")
pytest.importorskip("fontTools", reason="the extra `train` is not installed")

import onnxruntime
import torch

from drawkit.engine.recognition.recogniser import CalloutReader, Recogniser
from drawkit.engine.training.callouts import scenes
from drawkit.engine.training.callouts.__main__ import main
from drawkit.engine.training.callouts.alphabet import (
    ALPHABET,
    alphabet_of,
    columns_needed,
    decoded,
    encoded,
    label,
)
from drawkit.engine.training.callouts.crops import HEIGHT, STRIDE, WIDEST, Crop, Cutter
from drawkit.engine.training.callouts.export import export
from drawkit.engine.training.callouts.grammar import callout, frame
from drawkit.engine.training.callouts.learn import (
    Plan,
    averaged,
    distance,
    figures,
    learn,
    made,
    read,
    rounds,
    stacked,
)
from drawkit.engine.training.callouts.net import CalloutNet
from drawkit.engine.training.callouts.typeset import Typesetter
from drawkit.engine.training.callouts.warm import warmed
from drawkit.engine.training.callouts.wear import scanned
from drawkit.engine.training.learning import parameters


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


class Bars(Cutter):
    """Gives bars in place of callouts."""

    def __init__(self) -> None:
        self._crops = iter(())

    def crop(self, rng: np.random.Generator) -> Crop:
        return bars(1, int(rng.integers(1 << 30)))[0]


def test_every_character_has_one_class_and_texts_come_back() -> None:
    assert len(set(ALPHABET)) == len(ALPHABET)
    classes = encoded("⌖|⌀0.1Ⓜ|A")
    path = [0, *[k for one in classes for k in (one, one, 0)]]
    assert decoded(np.array(path)) == "⌖|⌀0.1Ⓜ|A"
    assert label("4 × ⌀5") == "4x⌀5"
    assert columns_needed("100") == 4
    assert alphabet_of("012") == [0, 1, 2, 3]


def test_the_shipped_net_says_only_what_training_knows() -> None:
    card = json.loads((Path(scenes.__file__).parents[2] / "models" / "callouts.json").read_text(encoding="utf-8"))
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
    setter = Typesetter(held_out=False)
    for _ in range(30):
        style = setter.style(rng)
        row = setter.row("⌖|⌀0.1Ⓜ|A", style, rng)
        left, _, right, _ = row.ink.bounds()
        assert abs(left) < 0.1
        assert right == pytest.approx(row.width)
        assert len(row.bars) == 2
        assert 0 < row.bars[0] < row.bars[1] < row.width


@pytest.mark.usefixtures("few_faces")
def test_a_character_that_no_face_has_is_told() -> None:
    setter = Typesetter(held_out=False)
    rng = np.random.default_rng(1)
    with pytest.raises(LookupError, match="fonts-osifont"):
        setter.row("中", setter.style(rng), rng)


@pytest.mark.usefixtures("few_faces")
def test_crops_repeat_by_seed_and_fit_the_net() -> None:
    first, again, other = (made(60, (seed,), Cutter()) for seed in (3, 3, 4))
    assert [c.text for c in first] == [c.text for c in again]
    assert all(np.array_equal(a.picture, b.picture) for a, b in zip(first, again, strict=True))
    assert [c.text for c in first] != [c.text for c in other]
    for crop in first:
        assert crop.picture.shape[0] == HEIGHT
        assert 16 <= crop.picture.shape[1] <= WIDEST
        assert columns_needed(crop.text) <= crop.picture.shape[1] // STRIDE
    assert any(not c.text for c in first)


@pytest.mark.slow
def test_learning_goes_on_from_its_checkpoint(tmp_path: Path) -> None:
    checkpoint = tmp_path / "net.pt"
    torch.manual_seed(1)
    plan = Plan(rounds=3, count=500, passes=2, rate=3e-3, seed=1, batch=1280)
    learn(CalloutNet(), plan, checkpoint, Bars())
    assert torch.load(checkpoint, weights_only=True)["round"] == 3
    net = learn(CalloutNet(), plan, checkpoint, Bars())
    found = figures(net, bars(200, 9))
    assert found.exact > 0.9
    assert found.error_rate < 0.1
    assert found.mean_when_right > 0.5
    assert parameters(net) < 700_000


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
    net = CalloutNet().eval()
    crops = bars(12, 3)
    wanted = net(stacked(crops)).detach().numpy()
    export(net, 1.0, tmp_path / "callouts.onnx")
    (tmp_path / "callouts.json").write_text(json.dumps({"height": HEIGHT, "classes": ALPHABET}), encoding="utf-8")
    session = onnxruntime.InferenceSession(str(tmp_path / "callouts.onnx"))
    given = session.run(None, {"x": stacked(crops).numpy()})[0]
    assert np.abs(given - wanted).max() < 0.02
    again = warmed(tmp_path / "callouts.onnx", stacked(crops)).eval()
    assert np.abs(again(stacked(crops)).detach().numpy() - wanted).max() < 0.02
    assert (tmp_path / "callouts.onnx").stat().st_size < 1_500_000


def test_a_net_with_fewer_characters_keeps_what_it_knows(tmp_path: Path) -> None:
    torch.manual_seed(3)
    old = CalloutNet(4).eval()
    export(old, 1.0, tmp_path / "old.onnx")
    (tmp_path / "old.json").write_text(json.dumps({"height": HEIGHT, "classes": "210"}), encoding="utf-8")
    crops = stacked(bars(6, 1))
    given = warmed(tmp_path / "old.onnx", crops).eval()(crops).detach().numpy()
    assert np.abs(given[..., [0, 3, 2, 1]] - old(crops).detach().numpy()).max() < 0.02
    assert given[..., 4:].mean() < given[..., :4].mean()


def test_averaged_nets_lie_between_the_two(tmp_path: Path) -> None:
    torch.manual_seed(5)
    one, other = CalloutNet(), CalloutNet()
    torch.save({"net": other.state_dict()}, tmp_path / "other.pt")
    wanted = (one.say.weight.detach().clone() + other.say.weight.detach()) / 2
    assert torch.allclose(averaged(one, tmp_path / "other.pt").say.weight, wanted)


def test_what_is_read_does_not_depend_on_the_batch() -> None:
    torch.manual_seed(4)
    net, crops = CalloutNet(), bars(9, 5)
    assert [s.text for s in read(net, crops)] == [read(net, [c])[0].text for c in crops]
    assert all(0 <= s.confidence <= 1 for s in read(net, crops))


@pytest.mark.parametrize(("one", "other", "steps"), [("", "", 0), ("12.5", "125", 1), ("⌀5", "05", 1), ("ab", "", 2)])
def test_distance_counts_edits(one: str, other: str, steps: int) -> None:
    assert distance(one, other) == distance(other, one) == steps


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
