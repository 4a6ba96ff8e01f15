"""Makes samples: one by its settings, a fixed gallery, or any number of varied sheets."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final, get_args

from drawkit.contract import Result

from . import assembly_sheet, plate_sheet, turned_part
from .carriers import CARRIERS, WEARS, Carrier, Wear, to_pdf, to_picture
from .habits import Habits, Language, Units
from .sheet import SIZES, Standard
from .studio import Kind, Settings, Studio, open_studio, through_word
from .title_blocks import LAYOUTS, Layout
from .truth import label_of, tilted
from .words import LANGUAGES

KINDS: Final[tuple[Kind, ...]] = get_args(Kind)
_DRAWERS: Final[dict[str, Callable[[Studio], None]]] = {
    "turned_part": turned_part.draw,
    "plate": plate_sheet.draw,
    "assembly": assembly_sheet.draw,
}
_SUFFIX: Final = {"application/pdf": ".pdf", "image/png": ".png", "image/jpeg": ".jpg"}


@dataclass(frozen=True)
class Sample:
    """A generated drawing and what it says."""

    name: str
    data: bytes = field(repr=False)
    media_type: str
    truth: Result = field(repr=False)

    @property
    def file_name(self) -> str:
        """The name with the ending of its format."""
        return self.name + _SUFFIX[self.media_type]

    def save(self, folder: str | Path) -> Path:
        """Write the drawing into `folder` (made if need be); returns its path."""
        path = Path(folder) / self.file_name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(self.data)
        return path

    def label(self) -> dict[str, Any]:
        """Return the ground truth, one entry a page, with the names engineers label drawings by."""
        return label_of(self.truth, self.file_name)


def draw(settings: Settings) -> Studio:
    """Draw a sheet, not yet on any carrier."""
    studio = open_studio(settings)
    _DRAWERS[settings.kind](studio)
    return studio


def make(  # noqa: PLR0913  # each is a plain choice of the caller's, by keyword
    kind: Kind = "plate",
    *,
    seed: int = 0,
    standard: Standard = "iso",
    units: Units = "mm",
    language: Language = "en",
    carrier: Carrier = "text",
    sheet: str | None = None,
    face: str = "iso",
    layout: Layout | None = None,
    grid: bool = True,
    comma: bool | None = None,
    wear: Wear = "clean",
    dpi: int = 200,
    turned: int = 0,
    name: str | None = None,
    **habits: Any,
) -> Sample:
    """Make one drawing with its ground truth; the same arguments give the same bytes.

    `kind`: turned_part, plate, assembly. `carrier`: text (PDF whose text layer is whole), lost_symbols (text layer
    without ⌀ ± ° and frame symbols), stroked (PDF of strokes alone), picture (PNG, or JPEG when worn).
    `sheet`: A4, A4P, A3, A2 or the ANSI sizes A, B, C; by default A3 or B. `face`: see `typefaces.face_names`.
    `dpi`, `wear`: of a picture; photo is as a camera sees it from the side, blueprint pale on faded blue. `turned`:
    degrees by which a PDF's content is stored turned.
    Other keywords are fields of `habits.Habits`. Raises `ValueError` for a name there is not.
    """
    _check("kind", kind, KINDS)
    _check("carrier", carrier, CARRIERS)
    _check("standard", standard, get_args(Standard))
    _check("units", units, get_args(Units))
    _check("language", language, LANGUAGES)
    _check("wear", wear, WEARS)
    _check("layout", layout or LAYOUTS[0], LAYOUTS)
    size = sheet or ("A3" if standard == "iso" else "B")
    _check("sheet", size, tuple(SIZES))
    _check("turned", turned, (0, 90, 180, 270))
    own = Habits(
        units=units,
        comma=comma if comma is not None else (language != "en" and units == "mm"),
        level_text=standard == "asme",
        height=2.5 if size in ("A4", "A4P", "A") else 3.5 if standard == "iso" else 3.0,
        times="x " if standard == "iso" else "X ",
    )
    settings = Settings(
        kind, seed, standard, units, language, carrier, size, face,
        layout or ("iso7200" if standard == "iso" else "template"), grid, own,
    )  # fmt: skip
    settings = replace(settings, habits=replace(own, through=through_word(settings), **habits))
    return carry(settings, name or _name(settings), wear=wear, dpi=dpi, turned=turned)


def _check(what: str, value: object, known: tuple[object, ...]) -> None:
    if value not in known:
        raise ValueError(f"No {what} {value!r}. There are: {', '.join(map(str, known))}.")


def _name(settings: Settings) -> str:
    return (
        f"{settings.kind}_{settings.standard}_{settings.units}_{settings.language}_{settings.carrier}_{settings.seed}"
    )


def carry(settings: Settings, name: str, *, wear: Wear = "clean", dpi: int = 200, turned: int = 0) -> Sample:
    """Draw a sheet and put it on its carrier."""
    studio = draw(settings)
    pen, carrier = studio.pen, settings.carrier
    flat: Carrier = "text" if carrier == "picture" else carrier
    pdf = to_pdf(pen.marks, studio.sheet.size, pen.face, flat, title=name, turned=0 if carrier == "picture" else turned)
    if carrier != "picture":
        source = "strokes" if carrier == "stroked" else "text"
        return Sample(name, pdf, "application/pdf", studio.ledger.result(source, turned))
    picture = to_picture(pdf, dpi, wear, settings.seed)
    wide, tall = (side * 72 / dpi for side in picture.size)
    truth = tilted(studio.ledger.result("picture"), picture.angle, (wide, tall))
    return Sample(name, picture.data, picture.media_type, truth)
