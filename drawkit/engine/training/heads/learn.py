"""The learning itself: epochs over the ends of lines, and figures on those of drawings that were left out."""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from drawkit.engine.objects.inked_heads import KINDS
from drawkit.engine.training.heads.examples import Examples
from drawkit.engine.training.heads.net import HeadNet
from drawkit.engine.training.learning import Checkpoint, device, optimiser

LOG = logging.getLogger(__name__)

_BATCH = 256
_RATE, _FURTHER = 3e-3, 1e-3
"""The highest rate of learning: of a new net, and of one that has learnt."""


@dataclass(frozen=True)
class Figures:
    """How well a net does on ends of drawings that it never saw: shares from 0 to 1, and letter heights."""

    precision: float
    recall: float
    named: float
    """Of the terminators found: those of the right kind."""
    off: float
    """Mean distance of a tip that was found from where it is."""


def learn(data: Examples, epochs: int, checkpoint: Path, seed: int, start: Path | None = None) -> HeadNet:
    """Trains from the checkpoint on where there is one, else from that of another run where one is told.

    It is written after each epoch.
    """
    torch.manual_seed(seed)
    net = HeadNet()
    rate = _RATE if start is None else _FURTHER
    by = optimiser(net, rate, 0.01)
    if start is not None:
        net.load_state_dict(torch.load(start, map_location=device(), weights_only=True)["net"])
    steps = epochs * (-(-len(data.kinds) // _BATCH))
    schedule = torch.optim.lr_scheduler.OneCycleLR(by, rate, total_steps=steps, pct_start=0.15)
    kept = Checkpoint(checkpoint, "epoch", {"net": net, "optimiser": by, "schedule": schedule})
    for epoch in range(kept.resumed(), epochs):
        begun = time.perf_counter()
        net.train()
        losses = []
        for pictures, kinds, measures in _batches(data, np.random.default_rng([seed, epoch])):
            loss = _loss(net(pictures), kinds, measures)
            by.zero_grad()
            torch.autograd.backward(loss)
            by.step()
            schedule.step()
            losses.append(loss.item())
        LOG.info("epoch %d of %d: loss %.4f, %.0f s", epoch + 1, epochs, np.mean(losses), time.perf_counter() - begun)
        kept.keep(epoch + 1)
    net.cpu().eval()
    return net


def _loss(told: Tensor, kinds: Tensor, measures: Tensor) -> Tensor:
    logits, measured = told[:, : 1 + len(KINDS)], told[:, 1 + len(KINDS) :]
    shown = kinds > 0
    loss = nn.functional.cross_entropy(logits, kinds, label_smoothing=0.02)
    if shown.any():
        loss = loss + 0.3 * nn.functional.smooth_l1_loss(measured[shown], measures[shown], beta=0.1)
    return loss


def _batches(data: Examples, rng: np.random.Generator) -> Iterator[tuple[Tensor, Tensor, Tensor]]:
    where = device()
    order = rng.permutation(len(data.kinds))
    for start in range(0, len(order), _BATCH):
        chosen = np.sort(order[start : start + _BATCH])
        pictures = as_input(data.pictures[chosen]).to(where)
        if rng.random() < 0.5:
            pictures = pictures.flip(2)  # what lies to the left of a line may lie to the right
        yield (
            pictures,
            torch.from_numpy(data.kinds[chosen]).to(where),
            torch.from_numpy(data.measures[chosen]).to(where),
        )


def as_input(pictures: NDArray[np.uint8]) -> Tensor:
    """Pictures of ends as the net takes them."""
    return torch.from_numpy(pictures)[:, None].float() / 255


def figures(net: HeadNet, data: Examples) -> Figures:
    """The figures on examples."""
    with torch.inference_mode():
        told = net(as_input(data.pictures)).numpy()
    said, off = told[:, : 1 + len(KINDS)].argmax(axis=1), told[:, 1 + len(KINDS)] - data.measures[:, 0]
    both = (said > 0) & (data.kinds > 0)
    return Figures(
        precision=float(both.sum() / max((said > 0).sum(), 1)),
        recall=float(both.sum() / max((data.kinds > 0).sum(), 1)),
        named=float((said == data.kinds)[both].mean()) if both.any() else 0.0,
        off=float(np.abs(off[both]).mean()) if both.any() else 0.0,
    )
