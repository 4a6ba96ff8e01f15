"""Two revisions compared, as a person does it: chosen on the workbench, rows and the sheet linked, saved."""

from pathlib import Path

import pytest

pytest.importorskip("playwright.sync_api", reason="playwright is not installed: pip install 'drawkit[test]'")

import browser_views
from browser_axe import serious
from browser_bench import task_row
from browser_lab import PATIENCE, Server, open_notebook
from browser_views import marked
from playwright.sync_api import Locator, Page, expect

pytestmark = [pytest.mark.browser, pytest.mark.timeout(900)]


@pytest.fixture(scope="module", autouse=True)
def notebooks(folder: Path) -> None:
    browser_views.write(folder)


def open_comparison(page: Page, server: Server, *, dark: bool = False) -> Locator:
    page.set_viewport_size({"width": 1500, "height": 1000})
    open_notebook(page, server, "revisions", dark=dark)
    seen = page.locator(".dk-comparison")
    expect(seen).to_be_visible(timeout=PATIENCE)
    expect(seen.locator(".dkv-frame")).to_have_attribute("data-picture", "there", timeout=PATIENCE)
    expect(seen.locator(".dkv-pin").first).to_be_visible(timeout=PATIENCE)
    return seen


def shot(seen: Locator, path: Path) -> None:
    seen.scroll_into_view_if_needed()
    seen.page.wait_for_timeout(800)  # the view glides
    seen.screenshot(path=path)


def test_rows_and_the_picture_are_linked(lab: Server, page: Page, shots: Path) -> None:
    seen = open_comparison(page, lab)
    expect(seen.locator(".dkv-summary")).to_have_text("2 changed, 1 removed")
    expect(seen.locator(".dkv-caption")).to_contain_text("Red: on the old sheet alone")
    line = seen.locator(".dkv-line").filter(has_text="H8")
    line.click()
    number = line.get_attribute("data-row") or ""
    expect(seen.locator(".dkv-pin-marked")).to_have_attribute("data-pin", number)
    expect(seen.locator(".dkv-sentence del")).to_contain_text("H7")
    expect(seen.locator(".dkv-sentence ins")).to_contain_text("H8")
    shot(seen, shots / "compare-light.png")
    seen.get_by_role("button", name="Show the whole sheet").click()
    page.wait_for_timeout(800)
    other = seen.locator(".dkv-pin:not(.dkv-pin-marked) circle").first
    area = other.bounding_box()
    assert area is not None
    page.mouse.click(area["x"] + area["width"] / 2, area["y"] + area["height"] / 2)
    expect(seen.locator(".dkv-pin-marked")).not_to_have_attribute("data-pin", number)
    expect(marked(seen)).not_to_have_attribute("data-row", number)
    seen.get_by_role("button", name="Show only: removed").click()
    expect(seen.locator(".dkv-line")).to_have_count(1)
    with page.expect_download() as saved:
        seen.get_by_role("button", name="Save a page of HTML").click()
    assert saved.value.suggested_filename == "plate_A_to_plate_B.html"
    seen.get_by_role("button", name="Take the new one for the old one").click()
    expect(seen.locator(".dkv-summary")).to_have_text("2 changed, 1 added")
    expect(seen.locator(".dkv-name")).to_have_text("plate_B.pdf → plate_A.pdf")
    expect(seen.get_by_role("button", name="Close the comparison")).to_be_hidden()


def test_two_tasks_are_chosen_on_the_workbench(lab: Server, page: Page, shots: Path) -> None:
    page.set_viewport_size({"width": 1400, "height": 1900})
    open_notebook(page, lab, "tasks")
    bench = page.locator(".dk-bench")
    expect(task_row(bench, "plate_A.pdf")).to_have_attribute("data-state", "completed", timeout=2 * PATIENCE)
    compare = bench.locator(".dkb-compare")
    expect(compare).to_be_hidden()
    bench.get_by_label("Choose plate_B.pdf to compare it").check()
    expect(compare).to_have_text("Choose another to compare")
    bench.get_by_label("Choose other.pdf to compare it").check()
    compare.click()
    seen = bench.locator(".dk-comparison")
    expect(seen.locator(".dkv-remark").first).to_contain_text("These are two different drawings", timeout=PATIENCE)
    bench.get_by_label("Choose plate_A.pdf to compare it").check()
    expect(bench.get_by_label("Choose plate_B.pdf to compare it")).not_to_be_checked()
    bench.get_by_label("Choose plate_B.pdf to compare it").check()
    expect(bench.get_by_label("Choose other.pdf to compare it")).not_to_be_checked()
    compare.click()
    expect(seen.locator(".dkv-name")).to_have_text("plate_A.pdf → plate_B.pdf", timeout=PATIENCE)
    expect(seen.locator(".dkv-none")).to_have_text("Nothing has changed between them.")
    expect(seen.locator(".dkv-frame")).to_have_attribute("data-picture", "there", timeout=PATIENCE)
    shot(bench, shots / "compare-bench-light.png")
    sharp(page, seen, shots / "compare-bench-sharp.png")
    seen.get_by_role("button", name="Close the comparison").click()
    expect(bench.locator(".dk-comparison")).to_have_count(0)

    task_row(bench, "plate_A.pdf").get_by_role("button", name="Open").click()
    viewer = bench.locator(".dk-viewer")
    expect(viewer.locator(".dkv-frame")).to_have_attribute("data-picture", "there", timeout=PATIENCE)
    page.evaluate("Object.defineProperty(window, 'devicePixelRatio', { value: 3 })")  # as on a screen of many pixels
    viewer.locator(".dkv-row").first.click()
    crop = viewer.locator(".dkv-crop")
    expect(crop).to_have_attribute("data-fine", "there", timeout=PATIENCE)
    crop.screenshot(path=shots / "crop-sharp.png")
    viewer.get_by_role("tab", name="Inspection").click()
    with page.expect_download(timeout=PATIENCE) as saved:
        viewer.get_by_role("button", name="Save the drawing itself").click()
    assert Path(saved.value.path()).read_bytes()[:5] == b"%PDF-"


