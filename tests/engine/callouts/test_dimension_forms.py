from __future__ import annotations

from typing import Any

import pytest

from drawkit.contract import Counterbore, Countersink, Dimension
from drawkit.engine.callouts import read_dimension

TEXT_FREE = {"text", "tolerance_from"}


def fields(dimension: Dimension) -> dict[str, Any]:
    values = dimension.model_dump(exclude_defaults=True)
    return {name: value for name, value in values.items() if name not in TEXT_FREE}


def bore(diameter: float | None = None, depth: float | None = None) -> dict[str, Any]:
    return Counterbore(diameter=diameter, depth=depth).model_dump(exclude_defaults=True)


def sink(diameter: float | None = None, angle: float | None = None) -> dict[str, Any]:
    return Countersink(diameter=diameter, angle=angle).model_dump(exclude_defaults=True)


def dia(nominal: float | None = None, **more: Any) -> dict[str, Any]:
    return {"kind": "diameter"} | ({} if nominal is None else {"nominal": nominal}) | more


def rad(nominal: float | None = None, **more: Any) -> dict[str, Any]:
    return dia(nominal, **more) | {"kind": "radius"}


def lin(nominal: float | None = None, **more: Any) -> dict[str, Any]:
    return ({} if nominal is None else {"nominal": nominal}) | more


def ang(nominal: float | None = None, **more: Any) -> dict[str, Any]:
    return dia(nominal, **more) | {"kind": "angle"}


def cham(nominal: float, angle: float | None = 45.0, **more: Any) -> dict[str, Any]:
    return {"kind": "chamfer", "nominal": nominal} | ({} if angle is None else {"angle": angle}) | more


def thr(designation: str, nominal: float, **more: Any) -> dict[str, Any]:
    return {"kind": "thread", "nominal": nominal, "thread": designation} | more


def tol(upper: float | None, lower: float | None) -> dict[str, Any]:
    found = {"upper_deviation": upper, "lower_deviation": lower}
    return {name: value for name, value in found.items() if value is not None}


