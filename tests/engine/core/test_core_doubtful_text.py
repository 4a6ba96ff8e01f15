import io
from dataclasses import replace
from pathlib import Path as FilePath

import numpy as np
import pypdf
import pytest
import reportlab
from core_drawing import Pdf, glyphs, opened, painted, path, round_path, sheet_of, stroke_paths, texts, word
from hypothesis import given
from hypothesis import strategies as st
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

from drawkit.engine.drawn_text.words import with_drawn_text
from drawkit.engine.layout.crops import crop
from drawkit.engine.pdf.glyphs import _character
from drawkit.engine.picture_text import reread as rereading
from drawkit.engine.picture_text.crop_readings import CropReading
from drawkit.engine.recognition.symbols import Symbol
from drawkit.engine.sheet import NO_CHARACTER, Glyph, is_untold
from drawkit.engine.sheet import untold as own_sign
from drawkit.engine.text import checked as checking
from drawkit.engine.text.checked import GDT_FONT, SYMBOLS, checked, is_doubtful, is_plausible


def lying(text, *, font="Vera", size=14, first=0xE000):
    """A PDF whose font maps its characters to private ones: what it shows is not what its text layer says."""
    pdfmetrics.registerFont(TTFont("Lying", FilePath(reportlab.__file__).parent / "fonts" / "Vera.ttf"))
    data = Pdf(400, 200).text(100, 100, text, size, font="Lying").text(20, 180, "HONEST", 9).data()
    writer = pypdf.PdfWriter(clone_from=io.BytesIO(data))
    fonts = writer.pages[0]["/Resources"]["/Font"]
    for one in map(pypdf.generic.IndirectObject.get_object, fonts.values()):
        if "/ToUnicode" in one:
            name = pypdf.generic.NameObject(f"/ABCDEF+{font}")
            one[pypdf.generic.NameObject("/BaseFont")] = name
            one["/FontDescriptor"][pypdf.generic.NameObject("/FontName")] = name
            stream = pypdf.generic.DecodedStreamObject()
            stream.set_data(
                b"/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /L def /CMapType 2 def\n"
                b"1 begincodespacerange <00> <FF> endcodespacerange\n"
                + b"1 beginbfrange <00> <FF> <%04X> endbfrange endcmap end end"
                % first
            )
            one[pypdf.generic.NameObject("/ToUnicode")] = writer._add_object(stream)
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()


def test_text_whose_map_lies_is_read_from_its_picture():
    with opened(lying("R24.75")) as sheet:
        assert texts(sheet.words) == ["HONEST", "R24.75"]
        [word_] = [w for w in sheet.words if w.text != "HONEST"]
        assert word_.read_from == "recognised"
        assert (word_.x, word_.y) == pytest.approx((100, 100), abs=0.5)


@pytest.mark.parametrize(
    ("character", "plausible"),
    [("。", True), ("−", True), ("7", True), ("ß", True), ("Ж", True), ("図", True), ("⌖", True), ("±", True),
     ("½", True), ("\ue001", False),
     ("\x03", False), ("𝄞", False), ("ع", True), ("ꦏ", False), ("►", False)],
)  # fmt: skip
def test_which_characters_a_drawing_is_written_in(character, plausible):
    assert is_plausible(character) is plausible


@given(st.text("0123456789ABCXYZ⌀±°.,+-()/:" + "".join(SYMBOLS), min_size=1))
def test_plain_callouts_are_never_in_doubt(text):
    assert all(is_plausible(c) for c in text)
    made = glyphs(text, font="Helvetica")
    assert checked(made, lambda: pytest.fail("nothing is to be checked")) == made


