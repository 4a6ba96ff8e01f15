"""`drawkit lab`: JupyterLab on the example notebooks."""

from __future__ import annotations

import importlib.util
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import typer

import drawkit

from .errors import CommandError

_FIRST: Final = "01_quickstart.ipynb"


def run(folder: Path, arguments: Sequence[str]) -> int:
    """Copy the example notebooks that `folder` lacks, open JupyterLab there, and tell its exit code."""
    if importlib.util.find_spec("jupyterlab") is None:
        raise CommandError('JupyterLab is not installed. Install it: pip install "drawkit[local,lab]"')
    copied = bring(folder)
    if copied:
        typer.echo(f"Copied to {folder}: {', '.join(copied)}", err=True)
    start = "/lab/tree/" + _FIRST if (folder / _FIRST).exists() else "/lab"
    command = [sys.executable, "-m", "jupyterlab", f"--notebook-dir={folder}", f"--LabApp.default_url={start}"]
    return subprocess.call([*command, *arguments])  # noqa: S603 - this Python's JupyterLab, no shell


def bring(folder: Path) -> list[str]:
    """Copy the examples that `folder` lacks and tell their names; nothing that is there is touched."""
    folder.mkdir(parents=True, exist_ok=True)
    missing = [path for path in examples() if not (folder / path.name).exists()]
    for path in missing:
        shutil.copyfile(path, folder / path.name)
    return [path.name for path in missing]


def examples() -> list[Path]:
    """The example notebooks: beside the package in a checkout, inside it when installed."""
    package = Path(drawkit.__file__).parent
    for folder in (package / "notebooks", package.parent / "notebooks"):
        found = sorted(folder.glob("*.ipynb"))
        if found:
            return found
    return []
