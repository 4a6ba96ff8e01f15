"""Generated drawings: what is drawn is what the truth says."""

from __future__ import annotations

import importlib.util
import io
import json
import re
from pathlib import Path
from types import ModuleType
from typing import Any

import pypdfium2
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PIL import Image

import drawkit
from drawkit.contract import LISTS, MODULES, Item, ModuleState, Result, inspect, list_of
from drawkit.samples import KINDS, Sample, gallery, make, named, sheets
from drawkit.samples.carriers import CARRIERS, MM
from drawkit.samples.habits import Habits
from drawkit.samples.make import draw
from drawkit.samples.pen import Arc, Stroked, inside, overlap
from drawkit.samples.sheet import SIZES
from drawkit.samples.studio import Settings, Studio
from drawkit.samples.symbols import SYMBOLS
from drawkit.samples.title_blocks import LAYOUTS
from drawkit.samples.words import LANGUAGES

SCORE = Path(drawkit.__file__).parents[2] / "shared" / "reading" / "score.py"
LIGHT = settings(max_examples=10, deadline=None, suppress_health_check=list(HealthCheck))


def test_a_sample_is_shown_by_its_name_and_not_by_its_bytes() -> None:
    assert repr(named("plaque")) == "Sample(name='plaque', media_type='application/pdf')"


def text_of(sample: Sample) -> str:
    document = pypdfium2.PdfDocument(sample.data)
    try:
        return str(document[0].get_textpage().get_text_range())
    finally:
        document.close()


def items(result: Result) -> list[Item]:
    return [item for name in LISTS for item in getattr(result, name)]


def tokens(text: str) -> list[str]:
    return [token for token in re.split(r"[\s/]+", text) if token]


@st.composite
def any_settings(pick: Any) -> Settings:
    asme = pick(st.booleans())
    units = pick(st.sampled_from(("mm", "inch"))) if asme else "mm"
    habits = Habits(
        units=units,
        comma=units == "mm" and pick(st.booleans()),
        level_text=pick(st.booleans()),
        arrow=pick(st.sampled_from(("filled", "open", "slim"))),
        times=pick(st.sampled_from(("x ", "X ", "-"))),
        decimals=pick(st.sampled_from((None, 1, 2))),
        height=pick(st.sampled_from((2.5, 3.5))),
        chamfer=pick(st.sampled_from(("angle", "c"))),
        fit_deviations=pick(st.booleans()),
    )
    return Settings(
        kind=pick(st.sampled_from(KINDS)),
        seed=pick(st.integers(0, 10_000)),
        standard="asme" if asme else "iso",
        units=units,
        language=pick(st.sampled_from(LANGUAGES)),
        sheet=pick(st.sampled_from(("B", "C") if asme else ("A3", "A2"))),
        face=pick(st.sampled_from(("iso", "helvetica"))),
        layout=pick(st.sampled_from(LAYOUTS)),
        grid=pick(st.booleans()),
        habits=habits,
    )


def overlapping(studio: Studio) -> list[tuple[str, str]]:
    texts = studio.pen.texts
    return [
        (text, other)
        for index, (text, box) in enumerate(texts)
        for other, second in texts[:index]
        if overlap(box, second, 0.15)
    ]


@LIGHT
@given(any_settings())
def test_any_sheet_is_clear_and_its_truth_is_whole(chosen: Settings) -> None:
    studio = draw(chosen)
    assert overlapping(studio) == []
    x0, y0, x1, y1 = studio.sheet.frame
    border = (x0 - 5, y0 - 5, x1 + 5, y1 + 5)
    assert [text for text, box in studio.pen.texts if not inside(box, border)] == []
    result = studio.ledger.result("text")
    check_items(chosen, result)
    check_modules(result)


def check_items(chosen: Settings, result: Result) -> None:
    width, height = (side * MM for side in SIZES[chosen.sheet])
    for item in items(result):
        assert item.box is not None
        x0, top, x1, bottom = item.box
        assert 0 < x0 < x1 < width
        assert 0 < top < bottom < height
        assert item.text
        assert (item.sheet_zone is not None) == chosen.grid
    ids = [item.id for item in items(result)]
    assert len(ids) == len(set(ids))


def check_modules(result: Result) -> None:
    assert Result.from_json(result.to_json()) == result
    assert tuple(result.modules) == MODULES
    for module, report in result.modules.items():
        assert (report.status is ModuleState.FOUND) == bool(getattr(result, list_of(module)))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("standard", ["iso", "asme"])
def test_the_text_layer_holds_every_word_of_the_truth(kind: Any, standard: Any) -> None:
    sample = make(kind, seed=6, standard=standard)
    layer = text_of(sample)
    missing = [token for item in items(sample.truth) for token in tokens(item.text) if token not in layer]
    assert missing == []
    block = sample.truth.title_blocks[0]
    printed = [field.value for field in block.fields]
    assert [token for value in printed for token in tokens(value.replace(";", "")) if token not in layer] == []


