"""What it costs to make something of a reading: inspection, checks, balloons, a comparison; in CPU seconds."""

from __future__ import annotations

import io
import time
from collections.abc import Callable

import pytest
from pypdf import PdfReader, PdfWriter
from reportlab.pdfgen.canvas import Canvas

from drawkit import checks, comparison, engine, inspection, samples
from drawkit.contract import Dimension, Result


def cpu(work: Callable[[], object]) -> float:
    """CPU seconds of the quickest of three, when everything is loaded."""
    work()
    seconds = []
    for _ in range(3):
        began = time.process_time()
        work()
        seconds.append(time.process_time() - began)
    return min(seconds)


@pytest.fixture(scope="module")
def sample() -> samples.Sample:
    return samples.make("plate", seed=7, sheet="A3")


@pytest.fixture(scope="module")
def large(sample: samples.Sample) -> Result:
    """The plate with 200 dimensions, each at a place of its own."""
    first = sample.truth.dimensions

    def one(n: int) -> Dimension:
        x, y = 40.0 + 52 * (n % 20), 60.0 + 52 * (n // 20)
        return first[n % len(first)].model_copy(update={"id": f"d{n}", "box": (x, y, x + 20, y + 8)})

    return sample.truth.model_copy(update={"dimensions": tuple(one(n) for n in range(200)), "holes": (), "threads": ()})


def printed(sample: samples.Sample, drawing: Result) -> bytes:
    """The sample's sheet with a text at the place of each dimension, so that there is what balloons number."""
    sheet, into = drawing.pages[0], io.BytesIO()
    canvas = Canvas(into, pagesize=(sheet.width, sheet.height))
    for size in drawing.dimensions:
        x0, _, _, bottom = size.box or (0.0, 0.0, 0.0, 0.0)
        canvas.drawString(x0 + 1, sheet.height - bottom + 1, "88")
    canvas.save()
    writer = PdfWriter(clone_from=PdfReader(io.BytesIO(sample.data)))
    writer.pages[0].merge_page(PdfReader(into).pages[0])
    made = io.BytesIO()
    writer.write(made)
    return made.getvalue()


def test_inspection_and_checks_of_two_hundred_dimensions(large: Result) -> None:
    def both() -> None:
        inspection.inspection_frame(inspection.characteristics(large))
        checks.findings_frame(checks.check(large))

    seconds = cpu(both)
    print(f"\ninspection and checks of 200 dimensions: {seconds:.3f} CPU s")
    assert seconds <= 0.2


@pytest.mark.parametrize("many", [False, True], ids=["as it is", "200 dimensions"])
def test_balloons_on_an_a3_page(sample: samples.Sample, large: Result, many: bool) -> None:
    drawing, data = (large, printed(sample, large)) if many else (sample.truth, sample.data)
    rows = inspection.characteristics(drawing)
    seconds = cpu(lambda: inspection.ballooned(drawing, rows, data))
    print(f"\n{len(rows)} balloons on an A3 page: {seconds:.2f} CPU s")
    assert seconds <= 1


def test_two_a3_pages_compared_with_their_picture(sample: samples.Sample, large: Result) -> None:
    new = large.model_copy(update={"dimensions": large.dimensions[3:]})
    pictures = [engine.previews(sample.data, one, redact=False)[0] for one in (large, new)]

    def compared() -> None:
        found = comparison.compare(large, new)
        comparison.overlaid(pictures[0], pictures[1], (large.pages[0], new.pages[0]), found.maps[1])

    seconds = cpu(compared)
    print(f"\ntwo A3 pages of 200 dimensions compared, with the picture of both: {seconds:.2f} CPU s")
    assert seconds <= 3
