"""The learning itself: processes make ever new examples, a pool of which is learnt from until the time is over."""

from __future__ import annotations

import copy
import logging
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from multiprocessing import get_context
from pathlib import Path
from queue import Queue

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from drawkit.engine.detection.finder import LEAST
from drawkit.engine.training.finder.examples import HALF, ONE, QUARTER, SIZE, UNIT, UNTOLD, Example, example
from drawkit.engine.training.finder.net import LIE, FinderNet, as_input
from drawkit.engine.training.finder.scenes import Scenes
from drawkit.engine.training.finder.sheets import kept, piece
from drawkit.engine.training.learning import device, optimiser, set_rate

LOG = logging.getLogger(__name__)

_WARM_UP = 200.0  # batches in which the rate rises
_CLIP = 5.0
_DRAWN = 32  # scenes in a part that a process makes in one go
_CUT = 20  # pieces in it, cut from one sheet
_SMALLER, _LARGER = 0.25, 0.08  # of a batch: four at half their size, and a quarter at twice its size
_TURNED = 0.4  # of the batches: turned by quarters
_PALE = 0.15  # of the examples: with less ink
_LIES = 0.5  # what it counts how a text lies, beside where it is
_KEPT = 0.998  # of the mean of the weights that a step keeps
_AHEAD = 3  # parts that a process is asked for before they are needed
_EVERY = 45.0  # seconds from one export to the next

Stack = tuple[NDArray[np.uint8], NDArray[np.uint8], NDArray[np.uint8], NDArray[np.int8]]
"""Examples as one: pictures, cores, weights and how the texts lie."""


@dataclass(frozen=True)
class Plan:
    """How long and how fast to learn, from how many examples at once, made by how many processes."""

    seconds: float
    rate: float
    seed: int
    batch: int
    pool: int
    """Examples kept to draw from; the oldest go."""
    first: int
    """Examples that are made before learning begins."""
    workers: int
    bfloat16: bool = False
    """Convolutions in half precision, where the processor knows it."""


@dataclass(frozen=True)
class Figures:
    """Shares on unseen examples: of texts that are seen at all, and of the paper away from them that is marked."""

    texts_seen: float
    paper_marked: float


def made(twins: Sequence[Sequence[Path]], seed: Sequence[int], *, held_out: bool = False) -> Stack:
    """Scenes, and pieces of one sheet of one of the collections; the same for the same seed on the same fonts."""
    rng = np.random.default_rng(list(seed))
    out = [example(_scenes(held_out).piece(rng), rng) for _ in range(_DRAWN)]
    if twins:
        collection = twins[int(rng.integers(len(twins)))]
        sheet = kept(collection[int(rng.integers(len(collection)))])
        out += [example(piece(sheet, rng), rng) for _ in range(_CUT)]
    return stacked(out)


@cache
def _scenes(held_out: bool) -> Scenes:
    """Those of a process: the glyphs of its faces are kept."""
    cv2.setNumThreads(1)
    return Scenes(held_out=held_out)


def stacked(examples: Sequence[Example]) -> Stack:
    """Examples as one."""
    rows = [(e.picture, e.core, e.weight, e.lie) for e in examples]
    pictures, cores, weights, lies = (np.stack(parts) for parts in zip(*rows, strict=True))
    return pictures, cores, weights, lies


class Pool:
    """The latest examples, where the net learns."""

    def __init__(self, size: int) -> None:
        sides = ((SIZE, SIZE), (HALF, HALF), (HALF, HALF), (LIE, QUARTER, QUARTER))
        kinds = torch.uint8, torch.uint8, torch.uint8, torch.int8
        self._parts = [torch.zeros((size, *s), dtype=k, device=device()) for s, k in zip(sides, kinds, strict=True)]
        self._size, self.seen = size, 0

    def add(self, stack: Stack) -> None:
        """Examples take the place of the oldest."""
        places = (torch.arange(len(stack[0])) + self.seen) % self._size
        for part, new in zip(self._parts, stack, strict=True):
            part[places.to(part.device)] = torch.from_numpy(new).to(part.device)
        self.seen += len(stack[0])

    def drawn(self, count: int) -> list[Tensor]:
        """A batch: as they are, smaller among others, or larger; at times turned, or pale.

        Pictures; marks and weights; cosines, heights, and whether they are told.
        """
        smaller, larger = (round(share * count) for share in (_SMALLER, _LARGER))
        plain = count - smaller - larger
        chosen = torch.randint(min(self.seen, self._size), (plain + larger + 4 * smaller,), device=device())
        picture, core, weight, lie = (part[chosen] for part in self._parts)
        pictures = as_input(picture)
        marks = torch.stack([core.float() / 255, weight.float() / ONE], 1)
        told = (lie[:, :1] > UNTOLD).float()
        lies = torch.cat([told * lie.float() / torch.tensor([127.0, UNIT], device=device())[:, None, None], told], 1)
        ends = [plain, larger, 4 * smaller]
        parts = zip(*(torch.split(values, ends) for values in (pictures, marks, lies)), strict=True)
        as_is, wide, four = parts
        whole = [torch.cat(kinds) for kinds in zip(as_is, _enlarged(*wide), _quartered(*four), strict=True)]
        return _paler(_turned(whole))


