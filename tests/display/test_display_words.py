import pytest

from drawkit import contract, frames
from drawkit.contract import LISTS, Dimension, Result, TaskStatus
from drawkit.display import _html, _words
from drawkit.display._result_html import render


def test_every_list_and_state_has_words():
    assert set(_words._NOUNS) == set(LISTS)
    assert set(_words.STATES) == set(TaskStatus)


@pytest.mark.parametrize(
    ("dimension", "told"),
    [
        (Dimension(), ""),
        (Dimension(upper_deviation=0.05, lower_deviation=-0.05), "±0.05"),
        (Dimension(upper_deviation=0.2, lower_deviation=0), "+0.2 / 0"),
        (Dimension(upper_deviation=0.2), "+0.2"),
        (Dimension(fit="H7", upper_deviation=0.021, lower_deviation=0.0), "H7 +0.021 / 0"),
        (Dimension(max=12.05, min=11.95), "11.95 … 12.05"),
        (Dimension(max=5), "max 5"),
        (Dimension(min=5), "min 5"),
        (Dimension(basic=True), "basic"),
        (Dimension(reference=True, tolerance_from="general"), "general reference"),
    ],
)
def test_tolerances_in_words(dimension, told):
    assert _words.tolerance(dimension) == told


def test_counts_durations_and_sizes():
    assert _words.counted(1, "page") == "1 page"
    assert _words.counted(1200, "page") == "1,200 pages"
    assert [_words.duration(s) for s in (-1, 0.84, 70)] == ["0.0 s", "0.8 s", "1 min 10 s"]
    assert [_words.size(n) for n in (10, 2048, 20 * 2**20)] == ["10 B", "2 kB", "20.0 MB"]
    assert _words.contents(Result()) == []


def test_long_text_is_cut_and_bars_keep_within():
    assert len(_html.plain("x" * 1000)) == 240
    assert 'style="width:100%"' in _html.bar(7.0)
    assert 'style="width:0%"' in _html.bar(-1.0)


def items(*confidences: float) -> contract.Result:
    return contract.Result(dimensions=tuple(contract.Dimension(confidence=value) for value in confidences))


def test_a_drawing_with_many_doubtful_rows_says_so() -> None:
    assert _words.doubts(items(0.2, 0.3, 0.69, 0.9, 1)).startswith("3 of 5 items are doubtful: look at them")
    assert _words.doubts(items(0.2, 0.3, 1)) == "", "few"
    assert _words.doubts(items(*[0.2] * 3, *[0.95] * 20)) == "", "few among many"
    assert "doubtful" in render(items(0.2, 0.3, 0.4, 1), "a", b"a picture", 1)


def test_a_drawing_of_which_nothing_is_sure_says_so() -> None:
    told = "Nothing that was read on it is sure (1 item). Is it a drawing? Look at the sheet before you use it."
    assert _words.doubts(items(0.7)) == told
    assert "(2 items)" in _words.doubts(items(0.2, 0.8))
    assert _words.doubts(items(0.2, 0.9)) == ""
    block = contract.TitleBlock(title="Plate", confidence=0.8)
    assert _words.doubts(contract.Result(title_blocks=(block,))) == "", "what has a title block is a drawing"


def looked(module: str, **more: bool) -> contract.Result:
    remarks = ("It is blurred.", "The page is not shown in public: its text cannot be read.")
    page = contract.PageReport(page=1, width=9, height=9, remarks=remarks, **more)
    return contract.Result(pages=(page,), modules={module: contract.ModuleReport(status="absent")})


def test_a_page_on_which_nothing_was_found_is_not_read() -> None:
    told = "Nothing was found on it. It is blurred. Is it a drawing? Scan it sharp, with 200 dpi or more."
    assert _words.unread(looked("title_block")) == _words.doubts(looked("title_block")) == told
    assert _words.unread(looked("bom")) == "", "who asks for parts lists alone has an answer"
    blind = looked("bom", readable=False)
    assert _words.unread(blind) == _words.doubts(blind)
    assert _words.doubts(blind).startswith("Nothing on it can be read. It is blurred. Is it")
    assert "cannot be trusted" not in render(blind, "a", b"a picture", 1), "it is told once"
    assert "Nothing was found on it. It is blurred." in render(looked("title_block"), "a", b"a picture", 1)


def test_what_is_said_of_a_public_page_begins_as_the_engine_says_it() -> None:
    from drawkit.engine.private import _withheld

    (remark,) = _withheld("too small").remarks
    assert remark.startswith(contract.results.NOT_IN_PUBLIC)


def test_trust_has_three_words() -> None:
    assert [contract.trust_of(value) for value in (1, 0.9, 0.89, 0.7, 0.69, 0)] == [
        "sure", "sure", "likely", "likely", "look", "look",
    ]  # fmt: skip
    assert list(frames.dimensions(items(0.95, 0.1))["trust"]) == ["sure", "look"]
