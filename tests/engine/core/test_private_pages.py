"""What may name people or companies is covered in previews, and left out of the summary, whatever was asked for."""

import io

import numpy as np
import pytest
from core_drawing import Pdf
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageDraw
from pypdf import PdfReader, PdfWriter
from pypdf.annotations import FreeText

from drawkit.contract import Options, Result
from drawkit.engine import MODULES, analyze, harmless, previews, private, summarise
from drawkit.engine.layout.covering import covered
from drawkit.engine.sheet import Sheet
from drawkit.engine.titles.title_cells import Found
from drawkit.samples import make

WIDTH, HEIGHT = 842, 595
LEFT, TOP = 562, 495  # of the title block


def titled(pdf, company="ACME FORGE LTD", label="COMPANY", title="BEARING COVER"):
    cells = [
        (0, 0, 130, 26, label, company), (130, 0, 260, 26, "DRAWN BY", "J. SMITHERS"),
        (0, 26, 260, 52, "TITLE", title), (0, 52, 90, 80, "SCALE", "1:2"),
        (90, 52, 180, 80, "DRAWING NUMBER", "DK-4711"), (180, 52, 260, 80, "UNITS", "mm"),
    ]  # fmt: skip
    for x0, y0, x1, y1, name, value in cells:
        pdf.box(LEFT + x0, TOP + y0, LEFT + x1, TOP + y1)
        pdf.text(LEFT + x0 + 3, TOP + y0 + 8, name, 5).text(LEFT + x0 + 8, TOP + y1 - 5, value, 9)
    return pdf


def sheet(**block):
    pdf = Pdf(WIDTH, HEIGHT).box(20, 20, 822, 575)
    pdf.line(100, 102, 200, 102).text(130, 100, "4x Ø9 THRU").text(60, 300, "1. DEBURR ALL EDGES")
    return titled(pdf, **block)


NAME, COMPANY = (LEFT + 138, TOP + 14, LEFT + 190, TOP + 20), (LEFT + 8, TOP + 14, LEFT + 80, TOP + 20)
TITLE = (LEFT + 8, TOP + 40, LEFT + 70, TOP + 46)


class Shown:
    """The preview of a page, in points."""

    def __init__(self, data, result, page=1):
        self.png = previews(data, result)[page - 1]
        self.picture = np.asarray(Image.open(io.BytesIO(self.png)).convert("L"))
        self.scale = self.picture.shape[1] / result.pages[page - 1].width

    def part(self, box):
        x0, top, x1, bottom = (round(v * self.scale) for v in box)
        return self.picture[top:bottom, x0:x1]

    def hides(self, box):
        return bool(self.part(box).max() == 0)


def shown(data, *modules):
    options = Options(task_list=modules) if modules else None
    return Shown(data, analyze(data, profile="advanced" if modules else "standard", options=options))


@pytest.mark.parametrize("module", MODULES)
def test_names_are_covered_whatever_modules_are_asked_for(module):
    data = sheet().data()
    picture = shown(data, module)
    assert picture.hides(NAME)
    assert picture.hides(COMPANY)
    assert not picture.hides(TITLE)


def test_a_line_of_a_companys_name_that_has_common_words_alone_is_covered_and_its_label_is_not():
    pdf = sheet(company="")
    pdf.text(LEFT + 8, TOP + 16, "ZENKO DEPARTMENT OF", 5).text(LEFT + 8, TOP + 23, "PRODUCT DESIGN", 5)
    picture = shown(pdf.data(), "dimensions")
    assert picture.hides((LEFT + 8, TOP + 19, LEFT + 40, TOP + 23))
    assert not picture.hides((LEFT + 3, TOP + 4, LEFT + 30, TOP + 8))


def test_what_no_reader_reads_in_a_title_block_is_covered():
    pdf = sheet()
    pdf.line(*np.array([(LEFT + 200 + 2 * i, TOP + 12 + 6 * (i % 2)) for i in range(25)]).ravel())  # a signature
    pdf.canvas.circle(LEFT + 240, HEIGHT - (TOP + 40), 8, fill=1)  # a logo of curves
    picture = shown(pdf.data(), "dimensions")
    assert picture.hides((LEFT + 196, TOP + 9, LEFT + 254, TOP + 22))
    assert picture.hides((LEFT + 230, TOP + 30, LEFT + 250, TOP + 50))


