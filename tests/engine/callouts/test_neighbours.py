"""Which lines go on with the callout above them, and which speak of the one below."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drawkit.engine.callouts import continues_callout, precedes_callout

GOES_ON = """⌴ ⌀9 ↧5|⌵ ⌀.51 X 100°|↧12|THRU ALL|4 PLACES|(2 PLCS)|12 DEEP|TYP|(TYP.)|MAX|±0.1|EQ SP|2X|(2X)|X4|x 4
    |4X TYP|4 отв.|4孔|4处|[.500]|[12.7 ±0.1]|REF|T Y P|UP TO NEXT|4 HOLES EQ SP|глуб. 10|深10|durch|+0.1|(X4)
    |120deg spacing|45° EQ SP"""
BEGINS = """⌀5|2X ⌀5 THRU|12|M8|MAX 5|(12)|SECTION A-A|(|2X 45°|2x 12|4 HOLES ⌀5|12.5|R5|1x45°|4-M5|-0.1|NOTE 3|5|A
    |2X ↧|[.5|12 34 PLACES|ISO 2768-m"""

SPEAKS = "2X|(2X)|2x|4 HOLES|4 отв.|4孔|QTY 4|2 PLACES|4X EQ SP|TYP|(TYP.)|[12.7]|SPHERICAL|2 фаски|4 OFF"
SILENT = "|12|⌀5|M5|4|FOO|SECTION A-A|NOTE 3|THRU|FOR PIN|4 FOO|2X FOO|ISO 2768"


@pytest.mark.parametrize("line", GOES_ON.split("|"))
def test_line_that_begins_no_callout_goes_on(line: str) -> None:
    assert continues_callout(line.strip())
    assert continues_callout(line.strip(), ["⌀5"])


@pytest.mark.parametrize("line", ["", *BEGINS.split("|")])
def test_line_that_may_begin_does_not_go_on_alone(line: str) -> None:
    assert not continues_callout(line.strip())


@pytest.mark.parametrize(
    ("above", "line"),
    [
        ("⌀.16 ↧.90", "10-32 UNF ↧.70"),
        ("4X ⌀3.3 ↧12", "M4x0.7 - 6H ↧8"),
        ("M6 ↧12", "⌀5 ↧16"),
        ("⌀5,00 -17,50 DEEP", "DIN 974 - ⌀9,00 X 5,00"),
        ("⌀4.5 THRU", "⌀9 X 90°"),
        ("12.70", "(.500)"),
        ("7.62 ±0.25", ".300 ±.010"),
        (".500", "(12.7)"),
        ("⌀20", "H7"),
        ("⌀20 H7", "(+0.021 0)"),
        ("12.5", "-0.1"),
        ("⌀5", "FOR PIN"),
        ("⌀5", "REAM"),
        ("⌀5", "SEE NOTE 3"),
        ("⌀5 THRU", "NEAR SIDE"),
        ("M5", "TAPPED HOLE"),
        ("2X ⌀5.5 THRU", "2X ⌴ ⌀10 ↧5"),
        ("2X ⌀.5 ±.008", "2X ⌴ ⌀.75 ±.020 ↧.5 ±.02"),
        ("4-⌀4.5 貫通", "⌀9皿ザグリ"),
        ("⌀6.6 THRU", "⌀11 CBORE 6 DEEP"),
        ("⌀22.65/22.60", "bushing (X2)"),
        ("⌀3.2", "corner posts 4X"),
    ],
)
def test_line_adds_to_what_stands_above(above: str, line: str) -> None:
    assert continues_callout(line, [above])


@pytest.mark.parametrize(
    ("above", "line"),
    [
        ("7.55 ±0.10", "0.30 ±0.05"),
        ("13.09", "A1"),
        ("18", "Y3"),
        ("⌀5", "⌀6"),
        ("4X ⌀5.5 THRU", "2X ⌴ ⌀10 ↧5"),
        ("⌀22.6", "bushing"),
        ("4X ⌀22.6", "bushing (X2)"),
        ("⌀22.6", "bushing 2X 12"),
        ("⌀5", "M8"),
        ("⌀9", "M8"),
        ("⌀5", "12"),
        ("⌀5", "R5"),
        ("⌀5", "2X ⌀6"),
        ("⌀5", "SECTION A-A"),
        ("⌀5", "ISO 2768-m"),
        ("⌀5", "BRACKET"),
        ("⌀50", "0"),
        ("⌀50", "4X ⌀5"),
        ("12", "SEE NOTE 3"),
        ("BRACKET", "REAM"),
        ("12.7", "(.300)"),
    ],
)
def test_line_of_another_callout_adds_nothing(above: str, line: str) -> None:
    assert not continues_callout(line, [above])


@pytest.mark.parametrize("line", SPEAKS.split("|"))
def test_line_speaks_of_the_callout_below(line: str) -> None:
    assert precedes_callout(line)


@pytest.mark.parametrize("line", SILENT.split("|"))
def test_line_says_nothing_of_one_below(line: str) -> None:
    assert not precedes_callout(line)


@given(st.text(alphabet="⌀R±Mx(){}|[].,0125 THRUYPEDF°\n", max_size=20), st.lists(st.sampled_from(["⌀5", "12", "?"])))
def test_any_line_is_survived(line: str, above: list[str]) -> None:
    assert continues_callout(line, above) in {True, False}
    assert precedes_callout(line) in {True, False}
