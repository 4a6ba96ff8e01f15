"""Sheets drawn by LibreCAD: it reads our DXF, places its own dimension text and arrows, and prints stroke fonts."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import Literal

from .ezdxf_hand import EzdxfHand
from .hand import Point
from .keep import keep
from .plan import SIZES, Letters, compose, look, office
from .spec import Spec

FONTS = (
    Letters("standard.lff", "latin", words=True),
    Letters("iso.lff", "latin", words=True),
    Letters("iso3098.lff", "latin", "Ø", words=True),
    Letters("iso3098_i.lff", "latin", "Ø", words=True),
    Letters("lc_opengost-br.lff", "latin cyrillic", words=True),
    Letters("lc_opengost-ar.lff", "latin cyrillic", words=True),
    Letters("unicode.lff", "latin cyrillic"),
    Letters("azomix.lff", "ja", "φ", words=True),
)


def program() -> str | None:
    """LibreCAD, if this machine has it."""
    return shutil.which("librecad")


class LibrecadHand(EzdxfHand):
    """Plans with ezdxf's metrics, draws with LibreCAD, which always sets text above the dimension line."""

    def linear(self, p: Point, q: Point, at: Point, angle: float, spec: Spec) -> bool:
        span = abs(q[0] - p[0]) if angle == 0 else abs(q[1] - p[1])
        if 1.15 * self.size(self.block(spec, (0, 0), (0, 0)))[0] > span - 2 * self.look.arrow_size:
            return False  # it would set the text where nobody has asked whether there is room
        return super().linear(p, q, at, angle, spec)

    def radial(self, centre: Point, radius: float, angle: float, spec: Spec) -> bool:
        return False  # LibreCAD sets this text onto its line

    def angular(self, centre: Point, start: float, end: float, radius: float, spec: Spec) -> bool:
        return False  # nor does it print the angles of this DXF

    def ordinate(self, feature: Point, end: Point, along: Literal["x", "y"], spec: Spec) -> bool:
        return False  # LibreCAD 2.2 draws none

    def save(self, path: Path) -> None:
        with tempfile.TemporaryDirectory() as folder:
            drawing = Path(folder) / "sheet.dxf"
            for text in self.msp.query("TEXT MTEXT"):  # its letters stand lower than ezdxf's
                height = text.dxf.height if text.dxftype() == "TEXT" else text.dxf.char_height
                text.translate(0.22 * height, 0.12 * height, 0)
            self.doc.header["$DIMGAP"] = self.look.gap + 0.25 * self.look.text
            self.doc.header["$PLIMMAX"] = (self.look.width, self.look.height)
            self.doc.saveas(drawing)
            paper = f"{self.look.width:g}x{self.look.height:g}"
            command = [str(program()), "dxf2pdf", "-p", paper, "-f", "0,0,0,0", "-s", "1", "-r", "600", str(drawing)]
            if not self.look.colours:
                command.insert(2, "-m")
            subprocess.run(
                command,
                cwd=folder,
                check=True,
                env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
                capture_output=True,
                timeout=120,
            )
            shutil.move(drawing.with_suffix(".pdf"), path)


def write(sets: Path, labels: Path, count: int, seed: int) -> None:
    """Write `count` PDFs and their labels."""
    for i in range(count):
        rng = random.Random(f"librecad {seed} {i}")
        letters = rng.choice(FONTS)
        own = office(rng, letters)
        size, own_look = look(rng, letters, own)
        size = {"B": "A3", "C": "A3", "A2": "A3"}.get(size, size)  # it prints on A3 what is larger
        text = max(2.5, own_look.text)
        thin = min(max(own_look.thin, text / 20), text / 13)
        own_look = replace(
            own_look,
            placing="above",
            upright=False,
            slant=0.0,
            width=SIZES[size][0],
            height=SIZES[size][1],
            text=text,
            thin=thin,
            level=max(8.0, 2.8 * text),
        )
        own = replace(own, stacked=False)  # its two lines run into each other
        hand = LibrecadHand(own_look, own, style=letters.font[:-4])  # LibreCAD takes the style's name for the font's
        compose(hand, rng, size)
        keep(hand, sets, labels, f"librecad_{seed}_{i:03}")
