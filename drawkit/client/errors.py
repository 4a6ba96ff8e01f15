"""What can go wrong for a caller of the open API, as one tree.

DrawkitError
├── ConfigurationError            found before any request
│   ├── KeyMissing
│   ├── KeyMalformed
│   └── LocalServiceMissing
├── FileAccessError               a path that cannot be opened (also an OSError)
├── ServiceUnreachable            no answer came
│   └── LocalServiceFailed        the embedded service did not start
├── UnexpectedAnswer              an answer that is not the open API's
├── NotPublished                  the task has no such preview
├── ProblemError                  refused, by the service or by the same rules before an upload
│   ├── InvalidRequest
│   ├── Unauthenticated
│   ├── AccessDenied
│   │   ├── PermissionMissing
│   │   ├── AddressNotAllowed
│   │   └── QuotaExhausted
│   ├── NotFound
│   ├── MethodNotAllowed
│   ├── Conflict
│   │   ├── TaskEnded
│   │   └── IdempotencyConflict
│   ├── FileRefused
│   │   ├── FileTooLarge
│   │   ├── UnsupportedFormat
│   │   ├── TooManyPages
│   │   ├── UnreadableFile
│   │   └── TooManyPixels
│   ├── LimitExceeded
│   │   ├── RateLimited
│   │   └── ConcurrencyLimited
│   └── ServiceFault
│       ├── AnalysisFailed
│       ├── AnalysisTimeLimit
│       └── Unavailable
├── TaskError                     carries the task
│   ├── TaskFailed
│   ├── TaskCancelled
│   └── WaitTimeout               (also a TimeoutError)
└── WebhookRefused                a delivery that is malformed, too old, or not signed with the secret
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar, Final

from ..contract import Problem, Refused, TaskRecord
from .facts import RateLimit

if TYPE_CHECKING:
    from .tasks import Handle


class DrawkitError(Exception):
    """Something went wrong with drawkit."""

    def __init__(
        self,
        message: str | None = None,
        *,
        problem: Problem | None = None,
        status: int | None = None,
        request_id: str | None = None,
        retry_after: float | None = None,
        rate_limit: tuple[RateLimit, ...] = (),
    ) -> None:
        super().__init__(message or inspect.cleandoc(type(self).__doc__ or ""))
        self.problem = problem
        """What the service (or the same rule, applied here) said."""
        self.status = status
        """The HTTP status of the answer, None when no answer came."""
        self.request_id = request_id
        """What the service calls the request: quote it when you ask its operator."""
        self.retry_after = retry_after
        """Seconds after which the service wants to be asked again."""
        self.rate_limit = rate_limit
        """The limits the answer told."""


class ConfigurationError(DrawkitError):
    """The client is not set up; no request was sent."""


class KeyMissing(ConfigurationError):
    """No API key was found. Pass api_key=..., or set DRAWKIT_API_KEY."""


class KeyMalformed(ConfigurationError):
    """The API key has a typing error; no request was sent. Copy the key again, whole."""


class LocalServiceMissing(ConfigurationError):
    """There is no service: install the embedded one with pip install "drawkit[local]", or set DRAWKIT_BASE_URL."""


class FileAccessError(DrawkitError, OSError):
    """The file cannot be opened."""


class ServiceUnreachable(DrawkitError):
    """The service does not answer. Check that it runs and that its address is right."""


class LocalServiceFailed(ServiceUnreachable):
    """The embedded service did not start."""


class UnexpectedAnswer(DrawkitError):
    """The answer is not one of the open API. Check the address, or describe the service with a Dialect."""


class NotPublished(DrawkitError):
    """The task has published no such preview."""


class ProblemError(DrawkitError):
    """The request was refused."""

    advice: ClassVar[str] = ""
    """What a caller of this client can do, which the service cannot know."""


class InvalidRequest(ProblemError):
    """The request is not valid."""


class Unauthenticated(ProblemError):
    """The API key is not valid. Copy it again, or ask for a new one."""

    advice = "Check DRAWKIT_API_KEY (or api_key=...)."


class AccessDenied(ProblemError):
    """The key may not do this."""


class PermissionMissing(AccessDenied):
    """The key lacks a permission."""


class AddressNotAllowed(AccessDenied):
    """The key may not be used from this address."""


class QuotaExhausted(AccessDenied):
    """The quota of this period is used up."""


class NotFound(ProblemError):
    """There is no such thing, or it belongs to another key."""


class MethodNotAllowed(ProblemError):
    """The address does not take that method."""


class Conflict(ProblemError):
    """The state of the thing does not allow this."""


class TaskEnded(Conflict):
    """The task has already ended."""


class IdempotencyConflict(Conflict):
    """The first request with this idempotency key is still running."""


class FileRefused(ProblemError):
    """The file cannot be analysed."""


class FileTooLarge(FileRefused):
    """The file is too large."""


class UnsupportedFormat(FileRefused):
    """The file's format is not supported."""


