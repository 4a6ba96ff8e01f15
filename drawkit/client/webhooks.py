"""Receives webhook deliveries: verifies each, and hands each event to each handler once, across restarts."""

from __future__ import annotations

import asyncio
import inspect
import logging
import socket
import sqlite3
import threading
from collections.abc import Awaitable, Callable, Iterable, Iterator, MutableMapping
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeAlias, TypeVar, cast

from ..contract import Event, EventKind
from .errors import ConfigurationError, WebhookRefused
from .signatures import TOLERANCE, Delivery, signing_keys, unwrap

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Delivery", "Receiver", "Record", "unwrap"]

Handler: TypeAlias = Callable[[Delivery], object]
H = TypeVar("H", bound=Handler)
Message: TypeAlias = MutableMapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[Message]]
Send: TypeAlias = Callable[[Message], Awaitable[None]]

log = logging.getLogger(__name__)
_MAX_BYTES: Final = 2**20
_BODY_SECONDS: Final = 15.0
_START_SECONDS: Final = 15.0

_TABLES: Final = """
CREATE TABLE IF NOT EXISTS delivery (
    id TEXT PRIMARY KEY, sent_at TEXT NOT NULL, received_at TEXT NOT NULL, body BLOB NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS handled (
    id TEXT NOT NULL, handler TEXT NOT NULL, handled_at TEXT NOT NULL, PRIMARY KEY (id, handler)) STRICT;
"""


class Record:
    """What was delivered and which handler had it, in a file that one process uses at a time.

    Raises `ConfigurationError` when the file is in use by another process or cannot be written.
    """

    def __init__(self, path: str | PathLike[str]) -> None:
        self._lock = threading.Lock()
        file = Path(path).expanduser()
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.touch(mode=0o600)  # it names files, and addresses that are open to whoever has them
            file.chmod(0o600)
            self._database = sqlite3.connect(file, timeout=1.0, isolation_level=None, check_same_thread=False)
        except (OSError, sqlite3.Error) as error:
            raise ConfigurationError(f"The record {file} cannot be opened: {error}.") from None
        try:
            # Kept for as long as the file is open: two processes would both find an event unhandled.
            self._database.execute("PRAGMA locking_mode = EXCLUSIVE")
            self._database.executescript(f"BEGIN EXCLUSIVE; {_TABLES} COMMIT;")
        except sqlite3.Error as error:
            self._database.close()
            raise ConfigurationError(f"The record {file} is in use or damaged: {error}.") from None

    def add(self, delivery: Delivery) -> None:
        """Note a delivery, if it is new."""
        body = delivery.event.model_dump_json().encode()
        row = (delivery.id, delivery.sent_at.isoformat(), datetime.now(UTC).isoformat(), body)
        self._run("INSERT OR IGNORE INTO delivery VALUES (?, ?, ?, ?)", row)

    def handled(self, event_id: str, handler: str) -> bool:
        """Whether this handler had this event."""
        return bool(self._run("SELECT 1 FROM handled WHERE id = ? AND handler = ?", (event_id, handler)))

    def mark(self, event_id: str, handler: str) -> None:
        """Note that this handler had this event."""
        now = datetime.now(UTC).isoformat()
        self._run("INSERT OR IGNORE INTO handled VALUES (?, ?, ?)", (event_id, handler, now))

    def rows(self) -> list[tuple[Delivery, datetime]]:
        """Every delivery with the time it first came, newest first."""
        rows = self._run("SELECT id, sent_at, received_at, body FROM delivery ORDER BY received_at DESC, id", ())
        return [
            (
                Delivery(name, datetime.fromisoformat(sent), Event.model_validate_json(body)),
                datetime.fromisoformat(came),
            )
            for name, sent, came, body in rows
        ]

    def close(self) -> None:
        """Let another process use the file."""
        with self._lock:
            self._database.close()

    def _run(self, statement: str, values: tuple[object, ...]) -> list[Any]:
        with self._lock:
            return self._database.execute(statement, values).fetchall()


