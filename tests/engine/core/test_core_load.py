import io
import struct
import zlib

import numpy as np
import pypdf
import pytest
from core_drawing import Pdf
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageDraw, ImageFont

from drawkit.contract import FileLimits, ModuleState, Options, Refused
from drawkit.engine import analyze, load
from drawkit.engine.load import open_drawing, pages_of

near = pytest.approx


def encoded(image, kind="PNG", **options):
    out = io.BytesIO()
    image.save(out, kind, **options)
    return out.getvalue()


def scribble(width=300, height=200, mode="L"):
    image = Image.new(mode, (width, height), "white")
    ImageDraw.Draw(image).rectangle((20, 30, 200, 160), outline="black", width=3)
    return image


def view(data):
    with open_drawing(data) as source:
        return source.view(1)


def refusal(data, **options):
    with pytest.raises(Refused) as caught:
        analyze(data, **options)
    return caught.value.problem


def protected(password):
    writer = pypdf.PdfWriter(clone_from=io.BytesIO(Pdf(300, 200).text(20, 50, "SECRET 12.5").data()))
    writer.encrypt(password, "owner", algorithm="RC4-128")
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()


def bomb(side):
    """The header of a picture of `side` x `side` pixels with next to nothing behind it."""

    def chunk(name, body):
        return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))

    header = struct.pack(">IIBBBBB", side, side, 1, 0, 0, 0, 0)
    pixels = zlib.compress(bytes(1000))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", pixels) + chunk(b"IEND", b"")


PDF = Pdf(300, 200).text(20, 50, "12.5").data()
PNG = encoded(scribble())


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "unreadable-file"),
        (b"%PDF-1.4", "unreadable-file"),
        (PDF[:200], "unreadable-file"),
        (PNG[:60], "unreadable-file"),
        (PNG[:-400], "unreadable-file"),
        (b"GIF89a", "unreadable-file"),
        (b"<svg/>", "unsupported-format"),
        (b"0\nSECTION\n2\nHEADER\n", "unsupported-format"),
        (protected("password"), "unreadable-file"),
        (bomb(60_000), "too-many-pixels"),
        (bomb(5_000), "unreadable-file"),
    ],
)
def test_bad_files_are_refused(data, code):
    problem = refusal(data)
    assert problem.code == code
    assert problem.errors[0].pointer == "/file"


def test_eleven_pages_are_refused_and_ten_are_read():
    pdf = Pdf(100, 100)
    for _ in range(9):
        pdf.page()
    assert len(analyze(pdf.data(), profile="bom").pages) == 10
    pdf = Pdf(100, 100)
    for _ in range(10):
        pdf.page()
    problem = refusal(pdf.data())
    assert problem.code == "too-many-pages"
    assert "11" in problem.detail


def test_a_pdf_that_only_its_owner_may_change_is_read():
    assert [n.text for n in analyze(protected("")).notes] == []
    with open_drawing(protected("")) as source:
        assert sorted(w.text for w in source.sheet(1).words) == ["12.5", "SECRET"]


def test_a_file_larger_than_the_limit_is_refused():
    with pytest.raises(Refused, match="MiB"), open_drawing(PDF, FileLimits(max_bytes=100)):
        pass


@pytest.mark.parametrize(
    ("options", "pointer"),
    [
        ({"profile": "everything"}, "/profile"),
        ({"profile": "advanced"}, "/options_json/task_list"),
        ({"profile": "advanced", "options": Options(task_list=("dimensions", "smells"))}, "/options_json/task_list"),
        ({"options": Options(task_list=("dimensions",))}, "/options_json/task_list"),
        ({"options": Options(pages=(2,))}, "/options_json/pages"),
        ({"options": Options(pages=(0,))}, "/options_json/pages"),
    ],
)
def test_what_cannot_be_asked_for_is_refused(options, pointer):
    problem = refusal(PDF, **options)
    assert problem.code == "invalid-request"
    assert problem.errors[0].pointer == pointer


def test_the_pages_asked_for_are_read_once_and_in_that_order():
    data = Pdf(100, 90).page().page().data()
    assert [p.page for p in analyze(data, profile="bom", options=Options(pages=(3, 1, 3))).pages] == [3, 1]
    with open_drawing(data) as source:
        assert pages_of(source, None) == (1, 2, 3)


@given(st.integers(0, len(PDF)), st.integers(0, 255), st.booleans())
@settings(max_examples=40, deadline=None)
def test_a_damaged_file_is_read_or_refused_but_never_worse(at, byte, cut):
    data = PDF[:at] if cut else PDF[:at] + bytes([byte]) + PDF[at + 1 :]
    try:
        outcome = len(analyze(data, profile="standard").pages)
    except Refused as refused:
        outcome = refused.problem.code
    assert outcome in (1, "unreadable-file", "unsupported-format")


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP", "GIF", "BMP"])
def test_every_format_is_told_by_its_content(kind):
    sheet = view(encoded(scribble(), kind, dpi=(150, 150)))
    assert (sheet.width, sheet.height) == near((300 * 72 / 150, 200 * 72 / 150), abs=0.1)
    assert sheet.source == "picture"
    assert 0.01 < (sheet.render(150) < 128).mean() < 0.1


