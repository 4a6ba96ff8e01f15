"""The browser's side of the widgets, put together from the files in `static`."""

from __future__ import annotations

from pathlib import Path
from typing import Final

_STATIC: Final = Path(__file__).parent / "static"


def script(*names: str) -> str:
    """Give the widget's module, put together from its parts; the tools that all widgets share stand before them."""
    return _text("dom.js", *(f"{name}.js" for name in names))


def style(*names: str) -> str:
    """Give the widget's style sheet; colours, type and controls that all widgets share stand before it."""
    return _text("base.css", *(f"{name}.css" for name in names))


def _text(*names: str) -> str:
    return "\n".join((_STATIC / name).read_text("utf-8") for name in names)
