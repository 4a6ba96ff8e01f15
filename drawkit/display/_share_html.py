"""HTML that may leave: known tags and attributes only, texts cleaned, pictures that are marked, nothing that runs."""

from __future__ import annotations

import html
import re
from html.parser import HTMLParser
from typing import Final

from ._share_text import PICTURE, Cleaner

_TAGS: Final = frozenset(
    [
        "a",
        "abbr",
        "b",
        "blockquote",
        "br",
        "caption",
        "code",
        "col",
        "colgroup",
        "dd",
        "del",
        "details",
        "div",
        "dl",
        "dt",
        "em",
        "figcaption",
        "figure",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "hr",
        "i",
        "img",
        "ins",
        "kbd",
        "li",
        "mark",
        "ol",
        "p",
        "pre",
        "q",
        "s",
        "samp",
        "small",
        "span",
        "strong",
        "style",
        "sub",
        "summary",
        "sup",
        "table",
        "tbody",
        "td",
        "tfoot",
        "th",
        "thead",
        "tr",
        "u",
        "ul",
        "var",
    ]
)
_SILENT: Final = frozenset(
    [
        "applet",
        "audio",
        "button",
        "canvas",
        "datalist",
        "embed",
        "frame",
        "frameset",
        "iframe",
        "math",
        "noembed",
        "noframes",
        "noscript",
        "object",
        "option",
        "plaintext",
        "script",
        "select",
        "svg",
        "template",
        "textarea",
        "title",
        "video",
        "xmp",
    ]
)
_VOID: Final = frozenset(
    [
        "area",
        "base",
        "br",
        "col",
        "embed",
        "frame",
        "hr",
        "img",
        "input",
        "link",
        "meta",
        "param",
        "source",
        "track",
        "wbr",
    ]
)
_ATTRIBUTES: Final = frozenset(
    [
        "abbr",
        "align",
        "alt",
        "border",
        "class",
        "colspan",
        "dir",
        "height",
        "hidden",
        "href",
        "id",
        "lang",
        "open",
        "role",
        "rowspan",
        "scope",
        "span",
        "src",
        "start",
        "style",
        "title",
        "valign",
        "width",
    ]
)
_LINK: Final = re.compile(r"(?:https?://|mailto:|#)", re.IGNORECASE)
_REACHES_OUT: Final = re.compile(r"url\s*\(|@import|expression\s*\(|behavior\s*:|-moz-binding|\\", re.IGNORECASE)
_NOTE: Final = "<i>[picture removed]</i>"


def clean_html(source: str, cleaner: Cleaner) -> str:
    """Write HTML anew with what may be shared of it."""
    writer = _Writer(cleaner)
    writer.feed(source)
    writer.close()
    return "".join(writer.parts)


class _Writer(HTMLParser):
    def __init__(self, cleaner: Cleaner) -> None:
        super().__init__(convert_charrefs=True)
        self.parts: list[str] = []
        self._cleaner = cleaner
        self._silent: list[str] = []
        self._style = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in _SILENT:
            self._cleaner.removed["active element"] += 1
            if tag not in _VOID:
                self._silent.append(tag)
        elif not self._silent and tag == "img":
            self.parts.append(self._picture(attrs))
        elif not self._silent and tag in _TAGS:
            self._style = tag == "style"
            self.parts.append(f"<{tag}{self._attributes(attrs)}>")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in _VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag in self._silent:
            while self._silent.pop() != tag:
                pass
        elif not self._silent and tag in _TAGS - _VOID:
            self._style = False
            self.parts.append(f"</{tag}>")

    def handle_data(self, data: str) -> None:
        if self._silent:
            return
        if self._style:
            self.parts.append("" if _REACHES_OUT.search(data) or "<" in data else self._cleaner.text(data))
        else:
            self.parts.append(html.escape(self._cleaner.text(data), quote=False))

    def _picture(self, attrs: list[tuple[str, str | None]]) -> str:
        source = dict(attrs).get("src") or ""
        if source.startswith("data:image/png;base64,") and self._cleaner.text(source) == source:
            return f"<img{self._attributes(attrs)}>"
        if not source.startswith("data:"):
            self._cleaner.removed["picture"] += 1
        return _NOTE

    def _attributes(self, attrs: list[tuple[str, str | None]]) -> str:
        kept = ((name, value or "") for name, value in attrs if name in _ATTRIBUTES or name.startswith("aria-"))
        return "".join(self._attribute(name, value) for name, value in kept)

    def _attribute(self, name: str, value: str) -> str:
        clean = self._cleaner.text(value)
        refused = (
            (name == "href" and not _LINK.match(clean.strip()))
            or (name == "style" and bool(_REACHES_OUT.search(clean)))
            or (name == "src" and clean == PICTURE)
        )
        return "" if refused else f' {name}="{html.escape(clean, quote=True)}"'
