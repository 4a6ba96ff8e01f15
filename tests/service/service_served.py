"""A service that listens on loopback, in a thread of this process."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import service_analyses
from service_waits import wait_for

from drawkit.contract import MODULES
from drawkit.service import Settings, create_app, server


class Served:
    """A running service, a key of it and a client with that key."""

    def __init__(self, state_dir: Any, analysis: Any = service_analyses.quick, **told: Any) -> None:
        settings = Settings(**{"state_dir": state_dir, "port": 0, "workers": 2, "shutdown_grace_s": 0.0, **told})
        self._pool = ThreadPoolExecutor(2)
        self.app = create_app(settings, analysis=analysis, modules=MODULES, executor=self._pool)
        self.service = self.app.state.service
        self._socket = server._claim(self.app, settings, shared=False)
        self.place = self._socket.getsockname()[:2]
        ready = threading.Event()
        self._server = server._Server(server._config(self.app, settings), ready.set)
        self._server.install_signal_handlers = lambda: None  # type: ignore[attr-defined]
        self._thread = threading.Thread(target=self._server.run, kwargs={"sockets": [self._socket]}, daemon=True)
        self._thread.start()
        wait_for(ready.is_set)
        self.secret = self.service.keys.create("tester").secret
        self.client = httpx.Client(
            base_url=f"http://127.0.0.1:{self.place[1]}", headers={"Authorization": f"Bearer {self.secret}"}, timeout=20
        )

    def get(self, path: str) -> Any:
        return self.client.get(f"/api/open/{path}").json()

    def end(self) -> None:
        self.client.close()
        self._server.should_exit = True
        self._thread.join(20)
        self._pool.shutdown()
        assert not self._thread.is_alive()
