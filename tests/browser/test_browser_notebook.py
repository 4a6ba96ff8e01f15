"""The workbench and the viewer in a real Notebook 7, which has one document a page and no panels around it."""

import re
from pathlib import Path

import browser_viewer
import pytest
from browser_bench import open_bench, task_row
from browser_lab import PATIENCE, Server, choose, full_page_shot, settle
from browser_viewer import open_viewers
from playwright.sync_api import Page, expect

from drawkit import samples

pytestmark = [pytest.mark.browser, pytest.mark.timeout(900)]


def test_the_workbench(notebook: Server, page: Page, tmp_path: Path, shots: Path) -> None:
    plate = samples.make("plate", seed=7, name="milled_plate").save(tmp_path)
    bench = open_bench(page, notebook)
    bench.get_by_role("radio", name="Full").press("ArrowDown")  # to the next profile, and not to the next cell
    expect(bench.get_by_role("radio", name="Standard")).to_be_checked()
    page.keyboard.press("ArrowUp")
    expect(bench.get_by_role("radio", name="Full")).to_be_checked()
    choose(page, bench, [plate])
    settle(bench, plate.name, "ready")
    bench.locator(".dkp-run").click()
    settle(bench, plate.name, "done")
    expect(task_row(bench, plate.name)).to_have_attribute("data-state", "completed", timeout=PATIENCE)
    expect(bench.locator(".dkv-name")).to_have_text(plate.name, timeout=PATIENCE)
    expect(bench.locator(".dkv-frame")).to_have_attribute("data-picture", "there", timeout=PATIENCE)
    expect(bench.locator(".dkq-gauge").first).to_contain_text("1 of 40 used", timeout=PATIENCE)
    full_page_shot(page, bench, shots / "notebook-bench.png")
    page.screenshot(path=shots / "notebook-page.png")


def test_the_viewer_and_a_correction(notebook: Server, folder: Path, page: Page, shots: Path) -> None:
    browser_viewer.write(folder)
    viewer, crowded = open_viewers(page, notebook)
    line = viewer.locator(".dkv-row").filter(has_text="4x M4")
    line.press("Enter")
    expect(line).to_have_attribute("aria-selected", "true")
    expect(viewer.locator(".dkv-marked")).to_have_count(1)
    place = viewer.locator('.dkv-value[data-field="nominal"]')
    place.get_by_role("button", name="Correct nominal").press("Enter")
    place.get_by_role("textbox").fill("4.5")
    place.get_by_role("textbox").press("Enter")
    expect(place).to_contain_text("by hand; read: 4")
    viewer.locator(".dkv-frame").focus()
    for key in ("c", "v", "y", "z", "n", "b", "+", "0"):  # none of them is a command of the notebook meanwhile
        page.keyboard.press(key)
    page.keyboard.press("d")  # twice it deletes a cell of the notebook; here a box is drawn, and Escape leaves it out
    page.keyboard.press("d")
    expect(viewer.locator(".dkv-frame")).to_have_class(re.compile("dkv-drawing"))
    page.keyboard.press("Escape")
    expect(viewer.locator(".dkv-panel")).to_contain_text("without a place")
    page.keyboard.press("Escape")
    expect(viewer.locator(".dkv-panel")).to_have_count(0)
    page.keyboard.press("Escape")
    expect(viewer.locator(".dkv-marked")).to_have_count(0)
    expect(page.locator(".jp-Notebook .jp-Cell")).to_have_count(3)
    crowded.get_by_role("button", name="Next page").click()
    expect(crowded.locator(".dkv-which")).to_have_text("Page 2 of 2")
    viewer.scroll_into_view_if_needed()
    page.screenshot(path=shots / "notebook-viewer.png")
