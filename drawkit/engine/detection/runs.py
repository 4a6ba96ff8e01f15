"""Runs of drawn text: clusters of letters that go on along one line, and the boxes in which they may be read."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from ..connected import connected
from ..picture.pixels import Ink
from .boxes import TextBox
from .clusters import RULED, Cluster
from .decimal_marks import joined_by_marks
from .rows import Row, rows_of

_OVER: Final = 0.6  # of the height: a wider gap over a centre line or an extension line ends a run
_BLANK: Final = 0.95  # of the height: a wider gap ends a run
_CLOSE: Final = 0.6  # of the height: the same between two single letters, which tell no direction
_WIDE: Final = 1.35  # of the height of small letters: as wide as a blank of their capitals (ISO 3098-1, type B)
_OFF: Final = 0.35  # of the height: how far the middles of neighbours may be off one line
_ALIKE: Final = 2.3  # times: how far heights of neighbours may differ; a stack of deviations is two rows high
_TURN: Final = 8.0  # degrees: how far the directions of neighbours may differ
_MARGIN: Final = 0.195  # of the height: paper around a run, as a detector leaves it
_NARROW: Final = 0.2  # logarithm of height over width from which on a letter tells its direction; W and M stay below
_SQUARE: Final = 0.1  # of the height: sides that differ by less show no direction
_REACHES: Final = 0.3  # of its length: how far a letter reaches over the one before
_SHORT: Final = 3  # letters of a part that is read by itself too: its neighbours may be no text
_DOT: Final = 0.35  # of the height: what is smaller is a point or a piece of a colon
_COLON: Final = (0.4, 0.75)  # of the height of the figures beside it: how high a colon is
_LEAST: Final = 0.1  # of the height: no point is smaller than the pen is wide
_POINT: Final = 0.6  # of the height: how far a point's middle may be off its line
_ROUND: Final = 1.5  # length over height, or height over length, of what is round
_SHORT_STROKE: Final = (2.2, 0.2)  # the same of a point that is drawn as a stroke as long as the pen is wide, and how
# long that is at most, of the letters' height: pens have a tenth of it (ISO 3098-1); a small figure is longer
_LEAST_SIGN, _LEAST_TALL = 0.25, 0.45  # of a single letter's height: a sign beside it, and a colon, is no smaller
_WIDEST: Final = 1.5  # of its height: no letter is wider
_SIGN: Final = 0.6  # of the height: what is smaller is a dash, whatever its shape
_LOW: Final = 1.65  # times as high as a letter a bare stroke beside it is at most: an l or a slash beside an o
BLANK: Final = 1.6
"""Times the usual gap between letters: a wider one is a blank."""

_TELLING: Final = 8  # gaps that tell how widely a sheet spaces its letters
_TOLD: Final = 1.3  # length over height from which on two letters or more are not taken for another direction
_LEVEL: Final = 0.1  # of the height: how far a stroke of a row is off it at most, and higher or lower than its letters
_BRACKET: Final = 1.5  # of the same: how high a bracket is at most
_LONG: Final = 1.6  # length over height from which on two letters or more tell their direction


@dataclass(frozen=True)
class _Joint:
    """Two rows that go on with each other along a direction, whether they stand wide, and how wide in pixels."""

    angle: float
    one: int
    other: int
    wide: bool
    gap: float


def runs(found: Sequence[Cluster], walls: Ink) -> list[TextBox]:
    """Boxes around what may be runs of text: whole runs, their rows, and by themselves their short parts and stacks.

    `walls` has `RULED` where a wall of a table stands, which no run crosses, and 1 where another long line runs: no
    blank lies on it.
    """
    rows = _with_points([(row, number) for number, cluster in enumerate(found) for row in rows_of(cluster)], walls)
    rows = _with_decimals(rows, walls)
    out = []
    for chain in _chains([row for row, _ in rows], [number for _, number in rows], walls):
        members = _without_end_lines(chain)
        if not members:
            continue
        told = any(letters > 1 and box.elongation >= _TOLD for box, letters in members)
        out.append(
            padded(replace(_union([box for box, _ in members], told), letters=sum(letters for _, letters in members)))
        )
        if len(members) > 1:
            out += [
                padded(replace(box, letters=letters))
                for box, letters in members
                if 1 <= letters <= _SHORT or box.rows > 1
            ]
    return out


def _with_points(rows: Sequence[tuple[Row, int]], walls: Ink) -> list[tuple[Row, int]]:
    """The rows, each point joined to the nearest row of several letters that it goes on with.

    ".25" shows its direction, "25" hardly does; a single letter with a point shows none.
    """
    home: dict[int, tuple[float, int]] = {}
    for pair in _close_pairs([row for row, _ in rows]):
        point, i = sorted(pair, key=lambda n: rows[n][0][0].length * rows[n][0][0].height)
        (dot, few), (box, letters) = rows[point][0], rows[i][0]
        fits = few <= 1 < letters and max(dot.length, dot.height) >= _LEAST * box.height and _is_point(dot, rows[i][0])
        if fits and _goes_on(rows[point][0], rows[i][0], walls):
            home[point] = min(home.get(point, (math.inf, i)), (math.hypot(dot.x - box.x, dot.y - box.y), i))
    points: dict[int, list[TextBox]] = defaultdict(list)
    for point, (_, i) in home.items():
        points[i].append(rows[point][0][0])
    joined = [
        ((_union([row[0], *points[i]], told=True) if i in points else row[0], row[1]), n)
        for i, (row, n) in enumerate(rows)
    ]
    return [row for i, row in enumerate(joined) if i not in home]


def _with_decimals(rows: Sequence[tuple[Row, int]], walls: Ink) -> list[tuple[Row, int]]:
    """The rows, those of one number with a point or a comma between them as one."""
    found = joined_by_marks([row for row, _ in rows], _directions, lambda a, b: not _wall_between(a, b, walls))
    taken = {i for members, _ in found for i in members}
    out = [row for i, row in enumerate(rows) if i not in taken]
    for members, angle in found:
        letters = sum(max(rows[i][0][1], 1) for i in (members[0], members[-1]))  # a 1 may be a bare stroke
        out.append(((_union([rows[i][0][0].turned(angle) for i in members], told=True), letters), rows[members[0]][1]))
    return out


def _directions(row: Row) -> tuple[float, ...]:
    """In which directions a row may run."""
    box, letters = row
    return (box.angle,) if _is_told(box, letters) else _shown(box, letters)


def _without_end_lines(chain: Sequence[Row]) -> list[Row]:
    """The rows of a chain without the strokes at its ends that are lines that end at the text, no 1 and no bracket."""
    if not any(letters for _, letters in chain):
        return []
    guide = max((row for row in chain if row[1]), key=lambda row: (row[1] > 1, row[0].length))[0]
    places = [guide.offset(box) for box, _ in chain]
    spans = [place for place, (_, letters) in zip(places, chain, strict=True) if letters]
    (left, top), (right, bottom) = np.min(spans, axis=0).tolist(), np.max(spans, axis=0).tolist()
    between = [left < s < right or top < n < bottom for s, n in places]
    points = [max(box.length, box.height) <= _DOT * guide.height for box, _ in chain]
    strokes = [i for i, (_, letters) in enumerate(chain) if not letters and not between[i] and not points[i]]
    standing = _standing([chain[i][0].turned(guide.angle) for i in strokes], guide)
    kept = {i for i, stands in zip(strokes, standing, strict=True) if stands}
    return [row for i, row in enumerate(chain) if row[1] or between[i] or points[i] or i in kept]


def _standing(strokes: Sequence[TextBox], guide: TextBox) -> list[bool]:
    """Which strokes at the ends of a row stand in it: a 1 is as high as its figures, a pair of brackets a bit higher.

    ISO 3098-1 has brackets reach beyond the letters above and below. A line that ends at a text ends nowhere level
    with it.
    """
    if guide.rows > 1:
        return [False] * len(strokes)
    level = [abs(guide.offset(box)[1]) <= _LEVEL * guide.height and box.length <= box.height for box in strokes]
    high = [box.height / guide.height for box in strokes]
    before = [guide.offset(box)[0] < 0 for box in strokes]
    out = []
    for i, own in enumerate(high):
        mates = (level[j] and before[j] != before[i] and abs(own - high[j]) <= _LEVEL for j in range(len(strokes)))
        out.append(level[i] and (abs(own - 1) <= _LEVEL or (1 < own <= _BRACKET and any(mates))))
    return out


def _chains(rows: Sequence[Row], cluster: Sequence[int], walls: Ink) -> list[list[Row]]:
    """The rows in groups that go on along one line; `cluster` has the number of each row's cluster.

    A stack of two is a guess of its own beside its two rows: it goes on with what stands beside it, with one of its
    rows too, but it joins no rows that are none together.
    """
    parent = list(range(len(rows)))
    beside: dict[int, list[int]] = {i: [] for i, (box, _) in enumerate(rows) if box.rows > 1}
    joints: list[_Joint] = []
    for i, j in _close_pairs(rows):
        wide = _way_on(rows[i], rows[j], walls, spaced=True)
        angle = None if wide is None else _way_on(rows[i], rows[j], walls)
        if wide is not None and angle is None and i not in beside and j not in beside:
            joints.append(_Joint(wide, i, j, True, _gap(rows[i][0], rows[j][0], wide)))
        if angle is None:
            continue
        if i in beside or j in beside:
            stack, other = (i, j) if i in beside else (j, i)
            beside[stack].append(other)
        else:
            joints.append(_Joint(angle, i, j, False, _gap(rows[i][0], rows[j][0], angle)))
    _join(rows, parent, joints)
    groups: dict[int, list[int]] = defaultdict(list)
    for index in range(len(rows)):
        if index not in beside:
            groups[_root(parent, index)].append(index)
    chains = list(groups.values())
    for stack, others in beside.items():
        lines = [groups[root] for root in dict.fromkeys(_root(parent, other) for other in others)]
        others_rows = [[i for i in line if cluster[i] != cluster[stack]] for line in lines]
        strange = [rest for rest, line in zip(others_rows, lines, strict=True) if len(rest) == len(line)]
        own = [rest for rest, line in zip(others_rows, lines, strict=True) if 0 < len(rest) < len(line)]
        chains.append([stack, *(i for line in (*strange, *(own if len(own) == 1 else ())) for i in line)])
    return [[rows[i] for i in chain] for chain in chains]


def _join(rows: Sequence[Row], parent: list[int], joints: Sequence[_Joint]) -> None:
    """Join rows that go on with each other, at first those that tell their direction: theirs is that of the chain.

    The numbers of a list stand below each other as closely as each stands before its line, and tell no direction. Two
    single letters that stand wide, as ones do where every figure has the same room, go on where a chain runs along;
    no wider than a blank of the chain's capitals, which small letters are lower than.
    """
    told = (i for i, (box, letters) in enumerate(rows) if letters >= _SHORT and box.elongation >= _LONG)
    ways: dict[int, float] = {i: rows[i][0].angle for i in told}  # not that of two: they may be a colon
    ways = _told_together(rows, joints) | ways
    joints = _spaced_as_usual(rows, joints, ways)
    tall = {i: _letter(row) for i, row in enumerate(rows) if row[1]}
    close = [joint for joint in joints if not joint.wide]
    _join_all(sorted(close, key=lambda one: one.one not in ways and one.other not in ways), parent, ways, tall)
    left = sorted((joint for joint in joints if joint.wide), key=lambda one: one.gap)
    while (rest := _join_all(left, parent, ways, tall)) and len(rest) < len(left):  # each may lead to the next
        left = rest


def _told_together(rows: Sequence[Row], joints: Sequence[_Joint]) -> dict[int, float]:
    """The directions that several single letters in a row tell together, each of which alone tells none.

    Spaced lettering has no two letters in one cluster (ISO 3098-1 lets the spacing be wider than the usual one). Of
    rows that cross each other the one with most letters counts: a capital may stand as close below a heading.
    """
    chains: list[tuple[int, float, list[int]]] = []
    for way in {round(joint.angle / _TURN) for joint in joints}:
        own = [joint for joint in joints if round(joint.angle / _TURN) == way]
        members, place = np.unique([(joint.one, joint.other) for joint in own], return_inverse=True)
        one, other = place.reshape(-1, 2).T
        home = connected(one, other, len(members))
        for least in np.unique(home).tolist():
            chain = members[home == least].tolist()
            angle = own[int(np.flatnonzero(home[one] == least)[0])].angle
            chains.append((_in_line([rows[i] for i in chain], angle), angle, chain))
    ways: dict[int, float] = {}
    for letters, angle, chain in sorted(chains, key=lambda one: -one[0]):
        if letters >= _SHORT:
            ways = dict.fromkeys(chain, angle) | ways
    return ways


def _in_line(rows: Sequence[Row], angle: float) -> int:
    """How many letters of a chain follow each other along a direction: two beside each other above an arc do not."""
    boxes = [(box.turned(angle), letters) for box, letters in rows if letters]
    places = [boxes[0][0].offset(box)[0] for box, _ in boxes]
    count, last = 0, -math.inf
    for (box, letters), place in sorted(zip(boxes, places, strict=True), key=lambda one: one[1] + one[0][0].length / 2):
        if place - box.length / 2 >= last - _REACHES * box.length:
            count, last = count + letters, place + box.length / 2
    return count


def _spaced_as_usual(rows: Sequence[Row], joints: Sequence[_Joint], ways: dict[int, float]) -> list[_Joint]:
    """The joints, those no longer wide in which letters that tell their direction stand as the sheet's others do.

    A number of two figures has no third one that tells where its chain runs.
    """
    told = (joint for joint in joints if joint.one in ways and joint.other in ways)
    gaps = [joint.gap / max(_letter(rows[joint.one]), _letter(rows[joint.other])) for joint in told]
    widest = BLANK * float(np.median(gaps)) if len(gaps) >= _TELLING else 0.0

    def is_usual(joint: _Joint) -> bool:
        pair = rows[joint.one], rows[joint.other]
        along = all(_between(joint.angle, way) <= _TURN for row in pair for way in _directions(row))
        return along and joint.gap <= widest * max(map(_letter, pair))

    return [replace(joint, wide=joint.wide and not is_usual(joint)) for joint in joints]


def _join_all(
    joints: Sequence[_Joint], parent: list[int], ways: dict[int, float], tall: dict[int, float]
) -> list[_Joint]:
    """Join what goes on in the directions that are known; returns the wide joints that may yet join something.

    `tall` has the height of the highest letter of each chain.
    """
    rest = []
    for joint in joints:
        one, other = _root(parent, joint.one), _root(parent, joint.other)
        known = [ways[root] for root in (one, other) if root in ways]
        high = max(tall.get(one, 0.0), tall.get(other, 0.0))
        if joint.wide and (not known or joint.gap > _BLANK * high):
            rest.append(joint)
            continue
        if any(_between(joint.angle, way) > _TURN for way in known):
            continue
        parent[one] = other
        tall[other] = high
        if known:
            ways[other] = known[-1]
    return rest


def _gap(one: TextBox, other: TextBox, angle: float) -> float:
    """The room between two boxes along a direction."""
    a, b = one.turned(angle), other.turned(angle)
    return abs(a.offset(b)[0]) - (a.length + b.length) / 2


def _is_told(box: TextBox, letters: int) -> bool:
    """Whether a row tells its direction."""
    return letters > 1 and box.elongation >= _LONG


def _between(one: float, other: float) -> float:
    """Degrees between two directions, whichever way they are read."""
    return abs((one - other + 90) % 180 - 90)


def _close_pairs(rows: Sequence[Row]) -> Iterator[tuple[int, int]]:
    """Pairs of rows no further apart than letters of spaced lettering may be; swept from left to right."""
    bounds = []
    for row in rows:
        box = row[0]
        x0, top, x1, bottom = box.bounds
        reach = _WIDE * max(_letter(row), min(box.length, 2 * box.height))
        bounds.append((x0 - reach, top - reach, x1 + reach, bottom + reach))
    order = sorted(range(len(rows)), key=lambda i: bounds[i][0])
    for place, i in enumerate(order):
        for j in order[place + 1 :]:
            if bounds[j][0] > bounds[i][2]:
                break
            if bounds[j][1] <= bounds[i][3] and bounds[i][1] <= bounds[j][3]:
                yield i, j


def _root(parent: list[int], index: int) -> int:
    while parent[index] != index:
        parent[index] = parent[parent[index]]
        index = parent[index]
    return index


def _goes_on(one: Row, other: Row, walls: Ink) -> bool:
    """Whether two rows are neighbours on one line."""
    return _way_on(one, other, walls) is not None


def _way_on(one: Row, other: Row, walls: Ink, *, spaced: bool = False) -> float | None:
    """Along which direction two rows are neighbours on one line, of those that the clearer one shows; None if not.

    Where a line is `spaced` the gap between single letters may be as wide as a blank of its capitals, and one that
    may lie or stand may have a bare stroke beside it: the rest of the line has to tell its direction.
    """
    guide, small = _roles(one, other)
    (box, letters), (part, few) = guide, small
    unclear = not spaced and few == 0 and letters == 1 and len(_shown(box, letters)) > 1
    if min(box.rows, part.rows) > 1 or letters == 0 or unclear:
        return None
    if few > 1 and part.elongation >= _TOLD and _between(box.angle, part.angle) > _TURN:
        return None
    close = _WIDE if spaced else _CLOSE
    return next((angle for angle in _directions(guide) if _follows(guide, small, angle, walls, close)), None)


def _roles(one: Row, other: Row) -> tuple[Row, Row]:
    """The row that shows the direction more clearly, and the other one; a point or a colon has no letter."""
    guide, small = sorted((one, other), key=_clearness, reverse=True)
    if guide[1] == 0 < small[1] and guide[0].height <= _LOW * small[0].height:
        guide, small = small, guide
    if _is_colon(guide[0], small[0]):
        return small, (guide[0], 0)
    is_point = small[1] == 1 and _is_point(small[0], guide)
    return guide, (small[0], 0) if is_point or _is_colon(small[0], guide[0]) else small


def _follows(guide: Row, small: Row, angle: float, walls: Ink, close: float) -> bool:
    """Whether a row goes on with another one along this direction; `close` as in `_way_on`."""
    (box, letters), (part, few) = guide, small
    a, b = box.turned(angle), part.turned(angle)
    away, across = a.offset(b)
    height = max(a.height, b.height)
    gap = abs(away) - (a.length + b.length) / 2
    if few == 0 or (few == 1 and _is_sign(b, a, letters)):
        low = _POINT * height if max(b.height, b.length) <= _DOT * height else _OFF * height
        return b.length <= height and gap <= max(_BLANK, close) * height and abs(across) <= low
    told = _is_told(box, letters)
    level = abs(across) <= _OFF * min(a.height, b.height) or (
        few == 1 < letters and abs(across) <= (a.height - b.height) / 2 + _LEAST * a.height
    )
    alike = height <= _ALIKE * min(a.height, b.height) and level
    near = -0.3 * height <= gap <= (_BLANK if told else close) * height
    if not (alike and near) or (letters == 1 and not _may_run(small, angle)):
        return False
    wall = _wall_between(a, b, walls)
    return wall != RULED and not (wall > 0 and gap > _OVER * height)


def _may_run(row: Row, angle: float) -> bool:
    """Whether a row may run in a direction that one letter beside it shows: ⌴ and ⌵ are wider than high, and lie."""
    return any(abs((angle - own + 90) % 180 - 90) <= _TURN for own in _directions(row))


def _is_sign(small: TextBox, box: TextBox, letters: int) -> bool:
    """Whether a piece is so small that it is a sign beside letters.

    A single letter may be a piece of the part, and what is tall and small beside it a figure.
    """
    size = max(small.height, small.length) / box.height
    least = _LEAST_TALL if small.height > _ROUND * small.length else _LEAST_SIGN
    return size <= _SIGN and (letters > 1 or (size >= least and box.length <= _WIDEST * box.height))


def _is_colon(small: TextBox, box: TextBox) -> bool:
    """Whether a piece beside level letters is as narrow as a point and not as high as they are: two of them."""
    _, top, _, bottom = box.bounds
    x0, high, x1, low = small.bounds
    height = min(bottom - top, box.height) if box.length > box.height else bottom - top
    inside = top < high and low < bottom + _LEAST * height
    return inside and x1 - x0 <= _DOT * height and _COLON[0] * height <= low - high <= _COLON[1] * height


def _clearness(row: Row) -> tuple[bool, float]:
    """How clearly a row shows its direction: several letters by their length, one, or a sign of two, by its size."""
    box, letters = row
    several = letters > 1 and box.elongation >= _TOLD
    return several, box.elongation if several else max(box.length, box.height)


def _is_point(small: TextBox, row: Row) -> bool:
    """Whether one box is a point beside the letters of a row, however large it is beside the page's other letters."""
    size, least, letter = max(small.length, small.height), min(small.length, small.height), _letter(row)
    is_short = size <= _SHORT_STROKE[0] * least and size <= _SHORT_STROKE[1] * letter
    return row[0].rows == 1 and size <= _DOT * letter and (size <= _ROUND * least or is_short)


