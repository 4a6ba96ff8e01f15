import io
from collections.abc import Iterator
from datetime import UTC, date, datetime

import pandas as pd
import pytest
from matplotlib.axes import Axes
from matplotlib.colors import to_hex, to_rgb
from matplotlib.figure import Figure
from PIL import Image

from drawkit import figures, frames
from drawkit.contract import DailyUse, Dimension, Period, QuotaLimit, QuotaRecord, Result, TitleBlock
from drawkit.figures._style import ink_on

QUOTA = QuotaRecord(
    period=Period(start=datetime(2026, 11, 1, tzinfo=UTC), end=datetime(2026, 12, 1, tzinfo=UTC)),
    limits=(QuotaLimit(name="pages", limit=1000, used=852, remaining=148), QuotaLimit(name="$x$", used=85)),
    daily=tuple(DailyUse(date=date(2026, 11, day), pages=day, tasks=1) for day in (3, 5)),
)


def words(ax):
    return " ".join([*(text.get_text() for text in ax.texts), ax.get_title(loc="left")])


def test_quota_is_told_in_words_too():
    told = words(figures.plot_quota(QUOTA))
    assert "852 of 1,000 used (85%) · 148 left" in told
    assert "85 used, no limit" in told
    assert "from 2026-11-01 to 2026-11-30" in told


def test_quota_without_period_limit_or_remaining():
    told = words(
        figures.plot_quota(QuotaRecord(limits=(QuotaLimit(name="a", limit=4, used=1), QuotaLimit(name="", limit=0))))
    )
    assert "3 left" in told
    assert "0 of 0 used · 0 left" in told
    assert "running period" in told
    assert "no limits" in words(figures.plot_quota(QuotaRecord()))


@pytest.mark.parametrize(("used", "colour"), [(10, "#0072B2"), (85, "#E69F00"), (99, "#D55E00"), (500, "#D55E00")])
def test_a_quota_that_nears_its_end_changes_colour(used, colour):
    ax = figures.plot_quota(QuotaRecord(limits=(QuotaLimit(name="pages", limit=100, used=used),)))
    track, bar = ax.patches
    assert to_hex(bar.get_facecolor()).upper() == colour
    assert bar.get_extents().width <= track.get_extents().width


def test_usage_spans_the_period():
    ax = figures.plot_usage(QUOTA)
    assert [bar.get_height() for bar in ax.patches] == [3, 5]
    first, last = ax.get_xlim()
    assert 29.9 < last - first <= 30
    assert {text.get_text() for text in ax.get_legend().get_texts()} == {"Pages", "Tasks"}


def test_usage_without_a_period_or_use():
    first, last = figures.plot_usage(QuotaRecord(daily=QUOTA.daily)).get_xlim()
    assert last - first == 3
    assert "Nothing was used" in words(figures.plot_usage(QuotaRecord()))


def test_tolerance_bands_stand_against_nominal_narrowest_first(result):
    ax = figures.plot_tolerances(result)
    bands = [(round(bar.get_x(), 6), round(bar.get_width(), 6)) for bar in ax.patches]
    assert sorted(bands) == [(-0.3, 0.3), (-0.1, 0.2), (-0.1, 0.2), (0.0, 0.018)]
    assert [label.get_text() for label in ax.get_yticklabels()] == ["12", "10.2/10", "⌀5 ±0.1", "7 0/-0.3"]
    assert "4 of 6 dimensions" in words(ax)
    assert "±0.1" in words(ax)
    assert "0 / -0.3" in words(ax)


def test_tolerances_from_dimensions_or_their_frame_are_the_same(result):
    columns = ["text", "upper_deviation", "lower_deviation", "max", "min"]
    frame = pd.DataFrame(
        [{name: getattr(d, name) for name in columns} for d in result.dimensions if d.nominal]
    ).convert_dtypes()
    of_no_unit = result.model_copy(update={"units": None})  # as dimensions alone: they tell no unit, which a fit needs
    drawn = [figures.to_png(figures.plot_tolerances(told)) for told in (of_no_unit, result.dimensions)]
    assert drawn[0] == drawn[1]
    assert [bar.get_width() for bar in figures.plot_tolerances(frame).patches] == [0.2, 0.3]


