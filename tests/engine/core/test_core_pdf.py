import io
import math

import numpy as np
import pypdf
import pytest
from core_drawing import Pdf, opened, texts
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from drawkit.contract import Refused
from drawkit.engine import analyze
from drawkit.engine.pdf import document, glyphs, open_pdf
from drawkit.engine.pdf.glyphs import read_glyphs
from drawkit.engine.pdf.paths import read_paths
from drawkit.engine.pdf.scans import scan_dpi
from drawkit.engine.pdf.shown import shown_glyphs
from drawkit.engine.pdf.upright import upright

near = pytest.approx


def page_of(pdf):
    """The page's glyphs, paths and size."""
    data = pdf if isinstance(pdf, bytes) else pdf.data()
    with open_pdf(data) as opened_pdf:
        page = opened_pdf.page(1)
        return read_glyphs(page), read_paths(page), (page.width, page.height)


def busy(turned):
    pdf = Pdf(842, 595, turned).text(100, 200, "12.5").text(300, 400, "R8", 9, 90).text(500, 100, "SLANTED", 8, 30)
    return pdf.line(50, 60, 400, 60).box(600, 300, 700, 380).circle(200, 300, 25)


@pytest.mark.parametrize("turned", [0, 90, 180, 270])
def test_a_pages_rotation_does_not_matter(turned):
    with opened(busy(turned).data()) as sheet:
        assert (sheet.width, sheet.height) == (842, 595)
        found = {w.text: w for w in sheet.words}
        assert found.keys() == {"12.5", "R8", "SLANTED"}
        for text, place, angle in (("12.5", (100, 200), 0), ("R8", (300, 400), 90), ("SLANTED", (500, 100), 30)):
            assert (found[text].x, found[text].y) == near(place, abs=0.1)
            assert found[text].angle == near(angle, abs=0.1)
        lines = [sorted([tuple(s[:2]), tuple(s[2:])]) for s in sheet.segments.round(1).tolist()]
        assert [(50, 60), (400, 60)] in lines
        assert [(600, 300), (600, 380)] in lines
        dark = sheet.render(72)[58:63, 60:390] < 200
        assert dark.any(axis=0).all()


def test_a_glyph_has_its_place_size_and_advance():
    found, _, size = page_of(Pdf(400, 300).text(50, 80, "MI", 20))
    assert size == (400, 300)
    assert [(g.text, g.size, g.angle, g.font) for g in found] == [("M", 20, 0, "Helvetica"), ("I", 20, 0, "Helvetica")]
    assert [(g.x, g.y) for g in found] == [near((50, 80)), near((50 + 0.833 * 20, 80), abs=0.1)]
    assert found[0].advance == near(0.833 * 20, abs=1.5)


@pytest.mark.parametrize("angle", [0, 90, 30])
def test_letters_of_a_negative_size_stand_the_other_way_round(angle):
    """Altium Designer writes them so, turned by half a turn more (ISO 32000-1, 9.4.4)."""
    usual, _, _ = page_of(Pdf(400, 300).text(150, 180, "R28", 9, angle))
    found, _, _ = page_of(Pdf(400, 300).text(150, 180, "R28", -9, angle + 180))
    assert [(g.text, g.size) for g in found] == [("R", near(9)), ("2", near(9)), ("8", near(9))]
    assert [g.angle for g in found] == near([g.angle for g in usual], abs=0.1)
    assert [(g.x, g.y) for g in found] == [near((g.x, g.y), abs=0.1) for g in usual]


def test_letters_without_a_size_do_not_show():
    found, _, _ = page_of(Pdf(400, 300).text(50, 80, "GHOST", 0).text(50, 120, "M", 20))
    assert [g.text for g in found] == ["M"]


@given(st.integers(0, 359))
@settings(max_examples=20, deadline=None)
def test_text_at_any_angle_is_one_word_of_its_length(angle):
    with opened(Pdf(400, 400).text(200, 200, "HHHHHHHH", 10, angle).data()) as sheet:
        [word] = sheet.words
    assert abs((word.angle - angle + 180) % 360 - 180) <= 1.2  # a right angle nearly met is met
    assert word.length == near(8 * 7.22, abs=2)
    assert word.height == near(7.2, abs=0.1)


