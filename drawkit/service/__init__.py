"""The open API from inside: endpoints, keys, limits, the task store and the workers that read drawings."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .app import create_app
    from .archive import Archive
    from .keys import KeyInfo, Keys, NewKey
    from .server import serve
    from .settings import Settings
    from .webhooks import LoggedAttempt, NewSubscription, Subscription, Webhooks

__all__ = [
    "Archive",
    "KeyInfo",
    "Keys",
    "LoggedAttempt",
    "NewKey",
    "NewSubscription",
    "Settings",
    "Subscription",
    "Webhooks",
    "create_app",
    "serve",
]

_HOMES = {
    "Archive": "archive",
    "KeyInfo": "keys",
    "Keys": "keys",
    "LoggedAttempt": "webhooks",
    "NewKey": "keys",
    "NewSubscription": "webhooks",
    "Settings": "settings",
    "Subscription": "webhooks",
    "Webhooks": "webhooks",
    "create_app": "app",
    "serve": "server",
}


def __getattr__(name: str) -> Any:
    # Worker processes import this package too, and need none of the web side.
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f".{_HOMES[name]}", __name__), name)
