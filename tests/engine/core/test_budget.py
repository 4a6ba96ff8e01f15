"""A page costs no more than it may: stages have their shares, and what was left out is told."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from io import BytesIO

import numpy as np
import pytest
from core_drawing import Pdf
from engine_drawing import Drawing
from PIL import Image
from scanned_drawing import scanned

from drawkit.contract import ModuleState, Options, View
from drawkit.engine import analyze, budget, page
from drawkit.engine.analyze import _SHEET
from drawkit.engine.budget import Budget, OutOfTimeError, spending
from drawkit.engine.detection.detector import _SHARE
from drawkit.engine.index import BoxIndex
from drawkit.engine.pdf import open_pdf
from drawkit.engine.pdf.upright import upright
from drawkit.engine.picture.pasted import _TIME
from drawkit.engine.picture_text.words import FINDING, WORDS
from drawkit.engine.text import words


class Clock:
    """A processor and a wall that both show what they are told."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(time, "process_time", clock)
    monkeypatch.setattr(time, "monotonic", clock)
    return clock


def test_shares_of_shares_leave_the_look_for_text_enough() -> None:
    """A drawing that is pasted on a page is looked at five stages deep."""
    assert _SHEET * _TIME * WORDS * FINDING * _SHARE > 0.3


def test_outside_a_budget_there_is_all_the_time_there_is() -> None:
    budget.check()
    with budget.stage(0.1):
        assert list(budget.in_time(range(3), "numbers")) == [0, 1, 2]
    budget.leave_out("nothing")
    assert budget.cut() == ()
    assert budget.remark() is None


def test_a_stage_ends_with_its_share_and_the_page_goes_on(clock: Clock) -> None:
    with spending(Budget(10)):
        with budget.stage(0.5):
            clock.now = 4.9
            budget.check()
            clock.now = 5.1
            with pytest.raises(OutOfTimeError):
                budget.check()
        budget.check()
        with budget.stage(0.5):
            assert budget.left() == pytest.approx(4.9 / 2)
        clock.now = 10.1
        with pytest.raises(OutOfTimeError):
            budget.check()


def test_a_page_ends_at_its_moment_however_little_it_had_by_then(monkeypatch: pytest.MonkeyPatch) -> None:
    wall = Clock()
    monkeypatch.setattr(time, "process_time", lambda: wall.now / 10)
    monkeypatch.setattr(time, "monotonic", wall)
    with spending(Budget(10, until=50)):
        assert budget.left() == 10
        with budget.stage(0.5):
            wall.now = 20
            assert budget.left() == 3
            wall.now = 26
            with pytest.raises(OutOfTimeError):
                budget.check()
        assert budget.left() == pytest.approx(7.4)
        wall.now = 51
        assert list(budget.in_time(range(3), "numbers")) == []
        assert str(budget.remark()).startswith("The machine was busy: the page ran out of time before it had 10 s of")
        assert str(budget.remark()).endswith("Not all was looked at: numbers.")


def test_pages_that_have_no_time_are_told() -> None:
    drawing = Pdf(300, 200).text(50, 50, "SCALE 1:2").page().text(50, 90, "SCALE 1:2").data()
    told = [analyze(drawing, within=seconds).pages for seconds in (None, 600.0, 0.0)]
    assert [len(pages) for pages in told] == [2, 2, 2]
    assert [any("busy" in remark for page in pages for remark in page.remarks) for pages in told] == [
        False,
        False,
        True,
    ]


def test_a_loop_ends_in_time_and_says_what_it_left_out(clock: Clock) -> None:
    seen = []
    with spending(Budget(1)):
        for number in budget.in_time(range(10), "numbers"):
            seen.append(number)
            clock.now += 0.3
        budget.leave_out("numbers")
        assert budget.cut() == ("numbers",)
        assert "1 s" in str(budget.remark())
    assert seen == [0, 1, 2, 3]


def test_whoever_waits_is_told_several_times_a_second(clock: Clock) -> None:
    told = []
    with spending(Budget(100, lambda: told.append(clock.now))):
        for _ in budget.in_time(range(40), "numbers"):
            clock.now += 0.1
    assert 9 <= len(told) <= 16


def test_a_search_looks_at_the_clock(clock: Clock) -> None:
    index = BoxIndex(np.zeros((2, 4)))
    with spending(Budget(1)):
        clock.now = 2.0
        with pytest.raises(OutOfTimeError):
            index.near((0, 0, 1, 1))


