"""Symbols and distractors among the views: control frames, datums, textures, balloons, tables of numbers, section marks."""  # noqa: E501

from __future__ import annotations

import random

from . import lexicon
from .furniture import table
from .hand import Block, Fill, Hand, Mark, Point, Stroke, arc, polar, rectangle, words

_UNIT: dict[str, tuple[tuple[Point, ...], ...]] = {
    "straightness": (((0, 0.5), (1, 0.5)),),
    "flatness": (((0, 0.2), (0.7, 0.2), (1, 0.8), (0.3, 0.8), (0, 0.2)),),
    "circularity": (arc((0.5, 0.5), 0.42),),
    "cylindricity": (arc((0.5, 0.5), 0.3), ((0.05, 0.1), (0.4, 0.95)), ((0.6, 0.05), (0.95, 0.9))),
    "perpendicularity": (((0.05, 0.1), (0.95, 0.1)), ((0.5, 0.1), (0.5, 0.95))),
    "parallelism": (((0.1, 0.05), (0.5, 0.95)), ((0.5, 0.05), (0.9, 0.95))),
    "angularity": (((1, 0.1), (0, 0.1), (0.85, 0.9)),),
    "position": (arc((0.5, 0.5), 0.32), ((0, 0.5), (1, 0.5)), ((0.5, 0), (0.5, 1))),
    "concentricity": (arc((0.5, 0.5), 0.45), arc((0.5, 0.5), 0.22)),
    "symmetry": (((0.2, 0.8), (0.8, 0.8)), ((0, 0.5), (1, 0.5)), ((0.2, 0.2), (0.8, 0.2))),
    "circular_runout": (((0.1, 0.05), (0.9, 0.95)), ((0.9, 0.95), (0.5, 0.75)), ((0.9, 0.95), (0.82, 0.5))),
    "profile_surface": ((*arc((0.5, 0.25), 0.45, 0, 180), (0.95, 0.25)),),
}


def frame_marks(hand: Hand, at: Point, characteristic: str, value: str, datums: list[str]) -> tuple[list[Mark], float]:
    """A feature control frame from the middle of its left end; and its width."""
    height = 2 * hand.look.text
    x, y = at[0], at[1] - height / 2
    marks: list[Mark] = []
    size = 0.62 * height
    for stroke in _UNIT[characteristic]:
        marks.append(  # noqa: PERF401
            Stroke(
                tuple((x + 0.19 * height + size * px, y + 0.19 * height + size * py) for px, py in stroke), "dimension"
            )
        )
    right = x + height
    edges = [x, right]
    for text in (value, *datums):
        block = Block(words(text), (0, y + height / 2), hand.look.text, (0.5, 0.5))
        w = max(height, hand.size(block)[0] + 0.6 * hand.look.text)
        marks.append(Block(block.lines, (right + w / 2, y + height / 2), hand.look.text, (0.5, 0.5)))
        right += w
        edges.append(right)
    marks.append(Stroke(rectangle((x, y, right, y + height)), "dimension"))
    marks += [Stroke(((e, y), (e, y + height)), "dimension") for e in edges[1:-1]]
    return marks, right - x