def test_fonts_of_symbols_and_odd_characters_are_doubtful():
    assert is_doubtful(Glyph("n", 0, 0, 0, 10, 5, "AIGDT"))
    assert is_doubtful(Glyph("n", 0, 0, 0, 10, 5, "SWGDT-Symbols"))
    assert is_doubtful(Glyph("n", 0, 0, 0, 10, 5, "Y14.5M-2009"))
    assert is_doubtful(Glyph("\x05", 0, 0, 0, 10, 5, "Arial"))
    assert not is_doubtful(Glyph("n", 0, 0, 0, 10, 5, "Arial"))
    assert not is_doubtful(Glyph(" ", 0, 0, 0, 10, 5, "AIGDT"))


def test_a_symbol_fonts_letter_is_what_the_picture_shows():
    page = painted(*stroke_paths(40, 60, "⌀", 10))
    [told] = checked([Glyph("q", 40, 60, 0, 14, 10, "GDT Symbols")], lambda: page)
    assert told.text == "⌀"


def test_without_ink_the_usual_map_of_the_symbol_font_counts():
    blank = painted()
    assert checked([Glyph("n", 40, 60, 0, 14, 10, "AIGDT")], lambda: blank)[0].text == GDT_FONT["n"] == "⌀"
    assert checked([Glyph("7", 40, 60, 0, 14, 10, "AIGDT")], lambda: blank)[0].text == "7"
    assert checked([Glyph("\x07", 40, 60, 0, 14, 10, "AIGDT")], lambda: blank) == []
    assert checked([Glyph("\x07", 40, 60, 0, 14, 10, "Arial")], lambda: blank)[0].text == "\x07"


@pytest.mark.parametrize(
    ("text", "seen", "told"),
    [
        ("n", Symbol("±", "plus_minus", 0.7), "±"),
        ("n", Symbol("±", "plus_minus", 0.5), "⌀"),
        ("n", Symbol("A", "A", 0.99), "⌀"),
        ("⌴", Symbol("⌵", "countersink", 0.8), "⌴"),
        ("⌴", Symbol("⌵", "countersink", 0.95), "⌵"),
        ("⌰", Symbol("⌴", "counterbore", 0.95), "⌰"),  # some fonts draw it so, and no code tells it by chance
        ("n", None, "⌀"),
    ],
)
def test_the_picture_is_believed_when_it_is_sure(monkeypatch, text, seen, told):
    monkeypatch.setattr(checking, "classify", lambda marks: [seen for _ in marks])
    page = painted(*stroke_paths(40, 60, "⌀", 10))
    assert checked([Glyph(text, 40, 60, 0, 14, 10, "AIGDT")], lambda: page)[0].text == told


def signs(*runs):
    """Glyphs of several fonts: letters of the one among words of the other."""
    made = [Glyph(c, 10 * n, 100, 0, 8, 7, font) for n, (c, font) in enumerate((c, f) for t, f in runs for c in t)]
    return [replace(g, x=40.0, y=60.0, advance=14, size=10) if g.font != "Arial" else g for g in made]


@pytest.mark.parametrize(
    ("runs", "seen", "told"),
    [
        ([("n", "Signs"), ("12 ", "Arial"), ("m", "Signs")], 0.9, "⌀⌀"),
        ([("n", "Signs"), ("12 ", "Arial"), ("m", "Signs")], 0.7, "nm"),  # nothing promises signs: it must be sure
        ([("n", "Signs"), ("12 ", "Arial"), ("n", "Signs")], 0.9, "nn"),  # one letter may be a unit
        ([("nm", "Signs"), ("12 ", "Arial"), ("m", "Signs")], 0.9, "nmm"),
        ([("A", "Signs"), ("12 ", "Arial"), ("B", "Signs")], 0.9, "AB"),  # datums
    ],
)
def test_a_font_whose_small_letters_all_stand_alone_may_hold_signs(monkeypatch, runs, seen, told):
    monkeypatch.setattr(checking, "_odd_before_numbers", lambda _: set())
    monkeypatch.setattr(checking, "classify", lambda marks: [Symbol("⌀", "diameter", seen) for _ in marks])
    found = checked(signs(*runs), lambda: painted(*stroke_paths(40, 60, "⌀", 10)))
    assert "".join(g.text for g in found if g.font == "Signs") == told
    assert {g.font for g in found} == {"Signs", "Arial"}


