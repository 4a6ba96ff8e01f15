"""The API document as a page: plain HTML made from `/openapi.json`, so it works offline and runs no script."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html import escape
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse

router = APIRouter(include_in_schema=False)

_STYLE = """
body { font: 15px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h2 { font-size: 1rem; margin-top: 2rem; } code, h2 { font-family: ui-monospace, monospace; }
pre { font-size: .8rem; overflow-x: auto; } summary { cursor: pointer; }
table { border-collapse: collapse; width: 100%; } td, th { text-align: left; padding: .2rem .8rem .2rem 0;
border-bottom: 1px solid #8884; vertical-align: top; } b { padding: 0 .4rem; border: 1px solid; border-radius: .2rem; }
@media (prefers-color-scheme: dark) { body { background: #111; color: #ddd; } }
"""
_NAME = re.compile(r"`([^`]+)`")
_HEADERS = {"Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"}


@router.get("/docs", response_class=HTMLResponse)
def read_docs(request: Request) -> HTMLResponse:
    """The page."""
    return HTMLResponse(page(request.app.openapi()), headers=_HEADERS)


def page(document: dict[str, Any]) -> str:
    """An OpenAPI document as one HTML page."""
    info = document["info"]
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{escape(info["title"])}</title>'
        f"<style>{_STYLE}</style><h1>{escape(info['title'])} {escape(info['version'])}</h1>"
        f"<p>{escape(info['summary'])} Every address below <code>/api/open</code> asks for "
        "<code>Authorization: Bearer &lt;API_KEY&gt;</code>. The whole document: "
        f'<a href="/openapi.json">/openapi.json</a>.</p>{"".join(_operations(document["paths"]))}'
        "<h1>Events</h1><p>What the service sends to the addresses that subscribe "
        f"(<code>drawkit webhooks add</code>).</p>{''.join(_operations(document['webhooks']))}</html>"
    )


def _operations(paths: dict[str, Any]) -> Iterator[str]:
    for path, item in paths.items():
        for method, operation in item.items():
            yield _operation(method, path, operation)


def _operation(method: str, path: str, operation: dict[str, Any]) -> str:
    rows = [(p["name"], f"in {p['in']}", p.get("description", "")) for p in operation.get("parameters", ())]
    form = operation.get("requestBody", {}).get("content", {})
    for media_type, content in form.items():
        needed = content["schema"].get("required", ())
        for name, schema in content["schema"].get("properties", {}).items():
            place = f"{media_type}{', required' if name in needed else ''}"
            rows.append((name, place, schema.get("description") or ", ".join(schema.get("enum", ()))))
    answers = [(status, "", answer["description"]) for status, answer in sorted(operation["responses"].items())]
    told = _words(operation.get("description", ""))
    head = f"<h2><b>{method.upper()}</b> {escape(path)}</h2><p>{told}</p>"
    return f"{head}{_table(rows)}{_table(answers)}{''.join(_examples(operation, form))}"


def _examples(operation: dict[str, Any], form: dict[str, Any]) -> Iterator[str]:
    """The example of the request, and of the answer when it succeeds."""
    success = next(a for status, a in operation["responses"].items() if int(status) < 400)
    for told, contents in (("Request", form), ("Answer", success.get("content", {}))):
        for content in contents.values():
            for example in content.get("examples", {}).values():
                text = escape(json.dumps(example["value"], indent=2, ensure_ascii=False))
                yield f"<details><summary>{told}, for example</summary><pre>{text}</pre></details>"


def _table(rows: list[tuple[str, str, str]]) -> str:
    cells = ("".join(f"<td>{_words(cell)}</td>" for cell in row) for row in rows)
    return f"<table>{''.join(f'<tr>{row}</tr>' for row in cells)}</table>" if rows else ""


def _words(text: str) -> str:
    """Text of the document, which marks names as Markdown does."""
    return _NAME.sub(r"<code>\1</code>", escape(text))
