"""Reviews of an experiment's drawings: kept in its ledger, and used as truth where they are whole."""

from __future__ import annotations

from drawkit import display
from drawkit.client import ConfigurationError
from drawkit.client.shell import Reviews
from drawkit.review import Keeper, name_aside

from .ledger import Ledger
from .plan import Plan


class LedgerShelf(Reviews):
    """The reviews of a ledger, one a drawing."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger

    def get(self, sha256: str) -> bytes | None:
        """What is kept for a drawing; None where nothing is."""
        return self._ledger.review(sha256)

    def put(self, sha256: str, body: bytes) -> None:
        """Keep this in place of what was kept before."""
        self._ledger.keep_review(sha256, body)

    def set_aside(self, sha256: str, body: bytes) -> str:
        """Keep what cannot be read under a name of its own, and tell it."""
        name = name_aside(sha256, body)
        self._ledger.keep_review(name, body)
        return f"{name} in the experiment's ledger"


def kept_in(ledger: Ledger, result: display.Result, sha256: str) -> display.Result:
    """The result with the review that the ledger has of its drawing, which it keeps from now on."""
    result._keep_with(Keeper(LedgerShelf(ledger), sha256))
    return result


def truths(plan: Plan, ledger: Ledger) -> dict[str, display.Result]:
    """The drawings that people have reviewed to the last row, by name: what they decided is the truth.

    Raises `ConfigurationError` where there is none.
    """
    found: dict[str, display.Result] = {}
    for cell in plan.cells:
        entry = plan.entry(cell)
        data = ledger.result(entry.job) if entry is not None and entry.state == "completed" else None
        if entry is None or data is None:
            continue
        result = kept_in(ledger, display.Result(data, cell.drawing.name), entry.sha256)
        if result.decisions and result.reviewed.done == result.reviewed.total:
            found.setdefault(cell.drawing.name, result)
    if not found:
        told = "No drawing of this experiment is reviewed to the last row, and no labels are given."
        raise ConfigurationError(f"{told} Review its results (experiment.result(...)), or pass labels.")
    return found
