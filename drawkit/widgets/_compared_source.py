"""Two revisions compared as the browser needs them: changes as rows, both sheets on each other, files."""

from __future__ import annotations

import tempfile
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from drawkit import contract
from drawkit.comparison import COLOURS, Change
from drawkit.display import Compared

from ._viewer_outcomes import Mark, Outcome, finite
from ._viewer_rows import clean

if TYPE_CHECKING:
    from ._saving import File

VIEW: Final = "compare"
_WORDS: Final = {"bom": "parts list", "title_blocks": "title block"}
_TYPES: Final = {
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "html": "text/html",
    "csv": "text/csv",
}


class Revisions:
    """A comparison as a source of pictures, rows and files; pages are those of the new drawing."""

    def __init__(self, compared: Compared) -> None:
        self.compared = compared
        self._pictures: dict[int, bytes | None] = {}
        self._drawing = threading.Lock()

    @property
    def corrected(self) -> contract.Result:
        """The new drawing as it was when both were compared."""
        return self.compared.new.corrected

    def preview(self, page: int) -> bytes | None:
        """Both sheets on each other, drawn once; it may ask the service for the pictures of both."""
        with self._drawing:
            if page not in self._pictures:
                self._pictures[page] = self.compared.overlaid(page)
            return self._pictures[page]

    def part(self, page: int, box: contract.Box, dpi: float) -> tuple[bytes, contract.Box] | None:
        """A part of both sheets on each other, drawn from the files where both are at hand."""
        return self.compared.part(page, box, dpi)

    def caption(self, page: int) -> str:
        """What the colours mean."""
        if self.preview(page) is None:
            return self.compared.new.caption(page)
        before = next((old for old, new in self.compared.data.pages if new == page), None)
        if before is None or self.compared.old.preview(before) is None:
            return ""
        return "Red: on the old sheet alone. Green: on the new one alone. Grey: on both."

    def outcome(self, view: str) -> Outcome | None:
        """The changes, numbered as in files and pictures."""
        if view != VIEW:
            return None
        rows, marks = [], []
        for number, change in enumerate(self.compared.data.changes, 1):
            page, box = self.compared.place(change)
            rows.append(_row(str(number), change, page, finite(box)))
            if page is not None and box is not None and finite(box):
                marks.append(Mark(str(number), str(number), page, box, COLOURS[change.change]))
        none = "" if rows or not self.compared.alike else "Nothing has changed between them."
        return Outcome(rows, marks, none)

    def file(self, view: str, kind: str) -> File:
        """The comparison as a workbook, a page of HTML, or a table. Raises `ValueError` for others."""
        if view != VIEW or kind not in _TYPES:
            raise ValueError(f"There is no file {kind!r} of {view!r}.")
        stems = [Path(one.name).stem or "drawing" for one in (self.compared.old, self.compared.new)]
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / f"{stems[0]}_to_{stems[1]}.{kind}"
            write = self.compared.report if kind == "html" else self.compared.write
            write(path)
            return path.name, _TYPES[kind], path.read_bytes()


def _row(number: str, change: Change, page: int | None, box: contract.Box | None) -> dict[str, Any]:
    table = _WORDS.get(change.table, change.table.replace("_", " "))
    return {
        "key": number,
        "change": change.change.value,
        "table": table + (f", {change.field.replace('_', ' ')}" if change.field else ""),
        "old": clean(change.old),
        "new": clean(change.new),
        "what": clean(change.what),
        "page": page,
        "zone": clean(change.new_zone or change.old_zone),
        "box": box,
        "colour": COLOURS[change.change],
    }
