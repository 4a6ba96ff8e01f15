"""Standard tolerance grades IT01 to IT18 by nominal size (ISO 286-1:2010, table 1)."""

from __future__ import annotations

from bisect import bisect_left
from decimal import Decimal
from typing import Final

SIZES: Final = (3, 6, 10, 18, 30, 50, 80, 120, 180, 250, 315, 400, 500, 630, 800, 1000, 1250, 1600, 2000, 2500, 3150)
"""Ranges of nominal sizes in mm: each ends here, its end included, and begins above the one before."""

GRADES: Final = ("01", "0", *map(str, range(1, 19)))

# fmt: off
_STANDARD: Final[tuple[tuple[float | None, ...], ...]] = (
    (0.3, 0.5, 0.8, 1.2, 2, 3, 4, 6, 10, 14, 25, 40, 60, 100, 140, 250, 400, 600, 1000, 1400),
    (0.4, 0.6, 1, 1.5, 2.5, 4, 5, 8, 12, 18, 30, 48, 75, 120, 180, 300, 480, 750, 1200, 1800),
    (0.4, 0.6, 1, 1.5, 2.5, 4, 6, 9, 15, 22, 36, 58, 90, 150, 220, 360, 580, 900, 1500, 2200),
    (0.5, 0.8, 1.2, 2, 3, 5, 8, 11, 18, 27, 43, 70, 110, 180, 270, 430, 700, 1100, 1800, 2700),
    (0.6, 1, 1.5, 2.5, 4, 6, 9, 13, 21, 33, 52, 84, 130, 210, 330, 520, 840, 1300, 2100, 3300),
    (0.6, 1, 1.5, 2.5, 4, 7, 11, 16, 25, 39, 62, 100, 160, 250, 390, 620, 1000, 1600, 2500, 3900),
    (0.8, 1.2, 2, 3, 5, 8, 13, 19, 30, 46, 74, 120, 190, 300, 460, 740, 1200, 1900, 3000, 4600),
    (1, 1.5, 2.5, 4, 6, 10, 15, 22, 35, 54, 87, 140, 220, 350, 540, 870, 1400, 2200, 3500, 5400),
    (1.2, 2, 3.5, 5, 8, 12, 18, 25, 40, 63, 100, 160, 250, 400, 630, 1000, 1600, 2500, 4000, 6300),
    (2, 3, 4.5, 7, 10, 14, 20, 29, 46, 72, 115, 185, 290, 460, 720, 1150, 1850, 2900, 4600, 7200),
    (2.5, 4, 6, 8, 12, 16, 23, 32, 52, 81, 130, 210, 320, 520, 810, 1300, 2100, 3200, 5200, 8100),
    (3, 5, 7, 9, 13, 18, 25, 36, 57, 89, 140, 230, 360, 570, 890, 1400, 2300, 3600, 5700, 8900),
    (4, 6, 8, 10, 15, 20, 27, 40, 63, 97, 155, 250, 400, 630, 970, 1550, 2500, 4000, 6300, 9700),
    (None, None, 9, 11, 16, 22, 32, 44, 70, 110, 175, 280, 440, 700, 1100, 1750, 2800, 4400, 7000, 11000),
    (None, None, 10, 13, 18, 25, 36, 50, 80, 125, 200, 320, 500, 800, 1250, 2000, 3200, 5000, 8000, 12500),
    (None, None, 11, 15, 21, 28, 40, 56, 90, 140, 230, 360, 560, 900, 1400, 2300, 3600, 5600, 9000, 14000),
    (None, None, 13, 18, 24, 33, 47, 66, 105, 165, 260, 420, 660, 1050, 1650, 2600, 4200, 6600, 10500, 16500),
    (None, None, 15, 21, 29, 39, 55, 78, 125, 195, 310, 500, 780, 1250, 1950, 3100, 5000, 7800, 12500, 19500),
    (None, None, 18, 25, 35, 46, 65, 92, 150, 230, 370, 600, 920, 1500, 2300, 3700, 6000, 9200, 15000, 23000),
    (None, None, 22, 30, 41, 55, 78, 110, 175, 280, 440, 700, 1100, 1750, 2800, 4400, 7000, 11000, 17500, 28000),
    (None, None, 26, 36, 50, 68, 96, 135, 210, 330, 540, 860, 1350, 2100, 3300, 5400, 8600, 13500, 21000, 33000),
)
"""Micrometres: a row for each range of sizes, a column for each grade."""
# fmt: on


class NotTabulated(ValueError):
    """The tables of the standard hold no value for this; the message says what is missing."""


def standard_tolerance(grade: str, size: float) -> float:
    """Tell the standard tolerance in mm of a grade ("7", "01") at a nominal size in mm (ISO 286-1, table 1).

    Raises `NotTabulated` for a grade or size that the table does not hold.
    """
    return float(micrometres(grade, size) / 1000)


def micrometres(grade: str, size: float) -> Decimal:
    """Tell the standard tolerance in micrometres, exactly."""
    if grade not in GRADES:
        raise NotTabulated(f"ISO 286 has no grade IT{grade}")
    value = _STANDARD[range_of(size)][GRADES.index(grade)]
    if value is None or (size <= 1 and GRADES.index(grade) > GRADES.index("13")):
        raise NotTabulated(f"ISO 286 has no IT{grade} at {size:g} mm")
    return Decimal(str(value))


def range_of(size: float, ends: tuple[int, ...] = SIZES) -> int:
    """Tell in which range of nominal sizes a size lies."""
    at = bisect_left(ends, size)
    if size <= 0 or at == len(ends):
        raise NotTabulated(f"ISO 286 has no values at {size:g} mm")
    return at
