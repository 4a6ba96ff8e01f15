"""A page that cannot be opened: refused where it is the only one, said where others can be read."""

import io

import numpy as np
import pytest
from core_drawing import Pdf
from PIL import Image
from pypdf import PdfReader, PdfWriter
from pypdf.generic import DecodedStreamObject, DictionaryObject, NameObject, RectangleObject

from drawkit.contract import ModuleState, Refused
from drawkit.engine import analyze, previews, summarise
from drawkit.engine.pdf.forms import Forms


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
        page[NameObject("/Contents")] = writer._add_object(DecodedStreamObject())
        page["/Contents"].set_data(b"q /X Do Q" * 2)

    return change


def resources(inner):
    objects = {} if inner is None else {NameObject("/X"): inner}
    return DictionaryObject({NameObject("/XObject"): DictionaryObject(objects)})


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (vast, "is 1e+07 x 1e+07 points, which no sheet is. Export it again."),
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


@pytest.mark.parametrize(("levels", "times", "drawn"), [(1, 9, 2), (3, 10, 222), (25, 2, 67_108_862), (400, 1, 80)])
def test_forms_are_counted_as_often_as_they_are_drawn(levels, times, drawn):
    assert Forms(changed(laughing(levels, times))).drawn_on(2) == drawn
    assert Forms(changed(laughing(levels, times))).drawn_on(1) == 0


def test_forms_of_a_page_that_may_be_read_without_a_password_are_counted():
    writer = PdfWriter(clone_from=PdfReader(io.BytesIO(changed(laughing(3, 10)))))
    writer.encrypt("", "owner", algorithm="RC4-128")
    out = io.BytesIO()
    writer.write(out)
    assert Forms(out.getvalue()).drawn_on(2) == 222


@pytest.mark.parametrize("data", [b"", b"%PDF-1.7", b"%PDF-1.7\n1 0 obj\n<< >>\nendobj"])
def test_what_cannot_be_told_counts_as_none(data):
    assert Forms(data).drawn_on(1) == 0


def test_a_form_that_draws_itself_and_one_that_is_not_there_count_once():
    def change(writer, page):
        laughing(1, 1)(writer, page)
        form = page["/Resources"]["/XObject"]["/X"]
        form[NameObject("/Resources")] = page["/Resources"]
        form.set_data(b"/X Do /Gone Do")

    assert Forms(changed(change)).drawn_on(2) == 4
