"""What a sheet with views shows, such as a reading: pictures, rows and files come from one source."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from drawkit import contract
from drawkit.display import Result
from drawkit.display._outcome_files import outcome_file

from ._viewer_outcomes import VIEWS, Outcome

if TYPE_CHECKING:
    from ._saving import File


class Source(Protocol):
    """Where the pictures of the pages come from, what a view tells of them, and what is saved of it."""

    @property
    def corrected(self) -> contract.Result:
        """What was read of the sheet, as it is now."""

    def preview(self, page: int) -> bytes | None:
        """Give the picture of a page as PNG; it may take time."""

    def part(self, page: int, box: contract.Box, dpi: float) -> tuple[bytes, contract.Box] | None:
        """Give a part of a page as fine as that, and the box it shows; None where it cannot be finer."""

    def caption(self, page: int) -> str:
        """Tell what is to be said of that picture."""

    def outcome(self, view: str) -> Outcome | None:
        """Give the rows of a view; None where there is no such view."""

    def file(self, view: str, kind: str) -> File:
        """Give a view as a file. Raises `ValueError` where there is no such file."""


@dataclass(frozen=True)
class Reading:
    """A result, with its checks and its inspection."""

    result: Result

    @property
    def corrected(self) -> contract.Result:
        """The result with the decisions in it."""
        return self.result.corrected

    def preview(self, page: int) -> bytes | None:
        """The picture of the page; it may ask the service."""
        return self.result.preview(page)

    def part(self, page: int, box: contract.Box, dpi: float) -> tuple[bytes, contract.Box] | None:
        """A part of the page, drawn from the file where it is at hand."""
        return self.result.part(page, box, dpi)

    def caption(self, page: int) -> str:
        """Why parts of it are black, or why there is none."""
        return self.result.caption(page)

    def outcome(self, view: str) -> Outcome | None:
        """The findings, or the characteristics."""
        make = VIEWS.get(view)
        return make(self.result) if make else None

    def file(self, view: str, kind: str) -> File:
        """The findings or the inspection as a file."""
        return outcome_file(self.result, view, kind)


def shown_result(result: object) -> Result | None:
    """Give what a viewer is asked to show. Raises `TypeError` for what is no result."""
    if isinstance(result, contract.Result):
        return Result(result)
    if result is None or isinstance(result, Result):
        return result
    told = "A viewer shows a drawkit.Result, such as task.result"
    raise TypeError(f"{told}; this is of type {type(result).__name__}.")
