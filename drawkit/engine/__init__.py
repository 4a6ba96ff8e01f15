"""The reading engine: bytes of a drawing in, a result out. It knows no HTTP, no service and no notebook.

Each name is loaded when it is first used: one room of the engine, used alone, must not load all the others.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._lazy import lazy

if TYPE_CHECKING:
    from .analyze import analyze
    from .crop import CropReading, read_crop
    from .opened import OpenedDrawing, PagePart
    from .page import MODULES
    from .preview import previews
    from .summary import summarise

__all__ = ["MODULES", "CropReading", "OpenedDrawing", "PagePart", "analyze", "previews", "read_crop", "summarise"]

_HOMES = {
    "CropReading": "crop",
    "MODULES": "page",
    "OpenedDrawing": "opened",
    "PagePart": "opened",
    "analyze": "analyze",
    "previews": "preview",
    "read_crop": "crop",
    "summarise": "summary",
}

__getattr__, __dir__ = lazy(__name__, _HOMES, told=__all__)
