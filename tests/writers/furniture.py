"""What stands around the views: border with zones, title block, parts list, tables, notes, revisions."""

from __future__ import annotations

import random
from collections.abc import Sequence

from . import lexicon
from .hand import Block, Box, Hand, Stroke, rectangle, words

_GRIDS = {
    "iso": (
        (10, (("material", 50), ("general_tolerance", 50), ("finish", 40), ("mass", 20), ("scale", 20))),
        (10, (("drawn_by", 35), ("checked_by", 35), ("approved_by", 35), ("date", 35), ("part_number", 40))),
        (16, (("company", 70), ("title", 110))),
        (12, (("drawing_number", 95), ("revision", 25), ("sheet", 30), ("sheet_size", 30))),
    ),
    "ansi": (
        (12, (("material", 60), ("finish", 60))),
        (8, (("drawn_by", 60), ("date", 60))),
        (8, (("checked_by", 60), ("approved_by", 60))),
        (12, (("company", 120),)),
        (14, (("title", 120),)),
        (11, (("sheet_size", 18), ("drawing_number", 72), ("revision", 30))),
        (8, (("scale", 40), ("mass", 40), ("sheet", 40))),
    ),
    "narrow": (
        (9, (("title", 100),)),
        (9, (("drawing_number", 60), ("revision", 40))),
        (9, (("material", 60), ("scale", 40))),
        (9, (("drawn_by", 35), ("date", 35), ("sheet", 30))),
        (9, (("company", 70), ("mass", 30))),
    ),
    "wide": (
        (9, (("drawn_by", 30), ("date", 30), ("material", 50), ("scale", 20), ("title", 60))),
        (9, (("checked_by", 30), ("approved_by", 30), ("finish", 50), ("sheet", 20), ("drawing_number", 45), ("revision", 15))),  # noqa: E501
        (9, (("company", 60), ("general_tolerance", 80), ("mass", 25), ("sheet_size", 25))),
    ),
}  # fmt: skip


def border(hand: Hand, rng: random.Random) -> None:
    """The frame, at times with zone letters and digits, and what is free inside it."""
    look = hand.look
    margin = rng.choice((5.0, 7.0, 10.0))
    left = rng.choice((margin, 20.0))
    outer = (left, margin, look.width - margin, look.height - margin)
    inner = outer
    style = rng.choice(("zones", "zones", "plain", "ticks"))
    if style != "plain":
        band = 5.0
        inner = (outer[0] + band, outer[1] + band, outer[2] - band, outer[3] - band)
        hand.put(Stroke(rectangle(outer), "thin"))
        columns, rows = max(2, round((inner[2] - inner[0]) / 55)), max(2, round((inner[3] - inner[1]) / 55))
        down, leftwards = rng.random() < 0.5, rng.random() < 0.4
        size = min(2.5, 0.8 * look.text + 0.4)
        for i in range(columns):
            x = inner[0] + (inner[2] - inner[0]) * (i + 0.5) / columns
            label = str(columns - i if leftwards else i + 1)
            for y in ((outer[1] + inner[1]) / 2, (outer[3] + inner[3]) / 2):
                if style == "zones":
                    hand.put(Block(words(label), (x, y), size, (0.5, 0.5)))
            if i:
                edge = inner[0] + (inner[2] - inner[0]) * i / columns
                hand.put(Stroke(((edge, outer[1]), (edge, inner[1]))), Stroke(((edge, outer[3]), (edge, inner[3]))))
        for i in range(rows):
            y = inner[1] + (inner[3] - inner[1]) * (i + 0.5) / rows
            label = "ABCDEFGHJKLM"[rows - 1 - i if down else i]
            for x in ((outer[0] + inner[0]) / 2, (outer[2] + inner[2]) / 2):
                if style == "zones":
                    hand.put(Block(words(label), (x, y), size, (0.5, 0.5)))
            if i:
                edge = inner[1] + (inner[3] - inner[1]) * i / rows
                hand.put(Stroke(((outer[0], edge), (inner[0], edge))), Stroke(((outer[2], edge), (inner[2], edge))))
    hand.put(Stroke(rectangle(inner), "border"))
    hand.inside = (inner[0] + 1, inner[1] + 1, inner[2] - 1, inner[3] - 1)


def fit(
    hand: Hand, text: str, at: tuple[float, float], height: float, anchor: tuple[float, float], room: float
) -> Block:
    """A text, made smaller until it fits its room."""
    while True:
        block = Block(words(text), at, height, anchor)
        if height < 1.2 or hand.size(block)[0] <= room:
            return block
        height *= 0.92


