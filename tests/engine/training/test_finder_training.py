"""The finder's training: what it draws and marks, that it repeats by seed, and one short run from sheets to ONNX."""

from __future__ import annotations

import json
from collections.abc import Iterator
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
from drawkit.engine.detection.finder import CORE_END, CORE_HEIGHT, HEIGHT, LOWER, marked
from drawkit.engine.sheet import Word
from drawkit.engine.training.callouts.alphabet import CALLOUTS
from drawkit.engine.training.finder import learn as learning
from drawkit.engine.training.finder.__main__ import main
from drawkit.engine.training.finder.clutter import crowded
from drawkit.engine.training.finder.examples import (
    HALF,
    LONGER,
    ONE,
    QUARTER,
    SIZE,
    TALLER,
    UNIT,
    UNTOLD,
    Example,
    Piece,
    boxed,
    example,
)
from drawkit.engine.training.finder.export import export
from drawkit.engine.training.finder.learn import Plan, Pool, Stack, figures, learn, made, stacked
from drawkit.engine.training.finder.net import FinderNet, as_input
from drawkit.engine.training.finder.scenes import Scenes
from drawkit.engine.training.finder.sheets import Twin, ink_of, kept, piece, text_lines
from drawkit.engine.training.finder.texts import group, phrase
from drawkit.engine.training.finder.twins import keep, twin
from drawkit.engine.training.finder.twins import main as make_twins
from drawkit.engine.training.readers.typeset import Typesetter


