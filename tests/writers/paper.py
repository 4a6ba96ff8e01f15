"""A hand of its own for pages with real text: vertical text in the gap, JIS, GOST and GB habits, strokes as a pen draws."""  # noqa: E501

from __future__ import annotations

import io
import math
from pathlib import Path
from typing import Any, Literal

import shapely
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from .hand import Block, Box, Fill, Hand, Look, Mark, Point, Stroke, polar
from .spec import Office, Spec, Stack

MM = 72 / 25.4
_FOLDERS = (Path("/usr/share/fonts/truetype"),)
_DRAWN = {
    "⌴": (0.95, (((0.05, 0.75), (0.05, 0.1), (0.9, 0.1), (0.9, 0.75)),)),
    "⌵": (0.95, (((0.05, 0.85), (0.47, 0.05), (0.9, 0.85)),)),
    "↧": (0.8, (((0.05, 0.95), (0.7, 0.95)), ((0.37, 0.95), (0.37, 0.0)), ((0.15, 0.35), (0.37, 0.0), (0.6, 0.35)))),
    "□": (0.9, (((0.08, 0.05), (0.8, 0.05), (0.8, 0.8), (0.08, 0.8), (0.08, 0.05)),)),
}
"""Advance (of the capital height) and strokes of symbols that few fonts have."""
_DIAMETER = (0.95, (tuple(polar((0.45, 0.5), 15 * i, 0.38) for i in range(25)), ((0.12, -0.05), (0.78, 1.05))))


