"""How often a page draws its forms, told before PDFium draws them: forms in forms multiply (ISO 32000-1, 8.10)."""

from __future__ import annotations

import io
import re
from collections import Counter
from contextlib import suppress
from functools import cached_property
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pypdf import PdfReader

_DRAWS = re.compile(rb"/([^\s()<>\[\]{}/%]+)\s+Do(?![^\s()<>\[\]{}/%])")
_DEEPEST = 40  # PDFium draws no form that lies deeper in others


class Forms:
    """The forms of a PDF."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._known: dict[int, int] = {}

    def drawn_on(self, number: int) -> int:
        """How many forms page `number`, counted from 1, draws in all; 0 where that cannot be told."""
        with suppress(Exception):  # the file is damaged in some way: whoever reads the page will see
            page = self._reader.pages[number - 1]
            content = page.get_contents()
            return self._drawn(content.get_data(), page.get("/Resources"), _DEEPEST) if content is not None else 0
        return 0

    @cached_property
    def _reader(self) -> PdfReader:
        from pypdf import PdfReader  # noqa: PLC0415 - a tenth of a second that only a PDF needs

        reader = PdfReader(io.BytesIO(self._data))
        if reader.is_encrypted:
            reader.decrypt("")
        return reader

    def _drawn(self, content: bytes, resources: Any, deepest: int) -> int:
        forms = _forms_of(resources)
        if not forms or not deepest:
            return 0
        times = Counter(name for name in _DRAWS.findall(content) if name in forms)
        return sum(n * (1 + self._within(forms[name], resources, deepest - 1)) for name, n in times.items())

    def _within(self, form: Any, around: Any, deepest: int) -> int:
        """The forms that one drawing of a form draws in it; one that draws itself is drawn no second time."""
        place = form.indirect_reference.idnum
        if place not in self._known:
            self._known[place] = 0
            with suppress(Exception):  # a damaged form draws nothing
                self._known[place] = self._drawn(form.get_data(), form.get("/Resources", around), deepest)
        return self._known[place]


def _forms_of(resources: Any) -> dict[bytes, Any]:
    objects = resources.get_object().get("/XObject") if resources is not None else None
    named = {name: one.get_object() for name, one in objects.get_object().items()} if objects is not None else {}
    return {name[1:].encode(): one for name, one in named.items() if one and one.get("/Subtype") == "/Form"}
