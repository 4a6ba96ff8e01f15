"""The grammar of callouts: the text of dimensions, hole callouts and feature control frames, read into values."""

from .dimension import Callout, continues_callout, read_dimension
from .frame import read_frame
from .symbols import normalise

__all__ = ["Callout", "continues_callout", "normalise", "read_dimension", "read_frame"]
