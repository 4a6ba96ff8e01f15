"""The opaque cursor of the task list: where a page ended, so that new tasks never shift the next one."""

from __future__ import annotations

import base64
import binascii
import re

from drawkit.contract import Problem, Refused

_FORM = re.compile(r"1:(task_[0-9a-f]{32})", re.ASCII)


def to_cursor(task_id: str) -> str:
    """The cursor behind the task that a page ended with."""
    return base64.urlsafe_b64encode(f"1:{task_id}".encode()).decode().rstrip("=")


def from_cursor(cursor: str | None) -> str | None:
    """The task id that a cursor stands for. Raises `Refused` (`invalid-request`) for what is no cursor."""
    if cursor is None:
        return None
    try:
        text = base64.b64decode(cursor + "=" * (-len(cursor) % 4), altchars=b"-_", validate=True).decode("ascii")
    except (binascii.Error, ValueError) as error:
        raise _refused() from error
    match = _FORM.fullmatch(text)
    if match is None or to_cursor(match[1]) != cursor:
        raise _refused()
    return match[1]


def _refused() -> Refused:
    detail = "This is no cursor of a task list. Take 'next_cursor' from the page before, unchanged."
    return Refused(Problem.of("invalid-request", detail, pointer="/cursor"))
