"""What the writers of texts share: choices, words of dictionaries, pieces of lines that a crop holds."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from drawkit.engine.training.pixels import Rng

DICTIONARIES: Final = Path("/usr/share/hunspell")
"""Where Debian's packages hunspell-* put theirs."""

_CODED: Final = re.compile(rb"^SET\s+(\S+)", re.MULTILINE)


def one_of(rng: Rng, choices: str) -> str:
    """One of the choices that bars part."""
    parts = choices.split("|")
    return parts[int(rng.integers(len(parts)))]


def piece(told: str, rng: Rng, longest: int) -> str:
    """As much of a long line as has so many characters, from any of its words on."""
    if len(told) <= longest:
        return told
    starts = [0, *(found.end() for found in re.finditer(" ", told))]
    start = starts[int(rng.integers(len(starts)))]
    part = told[start : start + longest]
    return part.rsplit(" ", 1)[0] if start + longest < len(told) and " " in part else part


def dictionary(folder: Path, name: str, word: re.Pattern[str]) -> tuple[str, ...]:
    """The words of one of hunspell's dictionaries that are such words throughout.

    Raises FileNotFoundError where its package is not installed.
    """
    rules = folder / f"{name}.aff"
    coded = _CODED.search(rules.read_bytes()) if rules.exists() else None
    coding = coded[1].decode() if coded else "utf-8"
    lines = (folder / f"{name}.dic").read_text(encoding=coding, errors="replace").splitlines()[1:]
    found = (re.split(r"[/\s]", line)[0] for line in lines)
    return tuple(one for one in found if word.fullmatch(one))
