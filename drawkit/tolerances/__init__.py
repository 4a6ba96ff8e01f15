"""Limits of size: what a drawing states, a fit (ISO 286) or a general tolerance (ISO 2768-1, or as printed) allows.

The tables are in millimetres. What they do not hold is not worked out by formula: `NotTabulated` says so.
"""

from ._classes import limit_deviations
from ._general import GeneralClass, broken_edge, general_class, linear_size
from ._grades import NotTabulated, standard_tolerance
from ._limits import NO_TOLERANCE, General, Limits, Origin, given, limits_of, limits_of_result, unit_of
from ._printed import Printed, printed_tolerance

__all__ = [
    "NO_TOLERANCE",
    "General",
    "GeneralClass",
    "Limits",
    "NotTabulated",
    "Origin",
    "Printed",
    "broken_edge",
    "general_class",
    "given",
    "limit_deviations",
    "limits_of",
    "limits_of_result",
    "linear_size",
    "printed_tolerance",
    "standard_tolerance",
    "unit_of",
]
