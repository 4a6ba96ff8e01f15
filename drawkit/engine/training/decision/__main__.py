"""`python -m drawkit.engine.training.decision --out FOLDER CORPUS [CORPUS ...]`: trains what decides on dimensions.

Each CORPUS is a folder with `drawings/`, `labels/` (one JSON for each drawing) and perhaps `SOURCES.csv` (columns file,
repository). Drawings of one repository, or of one folder without that list, are left out together when figures are
measured. The drawings are read first, and what was read is kept in the folder. Then come the trees, two minutes, and
the net that looks at surroundings (`drawkit.engine.training.looks`, minutes on a graphics processor), unless its files
lie in the folder already; last, how much a look weighs beside the trees.
"""

from __future__ import annotations

import argparse
import json
import logging
import pickle
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

import numpy as np

from ..looks.__main__ import main as learn_looks
from ..looks.places import keep
from .export import card
from .gather import Page, gather
from .learn import MOST, Figures, learn, with_looks
from .places import places_of_pages


def main(arguments: Sequence[str] | None = None) -> None:
    """Reads the drawings, trains, writes `decision.json`, `looks.onnx` and `looks.json`."""
    parser = argparse.ArgumentParser(prog="python -m drawkit.engine.training.decision", description=__doc__)
    parser.add_argument("corpus", type=Path, nargs="+")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--trees-only", action="store_true", help="leave the looks to another machine, or out")
    asked = parser.parse_args(arguments)
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    asked.out.mkdir(parents=True, exist_ok=True)
    pages = _pages(asked.out / "pages.pickle", asked.corpus, asked.workers)
    learnt = learn(pages, asked.seed)
    told = {name: round(value, 4) for name, value in asdict(learnt.figures).items()}
    text = json.dumps({**card(learnt.trees, learnt.calibration), "sources_left_out": told}, separators=(",", ":"))
    (asked.out / "decision.json").write_text(text + "\n", encoding="utf-8")
    places, left_out = asked.out / "places.npz", asked.out / "left_out.npy"
    if not places.exists():
        keep(places_of_pages(pages, learnt.right), places)
    if asked.trees_only:
        return
    if not left_out.exists():
        learn_looks(["--out", str(asked.out), str(places)])
    _weigh(asked.out / "looks.json", *with_looks(pages, learnt, np.load(left_out)))


def _weigh(path: Path, weight: float, figures: Figures) -> None:
    """Write into the card of the looks what one weighs."""
    beside = {name: round(value, 4) for name, value in asdict(figures).items()}
    told = json.loads(path.read_text(encoding="utf-8")) | {"weight": round(weight, 3), "most": MOST}
    text = json.dumps(told | {"beside_trees": beside}, ensure_ascii=False, indent=1)
    path.write_text(text + "\n", encoding="utf-8")


def _pages(kept: Path, corpus: Sequence[Path], workers: int) -> list[Page]:
    if not kept.exists():
        kept.write_bytes(pickle.dumps(gather(corpus, workers)))
    pages: list[Page] = pickle.loads(kept.read_bytes())  # noqa: S301 (our own file)
    return pages


if __name__ == "__main__":
    main()