def sharp(page: Page, seen: Locator, path: Path) -> None:
    """Both sheets on each other are drawn anew from the files when the view stands closer."""
    frame = seen.locator(".dkv-frame")
    frame.focus()
    for _ in range(9):
        page.keyboard.press("+")
    expect(frame).to_have_attribute("data-fine", "there", timeout=PATIENCE)
    frame.screenshot(path=path)


def test_dark_theme(dark_lab: Server, page: Page, shots: Path) -> None:
    seen = open_comparison(page, dark_lab)
    seen.locator(".dkv-line").filter(has_text="H8").click()
    shot(seen, shots / "compare-dark.png")
    serious(page, seen)


def test_voila(voila: Server, page: Page, shots: Path) -> None:
    seen = open_comparison(page, voila)
    line = seen.locator(".dkv-line").filter(has_text="H8")
    line.click()
    expect(seen.locator(".dkv-pin-marked")).to_have_attribute("data-pin", line.get_attribute("data-row") or "")
    shot(seen, shots / "compare-voila-light.png")
    page.keyboard.press("Home")
    expect(marked(seen)).to_have_attribute("data-row", "1")
    seen.get_by_role("button", name="Show only: removed").click()
    expect(seen.locator(".dkv-line")).to_have_count(1)
    with page.expect_download() as saved:
        seen.get_by_role("button", name="Save the changes as CSV").click()
    assert saved.value.suggested_filename == "plate_A_to_plate_B.csv"
    assert "H8" in Path(saved.value.path()).read_text("utf-8-sig")
    seen.get_by_role("button", name="Take the new one for the old one").click()
    expect(seen.locator(".dkv-summary")).to_have_text("2 changed, 1 added")
    expect(seen.locator(".dkv-frame")).to_have_attribute("data-picture", "there")
    page.set_viewport_size({"width": 700, "height": 1100})
    shot(seen, shots / "compare-voila-narrow.png")
    assert seen.evaluate("v => v.scrollWidth - v.clientWidth") <= 1, "nothing is wider than a narrow page"


def test_voila_in_the_dark(voila: Server, page: Page, shots: Path) -> None:
    seen = open_comparison(page, voila, dark=True)
    seen.locator(".dkv-line").filter(has_text="H8").click()
    shot(seen, shots / "compare-voila-dark.png")
    serious(page, seen)


def test_voila_two_tasks_on_the_workbench(voila: Server, page: Page, shots: Path) -> None:
    page.set_viewport_size({"width": 1400, "height": 1900})
    open_notebook(page, voila, "tasks")
    bench = page.locator(".dk-bench")
    expect(task_row(bench, "plate_A.pdf")).to_have_attribute("data-state", "completed", timeout=2 * PATIENCE)
    bench.get_by_label("Choose plate_A.pdf to compare it").check()
    bench.get_by_label("Choose plate_B.pdf to compare it").check()
    bench.locator(".dkb-compare").click()
    seen = bench.locator(".dk-comparison")
    expect(seen.locator(".dkv-none")).to_have_text("Nothing has changed between them.", timeout=PATIENCE)
    expect(seen.locator(".dkv-frame")).to_have_attribute("data-picture", "there", timeout=PATIENCE)
    shot(bench, shots / "compare-bench-voila.png")
    seen.get_by_role("button", name="Close the comparison").click()
    expect(bench.locator(".dk-comparison")).to_have_count(0)
