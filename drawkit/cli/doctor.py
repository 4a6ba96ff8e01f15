"""`drawkit doctor`: what is installed, and whether it works here."""

from __future__ import annotations

import os
import platform
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from importlib import metadata
from typing import TYPE_CHECKING, Final

import typer
from rich.console import Console
from rich.text import Text

from drawkit.client.errors import DrawkitError
from drawkit.client.names import ADDRESS_VARIABLE
from drawkit.contract import Refused
from drawkit.local import require_local

from .errors import FAILED
from .tables import console_for

if TYPE_CHECKING:
    from drawkit.contract import Result

_PACKAGES: Final = (
    "drawkit", "pandas", "matplotlib", "httpx", "pydantic", "anywidget", "ipywidgets", "jupyterlab", "voila",
    "fastapi", "sqlalchemy", "pypdfium2", "onnxruntime", "opencv-python-headless", "rapidocr", "distributed",
)  # fmt: skip
_OWN_MODELS: Final = ("callouts.onnx", "symbols.onnx", "finder.onnx", "heads.onnx", "looks.onnx")
_SAMPLE: Final = "milled_plate"
_ENOUGH: Final = 0.9
"""Share of the sample that must be read right: much less means a broken installation, not a hard drawing."""


class CheckFailed(Exception):
    """Something does not work; the text says what to do."""


def run() -> int:
    """Tell what is installed and try it; 1 when something does not work."""
    typer.echo(f"Python {platform.python_version()} at {sys.executable}, {platform.platform()}")
    typer.echo("\n".join(f"  {name} {version}" for name, version in _versions()))
    checks = _REMOTE if os.environ.get(ADDRESS_VARIABLE) else _LOCAL
    console = console_for()
    (name, check), *others = checks
    results = [_works(console, name, check)]
    if results[0]:  # without the first nothing else can be tried
        results += [_works(console, name, check) for name, check in others]
    console.print(Text("All works." if all(results) else "Something does not work.", style="bold"))
    return 0 if all(results) else FAILED


def _versions() -> Iterator[tuple[str, str]]:
    for name in _PACKAGES:
        try:
            yield name, metadata.version(name)
        except metadata.PackageNotFoundError:
            yield name, "-"


def _works(console: Console, name: str, check: Callable[[], str]) -> bool:
    try:
        told = check()
    except (CheckFailed, DrawkitError, Refused, RuntimeError, OSError, ImportError) as error:
        console.print(Text.assemble(("FAILED  ", "bold red"), f"{name}: {error}"), soft_wrap=True)
        return False
    console.print(Text.assemble(("ok      ", "bold green"), f"{name}: {told}"), soft_wrap=True)
    return True


def _local_packages() -> str:
    require_local()
    return "all for reading on this machine"


def _models() -> str:
    from drawkit.engine.recognition import models, recogniser

    files = [*map(models.own_model, _OWN_MODELS), models.word_model(recogniser.WORDS)]
    for file in files:
        models.session(file)
    return ", ".join(file.name for file in files)


def _reading() -> str:
    """Read a sample and compare with what it says."""
    from drawkit import engine, samples

    sample = samples.named(_SAMPLE)
    began = time.process_time()
    result = engine.analyze(sample.data)
    seconds = time.process_time() - began
    right, total = agreement(sample.truth, result)
    told = f"{right} of {total} dimensions and title block fields of a sample are right ({seconds:.1f} CPU s)"
    if right < _ENOUGH * total:
        raise CheckFailed(f"{told}. Install drawkit again: its models or libraries are damaged.")
    return told


def agreement(truth: Result, read: Result) -> tuple[int, int]:
    """How many dimensions and title block fields of the truth were read right, and how many there are."""
    wanted, got = _facts(truth), _facts(read)
    return (wanted & got).total(), wanted.total()


def _facts(result: Result) -> Counter[tuple[object, ...]]:
    sizes = [("dimension", d.nominal, d.max, d.min, d.quantity) for d in result.dimensions]
    fields = ("title", "drawing_number", "revision", "material", "scale")
    cells = [("title block", name, getattr(block, name)) for block in result.title_blocks for name in fields]
    return Counter([*sizes, *(cell for cell in cells if cell[2])])


def _embedded() -> str:
    """Start the embedded service and ask how it is."""
    from drawkit import local

    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="drawkit-") as state:
        try:
            status = local.connect(state=state, workers=1).status()
            return f"{status.status} after {time.monotonic() - began:.1f} s"
        finally:
            local.stop()


def _remote() -> str:
    """Ask the remote service how it is."""
    from drawkit.client import Client

    with Client() as client:
        status = client.status()
        return f"{client.base_url} is {status.status}"


_REMOTE: Final = (("Service", _remote),)
_LOCAL: Final = (
    ("Packages", _local_packages), ("Models", _models), ("Reading", _reading), ("Embedded service", _embedded),
)  # fmt: skip
