"""Texts of drawings to learn from: what the vectors tell of them, and what a picture shows that they do not."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch", reason="the extra `train` is not installed")
pytest.importorskip("onnx", reason="the extra `train` is not installed")
pytest.importorskip("fontTools", reason="the extra `train` is not installed")

from drawkit import samples
from drawkit.engine.training.callouts import twins
from drawkit.engine.training.callouts.alphabet import CALLOUTS
from drawkit.engine.training.callouts.twins import main
from drawkit.engine.training.readers.crops import HEIGHT, Cutter
from drawkit.engine.training.readers.kept import CAPITAL, MARGIN, Kept, keep, kept_in


@pytest.fixture(scope="module")
def plate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("twins") / "plate.pdf"
    path.write_bytes(samples.make("plate", seed=5, carrier="text").data)
    return path


@pytest.fixture(scope="module")
def kept(plate: Path) -> list[Kept]:
    return list(twins.texts(plate.read_bytes(), np.random.default_rng(1)))


def test_lines_of_text_are_told_as_they_are_written(kept: list[Kept]) -> None:
    told = [one.text for one in kept]
    assert len(told) > 60
    assert any(" " in text for text in told)
    assert any(text.replace(",", ".").replace(".", "").isdigit() for text in told)
    assert "" in told


def test_a_text_stands_in_the_middle_of_its_picture(kept: list[Kept]) -> None:
    edge = round(0.5 * MARGIN * CAPITAL)
    for one in (k for k in kept if k.text):
        assert one.picture.shape[0] == pytest.approx((one.height + 2 * MARGIN) * CAPITAL, abs=1)
        assert one.picture[edge:-edge, edge:-edge].min() < 128


@pytest.mark.parametrize(
    ("text", "read", "lacks"),
    [("0.800.1", "0.80±0.1", True), ("0.80±0.1", "0.80±0.1", False), ("12", "⌀12", True), ("12", "12", False)],
)
def test_a_sign_that_is_drawn_and_not_told_makes_a_text_wrong(text: str, read: str, lacks: bool) -> None:
    assert twins._lacks_signs(text, [read, text]) == lacks


def test_a_text_that_shows_something_else_is_left_out(kept: list[Kept]) -> None:
    shown = [one for one in kept if one.text][:12]
    assert twins._are_so([one.picture for one in shown], [one.text for one in shown]) == [True] * len(shown)
    assert not any(twins._are_so([one.picture for one in shown], ["EN 10204 - 3.1"] * len(shown)))


@pytest.mark.usefixtures("installed_fonts", "few_faces")
def test_crops_are_cut_from_what_one_command_keeps(plate: Path, tmp_path: Path) -> None:
    file = tmp_path / "texts.npz"
    damaged = tmp_path / "damaged.pdf"
    damaged.write_bytes(b"%PDF-1.4 and no more")
    main(["--out", str(file), str(plate), str(damaged)])
    kept = kept_in(file)
    cutter = Cutter(CALLOUTS, twins=file)
    rng = np.random.default_rng(2)
    cut = [crop for _ in range(200) if (crop := cutter._twin(rng)) is not None]
    assert {crop.text for crop in cut} <= {text for _, text, _ in kept}
    assert all(crop.picture.shape[0] == HEIGHT and crop.picture.dtype == np.uint8 for crop in cut)
    assert np.mean([crop.picture.min() < 160 for crop in cut]) > 0.9


def test_what_stands_often_is_cut_less_often(tmp_path: Path) -> None:
    picture = np.full((66, 90), 255, np.uint8)
    keep([Kept(picture, text, 1.0) for text in ["A"] * 99 + ["B"]], tmp_path / "texts.npz")
    cutter = Cutter.__new__(Cutter)
    cutter.script = CALLOUTS
    cutter._take(kept_in(tmp_path / "texts.npz"))
    rng = np.random.default_rng(3)
    cut = [crop.text for _ in range(400) if (crop := cutter._twin(rng)) is not None]
    assert 0.03 < cut.count("B") / len(cut) < 0.3
