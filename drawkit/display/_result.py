"""What an analyst holds: a result with its tables, its pictures and its files."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import IO, Any, Final, overload

import pandas as pd
from matplotlib.axes import Axes

from drawkit import contract, figures, frames
from drawkit.client import DrawkitError
from drawkit.contract import Correction, Decision
from drawkit.inspection import Plan

from . import _files, _html, _result_html, _words
from ._covered import NO_PREVIEW, WHY_COVERED, is_covered
from ._marks import marked, marked_private
from ._own_drawing import OwnDrawing
from ._picture import Picture, picture_of, sheet_png
from ._reviewed import REVIEWED, Reviewed, of_corrections

PreviewSource = Callable[[int], bytes | None]
"""Fetches the preview of a page; None where there is none."""
PartSource = Callable[[int, contract.Box, float], tuple[bytes, contract.Box] | None]
"""Draws a box of a page in a resolution (dpi): the picture, and the box that it shows."""
SmallSource = Callable[[int, int], bytes | None]
"""Draws a page about so many pixels large."""

_PUBLIC: Final = (
    "data", "name", "summary", *frames.TABLES, "title_block", "each_table", "limits", "to_frames", "to_csv", "to_excel",
    "to_parquet", "to_json", "from_json", "show", "show_dimensions", "show_bom", "plot_tolerances", "plot_confidence",
    "preview", "part", "small", "caption", "units", "redacted", "telling_page", *REVIEWED,
)  # fmt: skip


_BESIDE: Final = ("corrections", "inspection", "review")
"""Members of its JSON that stand beside what was read."""


class Result(Reviewed):
    """An analysed drawing. Tables are DataFrames, `show` draws the sheet, `data` is the plain contract value.

    `previews` are the pages' pictures, or a function that fetches one by page number; it is asked only when a
    picture is drawn. `data` is what was read and never changes; what a person decides (`accept`, `correct`, `reject`,
    `add` ...) stands beside it, and tables, pictures and files show it, marked. `redacted` tells whether the previews
    are sanitized: what is not sure to be is left out of what `drawkit.share` writes. Two results are equal when data
    and decisions are.
    """

    def __init__(
        self,
        data: contract.Result,
        name: str = "drawing",
        previews: Sequence[bytes] | PreviewSource | None = None,
        *,
        decisions: Iterable[Decision] = (),
        redacted: bool | None = None,
    ) -> None:
        self.data = data
        self._decisions = tuple(decisions)
        self.name = name
        self.redacted = redacted
        self._covered: dict[int, bool] = {}
        self._part: PartSource | None = None
        self._small: SmallSource | None = None
        self._source = previews if callable(previews) else None
        self._previews: dict[int, bytes | None] = (
            {} if previews is None or callable(previews) else dict(enumerate(previews, start=1))
        )

    # Tables

    @property
    def title_block(self) -> pd.DataFrame:
        """The title block (ISO 7200) as two columns, `label` and `value`."""
        return frames.title_block(self.corrected)

    @property
    def title_blocks(self) -> pd.DataFrame:
        """Title blocks, one row each, one column a field."""
        return frames.title_blocks(self.corrected)

    @property
    def title_fields(self) -> pd.DataFrame:
        """Every labelled field of the title blocks as printed."""
        return frames.title_fields(self.corrected)

    @property
    def bom(self) -> pd.DataFrame:
        """Parts list (ISO 7573); columns with headers of their own stand beside the usual ones."""
        return frames.bom(self.corrected, expand=True)

    @property
    def revisions(self) -> pd.DataFrame:
        """Revisions table."""
        return frames.revisions(self.corrected)

    @property
    def dimensions(self) -> pd.DataFrame:
        """Dimensions with their tolerances, each in its `unit`."""
        return frames.dimensions(self.corrected)

    @property
    def units(self) -> str | None:
        """The drawing's units: "mm", "inch" or "dual"; None where it does not tell them. Rows have their own `unit`."""
        return self.corrected.units

    def limits(self, *, general: str | None = None) -> pd.DataFrame:
        """Limits of size of each dimension: as stated, by its fit or by the general tolerance; see `frames.limits`."""
        return frames.limits(self.corrected, general=general)

    @property
    def geometric_tolerances(self) -> pd.DataFrame:
        """Rows of feature control frames (ISO 1101)."""
        return frames.geometric_tolerances(self.corrected)

    @property
    def datum_features(self) -> pd.DataFrame:
        """Datum feature symbols (ISO 5459)."""
        return frames.datum_features(self.corrected)

    @property
    def surface_textures(self) -> pd.DataFrame:
        """Surface texture symbols (ISO 21920-1)."""
        return frames.surface_textures(self.corrected)

    @property
    def threads(self) -> pd.DataFrame:
        """Thread designations."""
        return frames.threads(self.corrected)

    @property
    def holes(self) -> pd.DataFrame:
        """Hole callouts."""
        return frames.holes(self.corrected)

    @property
    def welds(self) -> pd.DataFrame:
        """Welding symbols (ISO 2553)."""
        return frames.welds(self.corrected)

    @property
    def notes(self) -> pd.DataFrame:
        """Notes."""
        return frames.notes(self.corrected)

    @property
    def views(self) -> pd.DataFrame:
        """Labelled views (ISO 128-3)."""
        return frames.views(self.corrected)

    @property
    def balloons(self) -> pd.DataFrame:
        """Balloons (ISO 6433)."""
        return frames.balloons(self.corrected)

    @property
    def tables(self) -> pd.DataFrame:
        """Tables of their own, one row each: hole tables, gear data, pin-outs, tolerances; see `each_table`."""
        return frames.tables(self.corrected)

    @property
    def table_cells(self) -> pd.DataFrame:
        """The cells of those tables, one row each."""
        return frames.table_cells(self.corrected)

    @property
    def each_table(self) -> dict[str, pd.DataFrame]:
        """Each of those tables as printed, by id, a column a heading; `attrs` tell page, kind, caption and box."""
        return frames.each_table(self.corrected)

    @property
    def pages(self) -> pd.DataFrame:
        """Pages with size and source."""
        return frames.pages(self.corrected)

    @property
    def modules(self) -> pd.DataFrame:
        """What came of each module: found, looked and absent, or could not look."""
        return frames.modules(self.corrected)

    @property
    def summary(self) -> pd.Series[Any]:
        """The publishable summary, one row a fact."""
        return pd.Series(dict(self.data.summary), name=self.name, dtype="object")

    def __getitem__(self, table: str) -> pd.DataFrame:
        if table not in frames.TABLES:
            raise KeyError(f"There is no table {table!r}. Choose from: {', '.join(frames.TABLES)}.")
        frame: pd.DataFrame = getattr(self, table)
        return frame

    def _ipython_key_completions_(self) -> list[str]:
        return list(frames.TABLES)

    def __dir__(self) -> list[str]:
        return sorted(_PUBLIC)

    # Files

    def to_frames(self) -> dict[str, pd.DataFrame]:
        """Every table by name."""
        return frames.to_frames(self.corrected) | {"corrections": self.corrections, "review": self.review}

    def to_csv(self, folder: str | os.PathLike[str], *, spreadsheet_safe: bool = False) -> tuple[Path, ...]:
        """Write one CSV file a table into `folder`, those of `each_table` among them; see `frames.to_csv`."""
        each = {f"table_{name}": frame for name, frame in self.each_table.items()}
        limits = {"limits": self.limits()}
        return frames.to_csv({**self.to_frames(), **limits, **each}, folder, spreadsheet_safe=spreadsheet_safe)

    @overload
    def to_excel(self, path: str | os.PathLike[str], *, pictures: bool = True) -> Path: ...
    @overload
    def to_excel(self, path: IO[bytes], *, pictures: bool = True) -> None: ...
    def to_excel(self, path: str | os.PathLike[str] | IO[bytes], *, pictures: bool = True) -> Path | None:
        """Write a formatted workbook: pages with their boxes, every table that has rows, limits of size.

        What is to be looked at stands on a sheet of its own with its part of the page; the page of a row is a link to
        its picture, headings tell units, and numbers have the decimals they are printed with.

        Goes to a path, or into a binary file that is open for writing, such as `io.BytesIO`.
        Values that were corrected by hand are marked, and stand with what was read on the sheet `corrections`.
        """
        sheets = {report.page: self._sheet(report.page) for report in self.data.pages} if pictures else {}
        crops = _files.crops_of(self) if pictures else []
        return frames.to_excel(_files.tables_of(self), path, pictures=sheets, title=self.name, crops=crops)

    def to_parquet(self, folder: str | os.PathLike[str]) -> tuple[Path, ...]:
        """Write one Parquet file a table into `folder`. Raises `ImportError` without pyarrow."""
        return frames.to_parquet(self.to_frames(), folder)

    def to_json(self, path: str | os.PathLike[str] | None = None) -> str:
        """Give the data as JSON text, and write it to `path` if there is one; `from_json` reads it back.

        The lists hold what was read; the decisions of a review stand beside them in a member of their own, `review`.
        """
        told: dict[str, Any] = {"review": [one.to_dict() for one in self.decisions]} if self.decisions else {}
        told |= {"inspection": self._plan.to_dict()} if self._plan != Plan() else {}
        text = self.data.model_copy(update=told).to_json(indent=2 if path is not None else None)
        if path is not None:
            Path(path).write_text(text + "\n", encoding="utf-8")
        return text

    @classmethod
    def from_json(
        cls,
        source: str | bytes | os.PathLike[str],
        name: str | None = None,
        *,
        drawing: str | os.PathLike[str] | bytes | None = None,
    ) -> Result:
        """Read what `to_json` wrote: JSON text, or a path. Raises `pydantic.ValidationError` on anything else.

        JSON holds no pictures: they are drawn from `drawing`, the file that was read (its path, or its bytes), where
        the extra `local` is installed. Raises `FileAccessError` or `FileRefused` where that cannot be opened, and
        `ValueError` where it has not the result's pages.
        """
        if isinstance(source, os.PathLike) or not _is_json(source):
            path = Path(os.fsdecode(source))
            source, name = path.read_bytes(), name or path.stem
        data = contract.Result.from_json(source)
        plan = data.extra.get("inspection")
        former = of_corrections(map(Correction.model_validate, data.extra.get("corrections", ())))
        decisions = (*former, *map(Decision.model_validate, data.extra.get("review", ())))
        if decisions or plan:
            data = contract.Result(**{name: value for name, value in data if name not in _BESIDE})
        own = None if drawing is None else OwnDrawing(drawing, data)
        result = cls(data, name or "drawing", own.picture if own else None, decisions=decisions)
        result.redacted = False if own else None
        result._plan = Plan.model_validate(plan or {})
        if own is not None:
            result._part, result._small, result._file = own.part, own.small, lambda: own.source
        return result

    # Pictures

    def preview(self, page: int = 1) -> bytes | None:
        """Fetch the sanitized preview of a page as PNG bytes, once; None where none is published."""
        if page not in self._previews:
            self._previews[page] = self._fetched(page)
        return self._previews[page]

    def small(self, page: int, pixels: int) -> bytes | None:
        """Draw a page about so large as PNG; the preview where the file does not lie on this machine."""
        return (self._small(page, pixels) if self._small is not None else None) or self.preview(page)

    def part(self, page: int, box: contract.Box, dpi: float) -> tuple[bytes, contract.Box] | None:
        """Draw what stands in a box (points) of a page as PNG, at most this fine, and tell the box that it shows.

        That is drawn from the file, where it lies on this machine; else None: there is the preview.
        """
        return self._part(page, box, dpi) if self._part is not None else None

    def caption(self, page: int = 1) -> str:
        """Tell why parts of a page's preview are black and how to see them, or that there is no preview; else empty."""
        return self._why_covered(page) if self.preview(page) else NO_PREVIEW

    def show(self, page: int = 1, kinds: Iterable[str] | None = None, theme: str = "auto") -> Picture:
        """Draw a page with boxes around what was read, coloured by kind (`kinds`: names of lists, default all)."""
        preview = self.preview(page)
        axes = figures.show(self.corrected, preview, page, kinds=kinds, theme=theme, caption=self._why_covered(page))
        return self._drawn(axes, page, "with what was read")

    def show_dimensions(self, page: int = 1, theme: str = "auto") -> Picture:
        """Draw a page with its dimensions, numbered like the rows of `dimensions`."""
        preview = self.preview(page)
        axes = figures.show_dimensions(self.corrected, preview, page, theme=theme, caption=self._why_covered(page))
        return self._drawn(axes, page, "dimensions numbered by row")

    def show_bom(self, page: int = 1, theme: str = "auto") -> Picture:
        """Draw a page with its parts list and balloons, labelled with the item numbers."""
        preview = self.preview(page)
        axes = figures.show_bom(self.corrected, preview, page, theme=theme, caption=self._why_covered(page))
        return self._drawn(axes, page, "parts list and balloons")

    def plot_tolerances(self, most: int = 40, theme: str = "auto") -> Picture:
        """Draw the tolerance bands against nominal, narrowest first."""
        axes = figures.plot_tolerances(self.corrected, most=most, theme=theme)
        return picture_of(axes, f"Tolerance bands of {self.name}")

    def plot_confidence(self, theme: str = "auto") -> Picture:
        """Draw how sure the reading is, by kind."""
        return picture_of(figures.plot_confidence(self.corrected, theme=theme), f"Confidence of {self.name}")

    @property
    def telling_page(self) -> int:
        """The page on which most was read, the first of equals."""
        pages = [report.page for report in self.data.pages] or [1]
        read = Counter(item.page for name in contract.LISTS for item in getattr(self.data, name))
        return max(pages, key=lambda page: read[page])

    def _fetched(self, page: int) -> bytes | None:
        if self._source is None:
            return None
        try:
            return self._source(page)
        except DrawkitError:  # no preview is no reason to show no result
            return None

    def _why_covered(self, page: int) -> str:
        preview = self.preview(page)
        if preview is None or self.redacted is False:
            return ""
        if page not in self._covered:
            self._covered[page] = is_covered(self.data, preview, page)
        return WHY_COVERED if self._covered[page] else ""

    def _drawn(self, axes: Axes, page: int, what: str) -> Picture:
        sanitized = bool(self.redacted) and self.preview(page) is not None  # without one, names stand on the sheet
        return picture_of(axes, f"{self.name}, page {page}, {what}", private=not sanitized)

    def _sheet(self, page: int) -> bytes:
        preview = self.preview(page)
        png = sheet_png(self.corrected, preview, page)
        return marked(png) if preview is None or self.redacted else marked_private(png)

    # How it shows itself

    def __repr__(self) -> str:
        found = ", ".join(_words.contents(self.data, most=4)) or "nothing read"
        pages = _words.counted(len(self.data.pages), "page")
        unreadable = sum(not page.readable for page in self.data.pages)
        pages += f", {unreadable} not readable" if unreadable else ""
        review = f"; {self.reviewed}" if self.decisions else ""
        return f"<Result of {_html.plain(self.name)}: {found}; {pages}{review}>"

    def _repr_html_(self) -> str:
        page = self.telling_page
        review = str(self.reviewed) if self.decisions else ""
        return _result_html.render(self.corrected, self.name, self._sheet(page), page, self.caption(page), review)

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:  # noqa: ARG002 - IPython's protocol
        return {"text/plain": repr(self), "text/html": self._repr_html_()}

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Result):
            return NotImplemented
        return self.data == other.data and self.decisions == other.decisions

    __hash__ = None  # type: ignore[assignment]  # results hold mappings: compared by value, not hashable

    def __reduce__(self) -> tuple[Any, ...]:
        # The preview source is a client with its key: only pictures already here travel along.
        return (_restored, (self.data, self.name, dict(self._previews), self.decisions, self.redacted, self._plan))


