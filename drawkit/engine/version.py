"""The version of what reads: drawkit's own, and after it a fingerprint of the engine's code and models."""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

_PARTS: Final = (".py", ".json", ".onnx")
_APART: Final = ("training", "__pycache__")
_LENGTH: Final = 8


@cache
def version() -> str:
    """Drawkit's version with the fingerprint as its local part (PEP 440), such as `0.1.0+3fa9c1d2`.

    Two that are equal read alike, be it from a checkout or installed.
    """
    # The package is loaded already, and an import of it would be one of all its rooms.
    told: str = sys.modules["drawkit"].__version__
    return f"{told}+{fingerprint(Path(__file__).parent)}"


def fingerprint(engine: Path) -> str:
    """Eight hexadecimal digits that change with any file an analysis runs; training does not count among them."""
    digest = hashlib.sha256()
    for name in sorted(_parts(engine)):
        with open(f"{engine}/{name}", "rb", buffering=0) as part:  # noqa: PTH123 - a path costs more than its file
            content = part.read()
        digest.update(f"{name}\0{len(content)}\0".encode())
        digest.update(content)  # by itself: a copy of ten megabytes of models costs as much as their digest
    return digest.hexdigest()[:_LENGTH]


def _parts(engine: Path) -> Iterator[str]:
    """Their names below the engine's folder, as text: to compare as many paths costs more than to read them."""
    for folder, folders, files in os.walk(engine):
        folders[:] = [name for name in folders if name not in _APART]
        below = folder[len(str(engine)) + 1 :].replace(os.sep, "/")
        yield from (f"{below}/{name}".lstrip("/") for name in files if name.endswith(_PARTS))
