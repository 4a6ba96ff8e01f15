"""`python -m drawkit.engine.training.heads --out FOLDER PDF [PDF ...]`: trains what tells terminators in pictures.

Each PDF is a vector drawing; every twelfth of them, and of the sheets that are drawn besides, is left out for the
figures.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from drawkit.engine.training import command
from drawkit.engine.training.heads.examples import Examples, joined, made, made_up, some
from drawkit.engine.training.heads.export import export
from drawkit.engine.training.heads.learn import LOG, figures, learn
from drawkit.engine.training.learning import parameters

_LEFT_OUT = 12


def main(arguments: Sequence[str] | None = None) -> None:
    """Makes the examples (kept in the folder), trains with checkpoints, exports."""
    asked = _parser().parse_args(arguments)
    command.set_up(asked)
    begun = time.perf_counter()
    data, unseen = _kept(asked)
    LOG.info("%d and %d ends after %.0f s", len(data.kinds), len(unseen.kinds), time.perf_counter() - begun)
    data = some(data, asked.ends, np.random.default_rng(asked.seed)) if asked.ends else data
    net = learn(data, asked.epochs, asked.out / "heads.pt", asked.seed, asked.start)
    found = figures(net, unseen)
    LOG.info("%s, %d parameters, %.0f s in all", found, parameters(net), time.perf_counter() - begun)
    export(net, asked.out / "heads.onnx")
    sheets = {"drawings": len(asked.drawings), "scenes": asked.scenes}
    start = asked.start.name if asked.start else None
    training = {**sheets, "ends": len(data.kinds), "epochs": asked.epochs, "seed": asked.seed, "start": start}
    facts = {"parameters": parameters(net), "training": training}
    command.write_card(asked.out / "heads.json", found, facts, unseen="unseen_drawings")


def _parser() -> argparse.ArgumentParser:
    parser = command.parser("heads", main.__doc__, seed=5, threads=2)
    parser.add_argument("drawings", type=Path, nargs="+", metavar="PDF", help="vector drawings")
    parser.add_argument("--times", type=int, default=2, help="pictures of each drawing")
    parser.add_argument("--scenes", type=int, default=600, help="sheets drawn with terminators of every shape")
    parser.add_argument("--ends", type=int, help="ends to learn from, a tenth of them with something; all if not told")
    parser.add_argument("--start", type=Path, help="the checkpoint of another run to go on from")
    parser.add_argument("--epochs", type=int, default=12)
    return parser


def _kept(asked: argparse.Namespace) -> tuple[Examples, Examples]:
    path = asked.out / "ends.npz"
    if not path.exists():
        parts = made(sorted(asked.drawings), asked.times, asked.seed, asked.threads)
        parts += made_up(asked.scenes, asked.seed, asked.threads)
        learnt = joined([p for n, p in enumerate(parts) if n % _LEFT_OUT])
        unseen = joined([p for n, p in enumerate(parts) if not n % _LEFT_OUT])
        named = (("learnt", learnt), ("unseen", unseen))
        np.savez(path, **{f"{name}_{which}": v for which, e in named for name, v in vars(e).items()})
    with np.load(path) as kept:
        one, other = (
            Examples(*(kept[f"{name}_{which}"] for name in ("pictures", "kinds", "measures")))
            for which in ("learnt", "unseen")
        )
    return one, other


if __name__ == "__main__":
    main()