def test_an_empty_cell_on_the_title_block_is_covered_with_the_logo_in_it():
    pdf = sheet().box(LEFT, TOP - 30, LEFT + 130, TOP)
    pdf.canvas.ellipse(LEFT + 20, HEIGHT - TOP + 5, LEFT + 110, HEIGHT - TOP + 25, fill=1)
    assert shown(pdf.data(), "bom").hides((LEFT + 5, TOP - 28, LEFT + 125, TOP - 2))


def listed(pdf, rows):
    """A parts list on the title block, its heading at the foot."""
    edges = [0, 30, 60, 180, 260]
    for i, row in enumerate(rows):
        y = TOP - 15 * (i + 1)
        for text, x0, x1 in zip(row, edges, edges[1:], strict=False):
            pdf.box(LEFT + x0, y, LEFT + x1, y + 15).text(LEFT + x0 + 4, y + 11, text, 7)
    return pdf


def test_a_parts_list_on_the_title_block_stays_but_for_its_suppliers():
    pdf = sheet()
    rows = [("ITEM", "QTY", "DESCRIPTION", "VENDOR"), ("1", "2", "BOLT", "Zenko"), ("2", "1", "PLATE", "Quarn")]
    picture = shown(listed(pdf, rows).data(), "dimensions")
    assert picture.hides((LEFT + 186, TOP - 23, LEFT + 196, TOP - 20))
    assert not picture.hides((LEFT + 62, TOP - 29, LEFT + 90, TOP - 16))


def test_a_supplier_of_the_parts_list_is_hidden_wherever_it_is_named():
    pdf = sheet().text(120, 150, "ZENKO BOLTS", 7).text(120, 250, "BOLTS OF STEEL", 7)
    rows = [("ITEM", "QTY", "DESCRIPTION", "SUPPLIER"), ("1", "2", "BOLT ZENKO", "Zenko"), ("2", "1", "PLATE", "Quarn")]
    picture = shown(listed(pdf, rows).data(), "dimensions")
    assert picture.hides((122, 144, 160, 149))
    assert picture.hides((LEFT + 66, TOP - 25, LEFT + 90, TOP - 20))
    assert not picture.hides((122, 244, 160, 249))


@pytest.mark.parametrize(
    "text",
    ["© 2020 Zenko", "www.zenko.example.com", "info@zenko.example", "PROPERTY OF ZENKO", "Zenko GmbH",
     "Smithers made it", "Checked by: R. Quarn", r"C:\Users\quarn\part.dwg"],
)  # fmt: skip
def test_a_text_on_the_sheet_that_tells_of_its_owner_is_covered(text):
    pdf = sheet().text(100, 400, text, 8)
    assert shown(pdf.data(), "dimensions").hides((100, 395, 130, 399))


def test_a_notice_of_property_is_covered_with_all_its_lines():
    lines = ("THE INFORMATION HEREIN IS THE", "SOLE PROPERTY OF", "ZENKO QUARN", "AND OTHERS")
    pdf = sheet()
    for i, text in enumerate(lines):
        pdf.text(100, 400 + 9 * i, text, 7)
    picture = shown(pdf.text(400, 300, "ANOTHER NOTE", 7).data(), "dimensions")
    assert all(picture.hides((101, 396 + 9 * i, 120, 399 + 9 * i)) for i in range(4))
    assert not picture.hides((400, 295, 450, 300))


def test_text_outside_the_frame_is_covered_but_for_zones_and_common_words():
    pdf = sheet().text(60, 588, "zenko 17 plotted", 6).text(400, 588, "B", 6).text(300, 588, "A3", 6)
    picture = shown(pdf.data(), "dimensions")
    assert picture.hides((61, 584, 90, 587))
    assert not picture.hides((399, 582, 406, 589))


