"""Random dimensions printed in random notations read back equal; random text neither raises nor takes long."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from cpu_time import Cost
from hypothesis import given, settings
from hypothesis import strategies as st

from drawkit.contract import Counterbore, Countersink
from drawkit.engine.callouts import continues_callout, read_dimension

COMPARED = tuple(
    """kind quantity typical nominal upper_deviation lower_deviation max min fit reference basic depth angle thread
    counterbore countersink alternate""".split()  # noqa: SIM905 - a list of eighteen strings reads worse
)


SYMBOLS = [("linear", ""), ("angle", ""), ("square", "□"), ("arc_length", "⌒")]
SYMBOLS += [("diameter", "⌀"), ("diameter", "Ø"), ("diameter", "⌀ "), ("diameter", "φ"), ("spherical_diameter", "S⌀")]
SYMBOLS += [("radius", "R"), ("radius", "R "), ("spherical_radius", "SR")]


@dataclass
class Printed:
    """A callout as printed, and the fields that differ from the contract's defaults."""

    lines: list[str]
    want: dict[str, Any]


class Printer:
    """Prints one random dimension; `draw` is Hypothesis' own."""

    def __init__(self, draw: st.DrawFn) -> None:
        self.draw = draw
        self.decimals = self.pick(1, 2, 3)
        self.mark = self.pick(".", ",")
        self.leading = self.mark == "," or self.flip()
        self.want: dict[str, Any] = {}
        self.symbol = self.unit = self.text = ""

    def pick(self, *options: Any) -> Any:
        return self.draw(st.sampled_from(options))

    def flip(self) -> bool:
        return self.draw(st.booleans())

    def spell(self, value: float, places: int) -> str:
        text = f"{value:.{places}f}"
        return (text if self.leading or not text.startswith("0.") else text[1:]).replace(".", self.mark)

    def number(self, low: float, high: float, places: int | None = None) -> tuple[float, str]:
        places = places or self.decimals
        value = round(self.draw(st.floats(low, high)), places)
        return value, self.spell(value, places)

    def value(self) -> None:
        kind, self.symbol = self.pick(*SYMBOLS)
        self.unit = "°" if kind == "angle" else ""
        nominal, text = self.number(2, 900)
        self.want = {"kind": kind, "nominal": nominal}
        self.text = self.symbol + text + self.unit

    def symmetric(self) -> None:
        size, spelt = self.number(0.001, 0.9, 3)
        self.text += self.pick("±", " ±", " ± ", " +/-") + spelt + self.unit
        self.want |= {"upper_deviation": size, "lower_deviation": -size}

    def deviations(self) -> None:
        above, upper = self.number(0.001, 0.9, 3)
        below, lower = self.number(0.001, 0.9, 3)
        if self.flip():
            below, lower = 0.0, self.pick("0", f"0{self.mark}0")
        minus = "" if below == 0 and self.flip() else self.pick("-", "−")
        first, second = f"+{upper}{self.unit}", f"{minus}{lower}{self.unit}"
        if self.flip():
            first, second = second, first
        self.text += self.pick(f" {{{first}|{second}}}", f" {first} {second}", f" ({first} {second})")
        self.want |= {"upper_deviation": above, "lower_deviation": -below}

    def limits(self) -> None:
        low = self.want["nominal"]
        high = round(low + self.pick(0.1, 0.2, 0.4), self.decimals)
        above, below = (self.spell(value, self.decimals) + self.unit for value in (high, low))
        pair = self.pick(f"{{{above}|{below}}}", f"{above}/{below}", f"{below}-{above}", f"{above} / {below}")
        self.text = self.symbol + pair
        self.want |= {"nominal": None, "max": high, "min": low}

    def single_limit(self) -> None:
        name = self.pick("max", "min")
        self.text = self.pick(f"{self.text} {name.upper()}", f"{self.text} {name}.", f"{name.upper()} {self.text}")
        self.want |= {"nominal": None, name: self.want["nominal"]}

    def fit(self) -> None:
        hole, shaft = self.pick("H7", "JS6", "F8", "P9"), self.pick("g6", "k6", "js5", "h11")
        one = self.pick(hole, shaft)
        printed, fit = self.pick(
            (f" {one}", one),
            (one, one),
            (f" {hole}/{shaft}", f"{hole}/{shaft}"),
            (f" {{{hole}|{shaft}}}", f"{hole}/{shaft}"),
        )
        if self.want["kind"] in {"linear", "diameter"}:
            self.text += printed
            self.want["fit"] = fit

    def dual(self) -> None:
        if self.want["kind"] == "linear":
            other = round(self.want["nominal"] / 25.4, 3)
            self.text += f" [{self.spell(other, 3)}]"
            self.want["alternate"] = other

    def reference(self) -> None:
        self.text = self.pick(f"({self.text})", f"{self.text} REF")
        self.want["reference"] = True

    def hole(self) -> list[str]:
        # "⌀6 MIN 12 DEEP" may mean either number: a MIN or MAX before a depth is taken as the depth's.
        if self.want["kind"] != "diameter" or self.want.keys() & {"reference", "max", "min"} or self.flip():
            return []
        deep, spelt = self.number(2, 40)
        through = self.flip()
        self.want["depth"] = "THRU" if through else deep
        shapes = ("THRU", "THRU ALL", "DURCH") if through else (f"↧{spelt}", f"{spelt} DEEP", f"TIEFE {spelt}")
        return [self.pick(*shapes), *self.pick(self.counterbore, self.countersink, list)()]

    def counterbore(self) -> list[str]:
        (width, wide), (depth, low) = self.number(5, 60), self.number(1, 9)
        self.want["counterbore"] = Counterbore(diameter=width, depth=depth)
        return self.pick([f"⌴ ⌀{wide} ↧{low}"], [f"⌴⌀{wide}", f"↧ {low}"], [f"CBORE ⌀{wide} x {low} DEEP"])

    def countersink(self) -> list[str]:
        (width, wide), angle = self.number(5, 60), self.pick(82, 90, 100, 120)
        self.want["countersink"] = Countersink(diameter=width, angle=angle)
        return self.pick([f"⌵ ⌀{wide} X {angle}°"], [f"CSK ⌀{wide} x {angle}°"], [f"⌵⌀{wide},", f"{angle}°"])

    def quantity(self, lines: list[str]) -> None:
        count = self.draw(st.integers(1, 40))
        if count == 1:
            return
        self.want["quantity"] = count
        ways = [(f"{count}X ", ""), ("", f" ({count} PLACES)"), ("", f" {count} PLCS"), ("", f" ({count}x)")]
        if self.want["kind"] != "angle":
            ways += [(f"{count}x ", ""), (f"{count}× ", ""), (f"{count} X ", "")]
        before, after = self.pick(*ways)
        lines[0] = before + lines[0]
        lines[-1] += after

    def typical(self, lines: list[str]) -> None:
        if self.flip() and self.flip():
            lines[-1] += self.pick(" TYP", " (TYP)", " TYP.")
            self.want["typical"] = True


