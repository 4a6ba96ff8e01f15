"""Problems: how either side says that something cannot be done (RFC 9457; API document, section 7)."""

from __future__ import annotations

from typing import Any, Final

from ._value import Value

MEDIA_TYPE: Final = "application/problem+json"

CODES: Final[dict[str, tuple[int, str]]] = {
    "invalid-request": (422, "The request is not valid"),
    "unauthenticated": (401, "No valid API key was sent"),
    "permission-missing": (403, "The key lacks a permission"),
    "address-not-allowed": (403, "The key may not be used from this address"),
    "quota-exhausted": (403, "The quota of this period is used up"),
    "not-found": (404, "There is no such thing"),
    "method-not-allowed": (405, "This address does not take that method"),
    "task-ended": (409, "The task has already ended"),
    "idempotency-conflict": (409, "The first request with this idempotency key is still running"),
    "file-too-large": (413, "The file is too large"),
    "unsupported-format": (415, "The file's format is not supported"),
    "too-many-pages": (422, "The document has too many pages"),
    "unreadable-file": (422, "The file cannot be read"),
    "too-many-pixels": (422, "The picture has too many pixels"),
    "rate-limited": (429, "Too many requests"),
    "concurrency-limited": (429, "Too many tasks at once"),
    "analysis-failed": (500, "The analysis failed"),
    "time-limit": (504, "The analysis took too long"),
    "internal": (500, "Something went wrong in the service"),
    "unavailable": (503, "The service cannot answer now"),
}
"""Each code with its usual HTTP status and its title. A code's meaning never changes; new ones may come."""


class FieldError(Value):
    """One fault in a request: what is wrong, and where (JSON pointer)."""

    detail: str
    pointer: str | None = None


class Problem(Value):
    """A problem as RFC 9457 describes it, with drawkit's `code` and the request's id."""

    type: str = "about:blank"
    title: str = ""
    status: int | None = None
    detail: str = ""
    code: str = ""
    request_id: str | None = None
    errors: tuple[FieldError, ...] = ()

    @classmethod
    def of(
        cls, code: str, detail: str, *, status: int | None = None, pointer: str | None = None, **members: Any
    ) -> Problem:
        """The problem for `code`, with the code's usual status and title."""
        usual, title = CODES[code]
        errors = (FieldError(detail=detail, pointer=pointer),) if pointer else ()
        return cls.model_validate(
            {
                "type": f"urn:drawkit:problem:{code}",
                "title": title,
                "status": status or usual,
                "detail": detail,
                "code": code,
                "errors": errors,
                **members,
            }
        )


class Refused(Exception):
    """Something was refused; `problem` says why and what to do."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.detail or problem.title)
        self.problem = problem

    def __reduce__(self) -> tuple[type[Refused], tuple[Problem]]:
        return (Refused, (self.problem,))  # crosses process borders: workers raise it
