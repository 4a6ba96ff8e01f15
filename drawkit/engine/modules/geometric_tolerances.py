"""Geometric tolerances: the rows of feature control frames (ISO 1101, ASME Y14.5)."""

from __future__ import annotations

from collections.abc import Sequence

from ...contract import GeometricTolerance
from ..callouts import read_frame
from ..layout.around import around
from ..sheet import Sheet
from ..symbols.all_around import is_all_around
from ..symbols.frames import Frame

_AROUND = ("profile_line", "profile_surface")
"""What may apply to all features around (ISO 1101, 9.1.2)."""


def read(sheet: Sheet, frames: Sequence[Frame]) -> list[GeometricTolerance]:
    """One geometric tolerance for each row of a frame that can be read."""
    found = [(frame, read_frame((frame.characteristic.text, *frame.cells))) for frame in frames]
    return [_placed(sheet, frame, tolerance) for frame, tolerance in found if tolerance is not None]


def _placed(sheet: Sheet, frame: Frame, tolerance: GeometricTolerance) -> GeometricTolerance:
    return tolerance.model_copy(
        update={
            "page": sheet.number,
            "box": around([frame.box]),
            "all_around": tolerance.characteristic in _AROUND
            and is_all_around(frame.box, frame.row.word.height, sheet),
            "rotation": round(frame.row.word.angle, 1) % 360,
            "confidence": round(0.97 * frame.confidence, 3),
            "read_from": "both" if any(w.read_from == "text layer" for w in frame.words) else "recognised",
        }
    )
