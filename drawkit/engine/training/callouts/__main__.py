"""`python -m drawkit.engine.training.callouts --out FOLDER`: trains the callout net and writes it with its card."""

from __future__ import annotations

import argparse
import json
import logging
import time
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

import cv2
import torch

from drawkit.engine.training.callouts.alphabet import ALPHABET
from drawkit.engine.training.callouts.crops import HEIGHT, Cutter
from drawkit.engine.training.callouts.export import export
from drawkit.engine.training.callouts.learn import LOG, Figures, Plan, averaged, figures, learn, made, stacked
from drawkit.engine.training.callouts.net import CalloutNet
from drawkit.engine.training.callouts.warm import warmed
from drawkit.engine.training.learning import parameters

_SAMPLE = 400
"""Crops that a net to go on from measures its normalisations on."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Trains with checkpoints on crops that are drawn as they are needed, measures on unseen fonts, exports."""
    asked = _parser().parse_args(arguments)
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    torch.set_num_threads(asked.threads)
    cv2.setNumThreads(asked.threads)
    asked.out.mkdir(parents=True, exist_ok=True)
    begun = time.perf_counter()
    plan = Plan(asked.rounds, asked.count, asked.passes, asked.rate, asked.seed, asked.bfloat16)
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
    (asked.out / "callouts.json").write_text(_card(found, net, plan, asked, seconds), encoding="utf-8")


def _first(start: Path | None, seed: int, cutter: Cutter) -> CalloutNet:
    torch.manual_seed(seed)
    return warmed(start, stacked(made(_SAMPLE, (seed, 0, 3), cutter))) if start else CalloutNet()


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m drawkit.engine.training.callouts", description=main.__doc__)
    parser.add_argument("--out", type=Path, required=True, help="folder for the checkpoint, the model and its card")
    parser.add_argument("--start", type=Path, help="an exported net to go on from; its card lies beside it")
    parser.add_argument("--average", type=Path, help="the checkpoint of the run gone on from, to average weights with")
    parser.add_argument("--rounds", type=int, default=60)
    parser.add_argument("--count", type=int, default=6400, help="new crops a round")
    parser.add_argument("--passes", type=int, default=2, help="how often each crop is learnt from")
    parser.add_argument("--rate", type=float, default=1.5e-3)
    parser.add_argument("--unseen", type=int, default=4000, help="crops in held-out fonts for the figures")
    parser.add_argument("--seed", type=int, default=5)
    parser.add_argument(
        "--bfloat16", action="store_true", help="for processors with AVX-512 BF16 or AMX, and for cards"
    )
    parser.add_argument("--threads", type=int, default=2)
    return parser


def _card(found: Figures, net: CalloutNet, plan: Plan, asked: argparse.Namespace, seconds: float) -> str:
    training = asdict(plan) | {"seconds": round(seconds), "start": asked.start.name if asked.start else None}
    rounded = {name: round(value, 4) for name, value in asdict(found).items()}
    card = {"height": HEIGHT, "classes": ALPHABET, "parameters": parameters(net), "training": training}
    return json.dumps(card | {"unseen_fonts": rounded}, ensure_ascii=False, indent=1) + "\n"


if __name__ == "__main__":
    main()
