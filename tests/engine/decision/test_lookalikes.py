"""Circles and arrow heads that were read as figures are no dimensions; figures that are surely some stay."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from engine_drawing import Drawing

from drawkit.engine.decision.candidates import candidates_of
from drawkit.engine.decision.lookalikes import without_lookalikes
from drawkit.engine.objects.terminator import Terminator

NONE = np.empty((0, 4))
HEAD = Terminator(108.0, 98.0, (1.0, 0.0), 12.0, "arrow")  # its middle lies in a text at 100, 100


def left(
    text: str,
    chance: float,
    *,
    recognised: bool = True,
    slim: bool = False,
    height: float = 5,
    heads: tuple[Terminator, ...] = (),
    read: float = 0.8,
    line: Sequence[float] = (),
) -> float:
    """What is left of the chance of a text at 100, 100."""
    sheet = Drawing().text(100, 100, text, height).text(300, 300, "25").sheet()
    word, other = sheet.words
    length = 0.5 * word.height if slim else max(word.length, 0.9 * word.height)  # readers leave paper around a figure
    word = replace(word, read_from="recognised" if recognised else "text layer", length=length, confidence=read)
    sheet = sheet.at(words=(word, other))
    candidates = candidates_of(sheet, sheet.words, "mm")
    number = next(i for i, c in enumerate(candidates) if c.lines[0].text == text)
    found = without_lookalikes(
        candidates, heads, np.array([line] if line else [], float).reshape(-1, 4), np.full(len(candidates), chance)
    )
    assert found[[i for i in range(len(candidates)) if i != number]] == pytest.approx(chance)
    return float(found[number])


def test_a_lone_zero_in_a_picture_is_a_circle_unless_it_is_sure() -> None:
    assert left("0", 0.7) == 0
    assert left("0", 0.95) == 0.95


def test_a_zero_lower_than_the_sheets_sizes_is_a_circle() -> None:
    assert left("0", 0.99, height=3) == 0
    assert left("0", 0.99, height=4.5) == 0.99
    assert left("0", 0.99, height=3, recognised=False) == 0.99
    assert left("7", 0.99, height=3) == 0.99


@pytest.mark.parametrize("text", [",00", "(0)", "0.0"])
def test_a_zero_with_more_to_it_is_one_too(text: str) -> None:
    assert left(text, 0.7) == 0
    assert left(text, 0.7, recognised=False) == 0.7


def test_a_figure_as_slim_as_a_head_is_one_unless_it_is_a_1() -> None:
    assert left("7", 0.7, slim=True) == 0
    assert left("7", 0.95, slim=True) == 0.95
    assert left("1", 0.7, slim=True) == 0.7
    assert left("17", 0.7, slim=True) == 0.7


def test_a_zero_of_the_text_layer_is_a_zero() -> None:
    assert left("0", 0.7, recognised=False) == 0.7


def test_a_figure_that_an_arrow_head_was_read_as_is_none() -> None:
    assert left("7", 0.7, heads=(HEAD,)) == 0
    assert left("7", 0.92, heads=(HEAD,)) == 0.92
    assert left("7", 0.7, heads=(replace(HEAD, x=160.0),)) == 0.7


@pytest.mark.parametrize(
    ("line", "kept"),
    [
        ((102, 60, 102, 101), 0.0),  # an extension line that ends there
        ((102, 94, 102, 140), 0.0),
        ((102, 94, 102, 101), 0.7),  # its own stroke
        ((60, 98, 140, 98), 0.7),  # across it
        ((120, 60, 120, 101), 0.7),  # beside it
        ((102, 60, 102, 96), 0.7),  # one that ends above its middle
    ],
)
def test_the_end_of_a_line_is_no_1(line: tuple[float, ...], kept: float) -> None:
    assert left("1", 0.7, slim=True, line=line) == kept
    assert left("1", 0.95, slim=True, line=line) == 0.95
    assert left("1", 0.7, slim=True, line=line, recognised=False) == 0.7
    assert left("7", 0.7, line=line) == 0.7


def test_a_figure_that_is_read_surely_is_one_though_its_loose_box_shows_a_head() -> None:
    assert left("7", 0.7, heads=(HEAD,), read=0.97) == 0.7


@pytest.mark.parametrize("text", ["17", "R7"])
def test_more_than_one_figure_is_text_though_a_head_touches_it(text: str) -> None:
    assert left(text, 0.7, heads=(HEAD,)) == 0.7


def test_a_zero_that_numbers_are_counted_from_stays() -> None:
    sheet = Drawing().text(100, 100, "0").sheet()
    sheet = sheet.at(words=tuple(replace(w, read_from="recognised") for w in sheet.words))
    (zero,) = candidates_of(sheet, sheet.words, "mm")
    assert without_lookalikes([replace(zero, ordinate=True)], (), NONE, np.array([0.5])).tolist() == [0.5]
    assert without_lookalikes([zero], (), NONE, np.array([0.5])).tolist() == [0.0]