def control_frame(hand: Hand, rng: random.Random, tip: Point, datums: str) -> bool:
    """A frame on a leader to a point of an outline."""
    characteristic = rng.choice(list(_UNIT))
    alone = characteristic in ("straightness", "flatness", "circularity", "cylindricity")
    size = rng.choice((0.01, 0.02, 0.05, 0.1, 0.2, 0.3) if hand.office.units == "mm" else (0.001, 0.002, 0.005, 0.01))
    zone = "diameter" if characteristic in ("position", "concentricity") and rng.random() < 0.7 else None
    value = (hand.office.diameter if zone else "") + hand.office.number(
        size, 2 if hand.office.units == "mm" and size < 0.1 else 1 if hand.office.units == "mm" else 3
    )
    refs = [] if alone else list(datums[: rng.randint(1, max(1, min(3, len(datums))))])
    for angle in rng.sample((60, 45, 120, 135, 240, 300, 30, 330), 8):
        for length in (14, 22, 32, 45):
            elbow = polar(tip, angle, length)
            left = elbow[0] < tip[0]
            _, width = frame_marks(hand, elbow, characteristic, value, refs)
            start = (elbow[0] - 4 - width, elbow[1]) if left else (elbow[0] + 4, elbow[1])
            marks, _ = frame_marks(hand, start, characteristic, value, refs)
            end = (elbow[0] - 4, elbow[1]) if left else start
            if hand.offer(
                *marks,
                Stroke((tip, elbow, end), "dimension"),
                *hand.arrow(tip, angle + 180, "filled"),
                solid=[(start[0], start[1] - hand.look.text, start[0] + width, start[1] + hand.look.text)],
            ):
                hand.page["gdt"].append(
                    {"characteristic": characteristic, "zone": zone, "value": size, "modifiers": [], "datums": refs}
                )
                return True
    return False


def datum(hand: Hand, rng: random.Random, at: Point, outward: float, letter: str) -> bool:
    """A datum feature: triangle on an outline, stem, boxed letter."""
    t = hand.look.text
    a, b, tip = polar(at, outward + 90, 0.5 * t), polar(at, outward - 90, 0.5 * t), polar(at, outward, 0.9 * t)
    end = polar(at, outward, rng.choice((2.2, 3.0)) * t)
    middle = polar(end, outward, t)
    triangle: Mark = Fill((a, b, tip, a)) if rng.random() < 0.7 else Stroke((a, b, tip, a), "dimension")
    done = hand.offer(
        triangle,
        Stroke((tip, end), "dimension"),
        Stroke(rectangle((middle[0] - t, middle[1] - t, middle[0] + t, middle[1] + t)), "dimension"),
        Block(words(letter), middle, t, (0.5, 0.5)),
        solid=[(middle[0] - t, middle[1] - t, middle[0] + t, middle[1] + t)],
    )
    if done:
        hand.page["datum_features"].append(letter)
    return done


def texture(hand: Hand, rng: random.Random, at: Point) -> bool:
    """A surface texture symbol that stands on a line and says Ra or Rz."""
    t = hand.look.text
    value = rng.choice((0.8, 1.6, 3.2, 6.3, 12.5))
    parameter = rng.choice(("Ra", "Ra", "Rz"))
    x, y = at
    top = (x + 1.7 * t, y + 2.8 * t)
    text = Block(words(f"{parameter} {hand.office.number(value, 1)}"), (top[0] + 0.2 * t, top[1] - 0.4 * t), t, (0, 1))
    w = hand.size(text)[0]
    marks: list[Mark] = [
        Stroke(((x - 0.75 * t, y + 1.4 * t), (x, y), top, (top[0] + w + 0.5 * t, top[1])), "dimension"),
        text,
    ]
    if rng.random() < 0.7:
        marks.append(Stroke(((x - 0.75 * t, y + 1.4 * t), (x + 0.8 * t, y + 1.4 * t)), "dimension"))
    if not hand.offer(*marks):
        return False
    hand.page["surface_texture"].append({"parameter": parameter, "value": value})
    return True