def _letter(row: Row) -> float:
    """How high the letters of a row are: one alone may lie on its side."""
    box, letters = row
    return max(box.length, box.height) if letters == 1 else box.height


def _shown(box: TextBox, letters: int) -> tuple[float, ...]:
    """The directions in which a short row may run: more than one letter along their longer side.

    One letter tells it where it is clearly higher than wide (ISO 3098-1), else it may run both ways.
    """
    if letters == 1:
        left, top, right, bottom = box.bounds
        tall = math.log(max(bottom - top, 1.0) / max(right - left, 1.0))
        return (0.0, 90.0) if abs(tall) < _NARROW else (0.0,) if tall > 0 else (90.0,)
    if abs(box.length - box.height) < _SQUARE * box.height:
        return 0.0, 90.0
    return (box.angle,) if box.length > box.height else (box.angle + 90.0,)


def _wall_between(one: TextBox, other: TextBox, walls: Ink) -> int:
    """What stands between the middles of two boxes: nothing (0), a line with a free end (1), or a wall (`RULED`)."""
    steps = max(2, int(math.hypot(one.x - other.x, one.y - other.y)) * 2)
    columns = np.linspace(one.x, other.x, steps).astype(int).clip(0, walls.shape[1] - 1)
    rows = np.linspace(one.y, other.y, steps).astype(int).clip(0, walls.shape[0] - 1)
    return int(walls[rows, columns].max())


