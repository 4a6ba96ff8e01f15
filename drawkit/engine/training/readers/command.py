"""What the commands of the trainings of line readers do: learn with checkpoints, measure on unseen fonts, export."""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from drawkit.engine.training import command
from drawkit.engine.training.learning import parameters
from drawkit.engine.training.readers.crops import HEIGHT, Cutter
from drawkit.engine.training.readers.export import export
from drawkit.engine.training.readers.learn import BATCH, LOG, Plan, averaged, figures, learn, made, pixels
from drawkit.engine.training.readers.net import LineNet, as_input
from drawkit.engine.training.readers.script import Script
from drawkit.engine.training.readers.warm import warmed

_SAMPLE = 400
"""Crops that a net to go on from measures its normalisations on."""


def train(net: str, script: Script, told: str | None, arguments: Sequence[str] | None) -> None:
    """Train a net of that name on crops that are drawn as they are needed, and write it with its card."""
    asked = _parser(net, told).parse_args(arguments)
    command.set_up(asked)
    begun = time.perf_counter()
    plan = Plan(
        *(asked.rounds, asked.count, asked.passes, asked.rate, asked.seed, asked.bfloat16),
        *(asked.batch, asked.workers, asked.twins),
    )
    cutter = Cutter(script, twins=asked.twins)
    checkpoint = asked.out / f"{net}.pt"
    start = None if checkpoint.exists() else asked.start  # a checkpoint brings all weights with it
    learnt = learn(_first(start, asked.seed, cutter), plan, checkpoint, cutter)
    if asked.average:
        learnt = averaged(learnt, asked.average)
    found = figures(learnt, made(asked.unseen, (asked.seed, 0, 2), Cutter(script, held_out=True)), script)
    seconds = time.perf_counter() - begun
    LOG.info("%s, %d parameters, %.0f s in all", found, parameters(learnt), seconds)
    learnt.cpu()
    export(learnt, asked.out / f"{net}.onnx")
    files = {"start": asked.start.name if asked.start else None, "twins": asked.twins.name if asked.twins else None}
    training = asdict(plan) | files | {"seconds": round(seconds)}
    facts = {"height": HEIGHT, "classes": script.characters, "parameters": parameters(learnt), "training": training}
    command.write_card(asked.out / f"{net}.json", found, facts)


def _first(start: Path | None, seed: int, cutter: Cutter) -> LineNet:
    if start is None:
        return LineNet(len(cutter.script.characters) + 1)
    return warmed(start, as_input(pixels(made(_SAMPLE, (seed, 0, 3), cutter))), cutter.script)


def _parser(net: str, told: str | None) -> argparse.ArgumentParser:
    parser = command.parser(net, told, seed=5, threads=2)
    command.add_rounds(parser, rounds=60, count=6400, rate=1.5e-3, unseen=4000)
    parser.add_argument("--start", type=Path, help="an exported net to go on from; its card lies beside it")
    parser.add_argument("--average", type=Path, help="the checkpoint of the run gone on from, to average weights with")
    parser.add_argument("--batch", type=int, default=BATCH, help="columns of pixels in a batch; a card takes 65536")
    parser.add_argument("--workers", type=int, default=1, help="processes that draw crops")
    parser.add_argument("--twins", type=Path, help="texts of drawings to learn from too, kept by callouts.twins")
    parser.add_argument("--passes", type=int, default=2, help="how often each crop is learnt from")
    return parser
