import io

import numpy as np
import pytest
from core_drawing import Pdf
from PIL import Image, ImageDraw, ImageFont
from PIL.PngImagePlugin import PngInfo

import drawkit.engine
from drawkit.contract import LISTS, Balloon, ModuleReport, ModuleState, Options, Progress, Result, list_of
from drawkit.engine import MODULES, analyze, page, previews, summarise
from drawkit.engine.page import STAGES
from drawkit.samples import make

near = pytest.approx


def titled(pdf, right, bottom, company="ACME FORGE LTD", label="COMPANY"):
    """A small title block at the lower right corner."""
    left, top = right - 260, bottom - 80
    cells = [
        (0, 0, 130, 26, label, company), (130, 0, 260, 26, "DRAWN BY", "J. SMITH"),
        (0, 26, 260, 52, "TITLE", "BEARING COVER"), (0, 52, 90, 80, "SCALE", "1:2"),
        (90, 52, 180, 80, "DRAWING NUMBER", "DK-4711"), (180, 52, 260, 80, "UNITS", "mm"),
    ]  # fmt: skip
    for x0, y0, x1, y1, name, value in cells:
        pdf.box(left + x0, top + y0, left + x1, top + y1)
        pdf.text(left + x0 + 3, top + y0 + 8, name, 5).text(left + x0 + 8, top + y1 - 5, value, 9)
    return pdf


def drawing(**options):
    """A sheet with something for most modules."""
    pdf = Pdf(842, 595, **options).box(20, 20, 822, 575)
    pdf.dimension_line(100, 200, 102).text(130, 100, "4x Ø9 THRU").dimension_line(100, 200, 142)
    pdf.text(130, 140, "M8x1.25").frame(300, 100, ["⊥", "0.05", "A"])
    pdf.box(400, 100, 412, 112).text(403, 109, "A").filled(406, 112, 401, 120, 411, 120)
    pdf.text(500, 100, "Ra 3.2").text(300, 300, "SECTION B-B").text(60, 400, "1. DEBURR ALL EDGES")
    return titled(pdf, 822, 575)


@pytest.fixture(scope="module")
def data():
    return drawing().data()


@pytest.fixture(scope="module")
def result(data):
    return analyze(data)


def test_each_list_holds_what_is_drawn(result):
    assert [(d.kind, d.nominal, d.quantity) for d in result.dimensions] == [("diameter", 9, 4), ("thread", 8, 1)]
    assert [t.designation for t in result.threads] == ["M8x1.25"]
    assert len(result.holes) == 2
    assert [g.characteristic for g in result.geometric_tolerances] == ["perpendicularity"]
    assert [d.label for d in result.datum_features] == ["A"]
    assert [(s.parameter, s.value) for s in result.surface_textures] == [("Ra", 3.2)]
    assert [v.label for v in result.views] == ["SECTION B-B"]
    assert [n.number for n in result.notes] == ["1"]
    assert [t.drawing_number for t in result.title_blocks] == ["DK-4711"]
    assert result.units == "mm"


def test_modules_say_found_or_absent(result):
    found = {m for m, r in result.modules.items() if r.status is ModuleState.FOUND}
    assert set(result.modules) == set(MODULES)
    assert found == set(MODULES) - {"bom", "revisions", "balloons", "welds", "tables"}
    assert {r.status for r in result.modules.values()} == {ModuleState.FOUND, ModuleState.ABSENT}


def test_ids_are_unique_and_threads_and_holes_name_their_callout(result):
    ids = [item.id for name in LISTS for item in getattr(result, name)]
    assert len(ids) == len(set(ids))
    assert all(ids)
    by_id = {d.id: d for d in result.dimensions}
    assert by_id[result.threads[0].dimension_id].thread == "M8x1.25"
    assert {h.dimension_id for h in result.holes} == by_id.keys()


