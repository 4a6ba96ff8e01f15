"""`python -m drawkit.engine.training.finder --out FOLDER [--twins FOLDER]`: trains the finder, writes its card."""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from dataclasses import asdict
from functools import partial
from multiprocessing import get_context
from pathlib import Path

import torch

from drawkit.engine.training import command
from drawkit.engine.training.finder.export import export
from drawkit.engine.training.finder.learn import LOG, Plan, figures, learn, made
from drawkit.engine.training.finder.net import FinderNet
from drawkit.engine.training.learning import parameters


def main(arguments: Sequence[str] | None = None) -> None:
    """Trains for a time on examples that are made as they are needed, measures on unseen fonts, exports."""
    asked = _parser().parse_args(arguments)
    command.set_up(asked)
    twins = [sorted(folder.glob("*.webp")) for folder in asked.twins]
    plan = Plan(
        asked.seconds, asked.rate, asked.seed, asked.batch, asked.pool, asked.first, asked.workers, asked.bfloat16
    )
    begun = time.perf_counter()

    def keep(net: FinderNet) -> None:
        export(net, asked.out / "finder.onnx")
        torch.save(net.state_dict(), asked.out / "finder.pt")

    with get_context("spawn").Pool(1) as beside:
        seeds = [(asked.seed, 1 << 20, k) for k in range(asked.unseen)]
        unseen = beside.map_async(partial(made, [], held_out=True), seeds, chunksize=1)
        net = learn(FinderNet(), plan, twins, keep)
        keep(net)
        found, seconds = figures(net, unseen.get()), time.perf_counter() - begun
    LOG.info("%s, %d parameters, %.0f s in all", found, parameters(net), seconds)
    training = asdict(plan) | {"twins": [len(folder) for folder in twins], "seconds_in_all": round(seconds)}
    command.write_card(asked.out / "finder.json", found, {"parameters": parameters(net), "training": training})


def _parser() -> argparse.ArgumentParser:
    parser = command.parser("finder", main.__doc__, seed=12, threads=1)
    parser.add_argument(
        "--twins", type=Path, nargs="*", default=[], help="folders of twins that were kept, each as often drawn from"
    )
    parser.add_argument("--seconds", type=float, default=400.0, help="of learning, on a graphics processor")
    parser.add_argument("--rate", type=float, default=3e-3)
    parser.add_argument("--batch", type=int, default=64)
    parser.add_argument("--pool", type=int, default=60_000, help="examples kept to draw from")
    parser.add_argument("--first", type=int, default=1500, help="examples made before learning begins")
    parser.add_argument("--workers", type=int, default=8, help="processes that make examples")
    parser.add_argument("--unseen", type=int, default=10, help="parts of examples in held-out fonts for the figures")
    parser.add_argument(
        "--bfloat16", action="store_true", help="for processors with AVX-512 BF16 or AMX, and for cards"
    )
    return parser


if __name__ == "__main__":
    main()