def test_fits_and_general_tolerances_have_colours_of_their_own(result):
    of_class_m = TitleBlock(general_tolerance="ISO 2768-m")
    more = (*result.dimensions, Dimension(text="30", nominal=30), Dimension(text="(9)", nominal=9, reference=True))
    told = result.model_copy(update={"title_blocks": (of_class_m,), "dimensions": more})
    ax = figures.plot_tolerances(told)
    assert [text.get_text() for text in ax.get_legend().get_texts()] == [
        "Lengths", "Fits (ISO 286)", "General tolerance",
    ]  # fmt: skip
    assert len({bar.get_facecolor() for bar in ax.patches}) == 3
    shown = [label.get_text() for label in ax.get_yticklabels()]
    assert (shown[0], shown[-1]) == ("12", "30")
    assert {"+0.018 / 0", "±0.2"} <= {text.get_text() for text in ax.texts}


def test_a_general_tolerance_as_printed_is_drawn_and_that_of_an_angle_in_degrees():
    told = Result(
        units="mm",
        title_blocks=(TitleBlock(general_tolerance=".XX ±0.05; ANGLES ±1°"),),
        dimensions=(Dimension(text="12.50", nominal=12.5), Dimension(text="45°", kind="angle", nominal=45)),
    )
    for one in (told, frames.limits(told)):
        assert {"±0.05", "±1°"} <= {text.get_text() for text in figures.plot_tolerances(one).texts}


def test_the_limits_of_a_result_are_drawn_as_the_result(result):
    told = result.model_copy(update={"dimensions": (*result.dimensions, Dimension(kind="angle", text="30°", nominal=30,
        upper_deviation=0.5, lower_deviation=-0.5))})  # fmt: skip
    drawn = [figures.to_png(figures.plot_tolerances(one)) for one in (told, frames.limits(told))]
    assert drawn[0] == drawn[1]


@pytest.mark.parametrize("text", ["30", "4x ⌀6.6 THRU ⌴ ⌀11 ↧6.4 on both sides"])
def test_words_of_the_chart_cover_each_other_nowhere(text):
    told = Result(
        units="mm",
        title_blocks=(TitleBlock(general_tolerance="ISO 2768-m"),),
        dimensions=(
            Dimension(text=text, nominal=30),
            Dimension(text="9 ±0.1", nominal=9, upper_deviation=0.1, lower_deviation=-0.1),
            Dimension(text="⌀12 H7", nominal=12, fit="H7"),
            Dimension(text="30° ±1°", kind="angle", nominal=30, upper_deviation=1, lower_deviation=-1),
        ),
    )
    ax = figures.plot_tolerances(told)
    figure = ax.get_figure()
    figure.canvas.draw()
    title = next(child for child in ax.get_children() if getattr(child, "get_text", str)().startswith("Tolerance b"))
    legend, title = ax.get_legend().get_window_extent(), title.get_window_extent()
    assert not legend.overlaps(title)
    assert not legend.overlaps(ax.get_window_extent().padded(-2))
    assert legend.x0 >= figure.bbox.x0
    assert legend.x1 <= figure.bbox.x1


def test_wide_and_narrow_bands_share_a_logarithmic_axis():
    spread = [Dimension(text="", upper_deviation=w, lower_deviation=-w) for w in (0.001, 1.0)]
    assert figures.plot_tolerances(spread).get_xscale() == "symlog"
    assert figures.plot_tolerances(spread[:1]).get_xscale() == "linear"
    assert len(figures.plot_tolerances(spread * 40, most=5).patches) == 5


def test_no_tolerances_are_told():
    odd = [
        Dimension(upper_deviation=float("nan"), lower_deviation=0.0),
        Dimension(upper_deviation=0.1),
        Dimension(max=5),
    ]
    assert "No dimension has a tolerance" in words(figures.plot_tolerances(odd))
    frame = pd.DataFrame({"text": [None], "upper_deviation": [0.0], "lower_deviation": [0.0], "max": None, "min": None})
    assert len(figures.plot_tolerances(frame).patches) == 1


