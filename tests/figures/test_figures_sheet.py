import io
import sys

import numpy as np
import pytest
from matplotlib.collections import PolyCollection
from matplotlib.colors import to_hex
from matplotlib.figure import Figure
from matplotlib.patches import PathPatch
from PIL import Image
from pypdf import PdfReader

from drawkit import figures
from drawkit.contract import LISTS, Balloon, Dimension, PageReport, PartsListItem, Result
from drawkit.figures._labels import Placer


def boxes(ax):
    return {to_hex(c.get_edgecolor()[0]).upper(): c for c in ax.collections if isinstance(c, PolyCollection)}


def legend(ax):
    return [text.get_text() for text in ax.get_legend().get_texts()]


def test_every_kind_has_a_look_of_its_own():
    assert set(figures.STYLES) == set(LISTS)
    looks = {(style.colour, style.dashed) for style in figures.STYLES.values()}
    assert len(looks) == len(LISTS)


def test_boxes_stand_in_points_with_a_legend_of_counts(result, picture):
    ax = figures.show(result, picture)
    blue = boxes(ax)[figures.STYLES["dimensions"].colour]
    assert len(blue.get_paths()) == 4
    assert blue.get_paths()[0].get_extents().extents.tolist() == [50, 50, 90, 60]
    assert "Dimensions  5" in legend(ax)
    assert "Notes  1" in legend(ax)
    (image,) = ax.images
    assert image.get_extent() == [0, 400, 200, 0]
    assert (ax.get_xlim(), ax.get_ylim()) == ((-1, 401), (201, -1))


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("draw", [figures.show, figures.show_dimensions, figures.show_bom])
def test_a_caption_stands_below_the_sheet(result, picture, draw, theme):
    told = draw(result, picture, theme=theme, caption="Names cost $5 and $6.")
    plain = draw(result, picture, theme=theme)
    title = told.get_legend().get_title()
    assert title.get_text() == "Names cost $5 and $6."
    assert to_hex(title.get_color()) == to_hex(told.get_legend().get_texts()[0].get_color())
    assert plain.get_legend().get_title().get_text() == ""
    assert told.get_figure().get_figheight() > plain.get_figure().get_figheight()
    told.get_figure().canvas.draw()
    place = told.get_legend().get_window_extent()
    whole = told.get_figure().bbox
    assert whole.x0 <= place.x0 < place.x1 <= whole.x1
    assert whole.y0 <= place.y0 < place.y1 <= told.get_window_extent().y0 + 1


def test_a_hole_stands_around_its_dimension(result):
    around = boxes(figures.show(result))[figures.STYLES["holes"].colour].get_paths()[0].get_extents()
    assert around.x0 < 50
    assert around.y1 > 60


def test_axes_in_axes_out_and_no_pyplot(result, picture):
    figure = Figure()
    ax = figure.add_subplot()
    for draw in (figures.show, figures.show_dimensions, figures.show_bom):
        assert draw(result, picture, 1, ax) is ax
    for plot in (figures.plot_tolerances, figures.plot_confidence):
        assert plot(result, figure.add_subplot()) in figure.axes
    if "matplotlib.pyplot" in sys.modules:
        pytest.skip("another test imported pyplot")


def test_kinds_can_be_chosen(result):
    assert legend(figures.show(result, kinds=["views", "notes"])) == ["Views  1", "Notes  1"]
    assert legend(figures.show(result, kinds="views")) == ["Views  1"]
    assert legend(figures.show(result, kinds=["welds"])) == ["Nothing of these kinds was read on this page"]
    assert figures.show(result, legend=False).get_legend() is None
    with pytest.raises(ValueError, match=r"No such kind: 'screws'.*dimensions"):
        figures.show(result, kinds=["screws"])


def test_pages_are_told_apart(result):
    assert legend(figures.show(result, page=2)) == ["Dimensions  1"]
    with pytest.raises(ValueError, match=r"no page 3. Choose one of: 1, 2"):
        figures.show(result, page=3)
    with pytest.raises(ValueError, match=r"Choose one of: 1"):
        figures.show(Result(), page=2)


@pytest.mark.parametrize("odd", [Result(), Result(pages=(PageReport(page=1, width=0, height=0),))])
def test_nothing_read_is_an_empty_sheet(odd):
    assert Image.open(io.BytesIO(figures.to_png(figures.show(odd)))).size[0] > 500


def test_without_a_picture_the_read_text_stands_on_the_sheet(result):
    texts = [text.get_text() for text in figures.show(result).texts]
    assert "⌀5 ±0.1" in texts
    assert "b" in texts
    note = next(text for text in texts if text.startswith("1 long"))
    assert note.count("\n") >= 3


def test_hostile_text_is_drawn_as_text(result):
    ax = figures.show_dimensions(result)
    drawn = next(text for text in ax.texts if "frac" in text.get_text())
    assert not drawn.get_parse_math()
    assert drawn.get_rotation() == 90
    assert "(M)" in drawn.get_text()
    assert "\x07" not in drawn.get_text()
    assert len(figures.to_png(ax)) > 1000


def test_labels_are_the_rows_of_the_frame(result, picture):
    ax = figures.show_dimensions(result, picture)
    assert [text.get_text() for text in ax.texts] == ["1", "2", "5", "6"]
    assert [text.get_text() for text in figures.show_dimensions(result, picture, 2).texts] == ["3"]


