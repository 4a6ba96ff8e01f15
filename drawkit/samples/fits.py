"""Fits and standard sizes the samples use: an excerpt of ISO 286-2, ISO 261, ISO 273, ISO 4762 and DIN 6885."""

from __future__ import annotations

from typing import Final

_RANGES: Final = (3.0, 6.0, 10.0, 18.0, 30.0, 50.0, 80.0, 120.0, 180.0)
_DEVIATIONS: Final[dict[str, tuple[tuple[int, int], ...]]] = {
    "H7": ((10, 0), (12, 0), (15, 0), (18, 0), (21, 0), (25, 0), (30, 0), (35, 0), (40, 0)),
    "H8": ((14, 0), (18, 0), (22, 0), (27, 0), (33, 0), (39, 0), (46, 0), (54, 0), (63, 0)),
    "P9": (
        (-6, -31),
        (-12, -42),
        (-15, -51),
        (-18, -61),
        (-22, -74),
        (-26, -88),
        (-32, -106),
        (-37, -124),
        (-43, -143),
    ),
    "h6": ((0, -6), (0, -8), (0, -9), (0, -11), (0, -13), (0, -16), (0, -19), (0, -22), (0, -25)),
    "g6": ((-2, -8), (-4, -12), (-5, -14), (-6, -17), (-7, -20), (-9, -25), (-10, -29), (-12, -34), (-14, -39)),
    "k6": ((6, 0), (9, 1), (10, 1), (12, 1), (15, 2), (18, 2), (21, 2), (25, 3), (28, 3)),
    "m6": ((8, 2), (12, 4), (15, 6), (18, 7), (21, 8), (25, 9), (30, 11), (35, 13), (40, 15)),
    "f7": ((-6, -16), (-10, -22), (-13, -28), (-16, -34), (-20, -41), (-25, -50), (-30, -60), (-36, -71), (-43, -83)),
    "h7": ((0, -10), (0, -12), (0, -15), (0, -18), (0, -21), (0, -25), (0, -30), (0, -35), (0, -40)),
}
"""Upper and lower deviation in micrometres for each range of nominal sizes (ISO 286-2)."""

KEYS: Final = ((12, 4, 2.5), (17, 5, 3), (22, 6, 3.5), (30, 8, 4), (38, 10, 5), (44, 12, 5), (50, 14, 5.5), (58, 16, 6))
"""Shaft diameter up to, key width and depth in the shaft, mm (DIN 6885-1)."""

FINE_THREADS: Final = (
    (10, 1.0),
    (12, 1.0),
    (15, 1.0),
    (17, 1.0),
    (20, 1.5),
    (25, 1.5),
    (30, 1.5),
    (35, 1.5),
    (40, 1.5),
)
"""Nominal diameter and pitch, mm (ISO 261; those of lock nuts)."""

SCREWS: Final = (
    (4, 0.7, 3.3, 4.5, 8.0, 4.4),
    (5, 0.8, 4.2, 5.5, 10.0, 5.4),
    (6, 1.0, 5.0, 6.6, 11.0, 6.4),
    (8, 1.25, 6.8, 9.0, 15.0, 8.6),
    (10, 1.5, 8.5, 11.0, 18.0, 10.6),
)
"""Thread, pitch, core hole, clearance hole (ISO 273), counterbore diameter and depth (DIN 974-1), mm."""

INCH_SCREWS: Final = (
    ("#8-32 UNC-2B", 0.164, 0.177, 0.3125, 0.170),
    ("#10-24 UNC-2B", 0.19, 0.201, 0.375, 0.195),
    ("1/4-20 UNC-2B", 0.25, 0.266, 0.4375, 0.255),
    ("5/16-18 UNC-2B", 0.3125, 0.332, 0.531, 0.320),
    ("3/8-16 UNC-2B", 0.375, 0.397, 0.625, 0.380),
)
"""Designation, thread, clearance hole, counterbore diameter and depth, inches (ASME B18.3)."""


def deviations(fit: str, nominal: float) -> tuple[float, float]:
    """Upper and lower deviation of a fit at a nominal size, mm. Raises `KeyError` for a fit not in the excerpt."""
    index = next((i for i, top in enumerate(_RANGES) if nominal <= top), len(_RANGES) - 1)
    upper, lower = _DEVIATIONS[fit][index]
    return upper / 1000, lower / 1000


def key_for(diameter: float) -> tuple[float, float]:
    """Key width and depth in the shaft for a shaft diameter, mm."""
    return next(((width, depth) for top, width, depth in KEYS if diameter <= top), KEYS[-1][1:])


def fine_thread_below(diameter: float) -> tuple[float, float]:
    """Return the largest fine thread below a diameter: nominal and pitch, mm."""
    fitting = [thread for thread in FINE_THREADS if thread[0] < diameter]
    return fitting[-1] if fitting else FINE_THREADS[0]
