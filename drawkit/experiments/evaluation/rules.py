"""When two entries say the same: the rules by which a reading is held against the truth."""

from __future__ import annotations

import re
from collections.abc import Hashable, Mapping
from difflib import SequenceMatcher
from typing import Any, Final, TypeAlias

from .facts import Entry

Same: TypeAlias = tuple[Hashable, ...]
"""Entries with equal values of this kind say the same."""

TITLE_FIELDS: Final = (
    "title", "drawing_number", "part_number", "revision", "material", "finish", "scale", "sheet", "sheet_size",
    "date", "drawn_by", "checked_by", "approved_by", "company", "mass", "projection", "general_tolerance",
)  # fmt: skip
PARTS_FIELDS: Final = ("position", "quantity", "part_number", "designation", "material", "remark")
_FAMILIES: Final = {
    "ordinate": "linear",
    "square": "linear",
    "other": "linear",
    "arc_length": "linear",
    "spherical_diameter": "diameter",
    "spherical_radius": "radius",
}
_LONG: Final = 12
_ALIKE: Final = 0.85
_SIGNS: Final = str.maketrans({"ø": "⌀", "∅": "⌀", "µ": "μ", "–": "-", "—": "-"})
_AROUND: Final = re.compile(r"\s*([:/,;.()\-+])\s*")
_SPACE: Final = re.compile(r"\s+")


def number(value: Any) -> float | str | None:
    """A number to four decimals; a word such as THRU in capitals; None for nothing."""
    if value is None or isinstance(value, bool):
        return None
    if isinstance(value, int | float):
        return round(float(value), 4)
    text = str(value).strip().replace(",", ".")
    try:
        return round(float(text), 4)
    except ValueError:
        return text.upper() or None


def words(value: Any) -> str:
    """Text without what offices write differently: case, signs for diameter, dashes, spaces around punctuation."""
    text = str(value or "").casefold().translate(_SIGNS)
    return _SPACE.sub(" ", _AROUND.sub(r"\1", text)).strip(" .:;")


def alike(one: str, other: str) -> bool:
    """Whether two texts differ by little."""
    return bool(one and other) and SequenceMatcher(None, one, other).ratio() >= _ALIKE


_BOILERPLATE: Final = re.compile(
    r"do not scale|unless otherwise|proprietary|confidential|all rights reserved|copyright|©"
    r"|without (?:the )?(?:prior )?(?:written )?permission|third[- ]angle projection|student version"
    r"|educational product|for academic use",
    re.IGNORECASE,
)
"""What a form prints on every sheet: such a note counts neither for nor against."""


def is_boilerplate(text: object) -> bool:
    """Whether a note is one that a form prints on every sheet."""
    return bool(_BOILERPLATE.search(words(text)))


def same_note(truth: str, read: str) -> bool:
    """Whether a note was read: alike, or whole within what was read."""
    return alike(truth, read) or (len(truth) > _LONG and truth in read)


def same_field(truth: str, read: str) -> bool:
    """Whether a field of a title block was read: equal, or alike when it is long."""
    return truth == read or (len(truth) > _LONG and alike(truth, read))


def dimension_value(entry: Entry) -> Same:
    """Kind (families of kinds count as one) with the nominal value, or the limits where none is printed."""
    kind = entry.get("kind") or "linear"
    limits = entry if entry.get("nominal") is None else {}
    values = (entry.get("nominal"), limits.get("max"), limits.get("min"))
    return (_FAMILIES.get(kind, kind), *map(number, values))


def dimension_in_full(entry: Entry) -> Same:
    """As `dimension_value`, with quantity, deviations, fit, marks, depth, counterbore and countersink."""
    return (
        *dimension_value(entry),
        number(entry.get("quantity") or 1),
        number(_first(entry, "upper", "upper_deviation")),
        number(_first(entry, "lower", "lower_deviation")),
        words(entry.get("fit")),
        bool(entry.get("reference")),
        bool(entry.get("basic")),
        number(entry.get("depth")),
        _bore(entry.get("counterbore")),
        _bore(entry.get("countersink")),
    )


def frame_value(entry: Entry) -> Same:
    """Characteristic and tolerance value."""
    return (entry.get("characteristic"), number(entry.get("value")))


def frame_in_full(entry: Entry) -> Same:
    """As `frame_value`, with the shape of the zone, modifiers, and datums in their order."""
    zone = entry.get("zone")
    modifiers = sorted(str(modifier).upper() for modifier in entry.get("modifiers") or ())
    datums = (_SPACE.sub("", datum(one)).upper() for one in entry.get("datums") or ())
    return (*frame_value(entry), None if zone in ("null", "", "none") else zone, tuple(modifiers), tuple(datums))


def surface_texture(entry: Entry) -> Same:
    """Parameter and value."""
    return (words(entry.get("parameter")), number(entry.get("value")))


def datum_feature(entry: Entry) -> Same:
    """The letter."""
    return (datum(entry),)


def datum(one: Any) -> str:
    """A datum as a frame prints it: "B(M)"."""
    if isinstance(one, Mapping):
        return str(one.get("label", "")) + "".join(f"({modifier})" for modifier in one.get("modifiers") or ())
    return str(one)


def parts_cells(entry: Entry) -> frozenset[tuple[str, str]]:
    """The cells of a parts list row that are not empty."""
    told = ((name, words(entry.get(name))) for name in PARTS_FIELDS)
    return frozenset(cell for cell in told if cell[1])


def _first(entry: Entry, *names: str) -> Any:
    return next((entry[name] for name in names if entry.get(name) is not None), None)


def _bore(bore: Any) -> tuple[tuple[str, float | str | None], ...]:
    sizes = ((name, (bore or {}).get(name)) for name in ("angle", "depth", "diameter"))
    return tuple((name, number(size)) for name, size in sizes if size is not None)
