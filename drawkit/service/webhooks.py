"""Webhook subscriptions: who is told of which events, and what came of each delivery."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from ipaddress import ip_network
from typing import Any

from sqlalchemy import Connection, Select, delete, insert, or_, select, update

from drawkit.contract import EventKind

from . import schema
from .clock import ids, now, stamp
from .database import Database, opened
from .schema import attempts, deliveries, events, signing_secrets, subscriptions
from .settings import Settings
from .signing import new_secret
from .targets import Network, check_url


@dataclass(frozen=True)
class Subscription:
    """What may be told about a subscription. `kinds` empty means every kind, `key_id` None every key."""

    subscription_id: str
    url: str
    kinds: frozenset[EventKind]
    key_id: str | None
    networks: tuple[Network, ...]
    created_at: str
    ended_at: str | None = None
    ended_by: str | None = None


@dataclass(frozen=True)
class NewSubscription:
    """A subscription just made, or its secret renewed: the only moment the secret can be read."""

    info: Subscription
    secret: str = field(repr=False)


@dataclass(frozen=True)
class LoggedAttempt:
    """One attempt of a delivery. `status` is the answer's (None: there was none); `next_at` when it is tried again."""

    at: str
    subscription_id: str
    event_id: str
    kind: str
    task_id: str
    attempt: int
    outcome: str
    status: int | None
    ms: int
    next_at: str | None


class Webhooks:
    """The subscriptions of a service. Safe to use from several threads, and while the service runs elsewhere."""

    def __init__(self, settings: Settings, database: Database | None = None) -> None:
        self._database = database or opened(settings)

    def add(
        self,
        url: str,
        kinds: Iterable[EventKind | str] = (),
        *,
        key_id: str | None = None,
        networks: Iterable[str] = (),
    ) -> NewSubscription:
        """Subscribe an address to events of these kinds (none: of every kind) from now on.

        `key_id`: only events of that key's tasks. `networks`: CIDR ranges of your own to which may be delivered, and
        over plain http; everything else must be public and https. The signing secret is in the answer and nowhere
        else. Raises ValueError for an address, kind or network that cannot be, KeyError for an unknown key.
        """
        allowed = tuple(ip_network(network) for network in networks)
        check_url(url, allowed)
        row = {
            "subscription_id": ids.new("sub"),
            "url": url,
            "kinds": " ".join(sorted(EventKind(kind).value for kind in kinds)),
            "key_id": key_id,
            "networks": " ".join(map(str, allowed)),
            "created_at": now(),
        }
        with self._database.write() as connection:
            if key_id is not None:
                _require_key(connection, key_id)
            connection.execute(insert(subscriptions).values(row))
            secret = _add_secret(connection, str(row["subscription_id"]))
        return NewSubscription(self.get(str(row["subscription_id"])), secret)

    def list(self) -> tuple[Subscription, ...]:
        """Every subscription, switched-off ones included, oldest first."""
        with self._database.read() as connection:
            rows = connection.execute(select(subscriptions).order_by(subscriptions.c.subscription_id)).mappings()
            return tuple(map(_info, rows))

    def get(self, subscription_id: str) -> Subscription:
        """One subscription. Raises KeyError when there is none of this id."""
        query = select(subscriptions).where(subscriptions.c.subscription_id == subscription_id)
        with self._database.read() as connection:
            row = connection.execute(query).mappings().first()
        if row is None:
            raise KeyError(subscription_id)
        return _info(row)

    def rotate(self, subscription_id: str, overlap: timedelta = timedelta(hours=24)) -> NewSubscription:
        """Give a subscription a new secret; for `overlap` deliveries are signed with the old one as well.

        Raises KeyError when there is none of this id.
        """
        info = self.get(subscription_id)
        ends, column = stamp(datetime.now(UTC) + overlap), signing_secrets.c
        still_valid = or_(column.expires_at.is_(None), column.expires_at > ends)
        with self._database.write() as connection:
            mine = (column.subscription_id == subscription_id, still_valid)
            connection.execute(update(signing_secrets).where(*mine).values(expires_at=ends))
            secret = _add_secret(connection, subscription_id)
        return NewSubscription(info, secret)

    def remove(self, subscription_id: str) -> Subscription:
        """Delete a subscription with its secrets, deliveries and log. Raises KeyError when there is none of this id."""
        info = self.get(subscription_id)
        with self._database.write() as connection:
            connection.execute(delete(subscriptions).where(subscriptions.c.subscription_id == subscription_id))
        return info

    def log(self, subscription_id: str | None = None, *, limit: int = 50) -> tuple[LoggedAttempt, ...]:
        """The last attempts, newest first, of one subscription or of all."""
        query = _log_query().limit(limit)
        if subscription_id is not None:
            query = query.where(deliveries.c.subscription_id == subscription_id)
        with self._database.read() as connection:
            return tuple(LoggedAttempt(**row) for row in connection.execute(query).mappings())

    def redeliver(self, event_id: str, subscription_id: str | None = None) -> int:
        """Deliver an event again now, also one that arrived: how many deliveries that makes.

        It keeps its id, so that a receiver that handled it knows. Raises KeyError when no subscription that is
        switched on was to have it.
        """
        switched_on = select(subscriptions.c.subscription_id).where(subscriptions.c.ended_at.is_(None))
        mine = [deliveries.c.event_id == event_id, deliveries.c.subscription_id.in_(switched_on)]
        if subscription_id is not None:
            mine.append(deliveries.c.subscription_id == subscription_id)
        with self._database.write() as connection:
            count = connection.execute(update(deliveries).where(*mine).values(next_at=now())).rowcount
        if not count:
            raise KeyError(event_id)
        return count

    def close(self) -> None:
        """Close the connections to the store."""
        self._database.close()


def _require_key(connection: Connection, key_id: str) -> None:
    if connection.execute(select(schema.keys.c.key_id).where(schema.keys.c.key_id == key_id)).first() is None:
        raise KeyError(key_id)


def _add_secret(connection: Connection, subscription_id: str) -> str:
    secret = new_secret()
    values = {"subscription_id": subscription_id, "secret": secret, "created_at": now()}
    connection.execute(insert(signing_secrets).values(values))
    return secret


def _log_query() -> Select[Any]:
    column = attempts.c
    return (
        select(
            column.at,
            deliveries.c.subscription_id,
            events.c.event_id,
            events.c.kind,
            events.c.task_id,
            column.attempt,
            column.outcome,
            column.status,
            column.ms,
            deliveries.c.next_at,
        )
        .select_from(attempts.join(deliveries).join(events))
        .order_by(column.number.desc())
    )


def _info(row: Any) -> Subscription:
    return Subscription(
        subscription_id=row["subscription_id"],
        url=row["url"],
        kinds=frozenset(EventKind(kind) for kind in row["kinds"].split()),
        key_id=row["key_id"],
        networks=tuple(ip_network(network) for network in row["networks"].split()),
        created_at=row["created_at"],
        ended_at=row["ended_at"],
        ended_by=row["ended_by"],
    )