def test_boxes_lie_on_the_page_and_the_result_survives_json(result):
    for name in LISTS:
        for item in getattr(result, name):
            x0, top, x1, bottom = item.box
            assert 0 <= x0 < x1 <= 842
            assert 0 <= top < bottom <= 595
    assert Result.from_json(result.to_json()) == result


def test_pages_report_their_size_and_source(result):
    [told] = result.pages
    assert (told.width, told.height, told.sheet_size, told.source) == (842, 595, "A4", "text")


@pytest.mark.parametrize("turned", [90, 180, 270])
def test_a_rotated_page_gives_the_same_result(result, turned):
    turned_result = analyze(drawing(turned=turned).data())
    for name in LISTS:
        told = [(i.id, i.text, i.rotation) for i in getattr(turned_result, name)]
        assert told == [(i.id, i.text, i.rotation) for i in getattr(result, name)], name


def test_only_the_modules_asked_for_are_told(data):
    read = analyze(data, profile="advanced", options=Options(task_list=("threads", "notes")))
    assert list(read.modules) == ["threads", "notes"]
    assert (len(read.threads), len(read.notes), read.dimensions) == (1, 1, ())
    assert analyze(data, profile="standard").geometric_tolerances == ()


def test_progress_is_told_page_by_page_and_stage_by_stage():
    told = []
    analyze(Pdf(100, 90).page().data(), profile="full", on_progress=told.append)
    assert told[0] == Progress(done=0, total=2 * STAGES, step="reading page 1 of 2")
    assert Progress(done=STAGES, total=2 * STAGES, step="reading page 2 of 2") in told
    assert told[-1] == Progress(done=2 * STAGES, total=2 * STAGES, step="done")
    assert "reading page 1 of 2: dimensions" in [p.step for p in told]
    assert [p.done for p in told] == sorted(p.done for p in told)
    assert len({p.done for p in told}) == 2 * STAGES + 1


@pytest.mark.parametrize("module", MODULES)
def test_a_module_that_raises_fails_alone(monkeypatch, data, result, module):
    def broken(*_, **__):
        raise ZeroDivisionError(f"{module} broke")

    monkeypatch.setattr(getattr(page, module), "read", broken)
    read = analyze(data)
    assert read.modules[module].status is ModuleState.FAILED
    assert read.modules[module].detail == f"ZeroDivisionError: {module} broke"
    assert getattr(read, list_of(module)) == ()
    assert read.summary["failed"] == [module]
    needs = {"dimensions": {"threads", "holes"}}.get(module, set()) | {module}
    for other in set(MODULES) - needs:
        assert read.modules[other].status is not ModuleState.FAILED
    assert len(read.views) == (module != "views")


def failed(result):
    return {m for m, r in result.modules.items() if r.status is ModuleState.FAILED}


def test_a_fault_in_the_search_for_frames_or_tables_takes_only_their_modules(monkeypatch, data):
    def broken(*_, **__):
        raise ZeroDivisionError("no frames")

    monkeypatch.setattr(page, "frames_of", broken)
    read = analyze(data)
    assert failed(read) == {"geometric_tolerances"}
    assert len(read.dimensions) >= 2
    monkeypatch.undo()
    monkeypatch.setattr(page.revisions, "revision_tables", broken)
    assert failed(analyze(data)) == {"revisions"}
    monkeypatch.setattr(page.bom, "parts_lists", broken)
    assert failed(analyze(data)) == {"bom", "revisions"}


def test_each_line_of_a_title_block_without_lines_may_be_a_note():
    pdf = Pdf(842, 595).box(20, 20, 822, 575)
    rows = ["TITLE: BEARING COVER", "DRAWING NUMBER: DK-4711", "SCALE: 1:2", "MATERIAL: S235JR", "DATE: 2024-05-17"]
    for i, row in enumerate(rows):
        pdf.text(560, 480 + 16 * i, row, 9)
    pdf.text(700, 496, "DO NOT SCALE THIS DRAWING", 6)
    read = analyze(pdf.data(), profile="standard")
    assert read.title_blocks[0].drawing_number == "DK-4711"
    assert "DO NOT SCALE THIS DRAWING" in [n.text for n in read.notes]
    assert all(" DRAWING NUMBER" not in n.text for n in read.notes)  # each line is one


