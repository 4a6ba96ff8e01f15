"""The result viewer in a real JupyterLab and a real Voila."""

import json
import re
import statistics
import zipfile
from pathlib import Path

import browser_viewer
import openpyxl
import pytest
from browser_lab import PATIENCE, Server
from browser_viewer import ITEMS, open_viewers
from playwright.sync_api import Locator, Page, expect

pytestmark = [pytest.mark.browser, pytest.mark.timeout(900)]

_IN_ITS_CELL = """(arrow) => {
  const [mark, cell] = [arrow, arrow.closest("th")].map((node) => node.getBoundingClientRect());
  return mark.width > 0 && mark.left >= cell.left && mark.right <= cell.right;
}"""

OVERLAY_SECONDS = 0.5
HOVER_SECONDS = 0.05

_TURN = """async (button) => {
  const frame = (time) => new Promise((done) => requestAnimationFrame(done));
  const begun = performance.now();
  button.click();
  await frame();
  await frame();
  return (performance.now() - begun) / 1000;
}"""
_HOVER = """(root) => {
  const tip = root.querySelector(".dkv-tip");
  return [...root.querySelectorAll(".dkv-box")].slice(0, 60).map((box) => {
    const { x, y, width, height } = box.getBoundingClientRect();
    const at = { bubbles: true, clientX: x + width / 2, clientY: y + height / 2 };
    const begun = performance.now();
    box.dispatchEvent(new PointerEvent("pointermove", at));
    if (tip.hidden || !tip.offsetWidth) throw new Error("no word of what lies there");
    return (performance.now() - begun) / 1000;
  });
}"""


@pytest.fixture(scope="module", autouse=True)
def viewers(folder: Path) -> None:
    browser_viewer.write(folder)


def shot(viewer: Locator, path: Path) -> None:
    viewer.page.set_viewport_size({"width": 1500, "height": 1000})
    viewer.scroll_into_view_if_needed()
    viewer.page.wait_for_timeout(700)  # the view glides
    viewer.screenshot(path=path)


def row(viewer: Locator, text: str) -> Locator:
    return viewer.locator(".dkv-row").filter(has_text=text).first


def marked_box(viewer: Locator) -> str | None:
    return viewer.locator(".dkv-marked").get_attribute("data-key")


def correct(viewer: Locator, field: str, value: str) -> Locator:
    place = viewer.locator(f'.dkv-value[data-field="{field}"]')
    place.locator(".dkv-edit").click()
    place.locator(".dkv-input").fill(value)
    place.locator(".dkv-input").press("Enter")
    return place


def test_row_and_box_mark_each_other(lab: Server, page: Page, shots: Path) -> None:
    viewer, plain = open_viewers(page, lab)
    assert viewer.locator(".dkv-picture").first.evaluate("i => i.decode().then(() => i.naturalWidth)") > 1000
    expect(viewer.locator(".dkv-caption")).to_contain_text("blacked out, because previews are published")
    expect(plain.locator(".dkv-caption")).to_be_hidden()
    shot(viewer, shots / "viewer-light.png")
    chosen = row(viewer, "4x M4")
    chosen.click()
    expect(chosen).to_have_attribute("aria-selected", "true")
    assert marked_box(viewer) == chosen.get_attribute("data-key")
    expect(viewer.locator(".dkv-detail")).to_contain_text("M4")
    shot(viewer, shots / "viewer-light-row.png")

    viewer.get_by_role("button", name="Show the whole sheet").click()
    expect(viewer.locator(".dkv-scale")).to_have_text("100 %")
    tolerance = viewer.locator('.dkv-box[data-key^="geometric_tolerances"]').first
    tolerance.hover()
    expect(viewer.locator(".dkv-tip")).to_contain_text("Geometric tolerances")
    expect(viewer.locator(".dkv-tip")).to_contain_text(re.compile(r"(sure|likely|look) \(\d+ %\)"))
    shot(viewer, shots / "viewer-light-hover.png")
    tolerance.click()
    picked = viewer.locator('.dkv-row[aria-selected="true"]')
    expect(picked).to_have_attribute("data-key", tolerance.get_attribute("data-key") or "")
    expect(viewer.get_by_label("Table", exact=True)).to_have_value("geometric_tolerances")
    expect(viewer.locator(".dkv-scale")).to_have_text("100 %")


