"""What a dimension says: its truth, and the words an office prints for it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, Final

DIAMETER: Final = "⌀"
DEPTH: Final = "↧"
COUNTERBORE: Final = "⌴"
COUNTERSINK: Final = "⌵"
SQUARE: Final = "□"
SYMBOLS: Final = (DIAMETER, DEPTH, COUNTERBORE, COUNTERSINK, SQUARE)


@dataclass(frozen=True)
class Stack:
    """Two deviations (or limits), one above the other, at `size` times the text height."""

    upper: str
    lower: str
    size: float = 0.7


Token = str | Stack
Line = list[Token]


@dataclass(frozen=True)
class Office:
    """How an office words its numbers. `decimals` counts places of `trailing` numbers."""

    units: str = "mm"
    decimal: str = "."
    trailing: bool = False
    decimals: int = 2
    leading: bool = True
    suffix: str = ""
    diameter: str = DIAMETER
    quantity: str = "{n}x "
    """`{n}x `, `{n}X `, `{n}× `, `{n}-`, `{n} отв. `, `({n} PLACES)` behind, ` X{n}` behind, `below` as "2X"."""
    reference: str = "()"
    """`()`, `REF` or `*` (which a note explains)."""
    depth: str = "↧{d}"
    through: str = "THRU"
    sinks: str = "symbols"
    """`symbols` or `words`."""
    thread_below: bool = False
    stack: float = 0.7
    stacked: bool = True
    """Whether the program can set deviations one above the other, and boxes around values."""
    language: str = "en"
    even: str = ""
    """A word behind repeated holes: 均布, EQ SP."""
    alternate: bool = False
    """Whether inches stand in brackets behind millimetres."""

    def number(self, value: float, decimals: int | None = None) -> str:
        """`value` as this office prints it."""
        places = self.decimals if decimals is None else decimals
        text = f"{abs(value):.{places}f}"
        if not self.trailing and "." in text and decimals is None:
            text = text.rstrip("0").rstrip(".")
        if not self.leading and text.startswith("0."):
            text = text[1:]
        return ("-" if value < 0 else "") + text.replace(".", self.decimal)

    def deviation(self, value: float, places: int) -> str:
        """A signed deviation; a zero has no sign."""
        if value == 0:
            return "0"
        return ("+" if value > 0 else "-") + self.number(abs(value), places)


@dataclass(frozen=True)
class Spec:
    """One dimension or callout, as the label format names its parts."""

    kind: str = "linear"
    nominal: float = 0.0
    quantity: int = 1
    upper: float | None = None
    lower: float | None = None
    limits: bool = False
    fit: str | None = None
    reference: bool = False
    basic: bool = False
    depth: float | str | None = None
    counterbore: tuple[float, float] | None = None
    countersink: tuple[float, float] | None = None
    thread: str | None = None
    typ: bool = False
    angle: float | None = None
    style: int = 0
    """Chooses between several spellings of the same thing (chamfers)."""
    extra: dict[str, Any] = field(default_factory=dict)

    def plain(self) -> Spec:
        """The same dimension without tolerance, box, reference and quantity."""
        return replace(self, upper=None, lower=None, limits=False, fit=None, reference=False, basic=False, typ=False)


def _prefix(spec: Spec, office: Office) -> str:
    return {
        "diameter": office.diameter,
        "spherical_diameter": f"S{office.diameter}",
        "radius": "R",
        "spherical_radius": "SR",
        "square": SQUARE,
    }.get(spec.kind, "")


def _places(*values: float) -> int:
    return max(1, max(len(f"{v:.4f}".rstrip("0").partition(".")[2]) for v in values))  # noqa: PLW3301


def _value(spec: Spec, office: Office) -> Line:
    """The value with its tolerance: what stands before depth and sinks."""
    if spec.kind == "angle":
        body = office.number(spec.nominal, 1 if spec.nominal % 1 else 0) + "°"
    elif spec.kind == "thread":
        body = str(spec.thread)
    elif spec.kind == "chamfer":
        size = office.number(spec.nominal)
        if spec.angle is None:
            body = ("C{}", "CH{}")[spec.style % 2].format(size)
        else:
            body = ("{} x {}°", "{}x{}°", "{}×{}°", "{} X {}°")[spec.style % 4].format(
                size, office.number(spec.angle, 0)
            )
    else:
        body = _prefix(spec, office) + office.number(spec.nominal) + office.suffix
    if spec.limits and spec.upper is not None and spec.lower is not None:
        places = max(_places(spec.upper, spec.lower), office.decimals if office.trailing else 0)
        high, low = (office.number(spec.nominal + v, places) for v in (spec.upper, spec.lower))
        prefix = _prefix(spec, office)
        return [*([prefix] if prefix else []), Stack(high, low, 0.8 if spec.style % 2 else 1.0)]
    if spec.fit:
        body += ("", " ")[spec.style % 2] + spec.fit
    line: Line = [body]
    if spec.upper is not None and spec.lower is not None:
        unit = "°" if spec.kind == "angle" else ""
        places = max(_places(spec.upper, spec.lower), office.decimals if office.trailing else 0)
        if spec.upper == -spec.lower:
            line = [body + ("±", " ±")[spec.style % 2] + office.number(spec.upper, places) + unit]
        else:
            size = office.stack
            line = [body, Stack(office.deviation(spec.upper, places), office.deviation(spec.lower, places), size)]
    return line


def _bracketed(line: Line) -> Line:
    return [f"({line[0]})" if len(line) == 1 else "(", *line[1:]] if len(line) == 1 else ["(", *line, ")"]


def _sink(sign: str, word: str, first: str, second: str, office: Office) -> str:
    return (
        f"{sign} {office.diameter}{first} {second}"
        if office.sinks == "symbols"
        else f"{word} {office.diameter}{first} {second}"
    )


def _depth(spec: Spec, office: Office) -> str:
    if spec.depth is None:
        return ""
    if isinstance(spec.depth, str):
        return " " + office.through
    text = office.depth.format(d=office.number(spec.depth))
    return text if text[0] in "-x×" else " " + text


def printed(spec: Spec, office: Office) -> list[Line]:
    """The lines of the callout, each a list of texts and stacks, from the top."""
    line = _value(spec, office)
    if spec.reference:
        if office.reference == "()":
            line = _bracketed(line)
        else:
            line = (
                [*line[:-1], f"{line[-1]}{'*' if office.reference == '*' else ' REF'}"]
                if isinstance(line[-1], str)
                else [*line, "*" if office.reference == "*" else " REF"]
            )
    if office.alternate and spec.kind in ("linear", "diameter", "radius") and not spec.limits and spec.upper is None:
        line = [*line, f" [{_inch(spec.nominal)}]"]
    depth = _depth(spec, office)
    if depth:
        line = _appended(line, depth)
    lines = [line]
    if spec.counterbore:
        d, t = (office.number(v) for v in spec.counterbore)
        lines.append(
            [
                _sink(
                    COUNTERBORE,
                    "C'BORE",
                    d,
                    office.depth.format(d=t) if office.sinks == "symbols" else f"x {t} DEEP",
                    office,
                )
            ]
        )
    if spec.countersink:
        d = office.number(spec.countersink[0])
        lines.append([_sink(COUNTERSINK, "CSK", d, f"x {spec.countersink[1]:g}°", office)])
    if spec.quantity > 1:
        lines = _counted(lines, spec.quantity, office)
    if spec.typ:
        lines[0] = _appended(lines[0], " TYP")
    return lines


def _inch(value: float) -> str:
    return f"{value / 25.4:.3f}".removeprefix("0")


def _appended(line: Line, text: str) -> Line:
    return [*line[:-1], line[-1] + text] if isinstance(line[-1], str) else [*line, text]


def _counted(lines: list[Line], count: int, office: Office) -> list[Line]:
    pattern = office.quantity
    if pattern == "below":
        return [*lines, [f"{count}X"]]
    if pattern.startswith((" ", "(")):
        lines[0] = _appended(lines[0], " " + pattern.strip().format(n=count))
        return lines
    head = pattern.format(n=count)
    first = lines[0][0]
    lines[0] = [head + first, *lines[0][1:]] if isinstance(first, str) else [head, *lines[0]]
    if office.even:
        lines[-1] = _appended(lines[-1], office.even)
    return lines


def text_of(lines: list[Line]) -> str:
    """The callout on one line, as the label gives it."""
    words = ["".join(t if isinstance(t, str) else f" {t.upper}/{t.lower}" for t in line) for line in lines]
    return " ".join(" ".join(words).split())


def entry(spec: Spec, office: Office) -> dict[str, Any]:
    """The truth of the callout, in the label's keys."""
    out: dict[str, Any] = {
        "text": text_of(printed(spec, office)),
        "kind": spec.kind,
        "quantity": spec.quantity,
        "nominal": spec.nominal,
        "upper": spec.upper,
        "lower": spec.lower,
        "fit": spec.fit,
        "reference": spec.reference,
        "basic": spec.basic,
        "depth": spec.depth,
        "counterbore": {"diameter": spec.counterbore[0], "depth": spec.counterbore[1]} if spec.counterbore else None,
        "countersink": {"diameter": spec.countersink[0], "angle": spec.countersink[1]} if spec.countersink else None,
        "thread": spec.thread,
    }
    if spec.limits and spec.upper is not None and spec.lower is not None:
        out |= {
            "nominal": None,
            "upper": None,
            "lower": None,
            "max": round(spec.nominal + spec.upper, 4),
            "min": round(spec.nominal + spec.lower, 4),
        }
    if spec.kind == "chamfer":
        out["angle"] = spec.angle
    if spec.typ:
        out["typ"] = True
    if f" [{_inch(spec.nominal)}]" in out["text"]:
        out["alternate"] = round(spec.nominal / 25.4, 3)
    return out | spec.extra
