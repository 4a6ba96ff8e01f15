"""How a widget stands in a cell's output: live where the notebook runs, as text and HTML where it does not."""

from __future__ import annotations

from typing import Any


def bundle(widget: Any, text: str, html: str, **kwargs: Any) -> dict[str, Any]:
    """Give the output's forms, of which a front end shows the richest it can."""
    made = widget._repr_mimebundle_(**kwargs)
    live = made[0] if isinstance(made, tuple) else made  # anywidget tells metadata too
    return {**(live or {}), "text/plain": text, "text/html": html}
