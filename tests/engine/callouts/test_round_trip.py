"""Random dimensions printed in random notations read back equal; random text neither raises nor takes long."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from drawkit.contract import Counterbore, Countersink
from drawkit.engine.callouts import continues_callout, read_dimension

COMPARED = (
    "kind quantity typical nominal upper_deviation lower_deviation max min fit reference basic depth angle thread"
    " counterbore countersink alternate"
).split()


@dataclass
class Printed:
    """A callout as printed, and the fields that differ from the contract's defaults."""

    lines: list[str]
    want: dict[str, Any]


def spell_number(value: float, decimals: int, mark: str, *, leading: bool) -> str:
    text = f"{value:.{decimals}f}"
    return (text if leading or not text.startswith("0.") else text[1:]).replace(".", mark)


@st.composite
def printed(draw: st.DrawFn) -> Printed:
    pick, flip = lambda *options: draw(st.sampled_from(options)), lambda: draw(st.booleans())
    decimals = pick(1, 2, 3)
    mark = pick(".", ",")
    leading = mark == "," or flip()

    def number(low: float, high: float, places: int = decimals) -> tuple[float, str]:
        value = round(draw(st.floats(low, high)), places)
        return float(f"{value:.{places}f}"), spell_number(value, places, mark, leading=leading)

    kind, symbol = pick(
        ("linear", ""), ("diameter", pick("⌀", "Ø", "⌀ ", "φ")), ("radius", pick("R", "R ")), ("angle", ""),
        ("spherical_diameter", "S⌀"), ("spherical_radius", "SR"), ("square", "□"), ("arc_length", "⌒"),
    )  # fmt: skip
    unit = "°" if kind == "angle" else ""
    nominal, text = number(2, 900)
    want: dict[str, Any] = {"kind": kind, "nominal": nominal}
    text = symbol + text + unit
    lines = []
    form = pick(
        "none", "symmetric", "stack", "inline", "parenthesised", "limits", "limit", "fit", "fits", "dual", "reference"
    )
    if form == "symmetric":
        size, spelt = number(0.001, 0.9, 3)
        text += pick("±", " ±", " ± ", " +/-") + spelt + unit
        want |= {"upper_deviation": size, "lower_deviation": -size}
    elif form in {"stack", "inline", "parenthesised"}:
        above, upper = number(0.001, 0.9, 3)
        below, lower = number(0.001, 0.9, 3)
        if flip():
            below, lower = 0.0, pick("0", "0.0" if mark == "." else "0,0")
        minus = "" if below == 0 and flip() else pick("-", "−")
        first, second = f"+{upper}{unit}", f"{minus}{lower}{unit}"
        if flip():
            first, second = second, first
        shape = {
            "stack": f" {{{first}|{second}}}",
            "inline": f" {first} {second}",
            "parenthesised": f" ({first} {second})",
        }
        text += shape[form]
        want |= {"upper_deviation": above, "lower_deviation": -below}
    elif form == "limits":
        size, _ = number(0.05, 0.4)
        size = max(size, 0.1)
        larger = round(nominal + size, decimals)
        spelt, small = (spell_number(v, decimals, mark, leading=leading) + unit for v in (larger, nominal))
        text = symbol + pick(f"{{{spelt}|{small}}}", f"{spelt}/{small}", f"{small}-{spelt}", f"{spelt} / {small}")
        want |= {"nominal": None, "max": larger, "min": nominal}
    elif form == "limit":
        name = pick("max", "min")
        text = pick(f"{text} {name.upper()}", f"{text} {name}.", f"{name.upper()} {text}")
        want |= {"nominal": None, name: nominal}
    elif form in {"fit", "fits"} and kind in {"linear", "diameter"}:
        hole, shaft = pick("H7", "JS6", "F8", "P9"), pick("g6", "k6", "js5", "h11")
        fit = pick(hole, shaft) if form == "fit" else f"{hole}/{shaft}"
        text += pick(" ", "") + fit if form == "fit" else pick(f" {fit}", f" {{{hole}|{shaft}}}")
        want["fit"] = fit
    elif form == "dual" and kind == "linear":
        other = round(nominal / 25.4, 3)
        text += f" [{spell_number(other, 3, mark, leading=leading)}]"
        want["alternate"] = other
    elif form == "reference":
        text = pick(f"({text})", f"{text} REF")
        want["reference"] = True
    lines.append(text)
    if kind == "diameter" and form != "reference" and flip():
        lines += draw_hole(draw, want, number)
    quantity_text(draw, lines, want)
    if flip() and flip():
        lines[-1] += pick(" TYP", " (TYP)", " TYP.")
        want["typical"] = True
    if flip():
        lines = [" ".join(lines)]
    return Printed(lines, want)