def test_a_table_of_changes_is_covered_but_for_marks_and_dates():
    pdf = sheet()
    for i, row in enumerate((("REV", "DESCRIPTION", "DATE", "APPROVED"), ("A", "Quarn fix", "2020-01-02", "R. Quarn"))):
        for j, text in enumerate(row):
            pdf.box(500 + 80 * j, 30 + 15 * i, 580 + 80 * j, 45 + 15 * i).text(504 + 80 * j, 41 + 15 * i, text, 7)
    picture = shown(pdf.data(), "dimensions")
    assert picture.hides((745, 51, 770, 57))
    assert picture.hides((585, 51, 610, 57))
    assert not picture.hides((665, 51, 690, 57))


@pytest.mark.parametrize("extra", [False, True])
def test_without_a_title_block_the_usual_corner_and_unknown_words_are_covered(extra):
    pdf = Pdf(WIDTH, HEIGHT).text(100, 100, "Ø9 THRU").text(100, 400, "quarn", 8)
    if extra:
        pdf.text(700, 560, "zenko", 8)
    picture = shown(pdf.data(), "dimensions")
    assert picture.hides((100, 395, 115, 399))
    assert not picture.hides((100, 92, 130, 102))
    assert picture.hides((600, 500, 840, 590)) is extra


def test_labels_in_the_corner_are_covered_though_a_title_block_was_found_elsewhere(monkeypatch):
    pdf = Pdf(WIDTH, HEIGHT).box(20, 20, 822, 575)
    for i, text in enumerate(("Drawn by:", "Title:", "Zenko")):
        pdf.text(700, 520 + 15 * i, text, 8)
    elsewhere = (Found("scale", 0, "Scale", "1:2", (30, 30, 60, 40), 0.9),)
    monkeypatch.setattr(private, "title_fields", lambda *_: (None, elsewhere))
    assert shown(pdf.data()).hides((701, 545, 715, 549))


def test_annotations_are_covered_and_links_are_not():
    writer = PdfWriter(clone_from=PdfReader(io.BytesIO(sheet().data())))
    note = FreeText(text="APPROVED BY QUARN", rect=(100, 300, 200, 330), background_color="ffffff")
    writer.add_annotation(0, note)
    writer.add_uri(0, "https://zenko.example", [300, 300, 400, 330])
    data = io.BytesIO()
    writer.write(data)
    picture = shown(data.getvalue(), "dimensions")
    assert picture.hides((100, HEIGHT - 330, 200, HEIGHT - 300))
    assert not picture.hides((300, HEIGHT - 330, 400, HEIGHT - 300))


def test_an_annotation_on_a_scan_is_covered_where_it_shows():
    from reportlab.lib.utils import ImageReader

    picture = Image.new("L", (1200, 850), 255)
    ImageDraw.Draw(picture).text((100, 100), "SCALE 1:2   2x 45.0   THRU ALL", font_size=40, fill=0)
    pdf = Pdf(WIDTH, HEIGHT)
    pdf.canvas.drawImage(ImageReader(picture), 0, 0, WIDTH, HEIGHT)
    writer = PdfWriter(clone_from=PdfReader(io.BytesIO(pdf.data())))
    writer.add_annotation(0, FreeText(text="QUARN", rect=(100, 300, 200, 330), background_color="ffffff"))
    data = io.BytesIO()
    writer.write(data)
    assert shown(data.getvalue()).hides((105, HEIGHT - 325, 195, HEIGHT - 305))


def test_small_pictures_are_covered_and_views_are_not():
    pdf, image = sheet(), Image.new("RGB", (40, 40), (200, 30, 30))
    pdf.canvas.drawInlineImage(image, 100, 300, 24, 22)
    pdf.canvas.drawInlineImage(image, 200, 250, 150, 150)
    pdf.canvas.drawInlineImage(image, 450, 40, 120, 110)  # close to the title block
    picture = shown(pdf.data(), "dimensions")
    assert picture.hides((100, HEIGHT - 322, 124, HEIGHT - 300))
    assert not picture.hides((200, HEIGHT - 400, 350, HEIGHT - 250))
    assert picture.hides((450, HEIGHT - 150, 560, HEIGHT - 40))


