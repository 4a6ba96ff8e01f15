"""How the files of a run are read: with the same settings, but for the pages that were chosen of a long document."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ._entry import Entry


@dataclass(frozen=True)
class Settings:
    """The arguments of `submit` for each file of a run."""

    common: dict[str, Any]
    named: bool = False
    """Whether code named the pages for this run: then they hold for every file."""

    def of(self, entry: Entry) -> dict[str, Any]:
        """The arguments for one file; its own pages go before those of the form."""
        own = None if self.named else entry.pages
        return self.common if own is None else {**self.common, "pages": own}

    def mark(self, entry: Entry) -> str:
        """Tell settings of a file apart: equal settings have equal marks."""
        return repr(sorted(self.of(entry).items()))

    def asks(self, entry: Entry) -> bool:
        """Whether pages of a long document are still to be chosen: without, it would be refused."""
        pages = self.of(entry).get("pages")
        return entry.most is not None and not self.named and (pages is None or len(pages) > entry.most)

    def pages(self, entry: Entry) -> int:
        """How many pages of a file that was checked are read."""
        pages = self.of(entry).get("pages")
        return len(pages) if pages is not None else entry.facts.pages if entry.facts else 0
