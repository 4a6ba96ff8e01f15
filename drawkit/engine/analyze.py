"""The whole way in one page of code: bytes -> sheets -> modules -> result."""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Literal

from ..contract import (
    Balloon,
    Item,
    ModuleReport,
    ModuleState,
    Options,
    PageReport,
    Progress,
    Result,
    list_of,
    modules_of,
    profile_named,
)
from . import budget
from .budget import USUAL_SECONDS, Budget, spending, stage
from .kept import forgetting
from .layout.frame import size_name
from .load import open_drawing, pages_of
from .on_page import box_on_page, on_page
from .page import MODULES, STAGES, PageReading, read_sheet
from .private import in_public
from .recognition.script_of_page import of_page
from .summary import summarise

OnProgress = Callable[[Progress], None]

_PREFIX = {
    "title_blocks": "t",
    "bom": "p",
    "revisions": "r",
    "dimensions": "d",
    "geometric_tolerances": "g",
    "datum_features": "f",
    "surface_textures": "s",
    "threads": "h",
    "holes": "o",
    "welds": "w",
    "notes": "n",
    "views": "v",
    "balloons": "b",
    "tables": "k",
}
"""First letter of the ids in each list."""


def analyze(
    data: bytes,
    *,
    profile: str = "full",
    options: Options | None = None,
    on_progress: OnProgress | None = None,
    within: float | None = None,
) -> Result:
    """Read a drawing file: PDF, JPEG, PNG, WebP, GIF or BMP (API document, section 2), or TIFF.

    `on_progress` is told each page and each stage of it before it begins, and several times a second that it goes on;
    what it raises ends the reading. A page that costs more than `options.page_seconds` is read as far as that goes, and
    says so; and so it is where all pages must be read `within` seconds on a machine that is busy. Raises
    `contract.Refused` when the profile, the options or the file are not acceptable; what cannot be read on an
    acceptable file is said inside the result.
    """
    options, ends = options or Options(), time.monotonic() + (math.inf if within is None else within)
    wanted = modules_of(profile_named(profile), options.task_list, built=MODULES)
    with forgetting(), open_drawing(data, pages=options.pages) as source:
        numbers = pages_of(source, options.pages)
        steps = _Steps(len(numbers), source.pages, on_progress or (lambda _: None))
        pages: list[PageReading] = []
        for number in numbers:
            before = pages[-1].parts_list if pages else None
            steps.begin(number)
            began = time.monotonic()
            time_of_page = (ends - began) / (len(numbers) - len(pages))
            seconds = options.page_seconds or USUAL_SECONDS
            with of_page():
                with spending(Budget(seconds, steps.pulse, until=began + _READ * time_of_page)):
                    with stage(_SHEET):
                        sheet = source.sheet(number)
                    page = read_sheet(sheet, wanted, before, steps.step)
                    cut = budget.cut()
                with spending(Budget(_SHOWN_SECONDS, steps.pulse, until=began + time_of_page)):
                    page.shown = in_public(page.sheet, before, cut)
            page.sheet.forget_pictures()
            pages.append(page)
            steps.end()
    steps.told("done")
    return _result(profile, wanted, pages)


_SHOWN_SECONDS = 10.0
"""CPU seconds of a page for finding what must not be seen in public; it costs far less, for the page is read."""

_READ = 0.85
"""Of the time that a page has on the wall, what reading it may take; the rest is for what must not be seen."""

_SHEET = 0.8
"""Of a page's time, what reading its words and lines may take; the rest is for what they mean. Of a picture, that is
most of the work: shares of shares are small."""


