"""Readings against truth: the same figures as the corpus's own script, exact ones on samples, and misses to look at."""

from __future__ import annotations

import importlib.util
import json
import re
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pandas as pd
import pytest
from fake_service import FakeService, preview, result_of
from hypothesis import given
from hypothesis import strategies as st

import drawkit
from drawkit import contract, samples
from drawkit.client import ConfigurationError
from drawkit.experiments import Experiment, evaluation
from drawkit.experiments.evaluation import crops, rules

SHARED = Path(drawkit.__file__).parents[2] / "shared"
Make = Callable[..., Experiment]


@pytest.fixture(scope="module")
def script() -> ModuleType:
    """The script that scores readings of the corpus."""
    place = SHARED / "reading" / "score.py"
    if not place.exists():
        pytest.skip("the corpus does not lie beside the project")
    spec = importlib.util.spec_from_file_location("score", place)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def figures(script: ModuleType, label: dict[str, Any], reading: dict[str, Any]) -> dict[str, tuple[int, int, int]]:
    totals: dict[str, Any] = {}
    script.score(label, reading, totals)
    counted = {kind: tally for kind, tally in totals.items() if kind != "words of notes"}  # told by the script alone
    return {kind: (tally.right, tally.invented, tally.missed) for kind, tally in counted.items()}


def own(label: dict[str, Any], result: contract.Result | None) -> dict[str, tuple[int, int, int]]:
    scores = evaluation.score(evaluation.of_label(label), evaluation.of_result(result))
    return {kind: (score.right, score.invented, score.missed) for kind, score in scores.items()}


def labels() -> dict[str, dict[str, Any]]:
    found = sorted((SHARED / "corpus" / "labels").glob("*.json"))
    return {file.stem: json.loads(file.read_text("utf-8")) for file in found}


def as_read(label: dict[str, Any], keep: int = 1) -> contract.Result:
    """A reading that says what a label says, but for every entry whose number `keep` does not divide."""
    lists: dict[str, list[dict[str, Any]]] = {}
    names = {"dimensions": "dimensions", "gdt": "geometric_tolerances", "surface_texture": "surface_textures",
             "bom": "bom"}  # fmt: skip
    for page in label.get("pages", []):
        number = page["page"]
        for name, ours in names.items():
            for entry in (page.get(name) or [])[::keep]:
                lists.setdefault(ours, []).append({**plain(ours, entry), "page": number})
        for note in (page.get("notes") or [])[::keep]:
            lists.setdefault("notes", []).append({"text": note, "page": number})
        for datum in (page.get("datum_features") or [])[::keep]:
            lists.setdefault("datum_features", []).append({"label": rules.datum(datum), "page": number})
        block = {k: v for k, v in (page.get("title_block") or {}).items() if k in rules.TITLE_FIELDS}
        lists.setdefault("title_blocks", []).append({**block, "page": number})
    return contract.Result.model_validate(lists)


def plain(name: str, entry: dict[str, Any]) -> dict[str, Any]:
    if name == "dimensions":
        renamed = {"upper": "upper_deviation", "lower": "lower_deviation", "typ": "typical"}
        return {renamed.get(k, k): v for k, v in entry.items() if v is not None and k != "doubtful"}
    if name == "geometric_tolerances":
        datums = [{"label": rules.datum(datum)} for datum in entry.get("datums") or []]
        zone = entry.get("zone") if entry.get("zone") in ("diameter", "spherical") else None
        return {**entry, "datums": datums, "zone": zone, "modifiers": entry.get("modifiers") or []}
    return {k: v for k, v in entry.items() if v is not None and k in (*rules.PARTS_FIELDS, "parameter", "value")}


@pytest.mark.corpus
@pytest.mark.parametrize("keep", [0, 1, 2, 3])
def test_the_figures_are_those_of_the_corpus_script(script: ModuleType, keep: int) -> None:
    """Nothing read, all read, half of it, and each drawing's label against another's reading."""
    told = labels()
    assert len(told) >= 20
    names = list(told)
    for at, name in enumerate(names):
        other = told[names[at - 1]] if keep == 3 else told[name]
        result = as_read(other, max(keep, 1)) if keep else None
        reading = json.loads(result.to_json()) if result is not None else {}
        assert own(told[name], result) == figures(script, told[name], reading), name


