"""One page, read once: what is on its sheet, module by module, with each word used for one thing."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from ..contract import (
    Box,
    Dimension,
    GeometricTolerance,
    Hole,
    Item,
    ModuleReport,
    ModuleState,
    SurfaceTexture,
    TitleBlock,
    View,
    Weld,
)
from . import budget
from .budget import OutOfTimeError
from .decision.candidates import decimal_mark
from .drawn_text.words import with_drawn_text
from .index import in_any
from .layout.around import inside
from .layout.designators import shows_circuit, without_designators
from .layout.fractions import with_fractions
from .layout.frame import frame_of
from .layout.numbered_lists import words_of_lists
from .layout.reading_order import in_reading_order
from .modules import (
    balloons,
    bom,
    datums,
    dimensions,
    geometric_tolerances,
    hole_tables,
    holes,
    notes,
    revisions,
    surface_textures,
    tables,
    threads,
    title_block,
    views,
    welds,
)
from .picture_text.boxed_letters import with_boxed_letters
from .picture_text.diameter_signs import with_diameters
from .picture_text.lone_deviations import with_lone_deviations_completed
from .picture_text.pixel_marks import with_pixel_marks
from .picture_text.span_numbers import with_numbers_of_spans
from .private import InPublic
from .sheet import Sheet, Word
from .symbols.flags import flagged
from .symbols.frames import Frame, frames_of, words_of_frames
from .symbols.requirements import requirements_at
from .symbols.weld_symbols import words_of_welds
from .tables.tables import Table, names_of
from .text.complete import complete
from .text.stamps import without_stamp
from .units import Units, units_of

MODULES: tuple[str, ...] = (
    "title_block",
    "bom",
    "revisions",
    "dimensions",
    "geometric_tolerances",
    "datums",
    "surface_textures",
    "threads",
    "holes",
    "welds",
    "notes",
    "views",
    "balloons",
    "tables",
)
"""The modules that are built, in the contract's order."""


@dataclass
class PageReading:
    """What one page holds: the items of each module, and how each module fared."""

    sheet: Sheet
    before: Table | None = None
    """The last parts list of the pages before."""
    units: Units | None = None
    items: dict[str, list[Item]] = field(default_factory=dict)
    reports: dict[str, ModuleReport] = field(default_factory=dict)
    frames: list[Frame] = field(default_factory=list)
    """Feature control frames."""
    known: list[Box] = field(default_factory=list)
    """The areas of title block, parts lists and revisions."""
    framed: set[Word] = field(default_factory=set)
    """Words of feature control frames."""
    at_marks: frozenset[Word] = frozenset()
    """Words that belong to symbols: check marks of textures, but for their values, frames and welds."""
    sizing: list[Word] = field(default_factory=list)
    """Words that may belong to dimensions."""
    listed: dict[Word, Word] = field(default_factory=dict)
    """Numbers of notes that begin with a feature control frame, and that frame as a word."""
    shown: InPublic = field(default_factory=InPublic)
    """What may be seen of the page by everybody."""
    step: Callable[[str], None] = field(default=lambda _: None, repr=False)
    """Is told each stage before it begins."""

    @property
    def parts_list(self) -> Table | None:
        """The last parts list up to this page, which may go on without headings on the next."""
        return next(reversed(self.parts_lists), self.before)

    @property
    def parts_lists(self) -> tuple[Table, ...]:
        """The parts lists of the page; none where the module failed."""
        return () if self.failed("bom") else bom.parts_lists(self.sheet, self.before)

    def failed(self, module: str) -> bool:
        """Whether a module that ran could not look."""
        return self.reports[module].status is ModuleState.FAILED

    def run(self, module: str, read: Callable[[], Sequence[Item]]) -> list[Item]:
        """Run one module; what goes wrong in it stays in it and is reported, as is what there was no time for."""
        self.step(module.replace("_", " "))
        known = len(budget.cut())
        found: list[Item] = []
        try:
            with budget.keeping(module.replace("_", " "), _SHARES.get(module, _SHARE)):
                budget.check()
                found = list(read())
        except Exception as error:  # noqa: BLE001 - a module that fails must not take the others with it
            self.reports[module] = ModuleReport(status=ModuleState.FAILED, detail=f"{type(error).__name__}: {error}")
            self.items[module] = []
            return []
        late = budget.cut()[known:] or (budget.cut() if not found else ())
        self.reports[module] = _looked(found, late)
        self.items[module] = found
        return found


_SHARE, _SHARES = 0.1, {"title_block": 0.3, "bom": 0.3, "dimensions": 0.8, "notes": 1.0}
"""Of the time that is left, what a module may take at most: none of the small ones keeps it from the dimensions."""

STAGES = len(MODULES) + 2
"""Steps of a page that are told: its text, what completes it, and the modules."""