def test_hidden_text_is_known_as_such_and_read_once():
    shown = Pdf().text(100, 100, "12.5").text(100, 100, "12.5", hidden=True)
    with opened(shown.data()) as sheet:
        assert texts(sheet.words) == ["12.5"]
    alone, *_ = page_of(Pdf().text(100, 100, "9", hidden=True))
    assert [g.invisible for g in alone] == [True]
    assert not page_of(Pdf().text(100, 100, "9"))[0][0].invisible


def byte_pairs(pdf, text):
    """A hidden string that PDFium takes for no other text, at (100, 100)."""
    held = f"\ufeff{text}".encode("utf-16-be").hex()
    pdf.canvas._code.append(f"q BT 3 Tr /F1 10 Tf 1 0 0 1 100 495 Tm <{held}> Tj ET Q")
    return pdf


@pytest.mark.parametrize(
    ("layers", "long"), [(["seen", "hidden"], 19.5), (["hidden", "seen"], 19.5), (["seen"], 19.5), (["hidden"], 29)]
)
def test_hidden_text_under_the_same_visible_text_is_not_spread_over_what_is_drawn_there(layers, long):
    """Strokes beside a number look like the letters of a wider font, which hidden text alone is spread over."""
    pdf = Pdf()
    for x in range(100, 130, 8):
        pdf.line(x + 1, 100, x + 5, 93)
    for layer in layers:
        pdf = pdf.text(100, 100, "12.5", 10) if layer == "seen" else byte_pairs(pdf, "12.5")
    with opened(pdf.data()) as sheet:
        assert [(w.text, w.x, w.length) for w in sheet.words] == [("12.5", near(100), near(long, abs=1))]


@pytest.mark.parametrize("text", ["⌀12±0.1", "Ȁ4", "H7 ", "Вал", "30°"])
def test_a_hidden_string_of_byte_pairs_is_what_it_says(text):
    found, *_ = page_of(byte_pairs(Pdf(), text))
    assert "".join(g.text for g in found) == text
    assert (found[0].x, found[0].y) == near((100, 100))
    assert all(g.invisible for g in found)


@pytest.mark.parametrize(
    ("code", "text"),
    [(0x41, "A"), (2, "-"), (0xAD, "-"), (0, "\U000f0000"), (0xD801, "\ufffd"), (0x110000, "\ufffd"), (0x2300, "⌀")],
)
def test_character_codes(code, text):
    assert glyphs._character(code) == text


def test_characters_that_pdfium_makes_up_are_left_out():
    found, *_ = page_of(Pdf().text(100, 100, "A").text(200, 100, "B").text(100, 200, "C"))
    assert "".join(g.text for g in found) == "ABC"


def test_lines_fills_and_curves_of_a_page():
    pdf = Pdf().line(10, 20, 60, 20, 60, 50)
    pdf.canvas.setLineWidth(2)
    pdf.circle(100, 100, 30)
    pdf.canvas.setFillGray(0.5)
    pdf.canvas.rect(200, 595 - 220, 30, 20, stroke=0, fill=1)
    open_line, circle, area = page_of(pdf)[1]
    assert open_line.points.tolist() == near(np.array([[10, 20], [60, 20], [60, 50]]))
    assert (open_line.closed, open_line.stroked, open_line.curved, open_line.width) == (False, True, False, 0.5)
    assert (circle.curved, circle.filled, circle.width) == (True, False, 2)
    assert np.hypot(*(circle.points - (100, 100)).T) == near(30, abs=0.1)
    assert (area.filled, area.stroked, area.closed, area.grey) == (True, False, True, near(127, abs=1))
    assert area.box == near((200, 200, 230, 220))
    assert len({p.group for p in (open_line, circle, area)}) == 3


