"""Deliveries on disk: written with their event, due until they succeed, each attempt noted."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from ipaddress import ip_network
from typing import Any

from sqlalchemy import Connection, RowMapping, and_, delete, insert, or_, select, update

from .clock import ago, now
from .database import Database
from .records import Record
from .schema import attempts, deliveries, events, signing_secrets, subscriptions
from .targets import Network

_SLACK_S = 5.0  # by which moments of one machine may seem to differ


@dataclass(frozen=True)
class Due:
    """A delivery to be attempted now."""

    number: int
    subscription_id: str
    url: str = field(repr=False)
    networks: tuple[Network, ...]
    event_id: str
    body: str = field(repr=False)
    attempts: int
    secrets: tuple[str, ...] = field(repr=False)


@dataclass(frozen=True)
class Attempt:
    """What came of an attempt: the answer's status (None: no answer), and in words."""

    outcome: str
    status: int | None = None
    ms: int = 0

    @property
    def succeeded(self) -> bool:
        """Whether the event was delivered: any answer of the kind 2xx."""
        return self.status is not None and 200 <= self.status < 300

    @property
    def unwanted(self) -> bool:
        """Whether the target says that it is gone for good (410)."""
        return self.status == 410


def plan_deliveries(connection: Connection, event: Record) -> None:
    """Write down the deliveries of an event, in the transaction that writes the event."""
    for row in connection.execute(_live(event["key_id"])).mappings():
        if not row["kinds"] or event["kind"] in row["kinds"].split():
            connection.execute(
                insert(deliveries).values(
                    event_id=event["event_id"], subscription_id=row["subscription_id"], next_at=event["created_at"]
                )
            )


class Outbox:
    """The deliveries of a service. Safe to use from any thread."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def due(self, busy: Mapping[str, Collection[int]], at_once: int, retries_s: Sequence[float] = ()) -> list[Due]:
        """What is due now and not in `busy` (by subscription), at most `at_once` a subscription, longest due first.

        A delivery that is planned later than `retries_s` can have planned it is due as well: the clock was set back.
        """
        found: list[Due] = []
        with self._database.read() as connection:
            for subscription in connection.execute(_live()).mappings().all():
                under_way = busy.get(subscription["subscription_id"], ())
                rows = _due_rows(connection, subscription["subscription_id"], at_once, retries_s)
                free = [row for row in rows if row["number"] not in under_way][: at_once - len(under_way)]
                keys = _secrets(connection, subscription["subscription_id"]) if free else ()
                found += [_due(subscription, row, keys) for row in free]
        return found

    def note(self, due: Due, attempt: Attempt, retry_s: float | None) -> None:
        """Write down an attempt; after a failed one the next is due in `retry_s` seconds (None: never)."""
        with self._database.write() as connection:
            mine = deliveries.c.number == due.number
            change: Record = {"attempts": due.attempts + 1, "next_at": None}
            if attempt.succeeded:
                change["delivered_at"] = now()
            elif retry_s is not None:
                change["next_at"] = ago(-retry_s)
            if connection.execute(update(deliveries).where(mine).values(change)).rowcount != 1:
                return  # the task or the subscription was deleted meanwhile
            row = {"delivery": due.number, "attempt": due.attempts + 1, "at": now(), "status": attempt.status}
            connection.execute(insert(attempts).values(**row, outcome=attempt.outcome, ms=attempt.ms))
            if attempt.unwanted:
                _end(connection, due.subscription_id, attempt.outcome)

    def drop_expired_secrets(self) -> None:
        """Forget signing secrets whose overlap is over."""
        with self._database.write() as connection:
            connection.execute(delete(signing_secrets).where(signing_secrets.c.expires_at <= now()))


def _live(key_id: str | None = None) -> Any:
    query = select(subscriptions).where(subscriptions.c.ended_at.is_(None))
    if key_id is None:
        return query
    return query.where(or_(subscriptions.c.key_id.is_(None), subscriptions.c.key_id == key_id))


def _due_rows(
    connection: Connection, subscription_id: str, at_once: int, retries_s: Sequence[float]
) -> list[RowMapping]:
    columns = (deliveries.c.number, deliveries.c.attempts, events.c.event_id, events.c.body)
    # Before its first attempt a delivery is due at once, after the n-th within the n-th pause: never later.
    pauses = enumerate([0.0, *retries_s])
    set_back = [and_(deliveries.c.attempts == n, deliveries.c.next_at > ago(-pause - _SLACK_S)) for n, pause in pauses]
    mine = (deliveries.c.subscription_id == subscription_id, or_(deliveries.c.next_at <= now(), *set_back))
    query = select(*columns).join_from(deliveries, events).where(*mine).order_by(deliveries.c.next_at)
    # Those under way are due as well: they were the longest due when they were begun.
    return list(connection.execute(query.limit(2 * at_once)).mappings())


def _secrets(connection: Connection, subscription_id: str) -> tuple[str, ...]:
    valid = or_(signing_secrets.c.expires_at.is_(None), signing_secrets.c.expires_at > now())
    query = select(signing_secrets.c.secret).where(signing_secrets.c.subscription_id == subscription_id, valid)
    return tuple(connection.execute(query.order_by(signing_secrets.c.number.desc())).scalars())


def _due(subscription: RowMapping, row: RowMapping, keys: tuple[str, ...]) -> Due:
    networks = tuple(ip_network(text) for text in subscription["networks"].split())
    place = (row["number"], subscription["subscription_id"], subscription["url"], networks)
    return Due(*place, row["event_id"], row["body"], row["attempts"], keys)


def _end(connection: Connection, subscription_id: str, reason: str) -> None:
    mine = subscriptions.c.subscription_id == subscription_id
    connection.execute(update(subscriptions).where(mine).values(ended_at=now(), ended_by=reason))
    waiting = deliveries.c.subscription_id == subscription_id
    connection.execute(update(deliveries).where(waiting).values(next_at=None))
