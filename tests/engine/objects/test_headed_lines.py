"""Lines that one outline draws with their heads: the line, its heads, and outlines that are none."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from drawkit.engine.headed_lines import headed_lines_of
from drawkit.engine.objects.strokes import Strokes
from drawkit.engine.objects.terminator import Terminator
from drawkit.engine.objects.terminators import carried_heads_of, terminators_of
from drawkit.engine.sheet import Floats, Path, segments_of

HEIGHT = 5.0
TIP = (200.0, 300.0)

turns = st.floats(0, 360)
lengths, heads = st.floats(16, 90), st.floats(4, 8)
widths, pens = st.floats(0.25, 0.9), st.floats(0.12, 0.3)  # of a head over its length, of a line over its head's


def way_of(turn: float) -> Floats:
    return np.array([math.cos(math.radians(turn)), -math.sin(math.radians(turn))])


def outline(points: Floats, turn: float = 0.0, *, filled: bool = True, curved: bool = False) -> Path:
    """A closed outline of points along and across the way that it is turned to, from `TIP` on."""
    along = way_of(turn)
    placed = np.array(TIP) + points[:, :1] * along + points[:, 1:] * np.array([-along[1], along[0]])
    return Path(placed, True, filled, not filled, 0.2, 0, curved)


def headed(length: float, head: float, width: float, pen: float, *, both: bool = False, hollow: int = 0) -> Floats:
    """One side of a line with its head, from its tip on, and the other side back; its back may be hollowed by arcs."""
    bent = [(0.4 * head * math.sin(t * math.pi / 2), (1 - t) * width + t * pen) for t in np.linspace(0, 1, hollow + 1)]
    side = [(0.0, 0.0), *((off - head, across / 2) for off, across in (bent if hollow else ((0, width), (0, pen))))]
    side += [(-length - x, y) for x, y in reversed(side)] if both else [(-length, pen / 2)]
    points = np.array(side)
    return np.vstack([points, (points * (1, -1))[-2 if both else -1 : 0 : -1]])


def terminators(path: Path) -> list[Terminator]:
    return terminators_of((path,), Strokes(segments_of((path,))), HEIGHT)


def arrow(head: Terminator) -> tuple[float, ...]:
    """Where a terminator is, to where it points, and how long it is: of arrows alone."""
    assert head.kind == "arrow"
    return head.x, head.y, *head.direction, head.size


@given(turns, lengths, heads, widths, pens, st.sampled_from([0, 4, 9]))
def test_a_line_and_its_head_are_known_in_one_outline(
    turn: float, length: float, head: float, width: float, pen: float, hollow: int
) -> None:
    points = headed(length, head, width * head, pen * width * head, hollow=hollow)
    path, way = outline(points, turn, curved=hollow > 0), way_of(turn)
    [(*ends,)] = segments_of((path,)).tolist()
    assert sorted([ends[:2], ends[2:]]) == [
        pytest.approx(end, abs=0.1) for end in sorted([list(TIP), (TIP - length * way).tolist()])
    ]
    [one] = terminators(path)
    assert arrow(one)[:4] == pytest.approx((*TIP, *way), abs=0.1)
    assert one.size == pytest.approx(head, abs=0.1)


@given(turns, st.floats(28, 90), heads, widths, pens)
def test_a_line_with_heads_at_both_ends_has_two(
    turn: float, length: float, head: float, width: float, pen: float
) -> None:
    path, way = outline(headed(length, head, width * head, pen * width * head, both=True), turn), way_of(turn)
    assert len(segments_of((path,))) == 1
    found = sorted((arrow(one) for one in terminators(path)), key=lambda one: math.dist(one[:2], TIP))
    assert found == [
        pytest.approx((*TIP, *way, head), abs=0.1),
        pytest.approx((*(TIP - length * way), *-way, head), abs=0.1),
    ]


def bent(length: float, shelf: float, bend: float, head: float, pen: float) -> Floats:
    """The outline of a leader with its head and a shelf beyond its bend of so many degrees, which is cut level."""
    turn = math.radians(bend)
    miter = pen / 2 * math.tan(turn / 2)
    end = np.array([-length - shelf * math.cos(turn), shelf * math.sin(turn)])
    normal = pen / 2 * np.array([math.sin(turn), math.cos(turn)])
    inner, outer = (-length + miter, pen / 2), (-length - miter, -pen / 2)
    tip = [(0.0, 0.0), (-head, head / 4), (-head, pen / 2)]
    return np.array([*tip, inner, *(end + normal, end - normal), outer, (-head, -pen / 2), (-head, -head / 4)])


@given(turns, lengths, st.floats(8, 20), st.floats(15, 90), heads, st.floats(0.1, 0.4))
def test_a_leader_is_known_with_its_shelf_beyond_a_bend(
    turn: float, length: float, shelf: float, bend: float, head: float, thin: float
) -> None:
    points = bent(length, shelf, bend, head, thin * head / 2)
    path, way = outline(points, turn), way_of(turn)
    pieces = segments_of((path,))
    assert sorted(np.hypot(*(pieces[:, 2:] - pieces[:, :2]).T)) == pytest.approx(sorted([length, shelf]), abs=0.2)
    [one] = terminators(path)
    assert arrow(one)[:4] == pytest.approx((*TIP, *way), abs=0.1)


@given(turns, st.floats(0.3, 1.5), st.floats(1.7, 3.0))
def test_a_hollow_outline_is_a_line_where_it_is_thin_and_a_part_where_it_is_wide(
    turn: float, thin: float, wide: float
) -> None:
    found = [outline(headed(60, 8, 7, pen), turn, filled=False) for pen in (thin, wide)]
    assert [len(segments_of((path,))) for path in found] == [1, 7]
    assert [len(headed_lines_of((path,))) for path in found] == [1, 0]
    assert [len(headed_lines_of((replace(path, filled=True, stroked=False),))) for path in found] == [1, 1]


@pytest.mark.parametrize(("closed", "comes_back", "lines"), [(True, False, 1), (False, True, 1), (False, False, 0)])
def test_a_hollow_outline_is_closed_or_comes_back_to_its_begin(closed: bool, comes_back: bool, lines: int) -> None:
    points = headed(40, 6, 2, 0.4)
    path = outline(np.vstack([points, points[:1]]) if comes_back else points, filled=False)
    assert len(headed_lines_of((replace(path, closed=closed),))) == lines


def test_the_head_of_such_a_line_needs_no_other_line_to_carry_it() -> None:
    path = outline(headed(40, 6, 2, 0.4), 30)
    [one] = carried_heads_of((path,), Strokes(segments_of((path,))), HEIGHT)
    assert arrow(one)[:4] == pytest.approx((*TIP, *way_of(30)), abs=0.1)


@pytest.mark.parametrize("head", [1.0, 19.0])
def test_a_head_that_is_too_short_or_too_long_for_the_letters_is_none(head: float) -> None:
    assert terminators(outline(headed(80, head, head / 3, head / 20))) == []


OTHERS: dict[str, list[tuple[float, float]]] = {
    "T": [(0, 3), (-1, 3), (-1, 0.5), (-10, 0.5), (-10, -0.5), (-1, -0.5), (-1, -3), (0, -3)],
    "Y": [(0, 3.5), (-4, 0.5), (-10, 0.5), (-10, -0.5), (-4, -0.5), (0, -3.5), (0, -2.4), (-3.4, 0), (0, 2.4)],
    "1": [(0, -0.5), (0, 0.2), (-2.6, 2.6), (-3.2, 1.9), (-1.6, 0.5), (-10, 0.5), (-10, -0.5)],
    "L": [(0, 0.5), (-9, 0.5), (-9, 5), (-10, 5), (-10, -0.5), (0, -0.5), (0, 0)],
    "I": [
        *[(0, 2), (-1, 2), (-1, 0.5), (-9, 0.5), (-9, 2), (-10, 2)],
        *[(-10, -2), (-9, -2), (-9, -0.5), (-1, -0.5), (-1, -2), (0, -2)],
    ],
    "+": [
        *[(0, 0.5), (-4.5, 0.5), (-4.5, 5), (-5.5, 5), (-5.5, 0.5), (-10, 0.5)],
        *[(-10, -0.5), (-5.5, -0.5), (-5.5, -5), (-4.5, -5), (-4.5, -0.5), (0, -0.5)],
    ],
    "4": [
        *[(0, -1), (0, 0), (-6.5, 5), (-7.5, 5), (-7.5, 0), (-10, 0)],
        *[(-10, -1), (-7.5, -1), (-7.5, -2.5), (-6.5, -2.5), (-6.5, -1)],
    ],
    "↥": [
        *[(0, 0), (-4, 1.5), (-4, 0.3), (-11, 0.3), (-11, 2), (-12, 2)],
        *[(-12, -2), (-11, -2), (-11, -0.3), (-4, -0.3), (-4, -1.5)],
    ],
    "a blunt peg": [
        *[(0, 0), (-0.4, 1.6), (-4, 1.6), (-4, 0.4), (-12, 0.4)],
        *[(-12, -0.4), (-4, -0.4), (-4, -1.6), (-0.4, -1.6)],
    ],
}


@pytest.mark.parametrize("other", OTHERS)
@given(turn=turns, size=st.floats(0.7, 3.0))
def test_outlines_of_letters_and_signs_are_no_lines_with_heads(other: str, turn: float, size: float) -> None:
    assert headed_lines_of((outline(np.array(OTHERS[other], float) * size, turn),)) == ()


@given(
    st.lists(st.tuples(st.integers(0, 12), st.integers(0, 12)), min_size=1, max_size=14), st.booleans(), st.booleans()
)
def test_the_line_of_any_outline_lies_within_it(points: list[tuple[int, int]], filled: bool, closed: bool) -> None:
    path = replace(outline(np.array(points, float) * 3, filled=filled), closed=closed)
    x0, y0, x1, y1 = path.box
    for one in headed_lines_of((path,)):
        assert one.path is path
        assert one.heads
        longest = max(math.dist(*piece.tolist()) for piece in one.pieces)
        assert longest <= math.hypot(x1 - x0, y1 - y0)
        assert all(0 < length <= longest for _, _, length in one.heads)
