"""Characters that stand one by one, aslant: two that are alike are two, and what is printed twice is one."""

from __future__ import annotations

import io
import math

import pytest
from core_drawing import opened
from reportlab.pdfgen.canvas import Canvas

_SIZE = 100.0
_SCALE = 0.12


def printed(text: str, angle: float, *, times: int = 1) -> bytes:
    """A page on which each character is set by itself, in a large font on a small scale, so often."""
    buffer = io.BytesIO()
    canvas = Canvas(buffer, pagesize=(300, 300), invariant=True)
    x, y, turn = 60.0, 60.0, math.radians(angle)
    for character in text:
        for again in range(times):
            canvas.saveState()
            canvas.translate(x + 0.1 * again, y)
            canvas.rotate(angle)
            canvas.scale(_SCALE, _SCALE)
            canvas.setFont("Helvetica", _SIZE)
            canvas.drawString(0, 0, character)
            canvas.restoreState()
        on = canvas.stringWidth(character, "Helvetica", _SIZE) * _SCALE
        x, y = x + on * math.cos(turn), y + on * math.sin(turn)
    canvas.save()
    return buffer.getvalue()


def words(text: str, angle: float, *, times: int = 1) -> list[str]:
    with opened(printed(text, angle, times=times)) as sheet:
        return [word.text for word in sheet.words]


@pytest.mark.parametrize("angle", [0, 25, 55, 90, 125, 305])
@pytest.mark.parametrize("text", ["(44)", "11", "R100", "8,88"])
def test_no_character_is_lost_in_any_direction(text: str, angle: float) -> None:
    assert words(text, angle) == [text]


@pytest.mark.parametrize("angle", [0, 55])
def test_what_is_printed_twice_for_bold_letters_is_told_once(angle: float) -> None:
    assert words("44", angle, times=2) == ["44"]


def test_a_blank_after_a_character_is_not_the_character_again() -> None:
    assert words("4 7", 55) == ["4", "7"]
