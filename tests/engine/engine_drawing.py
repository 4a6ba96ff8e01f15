"""Sheets drawn by hand: words, lines, circles and ruled tables at known places."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from drawkit.engine.sheet import Path, Sheet, Word


class Drawing:
    """A sheet under construction; letters are 0.7 of their height wide."""

    def __init__(self, width: float = 842, height: float = 595) -> None:
        self.width, self.height = width, height
        self.words: list[Word] = []
        self.paths: list[Path] = []

    def text(
        self, x: float, y: float, text: str, height: float = 5, angle: float = 0, confidence: float = 1
    ) -> Drawing:
        step = 0.7 * height
        dx, dy = (np.cos(np.radians(angle)), -np.sin(np.radians(angle)))
        at = 0
        for part in text.split(" "):
            if part:
                place = (x + dx * at * step, y + dy * at * step)
                source = "text layer" if confidence == 1 else "recognised"
                self.words.append(Word(part, *place, angle, len(part) * step, height, confidence, source))
            at += len(part) + 1
        return self

    def line(self, *points: float, grey: int = 0) -> Drawing:
        xy = np.array(points, float).reshape(-1, 2)
        self.paths.append(Path(xy, False, False, True, 0.5, grey, False))
        return self

    def dimension_line(self, x0: float, y0: float, x1: float, y1: float, size: float = 6) -> Drawing:
        """A line with a filled arrow head at either end."""
        way = np.array([x1 - x0, y1 - y0]) / np.hypot(x1 - x0, y1 - y0)
        return self.line(x0, y0, x1, y1).head(x0, y0, -way, size).head(x1, y1, way, size)

    def head(self, x: float, y: float, way: Sequence[float] | np.ndarray, size: float = 6) -> Drawing:
        """A filled arrow head with its tip at a point, pointing along `way`."""
        along = np.array(way, float) / np.hypot(*way)
        side = np.array([-along[1], along[0]]) * size / 6
        base = np.array([x, y]) - along * size
        self.paths.append(Path(np.array([(x, y), base + side, base - side]), True, True, False, 0.5, 0, False))
        return self

    def box(self, x0: float, y0: float, x1: float, y1: float) -> Drawing:
        return self.line(x0, y0, x1, y0, x1, y1, x0, y1, x0, y0)

    def circle(self, x: float, y: float, radius: float, start: float = 0, end: float = 360) -> Drawing:
        turn = np.radians(np.linspace(start, end, 33))
        points = np.column_stack([x + radius * np.cos(turn), y + radius * np.sin(turn)])
        self.paths.append(Path(points, end - start == 360, False, True, 0.5, 0, True))
        return self

    def cell(
        self, x0: float, y0: float, x1: float, y1: float, label: str = "", value: str = "", big: float = 6
    ) -> Drawing:
        """A cell with a small label at its upper left and a value below it."""
        self.box(x0, y0, x1, y1)
        if label:
            self.text(x0 + 2, y0 + 6, label, 4)
        if value:
            self.text(x0 + 6, y1 - 4, value, big)
        return self

    def table(
        self,
        x: float,
        y: float,
        widths: Sequence[float],
        rows: Sequence[Sequence[str]],
        row: float = 14,
        **options: object,
    ) -> Drawing:
        """A ruled table from its upper left corner; a cell's lines are separated by a line feed."""
        height = float(options.get("height", 5))  # type: ignore[arg-type]
        edges = np.cumsum([x, *widths])
        tall = [row + 7 * (max((c.count("\n") for c in cells), default=0)) for cells in rows]
        levels = np.cumsum([y, *tall])
        if options.get("level", True):
            for level in levels:
                self.line(edges[0], level, edges[-1], level)
        if options.get("upright", True):
            for edge in edges:
                self.line(edge, levels[0], edge, levels[-1])
        for top, cells in zip(levels, rows, strict=False):
            for left, cell in zip(edges, cells, strict=False):
                for i, part in enumerate(cell.split("\n")):
                    if part:
                        self.text(left + 3, top + 10 + 7 * i, part, height)
        return self

    def sheet(self, **changes: object) -> Sheet:
        made = Sheet(number=1, width=self.width, height=self.height, words=tuple(self.words), paths=tuple(self.paths))
        return made.at(**changes)
