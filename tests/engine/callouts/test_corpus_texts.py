from __future__ import annotations

import importlib.util
import json
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import drawkit
from drawkit.contract import DatumReference, GeometricTolerance
from drawkit.engine.callouts import read_dimension, read_frame

SHARED = Path(drawkit.__file__).parents[2] / "shared"
LABELS = SHARED / "corpus" / "labels"
SCORE = SHARED / "reading" / "score.py"

pytestmark = [
    pytest.mark.corpus,
    pytest.mark.skipif(
        not (LABELS.is_dir() and SCORE.is_file()), reason="the labelled corpus is not beside the project"
    ),
]

SYMBOLS = {
    "straightness": "⏤",
    "flatness": "⏥",
    "circularity": "○",
    "cylindricity": "⌭",
    "profile_line": "⌒",
    "profile_surface": "⌓",
    "angularity": "∠",
    "perpendicularity": "⟂",
    "parallelism": "∥",
    "position": "⌖",
    "concentricity": "◎",
    "symmetry": "⌯",
    "circular_runout": "↗",
    "total_runout": "⌰",
}


@pytest.fixture(scope="module")
def score() -> ModuleType:
    spec = importlib.util.spec_from_file_location("score", SCORE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def labels(name: str) -> Iterator[tuple[str | None, dict[str, Any]]]:
    for file in sorted(LABELS.glob("*.json")):
        label = json.loads(file.read_text("utf-8"))
        units = label["units"] if label.get("units") in {"mm", "inch"} else None
        for page in label["pages"]:
            yield from ((units, entry) for entry in page.get(name) or [])


def test_dimension_texts_read_as_labelled(score: ModuleType) -> None:
    right, wrong = 0, []
    for units, entry in labels("dimensions"):
        found = read_dimension(entry["text"], units=units, boxed=bool(entry.get("basic")))  # type: ignore[arg-type]
        if found and score.dimension_full(found.dimension.to_dict()) == score.dimension_full(entry):
            right += 1
        else:
            wrong.append(entry["text"])
    assert right / (right + len(wrong)) > 0.97, wrong


def test_dimension_texts_are_spelt_as_labelled() -> None:
    wrong = []
    for units, entry in labels("dimensions"):
        found = read_dimension(entry["text"], units=units)  # type: ignore[arg-type]
        if found is None or found.dimension.text != entry["text"]:
            wrong.append(entry["text"])
    assert not wrong


def cells(entry: dict[str, Any]) -> list[str]:
    """Print the frame that the label describes: the labels hold its parts, not its text."""
    zone = {"diameter": "⌀", "spherical": "S⌀"}.get(entry.get("zone") or "", "")
    per = f"/{entry['per']}" if entry.get("per") else ""
    marks = "".join(f"⟨{m}⟩" if len(m) > 1 else f"({m})" for m in entry["modifiers"])
    most = [f"⌀{entry['max']} MAX"] if entry.get("max") else []
    value = f"{zone}{entry['value']}{per}{marks}{entry.get('projected', '')}"
    return [SYMBOLS[entry["characteristic"]], value, *most, *entry["datums"]]


def test_frames_read_as_labelled(score: ModuleType) -> None:
    entries = [entry for _, entry in labels("gdt")]
    assert entries
    for entry in entries:
        found = read_frame(cells(entry))
        assert isinstance(found, GeometricTolerance)
        assert all(isinstance(datum, DatumReference) for datum in found.datums)
        assert score.frame_full(found.to_dict()) == score.frame_full(entry)
        assert found.extra.get("projected") == entry.get("projected")
        assert found.extra.get("max") == entry.get("max")
        assert found.extra.get("per") == entry.get("per")
