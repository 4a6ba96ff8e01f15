"""The open API from inside: endpoints, keys, limits, the task store and the workers that read drawings.

Each name is loaded when it is first used: worker processes import this package too, and need none of the web side.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._lazy import lazy

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

__getattr__, __dir__ = lazy(__name__, _HOMES, told=__all__)