@pytest.mark.parametrize(("font", "told"), [("AIGDT", "□"), ("Arial", "Q")])
def test_a_ring_is_a_letter_in_a_font_of_letters_alone(monkeypatch, font, told):
    monkeypatch.setattr(checking, "classify", lambda marks: [Symbol("□", "square", 0.9) for _ in marks])
    page = painted(*stroke_paths(40, 60, "⌀", 10))
    made = [Glyph("Q", 40, 60, 0, 14, 10, font), Glyph("5", 54, 60, 0, 14, 10, "Tahoma")]
    assert checked(made, lambda: page)[0].text == told


def reread(monkeypatch, text, confidence, *others, told="\ue001\ue002"):
    found = CropReading(text, confidence, "words", others)
    monkeypatch.setattr(rereading, "read_crops", lambda crops: [found for _ in crops])
    odd, plain = word(told, 40, 60), word("12.5", 10, 20)
    return rereading.reread(painted().at(words=(odd, plain)))


def test_what_cannot_be_read_again_is_left_out(monkeypatch):
    assert texts(reread(monkeypatch, "R5", 0.9).words) == ["12.5", "R5"]
    assert texts(reread(monkeypatch, "R5", 0.3).words) == ["12.5"]
    assert texts(reread(monkeypatch, "  ", 0.9).words) == ["12.5"]


def test_what_the_layer_tells_in_part_decides_between_readings(monkeypatch):
    read = reread(monkeypatch, "108", 0.2, ("100", 0.7), ("10°", 0.8), told="10\ue001").words
    assert [(w.text, w.confidence) for w in read] == [("12.5", 1.0), ("10°", 0.8)]
    assert texts(reread(monkeypatch, "108", 0.2, ("100", 0.9), told="10\ue001").words) == ["12.5"]


def strokes_pdf(text="MATERIAL 1.4301", size=9):
    return Pdf(400, 300).drawn(40, 100, text, size).line(20, 20, 380, 20)


def test_text_of_strokes_alone_is_read():
    with opened(strokes_pdf().drawn(40, 200, "R24.75", 9).data()) as sheet:
        told = with_drawn_text(sheet)
    assert told.source == "strokes"
    assert texts(told.words) == ["1.4301", "MATERIAL", "R24.75"]
    assert all(w.read_from == "recognised" for w in told.words)


def test_strokes_beside_a_text_layer_are_read_too():
    with opened(strokes_pdf().text(40, 200, "SCALE 1:2").data()) as sheet:
        told = with_drawn_text(sheet)
    assert told.source == "text"
    assert texts(told.words) == ["1.4301", "1:2", "MATERIAL", "SCALE"]


def test_filled_outlines_of_letters_are_read():
    from matplotlib.textpath import TextPath

    pdf, x = Pdf(400, 300).text(40, 200, "SCALE"), 40
    for letter in "MATERIAL":
        outline = TextPath((x, 200), letter, size=12)
        x = outline.get_extents().x1 + 1
        made = pdf.canvas.beginPath()
        for polygon in outline.to_polygons():
            made.moveTo(*polygon[0])
            for point in polygon[1:]:
                made.lineTo(*point)
            made.close()
        pdf.canvas.drawPath(made, stroke=0, fill=1)
    with opened(pdf.data()) as sheet:
        assert texts(with_drawn_text(sheet).words) == ["MATERIAL", "SCALE"]


def test_strokes_under_words_of_the_text_layer_are_those_words():
    with opened(strokes_pdf().text(40, 100, "MATERIAL 1.4301", 12.5, font="Courier").data()) as sheet:
        assert with_drawn_text(sheet) is sheet


