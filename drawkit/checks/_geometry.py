"""Rules of feature control frames: which characteristics take datums, a ⌀ zone and a material condition.

ISO 1101 (symbols and their datums), ISO 2692 (material requirements) and ASME Y14.5 agree in what stands here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from drawkit.contract import GeometricTolerance, Result

from ._clauses import CHARACTERISTICS, MATERIAL_CONDITIONS, REMOVED, ZONES
from ._finding import Finding, about

_FORM: Final = {"straightness", "flatness", "circularity", "cylindricity"}
_NEED_DATUM: Final = {
    "angularity", "perpendicularity", "parallelism", "concentricity", "symmetry", "circular_runout", "total_runout",
}  # fmt: skip
_NO_DIAMETER: Final = {
    "flatness", "circularity", "cylindricity", "profile_line", "profile_surface", "symmetry", "circular_runout",
    "total_runout",
}  # fmt: skip
_NO_MATERIAL: Final = {
    "circularity", "cylindricity", "profile_line", "profile_surface", "circular_runout", "total_runout",
}  # fmt: skip
_MATERIAL: Final = {"M", "L"}
_TABLE: Final = "geometric_tolerances"
_Y145_2018: Final = re.compile(r"Y\s*14\.5\s*(?:M\s*)?[-–: ]\s*2018", re.IGNORECASE)


def datums_do_not_suit(result: Result) -> Iterator[Finding]:
    """A form tolerance has a datum, or an orientation, concentricity, symmetry or run-out tolerance has none.

    A datum that stands twice in one frame is told as well.
    """
    for frame in _frames(result):
        labels = [datum.label for datum in frame.datums]
        if frame.characteristic in _FORM and labels:
            message = f"A tolerance of {_named(frame)} has no datum, but the frame names {', '.join(labels)}."
        elif frame.characteristic in _NEED_DATUM and not labels:
            message = f"A tolerance of {_named(frame)} needs a datum, but the frame names none."
        elif len(set(labels)) < len(labels):
            message = f"The frame names a datum twice: {', '.join(labels)}."
        else:
            continue
        yield about(_TABLE, frame, message, CHARACTERISTICS)


def zone_does_not_suit(result: Result) -> Iterator[Finding]:
    """A ⌀ or S⌀ zone on a characteristic whose zone cannot be a cylinder or a sphere."""
    for frame in _frames(result):
        wrong = frame.zone == "diameter" and frame.characteristic in _NO_DIAMETER
        if wrong or (frame.zone == "spherical" and frame.characteristic not in {"position", "concentricity"}):
            sign = "⌀" if frame.zone == "diameter" else "S⌀"
            yield about(_TABLE, frame, f"The zone of a tolerance of {_named(frame)} cannot be {sign}.", ZONES)


def modifier_does_not_suit(result: Result) -> Iterator[Finding]:
    """Ⓜ or Ⓛ at the value of a characteristic that is of a surface, not of a feature of size."""
    for frame in _frames(result):
        wrong = sorted(_MATERIAL & set(frame.modifiers))
        if wrong and frame.characteristic in _NO_MATERIAL:
            message = f"({wrong[0]}) does not apply to a tolerance of {_named(frame)}."
            yield about(_TABLE, frame, message, MATERIAL_CONDITIONS)


def zero_without_material_condition(result: Result) -> Iterator[Finding]:
    """A tolerance value of 0 without Ⓜ or Ⓛ: no part can meet it."""
    for frame in _frames(result):
        if frame.value == 0 and not _MATERIAL & set(frame.modifiers):
            yield about(_TABLE, frame, "A tolerance of 0 needs (M) or (L): no part can meet it.", MATERIAL_CONDITIONS)


def removed_from_y145(result: Result) -> Iterator[Finding]:
    """Concentricity or symmetry on a drawing that cites ASME Y14.5-2018, which no longer has them."""
    texts = [note.text for note in result.notes]
    texts += [field.value for block in result.title_blocks for field in block.fields]
    if not any(_Y145_2018.search(text) for text in texts):
        return
    for frame in _frames(result):
        if frame.characteristic in {"concentricity", "symmetry"}:
            message = f"ASME Y14.5-2018, which the drawing cites, no longer has {_named(frame)}: use position."
            yield about(_TABLE, frame, message, REMOVED)


def _frames(result: Result) -> tuple[GeometricTolerance, ...]:
    return result.geometric_tolerances


def _named(frame: GeometricTolerance) -> str:
    return {"profile_line": "the profile of a line", "profile_surface": "the profile of a surface"}.get(
        frame.characteristic, frame.characteristic.replace("_", " ").replace("runout", "run-out")
    )