def test_lost_symbols_leave_the_text_layer_but_not_the_paper() -> None:
    whole, lost = make("plate", seed=3), make("plate", seed=3, carrier="lost_symbols")
    assert set(text_of(whole)) & SYMBOLS
    assert not set(text_of(lost)) & SYMBOLS
    assert whole.truth.dimensions == lost.truth.dimensions
    pictures = [pypdfium2.PdfDocument(s.data)[0].render(scale=1).to_pil().convert("L") for s in (whole, lost)]
    dark = [sum(p.histogram()[:128]) for p in pictures]
    assert dark[0] == pytest.approx(dark[1], rel=0.05)


@pytest.mark.parametrize("face", ["iso", "dejavusans"])
def test_stroked_drawings_have_no_text_layer(face: str) -> None:
    sample = make("turned_part", carrier="stroked", face=face)
    assert text_of(sample).strip() == ""
    assert sample.truth.pages[0].source == "strokes"


@pytest.mark.parametrize("carrier", CARRIERS)
def test_the_same_seed_gives_the_same_bytes(carrier: Any) -> None:
    def once(seed: int) -> bytes:
        return make("turned_part", seed=seed, carrier=carrier, dpi=60, wear="office").data

    assert once(1) == once(1)
    assert once(1) != once(2)


@pytest.mark.parametrize("turned", [90, 180, 270])
def test_a_turned_page_shows_upright(turned: int) -> None:
    upright = pypdfium2.PdfDocument(make("plate").data)[0].render(scale=0.5).to_pil().convert("L")
    page = pypdfium2.PdfDocument(make("plate", turned=turned).data)[0]
    assert page.get_rotation() == turned
    shown = page.render(scale=0.5).to_pil().convert("L")
    assert shown.size == upright.size
    apart = sum(abs(a - b) > 128 for a, b in zip(shown.tobytes(), upright.tobytes(), strict=True))
    assert apart < 0.002 * len(upright.tobytes())


@pytest.mark.parametrize(
    ("wear", "media_type"), [("clean", "image/png"), ("office", "image/jpeg"), ("worn", "image/jpeg")]
)
def test_pictures_have_their_resolution_and_boxes_on_the_ink(wear: Any, media_type: str) -> None:
    sample = make("assembly", seed=2, carrier="picture", wear=wear, dpi=100)
    assert sample.media_type == media_type == inspect(sample.data).media_type
    picture = Image.open(io.BytesIO(sample.data))
    page = sample.truth.pages[0]
    assert picture.info["dpi"][0] == pytest.approx(100, abs=0.1)
    assert picture.width == pytest.approx(page.width * 100 / 72, abs=0.1)
    assert picture.height == pytest.approx(page.height * 100 / 72, abs=0.1)
    for balloon in sample.truth.balloons:
        assert balloon.box is not None
        x, y = ((balloon.box[i] + balloon.box[i + 2]) / 2 * 100 / 72 for i in (0, 1))
        number = picture.convert("L").crop((int(x) - 6, int(y) - 8, int(x) + 6, int(y) + 8))
        assert number.getextrema()[0] < 140


def test_boxes_lie_where_the_text_layer_has_the_words() -> None:
    sample = make("plate", seed=9)
    document = pypdfium2.PdfDocument(sample.data)
    layer = document[0].get_textpage()
    height = sample.truth.pages[0].height
    for note in sample.truth.notes:
        assert note.box is not None
        x0, top, x1, bottom = note.box
        found = layer.get_text_bounded(x0 - 1, height - bottom - 1, x1 + 1, height - top + 1)
        assert " ".join(note.text.split()) in " ".join(found.split())


