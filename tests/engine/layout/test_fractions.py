"""Fractions of an inch: a numerator above its denominator, a bar or a slash between, is one number."""

from __future__ import annotations

import pytest
from engine_drawing import Drawing

from drawkit.engine.layout.fractions import with_fractions
from drawkit.engine.modules import dimensions


def texts(d: Drawing) -> list[str]:
    return [w.text for w in with_fractions(d.sheet()).words]


def over(d: Drawing, x: float, y: float, upper: str, lower: str, bar: float = 6.0) -> Drawing:
    """A fraction with a level bar whose middle is (x, y)."""
    d.text(x - 1.75 * len(upper), y - 1.2, upper).text(x - 1.75 * len(lower.strip('"')), y + 6.2, lower)
    return d.line(x - bar / 2, y, x + bar / 2, y)


class TestFractions:
    def test_over_a_bar_behind_its_whole_number(self):
        d = over(Drawing().text(100, 102.5, "3"), 108, 100, "1", "2")
        assert texts(d) == ["3", "1/2"]
        three, half = with_fractions(d.sheet()).words
        assert half.y == pytest.approx(three.y)
        assert half.height == three.height

    def test_alone_and_with_an_inch_mark(self):
        assert texts(over(Drawing(), 108, 100, "11", '16"', bar=9)) == ['11/16"']

    def test_a_slash_of_the_text_layer(self):
        d = Drawing().text(100, 96, "11").text(107, 100, "/", 7).text(110, 100, '16"')
        assert texts(d) == ['11/16"']

    def test_a_drawn_slash(self):
        assert texts(Drawing().text(100, 96, "3").text(107, 102, "8").line(102, 103, 109, 91)) == ["3/8"]

    def test_standing(self):
        d = Drawing().text(100, 100, "1", angle=90).text(107.4, 100, "2", angle=90).line(101.2, 96, 101.2, 102)
        assert texts(d) == ["1/2"]

    @pytest.mark.parametrize(("upper", "lower"), [("1", "3"), ("2", "4"), ("9", "8"), ("1.5", "2"), ("A", "4")])
    def test_no_fraction_of_an_inch(self, upper, lower):
        assert set(texts(over(Drawing(), 108, 100, upper, lower))) == {upper, lower}

    def test_two_numbers_about_a_dimension_line(self):
        d = Drawing().text(106, 98.8, "1").text(106, 106.2, "2").dimension_line(60, 100, 160, 100)
        assert texts(d) == ["1", "2"]

    def test_items_on_their_shelves(self):
        d = over(Drawing(), 108, 100, "3", "4").line(111, 100, 140, 140)
        assert texts(d) == ["3", "4"]
        large = (
            Drawing()
            .text(100, 100, "3", 14)
            .text(100, 122, "4", 14)
            .line(96, 104, 110, 104)
            .text(300, 300, "plain text")
        )
        assert texts(large) == ["3", "4", "plain", "text"]

    def test_a_scale_in_two_lines(self):
        assert texts(Drawing().text(100, 100, "1").text(105, 100, "/").text(108, 107, "2")) == ["1", "/", "2"]

    def test_figures_of_a_list(self):
        assert texts(Drawing().text(100, 100, "1").text(100, 108, "2").text(100, 116, "3")) == ["1", "2", "3"]

    def test_a_dimension_reads_it(self):
        d = over(Drawing().text(100, 102.5, "3"), 108, 100, "1", "2")
        d.dimension_line(60, 112, 160, 112).line(60, 100, 60, 130).line(160, 100, 160, 130)
        sheet = with_fractions(d.sheet())
        (one,) = dimensions.read(sheet, sheet.words, None)
        assert (one.nominal, one.text) == (3.5, "3 1/2")
