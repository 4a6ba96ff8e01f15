"""The tables of an experiment, its results and workbooks, and how it shows itself."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import openpyxl
import pandas as pd
import pytest
from fake_service import FakeService

import drawkit
from drawkit.experiments import Experiment

Make = Callable[..., Experiment]


def test_columns_of_ones_own_come_with_every_table(experiment: Make, folder: Path) -> None:
    frame = pd.DataFrame(
        {"path": [str(p) for p in sorted(folder.glob("*.png"))], "line": list("aabbc"), "pages": range(5),
         "text": ["mine"] * 5}
    )  # fmt: skip
    told = experiment(frame).run(progress=False)
    assert list(told.tasks.columns[:5]) == ["drawing", "line", "pages (given)", "text", "setting"]
    assert list(told.tasks["line"]) == list("aabbc")
    dimensions = told.dimensions
    assert list(dimensions.columns[:5]) == ["drawing", "line", "pages (given)", "text (given)", "setting"]
    assert dimensions.groupby("line").size().to_dict() == {"a": 6, "b": 6, "c": 3}
    assert set(dimensions["text (given)"]) == {"mine"}
    assert told.evaluate({"part0.png": {"pages": []}}).counts.columns[1] == "line"


def test_each_table_is_there(experiment: Make) -> None:
    told = experiment().run(progress=False)
    tables = told.to_frames()
    assert set(tables) == set(told._ipython_key_completions_())
    for name, frame in tables.items():
        assert list(frame.columns[:2]) == ["drawing", "setting"]
        pd.testing.assert_frame_equal(getattr(told, name), frame)
    assert len(told.notes) == 5
    summary = told.summary().iloc[0]
    assert (summary["drawings"], summary["completed"], summary["dimensions"]) == (5, 5, 15)


def test_a_summary_tells_what_was_not_looked_for_from_what_was_not_there(experiment: Make) -> None:
    told = experiment(profiles=["full", "bom"]).run(progress=False).summary().set_index("setting")
    assert told.loc["full", "dimensions"] == 15
    assert told.loc["bom", "dimensions"] is pd.NA


def test_tables_before_and_without_a_run(experiment: Make) -> None:
    told = experiment()
    assert repr(told) == "<Experiment experiment: not planned yet>"
    assert told._repr_html_() is None
    assert set(told.tasks["status"]) == {"pending"}
    assert told.dimensions.empty
    assert "nominal" in told.dimensions.columns
    assert "5 drawings with full: 5 pending" in repr(told)


def test_it_shows_itself(experiment: Make, service: FakeService) -> None:
    service.fates = {"part1.png": ["unreadable-file"]}
    told = experiment(name="<b>line 3</b>").run(progress=False)
    html = told._repr_html_()
    assert "<b>line 3</b>" not in html
    assert "&lt;b&gt;line 3" in html
    assert "It was unreadable-file." in html
    assert "4 completed, 1 failed" in html


def test_many_settings_stand_one_below_the_other(experiment: Make, folder: Path) -> None:
    told = experiment(folder / "part0.png", options=[{"pages": [1], "publish": p} for p in (True, False)] + [
        {}, {"publish": False}, {"redact": False}, {"redact": False, "publish": False}, {"redact": False, "pages": [1]}
    ]).run(progress=False)  # fmt: skip
    assert len(told.settings) == 7
    html = told._repr_html_()
    assert html.index("full · page 1 · not published") < html.index("full · not redacted")
    assert ">setting</th>" in html


def test_one_result_with_its_pictures(experiment: Make, service: FakeService) -> None:
    told = experiment().run(progress=False)
    result = told.result("part2.png")
    assert isinstance(result, drawkit.Result)
    assert result.data.title_blocks[0].title == "part2.png"
    assert result.preview(1)[:4] == b"\x89PNG"
    asked = sum(service.counts.values())
    assert told.result("part2.png").preview(1) == result.preview(1)
    assert sum(service.counts.values()) == asked, "the preview was kept"
    assert told.result("part2.png").preview(2) is None
    with pytest.raises(KeyError, match="There is no 'part9"):
        told.result("part9.png")


def test_all_drawings_in_one_workbook_and_their_limits(experiment: Make, service: FakeService, tmp_path: Path) -> None:
    service.fates = {"part1.png": ["unreadable-file"]}
    told = experiment().run(progress=False)
    limits = told.limits()
    read = {name for name in told.tasks["drawing"] if name != "part1.png"}
    assert set(limits["file"]) == read
    assert len(limits) == len(told.dimensions)
    book = openpyxl.load_workbook(told.to_excel(tmp_path / "all.xlsx"))
    assert "limits" in book.sheetnames
    with pytest.raises(KeyError, match="There is no setting 'slow'"):
        told.limits("slow")


def test_a_result_that_is_not_there(experiment: Make, service: FakeService) -> None:
    service.fates = {"part1.png": ["unreadable-file"]}
    told = experiment()
    with pytest.raises(KeyError, match="run the experiment first"):
        told.result("part1.png")
    told.run(progress=False)
    with pytest.raises(KeyError, match="it is failed"):
        told.result("part1.png")
