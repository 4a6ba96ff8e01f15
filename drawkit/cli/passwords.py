"""Passwords of locked PDFs: asked for at the terminal, or taken from variables; handed on, kept nowhere."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable

import typer

from drawkit.contract import Refused, is_locked, unlocked

from .files import Drawing

VARIABLE = "DRAWKIT_PDF_PASSWORD"
"""Drawings with passwords of their own have more such variables, with anything behind: each is tried on each."""
_TRIES = 3
_HOW = (
    f"Run drawkit in a terminal, which asks for its password, or put it into the variable {VARIABLE} "
    f"(further ones into {VARIABLE}_2 and so on)."
)


def opened(drawings: Iterable[Drawing]) -> tuple[dict[Drawing, bytes], dict[Drawing, str]]:
    """Copies of the locked PDFs among drawings that need no password, and of the others why there is none."""
    copies: dict[Drawing, bytes] = {}
    faults: dict[Drawing, str] = {}
    for drawing in drawings:
        data = _locked(drawing)
        if data is None:
            continue
        copy = _opened(drawing, data)
        if copy is None:
            faults[drawing] = _fault()
        else:
            copies[drawing] = copy
    return copies, faults


def _locked(drawing: Drawing) -> bytes | None:
    """The bytes of a locked PDF; None of any other file, and of one that cannot be opened: its reading says why."""
    try:
        data = drawing.path.read_bytes()
    except OSError:
        return None
    return data if is_locked(data) else None


def _told() -> dict[str, str]:
    """The passwords in variables, by the variable's name."""
    names = sorted(name for name in os.environ if name == VARIABLE or name.startswith(f"{VARIABLE}_"))
    return {name: os.environ[name] for name in names}


def _fault() -> str:
    """Why a PDF stays locked; the name of a variable may be told, what is in it never."""
    tried = ", ".join(_told())
    return (
        f"The PDF is locked, and what is in {tried} does not open it. {_HOW}" if tried else f"The PDF is locked. {_HOW}"
    )


def _opened(drawing: Drawing, data: bytes) -> bytes | None:
    told = _told()
    if told:
        return next(filter(None, (_tried(data, password) for password in told.values())), None)
    for _ in range(_TRIES if sys.stdin.isatty() else 0):
        asked = f"Password of {drawing.path}"
        answer: str = typer.prompt(asked, default="", hide_input=True, show_default=False, err=True)
        copy = _tried(data, answer) if answer else None
        if copy is not None or not answer:
            return copy
        typer.echo("It does not open this PDF.", err=True)
    return None


def _tried(data: bytes, password: str) -> bytes | None:
    try:
        return unlocked(data, password)
    except Refused:
        return None
