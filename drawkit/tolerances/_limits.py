"""The limits of size of a dimension: those the drawing states, else those of its fit or of the general tolerance."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from typing import Final, Literal

from drawkit.contract import Dimension, Item, Result, TitleBlock
from drawkit.contract.review import is_confirmed

from ._allowed import allowed
from ._classes import limit_deviations
from ._general import GeneralClass, broken_edge, general_class, linear_size, without_class
from ._grades import NotTabulated
from ._printed import Printed, printed_tolerance
from ._tables import table_text

Origin = Literal["stated", "fit", "general"]
"""Whether limits stand at the dimension, or come from its fit (ISO 286) or the general tolerance."""

NO_TOLERANCE: Final = "no tolerance, nor a general one, is stated"
"""The reason of a dimension without a tolerance on a drawing without a general one."""
_SIZES: Final = {"linear", "diameter", "spherical_diameter", "square"}
_EDGES: Final = {"radius", "chamfer"}
_SPEAKS: Final = re.compile(r"unless|general\s+tol|tolerances?\b", re.IGNORECASE)
_DEVIATION: Final = re.compile(r"(?:±|\+\s*/?\s*-)\s*[.,]?\d")
_TWO_CLASSES: Final = re.compile(r"[A-Za-z]{1,2}\d{1,2}\s*[/-]\s*[A-Za-z]{1,2}\d{1,2}")
_INCH_THREAD: Final = re.compile(
    r"\b(?:UN[A-Z]*|NP[A-Z]*|ANPT|BS[WFP][A-Z]*|ACME)\b|^(?:G|R[cps]?)\s*\d", re.IGNORECASE
)


@dataclass(frozen=True)
class Limits:
    """Limits of size in the dimension's own unit. `reason` says why a limit that is None is not known.

    `rule` names what they come from, such as "ISO 286, H7"; `nominal` is that of the dimension.
    """

    nominal: float | None = None
    lower: float | None = None
    upper: float | None = None
    origin: Origin | None = None
    rule: str | None = None
    reason: str | None = None

    @property
    def tolerance(self) -> float | None:
        """The upper limit minus the lower (ISO 286-1, 3.2.8)."""
        return None if self.upper is None or self.lower is None else _sum(self.upper, -self.lower)


@dataclass(frozen=True)
class General:
    """What is known of the general tolerance and where it stands, or why there is none to use.

    It is a class of ISO 2768-1, or `printed` on the sheet with its values.
    """

    of_class: GeneralClass | None = None
    stands_in: str = ""
    reason: str = NO_TOLERANCE
    printed: Printed | None = None


def given(text: str | None) -> General:
    """Read a general tolerance as a person writes it: "ISO 2768-m", or ".X ±0.2 .XX ±0.05 ANGLES ±0.5°".

    Raises `ValueError` for anything else.
    """
    if text is None:
        return General()
    read = _read(text, recognised=False)
    if read is None:
        raise ValueError(
            f"{text!r} is no general tolerance of ISO 2768-1, nor one by decimal places, by sizes or of angles. "
            "Write it as ISO 2768-m (f, m, c or v), or as .X ±0.2 .XX ±0.05 ANGLES ±0.5°."
        )
    return _as_general(read, "as given")


def limits_of(dimension: Dimension, unit: str | None, general: General) -> Limits:
    """Tell the limits of size of a dimension whose values are in `unit`: "mm", "inch", "degree" or None."""
    values = _finite(dimension.nominal)
    if dimension.kind == "thread":
        return Limits(values, reason="thread: its thread class bounds it")
    if dimension.basic:
        return Limits(values, reason="theoretically exact: see its geometrical tolerance")
    if dimension.reference:
        return Limits(values, reason="reference dimension: it has no tolerance")
    return _stated(dimension) or _computed(dimension, unit, general)


def limits_of_result(result: Result, general: str | None = None) -> tuple[Limits, ...]:
    """Tell the limits of size of each dimension of a result, in its order.

    `general`, such as "ISO 2768-m" or ".X ±0.2 .XX ±0.05", holds for a drawing that states no general tolerance
    itself. Raises `ValueError` where it is none.
    """
    wanted = given(general)
    by_page = {page: _general(result, page, wanted) for page in {d.page for d in result.dimensions}}
    return tuple(limits_of(d, unit_of(d.kind, result.units), by_page[d.page]) for d in result.dimensions)


def unit_of(kind: str, units: str | None, thread: str | None = None) -> str | None:
    """Tell the unit of a dimension's values; None where the drawing does not tell it.

    Of a dual dimension it is not known which value comes first. On any drawing a metric thread is in mm (ISO 261), a
    Unified, Whitworth or pipe thread in inches (ASME B1.1, BS 84, ISO 228-1, ASME B1.20.1).
    """
    if kind == "angle":
        return "degree"
    if kind == "thread" and (thread or "").startswith("M"):
        return "mm"
    if kind == "thread" and _INCH_THREAD.search(thread or ""):
        return "inch"
    return units if units in {"mm", "inch"} else None


def _finite(value: float | None) -> float | None:
    return None if value is None or not math.isfinite(value) else value


def _sum(one: float, other: float) -> float:
    """Add as decimals: 10 and -0.1 are 9.9."""
    return float(Decimal(str(one)) + Decimal(str(other)))


def _stated(d: Dimension) -> Limits | None:
    """Tell what the drawing itself states: limits, or deviations from the nominal."""
    nominal = _finite(d.nominal)
    lower, upper = _finite(d.min), _finite(d.max)
    if lower is None and upper is None and nominal is not None:
        below, above = _finite(d.lower_deviation), _finite(d.upper_deviation)
        lower = None if below is None else _sum(nominal, below)
        upper = None if above is None else _sum(nominal, above)
    if lower is None and upper is None:
        return None
    if lower is not None and upper is not None and lower > upper:
        return Limits(nominal, reason="as read, the lower limit is above the upper")
    missing = "lower" if lower is None else "upper" if upper is None else None
    reason = f"the drawing states no {missing} limit" if missing else None
    return Limits(nominal, lower, upper, "stated", "the drawing", reason)


def _computed(d: Dimension, unit: str | None, general: General) -> Limits:
    nominal = _finite(d.nominal)
    if nominal is None:
        return Limits(reason="no nominal size was read")
    try:
        if d.fit:
            return _by_fit(d.fit, d.kind, nominal, unit)
        if general.printed is not None:
            width, rule = allowed(general.printed, d, unit)
            return _around(nominal, width, f"{rule} ({general.stands_in})")
        return _by_general(d.kind, nominal, unit, general)
    except NotTabulated as missing:
        return Limits(nominal, reason=str(missing))


def _by_fit(fit: str, kind: str, nominal: float, unit: str | None) -> Limits:
    if kind not in _SIZES:
        raise NotTabulated(f"a fit on a dimension that is no size ({kind.replace('_', ' ')})")
    if _TWO_CLASSES.fullmatch(fit.strip()):
        raise NotTabulated(f"{fit} is a hole and a shaft, each with limits of its own")
    _needs_mm("ISO 286", unit)
    named = fit.replace(" ", "")
    upper, lower = limit_deviations(named, nominal)
    return Limits(nominal, _sum(nominal, lower), _sum(nominal, upper), "fit", f"ISO 286, {named}")


def _by_general(kind: str, nominal: float, unit: str | None, general: General) -> Limits:
    if general.of_class is None:
        raise NotTabulated(general.reason)
    if kind == "angle":
        raise NotTabulated("angle: ISO 2768-1 needs its shorter side's length")
    if kind not in _SIZES | _EDGES | {"ordinate"}:
        raise NotTabulated(f"ISO 2768-1 tells nothing of this kind of dimension ({kind.replace('_', ' ')})")
    _needs_mm("ISO 2768-1", unit)
    table, value = (2, broken_edge) if kind in _EDGES else (1, linear_size)
    width = value(general.of_class, abs(nominal))
    return _around(nominal, width, f"ISO 2768-{general.of_class}, table {table} ({general.stands_in})")


def _around(nominal: float, width: float, rule: str) -> Limits:
    return Limits(nominal, _sum(nominal, -width), _sum(nominal, width), "general", rule)


def _needs_mm(standard: str, unit: str | None) -> None:
    if unit != "mm":
        told = "the drawing is in inches" if unit == "inch" else "the drawing's unit is not known, or it has two"
        raise NotTabulated(f"{standard} is in millimetres: {told}")


def _read(text: str, *, recognised: bool) -> GeneralClass | Printed | None:
    """Read a general tolerance; None where the text is not understood, or names two of them."""
    named = general_class(text)
    if named is None:
        return printed_tolerance(text, recognised=recognised)
    return None if printed_tolerance(without_class(text)) else named


def _as_general(read: GeneralClass | Printed, stands_in: str) -> General:
    if isinstance(read, Printed):
        return General(stands_in=stands_in, printed=read)
    return General(read, stands_in)


def _general(result: Result, page: int, wanted: General) -> General:
    """Tell the general tolerance of a page: as stated on it, else on a sheet of the same drawing, else as given."""
    texts = _statements(result, [page]) or _statements(result, _same_drawing(result, page))
    if not texts:
        return wanted
    only = texts[0].read
    if only is None or any(statement.read != only or _other_unit(statement.read, only) for statement in texts):
        told = " and ".join(dict.fromkeys(statement.text for statement in texts))
        return General(reason=f"its general tolerance is not one that is understood: {told}")
    named = next((s.read for s in texts if isinstance(s.read, Printed) and s.read.unit), only)
    return _as_general(named, texts[0].stands_in)


def _other_unit(one: GeneralClass | Printed | None, other: GeneralClass | Printed | None) -> bool:
    if not (isinstance(one, Printed) and isinstance(other, Printed)):
        return False
    return one.unit is not None and other.unit is not None and one.unit != other.unit


@dataclass(frozen=True)
class _Statement:
    """What a title block or a note says about general tolerances."""

    text: str
    stands_in: str
    read: GeneralClass | Printed | None


def _statements(result: Result, pages: Iterable[int]) -> list[_Statement]:
    """List what title blocks and notes of these pages say about general tolerances."""
    on = set(pages)
    blocks = [
        _statement(block, block.general_tolerance, "title block", "general_tolerance")
        for block in result.title_blocks
        if block.page in on and block.general_tolerance
    ]
    notes = [_statement(note, note.text, "note", "text") for note in result.notes if note.page in on]
    told = [(table, table_text(table)) for table in result.tables if table.page in on]
    tables = [_statement(table, text, "table", "rows") for table, text in told if text is not None]
    blocks += [table for table in tables if table.read is not None]
    return blocks + [note for note in notes if note.read is not None or _bounds(note.text)]


def _statement(item: Item, text: str, stands_in: str, field: str) -> _Statement:
    sure = item.read_from == "text layer" or is_confirmed(item, field)
    return _Statement(text, stands_in, _read(text, recognised=not sure))


def _bounds(note: str) -> bool:
    """Tell whether a note speaks of tolerances with deviations of its own, so that it may bound the general ones."""
    return _SPEAKS.search(note) is not None and _DEVIATION.search(note) is not None


def _same_drawing(result: Result, page: int) -> set[int]:
    """Tell the other pages of the drawing: all, where this one has no title block, else those with its number."""
    own = [block for block in result.title_blocks if block.page == page]
    numbers = {block.drawing_number for block in own} - {None}
    return {b.page for b in result.title_blocks if not own or b.drawing_number in numbers} | _bare(result)


def _bare(result: Result) -> set[int]:
    """Tell the pages that have no title block."""
    blocks: tuple[TitleBlock, ...] = result.title_blocks
    return {report.page for report in result.pages} - {block.page for block in blocks}
