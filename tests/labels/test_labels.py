"""Labels of further drawings, read by eye: in the agreed form, and their callouts as the grammar reads them.

The drawings are those of the pool of unseen ones, which lies beside the project or in the repositories that it names,
and further sheets of such repositories: `SOURCES.csv` of `beside`, `fresh`, `further`, `later`, `swept`, `unopened` and
`varied` name file, commit and path.
"""

from __future__ import annotations

import csv
import importlib.util
import json
from pathlib import Path
from typing import Any, Final, get_args

import pytest

from drawkit.contract import Characteristic, DimensionKind
from drawkit.engine.callouts import read_dimension

HERE: Final = Path(__file__).parent
SHARED: Final = Path(__file__).parents[3] / "shared"
LABELS: Final = sorted(HERE.glob("*/*.json"))
LISTS: Final = {"bom", "revisions", "dimensions", "gdt", "datum_features", "surface_texture", "notes"}
OTHER: Final = {"page", "title_block", "remarks"}


def label(file: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(file.read_text("utf-8"))
    return found


def entries(name: str) -> list[tuple[str, Any]]:
    return [
        (str(one.get("units")), entry)
        for one in map(label, LABELS)
        for page in one["pages"]
        for entry in page.get(name) or []
    ]


@pytest.mark.parametrize("file", LABELS, ids=lambda file: file.stem)
def test_a_label_has_the_form_that_is_agreed_upon(file: Path) -> None:
    found = label(file)
    assert Path(found["file"]).stem == file.stem
    assert [page["page"] for page in found["pages"]] == sorted({page["page"] for page in found["pages"]})
    for page in found["pages"]:
        assert page.keys() <= LISTS | OTHER
        assert all(isinstance(page[name] or [], list) for name in LISTS & page.keys())


def test_kinds_and_characteristics_are_those_of_the_contract() -> None:
    dimensions, frames = entries("dimensions"), entries("gdt")
    assert len(dimensions) > 1400
    assert {one["kind"] for _, one in dimensions} <= {*get_args(DimensionKind), "other"}
    assert {one["characteristic"] for _, one in frames} <= set(get_args(Characteristic))


@pytest.mark.corpus
def test_each_drawing_is_one_of_the_pool() -> None:
    sources = SHARED / "corpus" / "unseen" / "pool" / "SOURCES.csv"
    if not sources.is_file():
        pytest.skip("the pool of drawings is not beside the project")
    with sources.open(encoding="utf-8") as table:
        known = {Path(row["file"]).stem for row in csv.DictReader(table)}
    assert {file.stem for file in LABELS if file.parent.name == "pool"} <= known


@pytest.mark.parametrize("batch", ["beside", "fresh", "further", "later", "swept", "varied"])
def test_each_further_sheet_has_its_place_in_a_repository(batch: str) -> None:
    with (HERE / batch / "SOURCES.csv").open(encoding="utf-8") as table:
        rows = list(csv.DictReader(table))
    assert {Path(row["file"]).stem for row in rows} == {f.stem for f in LABELS if f.parent.name == batch}
    assert all(row["repository"].count("/") == 1 and len(row["commit"]) == 40 and row["path"] for row in rows)


@pytest.mark.corpus
def test_callouts_are_read_as_labelled() -> None:
    scorer = SHARED / "reading" / "score.py"
    if not scorer.is_file():
        pytest.skip("the scorer is not beside the project")
    spec = importlib.util.spec_from_file_location("score", scorer)
    assert spec is not None
    assert spec.loader is not None
    score = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(score)
    wrong = []
    for units, entry in (found := entries("dimensions")):
        known = units if units in {"mm", "inch"} else None
        read = read_dimension(entry["text"], units=known, boxed=bool(entry.get("basic")))  # type: ignore[arg-type]
        if read is None or score.dimension_full(read.dimension.to_dict()) != score.dimension_full(entry):
            wrong.append(entry["text"])
    assert len(wrong) <= 0.02 * len(found), wrong
