"""Writing frames to files: CSV and Parquet."""

from __future__ import annotations

import importlib.util
import os
from collections.abc import Mapping
from pathlib import Path

import pandas as pd

Path_ = str | os.PathLike[str]


def to_csv(frames: Mapping[str, pd.DataFrame], folder: Path_, *, spreadsheet_safe: bool = False) -> tuple[Path, ...]:
    """Write one UTF-8 CSV file a table into `folder` (made when missing) and tell their paths.

    Cells hold exactly what was read. A spreadsheet takes a cell such as "=A1" for a formula: for files that go
    there, `spreadsheet_safe` puts an apostrophe before a text that begins with = + - @.
    Raises `ValueError` when `folder` is named as a file (.csv).
    """
    target = _folder(folder, ".csv")
    written = []
    for name, frame in frames.items():
        path = target / f"{name}.csv"
        (_defused(frame) if spreadsheet_safe else frame).to_csv(path, index=False, encoding="utf-8-sig")
        written.append(path)
    return tuple(written)


def to_parquet(frames: Mapping[str, pd.DataFrame], folder: Path_) -> tuple[Path, ...]:
    """Write one Parquet file a table into `folder` and tell their paths.

    Raises `ImportError` without pyarrow, `ValueError` when `folder` is named as a file (.parquet).
    """
    if importlib.util.find_spec("pyarrow") is None:
        raise ImportError("Parquet needs pyarrow. Install it with: pip install pyarrow")
    target = _folder(folder, ".parquet")
    written = []
    for name, frame in frames.items():
        path = target / f"{name}.parquet"
        frame.to_parquet(path)  # a range of numbers is kept as such: no column of its own
        written.append(path)
    return tuple(written)


def _folder(folder: Path_, ending: str) -> Path:
    target = Path(folder)
    if target.suffix.lower() == ending:
        raise ValueError(
            f"Each table becomes a file in a folder, and {target.name!r} is the name of a file. "
            f"Name a folder, or write one table with its own to_{ending[1:]}."
        )
    target.mkdir(parents=True, exist_ok=True)
    return target


def _defused(frame: pd.DataFrame) -> pd.DataFrame:
    safe = frame.copy()
    for name in safe.columns[[isinstance(d, pd.StringDtype) for d in safe.dtypes]]:
        risky = safe[name].str.match(r"[=+\-@\t\r]").fillna(value=False).astype(bool)
        safe.loc[risky, name] = "'" + safe.loc[risky, name]
    return safe
