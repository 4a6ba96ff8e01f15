"""`python -m drawkit.engine.training.finder --out FOLDER [--sheets FOLDER]`: trains the finder, writes its card."""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

import numpy as np

from drawkit.engine.training import command
from drawkit.engine.training.finder.export import export
from drawkit.engine.training.finder.learn import LOG, Maker, Plan, figures, learn
from drawkit.engine.training.finder.net import FinderNet
from drawkit.engine.training.learning import parameters


def main(arguments: Sequence[str] | None = None) -> None:
    """Trains with checkpoints on examples that are made as they are needed, measures on unseen fonts, exports."""
    asked = _parser().parse_args(arguments)
    command.set_up(asked)
    sheets = sorted(asked.sheets.glob("*.pdf")) if asked.sheets else []
    plan = Plan(asked.rounds, asked.batches, asked.kept, asked.rate, asked.seed, asked.bfloat16)
    begun = time.perf_counter()
    net = learn(FinderNet(), plan, asked.out / "finder.pt", Maker(sheets, asked.count))
    found = figures(net, Maker([], asked.unseen, held_out=True)(np.random.default_rng([asked.seed, 1 << 20])))
    seconds = time.perf_counter() - begun
    LOG.info("%s, %d parameters, %.0f s in all", found, parameters(net), seconds)
    export(net, asked.out / "finder.onnx")
    training = asdict(plan) | {"count": asked.count, "sheets": bool(sheets), "seconds": round(seconds)}
    command.write_card(asked.out / "finder.json", found, {"parameters": parameters(net), "training": training})


def _parser() -> argparse.ArgumentParser:
    parser = command.parser("finder", main.__doc__, seed=11, threads=1)
    command.add_rounds(parser, rounds=80, count=372, rate=2.5e-3, unseen=400)
    parser.add_argument("--sheets", type=Path, help="folder of PDFs with whole text layers; without it scenes alone")
    parser.add_argument("--batches", type=int, default=150, help="batches of eight a round")
    parser.add_argument("--kept", type=int, default=34, help="rounds whose examples are drawn from")
    return parser


if __name__ == "__main__":
    main()
