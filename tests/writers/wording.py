"""Chance: which tolerances, fits, threads and sinks a feature gets."""

from __future__ import annotations

import random
from dataclasses import replace

from .spec import Office, Spec

_FITS = ("H7", "H8", "g6", "h6", "k6", "f7", "js6", "H7/g6", "P9", "E8", "H11")
_THREADS = {
    3: ("M3", "M3x0.5", "M3-6H"), 4: ("M4", "M4x0.7", "M4-6H"), 5: ("M5", "M5-6H", "M5x0.8-6H"), 6: ("M6", "M6x1", "M6-6H"),  # noqa: E501
    8: ("M8", "M8x1.25", "M8x1-6H", "M8-6H"), 10: ("M10", "M10x1.5", "M10x1", "M10-6H"), 12: ("M12", "M12x1.75", "M12x1.25-6g"),  # noqa: E501
    16: ("M16", "M16x2", "M16x1.5-6H"), 20: ("M20", "M20x1.5"),
}  # fmt: skip
_INCH = {
    0.138: "6-32 UNC",
    0.164: "8-32 UNC-2B",
    0.19: "10-32 UNF",
    0.25: "1/4-20 UNC",
    0.3125: "5/16-18 UNC-2B",
    0.375: "3/8-16 UNC",
    0.5: "1/2-13 UNC-2B",
}


def step(office: Office) -> float:
    """The grid that sizes lie on."""
    return 0.125 if office.units == "inch" else 0.5


def toleranced(rng: random.Random, spec: Spec, rate: float, office: Office) -> Spec:  # noqa: PLR0911
    """The spec with, at times, a tolerance, a fit, a box, brackets or TYP."""
    spec = replace(spec, style=rng.randrange(12))
    if rng.random() > rate or spec.kind in ("thread", "chamfer"):
        return spec
    inch = office.units == "inch"
    small = (0.001, 0.002, 0.005, 0.010) if inch else (0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 0.15, 0.025)
    pick = rng.choices(("pm", "stack", "limits", "fit", "reference", "basic", "typ"), (5, 5, 2, 4, 4, 2, 1))[0]
    if not office.stacked:
        pick = {"stack": "pm", "limits": "pm", "basic": "reference"}.get(pick, pick)
    if spec.kind == "angle":
        if pick in ("pm", "stack"):
            size = rng.choice((0.5, 1.0, 2.0))
            return replace(spec, upper=size, lower=-size)
        return replace(spec, reference=pick == "reference", basic=pick == "basic", typ=pick == "typ")
    if pick == "pm":
        size = rng.choice(small)
        return replace(spec, upper=size, lower=-size)
    if pick in ("stack", "limits"):
        a, b = rng.sample(small, 2)
        upper, lower = rng.choice(((a, 0.0), (0.0, -b), (max(a, b), min(a, b)), (-min(a, b), -max(a, b)), (a, -b)))
        return replace(spec, upper=upper, lower=lower, limits=pick == "limits" and spec.kind in ("linear", "diameter"))
    if pick == "fit" and spec.kind in ("linear", "diameter") and not inch:
        return replace(spec, fit=rng.choice(_FITS))
    if pick == "typ" and office.language in ("en",) and spec.kind in ("linear", "radius"):
        return replace(spec, typ=True)
    return replace(spec, reference=pick == "reference", basic=pick == "basic")


def hole(rng: random.Random, diameter: float, count: int, office: Office, thickness: float) -> Spec:
    """A callout of a hole: plain, threaded, blind, counterbored or countersunk."""
    style = rng.randrange(12)
    pick = rng.random()
    depth = _depth(rng, office, thickness)
    if pick < 0.3:
        if office.units == "inch":
            size = min(_INCH, key=lambda d: abs(d - diameter))
            return Spec("thread", size, count, depth=depth, thread=_INCH[size], style=style)
        size_mm = min(_THREADS, key=lambda d: abs(d - diameter))
        return Spec(
            "thread",
            size_mm,
            count,
            depth=depth,
            thread=rng.choice(_THREADS[size_mm]).replace(".", office.decimal),
            style=style,
        )
    if pick < 0.45:
        sunk = round(diameter * 1.8 / step(office)) * step(office)
        return Spec(
            "diameter",
            diameter,
            count,
            depth="THRU" if rng.random() < 0.5 else None,
            counterbore=(sunk, max(1, round(thickness / 3 / step(office))) * step(office)),
            style=style,
        )
    if pick < 0.55:
        return Spec(
            "diameter",
            diameter,
            count,
            depth="THRU" if rng.random() < 0.5 else None,
            countersink=(round(diameter * 2 / step(office)) * step(office), rng.choice((82.0, 90.0, 100.0))),
            style=style,
        )
    if pick < 0.75:
        return toleranced(rng, Spec("diameter", diameter, count, style=style), 0.6, office)
    return Spec("diameter", diameter, count, depth=depth, style=style)


def _depth(rng: random.Random, office: Office, thickness: float) -> float | str | None:
    pick = rng.random()
    if pick < 0.4:
        return None
    if pick < 0.6:
        return "THRU"
    return max(1, round(rng.uniform(0.3, 0.8) * thickness / step(office))) * step(office)
