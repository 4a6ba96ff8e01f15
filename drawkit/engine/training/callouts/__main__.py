"""`python -m drawkit.engine.training.callouts --out FOLDER`: trains the callout net and writes it with its card."""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from drawkit.engine.training import command
from drawkit.engine.training.callouts.alphabet import ALPHABET
from drawkit.engine.training.callouts.crops import HEIGHT, Cutter
from drawkit.engine.training.callouts.export import export
from drawkit.engine.training.callouts.learn import BATCH, LOG, Plan, averaged, figures, learn, made, stacked
from drawkit.engine.training.callouts.net import CalloutNet
from drawkit.engine.training.callouts.warm import warmed
from drawkit.engine.training.learning import parameters

_SAMPLE = 400
"""Crops that a net to go on from measures its normalisations on."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Trains with checkpoints on crops that are drawn as they are needed, measures on unseen fonts, exports."""
    asked = _parser().parse_args(arguments)
    command.set_up(asked)
    begun = time.perf_counter()
    plan = Plan(
        *(asked.rounds, asked.count, asked.passes, asked.rate, asked.seed, asked.bfloat16), asked.batch, asked.workers
    )
    cutter = Cutter()
    checkpoint = asked.out / "callouts.pt"
    start = None if checkpoint.exists() else asked.start  # a checkpoint brings all weights with it
    net = learn(_first(start, asked.seed, cutter), plan, checkpoint, cutter)
    if asked.average:
        net = averaged(net, asked.average)
    found = figures(net, made(asked.unseen, (asked.seed, 0, 2), Cutter(held_out=True)))
    seconds = time.perf_counter() - begun
    LOG.info("%s, %d parameters, %.0f s in all", found, parameters(net), seconds)
    net.cpu()
    export(net, 1.0, asked.out / "callouts.onnx")
    training = asdict(plan) | {"seconds": round(seconds), "start": asked.start.name if asked.start else None}
    facts = {"height": HEIGHT, "classes": ALPHABET, "parameters": parameters(net), "training": training}
    command.write_card(asked.out / "callouts.json", found, facts)


def _first(start: Path | None, seed: int, cutter: Cutter) -> CalloutNet:
    return warmed(start, stacked(made(_SAMPLE, (seed, 0, 3), cutter))) if start else CalloutNet()


def _parser() -> argparse.ArgumentParser:
    parser = command.parser("callouts", main.__doc__, seed=5, threads=2)
    command.add_rounds(parser, rounds=60, count=6400, rate=1.5e-3, unseen=4000)
    parser.add_argument("--start", type=Path, help="an exported net to go on from; its card lies beside it")
    parser.add_argument("--average", type=Path, help="the checkpoint of the run gone on from, to average weights with")
    parser.add_argument("--batch", type=int, default=BATCH, help="columns of pixels in a batch; a card takes 65536")
    parser.add_argument("--workers", type=int, default=1, help="processes that draw crops")
    parser.add_argument("--passes", type=int, default=2, help="how often each crop is learnt from")
    return parser


if __name__ == "__main__":
    main()
