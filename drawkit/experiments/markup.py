"""The page of a report: one HTML file that needs nothing else, on light and on dark."""

from __future__ import annotations

import html
from base64 import b64encode
from collections.abc import Iterable, Sequence
from typing import Final

STYLE: Final = """
:root{color-scheme:light dark;--paper:#f6f7f9;--card:#fff;--ink:#16191d;--soft:#5b6470;--line:#e2e5ea;--accent:#0072b2;
--good:#00795a;--bad:#c24a00;--shade:0 1px 2px rgba(20,30,50,.06),0 4px 14px rgba(20,30,50,.05)}
@media (prefers-color-scheme:dark){:root{--paper:#0c0e11;--card:#111418;--ink:#eceff3;--soft:#9aa3ae;--line:#262b32;
--accent:#56b4e9;--good:#35c79b;--bad:#ff8a4c;--shade:none}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:15px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,
"Helvetica Neue",Arial,sans-serif;-webkit-text-size-adjust:100%}
main{max-width:1120px;margin:0 auto;padding:40px 24px 72px}
h1{font-size:30px;line-height:1.2;letter-spacing:-.02em;margin:0 0 6px;font-weight:650;overflow-wrap:anywhere}
h2{font-size:19px;letter-spacing:-.01em;margin:44px 0 4px;font-weight:600}
p.sub{color:var(--soft);margin:0 0 14px;max-width:70ch}
.facts{display:grid;grid-template-columns:repeat(auto-fit,minmax(128px,1fr));gap:12px;margin:26px 0 0}
.fact{background:var(--card);border:1px solid var(--line);border-radius:12px;padding:14px 16px;box-shadow:var(--shade)}
.fact b{display:block;font-size:26px;line-height:1.15;font-weight:600;letter-spacing:-.02em;
font-variant-numeric:tabular-nums}
.fact span{color:var(--soft);font-size:13px}
.fact.bad b{color:var(--bad)}
.card{background:var(--card);border:1px solid var(--line);border-radius:12px;padding:16px 18px;margin:12px 0 0;
box-shadow:var(--shade);overflow-x:auto}
.plots{display:flex;flex-wrap:wrap;gap:0 14px;align-items:flex-start}
.plots>div{flex:1 1 440px;min-width:0}
.card h3{font-size:14px;margin:0 0 8px;font-weight:600}
.card img,.card picture{display:block;max-width:100%;height:auto}
table{border-collapse:collapse;width:100%;font-size:13.5px}
th,td{text-align:left;padding:7px 14px 7px 0;border-bottom:1px solid var(--line);vertical-align:top}
td{overflow-wrap:anywhere}
tr:last-child td{border-bottom:0}
th{color:var(--soft);font-weight:500;white-space:nowrap}
.n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap;padding-left:14px;padding-right:0}
.grid{display:grid;grid-template-columns:repeat(auto-fill,minmax(240px,1fr));gap:16px;margin:14px 0 0}
figure{margin:0;background:var(--card);border:1px solid var(--line);border-radius:12px;overflow:hidden;
box-shadow:var(--shade)}
figure .sheet{background:#fff;padding:6px;border-bottom:1px solid var(--line)}
figure img{display:block;width:100%;height:auto}
@media (prefers-color-scheme:dark){figure .sheet{background:#e9ebee}}
figcaption{padding:10px 14px 12px;font-size:13px;overflow-wrap:anywhere}
figcaption b{font-weight:600}
.soft{color:var(--soft)}.bad{color:var(--bad)}.good{color:var(--good)}
footer{margin-top:52px;color:var(--soft);font-size:13px;border-top:1px solid var(--line);padding-top:14px}
@media print{body{background:#fff}.card,figure,.fact{break-inside:avoid;box-shadow:none}}
"""


def esc(value: object) -> str:
    """Escape text for HTML; what does not print becomes a space."""
    return html.escape("".join(c if c.isprintable() else " " for c in str(value)), quote=True)


def whole(title: str, *parts: str) -> str:
    """The page. Its policy allows pictures within it and nothing from elsewhere."""
    policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
    return (
        f'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        f'<meta name="viewport" content="width=device-width,initial-scale=1">\n<title>{esc(title)}</title>\n'
        f"<style>{STYLE}</style>\n</head>\n<body>\n<main>\n{''.join(parts)}</main>\n</body>\n</html>\n"
    )


def heading(title: str, subtitle: str) -> str:
    """The head of the page."""
    return f'<h1>{esc(title)}</h1>\n<p class="sub">{esc(subtitle)}</p>\n'


def section(title: str, subtitle: str = "") -> str:
    """The head of a section."""
    return f"<h2>{esc(title)}</h2>\n" + (f'<p class="sub">{esc(subtitle)}</p>\n' if subtitle else "")


def facts(pairs: Iterable[tuple[str, str, bool]]) -> str:
    """Large figures with their labels; the third tells whether it is a bad one."""
    cells = [
        f'<div class="fact{" bad" if bad else ""}"><b>{esc(v)}</b><span>{esc(k)}</span></div>' for k, v, bad in pairs
    ]
    return f'<div class="facts">{"".join(cells)}</div>\n'


def plot(title: str, light: bytes, dark: bytes) -> str:
    """A plot in a card, light or dark as the page is."""
    return (
        f'<div class="card"><h3>{esc(title)}</h3><picture>'
        f'<source media="(prefers-color-scheme:dark)" srcset="{_data(dark)}">'
        f'<img alt="{esc(title)}" src="{_data(light)}"></picture></div>\n'
    )


def plots(*columns: str) -> str:
    """Columns of plots, side by side where there is room."""
    return f'<div class="plots">{"".join(f"<div>{column}</div>" for column in columns)}</div>\n'


def table(header: Sequence[str], rows: Iterable[Sequence[object]], numbers: Sequence[int] = ()) -> str:
    """A table in a card; the columns at `numbers` are set to the right."""
    kinds = [' class="n"' if at in numbers else "" for at in range(len(header))]
    head = "".join(f"<th{kind}>{esc(name)}</th>" for kind, name in zip(kinds, header, strict=True))
    body = "".join(
        "<tr>" + "".join(f"<td{kind}>{esc(cell)}</td>" for kind, cell in zip(kinds, row, strict=True)) + "</tr>\n"
        for row in rows
    )
    return f'<div class="card"><table><thead><tr>{head}</tr></thead>\n<tbody>\n{body}</tbody></table></div>\n'


def figure(png: bytes | None, title: str, *lines: tuple[str, str]) -> str:
    """A picture with its caption: a title, and lines each with their class."""
    sheet = f'<div class="sheet"><img alt="{esc(title)}" src="{_data(png)}"></div>' if png else ""
    told = "".join(f'<br><span class="{kind}">{esc(text)}</span>' for kind, text in lines if text)
    return f"<figure>{sheet}<figcaption><b>{esc(title)}</b>{told}</figcaption></figure>\n"


def grid(figures: Iterable[str]) -> str:
    """Figures in a grid."""
    return f'<div class="grid">\n{"".join(figures)}</div>\n'


def footer(text: str) -> str:
    """The last line."""
    return f"<footer>{esc(text)}</footer>\n"


def _data(png: bytes) -> str:
    return f"data:image/png;base64,{b64encode(png).decode('ascii')}"
