"""Keeps a finished sheet and its label, turned as it lies in the file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pypdf

from .hand import Hand


def label(hand: Hand, file: str) -> dict[str, Any]:
    """The truth of a sheet."""
    page = {k: v for k, v in hand.page.items() if v or k in ("dimensions", "gdt")}
    return {"file": file, "units": "dual" if hand.office.alternate else hand.office.units, "pages": [page]}


def turn(path: Path, turned: int) -> None:
    """Lay the page on its side in the file: 90 with the flag that turns it back, -90 without."""
    if not turned:
        return
    writer = pypdf.PdfWriter(clone_from=path)
    page = writer.pages[0]
    page.rotate(-90)
    page.transfer_rotation_to_content()
    if turned > 0:
        page.rotate(90)
    writer.write(path)


def keep(hand: Hand, sets: Path, labels: Path, stem: str) -> None:
    """Save a sheet and its label."""
    path = sets / f"{stem}.pdf"
    hand.save(path)
    turn(path, hand.look.turned)
    (labels / f"{stem}.json").write_text(json.dumps(label(hand, path.name), ensure_ascii=False, indent=1), "utf-8")
