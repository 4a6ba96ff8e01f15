"""`drawkit serve`: the service alone."""

from __future__ import annotations

from contextlib import closing
from typing import Any

import typer

from drawkit.local import require_local

from .errors import CommandError


def run(**told: Any) -> None:
    """Run the service until it is told to stop; what is None keeps the setting of the environment."""
    require_local()
    from drawkit.service import Keys, Settings, serve
    from drawkit.service.executors.choice import ExecutorError
    from drawkit.service.state import StateFolderInUseError

    settings = Settings.read(**told)
    with closing(Keys(settings)) as keys:
        none = not keys.list()
    if none:
        typer.echo(f'No key exists yet. Make one: drawkit keys create "my notebook"{_state(told)}', err=True)
    host = f"[{settings.host}]" if ":" in settings.host else settings.host
    typer.echo(
        f"Starting on http://{host}:{settings.port} with the state in {settings.state_dir}; Ctrl+C stops it",
        err=True,
    )
    try:
        serve(settings)
    except (ExecutorError, StateFolderInUseError) as error:
        raise CommandError(str(error)) from None
    except OSError as error:
        where = f"{host}:{settings.port}"
        raise CommandError(f"{where} cannot be used: {error.strerror}. Choose another --host or --port.") from None


def _state(told: dict[str, Any]) -> str:
    return f" --state {told['state_dir']}" if told.get("state_dir") else ""
