"""`drawkit check`, `drawkit inspect` and `drawkit compare`: what readings are for, on the command line."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.text import Text

from drawkit.contract import LISTS
from drawkit.display import Result

from .errors import FAILED, explain, wrong
from .opened import Opened, opened
from .request import Request, listed, request_of
from .tables import console_for, plain_table

FORMATS: Final = ("json", "csv", "xlsx", "pdf")

NOTHING_READ: Final = "nothing was read on it"

Outcome = Callable[[Opened, Result, Console], None]


def request() -> Request:
    """All of a drawing, without the pictures that an analysis leaves."""
    return request_of("full", None, None, None, 300, pictures=False)


def formats_named(words: Iterable[str]) -> tuple[str, ...]:
    """The formats to write; none when none is named. Ends the command when there is no such format."""
    wanted = listed(word.lower() for word in words)
    for name in wanted:
        if name not in FORMATS:
            wrong(f"There is no format {name!r}. Choose from: {', '.join(FORMATS)}.")
    return wanted


def each(paths: Sequence[Path], outcome: Outcome) -> int:
    """Do something with each result; one that cannot be read or written does not stop the others."""
    console, errors, failed = console_for(), console_for(stderr=True), False
    for one in opened(paths, request()):
        fault = one.failure
        if one.result is not None:
            try:
                outcome(one, one.result, console)
            except (OSError, ValueError) as error:
                fault = explain(error) or str(error)
        if fault:
            failed = True
            errors.print(Text.assemble((f"{one.drawing.path}: ", "bold red"), fault), soft_wrap=True)
    return FAILED if failed else 0


def _anything(result: Result) -> bool:
    return any(getattr(result.corrected, name) for name in LISTS)


def check(paths: Sequence[Path], out: Path, formats: Iterable[str], leave_out: Iterable[str]) -> int:
    """Print what the checks find in each drawing, and write it in the formats wanted."""
    from drawkit.checks import RULES

    wanted, unwanted = formats_named(formats), listed(leave_out)
    for name in unwanted:
        if name not in RULES:
            wrong(f"There is no rule {name!r}. There are: {', '.join(RULES)}.")

    def checked(one: Opened, result: Result, console: Console) -> None:
        found = result.checks(leave_out=unwanted)
        counts = ", ".join(f"{count} {weight}" for weight, count in found["severity"].value_counts().items() if count)
        nothing = "nothing found" if _anything(result) else NOTHING_READ
        console.print(Text(f"{one.drawing.path.name}: {counts or nothing}", style="bold cyan"))
        if len(found):
            rows = found[["severity", "page", "message", "text", "clause"]].astype("string").fillna("")
            cells = [[str(number), *row] for number, row in zip(found.index, rows.to_numpy().tolist(), strict=True)]
            console.print(plain_table(("No.", "", "Page", "What", "Where", "Clause"), cells))
        for ending in wanted:
            result.to_checks(out / f"{one.drawing.name}_checks.{ending}", leave_out=unwanted)

    return each(paths, checked)


def inspect(
    paths: Sequence[Path], out: Path, formats: Iterable[str], order: str, *, expand: bool, general: str | None
) -> int:
    """Write the inspection of each drawing in the formats wanted, and the drawing with balloons where it is at hand."""
    from drawkit.inspection import ORDERS

    if order not in ORDERS:
        wrong(f"There is no order {order!r}. Choose from: {', '.join(ORDERS)}.")
    wanted = formats_named(formats) or ("xlsx",)

    def inspected(one: Opened, result: Result, console: Console) -> None:
        found = result.inspection(order=order, expand=expand, general=general)
        count = f"{len(found)} characteristics" if _anything(result) else NOTHING_READ
        console.print(Text(f"{one.drawing.path.name}: {count}", style="bold cyan"))
        for ending in wanted:
            console.print(Text(f"  {result.to_inspection(out / f'{one.drawing.name}_inspection.{ending}')}"))
        placed = found["x0"].notna().any()
        if one.source is not None and placed:
            path = result.balloon(one.source, out / f"{one.drawing.name}_ballooned.pdf")
            console.print(Text(f"  {path}"))
        elif len(found):
            why = (
                "they stand on the drawing itself: name it, not its result" if placed else "the result tells no places"
            )
            console.print(Text(f"  No balloons: {why}.", style="yellow"))

    return each(paths, inspected)


def compare(old: Path, new: Path, out: Path, formats: Iterable[str], *, anyway: bool) -> int:
    """Print what differs between two revisions, and write it in the formats wanted, HTML when none is named."""
    from drawkit.display import Compared

    wanted = listed(word.lower() for word in formats) or ("html",)
    for name in wanted:
        if name not in (*FORMATS, "html"):
            wrong(f"There is no format {name!r}. Choose from: html, {', '.join(FORMATS)}.")
    for path in (old, new):
        if path.is_dir():
            wrong(f"{path} is a folder. Name two drawings, or their results (JSON).")
    results: dict[Path, Result] = {}

    def kept(one: Opened, result: Result, _: Console) -> None:
        results[one.drawing.path.resolve()] = result

    failed = each([old, new] if old.resolve() != new.resolve() else [old], kept)
    if failed:
        return failed
    compared = Compared(results[old.resolve()], results[new.resolve()], anyway=anyway)
    console = console_for()
    console.print(Text(repr(compared)[1:-1], style="bold cyan"))
    for remark in compared.remarks:
        console.print(Text(remark, style="yellow"), soft_wrap=True)
    rows = compared.changes[["change", "table", "old", "new", "what"]].astype("string").fillna("")
    if len(rows):
        cells = [[str(number), *row] for number, row in zip(rows.index, rows.to_numpy().tolist(), strict=True)]
        console.print(plain_table(("No.", "", "In", "Old", "New", "What"), cells))
    for ending in wanted:
        path = out / f"{old.stem}_{new.stem}_compared.{ending}"
        console.print(Text(f"  {compared.report(path) if ending == 'html' else compared.write(path)}"))
    return 0