@st.composite
def printed(draw: st.DrawFn) -> Printed:
    p = Printer(draw)
    p.value()
    p.pick(p.symmetric, p.deviations, p.limits, p.single_limit, p.fit, p.dual, p.reference, str)()
    lines = [p.text, *p.hole()]
    p.quantity(lines)
    p.typical(lines)
    return Printed([" ".join(lines)] if p.flip() else lines, p.want)


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


DIALECTS = {
    # through, deep, counterbore, countersink: as an office of that language writes them ({} is the number)
    "ja": (" 貫通", "深さ{}", "φ{}ザグリ", "φ{}皿ザグリ"),
    "zh": ("通孔", "深{}", " 沉孔φ{}", " 埋头孔φ{}"),
    "ko": (" 관통", " 깊이 {}", " 자리파기 φ{}", " 카운터싱크 φ{}"),
    "de": (" durchgehend", " {} tief", " Flachsenkung ⌀{}", " Kegelsenkung ⌀{}"),
    "fr": (" débouchant", " prof. {}", " lamage ⌀{}", " fraisure ⌀{}"),
    "it": (" passante", " prof. {}", " lamatura ⌀{}", " svasatura ⌀{}"),
    "es": (" pasante", " prof. {}", " refrentado ⌀{}", " avellanado ⌀{}"),
    "ru": (" скв.", " глуб. {}", " цек. ⌀{}", " зенк. ⌀{}"),
    "pl": (" przelotowy", " gł. {}", " pogłębienie ⌀{}", None),
}
COUNTED = {"ru": "{} отв. ", "fr": "{} trous ", "it": "{} fori ", "es": "{} agujeros ", "pl": "{} otw. ", "de": "{}x "}
SIZES = st.integers(20, 400).map(lambda tenth: tenth / 10)