def balloon(hand: Hand, rng: random.Random, tip: Point, item: str, style: str) -> bool:
    """An item number: in a circle, on a shelf, above a bar, or bare at its leader's end."""
    size = 1.3 * hand.look.text
    angles = [45, 60, 75, 120, 135, 105, 30, 150, 300, 240]
    rng.shuffle(angles)
    for length in (22, 32, 45, 60):
        for angle in angles:
            end = polar(tip, angle, length)
            left = end[0] < tip[0]
            side = -1 if left else 1
            marks: list[Mark] = []
            if style == "circle":
                r = 1.25 * size
                middle = polar(end, angle, r)
                marks = [
                    Stroke((tip, end), "dimension"),
                    Stroke(arc(middle, r), "dimension"),
                    Block(words(item), middle, size, (0.5, 0.5)),
                ]
            elif style == "shelf":
                block = Block(words(item), (end[0] + side * 4, end[1] + hand.look.gap), size, (0.5, 0))
                marks = [Stroke((tip, end, (end[0] + side * 8, end[1])), "dimension"), block]
            else:
                marks = [
                    Stroke((tip, end), "dimension"),
                    Block(words(item), (end[0] + side * 1.5, end[1]), size, (1.0 if left else 0.0, 0.5)),
                ]
            head = hand.arrow(tip, angle + 180, "dot" if style != "bare" else "filled")
            ring = [(middle[0] - r, middle[1] - r, middle[0] + r, middle[1] + r)] if style == "circle" else []
            if hand.offer(*marks, *head, solid=ring):
                return True
    return False


def _gear(rng: random.Random, decimal: str) -> tuple[str, list[tuple[str, ...]], tuple[float, ...]]:
    m, z = rng.choice((1, 1.5, 2, 2.5, 3, 4)), rng.randint(17, 60)
    number = lambda v: f"{v:g}".replace(".", decimal)  # noqa: E731
    rows = [
        ("Module", "m", number(m)),
        ("Number of teeth", "z", str(z)),
        ("Pressure angle", "α", "20°"),
        ("Pitch diameter", "d", number(m * z)),
        ("Accuracy", "", "8-7-7 B"),
    ]
    return "", rows, (42, 12, 22)


def _holes(rng: random.Random, decimal: str) -> tuple[str, list[tuple[str, ...]], tuple[float, ...]]:
    number = lambda v: f"{v:.2f}".replace(".", decimal)  # noqa: E731
    rows: list[tuple[str, ...]] = [("HOLE", "X", "Y", "SIZE")]
    rows += [
        (
            f"{'AB'[i // 4]}{i % 4 + 1}",
            number(rng.randint(5, 90)),
            number(rng.randint(5, 60) + 0.5),
            f"⌀{rng.choice((4, 5, 6.5, 8))}".replace(".", decimal),
        )
        for i in range(rng.randint(4, 8))
    ]
    return "HOLE TABLE", rows, (14, 18, 18, 18)


def _pins(rng: random.Random, _decimal: str) -> tuple[str, list[tuple[str, ...]], tuple[float, ...]]:
    rows: list[tuple[str, ...]] = [("PIN", "SIGNAL", "WIRE", "AWG")]
    rows += [
        (
            str(i + 1),
            rng.choice(("GND", "+24V", "CAN H", "CAN L", "RX", "TX", "NC")),
            rng.choice(("RED", "BLK", "BLU", "WHT")),
            str(rng.choice((18, 20, 22, 24))),
        )
        for i in range(rng.randint(4, 8))
    ]
    return "CONNECTOR X1", rows, (12, 24, 18, 14)


def _limits(rng: random.Random, decimal: str) -> tuple[str, list[tuple[str, ...]], tuple[float, ...]]:
    number = lambda v: f"{v:.3f}".replace(".", decimal)  # noqa: E731
    rows: list[tuple[str, ...]] = []
    for _ in range(rng.randint(2, 4)):
        d, a, b = rng.randint(6, 60), *sorted(rng.sample((0.01, 0.021, 0.033, 0.052, 0.074), 2))
        rows.append((f"{d} {rng.choice(('H7', 'g6', 'k6', 'f7'))}", f"+{number(b)}", f"+{number(a)}"))
    return "", rows, (20, 18, 18)


