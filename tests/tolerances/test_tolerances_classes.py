from itertools import pairwise

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from drawkit.tolerances import NotTabulated, limit_deviations, standard_tolerance

PUBLISHED = """
H6 2 6 0; H7 3 10 0; H7 10 15 0; H7 25 21 0; H7 50 25 0; H7 200 46 0; H7 500 63 0; H7 800 80 0; H8 40 39 0
H8 100 54 0; H9 60 74 0; H10 18 70 0; H11 25 130 0; H12 300 520 0; H13 7 220 0; H14 90 870 0; H6 3150 135 0
h5 20 0 -9; h6 16 0 -11; h6 80 0 -19; h7 25 0 -21; h8 150 0 -63; h9 30 0 -52; h11 12 0 -110; h11 400 0 -360
g5 20 -7 -16; g6 10 -5 -14; g6 25 -7 -20; g6 120 -12 -34; f6 30 -20 -33; f7 6 -10 -22; f7 40 -25 -50; f8 65 -30 -76
f9 300 -56 -186; e7 25 -40 -61; e8 50 -50 -89; e9 12 -32 -75; d8 10 -40 -62; d9 25 -65 -117; d10 100 -120 -260
d11 18 -50 -160; c9 8 -80 -116; c11 3 -60 -120; c11 30 -110 -240; c11 55 -140 -330; c11 130 -200 -450
b11 100 -220 -440; b12 45 -180 -430; a11 9 -280 -370; a11 200 -660 -950; cd8 5 -46 -64; ef7 2 -10 -20; fg6 8 -8 -17
js5 40 5.5 -5.5; js6 25 6.5 -6.5; js6 60 9.5 -9.5; js7 15 9 -9; js9 8 18 -18; js11 90 110 -110
j5 20 5 -4; j6 10 7 -2; j6 40 11 -5; j7 100 20 -15; j8 2 8 -6
k5 15 9 1; k6 3 6 0; k6 6 9 1; k6 25 15 2; k6 50 18 2; k6 250 33 4; k6 450 45 5; k7 70 32 2; k8 30 33 0; k6 600 44 0
m5 30 17 8; m6 10 15 6; m6 25 21 8; m6 60 30 11; m7 200 63 17; m6 560 70 26
n5 20 24 15; n6 8 19 10; n6 25 28 15; n6 100 45 23; n7 45 42 17; p6 5 20 12; p6 25 35 22; p6 150 68 43; p7 40 51 26
r6 12 34 23; r6 50 50 34; r6 60 60 41; r6 75 62 43; r6 170 93 68; r7 90 86 51; s6 15 39 28; s6 50 59 43; s6 55 72 53
s6 80 78 59; s6 130 117 92; s7 210 176 130; t6 28 54 41; t6 40 64 48; t7 70 105 75; u6 20 54 41; u6 30 61 48
u7 55 117 87; u8 9 50 28; u6 550 644 600; v6 16 50 39; v7 65 132 102; x6 12 51 40; x6 16 56 45; x7 35 105 80
x8 70 192 146; y7 22 84 63; z6 5 43 35; z7 18 78 60; z8 45 175 136; za7 9 67 52; zb8 25 193 160; zc9 30 270 218
G6 30 20 7; G7 25 28 7; G7 100 47 12; F7 20 41 20; F8 12 43 16; F8 50 64 25; F8 180 106 43; E7 40 75 50; E8 25 73 40
E8 90 126 72; E9 80 134 60; D8 16 77 50; D9 25 117 65; D10 50 180 80; D10 120 260 120; C9 6 100 70; C11 25 240 110
B11 30 290 160; A11 14 400 290; A13 320 2090 1200; CD9 6 76 46; EF8 10 40 18; FG7 6 18 6
JS6 30 6.5 -6.5; JS7 40 12.5 -12.5; JS8 60 23 -23; JS9 8 18 -18; JS9 25 26 -26
J6 8 5 -4; J6 25 8 -5; J6 100 16 -6; J7 10 8 -7; J7 30 12 -9; J7 80 18 -12; J8 50 24 -15; J8 400 60 -29
K5 25 1 -8; K6 10 2 -7; K6 25 2 -11; K6 60 4 -15; K7 3 0 -10; K7 5 3 -9; K7 10 5 -10; K7 25 6 -15; K7 40 7 -18
K7 100 10 -25; K8 16 8 -19; K8 80 14 -32; K7 600 0 -70; K9 2 0 -25
M5 25 -5 -14; M6 4 -1 -9; M6 25 -4 -17; M6 200 -8 -37; M6 251 -9 -41; M6 315 -9 -41; M6 350 -10 -46; M7 10 0 -15
M7 50 0 -25; M7 300 0 -52; M8 25 4 -29; M8 100 6 -48; M9 8 -6 -42; M7 550 -26 -96
N6 25 -11 -24; N7 3 -4 -14; N7 10 -4 -19; N7 25 -7 -28; N7 50 -8 -33; N7 120 -10 -45; N8 30 -3 -36; N8 180 -4 -67
N9 2 -4 -29; N9 10 0 -36; N9 25 0 -52; N9 60 0 -74; N11 500 0 -400; N7 700 -50 -130
P6 8 -12 -21; P6 25 -18 -31; P7 3 -6 -16; P7 10 -9 -24; P7 25 -14 -35; P7 40 -17 -42; P7 80 -21 -51; P7 500 -45 -108
P8 12 -18 -45; P9 6 -12 -42; P9 8 -15 -51; P9 25 -22 -74; P9 50 -26 -88
R6 20 -24 -37; R7 15 -16 -34; R7 25 -20 -41; R7 60 -30 -60; R7 80 -32 -62; R7 170 -53 -93; R8 40 -34 -73
R10 24 -28 -112; S6 50 -38 -54; S7 25 -27 -48; S7 60 -42 -72; S7 90 -58 -93; T7 28 -33 -54; T7 75 -64 -94
U7 25 -40 -61; U7 45 -61 -86; U8 30 -48 -81; X7 15 -38 -56; X8 70 -146 -192; Z7 10 -36 -51; ZA7 20 -90 -111
ZB8 40 -200 -239; ZC9 5 -80 -110
"""
ROWS = [tuple(row.split()) for row in PUBLISHED.replace("\n", ";").split(";") if row.strip()]
CLEARANCE = ("a", "b", "c", "cd", "d", "e", "ef", "f", "fg", "g", "h")
INTERFERENCE = ("p", "r", "s", "t", "u", "v", "x", "y", "z", "za", "zb", "zc")
LETTERS = (*CLEARANCE, "js", "j", "k", "m", "n", *INTERFERENCE)
SIZES = st.floats(0.5, 500) | st.floats(500, 3150)
GRADES = st.sampled_from(["01", "0", *map(str, range(1, 19))])


