"""What `drawkit.help` gives: a part of the reference that shows itself as text, HTML or Markdown."""

from __future__ import annotations

import difflib
import html
import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from ._topics import Topic, all_topics

_WIDTH: Final = 120
_NARROWEST: Final = 40
_CELL: Final = "text-align:left;vertical-align:top;padding:2px 14px 2px 0"


@dataclass(frozen=True)
class Help:
    """Topics of the reference; shows itself in a notebook, `print` gives it as text, `markdown` as Markdown."""

    parts: tuple[Topic, ...]

    @property
    def markdown(self) -> str:
        """The topics as Markdown, a heading and a table each."""
        return "\n".join(_markdown(part) for part in self.parts)

    def __str__(self) -> str:
        return "\n\n".join(_text(part) for part in self.parts)

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        return "".join(_html(part) for part in self.parts)

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, Any]:  # noqa: ARG002 - IPython's protocol
        return {"text/plain": str(self), "text/html": self._repr_html_()}


def topics() -> list[str]:
    """The names of all topics."""
    return [topic.name for topic in all_topics()]


def help(topic: str | None = None) -> Help:  # noqa: A001 - `drawkit.help` is what people look for
    """Tell about a topic, such as "dimensions", "options" or "keyboard"; without one, what topics there are.

    "all" gives the whole reference. Raises `KeyError` for a topic that is not there.
    """
    known = {one.name: one for one in all_topics()}
    if topic is None:
        rows = [(one.name, one.about.partition(". ")[0].rstrip(".")) for one in known.values()]
        return Help((Topic("topics", "Topics", 'drawkit.help("dimensions") tells of one.', ("topic", "tells"), rows),))
    if topic == "all":
        return Help(tuple(known.values()))
    if topic not in known:
        close = difflib.get_close_matches(topic, known, 3)
        near = f"Did you mean {' or '.join(close)}? " if close else ""
        raise KeyError(f"There is no topic {topic!r}. {near}Topics: {', '.join(known)}.")
    return Help((known[topic],))


def _markdown(part: Topic) -> str:
    head = f"| {' | '.join(part.header)} |\n|{'---|' * len(part.header)}\n"
    rows = "".join(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in row)} |\n" for row in part.rows)
    return f"## {part.title}\n\n{part.about}\n\n{head}{rows}"


def _html(part: Topic) -> str:
    """A heading and a plain table, which stand without a style sheet."""
    head = "".join(f'<th style="{_CELL}">{html.escape(name)}</th>' for name in part.header)
    lines = ("".join(f'<td style="{_CELL}">{html.escape(cell)}</td>' for cell in row) for row in part.rows)
    body = "".join(f"<tr>{line}</tr>\n" for line in lines)
    about = f"<p>{html.escape(part.about)}</p>" if part.about else ""
    table = f"<table><thead><tr>{head}</tr></thead><tbody>\n{body}</tbody></table>\n"
    return f"<h4>{html.escape(part.title)}</h4>{about}\n{table}"


def _text(part: Topic) -> str:
    rows = [tuple(part.header), *part.rows]
    widths = [max(len(row[at]) for row in rows) for at in range(len(part.header) - 1)]
    return "\n".join([part.title, part.about, "", *(_line(row, widths) for row in rows)])


def _line(row: Sequence[str], widths: Sequence[int]) -> str:
    """A row whose last cell goes on below itself where it is long."""
    padded = "".join(f"{cell.ljust(width)}  " for cell, width in zip(row[:-1], widths, strict=True))
    lines = textwrap.wrap(row[-1], max(_NARROWEST, _WIDTH - len(padded))) or [""]
    return f"\n{' ' * len(padded)}".join([f"{padded}{lines[0]}".rstrip(), *lines[1:]])
