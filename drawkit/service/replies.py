"""Answers of the endpoints, made straight from stored text: a result is never parsed on its way out."""

from __future__ import annotations

import json
from typing import Any

from fastapi import Response
from starlette.responses import JSONResponse

from .idempotency import Answer
from .records import Record


def task_reply(record: Record, result: str | None, *, poll_s: int, status: int = 200) -> Response:
    """A task with its result; `Retry-After` while it has not ended."""
    body = json.dumps(record, ensure_ascii=False, separators=(",", ":"))
    content = f'{body[:-1]},"result":{result or "null"}}}'.encode()
    headers = {} if record["finished_at"] else {"Retry-After": str(poll_s)}
    return Response(content, status, headers, "application/json")


def accepted(answer: Answer, *, poll_s: int) -> Response:
    """The answer to a submission: 202, where the task is, and when to ask."""
    reply = task_reply(answer.body, None, poll_s=poll_s, status=answer.status)
    reply.headers["Location"] = answer.location
    _mark(reply, answer)
    return reply


def cancelled(answer: Answer, *, poll_s: int) -> Response:
    """The answer to a cancellation."""
    reply = task_reply(answer.body, None, poll_s=poll_s)
    _mark(reply, answer)
    return reply


def created(answer: Answer) -> Response:
    """The answer to a creation."""
    reply = JSONResponse(answer.body, answer.status, {"Location": answer.location})
    _mark(reply, answer)
    return reply


def page(records: list[Record], next_cursor: str | None) -> Response:
    """One page of the task list."""
    body: dict[str, Any] = {"data": records, "has_more": next_cursor is not None}
    if next_cursor is not None:
        body["next_cursor"] = next_cursor
    return JSONResponse(body)


def _mark(reply: Response, answer: Answer) -> None:
    if answer.replayed:
        reply.headers["Idempotency-Replayed"] = "true"
