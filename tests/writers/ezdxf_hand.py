"""Sheets as DXF with real DIMENSION entities, rendered to PDF by the drawing add-on of ezdxf."""

from __future__ import annotations

import logging
import math
import tempfile
from functools import cache
from pathlib import Path
from typing import Any, Literal

import ezdxf
import numpy as np
import shapely
import shapely.affinity
from ezdxf.addons.drawing import Frontend, RenderContext, layout, pymupdf
from ezdxf.addons.drawing.config import BackgroundPolicy, ColorPolicy, Configuration, LineweightPolicy
from ezdxf.addons.drawing.recorder import FilledPathsRecord, PathRecord, PointsRecord, Recorder, SolidLinesRecord
from ezdxf.fonts import fonts

from .hand import Block, Fill, Hand, Look, Mark, Point, Stroke
from .spec import Office, Spec, Stack, printed

logging.getLogger("ezdxf").setLevel(logging.ERROR)
_ARROWS = {
    "filled": "", "open30": "OPEN30", "open90": "OPEN90", "dot": "DOT", "oblique": "OBLIQUE", "tick": "ARCHTICK",
    "none": "NONE", "closed": "CLOSEDBLANK", "small_dot": "DOTSMALL", "origin": "ORIGIN",
}  # fmt: skip
_SYMBOL_FONT = "osifont.ttf"
LFF_FOLDER = Path("/usr/share/librecad/fonts")


@cache
def ready() -> None:
    """Let ezdxf see all fonts of this machine, and LibreCAD's stroke fonts without the glyphs that have no strokes.

    It fails on those. Its list of fonts is kept between runs and does not know of any that was installed since.
    """
    fonts.build_system_font_cache()
    if not LFF_FOLDER.exists():
        return
    folder = Path(tempfile.mkdtemp())
    for file in LFF_FOLDER.glob("*.lff"):
        text = [line for line in file.read_text("utf-8").splitlines() if line.strip()]
        head, lines = (
            [line for line in text if line.startswith("#")],
            [line for line in text if not line.startswith("#")],
        )
        kept = [
            a for a, b in zip(lines, [*lines[1:], "["], strict=True) if not (a.startswith("[") and b.startswith("["))
        ]
        (folder / file.name).write_text(
            "\n".join(head) + "\n" + "".join(("\n" if line.startswith("[") else "") + line + "\n" for line in kept),
            "utf-8",
        )
    fonts.font_manager.scan_folder(folder)


class _NonZero(pymupdf.PyMuPdfRenderBackend):
    """Fills by the winding rule that font outlines are made for: parts that overlap (⌀) stay black."""

    def finish_filling(self, shape: Any, properties: Any) -> None:
        finish = shape.finish
        shape.finish = lambda **k: finish(**{**k, "even_odd": False})
        try:
            super().finish_filling(shape, properties)
        finally:
            shape.finish = finish


class _Pdf(pymupdf.PyMuPdfBackend):
    @staticmethod
    def make_backend(page: Any, settings: Any) -> Any:
        return _NonZero(page, settings)


