"""The learning itself: epochs over synthetic marks with checkpoints, then calibration and a threshold to refuse by."""

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

from drawkit.engine.training.learning import Checkpoint, device, optimiser
from drawkit.engine.training.symbols.classes import CLASSES, FAMILY, INDEX, JUNK
from drawkit.engine.training.symbols.examples import Examples
from drawkit.engine.training.symbols.net import SymbolNet

LOG = logging.getLogger(__name__)

_BATCH = 256
_RATE = 3e-3
_PRECISION = 0.985  # of the accepted marks this share shall be right, on fonts never seen


@dataclass(frozen=True)
class Figures:
    """How well a net does on marks in fonts it never saw; shares from 0 to 1."""

    temperature: float
    threshold: float
    accuracy: float
    look_accuracy: float
    accepted: float
    precision: float
    calibration_error: float


def learn(data: Examples, epochs: int, checkpoint: Path, seed: int, batch: int = _BATCH) -> SymbolNet:
    """Trains from the checkpoint on where there is one, and writes it after each epoch."""
    torch.manual_seed(seed)
    net = SymbolNet(len(CLASSES))
    by = optimiser(net, _RATE, 0.01)
    steps = epochs * (-(-len(data) // batch))
    schedule = torch.optim.lr_scheduler.OneCycleLR(by, _RATE, total_steps=steps, pct_start=0.15)
    kept = Checkpoint(checkpoint, "epoch", {"net": net, "optimiser": by, "schedule": schedule})
    for epoch in range(kept.resumed(), epochs):
        begun = time.perf_counter()
        batches = _batches(data, np.random.default_rng([seed, epoch]).permutation(len(data)), batch)
        loss = _epoch(net, batches, by, schedule)
        LOG.info("epoch %d of %d: loss %.4f, %.0f s", epoch + 1, epochs, loss, time.perf_counter() - begun)
        kept.keep(epoch + 1)
    net.cpu().eval()
    return net


def _epoch(
    net: SymbolNet,
    batches: Iterator[tuple[Tensor, Tensor, Tensor]],
    by: torch.optim.Optimizer,
    schedule: torch.optim.lr_scheduler.LRScheduler,
) -> float:
    net.train()
    wrong = nn.CrossEntropyLoss(label_smoothing=0.02)
    losses = []
    for picture, context, label in batches:
        loss: Tensor = wrong(net(picture, context), label)
        by.zero_grad()
        torch.autograd.backward(loss)
        by.step()
        schedule.step()
        losses.append(loss.item())
    return float(np.mean(losses))


def _batches(data: Examples, order: NDArray[np.int64], size: int = _BATCH) -> Iterator[tuple[Tensor, Tensor, Tensor]]:
    where = device()
    for start in range(0, len(order), size):
        chosen = order[start : start + size]
        picture = torch.from_numpy(data.pictures[chosen]).to(where)[:, None].float() / 255
        yield (
            picture,
            torch.from_numpy(data.contexts[chosen]).to(where),
            torch.from_numpy(data.labels[chosen]).to(where),
        )


def logits(net: SymbolNet, data: Examples) -> Tensor:
    """One row of logits an example."""
    net.eval()
    with torch.inference_mode():
        rows = [net(p, c) for p, c, _ in _batches(data, np.arange(len(data)))]
    return torch.cat(rows)


def figures(net: SymbolNet, data: Examples) -> Figures:
    """Temperature and threshold chosen on one half of unseen-font examples, the shares measured on the other."""
    rows, labels = logits(net, data), torch.from_numpy(data.labels)
    half = len(data) // 2
    temperature = _temperature(rows[:half], labels[:half])
    chances = torch.softmax(rows / temperature, dim=1).double().numpy()
    threshold = _threshold(_Judged.of(chances[:half], data.labels[:half]))
    judged = _Judged.of(chances[half:], data.labels[half:])
    taken = judged.named & (judged.look >= threshold)
    return Figures(
        temperature=temperature,
        threshold=threshold,
        accuracy=float(judged.right.mean()),
        look_accuracy=float(judged.look_right.mean()),
        accepted=float(taken[data.labels[half:] != INDEX[JUNK]].mean()),
        precision=float(judged.look_right[taken].mean()) if taken.any() else 0.0,
        calibration_error=_calibration_error(judged.best, judged.right),
    )


@dataclass(frozen=True)
class _Judged:
    """Of each example: the chance of the best class and of its family, whether each is right, whether it is named."""

    best: NDArray[np.float64]
    look: NDArray[np.float64]
    right: NDArray[np.bool_]
    look_right: NDArray[np.bool_]
    named: NDArray[np.bool_]

    @classmethod
    def of(cls, chances: NDArray[np.float64], labels: NDArray[np.int64]) -> _Judged:
        """Judges chances (n, classes) by the labels (n,)."""
        family = np.array([list(FAMILY).index(FAMILY[one.name]) for one in CLASSES])
        chosen = chances.argmax(axis=1)
        alike = family[None, :] == family[chosen][:, None]
        return cls(
            best=chances.max(axis=1),
            look=np.where(alike, chances, 0.0).sum(axis=1),
            right=chosen == labels,
            look_right=family[chosen] == family[labels],
            named=chosen != INDEX[JUNK],
        )


def _temperature(rows: Tensor, labels: Tensor) -> float:
    """The divisor of the logits with the least surprise on the labels (Guo et al. 2017)."""
    tried = np.geomspace(0.5, 3.0, 60)
    surprise = [float(nn.functional.cross_entropy(rows / float(t), labels)) for t in tried]
    return round(float(tried[int(np.argmin(surprise))]), 4)


def _threshold(judged: _Judged) -> float:
    """The lowest chance from which on the accepted looks are right as often as is asked; at least a half."""
    for level in np.arange(0.5, 0.96, 0.01):
        taken = judged.named & (judged.look >= level)
        if taken.any() and judged.look_right[taken].mean() >= _PRECISION:
            return round(float(level), 2)
    return 0.95


def _calibration_error(certain: NDArray[np.float64], right: NDArray[np.bool_]) -> float:
    """Mean distance between claimed chance and share right, over ten classes of chance."""
    bins = np.minimum((certain * 10).astype(int), 9)
    gaps = [abs(certain[bins == b].mean() - right[bins == b].mean()) * (bins == b).mean() for b in np.unique(bins)]
    return float(np.sum(gaps))
