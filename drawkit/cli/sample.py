"""`drawkit sample`: the sample drawings as files."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import typer

from drawkit.local import require_local

from .errors import wrong


def run(names: Sequence[str], out: Path, *, only_list: bool = False) -> None:
    """Write sample drawings, all or those named, into a folder."""
    require_local()
    from drawkit import samples

    if only_list:
        typer.echo("\n".join(samples.NAMES))
        return
    for name in names:
        if name not in samples.NAMES:
            wrong(f"There is no sample {name!r}. Choose from: {', '.join(samples.NAMES)}.")
    for name in names or samples.NAMES:
        typer.echo(samples.named(name).save(out))