def test_a_closed_outline_is_known_as_such():
    pdf = Pdf()
    outline = pdf.canvas.beginPath()
    outline.moveTo(10, 10)
    outline.lineTo(60, 10)
    outline.lineTo(60, 40)
    outline.close()
    pdf.canvas.drawPath(outline)
    [triangle] = page_of(pdf)[1]
    assert triangle.closed


def test_what_is_white_or_transparent_draws_nothing():
    pdf = Pdf()
    pdf.canvas.setStrokeGray(1)
    pdf.line(10, 20, 60, 20)
    pdf.canvas.setStrokeGray(0)
    pdf.canvas.setStrokeAlpha(0)
    pdf.line(10, 30, 60, 30)
    pdf.canvas.setFillGray(1)
    pdf.canvas.rect(5, 5, 500, 500, stroke=0, fill=1)
    assert page_of(pdf)[1] == ()


def test_sub_paths_of_one_operation_share_a_group():
    pdf = Pdf()
    path = pdf.canvas.beginPath()
    for x in (10, 30):
        path.moveTo(x, 10)
        path.lineTo(x + 5, 20)
    path.moveTo(90, 90)  # a move alone draws nothing
    pdf.canvas.drawPath(path)
    first, second = page_of(pdf)[1]
    assert first.group == second.group


def test_paths_in_forms_stand_where_the_form_is_put():
    pdf = Pdf()
    pdf.canvas.beginForm("cross")
    pdf.canvas.setLineWidth(1)
    pdf.canvas.line(0, 0, 10, 0)
    pdf.canvas.endForm()
    pdf.canvas.saveState()
    pdf.canvas.translate(100, 95)
    pdf.canvas.scale(3, 3)
    pdf.canvas.doForm("cross")
    pdf.canvas.restoreState()
    [line] = page_of(pdf)[1]
    assert line.points.tolist() == near(np.array([[100, 500], [130, 500]]))
    assert line.width == near(3)


def test_forms_nested_without_end_are_not_followed():
    pdf = Pdf()
    pdf.canvas.beginForm("form0")
    pdf.canvas.line(0, 0, 10, 0)
    pdf.canvas.endForm()
    for level in range(1, 9):
        pdf.canvas.beginForm(f"form{level}")
        pdf.canvas.doForm(f"form{level - 1}")
        pdf.canvas.endForm()
    pdf.canvas.doForm("form8")
    assert page_of(pdf)[1] == ()


def test_a_huge_page_is_rendered_at_a_lower_resolution():
    with open_pdf(Pdf(10_000, 500).data()) as opened_pdf:
        picture = opened_pdf.page(1).render(300)
    assert max(picture.shape) == document.MAX_SIDE
    assert picture.shape[0] == near(600, abs=1)


@pytest.mark.parametrize("data", [b"%PDF-1.7", b"%PDF-1.7\n" + bytes(500)])
def test_what_pdfium_cannot_open_is_refused(data):
    with pytest.raises(Refused) as caught, open_pdf(data):
        pass
    assert caught.value.problem.code == "unreadable-file"


def test_a_document_knows_its_pages():
    data = Pdf(300, 200).text(20, 20, "FIRST").page().text(20, 20, "SECOND").data()
    with open_pdf(data) as opened_pdf:
        assert len(opened_pdf) == 2
        assert opened_pdf.page(2).number == 2
    with opened(data, 2) as sheet:
        assert texts(sheet.words) == ["SECOND"]


def test_a_crop_box_moves_the_origin():
    writer = pypdf.PdfWriter(clone_from=io.BytesIO(Pdf(400, 300).text(150, 120, "INSIDE").data()))
    writer.pages[0].cropbox = pypdf.generic.RectangleObject((100, 50, 400, 250))
    out = io.BytesIO()
    writer.write(out)
    with opened(out.getvalue()) as sheet:
        assert (sheet.width, sheet.height) == (300, 200)
        [word] = sheet.words
    assert (word.x, word.y) == near((50, 70), abs=0.1)