WORDS = st.sampled_from(["", "A", "Steel", "steel ", "M8", "All sharp edges", "all sharp edges broken", "⌀5", "ø5"])
NUMBERS = st.sampled_from([None, 0, 1, 5.5, "5,5", "5.50", 12.00004, "THRU", "thru"])
BORE = st.none() | st.fixed_dictionaries({"diameter": NUMBERS, "depth": NUMBERS})
DIMENSION = st.fixed_dictionaries(
    {"kind": st.sampled_from(["linear", "ordinate", "square", "diameter", "spherical_diameter", "radius", None]),
     "nominal": NUMBERS, "max": NUMBERS, "min": NUMBERS, "quantity": st.sampled_from([None, 1, 2]), "upper": NUMBERS,
     "lower": NUMBERS, "fit": WORDS, "reference": st.booleans(), "depth": NUMBERS, "counterbore": BORE},
    optional={"doubtful": st.booleans(), "text": WORDS},
)  # fmt: skip
FRAME = st.fixed_dictionaries(
    {"characteristic": st.sampled_from(["position", "flatness"]), "value": NUMBERS,
     "zone": st.sampled_from([None, "null", "", "none", "diameter"]),
     "modifiers": st.none() | st.lists(st.sampled_from("mMlL"), max_size=2),
     "datums": st.lists(st.sampled_from(["A", "B (M)", {"label": "B", "modifiers": ["M"]}]), max_size=2)},
    optional={"doubtful": st.booleans()},
)  # fmt: skip
ROW = st.fixed_dictionaries({"position": WORDS, "material": WORDS, "remark": WORDS})
PAGE = st.fixed_dictionaries(
    {"page": st.integers(1, 2)},
    optional={
        "dimensions": st.lists(DIMENSION, max_size=4), "gdt": st.lists(FRAME, max_size=4),
        "bom": st.none() | st.lists(ROW, max_size=4), "notes": st.lists(WORDS, max_size=4),
        "datum_features": st.lists(st.sampled_from("AB"), max_size=3),
        "surface_texture": st.lists(st.fixed_dictionaries({"parameter": WORDS, "value": NUMBERS}), max_size=3),
        "title_block": st.none() | st.fixed_dictionaries({"title": WORDS, "material": WORDS}),
    },
)  # fmt: skip
SHEETS = st.lists(PAGE, max_size=2, unique_by=lambda page: page["page"])


@pytest.mark.corpus
@given(SHEETS, SHEETS)
def test_the_figures_are_those_of_the_script_for_anything(
    script: ModuleType, true: list[dict[str, Any]], read: list[dict[str, Any]]
) -> None:
    """A label against a label: the script reads flat lists under a result's names, so one side is renamed."""
    flat: dict[str, list[Any]] = {}
    renamed = {"gdt": "geometric_tolerances", "surface_texture": "surface_textures"}
    for page in read:
        for name, entries in page.items():
            for entry in entries or [] if name not in ("page", "title_block") else []:
                whole = entry if isinstance(entry, dict) else {"text": entry, "label": entry}
                flat.setdefault(renamed.get(name, name), []).append({**whole, "page": page["page"]})
    flat["title_blocks"] = [{**(page.get("title_block") or {}), "page": page["page"]} for page in read]
    truth, reading = evaluation.of_label({"pages": true}), evaluation.of_label({"pages": read})
    scores = evaluation.score(truth, reading)
    told = {kind: (score.right, score.invented, score.missed) for kind, score in scores.items()}
    assert told == figures(script, {"pages": true}, flat)
    for score in scores.values():
        assert score.missed == sum(miss.what == "missed" for miss in score.misses) or not score.misses


@pytest.mark.parametrize("name", samples.NAMES)
def test_the_truth_of_a_sample_against_itself_is_all_right(name: str) -> None:
    sample = samples.named(name)
    for truth in (evaluation.of_label(sample.label()), evaluation.of_result(sample.truth)):
        scores = evaluation.score(truth, evaluation.of_result(sample.truth))
        assert scores
        for kind, score in scores.items():
            assert (score.invented, score.missed) == (0, 0), kind
            assert not score.misses
        assert evaluation.DIMENSIONS in scores or name in {"assembly"}


