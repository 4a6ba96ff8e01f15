"""How a reading is compared with the truth of a drawing: entries of a page pair up when all that matters is equal."""

from __future__ import annotations

import difflib
import unicodedata
from collections import Counter

PARTS = ("position", "quantity", "part_number", "designation", "material", "remark")
TITLE = (
    "title", "drawing_number", "part_number", "revision", "material", "finish", "scale", "sheet", "sheet_size", "date",
    "drawn_by", "checked_by", "approved_by", "company", "mass", "projection", "general_tolerance",
)  # fmt: skip


class Score:
    """Right, invented and missed entries."""

    def __init__(self):
        self.right = self.invented = self.missed = 0

    def compare(self, truth, read, doubtful=0):
        """Count two lists of values; `doubtful` entries of the truth may be misread or missed without harm."""
        same = (Counter(truth) & Counter(read)).total()
        self.right += same
        self.invented += max(0, len(read) - same - doubtful)
        self.missed += len(truth) - same

    @property
    def f1(self):
        return 2 * self.right / max(1, 2 * self.right + self.invented + self.missed)

    def __repr__(self):
        return f"{self.f1:.3f} ({self.right} right, {self.invented} invented, {self.missed} missed)"


def plain(value):
    """Text without differences of spelling: case, blanks, dashes, diameter signs, a full stop at the end."""
    text = unicodedata.normalize("NFKC", str(value or "")).casefold().replace("ø", "⌀").replace("∅", "⌀")
    dashed = ("-" if unicodedata.category(c) == "Pd" else c for c in text if not c.isspace())
    return "".join(dashed).strip(".:;")


def number(value):
    try:
        return round(float(value), 4)
    except (TypeError, ValueError):
        return plain(value) or None


KINDS = {
    "ordinate": "linear", "square": "linear", "other": "linear", "arc_length": "linear",
    "spherical_diameter": "diameter", "spherical_radius": "radius",
}  # fmt: skip
"""Kinds that only the way of drawing tells apart."""


def _feature(feature):
    return tuple(sorted((k, number(v)) for k, v in (feature or {}).items() if v is not None))


def dimension(d):
    """What a dimension says in full, of a reading or a label."""
    kind, first = d.get("kind") or "linear", d.get("nominal")
    limits = (number(d.get("max")), number(d.get("min"))) if first is None else (None, None)
    return (
        KINDS.get(kind, kind), number(first), *limits, int(d.get("quantity") or 1),
        number(d.get("upper", d.get("upper_deviation"))), number(d.get("lower", d.get("lower_deviation"))),
        plain(d.get("fit")), bool(d.get("reference")), bool(d.get("basic")), number(d.get("depth")),
        _feature(d.get("counterbore")), _feature(d.get("countersink")),
    )  # fmt: skip


def frame(g):
    """What a row of a feature control frame says in full."""
    datums = tuple(plain(d if isinstance(d, str) else _datum(d)) for d in g.get("datums") or ())
    zone = g.get("zone") if g.get("zone") in ("diameter", "spherical") else None
    modifiers = tuple(sorted(str(m).upper() for m in g.get("modifiers") or ()))
    return g.get("characteristic"), number(g.get("value")), zone, modifiers, datums


def _datum(d):
    return d["label"] + "".join(f"({m})" for m in d.get("modifiers") or ())


def parts(rows):
    """Every filled cell of a parts list with the row's position, which pairs the rows."""
    return [(plain(r.get("position")), f, plain(r[f])) for r in rows or () for f in PARTS if plain(r.get(f))]


def title_fields(truth, read):
    """Fields of a title block as pairs; long ones may differ by a letter or two."""
    values = {f: plain(read.get(f)) for f in TITLE if plain(read.get(f))}
    for f, value in list(values.items()):
        wanted = plain(truth.get(f))
        if len(wanted) > 12 and difflib.SequenceMatcher(None, wanted, value).ratio() >= 0.85:
            values[f] = wanted
    return [(f, plain(truth[f])) for f in TITLE if plain(truth.get(f))], list(values.items())


def on_page(result, name, page):
    return [item for item in result.get(name) or () if item.get("page", 1) == page]


def compare_page(scores, truth, result, page):
    """Add one page to the scores. `truth` is the label's page; `result` a result as JSON gives it."""
    doubtful = {n: [e for e in truth.get(n) or () if e.get("doubtful")] for n in ("dimensions", "gdt")}
    for score, name, listed, key in (
        ("dimensions", "dimensions", "dimensions", dimension),
        ("frames", "gdt", "geometric_tolerances", frame),
    ):
        sure = [key(e) for e in truth.get(name) or () if not e.get("doubtful")]
        scores[score].compare(sure, [key(e) for e in on_page(result, listed, page)], len(doubtful[name]))
    scores["parts"].compare(parts(truth.get("bom")), parts(on_page(result, "bom", page)))
    block = next(iter(on_page(result, "title_blocks", page)), {})
    scores["title"].compare(*title_fields(truth.get("title_block") or {}, block))


def scores():
    return {name: Score() for name in ("dimensions", "frames", "parts", "title")}
