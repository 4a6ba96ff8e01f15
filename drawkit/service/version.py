"""The version of the drawkit that runs here."""

from __future__ import annotations

import sys


def version() -> str:
    """As the package tells it; it is loaded already, and an import of it would be one of all its rooms."""
    told: str = sys.modules["drawkit"].__version__
    return told
