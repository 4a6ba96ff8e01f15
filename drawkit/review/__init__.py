"""Reviews: what people decide on a reading, replayed over it; what comes of it, kept, and carried to a new reading.

A reading never changes. A review is a list of `contract.Decision`s beside it; `Replay` tells what they make of it.
"""

from ._board import Board, Row
from ._carry import carried
from ._fields import Field, fields_of
from ._items import checked, place_on
from ._keeping import Folder, Keeper, KeptReview, LostDecision, name_aside
from ._plans import PlanAside
from ._propose import proposed
from ._replay import LeftOut, Progress, Replay
from ._table import REVIEW, review_frame
from ._texts import one_line, units_in, values_of
from ._typed import Typed, typed

__all__ = [
    "REVIEW",
    "Board",
    "Field",
    "Folder",
    "Keeper",
    "KeptReview",
    "LeftOut",
    "LostDecision",
    "PlanAside",
    "Progress",
    "Replay",
    "Row",
    "Typed",
    "carried",
    "checked",
    "fields_of",
    "name_aside",
    "one_line",
    "place_on",
    "proposed",
    "review_frame",
    "typed",
    "units_in",
    "values_of",
]
