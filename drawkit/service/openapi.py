"""What the OpenAPI document says beyond what the framework sees: the form, problems, examples, events and the key."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from pydantic import BaseModel

from drawkit.contract import CODES, DEFAULT_LIMITS, MEDIA_TYPE, MODULES, Event, EventKind, Problem, Profile

from . import examples

Document = dict[str, Any]

_EVENTS = {
    EventKind.TASK_COMPLETED: "a task finished successfully",
    EventKind.TASK_FAILED: "a task failed",
    EventKind.TASK_CANCELLED: "a task was cancelled",
}

_HEADERS: dict[str, tuple[str, str]] = {
    "X-Request-Id": ("string", "Names this request in the service's log."),
    "RateLimit-Policy": ("string", "The limits in force (IETF draft, structured fields), such as "
                         '`"requests";q=1200;w=60, "concurrency";q=32;qu="concurrent-requests"`.'),
    "RateLimit": ("string", 'What is left of them, such as `"requests";r=1199;t=60, "concurrency";r=31`.'),
    "Retry-After": ("integer", "Seconds to wait before asking again."),
    "Location": ("string", "Where to read what was made."),
    "Idempotency-Replayed": ("string", "`true` when this answer was given before."),
    "WWW-Authenticate": ("string", "`Bearer`."),
}  # fmt: skip
_ALWAYS = ("X-Request-Id", "RateLimit-Policy", "RateLimit")
_BY_STATUS = {401: ("WWW-Authenticate",), 429: ("Retry-After",), 503: ("Retry-After",)}

_ANYBODY = ("rate-limited", "concurrency-limited", "internal", "unavailable")
_HOLDER = ("unauthenticated", "permission-missing", "address-not-allowed")

SUBMISSION_BODY: Document = {
    "requestBody": {
        "required": True,
        "content": {
            "multipart/form-data": {
                "schema": {
                    "type": "object",
                    "required": ["file", "profile"],
                    "additionalProperties": False,
                    "properties": {
                        "file": {
                            "type": "string",
                            "contentMediaType": "application/octet-stream",
                            "description": f"JPEG, PNG, WebP, GIF, BMP or PDF, at most {DEFAULT_LIMITS.max_bytes} "
                            f"bytes; a PDF has 1 to {DEFAULT_LIMITS.max_pages} pages.",
                        },
                        "profile": {"type": "string", "enum": [p.value for p in Profile]},
                        "options_json": {
                            "type": "string",
                            "contentMediaType": "application/json",
                            "default": "{}",
                            "description": "A JSON object: `task_list` (profile `advanced` alone: "
                            f"{', '.join(MODULES)}), `publish`, `pages`, `redact`.",
                        },
                        "batch_id": {"type": "string", "description": "The task joins this batch."},
                    },
                },
                "examples": {"two modules of one page": {"value": examples.SUBMISSION}},
            }
        },
    }
}


def json_body(model: type[BaseModel], example: Document) -> Document:
    """An optional JSON body of this model's form, for an endpoint that reads its body by itself."""
    shown = {"example": {"value": example}}
    return {
        "requestBody": {"content": {"application/json": {"schema": model.model_json_schema(), "examples": shown}}},
    }


def problems(*codes: str | tuple[int, str]) -> dict[int | str, Document]:
    """The problem answers of an endpoint that asks for a key: by code, with its status where that is not the usual."""
    return public_problems(*_HOLDER, *codes)


def public_problems(*codes: str | tuple[int, str]) -> dict[int | str, Document]:
    """The problem answers of an endpoint that anybody may ask."""
    by_status: dict[int, list[str]] = {}
    for told in (*codes, *_ANYBODY):
        status, code = told if isinstance(told, tuple) else (CODES[told][0], told)
        by_status.setdefault(status, []).append(code)
    return {status: _problem_answer(status, by_status[status]) for status in sorted(by_status)}


def _problem_answer(status: int, codes: list[str]) -> Document:
    shown = {code: {"value": examples.problem(code, status)} for code in codes}
    content = {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}, "examples": shown}}
    told = "; ".join(f"{CODES[code][1]} (`{code}`)" for code in codes)
    return {"description": f"{told}.", "content": content, "headers": _references(_BY_STATUS.get(status, ()))}


