"""What is missing where drawkit was installed without the extra `local`, and how to get it."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Final

LOCAL: Final = (
    "cv2", "fastapi", "fontTools", "h11", "onnxruntime", "pebble", "pydantic_settings",
    "pypdfium2", "python_multipart", "rapidocr", "reportlab", "sqlalchemy", "standardwebhooks", "uvicorn",
)  # fmt: skip
"""Modules of the packages that the extra `local` brings."""


def missing_local() -> list[str]:
    """The modules of the extra `local` that are not installed."""
    return [name for name in LOCAL if importlib.util.find_spec(name) is None]


def how_to_install(missing: Iterable[str]) -> str:
    """One sentence that says what to install."""
    return f'This needs packages that are not installed: pip install "drawkit[local]" (missing: {", ".join(missing)}).'


@contextmanager
def needing_local() -> Iterator[None]:
    """Imports that need the extra `local`: without it, the `ModuleNotFoundError` says what to install."""
    try:
        yield
    except ModuleNotFoundError as error:
        package = (error.name or "").partition(".")[0]
        if package not in LOCAL or importlib.util.find_spec(package) is not None:
            raise
        raise ModuleNotFoundError(how_to_install([package]), name=error.name, path=error.path) from None
