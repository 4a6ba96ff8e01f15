"""Sheets drawn by FreeCAD's TechDraw, with its own templates, hidden-line views and dimension styles."""

from __future__ import annotations

import contextlib
import json
import os
import random
import shutil
import subprocess
import tempfile
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

from . import lexicon
from .furniture import facts
from .plan import Letters, office
from .spec import Office, Spec, Stack, entry, printed
from .wording import hole, toleranced

TEMPLATES = Path("/usr/share/freecad/Mod/TechDraw/Templates")
_ISO = {
    "drawn_by": "AUTHOR_NAME",
    "title": "DRAWING_TITLE",
    "sheet": "FC-SH",
    "scale": "FC-SC",
    "part_number": "PN",
    "drawing_number": "DN",
    "date": "FC-DATE",
    "revision": "FC-REV",
    "sheet_size": "FC-SI",
}
_PEP = {
    "drawn_by": "AUTHOR_NAME",
    "approved_by": "APPROVER_NAME",
    "company": "OWNER_NAME",
    "title": "TITLELINE-1",
    "sheet": "SHEET",
    "scale": "SCALE",
    "general_tolerance": "TOLERANCE",
    "material": "PM",
    "part_number": "PN",
    "drawing_number": "DN",
    "date": "DATE",
    "revision": "REVISION",
    "sheet_size": "SIZE",
}
_ANSI = {
    "company": "CompanyName",
    "title": "DrawingTitle1",
    "drawing_number": "DrawingNumber",
    "revision": "Revision",
    "drawn_by": "DrawnBy",
    "checked_by": "CheckedBy",
    "approved_by": "Approved1",
    "scale": "Scale",
    "mass": "Weight",
    "sheet": "Sheet",
}
FORMS: dict[str, tuple[tuple[float, float], str, dict[str, str], dict[str, str]]] = {
    "A3_Landscape_ISO7200TD": ((420, 297), "en", _ISO, {}),
    "A4_Landscape_ISO7200TD": ((297, 210), "en", _ISO, {}),
    "A3_LandscapeTD": ((420, 297), "en", {"drawn_by": "AuthorName", "date": "CreationDate", "checked_by": "SupervisorName", "scale": "FC-Scale", "mass": "Weight", "drawing_number": "DrawingNumber", "sheet": "SheetNumber", "title": "FC-Title"}, {"sheet_size": "A3", "projection": "first"}),  # noqa: E501
    "A3_Landscape_EN_m52": ((420, 297), "en", {"drawn_by": "AUTHOR_NAME", "date": "CREATION_DATE", "checked_by": "SUPERVISOR_NAME", "sheet_size": "A3", "scale": "SCALE", "mass": "WEIGHT", "sheet": "SHEET", "title": "TITLE", "company": "COMPANY_NAME"}, {}),  # noqa: E501
    "A3_Landscape_FR_m52": ((420, 297), "fr", {"drawn_by": "NomAuteur", "date": "DateDeCreation", "checked_by": "NomSuperviseur", "sheet_size": "A3", "scale": "Echelle", "mass": "Poids", "sheet": "Feuille", "title": "Titre", "company": "Societe"}, {}),  # noqa: E501
    "A3_Landscape_IT_m52": ((420, 297), "it", {"drawn_by": "NOME_PROGETTISTA", "date": "DATA_DI_CREAZIONE", "checked_by": "SUPERVISORE", "sheet_size": "A3", "scale": "SCALA", "mass": "PESO", "sheet": "FOGLIO", "title": "TITOLO", "company": "DITTA"}, {}),  # noqa: E501
    "A3_Landscape_ISO7200_Pep": ((420, 297), "en", _PEP, {}),
    "A4_Landscape_ISO7200_Pep": ((297, 210), "en", _PEP, {}),
    "ANSIB": ((432, 279), "en", _ANSI, {"sheet_size": "B"}),
    "RU_GOST/Leading/Landscape_A3": ((420, 297), "ru", {"drawing_number": "Номер", "title": "Название", "drawn_by": "Разработал", "checked_by": "Проверил", "approved_by": "Утвердил", "mass": "Масса", "scale": "Масштаб", "material": "Материал2", "company": "Организация2"}, {"sheet_size": "A3"}),  # noqa: E501
}  # fmt: skip


def program() -> list[str] | None:
    """FreeCAD under a virtual screen, if this machine has both."""
    return ["xvfb-run", "-a", "freecad"] if shutil.which("freecad") and shutil.which("xvfb-run") else None


