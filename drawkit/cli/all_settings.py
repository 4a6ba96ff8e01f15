"""The help of `drawkit serve`: its options, and every other setting of the service."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from typing import Any

from .commands import Command

_WHERE = (
    "Settings, in the TOML file that DRAWKIT_SERVICE_CONFIG names, or in the environment in capitals, such as "
    "DRAWKIT_SERVICE_RATE:"
)


class WithSettings(Command):
    """A command whose help ends with the settings of the service, as the service itself knows them."""

    def format_help(self, ctx: Any, formatter: Any) -> None:  # typer brings a click of its own, or not
        """Write the help, and print the settings."""
        super().format_help(ctx, formatter)
        if importlib.util.find_spec("pydantic_settings") is None:  # comes with the extra `local`
            return
        from rich.text import Text

        from .tables import console_for, plain_table

        console = console_for()
        console.print(Text(_WHERE, style="bold"))
        console.print(plain_table(("Setting", "Default", "What it is"), _rows()))


def _rows() -> Iterator[tuple[str, str, str]]:
    from drawkit.service import Settings

    for name, field in Settings.model_fields.items():
        default = field.get_default(call_default_factory=True)
        yield name, _text(default), field.description or ""


def _text(default: Any) -> str:
    if hasattr(default, "to_dict"):
        return "as the API document says"
    if isinstance(default, tuple):
        return ", ".join(f"{part:g}" if isinstance(part, float) else str(part) for part in default) or "none"
    return "none" if default is None else str(default)
