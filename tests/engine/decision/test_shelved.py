"""What numbers on headless shelves are is decided for all of a sheet's."""

from __future__ import annotations

import numpy as np
import pytest
from engine_drawing import Drawing

from drawkit.engine.decision.candidates import candidates_of
from drawkit.engine.decision.features import features_of
from drawkit.engine.decision.shelved import as_one_kind

TEXTS = ["31", "64", "101", "37", "103", "99,103"]


def sheet_with_shelves(texts: list[str]) -> Drawing:
    """Numbers on shelves, each with a leader that has no head, and a dimension with two."""
    drawing = Drawing().text(150, 100, "30").dimension_line(100, 103, 220, 103)
    for k, text in enumerate(texts):
        x = 240 + 60 * k
        drawing.text(x, 300, text, 7).line(x - 1, 302, x + 24, 302).line(x - 1, 302, x - 30, 360)
    return drawing


def weighed(texts: list[str], chances: dict[str, float], other: float = 0.9) -> dict[str, float]:
    sheet = sheet_with_shelves(texts).sheet()
    candidates = candidates_of(sheet, sheet.words, "mm")
    given = np.array([chances.get(c.lines[0].text, other) for c in candidates])
    found = as_one_kind(candidates, features_of(sheet, candidates), given)
    return {c.lines[0].text: float(chance) for c, chance in zip(candidates, found, strict=True)}


def test_most_are_none_so_none_is() -> None:
    given = {"31": 0.1, "64": 0.6, "101": 0.8, "37": 0.05, "103": 0.1, "99,103": 0.7}
    found = weighed(TEXTS, given)
    usual = np.median(list(given.values()))
    assert all(found[text] == min(chance, usual) for text, chance in given.items())
    assert found["30"] == 0.9


@pytest.mark.parametrize("count", [1, 3])
def test_few_tell_nothing(count: int) -> None:
    given = dict.fromkeys(TEXTS[:count], 0.1) | {TEXTS[count - 1]: 0.8}
    assert weighed(TEXTS[:count], given)[TEXTS[count - 1]] == 0.8


def test_where_most_are_dimensions_they_stay() -> None:
    given = dict.fromkeys(TEXTS, 0.8) | {"31": 0.2}
    found = weighed(TEXTS, given)
    assert {text: found[text] for text in given} == given