class Sheet:
    """One planned sheet: what FreeCAD shall draw, and its truth."""

    def __init__(self, rng: random.Random, form: str) -> None:
        (self.width, self.height), language, fields, fixed = FORMS[form]
        self.rng = rng
        self.office = self._office(language)
        self.scale = rng.choice((1.0, 0.5, 2.0))
        scale = {1.0: "1:1", 0.5: "1:2", 2.0: "2:1"}[self.scale]
        said = facts(rng, language, scale, "A3" if self.width > 400 else "A4", self.office.units)
        title = {key: said[key][:22] for key in fields}
        self.page: dict[str, Any] = {
            "page": 1,
            "title_block": {**title, **fixed},
            "dimensions": [],
            "gdt": [],
            "notes": [],
        }
        text = rng.choice((3.0, 3.5, 3.5, 4.5))
        self.job: dict[str, Any] = {
            "template": str(TEMPLATES / f"{form}.svg"), "fields": {fields[k]: v for k, v in title.items()}, "views": [], "dimensions": [], "texts": [], "balloons": [],  # noqa: E501
            "look": {"text": text, "arrow": rng.choice((2.5, 3.5)), "style": rng.choice(("ISO Oriented", "ISO Oriented", "ASME Inlined", "ISO Referencing")),  # noqa: E501
                     "font": rng.choice(("osifont", "osifont", "DejaVu Sans", "Liberation Sans")), "line": rng.choice((0.25, 0.35, 0.5, 0.7))},  # noqa: E501
        }  # fmt: skip
        self.middle = (0.36 * self.width, 0.63 * self.height)
        self.side = (0.78 * self.width, 0.63 * self.height)

    def _office(self, language: str) -> Office:
        own = office(self.rng, Letters("osifont.ttf", "latin cyrillic"))
        while own.language != language or own.units != "mm" or own.reference == "*" or own.quantity == "below":
            own = office(self.rng, Letters("osifont.ttf", "latin cyrillic"))
            if language == "ru" and own.language == "ru" and own.units == "mm":
                own = replace(own, reference="()")
        return replace(own, alternate=False)

    def dimension(self, spec: Spec, **job: Any) -> None:
        """Plan a dimension and note its truth."""
        lines = printed(spec, self.office)
        text = " ".join("".join(t for t in line if isinstance(t, str)) for line in lines)
        stacks = [t for line in lines for t in line if isinstance(t, Stack)]
        if stacks:
            job["stack"] = [stacks[0].upper, stacks[0].lower]
        self.job["dimensions"].append({**job, "text": text, "basic": spec.basic})
        self.page["dimensions"].append(entry(spec, self.office))

    def value(self, kind: str, nominal: float, rate: float) -> Spec:
        """A dimension that TechDraw can print: no limits, stacks only at the end."""
        spec = toleranced(self.rng, Spec(kind, round(nominal, 3)), rate, self.office)
        if spec.limits or (spec.reference and spec.upper is not None):
            return spec.plain()
        return spec

    def view(
        self,
        solid: dict[str, Any],
        direction: tuple[float, ...],
        x: tuple[float, ...],
        place: tuple[float, float],
        hidden: bool = False,
    ) -> int:
        """Plan a view."""
        self.job["views"].append(
            {"solid": solid, "direction": direction, "x": x, "scale": self.scale, "place": place, "hidden": hidden}
        )
        return len(self.job["views"]) - 1

    def stack(self, view: int, stops: list[float], edge: float, half: float, upright: bool, rate: float) -> None:
        """A chain and its total beside a view; `edge` is the coordinate of the vertices across."""
        sign = -1
        centre = (stops[0] + stops[-1]) / 2
        for i, (a, b) in enumerate([*pairwise(stops), *([(stops[0], stops[-1])] if len(stops) > 2 else [])]):
            far = sign * (half * self.scale + (9 if i < len(stops) - 1 else 20))
            mid = ((a + b) / 2 - centre) * self.scale
            points = [(edge, a - centre), (edge, b - centre)] if upright else [(a - centre, edge), (b - centre, edge)]
            self.dimension(
                self.value("linear", b - a, rate),
                view=view,
                type="DistanceY" if upright else "DistanceX",
                points=points,
                place=(far, mid) if upright else (mid, far),
            )