class Receiver:
    """An ASGI application that takes deliveries at one path.

        receiver = Receiver(secret, "events.sqlite3")

        @receiver.on("task.completed")
        def done(delivery): ...

    A handler that raises is called again when the service delivers again (the answer is 500). Once it has returned,
    it never sees that event again, also after a restart: handlers are told apart by module and name. Only a handler
    cut off by a crash sees an event twice.
    """

    def __init__(
        self,
        secret: str | Iterable[str],
        record: str | PathLike[str],
        *,
        path: str = "/",
        tolerance: timedelta = TOLERANCE,
        max_bytes: int = _MAX_BYTES,
    ) -> None:
        secrets = (secret,) if isinstance(secret, str) else tuple(secret)
        signing_keys(secrets)
        self._secrets: Callable[[], tuple[str, ...]] = lambda: secrets  # shows in no repr and no vars
        self._record = Record(record)
        self._path, self._tolerance, self._max_bytes = path, tolerance, max_bytes
        self._handlers: dict[str, tuple[frozenset[str], Handler]] = {}
        self._busy: set[str] = set()

    def on(self, *kinds: EventKind | str) -> Callable[[H], H]:
        """Decorate a handler, plain or `async`, of these kinds of events; of every kind when none is named."""

        def add(handler: H) -> H:
            name = getattr(handler, "__qualname__", "<none>")
            if "<lambda>" in name or name == "<none>":
                raise TypeError("A handler needs a name of its own, to be known again after a restart: use def.")
            # A notebook's cell that runs again replaces its handler.
            self._handlers[f"{handler.__module__}.{name}"] = (frozenset(map(str, kinds)), handler)
            return handler

        return add

    def deliveries(self) -> tuple[Delivery, ...]:
        """Every event that came, newest first."""
        return tuple(delivery for delivery, _ in self._record.rows())

    def frame(self) -> pd.DataFrame:
        """Every event that came as a DataFrame, newest first."""
        import pandas as pd  # noqa: PLC0415 - not needed to receive

        columns = ["id", "type", "sent_at", "received_at", "task_id", "batch_id", "status", "profile", "file_name"]
        rows = [
            (d.id, d.type, d.sent_at, came, *(getattr(d.data, name) for name in columns[4:]))
            for d, came in self._record.rows()
        ]
        return pd.DataFrame(rows, columns=columns)

    def close(self) -> None:
        """Close the record."""
        self._record.close()

    async def __call__(self, scope: MutableMapping[str, Any], receive: Receive, send: Send) -> None:
        """Serve one ASGI scope."""
        if scope["type"] == "lifespan":
            await _live(receive, send)
        elif scope["type"] == "http":
            status, headers = await self._answer(scope, receive)
            fields = [(name.encode(), value.encode()) for name, value in {**headers, "content-length": "0"}.items()]
            await send({"type": "http.response.start", "status": status, "headers": fields})
            await send({"type": "http.response.body", "body": b""})

    async def _answer(self, scope: MutableMapping[str, Any], receive: Receive) -> tuple[int, dict[str, str]]:
        if scope["path"] != self._path:
            return 404, {}
        if scope["method"] != "POST":
            return 405, {"allow": "POST"}
        try:
            async with asyncio.timeout(_BODY_SECONDS):
                body = await _body(receive, self._max_bytes)
        except TimeoutError:
            return 408, {"connection": "close"}
        if body is None:
            return 413, {"connection": "close"}
        try:
            headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
            delivery = unwrap(headers, body, self._secrets(), tolerance=self._tolerance)
        except WebhookRefused as refused:
            log.warning("webhook refused: %s", refused)
            return 401, {}
        return await self._handle(delivery)

    async def _handle(self, delivery: Delivery) -> tuple[int, dict[str, str]]:
        if delivery.id in self._busy:
            return 503, {"retry-after": "5"}
        self._busy.add(delivery.id)
        try:
            await asyncio.to_thread(self._record.add, delivery)
            for name, (kinds, handler) in list(self._handlers.items()):
                if not kinds or delivery.type in kinds:
                    await self._once(name, handler, delivery)
        except Exception:  # whatever a handler raises, the service shall deliver again
            log.exception("webhook handler failed: event %s", delivery.id)
            return 500, {}
        finally:
            self._busy.discard(delivery.id)
        return 204, {}

    async def _once(self, name: str, handler: Handler, delivery: Delivery) -> None:
        if await asyncio.to_thread(self._record.handled, delivery.id, name):
            return
        if inspect.iscoroutinefunction(handler):
            await cast("Callable[[Delivery], Awaitable[object]]", handler)(delivery)
        else:
            await asyncio.to_thread(handler, delivery)
        await asyncio.to_thread(self._record.mark, delivery.id, name)

    @contextmanager
    def serving(self, host: str = "127.0.0.1", port: int = 0) -> Iterator[str]:
        """Serve in a thread of this process, and give the address to subscribe; port 0 takes a free one."""
        try:
            import uvicorn  # noqa: PLC0415 - of the extra `local`
        except ImportError:
            raise ConfigurationError('To serve a receiver: pip install "drawkit[local]".') from None
        # Named TCP, so that asyncio sends answers at once instead of gathering them (Nagle's algorithm).
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        with socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP) as listening:
            listening.bind((host, port))
            listening.listen()  # who calls before the server's thread is up waits instead of being turned away
            server = uvicorn.Server(uvicorn.Config(self, log_config=None, access_log=False, lifespan="off"))
            thread = threading.Thread(target=server.run, args=([listening],), name="webhooks", daemon=True)
            thread.start()
            try:
                yield f"http://{host}:{listening.getsockname()[1]}{self._path}"
            finally:
                server.should_exit = True
                thread.join(_START_SECONDS)


async def _live(receive: Receive, send: Send) -> None:
    for phase in ("startup", "shutdown"):
        await receive()
        await send({"type": f"lifespan.{phase}.complete"})


async def _body(receive: Receive, most: int) -> bytes | None:
    """The request's body; None when it is longer than `most` bytes."""
    pieces, size, more = [], 0, True
    while more:
        message = await receive()
        pieces.append(message.get("body", b""))
        size += len(pieces[-1])
        if size > most:
            return None
        more = message.get("more_body", False)
    return b"".join(pieces)
