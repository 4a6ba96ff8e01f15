"""The learnt model: boosted trees over the evidence, and the chance that a candidate is a dimension, as measured.

The trees are trained by `drawkit.engine.training.decision`, which writes them as one table of numbers; here they are
only walked through, in NumPy.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..recognition.models import own_model
from .features import NAMES, Rows

Chances = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Forest:
    """Trees as tables (trees, nodes): for each node the feature asked, its limit, the next nodes, and the value.

    A leaf asks feature -1. A row goes left where its feature is at most the limit.
    """

    feature: NDArray[np.int16]
    limit: NDArray[np.float64]
    left: NDArray[np.int16]
    right: NDArray[np.int16]
    value: NDArray[np.float32]
    start: float
    calibration: tuple[tuple[float, ...], tuple[float, ...]]
    """Chances as the trees give them, and the share of right ones among candidates with them, sources left out."""

    def chances(self, rows: Rows) -> Chances:
        """The chances (n), 0 to 1, of rows (n, features) to be dimensions: the share of right ones as measured."""
        trees = np.arange(len(self.feature))
        total = np.full(len(rows), self.start)
        for value in self.value[trees, self._leaves(rows)].T:
            total += value
        raw = 1 / (1 + np.exp(-np.clip(total, -30, 30)))
        out: Chances = np.interp(raw, *self.calibration)
        return out

    def _leaves(self, rows: Rows) -> NDArray[np.int16]:
        """The leaf (n, trees) to which each row comes in each tree; all trees are walked at once, level by level."""
        trees, every = np.arange(len(self.feature)), np.arange(len(rows))[:, None]
        at = np.zeros((len(rows), len(trees)), np.int16)
        while True:
            asked = self.feature[trees, at]
            inner = asked >= 0
            if not inner.any():
                return at
            goes_left = rows[every, np.where(inner, asked, 0)] <= self.limit[trees, at]
            at = np.where(inner, np.where(goes_left, self.left[trees, at], self.right[trees, at]), at)


@cache
def forest() -> Forest:
    """The model that ships with the engine. Raises ModelMissingError where it is absent."""
    return forest_of(json.loads(own_model("decision.json").read_text(encoding="utf-8")))


def forest_of(card: dict[str, Any]) -> Forest:
    """A forest from its card. Raises ValueError where it was trained on other evidence than the engine gathers."""
    if tuple(card["features"]) != NAMES:
        raise ValueError(
            "decision.json was trained on other features: train it again (drawkit.engine.training.decision)"
        )
    trees = card["trees"]

    def table(name: str, kind: type) -> NDArray[Any]:
        width = max(len(tree[name]) for tree in trees)
        return np.array([[*tree[name], *([0] * (width - len(tree[name])))] for tree in trees], kind)

    return Forest(
        feature=table("feature", np.int16),
        limit=table("limit", np.float64),
        left=table("left", np.int16),
        right=table("right", np.int16),
        value=table("value", np.float32),
        start=float(card["start"]),
        calibration=(tuple(card["calibration"][0]), tuple(card["calibration"][1])),
    )
