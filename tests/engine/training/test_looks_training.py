"""Training of the net that looks at surroundings: places that are kept, worn pictures, and one short run to ONNX."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch", reason="the extra `train` is not installed")
pytest.importorskip("onnx", reason="the extra `train` is not installed")

import onnxruntime
import torch

from drawkit.engine.decision.surroundings import COLUMNS, LAYERS, ROWS
from drawkit.engine.training.looks.__main__ import main
from drawkit.engine.training.looks.learn import figures, said
from drawkit.engine.training.looks.net import LookNet
from drawkit.engine.training.looks.places import Places, coded, decoded, keep, kept_in
from drawkit.engine.training.looks.wear import worn


def places(count: int = 48) -> Places:
    """Half of them with a line under the text."""
    rng = np.random.default_rng(1)
    pictures = np.zeros((count, LAYERS, ROWS, COLUMNS), np.uint8)
    pictures[:, 1, 36:44, 70:90] = 255
    right = np.arange(count) % 2 == 0
    pictures[right, 0, 46:48, 30:130] = 255
    pictures[:, 0, :20] = rng.integers(0, 80, (count, 20, COLUMNS))
    return Places([coded(p) for p in pictures], right, np.arange(count) // 2 % 2, np.ones(count))


def test_pictures_are_kept_in_few_greys(tmp_path: Path) -> None:
    picture = np.random.default_rng(0).integers(0, 256, (LAYERS, ROWS, COLUMNS)).astype(np.uint8)
    assert np.abs(decoded(coded(picture)).astype(int) - picture).max() <= 9
    told = places(4)
    keep(told, tmp_path / "places.npz")
    again = kept_in(tmp_path / "places.npz")
    assert again.codes == told.codes
    assert (again.right == told.right).all()
    assert again.pictures().shape == (4, LAYERS, ROWS, COLUMNS)


def test_worn_pictures_differ_and_stay_in_range() -> None:
    pictures = torch.from_numpy(places(8).pictures()).float() / 255
    chance = torch.Generator().manual_seed(3)
    one, other = worn(pictures, chance), worn(pictures, chance)
    assert one.shape == pictures.shape
    assert float(one.min()) >= 0
    assert float(one.max()) <= 1
    assert not torch.equal(one, other)


def test_a_short_run_learns_and_writes_what_torch_says(tmp_path: Path) -> None:
    told = places()
    keep(told, tmp_path / "places.npz")
    main(["--out", str(tmp_path), "--seconds", "8", str(tmp_path / "places.npz")])
    left_out = np.load(tmp_path / "left_out.npy")
    assert left_out.shape == (48,)
    card = json.loads((tmp_path / "looks.json").read_text())
    assert card["training"]["places"] == 48
    session = onnxruntime.InferenceSession(tmp_path / "looks.onnx")
    (logits,) = session.run(None, {"surroundings": told.pictures().astype(np.float32) / 255})
    assert logits.shape == (48, 1)
    assert np.isfinite(logits).all()


def test_figures_and_what_a_net_says() -> None:
    right = np.array([True, True, False, False])
    assert figures(np.array([1.0, -1, 2, -3], np.float32), right).precision == 0.5
    assert figures(np.array([-1.0, -1, -2, -3], np.float32), right).recall == 0
    pictures = torch.from_numpy(places(4).pictures())
    assert said(LookNet(), pictures, np.arange(4)).shape == (4,)