def test_a_module_is_found_when_one_page_has_it_and_failed_when_one_page_broke(monkeypatch):
    both = Pdf(300, 200).page().text(50, 50, "SECTION A-A").data()
    assert analyze(both, profile="standard").modules["views"].status is ModuleState.FOUND
    [view] = analyze(both, profile="standard").views
    assert (view.page, view.id) == (2, "v1")
    reads = iter([ZeroDivisionError("first page"), None])

    def once(*_):
        if (error := next(reads)) is not None:
            raise error
        return []

    monkeypatch.setattr(page.views, "read", once)
    assert analyze(both, profile="standard").modules["views"] == ModuleReport(
        status=ModuleState.FAILED, detail="ZeroDivisionError: first page"
    )


def test_balloons_name_their_parts_line(monkeypatch):
    found = [Balloon(position="02"), Balloon(position="9")]
    monkeypatch.setattr(page.balloons, "read", lambda sheet: found)
    sample = make("assembly", seed=3)
    read = analyze(sample.data, profile="bom")
    [second] = [p.id for p in read.bom if p.position == "2"]
    assert read.balloons[0].item_id == second


def test_dual_dimensions_make_a_dual_drawing():
    pdf = Pdf(400, 300).line(50, 102, 200, 102).text(60, 100, "12.7 [.500]").line(50, 152, 200, 152)
    assert analyze(pdf.text(60, 150, "25.4 [1.000]").data()).units == "dual"
    assert analyze(Pdf(400, 300).text(60, 150, "25.4").data()).units is None


def test_items_know_their_zone_of_the_sheets_grid():
    sample = make("plate", seed=7)
    read = analyze(sample.data, profile="dimension_tolerance")
    zones = {d.sheet_zone for d in read.dimensions}
    assert None not in zones
    assert len(zones) > 2
    truth = {d.text: d.sheet_zone for d in sample.truth.dimensions}
    same = [truth[d.text] == d.sheet_zone for d in read.dimensions if d.text in truth]
    assert np.mean(same) > 0.8


def test_without_a_grid_there_are_no_zones(result):
    assert {d.sheet_zone for d in result.dimensions} == {None}


def test_the_summary_tells_counts_and_no_person(result):
    told = summarise(result)
    assert told == result.summary
    assert (told["title"], told["scale"], told["units"], told["pages"]) == ("BEARING COVER", "1:2", "mm", 1)
    assert told["counts"]["dimensions"] == 2
    assert told["absent"] == ["bom", "revisions", "welds", "balloons", "tables"]
    assert "SMITH" not in str(told)
    assert "ACME" not in str(told)
    assert summarise(Result())["title"] is None


def pixels(png):
    return np.asarray(Image.open(io.BytesIO(png)).convert("L"))


def darkest(picture, box, width):
    """The lightest pixel in a box given in points of a page of `width`."""
    x0, top, x1, bottom = (round(v * picture.shape[1] / width) for v in box)
    return picture[top:bottom, x0:x1].max()


def fields(result):
    return {f.value: f.box for f in result.title_blocks[0].fields}


def value_of(box):
    """The lower half of a cell: its label stands above, and may be seen."""
    x0, top, x1, bottom = box
    return x0, (top + bottom) / 2, x1, bottom


def test_names_are_blacked_out_and_the_rest_is_shown(data, result):
    [png] = previews(data, result)
    picture, boxes = pixels(png), fields(result)
    assert darkest(picture, value_of(boxes["J. SMITH"]), 842) == 0
    assert darkest(picture, value_of(boxes["ACME FORGE LTD"]), 842) == 0
    assert darkest(picture, boxes["BEARING COVER"], 842) == 255
    [open_png] = previews(data, result, redact=False)
    assert darkest(pixels(open_png), value_of(boxes["J. SMITH"]), 842) == 255


