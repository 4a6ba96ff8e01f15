"""Numbers that were found in two parts are read again as a whole, where that says what both parts say."""

from __future__ import annotations

import numpy as np
import pytest

from drawkit.engine.detection.boxes import TextBox
from drawkit.engine.picture.pixels import Grey
from drawkit.engine.picture_text.contest import Entry
from drawkit.engine.picture_text.crop_readings import CropReading
from drawkit.engine.picture_text.cut_numbers import completed
from drawkit.engine.picture_text.parted_numbers import with_parts_joined

PAPER = np.full((200, 400), 255, np.uint8)


def entry(text: str, x: float, length: float, *, y: float = 50, angle: float = 0.0, height: float = 20) -> Entry:
    return 0.99, TextBox(x, y, length, height, angle), CropReading(text, 0.99, "callouts")


def joined(found: list[Entry], whole: str, chance: float = 0.95) -> list[str]:
    """What is read where each whole reads as `whole`."""

    def read(crops: list[Grey]) -> list[CropReading]:
        return [CropReading(whole, chance, "callouts") for _ in crops]

    return [e[2].text for e in completed(PAPER, with_parts_joined(PAPER, found, read), read)]


@pytest.mark.parametrize("whole", ["5.38", "5,38"])
def test_parts_with_a_mark_between_them_are_one_number(whole: str) -> None:
    assert joined([entry("5", 100, 18), entry("38", 130, 30)], whole) == [whole]


def test_the_whole_lies_where_its_parts_do() -> None:
    found = [entry("5", 100, 18), entry("38", 130, 30)]
    (one,) = with_parts_joined(PAPER, found, lambda crops: [CropReading("5.38", 0.9, "callouts") for _ in crops])
    assert one[1].bounds == (91, 40, 145, 60)


def test_a_mark_that_one_part_has_counts() -> None:
    assert joined([entry("5", 100, 18), entry(".95", 130, 30)], "5.95") == ["5.95"]
    assert joined([entry("□1", 100, 28), entry(".20±0.05", 170, 90)], "□1.20±0.05") == ["□1.20±0.05"]


def test_parts_that_touch_are_one_decimal_number() -> None:
    assert joined([entry("1", 100, 14), entry("7.00", 136, 60)], "17.00") == ["17.00"]


def placed(found: list[Entry], whole: str, places: tuple[float, ...], chance: float) -> list[str]:
    """The same, where it is known where each of its characters stands."""
    readings = [CropReading(whole, chance, "callouts", (), places)]
    return [e[2].text for e in with_parts_joined(PAPER, found, lambda crops: readings * len(crops))]


@pytest.mark.parametrize(
    ("places", "chance", "told"),
    [
        ((0.2, 0.5, 0.75), 0.9, ["143"]),
        ((0.2, 0.5, 0.75), 0.8, ["1", "43"]),
        ((0.1, 0.7, 0.9), 0.9, ["1", "43"]),  # cells of a list
        ((), 0.9, ["1", "43"]),
    ],
)
def test_a_line_through_a_whole_number_parts_none_of_its_figures(
    places: tuple[float, ...], chance: float, told: list[str]
) -> None:
    assert placed([entry("1", 100, 14), entry("43", 122, 30)], "143", places, chance) == told


@pytest.mark.parametrize(("wall", "told"), [((114, 0, 114, 90), ["3", "79"]), ((0, 80, 300, 80), ["3.79"])])
def test_the_wall_of_a_cell_parts_a_number(wall: tuple[int, ...], told: list[str]) -> None:
    found = [entry("3", 100, 18), entry("79", 130, 30)]
    readings = [CropReading("3.79", 0.95, "callouts")]
    whole = with_parts_joined(PAPER, found, lambda crops: readings * len(crops), np.array([wall], float))
    assert [e[2].text for e in whole] == told


def test_a_cell_before_a_name_that_begins_with_figures_is_another() -> None:
    places = tuple(k / 10 + 0.05 for k in range(10))
    found = [entry("1", 100, 14), entry("01_02-axle", 147, 80)]
    assert placed(found, "101_02-axle", places, 0.95) == ["1", "01_02-axle"]


@pytest.mark.parametrize(
    ("parts", "room", "whole", "told"),
    [
        (("1", "1.64"), 3, "11.64", ["11.64"]),  # letters of one width leave room behind a 1
        (("1", "1.64"), 6, "11.64", ["1", "1.64"]),
        (("10", "43"), 3, "1043", ["10", "43"]),  # numbers of a chain
        (("3", "1/4"), 0, "31/4", ["3", "1/4"]),
    ],
)
def test_a_decimal_number_is_whole_where_its_parts_are_close(
    parts: tuple[str, str], room: float, whole: str, told: list[str]
) -> None:
    places = tuple((k + 0.5) / len(whole) for k in range(len(whole)))
    found = [entry(parts[0], 100, 14), entry(parts[1], 107 + room + 20, 40)]
    assert placed(found, whole, places, 0.95) == told


