"""`python -m drawkit.engine.training.decision --out FOLDER CORPUS [CORPUS ...]`: trains what decides on dimensions.

Each CORPUS is a folder with `drawings/`, `labels/` (one JSON for each drawing) and perhaps `SOURCES.csv` (columns file,
repository). Drawings of one repository, or of one folder without that list, are left out together when figures are
measured. Takes a minute for the trees, and as long as the drawings take to be read before that.
"""

from __future__ import annotations

import argparse
import json
import logging
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from .export import card
from .gather import gather
from .learn import learn


def main(arguments: Sequence[str] | None = None) -> None:
    """Reads the drawings, trains, writes `decision.json`."""
    parser = argparse.ArgumentParser(prog="python -m drawkit.engine.training.decision", description=__doc__)
    parser.add_argument("corpus", type=Path, nargs="+")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args(arguments)
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    pages = gather(asked.corpus, asked.workers)
    trees, calibration, figures = learn(pages, asked.seed)
    told = {name: round(value, 4) for name, value in asdict(figures).items()}
    asked.out.mkdir(parents=True, exist_ok=True)
    text = json.dumps({**card(trees, calibration), "sources_left_out": told}, separators=(",", ":"))
    (asked.out / "decision.json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
