"""Holds one reading against one truth: what is right, what was missed and what was invented, kind by kind."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from typing import Final, Literal

from . import rules
from .facts import Entry, Facts

DIMENSION_VALUES: Final = "dimension values"
DIMENSIONS: Final = "dimensions in full"
FRAME_VALUES: Final = "frames, characteristic and value"
FRAMES: Final = "frames in full"
TEXTURES: Final = "surface texture"
PARTS_CELLS: Final = "parts-list cells"
PARTS_ROWS: Final = "parts-list rows"
TITLE_BLOCK: Final = "title-block fields"
NOTES: Final = "notes"
DATUMS: Final = "datum features"

MODULES: Final[dict[str, str]] = {
    DIMENSION_VALUES: "dimensions",
    DIMENSIONS: "dimensions",
    FRAME_VALUES: "geometric_tolerances",
    FRAMES: "geometric_tolerances",
    TEXTURES: "surface_textures",
    PARTS_CELLS: "bom",
    PARTS_ROWS: "bom",
    TITLE_BLOCK: "title_block",
    NOTES: "notes",
    DATUMS: "datums",
}
"""Each kind that is scored, with the module that reads it."""

_BY_VALUE: Final[dict[str, tuple[str, Callable[[Entry], rules.Same]]]] = {
    DIMENSION_VALUES: ("dimensions", rules.dimension_value),
    DIMENSIONS: ("dimensions", rules.dimension_in_full),
    FRAME_VALUES: ("geometric_tolerances", rules.frame_value),
    FRAMES: ("geometric_tolerances", rules.frame_in_full),
    TEXTURES: ("surface_textures", rules.surface_texture),
    DATUMS: ("datum_features", rules.datum_feature),
}
_TWIN: Final = 0.4
_NEAR_POINTS: Final = 30.0


@dataclass(frozen=True)
class Miss:
    """One entry that is not right. `text` is what the truth says or what was read, `twin` what stands against it."""

    kind: str
    page: int
    what: Literal["missed", "invented"]
    text: str
    twin: str | None = None
    box: tuple[float, float, float, float] | None = None


@dataclass
class Score:
    """Counts of one kind."""

    right: int = 0
    invented: int = 0
    missed: int = 0
    misses: list[Miss] = field(default_factory=list, repr=False)

    def add(self, right: int, invented: int, missed: int, misses: Iterable[Miss] = ()) -> None:
        """Count more."""
        self.right += right
        self.invented += invented
        self.missed += missed
        self.misses.extend(misses)


def score(truth: Facts, reading: Facts, kinds: Iterable[str] = tuple(MODULES)) -> dict[str, Score]:
    """The counts of each kind that the truth or the reading has anything of.

    An entry marked `doubtful` in the truth counts neither for nor against.
    """
    scores: dict[str, Score] = {}
    wanted = set(kinds)
    for kind, (name, same) in _BY_VALUE.items():
        for page, true, read in _pages(truth, reading, name) if kind in wanted else ():
            _by_value(scores.setdefault(kind, Score()), kind, page, true, read, same)
    for page, true, read in _pages(truth, reading, "bom") if PARTS_CELLS in wanted else ():
        _parts(scores, page, true, read)
    for page, true, read in _pages(truth, reading, "title_blocks") if TITLE_BLOCK in wanted else ():
        _title_block(scores.setdefault(TITLE_BLOCK, Score()), page, true, read)
    for page, true, read in _pages(truth, reading, "notes") if NOTES in wanted else ():
        _notes(scores.setdefault(NOTES, Score()), page, true, read)
    return {kind: scores[kind] for kind in MODULES if kind in scores}


def _pages(truth: Facts, reading: Facts, name: str) -> Iterator[tuple[int, Sequence[Entry], Sequence[Entry]]]:
    true, read = truth.get(name, {}), reading.get(name, {})
    for page in sorted(true.keys() | read.keys()):
        yield page, true.get(page, []), read.get(page, [])


def _by_value(
    score: Score,
    kind: str,
    page: int,
    truth: Sequence[Entry],
    reading: Sequence[Entry],
    same: Callable[[Entry], rules.Same],
) -> None:
    left: dict[rules.Same, list[Entry]] = {}
    for entry in reading:
        left.setdefault(same(entry), []).append(entry)
    right, missed = 0, []
    for entry in sorted(truth, key=lambda one: bool(one.get("doubtful"))):
        found = left.get(same(entry))
        if found:
            found.pop(0)
            right += not entry.get("doubtful")
        elif not entry.get("doubtful"):
            missed.append(entry)
    # Each doubtful entry excuses one that was read and is not in the truth.
    invented = [entry for found in left.values() for entry in found]
    invented = invented[: max(0, len(invented) - sum(bool(one.get("doubtful")) for one in truth))]
    score.add(right, len(invented), len(missed), _misses(kind, page, missed, invented))


def _misses(kind: str, page: int, missed: Sequence[Entry], invented: Sequence[Entry]) -> Iterator[Miss]:
    """What was missed, each with its twin among what was invented; and what was invented."""
    for entry in missed:
        twin = _twin(entry, invented)
        # A page that was straightened lies otherwise than its truth: the twin's place is surer.
        box = (twin or {}).get("box") or entry.get("box")
        yield _miss(kind, page, "missed", _text(entry), _text(twin) if twin is not None else None, box)
    for entry in invented:
        yield _miss(kind, page, "invented", _text(entry), None, entry.get("box"))


def _twin(entry: Entry, invented: Sequence[Entry]) -> Entry | None:
    """What was read in the place of an entry: the nearest, or where no place is known the one most like it."""
    placed = [other for other in invented if other.get("box")] if entry.get("box") else []
    if placed:
        nearest = min(placed, key=lambda other: _distance(entry["box"], other["box"]))
        return nearest if _distance(entry["box"], nearest["box"]) <= _NEAR_POINTS else None
    text = _text(entry)
    ratios = [SequenceMatcher(None, text, _text(other)).ratio() for other in invented]
    best = max(ratios, default=0.0)
    return invented[ratios.index(best)] if best >= _TWIN else None


def _distance(one: Sequence[float], other: Sequence[float]) -> float:
    """Between the middles of two boxes, in points."""
    return math.hypot(one[0] + one[2] - other[0] - other[2], one[1] + one[3] - other[1] - other[3]) / 2


def _parts(scores: dict[str, Score], page: int, truth: Sequence[Entry], reading: Sequence[Entry]) -> None:
    true, read = [rules.parts_cells(row) for row in truth], [rules.parts_cells(row) for row in reading]
    pairs = _aligned(true, read)
    right = sum(len(true[i] & read[j]) for i, j in pairs.items())
    exact = sum(true[i] == read[j] for i, j in pairs.items())
    cells, rows = scores.setdefault(PARTS_CELLS, Score()), scores.setdefault(PARTS_ROWS, Score())
    misses = list(_row_misses(page, truth, reading, pairs))
    cells.add(right, sum(map(len, read)) - right, sum(map(len, true)) - right, misses)
    rows.add(exact, len(read) - exact, len(true) - exact)


def _aligned(truth: Sequence[frozenset[tuple[str, str]]], read: Sequence[frozenset[tuple[str, str]]]) -> dict[int, int]:
    """Pairs of rows, those that share most cells first, of equals those that stand nearest."""
    shared = [(len(t & r), -abs(i - j), i, j) for i, t in enumerate(truth) for j, r in enumerate(read)]
    pairs: dict[int, int] = {}
    taken: set[int] = set()
    for same, _, i, j in sorted(shared, reverse=True):
        if same and i not in pairs and j not in taken:
            pairs[i] = j
            taken.add(j)
    return pairs


def _row_misses(page: int, truth: Sequence[Entry], reading: Sequence[Entry], pairs: dict[int, int]) -> Iterator[Miss]:
    for i, row in enumerate(truth):
        twin = reading[pairs[i]] if i in pairs else None
        for name, text in sorted(rules.parts_cells(row) - (rules.parts_cells(twin) if twin else frozenset())):
            box = row.get("box") or (twin or {}).get("box")
            yield _miss(PARTS_CELLS, page, "missed", f"{name}: {text}", _cell(twin, name), box)
    back = {j: i for i, j in pairs.items()}
    for j, row in enumerate(reading):
        true = rules.parts_cells(truth[back[j]]) if j in back else frozenset()
        for name, text in sorted(rules.parts_cells(row) - true):
            yield _miss(PARTS_CELLS, page, "invented", f"{name}: {text}", None, row.get("box"))


def _title_block(score: Score, page: int, truth: Sequence[Entry], reading: Sequence[Entry]) -> None:
    true, read = truth[-1] if truth else {}, reading[-1] if reading else {}
    for name in rules.TITLE_FIELDS:
        wanted, got = rules.words(true.get(name)), rules.words(read.get(name))
        same = rules.same_field(wanted, got)
        box = true.get("box") or read.get("box")
        misses = []
        if wanted and not same:
            misses.append(_miss(TITLE_BLOCK, page, "missed", f"{name}: {true.get(name)}", _cell(read, name), box))
        if got and not same:
            misses.append(_miss(TITLE_BLOCK, page, "invented", f"{name}: {read.get(name)}", None, box))
        score.add(int(bool(wanted) and same), int(bool(got) and not same), int(bool(wanted) and not same), misses)


def _notes(score: Score, page: int, truth: Sequence[Entry], reading: Sequence[Entry]) -> None:
    truth, reading = ([n for n in notes if not rules.is_boilerplate(n.get("text"))] for notes in (truth, reading))
    left = [(rules.words(note.get("text")), note) for note in reading]
    missed = []
    for note in truth:
        text = rules.words(note.get("text"))
        hit = next((at for at, (read, _) in enumerate(left) if rules.same_note(text, read)), None)
        if hit is None:
            missed.append(note)
        else:
            del left[hit]
    invented = [note for _, note in left]
    score.add(len(truth) - len(missed), len(invented), len(missed), _misses(NOTES, page, missed, invented))


def _cell(row: Entry | None, name: str) -> str | None:
    return str(row[name]) if row and row.get(name) else None


def _text(entry: Entry) -> str:
    """The entry as read; from its values where a label has no text."""
    said = entry.get("text") or entry.get("label")
    if said:
        return str(said)
    told = (rules.datum(value) if isinstance(value, dict) else value for value in entry.values())
    return " ".join(_plain(value) for value in told if value not in (None, "", [], ()))


def _plain(value: object) -> str:
    if isinstance(value, list | tuple):
        return " ".join(rules.datum(one) for one in value)
    return f"{value:g}" if isinstance(value, float) else str(value)


def _miss(kind: str, page: int, what: Literal["missed", "invented"], text: str, twin: str | None, box: object) -> Miss:
    corners = tuple(float(edge) for edge in box) if isinstance(box, list | tuple) and len(box) == 4 else None
    return Miss(kind, page, what, text, twin, corners)  # type: ignore[arg-type]  # four, as was just counted
