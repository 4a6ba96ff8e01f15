"""Two revisions side by side: the changes as a table, both sheets on each other, and files for others."""

from __future__ import annotations

import base64
import os
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import pandas as pd
from pydantic import ValidationError

from drawkit import comparison, contract, figures
from drawkit.client.errors import FileRefused
from drawkit.client.uploads import Password
from drawkit.comparison import Change, ChangeKind

from . import _html
from ._compared_html import document, fragment
from ._picture import Picture, picture_of
from ._result import Result
from ._written import written

if TYPE_CHECKING:
    from ._clients import Client

Drawn = Result | str | os.PathLike[str]
Passwords: TypeAlias = Password | tuple[Password | None, Password | None] | None
"""Of both drawings, or of the old one and the new one."""
_PRINTED: Final = ("number", "change", "table", "old", "new", "what", "new_page", "new_zone")


class Compared:
    """What differs between two revisions; `old` and `new` are their results, `remarks` what is to be known first.

    Where both are different drawings, `alike` is False and `changes` is empty.
    """

    def __init__(self, old: Result, new: Result, *, anyway: bool = False) -> None:
        self.old, self.new = old, new
        self.data = comparison.compare(old.corrected, new.corrected, anyway=anyway)

    @property
    def changes(self) -> pd.DataFrame:
        """One row a change: added, removed, changed (with old and new), moved, or unsure; numbered as in pictures."""
        return comparison.changes_frame(self.data.changes)

    @property
    def remarks(self) -> tuple[str, ...]:
        """What is to be known before the changes are believed: other pages, pictures, units, another drawing."""
        return self.data.remarks

    @property
    def alike(self) -> bool:
        """Whether these are revisions of one drawing."""
        return not any(remark.startswith("These are two different drawings") for remark in self.data.remarks)

    def show(self, page: int = 1, theme: str = "auto") -> Picture:
        """Draw a page of the new drawing with the old one on it: red went, green came; changes are numbered.

        Each view of the old sheet is laid on its place on the new one. Without pictures of both only the places of
        the changes are drawn. Raises `ValueError` for a page that there is not.
        """
        marks = [
            figures.Mark(str(number), box, comparison.COLOURS[change.change])
            for number, change in enumerate(self.data.changes, 1)
            for at, box in (self.place(change),)
            if at == page and box is not None
        ]
        kinds = {mark.colour for mark in marks}
        legend = {kind.value: colour for kind, colour in comparison.COLOURS.items() if colour in kinds}
        picture = self.overlaid(page)
        caption = "red: on the old sheet alone; green: on the new one alone" if picture else ""
        axes = figures.show_balloons(
            self.new.corrected, marks, picture, page, legend=legend, theme=theme, caption=caption
        )
        return picture_of(axes, f"{self.old.name} and {self.new.name}, page {page}, changes numbered", private=True)

    def to_excel(self, path: str | os.PathLike[str]) -> Path:
        """Write a workbook with the changes and the sheets on each other."""
        if Path(path).suffix.lower() != ".xlsx":
            raise ValueError(f"The name of an Excel workbook ends in .xlsx; {Path(path).name!r} does not.")
        return self.write(path)

    def report(self, path: str | os.PathLike[str]) -> Path:
        """Write a page of HTML that holds everything, pictures too, for light and dark screens; tells its path."""
        target = Path(path)
        if target.suffix.lower() not in {".html", ".htm"}:
            raise ValueError(f"The name of a report ends in .html; {target.name!r} does not.")
        target.parent.mkdir(parents=True, exist_ok=True)
        pictures = [base64.b64encode(png).decode("ascii") for png in self._pictures()]
        target.write_text(document(self.title, self.summary, self.remarks, self.data.changes, pictures), "utf-8")
        return target

    def write(self, path: str | os.PathLike[str]) -> Path:
        """Write the changes; the name's ending tells the format: .xlsx, .pdf (both with the sheets), .csv, .json."""
        table = self.changes.reset_index()
        short = table[list(_PRINTED)] if Path(path).suffix.lower() == ".pdf" else table
        return written(path, {"changes": short}, self.to_dict, self._pictures, self.title)

    def to_dict(self) -> dict[str, Any]:
        """All of it as plain JSON types."""
        changes = [change.to_dict() for change in self.data.changes]
        pages = [list(pair) for pair in self.data.pages]
        return {
            "old": self.old.name,
            "new": self.new.name,
            "pages": pages,
            "remarks": [*self.remarks],
            "changes": changes,
        }

    @property
    def title(self) -> str:
        """The names of both."""
        return f"{self.old.name} → {self.new.name}"

    @property
    def summary(self) -> str:
        """How many changes of each kind there are, in words."""
        if not self.alike:
            return "different drawings"
        counts = Counter(change.change for change in self.data.changes)
        return ", ".join(f"{counts[kind]} {kind}" for kind in ChangeKind if counts[kind]) or "no change"

    def _pictures(self) -> Sequence[bytes]:
        return [self.show(page, theme="light").png for _, page in self.data.pages]

    def place(self, change: Change) -> tuple[int | None, contract.Box | None]:
        """The new page and the box where a change is marked; what went, where it would lie there. None: nowhere."""
        if change.new_page is not None:
            return change.new_page, change.new_box
        page = dict(self.data.pages).get(change.old_page or 0)
        if page is None or change.old_box is None:
            return page, None
        x0, top, x1, bottom = change.old_box
        first = self.data.maps[page][0]
        (left, up), (right, low) = first((x0, top)), first((x1, bottom))
        return page, (left, up, right, low)

    def overlaid(self, page: int) -> bytes | None:
        """Both sheets on each other as PNG, on a page of the new drawing.

        The new page alone where it has no partner, or the old one no picture; None without a picture of the new page.
        """
        before = self._before(page)
        old, new = (None if before is None else self.old.preview(before)), self.new.preview(page)
        if before is None or old is None or new is None:
            return new
        reports = (_report(self.old, before), _report(self.new, page))
        return comparison.overlaid(old, new, reports, self.data.maps[page])

    def part(self, page: int, box: contract.Box, dpi: float) -> tuple[bytes, contract.Box] | None:
        """Both sheets on each other in a box of a page of the new drawing, as `Result.part`; drawn from both files.

        None where one of them does not lie on this machine.
        """
        before, new = self._before(page), self.new.part(page, box, dpi)
        if new is None:
            return None
        if before is None or self.old.preview(before) is None:
            return new  # as the whole page: the new one alone

        def old(wanted: contract.Box, fine: float) -> comparison.Cut | None:
            found = self.old.part(before, wanted, 72 * fine)
            return comparison.Cut(*found) if found is not None else None

        laid = comparison.overlaid_part(old, comparison.Cut(*new), _report(self.old, before), self.data.maps[page])
        return None if laid is None else (laid, new[1])

    def _before(self, page: int) -> int | None:
        """The old page that a new one is compared with."""
        return next((a for a, b in self.data.pages if b == page), None)

    def __repr__(self) -> str:
        return f"<Compared {_html.plain(self.title)}: {self.summary}>"

    def _repr_html_(self) -> str:
        return fragment(self.title, self.summary, self.remarks, self.data.changes)

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:  # noqa: ARG002 - IPython's protocol
        return {"text/plain": repr(self), "text/html": self._repr_html_()}