def score_module() -> ModuleType:
    spec = importlib.util.spec_from_file_location("score", SCORE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.skipif(not SCORE.exists(), reason="needs the scoring script beside the project")
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("standard", ["iso", "asme"])
def test_the_truth_scores_full_marks_against_its_label(kind: Any, standard: Any) -> None:
    score = score_module()
    sample = make(kind, seed=4, standard=standard, units="inch" if standard == "asme" else "mm")
    totals: dict[str, Any] = {}
    score.score(sample.label(), json.loads(sample.truth.to_json()), totals)
    rows = {name: tally.row() for name, tally in totals.items()}
    assert {name for name, row in rows.items() if row["f1"] not in (1.0, None)} == set()
    assert rows["dimensions in full"]["truth"] >= 5
    assert rows["title-block fields"]["truth"] >= 8


def test_the_label_leaves_out_what_the_sheet_does_not_show() -> None:
    page = make("plate", seed=1, layout="plain").label()["pages"][0]
    assert page["bom"] is None
    assert "general_tolerance" not in page["title_block"]
    assert "checked_by" not in page["title_block"]
    assert page["title_block"]["scale"]


def test_an_assembly_lists_each_balloon_once() -> None:
    for seed in range(4):
        result = make("assembly", seed=seed).truth
        assert sorted(b.position for b in result.balloons) == sorted(p.position for p in result.bom)
        by_id = {part.id: part.position for part in result.bom}
        assert all(by_id[balloon.item_id or ""] == balloon.position for balloon in result.balloons)


def test_holes_and_threads_point_at_their_dimensions() -> None:
    result = make("plate", seed=2).truth
    dimensions = {d.id: d for d in result.dimensions}
    assert len(result.holes) == 4
    assert all(dimensions[h.dimension_id or ""].quantity == h.quantity for h in result.holes)
    assert [dimensions[t.dimension_id or ""].thread for t in result.threads] == [t.designation for t in result.threads]
    frames = [f for f in result.geometric_tolerances if f.dimension_id]
    assert frames
    assert all(f.dimension_id in dimensions for f in frames)


def test_lengths_add_up() -> None:
    for seed in range(6):
        result = make("turned_part", seed=seed).truth
        whole = max(d.nominal or 0 for d in result.dimensions if d.kind == "linear")
        assert whole > 80
        assert sum(d.nominal or 0 for d in result.dimensions if d.kind == "linear") > whole


def test_every_characteristic_occurs() -> None:
    seen = set()
    for seed in range(24):
        for kind in ("plate", "turned_part"):
            studio = draw(Settings(kind=kind, seed=seed, habits=Habits()))
            seen |= {g.characteristic for g in studio.ledger.result("text").geometric_tolerances}
    assert len(seen) == 14


@pytest.mark.parametrize("standard", ["iso", "asme"])
def test_a_large_sheet_shows_the_cover_on_the_side_of_its_projection(standard: Any) -> None:
    studio = draw(Settings(kind="assembly", standard=standard, sheet="A2", habits=Habits()))
    sockets = [m for m in studio.pen.marks if isinstance(m, Stroked) and m.closed and len(m.points) == 6]
    balls = [m for m in studio.pen.marks if isinstance(m, Arc) and m.line.width == 0.5]
    assert len(sockets) in (4, 6)
    left = min(x for m in sockets for x, _ in m.points) < min(m.centre[0] for m in balls if m.radius < 20)
    assert left == (standard == "iso")
    assert overlapping(studio) == []


def test_the_gallery_is_fixed_and_named() -> None:
    samples = gallery()
    assert [s.name for s in samples][:3] == ["turned_part", "milled_plate", "assembly"]
    assert len({s.name for s in samples}) == len(samples)
    assert all(inspect(s.data).media_type == s.media_type for s in samples)


def test_one_sample_of_the_gallery_by_its_name() -> None:
    assert named("assembly") == make("assembly", seed=3, name="assembly")
    with pytest.raises(ValueError, match="milled_plate"):
        named("gear")


def test_sheets_vary_and_repeat() -> None:
    first = list(sheets(8, seed=5))
    again = list(sheets(8, seed=5))
    assert [s.data for s in first] == [s.data for s in again]
    assert len({s.name for s in first}) == 8
    assert len({(s.media_type, s.truth.units, s.truth.pages[0].source) for s in first}) > 1
    assert all(inspect(s.data).pages == 1 for s in first)


def test_save_writes_a_file_with_the_right_ending(tmp_path: Path) -> None:
    sample = make("plate", carrier="picture", dpi=50, name="one")
    path = sample.save(tmp_path / "new")
    assert path == tmp_path / "new" / "one.png"
    assert path.read_bytes() == sample.data
    assert sample.label()["file"] == "one.png"


@pytest.mark.parametrize(
    ("wrong", "named"),
    [
        ({"kind": "gear"}, "turned_part"),
        ({"carrier": "paper"}, "lost_symbols"),
        ({"standard": "din"}, "asme"),
        ({"units": "cm"}, "inch"),
        ({"language": "la"}, "en"),
        ({"sheet": "A9"}, "A3"),
        ({"layout": "round"}, "iso7200"),
        ({"wear": "burnt"}, "office"),
        ({"turned": 45}, "270"),
        ({"face": "comic"}, "helvetica"),
    ],
)
def test_an_unknown_choice_names_those_there_are(wrong: dict[str, Any], named: str) -> None:
    with pytest.raises(ValueError, match=named):
        make(**wrong)


@pytest.mark.parametrize("sheet", list(SIZES))
@pytest.mark.parametrize("kind", KINDS)
def test_every_sheet_size_takes_every_kind(kind: Any, sheet: str) -> None:
    layout = "plain" if sheet == "A4P" else "iso7200"
    studio = draw(Settings(kind=kind, sheet=sheet, layout=layout, habits=Habits(height=2.5)))
    assert overlapping(studio) == []
    assert [t for t, box in studio.pen.texts if not inside(box, (0, 0, *studio.sheet.size))] == []
