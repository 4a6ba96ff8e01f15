"""The learning itself: rounds of new examples into a pool that batches are drawn from, with checkpoints; figures."""

from __future__ import annotations

import logging
import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import Tensor, nn

from drawkit.engine.detection.finder import LEAST
from drawkit.engine.training.finder.examples import HALF, ONE, Example, enlarged, example, quartered, turned
from drawkit.engine.training.finder.net import FinderNet, as_input
from drawkit.engine.training.finder.scenes import Scenes
from drawkit.engine.training.finder.sheets import piece, twin
from drawkit.engine.training.learning import Checkpoint, device, optimiser, set_rate, step
from drawkit.engine.training.pixels import Rng

LOG = logging.getLogger(__name__)

_BATCH = 8
_WARM_UP = 60.0  # batches in which the rate rises
_CLIP = 5.0
_DRAWN = 0.65  # share of examples that are scenes; the others are parts of sheets
_A_SHEET = 44  # examples cut from one sheet
_SMALLER, _LARGER = 0.25, 0.33  # of the draws: four at half their size, and a quarter at twice its size

Make = Callable[[Rng], list[Example]]


@dataclass(frozen=True)
class Plan:
    """How long and how fast to learn: `batches` after each of `rounds` of new examples; the last `kept` stay."""

    rounds: int
    batches: int
    kept: int
    rate: float
    seed: int
    bfloat16: bool = False
    """Convolutions in half precision, where the processor knows it."""
    batch: int = _BATCH
    """Examples in one batch."""


@dataclass(frozen=True)
class Figures:
    """Shares on unseen examples: of texts that are seen at all, and of the paper away from them that is marked."""

    texts_seen: float
    paper_marked: float


class Maker:
    """Makes a round of examples: scenes, and parts of sheets (PDFs with a whole text layer) where there are any."""

    def __init__(self, sheets: Sequence[Path], count: int, *, held_out: bool = False) -> None:
        self._sheets, self._count = tuple(sheets), count
        self._scenes = Scenes(held_out=held_out)

    def __call__(self, rng: Rng) -> list[Example]:
        """The same examples for the same state of `rng`, on the same fonts."""
        drawn = round(self._count * _DRAWN) if self._sheets else self._count
        out: list[Example] = []
        while len(out) < self._count - drawn:
            data = self._sheets[int(rng.integers(len(self._sheets)))].read_bytes()
            sheet = twin(data, float(rng.choice([150.0, 150.0, 200.0])))
            out += [example(piece(sheet, rng), rng) for _ in range(min(_A_SHEET, self._count - drawn - len(out)))]
        return out + [example(self._scenes.piece(rng), rng) for _ in range(drawn)]


def learn(net: FinderNet, plan: Plan, checkpoint: Path, make: Make) -> FinderNet:
    """Trains from the checkpoint on where there is one, and writes it after each round."""
    torch.manual_seed(plan.seed)
    by = optimiser(net, plan.rate, 1e-4)
    kept = Checkpoint(checkpoint, "round", {"net": net, "optimiser": by})
    pool: deque[list[Example]] = deque(maxlen=plan.kept)
    begun = time.perf_counter()
    for number in range(kept.resumed(), plan.rounds):
        rng = np.random.default_rng([plan.seed, number])
        pool.append(make(rng))
        losses = []
        for k in range(plan.batches):
            at = number * plan.batches + k
            set_rate(by, plan.rate, warm=(at + 5) / _WARM_UP, done=at / (plan.rounds * plan.batches))
            loss = _loss_on(net, [drawn(pool, rng) for _ in range(plan.batch)], bfloat16=plan.bfloat16)
            losses.append(step(net, loss, by, clip=_CLIP))
        mean, seconds = float(np.mean(losses)), time.perf_counter() - begun
        LOG.info("round %d of %d: loss %.4f, %.0f s", number + 1, plan.rounds, mean, seconds)
        kept.keep(number + 1)
    net.cpu().eval()
    return net


def drawn(pool: Sequence[Sequence[Example]], rng: Rng) -> Example:
    """One example of the pool as it is, or smaller among others, or larger; at times turned."""

    def one() -> Example:
        examples = pool[int(rng.integers(len(pool)))]
        return examples[int(rng.integers(len(examples)))]

    kind = rng.random()
    if kind < _SMALLER:
        chosen = quartered([one() for _ in range(4)])
    elif kind < _LARGER:
        chosen = enlarged(one(), *(int(k) for k in rng.integers(0, HALF // 2, 2)))
    else:
        chosen = one()
    return turned(chosen, int(rng.choice([0, 0, 0, 1, 2, 3])))


def _loss_on(net: FinderNet, examples: Sequence[Example], *, bfloat16: bool) -> Tensor:
    net.train()
    pictures = as_input(_stacked([e.picture for e in examples])).to(device())
    with torch.autocast(device().type, torch.bfloat16, enabled=bfloat16):
        logits = net(pictures)
    core = _stacked([e.core for e in examples]).to(device())[:, None].float() / 255
    weight = _stacked([e.weight for e in examples]).to(device())[:, None].float() / ONE
    return _loss(logits.float(), core, weight)


def _loss(logits: Tensor, core: Tensor, weight: Tensor) -> Tensor:
    """Cross entropy, in which marks count three times as much as paper, and the overlap of the whole (Dice)."""
    each = nn.functional.binary_cross_entropy_with_logits(logits, core, reduction="none")
    chance = logits.sigmoid()
    overlap = 2 * (chance * core * weight).sum() / ((chance * weight).sum() + (core * weight).sum() + 1)
    return 3 * (each * weight * (1 + 2 * core)).mean() + 1 - overlap


def _stacked(parts: Sequence[np.ndarray]) -> Tensor:
    return torch.from_numpy(np.stack(parts))


def figures(net: FinderNet, examples: Sequence[Example]) -> Figures:
    """What the net marks of texts and of paper, at the chance from which the engine looks closer."""
    net.eval()
    texts = seen = paper = marked = 0
    with torch.inference_mode():
        for one in examples:
            marks = net(as_input(_stacked([one.picture])))[0, 0].sigmoid().numpy() > LEAST
            count, parts = cv2.connectedComponents((one.core > 127).astype(np.uint8))
            texts += count - 1
            seen += len(np.unique(parts[marks & (parts > 0)]))
            empty = one.weight == ONE
            paper += int(empty.sum())
            marked += int((marks & empty).sum())
    return Figures(seen / max(1, texts), marked / max(1, paper))
