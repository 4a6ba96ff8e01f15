"""Whatever the generator of samples words reads back, with the words and signs of any of its offices."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from drawkit.engine.callouts import read_dimension
from drawkit.samples.callouts import Line, Spec, Stack, wording
from drawkit.samples.habits import THROUGH, Habits

COMPARED = (
    *("kind", "quantity", "typical", "nominal", "upper_deviation", "lower_deviation", "max", "min", "fit", "reference"),
    *("basic", "depth", "angle", "thread", "counterbore", "countersink"),
)

habits = st.builds(
    Habits,
    comma=st.booleans(),
    times=st.sampled_from(["x ", "X ", " x ", "-", "× "]),
    symbol_gap=st.sampled_from(["", " "]),
    through=st.sampled_from(sorted(THROUGH.values())),
    chamfer=st.sampled_from(["angle", "c"]),
)


def lengths(low: float, high: float) -> st.SearchStrategy[float]:
    """Give lengths with two decimals."""
    return st.integers(int(low * 100), int(high * 100)).map(lambda n: n / 100)


@st.composite
def specs(draw: st.DrawFn) -> Spec:
    """Give a dimension as the sample sheets hold them."""
    kind = draw(st.sampled_from(["linear", "diameter", "radius", "angle", "square", "thread", "hole", "limits", "fit"]))
    quantity = draw(st.integers(1, 24))
    nominal = draw(lengths(2.5, 300))
    small = draw(lengths(0.01, 0.4))
    if kind == "thread":
        size, pitch = draw(st.sampled_from([(3, 0.5), (4, 0.7), (8, 1.25), (10, 1.5)]))
        depth = draw(st.sampled_from([None, 12.0, "THRU"]))
        return Spec("thread", size, quantity, thread=f"M{size}x{pitch}", depth=depth)
    if kind == "hole":
        sink = draw(st.sampled_from([{}, {"counterbore": (14.5, 6.25)}, {"countersink": (12.5, 90.0)}]))
        return Spec("diameter", nominal, quantity, depth=draw(st.sampled_from(["THRU", 12.5])), **sink)
    if kind == "limits":
        return Spec("diameter", max=round(nominal + small, 2), min=nominal)
    if kind == "fit":
        return Spec("diameter", nominal, fit=draw(st.sampled_from(["H7", "g6", "js6", "H7/k6", "N9", "n6"])))
    if kind == "angle":
        return Spec("angle", float(draw(st.integers(5, 170))), upper=0.5, lower=-0.5)
    bounds: dict[str, Any] = draw(
        st.sampled_from([{}, {"upper": small, "lower": -small}, {"upper": small, "lower": 0.0}, {"reference": True}])
    )
    typical = draw(st.booleans())
    return Spec(kind, nominal, quantity if kind != "linear" else 1, typical=typical, **bounds)


def printed(line: Line) -> str:
    """Write a line of the generator in the notation of the grammar."""
    return "".join(f"{{{p.upper}|{p.lower}}}" if isinstance(p, Stack) else p for p in line)


@settings(max_examples=400, deadline=None)
@given(specs(), habits)
def test_sample_reads_back(spec: Spec, office: Habits) -> None:
    lines = [printed(line) for line in wording(spec, office)]
    found = read_dimension(lines, units="mm", boxed=spec.basic)
    assert found is not None, lines
    want = spec.values(general=False)
    read = found.dimension.model_dump()
    sinks = {name: getattr(found.dimension, name) for name in ("counterbore", "countersink")}
    assert {name: (read | sinks)[name] for name in COMPARED} == {name: want[name] for name in COMPARED}, lines
    assert not found.rest
    assert found.score >= 0.5
