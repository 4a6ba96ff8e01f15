"""How previews and experiments show themselves in a terminal, through rich."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from drawkit._passed_over import WHAT_TO_DO

if TYPE_CHECKING:
    from .preview import Preview

_MOST: Final = 12


def preview(told: Preview) -> RenderableType:
    """The figures, and the first refusals."""
    figures = Table(title=Text(f"Preview of {told.name}"), show_header=False, title_justify="left")
    for label, value in told.facts():
        figures.add_row(Text(label), Text(value))
    parts: list[RenderableType] = [figures]
    if not told.fits:
        parts.append(Text("The quota is not enough for all of it.", style="bold red"))
    if told.passed_over:
        parts.append(Text(f"Passed over: {told.passed_over} ({WHAT_TO_DO})."))
    refused = told.refusals
    if len(refused):
        table = Table("Drawing", "Why it is refused", title=Text("Refused"), title_justify="left")
        for row in refused.head(_MOST).itertuples():
            table.add_row(Text(str(row.drawing)), Text(str(row.error)))
        parts.append(table)
        if len(refused) > _MOST:
            parts.append(Text(f"and {len(refused) - _MOST:,} more"))
    return Group(*parts)
