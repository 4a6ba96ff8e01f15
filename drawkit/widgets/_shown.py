"""How a widget stands in a cell's output: live where the notebook runs, as text and HTML where it does not."""

from __future__ import annotations

from typing import Any


def stand_in(what: str, *, reads: bool = False) -> str:
    """Give what a saved notebook shows in a widget's place; where drawings are read, it tells how results stay."""
    told = " What a cell of its own shows of the results stays in the saved notebook." if reads else ""
    return f"<p><i>{what} stands here while the notebook runs.{told}</i></p>"


def bundle(widget: Any, text: str, html: str, **kwargs: Any) -> dict[str, Any]:
    """Give the output's forms, of which a front end shows the richest it can."""
    made = widget._repr_mimebundle_(**kwargs)
    live = made[0] if isinstance(made, tuple) else made  # anywidget tells metadata too
    return {**(live or {}), "text/plain": text, "text/html": html}