def facts(rng: random.Random, language: str, scale: str, size: str, units: str) -> dict[str, str]:
    """What a title block says."""
    y, m, d = rng.randint(2012, 2026), rng.randint(1, 12), rng.randint(1, 28)
    day = {
        "en": f"{m:02}/{d:02}/{y}",
        "de": f"{d:02}.{m:02}.{y}",
        "ru": f"{d:02}.{m:02}.{y % 100:02}",
        "zh": f"{y}-{m:02}-{d:02}",
        "ja": f"{y}/{m:02}/{d:02}",
    }.get(language, f"{d:02}/{m:02}/{y}")
    number = rng.choice(("{p}-{n:05}", "{n:06}", "{p}.{a:03}.{b:02}", "{p}{n:04}-{b:02}", "{a}-{n:04}-{p}"))
    people = rng.sample(lexicon.of(lexicon.NAMES, language), 3)
    decimal = "," if language not in ("en", "zh", "ja") else "."
    return {
        "title": rng.choice(lexicon.of(lexicon.TITLES, language)),
        "drawing_number": number.format(
            p=rng.choice(("AB", "MX", "DRW", "K", "TS")),
            n=rng.randint(10, 9999),
            a=rng.randint(1, 999),
            b=rng.randint(1, 99),
        ),
        "part_number": f"P{rng.randint(10000, 99999)}",
        "revision": rng.choice(("A", "B", "C", "0", "01", "2")),
        "material": rng.choice(lexicon.of(lexicon.MATERIALS, language)),
        "finish": rng.choice(lexicon.of(lexicon.FINISHES, language)),
        "scale": scale,
        "sheet": rng.choice(("1/1", "1 OF 1" if language == "en" else "1/1", "1/2")),
        "sheet_size": size,
        "date": day,
        "drawn_by": people[0],
        "checked_by": people[1],
        "approved_by": people[2],
        "company": rng.choice(lexicon.of(lexicon.COMPANIES, language)),
        "mass": f"{rng.uniform(0.05, 9):.2f}".replace(".", decimal) + (" lb" if units == "inch" else " kg"),
        "general_tolerance": rng.choice(("ISO 2768-mK", "ISO 2768-m", "ISO 2768-fH"))
        if units == "mm"
        else rng.choice((".XX ±.01  .XXX ±.005", "±.005")),
    }


def title_block(hand: Hand, rng: random.Random, scale: str, size: str) -> Box:
    """A title block in the lower right corner; gives its box."""
    office, look = hand.office, hand.look
    language = office.language
    said = facts(rng, language, scale, size, office.units)
    grid = _GRIDS[rng.choice([k for k in _GRIDS if look.width > 250 or k not in ("iso", "wide")])]
    captions = dict(zip(lexicon.KEYS, lexicon.CAPTIONS[language], strict=True))
    width, height = float(sum(w for _, w in grid[0][1])), float(sum(h for h, _ in grid))
    x1, y0 = hand.inside[2] + 1, hand.inside[1] - 1
    box = (x1 - width, y0, x1, y0 + height)
    hand.put(Stroke(rectangle(box), "border"))
    blank = {k for k in said if rng.random() < 0.08}
    beside = rng.random() < 0.2
    big = rng.choice((2.5, 3.0, 3.5))
    small = rng.choice((1.6, 1.8, 2.0))
    upper = rng.random() < 0.3
    y = box[3]
    truth = hand.page["title_block"]
    for row, cells in grid:
        x = box[0]
        for key, w in cells:
            hand.put(Stroke(rectangle((x, y - row, x + w, y)), "table"))
            caption = captions[key].upper() if upper and language not in ("zh", "ja") else captions[key]
            value = "" if key in blank else said[key]
            lead = fit(
                hand,
                caption + (":" if beside or (language == "en" and upper) else ""),
                (x + 1, y - 1),
                small,
                (0, 1),
                w - 2,
            )
            if beside and row < 11:
                lead = Block(lead.lines, (x + 1, y - row / 2), lead.height, (0, 0.5))
            hand.put(lead)
            if value:
                used = hand.size(lead)[0] + 2 if beside and row < 11 else 0
                tall = 1.5 * big if key in ("title", "drawing_number") and row > 10 else big
                tall = min(tall, 0.85 * (row - 2.4 - lead.height) if not used else row - 3)
                centre = rng.random() < 0.5 and not used
                at = (x + w / 2, y - row + 1) if centre else (x + 1.5 + used, y - row + 1 if not used else y - row / 2)
                hand.put(fit(hand, value, at, tall, (0.5 if centre else 0, 0.5 if used else 0), w - 3 - used))
                truth[key] = " ".join(value.split())
            x += w
        y -= row
    hand.keep_free(box)
    return box


def table(
    hand: Hand,
    rows: Sequence[Sequence[str]],
    widths: Sequence[float],
    corner: tuple[float, float],
    pitch: float,
    up: bool = False,
    height: float | None = None,
) -> Box:
    """A ruled table from its upper left corner down, or from its lower left corner up (head at the foot)."""
    h = height or min(2.5, 0.5 * pitch)
    x, y = corner
    total = pitch * len(rows)
    box = (x, y, x + sum(widths), y + total) if up else (x, y - total, x + sum(widths), y)
    for i, row in enumerate(rows):
        low = box[1] + i * pitch if up else box[3] - (i + 1) * pitch
        at = x
        for text, w in zip(row, widths, strict=True):
            hand.put(Stroke(rectangle((at, low, at + w, low + pitch)), "table"))
            if text:
                hand.put(fit(hand, text, (at + 1, low + pitch / 2), h, (0, 0.5), w - 2))
            at += w
    hand.keep_free(box)
    return box


