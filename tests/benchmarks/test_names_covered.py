"""How much of what names people and companies is black in previews of the corpus, each miss told.

Looked for are the labelled names wherever the readers find them on the open sheet, at its full resolution, and what
readers do not read: logos, signatures and names in small letters, whose places were marked by eye
(`labels/names_on_sheets.csv`, in parts of the preview's width and height).
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from drawkit.contract import Box, Options, Result
from drawkit.engine import analyze, previews
from drawkit.engine.harmless import is_common
from drawkit.engine.load import open_drawing
from drawkit.engine.personal import PERSONAL
from drawkit.engine.titles.labels import plain

CORPUS = Path(__file__).parents[3] / "shared" / "corpus"
LABELS = Path(__file__).parents[1] / "labels"
_PART, _ANYWHERE = 4, 6  # letters of a part of a name, and of one that may stand within a longer word
_BLACK = 0.98  # of a place that is covered: its edge may be a label's

pytestmark = [
    pytest.mark.corpus,
    pytest.mark.slow,
    pytest.mark.timeout(3600),
    pytest.mark.skipif(not CORPUS.is_dir(), reason="the labelled corpus is not beside the project"),
]


@dataclass(frozen=True)
class Place:
    """Where a preview tells of somebody, in parts of its width and height."""

    drawing: str
    page: int
    what: str
    box: Box
    text: str = ""


def test_at_least_99_of_100_places_that_name_somebody_are_black() -> None:
    marked, covered, missed = marks(), Counter[str](), list[Place]()
    for drawing, label in labelled():
        data = drawing.read_bytes()
        result = analyze(data, profile="advanced", options=Options(task_list=("dimensions",)))
        pictures = [np.asarray(Image.open(io.BytesIO(png)).convert("L")) for png in previews(data, result)]
        for place in [*marked[drawing.stem], *read(data, drawing.stem, result, names_in(label))]:
            page = [page.page for page in result.pages].index(place.page)
            withheld = result.pages[page].private is None  # an empty sheet
            if withheld or black(pictures[page], place.box) >= _BLACK:
                covered[place.what] += 1
            else:
                missed.append(place)
    print(f"\nblack: {dict(covered)}, together {covered.total()}; not: {missed}")
    assert covered.total() > 250
    assert len(missed) <= 0.01 * (covered.total() + len(missed))


def labelled() -> Iterator[tuple[Path, dict[str, Any]]]:
    """The drawings of the corpus, its batches and the pool, each with its label."""
    folders = [(folder, folder / "labels") for folder in (CORPUS, *sorted(CORPUS.glob("unseen/batch-*")))]
    for folder, labels in (*folders, (CORPUS / "unseen" / "pool", LABELS / "pool")):
        for label in sorted(labels.glob("*.json")):
            for drawing in folder.glob(f"drawings/{label.stem}.*"):
                yield drawing, json.loads(label.read_text("utf-8"))


def marks() -> dict[str, list[Place]]:
    """What was marked by eye, by drawing."""
    found: dict[str, list[Place]] = defaultdict(list)
    with (LABELS / "names_on_sheets.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            box = (float(row["x0"]), float(row["top"]), float(row["x1"]), float(row["bottom"]))
            found[row["drawing"]].append(Place(row["drawing"], int(row["page"]), row["what"], box))
    return found


def names_in(label: dict[str, Any]) -> set[str]:
    """Names of people and companies, whole and in parts that tell of them."""
    blocks = [page.get("title_block") or {} for page in label["pages"]]
    whole = {str(block[field]) for block in blocks for field in PERSONAL if block.get(field)}
    parts = {part for name in whole for part in re.split(r"[\s,._-]+", name) if len(part) >= _PART}
    return whole | {part for part in parts if not is_common(part)}


def read(data: bytes, drawing: str, result: Result, names: set[str]) -> Iterator[Place]:
    """The words of the open sheets that tell a name."""
    with open_drawing(data) as source:
        for page in result.pages:
            for word in source.sheet(page.page).words:
                if any(told(name, word.text) for name in names):
                    x0, top, x1, bottom = word.box
                    box = (x0 / page.width, top / page.height, x1 / page.width, bottom / page.height)
                    yield Place(drawing, page.page, "word", box, word.text)


def told(name: str, text: str) -> bool:
    """Whether a text tells a name: a short one only where it stands for itself (no META in METAL)."""
    key, words = plain(name), {plain(part) for part in re.split(r"[\W\d_]+", text)}
    return key in {plain(text), *words} or (len(key) >= _ANYWHERE and key in plain(text))


def black(picture: NDArray[np.uint8], box: Box) -> float:
    """How much of a place is black."""
    high, wide = picture.shape
    x0, top, x1, bottom = (round(v * size) for v, size in zip(box, (wide, high, wide, high), strict=True))
    place = picture[max(0, top) : bottom, max(0, x0) : x1]
    return float((place == 0).mean()) if place.size else 1.0


def test_what_tells_a_name() -> None:
    assert told("Smithers", "smithers2020")
    assert told("Meta", "META_BRACKET")
    assert not told("Meta", "METAL,")
    assert (told("AC", "AC"), told("AC", "FACE")) == (True, False)