class EzdxfHand(Hand):
    """Writes DXF. `backend` is `matplotlib` or `pymupdf`."""

    def __init__(
        self, look: Look, office: Office, backend: str = "pymupdf", missing: str = "", style: str = "office"
    ) -> None:
        super().__init__(look, office)
        ready()
        self.backend, self.missing, self.style = backend, missing, style
        self.doc = ezdxf.new("R2010", setup=["linetypes"])
        self.doc.units = ezdxf.units.MM
        self.msp = self.doc.modelspace()
        self._sizes: dict[Any, Any] = {}
        if style in self.doc.styles:
            self.doc.styles.remove(style)
        self.doc.styles.new(style, dxfattribs={"font": look.font, "oblique": look.slant})
        self.config = Configuration(
            background_policy=BackgroundPolicy.WHITE,
            color_policy=ColorPolicy.COLOR if look.colours else ColorPolicy.BLACK,
            lineweight_policy=LineweightPolicy.ABSOLUTE,
        )
        widths = {"outline": look.outline, "border": look.outline, "table": look.thin * 1.3}
        types = {"hidden": "DASHED", "centre": "CENTER"}
        for name in ("outline", "thin", "hidden", "centre", "border", "dimension", "table", "hatch", "text"):
            weight = min(
                (5, 9, 13, 15, 18, 20, 25, 30, 35, 40, 50, 53, 60, 70),
                key=lambda w: abs(w / 100 - widths.get(name, look.thin)),
            )
            layer = self.doc.layers.add(name, linetype=types.get(name, "CONTINUOUS"), lineweight=weight)
            layer.rgb = look.colours.get(name, (0, 0, 0))
        self.doc.header["$LTSCALE"] = 0.3
        for key, value in {
            "$DIMTXT": look.text,
            "$DIMASZ": look.arrow_size,
            "$DIMEXO": look.offset,
            "$DIMEXE": look.over,
            "$DIMGAP": look.gap,
            "$DIMTXSTY": style,
        }.items():
            self.doc.header[key] = value
        self._dimstyle()

    def _dimstyle(self) -> None:
        look, office = self.look, self.office
        style = self.doc.dimstyles.new("office")
        values = {
            "dimtxt": look.text, "dimasz": look.arrow_size, "dimexo": look.offset, "dimexe": look.over,
            "dimgap": look.gap, "dimtad": 0 if look.placing == "gap" else 1, "dimtih": int(look.upright),
            "dimtoh": int(look.upright), "dimtix": 0, "dimtofl": 1, "dimzin": (0 if office.trailing else 8) + (0 if office.leading else 4),  # noqa: E501
            "dimdec": office.decimals, "dimdsep": ord(office.decimal), "dimtfac": office.stack, "dimscale": 1.0, "dimclrt": 256,  # noqa: E501
            "dimclrd": 256, "dimclre": 256, "dimtxsty": self.style, "dimtolj": 1, "dimtsz": 0.0, "dimlwd": -1, "dimlwe": -1,  # noqa: E501
        }  # fmt: skip
        for key, value in values.items():
            style.set_dxf_attrib(key, value)
        if look.arrow in ("oblique", "tick"):
            style.set_dxf_attrib("dimdle", look.over)
        if _ARROWS[look.arrow]:
            style.set_arrows(blk=_ARROWS[look.arrow], blk1=_ARROWS[look.arrow], blk2=_ARROWS[look.arrow])

    # --- marks
    def content(self, lines: Any) -> str:
        """MTEXT content of printed lines."""
        out = []
        for line in lines:
            text = ""
            for token in line:
                if isinstance(token, Stack):
                    text += f"{{\\H{token.size:g}x;\\S{token.upper.replace('^', '')}^ {token.lower};}}"
                else:
                    text += "".join(
                        f"{{\\f{_SYMBOL_FONT[:-4]}|b0|i0|c0|p0;{c}}}" if c in self.missing else c for c in token
                    )
            out.append(text)
        return "\\P".join(out)

    def _entity(self, block: Block, at: Point, rotation: float) -> Any:
        lines = block.lines
        if len(lines) == 1 and all(isinstance(t, str) and not set(t) & set(self.missing) for t in lines[0]):
            attribs = {
                "style": self.style,
                "height": block.height,
                "insert": at,
                "rotation": rotation,
                "layer": "text",
                "oblique": self.look.slant,
            }
            return self.msp.add_text("".join(lines[0]), dxfattribs=attribs)
        attribs = {
            "style": self.style,
            "char_height": block.height,
            "insert": at,
            "rotation": rotation,
            "layer": "text",
            "line_spacing_factor": block.spacing / 1.667,
        }
        return self.msp.add_mtext(self.content(lines), dxfattribs={**attribs, "attachment_point": 1, "width": 1000})

    def _box(self, block: Block) -> tuple[float, float, float, float]:
        key = (block.lines, block.height, block.spacing)
        if key not in self._sizes:
            entity = self._entity(block, (0, 0), 0)
            points = np.concatenate([*self._points(entity), np.zeros((0, 2))])
            self.msp.delete_entity(entity)
            self._sizes[key] = (*points.min(0), *points.max(0)) if len(points) else (0.0, 0.0, 0.1, 0.1)
        return self._sizes[key]

    def _points(self, entity: Any) -> list[np.ndarray]:
        """What the renderer draws for an entity, as polylines."""
        recorder = Recorder()
        frontend = Frontend(RenderContext(self.doc), recorder, config=self.config)
        frontend.draw_entities([entity])
        out: list[np.ndarray] = []
        for record in recorder.records:
            if isinstance(record, PointsRecord):
                out.append(np.array([(v.x, v.y) for v in record.points.vertices()]))
            elif isinstance(record, SolidLinesRecord):
                flat = [(v.x, v.y) for v in record.lines.vertices()]
                out += [np.array(flat[i : i + 2]) for i in range(0, len(flat), 2)]
            elif isinstance(record, PathRecord):
                out.append(np.array([(v.x, v.y) for v in record.path.to_path().flattening(0.05)]))
            elif isinstance(record, FilledPathsRecord):
                out += [np.array([(v.x, v.y) for v in p.to_path().flattening(0.05)]) for p in record.paths if len(p)]
        return [p for p in out if len(p) > 1]

    def size(self, block: Block) -> Point:
        x0, y0, x1, y1 = self._box(block)
        return x1 - x0, y1 - y0

    def draw(self, mark: Mark) -> None:
        if isinstance(mark, Stroke):
            self.msp.add_lwpolyline(mark.points, dxfattribs={"layer": mark.kind})
        elif isinstance(mark, Fill):
            hatch = self.msp.add_hatch(color=256, dxfattribs={"layer": "dimension"})
            hatch.paths.add_polyline_path(mark.points, is_closed=True)
        else:
            x0, y0, x1, y1 = self._box(mark)
            dx, dy = -x0 - mark.anchor[0] * (x1 - x0), -y0 - mark.anchor[1] * (y1 - y0)
            c, s = math.cos(math.radians(mark.rotation)), math.sin(math.radians(mark.rotation))
            self._entity(mark, (mark.at[0] + c * dx - s * dy, mark.at[1] + s * dx + c * dy), mark.rotation)

    def hatch(self, points: tuple[Point, ...]) -> None:
        hatch = self.msp.add_hatch(color=256, dxfattribs={"layer": "hatch"})
        hatch.set_pattern_fill("ANSI31", scale=0.8)
        hatch.paths.add_polyline_path(points, is_closed=True)
        self.obstacles.add(areas=[shapely.Polygon(points).buffer(0)])

    # --- dimensions
    def _render(self, make: Any, spec: Spec, shift: dict[str, float]) -> Any:
        lines = printed(spec, self.office)
        flat = " ".join(
            " ".join(t if isinstance(t, str) else max(t.upper, t.lower, key=len) for t in line) for line in lines[:1]
        )
        dim = make(flat, shift)  # ezdxf measures MTEXT codes as if they were printed: they are set afterwards
        dim.render()
        self._set_text(dim.dimension, self.content(lines))
        return dim.dimension

    def _commit(self, make: Any, spec: Spec, shifts: tuple[dict[str, float], ...] = ({},)) -> bool:
        return any(self._try(make, spec, shift) for shift in shifts)

    def _try(self, make: Any, spec: Spec, shift: dict[str, float]) -> bool:
        entity = self._render(make, spec, shift)
        block = self.doc.blocks.get(entity.dxf.geometry)
        self._break_lines(block)
        lines, texts = [], []
        for part in entity.virtual_entities():
            points = self._points(part)
            if part.dxftype() == "MTEXT" and points:
                texts.append(self._ink(part))
            else:
                lines += [shapely.LineString(p) for p in points]
        frame: Stroke | None = None
        if spec.basic and texts:
            grown = texts[0].minimum_rotated_rectangle.buffer(0.25 * self.look.text, join_style="mitre")
            frame = Stroke(tuple(grown.exterior.coords), "dimension")
        boxes = [shapely.LineString(frame.points)] if frame else []
        good = (
            bool(texts)
            and self.within([*lines, *texts, *boxes])
            and self.obstacles.free([*lines, *boxes], texts, 0.2 * self.look.text)
        )
        if good and frame and self.look.placing != "gap":
            good = not any(line.intersects(shapely.Polygon(frame.points).buffer(-0.05)) for line in lines)
        if not good:
            self.msp.delete_entity(entity)
            if block is not None and block.name in self.doc.blocks:
                self.doc.blocks.delete_block(block.name, safe=False)
            return False
        self.obstacles.add(lines, texts)
        if frame:
            self.put(frame)
        self.note(spec)
        return True

    def _break_lines(self, block: Any) -> None:
        """Break the dimension line around a text in its gap, as AutoCAD does."""
        labels = list(block.query("MTEXT"))
        if self.look.placing != "gap" or not labels:
            return
        hole = self._ink(labels[0]).buffer(max(0.4, 0.8 * self.look.gap))
        for line in list(block.query("LINE")):
            path = shapely.LineString([line.dxf.start.vec2, line.dxf.end.vec2])
            if not path.intersects(hole) or path.distance(hole.centroid) > 0.6 * self.look.text:
                continue
            rest = path.difference(hole)
            attribs = {"layer": line.dxf.layer, "color": line.dxf.color}
            block.delete_entity(line)
            for piece in getattr(rest, "geoms", [rest]):
                if piece.length > 0.05:
                    block.add_line(*piece.coords, dxfattribs=attribs)

    def _outside(self, p: Point, q: Point, angle: float, spec: Spec) -> tuple[dict[str, float], ...]:
        """Shifts of a text that does not fit between its extension lines: as it is, then behind either arrow."""
        c, s = math.cos(math.radians(angle)), math.sin(math.radians(angle))
        span = abs((q[0] - p[0]) * c + (q[1] - p[1]) * s)
        w, h = self.size(self.block(spec, (0, 0), (0, 0)))
        room = span - 2 * self.look.gap
        if w < room and not (self.look.upright and angle == 90):
            return ({},)
        if self.look.upright and angle == 90:
            far = span / 2 + h + 2 * self.look.arrow_size
            return ({}, {"text_shift_h": far}, {"text_shift_h": -far})
        far = span / 2 + w / 2 + 2.2 * self.look.arrow_size
        return ({"text_shift_h": far}, {"text_shift_h": -far})

    def _set_text(self, entity: Any, text: str) -> None:
        """Print `text` where ezdxf has put a simpler one, and lift it off its dimension line."""
        block = self.doc.blocks.get(entity.dxf.geometry)
        entity.dxf.text = text
        labels = list(block.query("MTEXT"))
        if not labels or labels[0].text == text:
            return
        label = labels[0]
        label.text = text
        label.dxf.width = 1000  # unset, the renderer breaks lines where the font changes
        if self.look.placing == "gap":
            return
        points = [self._points(part) for part in block if part.dxftype() in ("LINE", "ARC")]
        lines = shapely.MultiLineString([p for group in points for p in group])
        up = label.get_rotation() + 90
        for _ in range(10):
            if not self._ink(label).buffer(0.2 * self.look.text).intersects(lines):
                break
            x, y, _z = label.dxf.insert
            step = 0.15 * self.look.text
            label.dxf.insert = (x + step * math.cos(math.radians(up)), y + step * math.sin(math.radians(up)))

    def _ink(self, label: Any) -> Any:
        """The turned rectangle of a text's ink."""
        points = self._points(label)
        if not points:
            return shapely.Point(0, 0)
        turn = label.get_rotation()
        c, s = math.cos(math.radians(turn)), math.sin(math.radians(turn))
        local = np.concatenate(points) @ np.array([[c, -s], [s, c]])
        return shapely.affinity.rotate(shapely.box(*local.min(0), *local.max(0)), turn, origin=(0, 0))

    def linear(self, p: Point, q: Point, at: Point, angle: float, spec: Spec) -> bool:
        def make(text: str, shift: dict[str, float]) -> Any:
            return self.msp.add_linear_dim(
                base=at,
                p1=p,
                p2=q,
                angle=angle,
                text=text,
                dimstyle="office",
                override=shift,
                dxfattribs={"layer": "dimension"},
            )

        return self._commit(make, spec, self._outside(p, q, angle, spec))

    def angular(self, centre: Point, start: float, end: float, radius: float, spec: Spec) -> bool:
        return self._commit(
            lambda t, o: self.msp.add_angular_dim_cra(
                center=centre,
                radius=0.6 * radius,
                start_angle=start,
                end_angle=end,
                distance=0.4 * radius,
                text=t,
                dimstyle="office",
                override=o,
                dxfattribs={"layer": "dimension"},
            ),
            spec,
        )

    def radial(self, centre: Point, radius: float, angle: float, spec: Spec) -> bool:
        make = self.msp.add_diameter_dim if spec.kind == "diameter" else self.msp.add_radius_dim
        far = radius + 2.5 * self.look.text + (spec.style % 3) * self.look.text
        location = (centre[0] + far * math.cos(math.radians(angle)), centre[1] + far * math.sin(math.radians(angle)))
        return self._commit(
            lambda t, o: make(
                center=centre,
                radius=radius,
                angle=angle,
                location=location,
                text=t,
                dimstyle="office",
                override={"dimtoh": 1, "dimtmove": 1},
                dxfattribs={"layer": "dimension"},
            ),
            spec,
        )

    def ordinate(self, feature: Point, end: Point, along: Literal["x", "y"], spec: Spec) -> bool:
        make = self.msp.add_ordinate_x_dim if along == "x" else self.msp.add_ordinate_y_dim
        offset = (end[0] - feature[0], end[1] - feature[1])
        return self._commit(
            lambda t, o: make(
                feature_location=feature,
                offset=offset,
                origin=(0, 0),
                text=t,
                dimstyle="office",
                override=o,
                dxfattribs={"layer": "dimension"},
            ),
            spec,
        )

    # --- files
    def save_dxf(self, path: Path) -> None:
        """The drawing itself, for other programs."""
        self.doc.saveas(path)

    def save(self, path: Path) -> None:
        width, height = self.look.width, self.look.height
        context = RenderContext(self.doc)
        if self.backend == "matplotlib":
            import matplotlib as mpl
            from ezdxf.addons.drawing.matplotlib import MatplotlibBackend
            from matplotlib.figure import Figure
            from matplotlib.lines import Line2D

            figure = Figure(figsize=(width / 25.4, height / 25.4))
            axes = figure.add_axes((0, 0, 1, 1))
            backend: Any = MatplotlibBackend(axes)
            Frontend(context, backend, config=self.config).draw_layout(self.msp, finalize=False)
            axes.set_xlim(0, width)
            axes.set_ylim(0, height)
            axes.axis("off")
            for mark in (*axes.patches, *axes.collections, *axes.lines):  # a decimal point is a stroke without length
                if isinstance(mark, Line2D):
                    mark.set_solid_capstyle("round")
                else:
                    mark.set_capstyle("round")
            with mpl.rc_context({"pdf.compression": 6}):
                figure.savefig(path, metadata={"CreationDate": None})
            return
        backend = _Pdf()
        Frontend(context, backend, config=self.config).draw_layout(self.msp)
        page = layout.Page(width, height, layout.Units.mm, layout.Margins.all(0))
        box = ezdxf.math.BoundingBox2d([(0, 0), (width, height)])
        path.write_bytes(backend.get_pdf_bytes(page, settings=layout.Settings(fit_page=False), render_box=box))
