"""Plans a sheet by chance: an office, its look, a part, and what else stands on the sheet."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace

from . import parts, symbols
from .furniture import border, notes, parts_list, revisions, title_block
from .hand import Box, Hand, Look, Stroke, arc, rectangle
from .parts import View
from .spec import Office, Spec
from .wording import step, toleranced

SIZES = {"A4": (297, 210), "A4P": (210, 297), "A3": (420, 297), "A2": (594, 420), "B": (432, 279), "C": (559, 432)}
_SCALES = (
    (5, "5:1"),
    (2, "2:1"),
    (1, "1:1"),
    (0.5, "1:2"),
    (0.4, "1:2.5"),
    (0.2, "1:5"),
    (0.1, "1:10"),
    (0.05, "1:20"),
)


@dataclass(frozen=True)
class Letters:
    """A typeface: its file, the scripts that it has, and the symbols it lacks."""

    font: str
    scripts: str = "latin"
    diameter: str = "⌀"
    missing: str = ""
    """Symbols that another font gives."""
    words: bool = False
    """Whether sinks and depths are written as words for lack of symbols."""


def office(rng: random.Random, letters: Letters) -> Office:
    """A random office that its typeface can serve."""
    languages = ["en", "en", "en", "de", "fr", "it", "es"]
    if "cyrillic" in letters.scripts:
        languages += ["ru", "ru", "ru", "pl"]
    if letters.scripts in ("zh", "ja"):
        languages = [letters.scripts]
    language = rng.choice(languages)
    units = "inch" if language == "en" and rng.random() < 0.35 else "mm"
    decimal = "," if language in ("de", "fr", "it", "es", "pl", "ru") and rng.random() < 0.8 else "."
    quantity = {
        "en": ("{n}X ", "{n}x ", "{n}X ", "({n} PLACES)", " X{n}", "below", "{n}× "), "ru": ("{n} отв. ", "{n}x", "{n}× "),  # noqa: E501
        "zh": ("{n}-", "{n}-", "{n}×"), "ja": ("{n}-", "{n}x", "{n}×"),
    }.get(language, ("{n}x ", "{n}× ", "{n} x "))  # fmt: skip
    depth = {
        "en": ("↧{d}", "↧{d}", "x {d} DEEP", "{d} DEEP", "DP {d}"),
        "ru": ("глуб. {d}", "↧{d}"),
        "zh": ("深{d}", "-深{d}", "↧{d}"),
        "ja": ("深さ{d}", "深{d}", "↧{d}"),
        "de": ("↧{d}", "{d} tief"),
    }.get(language, ("↧{d}",))
    sinks = "words" if letters.words or (language == "en" and rng.random() < 0.25) else "symbols"
    deep = rng.choice([d for d in depth if not (letters.words and "↧" in d)] or ["x {d}"])
    reference = (
        "*"
        if language == "ru"
        else rng.choice(
            ("()", "()", "()", "REF" if language == "en" else "()", "*" if language in ("en", "de") else "()")
        )
    )
    trailing = rng.random() < (0.8 if units == "inch" else 0.15)
    return Office(
        units=units,
        decimal=decimal,
        trailing=trailing,
        decimals=3 if units == "inch" else (2 if not trailing else rng.choice((1, 2))),
        leading=units != "inch" or rng.random() < 0.2,
        suffix=" mm" if units == "mm" and rng.random() < 0.04 else "",
        diameter=letters.diameter if letters.diameter != "⌀" else rng.choice(("⌀", "⌀", "Ø")),
        quantity=rng.choice(quantity),
        reference=reference,
        depth=deep,
        through={
            "en": rng.choice(("THRU", "THRU ALL")),
            "zh": "通孔",
            "ja": "通し",
            "ru": "насквозь",
            "de": "durch",
        }.get(language, "THRU"),
        sinks=sinks,
        stack=rng.choice((0.5, 0.6, 0.7, 0.7, 1.0)),
        language=language,
        even=rng.choice(("", "", "均布")) if language == "zh" else "",
        alternate=units == "mm" and language == "en" and rng.random() < 0.12,
    )


def look(rng: random.Random, letters: Letters, own: Office) -> tuple[str, Look]:
    """A random look; with the sheet's size."""
    size = rng.choices(
        ("A3", "A4", "A4P", "A2", "B", "C"), (6, 3, 2, 3, 2, 1) if own.units == "mm" else (1, 1, 1, 1, 6, 3)
    )[0]
    width, height = SIZES[size]
    text = {"A4": rng.choice((1.8, 2.0, 2.5, 3.0)), "A4P": rng.choice((1.8, 2.2, 2.5, 3.0))}.get(
        size, rng.choice((2.2, 2.5, 3.0, 3.5, 3.5, 4.0))
    )
    if size in ("A2", "C"):
        text = rng.choice((2.5, 3.5, 3.5, 5.0, 6.0))
    asme = own.language == "en"
    placing = rng.choice(("gap", "gap", "above")) if asme else rng.choice(("above", "above", "above", "gap"))
    arrow = rng.choices(
        ("filled", "open30", "open90", "closed", "dot", "oblique", "tick", "none"), (10, 3, 1, 1.5, 0.7, 1.5, 1.5, 0.3)
    )[0]
    thin = rng.choice((0.09, 0.13, 0.18, 0.25, 0.25, 0.35))
    colours: dict[str, tuple[int, int, int]] = {}
    tint = rng.random()
    if tint < 0.15:
        grey = rng.choice((70, 110, 140))
        colours = dict.fromkeys(("dimension", "centre", "hidden", "thin", "hatch"), (grey,) * 3)
    elif tint < 0.35:
        hue = rng.choice(((0, 0, 200), (200, 0, 0), (0, 110, 60), (0, 128, 160)))
        colours = {
            "dimension": hue,
            "centre": rng.choice(((200, 0, 0), (0, 130, 0), hue)),
            "hatch": (120, 120, 120),
            "text": rng.choice((hue, (0, 0, 0))),
        }
    return size, Look(
        width=width,
        height=height,
        text=text,
        arrow=arrow,
        arrow_size=text * rng.choice((0.7, 0.9, 1.0, 1.2)),
        placing=placing,
        upright=placing == "gap" and rng.random() < 0.65,
        offset=rng.choice((0.0, 0.6, 1.0, 1.5)),
        over=rng.choice((1.0, 1.5, 2.0)),
        gap=text * rng.choice((0.2, 0.25, 0.35)),
        outline=rng.choice((1.4, 2.0, 2.0, 2.8)) * thin,
        thin=thin,
        font=letters.font,
        slant=15.0 if rng.random() < 0.12 else 0.0,
        colours=colours,
        turned=rng.choices((0, 90, -90), (8, 1, 0.6))[0],
        level=max(7.0, 2.6 * text),
    )