def test_geometry_is_no_text():
    hatched = [path(x, 50, x + 8, 58, group=x) for x in range(10, 300, 3)]
    far = [round_path(x, 200, 4, group=400 + x) for x in range(20, 400, 60)]
    grown = [round_path(100, 300, 2.0**k, group=900 + k) for k in range(6)]
    sheet = sheet_of([word("12.5", 700, 500)], [*hatched, *far, *grown])
    assert with_drawn_text(sheet) is sheet
    assert with_drawn_text(sheet_of()).words == ()


def test_a_field_of_like_shapes_is_no_text():
    rivets = [round_path(20 + 5 * (i % 20), 20 + 5 * (i // 20), 2, group=i) for i in range(240)]
    sheet = sheet_of(paths=rivets)
    assert with_drawn_text(sheet) is sheet


@pytest.mark.parametrize(("letter", "font"), [("n", "Helvetica"), ("Ç", "Helvetica"), ("A", "F7")])
def test_an_odd_letter_before_a_number_is_what_the_picture_shows(letter, font):
    page = painted(*stroke_paths(40, 60, "⌀", 10))
    number = [Glyph(c, 54 + 7 * i, 60, 0, 14, 7, "Helvetica") for i, c in enumerate("125")]
    assert [g.text for g in checked([Glyph(letter, 40, 60, 0, 14, 10, font), *number], lambda: page)] == [*"⌀125"]


def test_a_letter_that_the_picture_shows_stays(monkeypatch):
    page = painted(*stroke_paths(40, 60, "O", 10))
    number = Glyph("6", 54, 60, 0, 14, 7, "Helvetica")
    for seen in (Symbol("○", "circularity", 0.99), Symbol("⌀", "diameter", 0.7), None):
        monkeypatch.setattr(checking, "classify", lambda marks, seen=seen: [seen for _ in marks])
        assert checked([Glyph("O", 40, 60, 0, 14, 10, "Helvetica"), number], lambda: page)[0].text == "O"


OWN = own_sign(0x1F)
"""A sign that a font has under a code of its own."""


def untold(font="Arial", x=40.0):
    return Glyph(OWN, x, 60, 0, 14, 7, font)


@pytest.mark.parametrize("sign", ["±", "+", "⌀"])
@pytest.mark.parametrize("font", ["Arial", "SWGDT-Symbols"])
def test_a_glyph_that_the_font_does_not_tell_is_what_the_picture_shows(sign, font):
    page = painted(*stroke_paths(40, 60, sign, 10))
    assert [g.text for g in checked([untold(font)], lambda: page)] == [sign]


@pytest.mark.parametrize(("text", "told"), [(OWN, "+"), (NO_CHARACTER, "+"), ("\x05", "\x05"), ("⌴", "⌴")])
def test_only_a_glyph_that_the_font_does_not_tell_may_be_a_plus(monkeypatch, text, told):
    monkeypatch.setattr(checking, "classify", lambda marks: [Symbol("+", "plus", 0.99) for _ in marks])
    page = painted(*stroke_paths(40, 60, "+", 10))
    assert checked([Glyph(text, 40, 60, 0, 14, 7, "Arial")], lambda: page)[0].text == told


SEEN = {"±": Symbol("±", "plus_minus", 0.9), "+": Symbol("+", "plus", 0.7), "⌀": Symbol("⌀", "diameter", 0.9), "": None}


@pytest.mark.parametrize(
    ("seen", "told"),
    [(("±", "", "±"), "±±±"), (("+", "±", "±"), "±±±"), (("±", "", ""), "±" + OWN * 2), (("+", "±", "⌀"), "+±⌀")],
)
def test_a_code_of_a_font_is_the_sign_that_most_of_its_places_show(monkeypatch, seen, told):
    monkeypatch.setattr(checking, "classify", lambda marks: [SEEN[s] for s in seen])
    page = painted(*(path for n in range(3) for path in stroke_paths(40 + 20 * n, 60, "±", 10)))
    assert "".join(g.text for g in checked([untold(x=40 + 20 * n) for n in range(3)], lambda: page)) == told


@pytest.mark.parametrize("other", [untold("Times", x=60), replace(untold(x=60), text=NO_CHARACTER)])
def test_codes_of_two_fonts_and_glyphs_of_no_code_are_each_by_itself(monkeypatch, other):
    monkeypatch.setattr(checking, "classify", lambda marks: [SEEN["±"], SEEN["+"]])
    page = painted(*stroke_paths(40, 60, "±", 10), *stroke_paths(60, 60, "+", 10))
    assert [g.text for g in checked([untold(), other], lambda: page)] == ["±", "+"]


def test_a_glyph_that_is_not_told_and_not_drawn_is_a_blank():
    told = checked([*glyphs("12", 20, 60, font="Arial"), untold(), *glyphs("5", 60, 60)], painted)
    assert [g.text for g in told] == ["1", "2", " ", "5"]
    assert (told[2].x, told[2].advance) == (40, 7)


@pytest.mark.parametrize("seen", [Symbol("±", "plus_minus", 0.5), Symbol("A", "A", 0.99), None])
def test_a_glyph_that_is_not_told_stays_to_be_read_again_where_the_picture_is_not_sure(monkeypatch, seen):
    monkeypatch.setattr(checking, "classify", lambda marks: [seen for _ in marks])
    page = painted(*stroke_paths(40, 60, "±", 10))
    assert [g.text for g in checked([untold()], lambda: page)] == [OWN]
    assert is_untold(OWN)
    assert not is_plausible(OWN)


@pytest.mark.parametrize(
    ("code", "text"),
    [(0x1F, OWN), (0x00, own_sign(0)), (0x0B, own_sign(0x0B)), (0xD800, NO_CHARACTER), (0xDFFF, NO_CHARACTER),
     (0x110000, NO_CHARACTER), (0x02, "-"), (0xAD, "-"), (0x09, "\t"), (0x0A, "\n"), (0x20, " "), (0x41, "A"),
     (0xE000, "\ue000")],
)  # fmt: skip
def test_which_codes_of_a_font_are_characters(code, text):
    assert _character(code) == text


@pytest.mark.parametrize("code", [0x00, 0x02, 0x0A, 0x20, 0x41, 0xD801, 0xFFFF])
def test_no_code_of_a_font_without_a_map_is_a_character(code):
    assert _character(code, is_told=False) == own_sign(code)
    assert is_untold(own_sign(code))


def test_a_code_that_no_font_can_have_is_no_character():
    assert own_sign(0x10000) == _character(0x10000, is_told=False) == NO_CHARACTER


@pytest.mark.parametrize("gap", [0.6, 1.2])
def test_a_lone_sign_is_read_again_without_the_figures_beside_it(gap):
    sign, strokes = word(OWN, 40, 60, 10), stroke_paths(40.5, 60, "±", 10)
    beside = [*stroke_paths(34.4 - gap, 60, "8", 10), *stroke_paths(47 + gap, 60, "8", 10)]
    page = painted(*strokes, *beside)
    shown, picture = crop(page, sign, (-0.25, 0.95), (-0.35, 1.3)), rereading.picture_of(page, sign)
    for columns in (np.s_[:, :9], np.s_[:, -9:]):
        assert shown[columns].min() < 100
        assert picture[columns].min() == 255
    assert np.array_equal(picture[:, 11:-11], rereading.picture_of(painted(*strokes), sign)[:, 11:-11])
    assert picture.min() < 100


def test_the_picture_of_a_number_that_is_read_again_holds_all_its_figures():
    number, page = word("12\ue001", 30, 60, 10), painted(*stroke_paths(30, 60, "125", 10))
    assert np.array_equal(rereading.picture_of(page, number), crop(page, number, (-0.25, 2.35), (-0.35, 1.3)))