def plate(sheet: Sheet) -> None:
    """A plate or a disc with holes, and its edge."""
    rng, s = sheet.rng, sheet.scale
    disc = rng.random() < 0.3
    w = round(rng.uniform(0.26, 0.34) * sheet.width / s) * 1.0
    h = w if disc else round(rng.uniform(0.24, 0.32) * sheet.height / s) * 1.0
    if disc:
        w = h = round(rng.uniform(0.3, 0.36) * sheet.height / s) * 1.0
    t = max(2.0, round(14 / s * rng.uniform(0.5, 1.2)) * 1.0)
    rate = rng.choice((0.1, 0.4, 0.7))
    d = max(2.0, round(0.07 * h * 2) / 2)
    big = max(4.0, round(0.26 * h))
    if disc:
        r = round(0.36 * w)
        holes = [(0.0, r, d), (r, 0.0, d), (0.0, -r, d), (-r, 0.0, d), (0.0, 0.0, big)]
        solid: dict[str, Any] = {"kind": "disc", "d": w, "t": t, "holes": holes}
        outline: list[tuple[float, float]] = []
    else:
        notch = round(0.22 * w)
        drop = round(0.3 * h)
        shape = rng.choice(("plain", "step", "slope"))
        outline = [
            (0, 0),
            (w, 0),
            *(
                [(w, h)]
                if shape == "plain"
                else [(w, h - drop), (w - notch, h - drop), (w - notch, h)]
                if shape == "step"
                else [(w, h - drop), (w - notch, h)]
            ),
            (0, h),
        ]
        m = round(0.14 * h)
        holes = [(m, m, d), (w - m, m, d), (m, h - m, d), (round(w / 2), round(h / 2), big)]
        solid = {"kind": "plate", "outline": outline, "t": t, "holes": holes}
    view = sheet.view(solid, (0, 0, 1), (1, 0, 0), sheet.middle)
    cx, cy = (0.0, 0.0) if disc else (w / 2, h / 2)
    x, y, _ = holes[0] if disc else holes[2]
    count = 4 if disc else 3
    callout = replace(hole(rng, d, count, sheet.office, t), limits=False)
    sheet.dimension(
        callout,
        view=view,
        type="Diameter",
        at=(x - cx, y - cy),
        radius=d / 2,
        place=((x - cx) * s - 0.08 * sheet.width, (y - cy) * s + 0.11 * sheet.height),
    )
    x, y, _ = holes[-1]
    sheet.dimension(
        sheet.value("diameter", big, rate),
        view=view,
        type="Diameter",
        at=(x - cx, y - cy),
        radius=big / 2,
        place=(0.1 * sheet.width, h / 2 * s + 0.09 * sheet.height),
    )
    if disc:
        sheet.dimension(
            sheet.value("diameter", w, rate),
            view=view,
            type="Diameter",
            at=(0, 0),
            radius=w / 2,
            place=(-0.12 * sheet.width, -h / 2 * s - 0.07 * sheet.height),
        )
    else:
        stops = [0.0, outline[3][0] if shape == "step" else outline[3][0] if shape == "slope" else w, w]
        edge = -h / 2
        sheet.dimension(
            sheet.value("linear", w, rate),
            view=view,
            type="DistanceX",
            points=[(-w / 2, edge), (w / 2, edge)],
            place=(0, -h / 2 * s - (20 if shape != "plain" else 10)),
        )
        sheet.dimension(
            sheet.value("linear", h, rate),
            view=view,
            type="DistanceY",
            points=[(-w / 2, -h / 2), (-w / 2, h / 2)],
            place=(-w / 2 * s - 14, 0),
        )
        if shape != "plain":
            top = stops[1]
            sheet.dimension(
                sheet.value("linear", top, rate),
                view=view,
                type="DistanceX",
                points=[(-w / 2, h / 2), (top - w / 2, h / 2)],
                place=((top - w) / 2 * s, h / 2 * s + 26),
            )
            sheet.dimension(
                sheet.value("linear", h - drop, rate),
                view=view,
                type="DistanceY",
                points=[(w / 2, -h / 2), (w / 2, h / 2 - drop)],
                place=(w / 2 * s + 14, -drop / 2 * s),
            )
    side = sheet.view(solid, (1, 0, 0), (0, 1, 0), sheet.side, hidden=rng.random() < 0.6)
    if not disc:
        sheet.dimension(
            sheet.value("linear", t, rate),
            view=side,
            type="DistanceY",
            points=[(-h / 2, -t / 2), (-h / 2, t / 2)],
            place=(-h / 2 * s - 12, t / 2 * s + 9),
        )


