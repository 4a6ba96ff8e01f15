"""What a printed general tolerance allows a dimension: by the decimals of its print, its size or its being an angle."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from drawkit.contract import Dimension
from drawkit.contract.corrections import fields_by_hand
from drawkit.contract.review import is_confirmed

from ._grades import NotTabulated
from ._printed import Printed, Row

_LENGTHS: Final = {
    "linear", "diameter", "spherical_diameter", "radius", "spherical_radius", "chamfer", "square", "ordinate",
    "arc_length",
}  # fmt: skip
_SURE: Final = 0.7  # a recognised dimension below it may have lost a decimal
_NUMBER: Final = re.compile(
    r"(?<![\d.,/])(?:(?P<whole>\d+)[\s-]+)?(?P<over>\d+)/(?P<under>[1-9]\d*)(?![\d./])"
    r"|(?<![\d.,/])(?P<number>\d*[.,]\d+|\d+)(?![\d/]|[.,]\d)",
)
_UNIT: Final = re.compile(r"\s*(?:(mm)\b|(in(?:ch(?:es)?)?\b|\"|″))", re.IGNORECASE)


def allowed(printed: Printed, dimension: Dimension, unit: str | None) -> tuple[float, str]:
    """Tell the permissible deviation, plus and minus, and the row it comes from as printed.

    Lengths are in `unit`, "mm" or "inch", angles in degrees. Raises `NotTabulated` where no row is known to hold.
    """
    if dimension.kind == "angle":
        return _one((row for row in printed.rows if row.of == "angle"), _no_angle(printed))
    if dimension.kind not in _LENGTHS:
        raise NotTabulated(f"the general tolerance tells nothing of this kind ({dimension.kind.replace('_', ' ')})")
    _check_length(printed, dimension, unit)
    width, rule = _of_length(printed, dimension, unit or "")
    if width >= abs(dimension.nominal or 0) and dimension.kind != "ordinate":
        raise NotTabulated(f"the general tolerance {rule} is as large as the size itself")
    return width, rule


def _no_angle(printed: Printed) -> str:
    apart = any(row.of in {"machined", "bend"} for row in printed.rows)
    return "angle: its general tolerance is one if machined and one if bent" if apart else _unlisted("angles", printed)


def _unlisted(what: str, printed: Printed) -> str:
    return f"the general tolerance lists nothing for {what}: {'; '.join(row.printed for row in printed.rows)}"


def _check_length(printed: Printed, dimension: Dimension, unit: str | None) -> None:
    if dimension.nominal == 0:
        raise NotTabulated("zero: the origin of other dimensions")
    if unit is None or dimension.alternate is not None:
        raise NotTabulated("the unit of the general tolerance is not known, or the drawing has two")
    if printed.unit not in {None, unit}:
        raise NotTabulated(f"the general tolerance is in {printed.unit}, the drawing in {unit}")
    if printed.doubt:
        told = "; ".join(row.printed for row in printed.rows)
        raise NotTabulated(f"the general tolerance is doubtful ({printed.doubt}): {told}")


def _of_length(printed: Printed, d: Dimension, unit: str) -> tuple[float, str]:
    size = abs(d.nominal or 0)
    if any(row.of in {"every", "size"} for row in printed.rows) and "/" not in d.text:
        rows = (row for row in printed.rows if row.of in {"every", "size"} and size in row.span)
        return _one((row for row in rows if row.of == "size" or size), _unlisted(f"{size:g}", printed))
    places = _places(d, unit)
    if places is None:
        return _one((row for row in printed.rows if row.of == "fraction"), _unlisted("fractions", printed))
    told = f"{places} decimal places" if places != 1 else "1 decimal place"
    rows = (r for r in printed.rows if (r.of == "places" and r.places == places) or (r.of == "decimal" and places))
    return _one(rows, _unlisted(told, printed))


def _one(rows: Iterable[Row], nothing: str) -> tuple[float, str]:
    """Tell the value of the one row there is."""
    found = list(rows)
    if not found:
        raise NotTabulated(nothing)
    values = {row.value for row in found}
    told = " and ".join(row.printed for row in found)
    if len(values) > 1:
        raise NotTabulated(f"the general tolerance has two values here: {told}")
    value = values.pop()
    if value is None:
        raise NotTabulated(f"the general tolerance is doubtful here: {told}")
    return value, found[0].printed


def _places(d: Dimension, unit: str) -> int | None:
    """Tell how many decimals the nominal size is printed with; None for a fraction."""
    by_hand = fields_by_hand(d)
    if "nominal" in by_hand and "text" not in by_hand:
        raise NotTabulated("its nominal was corrected by hand: the decimals of its print are not known")
    if d.read_from != "text layer" and d.confidence < _SURE and not is_confirmed(d, "text"):
        raise NotTabulated("the decimals of its print are doubtful, as recognised")
    found = {_decimals(n) for n in _NUMBER.finditer(_without_quantity(d)) if _value(n) == d.nominal}
    if len(found) != 1:
        raise NotTabulated(f"its text does not tell the decimals of its nominal: {d.text}")
    _check_unit(d, unit)
    return found.pop()


def _without_quantity(d: Dimension) -> str:
    if d.quantity == 1:
        return d.text
    return re.sub(rf"^\s*\(?\s*{d.quantity}\s*(?:[x×-]|PLCS?|PLACES)\s*", "", d.text, flags=re.IGNORECASE)


def _value(number: re.Match[str]) -> float:
    if number["number"]:
        return float(number["number"].replace(",", "."))
    return float(number["whole"] or 0) + float(number["over"]) / float(number["under"])


def _decimals(number: re.Match[str]) -> int | None:
    text = number["number"]
    return None if text is None else len(re.split("[.,]", text)[1]) if re.search("[.,]", text) else 0


def _check_unit(d: Dimension, unit: str) -> None:
    for number in _NUMBER.finditer(d.text):
        own = _UNIT.match(d.text, number.end()) if _value(number) == d.nominal else None
        if own and unit != ("mm" if own[1] else "inch"):
            raise NotTabulated(f"its own unit is not the sheet's ({unit}): {d.text}")