def test_a_picture_named_pdf_is_a_picture(tmp_path):
    file = tmp_path / "drawing.pdf"
    file.write_bytes(PNG)
    assert analyze(file.read_bytes(), profile="bom").pages[0].source == "picture"


@pytest.mark.parametrize(("dpi", "width"), [(300, 72), (1, 144), (9999, 144), (None, 144)])
def test_the_resolution_is_the_files_where_it_is_plausible(dpi, width):
    told = {"dpi": (dpi, dpi)} if dpi else {}
    assert view(encoded(scribble(), **told)).width == near(width, abs=0.1)


def test_what_is_transparent_is_white_paper():
    clear = Image.new("RGBA", (300, 200), (0, 0, 0, 0))
    ImageDraw.Draw(clear).rectangle((20, 30, 200, 160), outline="black", width=3)
    palette = scribble(mode="P")
    for data in (encoded(clear), encoded(clear, "WEBP", lossless=True), encoded(palette, transparency=255)):
        assert (view(data).render(150) < 128).mean() < 0.1


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
@pytest.mark.parametrize("mode", ["RGB", "RGBA"])
def test_a_photograph_is_turned_as_its_camera_was_held(kind, mode):
    if (kind, mode) == ("JPEG", "RGBA"):
        mode = "L"
    exif = Image.Exif()
    exif[0x0112] = 6
    sheet = view(encoded(scribble(mode=mode), kind, exif=exif))
    assert sheet.width < sheet.height


def test_the_first_frame_of_a_moving_picture_counts():
    frames = [scribble(), Image.new("L", (300, 200), 0)]
    data = encoded(frames[0], "GIF", save_all=True, append_images=frames[1:], duration=100)
    assert (view(data).render(150) < 128).mean() < 0.1


def test_a_large_picture_is_read_smaller_and_says_so(monkeypatch):
    monkeypatch.setattr(load, "MOST_PIXELS", 15_000)
    [page] = analyze(encoded(scribble(302, 198)), profile="bom").pages
    assert any("50% of its size" in remark for remark in page.remarks)
    assert (page.width, page.height) == near((145, 95), abs=1.5)


def test_a_picture_without_a_word_cannot_be_read():
    result = analyze(PNG, profile="standard")
    assert not result.pages[0].readable
    assert {r.status for r in result.modules.values()} == {ModuleState.FAILED}
    assert "page(s) 1 cannot be read" in result.modules["notes"].detail
    assert result.summary["unreadable_pages"] == [1]


def test_blank_paper_holds_nothing_but_can_be_read():
    result = analyze(encoded(Image.new("L", (400, 300), 255)), profile="standard")
    assert result.pages[0].readable
    assert {r.status for r in result.modules.values()} == {ModuleState.ABSENT}


def drawing_of_words():
    image = Image.new("L", (1100, 800), 255)
    draw, font = ImageDraw.Draw(image), ImageFont.load_default(30)
    for x, y, text in ((100, 100, "MATERIAL STEEL"), (700, 300, "SCALE 1:2"), (300, 650, "ALL EDGES ROUNDED")):
        draw.text((x, y), text, font=font, fill=0)
    return image


@pytest.mark.parametrize("turned", [0, 180])
def test_a_scan_in_a_pdf_is_read_as_the_picture_it_is(turned):
    pdf = Pdf(528, 384)
    pdf.canvas.drawInlineImage(drawing_of_words().rotate(turned), 0, 0, 528, 384)
    data = pdf.text(30, 30, "HIDDEN 99.99", hidden=True).data()
    with open_drawing(data) as source:
        sheet, shown = source.sheet(1), source.view(1)
    assert (sheet.source, sheet.turned) == ("picture", turned)
    assert (sheet.width, sheet.height) == near((528, 384), abs=1)
    words = {w.text: w for w in sheet.words}
    assert {"MATERIAL", "SCALE", "ROUNDED"} <= words.keys()
    assert "99.99" not in words
    assert words["MATERIAL"].middle[1] < words["ROUNDED"].middle[1]
    assert np.array_equal(shown.render(150), sheet.render(150))


def test_a_huge_sheet_is_read():
    mm = 72 / 25.4
    wide, high = 3832 * mm, 2746 * mm
    pdf = Pdf(wide, high).box(60, 60, wide - 60, high - 60).text(5000, 4000, "SECTION A-A", 20)
    pdf.drawn(6000, 1000, "ALL EDGES ROUNDED", 20)
    result = analyze(pdf.data())
    assert (result.pages[0].width, result.pages[0].height) == near((wide, high), abs=0.1)
    assert [v.label for v in result.views] == ["SECTION A-A"]
    assert [n.text for n in result.notes] == ["ALL EDGES ROUNDED"]
    assert result.notes[0].box[:2] == near((6000, 978), abs=10)
    assert all(r.status is not ModuleState.FAILED for r in result.modules.values())
