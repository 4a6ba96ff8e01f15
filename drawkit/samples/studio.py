"""What every kind of drawing starts from: settings, the prepared sheet, and its common furniture."""

from __future__ import annotations

import datetime as dt
import random
from dataclasses import dataclass, field
from typing import Any, Literal

from .carriers import Carrier
from .drafter import Drafter
from .habits import THROUGH, Habits, Language, Units
from .parts_list import draw_notes, draw_revisions, notes_height
from .pen import LINES, LineType, Pen, Rect
from .sheet import Sheet, Standard, scale_text
from .symbols import SYMBOLS
from .title_blocks import Facts, Layout, draw_title_block
from .truth import Ledger
from .typefaces import face_named
from .words import ASSEMBLY_NOTES, COMPANIES, PART_NOTES, REVISION_TEXTS, TITLES, TURNED_NOTES

Kind = Literal["turned_part", "plate", "assembly"]


@dataclass(frozen=True)
class Settings:
    """Everything that decides a sample."""

    kind: Kind = "plate"
    seed: int = 0
    standard: Standard = "iso"
    units: Units = "mm"
    language: Language = "en"
    carrier: Carrier = "text"
    sheet: str = "A3"
    face: str = "iso"
    layout: Layout = "iso7200"
    grid: bool = True
    habits: Habits = field(default_factory=Habits)


@dataclass
class Studio:
    """One drawing in the making."""

    settings: Settings
    sheet: Sheet
    pen: Pen
    ledger: Ledger
    drafter: Drafter
    rng: random.Random
    room: Rect = (0, 0, 0, 0)
    """What is left of the frame for views."""

    @property
    def habits(self) -> Habits:
        """The office's habits."""
        return self.settings.habits

    def choose(self, *options: Any) -> Any:
        """One of the options, by the seed."""
        return self.rng.choice(options)

    def neat(self, value: float, step: float) -> float:
        """`value` (mm) as a neat number of drawing units: a multiple of `step` units."""
        return round(round(value / self.habits.unit / step) * step, 4)


def open_studio(settings: Settings) -> Studio:
    """Prepare sheet, pen and ledger."""
    sheet = Sheet(settings.sheet, settings.standard, settings.grid)
    face = face_named(settings.face)
    lost = settings.carrier != "text"
    own = SYMBOLS if lost else frozenset(c for c in SYMBOLS if not face.covers(c) or settings.face == "iso")
    lines = dict(LINES)
    lines["dimension"] = LineType(0.25, (), settings.habits.grey)
    pen = Pen(face, lines, own=own)
    ledger = Ledger(sheet, settings.units)
    drafter = Drafter(pen, ledger, settings.habits, sheet.frame)
    rng = random.Random(f"{settings.kind}-{settings.seed}")  # noqa: S311  # repeatable variety, no secret
    return Studio(settings, sheet, pen, ledger, drafter, rng, sheet.frame)


def through_word(settings: Settings) -> str:
    """Return the word for a through hole in the sheet's language."""
    return THROUGH[settings.language]


def issue_date(rng: random.Random, language: Language, standard: Standard) -> str:
    """Return a date as offices of that language print it."""
    day = dt.date(2019, 1, 7) + dt.timedelta(days=rng.randrange(2300))
    if standard == "asme" and language == "en":
        return day.strftime("%m/%d/%Y")
    return day.strftime(
        {"de": "%d.%m.%Y", "fr": "%d/%m/%Y", "it": "%d/%m/%Y", "es": "%d/%m/%Y"}.get(language, "%Y-%m-%d")
    )


def general_tolerance(settings: Settings) -> str:
    """Return the general tolerance as printed in the title block."""
    if settings.standard == "iso" or settings.language != "en":
        return "ISO 2768-mK"
    if settings.units == "inch":
        return "ANGULAR ±0.5°; TWO PLACE DECIMAL ±.01; THREE PLACE DECIMAL ±.005"
    return "ANGULAR ±0.5°; ONE PLACE DECIMAL ±0.2; TWO PLACE DECIMAL ±0.1"


