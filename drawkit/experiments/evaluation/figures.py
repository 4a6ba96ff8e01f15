"""Precision, recall and F1 from counts."""

from __future__ import annotations

import pandas as pd

COUNTS = ["right", "invented", "missed"]


def table(counts: pd.DataFrame, by: list[str]) -> pd.DataFrame:
    """Micro-averaged figures for each group: `precision`, `recall`, `f1`, `truth`, `read`; missing where undefined."""
    sums = counts.groupby(by, sort=False, observed=True)[COUNTS].sum()
    truth, read = sums["right"] + sums["missed"], sums["right"] + sums["invented"]
    precision = (sums["right"] / read.where(read > 0)).astype("Float64")
    recall = (sums["right"] / truth.where(truth > 0)).astype("Float64")
    both = precision + recall
    f1 = (2 * precision * recall / both.where(both > 0)).astype("Float64")
    none_right = (precision.notna() | recall.notna()) & ~((precision.fillna(0) > 0) & (recall.fillna(0) > 0))
    f1 = f1.mask(none_right, 0.0)
    return pd.DataFrame(
        {"precision": precision, "recall": recall, "f1": f1, "truth": truth, "read": read}, index=sums.index
    )