def draw_hole(draw: st.DrawFn, want: dict[str, Any], number: Any) -> list[str]:
    lines = []
    deep, spelt = number(2, 40)
    shape = draw(
        st.sampled_from(["THRU", "THRU ALL", "DURCH", f"↧{spelt}", f"↧ {spelt}", f"{spelt} DEEP", f"TIEFE {spelt}"])
    )
    want["depth"] = deep if any(c.isdigit() for c in shape) else "THRU"
    lines.append(shape)
    width, wide = number(5, 60)
    further = draw(st.sampled_from(["none", "counterbore", "countersink"]))
    if further == "counterbore":
        depth, low = number(1, 9)
        lines += draw(
            st.sampled_from([[f"⌴ ⌀{wide} ↧{low}"], [f"⌴⌀{wide}", f"↧ {low}"], [f"CBORE ⌀{wide} x {low} DEEP"]])
        )
        want["counterbore"] = Counterbore(diameter=width, depth=depth)
    elif further == "countersink":
        angle = draw(st.sampled_from([82, 90, 100, 120]))
        lines += draw(
            st.sampled_from([[f"⌵ ⌀{wide} X {angle}°"], [f"CSK ⌀{wide} x {angle}°"], [f"⌵⌀{wide},", f"{angle}°"]])
        )
        want["countersink"] = Countersink(diameter=width, angle=angle)
    return lines


def quantity_text(draw: st.DrawFn, lines: list[str], want: dict[str, Any]) -> None:
    quantity = draw(st.integers(1, 40))
    if quantity == 1:
        return
    want["quantity"] = quantity
    before, after = draw(
        st.sampled_from(
            [(f"{quantity}X ", ""), (f"{quantity}x ", ""), (f"{quantity}× ", ""), (f"{quantity} X ", "")]
            + [("", f" ({quantity} PLACES)"), ("", f" {quantity} PLCS"), ("", f" ({quantity}x)")]
        )
    )
    if want["kind"] == "angle" and before:
        before = f"{quantity}X "
    lines[0] = before + lines[0]
    lines[-1] += after


@settings(max_examples=600, deadline=None)
@given(printed())
def test_printed_dimension_reads_back(case: Printed) -> None:
    found = read_dimension(case.lines)
    assert found is not None, case.lines
    default = {"quantity": 1, "typical": False, "reference": False, "basic": False}
    want = {name: case.want.get(name, default.get(name)) for name in COMPARED}
    assert {name: getattr(found.dimension, name) for name in COMPARED} == want, case.lines
    assert found.score >= 0.5


@settings(max_examples=150, deadline=None)
@given(printed())
def test_its_own_text_reads_the_same(case: Printed) -> None:
    first = read_dimension(case.lines)
    assert first is not None
    again = read_dimension(first.dimension.text)
    assert again is not None, first.dimension.text
    assert again.dimension == first.dimension


METRIC = st.tuples(
    st.sampled_from([3, 4, 5, 6, 8, 10, 12, 16, 20]),
    st.sampled_from(["", "x0.5", "x1", "x1,25"]),
    st.sampled_from(["", "-6H", "-6g", "-5g6g"]),
    st.sampled_from(["", " LH"]),
)


@given(METRIC, st.sampled_from([("", None), (" ↧12", 12.0), (" THRU", "THRU"), (" 12 DEEP", 12.0)]), st.integers(1, 9))
def test_printed_thread_reads_back(parts: tuple[int, str, str, str], deep: tuple[str, Any], quantity: int) -> None:
    designation = f"M{parts[0]}{parts[1]}{parts[2]}{parts[3]}"
    found = read_dimension((f"{quantity}x " if quantity > 1 else "") + designation + deep[0])
    assert found is not None
    dimension = found.dimension
    assert (dimension.kind, dimension.nominal, dimension.thread) == ("thread", parts[0], designation)
    assert (dimension.depth, dimension.quantity) == (deep[1], quantity)


PIECES = st.sampled_from(
    "⌀ R SR S⌀ □ ⌒ ± + - / ( ) [ ] { | } x X × ° ' \" . , : = # 0 1 2 12 .5 12.5 0,02 1/4 M8 UNC LH H7 g6 MAX MIN REF TYP"
    " THRU ALL ↧ ⌴ ⌵ CBORE CSK DEEP TIEF DIA PLACES FOR ON EQ SP CHAMFER C DEG mm in Ⓟ ⟨ST⟩ BSC 深 ザグリ 穴 A B-C 01 12.3.4".split()
)


@settings(max_examples=800, deadline=None)
@given(st.lists(st.tuples(PIECES, st.sampled_from(["", " ", "\n"])), max_size=14))
def test_any_order_of_pieces_is_survived(pieces: list[tuple[str, str]]) -> None:
    text = "".join(piece + gap for piece, gap in pieces)
    found = read_dimension(text)
    if found is not None:
        assert 0.2 <= found.score <= 0.95
        assert "\n" not in found.dimension.text
        values = found.dimension
        assert values.nominal is not None or values.max is not None or values.min is not None
    assert continues_callout(text) in {True, False}


@settings(max_examples=300, deadline=None)
@given(st.lists(st.text(max_size=30), max_size=4), st.sampled_from(["mm", "inch", None]))
def test_any_text_is_survived(lines: list[str], units: Any) -> None:
    found = read_dimension(lines, units=units)
    assert found is None or found.score >= 0.2


def test_worst_texts_are_quick() -> None:
    worst = [
        "1/" * 190,
        "1." * 190,
        "(" * 390,
        "{|" * 190,
        "2x" * 190,
        "⌀5 " + "x" * 380,
        "12 " + "+0.1 " * 70,
        "A'" * 190,
    ]
    start = time.perf_counter()
    for text in worst:
        read_dimension(text)
    assert time.perf_counter() - start < 0.5
