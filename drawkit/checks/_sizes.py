"""Rules of sizes: deviations the right way round, fits of ISO 286, and no size without a tolerance."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from typing import Final

from drawkit.contract import Dimension, Result
from drawkit.tolerances import NO_TOLERANCE, NotTabulated, limit_deviations, limits_of_result

from ._clauses import EVERY_SIZE_TOLERANCED, LIMIT_DEVIATIONS, LIMITS_OF_SIZE, TOLERANCE_CLASSES
from ._finding import Finding, Severity, about, on_page

_TABLE: Final = "dimensions"
_SIZES: Final = {"linear", "diameter", "spherical_diameter", "square"}
_SPEAKS: Final = re.compile(
    r"toler|tolér|abweichung|deviation|2768|22081|20457|±|\+/-|y\s*14\.5|допуск|отклон|公差|סיבולת|תלוביס",
    re.IGNORECASE,
)


def deviations_reversed(result: Result) -> Iterator[Finding]:
    """The upper deviation is below the lower one, or the upper limit below the lower limit."""
    for size in result.dimensions:
        upper, lower = size.upper_deviation, size.lower_deviation
        if upper is not None and lower is not None and upper < lower:
            message = f"The upper deviation {upper:+g} is below the lower deviation {lower:+g}."
            yield about(_TABLE, size, message, LIMIT_DEVIATIONS)
        elif size.max is not None and size.min is not None and size.max < size.min:
            message = f"The upper limit {size.max:g} is below the lower limit {size.min:g}."
            yield about(_TABLE, size, message, LIMITS_OF_SIZE)


def fit_not_in_iso_286(result: Result) -> Iterator[Finding]:
    """A tolerance class that ISO 286 does not have, or not at this size. Sizes of inch drawings are left alone."""
    for size in result.dimensions:
        if size.fit and size.kind in _SIZES and size.nominal and result.units != "inch":
            for named in re.split(r"[/\s]+", size.fit.strip()):
                message = _no_class(named, size, metric=result.units == "mm")
                if message:
                    yield about(_TABLE, size, message, TOLERANCE_CLASSES)


def _no_class(named: str, size: Dimension, *, metric: bool) -> str | None:
    if not re.fullmatch(r"[A-Za-z]{1,2}\d{1,2}", named) or size.nominal is None:
        return None
    try:
        limit_deviations(named, size.nominal)
    except NotTabulated as missing:
        unknown = "no tolerance class" in str(missing)
        return f"{named} does not exist at this size: {missing}." if metric or unknown else None
    return None


def size_without_tolerance(result: Result) -> Iterator[Finding]:
    """Dimensions without a tolerance on a page that states no general one; one finding a page, for all of them.

    Where any text speaks of tolerances without being understood, it is a place to look at.
    """
    bare: defaultdict[int, list[Dimension]] = defaultdict(list)
    for size, found in zip(result.dimensions, limits_of_result(result), strict=True):
        if found.reason == NO_TOLERANCE:
            bare[size.page].append(size)
    for page, sizes in bare.items():
        count = f"{len(sizes)} dimensions have" if len(sizes) > 1 else "A dimension has"
        message = f"{count} no tolerance, and no general tolerance is stated."
        unclear = _speaks_of_tolerances(result) or not _read_for_certain(result, page)
        severity = Severity.LOOK if unclear else Severity.WARNING
        shown = ", ".join(size.text for size in sizes[:8]) + (" ..." if len(sizes) > 8 else "")
        yield on_page(page, message, EVERY_SIZE_TOLERANCED, severity, text=shown)


def _speaks_of_tolerances(result: Result) -> bool:
    texts = [note.text for note in result.notes] + [block.text for block in result.title_blocks]
    texts += [f"{f.label} {f.value}" for block in result.title_blocks for f in block.fields]
    texts += [table.text for table in result.tables]
    return any(_SPEAKS.search(text) for text in texts)


def _read_for_certain(result: Result, page: int) -> bool:
    """Whether a page has a text layer, and a title block, where general tolerances stand."""
    from_text = any(report.page == page and report.source == "text" for report in result.pages)
    return from_text and any(block.page == page for block in result.title_blocks)
