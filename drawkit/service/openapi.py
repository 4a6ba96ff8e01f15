"""What the OpenAPI document says beyond what the framework sees: the form, the problems, the key."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

from drawkit.contract import CODES, DEFAULT_LIMITS, MEDIA_TYPE, MODULES, Problem, Profile

Document = dict[str, Any]

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
    schemas["Problem"] = _problem_schema(schemas)
    _drop_framework_errors(made)
    components["securitySchemes"] = {"key": {"type": "http", "scheme": "bearer", "description": "An API key."}}
    made["security"] = [{"key": []}]
    return made


def _drop_framework_errors(made: Document) -> None:
    # FastAPI tells of a 422 in a form of its own; the endpoints name theirs, as problems.
    for item in made["paths"].values():
        for operation in item.values():
            if MEDIA_TYPE not in operation["responses"].get("422", {}).get("content", {}):
                operation["responses"].pop("422", None)
    for unused in ("HTTPValidationError", "ValidationError"):
        made["components"]["schemas"].pop(unused, None)


def _problem_schema(schemas: Document) -> Document:
    schema = Problem.model_json_schema(ref_template="#/components/schemas/{model}")
    schemas.update(schema.pop("$defs", {}))
    return schema
