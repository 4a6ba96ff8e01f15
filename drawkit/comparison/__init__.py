"""Two revisions of a drawing compared: what was added, removed, changed and moved, by place, text and neighbours."""

from ._changes import Change, ChangeKind
from ._compare import Comparison, compare
from ._picture import COLOURS, Cut, overlaid, overlaid_part
from ._register import Affine
from ._table import CHANGES, changes_frame

__all__ = [
    "CHANGES",
    "COLOURS",
    "Affine",
    "Change",
    "ChangeKind",
    "Comparison",
    "Cut",
    "changes_frame",
    "compare",
    "overlaid",
    "overlaid_part",
]
