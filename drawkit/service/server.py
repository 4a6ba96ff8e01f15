"""Runs the service over HTTP: alone, or embedded in somebody's process tree."""

from __future__ import annotations

import json
import logging
import os
import socket
import sys
import threading
from collections.abc import Callable
from typing import Any

import uvicorn
from fastapi import FastAPI

from . import logs
from .app import create_app
from .keys import Keys
from .settings import Settings

log = logging.getLogger(__name__)
_EMBEDDED_KEY = "embedded"


def serve(settings: Settings | None = None) -> None:
    """Run the service until it is told to stop (SIGINT, SIGTERM). Raises OSError when the port is taken."""
    settings = settings or Settings()
    logs.install(settings)
    sock = _listen(settings)
    host, port = sock.getsockname()[:2]
    log.info("listening", extra={"address": f"http://{host}:{port}"})
    app = create_app(settings)
    app.state.service.lock.take()  # said here, it is an exception and not a failed start of the server
    _Server(_config(app, settings), lambda: None).run(sockets=[sock])


def serve_embedded(settings: Settings, **parts: Any) -> None:
    """Run for the process that started us: tell it address and key in one JSON line, end when its pipe ends.

    `parts` go to `create_app`.
    """
    logs.install(settings)
    sock = _listen(settings)
    app = create_app(settings, **parts)
    app.state.service.lock.take()  # before the key: a service that works here must keep its own
    secret = _fresh_key(app.state.service.keys)
    host, port = sock.getsockname()[:2]
    hello = json.dumps({"base_url": f"http://{host}:{port}", "api_key": secret})

    def ready() -> None:
        sys.stdout.write(hello + "\n")
        sys.stdout.flush()

    server = _Server(_config(app, settings), ready)
    threading.Thread(target=_end_with_parent, args=(server,), name="end-with-parent", daemon=True).start()
    server.run(sockets=[sock])


class _Server(uvicorn.Server):
    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._ready()


def _config(app: FastAPI, settings: Settings) -> uvicorn.Config:
    return uvicorn.Config(
        app,
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
    sock = socket.socket(family, socket.SOCK_STREAM)
    if sys.platform != "win32":  # there, the option would let two services share a port
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    sock.bind((settings.host, settings.port))
    return sock


def _fresh_key(keys: Keys) -> str:
    # The key of the start before is worthless now; what it submitted stays reachable, so it is the same key anew.
    for info in keys.list():
        if info.name == _EMBEDDED_KEY and info.revoked_at is None:
            return keys.rotate(info.key_id).secret
    return keys.create(_EMBEDDED_KEY).secret


def _end_with_parent(server: uvicorn.Server) -> None:
    # Not through sys.stdin: its lock, held by a thread that waits, would abort the interpreter at its end.
    while os.read(0, 4096):
        pass
    server.should_exit = True
