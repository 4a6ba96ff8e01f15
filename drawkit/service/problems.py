"""Every refusal and fault as one `application/problem+json` answer (RFC 9457)."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from sqlalchemy.exc import OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from starlette.exceptions import HTTPException
from starlette.routing import Match

from drawkit.contract import MEDIA_TYPE, FieldError, Problem, Refused

_CODES = {404: "not-found", 405: "method-not-allowed", 413: "file-too-large"}
_RETRY_S = 2


def answer(problem: Problem, request_id: str | None = None, headers: dict[str, str] | None = None) -> Response:
    """The answer that tells a problem, with the header fields its code calls for."""
    body = problem.model_copy(update={"request_id": request_id}).model_dump(mode="json", exclude_none=True)
    if not problem.errors:
        body.pop("errors", None)
    fields = dict(headers or {})
    if problem.status == 401:
        fields["WWW-Authenticate"] = "Bearer"
    if problem.status in (429, 503):
        fields["Retry-After"] = str(body.get("retry_after", _RETRY_S))
    content = json.dumps(body, ensure_ascii=False).encode(
        "utf-8", "backslashreplace"
    )  # half of a pair, as JSON writes it
    return Response(content, problem.status or 500, fields, MEDIA_TYPE)


def of_exception(error: Exception) -> Problem:
    """The problem an exception means to the caller; nothing of its inside is told."""
    if isinstance(error, Refused):
        return error.problem
    if isinstance(error, (OperationalError, PoolTimeout, OSError)):
        detail = "The service cannot reach or write its store now. Nothing was kept of this request; try again."
        return Problem.of("unavailable", detail)
    return Problem.of("internal", "The service met an error of its own. Name the request id when you report it.")


def install(app: FastAPI) -> None:
    """Make the framework's own refusals problems too."""
    app.add_exception_handler(Refused, _refused)
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(RequestValidationError, _invalid)


def _request_id(request: Request) -> str | None:
    request_id: str | None = request.scope.get("state", {}).get("request_id")
    return request_id


async def _refused(request: Request, error: Exception) -> Response:
    return answer(of_exception(error), _request_id(request))


async def _http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)  # noqa: S101 - what it was installed for
    code = _CODES.get(error.status_code, "invalid-request")
    details = {
        "not-found": "There is nothing at this address.",
        "method-not-allowed": f"This address does not take {request.method}.",
    }
    problem = Problem.of(code, details.get(code, str(error.detail)), status=error.status_code)
    headers = dict(error.headers or {})
    if code == "method-not-allowed":
        headers["Allow"] = ", ".join(_methods(request))  # the framework names those of one route alone
    return answer(problem, _request_id(request), headers)


def _methods(request: Request) -> list[str]:
    def taken(method: str) -> bool:
        scope = {**request.scope, "method": method}
        return any(route.matches(scope)[0] is Match.FULL for route in request.app.routes)

    return [method for method in ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE") if taken(method)]


async def _invalid(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)  # noqa: S101 - what it was installed for
    return answer(invalid(error.errors()), _request_id(request))


def invalid(faults: Sequence[Any]) -> Problem:
    """The problem for faults that pydantic found: each with its place."""
    errors = tuple(_fault(fault) for fault in faults)
    problem = Problem.of("invalid-request", " ".join(e.detail for e in errors))
    return problem.model_copy(update={"errors": errors})


def _fault(fault: Any) -> FieldError:
    place = "/".join(str(part) for part in fault["loc"] if part not in ("body", "query", "path", "header"))
    return FieldError(detail=f"{place or 'The body'}: {fault['msg']}.", pointer=f"/{place}" if place else "")
