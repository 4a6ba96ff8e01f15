"""The grammar of callouts: the text of dimensions, hole callouts and feature control frames, read into values."""

from .dimension import Callout, read_dimension
from .evidence import Evidence
from .frame import read_frame
from .legend import legend_of
from .neighbours import continues_callout, precedes_callout
from .symbols import normalise

__all__ = [
    "Callout",
    "Evidence",
    "continues_callout",
    "legend_of",
    "normalise",
    "precedes_callout",
    "read_dimension",
    "read_frame",
]