def _looked(found: Sequence[Item], cut: Sequence[str]) -> ModuleReport:
    """What came of a module: found is found, though there may be more; nothing is nothing only where all was seen."""
    late = f"The page's computing time was spent before all was looked at: {', '.join(cut)}." if cut else None
    if found:
        return ModuleReport(status=ModuleState.FOUND, detail=late)
    return ModuleReport(status=ModuleState.FAILED if cut else ModuleState.ABSENT, detail=late)


def read_sheet(
    sheet: Sheet, wanted: Collection[str], before: Table | None = None, step: Callable[[str], None] = lambda _: None
) -> PageReading:
    """Read the wanted modules. Others may run too where the wanted ones need to know what is taken.

    `before` is the last parts list of the pages before: it may go on here without its headings. `step` is told each
    stage. Where the page's time (see `budget`) is spent, what was found so far stays found, and the modules that could
    not look have failed.
    """
    step("symbols beside the text")
    page = PageReading(_completed(sheet), before, step=step)
    with suppress(OutOfTimeError):
        _read_modules(page, wanted)
    for module in wanted:
        if module not in page.reports:
            page.run(module, lambda: ())
    told = [remark for remark in (_BLANK if _is_blank(page.sheet) else None, budget.remark()) if remark is not None]
    if told:  # what is kept of a sheet is not known of another
        page.sheet = page.sheet.at(remarks=(*page.sheet.remarks, *told))
    return page


_BLANK = "Nothing is drawn on this page. If another program shows a drawing here, print it to a new PDF and read that."
_GLANCE = 36.0  # dpi at which a page without words and lines is looked at


def _is_blank(sheet: Sheet) -> bool:
    """Whether a page shows nothing at all, as one does whose drawing is a form or a model for one program alone."""
    if not sheet.readable or sheet.words or len(sheet.segments) or not sheet.has_picture:
        return False
    glance = sheet.render(_GLANCE)
    return bool((glance == glance.flat[0]).all())


def _read_modules(page: PageReading, wanted: Collection[str]) -> None:
    sheet, before = page.sheet, page.before
    border = frame_of(sheet)
    blocks = page.run("title_block", lambda: title_block.read(sheet, before))
    page.run("bom", lambda: bom.read(sheet, before))
    page.run("revisions", lambda: revisions.read(sheet))
    area, fields = title_block.title_fields(sheet, before) if blocks else (None, ())
    further = [other for other, _ in title_block.further_blocks(sheet, before)] if blocks else []
    known = [*([area.box] if area else []), *(other.box for other in further), *_table_boxes(page)]
    page.run("tables", lambda: tables.read(sheet, known))
    taken = known if page.failed("tables") else tables.boxes_of_tables(sheet, known)
    taken = [*area.taken, *taken[1:]] if area else taken
    free, in_tables, outside = _split(sheet.words, taken, border.box)
    page.units = units_of(sheet, [b for b in blocks if isinstance(b, TitleBlock)])
    page.known = known
    in_title = [w for w in in_tables if area is not None and inside(w.middle, area.box)]
    _read_views(page, wanted, free, in_title)
    labels = [v for v in page.items["views"] if isinstance(v, View) and views.is_title(v)]
    planes = {views.plane_of(v) for v in labels}
    noted = [*page.items["dimensions"], *page.items["surface_textures"], *labels]
    told = [f.box for f in fields if area is None and (f.field == "title" or f.label)]
    known_words = page.framed | page.at_marks
    unread = [w for w in free if not (w in known_words or w.text in planes or any(inside(w.middle, t) for t in told))]
    unread = without_designators(_outside(unread, noted))
    in_block = [] if area else [w for w in unread if any(_holds(b, w, sheet) for b in blocks)]
    written = title_block.comments_of(sheet, before) if area else []
    held = {*in_block, *written}
    unread = [*(w for w in unread if w not in held), *page.listed.values(), *written]
    in_tables = [w for w in in_tables if w not in held]
    said = title_block.remarks_of(sheet, before) if area else []
    named = names_of(page.parts_lists) | tables.columns_of(page.items["tables"])
    sifted = notes.of_circuit if shows_circuit(free) else list
    page.run(
        "notes",
        lambda: sifted(
            notes.read(sheet, unread, in_tables, in_block=in_block, outside=outside, remarks=said, named=named)
        ),
    )
    for module, found in page.items.items():
        page.items[module] = [_zoned(item, border.zone_of) for item in found]


def _completed(sheet: Sheet) -> Sheet:
    """The sheet with the words and symbols that its text layer, or the reader of its picture, left out."""
    picture = (
        *(with_pixel_marks, with_diameters, with_lone_deviations_completed, with_boxed_letters),
        *(with_numbers_of_spans, with_fractions),
    )
    drawn = (with_drawn_text, complete, with_diameters, with_boxed_letters, with_numbers_of_spans, with_fractions)
    sheet = without_stamp(sheet)
    with budget.stage(_TEXT):
        for completing in picture if sheet.source == "picture" else drawn:
            with budget.keeping("text and symbols that are drawn"):
                sheet = completing(sheet)
    return without_stamp(sheet)