def concat(
    results: Iterable[Result] | Mapping[str, Result], tables: Iterable[str] = tuple(frames.TABLES)
) -> dict[str, pd.DataFrame]:
    """Give the tables of many results, one below the other, with a first column `file`.

    Takes results, or results by name. Results of the same name need a mapping; else `ValueError`.
    """
    return frames.concat(_by_name(results), tables)


def limits(
    results: Result | Iterable[Result] | Mapping[str, Result] | pd.DataFrame, *, general: str | None = None
) -> pd.DataFrame:
    """Limits of size of each dimension: as stated, by its fit or by the general tolerance; see `frames.limits`.

    Takes a result, many (then the first column is `file`), or a table of dimensions. Results of the same name need a
    mapping; else `ValueError`.
    """
    if isinstance(results, pd.DataFrame):
        return frames.limits(results, general=general)
    if isinstance(results, Result):
        return results.limits(general=general)
    return frames.limits(_by_name(results), general=general)


def _by_name(results: Iterable[Result] | Mapping[str, Result]) -> dict[str, contract.Result]:
    named = list(_named(results))
    if len({name for name, _ in named}) < len(named):
        raise ValueError("Two results have the same name. Pass a mapping of names to results.")
    return dict(named)


def _named(results: Iterable[Result] | Mapping[str, Result]) -> Iterator[tuple[str, contract.Result]]:
    if isinstance(results, Mapping):
        yield from ((name, result.corrected) for name, result in results.items())
    else:
        yield from ((result.name, result.corrected) for result in results)


def _restored(
    data: contract.Result,
    name: str,
    previews: dict[int, bytes | None],
    decisions: tuple[Decision, ...],
    redacted: bool | None,
    plan: Plan,
) -> Result:
    result = Result(data, name, decisions=decisions, redacted=redacted)
    result._plan = plan
    result._previews = previews
    return result


def _is_json(source: str | bytes) -> bool:
    start = source.lstrip()[:1]
    return start in ("{", b"{")
