"""Sizes that are printed in centimetres, told in the millimetres of the other sizes of their sheet."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ...contract import Dimension
from .tokens import Token
from .values import clean

_MM_PER_CM: Final = 10
_OTHER_UNITS: Final = frozenset({"UNIT", '"', "°", "DEG"})
_LENGTHS: Final = (
    "nominal", "upper_deviation", "lower_deviation", "max", "min", "nominal2", "max2", "min2", "radius", "depth",
    "depth_upper_deviation", "depth_lower_deviation",
)  # fmt: skip


def in_millimetres(said: Dimension, tokens: Sequence[Token], units: str | None) -> Dimension | None:
    """A dimension with its lengths in millimetres where its callout names centimetres, which are the unit of them all.

    None where the callout or the sheet has another unit as well, or where it says more than a size: threads, angles and
    sunk holes have no centimetres.
    """
    kinds = {token.kind for token in tokens}
    if "CENTIMETRES" not in kinds:
        return said
    more = said.thread or said.angle is not None or said.counterbore or said.countersink or said.alternate
    if units == "inch" or more or kinds & _OTHER_UNITS:
        return None
    values = {name: getattr(said, name, None) for name in _LENGTHS}
    told = {name: clean(_MM_PER_CM * value) for name, value in values.items() if isinstance(value, (int, float))}
    return said.model_copy(update=told)
