"""Runs inside FreeCAD: draws the sheets of a plan (JSON, argument of the environment variable SHEETS) with TechDraw."""

# mypy: ignore-errors
from __future__ import annotations

import json
import os
import time

import FreeCAD
import Part
import TechDrawGui
from PySide2 import QtWidgets

V = FreeCAD.Vector


def settle(seconds: float = 0.4) -> None:
    """Let TechDraw's threads and the event loop finish."""
    end = time.time() + seconds
    while time.time() < end:
        QtWidgets.QApplication.processEvents()
        time.sleep(0.01)


def solid(spec: dict):
    """A part from its plan: a plate, a disc or a shaft along x."""
    if spec["kind"] == "shaft":
        shape, x = None, 0.0
        for length, d in spec["steps"]:
            piece = Part.makeCylinder(d / 2, length, V(x, 0, 0), V(1, 0, 0))
            shape = piece if shape is None else shape.fuse(piece)
            x += length
        return shape
    if spec["kind"] == "disc":
        shape = Part.makeCylinder(spec["d"] / 2, spec["t"])
    else:
        points = [V(x, y, 0) for x, y in spec["outline"]]
        shape = Part.Face(Part.makePolygon([*points, points[0]])).extrude(V(0, 0, spec["t"]))
    for x, y, d in spec["holes"]:
        shape = shape.cut(Part.makeCylinder(d / 2, spec["t"], V(x, y, 0)))
    return shape


def vertex(view, point, scale) -> str:
    """The name of the view's vertex at a place given from the view's centre."""
    names = []
    for _ in range(300):
        try:
            names.append((len(names), view.getVertexByIndex(len(names)).Point))
        except Exception:  # noqa: BLE001  # this API ends a list with an error of no kind
            break
    for factor in (1.0, scale):
        for i, p in names:
            if abs(p.x - point[0] * factor) < 0.12 and abs(p.y - point[1] * factor) < 0.12:
                return f"Vertex{i}"
    msg = f"no vertex at {point}: {[(round(p.x, 2), round(p.y, 2)) for _, p in names]}"
    raise LookupError(msg)


def circle(view, point, radius, scale) -> str:
    """The name of the view's circle at a place."""
    for factor in (1.0, scale):
        for i, edge in enumerate(view.getVisibleEdges()):
            c = edge.Curve
            if (
                type(c).__name__ == "Circle"
                and abs(c.Radius - radius * factor) < 0.12
                and abs(c.Center.x - point[0] * factor) < 0.12
                and abs(c.Center.y + point[1] * factor) < 0.12
            ):
                return f"Edge{i}"
    found = [
        (type(e.Curve).__name__, getattr(e.Curve, "Radius", 0), tuple(getattr(e.Curve, "Center", ())))
        for e in view.getVisibleEdges()
    ]
    msg = f"no circle at {point} {radius}: {found}"
    raise LookupError(msg)


def dimension(doc, page, views, job, look) -> None:
    """One TechDraw dimension."""
    view, scale = views[job["view"]]
    d = doc.addObject("TechDraw::DrawViewDimension", "Dim")
    d.Type = job["type"]
    if job["type"] in ("Diameter", "Radius"):
        d.References2D = [(view, circle(view, job["at"], job["radius"], scale))]
    else:
        d.References2D = [(view, vertex(view, p, scale)) for p in job["points"]]
    page.addView(d)
    d.Arbitrary = True
    d.FormatSpec = job["text"]
    if "stack" in job:
        d.EqualTolerance = False
        d.ArbitraryTolerances = True
        d.OverTolerance, d.UnderTolerance = 1, -1
        d.FormatSpecOverTolerance, d.FormatSpecUnderTolerance = job["stack"]
    d.TheoreticalExact = job.get("basic", False)
    d.X, d.Y = job["place"]
    shown = d.ViewObject
    for name, value in (
        ("Fontsize", look["text"]),
        ("Arrowsize", look["arrow"]),
        ("StandardAndStyle", look["style"]),
        ("Font", look["font"]),
    ):
        if name in shown.PropertiesList:  # versions differ
            setattr(shown, name, value)


def sheet(job: dict) -> None:
    """One page, exported as PDF."""
    doc = FreeCAD.newDocument("sheet")
    page = doc.addObject("TechDraw::DrawPage", "Page")
    template = doc.addObject("TechDraw::DrawSVGTemplate", "Template")
    template.Template = job["template"]
    page.Template = template
    template.EditableTexts = {k: job["fields"].get(k, "") for k in template.EditableTexts}
    views = []
    for spec in job["views"]:
        body = doc.addObject("Part::Feature", "Body")
        body.Shape = solid(spec["solid"])
        view = doc.addObject("TechDraw::DrawViewPart", "View")
        page.addView(view)
        view.Source = [body]
        view.Direction, view.XDirection = V(*spec["direction"]), V(*spec["x"])
        view.ScaleType, view.Scale = "Custom", spec["scale"]
        view.X, view.Y = spec["place"]
        view.HardHidden = spec.get("hidden", False)
        views.append((view, spec["scale"]))
    doc.recompute()
    settle(0.8)
    for view, _ in views:
        view.ViewObject.ArcCenterMarks = True
        view.ViewObject.LineWidth = job["look"]["line"]
    for item in job["dimensions"]:
        dimension(doc, page, views, item, job["look"])
    for text, place, size in job["texts"]:
        note = doc.addObject("TechDraw::DrawViewAnnotation", "Note")
        page.addView(note)
        note.Text, note.TextSize = text, size
        note.X, note.Y = place
        note.Font = job["look"]["font"]
    for item, view, origin, place, shape in job["balloons"]:
        balloon = doc.addObject("TechDraw::DrawViewBalloon", "Balloon")
        balloon.SourceView = views[view][0]
        page.addView(balloon)
        balloon.Text, balloon.BubbleShape = item, shape
        balloon.OriginX, balloon.OriginY = origin
        balloon.X, balloon.Y = place
    doc.recompute()
    settle(0.6)
    TechDrawGui.exportPageAsPdf(page, job["out"])
    settle(0.1)
    FreeCAD.closeDocument(doc.Name)


with open(os.environ["SHEETS"], encoding="utf-8") as plan:  # noqa: PTH123  # FreeCAD's own Python
    JOBS = json.load(plan)
for JOB in JOBS:
    print("DRAWING", JOB["out"], flush=True)  # noqa: T201
    try:
        sheet(JOB)
    except Exception as error:  # noqa: BLE001  # a sheet that fails is left out, the others go on
        print("FAILED", JOB["out"], repr(error), flush=True)  # noqa: T201
os._exit(0)
