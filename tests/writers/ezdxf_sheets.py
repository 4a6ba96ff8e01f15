"""Sheets rendered by ezdxf: letters as outlines of a font or as strokes, with matplotlib or PyMuPDF."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

from .ezdxf_hand import LFF_FOLDER, EzdxfHand
from .keep import keep
from .plan import Letters, compose, look, office

OUTLINES = (
    Letters("DejaVuSans.ttf", "latin cyrillic", "⌀", "⌀Ø⌴⌵"),
    Letters("DejaVuSansCondensed.ttf", "latin cyrillic", "⌀", "⌀Ø⌴⌵"),
    Letters("osifont.ttf", "latin cyrillic"),
    Letters("osifont.ttf", "latin cyrillic"),
    Letters("LiberationSans-Regular.ttf", "latin cyrillic", "Ø", "↧⌴⌵⌀"),
    Letters("LiberationSansNarrow-Regular.ttf", "latin", "Ø", "↧⌴⌵⌀"),
    Letters("LiberationSerif-Regular.ttf", "latin cyrillic", "Ø", "↧⌴⌵⌀"),
    Letters("FreeSans.ttf", "latin cyrillic", "⌀", "⌀Ø⌴⌵"),
    Letters("OpenSans-Regular.ttf", "latin cyrillic", "⌀", "⌀Ø↧⌴⌵□"),
    Letters("RobotoCondensed-Light.ttf", "latin", "⌀", "⌀Ø↧⌴⌵□"),
    Letters("VL-Gothic-Regular.ttf", "ja", "φ", "⌀Ø⌴⌵"),
    Letters("VL-PGothic-Regular.ttf", "ja", "⌀", "⌀Ø⌴⌵"),
    Letters("wqy-microhei.ttc", "zh", "φ", "⌀Ø↧⌴⌵□"),
    Letters("wqy-microhei.ttc", "zh", "⌀", "⌀Ø↧⌴⌵□"),
)
STROKES = (
    Letters("lc_opengost-br.lff", "latin cyrillic", words=True),
    Letters("lc_opengost-ar.lff", "latin cyrillic", words=True),
    Letters("iso3098.lff", "latin", "Ø", words=True),
    Letters("iso3098_i.lff", "latin", "Ø", words=True),
    Letters("standard.lff", "latin", words=True),
    Letters("iso.lff", "latin", words=True),
    Letters("unicode.lff", "latin cyrillic"),
    Letters("azomix.lff", "ja", "φ", words=True),
    Letters("kst32b.lff", "ja", "φ", words=True),
)


def write(sets: Path, labels: Path, count: int, seed: int) -> None:
    """Write `count` PDFs and their labels."""
    for i in range(count):
        rng = random.Random(f"ezdxf {seed} {i}")
        strokes = LFF_FOLDER.exists() and i % 2 == 1
        letters = rng.choice(STROKES if strokes else OUTLINES)
        own = office(rng, letters)
        size, own_look = look(rng, letters, own)
        if strokes:  # a decimal point of a stroke font is as large as its pen is wide
            own_look = replace(
                own_look, thin=max(own_look.thin, own_look.text / 14), outline=max(own_look.outline, own_look.text / 9)
            )
        hand = EzdxfHand(own_look, own, rng.choice(("matplotlib", "pymupdf")), letters.missing)
        compose(hand, rng, size)
        keep(hand, sets, labels, f"ezdxf_{seed}_{i:03}")
