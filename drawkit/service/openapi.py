"""What the OpenAPI document says beyond what the framework sees: the form, the problems, the key."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from pydantic import BaseModel

from drawkit.contract import CODES, DEFAULT_LIMITS, MEDIA_TYPE, MODULES, Event, EventKind, Problem, Profile

Document = dict[str, Any]

_EVENTS = {
    EventKind.TASK_COMPLETED: "a task finished successfully",
    EventKind.TASK_FAILED: "a task failed",
    EventKind.TASK_CANCELLED: "a task was cancelled",
}

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
            }
        },
    }
}


def problems(*statuses: int) -> dict[int | str, Document]:
    """The problem answers of an endpoint, for the document; any endpoint may answer 500 and 503."""
    return {status: _response(status) for status in sorted({*statuses, 500, 503})}


def _response(status: int) -> Document:
    codes = [code for code, (usual, _title) in CODES.items() if usual == status] or ["invalid-request"]
    examples = {
        code: {
            "value": Problem.of(code, CODES[code][1] + ".", status=status).model_dump(mode="json", exclude_none=True)
        }
        for code in codes
    }
    content = {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}, "examples": examples}}
    headers = (
        {"Retry-After": {"schema": {"type": "integer"}, "description": "Seconds."}} if status in (429, 503) else {}
    )
    return {"description": ", ".join(CODES[code][1] for code in codes), "content": content, "headers": headers}


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
    made["webhooks"] = {kind.value: {"post": _webhook(kind)} for kind in EventKind}
    _drop_framework_errors(made)
    components["securitySchemes"] = {"key": {"type": "http", "scheme": "bearer", "description": "An API key."}}
    made["security"] = [{"key": []}]
    return made


def _webhook(kind: EventKind) -> Document:
    headers = [
        ("webhook-id", "The event's id, the same at each retry: handle each id once."),
        ("webhook-timestamp", "When this delivery was sent, in seconds since 1970."),
        ("webhook-signature", "`v1,` and HMAC-SHA256 in base64, as Standard Webhooks 1.0 says; several while a secret "
         "rotates, separated by spaces."),
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
    data: Document = {
        "task_id": "task_0198c0de00007000800000000000abcd",
        "batch_id": None,
        "status": kind.value.removeprefix("task."),
        "profile": "full",
        "file_name": "plate.pdf",
        "summary": {},
        "published": None,
    }
    event = {"type": kind.value, "timestamp": "2026-01-02T03:04:05.000000Z", "data": data}
    return {"schema": {"$ref": "#/components/schemas/Event"}, "examples": {kind.value: {"value": event}}}


def _drop_framework_errors(made: Document) -> None:
    # FastAPI tells of a 422 in a form of its own; the endpoints name theirs, as problems.
    for item in made["paths"].values():
        for operation in item.values():
            if MEDIA_TYPE not in operation["responses"].get("422", {}).get("content", {}):
                operation["responses"].pop("422", None)
    for unused in ("HTTPValidationError", "ValidationError"):
        made["components"]["schemas"].pop(unused, None)


def _schema(schemas: Document, model: type[BaseModel]) -> Document:
    schema = model.model_json_schema(ref_template="#/components/schemas/{model}")
    for name, part in schema.pop("$defs", {}).items():
        schemas.setdefault(name, part)
    return schema
