"""The engine, imported ahead: once by the fork server, or by each worker process where there is none."""

from __future__ import annotations

from contextlib import suppress

with suppress(ImportError, AttributeError):  # without an engine the first task says so, in its own words
    from drawkit.engine import analyze, previews, summarise

    __all__ = ["analyze", "previews", "summarise"]
