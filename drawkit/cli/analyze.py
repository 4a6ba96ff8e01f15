"""`drawkit analyze`: drawings in; results, pictures and short tables out."""

from __future__ import annotations

import shutil
import sys
import time
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.text import Text

from drawkit import contract

from .errors import FAILED, explain, wrong
from .files import Drawing, drawings_in, passed_over_in
from .passwords import opened
from .reading import Reading, Show, Tell
from .request import Request
from .tables import Short, console_for
from .writing import formats_named, write, write_combined


def run(
    paths: Sequence[Path],
    request: Request,
    out: Path,
    formats: Sequence[str],
    *,
    quiet: bool = False,
    combined: bool = False,
) -> int:
    """Analyse drawings and tell the exit code: 0 when all were read, 1 when some were not."""
    from drawkit.display._words import unread

    wanted = formats_named(formats)
    drawings = drawings_in(paths)
    passed_over = passed_over_in(paths)
    if not drawings:
        kinds = ", ".join(contract.LOCAL_FORMATS.values())
        told = f"There is no drawing in {', '.join(map(str, paths))}. Drawings are {kinds} files. {passed_over}"
        wrong(told.rstrip())
    out.mkdir(parents=True, exist_ok=True)
    outcome = _Outcome(keep=combined)
    console = console_for()
    # On a terminal one console prints both, or tables and progress bar would write over each other.
    errors = console if console.is_terminal else console_for(stderr=True)
    if passed_over:
        errors.print(Text(passed_over, style="yellow"), soft_wrap=True)
    shown: set[Drawing] = set()

    def show(drawing: Drawing, result: contract.Result) -> None:
        if quiet or drawing in shown or unread(result):
            return
        shown.add(drawing)
        console.print(Short(result, drawing.path.name))

    with _progress(errors, drawings) as (tell, step), closing(readings(drawings, request, tell, show)) as found:
        for reading in found:
            outcome.add(reading, out, wanted)
            fault = outcome.failures.get(reading.drawing)
            if fault is not None:
                errors.print(Text.assemble((f"{reading.drawing.path}: ", "bold red"), fault), soft_wrap=True)
            elif reading.result is not None:
                show(reading.drawing, reading.result)
            step()
    if combined and outcome.results:
        outcome.written += len(write_combined(outcome.results, out))
    outcome.sum_up(errors, out)
    return FAILED if outcome.failures else 0


Step = Callable[[], object]


@dataclass
class _Outcome:
    """What came of a run so far."""

    keep: bool = False
    """Whether the results of all drawings are wanted together."""
    results: dict[str, contract.Result] = field(default_factory=dict)
    began: float = field(default_factory=time.monotonic)
    read: int = 0
    written: int = 0
    failures: dict[Drawing, str] = field(default_factory=dict)

    def add(self, reading: Reading, out: Path, formats: Sequence[str]) -> None:
        """Write what was read, if anything; a file that cannot be written is a failure of its drawing alone."""
        from drawkit.display._words import unread

        fault = reading.failure if reading.result is None else unread(reading.result)
        if reading.result is None or fault:
            self.failures[reading.drawing] = fault
            return
        try:
            self.written += len(write(reading, reading.result, out, formats))
        except (OSError, ValueError) as error:
            self.failures[reading.drawing] = f"Its results cannot be written: {explain(error) or error}"
        else:
            self.read += 1
            if self.keep:
                self.results[str(reading.drawing.path)] = reading.result

    def sum_up(self, console: Console, out: Path) -> None:
        """Tell what was done, what was not, and where to look."""
        seconds = time.monotonic() - self.began
        total = self.read + len(self.failures)
        say = f"Read {self.read} of {total} drawing{'s' if total > 1 else ''} in {seconds:.1f} s."
        console.print(Text(say, style="bold"))
        if self.failures:
            names = ", ".join(str(drawing.path) for drawing in self.failures)
            console.print(Text(f"Not read, for the reasons above: {names}", style="red"), soft_wrap=True)
        if self.written:
            console.print(Text(f"Results and pictures: {out}"), soft_wrap=True)
            console.print(Text(f"Go on in a notebook: {_command()} lab"), soft_wrap=True)


def readings(
    drawings: Sequence[Drawing], request: Request, tell: Tell, show: Show = lambda *_: None
) -> Generator[Reading]:
    """Read drawings, here or at the service that the request names; of a locked PDF a copy that needs no password."""
    copies, locked = opened(drawings)
    yield from (Reading(drawing, failure=fault) for drawing, fault in locked.items())
    left = [drawing for drawing in drawings if drawing not in locked]
    with closing(_read(left, copies, request, (tell, show))) as found:
        for reading in found:
            yield replace(reading, copy=copies.get(reading.drawing))


def _read(
    drawings: Sequence[Drawing], copies: Mapping[Drawing, bytes], request: Request, heard: tuple[Tell, Show]
) -> Generator[Reading]:
    tell, show = heard
    if request.remote:
        from . import there

        return there.read(drawings, request, tell, copies, show)
    from . import here

    return here.read(drawings, request, tell, copies, show)


@contextmanager
def _progress(console: Console, drawings: Sequence[Drawing]) -> Iterator[tuple[Tell, Step]]:
    columns = (TextColumn("{task.description}", markup=False), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task("Reading", total=len(drawings))

        def tell(drawing: Drawing, progress: contract.Progress) -> None:
            bar.update(task, description=f"{drawing.path.name}: {progress.step}")

        yield tell, lambda: bar.advance(task)


def _command() -> str:
    """How to call drawkit from here: by its path where it is not on the search path."""
    if shutil.which("drawkit"):
        return "drawkit"
    script = Path(sys.argv[0])
    return str(script) if script.stem == "drawkit" else f"{Path(sys.executable)} -m drawkit"