def test_decimals_that_were_overlooked_between_two_parts_are_read() -> None:
    assert joined([entry("48.5", 100, 50), entry("00", 150, 30)], "48.50000") == ["48.50000"]
    assert joined([entry("48.5", 100, 50), entry("00", 150, 30)], "48.50000", chance=0.8) == ["48.5", "00"]
    assert joined([entry("48.5", 100, 50), entry("0.0", 150, 30)], "48.500.0") == ["48.5", "0.0"]


@pytest.mark.parametrize(
    ("parts", "whole"),
    [
        (("10", "20"), "10520"),
        (("10", "20"), "1020"),  # two numbers of a row
        (("10", "20"), "10 20"),
        (("5", "38"), "5.88"),  # another number than the parts say
        (("1", "75.0"), "175.0"),  # apart, and no mark where they meet
    ],
)
def test_other_neighbours_stay_two(parts: tuple[str, str], whole: str) -> None:
    found = [entry(parts[0], 100, 28), entry(parts[1], 140, 40)]
    assert joined(found, whole) == list(parts)


def test_a_whole_that_is_read_badly_is_none() -> None:
    assert joined([entry("5", 100, 18), entry("38", 130, 30)], "5.38", chance=0.4) == ["5", "38"]


@pytest.mark.parametrize(
    "other",
    [
        entry("38", 160, 30),  # too far
        entry("38", 130, 30, y=62),  # on another row
        entry("38", 130, 60, height=40),  # of another size
        entry("38", 130, 40, angle=30.0),  # in another direction
        entry("A", 130, 30),  # no number
    ],
)
def test_what_does_not_go_on_is_not_looked_at(other: Entry) -> None:
    found = [entry("5", 100, 18), other]
    assert with_parts_joined(PAPER, found, lambda crops: pytest.fail("nothing to read") if crops else []) == found


def test_a_lone_figure_goes_with_the_direction_of_the_other() -> None:
    lone = 0.9, TextBox(100, 130, 20, 18, 0.0), CropReading("5", 0.9, "callouts")
    rest = entry(".95", 100, 30, y=100, angle=90.0)
    assert joined([lone, rest], "5.95") == ["5.95"]


def test_each_part_belongs_to_one_number() -> None:
    found = [entry("1", 100, 14), entry("2", 120, 14), entry("3", 140, 14)]
    assert joined(found, "1.2") == ["3", "1.2"]


def test_a_number_that_begins_with_its_mark_is_looked_at_from_before_it() -> None:
    cut = entry(",00", 100, 40)
    (one,) = completed(PAPER, [cut], lambda crops: [CropReading("5,00", 0.9, "callouts") for _ in crops])
    assert one[2].text == "5,00"
    assert one[1].bounds[0] < cut[1].bounds[0]
    assert one[1].bounds[2] == cut[1].bounds[2]


@pytest.mark.parametrize("whole", [".500", "X.500", "5.50", ""])
def test_a_number_without_figures_before_its_mark_stays(whole: str) -> None:
    assert joined([entry(".500", 100, 40)], whole) == [".500"]


@pytest.mark.parametrize(
    ("part", "whole"), [("⌀2{0.|-0.}", "⌀2{+0.02|-0.00}"), ("4.6{0|-0.}", "4.6{0|-0.2}"), ("7{+0.|0}", "7{+0.5|0}")]
)
def test_deviations_that_end_with_their_mark_are_looked_at_up_to_behind_it(part: str, whole: str) -> None:
    cut = entry(part, 100, 40)
    (one,) = completed(PAPER, [cut], lambda crops: [CropReading(whole, 0.9, "callouts") for _ in crops])
    assert one[2].text == whole
    assert one[1].bounds[0] == cut[1].bounds[0]
    assert one[1].bounds[2] > cut[1].bounds[2]


@pytest.mark.parametrize("whole", ["4.6{0|-0.}", "4.8{0|-0.2}", "4.6-0.2", "4.6{+|-0.2}"])
def test_other_ends_of_deviations_are_not_believed(whole: str) -> None:
    assert joined([entry("4.6{0|-0.}", 100, 40)], whole) == ["4.6{0|-0.}"]


def test_deviations_without_a_size_are_looked_at_from_before_them() -> None:
    assert joined([entry("{+1.5|0}", 100, 40)], "47{+1.5|0}") == ["47{+1.5|0}"]
    assert joined([entry("{+1.5|0}", 100, 40)], "x{+1.5|0}") == ["{+1.5|0}"]