@pytest.mark.parametrize(("named", "size", "upper", "lower"), ROWS, ids=[f"{row[0]} at {row[1]}" for row in ROWS])
def test_published_limit_deviations(named, size, upper, lower):
    """Values of ISO 286-2, in micrometres, with its corrigendum of 2006 (A13, E8, R10, f9)."""
    assert limit_deviations(named, float(size)) == (float(upper) / 1000, float(lower) / 1000)


def test_there_are_enough_published_values():
    assert len(ROWS) > 200
    assert {letter for letter in LETTERS if any(row[0].rstrip("0123456789") == letter for row in ROWS)} == set(LETTERS)


@pytest.mark.parametrize(
    ("named", "size"),
    [
        ("t6", 24), ("v6", 14), ("y6", 18), ("a11", 1), ("B11", 0.8), ("N9", 1), ("K9", 5), ("j8", 5), ("j4", 5),
        ("J9", 20), ("J5", 20), ("cd7", 12), ("fg6", 10.5), ("a9", 501), ("za6", 600), ("M9", 600), ("N9", 600),
        ("H01", 501), ("H0", 3000), ("h14", 1), ("JS18", 0.5), ("H7", 3150.1), ("H7", 0), ("H7", -5), ("P2", 20),
        ("M1", 20), ("H19", 20), ("H00", 20), ("K10", 600), ("T7", 20), ("J6", 600),
    ],
)  # fmt: skip
def test_what_the_standard_does_not_tabulate(named, size):
    with pytest.raises(NotTabulated, match="ISO 286 has no"):
        limit_deviations(named, size)


