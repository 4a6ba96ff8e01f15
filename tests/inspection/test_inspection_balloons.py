"""Balloons on the drawing itself: where they are, what they cover, and files that are not the drawing's."""

from __future__ import annotations

import io

import numpy as np
import pypdf
import pypdfium2 as pdfium
import pytest
from PIL import Image

from drawkit import contract, display, engine, inspection, samples
from drawkit.contract import Dimension, PageReport, Result
from drawkit.inspection import Plan, ballooned, characteristics

DPI = 216
VECTORS = [name for name in samples.NAMES if not name.endswith("_scan")]


def pixels(pdf: bytes, page: int = 0) -> np.ndarray:
    document = pdfium.PdfDocument(pdf)
    try:
        return np.asarray(document[page].render(scale=DPI / 72).to_pil().convert("RGB")).astype(int)
    finally:
        document.close()


def red(picture: np.ndarray) -> np.ndarray:
    """Where balloons are drawn: a colour that no sample has."""
    return picture[..., 0] - picture[..., 1] > 60


@pytest.mark.parametrize("name", VECTORS)
def test_no_balloon_covers_ink(name: str) -> None:
    sample = samples.named(name)
    rows = characteristics(sample.truth)
    made = ballooned(sample.truth, rows, sample.data)
    assert (made.count, made.covering) == (len(rows), ())
    before, after = pixels(sample.data), pixels(made.data)
    assert before.shape == after.shape
    assert not red(before).any()
    assert red(after).sum() > 100 * len(rows)
    lost = (before.max(axis=2) < 110) & (after.min(axis=2) > 200)  # ink below the white of a balloon
    assert lost.sum() == 0


@pytest.mark.parametrize("turned", [0, 90, 180, 270])
def test_balloons_stand_upright_on_pages_stored_turned(turned: int) -> None:
    sample = samples.make("plate", seed=7, turned=turned)
    rows = characteristics(sample.truth)
    after = pixels(ballooned(sample.truth, rows, sample.data).data)
    sheet = sample.truth.pages[0]
    assert after.shape[:2] == (round(sheet.height * DPI / 72 + 0.49), round(sheet.width * DPI / 72 + 0.49))
    for number, (x0, top, x1, bottom), *_ in inspection.places(rows, 1):
        x, y = slice(round((x0 - 14) * 3), round((x1 + 14) * 3)), slice(round((top - 14) * 3), round((bottom + 14) * 3))
        assert red(after[max(y.start, 0) : y.stop, max(x.start, 0) : x.stop]).any(), number


def test_the_source_stays_as_it_is_below() -> None:
    sample = samples.named("milled_plate")
    made = ballooned(sample.truth, characteristics(sample.truth), sample.data)
    before, after = (pypdf.PdfReader(io.BytesIO(data)).pages[0] for data in (sample.data, made.data))
    assert set(before.extract_text().split()) <= set(after.extract_text().split())
    assert before.mediabox == after.mediabox


def test_a_scan_becomes_a_pdf_with_the_picture_inside() -> None:
    sample = samples.make("plate", seed=13, carrier="picture", wear="office", dpi=150)
    read = engine.analyze(sample.data, profile="dimension_tolerance")
    rows = characteristics(read)
    made = ballooned(read, rows, sample.data)
    assert (made.count, made.covering) == (len(rows), ())
    page = pypdf.PdfReader(io.BytesIO(made.data)).pages[0]
    assert [round(float(v)) for v in page.mediabox[2:]] == [round(read.pages[0].width), round(read.pages[0].height)]
    assert [image.image.size for image in page.images if image.image] == [Image.open(io.BytesIO(sample.data)).size]
    picture = pixels(made.data)
    first = rows[0].places[0][1]
    x0, top, x1, bottom = (round(v * 3) for v in first)
    assert (picture[top:bottom, x0:x1].max(axis=2) < 120).any()  # the text lies where its box is


def test_a_scan_inside_a_pdf_keeps_its_page() -> None:
    from reportlab.lib.utils import ImageReader
    from reportlab.pdfgen.canvas import Canvas

    sample = samples.make("plate", seed=13, carrier="picture", wear="office", dpi=150)
    picture = Image.open(io.BytesIO(sample.data))
    size = tuple(side * 72 / 150 for side in picture.size)
    buffer = io.BytesIO()
    canvas = Canvas(buffer, pagesize=size)
    canvas.drawImage(ImageReader(picture), 0, 0, *size)
    canvas.save()
    read = engine.analyze(buffer.getvalue(), profile="dimension_tolerance")
    assert read.pages[0].source == "picture"
    rows = characteristics(read)
    made = ballooned(read, rows, buffer.getvalue())
    assert (made.count, made.covering) == (len(rows), ())
    before, after = pixels(buffer.getvalue()), pixels(made.data)
    assert before.shape == after.shape
    lost = (before.max(axis=2) < 110) & (after.min(axis=2) > 200)
    assert lost.sum() == 0


