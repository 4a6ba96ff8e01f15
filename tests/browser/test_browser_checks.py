"""The viewer's view of the checks, as a person uses it: what was found, its place, and the way to correct it."""

from pathlib import Path

import pytest

pytest.importorskip("playwright.sync_api", reason="playwright is not installed: pip install 'drawkit[test]'")

import browser_views
from browser_axe import serious
from browser_lab import Server
from browser_views import marked, open_views, turn_to
from playwright.sync_api import Locator, Page, expect

pytestmark = [pytest.mark.browser, pytest.mark.timeout(900)]


@pytest.fixture(scope="module", autouse=True)
def notebooks(folder: Path) -> None:
    browser_views.write(folder)


def finding(viewer: Locator, words: str) -> Locator:
    return viewer.locator(".dkv-line:visible").filter(has_text=words)


def shot(viewer: Locator, path: Path) -> None:
    viewer.scroll_into_view_if_needed()
    viewer.page.wait_for_timeout(800)  # the view glides
    viewer.screenshot(path=path)


def test_a_finding_leads_to_its_place(lab: Server, page: Page, shots: Path) -> None:
    viewer, empty = open_views(page, lab)
    turn_to(viewer, "Checks")
    expect(viewer.locator(".dkv-legend")).to_be_hidden()
    expect(viewer.locator(".dkv-box").first).to_be_hidden()
    expect(viewer.locator(".dkv-pin").first).to_be_visible()
    severities = viewer.locator(".dkv-line .dkv-tag").all_inner_texts()
    assert severities == sorted(severities, key=["error", "warning", "look"].index), "the worst first"
    fit = finding(viewer, "H33 does not exist")
    fit.click()
    expect(fit).to_have_attribute("aria-selected", "true")
    number = fit.get_attribute("data-row")
    expect(viewer.locator(".dkv-pin-marked")).to_have_attribute("data-pin", number or "")
    expect(viewer.locator(".dkv-sentence")).to_be_visible()
    expect(viewer.locator(".dkv-crop:visible")).to_have_count(1)
    assert int(viewer.locator(".dkv-scale").inner_text().removesuffix(" %")) >= 100
    shot(viewer, shots / "checks-light.png")

    finding(viewer, "K").filter(has_text="datum").first.click()
    expect(viewer.locator(".dkv-which")).to_have_text("Page 2 of 2")
    expect(viewer.locator(".dkv-pin-marked")).to_have_count(1)
    shot(viewer, shots / "checks-light-page-2.png")

    turn_to(empty, "Checks")
    expect(empty.locator(".dkv-none:visible")).to_contain_text("Nothing was read on this drawing")


def test_by_keys_to_the_place_and_into_the_reading(lab: Server, page: Page) -> None:
    viewer, _ = open_views(page, lab)
    keyboard = page.keyboard
    viewer.get_by_role("tab", name="Reading").focus()
    keyboard.press("ArrowLeft")  # around
    expect(viewer.get_by_role("tab", name="Checks")).to_have_attribute("aria-selected", "true")
    first = viewer.locator(".dkv-line").first
    expect(first).to_be_visible()
    first.focus()
    keyboard.press("ArrowDown")
    keyboard.press("ArrowUp")
    expect(first).to_have_attribute("aria-selected", "true")
    expect(first).to_be_focused()
    keyboard.press("Enter")
    expect(viewer.locator(".dkv-frame")).to_be_focused()
    keyboard.press("n")
    expect(marked(viewer)).to_have_attribute("data-row", "2")
    keyboard.press("b")
    expect(marked(viewer)).to_have_attribute("data-row", "1")
    before = viewer.locator(".dkv-line").count()
    finding(viewer, "lower deviation +0.1").click()
    keyboard.press("e")
    expect(viewer.get_by_role("tab", name="Reading")).to_have_attribute("aria-selected", "true")
    expect(viewer.locator('.dkv-row[aria-selected="true"]')).to_contain_text("18")
    expect(viewer.locator(".dkv-pins")).to_be_hidden()
    keyboard.press("x")  # taken out, the finding goes with it
    turn_to(viewer, "Checks")
    expect(viewer.locator(".dkv-line")).to_have_count(before - 1)
    assert not finding(viewer, "lower deviation +0.1").count()


def test_filters_and_the_file(lab: Server, page: Page) -> None:
    viewer, _ = open_views(page, lab)
    turn_to(viewer, "Checks")
    look = viewer.get_by_role("button", name="Show only: to look at")
    look.click()
    expect(look).to_have_attribute("aria-pressed", "true")
    assert set(viewer.locator(".dkv-line .dkv-tag").all_inner_texts()) == {"look"}
    look.click()
    with page.expect_download() as saved:
        viewer.get_by_role("button", name="Save the findings as CSV").click()
    assert saved.value.suggested_filename == "faulty_plate_checks.csv"
    text = Path(saved.value.path()).read_text("utf-8-sig")
    assert text.startswith("number,severity,")
    assert "H33" in text


def test_dark_theme(dark_lab: Server, page: Page, shots: Path) -> None:
    viewer, _ = open_views(page, dark_lab)
    turn_to(viewer, "Checks")
    finding(viewer, "H33 does not exist").click()
    shot(viewer, shots / "checks-dark.png")
    serious(page, viewer)


def test_voila(voila: Server, page: Page, shots: Path) -> None:
    viewer, _ = open_views(page, voila)
    turn_to(viewer, "Checks")
    finding(viewer, "H33 does not exist").click()
    expect(viewer.locator(".dkv-pin-marked")).to_have_count(1)
    page.set_viewport_size({"width": 700, "height": 1100})
    shot(viewer, shots / "checks-voila-narrow.png")
    assert viewer.evaluate("v => v.scrollWidth - v.clientWidth") <= 1, "nothing is wider than a narrow page"


def test_voila_in_the_dark(voila: Server, page: Page, shots: Path) -> None:
    viewer, _ = open_views(page, voila, dark=True)
    turn_to(viewer, "Checks")
    finding(viewer, "H33 does not exist").click()
    shot(viewer, shots / "checks-voila-dark.png")
    serious(page, viewer)


def test_a_kernel_that_is_gone_says_so(lab: Server, page: Page) -> None:
    viewer, _ = open_views(page, lab)
    turn_to(viewer, "Checks")
    expect(viewer.locator(".dkv-pin").first).to_be_visible()
    page.evaluate("async () => window.jupyterapp.shell.currentWidget.sessionContext.restartKernel()")
    expect(viewer.locator(".dku-gone")).to_contain_text("run this cell again")
    expect(viewer.get_by_role("tab", name="Reading")).to_be_disabled()
    finding(viewer, "H33 does not exist").click()
    expect(viewer.locator(".dkv-pin-marked")).to_have_count(1)