_TEXT = 0.7
"""Of the time that is left, what the completing of the text may take: all that is drawn is read there."""


def _read_views(page: PageReading, wanted: Collection[str], free: list[Word], in_title: list[Word]) -> None:
    """What stands in the views; the texture of all surfaces may stand in the title block."""
    sheet = page.sheet
    if {"geometric_tolerances", "dimensions", "datums", "notes"} & set(wanted):
        page.run("geometric_tolerances", lambda: _tolerances(page, free))
    loose = without_designators(w for w in free if w not in page.framed)
    letters = page.run("datums", lambda: datums.read(sheet, loose, page.frames))
    page.run("balloons", lambda: balloons.read(sheet))
    page.run("views", lambda: views.read(sheet, loose))
    marked = page.run("surface_textures", lambda: _textures(page, loose, in_title))
    loose = [w for w in loose if w not in page.at_marks]
    welded = page.run("welds", lambda: _welds(page, loose))
    owned = {*page.at_marks, *page.listed, *flagged(sheet, loose), *words_of_lists(loose, sheet.segments)}
    sizing = _outside(loose, [*marked, *letters, *welded, *page.items["balloons"]])
    page.sizing = [w for w in sizing if w not in owned]
    row = _ROW * sheet.text_height
    listed = bom.item_numbers(page.items["bom"])
    sized = page.run(
        "dimensions",
        lambda: in_reading_order(dimensions.read(sheet, page.sizing, page.units, page.framed, listed, free), row),
    )
    found = [d for d in sized if isinstance(d, Dimension)]
    page.run("threads", lambda: threads.read(found))
    page.run("holes", lambda: [*holes.read(found), *_tabled_holes(page)])


def _textures(page: PageReading, words: list[Word], in_title: list[Word]) -> list[SurfaceTexture]:
    found = surface_textures.read(page.sheet, words, in_title)
    page.at_marks |= found.beside
    return found.items


def _welds(page: PageReading, words: list[Word]) -> list[Weld]:
    page.at_marks |= words_of_welds(page.sheet, words)
    return welds.read(page.sheet, words)


def _tolerances(page: PageReading, free: list[Word]) -> list[GeometricTolerance]:
    page.frames = frames = frames_of(page.sheet)
    page.framed = words_of_frames(frames)
    page.listed = notes.frames_in_text(free, frames)
    page.at_marks |= requirements_at(page.sheet, frames, free)
    return geometric_tolerances.read(page.sheet, frames)


def _tabled_holes(page: PageReading) -> list[Hole]:
    decimal = decimal_mark(page.sheet.words)
    return hole_tables.read(page.sheet, page.known, page.units, decimal)


_ROW = 2.5
"""Text heights that a row of dimensions is deep."""

_LARGEST_BLOCK = 0.3
"""Share of the page beyond which a title block is no block but words in several places."""


def _holds(block: Item, word: Word, sheet: Sheet) -> bool:
    if block.box is None:
        return False
    x0, y0, x1, y1 = block.box
    return (x1 - x0) * (y1 - y0) <= _LARGEST_BLOCK * sheet.width * sheet.height and inside(word.middle, block.box)


def _table_boxes(page: PageReading) -> list[Box]:
    """The areas of the parts lists and revision tables, their headings included, of those modules that did not fail."""
    changes = () if page.failed("revisions") else revisions.revision_tables(page.sheet)
    return [table.box for table in (*page.parts_lists, *changes)]


def _split(
    words: Sequence[Word], taken: Sequence[Box], border: Box | None
) -> tuple[list[Word], list[Word], list[Word]]:
    """Words of the drawing's field, words of title block and tables, and words outside the frame."""
    free: list[Word] = []
    in_tables: list[Word] = []
    outside: list[Word] = []
    for word, in_table in zip(words, in_any([w.middle for w in words], taken), strict=True):
        if in_table:
            in_tables.append(word)
        elif border is None or inside(word.middle, border):
            free.append(word)
        else:
            outside.append(word)
    return free, in_tables, outside


def _outside(words: Sequence[Word], items: Sequence[Item]) -> list[Word]:
    known = in_any([w.middle for w in words], [item.box for item in items if item.box])
    return [w for w, gone in zip(words, known, strict=True) if not gone]


def _zoned(item: Item, zone_of: Callable[[float, float], str | None]) -> Item:
    if item.sheet_zone is not None or item.box is None:
        return item
    x0, y0, x1, y1 = item.box
    return item.model_copy(update={"sheet_zone": zone_of((x0 + x1) / 2, (y0 + y1) / 2)})
