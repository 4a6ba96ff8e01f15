"""Options that several commands have."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

StateFolder = Annotated[
    Path | None,
    typer.Option("--state", metavar="FOLDER", show_default="as of `drawkit serve`", help="Folder of the service."),
]