def mass_text(studio: Studio, kilograms: float, decimals: int) -> str:
    """Return a mass as printed: kilograms, or pounds on a sheet in inches."""
    inch = studio.settings.units == "inch"
    return f"{studio.habits.number(kilograms * (2.2046 if inch else 1), decimals)} {'lb' if inch else 'kg'}"


def facts_of(
    studio: Studio, scale: float, *, material: str | None, mass: str | None, finish: str | None = None
) -> Facts:
    """Return the title block's content."""
    rng, settings = studio.rng, studio.settings
    language = settings.language
    title = rng.choice(TITLES[settings.kind][language])
    number = f"{rng.choice(('A', 'B', 'DK-', '4', '10-', 'MB'))}{rng.randrange(1000, 9999)}-{rng.randrange(10, 99)}"
    signs = rng.sample(("AK", "mr", "JD", "kmb", "P.L.", "STE", "hv", "TW"), 3)
    sheet_word = {"en": " OF ", "de": "/", "fr": "/"}.get(language, "/") if settings.layout == "template" else "/"
    metric = {"en": "MILLIMETERS", "de": "MILLIMETER", "fr": "MILLIMÈTRES"}.get(language, "MM")
    units = ("INCHES" if settings.units == "inch" else metric) if settings.layout == "template" else settings.units
    return Facts(
        title=title.upper() if settings.layout == "template" else title,
        drawing_number=number,
        part_number=f"{rng.randrange(100000, 999999)}" if settings.layout == "iso7200" and rng.random() < 0.5 else None,
        revision=rng.choice(("A", "B", "C", "00", "01")),
        material=material,
        finish=finish,
        scale=scale_text(scale),
        sheet=f"1{sheet_word}1",
        sheet_size=studio.sheet.label,
        date=issue_date(rng, language, settings.standard),
        drawn_by=signs[0],
        checked_by=signs[1] if rng.random() < 0.8 else None,
        approved_by=signs[2] if rng.random() < 0.6 else None,
        company=rng.choice(COMPANIES[language]),
        units=units,
        projection="first" if settings.standard == "iso" else "third",
        general_tolerance=general_tolerance(settings),
        mass=mass,
    )


def furnish(studio: Studio, facts: Facts, *, revisions: bool = True) -> None:
    """Draw frame, title block, revision table and notes; what is left is the room for views."""
    settings, drafter, pen = studio.settings, studio.drafter, studio.pen
    studio.sheet.draw(pen)
    block = draw_title_block(drafter, settings.layout, facts, settings.language)
    if settings.layout == "plain":
        studio.drafter.general = False
    frame = studio.sheet.frame
    if revisions and studio.rng.random() < 0.6:
        draw_revisions(drafter, _revisions(studio, facts), (frame[2], frame[3]), settings.language)
    source = ASSEMBLY_NOTES if settings.kind == "assembly" else PART_NOTES
    pool = source[settings.language] + (TURNED_NOTES[settings.language] if settings.kind == "turned_part" else ())
    notes = studio.rng.sample(pool, min(len(pool), studio.choose(2, 3, 4)))
    size = 2.5 if settings.habits.height < 3.5 or studio.sheet.size[0] < 400 else 3.0
    width = min(110.0, block[0] - frame[0] - 12)
    if width > 45:
        top = frame[1] + 6 + notes_height(pen, notes, width, size)
        draw_notes(drafter, notes, (frame[0] + 6, top), width, size, settings.language)
    studio.room = (frame[0] + 6, block[3] + 4, frame[2] - 6, frame[3] - 6)


def _revisions(studio: Studio, facts: Facts) -> list[tuple[str, str, str, str]]:
    texts = REVISION_TEXTS[studio.settings.language]
    last = facts.revision
    marks = (
        [chr(c) for c in range(ord("A"), ord(last) + 1)]
        if last.isalpha()
        else [f"{i:02}" for i in range(int(last) + 1)]
    )
    dates = sorted((studio.rng.randrange(2019, 2026), studio.rng.randrange(1, 13)) for _ in marks)
    return [
        (mark, texts[index % len(texts)], f"{year}-{month:02}-{studio.rng.randrange(1, 28):02}", facts.drawn_by)
        for index, (mark, (year, month)) in enumerate(zip(marks, dates, strict=True))
    ]