@pytest.mark.parametrize("named", ["Q7", "i6", "Hh7", "hS7", "7", "H", "H7/g6", "6g", "IT7", "L8", "", "H 7", "W9"])
def test_what_is_no_tolerance_class(named):
    with pytest.raises(NotTabulated, match="no tolerance class of ISO 286"):
        limit_deviations(named, 20)


def test_the_bounds_of_ranges_belong_to_the_range_below():
    assert limit_deviations("H7", 30) == (0.021, 0)
    assert limit_deviations("H7", 30.001) == (0.025, 0)
    assert limit_deviations("u6", 40)[1] == 0.060
    assert limit_deviations("u6", 40.5)[1] == 0.070


def test_standard_tolerances():
    assert [standard_tolerance(grade, 25) for grade in ("01", "0", "1", "7", "18")] == [
        0.0006, 0.001, 0.0015, 0.021, 3.3,
    ]  # fmt: skip
    with pytest.raises(NotTabulated, match="no grade IT19"):
        standard_tolerance("19", 25)


def deviations(named, size):
    try:
        return limit_deviations(named, size)
    except NotTabulated:
        assume(False)


@given(letter=st.sampled_from(LETTERS), hole=st.booleans(), grade=GRADES, size=SIZES)
def test_the_tolerance_is_that_of_the_grade(letter, hole, grade, size):
    upper, lower = deviations((letter.upper() if hole else letter) + grade, size)
    assert upper - lower == pytest.approx(standard_tolerance(grade, size), abs=1e-9)


@given(grade=GRADES, size=SIZES)
def test_h_begins_at_zero_and_js_is_symmetrical(grade, size):
    assert deviations(f"H{grade}", size)[1] == 0
    assert deviations(f"h{grade}", size)[0] == 0
    for named in ("js", "JS"):
        upper, lower = deviations(named + grade, size)
        assert upper == -lower


@given(grade=st.integers(1, 17), one=SIZES, other=SIZES)
def test_tolerances_grow_with_the_grade_and_with_the_size(grade, one, other):
    small, large = sorted((one, other))
    assume(small > 1)
    assert standard_tolerance(str(grade), small) <= standard_tolerance(str(grade), large)
    assert standard_tolerance(str(grade), large) < standard_tolerance(str(grade + 1), large)


@given(letter=st.sampled_from([x for x in LETTERS if x < "j" or x > "l"]), one=SIZES, other=SIZES)
def test_fundamental_deviations_grow_with_the_size(letter, one, other):
    small, large = sorted((one, other))
    first, second = deviations(f"{letter}9", small), deviations(f"{letter}9", large)
    if letter < "j":
        assert first[0] >= second[0]
    else:
        assert first[1] <= second[1]


@given(size=SIZES, grade=GRADES)
def test_letters_follow_each_other_from_clearance_to_interference(size, grade):
    lower = [limit_deviations(letter + grade, size)[1] for letter in LETTERS if exists(letter + grade, size)]
    assert all(one <= other for one, other in pairwise(lower))


def exists(named, size):
    try:
        limit_deviations(named, size)
    except NotTabulated:
        return False
    return named[0] not in "jk"  # js lies around zero, j and k beside it


@given(letter=st.sampled_from(CLEARANCE), grade=GRADES, size=SIZES)
def test_holes_of_clearance_mirror_their_shafts(letter, grade, size):
    upper, lower = deviations(letter + grade, size)
    assert deviations(letter.upper() + grade, size) == (-lower, -upper)


@given(letter=st.sampled_from(INTERFERENCE), size=st.floats(3, 500, exclude_min=True))
def test_a_hole_gives_the_same_interference_as_its_shaft(letter, size):
    """What Δ is for: S7/h6 is as tight as H7/s6."""
    shaft, hole = deviations(f"{letter}6", size), deviations(f"{letter.upper()}7", size)
    h6, h7 = limit_deviations("h6", size), limit_deviations("H7", size)
    assert shaft[0] - h7[1] == pytest.approx(h6[0] - hole[1], abs=1e-9)
    assert shaft[1] - h7[0] == pytest.approx(h6[1] - hole[0], abs=1e-9)
