"""What came back, read into the contract's values: tolerant of missing, renamed, unknown and malformed members."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Generic, NoReturn, TypeVar

from pydantic import ValidationError

from ..contract import (
    BatchRecord,
    Dialect,
    Problem,
    QuotaRecord,
    ServiceStatus,
    TaskRecord,
    TaskStatus,
    Value,
)
from .errors import UnexpectedAnswer, error_of
from .facts import RateLimit, concurrency, rate_limits, retry_after

V = TypeVar("V", bound=Value)
R = TypeVar("R")

_LONGEST_LOOK: Final = 120.0
"""Seconds between looks at most, whatever a service wishes: one word of a wrong clock must not stop the watching."""


@dataclass(frozen=True)
class Answer:
    """An HTTP answer: status, headers under lower-case names, the whole body."""

    status: int
    headers: Mapping[str, str]
    body: bytes
    origin: str = ""
    """The service's address, for messages."""

    @property
    def retry_after(self) -> float | None:
        """Seconds the service asks to wait, if it does."""
        return retry_after(self.headers)

    @property
    def next_look(self) -> float | None:
        """Seconds after which the service wants to be asked about what it told, if it says so."""
        return None if self.retry_after is None else min(self.retry_after, _LONGEST_LOOK)

    @property
    def concurrency(self) -> int | None:
        """How many requests the service takes at once, if it tells."""
        return concurrency(self.headers)

    @property
    def rate_limits(self) -> tuple[RateLimit, ...]:
        """The limits the headers tell."""
        return rate_limits(self.headers)


@dataclass(frozen=True)
class News(Generic[R]):
    """A record, and the seconds after which the service wants to be asked about it again."""

    record: R
    retry_after: float | None = None


@dataclass(frozen=True)
class Listing:
    """One page of the task list; `cursor` None ends it."""

    records: tuple[TaskRecord, ...]
    cursor: str | None


@dataclass(frozen=True)
class Reader:
    """Reads one service's answers. Every method raises a `ProblemError` or `UnexpectedAnswer` instead of guessing."""

    dialect: Dialect

    def status(self, answer: Answer) -> ServiceStatus:
        """The service's status, its modules under drawkit's names."""
        members = self._object(answer)
        ours = {theirs: name for name, theirs in self.dialect.modules.items()}
        if isinstance(members.get("modules"), list):
            members["modules"] = [ours.get(name, name) for name in members["modules"] if isinstance(name, str)]
        return _tolerant(ServiceStatus, members)

    def quota(self, answer: Answer) -> QuotaRecord:
        """The caller's quota."""
        return _tolerant(QuotaRecord, _renamed(self._object(answer), self.dialect.quota_members))

    def task(self, answer: Answer) -> News[TaskRecord]:
        """One task."""
        return News(self._task(self._object(answer), answer), answer.next_look)

    def batch(self, answer: Answer) -> News[BatchRecord]:
        """One batch."""
        members = _renamed(self._object(answer), self.dialect.batch_members)
        self._need(members, "batch_id", answer)
        return News(_tolerant(BatchRecord, members), answer.next_look)

    def listing(self, answer: Answer, after: str | None = None) -> Listing:
        """One page of the task list, the one `after` a cursor. A page that is followed by itself is refused."""
        body = self._object(answer)
        rows = body.get(self.dialect.list_member)
        if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
            self._unexpected(answer, f"has no list of tasks under {self.dialect.list_member!r}")
        cursor = body.get(self.dialect.cursor_member)
        more = body.get(self.dialect.more_member, cursor is not None)
        follows = str(cursor) if more and cursor not in (None, "") else None
        if follows is not None and follows == after:
            self._unexpected(answer, "says that this page of the list comes after itself")
        return Listing(tuple(self._task(row, answer) for row in rows), follows)

    def picture(self, answer: Answer) -> bytes:
        """A published picture."""
        self._success(answer)
        if not answer.headers.get("content-type", "").startswith("image/"):
            self._unexpected(answer, "is not a picture")
        return answer.body

    def _task(self, row: dict[str, Any], answer: Answer) -> TaskRecord:
        members = _renamed(row, self.dialect.task_members)
        self._need(members, "task_id", answer)
        if members.get("status") is not None:
            members["status"] = self._state(str(members["status"]), answer)
        return _tolerant(TaskRecord, members)

    def _state(self, name: str, answer: Answer) -> str:
        state = self.dialect.states.get(name, name.lower())
        if state not in set(TaskStatus):
            cure = f"Dialect(states={{{name!r}: ...}}) says which of {', '.join(TaskStatus)} it is"
            self._unexpected(answer, f"has a task in the unknown state {name!r}; {cure}")
        return state

    def _need(self, members: dict[str, Any], name: str, answer: Answer) -> None:
        identifier = members.get(name)
        if isinstance(identifier, int) and not isinstance(identifier, bool):
            identifier = members[name] = str(identifier)
        if not isinstance(identifier, str) or not identifier or not identifier.isprintable():
            self._unexpected(answer, f"has no usable {name!r}")

    def _object(self, answer: Answer) -> dict[str, Any]:
        self._success(answer)
        value = _json(answer.body)
        if not isinstance(value, dict):
            self._unexpected(answer, "is not a JSON object")
        return value

    def _success(self, answer: Answer) -> None:
        if answer.status >= 400:
            raise error_of(problem_in(answer), **self._facts(answer))
        if not 200 <= answer.status < 300:
            place = answer.headers.get("location", "another place")
            self._unexpected(answer, f"is {answer.status} and points to {place}; set base_url to where the service is")

    def _unexpected(self, answer: Answer, what: str) -> NoReturn:
        where = f"from {answer.origin} " if answer.origin else ""
        raise UnexpectedAnswer(f"The answer {where}{what}.", **self._facts(answer))

    def _facts(self, answer: Answer) -> dict[str, Any]:
        request_id = answer.headers.get(self.dialect.request_id_header.lower())
        facts = {"status": answer.status, "retry_after": answer.retry_after, "rate_limit": answer.rate_limits}
        return {**facts, "request_id": request_id} if request_id else facts


