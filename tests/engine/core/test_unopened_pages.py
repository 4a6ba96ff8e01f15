"""A page that cannot be opened: refused where it is the only one, said where others can be read."""

import io

import numpy as np
import pytest
from core_drawing import Pdf
from PIL import Image
from pypdf import PdfReader, PdfWriter
from pypdf.generic import (
    ArrayObject,
    DecodedStreamObject,
    DictionaryObject,
    NameObject,
    NumberObject,
    RectangleObject,
)

from drawkit.contract import ModuleState, Refused
from drawkit.engine import analyze, previews, summarise
from drawkit.engine.pdf import excess
from drawkit.engine.pdf.excess import Excess


def changed(change, pages=3, at=1):
    """A PDF of some pages with a dimension each, one of them changed."""
    pdf = Pdf(300, 200)
    for _ in range(pages - 1):
        pdf.text(50, 60, "Ø12.5 H7").page()
    writer = PdfWriter(clone_from=PdfReader(io.BytesIO(pdf.text(50, 60, "Ø12.5 H7").data())))
    change(writer, writer.pages[at])
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()


def vast(_writer, page):
    page.mediabox = page.cropbox = RectangleObject((0, 0, 10**7, 10**7))


def shaded(kind, data=b"", program=b"", content=b"/S sh " * 4, pattern=False):
    """A page with a shading of a kind (ISO 32000-1, 8.7.4.5) with data of its own and a function."""

    def change(writer, page):
        saying(content)(writer, page)
        shading = DecodedStreamObject()
        shading.set_data(data)
        shading[NameObject("/ShadingType")] = NumberObject(kind)
        shading[NameObject("/ColorSpace")] = NameObject("/DeviceGray")
        if program:
            function = DecodedStreamObject()
            function.set_data(program)
            function[NameObject("/FunctionType")] = NumberObject(4)
            shading[NameObject("/Function")] = ArrayObject([writer._add_object(function)])
        named = writer._add_object(shading)
        if pattern:
            named = writer._add_object(DictionaryObject({NameObject("/Shading"): named}))
        kind_of = NameObject("/Pattern" if pattern else "/Shading")
        page[NameObject("/Resources")] = DictionaryObject({kind_of: DictionaryObject({NameObject("/S"): named})})

    return change


def saying(content):
    def change(writer, page):
        page[NameObject("/Contents")] = writer._add_object(DecodedStreamObject())
        page["/Contents"].set_data(content)

    return change


def packed(writer, page):
    stream = DecodedStreamObject()
    stream.set_data(b" " * 80_000_000)
    page[NameObject("/Contents")] = writer._add_object(stream.flate_encode())


def laughing(levels, times):
    def change(writer, page):
        inner = None
        for _ in range(levels):
            form = DecodedStreamObject()
            form.set_data(b"0 0 m 5 5 l S" if inner is None else b"/X Do\n" * times)
            form |= {NameObject("/Subtype"): NameObject("/Form"), NameObject("/BBox"): RectangleObject((0, 0, 9, 9))}
            form[NameObject("/Resources")] = resources(inner)
            inner = writer._add_object(form)
        page[NameObject("/Resources")] = resources(inner)
        saying(b"q /X Do Q" * 2)(writer, page)

    return change


def resources(inner):
    objects = {} if inner is None else {NameObject("/X"): inner}
    return DictionaryObject({NameObject("/XObject"): DictionaryObject(objects)})


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (shaded(7, b"9" * 2**17), "has shadings that take too long to paint. Export it again."),
        (packed, "has contents that are too many or unpack to too much. Export it again."),
        (vast, "is 1e+07 x 1e+07 points, which no sheet is. Export it again."),
        (saying(b"/a BMC " * 9000), "opens 9,000 marked contents within each other. Export it again."),
        (laughing(6, 20), "draws 6,736,842 forms, most of them within others. Export it again."),
    ],
)
def test_the_other_pages_are_read_and_the_damaged_one_is_named(change, why):
    data = changed(change)
    result = analyze(data)
    assert [page.readable for page in result.pages] == [True, False, True]
    assert [d.page for d in result.dimensions] == [1, 3]
    assert result.modules["dimensions"].status is ModuleState.FOUND
    assert result.pages[1].remarks[0] == f"Page 2 of the PDF {why}"
    assert summarise(result)["unreadable_pages"] == [2]
    assert result.pages[1].private is None
    for redact in (True, False):
        pictures = [np.asarray(Image.open(io.BytesIO(png))) for png in previews(data, result, redact=redact)]
        assert pictures[1].max() == 255
        assert 0 < (pictures[1] < 200).mean() < 0.05  # the words that say why

    with pytest.raises(Refused) as caught:
        analyze(changed(change, pages=1, at=0))
    assert caught.value.problem.detail == f"Page 1 of the PDF {why}"


