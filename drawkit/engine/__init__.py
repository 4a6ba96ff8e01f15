"""The reading engine: bytes of a drawing in, a result out. It knows no HTTP, no service and no notebook."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .analyze import analyze
    from .page import MODULES
    from .preview import previews
    from .summary import summarise

__all__ = ["MODULES", "analyze", "previews", "summarise"]

_HOMES = {"MODULES": "page", "analyze": "analyze", "previews": "preview", "summarise": "summary"}


def __getattr__(name: str) -> Any:
    # Rooms of the engine are used alone as well: one of them must not load all the others.
    if name not in _HOMES:
        raise AttributeError(f"module 'drawkit.engine' has no attribute {name!r}")
    value = getattr(importlib.import_module(f".{_HOMES[name]}", __name__), name)
    globals()[name] = value
    return value
