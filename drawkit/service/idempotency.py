"""Requests that may come twice: one with an idempotency key gets the first answer again, never a second effect."""

from __future__ import annotations

import hashlib
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import Connection, insert, select, update

from drawkit.contract import Problem, Refused

from .clock import now
from .records import Record
from .schema import answers

_KEY_LENGTH = 255
_PIECE = 2**20


@dataclass(frozen=True)
class Retry:
    """What makes a retried request known: the client's key and the body's fingerprint."""

    key: str
    fingerprint: str


@dataclass(frozen=True)
class Answer:
    """An answer that was given, or is to be: a retried request gets it again."""

    status: int
    location: str
    body: Record
    replayed: bool = False


class InFlight:
    """Requests with an idempotency key that are being answered now."""

    def __init__(self) -> None:
        self._held: set[tuple[str, str]] = set()
        self._lock = threading.Lock()

    @contextmanager
    def hold(self, key_id: str, idempotency_key: str | None) -> Iterator[None]:
        """Hold a key while its request is answered. Raises `Refused` when another holds it."""
        if idempotency_key is None:
            yield
            return
        if not 0 < len(idempotency_key) <= _KEY_LENGTH:
            detail = f"An Idempotency-Key has 1 to {_KEY_LENGTH} characters."
            raise Refused(Problem.of("invalid-request", detail))
        place = (key_id, idempotency_key)
        with self._lock:
            if place in self._held:
                detail = "The first request with this Idempotency-Key is still being answered. Ask again shortly."
                raise Refused(Problem.of("idempotency-conflict", detail))
            self._held.add(place)
        try:
            yield
        finally:
            self._held.discard(place)


def fingerprint_of(*said: str, file: Path | None = None) -> str:
    """What tells one body from another: over what was said, as a retry has another multipart boundary."""
    digest = hashlib.sha256()
    for part in said:
        digest.update(part.encode("utf-8", "surrogatepass") + b"\0")
    if file is not None:
        with file.open("rb") as opened:
            while piece := opened.read(_PIECE):
                digest.update(piece)
    return digest.hexdigest()


def answered(connection: Connection, key_id: str, retry: Retry) -> Answer | None:
    """The answer a request with this key was given. Raises `Refused` when its body was another."""
    query = select(answers).where(answers.c.key_id == key_id, answers.c.idempotency_key == retry.key)
    row = connection.execute(query).mappings().first()
    if row is None:
        return None
    if not row["fingerprint"]:
        raise Refused(Problem.of("not-found", "The task of this request was deleted."))
    if row["fingerprint"] != retry.fingerprint:
        detail = "This Idempotency-Key was used with another body. Choose a new key for a new request."
        raise Refused(Problem.of("invalid-request", detail))
    return Answer(row["status"], row["location"], json.loads(row["body"]), replayed=True)


def forget(connection: Connection, location: str) -> None:
    """Forget what was answered about a thing that is deleted; the request, sent again, has no second effect."""
    mine = answers.c.location == location
    connection.execute(update(answers).where(mine).values(fingerprint="", body="{}"))


def remember(connection: Connection, key_id: str, retry: Retry | None, answer: Answer) -> None:
    """Keep an answer for when its request is sent again."""
    if retry is None:
        return
    connection.execute(
        insert(answers).values(
            key_id=key_id,
            idempotency_key=retry.key,
            fingerprint=retry.fingerprint,
            status=answer.status,
            location=answer.location,
            body=json.dumps(answer.body),
            created_at=now(),
        )
    )