@pytest.fixture
def most(monkeypatch):
    """Any form is too many, so that their count is told."""
    monkeypatch.setattr(excess, "_MOST_FORMS", 0)


def told(drawn):
    return f"draws {drawn:,} forms, most of them within others"


@pytest.mark.parametrize(("levels", "times", "drawn"), [(1, 9, 2), (3, 10, 222), (25, 2, 67_108_862), (400, 1, 80)])
def test_forms_are_counted_as_often_as_they_are_drawn(most, levels, times, drawn):
    found = Excess(changed(laughing(levels, times)))
    assert (found.of(1), found.of(2)) == (None, told(drawn))


def test_forms_of_a_page_that_may_be_read_without_a_password_are_counted(most):
    writer = PdfWriter(clone_from=PdfReader(io.BytesIO(changed(laughing(3, 10)))))
    writer.encrypt("", "owner", algorithm="RC4-128")
    out = io.BytesIO()
    writer.write(out)
    assert Excess(out.getvalue()).of(2) == told(222)


@pytest.mark.parametrize("data", [b"", b"%PDF-1.7", b"%PDF-1.7\n1 0 obj\n<< >>\nendobj"])
def test_what_cannot_be_told_is_nothing(data):
    assert Excess(data).of(1) is None


def test_a_form_in_itself_and_one_that_is_not_there_are_not_drawn(most):
    def change(writer, page):
        laughing(1, 1)(writer, page)
        form = page["/Resources"]["/XObject"]["/X"]
        form[NameObject("/Resources")] = page["/Resources"]
        form.set_data(b"/X Do /Gone Do")

    assert Excess(changed(change)).of(2) == told(2)


@pytest.mark.parametrize(("kind", "filters"), [("/Form", "/Nonsense"), ("/Image", "/FlateDecode")])
def test_what_is_damaged_or_no_form_counts_as_none(most, kind, filters):
    def change(writer, page):
        laughing(1, 1)(writer, page)
        form = page["/Resources"]["/XObject"]["/X"]
        form |= {NameObject("/Subtype"): NameObject(kind), NameObject("/Filter"): NameObject(filters)}

    assert Excess(changed(change)).of(2) is None


def test_a_form_that_unpacks_to_too_much_is_too_much():
    def change(writer, page):
        saying(b"/X Do")(writer, page)
        vast = DecodedStreamObject()
        vast.set_data(b" " * 80_000_000)
        vast = vast.flate_encode()
        vast[NameObject("/Subtype")] = NameObject("/Form")
        page[NameObject("/Resources")] = resources(writer._add_object(vast))

    assert Excess(changed(change)).of(2) == "has contents that are too many or unpack to too much"


@pytest.mark.parametrize(
    ("content", "too_much"),
    [
        (b"/a BMC EMC " * 9000, False),
        (b"/a BMC " * 9000, True),
        (b"/a /b BDC " * 9000 + b"EMC " * 9000, True),
        (b"/a BMC " * 100, False),
        (b"/aBMC " * 9000, False),
    ],
)
def test_marked_contents_within_each_other_are_too_much(content, too_much):
    told = Excess(changed(saying(content))).of(2)
    assert told == ("opens 9,000 marked contents within each other" if too_much else None)


@pytest.mark.parametrize(
    ("change", "too_much"),
    [
        (shaded(4, b"9" * 2**16), False),
        (shaded(4, b"9" * (2**16 + 1)), True),
        (shaded(4, b"9" * (2**18 + 1), content=b"q Q"), False),
        (shaded(6, b"9" * (2**18 + 1), content=b"/Pattern cs /S scn", pattern=True), True),
        (shaded(1, program=b"{ dup pop }"), False),
        (shaded(1, program=b"{ dup pop }" * 50), True),
        (shaded(2), False),
    ],
)
def test_shadings_count_as_often_as_they_are_painted(change, too_much):
    assert Excess(changed(change)).of(2) == ("has shadings that take too long to paint" if too_much else None)