def test_item_numbers_label_parts_list_and_balloons(result, picture):
    ax = figures.show_bom(result, picture)
    assert [text.get_text() for text in ax.texts] == ["1", "?", "1", "?"]
    assert legend(ax) == ["Parts list  2", "Balloons  2"]
    assert not figures.show_bom(result, picture, 2).texts


def test_balloons_are_linked_to_their_rows(picture):
    row, balloon = {"box": (300, 20, 390, 30)}, {"box": (100, 100, 110, 110)}
    result = Result(
        pages=(PageReport(page=1, width=400, height=200), PageReport(page=2, width=400, height=200)),
        bom=(
            PartsListItem(id="b1", position="1", **row),
            PartsListItem(position="2", box=(2, 40, 90, 50)),
            PartsListItem(position="3", box=(300, 60, 390, 70)),
        ),
        balloons=(
            Balloon(position="7", item_id="b1", **balloon),
            Balloon(position="2", box=(200, 150, 210, 160)),
            Balloon(position="2", page=2, **balloon),
            Balloon(position="1"),
            Balloon(position="8", **balloon),
        ),
    )
    assert [(r.position, b.position) for r, b in figures.links(result)] == [
        ("1", "7"),
        ("2", "2"),
        ("2", "2"),
        ("1", "1"),
    ]
    ax = figures.show_bom(result, picture)
    curves = [patch.get_path().vertices for patch in ax.patches if isinstance(patch, PathPatch)]
    assert [(tuple(c[0]), tuple(c[-1])) for c in curves] == [((110, 105), (300, 25)), ((200, 155), (90, 45))]
    labels = {text.get_text(): to_hex(text.get_bbox_patch().get_facecolor()) for text in ax.texts}
    assert labels == {"1": "#e69f00", "2": "#e69f00", "3": "#d55e00", "7": "#e69f00", "8": "#d55e00"}
    tags = {text.get_text(): text.get_position() for text in ax.texts}
    assert tags["1"][0] < 300
    assert tags["3"][1] == 65
    only = figures.show_bom(result, picture, 2)
    assert [text.get_text() for text in only.texts] == ["2"]
    assert not [patch for patch in only.patches if isinstance(patch, PathPatch)]


def test_pdf_for_print(result, picture):
    ax = figures.show_dimensions(result, picture)
    pdf = figures.to_pdf(ax)
    assert pdf == figures.to_pdf(ax.get_figure())
    page = PdfReader(io.BytesIO(pdf)).pages[0]
    assert "Dimensions" in page.extract_text(), "text stays text"
    assert page.mediabox.width == pytest.approx(11 * 72, abs=1)
    fonts = [font.get_object() for font in page["/Resources"]["/Font"].get_object().values()]
    assert {font["/Subtype"] for font in fonts} <= {"/TrueType", "/Type0"}
    assert not PdfReader(io.BytesIO(pdf)).metadata


def test_labels_cover_neither_boxes_nor_lines():
    ink = np.full((100, 100), 255)
    ink[0:46, :] = 0
    placer = Placer((100, 100), [(40, 50, 60, 55)], ink)
    x, y = placer.place((40, 50, 60, 55), 10, 5)
    assert y > 55
    again = placer.place((40, 50, 60, 55), 10, 5)
    assert abs(again[0] - x) >= 10 or abs(again[1] - y) >= 5


def test_labels_stay_on_the_sheet():
    placer = Placer((100, 100), [(0, 0, 5, 5)])
    x, y = placer.place((0, 0, 5, 5), 8, 4)
    assert x >= 4
    assert y >= 2
    assert Placer((100, 100), [], np.zeros((2, 2, 3)))._darkness((500, 500, 501, 501)) == 1.0


@pytest.mark.parametrize("mode", ["1", "L", "RGB", "RGBA", "P", "LA"])
def test_pictures_of_every_mode(result, mode):
    buffer = io.BytesIO()
    Image.new(mode, (40, 20)).save(buffer, "PNG")
    assert figures.to_png(figures.show(result, buffer.getvalue()), dpi=30)[:4] == b"\x89PNG"


@pytest.mark.parametrize("theme", ["light", "dark", "auto"])
def test_png_is_the_same_every_time_and_names_no_software(result, picture, theme):
    first, second = (figures.to_png(figures.show_dimensions(result, picture, theme=theme)) for _ in range(2))
    assert first == second
    with Image.open(io.BytesIO(first)) as image:
        assert "Software" not in image.info
        corner = image.convert("RGBA").getpixel((image.width - 2, image.height - 2))
    assert corner == {"light": (255, 255, 255, 255), "dark": (17, 20, 24, 255), "auto": (255, 255, 255, 0)}[theme]


def test_an_unknown_theme_is_named_with_the_known_ones(result):
    with pytest.raises(ValueError, match=r"no theme 'pink'. Choose one of: light, dark, auto"):
        figures.show(result, theme="pink")


def test_three_hundred_boxes_are_drawn_at_once(cpu_seconds, picture):
    many = tuple(Dimension(text=str(i), box=(i, i / 2, i + 9, i / 2 + 5)) for i in range(300))
    result = Result(pages=(PageReport(page=1, width=400, height=200),), dimensions=many)
    figures.show(result, picture)
    assert cpu_seconds(figures.show, result, picture) < 0.5