def _assembly(hand: Hand, rng: random.Random, room: Box, items: int) -> None:
    x0, y0, x1, y1 = room
    w, h = 0.55 * (x1 - x0), 0.5 * (y1 - y0)
    x, y = x0 + 0.22 * (x1 - x0), y0 + 0.25 * (y1 - y0)
    inch = hand.office.units == "inch"
    real = w / (25.4 if inch else 1)
    unit = step(hand.office)
    width = round(real / unit) * unit
    view = View(hand, rng, x, y, w / width, (0, 0, width, round(h / w * width / unit) * unit))
    high = view.box[3]
    view.path(rectangle(view.box))
    view.path(((-0.05 * width, high / 2), (1.05 * width, high / 2)), "centre")
    tips = []
    for i in range(items):
        a, b = width * (i + 0.15) / items, width * (i + 0.85) / items
        t = high * rng.uniform(0.15, 0.4)
        shape = rng.choice(("box", "circle"))
        if shape == "box":
            view.path(rectangle((a, high / 2 - t, b, high / 2 + t)))
        else:
            hand.put(Stroke(arc(view.at((a + b) / 2, high / 2), (b - a) / 2 * view.scale), "outline"))
        tips.append(view.at((a + b) / 2, high / 2 + 0.5 * min(t, (b - a) / 2)))
    chain(view)
    style = rng.choice(("circle", "circle", "shelf", "shelf", "bare"))
    for i, tip in enumerate(tips):
        symbols.balloon(hand, rng, tip, str(i + 1), style)


def chain(view: View) -> None:
    """Outer sizes of an assembly, some as reference."""
    x0, y0, x1, y1 = view.box
    office_ = view.hand.office
    view.outside("bottom", (x0, y0), (x1, y0), toleranced(view.rng, Spec("linear", round(x1 - x0, 4)), 0.5, office_))
    view.outside("left", (x0, y0), (x0, y1), toleranced(view.rng, Spec("linear", round(y1 - y0, 4)), 0.5, office_))


