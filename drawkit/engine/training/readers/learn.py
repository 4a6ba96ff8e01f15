"""The learning itself: rounds over ever new crops with checkpoints, then figures on unseen fonts."""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import pairwise
from multiprocessing import get_context
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from drawkit.engine.training.learning import Checkpoint, device, optimiser, set_rate, step
from drawkit.engine.training.readers.crops import HEIGHT, STRIDE, Crop, Cutter
from drawkit.engine.training.readers.net import LineNet, as_input
from drawkit.engine.training.readers.script import Script

LOG = logging.getLogger(__name__)

BATCH = 64 * 160
_WARM_UP = 0.03  # share of the steps in which the rate rises
_CLIP = 4.0
_PART = 400  # crops that a process draws in one go


@dataclass(frozen=True)
class Plan:
    """How long and how fast to learn: `rounds` of `count` new crops, each gone over `passes` times."""

    rounds: int
    count: int
    passes: int
    rate: float
    seed: int
    bfloat16: bool = False
    """Convolutions in half precision: half the time where the processor knows it."""
    batch: int = BATCH
    """Columns of pixels in one batch."""
    workers: int = 1
    """Processes that draw crops; more than one draw those of the rounds to come while a round is learnt from."""
    twins: Path | None = None
    """Texts of drawings to cut crops from besides those that are drawn."""


@dataclass(frozen=True)
class Figures:
    """How well a net reads crops in fonts it never saw; shares from 0 to 1."""

    exact: float
    error_rate: float
    empty_exact: float
    mean_when_right: float
    mean_when_wrong: float


def made(count: int, seed: Sequence[int], cutter: Cutter) -> list[Crop]:
    """`count` crops; the same for the same seed on the same fonts."""
    rng = np.random.default_rng(list(seed))
    return [cutter.crop(rng) for _ in range(count)]


def learn(net: LineNet, plan: Plan, checkpoint: Path, cutter: Cutter) -> LineNet:
    """Trains from the checkpoint on where there is one, and writes it after each round."""
    torch.manual_seed(plan.seed)
    by = optimiser(net, plan.rate, 1e-4, net.look)
    kept = Checkpoint(checkpoint, "round", {"net": net, "optimiser": by})
    begun = time.perf_counter()
    for number, crops in rounds(plan, kept.resumed(), cutter):
        losses = [_pass(net, crops, by, plan, (number, k), cutter.script) for k in range(plan.passes)]
        shown = " ".join(f"{loss:.4f}" for loss in losses)
        LOG.info("round %d of %d: loss %s, %.0f s", number + 1, plan.rounds, shown, time.perf_counter() - begun)
        kept.keep(number + 1)
    net.cpu().eval()
    return net


