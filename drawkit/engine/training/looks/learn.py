"""The learning itself: a net for each group of sources that is left out, whose word counts there, and one of all."""

from __future__ import annotations

import logging
import time
from dataclasses import dataclass
from typing import Final

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from drawkit.engine.training.learning import device, optimiser, set_rate, step
from drawkit.engine.training.looks.net import LookNet
from drawkit.engine.training.looks.places import Places
from drawkit.engine.training.looks.wear import worn

LOG = logging.getLogger(__name__)

_BATCH: Final = 512
_RATE, _DECAY = 2e-3, 0.03
_CLIP: Final = 4.0
_WARM_UP: Final = 0.05  # share of the time in which the rate rises
_KEPT: Final = 0.998  # of the mean of the weights at each step: the mean is surer than any of them
_DOUBT: Final = 0.015  # a label may be wrong
_ALL: Final = 2  # times as long learns the net that is kept
_SAID: Final = 2048

Logits = NDArray[np.float32]


@dataclass(frozen=True)
class Figures:
    """How well nets do on sources that they never saw: shares from 0 to 1."""

    precision: float
    recall: float


def learn(places: Places, seconds: float, seed: int) -> tuple[LookNet, Logits]:
    """A net that learnt from all places, and what nets said of those (n) whose sources were left out for them."""
    pictures = torch.from_numpy(places.pictures()).to(device())
    right = torch.from_numpy(places.right.astype(np.float32)).to(device())
    folds = int(places.fold.max()) + 1
    each = seconds / (folds + _ALL)
    out = np.zeros(len(places.right), np.float32)
    for fold in range(folds):
        left_out = np.flatnonzero(places.fold == fold)
        net = _learnt(pictures, right, np.where(places.fold == fold, 0.0, places.weight), each, seed + fold)
        out[left_out] = said(net, pictures, left_out)
        LOG.info("group %d left out: %s", fold, figures(out[left_out], places.right[left_out]))
    return _learnt(pictures, right, places.weight, _ALL * each, seed + folds).cpu(), out


def figures(told: Logits, right: NDArray[np.bool_]) -> Figures:
    """The figures of what was said of places."""
    found = told > 0
    both = float((found & right).sum())
    return Figures(both / max(float(found.sum()), 1.0), both / max(float(right.sum()), 1.0))


def said(net: LookNet, pictures: Tensor, which: NDArray[np.intp]) -> Logits:
    """What a net says of some of the pictures (n, LAYERS, ROWS, COLUMNS), uint8."""
    net.eval()
    with torch.inference_mode():
        parts = np.array_split(which, max(1, -(-len(which) // _SAID)))
        told = [net(pictures[torch.from_numpy(part).to(pictures.device)].float() / 255)[:, 0] for part in parts]
    return np.asarray(torch.cat(told).cpu().numpy(), np.float32)


def _learnt(pictures: Tensor, right: Tensor, weight: NDArray[np.float64], seconds: float, seed: int) -> LookNet:
    torch.manual_seed(seed)
    rng, chance = np.random.default_rng(seed), torch.Generator(device=device()).manual_seed(seed)
    net = LookNet()
    by = optimiser(net, _RATE, _DECAY)
    mean = {name: value.clone() for name, value in net.state_dict().items()}
    ends, begun, steps = np.cumsum(weight / weight.sum()), time.perf_counter(), 0
    while (done := (time.perf_counter() - begun) / seconds) < 1:
        chosen = np.searchsorted(ends, rng.random(_BATCH)).clip(0, len(ends) - 1)
        which = torch.from_numpy(chosen).to(device())
        seen = worn(pictures[which].float() / 255, chance).contiguous(memory_format=torch.channels_last)
        set_rate(by, _RATE, warm=done / _WARM_UP + 0.02, done=done)
        net.train()
        wanted = right[which] * (1 - 2 * _DOUBT) + _DOUBT
        loss = nn.functional.binary_cross_entropy_with_logits(net(seen)[:, 0], wanted)
        step(net, loss, by, clip=_CLIP)
        steps += 1
        _average(mean, net, min(_KEPT, steps / (steps + 20)))
    LOG.info("%d steps, %.0f s", steps, seconds)
    net.load_state_dict(mean)
    net.eval()
    return net


def _average(mean: dict[str, Tensor], net: LookNet, kept: float) -> None:
    with torch.no_grad():
        for name, value in net.state_dict().items():
            if value.dtype.is_floating_point:
                mean[name].mul_(kept).add_(value, alpha=1 - kept)
            else:
                mean[name].copy_(value)
