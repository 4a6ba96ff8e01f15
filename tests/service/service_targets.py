"""Webhook targets that take deliveries on this machine, each behaving in its own way."""

from __future__ import annotations

import ssl
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from service_waits import wait_for

LOOPBACK = ("127.0.0.0/8",)


class Target:
    """What a target got, and where it is."""

    def __init__(
        self,
        answer: Callable[[int], int | None],
        place: tuple[str, int],
        tls: ssl.SSLContext | None,
        headers: dict[str, str],
    ) -> None:
        self.got: list[tuple[dict[str, str], bytes]] = []
        self.released = threading.Event()
        self._answer = answer
        target = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                target.got.append(({name.lower(): value for name, value in self.headers.items()}, body))
                status = target._answer(len(target.got))
                if status is None:
                    target.released.wait(20)
                    return
                self.send_response(status)
                if 300 <= status < 400:
                    self.send_header("Location", f"http://127.0.0.1:{self.server.server_port}/elsewhere")
                for name, value in headers.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_: object) -> None:
                pass

        self._server = ThreadingHTTPServer(place, Handler)
        self._server.daemon_threads = True
        if tls is not None:
            self._server.socket = tls.wrap_socket(self._server.socket, server_side=True)
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True)
        self._thread.start()
        self.port = self._server.server_port
        self.url = f"http://127.0.0.1:{self.port}/events"

    @property
    def ids(self) -> list[str]:
        return [headers["webhook-id"] for headers, _ in self.got]

    def wait(self, count: int, within_s: float = 15.0) -> None:
        wait_for(lambda: len(self.got) >= count, within_s)

    def close(self) -> None:
        self.released.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join(5)


@contextmanager
def target(
    answer: Callable[[int], int | None] = lambda _: 204,
    place: tuple[str, int] = ("127.0.0.1", 0),
    tls: ssl.SSLContext | None = None,
    headers: dict[str, str] | None = None,
) -> Iterator[Target]:
    """A target; `answer` has the number of the delivery (from 1) and gives a status, or None to hang."""
    made = Target(answer, place, tls, headers or {})
    try:
        yield made
    finally:
        made.close()
