"""The viewer's view of the inspection, as a person uses it: numbers, edits by keys, balloons moved, files."""

import re
from pathlib import Path

import pytest

pytest.importorskip("playwright.sync_api", reason="playwright is not installed: pip install 'drawkit[test]'")

import browser_views
from browser_axe import serious
from browser_lab import PATIENCE, Server, open_notebook
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


def undo_all(viewer: Locator) -> int:
    """Press U until there is nothing to undo; tell how often."""
    undo = viewer.get_by_role("button", name="Undo the last edit of the inspection")
    for times in range(20):
        if undo.is_hidden():
            return times
        seen = numbers(viewer)
        viewer.page.keyboard.press("u")
        for _ in range(300):  # a busy kernel takes its time
            if undo.is_hidden() or numbers(viewer) != seen:
                break
            viewer.page.wait_for_timeout(100)
        viewer.page.wait_for_timeout(300)
    raise AssertionError("there is always something to undo")


def test_rows_are_merged(lab: Server, page: Page, shots: Path) -> None:
    viewer, _ = open_views(page, lab)
    keyboard = page.keyboard
    turn_to(viewer, "Inspection")
    before = numbers(viewer)
    line(viewer, "2").click()
    keyboard.press("Shift+ArrowDown")
    keyboard.press("Shift+ArrowDown")
    expect(marked(viewer)).to_have_count(3)
    keyboard.press("Shift+ArrowUp")
    expect(marked(viewer)).to_have_count(2)
    line(viewer, "7").click(modifiers=["Control"])
    expect(marked(viewer)).to_have_count(3)
    expect(viewer.locator(".dkv-pin-marked")).to_have_count(3)
    expect(viewer.locator(".dkv-sentence:visible")).to_have_text("3 characteristics: 2, 3, 7")
    expect(viewer.get_by_role("button", name="Split a callout")).to_have_count(0)
    serious(page, viewer)
    shot(viewer, shots / "inspection-light-several.png")
    keyboard.press("m")
    expect(viewer.locator(".dkv-told")).to_contain_text("Merged: 2, 3, 7. They are number 2 now.")
    expect(marked(viewer)).to_have_attribute("data-row", "2")
    expect(line(viewer, "2")).to_be_focused()
    expect(viewer.locator('.dkv-pin[data-pin="2"]')).to_have_count(3)
    assert numbers(viewer) == [number for number in before if number not in ("3", "7")]
    shot(viewer, shots / "inspection-light-merged.png")

    keyboard.press("m")  # one alone is marked: the others are asked for
    field = viewer.get_by_label("Their numbers")
    expect(field).to_be_focused()
    keyboard.press("Enter")
    expect(viewer.get_by_role("alert")).to_contain_text("Type the number")
    keyboard.type("99")
    keyboard.press("Enter")
    expect(viewer.get_by_role("alert")).to_contain_text("There is no characteristic '99'")
    keyboard.press("Control+A")
    keyboard.type("5, 6")
    keyboard.press("Enter")
    expect(line(viewer, "5")).to_have_count(0)
    expect(viewer.locator('.dkv-pin[data-pin="2"]')).to_have_count(5)

    viewer.get_by_role("button", name="Show the whole sheet").click()
    viewer.locator('.dkv-pin[data-pin="8"] text').click()
    viewer.locator('.dkv-pin[data-pin="9"] text').click(modifiers=["Control"])
    expect(viewer.locator(".dkv-sentence:visible")).to_have_text("2 characteristics: 8, 9")
    keyboard.press("x")
    expect(viewer.locator(".dkv-told")).to_contain_text("Left out: 8, 9.")
    assert undo_all(viewer) == 3
    assert numbers(viewer) == before


def test_a_row_is_added_by_a_click(lab: Server, page: Page, shots: Path) -> None:
    viewer, _ = open_views(page, lab)
    keyboard = page.keyboard
    turn_to(viewer, "Inspection")
    before = numbers(viewer)
    last = len(before)
    viewer.get_by_role("button", name="Add a characteristic").click()
    expect(viewer.locator(".dkv-told")).to_contain_text("Click on the sheet where it stands")
    viewer.locator(".dkv-frame").click(position={"x": 120, "y": 90})
    field = viewer.get_by_label("Requirement")
    expect(field).to_be_focused()
    keyboard.press("Enter")
    expect(viewer.get_by_role("alert")).to_contain_text("Type what is to be inspected")
    keyboard.type("4x ⌀6 H7")
    serious(page, viewer)
    shot(viewer, shots / "inspection-light-adding.png")
    keyboard.press("Enter")
    added = line(viewer, str(last + 1))
    expect(added).to_be_focused()
    assert [cell.strip() for cell in added.locator("td").all_inner_texts()] == [
        str(last + 1), "4x ⌀6 H7", "6", "6", "6.012", "mm", "4",
    ]  # fmt: skip
    expect(viewer.locator(f'.dkv-pin[data-pin="{last + 1}"]')).to_have_count(1)
    expect(viewer.locator(".dkv-drawn")).to_have_count(0)
    expect(added).to_be_in_viewport()
    shot(viewer, shots / "inspection-light-added.png")
    assert undo_all(viewer) == 1
    assert numbers(viewer) == before