def _part(hand: Hand, rng: random.Random, room: Box, factor: float, scale: str) -> None:  # noqa: C901
    """Draw a part's views, dimensions and symbols into a room."""
    x0, y0, x1, y1 = room
    unit = step(hand.office)
    paper = 25.4 if hand.office.units == "inch" else 1.0
    rate = rng.choice((0.1, 0.3, 0.5, 0.7))
    kind = rng.choice(("plate", "plate", "shaft", "flange", "bracket", "double"))
    wide, high = x1 - x0, y1 - y0
    real = lambda mm: max(unit * 4, round(mm / factor / paper / unit) * unit)  # noqa: E731
    mm = factor * paper
    labels: list[tuple[float, float, str]] = []
    if kind in ("plate", "double"):
        w, h, t = real(0.44 * wide), real(rng.uniform(0.32, 0.5) * high), real(rng.uniform(0.05, 0.08) * wide)
        ox, oy = x0 + 0.2 * wide, y0 + 0.26 * high
        edge = View(hand, rng, ox + w * mm + 0.2 * wide, oy, mm)
        holes = [(h / 2, round(h * 0.2 / unit) * unit)]
        parts.edge_view(edge, t, h, holes, rate, rng.random() < 0.6)
        parts.plate(View(hand, rng, ox, oy, mm), w, h, t, rate)
        if rng.random() < 0.5:
            symbols.section_marks(hand, ox + 0.75 * w * mm, oy, oy + h * mm, "A")
            labels.append((edge.x + t * mm / 2, edge.y + h * mm + 6, "A"))
        corners = [(ox + 0.6 * w * mm, oy + h * mm), (ox + w * mm, oy + 0.62 * h * mm), (ox + 0.3 * w * mm, oy)]
    elif kind == "shaft":
        count = rng.randint(3, 6)
        lengths = [real(0.62 * wide / count * rng.uniform(0.6, 1.3)) for _ in range(count)]
        thick = [real(0.34 * high * rng.uniform(0.4, 1.0)) for _ in range(count)]
        oy = y0 + 0.5 * high
        parts.shaft(View(hand, rng, x0 + 0.2 * wide, oy, mm), lengths, thick, rate)
        corners = [(x0 + 0.2 * wide + lengths[0] * mm * 0.8, oy + thick[0] * mm / 2)]
    elif kind == "flange":
        d, t = real(min(0.55 * high, 0.4 * wide)), real(0.08 * wide)
        ox, oy = x0 + 0.36 * wide, y0 + 0.52 * high
        edge = View(hand, rng, ox + d * mm / 2 + 0.2 * wide, oy - d * mm / 2, mm)
        parts.edge_view(edge, t, d, [(d / 2, round(d * 0.3 / unit) * unit)], rate, True)
        parts.flange(View(hand, rng, ox, oy, mm), d, t, rate)
        corners = [(edge.x + t * mm, edge.y + 0.8 * d * mm)]
    else:
        w, h = real(0.5 * wide), real(0.5 * high)
        parts.bracket(View(hand, rng, x0 + 0.22 * wide, y0 + 0.26 * high, mm), w, h, rate)
        corners = [(x0 + 0.22 * wide, y0 + 0.26 * high + 0.8 * h * mm)]
    if rng.random() < 0.45:
        letters = ""
        for letter in "ABC"[: rng.randint(1, 2)]:
            outward = (
                (90, 0, 270)[len(letters)]
                if kind in ("plate", "double")
                else 180
                if kind == "bracket"
                else 0
                if kind == "flange"
                else 90
            )
            if len(letters) < len(corners) and symbols.datum(hand, rng, corners[len(letters)], outward, letter):
                letters += letter
        for _ in range(rng.randint(1, 2)):
            symbols.control_frame(hand, rng, corners[0], letters or "A")
    if rng.random() < 0.4:
        c = corners[0]
        symbols.texture(hand, rng, (c[0] - 3, c[1]))

    for x, y, letter in labels:
        symbols.view_label(hand, (x, y), letter, scale if rng.random() < 0.4 else None)


def compose(hand: Hand, rng: random.Random, size: str) -> None:
    """Draw a whole sheet."""
    border(hand, rng)
    assembly = rng.random() < 0.22
    factor, scale = (1, "1:1") if assembly else rng.choice(_SCALES[1:6])
    x0, y0, x1, y1 = hand.inside
    block = title_block(hand, rng, scale, size.removesuffix("P"))
    low, high = max(y0, min(block[3], y0 + 0.35 * (y1 - y0)) - 10), y1
    items = 0
    if assembly or rng.random() < 0.08:
        items, listed = parts_list(hand, rng, block)
        low, high = (max(low, listed[3]), high) if listed[1] < block[3] + 1 else (low, min(high, listed[1]))
    if rng.random() < 0.3:
        revisions(hand, rng)
    if hand.office.reference == "*":
        notes(hand, rng)
    if hand.office.reference == "*" and not hand.page["notes"]:  # no room to explain the asterisk
        hand.office = replace(hand.office, reference="()")
    room = (x0, low, x1, high)
    if assembly:
        _assembly(hand, rng, room, items)
    else:
        _part(hand, rng, room, factor, scale)
    if not hand.page["notes"] and rng.random() < 0.7:
        notes(hand, rng)
    for _ in range(rng.choice((0, 0, 1, 1, 2))):
        symbols.number_table(hand, rng)
    if rng.random() < 0.12:
        symbols.scale_bar(hand, rng)