def rounds(plan: Plan, first: int, cutter: Cutter) -> Iterator[tuple[int, list[Crop]]]:
    """The rounds from the `first` on, each with its crops.

    Several processes, where planned, cut them with cutters of their own: `cutter` holds glyphs, which cannot be sent.
    """
    if plan.workers == 1:
        yield from ((number, made(plan.count, (plan.seed, number), cutter)) for number in range(first, plan.rounds))
        return
    with get_context("spawn").Pool(plan.workers) as pool:
        parts = range(-(-plan.count // _PART))
        draw = partial(_part, cutter.script, plan.twins)
        drawn = [
            (number, pool.map_async(draw, [(plan.seed, number, part) for part in parts], chunksize=1))
            for number in range(first, plan.rounds)
        ]
        while drawn:
            number, crops = drawn.pop(0)
            yield number, [crop for part in crops.get() for crop in part.crops()][: plan.count]


@dataclass(frozen=True)
class _Part:
    """Crops side by side in one picture, which is sent much faster than each alone."""

    pixels: NDArray[np.uint8]
    ends: list[int]
    texts: list[str]

    def crops(self) -> list[Crop]:
        spans = pairwise([0, *self.ends])
        return [Crop(self.pixels[:, a:b], text) for (a, b), text in zip(spans, self.texts, strict=True)]


def _part(script: Script, twins: Path | None, seed: Sequence[int]) -> _Part:
    crops = made(_PART, seed, _own_cutter(script, twins))
    ends = np.cumsum([crop.picture.shape[1] for crop in crops]).tolist()
    return _Part(np.hstack([crop.picture for crop in crops]), ends, [crop.text for crop in crops])


@cache
def _own_cutter(script: Script, twins: Path | None) -> Cutter:
    """The cutter of a process that draws crops: the glyphs of its faces are kept."""
    cv2.setNumThreads(1)
    return Cutter(script, twins=twins)


def averaged(net: LineNet, checkpoint: Path) -> LineNet:
    """The net with the mean of its weights and those of a checkpoint that it went on from: surer than either."""
    other = torch.load(checkpoint, map_location="cpu", weights_only=True)["net"]
    state = net.state_dict()
    mean = {name: (v + other[name]) / 2 if v.is_floating_point() else v for name, v in state.items()}
    net.load_state_dict(mean)
    return net


def _pass(
    net: LineNet,
    crops: Sequence[Crop],
    by: torch.optim.Optimizer,
    plan: Plan,
    at: tuple[int, int],
    script: Script,
) -> float:
    """One pass over the crops of a round; `at` says the round and the pass. Returns the mean loss."""
    net.train()
    number, which = at
    batches = list(_batches(crops, np.random.default_rng([plan.seed, number, which, 1]), plan.batch))
    losses = []
    for k, batch in enumerate(batches):
        done = (number * plan.passes + which + k / len(batches)) / (plan.rounds * plan.passes)
        set_rate(by, plan.rate, warm=done / _WARM_UP + 0.02, done=done)
        loss = _loss(net, [crops[i] for i in batch], script, bfloat16=plan.bfloat16)
        losses.append(step(net, loss, by, clip=_CLIP))
    return float(np.mean(losses))


def _loss(net: LineNet, crops: Sequence[Crop], script: Script, *, bfloat16: bool) -> Tensor:
    pictures = as_input(pixels(crops).to(device())).contiguous(memory_format=torch.channels_last)
    with torch.autocast(device().type, torch.bfloat16, enabled=bfloat16):
        looks = net.look(pictures)
    chances = net.said(looks.float()).log_softmax(-1).permute(1, 0, 2)
    texts = [script.encoded(c.text) for c in crops]
    columns = torch.full((len(crops),), chances.shape[0], dtype=torch.long)
    lengths = torch.tensor([len(t) for t in texts], dtype=torch.long)
    targets = torch.tensor([k for t in texts for k in t], dtype=torch.long)
    return nn.functional.ctc_loss(chances, targets.to(device()), columns, lengths, zero_infinity=True)


def _batches(crops: Sequence[Crop], rng: np.random.Generator, size: int = BATCH) -> Iterator[list[int]]:
    """Crops of like width together, in a random order of batches."""
    widths = np.array([c.picture.shape[1] for c in crops])
    order = np.argsort(widths * np.exp(rng.normal(0, 0.03, len(crops))))
    cuts: list[list[int]] = [[]]
    for i in order.tolist():
        if cuts[-1] and (len(cuts[-1]) + 1) * int(widths[i]) > size:
            cuts.append([])
        cuts[-1].append(i)
    for k in rng.permutation(len(cuts)):
        yield cuts[int(k)]


def pixels(crops: Sequence[Crop]) -> Tensor:
    """Crops as one picture each of the same width: filled with paper to the right, as the engine does."""
    wide = -(-max(c.picture.shape[1] for c in crops) // 16) * 16
    out = np.full((len(crops), HEIGHT, max(wide, 4 * STRIDE)), 255, np.uint8)
    for row, crop in zip(out, crops, strict=True):
        row[:, : crop.picture.shape[1]] = crop.picture
    return torch.from_numpy(out)


@dataclass(frozen=True)
class Said:
    """What a net said on one crop: the text, and the mean chance of its characters, or of its blanks."""

    text: str
    confidence: float


def read(net: LineNet, crops: Sequence[Crop], script: Script) -> list[Said]:
    """What the net says on each crop (greedy)."""
    net.eval()
    out = [Said("", 0.0)] * len(crops)
    with torch.inference_mode():
        for batch in _batches(crops, np.random.default_rng(0)):
            chances = net(as_input(pixels([crops[i] for i in batch]).to(device()))).softmax(-1).cpu().numpy()
            for i, row in zip(batch, chances, strict=True):
                best = row.argmax(-1)
                starts = (best != 0) & (np.diff(best, prepend=0) != 0)
                sure = row.max(-1)[starts] if starts.any() else row.max(-1)
                out[i] = Said(script.decoded(best), float(sure.mean()))
    return out


def figures(net: LineNet, crops: Sequence[Crop], script: Script) -> Figures:
    """Shares of crops read exactly, and the character error rate."""
    said = read(net.to(device()), crops, script)
    right = np.array([s.text == c.text for s, c in zip(said, crops, strict=True)])
    sure = np.array([s.confidence for s in said])
    blank = np.array([not c.text for c in crops])
    errors = sum(distance(s.text, c.text) for s, c in zip(said, crops, strict=True))
    return Figures(
        exact=_mean(right[~blank]),
        error_rate=errors / max(1, sum(len(c.text) for c in crops)),
        empty_exact=_mean(right[blank]),
        mean_when_right=_mean(sure[right]),
        mean_when_wrong=_mean(sure[~right]),
    )


def _mean(values: NDArray[np.float64] | NDArray[np.bool_]) -> float:
    return float(np.mean(values)) if values.size else 0.0


def distance(one: str, other: str) -> int:
    """Insertions, deletions and replacements between two texts (Levenshtein)."""
    before = list(range(len(other) + 1))
    for i, a in enumerate(one, 1):
        row = [i]
        for j, b in enumerate(other, 1):
            row.append(min(before[j] + 1, row[-1] + 1, before[j - 1] + (a != b)))
        before = row
    return before[-1]