def photographed(sample: samples.Sample, *, in_pdf: bool) -> bytes:
    """The sample's file, or a PDF with it on a page."""
    if not in_pdf:
        return sample.data
    buffer = io.BytesIO()
    with Image.open(io.BytesIO(sample.data)) as opened:
        opened.save(buffer, "PDF", resolution=200)
    return buffer.getvalue()


@pytest.mark.parametrize("in_pdf", [False, True])
def test_balloons_of_a_photograph_stand_on_the_sheet_laid_flat(in_pdf: bool) -> None:
    data = photographed(samples.make("plate", seed=2, carrier="picture", wear="photo"), in_pdf=in_pdf)
    result = engine.analyze(data, profile="full")
    rows = characteristics(result)
    after = pixels(ballooned(result, rows, data).data)
    sheet = result.pages[0]
    assert after.shape[:2] == pytest.approx((sheet.height * DPI / 72, sheet.width * DPI / 72), abs=3)
    edges = after[[20, -20], :].mean(), after[:, [20, -20]].mean()
    assert min(edges) > 170  # paper: the table around it is gone
    for number, (x0, top, x1, bottom), *_ in inspection.places(rows, 1):
        x, y = slice(round((x0 - 20) * 3), round((x1 + 20) * 3)), slice(round((top - 20) * 3), round((bottom + 20) * 3))
        assert red(after[max(y.start, 0) : y.stop, max(x.start, 0) : x.stop]).any(), number


def test_a_key_characteristic_has_a_second_ring() -> None:
    sample = samples.named("milled_plate")
    rows = characteristics(sample.truth)
    plain = ballooned(sample.truth, rows, sample.data)
    key = ballooned(sample.truth, [row.model_copy(update={"designator": "KC"}) for row in rows], sample.data)
    assert red(pixels(key.data)).sum() > 1.1 * red(pixels(plain.data)).sum()


PLATE = samples.named("milled_plate")


def refused(result: Result, data: bytes) -> str:
    with pytest.raises((ValueError, contract.Refused)) as raised:
        ballooned(result, characteristics(result), data)
    return str(raised.value)


def test_there_must_be_something_to_number() -> None:
    page = PageReport(page=1, width=842, height=595)
    assert refused(Result(pages=(page,)), PLATE.data).endswith("of this result there is none.")
    assert refused(Result(pages=(page,), dimensions=(Dimension(id="d1"),)), PLATE.data).endswith("none has a box.")


def test_another_drawing_is_told() -> None:
    box = (10, 10, 20, 20)
    second = Result(
        pages=(PageReport(page=2, width=842, height=595),), dimensions=(Dimension(id="d1", page=2, box=box),)
    )
    assert refused(second, PLATE.data) == "The file has 1 page(s) and the result tells of page 2: not its drawing."
    small = Result(pages=(PageReport(page=1, width=842, height=595),), dimensions=(Dimension(id="d1", box=box),))
    assert refused(small, PLATE.data) == (
        "Page 1 of the file and of the result differ in size (1191 x 842 and 842 x 595 points)."
    )
    assert "tells no page" in refused(Result(dimensions=(Dimension(id="d1", box=box),)), PLATE.data)


def test_a_password_is_told() -> None:
    writer = pypdf.PdfWriter(clone_from=pypdf.PdfReader(io.BytesIO(PLATE.data)))
    writer.encrypt("secret")
    buffer = io.BytesIO()
    writer.write(buffer)
    assert "password" in refused(PLATE.truth, buffer.getvalue())


def test_expanded_rows_share_a_balloon() -> None:
    rows = characteristics(PLATE.truth, Plan(expand=True))
    made = ballooned(PLATE.truth, rows, PLATE.data)
    assert made.count == len(characteristics(PLATE.truth)) < len(rows)


@pytest.mark.parametrize("other", [samples.make("turned_part", seed=3), samples.make("plate", seed=3)])
def test_another_drawing_of_this_size_is_told(other: samples.Sample) -> None:
    read = samples.make("plate", seed=7).truth
    with pytest.raises(ValueError, match=r"not the drawing that was read: at \d+ of 29 places .* page 1 of the file"):
        ballooned(read, characteristics(read), other.data)


def test_what_was_added_by_hand_may_stand_on_free_paper() -> None:
    sample = samples.named("milled_plate")
    shown = display.Result(sample.truth)
    for n in range(9):
        shown.add("dimensions", "7", box=(500 + 20 * n, 80, 510 + 20 * n, 90))
    assert ballooned(shown.corrected, characteristics(shown.corrected), sample.data).count == 38