def _report(result: Result, page: int) -> contract.PageReport:
    return next(report for report in result.data.pages if report.page == page)


def compare(
    old: Drawn,
    new: Drawn,
    *,
    client: Client | None = None,
    anyway: bool = False,
    password: Passwords = None,
) -> Compared:
    """Compare two revisions of a drawing: results, or files to read (drawings, or results as JSON).

    Files are read by `client`, or by `drawkit.connect()` where there is none. `password` opens locked PDFs, or asks for
    it, such as `getpass.getpass`; a pair of them has one for the old drawing and one for the new. Two drawings with
    next to nothing in common are told as such; `anyway` lists their items all the same. Raises what reading raises,
    such as `FileRefused` for a locked PDF without its password, and `ValueError` for JSON that is no result.
    """
    passwords = password if isinstance(password, tuple) else (password, password)
    found = [_result_of(one, client, word) for one, word in zip((old, new), passwords, strict=True)]
    return Compared(*found, anyway=anyway)


def _result_of(source: Drawn, client: Client | None, password: Password | None) -> Result:
    if isinstance(source, Result):
        return source
    path = Path(source)
    if path.suffix.lower() == ".json":
        return _saved(path)
    if client is None:
        from drawkit.local import connect  # noqa: PLC0415 - starts a service

        with connect() as made:
            return _read(path, made, password)
    return _read(path, client, password)


def _saved(path: Path) -> Result:
    try:
        return Result.from_json(path)
    except ValidationError as error:
        raise ValueError(f"{path.name} is no result: `result.to_json(path)` writes one.") from error


def _read(path: Path, client: Client, password: Password | None) -> Result:
    """Read a drawing; one that is refused is named, for it is one of two."""
    try:
        return client.analyze(path, "full", password=password)
    except FileRefused as refused:
        refused.args = (f"{path.name}: {refused}",)
        raise