FORMS: dict[str, dict[str, dict[str, Any]]] = {
    "sizes": {
        "12": lin(12),
        "12.5": lin(12.5),
        "12.5 m m": lin(12.5),
        "12.5 m m h6": lin(12.5, fit="h6"),
        "12.": lin(12),
        "12,5": lin(12.5),
        ".375": lin(0.375),
        "1,000": lin(1.0),
        "0": lin(0),
        "12 mm": lin(12),
        "12 (mm)": lin(12),
        "11,84cm": lin(118.4),
        "⌀2.5 cm": dia(25),
        "19.75in": lin(19.75),
        '1.50"': lin(1.5),
        "1/32": lin(0.03125),
        "1 1/2": lin(1.5),
        "1-1/2": lin(1.5),
        "25/8": lin(2.625),
        "⌀31/4": dia(3.25),
        "1½": lin(1.5),
        "⌀12": dia(12),
        "Ø 12": dia(12),
        "∅12": dia(12),
        "φ3": dia(3),
        "%%c12": dia(12),
        "⌀⌀108.75mm": dia(108.75),
        "DIA .250": dia(0.25),
        ".250 DIA": dia(0.25),
        "R24": rad(24),
        "R 24": rad(24),
        "R9/16": rad(0.5625),
        'R1/8"': rad(0.125),
        ".03 R": rad(0.03),
        "S⌀12": dia(12) | {"kind": "spherical_diameter"},
        "SØ12,5": dia(12.5) | {"kind": "spherical_diameter"},
        "SPHERICAL DIA 12": dia(12) | {"kind": "spherical_diameter"},
        "Kugel ⌀20": dia(20) | {"kind": "spherical_diameter"},
        "2X S01.250": dia(1.25, quantity=2) | {"kind": "spherical_diameter"},
        "2XCR.50": rad(0.5, quantity=2),
        "SR5": rad(5) | {"kind": "spherical_radius"},
        "SPHERICAL R5": rad(5) | {"kind": "spherical_radius"},
        "□20": {"kind": "square", "nominal": 20},
        "VIERKANT 10": {"kind": "square", "nominal": 10},
        "12 SQ": {"kind": "square", "nominal": 12},
        "⌒197.9": {"kind": "arc_length", "nominal": 197.9},
        "H=1.35": {"kind": "other", "nominal": 1.35},
        "SW13": lin(13),
    },
    "angles": {
        "36°": ang(36),
        "36.5deg": ang(36.5),
        "45.00deg": ang(45),
        "36º": ang(36),
        "36°30'": ang(36.5),
        "36° 30′ 18″": ang(36.505),
        "90° ±1°": ang(90, **tol(1, -1)),
        "30° ±30'": ang(30, **tol(0.5, -0.5)),
        "45° ±0°30'": ang(45, **tol(0.5, -0.5)),
        "45° {+1°|0}": ang(45, **tol(1, 0)),
        "30.5°/29.5°": ang(max=30.5, min=29.5),
        "2X 45°": ang(45, quantity=2),
        "(12°)": ang(12, reference=True),
    },
    "chamfers": {
        "2 x 45°": cham(2),
        "2X45°": cham(2),
        "1×45°": cham(1),
        "1x45° TYP": cham(1, typical=True),
        "0.5 X 45 DEG": cham(0.5),
        "2/45°": cham(2),
        "45° x 2": cham(2),
        ".03 X 45° CHAM": cham(0.03),
        "4X 1 x 30°": cham(1, 30, quantity=4),
        "Fase 1x45°": cham(1),
        "C2": cham(2, None),
        "2x C2": cham(2, None, quantity=2),
        "4xC0.5": cham(0.5, None, quantity=4),
        "2-C1": cham(1, None, quantity=2),
        "CH5": cham(5, None),
        "4 x CHAMFER 0,2": cham(0.2, None, quantity=4),
        "0.5 CHAMFER": cham(0.5, None),
        "1 x 1 CHAMFER": cham(1, None),
        "6,4 {0|-0,1} x 45°": cham(6.4, **tol(0, -0.1)),
    },
    "threads": {
        "M8": thr("M8", 8),
        "M 8": thr("M8", 8),
        "M8x1": thr("M8x1", 8),
        "M10x1,5": thr("M10x1,5", 10),
        "M8x1.25-6H": thr("M8x1.25-6H", 8),
        "М12х1,25-69": thr("M12x1,25-6g", 12),
        "M8x1.25 - 6H ↧ 16": thr("M8x1.25-6H", 8, depth=16),
        "M10x1.5-5g6g": thr("M10x1.5-5g6g", 10),
        "M8-6g LH": thr("M8-6g LH", 8),
        "M8-LH": thr("M8-LH", 8),
        "M8x20": thr("M8", 8),
        "4XM6": thr("M6", 6, quantity=4),
        "M8x1-6H x 16/20": thr("M8x1-6H", 8, depth=16, tap_drill={"depth": 20}),
        "M8x20/25": thr("M8", 8, depth=20, tap_drill={"depth": 25}),
        "M8 - 16/20 TIEF": thr("M8", 8, depth=16, tap_drill={"depth": 20}),
        "M8 16/20": thr("M8", 8, depth=16, tap_drill={"depth": 20}),
        "M8x25/20": thr("M8", 8),
        "M6x1-6H x 12": thr("M6x1-6H", 6, depth=12),
        "M6x1-6g x 12": thr("M6x1-6g", 6),
        "M8-6Hx 22": thr("M8-6H", 8, depth=22),
        "1/2-13 UNC-2Bx 1.25 DEEP": thr("1/2-13 UNC-2B", 0.5, depth=1.25),
        "M4内螺纹 牙深4mm": thr("M4", 4, depth=4),
        "M5 PROF. UTILE 10": thr("M5", 5, depth=10),
        "M6 TIEFE 12": thr("M6", 6, depth=12),
        "M6 12 DEEP": thr("M6", 6, depth=12),
        "M3 x 0.5 x 6 DP": thr("M3x0.5", 3, depth=6),
        "4X M8": thr("M8", 8, quantity=4),
        "4xM8": thr("M8", 8, quantity=4),
        "4 M8": thr("M8", 8, quantity=4),
        "4-M3": thr("M3", 3, quantity=4),
        "2 × M3 × 0.5 ↧ 6": thr("M3x0.5", 3, quantity=2, depth=6),
        "TAP M6 THRU": thr("M6", 6, depth="THRU"),
        "M10\n(4x)": thr("M10", 10, quantity=4),
        "1/4-20 UNC-2B": thr("1/4-20 UNC-2B", 0.25),
        "1/4-20 UNC (2B)": thr("1/4-20 UNC-2B", 0.25),
        "1/4-20 TAP": thr("1/4-20", 0.25),
        "1-1/8-7 UNC": thr("1-1/8-7 UNC", 1.125),
        ".250-28 UNF-2A": thr(".250-28 UNF-2A", 0.25),
        "#10-32 UNF": thr("#10-32 UNF", 0.19),
        "10-32 UNF-2B": thr("10-32 UNF-2B", 0.19),
        "2X #4-40 UNC ↧.25": thr("#4-40 UNC", 0.112, quantity=2, depth=0.25),
        "G1/2": thr("G1/2", 0.5),
        "G1/2A": thr("G1/2A", 0.5),
        "G1": thr("G1", 1),
        "Rp 1/2": thr("Rp 1/2", 0.5),
        "R1/2": thr("R1/2", 0.5),
        "R1/8": thr("R1/8", 0.125),
        "NPT 1/8-27": thr("NPT 1/8-27", 0.125),
        "1/8-27 NPT": thr("1/8-27 NPT", 0.125),
        "1/8 NPT": thr("1/8 NPT", 0.125),
        "Tr20x4": thr("Tr20x4", 20),
        "Tr 20 x 4 - 7e LH": thr("Tr20x4-7e LH", 20),
        "⌀5.2 ±0.1 M6": thr("M6", 6, tap_drill={"diameter": 5.2, "upper_deviation": 0.1, "lower_deviation": -0.1}),
        "⌀6.8 M8": thr("M8", 8, tap_drill={"diameter": 6.8}),
        "4X ⌀3.3 ↧12\nM4x0.7 - 6H ↧8": thr(
            "M4x0.7-6H", 4, quantity=4, depth=8, tap_drill={"diameter": 3.3, "depth": 12}
        ),
        "⌀.201 THRU\n1/4-20 UNC-2B THRU ALL": thr(
            "1/4-20 UNC-2B", 0.25, depth="THRU", tap_drill={"diameter": 0.201, "depth": "THRU"}
        ),
    },
    "fits": {
        "⌀12 H7": dia(12, fit="H7"),
        "12H7": lin(12, fit="H7"),
        "383 mmg6": lin(383, fit="g6"),
        "⌀16.5mmJS6": dia(16.5, fit="JS6"),
        "⌀8h7": dia(8, fit="h7"),
        "20 js6": lin(20, fit="js6"),
        "⌀24.0 H9": dia(24, fit="H9"),
        "⌀20 M7": dia(20, fit="M7"),
        "12 C11": lin(12, fit="C11"),
        "⌀12 H7/k6": dia(12, fit="H7/k6"),
        "⌀12 H7-k6": dia(12, fit="H7/k6"),
        "⌀12 H7 k6": dia(12, fit="H7/k6"),
        "⌀6 {H7|k6}": dia(6, fit="H7/k6"),
        "⌀6 {H7|}": dia(6, fit="H7"),
        "⌀12 (H7)": dia(12, fit="H7"),
        "⌀12 H7 (+0.018 0)": dia(12, fit="H7", **tol(0.018, 0)),
        "⌀12 H7 {+0.018|0}": dia(12, fit="H7", **tol(0.018, 0)),
        "⌀12 H7 (12.018/12.000)": dia(12, fit="H7", **tol(0.018, 0)),
        "⌀6 MIN\n12 DEEP": dia(min=6, depth=12),
        "Ø20 h7\n( 0 / -0.021 )": dia(20, fit="h7", **tol(0, -0.021)),
    },
    "deviations": {
        "12 ±0.1": lin(12, **tol(0.1, -0.1)),
        "12±0,1": lin(12, **tol(0.1, -0.1)),
        "12 +/-0.1": lin(12, **tol(0.1, -0.1)),
        "12 +-0.1": lin(12, **tol(0.1, -0.1)),
        "12 (±0.1)": lin(12, **tol(0.1, -0.1)),
        "12mm ±0.1mm": lin(12, **tol(0.1, -0.1)),
        "27.000 (mm) ±0.2": lin(27, **tol(0.2, -0.2)),
        "12cm ±0.1": lin(120, **tol(1, -1)),
        "12 ±0,1cm": lin(120, **tol(1, -1)),
        "⌀2.5cm +0.1 -0.2": dia(25, **tol(1, -2)),
        "12 {+0.2|-0.1}": lin(12, **tol(0.2, -0.1)),
        "12 {-0.1|+0.2}": lin(12, **tol(0.2, -0.1)),
        "12 {0.1|0.2}": lin(12, **tol(0.1, -0.2)),
        "12 {|-0.1}": lin(12, **tol(None, -0.1)),
        "12 {+0.1|}": lin(12, **tol(0.1, None)),
        "12 +0.2 -0.1": lin(12, **tol(0.2, -0.1)),
        "12 -0.1 +0.2": lin(12, **tol(0.2, -0.1)),
        "12 +0.2/-0.1": lin(12, **tol(0.2, -0.1)),
        "10 -0.1/-0.2": lin(10, **tol(-0.1, -0.2)),
        "12 +0.05 +0.02": lin(12, **tol(0.05, 0.02)),
        "4.00 (+0.10 -0.20)": lin(4, **tol(0.1, -0.2)),
        "2 +0.20 0": lin(2, **tol(0.2, 0)),
        ".500 +.003 -.000": lin(0.5, **tol(0.003, 0)),
        "0.750 +0.005 0.000": lin(0.75, **tol(0.005, 0)),
        "⌀3,99 0 -0,02": dia(3.99, **tol(0, -0.02)),
        "12X⌀19.4° {+0.1|0.0} ↧3.3": dia(19.4, quantity=12, depth=3.3, **tol(0.1, 0)),
        "12 +0.2": lin(12, **tol(0.2, None)),
        "12 -0.1": lin(12, **tol(None, -0.1)),
    },
    "limits": {
        "12.05/11.95": lin(max=12.05, min=11.95),
        "12.05\n11.95": lin(max=12.05, min=11.95),
        "{12.05|11.95}": lin(max=12.05, min=11.95),
        "⌀{12.05|11.95}": dia(max=12.05, min=11.95),
        "⌀{12.05|⌀11.95}": dia(max=12.05, min=11.95),
        "{⌀12.05|⌀11.95} THRU": dia(max=12.05, min=11.95, depth="THRU"),
        "R{11.3|11.2}": rad(max=11.3, min=11.2),
        "R11.30 11.20": rad(max=11.3, min=11.2),
        "⌀12.05/⌀11.95": dia(max=12.05, min=11.95),
        "R11.3/R11.2": rad(max=11.3, min=11.2),
        "5.8-5.85": lin(max=5.85, min=5.8),
        "4x⌀5.8-5.85": dia(quantity=4, max=5.85, min=5.8),
        "R.012 - .022": rad(max=0.022, min=0.012),
        "⌀0.5 - ⌀0.6": dia(max=0.6, min=0.5),
        "R0,5 ... 1": rad(max=1, min=0.5),
        "12.05 MAX 11.95 MIN": lin(max=12.05, min=11.95),
        "11.95 MIN\n12.05 MAX": lin(max=12.05, min=11.95),
        "0.70 max.": lin(max=0.7),
        "⌀6.00 min.": dia(min=6),
        "MAX 5": lin(max=5),
        "max. 0,3": lin(max=0.3),
        "R0.1 MAX": rad(max=0.1),
        "≤5": lin(max=5),
        "≥ 5": lin(min=5),
        "max. R2": rad(max=2),
    },
    "reference and basic": {
        "(12)": lin(12, reference=True),
        "12 REF": lin(12, reference=True),
        "12 (REF)": lin(12, reference=True),
        "REF 12": lin(12, reference=True),
        "(⌀12)": dia(12, reference=True),
        "(R5)": rad(5, reference=True),
        "2X (12)": lin(12, quantity=2, reference=True),
        "(2X 12)": lin(12, quantity=2, reference=True),
        "R(5)": rad(5, reference=True),
        "12 BSC": lin(12, basic=True),
        "⌀1.500 BASIC": dia(1.5, basic=True),
    },
    "quantities": {
        "2x 12": lin(12, quantity=2),
        "4 X ⌀5": dia(5, quantity=4),
        "4× ⌀5": dia(5, quantity=4),
        "(4x) ⌀5": dia(5, quantity=4),
        "4 ⌀5": dia(5, quantity=4),
        "2X\n⌀5": dia(5, quantity=2),
        "4-⌀3": dia(3, quantity=4),
        "4xDIA 2.7": dia(2.7, quantity=4),
        "4XDIA.25": dia(0.25, quantity=4),
        "З отв. ⌀33": dia(33, quantity=3),
        "ЗОТВ.⌀8": dia(8, quantity=3),
        "4-⌀3 Holes": dia(3, quantity=4),
        "4-φ3キリ": dia(3, quantity=4),
        "4-R5": rad(5, quantity=4),
        "2-2.70 ±0.05": lin(2.7, quantity=2, **tol(0.05, -0.05)),
        "4 HOLES ⌀5": dia(5, quantity=4),
        "4 Löcher 5,5": dia(5.5, quantity=4),
        "⌀5 (4 PLACES)": dia(5, quantity=4),
        "⌀5 4 PL": dia(5, quantity=4),
        "⌀5\n2 PLCS": dia(5, quantity=2),
        "⌀5 4 TROUS": dia(5, quantity=4),
        "⌀5 4 STK": dia(5, quantity=4),
        "⌀5 (4x)": dia(5, quantity=4),
        "R5 x4": rad(5, quantity=4),
        "⌀1.750 ↧1.125X4": dia(1.75, depth=1.125, quantity=4),
        "⌀5 x 10 X4": dia(5, depth=10, quantity=4),
        "R5 (x4)": rad(5, quantity=4),
        "R5 TYP": rad(5, typical=True),
        "R5 (TYP.)": rad(5, typical=True),
        "R5 TYP 4": rad(5, typical=True, quantity=4),
        "TYP R3": rad(3, typical=True),
        "20x 100.0": lin(100, quantity=20),
        "5 x 18 (= 90)": lin(18, quantity=5),
        "5x20=100": lin(20, quantity=5),
        "84x ⌀30.0 EQ SPACING": dia(30, quantity=84),
    },
    "dual": {
        "12.7 [.500]": lin(12.7, alternate=0.5),
        "[12.7] .500": lin(0.5, alternate=12.7),
        "[.500]\n12.7": lin(12.7, alternate=0.5),
        "12.7 ±0.1 [.500 ±.004]": lin(12.7, alternate=0.5, **tol(0.1, -0.1)),
        "⌀12.7 [⌀.500]": dia(12.7, alternate=0.5),
        "R12.7 [R.500]": rad(12.7, alternate=0.5),
        "12.7 (.500)": lin(12.7, alternate=0.5),
        "25.4/1.00": lin(25.4, alternate=1),
        "{25.4|1.00}": lin(25.4, alternate=1),
        ".700 MAX.\n(17.8mm)": lin(max=0.7, alternate=17.8),
        "5.5 {+.25|-.25}\n(140+/-6.4mm)": lin(5.5, alternate=140, **tol(0.25, -0.25)),
        ".365\n(9.3mm": lin(0.365, alternate=9.3),
        ".118±.003\n3.00±0.08": lin(0.118, alternate=3, **tol(0.003, -0.003)),
        "⌀1.02±0.05\n.040±.002": dia(1.02, alternate=0.04, **tol(0.05, -0.05)),
        ".390 MAX\n9.91 MAX": lin(max=0.39, alternate=9.91),
        "⌀.035 ±.003 [0.89 ±0.08] (8)": dia(0.035, alternate=0.89, quantity=8, **tol(0.003, -0.003)),
        "⌀.35 (8)": dia(0.35, quantity=8),
        "⌀648.0\n26.0 DEEP": dia(648, depth=26),
        "⌀.35 (8.9)": dia(0.35, alternate=8.9),
    },
    "holes": {
        "⌀5 ↧12": dia(5, depth=12),
        "⌀5 DEEP 12": dia(5, depth=12),
        "⌀5 12 DEEP": dia(5, depth=12),
        "⌀5 x 12 DEEP": dia(5, depth=12),
        "⌀5 x 12": dia(5, depth=12),
        "⌀5 TIEF 12": dia(5, depth=12),
        "⌀5, 12 tief": dia(5, depth=12),
        "⌀5 PROF. 12": dia(5, depth=12),
        "⌀5 min. 5 tief": dia(5, depth=5),
        "⌀1,20 ↧1,5mm": dia(1.2, depth=1.5),
        "32X ⌀4.9 {+0.1|0.0}\n↧6.4 MIN": dia(4.9, quantity=32, depth=6.4, **tol(0.1, 0)),
        "⌀5 THRU": dia(5, depth="THRU"),
        "⌀5 THRU ALL": dia(5, depth="THRU"),
        "⌀5 DURCH": dia(5, depth="THRU"),
        "3x ⌀5.5 Durchgangsbohrung": dia(5.5, quantity=3, depth="THRU"),
        "⌀5 DÉBOUCHANT": dia(5, depth="THRU"),
        "⌀5 PASANTE": dia(5, depth="THRU"),
        "⌀5 PASSANTE": dia(5, depth="THRU"),
        "4-φ6.6キリ通し": dia(6.6, quantity=4, depth="THRU"),
        "196x ⌀27.5 {+0.1|0.0} THRU\nEQUALLY SPACED": dia(27.5, quantity=196, depth="THRU", **tol(0.1, 0)),
        "2X  .266 THRU ALL": dia(0.266, quantity=2, depth="THRU"),
        "DRILL .250": dia(0.25),
        "⌀10 H7 REAM": dia(10, fit="H7"),
        "⌀.250 {+.003|-.000} ↧.30 ±.02": dia(
            0.25, depth=0.3, depth_upper_deviation=0.02, depth_lower_deviation=-0.02, **tol(0.003, 0)
        ),
        "2X ⌀.266 THRU ALL\n⌵ ⌀.51 X 100°": dia(0.266, quantity=2, depth="THRU", countersink=sink(0.51, 100)),
        "4X ⌀.281 {+.006|-.001}\n⌴ ⌀.438 ±.010\n↧.30 ±.02": dia(
            0.281, quantity=4, counterbore=bore(0.438, 0.3), **tol(0.006, -0.001)
        ),
        "⌀5.5 THRU\n⌴ ↧5 ⌀10": dia(5.5, depth="THRU", counterbore=bore(10, 5)),
        "⌀5.5 THRU C'BORE ⌀10 x 5": dia(5.5, depth="THRU", counterbore=bore(10, 5)),
        "⌀5.5 THRU CBORE ⌀10 5 DEEP": dia(5.5, depth="THRU", counterbore=bore(10, 5)),
        "⌀5.5 COUNTER BORE 10 DIA": dia(5.5, counterbore=bore(10)),
        ".281 DRILL .438 CBORE .25 DEEP": dia(0.281, counterbore=bore(0.438, 0.25)),
        "⌀5 SPOT FACE ⌀12": dia(5, counterbore=bore(12)),
        "⌀5.5 ⌴ ⌀10 THRU": dia(5.5, counterbore=bore(10)),
        "4-φ6.6キリ、φ11ザグリ深6.5": dia(6.6, quantity=4, counterbore=bore(11, 6.5)),
        "⌀5.5 THRU, CSK ⌀10 x 90°": dia(5.5, depth="THRU", countersink=sink(10, 90)),
        "⌀5.5 CSK ⌀10 x 90": dia(5.5, countersink=sink(10, 90)),
        "⌀5.5 CSK 90°": dia(5.5, countersink=sink(None, 90)),
        "⌀5.5 90° CSK TO ⌀10": dia(5.5, countersink=sink(10, 90)),
        "⌀5.5 ⌀10 CSK 82°": dia(5.5, countersink=sink(10, 82)),
        "⌀4.5 THRU\n⌵ FOR M4 FLAT HEAD": dia(4.5, depth="THRU", countersink=sink()),
        "⌵ ⌀10 x 90°": dia(10, countersink=sink(10, 90)),
        "⌴ ⌀10 ↧5": dia(10, counterbore=bore(10, 5)),
        "Ш ⌀16 глуб. 14,5": dia(16, counterbore=bore(16, 14.5)),
        "У ⌀12": dia(12, countersink=sink(12)),
        "⌀5 ON A ⌀50 B.C.": dia(5),
        "6X ⌀5 EQ SP ON ⌀50 PCD": dia(5, quantity=6),
    },
    "marks and words": {
        "Ⓟ 45.80 ±0.10": lin(45.8, flag="Ⓟ", **tol(0.1, -0.1)),
        "□1.18 ±0.05 (Axis center to hole)": {"kind": "square", "nominal": 1.18, **tol(0.05, -0.05)},
        "□165.8° ±1.0°": ang(165.8, flag="□", **tol(1, -1)),
        "□⌀5": dia(5, flag="□"),
        "⌀63 ±0.5 AVG (O.D.)": dia(63, **tol(0.5, -0.5)),
        "3X ⌀.875 ±.020 ⟨ST⟩": dia(0.875, quantity=3, **tol(0.02, -0.02)),
        "⌀12 h6 Ⓔ": dia(12, fit="h6"),
        "6X ⌀.120 THRU (Helicoil)": dia(0.12, quantity=6, depth="THRU"),
        "R.012 - .022 INNER AND OUTER RADII OF ENTIRE GROOVE": rad(max=0.022, min=0.012),
        "HIINGE FINISHED PRODUCTS ANGLE IS 105° ±3°": ang(105, **tol(3, -3)),
    },
}
CASES = [
    pytest.param(text, want, id=f"{name}: {text!r}") for name, some in FORMS.items() for text, want in some.items()
]


@pytest.mark.parametrize(("text", "want"), CASES)
def test_form_is_read(text: str, want: dict[str, Any]) -> None:
    found = read_dimension(text)
    assert found is not None
    assert fields(found.dimension) == want


@pytest.mark.parametrize(("text", "want"), [case for case in CASES if "\n" in str(case.values[0])])
def test_lines_read_like_one_text(text: str, want: dict[str, Any]) -> None:
    found = read_dimension(text.split("\n"))
    assert found is not None
    assert fields(found.dimension) == want
