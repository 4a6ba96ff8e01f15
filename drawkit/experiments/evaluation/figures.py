"""Precision, recall and F1 from counts."""

from __future__ import annotations

from typing import Final

import pandas as pd

from .scoring import MODULES

_COUNTS: Final = ["right", "invented", "missed"]
_ORDER: Final = {kind: place for place, kind in enumerate(MODULES)}


def table(counts: pd.DataFrame, columns: list[str]) -> pd.DataFrame:
    """Micro-averaged figures for each value of `columns` and each kind.

    `precision`, `recall` and `f1` are missing where nothing was read, or there was nothing to read; `truth` and
    `read` are counts.
    """
    groups = counts.groupby(columns, sort=False, dropna=False).ngroup()
    ordered = counts.assign(group=groups, place=counts["kind"].map(_ORDER)).sort_values(["group", "place"])
    sums = ordered.groupby([*columns, "kind"], sort=False, dropna=False)[_COUNTS].sum()
    truth, read = sums["right"] + sums["missed"], sums["right"] + sums["invented"]
    told = {
        "precision": (sums["right"] / read.where(read > 0)).astype("Float64"),
        "recall": (sums["right"] / truth.where(truth > 0)).astype("Float64"),
        # What precision and recall mean together, without the case of dividing nothing by nothing.
        "f1": (2 * sums["right"] / (truth + read).where(truth + read > 0)).astype("Float64"),
    }
    return pd.DataFrame({**told, "truth": truth, "read": read}, index=sums.index)
