"""Results to work with: those that lie on disk as JSON, and those of drawings that are read for it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from pydantic import ValidationError

from drawkit import contract
from drawkit.display import Result
from drawkit.display._words import unread

from .analyze import readings
from .errors import wrong
from .files import Drawing, drawings_in
from .reading import Reading
from .request import Request


@dataclass(frozen=True)
class Opened:
    """A result and the file that it came from, or why there is none."""

    drawing: Drawing
    result: Result | None = None
    failure: str = ""
    copy: bytes | None = field(default=None, repr=False)
    """Of a locked PDF the copy that needs no password."""

    @property
    def source(self) -> Path | bytes | None:
        """The drawing itself; None where the result was read from JSON."""
        return None if self.drawing.path.suffix.lower() == ".json" else self.copy or self.drawing.path


def opened(paths: Sequence[Path], request: Request) -> Iterator[Opened]:
    """The results of all files named and of the drawings in folders named; read where need be."""
    saved = [Drawing(path, path.stem) for path in paths if path.suffix.lower() == ".json"]
    drawings = drawings_in([path for path in paths if path.suffix.lower() != ".json"])
    if not saved and not drawings:
        wrong(f"There is neither a drawing nor a result in {', '.join(map(str, paths))}.")
    yield from map(_saved, saved)
    for reading in readings(drawings, request, lambda *_: None) if drawings else ():
        fault = reading.failure if reading.result is None else unread(reading.result)
        result = None if reading.result is None or fault else _shown(reading, reading.result, request)
        yield Opened(reading.drawing, result, fault, reading.copy)


def _saved(drawing: Drawing) -> Opened:
    try:
        return Opened(drawing, Result.from_json(drawing.path))
    except OSError as error:
        return Opened(drawing, failure=f"{error.strerror}.")
    except ValidationError:
        return Opened(drawing, failure="It is no result: write one with `drawkit analyze --format json`.")


def _shown(reading: Reading, data: contract.Result, request: Request) -> Result:
    """A result whose pictures are drawn from the file itself, where it was read here, and only when they are wanted."""
    made: dict[int, bytes] = {}

    def picture(page: int) -> bytes | None:
        if request.remote:
            return None
        if not made:
            from drawkit import engine

            source = reading.copy or reading.drawing.path.read_bytes()
            shown = engine.previews(source, data, redact=False)
            made.update({report.page: png for report, png in zip(data.pages, shown, strict=True)})
        return made.get(page)

    return Result(data, reading.drawing.name, picture, redacted=False)
