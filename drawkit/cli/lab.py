"""`drawkit lab`: JupyterLab on the example notebooks."""

from __future__ import annotations

import importlib.util
import logging
import shutil
import signal
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

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
    trust(folder)
    start = "/lab/tree/" + _FIRST if (folder / _FIRST).exists() else "/lab"
    command = [sys.executable, "-m", "jupyterlab", f"--notebook-dir={folder}", f"--LabApp.default_url={start}"]
    return _ended([*command, *arguments])


def _ended(command: Sequence[str]) -> int:
    """Run JupyterLab to its end, and tell its exit code. It ends with this command; Ctrl-C is its own to answer."""
    before = {kind: signal.getsignal(kind) for kind in (signal.SIGTERM, signal.SIGINT)}
    process = subprocess.Popen(command)  # noqa: S603 - this Python's JupyterLab, no shell
    try:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.signal(signal.SIGTERM, lambda *_: process.terminate())
        return process.wait()
    finally:
        for kind, handler in before.items():
            signal.signal(kind, handler)


def bring(folder: Path) -> list[str]:
    """Copy the examples that `folder` lacks and tell their names; nothing that is there is touched."""
    folder.mkdir(parents=True, exist_ok=True)
    missing = [path for path in examples() if not (folder / path.name).exists()]
    for path in missing:
        shutil.copyfile(path, folder / path.name)
    return [path.name for path in missing]


def trust(folder: Path) -> None:
    """Sign the examples in `folder` that are as drawkit brings them: without, JupyterLab strips what they show."""
    from nbformat import read
    from nbformat.sign import NotebookNotary

    copies = ((path, folder / path.name) for path in examples())
    ours = [copy for path, copy in copies if copy.is_file() and copy.read_bytes() == path.read_bytes()]
    with suppress(OSError):  # a home that cannot be written to is no reason not to open them
        notary: Any = NotebookNotary(log=logging.Logger("drawkit.lab"))  # type: ignore[no-untyped-call]
        for copy in ours:
            notary.sign(read(copy, as_version=4))  # type: ignore[no-untyped-call]


def examples() -> list[Path]:
    """The example notebooks: beside the package in a checkout, inside it when installed."""
    package = Path(drawkit.__file__).parent
    for folder in (package / "notebooks", package.parent / "notebooks"):
        found = sorted(folder.glob("*.ipynb"))
        if found:
            return found
    return []
