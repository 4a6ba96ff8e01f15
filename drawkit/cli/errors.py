"""What a person reads when a command cannot go on: one line that says what to do, and an exit code."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final, NoReturn

import typer

FAILED: Final = 1
USAGE: Final = 2
INTERRUPTED: Final = 130


class CommandError(Exception):
    """The command cannot go on; the text says why and what to do."""

    def __init__(self, message: str, code: int = FAILED) -> None:
        super().__init__(message)
        self.code = code


def wrong(message: str) -> NoReturn:
    """End a command whose arguments are not right."""
    raise CommandError(message, USAGE)


@contextmanager
def told() -> Iterator[None]:
    """Turn what a person can mend into a line and an exit code; an error of our own keeps its traceback."""
    try:
        yield
    except KeyboardInterrupt:
        typer.echo("Stopped.", err=True)
        raise typer.Exit(INTERRUPTED) from None
    except BrokenPipeError:  # whoever read the output has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise typer.Exit(FAILED) from None
    except Exception as error:
        message = explain(error)
        if message is None:
            raise
        typer.echo(f"drawkit: {message}", err=True)
        raise typer.Exit(_code(error)) from None


def _code(error: BaseException) -> int:
    if isinstance(error, _of_service("settings", "WrongSettingsError")):
        return USAGE
    return error.code if isinstance(error, CommandError) else FAILED


def _of_service(module: str, name: str) -> tuple[type[Exception], ...]:
    """A type of the service's errors; none while its module was never loaded: it has raised nothing then."""
    loaded = sys.modules.get(f"drawkit.service.{module}")
    return () if loaded is None else (getattr(loaded, name),)


def explain(error: BaseException) -> str | None:
    """What to tell a person about an error; None when it is one of our own."""
    from drawkit.client.errors import DrawkitError
    from drawkit.contract import Refused

    if isinstance(error, CommandError | DrawkitError | Refused):
        return str(error)
    if isinstance(error, _of_service("database", "StoreError") + _of_service("settings", "WrongSettingsError")):
        return str(error)
    if isinstance(error, OSError) and error.strerror:
        where = f"{error.filename}: " if error.filename else ""
        return f"{where}{error.strerror}."
    return None
