"""One box for a number and the deviations above each other behind it, however they run."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drawkit.engine.detection.boxes import TextBox, close_pairs
from drawkit.engine.detection.deviation_stacks import deviation_stacks


def sized(angle: float, *, rows: tuple[float, ...] = (-13.0, 13.0), gap: float = -4.0) -> list[TextBox]:
    """A number 60 by 30 and rows 40 by 22 behind it, so far from its middle."""
    nominal = TextBox(300, 200, 60, 30, angle)
    along, down = nominal.along, nominal.turned(angle - 90).along
    middles = ((60 / 2 + gap + 20) * along + off * down for off in rows)
    return [nominal, *(TextBox(300 + float(m[0]), 200 + float(m[1]), 40, 22, angle) for m in middles)]


@pytest.mark.parametrize("angle", [0.0, 90.0, 35.0])
def test_a_box_shows_the_number_and_both_rows(angle: float) -> None:
    boxes = sized(angle)
    [whole] = deviation_stacks(boxes)
    assert (whole.angle, whole.rows, whole.guessed, whole.unsure) == (angle, 2, True, False)
    assert whole.height == pytest.approx(48, abs=0.1)
    assert whole.length == pytest.approx(96, abs=0.1)
    for box in boxes:
        along, down = whole.offset(box)
        assert abs(along) + box.length / 2 <= whole.length / 2 + 0.1
        assert abs(down) + box.height / 2 <= whole.height / 2 + 0.1


@pytest.mark.parametrize("off", [-13.0, 13.0])
def test_a_row_that_was_not_found_is_taken_to_mirror_the_other(off: float) -> None:
    [whole] = deviation_stacks(sized(0, rows=(off,)))
    assert whole.height == pytest.approx(48, abs=0.1)
    assert whole.y == pytest.approx(200, abs=0.1)


@pytest.mark.parametrize(
    "boxes",
    [
        sized(0, rows=(0.0,)),  # a tolerance in the number's own row
        sized(0, rows=(-30.0, 30.0)),  # the lines above and below
        sized(0, gap=30.0),
        sized(0, gap=-40.0),  # rows that stand over it
        [TextBox(300, 200, 60, 30, 0), TextBox(400, 212, 140, 22, 0)],  # a line of text
        [TextBox(300, 200, 60, 30, 0), TextBox(350, 212, 40, 22, 90)],
        [],
    ],
)
def test_what_stands_otherwise_is_no_stack(boxes: list[TextBox]) -> None:
    assert deviation_stacks(boxes) == []


@given(st.lists(st.tuples(st.integers(0, 200), st.integers(0, 60)), max_size=12))
def test_close_boxes_are_those_whose_bounds_are_no_further_apart(places: list[tuple[int, int]]) -> None:
    boxes = [TextBox(x, y, 30, 10, 0) for x, y in places]
    near = [
        (i, k)
        for i, one in enumerate(boxes)
        for k, other in enumerate(boxes)
        if i != k and abs(one.x - other.x) <= 30 + 5 and abs(one.y - other.y) <= 10 + 5
    ]
    assert list(close_pairs(boxes, 0.5)) == near