class _Steps:
    """Tells how far the reading is: each page counts for `STAGES` steps, the last of them for what is left of it."""

    def __init__(self, pages: int, of: int, tell: OnProgress) -> None:
        self._total, self._of, self._tell = pages * STAGES, of, tell
        self._done = self._ended = 0
        self._page = self._step = ""

    def told(self, step: str) -> None:
        """Tell the step at hand."""
        self._step = step
        self.pulse()

    def pulse(self) -> None:
        """Tell the step at hand again: whoever is told may want to stop."""
        self._tell(Progress(done=self._done, total=self._total, step=self._step))

    def begin(self, number: int) -> None:
        """A page is read."""
        self._page = f"reading page {number} of {self._of}"
        self.told(self._page)

    def step(self, name: str) -> None:
        """One of the stages of the page begins."""
        self._done = min(self._done + 1, self._ended + STAGES - 1)
        self.told(f"{self._page}: {name}")

    def end(self) -> None:
        """The page is read."""
        self._ended += STAGES
        self._done = self._ended


def _result(profile: str, wanted: Sequence[str], pages: Sequence[PageReading]) -> Result:
    lists = {list_of(module): _numbered(module, pages) for module in wanted}
    result = Result.model_validate(
        {
            "profile": profile,
            "units": _units(pages),
            "modules": {module: _report(module, pages) for module in wanted},
            "pages": tuple(_page(p) for p in pages),
            **{name: tuple(items) for name, items in lists.items()},
        }
    )
    result = _linked(result)
    return result.model_copy(update={"summary": summarise(result)})


def _numbered(module: str, pages: Sequence[PageReading]) -> list[Item]:
    """The module's items of all pages with ids that are unique within the result."""
    items = [on_page(item, page.sheet.scale) for page in pages for item in page.items.get(module, ())]
    prefix = _PREFIX[list_of(module)]
    return [item.model_copy(update={"id": f"{prefix}{i}"}) for i, item in enumerate(items, 1)]


def _report(module: str, pages: Sequence[PageReading]) -> ModuleReport:
    reports = [page.reports[module] for page in pages if module in page.reports]
    unreadable = [page.sheet.number for page in pages if not page.sheet.readable]
    found = [r for r in reports if r.status is ModuleState.FOUND]
    failed = next((r for r in reports if r.status is ModuleState.FAILED), None)
    if found:
        return next((r for r in found if r.detail), found[0])
    if failed:
        return failed
    if unreadable:
        detail = f"page(s) {', '.join(map(str, unreadable))} cannot be read"
        return ModuleReport(status=ModuleState.FAILED, detail=detail)
    return ModuleReport(status=ModuleState.ABSENT)


def _page(page: PageReading) -> PageReport:
    sheet = page.sheet
    width, height = sheet.width / sheet.scale, sheet.height / sheet.scale
    private = page.shown.private
    return PageReport(
        page=sheet.number,
        width=round(width, 2),
        height=round(height, 2),
        sheet_size=size_name(width, height),
        source=sheet.source,
        turned=sheet.turned,
        readable=sheet.readable,
        remarks=(*sheet.remarks, *page.shown.remarks),
        private=None if private is None else tuple(box_on_page(box, sheet.scale) for box in private),
        public_title=page.shown.title,
    )


def _units(pages: Iterable[PageReading]) -> Literal["mm", "inch", "dual"] | None:
    """The unit of the drawing: the one most pages name, "dual" where dimensions state both."""
    pages = list(pages)
    sized = [d for page in pages for d in page.items.get("dimensions", ())]
    if sized and sum(getattr(d, "alternate", None) is not None for d in sized) > len(sized) / 2:
        return "dual"
    named = Counter(page.units for page in pages if page.units)
    return named.most_common(1)[0][0] if named else None


def _linked(result: Result) -> Result:
    """The result with references between its lists: balloons to parts, threads and holes to their callouts."""
    parts: dict[str, str] = {}
    for part in result.bom:
        parts.setdefault(part.position.lstrip("0"), part.id)
    balloons = [b.model_copy(update={"item_id": parts.get(b.position.lstrip("0"))}) for b in result.balloons]
    callouts = {(d.page, d.box, d.text): d.id for d in result.dimensions}
    derived = {
        name: tuple(
            item.model_copy(update={"dimension_id": callouts.get((item.page, item.box, item.text))})
            for item in getattr(result, name)
        )
        for name in ("threads", "holes")
    }
    balloon_items: tuple[Balloon, ...] = tuple(balloons)
    return result.model_copy(update={"balloons": balloon_items, **derived})
