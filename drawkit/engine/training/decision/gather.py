"""The candidates of labelled drawings with their evidence, drawing by drawing."""

from __future__ import annotations

import csv
import json
from collections.abc import Hashable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...decision.candidates import candidates_of
from ...decision.features import NAMES, features_of
from ...decision.looks import places_of
from ...decision.surroundings import surroundings_of
from ...load import open_drawing, pages_of
from ...page import read_sheet
from ..looks.places import coded
from .truth import labelled_values, value_of


@dataclass(frozen=True, eq=False)
class Page:
    """Candidates of one page: evidence (n, features), values, and how often each value is printed."""

    source: str
    """Where the drawing comes from: projects and writers are left out as a whole when figures are measured."""
    rows: NDArray[np.float32]
    values: tuple[Hashable, ...]
    free: NDArray[np.bool_]
    """Which stand on the views: what stands in title blocks and tables is no dimension, whatever it says."""
    counts: Mapping[Hashable, int]
    place: NDArray[np.int64]
    """Which of the page's places each candidate reads: one text may be read in several ways."""
    surroundings: tuple[bytes, ...] = ()
    """Of each place, as `looks.places.coded` writes them; none where the page has no picture."""
    drawing: str = ""


def gather(folders: Sequence[Path], workers: int) -> list[Page]:
    """The pages of the labelled drawings in folders that hold `drawings/`, `labels/` and perhaps `SOURCES.csv`."""
    jobs = [job for folder in folders for job in _jobs(folder)]
    with ProcessPoolExecutor(workers) as pool:
        return [page for pages in pool.map(_pages, *zip(*jobs, strict=True)) for page in pages] if jobs else []


def _jobs(folder: Path) -> Iterator[tuple[Path, Path, str]]:
    sources = _sources(folder)
    for file in sorted((folder / "drawings").iterdir()):
        label = folder / "labels" / f"{file.stem}.json"
        if label.exists():
            yield file, label, sources.get(file.name) or sources.get(file.stem) or folder.name


def _sources(folder: Path) -> dict[str, str]:
    path = folder / "SOURCES.csv"
    if not path.exists():
        return {}
    with path.open(newline="", encoding="utf-8") as lines:
        return {row["file"]: row.get("repository") or "" for row in csv.DictReader(lines)}


def _pages(file: Path, label_file: Path, source: str) -> list[Page]:
    label: dict[str, Any] = json.loads(label_file.read_text(encoding="utf-8"))
    with open_drawing(file.read_bytes()) as drawing:
        return [_page(drawing.sheet(n), label, n, source, file.stem) for n in pages_of(drawing, None)]


def _page(sheet: Any, label: Mapping[str, Any], number: int, source: str, name: str) -> Page:
    """One page with the candidates among all of its words: those in its tables are examples of what is none."""
    page = read_sheet(sheet, ("dimensions",))
    sheet, sizing = page.sheet, page.sizing
    others = [w for w in sheet.words if w not in set(sizing)]
    own = candidates_of(sheet, sizing, page.units)
    candidates = [*own, *candidates_of(sheet, others, page.units)]
    rows = features_of(sheet, candidates, page.framed) if candidates else np.zeros((0, len(NAMES)), np.float32)
    free = np.arange(len(candidates)) < len(own)
    values = tuple(value_of(c.dimension) for c in candidates)
    words, place = places_of([c.lines[0].word for c in candidates])
    shown = tuple(coded(picture) for picture in surroundings_of(sheet, words).pictures) if sheet.has_picture else ()
    return Page(source, rows, values, free, labelled_values(label, number), place, shown, name)
