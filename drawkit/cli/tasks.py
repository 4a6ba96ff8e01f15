"""`drawkit tasks`: ended tasks of a service on this machine, and how they go."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .commands import Commands
from .errors import CommandError, told
from .options import StateFolder

if TYPE_CHECKING:
    from drawkit.service import Archive

tasks = Commands(help="Delete ended tasks of a service on this machine, or withdraw what they published.")
_Ids = Annotated[list[str], typer.Argument(metavar="TASKS...", help="Ids of tasks.")]


@tasks.command()
def withdraw(task_ids: _Ids, *, state: StateFolder = None) -> None:
    """Take back the preview and summary that tasks published; their results stay."""
    with told(), _archive(state) as archive:
        nothing = [task_id for task_id in task_ids if not archive.withdraw(task_id)]
        if nothing:
            raise CommandError(f"Nothing is published of: {', '.join(nothing)}.")


@tasks.command()
def delete(task_ids: _Ids, *, state: StateFolder = None) -> None:
    """Delete ended tasks with their sources, results and publications; what they were charged stays charged."""
    with told(), _archive(state) as archive:
        kept = [task_id for task_id in task_ids if not archive.delete(task_id)]
        if kept:
            raise CommandError(f"No ended task: {', '.join(kept)}. Cancel a task before deleting it.")


def _archive(state: Path | None) -> closing[Archive]:
    from drawkit.local import require_local

    require_local()
    from drawkit.service import Archive, Settings

    return closing(Archive(Settings.read(state_dir=state)))