def _grades(rng: random.Random, decimal: str) -> tuple[str, list[tuple[str, ...]], tuple[float, ...]]:
    rows: list[tuple[str, ...]] = [("> 0.5-6", "> 6-30", "> 30-120", "> 120-400"), ("±0.1", "±0.2", "±0.3", "±0.5")]
    return "ISO 2768-m", [tuple(c.replace(".", decimal) for c in r) for r in rows], (20, 20, 20, 22)


def _variants(rng: random.Random, decimal: str) -> tuple[str, list[tuple[str, ...]], tuple[float, ...]]:
    rows: list[tuple[str, ...]] = [("TYPE", "L", "D", "d", "kg")]
    for i in range(rng.randint(3, 6)):
        rows.append(  # noqa: PERF401
            (
                f"{rng.choice('KLM')}{i + 1}0",
                str(60 + 20 * i),
                str(20 + 5 * i),
                str(8 + 2 * i),
                f"{0.4 + 0.35 * i:.2f}".replace(".", decimal),
            )
        )
    return "", rows, (18, 14, 14, 14, 14)


def number_table(hand: Hand, rng: random.Random) -> bool:
    """A ruled table of numbers that are no dimensions, where there is room for it."""
    head, rows, widths = rng.choice((_gear, _holes, _pins, _limits, _grades, _variants))(rng, hand.office.decimal)
    rows = [tuple(c.replace("⌀", hand.office.diameter) for c in row) for row in rows]
    pitch = rng.choice((5.0, 6.0, 7.0))
    w, h = sum(widths), pitch * len(rows) + (6 if head else 0)
    x0, y0, x1, y1 = hand.inside
    places = [
        (x1 - w - 3, y1 - 3),
        (x0 + 3, y0 + h + 3),
        (x0 + 3, y1 - 3),
        (x1 - w - 3, y0 + h + 55),
        (x1 - w - 3, y0 + h + 85),
        (x0 + 80, y0 + h + 3),
    ]
    rng.shuffle(places)
    for x, y in places:
        if hand.reserve((x - 2, y - h - 2, x + w + 2, y + 2)):
            if head:
                hand.put(Block(words(head), (x, y - 1), 2.8, (0, 1)))
            table(hand, rows, widths, (x, y - (6 if head else 0)), pitch)
            return True
    return False


def section_marks(hand: Hand, x: float, low: float, high: float, letter: str) -> None:
    """A cutting line at x, with arrows and letters at its ends."""
    t = 1.3 * hand.look.text
    for y, up in ((high, 1), (low, -1)):
        end = (x, y + up * 6)
        marks: list[Mark] = [
            Stroke(((x, y + up * 2), end), "outline"),
            Stroke((end, (x - 6, end[1])), "dimension"),
            *hand.arrow((x - 6, end[1]), 180, "filled"),
        ]
        hand.offer(*marks, Block(words(letter), (x - 4, end[1] + up * 1.5), t, (0.5, 0 if up > 0 else 1)))


def view_label(hand: Hand, at: Point, letter: str, scale: str | None) -> None:
    """A view's name, with its scale."""
    language = hand.office.language
    text = lexicon.SECTION[language].format(a=letter)
    if scale:
        text += "\n" + lexicon.SCALE.get(language, "{s}").format(s=scale)
    for dy in (0, 4, 8, 14, 20, -6, 28):
        if hand.offer(Block(words(text), (at[0], at[1] + dy), 1.3 * hand.look.text, (0.5, 0))):
            return


def scale_bar(hand: Hand, rng: random.Random) -> None:
    """A scale bar with its figures."""
    x0, y0, _, _ = hand.inside
    x, y = x0 + rng.choice((10, 60)), y0 + 6
    if not hand.reserve((x - 3, y - 2, x + 58, y + 10)):
        return
    for i in range(6):
        hand.put(
            Stroke(((x + 10 * i, y), (x + 10 * i, y + 2))),
            Block(words(str(i * 10)), (x + 10 * i, y + 3.5), 2.0, (0.5, 0)),
        )
    hand.put(Stroke(((x, y), (x + 50, y))))
