"""The open API from inside: endpoints, keys, limits, the task store and the workers that read drawings."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .app import create_app
    from .keys import KeyInfo, Keys, NewKey
    from .server import serve
    from .settings import Settings

__all__ = ["KeyInfo", "Keys", "NewKey", "Settings", "create_app", "serve"]

_HOMES = {
    "KeyInfo": "keys",
    "Keys": "keys",
    "NewKey": "keys",
    "Settings": "settings",
    "create_app": "app",
    "serve": "server",
}


def __getattr__(name: str) -> Any:
    # Worker processes import this package too, and need none of the web side.
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f".{_HOMES[name]}", __name__), name)