def bars(rng: np.random.Generator, count: int = 24) -> Stack:
    """Examples that anything can learn: black bars are text, thin lines are not."""
    out = []
    for _ in range(count):
        picture = np.full((SIZE, SIZE), 255, np.uint8)
        core = np.zeros((HALF, HALF), np.uint8)
        lie = np.full((2, QUARTER, QUARTER), UNTOLD, np.int8)
        for _ in range(4):
            x, y = (8 * int(k) for k in rng.integers(2, 30, 2))
            picture[y : y + 24, x : x + 64] = 0
            core[y // 2 : y // 2 + 12, x // 2 : x // 2 + 32] = 255
            lie[:, y // 4 : y // 4 + 6, x // 4 : x // 4 + 16] = np.array([[[127]], [[24]]])
        for x in rng.integers(0, SIZE, 3).tolist():
            picture[:, x] = 0
        out.append(Example(picture, core, np.where(core > 0, 2 * ONE, ONE).astype(np.uint8), lie))
    return stacked(out)


def test_a_piece_is_marked_in_the_core_of_its_box() -> None:
    picture = np.full((SIZE, SIZE), 255, np.uint8)
    picture[150:170, 100:220:3] = 0
    box = boxed(TextBox(160, 160, 120, 20, 0), 20)
    assert (box.length, box.height) == pytest.approx((120 + 20 * LONGER, 20 * (1 + TALLER)))
    example_of = example(Piece(picture, (box, TextBox(40, 40, 60, 30, 0))), np.random.default_rng(1))
    rows, columns = np.nonzero(example_of.core > 127)
    assert rows.mean() * 2 + 0.5 == pytest.approx(160, abs=1)
    assert columns.mean() * 2 + 0.5 == pytest.approx(160, abs=1)
    assert 2 * (np.ptp(rows) + 1) == pytest.approx(CORE_HEIGHT * box.height, abs=3)
    assert 2 * (np.ptp(columns) + 1) == pytest.approx(box.length - 2 * CORE_END * box.height, abs=5)
    assert example_of.core[:40, :40].max() == 0, "a text that left no ink is not to be found"
    assert example_of.weight[80, 80] >= ONE == example_of.weight[10, 150]
    assert example_of.lie[:, 40, 40].tolist() == [127, round(UNIT * np.log2(box.height / HEIGHT))]
    assert example_of.lie[:, 10, 10].tolist() == [UNTOLD, UNTOLD]


@pytest.mark.parametrize("angle", [0.0, 30.0, 90.0, -45.0])
@pytest.mark.parametrize("length", [32.0, 120.0])
def test_what_is_marked_of_a_text_gives_its_box_back(angle: float, length: float) -> None:
    picture = np.full((SIZE, SIZE), 0, np.uint8)
    box = boxed(TextBox(161, 158, length, 20, angle), 20)
    example_of = example(Piece(picture, (box,)), np.random.default_rng(3))
    lies = example_of.lie.astype(np.float32) / np.array([127, UNIT], np.float32)[:, None, None]
    (found,) = marked(np.asarray(example_of.core / 255, np.float32), lies)
    assert (found.x, found.y) == pytest.approx((161, 158), abs=1.5)
    assert (found.angle, found.height) == pytest.approx((angle, LOWER * box.height), abs=1.5)
    assert found.length == pytest.approx(box.length, abs=5)


def test_batches_hold_examples_smaller_larger_and_turned() -> None:
    pool = Pool(40)
    pool.add(bars(np.random.default_rng(2), 30))
    pool.add(bars(np.random.default_rng(3), 30))
    assert pool.seen == 60
    shapes = (1, SIZE, SIZE), (2, HALF, HALF), (3, QUARTER, QUARTER)
    ways = set()
    for k in range(8):
        torch.manual_seed(k)
        pictures, marks, lies = pool.drawn(12)
        assert all(part.shape == (12, *shape) for part, shape in zip((pictures, marks, lies), shapes, strict=True))
        told = torch.nn.functional.interpolate(lies, scale_factor=2)
        heights = told[:, 1][(marks[:, 0] > 0.5) & (told[:, 2] > 0)]
        assert {0.0, 1.0, 2.0} >= set(heights.tolist()), "half, as they are, twice as high"
        ways |= set(told[:, 0][marks[:, 0] > 0.9].sign().tolist())
    assert ways >= {1.0, -1.0}, "lying and standing"


@pytest.mark.usefixtures("few_faces")
def test_groups_are_varied_and_their_lines_lie_apart() -> None:
    rng = np.random.default_rng(3)
    setter = Typesetter(CALLOUTS, held_out=False)
    seen: set[str] = set()
    for _ in range(200):
        try:
            made = group(setter, setter.style(rng), rng)
        except LookupError:
            continue
        kind = "alone" if made.alone else "table" if made.walls else "rows"
        seen.add(kind)
        if kind == "rows":
            levels = [line.y for line in made.lines if line.x >= 0]  # a number stands before its deviations
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


def test_words_of_a_line_are_one_text_and_those_of_cells_are_several() -> None:
    picture = np.full((400, 800), 255, np.uint8)
    words = [
        Word("Mark", 10, 50, 0, 24, 8), Word("part", 40, 50, 0, 20, 8), Word("no", 64, 50, 0, 12, 8),
        Word("A", 200, 50, 0, 6, 8), Word("cell", 40, 100, 0, 20, 8), Word("cell", 64, 100, 0, 20, 8),
        Word("2x", 40, 150, 0, 12, 8), Word("8.5", 66, 150, 0, 16, 8),
        Word("2x", 240, 150, 0, 12, 8), Word("8.5", 266, 150, 0, 16, 8),
        Word("under", 40, 62, 0, 30, 8), Word("up", 300, 100, 90, 12, 8), Word("ward", 300, 84, 90, 24, 8),
    ]  # fmt: skip
    picture[150:220, 124] = 0  # the wall between two cells
    picture[286:298, 114:124] = 0  # a drawn sign between two words
    lines = text_lines(words, picture, 2.0)
    assert len(lines) == 9
    first = next(b for b in lines if abs(b.y - 92) < 5 and b.x < 200)
    assert (first.x, first.length) == pytest.approx((86, 132 + 16 * LONGER), abs=2)
    assert sum(abs(b.y - 292) < 5 for b in lines) == 3, "a sign is part of a callout, paper is not"
    assert sum(b.angle == 90 for b in lines) == 1


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


def test_a_twin_is_kept(plate_twin: Twin, tmp_path: Path) -> None:
    keep(plate_twin, tmp_path / "plate")
    again = kept(tmp_path / "plate.webp")
    assert np.abs(again.picture.astype(int) - plate_twin.picture).max() <= 9
    assert [b.bounds for b in again.boxes] == [pytest.approx(b.bounds, abs=0.01) for b in plate_twin.boxes]
    assert ink_of(Word("Mark", 10, 50, 0, 24, 8), 2.0).height == 16


def test_one_command_makes_the_twins_of_drawings(plate: bytes, plate_twin: Twin, tmp_path: Path) -> None:
    drawing = tmp_path / "plate.v2.pdf"
    drawing.write_bytes(plate)
    make_twins(["--out", str(tmp_path / "twins"), str(drawing)])
    assert {path.name for path in (tmp_path / "twins").iterdir()} == {"plate.v2.webp", "plate.v2.npy"}
    assert len(kept(tmp_path / "twins" / "plate.v2.webp").boxes) == len(plate_twin.boxes)


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


def test_it_learns_from_what_others_make_and_finds_what_it_learnt(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class OneMaker:
        def __init__(self, *_: object) -> None:
            self.number = 0

        def ready(self, *, wait: bool = False) -> Iterator[Stack]:
            if wait or self.number < 4:
                self.number += 1
                yield bars(np.random.default_rng(self.number))

        def stop(self) -> None:
            self.number = 4

    monkeypatch.setattr(learning, "Makers", OneMaker)
    monkeypatch.setattr(learning, "_EVERY", 5.0)
    torch.manual_seed(1)
    torch.set_num_threads(1)
    exported: list[FinderNet] = []
    plan = Plan(seconds=25, rate=3e-3, seed=1, batch=4, pool=90, first=24, workers=1)
    net = learn(FinderNet(), plan, [], exported.append)
    assert exported, "a run that is cut off leaves something"
    found = figures(net, [bars(np.random.default_rng(9), 8)])
    assert found.texts_seen > 0.95
    assert found.paper_marked < 0.3


def test_an_exported_net_marks_the_same(tmp_path: Path) -> None:
    torch.manual_seed(2)
    net = FinderNet().eval()
    picture: NDArray[np.uint8] = np.random.default_rng(2).integers(0, 255, (1, 64, 96), np.uint8)
    logits, lies = net(as_input(torch.from_numpy(picture)))
    export(net, tmp_path / "finder.onnx")
    session = onnxruntime.InferenceSession(str(tmp_path / "finder.onnx"))
    given = session.run(None, {"x": 1 - picture[:, None].astype(np.float32) / 255})
    assert [one.shape for one in given] == [(1, 1, 32, 48), (1, 2, 16, 24)]
    for one, wanted in zip(given, (logits.sigmoid(), lies), strict=True):
        assert np.abs(one - wanted.detach().numpy()).max() < 0.01


@pytest.mark.usefixtures("few_faces")
def test_examples_repeat_by_seed_and_come_from_sheets_too(plate_twin: Twin, tmp_path: Path) -> None:
    keep(plate_twin, tmp_path / "plate")
    one, other = (made([[tmp_path / "plate.webp"]], (3, 1)) for _ in range(2))
    scenes = made([], (3, 1))
    assert len(one[0]) > len(scenes[0])
    assert all(np.array_equal(a, b) for a, b in zip(one, other, strict=True))


@pytest.mark.usefixtures("few_faces")
def test_one_command_goes_from_fonts_and_sheets_to_a_model_with_its_card(plate_twin: Twin, tmp_path: Path) -> None:
    keep(plate_twin, tmp_path / "plate")
    short = ["--seconds", "1", "--batch", "4", "--pool", "60", "--first", "40", "--unseen", "1", "--workers", "1"]
    main(["--out", str(tmp_path / "out"), "--twins", str(tmp_path), *short])
    card = json.loads((tmp_path / "out" / "finder.json").read_text(encoding="utf-8"))
    assert card["training"]["twins"] == [1]
    assert 0 <= card["unseen_fonts"]["texts_seen"] <= 1
    session = onnxruntime.InferenceSession(str(tmp_path / "out" / "finder.onnx"))
    assert session.run(None, {"x": np.zeros((1, 1, 32, 64), np.float32)})[0].shape == (1, 1, 16, 32)