def test_a_cut_row_is_read_with_paper_around_it_too() -> None:
    cut = entry("4.6{0|-0.}", 100, 40)

    def read(crops: list[Grey]) -> list[CropReading]:
        wide = [c.shape[1] for c in crops]
        return [CropReading("4.6{0|-0.2}" if w == min(wide) else "4.6-02", 0.9, "callouts") for w in wide]

    (one,) = completed(PAPER, [cut], read)
    assert one[2].text == "4.6{0|-0.2}"
    assert one[1].length == pytest.approx(40 + 0.6 * 20)


def test_rows_that_were_read_by_themselves_go_where_their_stack_is_read() -> None:
    row = entry("+0.02", 115, 40, y=44, height=14)
    found = [entry("⌀2{0.|-0.}", 100, 40), row]

    def read(crops: list[Grey]) -> list[CropReading]:
        return [CropReading("⌀2{+0.02|-0.00}", 0.9, "callouts") for _ in crops]

    assert [e[2].text for e in completed(PAPER, found, read)] == ["⌀2{+0.02|-0.00}"]


def spaced(step: float) -> list[Entry]:
    """Numbers of three figures, so many heights from one to the next."""
    box = TextBox(100, 150, 3 * 20 * step, 20, 0.0)
    places = tuple((k + 0.5) / 3 for k in range(3))
    return [(0.99, box, CropReading("250", 0.99, "callouts", (), places)) for _ in range(4)]


@pytest.mark.parametrize(("step", "whole", "told"), [(0.8, "2 1", "21"), (0.8, "21", "21"), (0.55, "2 1", None)])
def test_figures_of_a_number_stand_as_wide_as_those_of_the_sheet(step: float, whole: str, told: str | None) -> None:
    parts = [entry("2", 100, 14), entry("1", 117, 12)]
    at = tuple(0.25 if c == "2" else 0.5 if c == " " else 0.75 for c in whole)
    reading = CropReading(whole, 0.99, "callouts", (), at)
    found = with_parts_joined(PAPER, [*spaced(step), *parts], lambda crops: [reading] * len(crops))
    assert [e[2].text for e in found][4:] == ([told] if told else ["2", "1"])


def test_a_blank_that_a_part_has_itself_parts_no_number() -> None:
    assert joined([entry("⌀4", 100, 28), entry(".5 DEEP 8", 162, 90)], "⌀4.5 DEEP 8") == ["⌀4.5 DEEP 8"]
    assert joined([entry("⌀4", 100, 28), entry("5 DEEP 8", 162, 90)], "⌀4 5 DEEP 8") == ["⌀4", "5 DEEP 8"]


@pytest.mark.parametrize(("step", "told"), [(0.1, ["18.250±.001"]), (0.2, ["18.250±.00", "1"])])
def test_figures_that_are_set_wide_apart_are_one_number(step: float, told: list[str]) -> None:
    """The reader of words takes the room between them for a blank; a real one is wider than their steps."""
    whole = "18.250±.00 1"
    places = tuple([0.05 + 0.08 * k for k in range(10)] + [0.8, 0.77 + step])
    assert placed([entry("18.250±.00", 100, 146), entry("1", 184, 10)], whole, places, 0.95) == told


def test_what_ends_with_a_sign_goes_on() -> None:
    assert joined([entry("⌀", 100, 18), entry("10 x", 130, 30)], "⌀10x") == ["⌀10x"]
    assert joined([entry("⌀5±", 100, 40), entry("0.01", 142, 40)], "⌀5±0.01") == ["⌀5±0.01"]


def test_a_number_in_three_parts_is_one() -> None:
    found = [entry("⌀5.000±", 100, 68), entry(".0", 143, 14), entry("10", 160, 18)]

    def read(crops: list[Grey]) -> list[CropReading]:
        texts = {83: "⌀5.000±.0", 35: ".010", 103: "⌀5.000±.010"}
        out = []
        for one in crops:
            text = next((t for wide, t in texts.items() if abs(one.shape[1] - wide) <= 4), "")
            places = tuple((k + 0.5) / len(text) for k in range(len(text)))
            out.append(CropReading(text, 0.95, "callouts", (), places))
        return out

    assert [e[2].text for e in with_parts_joined(PAPER, found, read)] == ["⌀5.000±.010"]


def test_blanks_behind_the_joint_are_those_of_the_part() -> None:
    found = [entry("⌀4", 100, 28), entry(".5 深さ8", 142, 50)]
    assert joined(found, "⌀4.5 深さ8") == ["⌀4.5 深さ8"]


def test_two_sizes_of_a_chain_are_no_parts_of_one_however_near() -> None:
    assert joined([entry("10,00", 100, 60), entry("24,00", 160, 60)], "10,0024,00") == ["10,00", "24,00"]


def test_a_radius_found_in_two_parts_is_one() -> None:
    places = (0.15, 0.5, 0.8)
    assert placed([entry("R2", 100, 24), entry("2", 118, 14)], "R22", places, 0.95) == ["R22"]