def _union(boxes: Sequence[TextBox], told: bool) -> TextBox:
    """The box around boxes of one line, in the direction of the longest; single letters tell it by where they are.

    The box of one of them may lie along its stem, as sloped lettering leans.
    """
    guide = max(boxes, key=lambda b: b.length)
    if len(boxes) > 1 and not told:
        x, y = np.array([(b.x, b.y) for b in boxes]).T
        guide = guide.turned(90.0 if np.ptp(y) > np.ptp(x) else 0.0)
    turn = math.radians(guide.angle)
    along, down = np.array([math.cos(turn), -math.sin(turn)]), np.array([math.sin(turn), math.cos(turn)])
    corners = np.concatenate([b.corners for b in boxes])
    s, n = corners @ along, corners @ down
    middle = along * (s.min() + s.max()) / 2 + down * (n.min() + n.max()) / 2
    return replace(
        guide,
        x=float(middle[0]),
        y=float(middle[1]),
        length=float(np.ptp(s)),
        height=float(np.ptp(n)),
        angle=guide.angle,
        rows=max([b.rows for b in boxes if _between(b.angle, guide.angle) <= _TURN], default=1),
    )


def padded(box: TextBox) -> TextBox:
    """The box with the paper around it that a detector leaves; one letter may lie or stand."""
    margin = 2 * _MARGIN * (box.height / box.rows if box.letters > 1 else max(box.height, box.length))
    return replace(box, length=box.length + margin, height=box.height + margin)
