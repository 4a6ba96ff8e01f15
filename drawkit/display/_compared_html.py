"""A comparison as HTML: inside a notebook, and as a page of its own."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Final

from drawkit.comparison import COLOURS, Change

_STYLE: Final = """
.dk-compared{font:14px/1.45 system-ui,sans-serif;max-width:1200px}
.dk-compared table{border-collapse:collapse;margin:8px 0;font-size:13px;width:100%}
.dk-compared th,.dk-compared td{text-align:left!important;vertical-align:top}
.dk-compared th,.dk-compared td{padding:4px 8px;border-bottom:1px solid #8884}
.dk-compared del{color:inherit;opacity:.75}
.dk-compared .k{display:inline-block;min-width:4.6em;padding:0 6px;border-radius:9px;color:#fff;font-size:12px}
.dk-compared .r{border-left:3px solid #b35900;padding:2px 8px;margin:4px 0}
"""
_PAGE: Final = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{title}</title><style>
:root{{color-scheme:light dark}}body{{margin:24px auto;max-width:1200px;padding:0 16px}}
body{{background:Canvas;color:CanvasText}}
img{{max-width:100%;background:#fff;border:1px solid #8886;margin:8px 0}}</style></head><body>{body}</body></html>
"""
_MOST: Final = 60
_WORDS: Final = {"bom": "parts list", "title_blocks": "title block"}


def fragment(
    title: str, summary: str, remarks: Sequence[str], changes: Sequence[Change], most: int | None = _MOST
) -> str:
    """The comparison without pictures; the first rows where there are many."""
    shown = changes[:most]
    rows = "".join(_row(number, change) for number, change in enumerate(shown, 1))
    heads = "".join(f"<th>{name}</th>" for name in ("No.", "Change", "In", "Old", "New", "What", "Where"))
    table = f"<table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>" if shown else ""
    more = f"<div>... and {len(changes) - len(shown)} more</div>" if len(changes) > len(shown) else ""
    told = "".join(f'<div class="r">{escape(remark)}</div>' for remark in remarks)
    head = f"<b>{escape(title)}</b>: {escape(summary)}"
    return f'<style>{_STYLE}</style><div class="dk-compared"><div>{head}</div>{told}{table}{more}</div>'


def document(
    title: str, summary: str, remarks: Sequence[str], changes: Sequence[Change], pictures: Sequence[str]
) -> str:
    """A page of its own: the pictures (PNG, base64), then every change."""
    images = "".join(
        f'<img alt="Page {number}: both revisions on each other" src="data:image/png;base64,{data}">'
        for number, data in enumerate(pictures, 1)
    )
    body = images + fragment(title, summary, remarks, changes, most=None)
    return _PAGE.format(title=escape(title), body=body)


def _row(number: int, change: Change) -> str:
    name = f'<span class="k" style="background:{COLOURS[change.change]}">{change.change}</span>'
    where = _WORDS.get(change.table, change.table.replace("_", " "))
    where += f", {change.field.replace('_', ' ')}" if change.field else ""
    zone = change.new_zone or change.old_zone or ""
    page = change.new_page or change.old_page
    place = " ".join(filter(None, (f"page {page}" if page else "", zone)))
    cells = (escape(where), f"<del>{escape(change.old)}</del>" if change.old else "", escape(change.new))
    return (
        f"<tr><td>{number}</td><td>{name}</td>"
        + "".join(f"<td>{cell}</td>" for cell in (*cells, escape(change.what), escape(place)))
        + "</tr>"
    )
