"""Varied samples: a fixed gallery, and any number of sheets of differing offices, languages and carriers."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

from .carriers import Carrier, Wear
from .habits import Habits, Language
from .make import Sample, carry, make
from .studio import Kind, Settings, through_word
from .title_blocks import LAYOUTS
from .typefaces import face_names
from .words import LANGUAGES

_GALLERY: Final[dict[str, dict[str, Any]]] = {
    "turned_part": {"kind": "turned_part", "seed": 11},
    "milled_plate": {"kind": "plate", "seed": 7},
    "assembly": {"kind": "assembly", "seed": 3},
    "plate_inch": {"kind": "plate", "seed": 5, "standard": "asme", "units": "inch"},
    "shaft_inch": {"kind": "turned_part", "seed": 4, "standard": "asme", "units": "inch", "carrier": "lost_symbols"},
    "welle": {"kind": "turned_part", "seed": 21, "language": "de", "carrier": "stroked"},
    "lagereinheit": {"kind": "assembly", "seed": 8, "language": "de"},
    "plaque": {"kind": "plate", "seed": 31, "language": "fr", "carrier": "lost_symbols"},
    "plate_scan": {"kind": "plate", "seed": 13, "carrier": "picture", "wear": "office"},
    "assembly_scan": {"kind": "assembly", "seed": 14, "standard": "asme", "carrier": "picture", "dpi": 150},
}


NAMES: Final = tuple(_GALLERY)
"""The names of the gallery's samples."""


def named(name: str) -> Sample:
    """Return one sample of the gallery. Raises `ValueError` when it has none of this name."""
    if name not in _GALLERY:
        raise ValueError(f"No sample {name!r}. There are: {', '.join(NAMES)}.")
    return make(name=name, **_GALLERY[name])


def gallery() -> tuple[Sample, ...]:
    """Return a fixed handful of named samples; the same on every machine."""
    return tuple(map(named, NAMES))


def sheets(count: int = 100, seed: int = 0) -> Iterator[Sample]:
    """`count` varied sheets; what fonts they use depends on those the machine has."""
    for index in range(count):
        rng = random.Random(f"sheets-{seed}-{index}")  # noqa: S311  # repeatable variety, no secret
        settings, turned = _settings(rng, seed * 100_000 + index)
        wear: Wear = rng.choice(("clean", "clean", "office", "worn"))
        name = f"sheet_{seed}_{index:04}"
        yield carry(settings, name, wear=wear, dpi=rng.choice((150, 200, 200, 300)), turned=turned)


def _settings(rng: random.Random, seed: int) -> tuple[Settings, int]:
    kind: Kind = rng.choice(("turned_part", "plate", "plate", "assembly"))
    asme = rng.random() < 0.4
    language: Language = rng.choice(LANGUAGES) if not asme and rng.random() < 0.6 else "en"
    carrier: Carrier = rng.choice(("text", "text", "lost_symbols", "stroked", "picture"))
    faces = face_names()
    face = rng.choice([f for f in faces if f not in ("helvetica", "courier")] if carrier == "stroked" else faces)
    sheet = rng.choice(("B", "B", "C") if asme else ("A3", "A3", "A2"))
    settings = Settings(
        kind=kind,
        seed=seed,
        standard="asme" if asme else "iso",
        units="inch" if asme and rng.random() < 0.6 else "mm",
        language=language,
        carrier=carrier,
        sheet=sheet,
        face=face,
        layout=rng.choice(LAYOUTS),
        grid=rng.random() < 0.8,
    )
    settings = replace(settings, habits=_habits(rng, settings))
    turned = rng.choice((90, 180, 270)) if rng.random() < 0.1 and carrier != "picture" else 0
    return settings, turned


def _habits(rng: random.Random, settings: Settings) -> Habits:
    metric = settings.units == "mm"
    asme = settings.standard == "asme"
    return Habits(
        units=settings.units,
        comma=metric and settings.language != "en" and rng.random() < 0.75,
        level_text=rng.random() < (0.85 if asme else 0.1),
        arrow=rng.choice(("filled", "filled", "slim", "open")),
        times=rng.choice(("x ", "x ", "X ", "X ", " x ", "-", "× ")),
        symbol_gap=rng.choice(("", "", " ")),
        decimals=rng.choice((None, None, 1, 2)) if metric else rng.choice((None, 3)),
        height=rng.choice((2.5, 3.0, 3.5)),
        through=rng.choice((through_word(settings), "THRU")) if not asme else rng.choice(("THRU", "THRU ALL")),
        chamfer=rng.choice(("angle", "angle", "c")),
        fit_deviations=rng.random() < 0.3,
        grey=rng.choice((0.0, 0.0, 0.35)),
    )
