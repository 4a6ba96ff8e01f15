"""Whole drawings: generated ones against their truth, and the labelled corpus against floors."""

import json
import os
from pathlib import Path

import pytest
from core_scoring import compare_page, scores

from drawkit.contract import Options
from drawkit.engine import analyze
from drawkit.samples import make, named


def read_sample(sample):
    result = json.loads(analyze(sample.data).to_json())
    found = scores()
    for page in sample.label()["pages"]:
        compare_page(found, page, result, page["page"])
    return found


@pytest.mark.parametrize("name", ["turned_part", "milled_plate", "plate_inch", "shaft_inch", "plaque"])
def test_generated_drawings_are_read_nearly_whole(name):
    found = read_sample(named(name))
    assert found["dimensions"].f1 >= 0.9, found
    assert found["frames"].f1 >= 0.85, found
    assert found["title"].f1 >= 0.9, found


@pytest.mark.parametrize("name", ["assembly", "lagereinheit"])
def test_generated_parts_lists_are_read_nearly_whole(name):
    found = read_sample(named(name))
    assert found["parts"].f1 >= 0.97, found
    assert found["title"].f1 >= 0.9, found


@pytest.mark.slow
def test_a_drawing_of_strokes_alone_is_read():
    found = read_sample(named("welle"))
    assert found["dimensions"].f1 >= 0.7, found
    assert found["title"].f1 >= 0.8, found


@pytest.mark.slow
def test_a_scanned_drawing_is_read():
    found = read_sample(named("plate_scan"))
    assert found["dimensions"].f1 >= 0.6, found
    assert found["title"].f1 >= 0.7, found


@pytest.mark.parametrize("turned", [90, 180, 270])
def test_a_drawing_stored_turned_reads_the_same(turned):
    upright, other = (json.loads(analyze(make("plate", seed=9, turned=t).data).to_json()) for t in (0, turned))
    assert [d["text"] for d in other["dimensions"]] == [d["text"] for d in upright["dimensions"]]
    assert other["title_blocks"][0]["title"] == upright["title_blocks"][0]["title"]


@pytest.mark.slow
@pytest.mark.corpus
@pytest.mark.timeout(1800)
def test_the_corpus_is_read_above_its_floors(corpus):
    found = scores()
    kept = os.environ.get("DRAWKIT_READINGS")  # a folder where the readings are wanted as well
    for file in sorted((corpus / "drawings").iterdir()):
        label = json.loads((corpus / "labels" / f"{file.stem}.json").read_text("utf-8"))
        # what is read is looked at here, not how long it takes under the eyes of coverage
        read = analyze(file.read_bytes(), options=Options(page_seconds=300)).to_json()
        if kept:
            Path(kept, f"{file.stem}.json").write_text(read, "utf-8")
        result = json.loads(read)
        assert not [m for m, r in result["modules"].items() if r["status"] == "failed"], file.stem
        for page in label["pages"]:
            compare_page(found, page, result, page["page"])
    print(found)  # noqa: T201 - shown when a floor is broken, and with -s
    assert found["dimensions"].f1 >= 0.97, found
    assert found["frames"].f1 >= 0.88, found
    assert found["parts"].f1 >= 0.98, found
    assert found["title"].f1 >= 0.93, found