def test_what_is_missing_and_what_is_too_much_is_named() -> None:
    truth = result_of("a")
    read = truth.model_copy(
        update={
            "dimensions": (
                truth.dimensions[0],
                truth.dimensions[1].model_copy(
                    update={"text": "⌀2 ±0.2", "upper_deviation": 0.2, "box": (101, 31, 141, 46)}
                ),
            ),
            "bom": (truth.bom[0].model_copy(update={"material": "Brass", "box": (1, 2, 3, 4)}),),
            "notes": (contract.Note(text="Deburr"),),
            "title_blocks": (truth.title_blocks[0].model_copy(update={"title": "another drawing"}),),
        }
    )
    scores = evaluation.score(evaluation.of_result(truth), evaluation.of_result(read))
    told = scores[evaluation.DIMENSIONS]
    assert (told.right, told.invented, told.missed) == (1, 1, 2)
    missed = [(miss.what, miss.text, miss.twin) for miss in told.misses]
    assert missed[0] == ("missed", "⌀2 ±0.1", "⌀2 ±0.2")
    assert missed[-1] == ("invented", "⌀2 ±0.2", None)
    assert told.misses[0].box == (101, 31, 141, 46), "where it was read"
    assert (told.misses[1].twin, told.misses[1].box) == (None, truth.dimensions[2].box), "nothing was read nearby"
    cells = scores["parts-list cells"].misses
    assert [(m.what, m.text, m.twin) for m in cells] == [
        ("missed", "material: steel", "Brass"),
        ("invented", "material: brass", None),
    ]
    assert cells[0].box == (1, 2, 3, 4)
    assert [m.text for m in scores["title-block fields"].misses] == ["title: a", "title: another drawing"]
    assert [m.twin for m in scores["notes"].misses] == [None, None]


def test_a_label_may_be_flat_as_a_result_is() -> None:
    label = {"notes": ["Deburr", {"text": "Edges", "page": 2}], "datum_features": ["A"]}
    truth = evaluation.of_label(label)
    assert {page: [note["text"] for note in notes] for page, notes in truth["notes"].items()} == {
        1: ["Deburr"], 2: ["Edges"]
    }  # fmt: skip
    assert evaluation.score(truth, truth)["datum features"].right == 1


def test_a_label_without_texts_is_told_by_its_values() -> None:
    frame = {"characteristic": "position", "value": 0.1, "datums": ["A", {"label": "B", "modifiers": ["M"]}]}
    scores = evaluation.score(evaluation.of_label({"pages": [{"page": 1, "gdt": [frame]}]}), {})
    assert scores["frames in full"].misses[0].text == "position 0.1 A B(M)"


def test_an_experiment_is_evaluated(experiment: Make, service: FakeService) -> None:
    service.fates = {"part1.png": ["unreadable-file"]}
    told = experiment(_folder(experiment), ["full", "bom"]).run(progress=False)
    labels = {f"part{n}": result_of(f"part{n}.png", more=n) for n in range(4)}
    found = told.evaluate(labels)
    assert found.unlabelled == ("part4.png",)
    dimensions = found.scores.loc[("full", "dimensions in full")]
    assert (dimensions["truth"], dimensions["read"]) == (3 + 4 + 5 + 6, 9)
    assert dimensions["recall"] == pytest.approx(9 / 18)
    assert dimensions["precision"] == 1
    assert dimensions["f1"] == pytest.approx(2 / 3)
    assert ("bom", "dimensions in full") not in found.scores.index, "the profile does not read them"
    assert found.f1().loc["parts-list rows", "bom"] == pytest.approx(1.0)
    assert found.by("drawing").loc[("part1.png", "notes"), "f1"] == 0
    assert pd.isna(found.by("drawing").loc[("part1.png", "notes"), "precision"])
    missed = found.misses
    assert set(missed["what"]) == {"missed"}
    assert len(missed[missed["kind"] == "dimensions in full"]) == 9
    with pytest.raises(KeyError, match="no column 'line'"):
        found.by("line")
    assert "5 drawings" not in repr(found)
    assert repr(found).startswith("<Evaluation of 4 drawings: ")
    html = found._repr_html_()
    assert "Without a label: part4.png" in html
    gallery = found.show_misses(3, kind="dimensions in full", drawing="part3.png")
    assert repr(gallery) == "<Misses: 3 of 3>"
    assert "data:image/png;base64," in gallery._repr_html_()
    assert "read instead" not in gallery._repr_html_()