@settings(max_examples=400, deadline=None)
@given(st.sampled_from(sorted(DIALECTS)), SIZES, SIZES, SIZES, st.integers(1, 12), st.integers(0, 2), st.booleans())
def test_hole_note_of_any_language_reads_back(
    language: str, size: float, wide: float, low: float, count: int, sink: int, through: bool
) -> None:
    thru, deep, bore, cone = DIALECTS[language]
    text = (COUNTED.get(language, "{}-").format(count) if count > 1 else "") + f"⌀{size:g}"
    text += thru if through else ""
    outer = round(size + wide, 1)
    if sink == 1:
        text += bore.format(f"{outer:g}") + deep.format(f"{low:g}")
    elif sink == 2 and cone:
        text += cone.format(f"{outer:g}") + "x90°"
    elif not through:
        text += deep.format(f"{low:g}")
    found = read_dimension(text)
    assert found is not None, text
    told = found.dimension
    assert (told.kind, told.nominal, told.quantity) == ("diameter", size, count), text
    assert told.counterbore == (Counterbore(diameter=outer, depth=low) if sink == 1 else None), text
    assert told.countersink == (Countersink(diameter=outer, angle=90) if sink == 2 and cone else None), text
    alone = not through and not told.counterbore and not told.countersink
    assert told.depth == ("THRU" if through else low if alone else None), text


@given(st.integers(2, 12), st.integers(50, 3000), st.sampled_from(["⌀", "R", ""]))
def test_quantity_before_a_dash_reads_back(count: int, hundredths: int, symbol: str) -> None:
    """Where a sheet counts so, and the value has two decimals that no range of a whole number would have."""
    value = f"{hundredths / 100:.2f}"
    found = read_dimension(f"{count}-{symbol}{value}", dashed=True)
    assert found is not None
    assert (found.dimension.quantity, found.dimension.nominal) == (count, hundredths / 100)


@given(st.integers(50, 3000), st.integers(1, 9), st.sampled_from(["-", "~", "…", "÷"]))
def test_range_with_like_decimals_is_never_a_quantity(hundredths: int, more: int, joint: str) -> None:
    low, high = (f"{value / 100:.2f}" for value in (hundredths, hundredths + more))
    found = read_dimension(f"{low}{joint}{high}", dashed=True)
    assert found is not None
    assert (found.dimension.quantity, found.dimension.min, found.dimension.max) == (1, float(low), float(high))


@given(SIZES, SIZES, st.sampled_from([" / ", "/", " "]), st.sampled_from(["TYP", "typical", "TYP."]))
def test_limit_beside_a_typical_value_reads_back(value: float, more: float, joint: str, word: str) -> None:
    limit = round(value + more, 1)
    found = read_dimension(f"{value:.1f} {word}{joint}{limit:.1f} MAX")
    assert found is not None
    assert (found.dimension.nominal, found.dimension.max, found.dimension.typical) == (value, limit, True)


PIECES = """⌀ R SR S⌀ □ ⌒ ± + - / ( ) [ ] { | } x X × ° ' " . , : = # 0 1 2 12 .5 12.5 0,02 1/4 M8 UNC LH H7 g6 MAX MIN
REF TYP THRU ALL ↧ ⌴ ⌵ CBORE CSK DEEP TIEF DIA PLACES FOR ON EQ SP CHAMFER C DEG mm in Ⓟ ⟨ST⟩ BSC 深 ザグリ 穴 A B-C 01
12.3.4"""


@settings(max_examples=800, deadline=None)
@given(st.lists(st.tuples(st.sampled_from(PIECES.split()), st.sampled_from(["", " ", "\n"])), max_size=14))
def test_any_order_of_pieces_is_survived(pieces: list[tuple[str, str]]) -> None:
    text = "".join(piece + gap for piece, gap in pieces)
    found = read_dimension(text)
    if found is not None:
        assert 0.2 <= found.score <= 0.95
        assert "\n" not in found.dimension.text
        values = found.dimension
        said = values.nominal is not None or values.max is not None or values.min is not None
        assert said or values.kind == "radius" or values.angle is not None
    assert continues_callout(text) in {True, False}


@settings(max_examples=300, deadline=None)
@given(st.lists(st.text(max_size=30), max_size=4), st.sampled_from(["mm", "inch", None]))
def test_any_text_is_survived(lines: list[str], units: Any) -> None:
    found = read_dimension(lines, units=units)
    assert found is None or found.score >= 0.2


def test_worst_texts_are_quick(cpu_seconds: Cost) -> None:
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
    assert cpu_seconds(lambda: [read_dimension(text) for text in worst]) < 1.0
