"""Tables and pictures as a PDF to print: pictures first, then each table with its headings on every page."""

from __future__ import annotations

import io
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO, Any, Final
from xml.sax.saxutils import escape

import pandas as pd

from drawkit._extras import needing_local

from ._columns import writable

_MARGIN: Final = 36.0
_POINTS: Final = 7.5
_MOST_TEXT: Final = 900
_SHARES: Final = (4.0, 34.0)
_FONTS: Final = {"drawkit": "DejaVuSans.ttf", "drawkit-bold": "DejaVuSans-Bold.ttf"}


def to_pdf(
    frames: Mapping[str, pd.DataFrame],
    path: str | os.PathLike[str] | IO[bytes],
    *,
    pictures: Sequence[bytes] = (),
    title: str = "",
) -> Path | None:
    """Write a PDF on A4 across: each picture (PNG) on a page of its own, then the tables.

    Goes to a path, which it tells, or into a binary file open for writing. Raises `ValueError` when the path does not
    end in .pdf, and `ModuleNotFoundError` without the extra `local`.
    """
    target = Path(path) if isinstance(path, str | os.PathLike) else None
    if target is not None and target.suffix.lower() != ".pdf":
        raise ValueError(f"The name of a PDF ends in .pdf; {target.name!r} does not.")
    data = _document(frames, pictures, title)
    if target is None:
        path.write(data)  # type: ignore[union-attr]  # no path: a file
        return None
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(data)
    return target


def _document(frames: Mapping[str, pd.DataFrame], pictures: Sequence[bytes], title: str) -> bytes:
    with needing_local():
        from reportlab.lib.pagesizes import A4, landscape  # noqa: PLC0415 - of the extra `local`
        from reportlab.platypus import Image, PageBreak, Paragraph, SimpleDocTemplate, Spacer  # noqa: PLC0415
    register_fonts()
    size = landscape(A4)
    room = (size[0] - 2 * _MARGIN, size[1] - 2 * _MARGIN)
    head, cell = _styles()
    story: list[Any] = []
    for picture in pictures:
        image = Image(io.BytesIO(picture))
        share = min((room[0] - 14) / image.imageWidth, (room[1] - 14) / image.imageHeight)
        image.drawWidth, image.drawHeight = image.imageWidth * share, image.imageHeight * share
        story += [image, PageBreak()]
    for name, frame in frames.items():
        heading = " – ".join(filter(None, (title, name.replace("_", " "))))
        story += [Paragraph(escape(writable(heading)), head), Spacer(1, 6)]
        story += [_table(frame, cell, room[0] - 14) if len(frame) else Paragraph("Nothing.", cell), Spacer(1, 14)]
    buffer = io.BytesIO()
    SimpleDocTemplate(
        buffer, pagesize=size, leftMargin=_MARGIN, rightMargin=_MARGIN, topMargin=_MARGIN, bottomMargin=_MARGIN,
        title=title, creator="drawkit", invariant=1,
    ).build(story)  # fmt: skip
    return buffer.getvalue()


def register_fonts() -> None:
    """Make known to reportlab, once, fonts that have the signs of drawings: "drawkit" and "drawkit-bold"."""
    import matplotlib as mpl  # noqa: PLC0415 - it brings the fonts along
    from reportlab.pdfbase import pdfmetrics  # noqa: PLC0415 - of the extra `local`
    from reportlab.pdfbase.ttfonts import TTFont  # noqa: PLC0415

    known = set(pdfmetrics.getRegisteredFontNames())
    for name, file in _FONTS.items():
        if name not in known:
            pdfmetrics.registerFont(TTFont(name, str(Path(mpl.get_data_path()) / "fonts" / "ttf" / file)))


def _styles() -> tuple[Any, Any]:
    from reportlab.lib.styles import ParagraphStyle  # noqa: PLC0415 - of the extra `local`

    head = ParagraphStyle("head", fontName="drawkit-bold", fontSize=11, leading=14)
    return head, ParagraphStyle("cell", fontName="drawkit", fontSize=_POINTS, leading=_POINTS * 1.25)


def _table(frame: pd.DataFrame, cell: Any, width: float) -> Any:
    from reportlab.lib import colors  # noqa: PLC0415 - of the extra `local`
    from reportlab.platypus import LongTable, Paragraph  # noqa: PLC0415

    names = [str(column).replace("_", " ") for column in frame.columns]
    texts = [[_text(value) for value in frame[column].array] for column in frame.columns]
    rows = [[Paragraph(escape(text), cell) for text in row] for row in zip(*texts, strict=True)]
    heads = [Paragraph(f"<font name='drawkit-bold' color='white'>{escape(name)}</font>", cell) for name in names]
    table = LongTable([heads, *rows], colWidths=_widths(names, texts, width), repeatRows=1)
    table.setStyle([
        ("BACKGROUND", (0, 0), (-1, 0), colors.HexColor("#1F3A5F")),
        ("LINEBELOW", (0, 1), (-1, -1), 0.25, colors.HexColor("#C8CDD3")),
        ("VALIGN", (0, 0), (-1, -1), "TOP"),
        ("LEFTPADDING", (0, 0), (-1, -1), 3), ("RIGHTPADDING", (0, 0), (-1, -1), 3),
        ("TOPPADDING", (0, 0), (-1, -1), 2), ("BOTTOMPADDING", (0, 0), (-1, -1), 2),
    ])  # fmt: skip
    return table


def _widths(names: Sequence[str], texts: Sequence[Sequence[str]], width: float) -> list[float]:
    """Share the width of the page out by the longest texts, none too narrow and none too wide."""
    longest = [max(map(len, column), default=0) for column in texts]
    words = [1.35 * max(map(len, name.split() or [""])) for name in names]  # no word of a heading is broken
    shares = [
        max(min(max(float(count), _SHARES[0]), _SHARES[1]), word) for count, word in zip(longest, words, strict=True)
    ]
    return [width * share / sum(shares) for share in shares]


def _text(value: Any) -> str:
    if pd.isna(value):
        return ""
    return writable(f"{value:.10g}" if isinstance(value, float) else str(value))[:_MOST_TEXT]