def shaft(sheet: Sheet) -> None:
    """A stepped shaft."""
    rng, s = sheet.rng, sheet.scale
    rate = rng.choice((0.2, 0.5, 0.8))
    count = rng.randint(3, 5)
    lengths = [round(0.5 * sheet.width / s / count * rng.uniform(0.8, 1.2)) * 1.0 for _ in range(count)]
    diameters = rng.sample([round(k * sheet.height / s / 20) * 1.0 for k in range(2, 8)], count)
    view = sheet.view(
        {"kind": "shaft", "steps": list(zip(lengths, diameters, strict=True))},
        (0, 0, 1),
        (1, 0, 0),
        (0.45 * sheet.width, sheet.middle[1]),
    )
    total, high = sum(lengths), max(diameters)
    stops = [0.0]
    for length in lengths:
        stops.append(stops[-1] + length)
    # A shoulder's vertex lies on the larger of its two cylinders.
    for i, (length, d) in enumerate(zip(lengths, diameters, strict=True)):
        x = stops[i] - total / 2
        ends = (-d / 2, d / 2)
        low = [
            (x, -max(d, diameters[i - 1] if i else d) / 2),
            (x + length, -max(d, diameters[i + 1] if i + 1 < count else d) / 2),
        ]
        sheet.dimension(
            sheet.value("linear", length, rate),
            view=view,
            type="DistanceX",
            points=low,
            place=((x + length / 2) * s, -high / 2 * s - 12),
        )
        if i in (0, count - 1):
            at = x if i == 0 else x + length
            sheet.dimension(
                sheet.value("diameter", d, rate),
                view=view,
                type="DistanceY",
                points=[(at, ends[0]), (at, ends[1])],
                place=(at * s + (-14 if i == 0 else 14), 0),
            )
    sheet.dimension(
        sheet.value("linear", total, rate),
        view=view,
        type="DistanceX",
        points=[(-total / 2, -diameters[0] / 2), (total / 2, -diameters[-1] / 2)],
        place=(0, -high / 2 * s - 24),
    )
    if rng.random() < 0.5:
        for i in range(count):
            x = (stops[i] + lengths[i] / 2 - total / 2) * s
            origin = (x / s, 0.0)
            sheet.job["balloons"].append(
                [
                    str(i + 1),
                    view,
                    origin,
                    [x / s + 6 / s, (high / 2 * s + 18) / s],
                    rng.choice(("Circular", "None", "Circular")),
                ]
            )


def _plan(rng: random.Random, form: str) -> Sheet:
    sheet = Sheet(rng, form)
    (shaft if rng.random() < 0.4 else plate)(sheet)
    language = sheet.office.language
    if rng.random() < 0.7:
        lines = [
            f"{i + 1}. {t}"
            for i, t in enumerate(rng.sample(lexicon.NOTES[language], min(3, len(lexicon.NOTES[language]))))
        ]
        size = rng.choice((2.5, 3.0, 3.5))
        sheet.job["texts"].append(
            [[lexicon.NOTES_HEAD[language], *lines], [0.12 * sheet.width + 22, 0.2 * sheet.height], size]
        )
        sheet.page["notes"] = lines
    return sheet


def write(sets: Path, labels: Path, count: int, seed: int) -> None:
    """Write `count` PDFs and their labels; sheets that FreeCAD fails to draw get none."""
    command = program()
    if command is None:
        return
    for start in range(0, count, 5):
        jobs: list[dict[str, Any]] = []
        truth: list[tuple[Path, dict[str, Any]]] = []
        for i in range(start, min(count, start + 5)):
            rng = random.Random(f"freecad {seed} {i}")
            sheet = _plan(rng, rng.choice(list(FORMS)))
            path = sets / f"freecad_{seed}_{i:03}.pdf"
            jobs.append({**sheet.job, "out": str(path)})
            truth.append((path, {"file": path.name, "units": "mm", "pages": [sheet.page]}))
        with (
            tempfile.TemporaryDirectory() as folder,
            Path(tempfile.gettempdir(), "freecad_sheets.log").open("a") as log,
        ):
            plan = Path(folder) / "sheets.json"
            plan.write_text(json.dumps(jobs, ensure_ascii=False), "utf-8")
            environment = {**os.environ, "SHEETS": str(plan), "LC_ALL": "C.UTF-8", "QTWEBENGINE_DISABLE_SANDBOX": "1"}
            with contextlib.suppress(
                subprocess.TimeoutExpired
            ):  # TechDraw at times waits for ever: the rest is left out
                subprocess.run(
                    ["timeout", "-k", "5", "90", *command, str(Path(__file__).with_name("freecad_draw.py"))],
                    env=environment,
                    check=False,
                    stdout=log,
                    stderr=subprocess.STDOUT,
                    timeout=100,
                )
        for path, label in truth:
            if path.exists():
                (labels / f"{path.stem}.json").write_text(json.dumps(label, ensure_ascii=False, indent=1), "utf-8")
