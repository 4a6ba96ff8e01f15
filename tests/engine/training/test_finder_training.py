"""The finder's training: what it draws and marks, that it repeats by seed, and one short run from sheets to ONNX."""

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
from numpy.typing import NDArray

from drawkit import samples
from drawkit.engine.detection.boxes import TextBox, shared
from drawkit.engine.sheet import Word
from drawkit.engine.training.callouts.typeset import Typesetter
from drawkit.engine.training.finder.__main__ import main
from drawkit.engine.training.finder.clutter import crowded
from drawkit.engine.training.finder.examples import (
    HALF,
    LONGER,
    ONE,
    SIZE,
    TALLER,
    Example,
    Piece,
    boxed,
    enlarged,
    example,
    quartered,
    turned,
)
from drawkit.engine.training.finder.export import export
from drawkit.engine.training.finder.learn import Maker, Plan, drawn, figures, learn
from drawkit.engine.training.finder.net import FinderNet, as_input
from drawkit.engine.training.finder.scenes import Scenes
from drawkit.engine.training.finder.sheets import Twin, agreed, ink_of, piece, twin
from drawkit.engine.training.finder.texts import group, phrase
from drawkit.engine.training.learning import parameters


def bars(rng: np.random.Generator, count: int = 24) -> list[Example]:
    """Examples that anything can learn: black bars are text, thin lines are not."""
    out = []
    for _ in range(count):
        picture = np.full((SIZE, SIZE), 255, np.uint8)
        core = np.zeros((HALF, HALF), np.uint8)
        for _ in range(4):
            x, y = (8 * int(k) for k in rng.integers(2, 30, 2))
            picture[y : y + 24, x : x + 64] = 0
            core[y // 2 : y // 2 + 12, x // 2 : x // 2 + 32] = 255
        for x in rng.integers(0, SIZE, 3).tolist():
            picture[:, x] = 0
        out.append(Example(picture, core, np.where(core > 0, 2 * ONE, ONE).astype(np.uint8)))
    return out


def test_a_piece_is_marked_in_the_core_of_its_box() -> None:
    picture = np.full((SIZE, SIZE), 255, np.uint8)
    picture[150:170, 100:220:3] = 0
    box = boxed(TextBox(160, 160, 120, 20, 0), 20)
    assert (box.length, box.height) == pytest.approx((120 + 20 * LONGER, 20 * (1 + TALLER)))
    made = example(Piece(picture, (box, TextBox(40, 40, 60, 30, 0))), np.random.default_rng(1))
    rows, columns = np.nonzero(made.core > 127)
    assert rows.mean() * 2 + 0.5 == pytest.approx(160, abs=1)
    assert columns.mean() * 2 + 0.5 == pytest.approx(160, abs=1)
    assert 2 * (np.ptp(rows) + 1) == pytest.approx(box.height / 2, abs=3)
    assert 2 * (np.ptp(columns) + 1) == pytest.approx(box.length - box.height / 2, abs=5)
    assert made.core[:40, :40].max() == 0, "a text that left no ink is not to be found"
    assert made.weight[80, 80] >= ONE == made.weight[10, 150]


def test_examples_get_smaller_larger_and_turned() -> None:
    four = bars(np.random.default_rng(2), 4)
    small = quartered(four)
    assert small.picture.shape == (SIZE, SIZE)
    assert small.core.shape == small.weight.shape == (HALF, HALF)
    assert small.core.mean() == pytest.approx(np.mean([e.core.mean() for e in four]), rel=0.05)
    large = enlarged(four[0], 20, 30)
    assert large.core.mean() == pytest.approx(four[0].core[20:100, 30:110].mean(), abs=3)
    assert large.picture.shape == (SIZE, SIZE)
    back = turned(turned(four[0], 1), 3)
    assert np.array_equal(back.core, four[0].core)
    assert {drawn([four], np.random.default_rng(k)).picture.shape for k in range(20)} == {(SIZE, SIZE)}


@pytest.mark.usefixtures("few_faces")
def test_groups_are_varied_and_their_lines_lie_apart() -> None:
    rng = np.random.default_rng(3)
    setter = Typesetter(held_out=False)
    seen: set[str] = set()
    for _ in range(200):
        try:
            made = group(setter, setter.style(rng), rng)
        except LookupError:
            continue
        kind = "alone" if made.alone else "table" if made.walls else "rows"
        seen.add(kind)
        if kind == "rows":
            levels = [line.y for line in made.lines]
            assert np.diff(levels).min() > 1.2
        for line in made.lines:
            assert np.isfinite((line.x, line.y)).all()
    assert seen == {"alone", "table", "rows"}
    assert len({phrase(rng, 5) for _ in range(50)}) > 45


@pytest.mark.usefixtures("few_faces")
def test_scenes_repeat_by_seed_and_hold_ink_in_their_boxes() -> None:
    first, again, other = (Scenes().piece(np.random.default_rng(k)) for k in (4, 4, 5))
    assert np.array_equal(first.picture, again.picture)
    assert first.boxes == again.boxes
    assert first.boxes != other.boxes
    wide = SIZE / first.picture.shape[0]
    checked = 0
    for box in (b for b in first.boxes if 20 < b.x < SIZE - 20 and 20 < b.y < SIZE - 20):
        x0, top, x1, bottom = (round(v / wide) for v in box.bounds)
        assert first.picture[max(0, top) : bottom, max(0, x0) : x1].min() < 200
        checked += 1
    assert checked


@pytest.mark.parametrize("seed", range(6))
def test_clutter_is_ink_on_paper(seed: int) -> None:
    rng = np.random.default_rng(seed)
    pictures = [crowded(200, 0.75, rng) for _ in range(12)]
    assert all(p.shape == (200, 200) and p.dtype == np.uint8 for p in pictures)
    assert sum(p.min() < 200 for p in pictures) > 8
    assert all((p == 255).mean() > 0.2 for p in pictures)


def test_found_boxes_count_where_they_hold_whole_words_alone() -> None:
    words = [Word("Mark", 10, 50, 0, 24, 8), Word("part", 38, 50, 0, 20, 8), Word("A", 200, 50, 0, 6, 8)]
    inked = [(w, ink_of(w, 2.0)) for w in words]
    line = TextBox(68, 92, 108, 30, 0)
    kept = agreed([line, TextBox(300, 300, 50, 30, 0)], inked, 2.0)
    assert kept[0] == line
    assert len(kept) == 2, "the lone letter has a box of its own; a box that holds no word is none"
    assert (kept[1].x, kept[1].y) == pytest.approx((406, 92))
    for wrong in (TextBox(68, 92, 190, 30, 0), TextBox(68, 92, 108, 90, 0), TextBox(68, 92, 108, 14, 0)):
        assert wrong not in agreed([wrong], inked, 2.0)


@pytest.fixture(scope="module")
def plate() -> bytes:
    return samples.make("plate", seed=5, carrier="text").data


@pytest.fixture(scope="module")
def plate_twin(plate: bytes) -> Twin:
    return twin(plate, 150.0)


def test_a_twins_boxes_stand_on_its_texts(plate_twin: Twin) -> None:
    assert len(plate_twin.boxes) > 60
    angles = {round(b.angle) for b in plate_twin.boxes}
    assert {0, 90} <= angles
    for box in plate_twin.boxes:
        x0, top, x1, bottom = (round(v) for v in box.bounds)
        assert plate_twin.picture[top:bottom, x0:x1].min() < 128
    doubled = [(a, b) for i, a in enumerate(plate_twin.boxes) for b in plate_twin.boxes[:i] if shared(a, b) > 0.8]
    assert len(doubled) <= 2


def test_pieces_of_a_twin_carry_their_boxes_along(plate_twin: Twin) -> None:
    rng = np.random.default_rng(6)
    texts = 0
    for _ in range(12):
        cut = piece(plate_twin, rng)
        wide = SIZE / cut.picture.shape[0]
        for box in (b for b in cut.boxes if 30 < b.x < SIZE - 30 and 30 < b.y < SIZE - 30):
            x0, top, x1, bottom = (max(0, round(v / wide)) for v in box.bounds)
            assert cut.picture[top:bottom, x0:x1].min() < 200
            texts += 1
    assert texts > 12


def test_learning_goes_on_from_its_checkpoint_and_finds_what_it_learnt(tmp_path: Path) -> None:
    checkpoint = tmp_path / "finder.pt"
    torch.manual_seed(1)
    torch.set_num_threads(1)
    learn(FinderNet(), Plan(1, 25, 2, 3e-3, 1, batch=2), checkpoint, bars)
    assert torch.load(checkpoint, weights_only=True)["round"] == 1
    net = learn(FinderNet(), Plan(2, 25, 2, 3e-3, 1, batch=2), checkpoint, bars)
    found = figures(net, bars(np.random.default_rng(9), 8))
    assert found.texts_seen > 0.95
    assert found.paper_marked < 0.2
    assert parameters(net) < 500_000


def test_an_exported_net_marks_the_same(tmp_path: Path) -> None:
    torch.manual_seed(2)
    net = FinderNet().eval()
    picture: NDArray[np.uint8] = np.random.default_rng(2).integers(0, 255, (1, 64, 96), np.uint8)
    wanted = net(as_input(torch.from_numpy(picture))).sigmoid().detach().numpy()
    export(net, tmp_path / "finder.onnx")
    session = onnxruntime.InferenceSession(str(tmp_path / "finder.onnx"))
    given = session.run(None, {"x": 1 - picture[:, None].astype(np.float32) / 255})[0]
    assert given.shape == (1, 1, 32, 48)
    assert np.abs(given - wanted).max() < 0.01


@pytest.mark.usefixtures("few_faces")
def test_examples_repeat_by_seed_and_come_from_sheets_too(plate: bytes, tmp_path: Path) -> None:
    (tmp_path / "plate.pdf").write_bytes(plate)
    one, other = (Maker([tmp_path / "plate.pdf"], 6)(np.random.default_rng(3)) for _ in range(2))
    assert len(one) == 6
    assert all(np.array_equal(a.picture, b.picture) for a, b in zip(one, other, strict=True))


@pytest.mark.usefixtures("few_faces")
def test_one_command_goes_from_fonts_and_sheets_to_a_model_with_its_card(plate: bytes, tmp_path: Path) -> None:
    (tmp_path / "plate.pdf").write_bytes(plate)
    short = ["--rounds", "1", "--count", "6", "--batches", "2", "--unseen", "4"]
    main(["--out", str(tmp_path / "out"), "--sheets", str(tmp_path), *short])
    card = json.loads((tmp_path / "out" / "finder.json").read_text(encoding="utf-8"))
    assert card["training"]["count"] == 6
    assert card["training"]["sheets"] is True
    assert 0 <= card["unseen_fonts"]["texts_seen"] <= 1
    session = onnxruntime.InferenceSession(str(tmp_path / "out" / "finder.onnx"))
    assert session.run(None, {"x": np.zeros((1, 1, 32, 64), np.float32)})[0].shape == (1, 1, 16, 32)
