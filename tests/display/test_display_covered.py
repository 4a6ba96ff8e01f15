"""Previews on which something is blacked out say so, with the reason and the way to see it; others say nothing."""

import io
import pickle
from pathlib import Path

import pytest
from PIL import Image, ImageDraw

import drawkit
from drawkit import contract, engine, figures, samples
from drawkit.display import Result
from drawkit.display._covered import NO_PREVIEW, WHY_COVERED, is_covered

LINE = "blacked out, because previews are published. Submit with redact=False"


@pytest.fixture(scope="module")
def sample() -> samples.Sample:
    return samples.named("milled_plate")


@pytest.fixture(scope="module")
def read(sample: samples.Sample) -> contract.Result:
    return engine.analyze(sample.data, profile="standard")


def result_of(sample: samples.Sample, read: contract.Result, *, redact: bool) -> Result:
    return Result(read, sample.file_name, engine.previews(sample.data, read, redact=redact), redacted=redact)


def test_a_covered_preview_says_why_and_how(
    sample: samples.Sample, read: contract.Result, monkeypatch: pytest.MonkeyPatch
) -> None:
    covered, open_ = (result_of(sample, read, redact=redact) for redact in (True, False))
    assert (covered.caption(), open_.caption()) == (WHY_COVERED, "")
    assert LINE in covered._repr_html_()
    assert LINE not in open_._repr_html_()
    assert pickle.loads(pickle.dumps(covered)).caption() == WHY_COVERED

    captions = []
    for name in ("show", "show_dimensions", "show_bom"):
        draw = getattr(figures, name)
        monkeypatch.setattr(
            figures, name, lambda *given, draw=draw, **more: captions.append(more["caption"]) or draw(*given, **more)
        )
    for result in (covered, open_):
        for picture in (result.show(), result.show_dimensions(), result.show_bom()):
            assert picture.png
    assert captions == [WHY_COVERED] * 3 + [""] * 3


def test_the_caption_travels_with_what_is_shared(sample: samples.Sample, read: contract.Result, tmp_path: Path) -> None:
    nbformat = pytest.importorskip("nbformat")
    html = {"text/html": result_of(sample, read, redact=True)._repr_html_()}
    cell = nbformat.v4.new_code_cell("result", outputs=[nbformat.v4.new_output("display_data", html)])
    nbformat.write(nbformat.v4.new_notebook(cells=[cell]), tmp_path / "story.ipynb")
    drawkit.share(tmp_path / "story.ipynb")
    (page,) = tmp_path.glob("*.html")
    assert LINE in page.read_text("utf-8")


def test_without_a_preview_that_is_said(read: contract.Result) -> None:
    bare = Result(read, "plate.pdf")
    assert bare.caption() == NO_PREVIEW
    assert NO_PREVIEW in bare._repr_html_()


@pytest.fixture
def sheet() -> contract.Result:
    """Two pages of 400 x 200 points, a title block on the first: one field, and room for a logo."""
    field = contract.TitleField(label="Company", value="ACME", box=(310, 150, 330, 156))
    block = contract.TitleBlock(box=(300, 140, 390, 190), fields=(field, contract.TitleField(label="", value="x")))
    pages = tuple(contract.PageReport(page=page, width=400, height=200) for page in (1, 2))
    return contract.Result(pages=pages, title_blocks=(block, contract.TitleBlock(fields=(field,))))


@pytest.mark.parametrize("scale", [0.6, 1.7, 5.0])
@pytest.mark.parametrize(
    ("black", "covered"),
    [
        ((), False),
        ([(308.5, 148.5, 331.5, 157.5)], True),  # the field
        ([(350, 160, 375, 180)], True),  # a logo
        ([(300, 140, 390, 142), (300, 188, 390, 190)], False),  # thick lines of 0.7 mm
        ([(310, 150, 328, 156)], False),  # most of a field, as bold print
        ([(100, 50, 200, 100)], False),  # a hatched face outside the title block
    ],
)
def test_what_counts_as_covered(
    sheet: contract.Result, black: list[tuple[float, ...]], covered: bool, scale: float
) -> None:
    picture = Image.new("L", (round(400 * scale), round(200 * scale)), 255)
    for box in black:
        ImageDraw.Draw(picture).rectangle([side * scale for side in box], fill=0)
    buffer = io.BytesIO()
    picture.save(buffer, "PNG")
    assert is_covered(sheet, buffer.getvalue(), 1) is covered
    assert not is_covered(sheet, buffer.getvalue(), 2)
    assert not is_covered(sheet, buffer.getvalue(), 3)
    assert not is_covered(contract.Result(pages=sheet.pages), buffer.getvalue(), 1)