def test_what_was_found_before_the_time_was_spent_stays(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    """The parts list takes all the time there is: it and what follows say so, what came before stays."""
    sheet = Drawing().text(100, 100, "NOTE: BREAK ALL SHARP EDGES").text(300, 300, "⌀12.5 H7").sheet()

    def slow(*_: object) -> list[object]:
        clock.now += 100
        budget.check()
        return []

    monkeypatch.setattr(page.bom, "read", slow)
    with spending(Budget(60)):
        reading = page.read_sheet(sheet, page.MODULES)
    states = {name: report.status for name, report in reading.reports.items()}
    assert states["title_block"] is not ModuleState.FAILED or reading.items["title_block"] == []
    assert states["bom"] is ModuleState.FAILED
    assert "bom" in str(reading.reports["bom"].detail)
    assert set(states) >= set(page.MODULES)
    assert any("computing time" in remark for remark in reading.sheet.remarks)


def test_words_are_kept_as_far_as_they_are_built(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    from drawkit.engine.sheet import Glyph

    glyphs = [Glyph("A", 10.0 * i, 10, 0, 8, 5) for i in range(200)]
    monkeypatch.setattr(words._Open, "add", lambda self, text, *_: (setattr(self, "text", text), _tick(clock)))
    with spending(Budget(10)):
        found = words.words_of(glyphs)
        assert budget.cut() == ("the text layer",)
    assert 0 < len(found) < 200


def _tick(clock: Clock) -> None:
    clock.now += 0.1


def test_a_stage_begins_with_a_look_at_the_clock() -> None:
    with spending(Budget(1e-6)), budget.stage():
        assert budget.left() < 0


def test_the_option_reaches_the_page() -> None:
    result = analyze(Pdf(400, 300).text(50, 50, "SCALE 1:2").page().data(), options=Options(page_seconds=1e-6))
    assert "computing time" in " ".join(result.pages[0].remarks)
    assert {r.status for r in result.modules.values()} == {ModuleState.FAILED}
    assert all("computing time" in str(r.detail) for r in result.modules.values())


def test_a_page_without_time_to_join_its_dashes_is_read_as_they_are_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    def endless(*_: object) -> None:
        raise budget.OutOfTimeError

    monkeypatch.setattr("drawkit.engine.pdf.paths.with_dashes_joined", endless)
    with spending(Budget(60)):
        result = analyze(Pdf(400, 300).line(50, 50, 90, 60).text(50, 90, "SCALE 1:2").data())
    assert "dashed lines" in " ".join(result.pages[0].remarks)
    assert result.pages[0].readable


def test_a_page_whose_drawn_words_take_too_long_is_read_as_it_lies(monkeypatch: pytest.MonkeyPatch) -> None:
    def endless(*_: object) -> None:
        raise budget.OutOfTimeError

    monkeypatch.setattr("drawkit.engine.pdf.upright.places_of", endless)
    with spending(Budget(60)):
        result = analyze(Pdf(400, 300).line(50, 50, 90, 60).data())
    assert "which way the page reads" in " ".join(result.pages[0].remarks)


def test_what_is_found_is_told_as_found_though_time_ran_out() -> None:
    reading = page.PageReading(Drawing().sheet())
    view = View(page=1, label="SECTION A-A", kind="section", text="SECTION A-A", confidence=0.9)

    def some() -> list[View]:
        budget.leave_out("views")
        return [view]

    with spending(Budget(60)):
        assert reading.run("views", some) == [view]
        assert reading.run("welds", list) == []
    assert reading.reports["views"].status is ModuleState.FOUND
    assert "views" in str(reading.reports["views"].detail)
    assert reading.reports["welds"].status is ModuleState.FAILED


def test_the_paths_of_a_page_are_read_in_its_own_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not in what is left to its turn: what was left out of them would be missed by all that follows."""
    shares: list[float] = []

    def paths(_: object) -> tuple[object, ...]:
        shares.append(budget.left())
        return ()

    monkeypatch.setattr("drawkit.engine.pdf.upright.read_paths", paths)
    with open_pdf(Pdf(400, 300).line(50, 50, 90, 60).data()) as document, spending(Budget(1000)):
        upright(document.page(1))
    assert shares[0] > 900


def as_pdf() -> bytes:
    page = Pdf(400, 300).dimension_line(60, 260, 60).line(60, 50, 60, 120).line(260, 50, 260, 120)
    return page.text(150, 58, "200").text(80, 250, "1. DEBURR ALL EDGES OF THE PART").data()


def as_picture() -> bytes:
    drawing = Drawing(300, 200).dimension_line(60, 60, 200, 60).line(60, 50, 60, 120).line(200, 50, 200, 120)
    drawing.text(120, 56, "140", height=9).text(40, 160, "DEBURR ALL EDGES", height=9).text(225, 90, "7", height=9)
    file = BytesIO()
    Image.fromarray(scanned(drawing).render(300)).save(file, "PNG", dpi=(300, 300))
    return file.getvalue()


@pytest.mark.parametrize("ends", ["stage", "page"])
@pytest.mark.parametrize("drawn", [as_pdf, as_picture])
def test_whenever_the_time_ends_a_page_keeps_what_was_found(
    drawn: Callable[[], bytes], ends: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks = Looks(monkeypatch)
    data = drawn()
    assert [d.nominal for d in analyze(data).dimensions]
    told = []
    for number in range(1, looks.count, max(1, looks.count // 10)):
        looks.over_from(number, only_stage=ends == "stage")
        told.append(analyze(data).pages[0].remarks)
    assert any("Not all was looked at" in remark for remarks in told for remark in remarks)


class Looks:
    """Counts the looks at the clock; from one of them on the time of the page, or of the stage at hand, is over."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.count, self._first, self._only_stage, self._over = 0, math.inf, False, math.nan
        own = Budget.left

        def left(spent: Budget) -> float:
            self.count += 1
            if self.count == self._first:
                self._over = spent._stage_ends
            over = self.count >= self._first and (not self._only_stage or spent._stage_ends == self._over)
            return -1.0 if over else own(spent)

        monkeypatch.setattr(Budget, "left", left)

    def over_from(self, number: int, *, only_stage: bool) -> None:
        """The time ends with this look of the next page."""
        self.count, self._first, self._only_stage = 0, number, only_stage
