"""`drawkit webhooks`: who is told of events of a service on this machine, and what came of it."""

from __future__ import annotations

from contextlib import closing
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from .commands import Commands
from .errors import CommandError, told, wrong
from .options import StateFolder

if TYPE_CHECKING:
    from drawkit.service import LoggedAttempt, NewSubscription, Subscription, Webhooks

webhooks = Commands(
    help="Manage the webhooks of a service on this machine: signed events to addresses of your choice.",
    no_args_is_help=True,
)
_FILE_WIDTH = 250
_Id = Annotated[str, typer.Argument(metavar="SUBSCRIPTION", help="As `drawkit webhooks list` shows it.")]


@webhooks.command()
def add(
    url: Annotated[str, typer.Argument(metavar="URL", help="https address that takes the events.")],
    *,
    event: Annotated[
        list[str] | None,
        typer.Option(metavar="EVENT", show_default="every kind", help="Such as task.completed; repeat it."),
    ] = None,
    key: Annotated[str | None, typer.Option(metavar="KEY", help="Only events of this key's tasks.")] = None,
    allow_network: Annotated[
        list[str] | None,
        typer.Option(metavar="CIDR", help="Network of your own that may be delivered to, also by http; repeat it."),
    ] = None,
    state: StateFolder = None,
) -> None:
    """Subscribe an address to events and show the signing secret, this once.

    Every address must be public, unless it lies in a network that you allow.
    """
    with told():
        from drawkit.contract import EventKind

        known = [kind.value for kind in EventKind]
        for kind in event or ():
            if kind not in known:
                wrong(f"There is no event {kind!r}. Choose from: {', '.join(known)}.")
        try:
            with _webhooks(state) as hooks:
                new = hooks.add(url, event or (), key_id=key, networks=allow_network or ())
        except KeyError:
            raise CommandError(f"There is no key {key!r}. See: drawkit keys list") from None
        except ValueError as error:
            wrong(str(error))
        _show(new)


@webhooks.command("list")
def list_all(*, state: StateFolder = None) -> None:
    """List the subscriptions; a secret is never shown again."""
    with told():
        from .tables import console_for, plain_table

        with _webhooks(state) as hooks:
            known = hooks.list()
        if not known:
            typer.echo("There is no webhook. Add one: drawkit webhooks add https://...", err=True)
            return
        headings = ("Id", "Address", "Events", "Key", "Allowed networks", "Created", "State")
        console_for().print(plain_table(headings, map(_row, known)))


@webhooks.command()
def rotate(
    subscription: _Id,
    *,
    overlap: Annotated[
        float, typer.Option(min=0, metavar="HOURS", help="How long deliveries are signed with the old secret as well.")
    ] = 24,
    state: StateFolder = None,
) -> None:
    """Give a subscription a new signing secret and show it, this once."""
    with told():
        try:
            with _webhooks(state) as hooks:
                new = hooks.rotate(subscription, timedelta(hours=overlap))
        except KeyError:
            _no_such(subscription)
        _show(new)


@webhooks.command()
def remove(subscription: _Id, *, state: StateFolder = None) -> None:
    """End a subscription and forget its deliveries."""
    with told():
        try:
            with _webhooks(state) as hooks:
                info = hooks.remove(subscription)
        except KeyError:
            _no_such(subscription)
        typer.echo(f"Subscription {info.subscription_id} ({info.url}) is removed.", err=True)


@webhooks.command()
def log(
    subscription: Annotated[str | None, typer.Argument(metavar="[SUBSCRIPTION]", help="Only of this one.")] = None,
    *,
    limit: Annotated[int, typer.Option(min=1, max=10_000, metavar="NUMBER", help="How many attempts.")] = 50,
    state: StateFolder = None,
) -> None:
    """Show the last delivery attempts, newest first."""
    with told():
        from .tables import console_for, plain_table

        with _webhooks(state) as hooks:
            attempts = hooks.log(subscription, limit=limit)
        if not attempts:
            typer.echo("Nothing was delivered yet.", err=True)
            return
        headings = ("Time", "Event", "Kind", "Task", "Subscription", "Attempt", "Outcome", "ms", "Next")
        console = console_for()
        if not console.is_terminal:
            console.width = _FILE_WIDTH  # ids in one piece, for whatever reads them
        console.print(plain_table(headings, map(_attempt, attempts)))


@webhooks.command()
def redeliver(
    event: Annotated[str, typer.Argument(metavar="EVENT", help="As `drawkit webhooks log` shows it.")],
    *,
    to: Annotated[str | None, typer.Option(metavar="SUBSCRIPTION", help="Only to this one.")] = None,
    state: StateFolder = None,
) -> None:
    """Deliver an event again, with the id it had; the running service does it within a second."""
    with told():
        try:
            with _webhooks(state) as hooks:
                count = hooks.redeliver(event, to)
        except KeyError:
            message = f"No subscription that is switched on was to have the event {event!r}. See: drawkit webhooks log"
            raise CommandError(message) from None
        typer.echo(f"Event {event} is delivered again to {count} {'address' if count == 1 else 'addresses'}.", err=True)


def _webhooks(state: Path | None) -> closing[Webhooks]:
    from drawkit.local import require_local

    require_local()
    from drawkit.service import Settings, Webhooks

    return closing(Webhooks(Settings.read(state_dir=state)))


def _no_such(subscription: str) -> NoReturn:
    raise CommandError(f"There is no webhook {subscription!r}. See: drawkit webhooks list")


def _show(new: NewSubscription) -> None:
    info = new.info
    typer.echo(f"Webhook {info.subscription_id} ({info.url}). Its secret is shown only now; keep it safe:", err=True)
    typer.echo(new.secret)  # alone on the standard output, so that it can be piped to where it is kept


def _row(info: Subscription) -> tuple[str, ...]:
    kinds = " ".join(sorted(info.kinds)) or "all"
    networks = " ".join(map(str, info.networks)) or "none"
    state = f"off: {info.ended_by}" if info.ended_at else "on"
    return (info.subscription_id, info.url, kinds, info.key_id or "all", networks, info.created_at[:10], state)


def _attempt(attempt: LoggedAttempt) -> tuple[str, ...]:
    place = (attempt.at[:19], attempt.event_id, attempt.kind, attempt.task_id, attempt.subscription_id)
    return (*place, str(attempt.attempt), attempt.outcome, str(attempt.ms), (attempt.next_at or "")[:19])