def test_confidence_by_kind(result):
    ax = figures.plot_confidence(result)
    assert ax.get_yticklabels()[0].get_text() == "Dimensions  6"
    assert sorted(ax.collections[0].get_offsets()[:, 0])[:2] == [0.4, 0.9]
    assert "Nothing was read" in words(figures.plot_confidence(Result()))


@pytest.mark.parametrize("theme", ["light", "dark", "auto"])
def test_charts_in_every_theme_are_the_same_every_time(result, theme):
    for draw, data in (
        (figures.plot_quota, QUOTA),
        (figures.plot_usage, QUOTA),
        (figures.plot_tolerances, result),
        (figures.plot_confidence, result),
    ):
        first = figures.to_png(draw(data, theme=theme), dpi=50)
        assert first == figures.to_png(draw(data, theme=theme), dpi=50)
        with Image.open(io.BytesIO(first)) as image:
            assert (image.convert("RGBA").getpixel((0, 0))[3] == 0) == (theme == "auto")


def contrast(one, other):
    def luminance(colour):
        parts = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in to_rgb(colour)]
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]

    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_words_are_legible_in_every_theme():
    for name, grounds in {"light": ["#FFFFFF"], "dark": ["#111418"], "auto": ["#FFFFFF", "#111418"]}.items():
        theme = figures.THEMES[name]
        for ground in grounds:
            assert contrast(theme.text, ground) >= 4.0
            assert contrast(theme.strong, ground) >= 4.0


def test_labels_are_legible_on_every_kind():
    for style in figures.STYLES.values():
        assert contrast(ink_on(style.colour), style.colour) >= 4.5


def test_angles_have_a_unit_and_a_colour_of_their_own():
    told = (
        Dimension(text="18", upper_deviation=0.1, lower_deviation=-0.1),
        Dimension(text="30°", kind="angle", upper_deviation=0.5, lower_deviation=0),
    )
    ax = figures.plot_tolerances(told)
    assert [text.get_text() for text in ax.get_legend().get_texts()] == ["Lengths", "Angles, in degrees"]
    assert len({bar.get_facecolor() for bar in ax.patches}) == 2
    assert [text.get_text() for text in ax.texts] == ["±0.1", "+0.5° / 0"]
    assert figures.plot_tolerances(told[:1]).get_legend() is None


def test_the_axis_of_confidence_begins_where_something_is(result):
    sure = Result(dimensions=(Dimension(confidence=0.9), Dimension(confidence=0.7)))
    assert figures.plot_confidence(sure).get_xlim()[0] == pytest.approx(0.485)
    assert figures.plot_confidence(result).get_xlim()[0] < 0


def test_in_a_callers_grid_no_word_is_cut_and_none_lies_on_a_neighbour(result: Result) -> None:
    figure = Figure(figsize=(9, 4), dpi=100)
    left, right = figure.subplots(1, 2)
    figures.plot_tolerances(result, left)
    figures.plot_confidence(result, right)
    figure.draw_without_rendering()
    first, second = (axes.get_tightbbox() for axes in (left, right))
    assert first.x0 >= 0
    assert second.x1 <= 900
    assert first.x1 <= second.x0, "what stands beside the bands does not lie on the other chart"
    assert max(first.y1, second.y1) <= 400
    assert max(axes.title.get_window_extent().x1 for axes in (left, right)) <= 900
    assert right._left_title.get_window_extent().x1 <= 900


def test_a_grid_that_was_laid_out_by_hand_stays_as_it_is(result: Result) -> None:
    for figure, axes in _laid_out():
        before = axes.get_position().bounds
        figures.plot_tolerances(result, axes)
        figure.draw_without_rendering()
        assert axes.get_position().bounds == before


def _laid_out() -> Iterator[tuple[Figure, Axes]]:
    figure = Figure()
    axes = figure.subplots()
    figure.subplots_adjust(left=0.4)
    yield figure, axes
    figure = Figure()
    yield figure, figure.add_axes((0.3, 0.2, 0.5, 0.6))