def test_rows_are_added_by_keys(lab: Server, page: Page) -> None:
    viewer, _ = open_views(page, lab)
    keyboard = page.keyboard
    turn_to(viewer, "Inspection")
    before = numbers(viewer)
    last = len(before)
    viewer.locator(".dkv-frame").focus()
    keyboard.press("d")
    for key in ("ArrowLeft", "ArrowUp", "Shift+ArrowRight", "Enter"):
        keyboard.press(key)
    keyboard.type("Depth of hardening")
    for text in ("0,5", "0.8", "mm"):
        keyboard.press("Tab")
        keyboard.type(text)
    keyboard.press("Enter")
    expect(line(viewer, str(last + 1))).to_contain_text("Depth of hardening")
    expect(viewer.locator(f'.dkv-pin[data-pin="{last + 1}"]')).to_have_count(1)

    keyboard.press("d")
    keyboard.press("Escape")
    expect(viewer.locator(".dkv-panel-title:visible")).to_have_text("New characteristic without a place")
    keyboard.type("Leak test at 2 bar")
    keyboard.press("Enter")
    expect(line(viewer, str(last + 2))).to_be_focused()
    expect(viewer.locator(".dkv-detail:visible")).to_contain_text("added by hand: passed or failed")
    keyboard.press("d")
    keyboard.press("Escape")
    keyboard.press("Escape")
    expect(viewer.locator(".dkv-panel:visible")).to_have_count(0)
    expect(line(viewer, str(last + 2))).to_be_focused()

    with page.expect_download() as saved:
        viewer.get_by_role("button", name="Save the characteristics as CSV").click()
    told = Path(saved.value.path()).read_text(encoding="utf-8-sig")
    assert all(requirement in told for requirement in ("Depth of hardening", "Leak test at 2 bar"))
    line(viewer, "1").click()
    assert undo_all(viewer) == 2
    assert numbers(viewer) == before


def test_two_views_of_one_drawing(lab: Server, page: Page, shots: Path) -> None:
    page.set_viewport_size({"width": 1500, "height": 1000})
    open_notebook(page, lab, "twice")
    found = page.locator(".dk-viewer")
    expect(found).to_have_count(2, timeout=PATIENCE)
    one, other = found.nth(0), found.nth(1)
    for viewer in (one, other):
        turn_to(viewer, "Inspection")
    line(one, "1").click()
    page.keyboard.press("x")
    expect(line(one, "1")).to_have_count(0)
    line(other, "2").click()
    page.keyboard.press("x")
    expect(other.locator(".dkv-told.dkv-wrong")).to_contain_text("This inspection was edited elsewhere meanwhile")
    assert numbers(other) == ["2", "3", "4"]
    serious(page, other)
    shot(other, shots / "inspection-light-elsewhere.png")
    other.get_by_role("button", name="Exchange these edits").click()
    expect(line(other, "2")).to_have_count(0)
    assert numbers(other) == ["1", "3", "4"]
    expect(other.locator(".dkv-none:visible")).to_contain_text("Another inspection with 1 edit is kept beside this one")


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
    line(viewer, "9").click(modifiers=["Control"])
    shot(viewer, shots / "inspection-dark-several.png")
    serious(page, viewer)
    page.keyboard.press("d")
    viewer.locator(".dkv-frame").click(position={"x": 120, "y": 90})
    page.keyboard.type("Leak test at 2 bar")
    shot(viewer, shots / "inspection-dark-adding.png")
    serious(page, viewer)


def test_voila(voila: Server, page: Page, shots: Path) -> None:
    viewer, _ = open_views(page, voila)
    turn_to(viewer, "Inspection")
    line(viewer, "2").click()
    page.keyboard.press("x")
    expect(line(viewer, "2")).to_have_count(0)
    line(viewer, "3").click()
    page.keyboard.press("Shift+ArrowDown")
    page.keyboard.press("m")
    expect(viewer.locator('.dkv-pin[data-pin="3"]')).to_have_count(2)
    page.keyboard.press("d")
    viewer.locator(".dkv-frame").click(position={"x": 120, "y": 90})
    page.keyboard.type("⌀6 H7")
    page.keyboard.press("Enter")
    expect(marked(viewer)).to_contain_text("6.012")
    page.set_viewport_size({"width": 700, "height": 1100})
    page.keyboard.press("d")
    page.keyboard.press("Escape")
    shot(viewer, shots / "inspection-voila-narrow.png")
    assert viewer.evaluate("v => v.scrollWidth - v.clientWidth") <= 1, "nothing is wider than a narrow page"


def test_voila_in_the_dark(voila: Server, page: Page, shots: Path) -> None:
    viewer, _ = open_views(page, voila, dark=True)
    turn_to(viewer, "Inspection")
    line(viewer, "7").click()
    shot(viewer, shots / "inspection-voila-dark.png")
    serious(page, viewer)
