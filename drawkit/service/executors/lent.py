"""An executor of one process, lent to a service in another: jobs go over a private connection, and answers back."""

from __future__ import annotations

import os
import pickle
import secrets
import threading
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future, InvalidStateError
from contextlib import suppress
from functools import partial
from itertools import count
from multiprocessing import AuthenticationError
from multiprocessing.connection import Client, Connection, Listener
from typing import Any, Final, TypeVar

from ..workers import WorkerLostError, WorkersUnavailableError
from .foreign import runs_here

LENT_VARIABLE: Final = "DRAWKIT_LENT_EXECUTOR"
_TAKEN_S = 30.0
T = TypeVar("T")


class Lender:
    """Lends an executor: one process that knows the address and the key may submit to it."""

    def __init__(self, executor: Executor) -> None:
        self._executor = executor
        self._key = secrets.token_bytes(32)
        self._listener = Listener(authkey=self._key)
        self._address = self._listener.address
        self._futures: dict[int, Future[Any]] = {}
        self._sending = threading.Lock()
        threading.Thread(target=self._serve, name="executor-lent", daemon=True).start()

    def environment(self) -> dict[str, str]:
        """What the borrowing process must find in its environment."""
        return {LENT_VARIABLE: f"{self._key.hex()} {self._address}"}

    def close(self) -> None:
        """Lend to nobody, if nobody has come yet."""
        with suppress(OSError):
            Client(self._address, authkey=self._key).close()

    def _serve(self) -> None:
        with self._listener:
            connection = self._admitted()
        with connection, suppress(EOFError, OSError):
            self._send(connection, "here", runs_here(self._executor))
            while (message := connection.recv()) is not None:
                self._take(connection, *message)
        for future in list(self._futures.values()):
            future.cancel()

    def _admitted(self) -> Connection:
        while True:
            with suppress(AuthenticationError, EOFError, OSError):  # whoever came has not the key, or is gone again
                return self._listener.accept()

    def _take(self, connection: Connection, number: int, work: bytes | None) -> None:
        if work is None:
            if future := self._futures.get(number):
                future.cancel()
            return
        try:
            function, args = pickle.loads(work)  # noqa: S301 - from our own service, which has the key
            future = self._executor.submit(function, *args)
        except Exception as error:  # noqa: BLE001 - whatever the executor says, the other side is told
            self._send(connection, "refused", number, f"{type(error).__name__}: {error}")
            return
        self._futures[number] = future
        self._send(connection, "taken", number, None)
        future.add_done_callback(partial(self._done, connection, number))

    def _done(self, connection: Connection, number: int, future: Future[Any]) -> None:
        self._futures.pop(number, None)
        if future.cancelled():
            self._send(connection, "cancelled", number, None)
        elif (error := future.exception()) is not None:
            what = "broken" if isinstance(error, BrokenExecutor) else "lost"
            self._send(connection, what, number, f"{type(error).__name__}: {error}")
        else:
            self._send(connection, "done", number, future.result())

    def _send(self, connection: Connection, *message: Any) -> None:
        try:
            data = pickle.dumps(message)
        except Exception as error:  # noqa: BLE001 - whatever pickling meets
            data = pickle.dumps(("lost", message[1], f"{type(error).__name__}: {error}"))
        with self._sending, suppress(OSError):  # when the service is gone, nobody wants to know
            connection.send_bytes(data)


class _BorrowedFuture(Future[Any]):
    withdraw: Callable[[], None]

    def cancel(self) -> bool:
        """Ask the lender to cancel; what came of it is known later."""
        if not self.done():
            with suppress(OSError):
                self.withdraw()
        return self.cancelled()


class BorrowedExecutor(Executor):
    """The executor that a `Lender` in another process lends us."""

    def __init__(self, lent: str) -> None:
        key, _, address = lent.partition(" ")
        self._connection = Client(address, authkey=bytes.fromhex(key))
        _, self.runs_here = self._connection.recv()
        self._numbers = count()
        self._taken: dict[int, Future[None]] = {}
        self._futures: dict[int, _BorrowedFuture] = {}
        self._sending = threading.Lock()
        self._gone = False
        threading.Thread(target=self._listen, name="executor-borrowed", daemon=True).start()

    def submit(self, function: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        """Submit to the lender's executor. Raises `WorkersUnavailableError` when it refuses, or is gone."""
        number = next(self._numbers)
        future, taken = _BorrowedFuture(), Future[None]()
        future.withdraw = partial(self._send, number, None)
        self._futures[number], self._taken[number] = future, taken
        try:
            self._send(number, pickle.dumps((partial(function, **kwargs), args)))
            taken.result(_TAKEN_S)
        except (OSError, TimeoutError) as error:
            raise WorkersUnavailableError(f"the lender does not answer: {type(error).__name__}") from error
        finally:
            self._taken.pop(number, None)
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:  # noqa: ARG002 - as Executor
        """Give it back; it goes on at its lender's."""
        with suppress(OSError), self._sending:
            self._connection.send(None)  # the lender closes, and with that ends our listening

    def _send(self, number: int, work: bytes | None) -> None:
        if self._gone:
            raise OSError("gone")
        with self._sending:
            self._connection.send((number, work))

    def _listen(self) -> None:
        with self._connection, suppress(EOFError, OSError):
            while True:
                self._hear(*self._connection.recv())
        self._gone = True
        for number in list(self._futures):
            self._hear("lost", number, "the lender is gone")
        for taken in list(self._taken.values()):
            with suppress(InvalidStateError):
                taken.set_exception(WorkersUnavailableError("the lender is gone"))

    def _hear(self, what: str, number: int, value: Any) -> None:
        if what in ("taken", "refused"):
            self._answer_submit(what, number, value)
            return
        future = self._futures.pop(number, None)
        if future is None:
            return
        if what == "done":
            future.set_result(value)
        else:
            kind = BrokenExecutor if what == "broken" else WorkerLostError
            future.set_exception(kind(value or "the executor cancelled it"))

    def _answer_submit(self, what: str, number: int, value: Any) -> None:
        taken = self._taken.get(number)
        if taken is None:
            return
        if what == "taken":
            taken.set_result(None)
        else:
            self._futures.pop(number, None)
            taken.set_exception(WorkersUnavailableError(value))


def borrowed() -> BorrowedExecutor | None:
    """The executor that this process was lent at its start, if any; its own children do not see the key."""
    lent = os.environ.pop(LENT_VARIABLE, None)
    return None if lent is None else BorrowedExecutor(lent)
