import base64
import io
import json
import pickle
import re
from html.parser import HTMLParser

import numpy as np
import openpyxl
import pandas as pd
import pydantic
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from matplotlib.colors import to_rgb
from PIL import Image

from drawkit import contract, display, figures, frames, samples
from drawkit.client import FileAccessError, NotPublished, ServiceUnreachable
from drawkit.display._result_html import render

TAGS = {"style", "div", "span", "b", "br", "code", "img", "table", "thead", "tbody", "tr", "th", "td"}


class Seen(HTMLParser):
    """What a browser would see."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags, self.text, self.attributes, self.open = [], "", [], []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += attrs
        if tag not in {"br", "img"}:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if "style" not in self.open:
            self.text += data + " "


def embedded(html):
    return [base64.b64decode(found) for found in re.findall(r"data:image/png;base64,([A-Za-z0-9+/=]+)", html)]


@pytest.mark.parametrize("table", [*frames.TABLES])
def test_every_table_is_a_property_and_an_item(result, table):
    frame = getattr(result, table)
    assert isinstance(frame, pd.DataFrame)
    assert frame.equals(result[table])
    assert table in dir(result)
    assert table in result._ipython_key_completions_()


def test_an_unknown_table_is_named_with_the_known_ones(result):
    with pytest.raises(KeyError, match=r"no table 'screws'.*dimensions"):
        result["screws"]


def test_the_tables_for_a_first_look(result):
    assert dict(result.title_block.to_numpy())["Material"] == "EN-GJL-250"
    assert result.bom["mass"][1] == "3 g"
    assert result.summary["dimensions"] == 14
    assert set(result.to_frames()) == {*frames.TABLES, "corrections", "review"}


def test_every_name_offered_exists(result):
    assert all(hasattr(result, name) for name in dir(result))
    assert not [name for name in dir(result) if name.startswith("_")]


def test_json_round_trip_is_equal(result, tmp_path):
    again = display.Result.from_json(result.to_json())
    assert again == result
    assert again.data == result.data
    result.to_json(tmp_path / "housing.json")
    for path in (tmp_path / "housing.json", str(tmp_path / "housing.json")):
        read = display.Result.from_json(path)
        assert read == result
        assert read.name == "housing"
    assert display.Result.from_json(result.to_json().encode(), name="x").name == "x"
    assert json.loads((tmp_path / "housing.json").read_text(encoding="utf-8"))["schema"] == contract.SCHEMA


def test_from_json_refuses_anything_else(tmp_path):
    with pytest.raises(pydantic.ValidationError):
        display.Result.from_json("{]")
    with pytest.raises(FileNotFoundError):
        display.Result.from_json(tmp_path / "none.json")


def test_a_kept_result_is_drawn_from_its_drawing(tmp_path):
    sample = samples.named("milled_plate")
    path = sample.save(tmp_path)
    kept = display.Result(sample.truth).to_json()
    assert display.Result.from_json(kept).preview() is None
    for drawing in (path, str(path), sample.data):
        again = display.Result.from_json(kept, "plate", drawing=drawing)
        assert again == display.Result(sample.truth)
        page = again.data.pages[0]
        with Image.open(io.BytesIO(again.preview())) as picture:
            assert picture.width / picture.height == pytest.approx(page.width / page.height, rel=0.01)
        png, shown = again.part(1, (100, 100, 150, 150), 288)
        with Image.open(io.BytesIO(png)) as picture:
            assert picture.width == pytest.approx(4 * (shown[2] - shown[0]), abs=1)
        assert again.small(1, 200)
        assert again.caption() == ""
        assert again._file() == sample.data


def test_a_kept_result_refuses_what_is_not_its_drawing(tmp_path):
    sample = samples.named("milled_plate")
    second = sample.truth.pages[0].model_copy(update={"page": 2})
    kept = display.Result(sample.truth.model_copy(update={"pages": (*sample.truth.pages, second)})).to_json()
    with pytest.raises(ValueError, match="is not the drawing of this result: it has no page 2"):
        display.Result.from_json(kept, drawing=sample.save(tmp_path))
    with pytest.raises(FileAccessError):
        display.Result.from_json(kept, drawing=tmp_path / "none.pdf")


def test_results_compare_by_their_data(result, data):
    assert result == display.Result(data, "other name")
    assert result != display.Result(contract.Result())
    assert result != "housing.pdf"
    with pytest.raises(TypeError):
        hash(result)


def test_a_pickle_holds_pictures_already_here_and_no_client(result, png):
    assert pickle.loads(pickle.dumps(result)).preview(2) is None
    result.preview(2)
    again = pickle.loads(pickle.dumps(result))
    assert again == result
    assert (again.name, again.preview(2)) == ("housing.pdf", png)


def test_files(result, tmp_path):
    assert (tmp_path / "csv" / "dimensions.csv") in result.to_csv(tmp_path / "csv")
    assert (tmp_path / "csv" / "notes.csv") in result.to_csv(tmp_path / "csv", spreadsheet_safe=True)
    book = openpyxl.load_workbook(result.to_excel(tmp_path / "housing.xlsx"))
    assert book.sheetnames[:3] == ["preview", "to look at", "title block"]
    assert "limits" in book.sheetnames
    assert book["to look at"].max_row == 1 + len(book["to look at"]._images) > 1
    assert len(book["preview"]._images) == 2
    assert "views" not in book.sheetnames
    buffer = io.BytesIO()
    assert result.to_excel(buffer) is None
    assert openpyxl.load_workbook(buffer).sheetnames == book.sheetnames
    bare = openpyxl.load_workbook(display.Result(contract.Result()).to_excel(tmp_path / "b.xlsx", pictures=False))
    assert bare.sheetnames == ["bom", "dimensions"]


def test_parquet(result, tmp_path):
    pytest.importorskip("pyarrow", reason="Parquet needs pyarrow")
    assert (tmp_path / "dimensions.parquet") in result.to_parquet(tmp_path)


def test_text_is_short_and_stable(result):
    assert repr(result) == (
        "<Result of housing.pdf: 14 dimensions, 1 parts list row, 1 title block, 1 datum feature; "
        "2 pages, 1 not readable>"
    )
    assert repr(display.Result(contract.Result())) == "<Result of drawing: nothing read; 0 pages>"


def test_html_says_what_matters(result):
    bundle = result._repr_mimebundle_()
    assert set(bundle) == {"text/plain", "text/html"}
    seen = Seen(bundle["text/html"])
    for told in ("Bearing housing", "housing.pdf", "D-17", "EN-GJL-250", "1:2", "2 pages", "units mm", "Screw", "±0.1"):
        assert told in seen.text
    assert "Page 1 cannot be trusted: fonts are not embedded." in seen.text
    assert "Welds: could not look. No strokes." in seen.text
    assert "not on the sheet: views" in seen.text
    assert "two tables" in seen.text
    assert "and 4 more in  .dimensions" in seen.text
    assert not seen.open


def test_html_is_the_same_every_time(data, png):
    first, second = (display.Result(data, "a", [png, png])._repr_html_() for _ in range(2))
    assert first == second


def test_html_holds_the_page_on_which_most_was_read(result):
    html = result._repr_html_()
    assert "Page 2 of 2" in html
    (sheet,) = embedded(html)
    with Image.open(io.BytesIO(sheet)) as image:
        assert image.size == (1440, 1017)
        pixels = np.asarray(image.convert("RGB")).reshape(-1, 3)
    for kind in ("dimensions", "datum_features"):
        near = np.abs(pixels - np.array(to_rgb(figures.STYLES[kind].colour)) * 255).max(axis=1) <= 32
        assert near.sum() > 20


def test_white_paper_stays_white(data):
    (sheet,) = embedded(display.Result(data)._repr_html_())
    with Image.open(io.BytesIO(sheet)) as image:
        assert max(image.convert("RGB").getcolors(10_000))[1] == (255, 255, 255)


def test_html_stays_small_with_a_noisy_scan(data):
    noise = np.random.default_rng(1).integers(0, 255, (700, 1000), dtype=np.uint8)
    buffer = io.BytesIO()
    Image.fromarray(noise).save(buffer, "PNG")
    assert len(display.Result(data, "scan", [buffer.getvalue()] * 2)._repr_html_()) < 400_000


def test_a_picture_that_cannot_get_small_enough_is_as_small_as_it_gets():
    from drawkit.display._picture import compact

    noise = np.random.default_rng(1).integers(0, 255, (300, 400, 3), dtype=np.uint8)
    buffer = io.BytesIO()
    Image.fromarray(noise).save(buffer, "PNG")
    with Image.open(io.BytesIO(compact(buffer.getvalue(), most_bytes=10))) as image:
        assert image.width == 320


def test_html_without_a_preview_draws_what_was_read(data):
    html = display.Result(data)._repr_html_()
    assert "There is no picture of this page" in html
    assert len(embedded(html)) == 1


@pytest.mark.parametrize("error", [NotPublished(), ServiceUnreachable()])
def test_a_preview_that_cannot_be_fetched_does_not_hide_the_result(data, error):
    asked = []

    def source(page):
        asked.append(page)
        raise error

    result = display.Result(data, "a", source)
    assert "There is no picture of this page" in result._repr_html_()
    assert result.preview(2) is None
    assert asked == [2]


def test_an_error_of_our_own_is_not_swallowed(data):
    with pytest.raises(ZeroDivisionError):
        display.Result(data, "a", lambda page: 1 // 0).preview()


def test_html_of_nothing():
    seen = Seen(display.Result(contract.Result())._repr_html_())
    assert "drawing" in seen.text
    odd = contract.Result(pages=(contract.PageReport(page=1, width=0, height=0),))
    assert len(embedded(display.Result(odd)._repr_html_())) == 1


HOSTILE = [
    "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "' onmouseover='alert(1)", "</style><h1>",
    "</div></table>", "&lt;b&gt;", "\u202egnp.exe", "a\x00\x1b[31mb", "\ud800", "<!--", "]]>", "javascript:alert(1)",
]  # fmt: skip


def hostile_result(text: str) -> contract.Result:
    return contract.Result(
        units="mm",
        pages=(contract.PageReport(page=1, width=300, height=200, readable=False, remarks=(text,)),),
        modules={text: contract.ModuleReport(status="failed", detail=text),
                 "bom": contract.ModuleReport(status="found", detail=text)},
        title_blocks=(contract.TitleBlock(title=text, material=text, text=text, box=(1, 1, 99, 20)),),
        dimensions=(contract.Dimension(text=text, fit=text, box=(1, 30, 99, 40)),),
        bom=(contract.PartsListItem(position=text, designation=text, box=(1, 50, 99, 60)),),
    )  # fmt: skip


@settings(max_examples=150, deadline=None)
@given(text=st.sampled_from(HOSTILE) | st.text(max_size=40))
def test_nothing_a_drawing_says_becomes_markup(text):
    html = render(hostile_result(text), text, b"a picture", 1, text)
    html.encode("utf-8")
    seen = Seen(html)
    assert set(seen.tags) <= TAGS
    assert not [name for name, _ in seen.attributes if name.startswith("on")]
    assert {value[:22] for name, value in seen.attributes if name == "src"} == {"data:image/png;base64,"}
    assert seen.tags.count("img") == 1
    assert not seen.open


@pytest.mark.parametrize("text", [*HOSTILE[::2], "\ud800"])
def test_hostile_text_is_drawn_and_stays_on_one_line(text):
    assert len(embedded(display.Result(hostile_result(text), name=text)._repr_html_())) == 1
    shown = repr(display.Result(contract.Result(), name=text))
    assert shown.isprintable()
    shown.encode("utf-8")


def test_show_draws_a_picture_that_shows_itself(result, tmp_path):
    picture = result.show(page=2, kinds=["dimensions"])
    assert repr(picture) == "<Picture: housing.pdf, page 2, with what was read>"
    bundle, metadata = picture._repr_mimebundle_()
    assert bundle["image/png"] == picture.png == picture.save(tmp_path / "a.png").read_bytes()
    assert metadata["image/png"]["width"] == round(picture.size[0] / 1.5)
    assert picture.png == result.show(page=2, kinds=["dimensions"]).png
    assert picture.png != result.show(page=2).png


def test_every_picture(result):
    for picture in (
        result.show(theme="dark"),
        result.show_dimensions(2),
        result.show_bom(1),
        result.plot_tolerances(),
        result.plot_confidence(),
    ):
        assert picture.png.startswith(b"\x89PNG")
        assert "housing.pdf" in repr(picture)


def test_a_large_picture_is_made_smaller_and_stays_transparent(data):
    noise = np.random.default_rng(1).integers(0, 255, (700, 1000), dtype=np.uint8)
    buffer = io.BytesIO()
    Image.fromarray(noise).save(buffer, "PNG")
    picture = display.Result(data, "scan", [buffer.getvalue()] * 2).show(2)
    with Image.open(io.BytesIO(picture.png)) as image:
        assert image.mode == "P"
        assert image.convert("RGBA").getpixel((image.width - 3, image.height - 3))[3] == 0


def test_concat(result, data):
    together = display.concat([result, display.Result(data, "b.pdf")])
    assert list(together["bom"]["file"]) == ["housing.pdf", "b.pdf"]
    assert set(display.concat({"x": result, "y": result}, ["bom"])["bom"]["file"]) == {"x", "y"}
    with pytest.raises(ValueError, match="same name"):
        display.concat([result, result])


def test_limits_of_size(result, data):
    one = display.limits(result)
    assert one.equals(result.limits())
    assert list(one["upper_limit"])[:2] == [0.1, 1.1]
    together = display.limits([result, display.Result(data, "b.pdf")])
    assert list(together["file"].unique()) == [result.name, "b.pdf"]
    assert display.limits({"x": result})["file"].eq("x").all()
    assert display.limits(result.dimensions)["tolerance"].eq(0.2).all()
    with pytest.raises(ValueError, match="same name"):
        display.limits([result, result])


def test_limits_follow_corrections(result):
    result.correct("dimensions", "d5", upper_deviation=0.3)
    assert result.limits().set_index("id").loc["d5", "upper_limit"] == 5.3


def test_limits_by_a_general_tolerance_that_is_given(data):
    bare = contract.Result(units="mm", dimensions=(contract.Dimension(nominal=30),))
    assert list(display.Result(bare).limits(general="ISO 2768-m")["upper_limit"]) == [30.2]
    assert list(display.limits([display.Result(bare)], general="ISO 2768-f")["upper_limit"]) == [30.1]