def withheld(data, result):
    picture = Shown(data, result).picture
    return bool((picture[: len(picture) // 3] == 255).all())


def test_a_page_that_cannot_be_read_is_not_shown():
    photo = Image.fromarray(np.random.default_rng(1).integers(90, 160, (300, 400), np.uint8)).resize((1200, 900))
    out = io.BytesIO()
    photo.save(out, "PNG")
    result = analyze(out.getvalue(), profile="bom")
    assert not result.pages[0].readable
    assert withheld(out.getvalue(), result)
    assert summarise(result)["withheld_pages"] == [1]
    assert result.pages[0].remarks[-1] == "The page is not shown in public: its text cannot be read."


def test_a_page_on_which_the_look_for_names_fails_is_not_shown(monkeypatch):
    def fail(*_):
        raise ZeroDivisionError

    data = sheet().data()
    monkeypatch.setattr(private, "private_boxes", fail)
    result = analyze(data)
    assert withheld(data, result)
    assert result.pages[0].remarks == (
        "The page is not shown in public: looking for names on it failed (ZeroDivisionError).",
    )
    assert (summarise(result)["withheld_pages"], summarise(result)["title"]) == ([1], None)
    assert not withheld_open(data, result)


def withheld_open(data, result):
    [png] = previews(data, result, redact=False)
    return bool((np.asarray(Image.open(io.BytesIO(png)))[:, :200] == 255).all())


@pytest.mark.parametrize("cut", ["the text layer", "title block", "text that is drawn", "anything else"])
def test_a_page_that_was_not_read_in_time_is_not_shown(cut):
    shown = private.in_public(Sheet(1, 100.0, 100.0), None, ("dimensions", cut))
    assert (shown.private, shown.title) == (None, None)
    assert shown.remarks == (f"The page is not shown in public: there was no time for {cut}.",)
    assert private.in_public(Sheet(1, 100.0, 100.0), None, ("dimensions", "notes")).private == ()


def test_a_page_without_time_for_its_text_is_not_shown():
    data = sheet().data()
    result = analyze(data, options=Options(page_seconds=1e-6))
    assert result.pages[0].private is None
    assert withheld(data, result)


def test_a_result_of_an_older_engine_shows_nothing():
    data = sheet().data()
    old = analyze(data).to_json().replace('"private":', '"privat":')
    assert withheld(data, Result.from_json(old))


def test_a_page_with_too_much_to_cover_is_not_shown(monkeypatch):
    monkeypatch.setattr(private, "_MOST_LINES", 3)
    pdf = Pdf(WIDTH, HEIGHT)
    for i in range(6):
        pdf.text(60, 50 + 40 * i, "zenko quarn", 8)
    assert "too many of its texts" in analyze(pdf.data()).pages[0].remarks[0]


def test_a_title_block_of_too_many_words_is_covered_as_a_whole(monkeypatch):
    monkeypatch.setattr(private, "_MOST_WINDOWS", 3)
    assert shown(sheet().data(), "bom").hides(TITLE)


@pytest.mark.parametrize(
    ("block", "told"),
    [
        ({}, "BEARING COVER"),
        ({"title": "COVER FOR ACME FORGE LTD"}, None),
        ({"title": "SMITHERS COVER"}, None),
        ({"title": "ZENKO GmbH"}, None),
    ],
)
def test_the_title_is_told_only_where_nobody_is_named_in_it(block, told):
    assert summarise(analyze(sheet(**block).data()))["title"] == told


def test_a_name_of_another_page_is_in_no_title():
    pages = titled(Pdf(WIDTH, HEIGHT).box(20, 20, 822, 575), title="QUARN COVER")
    titled(pages.page().box(20, 20, 822, 575), company="QUARN")
    result = analyze(pages.data())
    assert result.pages[0].public_title == "QUARN COVER"
    assert summarise(result)["title"] == "BEARING COVER"


def test_slanted_text_is_covered_along_its_line_not_in_a_box_around_it():
    pdf = sheet().text(200, 450, "PROPERTY OF ZENKO QUARN AND SONS", 8, angle=40)
    picture = shown(pdf.data(), "dimensions")
    assert picture.hides((204, 442, 206, 444))
    assert not picture.hides((204, 400, 230, 410))


boxes = st.lists(st.tuples(*[st.integers(0, 12)] * 4).map(lambda b: tuple(float(v) for v in b)), max_size=6)


@given(boxes, boxes)
def test_what_is_covered_is_the_areas_without_the_windows(areas, windows):
    found = covered(areas, windows)

    def holds(boxes, x, y):
        return any(min(b[0], b[2]) < x < max(b[0], b[2]) and min(b[1], b[3]) < y < max(b[1], b[3]) for b in boxes)

    for x in np.arange(0.5, 12):
        for y in np.arange(0.5, 12):
            assert holds(found, x, y) == (holds(areas, x, y) and not holds(windows, x, y))
    area = sum((b[2] - b[0]) * (b[3] - b[1]) for b in found)
    assert area == sum(holds(found, x, y) for x in np.arange(0.5, 12) for y in np.arange(0.5, 12))


@pytest.mark.parametrize("text", ["SCALE", "2x Ø9 THRU", "ISO 2768-mK", "mm", "2020-01-02", "M6x1", "A4", "UNIT"])
def test_common_words_name_nobody(text):
    assert harmless.is_common(text)


@pytest.mark.parametrize("text", ["Quarn", "R. Quarn", "2x Zenko", "Zenko 12"])
def test_other_words_may(text):
    assert not harmless.is_common(text)


@pytest.mark.slow
@pytest.mark.parametrize("dpi", [60, 80, 110, 150])
def test_a_scan_of_any_resolution_hides_its_names_or_is_not_shown(dpi):
    sample = make("plate", seed=7, carrier="picture", dpi=dpi)
    result = analyze(sample.data, profile="advanced", options=Options(task_list=("dimensions",)))
    truth = sample.truth.title_blocks[0]
    names = [f for f in truth.fields if f.value in (truth.company, truth.drawn_by, truth.checked_by, truth.approved_by)]
    assert names
    picture = Shown(sample.data, result)
    if result.pages[0].private is None:
        assert (picture.picture[: len(picture.picture) // 3] == 255).all()
        return
    scale = result.pages[0].width / sample.truth.pages[0].width
    for field in names:
        x0, top, x1, bottom = (v * scale for v in field.box)
        assert picture.hides((x0 + 1, top + 1, x1 - 1, bottom - 1)), field


def test_a_path_in_letters_too_small_to_read_outside_the_frame_of_a_picture_is_covered():
    data = make("plate", seed=7, carrier="picture", dpi=150).data
    image = Image.open(io.BytesIO(data)).convert("L")
    wide, high = image.size
    small = Image.new("L", (330, 12), 255)
    ImageDraw.Draw(small).text((2, 0), "C:\\Users\\j.smithers\\OneDrive\\forge\\plate.CATDrawing", fill=0)
    small = small.resize((190, 7))
    at = 60, high - 16
    image.paste(small, at)
    out = io.BytesIO()
    image.save(out, "PNG")
    [preview] = previews(out.getvalue(), analyze(out.getvalue(), options=Options()))
    seen = np.asarray(Image.open(io.BytesIO(preview)).convert("L").resize((wide, high)))
    end = at[0] + int(np.flatnonzero((np.asarray(small) < 200).any(axis=0))[-1])
    assert (seen[at[1] + 1 : at[1] + 6, at[0] + 4 : end] < 60).all()


def test_a_watermark_too_faint_to_be_read_is_not_shown():
    data = make("plate", seed=7, carrier="picture", dpi=100).data
    image = Image.open(io.BytesIO(data)).convert("L")
    ImageDraw.Draw(image).text((image.width // 3, image.height // 3), "ACME FORGE", fill=244)
    out = io.BytesIO()
    image.save(out, "PNG")
    [preview] = previews(out.getvalue(), analyze(out.getvalue(), options=Options()))
    seen = np.asarray(Image.open(io.BytesIO(preview)).convert("L"))
    assert not ((seen > 234) & (seen < 255)).any()


def test_a_page_without_time_to_look_for_names_says_so(monkeypatch):
    def late(*_):
        raise private.OutOfTimeError

    monkeypatch.setattr(private, "private_boxes", late)
    told = private.in_public(Sheet(1, WIDTH, HEIGHT))
    assert told.private is None
    assert told.remarks == ("The page is not shown in public: there was no time to look for names on it.",)
