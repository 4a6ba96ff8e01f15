"""Checks of a result: the table, the picture, the files."""

from __future__ import annotations

import json
from pathlib import Path

import openpyxl
import pandas as pd
import pypdf
import pytest

from drawkit import contract, display
from drawkit.checks import CLAUSES, Finding, on_page
from drawkit.contract import Dimension, PageReport, Thread

DATA = contract.Result(
    units="mm",
    pages=(PageReport(page=1, width=842, height=595),),
    dimensions=(
        Dimension(id="d1", text="5", nominal=5, upper_deviation=-1, lower_deviation=1, box=(100, 100, 120, 110)),
        Dimension(id="d2", text="6 ±1", nominal=6, upper_deviation=1, lower_deviation=-1, box=(100, 130, 120, 140)),
    ),
    threads=(Thread(id="t1", text="M13", designation="M13", box=(50, 60, 70, 80), confidence=0.5),),
)


CLAUSE = CLAUSES["deviations_reversed"][0]


@pytest.fixture
def result() -> display.Result:
    return display.Result(DATA, "housing.pdf")


def test_the_table_follows_corrections(result: display.Result) -> None:
    assert list(result.checks()["id"]) == ["d1", "t1"]
    result.correct("dimensions", "d1", upper_deviation=2)
    assert list(result.checks()["id"]) == ["t1"]
    assert len(result.checks(leave_out="thread_not_standard")) == 0


def test_a_rule_of_ones_own(result: display.Result) -> None:
    def signed(data: contract.Result) -> list[Finding]:
        return [on_page(1, f"{len(data.dimensions)} sizes", "house rule")]

    assert "2 sizes" in list(result.checks(add=[signed])["message"])


def test_the_picture_numbers_what_the_table_does(result: display.Result) -> None:
    picture = result.show_checks()
    assert repr(picture) == "<Picture: housing.pdf, page 1, findings numbered as in the table of checks>"
    assert len(picture.png) > 1000


@pytest.mark.parametrize("ending", ["xlsx", "csv", "json", "pdf"])
def test_files(result: display.Result, tmp_path: Path, ending: str) -> None:
    path = result.to_checks(tmp_path / "new" / f"checks.{ending}")
    assert path.parent == tmp_path / "new"
    if ending == "xlsx":
        book = openpyxl.load_workbook(path)
        assert book.sheetnames == ["preview", "checks"]
        assert [cell.value for cell in book["checks"][2]][:2] == [1, "error"]
        assert CLAUSE in [cell.value for cell in book["checks"][2]]
    elif ending == "csv":
        assert list(pd.read_csv(path)["number"]) == [1, 2]
        assert pd.read_csv(path)["clause"][0] == CLAUSE
    elif ending == "json":
        assert [one["rule"] for one in json.loads(path.read_text())] == ["deviations_reversed", "thread_not_standard"]
        assert json.loads(path.read_text())[0]["clause"] == CLAUSE
    else:
        pages = pypdf.PdfReader(path).pages
        assert len(pages) == 2
        assert "is below the lower" in " ".join(pages[1].extract_text().split())
        assert "ISO 286-1:2010, 3.2.5" in " ".join(pages[1].extract_text().split())


def test_a_format_that_there_is_not(result: display.Result, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"\.xlsx, \.pdf, \.csv, \.json; 'checks\.doc' has none of them"):
        result.to_checks(tmp_path / "checks.doc")
