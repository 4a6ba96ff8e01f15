"""A real service behind a line that can be cut: a proxy of loopback connections that drops them as it is told."""

import socket
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path

import uvicorn

from drawkit import display
from drawkit.contract import Note, Progress, Result
from drawkit.service import Settings, create_app
from drawkit.service.worker import Job, Outcome, Report

_PIECE = 4096


class CutLine:
    """Passes bytes between clients and a service; drops connections beyond what may pass, and new ones while cut."""

    def __init__(self, port: int) -> None:
        self.cut = False
        self.up: float = float("inf")
        """How many bytes of a connection may still go to the service."""
        self.down: float = float("inf")
        """How many may come from it."""
        self.dropped = 0
        self._port = port
        self._open: set[socket.socket] = set()
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self._listening.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def drop(self) -> None:
        """Cut the line, with what is on it."""
        self.cut = True
        for end in list(self._open):
            self._end(end)

    def mend(self) -> None:
        self.cut, self.up, self.down = False, float("inf"), float("inf")

    def close(self) -> None:
        self._end(self._listening)
        self.drop()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self._listening.accept()
                if self.cut:
                    self.dropped += 1
                    near.close()
                    continue
                far = socket.create_connection(("127.0.0.1", self._port))
                self._open |= {near, far}
                for ends in ((near, far, True), (far, near, False)):
                    threading.Thread(target=self._pass, args=ends, daemon=True).start()

    def _pass(self, source: socket.socket, target: socket.socket, up: bool) -> None:
        passed = 0
        with suppress(OSError):
            while data := source.recv(_PIECE):
                passed += len(data)
                if passed > (self.up if up else self.down):
                    self.dropped += 1
                    break
                target.sendall(data)
        self._end(source)
        self._end(target)

    def _end(self, end: socket.socket) -> None:
        self._open.discard(end)
        with suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)
        end.close()


class Remote:
    """The service, the line to it, and what it was asked to read."""

    def __init__(self, line: CutLine, secret: str) -> None:
        self.line, self._secret = line, secret
        self.go_on = threading.Event()
        self.go_on.set()
        self.read: list[int] = []

    def client(self) -> display.AsyncClient:
        return display.AsyncClient(self.line.address, self._secret, timeout=5.0)

    def analysis(self, job: Job, data: bytes, report: Report) -> Outcome:
        self.read.append(len(data))
        report(Progress(done=1, total=2, step="text"))
        self.go_on.wait(60)
        notes = tuple(Note(text=f"note {number} of {len(data)} bytes") for number in range(800))
        return Outcome(Result(profile=job.profile, notes=notes).to_json(), (), {"notes": len(notes)})


@contextmanager
def remote(folder: Path) -> Iterator[Remote]:
    with ThreadPoolExecutor(4) as pool, socket.create_server(("127.0.0.1", 0)) as listening:
        made = Remote(CutLine(listening.getsockname()[1]), "")
        told = Settings(state_dir=folder, shutdown_grace_s=0.0, log_level="ERROR")
        app = create_app(told, analysis=made.analysis, modules=("notes",), executor=pool)
        server = uvicorn.Server(uvicorn.Config(app, log_config=None, access_log=False))
        thread = threading.Thread(target=server.run, args=([listening],), daemon=True)
        thread.start()
        while not server.started:
            time.sleep(0.01)
        made._secret = app.state.service.keys.create("tests").secret
        try:
            yield made
        finally:
            made.go_on.set()
            made.line.close()
            server.should_exit = True
            thread.join(10)
