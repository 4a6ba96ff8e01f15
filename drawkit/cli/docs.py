"""`drawkit docs`: the reference on the terminal, or as a file."""

from __future__ import annotations

from pathlib import Path

import typer

from drawkit import reference

from .errors import wrong


def run(topic: str, out: Path | None) -> None:
    """Print a topic, or write it to a file: HTML where its name says so, else Markdown."""
    try:
        told = reference.help(None if topic == "topics" else topic)
    except KeyError as error:
        wrong(str(error.args[0]))
    if out is None:
        typer.echo(str(told))
        return
    page = out.suffix.lower() in {".html", ".htm"}
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text(_page(told) if page else told.markdown, encoding="utf-8")
    typer.echo(f"Written: {out}", err=True)


def _page(told: reference.Help) -> str:
    look = "body{font:14px/1.5 system-ui,sans-serif;max-width:72rem;margin:2rem auto;color-scheme:light dark}"
    head = f'<!doctype html>\n<html lang="en"><meta charset="utf-8"><title>drawkit</title><style>{look}</style>\n'
    return f"{head}<h1>drawkit: reference</h1>\n{told._repr_html_()}</html>\n"