def picture_page(share=1.0, pixels=(400, 300), width=288, height=216):
    pdf = Pdf(width, height)
    image = Image.new("L", pixels, 255)
    pdf.canvas.drawInlineImage(image, 0, 0, width * math.sqrt(share), height * math.sqrt(share))
    return pdf


def scanned(pdf):
    with open_pdf(pdf.data()) as opened_pdf:
        return scan_dpi(opened_pdf.page(1))


def test_a_page_that_is_a_picture_is_a_scan_of_its_resolution():
    assert scanned(picture_page(pixels=(800, 600))) == near(200)
    assert scanned(picture_page(pixels=(4000, 3000))) == 300
    assert scanned(picture_page(pixels=(40, 30))) == 100


def test_hidden_text_on_a_scan_and_a_stamp_do_not_count():
    assert scanned(picture_page().text(20, 50, "RECOGNISED BY ANOTHER PROGRAM " * 3, hidden=True)) == near(100)
    assert scanned(picture_page().text(20, 50, "CONTROLLED COPY").box(10, 10, 90, 60)) == near(100)


def test_a_page_with_nothing_but_a_picture_on_it_is_a_scan_however_much_paper_is_around():
    assert scanned(picture_page(share=0.3, pixels=(400, 300))) == near(100 / math.sqrt(0.3))
    assert scanned(picture_page(share=0.04)) is None


def test_text_beside_a_picture_of_a_drawing_does_not_keep_it_from_being_read():
    beside = picture_page(share=0.64, pixels=(400, 300)).text(
        4, 20, "AN EXERCISE PRINTED FROM A PAGE OF THE WEB " * 2, 3
    )
    assert scanned(beside) == near(125)


def test_a_drawing_with_a_picture_on_it_is_no_scan():
    assert scanned(Pdf().text(20, 50, "NO PICTURE")) is None
    assert scanned(picture_page(share=0.3).text(20, 50, "BESIDE A LOGO")) is None
    assert scanned(picture_page().text(20, 50, "A TEXT LAYER THAT IS SHOWN ON THE PAGE " * 3, 2)) is None
    lines = picture_page()
    for y in range(10, 190, 2):
        lines.line(10, y, 200, y)
    assert scanned(lines) is None


def written(content):
    """A page of one content stream as it is written."""
    writer = pypdf.PdfWriter()
    page = writer.add_blank_page(300, 200)
    stream = pypdf.generic.DecodedStreamObject()
    stream.set_data(content)
    page[pypdf.generic.NameObject("/Contents")] = writer._add_object(stream)
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()


@pytest.mark.parametrize(
    ("content", "pieces"),
    [
        (b"10 10 m S", 0),
        (b"10 10 m 20 20 m S", 0),
        (b"10 10 m 20 20 l 30 30 m S", 1),
        (b"10 10 m 20 20 l S", 1),
        (b"10 10 m 20 20 30 20 40 10 c S", 1),
        (b"10 10 30 20 re S", 1),
        (b"10 10 m 20 20 l n", 0),
        (b"/Pattern cs 10 10 30 20 re f", 1),
    ],
)
def test_paths_as_odd_as_files_hold_them(content, pieces):
    assert len(page_of(written(content))[1]) == pieces


def with_ligature(pdf, code, letters):
    """The PDF, its font's map telling several letters for the character of a code."""
    writer = pypdf.PdfWriter(clone_from=io.BytesIO(pdf.data()))
    told = "".join(f"{ord(c):04x}" for c in letters)
    stream = pypdf.generic.DecodedStreamObject()
    stream.set_data(
        f"/CIDInit /ProcSet findresource begin begincmap 1 begincodespacerange <00> <ff> endcodespacerange "
        f"1 beginbfchar <{code:02x}> <{told}> endbfchar endcmap end".encode()
    )
    font = writer.pages[0]["/Resources"]["/Font"]["/F1"].get_object()
    font[pypdf.generic.NameObject("/ToUnicode")] = writer._add_object(stream)
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()


