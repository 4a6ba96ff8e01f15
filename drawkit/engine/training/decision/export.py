"""Writes boosted trees as a table of numbers that the engine walks through without the library that made them."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...decision.features import NAMES


def card(model: Any, calibration: tuple[list[float], list[float]]) -> dict[str, Any]:
    """The trees of a fitted `HistGradientBoostingClassifier` as plain lists (see `decision.model.Forest`)."""
    start = float(np.ravel(model._baseline_prediction)[0])
    trees = [_tree(one[0].nodes) for one in model._predictors]
    return {"features": list(NAMES), "start": round(start, 6), "trees": trees, "calibration": calibration}


def _tree(nodes: Any) -> dict[str, list[float] | list[int]]:
    leaf = nodes["is_leaf"].astype(bool)
    return {
        "feature": np.where(leaf, -1, nodes["feature_idx"].astype(int)).tolist(),
        "limit": np.where(leaf, 0.0, nodes["num_threshold"]).tolist(),
        "left": np.where(leaf, 0, nodes["left"].astype(int)).tolist(),
        "right": np.where(leaf, 0, nodes["right"].astype(int)).tolist(),
        "value": [round(float(v), 6) for v in nodes["value"]],
    }
