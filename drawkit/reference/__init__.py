"""The reference, generated from the code: every table and column, option, profile, setting, word and key."""

from ._help import Help, help, topics  # noqa: A004 - `drawkit.help` is what people look for

__all__ = ["Help", "help", "topics"]