def test_the_letters_of_a_ligature_share_its_width():
    data = with_ligature(Pdf().text(100, 100, "OWCINE", 10), ord("W"), "ffi")
    found, *_ = page_of(data)
    assert "".join(g.text for g in found) == "OffiCINE"
    wide = [g for g in found if g.text in "fi"]
    assert [a.x + a.advance for a in wide[:-1]] == near([b.x for b in wide[1:]], abs=0.1)
    assert wide[-1].x + wide[-1].advance == near(found[4].x, abs=0.5)
    with opened(data) as sheet:
        assert texts(sheet.words) == ["OffiCINE"]


def test_a_crop_box_beside_the_page_is_said():
    for pdf in (Pdf(400, 300).text(150, 120, "INSIDE"), picture_page(width=400, height=300)):
        writer = pypdf.PdfWriter(clone_from=io.BytesIO(pdf.data()))
        writer.pages[0].cropbox = pypdf.generic.RectangleObject((1000, 1000, 1100, 1100))
        out = io.BytesIO()
        writer.write(out)
        with pytest.raises(Refused, match="0 x 0 points, which no sheet is"):
            analyze(out.getvalue())


@pytest.mark.parametrize("matrix", ["1e38 0 0 1e38 0 0", "3e38 3e38 -3e38 3e38 3e38 3e38", "0 0 0 0 0 0"])
def test_a_matrix_beyond_all_numbers_is_no_reason_not_to_read_the_page(matrix):
    pdf = Pdf(400, 300).text(150, 120, "INSIDE")
    writer = pypdf.PdfWriter(clone_from=io.BytesIO(pdf.data()))
    stream = pypdf.generic.DecodedStreamObject()
    stream.set_data(writer.pages[0].get_contents().get_data() + f" BT /F1 3e38 Tf {matrix} Tm (X) Tj ET".encode())
    writer.pages[0][pypdf.generic.NameObject("/Contents")] = writer._add_object(stream)
    out = io.BytesIO()
    writer.write(out)
    with opened(out.getvalue()) as sheet:
        assert "INSIDE" in texts(sheet.words)


@pytest.mark.parametrize("seen", [False, True])
def test_names_that_are_hidden_all_over_a_layout_are_none_of_its_text(seen):
    pdf = Pdf().line(50, 50, 90, 60)
    for row in range(30):
        pdf = pdf.text(50, 60 + 15 * row, "PAIC702", hidden=True)
    pdf = pdf.text(300, 300, "12.5") if seen else pdf
    with open_pdf(pdf.data()) as opened_pdf:
        found = shown_glyphs(opened_pdf.page(1))
    assert bool(found) is seen


def sideways(stamped=True, framed=True):
    """A drawing that lies on its side in its frame; an archive has printed upright lines into the margins."""
    pdf = Pdf(595, 842)
    if framed:
        pdf.box(40, 40, 555, 802)
    for k in range(4):
        pdf.text(100 + 40 * k, 100, "GENERAL REMARK", 8, 270)
    if stamped:
        pdf.text(60, 25, "DOCUMENT CONTROL ALL RIGHTS RESERVED", 8)
        pdf.text(60, 825, "PRINTED FROM THE ARCHIVE ON THE FIRST OF MAY", 8)
    return pdf


@pytest.mark.parametrize(("stamped", "framed", "turned"), [(True, True, 270), (False, True, 270), (True, False, 0)])
def test_what_is_printed_into_the_margins_does_not_tell_how_a_sheet_lies(stamped, framed, turned):
    with open_pdf(sideways(stamped, framed).data()) as pdf:
        page = upright(pdf.page(1))
        assert page.turned == turned
        assert {round(g.angle) % 360 for g in read_glyphs(page) if g.text == "K"} == {(270 - turned) % 360}


def test_what_a_file_places_beside_its_page_is_not_read():
    pdf = Pdf(400, 300).text(50, 80, "INSIDE", 10).text(900, 80, "BESIDE", 10).text(50, -60, "ABOVE", 10)
    with opened(pdf.data()) as sheet:
        assert [w.text for w in sheet.words] == ["INSIDE"]
