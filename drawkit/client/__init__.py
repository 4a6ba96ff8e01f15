"""The open API from outside: a blocking and an asynchronous client over one pure protocol.

Each name is loaded when it is first used: who only names an error, or checks a file, needs nothing that speaks HTTP.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._lazy import lazy

if TYPE_CHECKING:
    from .aio import AsyncClient
    from .client import Client
    from .errors import (
        AccessDenied,
        AddressNotAllowed,
        AnalysisFailed,
        AnalysisTimeLimit,
        ConcurrencyLimited,
        ConfigurationError,
        Conflict,
        DrawkitError,
        FileAccessError,
        FileRefused,
        FileTooLarge,
        IdempotencyConflict,
        InvalidRequest,
        KeyMalformed,
        KeyMissing,
        LimitExceeded,
        LocalServiceFailed,
        LocalServiceMissing,
        MethodNotAllowed,
        NotFound,
        NotPublished,
        PermissionMissing,
        ProblemError,
        QuotaExhausted,
        RateLimited,
        ServiceFault,
        ServiceUnreachable,
        TaskCancelled,
        TaskEnded,
        TaskError,
        TaskFailed,
        TooManyPages,
        TooManyPixels,
        Unauthenticated,
        Unavailable,
        UnexpectedAnswer,
        UnreadableFile,
        UnsupportedFormat,
        WaitTimeout,
        WebhookRefused,
    )
    from .facts import RateLimit
    from .tasks import AsyncBatch, AsyncTask, Batch, Task

__all__ = [
    "AccessDenied",
    "AddressNotAllowed",
    "AnalysisFailed",
    "AnalysisTimeLimit",
    "AsyncBatch",
    "AsyncClient",
    "AsyncTask",
    "Batch",
    "Client",
    "ConcurrencyLimited",
    "ConfigurationError",
    "Conflict",
    "DrawkitError",
    "FileAccessError",
    "FileRefused",
    "FileTooLarge",
    "IdempotencyConflict",
    "InvalidRequest",
    "KeyMalformed",
    "KeyMissing",
    "LimitExceeded",
    "LocalServiceFailed",
    "LocalServiceMissing",
    "MethodNotAllowed",
    "NotFound",
    "NotPublished",
    "PermissionMissing",
    "ProblemError",
    "QuotaExhausted",
    "RateLimit",
    "RateLimited",
    "ServiceFault",
    "ServiceUnreachable",
    "Task",
    "TaskCancelled",
    "TaskEnded",
    "TaskError",
    "TaskFailed",
    "TooManyPages",
    "TooManyPixels",
    "Unauthenticated",
    "Unavailable",
    "UnexpectedAnswer",
    "UnreadableFile",
    "UnsupportedFormat",
    "WaitTimeout",
    "WebhookRefused",
]

_HOMES = {
    **dict.fromkeys(__all__, "errors"),
    "AsyncBatch": "tasks",
    "AsyncClient": "aio",
    "AsyncTask": "tasks",
    "Batch": "tasks",
    "Client": "client",
    "RateLimit": "facts",
    "Task": "tasks",
}

__getattr__, __dir__ = lazy(__name__, _HOMES, ("errors", "webhooks"), told=__all__)
