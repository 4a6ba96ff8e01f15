"""Training of the net that tells terminators: what vectors tell of the ends of lines, and one short run to ONNX."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch", reason="the extra `train` is not installed")
pytest.importorskip("onnx", reason="the extra `train` is not installed")

import onnxruntime
import torch

from drawkit.engine.objects.inked_heads import COLUMNS, KINDS, ROWS, Ends
from drawkit.engine.objects.terminator import Terminator
from drawkit.engine.training.heads.__main__ import main
from drawkit.engine.training.heads.examples import empty, labelled, made, made_up, some
from drawkit.engine.training.heads.export import export
from drawkit.engine.training.heads.learn import as_input, figures, learn
from drawkit.engine.training.heads.net import HeadNet
from drawkit.engine.training.heads.scenes import Scenes
from drawkit.samples import make

ARROW, TICK, DOT = (1 + KINDS.index(kind) for kind in ("arrow", "tick", "dot"))


@pytest.fixture(scope="module")
def plate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("drawings") / "plate.pdf"
    path.write_bytes(make("plate", seed=4, sheet="A4").data)
    return path


@pytest.mark.parametrize(
    ("head", "kind", "along"),
    [
        (Terminator(100, 50, (1, 0), 8, "arrow"), ARROW, 0.0),
        (Terminator(110, 51, (1, 0), 8, "arrow"), ARROW, 1.0),
        (Terminator(110, 50, (1, 0), 8, "open"), ARROW, 1.0),
        (Terminator(100, 50, (1, 0), 8, "tick"), TICK, 0.0),
        (Terminator(95, 50, (0, 0), 3, "dot"), DOT, -0.5),
        (Terminator(100, 50, (-1, 0), 8, "arrow"), 0, 0.0),
        (Terminator(100, 55, (1, 0), 8, "arrow"), 0, 0.0),
        (Terminator(80, 50, (1, 0), 8, "arrow"), 0, 0.0),
        (Terminator(140, 50, (1, 0), 8, "arrow"), 0, 0.0),
    ],
)
def test_an_end_shows_the_terminator_that_lies_along_its_line(head: Terminator, kind: int, along: float) -> None:
    ends = Ends(np.array([[100.0, 50.0]]), np.array([[1.0, 0.0]]))
    kinds, measures = labelled(ends, [head], 10.0)
    assert kinds.tolist() == [kind]
    assert measures[0].tolist() == pytest.approx([along, np.log(head.size / 10)] if kind else [0, 0])


def test_of_two_terminators_an_end_shows_the_nearer() -> None:
    ends = Ends(np.array([[100.0, 50.0]]), np.array([[1.0, 0.0]]))
    heads = [Terminator(x, 50, (1, 0), 8, "arrow") for x in (118, 104, 120)]
    assert labelled(ends, heads, 10.0)[1][0, 0] == pytest.approx(0.4)


def test_examples_repeat_by_seed_and_a_picture_tells_none(plate: Path, tmp_path: Path) -> None:
    scan = tmp_path / "scan.png"
    scan.write_bytes(make("plate", seed=4, sheet="A4", carrier="picture").data)
    (one, nothing), (other, _) = (made([plate, scan], 1, 3, 1) for _ in range(2))
    assert (one.kinds == ARROW).sum() > 10
    assert (one.kinds == 0).sum() > 100
    assert np.array_equal(one.pictures, other.pictures)
    assert len(nothing.kinds) == len(empty().kinds) == 0


def test_sheets_are_drawn_with_terminators_of_every_kind() -> None:
    scenes = Scenes()
    drawn = [scenes.drawn(150, np.random.default_rng(seed)) for seed in range(40)]
    assert {head.kind for one in drawn for head in one.heads} >= {"arrow", "open", "tick", "dot"}
    assert all(one.picture.shape == (1125, 1500) for one in drawn)
    solid = next(one for one in drawn if one.heads[0].kind == "dot")
    pixels = [(round(h.x * 150 / 72), round(h.y * 150 / 72)) for h in solid.heads]
    inside = [solid.picture[y, x] for x, y in pixels if 0 <= x < 1500 and 0 <= y < 1125]
    assert np.mean(np.array(inside) < 128) > 0.9


def test_examples_of_drawn_sheets_repeat_by_seed_and_some_of_them_keep_their_share() -> None:
    (one,), (other,) = (made_up(1, 7, 1) for _ in range(2))
    assert np.array_equal(one.pictures, other.pictures)
    assert set(one.kinds) > {0}
    few = some(one, 50, np.random.default_rng(1))
    assert ((few.kinds > 0).sum(), len(few.kinds)) == (5, 50)


def test_an_exported_net_tells_the_same(tmp_path: Path) -> None:
    torch.manual_seed(2)
    net = HeadNet().eval()
    pictures = np.random.default_rng(2).integers(0, 255, (3, ROWS, COLUMNS), np.uint8)
    export(net, tmp_path / "heads.onnx")
    session = onnxruntime.InferenceSession(str(tmp_path / "heads.onnx"))
    (told,) = session.run(None, {"ends": pictures[:, None].astype(np.float32) / 255})
    assert np.abs(told - net(as_input(pictures)).detach().numpy()).max() < 0.01


def test_heads_are_learnt_from_one_sheet(plate: Path, tmp_path: Path) -> None:
    torch.set_num_threads(1)
    (data,) = made([plate], 3, 1, 1)
    net = learn(data, 25, tmp_path / "heads.pt", 1)
    found = figures(net, made([plate], 1, 2, 1)[0])
    assert min(found.precision, found.recall) > 0.5
    assert figures(net, empty()).recall == 0
    assert learn(data, 25, tmp_path / "heads.pt", 1).training is False  # nothing is left to learn


def test_one_command_goes_from_drawings_to_a_model_with_its_card(plate: Path, tmp_path: Path) -> None:
    few = ["--times", "1", "--scenes", "1", "--ends", "300", "--epochs", "1", "--threads", "1"]
    arguments = ["--out", str(tmp_path), *few, str(plate), str(plate)]
    main(arguments)
    (tmp_path / "heads.pt").rename(tmp_path / "first.pt")
    main([*arguments, "--start", str(tmp_path / "first.pt")])
    main(arguments)  # what was made is kept
    card = json.loads((tmp_path / "heads.json").read_text(encoding="utf-8"))
    assert card["training"]["drawings"] == 2
    assert 0 <= card["unseen_drawings"]["recall"] <= 1
    session = onnxruntime.InferenceSession(str(tmp_path / "heads.onnx"))
    assert session.run(None, {"ends": np.zeros((2, 1, ROWS, COLUMNS), np.float32)})[0].shape == (2, len(KINDS) + 3)
