"""Sheets of `paper`: real text in standard and embedded fonts."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

from .keep import keep
from .paper import Face, PaperHand
from .plan import Letters, compose, look, office

FACES = (
    Letters("Helvetica", "latin", "Ø"),
    Letters("Helvetica", "latin"),
    Letters("Times-Roman", "latin", "Ø"),
    Letters("Courier", "latin"),
    Letters("Helvetica-Oblique", "latin", "Ø"),
    Letters("DejaVuSans.ttf", "latin cyrillic"),
    Letters("osifont.ttf", "latin cyrillic"),
    Letters("osifont.ttf", "latin cyrillic"),
    Letters("LiberationSansNarrow-Regular.ttf", "latin cyrillic", "Ø"),
    Letters("FreeSans.ttf", "latin cyrillic"),
    Letters("VL-Gothic-Regular.ttf", "ja", "φ"),
    Letters("wqy-microhei.ttc", "zh", "φ"),
    Letters("wqy-microhei.ttc", "zh"),
)


def faces() -> list[Letters]:
    """The typefaces that this machine has."""
    roots = Path("/usr/share/fonts/truetype")
    return [f for f in FACES if "." not in f.font or (roots.exists() and next(roots.rglob(f.font), None))]


def write(sets: Path, labels: Path, count: int, seed: int) -> None:
    """Write `count` PDFs and their labels."""
    for i in range(count):
        rng = random.Random(f"paper {seed} {i}")
        letters = rng.choice(faces())
        own = office(rng, letters)
        if letters.font in ("Helvetica", "Times-Roman", "Courier", "Helvetica-Oblique") and own.language == "pl":
            own = replace(own, language="de")
        size, own_look = look(rng, letters, own)
        if rng.random() < 0.3:  # text in the gap along the line: exactly vertical at standing dimension lines
            own_look = replace(own_look, placing="gap", upright=False)
        hand = PaperHand(own_look, own, Face(letters.font))
        compose(hand, rng, size)
        keep(hand, sets, labels, f"paper_{seed}_{i:03}")