def problem_in(answer: Answer) -> Problem:
    """The problem an answer describes (RFC 9457), or one made of its status when it describes none."""
    value = _json(answer.body)
    if isinstance(value, dict):
        problem = _tolerant(Problem, value)
        if problem.detail or problem.title or problem.code:
            return problem.model_copy(update={"status": answer.status})
    text = answer.body[:200].decode("utf-8", "replace").strip()
    plain = text if answer.headers.get("content-type", "").startswith("text/plain") else ""
    detail = f"The service answered {answer.status}{f': {plain}' if plain else ''}."
    return Problem(status=answer.status, detail=detail)


def _json(body: bytes) -> object:
    try:
        value: object = json.loads(body)
    except (ValueError, RecursionError):
        return None
    return value


def _renamed(members: dict[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    """The members under drawkit's names; `names` is of the dialect: drawkit's name -> the service's."""
    theirs = {their: our for our, their in names.items()}
    return {theirs.get(name, name): value for name, value in members.items()}


def _tolerant(kind: type[V], members: dict[str, Any]) -> V:
    """The value. What is of another form counts as missing and is kept in `extra["unread"]`, by JSON pointer.

    Only the fault is cut: a malformed item leaves its list, a malformed list leaves the result.
    """
    try:
        return kind.model_validate(members)
    except ValidationError as error:
        faults = error.errors(include_url=False, include_input=False, include_context=False)
    unread: dict[str, Any] = {}
    for place in sorted({_fault_at(fault["loc"]) for fault in faults}, key=_last_index, reverse=True):
        _take_out(members, place, unread)
    return kind.model_validate({**members, "unread": unread})


Place = tuple[int | str, ...]


def _fault_at(place: Place) -> Place:
    for depth, part in enumerate(place):
        if isinstance(part, int):
            return place[: depth + 1]
    return place[:2] if place[0] == "result" else place[:1]


def _last_index(place: Place) -> int:
    return place[-1] if isinstance(place[-1], int) else -1


def _take_out(members: dict[str, Any], place: Place, unread: dict[str, Any]) -> None:
    holder: Any = members
    for part in place[:-1]:
        holder = holder[part]
    value = holder.pop(place[-1])
    if value is not None:
        unread["/" + "/".join(map(str, place))] = value
