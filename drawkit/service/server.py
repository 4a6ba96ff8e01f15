"""Runs the service over HTTP: alone, or embedded in somebody's process tree."""

from __future__ import annotations

import json
import logging
import os
import socket
import sys
import threading
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import uvicorn
from fastapi import FastAPI

from drawkit._sharing import Use, publish, withdraw

from . import logs
from .app import create_app
from .connections import BACKLOG, Rules, guarded
from .keys import Keys
from .settings import Settings

log = logging.getLogger(__name__)
_EMBEDDED_KEY = "embedded"
_LOOK_SECONDS = 0.2


def serve(settings: Settings | None = None) -> None:
    """Run the service until it is told to stop (SIGINT, SIGTERM).

    Raises `StateFolderInUseError` when another service has the state folder, OSError when the port is taken.
    """
    settings = settings or Settings()
    logs.install(settings)
    app = create_app(settings)
    sock = _claim(app, settings, shared=False)
    log.info("listening", extra={"address": _address(sock)})
    _Server(_config(app, settings), lambda: None).run(sockets=[sock])


def serve_embedded(settings: Settings, **parts: Any) -> None:
    """Run for the process that started us: tell it address and key in one JSON line, end when its pipe ends.

    Other processes of the same user may join, and the service then ends with the last of them; not where the first
    one lends its executor. `parts` go to `create_app`. Raises as `serve` does.
    """
    shared = parts.get("executor") is None
    logs.install(settings)
    app = create_app(settings, **parts)
    sock = _claim(app, settings, shared=shared)  # before the key: one that works here already must keep its own
    folder = app.state.service.files.root
    told = {"base_url": _address(sock), "api_key": _fresh_key(app.state.service.keys)}
    hello = json.dumps(told)

    def ready() -> None:
        if shared:
            publish(folder, shared=True, **told)
        sys.stdout.write(hello + "\n")
        sys.stdout.flush()

    server = _Server(_config(app, settings), ready)
    use = Use(folder)
    watch = threading.Thread(target=_end_with_users, args=(server, folder, use), name="end-with-users", daemon=True)
    watch.start()
    server.run(sockets=[sock])
    use.end()


def _claim(app: FastAPI, settings: Settings, *, shared: bool) -> socket.socket:
    # Said before the server starts, both are plain exceptions and not its failed start.
    lock = app.state.service.lock
    lock.take()
    try:
        publish(app.state.service.files.root, shared=shared)
        return _listen(settings)
    except OSError:
        lock.release()
        raise


class _Server(uvicorn.Server):
    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    @contextmanager
    def capture_signals(self) -> Generator[None]:
        """Stop at a signal as asked for, and then end as any program does, with its cleaning up."""
        with super().capture_signals():
            yield
            self._captured_signals.clear()  # uvicorn would send them again, and what is to be removed at exit stay

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._ready()


def _config(app: FastAPI, settings: Settings) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        http=guarded(Rules.of(settings, app.state.service.throttle)),
        ws="none",
        backlog=BACKLOG,
        log_config=None,
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=False,  # the gate reads them, and only from trusted proxies
        timeout_keep_alive=30,
        timeout_graceful_shutdown=max(1, int(settings.shutdown_grace_s)),
    )


def _listen(settings: Settings) -> socket.socket:
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    # Named TCP, so that asyncio sends answers at once instead of gathering them (Nagle's algorithm).
    sock = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    if sys.platform != "win32":  # there, the option would let two services share a port
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        sock.bind((settings.host, settings.port))
    except OSError:
        sock.close()
        raise
    return sock


def _address(sock: socket.socket) -> str:
    host, port = sock.getsockname()[:2]
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def _fresh_key(keys: Keys) -> str:
    # The key of the start before is worthless now; what it submitted stays reachable, so it is the same key anew.
    for info in keys.list():
        if info.name == _EMBEDDED_KEY and info.revoked_at is None:
            return keys.rotate(info.key_id).secret
    return keys.create(_EMBEDDED_KEY).secret


def _end_with_users(server: uvicorn.Server, folder: Path, use: Use) -> None:
    """End the service with the process that started it, or with the last of those that joined meanwhile."""
    # Not through sys.stdin: its lock, held by a thread that waits, would abort the interpreter at its end.
    while os.read(sys.stdin.fileno(), 4096):
        pass
    while not use.nobody():
        time.sleep(_LOOK_SECONDS)
    withdraw(folder)
    server.should_exit = True
