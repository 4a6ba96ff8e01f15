"""`python -m drawkit.engine.training.symbols --out FOLDER`: trains the symbol net and writes it with its card."""

from __future__ import annotations

import argparse
import json
import logging
import time
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

import numpy as np
import torch

from drawkit.engine.text.symbols import SIZE
from drawkit.engine.training.learning import parameters
from drawkit.engine.training.symbols.classes import CLASSES, FAMILY
from drawkit.engine.training.symbols.examples import Examples, make
from drawkit.engine.training.symbols.export import export
from drawkit.engine.training.symbols.learn import LOG, Figures, figures, learn


def main(arguments: Sequence[str] | None = None) -> None:
    """Makes the examples (kept in the folder), trains with checkpoints, calibrates, exports."""
    asked = _parser().parse_args(arguments)
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    torch.set_num_threads(asked.threads)
    asked.out.mkdir(parents=True, exist_ok=True)
    begun = time.perf_counter()
    data = _kept(asked.out, asked.count, asked.seed, held_out=False, workers=asked.threads)
    unseen = _kept(asked.out, max(asked.count // 12, 100), asked.seed + 1, held_out=True, workers=asked.threads)
    LOG.info("%d and %d examples after %.0f s", len(data), len(unseen), time.perf_counter() - begun)
    net = learn(data, asked.epochs, asked.out / f"symbols-{asked.count}-{asked.epochs}-{asked.seed}.pt", asked.seed)
    found = figures(net, unseen)
    LOG.info("%s, %d parameters, %.0f s in all", found, parameters(net), time.perf_counter() - begun)
    export(net, found.temperature, asked.out / "symbols.onnx")
    card = _card(found, parameters(net), asked, time.perf_counter() - begun)
    (asked.out / "symbols.json").write_text(card, encoding="utf-8")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m drawkit.engine.training.symbols", description=main.__doc__)
    parser.add_argument("--out", type=Path, required=True, help="folder for examples, checkpoints and the model")
    parser.add_argument("--count", type=int, default=100_000, help="training examples")
    parser.add_argument("--epochs", type=int, default=4)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--threads", type=int, default=2)
    return parser


def _kept(folder: Path, count: int, seed: int, *, held_out: bool, workers: int) -> Examples:
    path = folder / f"examples-{count}-{seed}.npz"
    if not path.exists():
        made = make(count, seed, held_out=held_out, workers=workers)
        np.savez(path, pictures=made.pictures, contexts=made.contexts, labels=made.labels)
    with np.load(path) as kept:
        return Examples(kept["pictures"], kept["contexts"], kept["labels"])


def _card(found: Figures, learnt: int, asked: argparse.Namespace, seconds: float) -> str:
    classes = [
        {"name": one.name, "text": one.text, "family": FAMILY[one.name]} | ({"small": one.small} if one.small else {})
        for one in CLASSES
    ]
    training = {"examples": asked.count, "epochs": asked.epochs, "seed": asked.seed, "seconds": round(seconds)}
    rounded = {name: round(value, 4) for name, value in asdict(found).items()}
    card = {"size": SIZE, "threshold": found.threshold, "parameters": learnt, "training": training}
    return json.dumps(card | {"unseen_fonts": rounded, "classes": classes}, ensure_ascii=False, indent=1) + "\n"


if __name__ == "__main__":
    main()