def test_legend_confidence_and_search(lab: Server, page: Page) -> None:
    viewer, crowded = open_viewers(page, lab)
    holes = viewer.locator('.dkv-chip[data-kind="holes"]')
    boxes = viewer.locator('.dkv-box[data-key^="holes"]')
    expect(boxes.first).to_be_visible()
    holes.click()
    expect(holes).to_have_attribute("aria-pressed", "false")
    expect(boxes.first).to_be_hidden()
    holes.click()
    expect(boxes.first).to_be_visible()
    holes.click(modifiers=["Shift"])
    expect(viewer.locator(".dkv-box:not(.dkv-off)")).to_have_count(boxes.count())

    slider = crowded.get_by_role("slider")
    slider.fill("95")
    expect(crowded.locator(".dkv-box:not(.dkv-off)")).to_have_count(ITEMS // 10)
    expect(crowded.locator(".dkv-row:visible")).to_have_count(2 * ITEMS // 10)
    expect(crowded.locator(".dkv-count").first).to_have_text(str(ITEMS // 10))
    slider.fill("0")
    crowded.get_by_label("Find in the table").fill("299 ±")
    expect(crowded.locator(".dkv-row:visible")).to_have_count(2)


def test_zoom_pan_and_keys(lab: Server, page: Page) -> None:
    viewer, _ = open_viewers(page, lab)
    frame, scale = viewer.locator(".dkv-frame"), viewer.locator(".dkv-scale")
    frame.hover(position={"x": 20, "y": 60})
    page.mouse.wheel(0, -300)
    expect(viewer.locator(".dkv-hint")).to_be_visible()
    expect(scale).to_have_text("100 %")

    frame.click(position={"x": 20, "y": 60})
    page.mouse.wheel(0, -240)
    expect(scale).not_to_have_text("100 %")
    page.keyboard.press("0")
    expect(scale).to_have_text("100 %")
    page.keyboard.press("+")
    page.keyboard.press("+")
    expect(scale).to_have_text("182 %")
    stage = viewer.locator(".dkv-stage")
    before = stage.bounding_box()
    area = frame.bounding_box()
    assert before is not None
    assert area is not None
    middle = (area["x"] + area["width"] / 2, area["y"] + area["height"] / 2)
    page.mouse.move(*middle)
    page.mouse.down()
    page.mouse.move(middle[0] - 60, middle[1] - 30, steps=4)
    page.mouse.up()
    after = stage.bounding_box()
    assert after is not None
    assert after["x"] == pytest.approx(before["x"] - 60, abs=2)
    expect(viewer.locator(".dkv-marked")).to_have_count(0)

    page.keyboard.press("n")
    expect(viewer.locator(".dkv-marked")).to_have_count(1)
    first = marked_box(viewer)
    page.keyboard.press("n")
    expect(viewer.locator(f'.dkv-marked[data-key="{first}"]')).to_have_count(0)
    page.keyboard.press("Escape")
    expect(viewer.locator(".dkv-marked")).to_have_count(0)
    lines = viewer.locator(".dkv-row")
    lines.first.click()
    page.keyboard.press("ArrowDown")
    expect(lines.nth(1)).to_have_attribute("aria-selected", "true")
    expect(lines.nth(1)).to_be_focused()
    expect(page.locator(".jp-Notebook .jp-Cell")).to_have_count(3)


def test_a_value_corrected_by_hand(lab: Server, page: Page, shots: Path) -> None:
    viewer, _ = open_viewers(page, lab)
    row(viewer, "4x M4").click()
    place = correct(viewer, "nominal", "many")
    expect(place.get_by_role("alert")).to_contain_text("valid number")
    place.locator(".dkv-input").fill("4,5")
    shot(viewer, shots / "viewer-light-edit.png")
    place.locator(".dkv-save").click()
    expect(place).to_contain_text("4.5")
    expect(place).to_contain_text("by hand; read: 4")
    expect(row(viewer, "4x M4")).to_contain_text("✎")
    shot(viewer, shots / "viewer-light-corrected.png")

    viewer.get_by_role("button", name="Undo the last decision").click()
    expect(place).not_to_contain_text("by hand")
    expect(row(viewer, "4x M4")).not_to_contain_text("✎")
    viewer.get_by_role("button", name="Show the empty fields too").click()
    fit = correct(viewer, "fit", "H8")
    expect(fit).to_contain_text("by hand; read: —")
    viewer.get_by_role("button", name="Take back the correction of fit").click()
    expect(viewer.locator(".dkv-fields")).not_to_contain_text("by hand")

    units = viewer.get_by_label("Units")
    expect(units).to_have_value("mm")
    units.select_option("inch")
    expect(viewer.locator(".dkv-units")).to_contain_text("✎ read: mm")
    shot(viewer, shots / "viewer-light-units.png")
    units.select_option("mm")
    expect(viewer.locator(".dkv-units")).not_to_contain_text("read")


def test_datums_corrected_by_key_alone(lab: Server, page: Page, shots: Path) -> None:
    viewer, _ = open_viewers(page, lab)
    viewer.get_by_label("Table", exact=True).select_option("geometric_tolerances")
    line = viewer.locator('.dkv-row[data-key="geometric_tolerances:2"]')
    line.press("Enter")
    expect(line).to_be_focused()
    read = viewer.locator('.dkv-value[data-field="datums"] .dkv-said').inner_text()
    place = viewer.locator('.dkv-value[data-field="datums"]')
    pen, field = place.get_by_role("button", name="Correct datums"), place.get_by_role("textbox")

    for _ in range(20):
        page.keyboard.press("Tab")
        if pen.evaluate("pen => pen === document.activeElement"):
            break
    page.keyboard.press("Enter")
    expect(field).to_be_focused()
    page.keyboard.press("Control+A")
    page.keyboard.type("B | 5")
    page.keyboard.press("Enter")
    told = place.get_by_role("alert")
    expect(told).to_contain_text("'5' is not a datum")
    expect(field).to_be_focused()
    expect(field).to_have_value("B | 5")
    assert field.get_attribute("aria-describedby") == told.get_attribute("id")
    shot(viewer, shots / "viewer-light-datums.png")

    page.keyboard.press("Escape")
    expect(pen).to_be_focused()
    expect(told).to_have_count(0)
    page.keyboard.press("Enter")
    expect(field).to_have_value(read)
    page.keyboard.press("Control+A")
    page.keyboard.type("b | c Ⓛ")
    page.keyboard.press("Enter")
    expect(place).to_contain_text(f"by hand; read: {read}")
    expect(place.locator(".dkv-said")).to_have_text("B | C(L)")
    expect(pen).to_be_focused()
    expect(line).to_contain_text("B | C(L)")

    page.keyboard.press("Enter")
    expect(field).to_have_value("B | C(L)")
    page.keyboard.press("Enter")  # as it stands: the field closes all the same
    expect(pen).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(place).not_to_contain_text("by hand")
    expect(pen).to_be_focused()


@pytest.mark.timed
def test_pages_and_a_crowded_sheet(lab: Server, page: Page, shots: Path) -> None:
    _, crowded = open_viewers(page, lab)
    frame = crowded.locator(".dkv-frame")
    expect(frame).to_have_attribute("data-boxes", str(ITEMS))
    expect(crowded.locator(".dkv-which")).to_have_text("Page 1 of 2")
    turns = [crowded.get_by_role("button", name=name).evaluate(_TURN) for name in ("Next page", "Previous page") * 2]
    turned = min(turns)  # the others tell how busy the machine is
    crowded.get_by_role("button", name="Next page").click()
    expect(frame).to_have_attribute("data-picture", "none", timeout=PATIENCE)
    expect(crowded.locator(".dkv-texts")).to_be_visible()
    expect(crowded.locator(".dkv-caption")).to_contain_text("There is no picture of this page")
    assert frame.get_attribute("data-boxes") == str(ITEMS)
    hover = crowded.evaluate(_HOVER)
    painted = float(frame.get_attribute("data-took") or "nan") / 1000
    told = f"{painted:.3f} s to draw, {turned:.3f} s to the screen; hover {statistics.median(hover):.4f} s"
    (shots / "viewer-times.txt").write_text(told)
    assert turned < OVERLAY_SECONDS, told
    assert statistics.median(hover) < HOVER_SECONDS, told

    crowded.get_by_role("button", name="Previous page").click()
    expect(frame).to_have_attribute("data-picture", "there")
    row(crowded, "17 ±").click()
    crowded.locator(".dkv-scroll").evaluate("one => one.scrollTo(0, one.scrollHeight)")
    crowded.locator('.dkv-row[data-key="dimensions:320"]').click()
    expect(crowded.locator(".dkv-which")).to_have_text("Page 2 of 2")
    assert marked_box(crowded) == "dimensions:320"


def test_dark_theme(dark_lab: Server, page: Page, shots: Path) -> None:
    viewer, _ = open_viewers(page, dark_lab)
    row(viewer, "2x").click()
    viewer.locator(".dkv-marked").hover()
    shot(viewer, shots / "viewer-dark.png")
    colour = viewer.locator(".dkv-tip").evaluate("t => getComputedStyle(t).backgroundColor")
    assert max(int(part) for part in re.findall(r"\d+", colour)[:3]) < 90


def test_voila(voila: Server, page: Page, shots: Path) -> None:
    viewer, _ = open_viewers(page, voila)
    row(viewer, "4x M4").click()
    place = correct(viewer, "nominal", "4.5")
    expect(place).to_contain_text("by hand; read: 4", timeout=PATIENCE)
    shot(viewer, shots / "viewer-voila.png")


@pytest.mark.parametrize("server", ["lab", "voila"])
def test_a_result_is_saved_where_one_works(
    server: str, page: Page, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    viewer, _ = open_viewers(page, request.getfixturevalue(server))
    for label, name in (
        ("Excel workbook", "milled_plate.xlsx"),
        ("CSV files", "milled_plate_csv.zip"),
        ("JSON", "milled_plate.json"),
    ):
        with page.expect_download() as download:
            viewer.get_by_role("button", name=label).click()
        assert download.value.suggested_filename == name
        download.value.save_as(tmp_path / name)
        expect(viewer.locator(".dkv-export .dku-saving")).to_be_empty()
    assert "limits" in openpyxl.load_workbook(tmp_path / "milled_plate.xlsx").sheetnames
    assert zipfile.is_zipfile(tmp_path / "milled_plate_csv.zip")
    assert json.loads((tmp_path / "milled_plate.json").read_text("utf-8"))["schema"] == "drawkit.result/1"
    viewer.get_by_placeholder("Find").fill("H7")
    viewer.get_by_role("button", name="Copy the rows").click()
    expect(viewer.locator(".dkv-copy")).to_have_text("Copied 2")
    lines = page.evaluate("() => navigator.clipboard.readText()").splitlines()
    assert lines[0].split("\t")[:5] == ["#", "Review", "Trust", "As read", "Kind"]
    assert {line.split("\t")[6] for line in lines[1:]} == {"H7"}
    assert len(lines) == 3


def test_rows_far_down_are_there_when_they_are_wanted(lab: Server, page: Page) -> None:
    _, crowded = open_viewers(page, lab)
    rows = crowded.locator(".dkv-row:visible")
    laid_out = rows.count()
    assert laid_out < 2 * ITEMS, "a filter that shows all again costs what is seen, not what there is"
    scroll = crowded.locator(".dkv-scroll")
    bar = scroll.evaluate("one => one.scrollHeight")
    assert bar > 0.8 * 2 * ITEMS * 26, "the scroll bar tells of all rows"
    crowded.locator(".dkv-copy").click()
    expect(crowded.locator(".dkv-copy")).to_have_text(f"Copied {2 * ITEMS}")
    rows.first.click()
    for _ in range(laid_out + 5):
        page.keyboard.press("ArrowDown")
    expect(crowded.locator('.dkv-row[aria-selected="true"]')).to_be_visible()
    assert rows.count() > laid_out
    scroll.evaluate("one => one.scrollTo(0, one.scrollHeight)")
    expect(rows).to_have_count(2 * ITEMS)


def test_what_is_doubtful_comes_first_and_columns_sort(lab: Server, page: Page) -> None:
    _, crowded = open_viewers(page, lab)
    rows = crowded.locator(".dkv-row:visible")
    trust = rows.locator(".dkv-trust")
    assert trust.first.text_content() == "look"
    assert rows.first.locator("td").nth(3).text_content() == "9 ±0.1", "the least sure of all"
    crowded.get_by_role("button", name="Sort by Nominal").click()
    assert rows.first.locator("td").nth(3).text_content() == "0 ±0.1"
    crowded.get_by_role("button", name="Sort by Nominal").click()
    assert rows.first.locator("td").nth(3).text_content() == f"{ITEMS - 1} ±0.1"
    expect(crowded.locator("th[aria-sort='descending']")).to_have_text("Nominal ▾")
    for column in crowded.locator(".dkv-sort").all():
        column.click()
        assert column.locator(".dkv-arrow").evaluate(_IN_ITS_CELL), column.text_content()
    for narrow in ("Trust", "Review", "#"):
        column = crowded.get_by_role("button", name=f"Sort by {narrow}", exact=True)
        column.click()
        assert column.locator(".dkv-heading").evaluate("e => e.scrollWidth <= e.clientWidth"), narrow
    doubtful = crowded.get_by_role("button", name="Show only what is not sure")
    doubtful.click()
    expect(doubtful).to_have_attribute("aria-pressed", "true")
    assert set(trust.all_text_contents()) == {"look", "likely"}
    crowded.get_by_label("Find in the table").fill("19 ±")
    expect(rows).to_have_count(len({n for n in range(ITEMS) if "19 ±" in f"{n} ±0.1"}) * 2)
    shown = crowded.locator(".dkv-box:not(.dkv-off)")
    expect(shown, "the sheet shows what the table shows").to_have_count(rows.count() // 2)
    expect(crowded.locator(".dkv-remark")).to_contain_text("are doubtful: look at them on the sheet")
