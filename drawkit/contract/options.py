"""The options of a submission: the JSON object in the form field `options_json` (API document, section 2)."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

from pydantic import ConfigDict, Field, StrictBool, StrictInt, StrictStr, ValidationError

from ._value import Value
from .problems import FieldError, Problem, Refused

if TYPE_CHECKING:
    from pydantic_core import ErrorDetails

_LISTS: Final = {"pages": "[1, 3]", "task_list": '["bom", "balloons"]'}


class Options(Value):
    """What to run and what to publish. Unknown keys are refused, not ignored: a typing error must not pass."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    task_list: tuple[StrictStr, ...] | None = None
    """Modules to run; required with profile `advanced`, refused with any other."""
    publish: StrictBool = True
    """Publish a sanitized preview and a summary when the task succeeds."""
    pages: tuple[StrictInt, ...] | None = Field(default=None, min_length=1)
    """Page numbers to read, from 1; None reads all."""
    redact: StrictBool = True
    """Black out personal and company fields and logos in what is published."""
    page_seconds: float | None = Field(default=None, gt=0, le=3600, strict=True)
    """CPU seconds one page may cost; then reading stops, and the result says what was not looked at. None: 60, or what
    the service allows, which is the most in any case."""

    def to_json(self) -> str:
        """The text for `options_json`: only what differs from the defaults."""
        return json.dumps(self.model_dump(mode="json", exclude_defaults=True), separators=(",", ":"))


def parse_options(text: str | None) -> Options:
    """Read `options_json`. Raises `Refused` (`invalid-request`) naming each fault."""
    try:
        raw: Any = json.loads(text) if text and text.strip() else {}
    except ValueError as error:
        raise _refused("options_json is not valid JSON. Send an object such as {}.", status=400) from error
    except RecursionError as error:
        raise _refused("options_json is nested too deeply. Send a flat object.", status=400) from error
    if not isinstance(raw, dict):
        raise _refused("options_json must be a JSON object such as {}.")
    try:
        options = Options.model_validate(raw)
    except ValidationError as error:
        raise Refused(_explain(error)) from error
    if options.pages is not None and min(options.pages) < 1:
        raise _refused("Pages are counted from 1.", pointer="/options_json/pages")
    return options


def _explain(error: ValidationError) -> Problem:
    known = ", ".join(Options.model_fields)
    faults = []
    for fault in error.errors(include_url=False):
        place = "/".join(str(part) for part in fault["loc"])
        unknown = fault["type"] == "extra_forbidden"
        detail = f"Unknown option {place!r}. Known: {known}." if unknown else f"{place}: {_fault(place, fault)}."
        faults.append(FieldError(detail=detail, pointer=f"/options_json/{place}"))
    problem = Problem.of("invalid-request", " ".join(f.detail for f in faults))
    return problem.model_copy(update={"errors": tuple(faults)})


def _fault(place: str, fault: ErrorDetails) -> str:
    """What is wrong, with an example where a list was wanted: Pydantic names Python's type, which JSON has not."""
    no_list = fault["type"] == "tuple_type" and place in _LISTS
    return f"Give a list, such as {_LISTS[place]}" if no_list else fault["msg"]


def _refused(detail: str, *, status: int | None = None, pointer: str = "/options_json") -> Refused:
    return Refused(Problem.of("invalid-request", detail, status=status, pointer=pointer))