def parts_list(hand: Hand, rng: random.Random, block: Box) -> tuple[int, Box]:
    """A parts list on the title block or in the upper right corner; gives how many items it has, and its box."""
    language = hand.office.language
    heads = lexicon.BOM[language]
    columns = list(
        rng.choice(
            (
                ("position", "quantity", "designation", "part_number", "material"),
                ("position", "part_number", "designation", "quantity"),
                ("position", "designation", "quantity", "remark"),
                ("position", "quantity", "part_number", "designation", "material", "remark"),
            )
        )
    )
    names = list(lexicon.of(lexicon.ITEMS, language))
    rng.shuffle(names)
    count = rng.randint(3, min(7, len(names)))
    width = min(180.0, hand.inside[2] - hand.inside[0])
    shares = {
        "position": 12.0,
        "quantity": 14.0,
        "part_number": 35.0,
        "designation": 60.0,
        "material": 30.0,
        "remark": 25.0,
    }
    widths = [shares[c] * width / sum(shares[k] for k in columns) for c in columns]
    rows = []
    for i in range(count):
        row = {"position": str(i + 1), "quantity": str(rng.choice((1, 1, 1, 2, 4, 6))), "designation": names[i], "part_number": f"{rng.randint(100, 999)}-{rng.randint(1000, 9999)}",  # noqa: E501
               "material": rng.choice(lexicon.of(lexicon.MATERIALS, language)), "remark": rng.choice(("", "", "DIN 912", "ISO 7089"))}  # fmt: skip  # noqa: E501
        rows.append({c: row[c] for c in columns})
    hand.page["bom"] = rows
    up = rng.random() < 0.6
    head = [heads[c] for c in columns]
    body = [[r[c] for c in columns] for r in rows]
    x = hand.inside[2] + 1 - width
    corner = (x, block[3]) if up else (x, hand.inside[3] + 1)
    return count, table(hand, [head, *body], widths, corner, rng.choice((6.0, 7.0, 8.0)), up)


def notes(hand: Hand, rng: random.Random) -> None:
    """General notes, numbered or not, wherever there is room."""
    language = hand.office.language
    chosen = rng.sample(lexicon.NOTES[language], rng.randint(2, min(5, len(lexicon.NOTES[language]))))
    number = rng.choice(("{i}. {t}", "{i}. {t}", "{i}) {t}", "{t}"))
    lines = [number.format(i=i + 1, t=t) for i, t in enumerate(chosen)]
    if hand.office.reference == "*":
        lines.append(
            ("" if number == "{t}" else f"{len(lines) + 1}. ")
            + lexicon.REFERENCE_NOTE.get(language, lexicon.REFERENCE_NOTE["en"])
        )
    head = [lexicon.NOTES_HEAD[language]] if rng.random() < 0.8 or hand.office.reference == "*" else []
    height = min(3.5, max(2.2, 0.9 * hand.look.text))
    block = Block(words("\n".join([*head, *lines])), (0, 0), height, (0, 1), 0, 1.8)
    w, h = hand.size(block)
    x0, y0, x1, y1 = hand.inside
    for x, y in (
        (x0 + 4, y1 - 4),
        (x1 - w - 4, y1 - 4),
        (x0 + 4, y0 + h + 4),
        (x1 - w - 4, y0 + h + 60),
        (x1 - w - 4, y0 + h + 90),
        (x0 + 60, y0 + h + 4),
    ):
        if hand.reserve((x - 2, y - h - 2, x + w + 2, y + 2)):
            hand.put(Block(block.lines, (x, y), height, (0, 1), 0, 1.8))
            hand.page["notes"] = lines
            return


def revisions(hand: Hand, rng: random.Random) -> None:
    """A revision table in the upper right corner."""
    language = hand.office.language
    if language not in lexicon.REVISIONS:
        return
    rows = [
        {
            "revision": "ABC"[i],
            "description": t,
            "date": f"{rng.randint(1, 28):02}.{rng.randint(1, 12):02}.20{rng.randint(10, 26)}",
        }
        for i, t in enumerate(lexicon.of(lexicon.CHANGES, language)[: rng.randint(1, 3)])
    ]
    corner = (hand.inside[2] + 1 - 90, hand.inside[3] + 1)
    if hand.reserve((corner[0], corner[1] - 6 * (len(rows) + 1), corner[0] + 88, corner[1] - 2)):
        table(hand, [lexicon.REVISIONS[language], *[list(r.values()) for r in rows]], (12, 56, 22), corner, 6.0)
        hand.page["revisions"] = rows