class TooManyPages(FileRefused):
    """The document has too many pages."""


class UnreadableFile(FileRefused):
    """The file is empty, damaged or encrypted."""


class TooManyPixels(FileRefused):
    """The picture has too many pixels."""


class LimitExceeded(ProblemError):
    """A limit of the service was exceeded; `retry_after` says when to ask again."""


class RateLimited(LimitExceeded):
    """Too many requests."""


class ConcurrencyLimited(LimitExceeded):
    """Too many requests or tasks at once."""


class ServiceFault(ProblemError):
    """Something went wrong in the service."""


class AnalysisFailed(ServiceFault):
    """The analysis failed."""


class AnalysisTimeLimit(ServiceFault):
    """The analysis took too long."""


class Unavailable(ServiceFault):
    """The service cannot answer now."""


class TaskError(DrawkitError):
    """A task did not end as wished."""

    def __init__(self, message: str | None = None, *, task: Handle | None = None, **facts: Any) -> None:
        super().__init__(message, **facts)
        self.task = task
        """The task's handle; None after the exception crossed a process border, for handles hold the key."""
        self.record: TaskRecord | None = task.record if task else None
        """The task as it was when the exception was raised."""

    def __reduce__(self) -> tuple[Callable[..., TaskError], tuple[Any, ...], dict[str, Any]]:
        return (type(self), self.args, {**self.__dict__, "task": None})


class TaskFailed(TaskError):
    """The analysis failed; `problem` says why."""


class TaskCancelled(TaskError):
    """The task was cancelled."""


class WaitTimeout(TaskError, TimeoutError):
    """The task has not ended in the time given. It goes on: wait again, or cancel it."""


class WebhookRefused(DrawkitError):
    """The delivery is not genuine."""


BY_CODE: Final[dict[str, type[ProblemError]]] = {
    "invalid-request": InvalidRequest,
    "unauthenticated": Unauthenticated,
    "permission-missing": PermissionMissing,
    "address-not-allowed": AddressNotAllowed,
    "quota-exhausted": QuotaExhausted,
    "not-found": NotFound,
    "method-not-allowed": MethodNotAllowed,
    "task-ended": TaskEnded,
    "idempotency-conflict": IdempotencyConflict,
    "file-too-large": FileTooLarge,
    "unsupported-format": UnsupportedFormat,
    "too-many-pages": TooManyPages,
    "unreadable-file": UnreadableFile,
    "too-many-pixels": TooManyPixels,
    "rate-limited": RateLimited,
    "concurrency-limited": ConcurrencyLimited,
    "analysis-failed": AnalysisFailed,
    "time-limit": AnalysisTimeLimit,
    "internal": ServiceFault,
    "unavailable": Unavailable,
}
"""The class of each code of the contract."""

_BY_STATUS: Final[dict[int, type[ProblemError]]] = {
    400: InvalidRequest,
    401: Unauthenticated,
    403: AccessDenied,
    404: NotFound,
    405: MethodNotAllowed,
    409: Conflict,
    413: FileTooLarge,
    415: UnsupportedFormat,
    422: InvalidRequest,
    429: LimitExceeded,
    503: Unavailable,
}


def class_of(code: str, status: int | None) -> type[ProblemError]:
    """The class for a code, or for the HTTP status when the code is another service's."""
    if code in BY_CODE:
        return BY_CODE[code]
    if status is not None and status >= 500:
        return _BY_STATUS.get(status, ServiceFault)
    return _BY_STATUS.get(status or 0, ProblemError)


def error_of(problem: Problem, **facts: Any) -> ProblemError:
    """The exception for a problem; `facts` are the keyword arguments of `DrawkitError`."""
    facts.setdefault("status", problem.status)
    facts.setdefault("request_id", problem.request_id)
    cls = class_of(problem.code, facts["status"])
    told = problem.detail or problem.title or inspect.cleandoc(cls.__doc__ or "")
    return cls(" ".join(filter(None, (told, cls.advice))), problem=problem, **facts)


def error_from(refused: Refused) -> ProblemError:
    """The exception for a refusal found before any request; `status` is None because no answer came."""
    return error_of(refused.problem, status=None)
