"""The viewer's view of the inspection, as a person uses it: numbers, edits by keys, balloons moved, files."""

import re
from pathlib import Path

import pytest

pytest.importorskip("playwright.sync_api", reason="playwright is not installed: pip install 'drawkit[test]'")

import browser_views
from browser_axe import serious
from browser_lab import Server
from browser_views import line, marked, open_views, turn_to
from playwright.sync_api import Locator, Page, expect

pytestmark = [pytest.mark.browser, pytest.mark.timeout(900)]


@pytest.fixture(scope="module", autouse=True)
def notebooks(folder: Path) -> None:
    browser_views.write(folder)


def shot(viewer: Locator, path: Path) -> None:
    viewer.scroll_into_view_if_needed()
    viewer.page.wait_for_timeout(800)  # the view glides
    viewer.screenshot(path=path)


def numbers(viewer: Locator) -> list[str]:
    return viewer.locator(".dkv-line:visible td:first-child").all_inner_texts()


def centre(viewer: Locator, number: str) -> tuple[float, float]:
    """Where a balloon stands, in points of the sheet."""
    circle = viewer.locator(f'.dkv-pin[data-pin="{number}"] circle')
    return float(circle.get_attribute("cx") or "nan"), float(circle.get_attribute("cy") or "nan")


def places(viewer: Locator) -> dict[str, str]:
    return dict(
        viewer.locator(".dkv-pin").evaluate_all(
            "pins => pins.map((pin) => [pin.dataset.pin, pin.querySelector('circle').getAttribute('cx')])"
        )
    )


def test_leave_out_renumber_split_and_undo_by_keys(lab: Server, page: Page, shots: Path) -> None:
    viewer, empty = open_views(page, lab)
    keyboard = page.keyboard
    turn_to(viewer, "Inspection")
    before = numbers(viewer)
    assert before == [str(number) for number in range(1, len(before) + 1)]
    expect(viewer.locator(".dkv-pin").first).to_be_visible()
    shot(viewer, shots / "inspection-light.png")
    viewer.locator(".dkv-frame").focus()
    for _ in range(3):
        keyboard.press("n")
    expect(marked(viewer)).to_have_attribute("data-row", "3")
    expect(viewer.locator(".dkv-pin-marked")).to_have_attribute("data-pin", "3")
    keyboard.press("x")
    expect(line(viewer, "3")).to_have_count(0)
    expect(viewer.locator('.dkv-pin[data-pin="3"]')).to_have_count(0)
    expect(marked(viewer)).to_have_attribute("data-row", "4")
    assert numbers(viewer) == [number for number in before if number != "3"], "the others keep their numbers"

    keyboard.press("r")
    field = viewer.get_by_label("Number", exact=True)
    expect(field).to_be_focused()
    keyboard.type("5")
    keyboard.press("Enter")
    expect(viewer.get_by_role("alert")).to_contain_text("would have the number '5'")
    keyboard.press("Control+A")
    keyboard.type("3")
    keyboard.press("Enter")
    expect(marked(viewer)).to_have_attribute("data-row", "3")
    expect(line(viewer, "4")).to_have_count(0)
    shot(viewer, shots / "inspection-light-edited.png")

    callout = viewer.locator(".dkv-line").filter(has_text="⌵")
    callout.click()
    number = callout.get_attribute("data-row")
    keyboard.press("s")
    expect(line(viewer, f"{number}.1")).to_have_attribute("aria-selected", "true")
    expect(line(viewer, f"{number}.2")).to_be_visible()
    for _ in range(3):
        keyboard.press("u")
        page.wait_for_timeout(300)
    expect(viewer.get_by_role("button", name="Undo the last edit of the inspection")).to_be_hidden()
    assert numbers(viewer) == before
    line(viewer, "1").click()
    keyboard.press("s")
    expect(viewer.locator(".dkv-told.dkv-wrong")).to_contain_text("one requirement")
    turn_to(empty, "Inspection")
    expect(empty.locator(".dkv-none:visible")).to_contain_text("Nothing was read that can be inspected")


def test_a_balloon_is_moved_by_hand_and_by_keys(lab: Server, page: Page, shots: Path) -> None:
    viewer, _ = open_views(page, lab)
    turn_to(viewer, "Inspection")
    circle = viewer.locator('.dkv-pin[data-pin="7"] circle')
    area = circle.bounding_box()
    assert area is not None
    before, others = centre(viewer, "7"), places(viewer)
    x, y = area["x"] + area["width"] / 2, area["y"] + area["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 40, y + 25, steps=5)
    page.mouse.up()
    undo = viewer.get_by_role("button", name="Undo the last edit of the inspection")
    expect(undo).to_be_visible()
    expect(viewer.locator(".dkv-told")).to_contain_text("The balloon 7 was moved")
    after = centre(viewer, "7")
    assert after[0] > before[0] + 20
    assert after[1] > before[1] + 10
    now = places(viewer)
    assert {key: now[key] for key in now if key != "7"} == {key: others[key] for key in others if key != "7"}
    shot(viewer, shots / "inspection-light-moved.png")

    line(viewer, "7").click()
    viewer.locator(".dkv-frame").focus()
    for _ in range(3):
        page.keyboard.press("Shift+ArrowLeft")
    page.wait_for_timeout(1500)
    assert centre(viewer, "7")[0] < after[0] - 5
    page.keyboard.press("u")
    expect(circle).to_have_attribute("cx", re.compile(rf"^{after[0]:.1f}"))
    page.keyboard.press("u")
    expect(undo).to_be_hidden()
    expect(circle).to_have_attribute("cx", re.compile(rf"^{before[0]:.1f}"))


def test_files(lab: Server, page: Page) -> None:
    viewer, _ = open_views(page, lab)
    turn_to(viewer, "Inspection")
    with page.expect_download() as saved:
        viewer.get_by_role("button", name="Save the inspection as an Excel workbook").click()
    assert saved.value.suggested_filename == "faulty_plate_inspection.xlsx"
    assert Path(saved.value.path()).read_bytes()[:2] == b"PK"
    viewer.get_by_role("button", name="Save the drawing itself").click()
    expect(viewer.locator(".dku-saving")).to_contain_text("the drawing itself is not at hand here")


def test_dark_theme(dark_lab: Server, page: Page, shots: Path) -> None:
    viewer, _ = open_views(page, dark_lab)
    turn_to(viewer, "Inspection")
    line(viewer, "7").click()
    shot(viewer, shots / "inspection-dark.png")
    serious(page, viewer)


def test_voila(voila: Server, page: Page, shots: Path) -> None:
    viewer, _ = open_views(page, voila)
    turn_to(viewer, "Inspection")
    line(viewer, "2").click()
    page.keyboard.press("x")
    expect(line(viewer, "2")).to_have_count(0)
    page.set_viewport_size({"width": 700, "height": 1100})
    shot(viewer, shots / "inspection-voila-narrow.png")
    assert viewer.evaluate("v => v.scrollWidth - v.clientWidth") <= 1, "nothing is wider than a narrow page"
