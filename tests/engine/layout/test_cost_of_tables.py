"""Rows and grids are joined at a cost that grows with them, and within the page's time."""

from __future__ import annotations

from collections import Counter

import pytest
from engine_drawing import Drawing

from drawkit.engine.budget import Budget, OutOfTimeError, spending
from drawkit.engine.sheet import Sheet, Word
from drawkit.engine.tables import aligned_tables as module
from drawkit.engine.tables import grids
from drawkit.engine.text.lines import lines_of


def words(rows: int, columns: int) -> Sheet:
    drawing = Drawing()
    for row in range(rows):
        for column in range(columns):
            drawing.text(20 + 25 * column, 20 + 7 * row, f"W{column}", 5)
    return drawing.sheet()


def most_asked(rows: int, monkeypatch: pytest.MonkeyPatch) -> int:
    """How often it is asked at most where a word stands."""
    asked: Counter[Word] = Counter()
    middle = Word.middle.fget
    assert middle is not None

    def counted(word: Word) -> tuple[float, float]:
        asked[word] += 1
        return middle(word)

    sheet = words(rows, 12)
    with monkeypatch.context() as patch:
        patch.setattr(Word, "middle", property(counted))
        [table] = module.aligned_tables(sheet, [])
    assert len(table.rows) == rows
    return max(asked.values())


def test_where_a_word_stands_is_not_asked_for_each_row_there_is(monkeypatch: pytest.MonkeyPatch) -> None:
    few = most_asked(10, monkeypatch)
    assert most_asked(60, monkeypatch) <= few + 2


def test_joining_rows_looks_at_the_clock() -> None:
    rows = module._rows(lines_of(words(3, 3).words, gap=1.2))
    with spending(Budget(1e-6)), pytest.raises(OutOfTimeError):
        module._runs(rows)


def test_stacking_grids_looks_at_the_clock() -> None:
    grid = grids.Grid(((0.0, 0.0, 10.0, 10.0),), 0.5)
    with spending(Budget(1e-6)), pytest.raises(OutOfTimeError):
        grids._stacked([grid], 0.5)
