"""The API document as a page: plain HTML made from `/openapi.json`, so it works offline and runs no script."""

from __future__ import annotations

from html import escape
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse

router = APIRouter(include_in_schema=False)

_STYLE = """
body { font: 15px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h2 { font-size: 1rem; margin-top: 2rem; } code, h2 { font-family: ui-monospace, monospace; }
table { border-collapse: collapse; width: 100%; } td, th { text-align: left; padding: .2rem .8rem .2rem 0;
border-bottom: 1px solid #8884; vertical-align: top; } b { padding: 0 .4rem; border: 1px solid; border-radius: .2rem; }
@media (prefers-color-scheme: dark) { body { background: #111; color: #ddd; } }
"""
_HEADERS = {"Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"}


@router.get("/docs", response_class=HTMLResponse)
def read_docs(request: Request) -> HTMLResponse:
    """The page."""
    return HTMLResponse(page(request.app.openapi()), headers=_HEADERS)


def page(document: dict[str, Any]) -> str:
    """An OpenAPI document as one HTML page."""
    info = document["info"]
    operations = [
        _operation(method, path, operation)
        for path, item in document["paths"].items()
        for method, operation in item.items()
    ]
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{escape(info["title"])}</title>'
        f"<style>{_STYLE}</style><h1>{escape(info['title'])} {escape(info['version'])}</h1>"
        f"<p>{escape(info['summary'])} Every address below <code>/api/open</code> asks for "
        "<code>Authorization: Bearer &lt;API_KEY&gt;</code>. The whole document: "
        f'<a href="/openapi.json">/openapi.json</a>.</p>{"".join(operations)}</html>'
    )


def _operation(method: str, path: str, operation: dict[str, Any]) -> str:
    rows = [(p["name"], f"in {p['in']}", p.get("description", "")) for p in operation.get("parameters", ())]
    form = operation.get("requestBody", {}).get("content", {})
    for media_type, content in form.items():
        needed = content["schema"].get("required", ())
        for name, schema in content["schema"].get("properties", {}).items():
            place = f"{media_type}{', required' if name in needed else ''}"
            rows.append((name, place, schema.get("description") or ", ".join(schema.get("enum", ()))))
    answers = [(status, "", answer["description"]) for status, answer in sorted(operation["responses"].items())]
    told = escape(operation.get("description", ""))
    return f"<h2><b>{method.upper()}</b> {escape(path)}</h2><p>{told}</p>{_table(rows)}{_table(answers)}"


def _table(rows: list[tuple[str, str, str]]) -> str:
    cells = ("".join(f"<td>{escape(cell)}</td>" for cell in row) for row in rows)
    return f"<table>{''.join(f'<tr>{row}</tr>' for row in cells)}</table>" if rows else ""