def _folder(make: Make) -> Path:
    return Path(make()._told)


def test_labels_come_in_several_forms(experiment: Make, tmp_path: Path) -> None:
    told = experiment().run(progress=False)
    place = tmp_path / "labels"
    place.mkdir()
    with pytest.raises(ConfigurationError, match="There is no label"):
        told.evaluate(place)
    (place / "part2.json").write_text(json.dumps({"pages": [{"page": 1, "notes": ["Deburr"]}]}))
    assert told.evaluate(place).by("drawing").loc[("part2.png", "notes"), "truth"] == 1
    result = told.result("part2.png")
    assert told.evaluate({"part2.png": result}).misses.empty
    sample = samples.Sample("part2", b"", "image/png", result.data)
    assert told.evaluate([sample]).misses.empty
    with pytest.raises(TypeError, match="A label is a dict, a result or a sample, not int"):
        told.evaluate({"part2": 3})
    (place / "part2.json").write_text("[]")
    with pytest.raises(ConfigurationError, match="no JSON object"):
        told.evaluate(place)
    (place / "part2.json").write_text("{")
    with pytest.raises(ConfigurationError, match="is no label"):
        told.evaluate(str(place))


def test_what_people_decided_is_the_truth(experiment: Make) -> None:
    told = experiment().run(progress=False)
    with pytest.raises(ConfigurationError, match="No drawing of this experiment is reviewed to the last row"):
        told.evaluate()
    result = told.result("part1.png")
    for table, rows in result.review.groupby("table"):
        result.accept(table, *rows["id"])
    added = result.add("notes", "Paint")
    assert told.result("part1.png").decisions == result.decisions, "kept in the ledger"
    found = told.evaluate()
    assert found.misses["text"].tolist() == ["Paint"]
    assert set(found.unlabelled) == {"part0.png", "part2.png", "part3.png", "part4.png"}
    result.reject("notes", added)
    assert told.evaluate().misses.empty


def test_a_damaged_review_of_the_ledger_is_set_aside(experiment: Make) -> None:
    told = experiment().run(progress=False)
    result = told.result("part1.png")
    result.add("notes", "Paint")
    ledger = told._ledger
    sha256 = result._keeper._sha256
    ledger.keep_review(sha256, b"{")
    again = told.result("part1.png")
    assert (again.decisions, "damaged" in again.unkept) == ((), True)
    again.add("notes", "Grease")
    name = re.search(rf"{sha256}\.aside-\w+", again.set_aside)
    assert name is not None
    assert ledger.review(name[0]) == b"{"
    assert told.result("part1.png").decisions == again.decisions


def test_nothing_to_evaluate(experiment: Make) -> None:
    found = experiment().evaluate({})
    assert repr(found) == "<Evaluation of 0 drawings: 0 misses>"
    assert found.scores.empty
    assert found._repr_html_()


def test_a_crop_shows_the_place() -> None:
    told = crops.Crop((50, 30, 90, 45), (842, 595), preview)
    png = told.png()
    assert png is not None
    assert told._repr_png_() == png
    assert str(told) == "at 50, 30, 90, 45"
    assert crops.Crop((0, 0, 1, 1), (842, 595), lambda: None).png() is None
    assert crops.cut(preview(), (-900, -900, -800, -800), (842, 595))[:4] == b"\x89PNG"
    assert crops.cut(preview(), (0, 0, 842, 595), (842, 595))[:4] == b"\x89PNG"


def test_the_misses_to_look_at_come_from_every_drawing() -> None:
    rows = [("many", at, "c") for at in range(40)] + [("few", at, None if at else "c") for at in range(3)]
    misses = pd.DataFrame(
        [{"drawing": drawing, "setting": "full", "text": at, "crop": crop} for drawing, at, crop in rows]
    )
    shown = evaluation.spread(misses, 5)
    assert shown["drawing"].tolist() == ["many"] * 4 + ["few"], "as many of each as of the others, with a crop first"
    assert shown["text"].tolist() == [0, 1, 2, 3, 0]
    assert evaluation.spread(misses, 100).equals(misses)