def test_a_company_without_a_label_is_blacked_out():
    bare = titled(Pdf(842, 595).box(20, 20, 822, 575), 822, 575, label="").data()
    read = analyze(bare, profile="standard")
    assert read.title_blocks[0].company == "ACME FORGE LTD"
    [png] = previews(bare, read)
    assert darkest(pixels(png), fields(read)["ACME FORGE LTD"], 842) == 0


def test_a_logo_placed_in_the_title_block_is_blacked_out():
    pdf, logo = drawing(), Image.new("RGB", (40, 40), (200, 30, 30))
    pdf.canvas.drawInlineImage(logo, 780, 70, 24, 22)  # in the title block
    pdf.canvas.drawInlineImage(logo, 200, 200, 150, 150)  # a view
    data = pdf.data()
    [png] = previews(data, analyze(data, profile="standard"))
    picture = pixels(png)
    assert darkest(picture, (780, 595 - 92, 804, 595 - 70), 842) == 0
    assert darkest(picture, (200, 595 - 350, 350, 595 - 200), 842) > 60


@pytest.mark.parametrize("most", [300, 900, 2000])
def test_a_preview_is_no_larger_than_asked_for(data, result, most):
    [png] = previews(data, result, max_pixels=most)
    assert max(pixels(png).shape) <= most
    assert max(pixels(png).shape) >= 0.98 * most


def test_a_preview_is_nothing_but_pixels():
    image = Image.new("L", (500, 400), 255)
    ImageDraw.Draw(image).text((50, 50), "SCALE 1:2", font=ImageFont.load_default(30), fill=0)
    told = PngInfo()
    told.add_text("Author", "J. SMITH")
    exif = Image.Exif()
    exif[0x010F] = "CAMERA OF J. SMITH"
    out = io.BytesIO()
    image.save(out, "PNG", pnginfo=told, exif=exif, dpi=(200, 200), icc_profile=b"x" * 200)
    [png] = previews(out.getvalue(), analyze(out.getvalue(), profile="standard"))
    chunks, at = [], 8
    while at < len(png):
        chunks.append(png[at + 4 : at + 8])
        at += 12 + int.from_bytes(png[at : at + 4], "big")
    assert set(chunks) == {b"IHDR", b"IDAT", b"IEND"}
    assert b"SMITH" not in png


def test_one_preview_for_each_page_read():
    data = Pdf(200, 100).page().page().data()
    assert len(previews(data, analyze(data, profile="bom"))) == 3
    assert len(previews(data, analyze(data, profile="bom", options=Options(pages=(2,))))) == 1


@pytest.mark.slow
def test_a_skew_scan_is_blacked_out_where_it_shows_the_name():
    sample = make("plate", seed=7, carrier="picture", wear="office")
    read = analyze(sample.data, profile="standard")
    names = [f for f in sample.truth.title_blocks[0].fields if f.value == sample.truth.title_blocks[0].company]
    [png] = previews(sample.data, read)
    shown = pixels(png)
    for field in names:
        x0, top, x1, bottom = field.box
        middle = (x0 + 0.2 * (x1 - x0), top + 0.3 * (bottom - top), x1 - 0.2 * (x1 - x0), bottom - 0.3 * (bottom - top))
        assert darkest(shown, middle, read.pages[0].width) == 0
    assert names


def test_the_front_door_names_what_it_has():
    names = {"CropReading", "MODULES", "OpenedDrawing", "PagePart", "analyze", "previews", "read_crop", "summarise"}
    assert set(drawkit.engine.__all__) == names
    assert all(getattr(drawkit.engine, name) for name in drawkit.engine.__all__)
    with pytest.raises(AttributeError, match="no attribute 'guess'"):
        _ = drawkit.engine.guess
