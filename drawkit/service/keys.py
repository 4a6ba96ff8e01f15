"""API keys: who may do what, and from where (API document, section 5). A key is stored only as its SHA-256."""

from __future__ import annotations

import hmac
import threading
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Any

from sqlalchemy import Connection, insert, or_, select, update
from sqlalchemy.exc import DBAPIError

from drawkit.contract import ALL_PERMISSIONS, Permission, Problem, Refused

from . import schema
from .clock import ids, now, stamp
from .database import Database, opened
from .secret import digest, new_secret, well_formed
from .settings import Settings
from .targets import Network


def plain_address(text: str) -> IPv4Address | IPv6Address:
    """The address; that of an IPv4 client seen through an IPv6 socket is its own. Raises ValueError."""
    address = ip_address(text)
    return getattr(address, "ipv4_mapped", None) or address


@dataclass(frozen=True)
class KeyInfo:
    """What may be told about a key. `networks` empty means any address; limits None mean the service's."""

    key_id: str
    name: str
    permissions: frozenset[Permission]
    networks: tuple[Network, ...] = ()
    pages_per_month: int | None = None
    tasks_per_month: int | None = None
    hint: str = ""
    created_at: str = ""
    revoked_at: str | None = None
    last_used_at: str | None = None

    def require(self, permission: Permission) -> None:
        """Raises `Refused` (`permission-missing`) when the key lacks it."""
        if permission not in self.permissions:
            detail = f"This key lacks the permission {permission.value!r}. Use one that has it."
            raise Refused(Problem.of("permission-missing", detail, required=permission.value))

    def allows(self, address: str | None) -> bool:
        """Whether the key may be used from this address."""
        if not self.networks:
            return True
        try:
            given = plain_address(address or "")
        except ValueError:
            return False
        return any(given in network for network in self.networks)


@dataclass(frozen=True)
class NewKey:
    """A key just made: the only moment its secret can be read."""

    info: KeyInfo
    secret: str = field(repr=False)


class Keys:
    """The keys of a service. Safe to use from several threads, and while the service runs elsewhere."""

    def __init__(self, settings: Settings, database: Database | None = None) -> None:
        self._environment = settings.environment
        self._database = database or opened(settings)
        self._used: dict[str, str] = {}
        self._lock = threading.Lock()

    def create(
        self,
        name: str,
        permissions: Iterable[Permission | str] = ALL_PERMISSIONS,
        *,
        networks: Iterable[str] = (),
        pages_per_month: int | None = None,
        tasks_per_month: int | None = None,
    ) -> NewKey:
        """Make a key. Its secret is in the answer and nowhere else.

        `networks` are CIDR ranges (IPv4 or IPv6). Raises ValueError for a permission or network that is none.
        """
        row = {
            "key_id": ids.new("key"),
            "name": name,
            "permissions": " ".join(sorted(Permission(p).value for p in permissions)),
            "networks": " ".join(str(ip_network(n)) for n in networks),
            "pages_per_month": pages_per_month,
            "tasks_per_month": tasks_per_month,
            "created_at": now(),
        }
        with self._database.write() as connection:
            connection.execute(insert(schema.keys).values(row))
            secret = self._add_secret(connection, str(row["key_id"]))
        return NewKey(self.get(str(row["key_id"])), secret)

    def list(self) -> tuple[KeyInfo, ...]:
        """Every key, revoked ones included, oldest first."""
        with self._database.read() as connection:
            rows = connection.execute(select(schema.keys).order_by(schema.keys.c.key_id)).mappings().all()
            return tuple(_info(row, _hint(connection, row["key_id"])) for row in rows)

    def get(self, key_id: str) -> KeyInfo:
        """One key. Raises KeyError when there is none of this id."""
        with self._database.read() as connection:
            row = connection.execute(select(schema.keys).where(schema.keys.c.key_id == key_id)).mappings().first()
            if row is None:
                raise KeyError(key_id)
            return _info(row, _hint(connection, key_id))

    def rotate(self, key_id: str, overlap: timedelta = timedelta(0)) -> NewKey:
        """Give a key a new secret; the old ones stay valid for `overlap`. Raises KeyError, or ValueError if revoked."""
        if self.get(key_id).revoked_at is not None:
            raise ValueError("This key is revoked. Create a new one.")
        ends = stamp(datetime.now(UTC) + overlap)
        old = schema.secrets.c
        with self._database.write() as connection:
            still_valid = or_(old.expires_at.is_(None), old.expires_at > ends)
            connection.execute(update(schema.secrets).where(old.key_id == key_id, still_valid).values(expires_at=ends))
            secret = self._add_secret(connection, key_id)
        return NewKey(self.get(key_id), secret)

    def revoke(self, key_id: str) -> KeyInfo:
        """End a key at once, for good. Raises KeyError when there is none of this id."""
        with self._database.write() as connection:
            unrevoked = schema.keys.c.revoked_at.is_(None)
            connection.execute(
                update(schema.keys).where(schema.keys.c.key_id == key_id, unrevoked).values(revoked_at=now())
            )
        return self.get(key_id)

    def check(self, secret: str) -> KeyInfo | None:
        """The key this secret belongs to, or None when it is unknown, expired or revoked."""
        if not well_formed(secret):
            return None
        wanted = digest(secret)
        table = schema.secrets.join(schema.keys)
        # The index finds candidates by a part of the hash; the whole is compared in constant time.
        query = select(schema.secrets.c.digest, schema.secrets.c.expires_at, schema.secrets.c.hint, schema.keys)
        with self._database.read() as connection:
            rows = (
                connection.execute(query.select_from(table).where(schema.secrets.c.lookup == wanted[:16]))
                .mappings()
                .all()
            )
        for row in rows:
            expired = row["expires_at"] is not None and row["expires_at"] <= now()
            if hmac.compare_digest(row["digest"], wanted) and not expired and row["revoked_at"] is None:
                with self._lock:
                    self._used[row["key_id"]] = now()
                return _info(row, row["hint"])
        return None

    def close(self) -> None:
        """Close the connections to the store."""
        self._database.close()

    def flush_last_use(self) -> None:
        """Write down when keys were last used (kept in memory between calls: a request should not write)."""
        with self._lock:
            used, self._used = self._used, {}
        if not used:
            return
        try:
            with self._database.write() as connection:
                for key_id, moment in used.items():
                    mine = schema.keys.c.key_id == key_id
                    connection.execute(update(schema.keys).where(mine).values(last_used_at=moment))
        except DBAPIError:
            with self._lock:
                self._used = used | self._used
            raise

    def _add_secret(self, connection: Connection, key_id: str) -> str:
        secret = new_secret(self._environment)
        hashed = digest(secret)
        connection.execute(
            insert(schema.secrets).values(
                digest=hashed, lookup=hashed[:16], hint=secret[:-33] + "...", key_id=key_id, created_at=now()
            )
        )
        return secret


def _hint(connection: Connection, key_id: str) -> str:
    column = schema.secrets.c
    newest = select(column.hint).where(column.key_id == key_id).order_by(column.created_at.desc()).limit(1)
    return connection.execute(newest).scalar() or ""


def _info(row: Any, hint: str) -> KeyInfo:
    return KeyInfo(
        key_id=row["key_id"],
        name=row["name"],
        permissions=frozenset(Permission(p) for p in row["permissions"].split()),
        networks=tuple(ip_network(n) for n in row["networks"].split()),
        pages_per_month=row["pages_per_month"],
        tasks_per_month=row["tasks_per_month"],
        hint=hint,
        created_at=row["created_at"],
        revoked_at=row["revoked_at"],
        last_used_at=row["last_used_at"],
    )
