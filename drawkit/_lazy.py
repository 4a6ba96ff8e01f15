"""Packages whose names are loaded when they are first used (PEP 562), so that importing a package costs nothing."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Mapping
from importlib import import_module
from typing import Any

from ._extras import needing_local


def lazy(
    package: str, homes: Mapping[str, str], rooms: Collection[str] = (), *, told: Collection[str]
) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """The `__getattr__` and the `__dir__` of a package.

    `homes` says of each name the module below the package that defines it; `rooms` are modules to be had themselves;
    `told` are the names that `dir` tells, the package's `__all__`. Any other name raises AttributeError, and one that
    needs the extra `local` without it a ModuleNotFoundError that says what to install.
    """

    def load(name: str) -> Any:
        if name in rooms:
            with needing_local():
                return import_module(f".{name}", package)
        if name not in homes:
            message = f"module {package!r} has no attribute {name!r}"
            raise AttributeError(message)
        with needing_local():
            value = getattr(import_module(f".{homes[name]}", package), name)
        setattr(sys.modules[package], name, value)  # the next use finds it without coming here
        return value

    def listed() -> list[str]:
        return sorted(told)

    return load, listed
