"""The grammar of callouts: the text of dimensions, hole callouts and feature control frames, read into values."""

from .dimension import Callout, read_dimension
from .draft import LEAST
from .evidence import Evidence
from .frame import FrameRow, read_frame, read_frame_row
from .legend import legend_of
from .neighbours import continues_callout, precedes_callout
from .symbols import normalise
from .texture import Texture, read_texture

__all__ = [
    "LEAST",
    "Callout",
    "Evidence",
    "FrameRow",
    "Texture",
    "continues_callout",
    "legend_of",
    "normalise",
    "precedes_callout",
    "read_dimension",
    "read_frame",
    "read_frame_row",
    "read_texture",
]
