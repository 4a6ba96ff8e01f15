"""Small pieces of HTML that read well on light and dark, with or without a style sheet; all text is escaped."""

from __future__ import annotations

import html
from base64 import b64encode
from collections.abc import Iterable, Sequence
from typing import Final

_LONGEST: Final = 240
_FACTS_A_ROW: Final = 6
_FACT: Final = "text-align:left;vertical-align:top;padding:2px 26px 4px 0"
_LEFT: Final = ' style="text-align:left"'
"""Notebooks set cells to the right; this stands where the style sheet does not."""

_SHEET: Final = (
    ".dk{font-size:13px;line-height:1.45;max-width:980px;color:inherit}"
    ".dk .dk-title{font-size:17px;font-weight:600;margin:2px 0 0}"
    ".dk .dk-sub{opacity:.75;margin:0 0 8px}"
    ".dk table.dk-facts{margin:0 0 10px;border-collapse:collapse;border:0;font-size:13px;width:auto;display:table}"
    ".dk table.dk-facts tr{background:transparent}"
    ".dk table.dk-facts td{border:0;background:transparent;color:inherit;white-space:normal;overflow-wrap:anywhere}"
    ".dk .dk-key{opacity:.7;font-size:11px}"
    ".dk .dk-row{display:flex;flex-wrap:wrap;gap:6px 32px;align-items:flex-start}"
    ".dk .dk-row>div{min-width:0;max-width:100%;overflow-x:auto}"
    ".dk .dk-cap{font-weight:600;margin:8px 0 2px}"
    ".dk table.dk-t{margin:0 0 4px;border-collapse:collapse;border:0;font-size:12px;width:auto;display:table}"
    ".dk table.dk-t th,.dk table.dk-t td{text-align:left;padding:2px 14px 2px 0;border:0;"
    "border-bottom:1px solid rgba(128,128,128,.28);background:transparent;color:inherit;"
    "vertical-align:top;max-width:420px;white-space:normal;overflow-wrap:anywhere}"
    ".dk table.dk-t th{font-weight:600;opacity:.75;white-space:nowrap}"
    ".dk table.dk-t tr{background:transparent}"
    ".dk table.dk-t .dk-n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}"
    ".dk .dk-pic{display:block;max-width:100%;height:auto;margin:2px 0 4px;background:#fff;"
    "border:1px solid rgba(128,128,128,.45)}"
    ".dk .dk-plot{display:block;max-width:100%;height:auto;margin:2px 0 4px}"
    ".dk .dk-legend{display:flex;flex-wrap:wrap;gap:2px 16px;font-size:12px;margin:0 0 6px}"
    ".dk .dk-warn{border-left:3px solid #D55E00;padding:1px 0 1px 9px;margin:6px 0}"
    ".dk .dk-more{opacity:.75;font-size:12px;max-width:420px}"
    ".dk .dk-bar{height:6px;width:260px;max-width:100%;border-radius:3px;background:rgba(128,128,128,.28);"
    "margin:5px 0;overflow:hidden}"
    ".dk .dk-bar>div{height:6px;background:#0072B2}"
)


def esc(value: object) -> str:
    """Escape text for HTML, inside tags and attributes; very long text is cut."""
    return html.escape(plain(value), quote=True)


def plain(value: object) -> str:
    """Make one line of text that any file can hold: no control characters, nothing that turns it around."""
    text = "".join(c if c.isprintable() else " " for c in str(value))
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"


def block(*parts: str) -> str:
    """Wrap ready pieces into one self-contained block with its style sheet."""
    return f'<style>{_SHEET}</style>\n<div class="dk">{"".join(parts)}</div>'


def div(kind: str, *parts: str) -> str:
    """Wrap ready pieces into a division of a class."""
    return f'<div class="dk-{kind}">{"".join(parts)}</div>\n'


def title(text: str, *subtitle: str) -> str:
    """Make a heading with a line of facts below it."""
    return div("title", f"<b>{esc(text)}</b>") + div("sub", " · ".join(esc(part) for part in subtitle if part))


def warning(text: str) -> str:
    """Make a line that stands out."""
    return div("warn", f"⚠ {esc(text)}")


def facts(pairs: Iterable[tuple[str, object]]) -> str:
    """Make rows of labelled values; what is missing is left out.

    They are a table, which stands where a style sheet does not: in a notebook that is not trusted, and on the web.
    """
    cells = [f'<td style="{_FACT}"><span class="dk-key">{esc(k)}</span><br><b>{esc(v)}</b></td>' for k, v in pairs if v]
    rows = ["".join(cells[at : at + _FACTS_A_ROW]) for at in range(0, len(cells), _FACTS_A_ROW)]
    lines = "".join(f"<tr>{row}</tr>\n" for row in rows)
    return f'<table class="dk-facts"><tbody>\n{lines}</tbody></table>\n' if rows else ""


def table(caption: str, header: Sequence[str], rows: Iterable[Sequence[object]], *, numbers: Sequence[int] = ()) -> str:
    """Make a table; the columns at `numbers` are set to the right."""
    kinds = [' class="dk-n"' if at in numbers else _LEFT for at in range(len(header))]
    head = "".join(f"<th{kind}>{esc(name)}</th>" for kind, name in zip(kinds, header, strict=True))
    body = "".join(
        "<tr>" + "".join(f"<td{k}>{esc(cell)}</td>" for k, cell in zip(kinds, row, strict=True)) + "</tr>\n"
        for row in rows
    )
    return (
        f"{div('cap', f'<b>{esc(caption)}</b>') if caption else ''}"
        f'<table class="dk-t"><thead><tr>{head}</tr></thead>\n<tbody>\n{body}</tbody></table>\n'
    )


def picture(png: bytes, text: str, *, kind: str = "pic", width: int | None = None) -> str:
    """Embed a PNG with a text for those who do not see it; `width` in CSS pixels."""
    size = f' width="{width}"' if width else ""
    source = b64encode(png).decode("ascii")
    return (
        f'<img class="dk-{kind}"{size} style="max-width:100%" alt="{esc(text)}" src="data:image/png;base64,{source}">\n'
    )


def chip(text: str, colour: str, *, dashed: bool = False) -> str:
    """Make a legend entry: a small coloured frame and its text. `colour` is ours, never the drawing's."""
    line = "dashed" if dashed else "solid"
    frame = f'<span style="display:inline-block;width:14px;height:9px;border:2px {line} {colour};margin-right:5px">'
    return f"<span>{frame}</span>{esc(text)}</span>\n"


def badge(text: str, colour: str) -> str:
    """Make a state badge: a coloured dot and the state in words."""
    shape = f"display:inline-block;width:9px;height:9px;border-radius:5px;background:{colour};margin-right:6px"
    dot = f'<span style="{shape}">'
    frame = f"display:inline-block;border:1px solid {colour};border-radius:11px;padding:0 9px 0 8px;font-size:12px"
    return f'<span style="{frame}">{dot}</span>{esc(text)}</span>'


def bar(share: float) -> str:
    """Make a progress bar; `share` from 0 to 1."""
    percent = round(100 * min(max(share, 0.0), 1.0))
    return (
        f'<div class="dk-bar" role="progressbar" aria-valuenow="{percent}"><div style="width:{percent}%"></div></div>'
    )
