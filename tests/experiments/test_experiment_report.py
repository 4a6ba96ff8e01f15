"""Comparisons and the report: what one side found and the other did not, and one file that needs nothing else."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from fake_service import FakeService, result_of
from PIL import Image

from drawkit import contract
from drawkit.experiments import Experiment, thumbnails

Make = Callable[..., Experiment]


def test_two_settings_side_by_side(experiment: Make, service: FakeService, folder: Path) -> None:
    told = experiment(folder, ["full", "bom"]).run(progress=False).compare()
    assert (told.left, told.right) == ("full", "bom")
    assert list(told.summary.index) == ["title_blocks", "bom"]
    assert set(told.summary["agreement"]) == {1.0}
    assert told.differences.empty
    assert repr(told) == "<Comparison of full and bom: 5 drawings, 0 items>"
    assert "agreement" in told._repr_html_()


def test_two_engine_versions_side_by_side(experiment: Make, service: FakeService) -> None:
    experiment().run(progress=False)
    service.version, service.more = "9.2", lambda name: int(name == "part3.png")
    service.fates = {"part4.png": ["unreadable-file"]}
    told = experiment().run(progress=False).compare()
    assert (told.left, told.right) == ("9.1", "9.2")
    row = told.summary.loc["dimensions"]
    assert (row["both"], row["only_left"], row["only_right"]) == (12, 0, 1)
    only = told.differences.iloc[0]
    assert (only["drawing"], only["table"], only["only_in"], only["text"]) == (
        "part3.png", "dimensions", "9.2", "⌀4 ±0.1"
    )  # fmt: skip
    assert "only 9.2" in told._repr_html_()
    back = experiment().compare("9.2", "9.1")
    assert list(back.differences["only_in"]) == ["9.2"]
    assert experiment().compare(right="9.2").left == "9.1"


def test_what_cannot_be_compared(experiment: Make) -> None:
    told = experiment().run(progress=False)
    with pytest.raises(
        ValueError, match=r'one setting, full, .* Give the experiment two .* profiles=\["full", "bom"\]'
    ):
        told.compare()
    with pytest.raises(KeyError, match="no setting or engine version 'fast'"):
        told.compare("fast", "full")


@pytest.fixture
def report(experiment: Make, service: FakeService, folder: Path, tmp_path: Path) -> Path:
    """A report with everything in it: failures, labels, a comparison, more drawings than pictures."""
    (folder / "<script>.pdf").write_text("no drawing")
    service.fates = {"part1.png": ["unreadable-file"]}
    told = experiment(folder, ["full", "bom"], name="Line <3>").run(progress=False)
    labels = {"part2": result_of("part2.png", more=1), "part3": result_of("another")}
    return told.report(tmp_path / "new" / "report.html", labels=labels, comparison=told.compare(), most_pictures=3)


def test_the_report_is_one_file(report: Path) -> None:
    text = report.read_text("utf-8")
    assert re.findall(r'(?:src|href|srcset)="(?!data:image/png;base64,)', text) == []
    assert "Content-Security-Policy" in text
    assert "Line &lt;3&gt;" in text
    assert "<script" not in text
    for words in ("What was found", "How well it read", "Misses", "full and bom", "3 of 5", "Not read"):
        assert words in text
    assert text.count("prefers-color-scheme:dark") >= 5, "each plot has a dark twin"
    assert "It was unreadable-file." in text
    assert "/tmp" not in text, "no path of this machine"


def test_the_report_looks_as_it_should_on_light_and_dark(report: Path, tmp_path: Path) -> None:
    chromium = shutil.which("chromium")
    if chromium is None:
        pytest.skip("Chromium is not installed")
    shades = []
    for number in (1, 0):
        shot = tmp_path / f"{number}.png"
        subprocess.run(
            [chromium, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--window-size=1000,1600",
             f"--blink-settings=preferredColorScheme={number}", f"--screenshot={shot}", report.as_uri()],
            check=True, capture_output=True, timeout=120,
        )  # fmt: skip
        with Image.open(shot) as picture:
            shades.append(float(np.median(np.asarray(picture.convert("L")))))
    assert shades[0] > 230
    assert shades[1] < 40


def test_a_report_of_nothing(experiment: Make, tmp_path: Path) -> None:
    text = experiment().report(tmp_path / "report.html").read_text("utf-8")
    assert "What was found" not in text
    assert "not read yet" in text


def test_a_report_with_an_evaluation_made_before(experiment: Make, tmp_path: Path) -> None:
    told = experiment().run(progress=False)
    found = told.evaluate({"part1": result_of("part1.png")})
    text = told.report(tmp_path / "report.html", labels=found).read_text("utf-8")
    assert "How well it read" in text
    assert "Misses" not in text


def test_a_thumbnail_of_any_page() -> None:
    result = result_of("a").model_copy(
        update={"dimensions": (contract.Dimension(box=(9, 9, 1, 1)), contract.Dimension(page=2, box=(1, 1, 2, 2)))}
    )
    assert thumbnails.draw(result, None)[:4] == b"\x89PNG"
    assert thumbnails.draw(contract.Result(), None, page=3)[:4] == b"\x89PNG"
    tall = contract.Result(pages=(contract.PageReport(page=1, width=10, height=900),))
    assert len(thumbnails.draw(tall, None)) < 5000
