"""Lines of notes that read as dimensions are none: what stands above and below them says so."""

from __future__ import annotations

import pytest
from engine_drawing import Drawing

from drawkit.engine.modules import dimensions
from drawkit.engine.sheet import Sheet

PITCH = 11.0


def led(*lines: str) -> Drawing:
    """A text of several lines at the end of a leader, on its shelf."""
    drawing = Drawing()
    for number, line in enumerate(lines):
        drawing.text(200, 200 + PITCH * number, line, 7)
    foot = 203 + PITCH * (len(lines) - 1)
    return drawing.line(198, foot, 260, foot).line(198, foot, 150, 300).head(150, 300, (-0.44, 0.9))


def told(drawing: Drawing) -> list[str]:
    sheet = Sheet(1, drawing.width, drawing.height, words=tuple(drawing.words), paths=tuple(drawing.paths))
    return [one.text for one in dimensions.read(sheet, sheet.words, "mm")]


def test_a_thing_that_is_named_below_words_is_none() -> None:
    assert told(led("CONNECTOR", "2MM HEADER")) == []
    assert told(led("ENCODER PORT", "0.05IN HEADER")) == []


def test_a_size_in_the_middle_of_a_sentence_is_none() -> None:
    lines = ("Widen the opening of the cube", "(Radius 17.5 mm), depth: 15 mm", "and test the fit with a mount")
    assert told(led(*lines)) == []


@pytest.mark.parametrize(
    "lines",
    [
        ("⌀2.5 CLEARANCE",),
        ("SURFACE", "⌀6 THRU"),
        ("DRILL AND TAP", "M6x1 ↧12", "BOTH SIDES"),
    ],
)
def test_callouts_with_words_beside_them_stay(lines: tuple[str, ...]) -> None:
    assert len(told(led(*lines))) == 1
