"""`python -m drawkit.engine.training.finder --out FOLDER [--sheets FOLDER]`: trains the finder, writes its card."""

from __future__ import annotations

import argparse
import json
import logging
import time
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

import cv2
import numpy as np
import torch

from drawkit.engine.training.finder.export import export
from drawkit.engine.training.finder.learn import LOG, Figures, Maker, Plan, figures, learn
from drawkit.engine.training.finder.net import FinderNet
from drawkit.engine.training.learning import parameters


def main(arguments: Sequence[str] | None = None) -> None:
    """Trains with checkpoints on examples that are made as they are needed, measures on unseen fonts, exports."""
    asked = _parser().parse_args(arguments)
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    torch.set_num_threads(asked.threads)
    cv2.setNumThreads(asked.threads)
    torch.manual_seed(asked.seed)
    asked.out.mkdir(parents=True, exist_ok=True)
    sheets = sorted(asked.sheets.glob("*.pdf")) if asked.sheets else []
    plan = Plan(asked.rounds, asked.batches, asked.kept, asked.rate, asked.seed, asked.bfloat16)
    begun = time.perf_counter()
    net = learn(FinderNet(), plan, asked.out / "finder.pt", Maker(sheets, asked.count))
    found = figures(net, Maker([], asked.unseen, held_out=True)(np.random.default_rng([asked.seed, 1 << 20])))
    seconds = time.perf_counter() - begun
    LOG.info("%s, %d parameters, %.0f s in all", found, parameters(net), seconds)
    export(net, asked.out / "finder.onnx")
    (asked.out / "finder.json").write_text(_card(found, net, plan, asked, seconds), encoding="utf-8")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m drawkit.engine.training.finder", description=main.__doc__)
    parser.add_argument("--out", type=Path, required=True, help="folder for the checkpoint, the model and its card")
    parser.add_argument("--sheets", type=Path, help="folder of PDFs with whole text layers; without it scenes alone")
    parser.add_argument("--rounds", type=int, default=80)
    parser.add_argument("--count", type=int, default=372, help="new examples a round")
    parser.add_argument("--batches", type=int, default=150, help="batches of eight a round")
    parser.add_argument("--kept", type=int, default=34, help="rounds whose examples are drawn from")
    parser.add_argument("--rate", type=float, default=2.5e-3)
    parser.add_argument("--unseen", type=int, default=400, help="scenes in held-out fonts for the figures")
    parser.add_argument("--seed", type=int, default=11)
    parser.add_argument(
        "--bfloat16", action="store_true", help="for processors with AVX-512 BF16 or AMX, and for cards"
    )
    parser.add_argument("--threads", type=int, default=1)
    return parser


def _card(found: Figures, net: FinderNet, plan: Plan, asked: argparse.Namespace, seconds: float) -> str:
    training = asdict(plan) | {"count": asked.count, "sheets": bool(asked.sheets), "seconds": round(seconds)}
    rounded = {name: round(value, 4) for name, value in asdict(found).items()}
    card = {"parameters": parameters(net), "training": training, "unseen_fonts": rounded}
    return json.dumps(card, indent=1) + "\n"


if __name__ == "__main__":
    main()
