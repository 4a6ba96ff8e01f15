"""The deviation that a reader of scans overlooked, above or below the one it found."""

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from drawkit.engine.layout.stacks import with_stacks
from drawkit.engine.picture_text.lone_deviations import with_lone_deviations_completed
from drawkit.engine.sheet import Sheet, Word

DPI = 300
SCALE = DPI / 72
CAPITAL = 7.0
FONT = ImageFont.load_default(round(CAPITAL * SCALE / 0.72))


def sheet_with(texts: dict[tuple[float, float], str], words: list[Word]) -> Sheet:
    """A picture with texts by where their base line starts, in points, of which only `words` were read."""
    image = Image.new("L", (round(200 * SCALE), round(100 * SCALE)), 255)
    for (x, y), text in texts.items():
        ImageDraw.Draw(image).text((x * SCALE, y * SCALE), text, fill=0, font=FONT, anchor="ls")
    picture = np.asarray(image)
    drawn = np.empty((0, 4))
    return Sheet(1, 200, 100, tuple(words), source="picture", render=lambda _: picture, drawn=drawn)


def read(text: str, x: float, y: float, read_from: str = "recognised") -> Word:
    return Word(text, x, y, 0.0, FONT.getlength(text) / SCALE, CAPITAL, 0.95, read_from)


@pytest.mark.parametrize(
    ("known", "other", "above"),
    [("-0.02", "0", True), ("+0.1", "0", False), ("-0.05", "+0.03", True), ("+0.2", "-0.1", False)],
)
def test_it_is_found_and_makes_a_stack(known: str, other: str, above: bool) -> None:
    nominal = read("⌀3.99", 30, 50)
    word = read(known, 58, 50)
    y = 50 - 1.45 * CAPITAL if above else 50 + 1.45 * CAPITAL
    sheet = with_lone_deviations_completed(sheet_with({(58, 50): known, (60, y): other}, [nominal, word]))
    added = sheet.words[-1]
    assert (added.text, len(sheet.words)) == (other, 3)
    assert (added.x, added.y) == pytest.approx((60, y), abs=1.5)
    upper, lower = (other, known) if above else (known, other)
    assert f"{{{upper}|{lower}}}" in [w.text for w in with_stacks(sheet, sheet.words)]


@pytest.mark.parametrize(
    ("nominal", "known", "other", "above"),
    [("⌀12", "k6", "H7", True), ("⌀12", "H7", "k6", False), ("⌀12k6", None, "H7", True), ("⌀8H7", None, "f7", False)],
)
def test_the_other_fit_of_a_pair_is_found(nominal: str, known: str | None, other: str, above: bool) -> None:
    at = 60.0 if known else 30 + FONT.getlength(nominal[:-2]) / SCALE
    words = [read(nominal, 30, 50), *([read(known, at, 50)] if known else [])]
    drawn = {(w.x, w.y): w.text for w in words} | {(at, 50 - 1.45 * CAPITAL if above else 50 + 1.45 * CAPITAL): other}
    sheet = with_lone_deviations_completed(sheet_with(drawn, words))
    if known == "H7":
        assert len(sheet.words) == len(words)  # by itself it may be a designation, such as a thread's
        return
    fits = (other, (known or nominal)[-2:]) if above else ((known or nominal)[-2:], other)
    assert f"{{{fits[0]}|{fits[1]}}}" in [w.text for w in with_stacks(sheet, sheet.words)]


def test_a_run_that_ends_with_it_is_looked_at_from_there() -> None:
    run = read("3.99-0.02", 30, 50)
    at = 30 + FONT.getlength("3.99") / SCALE
    sheet = with_lone_deviations_completed(sheet_with({(30, 50): "3.99-0.02", (at + 2, 50 - 10): "0"}, [run]))
    assert [w.text for w in sheet.words] == ["3.99-0.02", "0"]


@pytest.mark.parametrize("other", ["7", "A", "12.5"])
def test_another_text_is_not_taken_for_it(other: str) -> None:
    sheet = with_lone_deviations_completed(sheet_with({(58, 50): "-0.02", (60, 40): other}, [read("-0.02", 58, 50)]))
    assert len(sheet.words) == 1


def test_what_is_known_is_not_read_again() -> None:
    words = [read("-0.02", 58, 50), read("0", 60, 40)]
    assert len(with_lone_deviations_completed(sheet_with({(58, 50): "-0.02", (60, 40): "0"}, words)).words) == 2


def test_bare_paper_and_a_text_layer_give_nothing() -> None:
    assert len(with_lone_deviations_completed(sheet_with({(58, 50): "-0.02"}, [read("-0.02", 58, 50)])).words) == 1
    layer = [read("-0.02", 58, 50, "text layer")]
    assert len(with_lone_deviations_completed(sheet_with({(58, 50): "-0.02", (60, 40): "0"}, layer)).words) == 1
