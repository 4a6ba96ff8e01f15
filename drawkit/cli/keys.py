"""`drawkit keys`: the API keys of a service on this machine."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from drawkit.contract import ALL_PERMISSIONS, Permission
from drawkit.local import require_local

from .errors import CommandError, wrong
from .tables import console_for, plain_table

if TYPE_CHECKING:
    from drawkit.service import KeyInfo, Keys, NewKey


def create(
    state: Path | None,
    name: str,
    permissions: Sequence[str] | None,
    networks: Sequence[str],
    pages_per_month: int | None,
    tasks_per_month: int | None,
) -> None:
    """Make a key and show its secret."""
    known = [permission.value for permission in Permission]
    for permission in permissions or ():
        if permission not in known:
            wrong(f"There is no permission {permission!r}. Choose from: {', '.join(known)}.")
    try:
        with _keys(state) as keys:
            new = keys.create(
                name,
                permissions or ALL_PERMISSIONS,
                networks=networks,
                pages_per_month=pages_per_month,
                tasks_per_month=tasks_per_month,
            )
    except ValueError as error:
        wrong(f"--network: {error}. Write it like 10.0.0.0/8 or 2001:db8::/32.")
    _show(new)


def show_all(state: Path | None) -> None:
    """List the keys."""
    with _keys(state) as keys:
        known = keys.list()
    if not known:
        typer.echo('There is no key. Make one: drawkit keys create "my notebook"', err=True)
        return
    headings = ("Id", "Name", "Permissions", "Networks", "Created", "Last used", "State")
    console_for().print(plain_table(headings, map(_row, known)))


def rotate(state: Path | None, key_id: str, overlap_hours: float) -> None:
    """Give a key a new secret and show it."""
    try:
        with _keys(state) as keys:
            new = keys.rotate(key_id, timedelta(hours=overlap_hours))
    except KeyError:
        _no_such(key_id)
    except ValueError as error:
        raise CommandError(str(error)) from None
    _show(new)


def revoke(state: Path | None, key_id: str) -> None:
    """End a key."""
    try:
        with _keys(state) as keys:
            info = keys.revoke(key_id)
    except KeyError:
        _no_such(key_id)
    typer.echo(f"Key {info.key_id} ({info.name}) is revoked.", err=True)


def _keys(state: Path | None) -> closing[Keys]:
    require_local()
    from drawkit.service import Keys, Settings

    return closing(Keys(Settings.read(state_dir=state)))


def _no_such(key_id: str) -> None:
    raise CommandError(f"There is no key {key_id!r}. See: drawkit keys list")


def _show(new: NewKey) -> None:
    typer.echo(f"Key {new.info.key_id} ({new.info.name}). Its secret is shown only now; keep it safe:", err=True)
    typer.echo(new.secret)  # alone on the standard output, so that it can be piped to where it is kept


def _row(info: KeyInfo) -> tuple[str, ...]:
    permissions = "all" if info.permissions == ALL_PERMISSIONS else " ".join(sorted(info.permissions))
    networks = " ".join(map(str, info.networks)) or "anywhere"
    used = (info.last_used_at or "never")[:10]
    state = "revoked" if info.revoked_at else "valid"
    return (info.key_id, info.name, permissions, networks, info.created_at[:10], used, state)