def _quartered(pictures: Tensor, marks: Tensor, lies: Tensor) -> list[Tensor]:
    """Four examples at half their size, side by side: small text, and more of it."""
    small = [
        nn.functional.avg_pool2d(pictures, 2),
        nn.functional.avg_pool2d(marks, 2),
        _doubled(lies[..., ::2, ::2], -1),
    ]
    return [_tiled(values) for values in small]


def _tiled(values: Tensor) -> Tensor:
    upper, lower = (torch.cat([values[k::4], values[k + 1 :: 4]], 3) for k in (0, 2))
    return torch.cat([upper, lower], 2)


def _enlarged(pictures: Tensor, marks: Tensor, lies: Tensor) -> list[Tensor]:
    """A quarter of each example at twice its size."""
    top, left = (8 * int(k) for k in torch.randint(SIZE // 16, (2,)))
    out = []
    for values, share in ((pictures, 1), (marks, 2), (lies, 4)):
        side = SIZE // 2 // share
        part = values[..., top // share : top // share + side, left // share : left // share + side]
        how = "nearest" if values is lies else "bilinear"
        out.append(nn.functional.interpolate(part, scale_factor=2, mode=how))
    return [*out[:2], _doubled(out[2], 1)]


def _doubled(lies: Tensor, doublings: int) -> Tensor:
    """With the height of boxes so many times doubled, where it is told."""
    cosine, height, told = lies[:, :1], lies[:, 1:2], lies[:, 2:]
    return torch.cat([cosine, height + doublings * told, told], 1)


def _turned(batch: list[Tensor]) -> list[Tensor]:
    quarters = int(torch.randint(1, 4, ())) if float(torch.rand(())) < _TURNED else 0
    if not quarters:
        return batch
    pictures, marks, lies = (torch.rot90(values, quarters, (2, 3)) for values in batch)
    return [pictures, marks, torch.cat([-lies[:, :1], lies[:, 1:]], 1) if quarters % 2 else lies]


def _paler(batch: list[Tensor]) -> list[Tensor]:
    pictures = batch[0]
    pale = torch.rand((len(pictures), 1, 1, 1), device=pictures.device) < _PALE
    ink = torch.where(pale, 0.35 + 0.6 * torch.rand(pale.shape, device=pictures.device), 1.0)
    return [pictures * ink, *batch[1:]]


class Makers:
    """Processes that make parts of examples ahead of those that are asked for."""

    def __init__(self, twins: Sequence[Sequence[Path]], seed: int, workers: int) -> None:
        self._twins, self._seed, self._next = tuple(twins), seed, 0
        self._done: Queue[Stack] = Queue()
        self._processes = get_context("spawn").Pool(workers)
        for _ in range(_AHEAD * workers):
            self._ask()

    def _ask(self) -> None:
        arguments = self._twins, (self._seed, self._next)
        self._processes.apply_async(made, arguments, callback=self._done.put, error_callback=LOG.error)
        self._next += 1

    def ready(self, *, wait: bool = False) -> Iterator[Stack]:
        """The parts that are made by now; waits for the first of them where told to."""
        while wait or not self._done.empty():
            wait = False
            yield self._done.get()
            self._ask()

    def stop(self) -> None:
        """End the processes."""
        self._processes.terminate()
        self._processes.join()


def learn(
    net: FinderNet, plan: Plan, twins: Sequence[Sequence[Path]], export: Callable[[FinderNet], None]
) -> FinderNet:
    """Trains until the time is over; what is learnt by then is exported now and then, should the run be cut off.

    Returns the mean of the weights of late steps, which is surer than the last ones.
    """
    torch.manual_seed(plan.seed)
    begun = told = time.perf_counter()
    makers, pool = Makers(twins, plan.seed, plan.workers), Pool(plan.pool)
    by, mean, losses = optimiser(net, plan.rate, 1e-4), copy.deepcopy(net), list[Tensor]()
    while pool.seen < plan.first:
        for part in makers.ready(wait=True):
            pool.add(part)
    LOG.info("%d examples after %.0f s", pool.seen, time.perf_counter() - begun)
    steps = 0
    while (seconds := time.perf_counter() - begun) < plan.seconds:
        for part in makers.ready():
            pool.add(part)
        set_rate(by, plan.rate, warm=(steps + 5) / _WARM_UP, done=seconds / plan.seconds)
        losses.append(_step(net, pool.drawn(plan.batch), by, bfloat16=plan.bfloat16))
        steps += 1
        _average(mean, net, min(_KEPT, steps / (steps + 10)))
        if time.perf_counter() - told > _EVERY:
            loss = torch.stack(losses).float().mean(0).tolist()
            LOG.info("%.0f s: %d batches, %d examples, loss %.4f, of lies %.4f", seconds, steps, pool.seen, *loss)
            export(copy.deepcopy(mean).cpu().eval())
            told, losses = time.perf_counter(), []
    makers.stop()
    mean.cpu().eval()
    return mean


def _average(mean: FinderNet, net: FinderNet, kept: float) -> None:
    """Moves the mean of the weights towards those of a net; `kept` of it stays."""
    values = [(a, b) for a, b in zip(mean.state_dict().values(), net.state_dict().values(), strict=True)]
    floats = [(a, b) for a, b in values if a.is_floating_point()]
    with torch.no_grad():
        torch._foreach_lerp_([a for a, _ in floats], [b for _, b in floats], 1 - kept)


def _step(net: FinderNet, batch: Sequence[Tensor], by: torch.optim.Optimizer, *, bfloat16: bool) -> Tensor:
    """One step of learning; returns the losses, of the marks and of how texts lie."""
    net.train()
    pictures, marks, lies = batch
    with torch.autocast(device().type, torch.bfloat16, enabled=bfloat16):
        logits, told = net(pictures.contiguous(memory_format=torch.channels_last))
    of_marks, of_lies = _loss(logits.float(), marks[:, :1], marks[:, 1:]), _loss_of_lies(told.float(), lies, marks)
    by.zero_grad()
    torch.autograd.backward(of_marks + _LIES * of_lies)
    nn.utils.clip_grad_norm_(net.parameters(), _CLIP)
    by.step()
    return torch.stack([of_marks, of_lies]).detach()


def _loss(logits: Tensor, core: Tensor, weight: Tensor) -> Tensor:
    """Cross entropy, in which marks count three times as much as paper, and the overlap of the whole (Dice)."""
    each = nn.functional.binary_cross_entropy_with_logits(logits, core, reduction="none")
    chance = logits.sigmoid()
    overlap = 2 * (chance * core * weight).sum() / ((chance * weight).sum() + (core * weight).sum() + 1)
    return 3 * (each * weight * (1 + 2 * core)).mean() + 1 - overlap


def _loss_of_lies(told: Tensor, lies: Tensor, marks: Tensor) -> Tensor:
    """How far off directions and heights are, where texts stand."""
    weight = lies[:, LIE:] * nn.functional.max_pool2d(marks[:, 1:], 2)
    return ((told - lies[:, :LIE]).abs() * weight).sum() / (weight.sum() + 1)


def figures(net: FinderNet, parts: Sequence[Stack]) -> Figures:
    """What the net marks of texts and of paper, at the chance from which the engine looks closer."""
    net.eval()
    texts = seen = paper = marked = 0
    for pictures, cores, weights, _ in parts:
        with torch.inference_mode():
            chances = net(as_input(torch.from_numpy(pictures)))[0][:, 0].sigmoid().numpy()
        for marks, core, weight in zip(chances > LEAST, cores, weights, strict=True):
            count, labels = cv2.connectedComponents((core > 127).astype(np.uint8))
            texts += count - 1
            seen += len(np.unique(labels[marks & (labels > 0)]))
            empty = weight == ONE
            paper += int(empty.sum())
            marked += int((marks & empty).sum())
    return Figures(seen / max(1, texts), marked / max(1, paper))
