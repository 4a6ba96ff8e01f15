import pytest

from drawkit.contract import LISTS, Dimension, Result, TaskStatus
from drawkit.display import _html, _words


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
