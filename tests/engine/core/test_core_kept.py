"""What is kept of a page goes with its drawing, also where reading it fails."""

from __future__ import annotations

import gc
import weakref

import pytest

from drawkit.contract import Refused
from drawkit.engine import analyze
from drawkit.engine.kept import forgetting, kept
from drawkit.engine.layout.ruling import ruling_of
from drawkit.engine.sheet import Sheet


def test_a_question_is_worked_out_once_until_the_drawing_is_read() -> None:
    asked: list[int] = []

    @kept(2)
    def twice(number: int) -> int:
        asked.append(number)
        return 2 * number

    with forgetting():
        assert [twice(3), twice(3)] == [6, 6]
    assert twice(3) == 6
    assert asked == [3, 3]


def test_it_is_let_go_where_reading_fails() -> None:
    sheet = Sheet(1, 100, 100)
    ruling_of(sheet)
    gone = weakref.ref(sheet)
    with pytest.raises(Refused):
        analyze(b"no drawing")
    with pytest.raises(ZeroDivisionError), forgetting():
        raise ZeroDivisionError
    del sheet
    gc.collect()
    assert gone() is None
