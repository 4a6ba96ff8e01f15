"""What a column of a frame is: its name, its dtype, its meaning, and how it is read off an item."""

from __future__ import annotations

import typing
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import pandas as pd

Row = Mapping[str, Any]
"""The members of one item by name."""

UTC_TIME = "datetime64[us, UTC]"
DAY = "datetime64[s]"


@dataclass(frozen=True)
class Column:
    """One column. `dtype` is a pandas dtype by name, or the words that a column of text can hold.

    Words are text and no categories: those have a missing value of their own kind (NaN), all else has `pandas.NA`.
    """

    name: str
    dtype: str | tuple[str, ...]
    meaning: str
    read: Callable[[Row], Any] | None = None

    @property
    def dtype_name(self) -> str:
        """The dtype as pandas prints it."""
        return self.dtype if isinstance(self.dtype, str) else "string"

    @property
    def values(self) -> tuple[str, ...]:
        """The words it can hold; empty where any text or number will do."""
        return () if isinstance(self.dtype, str) else self.dtype

    def array(self, rows: Sequence[Row]) -> Any:
        """Read the column off the rows, as one pandas array."""
        name = self.name
        values = [row[name] for row in rows] if self.read is None else list(map(self.read, rows))
        return as_array(values, self.dtype_name)


def as_array(values: list[Any], dtype: str) -> Any:
    """Make a pandas array of `dtype`; None becomes a missing value."""
    if dtype == "Float64":  # by way of numpy: several times as fast as pandas' own inference
        numbers = np.array(values, dtype="float64")
        return pd.arrays.FloatingArray(numbers, np.isnan(numbers))
    if dtype == UTC_TIME:
        return pd.DatetimeIndex(pd.to_datetime(values, utc=True)).as_unit("us").array
    if dtype == DAY:
        return pd.DatetimeIndex(pd.to_datetime(values)).as_unit("s").array
    kind: Any = dtype
    return pd.array(_texts(values) if dtype == "string" else values, dtype=kind)


def _texts(values: list[Any]) -> list[Any]:
    """Replace lone surrogates, which broken text layers hold but neither Arrow nor any file can."""
    try:
        "".join(filter(None, values)).encode()
    except UnicodeEncodeError:
        return [value if value is None else writable(value) for value in values]
    return values


def writable(text: str) -> str:
    """Replace what UTF-8 cannot hold."""
    return text.encode("utf-8", "replace").decode("utf-8")


def build(columns: Sequence[Column], rows: Sequence[Row]) -> pd.DataFrame:
    """Make the frame of these rows, numbered from 1; without rows the same columns with the same dtypes."""
    return numbered(pd.DataFrame({column.name: column.array(rows) for column in columns}))


def numbered(frame: pd.DataFrame) -> pd.DataFrame:
    """Number the rows of a frame from 1, as people count and as pictures show them."""
    frame.index = pd.RangeIndex(1, len(frame) + 1)
    return frame


def choices(model: Any, field: str) -> tuple[str, ...]:
    """Tell the values that a `Literal` field of a model can take."""
    annotation = model.model_fields[field].annotation
    literals = [a for a in (annotation, *typing.get_args(annotation)) if typing.get_origin(a) is typing.Literal]
    return typing.get_args(literals[0])


def part(member: str, name: str) -> Callable[[Row], Any]:
    """Make a reader of `row[member].name` that gives None where the member is missing."""

    def read(row: Row) -> Any:
        value = row[member]
        return None if value is None else getattr(value, name)

    return read


def _own_box(row: Row) -> Any:
    return row["box"]


def edges(box_of: Callable[[Row], Any] = _own_box) -> tuple[Column, ...]:
    """The columns of a box: its four edges, missing where there is none."""

    def reader(index: int) -> Callable[[Row], Any]:
        return lambda row: None if (box := box_of(row)) is None else box[index]

    return tuple(Column(name, "Float64", meaning, reader(at)) for at, (name, meaning) in enumerate(_EDGES))


_EDGES: Final = (
    ("x0", "Left edge of the box in points (1/72 inch) from the sheet's left"),
    ("top", "Top edge of the box in points from the sheet's top"),
    ("x1", "Right edge of the box in points"),
    ("bottom", "Bottom edge of the box in points"),
)
