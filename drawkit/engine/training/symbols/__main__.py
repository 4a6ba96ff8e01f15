"""`python -m drawkit.engine.training.symbols --out FOLDER`: trains the symbol net and writes it with its card."""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from drawkit.engine.recognition.symbols import SIZE
from drawkit.engine.training import command
from drawkit.engine.training.learning import parameters
from drawkit.engine.training.symbols.classes import CLASSES, FAMILY
from drawkit.engine.training.symbols.examples import Examples, make
from drawkit.engine.training.symbols.export import export
from drawkit.engine.training.symbols.learn import LOG, figures, learn


def main(arguments: Sequence[str] | None = None) -> None:
    """Makes the examples (kept in the folder), trains with checkpoints, calibrates, exports."""
    asked = _parser().parse_args(arguments)
    command.set_up(asked)
    begun = time.perf_counter()
    data = _kept(asked.out, asked.count, asked.seed, held_out=False, workers=asked.threads)
    unseen = _kept(asked.out, max(asked.count // 12, 100), asked.seed + 1, held_out=True, workers=asked.threads)
    LOG.info("%d and %d examples after %.0f s", len(data), len(unseen), time.perf_counter() - begun)
    net = learn(data, asked.epochs, asked.out / f"symbols-{asked.count}-{asked.epochs}-{asked.seed}.pt", asked.seed)
    found = figures(net, unseen)
    LOG.info("%s, %d parameters, %.0f s in all", found, parameters(net), time.perf_counter() - begun)
    export(net, found.temperature, asked.out / "symbols.onnx")
    seconds = round(time.perf_counter() - begun)
    training = {"examples": asked.count, "epochs": asked.epochs, "seed": asked.seed, "seconds": seconds}
    facts = {"size": SIZE, "threshold": found.threshold, "parameters": parameters(net), "training": training}
    command.write_card(asked.out / "symbols.json", found, {**facts, "classes": _classes()})


def _parser() -> argparse.ArgumentParser:
    parser = command.parser("symbols", main.__doc__, seed=7, threads=2)
    parser.add_argument("--count", type=int, default=100_000, help="training examples")
    parser.add_argument("--epochs", type=int, default=4)
    return parser


def _kept(folder: Path, count: int, seed: int, *, held_out: bool, workers: int) -> Examples:
    path = folder / f"examples-{count}-{seed}.npz"
    if not path.exists():
        made = make(count, seed, held_out=held_out, workers=workers)
        np.savez(path, pictures=made.pictures, contexts=made.contexts, labels=made.labels)
    with np.load(path) as kept:
        return Examples(kept["pictures"], kept["contexts"], kept["labels"])


def _classes() -> list[dict[str, Any]]:
    return [
        {"name": one.name, "text": one.text, "family": FAMILY[one.name]} | ({"small": one.small} if one.small else {})
        for one in CLASSES
    ]


if __name__ == "__main__":
    main()
