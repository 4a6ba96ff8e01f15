"""Boosts trees on the evidence; for every figure that is told, whole sources are left out, in twelve groups."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from sklearn.ensemble import HistGradientBoostingClassifier
from sklearn.isotonic import IsotonicRegression
from sklearn.linear_model import LogisticRegression

from ...decision.features import NAMES
from .gather import Page
from .truth import assigned

LOG = logging.getLogger(__name__)

_FOLDS: Final = 12
_ROUNDS: Final = 2  # of choosing which of equal values is the printed one, and learning again
_STEPS: Final = NAMES.index("steps")
_SCORE: Final = NAMES.index("score")
MOST: Final = 3.0
"""The logit beyond which a look says no more: what is drawn around a text is never all that speaks."""

_KNOTS: Final = 25  # of the calibration
_PRIOR: Final = 0.5  # examples of either kind that are taken as seen at every chance

_SPEAK_FOR: Final = ("score", "confidence", "says_marked", "says_symbol", "says_thread", "tie_carried", "tied_share")
_SPEAK_AGAINST: Final = (
    *("steps", "tie_under_steps", "tie_over_steps", "tie_before_steps", "tie_after_steps", "tie_through_steps"),
    *("span_across", "span_beyond", "rank", "numbered_through", "beside_words", "in_column", "by_frame"),
    *("unread_share", "other_lead"),
    "outside_lines",
    *("says_words_before", "says_words_after", "says_numbers", "says_foreign", "says_stuck", "says_other_mark"),
)
_DIRECTION: Final = {**dict.fromkeys(_SPEAK_FOR, 1), **dict.fromkeys(_SPEAK_AGAINST, -1)}
"""Evidence that can only speak for a dimension, or only against one, whatever the examples at hand say by chance."""

Flags = NDArray[np.bool_]
Numbers = NDArray[np.float64]


@dataclass(frozen=True)
class Figures:
    """Figures with each source left out: share of printed dimensions among those found, and found of those printed."""

    precision: float
    recall: float
    f1: float
    candidates: int
    sources: int


@dataclass(frozen=True, eq=False)
class Examples:
    """All candidates of all pages in one table; `weight` makes sources count alike, however many sheets they have."""

    rows: NDArray[np.float32]
    fold: NDArray[np.int64]
    weight: Numbers
    sources: int


@dataclass(frozen=True, eq=False)
class Learnt:
    """The trees and their calibration, with `right` (n) and `chances` (n) of all candidates, their sources left out."""

    trees: Any
    calibration: tuple[list[float], list[float]]
    figures: Figures
    right: Flags
    chances: Numbers


def learn(pages: Sequence[Page], seed: int) -> Learnt:
    """The trees, their calibration and the figures on sources left out."""
    data = _examples(pages)
    right = _assign(pages, np.asarray(data.rows[:, _SCORE] - data.rows[:, _STEPS], np.float64))
    chances = np.zeros(len(right))
    for _ in range(_ROUNDS):
        chances = _left_out(data, right, seed)
        right = _assign(pages, chances)
    figures = _figures(pages, data, right, chances)
    LOG.info("%s", figures)
    trees = _fitted(data.rows, right, data.weight, seed)
    return Learnt(trees, _calibration(chances, right, data.weight), figures, right, chances)


def with_looks(pages: Sequence[Page], learnt: Learnt, looks: NDArray[np.float32]) -> tuple[float, Figures]:
    """What a look weighs beside the trees, and the figures of both, all with their sources left out.

    `looks` (places) are what nets said of each place of the pages, in their order.
    """
    data = _examples(pages)
    sure = np.clip(learnt.chances, 1e-4, 1 - 1e-4)
    both = np.column_stack([np.log(sure / (1 - sure)), np.clip(_by_candidate(pages, looks), -MOST, MOST)])
    free = np.concatenate([p.free for p in pages])
    told = LogisticRegression(C=10).fit(both[free], learnt.right[free], sample_weight=data.weight[free])
    weight = float(told.coef_[0, 1] / told.coef_[0, 0])
    chances = 1 / (1 + np.exp(-(both @ np.array([1.0, weight]))))
    return weight, _figures(pages, data, _assign(pages, chances), chances)


def _by_candidate(pages: Sequence[Page], looks: NDArray[np.float32]) -> NDArray[np.float32]:
    """What was said of its place for each candidate; 0 on pages without a picture."""
    out, start = [], 0
    for page in pages:
        own = looks[start : start + len(page.surroundings)]
        start += len(page.surroundings)
        out.append(own[page.place] if len(own) else np.zeros(len(page.values), np.float32))
    return np.concatenate(out)


def _examples(pages: Sequence[Page]) -> Examples:
    names = sorted({p.source for p in pages})
    folds = {name: i % _FOLDS for i, name in enumerate(names)}
    fold = np.concatenate([np.full(len(p.values), folds[p.source]) for p in pages])
    source = np.concatenate([np.full(len(p.values), names.index(p.source)) for p in pages])
    counts = np.bincount(source, minlength=len(names)).astype(float)
    weight = 1 / np.sqrt(counts[source])
    return Examples(np.concatenate([p.rows for p in pages]), fold, weight / weight.mean(), len(names))


def _assign(pages: Sequence[Page], weights: Numbers) -> Flags:
    out, start = [], 0
    for page in pages:
        own = weights[start : start + len(page.values)]
        start += len(page.values)
        values = [v if free else None for v, free in zip(page.values, page.free, strict=True)]
        out.append(assigned(values, page.counts, own))
    return np.concatenate(out)


def _left_out(data: Examples, right: Flags, seed: int) -> Numbers:
    chances = np.zeros(len(right))
    for fold in range(_FOLDS):
        out = data.fold == fold
        if out.any():
            model = _fitted(data.rows[~out], right[~out], data.weight[~out], seed)
            chances[out] = model.predict_proba(data.rows[out])[:, 1]
    return chances


def _fitted(rows: NDArray[np.float32], right: Flags, weight: Numbers, seed: int) -> Any:
    model = HistGradientBoostingClassifier(
        max_iter=160,
        max_leaf_nodes=12,
        learning_rate=0.08,
        min_samples_leaf=12,
        l2_regularization=1.0,
        max_features=0.4,
        monotonic_cst=[_DIRECTION.get(name, 0) for name in NAMES],
        early_stopping=False,
        random_state=seed,
    )
    return model.fit(rows, right, sample_weight=weight)


def _calibration(chances: Numbers, right: Flags, weight: Numbers) -> tuple[list[float], list[float]]:
    """Raw chances and the share of right ones with them, on sources left out; never quite 0 or 1."""
    knots = np.unique(np.quantile(chances, np.linspace(0, 1, 4 * _KNOTS)))
    raw = np.concatenate([chances, knots, knots])
    told = np.concatenate([right, np.ones(len(knots)), np.zeros(len(knots))])
    heavy = np.concatenate([weight, np.full(2 * len(knots), _PRIOR / 4)])
    fit = IsotonicRegression(y_min=0, y_max=1, out_of_bounds="clip").fit(raw, told, sample_weight=heavy)
    places = np.unique(np.concatenate([[0.0], np.quantile(chances, np.linspace(0, 1, _KNOTS)), [1.0]]))
    return [round(float(x), 5) for x in places], [round(float(y), 4) for y in fit.predict(places)]


def _figures(pages: Sequence[Page], data: Examples, right: Flags, chances: Numbers) -> Figures:
    free = np.concatenate([p.free for p in pages])
    found = (chances >= 0.5) & free
    printed = sum(sum(p.counts.values()) for p in pages)
    true = float((found & right).sum())
    precision, recall = true / max(found.sum(), 1), true / max(printed, 1)
    f1 = 2 * precision * recall / max(precision + recall, 1e-9)
    return Figures(precision, recall, f1, len(right), data.sources)