def install(app: FastAPI, version: str) -> None:
    """Make the application answer `/openapi.json` with the whole document."""

    def document() -> Document:
        if app.openapi_schema is None:
            app.openapi_schema = _document(app, version)
        return app.openapi_schema

    app.openapi = document  # type: ignore[method-assign]  # FastAPI's documented way to extend the document


def _document(app: FastAPI, version: str) -> Document:
    made = get_openapi(
        title="drawkit service",
        version=version,
        summary="Reads engineering drawings: submit files as tasks, get results.",
        openapi_version="3.1.0",
        routes=app.routes,
    )
    components = made.setdefault("components", {})
    schemas = components.setdefault("schemas", {})
    schemas["Problem"] = _schema(schemas, Problem)
    schemas["Event"] = _schema(schemas, Event)
    components["headers"] = {name: _header(name) for name in _HEADERS}
    components["securitySchemes"] = {"key": {"type": "http", "scheme": "bearer", "description": "An API key."}}
    made["webhooks"] = {kind.value: {"post": _webhook(kind)} for kind in EventKind}
    made["security"] = [{"key": []}]
    for operation in _operations(made):
        _drop_framework_errors(operation)
        _tell_success(operation)
        for answer in operation["responses"].values():
            answer["headers"] = {**_references(_ALWAYS), **answer.get("headers", {})}
    for unused in ("HTTPValidationError", "ValidationError"):
        schemas.pop(unused, None)
    return made


def _operations(made: Document) -> Iterable[Document]:
    for item in made["paths"].values():
        yield from item.values()


def _tell_success(operation: Document) -> None:
    success = examples.successes()[operation["operationId"]]
    status, answer = next((s, a) for s, a in operation["responses"].items() if int(s) < 400)
    answer["description"] = success.told
    answer["headers"] = _references(success.headers)
    if success.example is not None:
        answer["content"]["application/json"]["examples"] = {operation["operationId"]: {"value": success.example}}
    if status in ("201", "202"):
        answer["links"] = _links("batch_id" if status == "201" else "task_id")


def _links(member: str) -> Document:
    following = ("read_batch",) if member == "batch_id" else ("read_task", "cancel_task")
    place = {member: f"$response.body#/{member}"}
    return {name: {"operationId": name, "parameters": place} for name in following}


def _references(names: Iterable[str]) -> Document:
    return {name: {"$ref": f"#/components/headers/{name}"} for name in names}


def _header(name: str) -> Document:
    kind, told = _HEADERS[name]
    return {"description": told, "required": name in _ALWAYS, "schema": {"type": kind}}


def _webhook(kind: EventKind) -> Document:
    headers = [
        ("webhook-id", "The event's id, the same at each retry: handle each id once."),
        ("webhook-timestamp", "When this delivery was sent, in seconds since 1970."),
        ("webhook-signature", "`v1,` and the HMAC-SHA256 in base64 of `{webhook-id}.{webhook-timestamp}.{body}`, as "
         "Standard Webhooks 1.0 says; several while a secret rotates, separated by spaces."),
    ]  # fmt: skip
    return {
        "operationId": f"tell_{kind.value.replace('.', '_')}",
        "summary": f"{kind.value}: {_EVENTS[kind]}",
        "description": "Sent to each subscription of this kind, at least once. Any answer 2xx takes it; 410 ends the "
        "subscription; anything else, a redirect too, is tried again for two days.",
        "security": [],
        "parameters": [
            {"name": name, "in": "header", "required": True, "description": told, "schema": {"type": "string"}}
            for name, told in headers
        ],
        "requestBody": {"required": True, "content": {"application/json": _event_content(kind)}},
        "responses": {"204": {"description": "The event was taken."}, "410": {"description": "Send no more."}},
    }


def _event_content(kind: EventKind) -> Document:
    shown = {kind.value: {"value": examples.event(kind)}}
    return {"schema": {"$ref": "#/components/schemas/Event"}, "examples": shown}


def _drop_framework_errors(operation: Document) -> None:
    # FastAPI tells of a 422 in a form of its own; the endpoints name theirs, as problems.
    if MEDIA_TYPE not in operation["responses"].get("422", {}).get("content", {}):
        operation["responses"].pop("422", None)


def _schema(schemas: Document, model: type[BaseModel]) -> Document:
    schema = model.model_json_schema(ref_template="#/components/schemas/{model}")
    for name, part in schema.pop("$defs", {}).items():
        schemas.setdefault(name, part)
    return schema
