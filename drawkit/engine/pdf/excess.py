"""What of a page is too much for PDFium, told before it draws: where it gets no memory, it ends the process."""

from __future__ import annotations

import io
import logging
import re
from collections import Counter
from collections.abc import Callable
from functools import cached_property
from itertools import accumulate
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from pypdf import PdfReader

log = logging.getLogger(__name__)
_MOST_FORMS = 150_000  # each is some 5 KB
_MOST_OPEN = 8_000  # marked contents within each other: each is kept with all around it, 8 bytes for one
_MOST_MESH = 2**18  # bytes: a shading's triangles and patches are painted one by one, as large as the page may be
_MOST_CALCULATED = 2**11  # bytes of a program that tells the colour of each point of a shading
_MARKS = re.compile(rb"\b(?:BMC|BDC|EMC)\b")
_DEEPEST = 40  # forms in forms: PDFium draws none that lies deeper
_USES = re.compile(rb"/([^\s()<>\[\]{}/%]+)\s+(?:Do|sh|scn|SCN)(?![^\s()<>\[\]{}/%])")


class _Toll(NamedTuple):
    """What a content draws in all, with the forms in it."""

    forms: int = 0
    mesh: int = 0
    calculated: int = 0

    def and_more(self, times: int, other: _Toll) -> _Toll:
        return _Toll(*(mine + times * more for mine, more in zip(self, other, strict=True)))

    def excess(self) -> str | None:
        if self.forms > _MOST_FORMS:  # forms that draw forms multiply (ISO 32000-1, 8.10)
            return f"draws {self.forms:,} forms, most of them within others"
        if self.mesh > _MOST_MESH or self.calculated > _MOST_CALCULATED:  # ISO 32000-1, 8.7.4.5
            return "has shadings that take too long to paint"
        return None


class Excess:
    """Looks at the pages of a PDF."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._known: dict[int, _Toll] = {}

    def of(self, number: int) -> str | None:
        """What page `number`, counted from 1, has too much of; None where nothing is known of that."""
        try:
            page = self._reader.pages[number - 1]
            content = _unpacked(lambda: page.get_contents().get_data())  # type: ignore[union-attr]
            still_open = _most_open(content)
            if still_open > _MOST_OPEN:
                return f"opens {still_open:,} marked contents within each other"
            return self._toll(content, page.get("/Resources"), _DEEPEST).excess()
        except _TooVastError:
            return "has contents that are too many or unpack to too much"
        except Exception:  # noqa: BLE001 - the file is damaged in some way: whoever reads the page will see
            return None

    @cached_property
    def _reader(self) -> PdfReader:
        from pypdf import PdfReader  # noqa: PLC0415 - a tenth of a second that only a PDF needs

        reader = PdfReader(io.BytesIO(self._data))
        if reader.is_encrypted:
            reader.decrypt("")
        return reader

    def _toll(self, content: bytes, resources: Any, deepest: int) -> _Toll:
        toll = _Toll()
        named = _painted(resources)
        if named and deepest:
            for name, times in Counter(use[1] for use in _USES.finditer(content) if use[1] in named).items():
                toll = toll.and_more(times, self._toll_of(named[name], resources, deepest - 1))
        return toll

    def _toll_of(self, painted: Any, around: Any, deepest: int) -> _Toll:
        """What it costs to paint a form, a pattern or a shading once; a form draws itself no second time."""
        reference = getattr(painted, "indirect_reference", None)
        place = reference.idnum if reference else -id(painted)
        if place not in self._known:
            self._known[place] = _Toll()
            try:
                self._known[place] = self._told(painted, around, deepest)
            except _TooVastError:
                raise
            except Exception as error:  # noqa: BLE001 - what is damaged paints nothing
                log.debug("not counted", extra={"error": type(error).__name__})
        return self._known[place]

    def _told(self, painted: Any, around: Any, deepest: int) -> _Toll:
        shading = painted.get("/Shading", painted).get_object()
        if "/ShadingType" in shading:
            return _Toll(0, _data_of(shading), _programs_of(shading.get("/Function")))
        if painted.get("/Subtype") != "/Form":
            return _Toll()
        inner = self._toll(_unpacked(painted.get_data), painted.get("/Resources", around), deepest)
        return inner.and_more(1, _Toll(forms=1))


def _most_open(content: bytes) -> int:
    """How many marked contents are open at once at most (ISO 32000-1, 14.6)."""
    if content.count(b"BMC") + content.count(b"BDC") <= _MOST_OPEN:
        return 0
    return max(accumulate(-1 if mark[0] == b"EMC" else 1 for mark in _MARKS.finditer(content)), default=0)


class _TooVastError(Exception):
    """A stream unpacks to more than pypdf takes (tens of megabytes), or has more filters or parts."""


def _unpacked(unpack: Callable[[], Any]) -> bytes:
    """What a stream of pypdf's unpacks to. Raises what pypdf does, and `_TooVastError`."""
    try:
        data: bytes = unpack()
    except Exception as error:
        if type(error).__name__ == "LimitReachedError":  # older releases of pypdf know no limit
            raise _TooVastError from error
        raise
    return data


def _painted(resources: Any) -> dict[bytes, Any]:
    """The forms, patterns and shadings of the resources by their names."""
    named: dict[bytes, Any] = {}
    for kind in ("/XObject", "/Pattern", "/Shading"):
        objects = resources.get_object().get(kind) if resources is not None else None
        for name, one in objects.get_object().items() if objects is not None else ():
            named[name[1:].encode()] = one.get_object()
    return named


def _data_of(thing: Any) -> int:
    return len(_unpacked(thing.get_data)) if hasattr(thing, "get_data") else 0


def _programs_of(function: Any) -> int:
    """Bytes of the calculators in a function, or an array of some (ISO 32000-1, 7.10.5)."""
    given = function.get_object() if function is not None else None
    if given is None or isinstance(given, list):
        return sum(_programs_of(one) for one in given or ())
    return _data_of(given) if given.get("/FunctionType") == 4 else 0
