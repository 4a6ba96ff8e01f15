"""Files for the browser to save: made in a thread, sent as a message, never kept in a widget's state."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from ._home import Home, running_loop

File = tuple[str, str, bytes]
"""A name, a media type, and the bytes."""


def send_file(widget: Any, home: Home, make: Callable[[], File]) -> None:
    """Send what `make` gives; whatever goes wrong is told in its place."""
    if running_loop() is None:
        _send(widget, *_made(make))
    else:
        home.later(_sent(widget, make))


async def _sent(widget: Any, make: Callable[[], File]) -> None:
    _send(widget, *await asyncio.to_thread(_made, make))


def _made(make: Callable[[], File]) -> tuple[File | None, str]:
    try:
        return make(), ""
    except Exception as error:  # noqa: BLE001 - an error in a callback shows nowhere else
        return None, f"It could not be written: {error}"


def _send(widget: Any, file: File | None, fault: str) -> None:
    if file is None:
        widget.send({"op": "file", "error": fault})
    else:
        widget.send({"op": "file", "name": file[0], "type": file[1]}, buffers=[file[2]])
