"""What the commands of the trainings share: the arguments that all take, the set-up of a run, the card of a net."""

from __future__ import annotations

import argparse
import json
import logging
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import cv2
import torch

if TYPE_CHECKING:
    from _typeshed import DataclassInstance


def parser(net: str, told: str | None, *, seed: int, threads: int) -> argparse.ArgumentParser:
    """A parser of the arguments that every training takes, with these as they are unless said otherwise."""
    out = argparse.ArgumentParser(prog=f"python -m drawkit.engine.training.{net}", description=told)
    out.add_argument("--out", type=Path, required=True, help="folder for the checkpoint, the model and its card")
    out.add_argument("--seed", type=int, default=seed)
    out.add_argument("--threads", type=int, default=threads)
    return out


def add_rounds(to: argparse.ArgumentParser, *, rounds: int, count: int, rate: float, unseen: int) -> None:
    """Add the arguments of a training that goes in rounds of ever new examples."""
    to.add_argument("--rounds", type=int, default=rounds)
    to.add_argument("--count", type=int, default=count, help="new examples a round")
    to.add_argument("--rate", type=float, default=rate)
    to.add_argument("--unseen", type=int, default=unseen, help="examples in held-out fonts for the figures")
    to.add_argument("--bfloat16", action="store_true", help="for processors with AVX-512 BF16 or AMX, and for cards")


def set_up(asked: argparse.Namespace) -> None:
    """Log to the terminal, calculate in as many threads as were asked for, and make the folder of the results."""
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    torch.set_num_threads(asked.threads)
    cv2.setNumThreads(asked.threads)
    torch.manual_seed(asked.seed)
    asked.out.mkdir(parents=True, exist_ok=True)


def write_card(path: Path, figures: DataclassInstance, facts: Mapping[str, Any], unseen: str = "unseen_fonts") -> None:
    """Write the facts of a net and of its training, with its figures on what is `unseen`, beside the net."""
    card = {**facts, unseen: {name: round(value, 4) for name, value in asdict(figures).items()}}
    path.write_text(json.dumps(card, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
