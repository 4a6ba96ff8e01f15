"""What every command's help shows of an argument: the word for what a person writes, and no type of Python."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import typer
from typer.core import TyperArgument, TyperCommand, TyperGroup


class Command(TyperCommand):
    """A command whose help names what is written behind an option."""

    def get_params(self, ctx: Any) -> Any:  # typer brings a click of its own, or not
        """Its parameters."""
        return [_plain(parameter) for parameter in super().get_params(ctx)]


class Group(TyperGroup):
    """A group of commands whose own options are shown so too."""

    def get_params(self, ctx: Any) -> Any:
        """Its parameters."""
        return [_plain(parameter) for parameter in super().get_params(ctx)]


class Commands(typer.Typer):
    """An application made of such commands."""

    def __init__(self, **told: Any) -> None:
        super().__init__(cls=Group, **told)

    def command(
        self, name: str | None = None, *, cls: type[TyperCommand] | None = None, **told: Any
    ) -> Callable[..., Any]:
        """Add a command, as `typer.Typer.command`."""
        return super().command(name, cls=cls or Command, **told)


def _plain(parameter: Any) -> Any:
    """Show no type where the name says what is written, or nothing is: of arguments, and of flags."""
    if isinstance(parameter, TyperArgument) or getattr(parameter, "is_flag", False):
        parameter.display_type_rich = lambda ctx: None  # noqa: ARG005 - as typer calls it
    return parameter