class Face:
    """A typeface: a standard PDF font, or a file."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.cmap: set[int] | None = None
        if name.endswith((".ttf", ".ttc")):
            file = next(f for folder in _FOLDERS for f in folder.rglob(name))
            self.name = file.stem
            font = TTFont(self.name, str(file))
            pdfmetrics.registerFont(font)
            self.cmap = set(font.face.charToGlyph)
        self.cap = {"Courier": 0.57, "osifont": 0.70}.get(self.name, 0.72)

    def has(self, letter: str) -> bool:
        """Whether the font has a letter."""
        if self.cmap is not None:
            return ord(letter) in self.cmap
        try:
            letter.encode("cp1252")
        except UnicodeEncodeError:
            return False
        return True

    def width(self, text: str, size: float) -> float:
        """Width in the unit of `size`."""
        return float(pdfmetrics.stringWidth(text, self.name, size))


class PaperHand(Hand):
    """Draws with reportlab: letters as text, symbols as text or strokes."""

    def __init__(self, look: Look, office: Office, face: Face) -> None:
        super().__init__(look, office)
        self.face = face
        self._bytes = io.BytesIO()
        self.canvas = Canvas(self._bytes, pagesize=(look.width * MM, look.height * MM), pageCompression=1)
        self.canvas.setLineCap(1)

    # --- letters
    def _runs(self, token: str, height: float) -> list[tuple[str, float, bool]]:
        """Pieces of a token: text, its advance, and whether it is drawn by strokes."""
        out: list[tuple[str, float, bool]] = []
        size = height / self.face.cap
        for letter in token:
            drawn = (
                letter in _DRAWN
                or (letter in "⌀Ø" and not self.face.has(letter))
                or (letter == "⌀" and self.look.slant == 0 and self.look.arrow != "dot")
            )
            width = (_DRAWN.get(letter, _DIAMETER)[0] * height) if drawn else self.face.width(letter, size)
            if out and not drawn and not out[-1][2]:
                text = out[-1][0] + letter
                out[-1] = (text, self.face.width(text, size), False)
            else:
                out.append((letter, width, drawn))
        return out

    def _line(self, line: tuple[Any, ...], height: float) -> tuple[float, float]:
        width, tall = 0.0, height
        for token in line:
            if isinstance(token, Stack):
                small = token.size * height
                width += 0.15 * height + max(self._line((t,), small)[0] for t in (token.upper, token.lower))
                tall = max(tall, 2.35 * small)
            else:
                width += sum(w for _, w, _ in self._runs(token, height))
        return width, tall

    def size(self, block: Block) -> Point:
        sizes = [self._line(line, block.height) for line in block.lines]
        below = (
            0.22 * block.height
            if len(sizes) == 1 and any(c in "gjpqy,;()[]" for t in block.lines[0] if isinstance(t, str) for c in t)
            else 0.0
        )
        return max(w for w, _ in sizes), sizes[0][1] + below + sum(
            max(block.spacing * block.height, 1.25 * h) for _, h in sizes[1:]
        )

    def _write(self, block: Block) -> None:
        w, h = self.size(block)
        canvas = self.canvas
        canvas.saveState()
        canvas.translate(block.at[0] * MM, block.at[1] * MM)
        canvas.rotate(block.rotation)
        left, top = -block.anchor[0] * w, (1 - block.anchor[1]) * h
        y = top
        for i, line in enumerate(block.lines):
            width, tall = self._line(line, block.height)
            y -= tall if i == 0 else max(block.spacing * block.height, 1.25 * tall)
            x = left + (block.anchor[0] * (w - width) if block.anchor[0] != 0.5 else 0.5 * (w - width))
            base = y + (tall - block.height) / 2
            for token in line:
                x = self._token(token, x, base, block.height)
        canvas.restoreState()

    def _token(self, token: Any, x: float, base: float, height: float) -> float:
        if isinstance(token, Stack):
            small = token.size * height
            x += 0.15 * height
            middle = base + height / 2
            self._token(token.upper, x, middle + 0.15 * small, small)
            self._token(token.lower, x, middle - 1.15 * small, small)
            return x + max(self._line((t,), small)[0] for t in (token.upper, token.lower))
        for text, width, drawn in self._runs(token, height):
            if drawn:
                for stroke in _DRAWN.get(text, _DIAMETER)[1]:
                    self._polyline([(x + px * height, base + py * height) for px, py in stroke], max(0.1 * height, 0.1))
            else:
                self.canvas.setFont(self.face.name, height / self.face.cap * MM)
                self.canvas.drawString(x * MM, base * MM, text)
            x += width
        return x

    # --- marks
    def _polyline(self, points: Any, width: float, dash: tuple[float, ...] = ()) -> None:
        self.canvas.setLineWidth(width * MM)
        self.canvas.setDash(*([[d * MM for d in dash]] if dash else []))
        path = self.canvas.beginPath()
        path.moveTo(points[0][0] * MM, points[0][1] * MM)
        for x, y in points[1:]:
            path.lineTo(x * MM, y * MM)
        self.canvas.drawPath(path)

    def draw(self, mark: Mark) -> None:
        kind = mark.kind if isinstance(mark, Stroke) else "dimension" if isinstance(mark, Fill) else "text"
        colour = [c / 255 for c in self.look.colours.get(kind, (0, 0, 0))]
        self.canvas.setStrokeColorRGB(*colour)
        self.canvas.setFillColorRGB(*colour)
        if isinstance(mark, Stroke):
            heavy = kind in ("outline", "border")
            dash = {"hidden": (2.5, 1.2), "centre": (7.0, 1.2, 1.2, 1.2)}.get(kind, ())
            self._polyline(mark.points, self.look.outline if heavy else self.look.thin, dash)
        elif isinstance(mark, Fill):
            path = self.canvas.beginPath()
            path.moveTo(mark.points[0][0] * MM, mark.points[0][1] * MM)
            for x, y in mark.points[1:]:
                path.lineTo(x * MM, y * MM)
            path.close()
            self.canvas.drawPath(path, stroke=0, fill=1)
        else:
            self._write(mark)

    def hatch(self, points: tuple[Point, ...]) -> None:
        area = shapely.Polygon(points).buffer(0)
        x0, y0, x1, y1 = area.bounds
        self.obstacles.add(areas=[area])
        step = max(2.0, (y1 - y0) / 25)
        offset = x0 - (y1 - y0)
        while offset < x1:
            cut = shapely.LineString([(offset, y0), (offset + y1 - y0, y1)]).intersection(area)
            for piece in getattr(cut, "geoms", [cut]):
                if isinstance(piece, shapely.LineString) and piece.length > 0.1:
                    self.draw(Stroke(tuple(piece.coords), "thin"))
            offset += step

    # --- dimensions
    def _terminators(self, a: Point, b: Point, angle: float, inside: bool) -> list[Mark]:
        turn = 180 if inside else 0
        return [*self.arrow(a, angle + turn), *self.arrow(b, angle + 180 + turn)]

    def _framed(self, spec: Spec, block: Block) -> tuple[list[Mark], tuple[float, float]]:
        w, h = self.size(block)
        if not spec.basic:
            return [block], (w, h)
        pad = 0.35 * block.height
        area = shapely.affinity.rotate(shapely.box(*self._bounds(block, pad)), block.rotation, origin=block.at)
        return [block, Stroke(tuple(area.exterior.coords), "dimension")], (w + 2 * pad, h + 2 * pad)

    def _bounds(self, block: Block, pad: float) -> Box:
        w, h = self.size(block)
        x, y = block.at[0] - block.anchor[0] * w, block.at[1] - block.anchor[1] * h
        return x - pad, y - pad, x + w + pad, y + h + pad

    def linear(self, p: Point, q: Point, at: Point, angle: float, spec: Spec) -> bool:
        c, s = math.cos(math.radians(angle)), math.sin(math.radians(angle))
        foot = lambda v: (v[0] - at[0]) * c + (v[1] - at[1]) * s  # noqa: E731
        if foot(p) > foot(q):
            p, q = q, p
        a, b = ((at[0] + foot(v) * c, at[1] + foot(v) * s) for v in (p, q))
        span = math.dist(a, b)
        marks: list[Mark] = []
        for v, end in ((p, a), (q, b)):
            far = math.dist(v, end)
            if far > self.look.offset + 0.2:
                d = math.degrees(math.atan2(end[1] - v[1], end[0] - v[0]))
                marks.append(Stroke((polar(v, d, self.look.offset), polar(end, d, self.look.over)), "dimension"))
        return any(self._text(marks, a, b, angle, span, spec, where) for where in ("middle", "right", "left"))

    def _text(self, marks: list[Mark], a: Point, b: Point, angle: float, span: float, spec: Spec, where: str) -> bool:
        look = self.look
        turned = 0.0 if look.upright else angle
        size = self.size(self.block(spec, (0, 0), (0, 0)))
        along = size[0] if not look.upright or angle == 0 else size[1]
        pad = 0.35 * look.text if spec.basic else 0.0
        room = along + 2 * look.gap + 2 * pad
        inside = span > 2.6 * look.arrow_size or look.arrow in ("dot", "oblique", "tick", "none")
        if where == "middle" and room > span - (2 * look.arrow_size if inside and look.placing == "gap" else 0):
            return False
        reach = room / 2 + (
            2.2 * look.arrow_size
            if look.arrow not in ("oblique", "tick", "dot", "none") or not inside
            else look.arrow_size
        )
        middle = polar(a, angle, span / 2)
        centre = {"middle": middle, "right": polar(b, angle, reach), "left": polar(a, angle, -reach)}[where]
        in_gap = look.placing == "gap" or (look.upright and angle == 90)
        lifted = centre if in_gap else polar(centre, angle + 90, size[1] / 2 + look.gap + pad)
        text, _ = self._framed(spec, self.block(spec, lifted, (0.5, 0.5), turned))
        lines: list[Mark] = []
        tail = 2.0 * look.arrow_size
        if where == "middle" and in_gap:
            lines = [
                Stroke((a, polar(middle, angle, -room / 2)), "dimension"),
                Stroke((polar(middle, angle, room / 2), b), "dimension"),
            ]
        else:
            start = a if inside else polar(a, angle, -tail)
            end = b if inside else polar(b, angle, tail)
            if where == "right":
                end = polar(centre, angle, -room / 2 if in_gap else room / 2)
            elif where == "left":
                start = polar(centre, angle, room / 2 if in_gap else -room / 2)
            lines = [Stroke((start, end), "dimension")]
        if look.arrow in ("oblique", "tick") and where == "middle":
            lines.append(Stroke((polar(a, angle, -look.over), a), "dimension"))
            lines.append(Stroke((b, polar(b, angle, look.over)), "dimension"))
        return self._keep(spec, *marks, *lines, *text, *self._terminators(a, b, angle, inside))

    def _keep(self, spec: Spec, *marks: Mark) -> bool:
        if not self.offer(*marks):
            return False
        self.note(spec)
        return True

    def angular(self, centre: Point, start: float, end: float, radius: float, spec: Spec) -> bool:
        middle = (start + end) / 2
        count = max(6, int((end - start) / 5))
        bow = lambda u, v: tuple(polar(centre, u + (v - u) * i / count, radius) for i in range(count + 1))  # noqa: E731
        turned = (
            0.0
            if self.look.upright or self.look.placing == "gap"
            else middle - 90
            if 0 <= middle % 360 <= 180
            else middle + 90
        )
        w, h = self.size(self.block(spec, (0, 0), (0, 0)))
        heads = [
            *self.arrow(polar(centre, start, radius), start - 90),
            *self.arrow(polar(centre, end, radius), end + 90),
        ]
        legs = [
            Stroke((polar(centre, side, 0.55 * radius), polar(centre, side, radius + self.look.over)), "dimension")
            for side in (start, end)
        ]
        if self.look.placing == "gap":
            half = math.degrees((max(w, h) / 2 + self.look.gap) / radius)
            if end - start < 2 * half + 6:
                return False
            lines = [Stroke(bow(start, middle - half), "dimension"), Stroke(bow(middle + half, end), "dimension")]
            text = self.block(spec, polar(centre, middle, radius), (0.5, 0.5), turned)
        else:
            lines = [Stroke(bow(start, end), "dimension")]
            text = self.block(spec, polar(centre, middle, radius + h / 2 + 2 * self.look.gap), (0.5, 0.5), turned)
        return self._keep(spec, *legs, *lines, *heads, *self._framed(spec, text)[0])

    def radial(self, centre: Point, radius: float, angle: float, spec: Spec) -> bool:
        look = self.look
        w, _ = self.size(self.block(spec, (0, 0), (0, 0)))
        rim = polar(centre, angle, radius)
        flip = 90 < angle % 360 < 270
        through = spec.kind == "diameter" and spec.style % 2 == 0
        if (
            through and 2 * radius > w + 4 * look.arrow_size and look.placing != "gap"
        ):  # along the line, inside the circle
            other = polar(centre, angle + 180, radius)
            turned = angle - 180 if flip else angle
            at = polar(polar(centre, angle, 0.0), turned + 90, look.gap)
            block = self.block(spec, at, (0.5, 0.0), turned)
            if not self.obstacles.free([], [self.area(block)], 0.0):
                return self._outside(spec, centre, rim, angle, w)
            return self._keep(
                spec,
                Stroke((other, rim), "dimension"),
                *self.arrow(rim, angle),
                *self.arrow(other, angle + 180),
                *self._framed(spec, block)[0],
            )
        return self._outside(spec, centre, rim, angle, w)

    def _outside(self, spec: Spec, centre: Point, rim: Point, angle: float, w: float) -> bool:
        look = self.look
        for length in (3.0, 5.0, 8.0):
            elbow = polar(rim, angle, length * look.text)
            left = elbow[0] < rim[0]
            side = -1 if left else 1
            shelf = (elbow[0] + side * (w + 2 * look.gap), elbow[1])
            block = self.block(spec, (elbow[0] + side * look.gap, elbow[1] + look.gap), (1.0 if left else 0.0, 0.0))
            inner = spec.style % 3 == 0
            start = centre if inner and spec.kind == "radius" else rim
            if self._keep(
                spec,
                Stroke((start, elbow, shelf), "dimension"),
                *self._framed(spec, block)[0],
                *self.arrow(rim, angle if inner else angle + 180),
            ):
                return True
        return False

    def ordinate(self, feature: Point, end: Point, along: Literal["x", "y"], spec: Spec) -> bool:
        angle = math.degrees(math.atan2(end[1] - feature[1], end[0] - feature[0]))
        turned = 90.0 if along == "x" else 0.0
        backwards = end[0] < feature[0] - 0.1 or end[1] < feature[1] - 0.1
        block = self.block(spec, polar(end, angle, self.look.gap), (1.0 if backwards else 0.0, 0.5), turned)
        return self._keep(
            spec, Stroke((polar(feature, angle, self.look.offset), end), "dimension"), *self._framed(spec, block)[0]
        )

    def save(self, path: Path) -> None:
        self.canvas.showPage()
        self.canvas.save()
        path.write_bytes(self._bytes.getvalue())
