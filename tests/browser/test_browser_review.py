"""A review in a real JupyterLab and a real Voila: by keys alone, by hand, in both themes; and its times."""

import re
import statistics
from pathlib import Path

import browser_review
import pytest
from browser_axe import serious
from browser_lab import PATIENCE, Server, seconds_to_filter
from browser_review import ITEMS, marked, open_review, reviewed, state
from playwright.sync_api import Locator, Page, expect

pytestmark = [pytest.mark.browser, pytest.mark.timeout(900)]

FILTER_SECONDS = 0.05


@pytest.fixture(scope="module", autouse=True)
def notebooks(folder: Path) -> None:
    browser_review.write(folder)


def shot(viewer: Locator, path: Path) -> None:
    viewer.page.set_viewport_size({"width": 1500, "height": 1000})
    viewer.scroll_into_view_if_needed()
    viewer.page.wait_for_timeout(700)  # the view glides
    viewer.screenshot(path=path)


def begin(viewer: Locator) -> str:
    """Put the keyboard on the sheet and go to the first item."""
    viewer.locator(".dkv-frame").focus()
    viewer.page.keyboard.press("n")
    return marked(viewer)


def done(viewer: Locator, number: int) -> None:
    expect(viewer.locator(".dkv-reviewed")).to_have_text(re.compile(rf"^{number:,} of "))


def test_accept_reject_and_undo_by_keys_alone(lab: Server, page: Page, shots: Path) -> None:
    viewer, _ = open_review(page, lab)
    keyboard = page.keyboard
    first = begin(viewer)
    expect(viewer.locator(".dkv-crop")).to_be_visible()
    shot(viewer, shots / "review-light.png")
    keyboard.press("a")
    expect(state(viewer, first)).to_have_attribute("data-state", "accepted")
    second = marked(viewer)
    assert second != first, "on to the next at once"
    keyboard.press("x")
    expect(state(viewer, second)).to_have_attribute("data-state", "rejected")
    expect(viewer.locator(".dkv-told")).to_contain_text("Rejected")
    done(viewer, 2)
    keyboard.press("b")
    assert marked(viewer) == second
    keyboard.press("x")
    expect(state(viewer, second)).to_have_attribute("data-state", "read")
    keyboard.press("u")
    expect(state(viewer, second)).to_have_attribute("data-state", "rejected")
    for left in (1, 0):
        keyboard.press("u")
        done(viewer, left)

    keyboard.press("e")
    field = viewer.locator(".dkv-detail .dkv-input")
    expect(field).to_be_focused()
    keyboard.press("Control+A")
    keyboard.type("⌀99 H7")
    keyboard.press("Enter")
    expect(state(viewer, second)).to_have_attribute("data-state", "corrected")
    expect(page.locator(".jp-Notebook .jp-Cell")).to_have_count(3)


def test_add_split_and_another_kind_by_keys_alone(lab: Server, page: Page, shots: Path) -> None:
    viewer, _ = open_review(page, lab)
    keyboard = page.keyboard
    begin(viewer)
    keyboard.press("d")
    for key in ("ArrowRight", "Shift+ArrowRight", "Shift+ArrowDown", "ArrowUp"):
        keyboard.press(key)
    expect(viewer.locator(".dkv-drawn")).to_be_visible()
    shot(viewer, shots / "review-light-box.png")
    keyboard.press("Enter")
    text = viewer.get_by_label("Text", exact=True)
    expect(text).to_be_focused()
    expect(viewer.locator(".dkv-told-values")).not_to_have_text("Reading …", timeout=PATIENCE)
    keyboard.press("Control+A")
    keyboard.type("2x ⌀6.6 ↧ 12")
    keyboard.press("Enter")
    added = viewer.locator('.dkv-row[data-state="added"]')
    expect(added).to_contain_text("2x ⌀6.6 ↧ 12")
    expect(added).to_have_attribute("aria-selected", "true")
    expect(viewer.locator(".dkv-drawn")).to_have_count(0)
    shot(viewer, shots / "review-light-added.png")

    keyboard.press("s")
    expect(viewer.get_by_label("Parts")).to_be_focused()
    keyboard.press("Control+A")
    keyboard.type("⌀6.6")
    keyboard.press("Enter")
    keyboard.type("R2")
    keyboard.press("Control+Enter")
    expect(viewer.locator('.dkv-row[data-state="added"]')).to_have_count(2)
    keyboard.press("k")
    expect(viewer.get_by_label("It is one of")).to_be_focused()
    keyboard.type("Notes")
    keyboard.press("Enter")
    expect(viewer.get_by_label("Table", exact=True)).to_have_value("notes")
    expect(viewer.locator('.dkv-row[aria-selected="true"]')).to_contain_text("⌀6.6")
    expect(page.locator(".jp-Notebook .jp-Cell")).to_have_count(3)


def edit_text(viewer: Locator, row: str, text: str) -> None:
    """Mark the row that says so, and type another text over it."""
    viewer.locator(".dkv-row").filter(has_text=row).first.click()
    viewer.page.keyboard.press("e")
    expect(viewer.get_by_label("New value of as read")).to_be_focused()
    viewer.page.keyboard.press("Control+A")
    viewer.page.keyboard.type(text)


def test_a_typed_text_is_read_at_once(lab: Server, page: Page, shots: Path) -> None:
    viewer, _ = open_review(page, lab)
    edit_text(viewer, "3x R6", "4x dia 6.6 H12 ↧12")
    typed = viewer.locator(".dkv-typed")
    expect(typed.get_by_role("status")).to_contain_text("Read as")
    expect(typed.get_by_label("Value of quantity")).to_have_value("4")
    expect(typed.get_by_label("Value of nominal")).to_have_value("6.6")
    expect(typed.get_by_label("Value of kind")).to_have_value("diameter")
    expect(typed.locator(".dkv-typed-line").filter(has_text="Nominal")).to_contain_text("now 6")
    shot(viewer, shots / "review-light-typed.png")
    typed.get_by_label("Value of depth").fill("14")
    page.keyboard.press("Enter")
    key = marked(viewer)
    expect(state(viewer, key)).to_have_attribute("data-state", "corrected")
    expect(state(viewer, key)).to_contain_text("4x dia 6.6 H12 ↧12")
    fields = viewer.locator(".dkv-detail")
    for field, value in (("nominal", "6.6"), ("fit", "H12"), ("quantity", "4"), ("depth", "14")):
        expect(fields.locator(f'[data-field="{field}"] .dkv-said')).to_have_text(value)
    viewer.get_by_role("button", name="Undo the last decision").click()
    done(viewer, 0)

    edit_text(viewer, "3x R6", "see sketch")
    expect(typed.get_by_role("status")).to_have_text(
        "“see sketch” is not understood as a dimension: its text is kept, and the values stay as they are."
    )
    shot(viewer, shots / "review-light-typed-not.png")
    serious(page, viewer)
    page.keyboard.press("Enter")
    expect(viewer.locator(".dkv-told")).to_contain_text("is not understood as a dimension")
    expect(fields.locator('[data-field="nominal"] .dkv-said')).to_have_text("6")
    page.keyboard.press("e")
    page.keyboard.press("Enter")  # nothing was typed: nothing is decided
    expect(typed).to_have_count(0)
    done(viewer, 1)


def test_a_row_that_is_typed_is_read_at_once(dark_lab: Server, page: Page, shots: Path) -> None:
    viewer, _ = open_review(page, dark_lab)
    viewer.get_by_role("button", name="Draw a box for a new item").click()
    page.keyboard.press("Escape")
    panel = viewer.locator(".dkv-panel")
    expect(panel).to_contain_text("without a place")
    panel.get_by_label("Text", exact=True).fill("2x M8x1-6H dp 16")
    expect(panel.get_by_label("Value of thread")).to_have_value("M8x1-6H")
    expect(panel.get_by_label("Value of depth")).to_have_value("16")
    shot(viewer, shots / "review-dark-typed-row.png")
    serious(page, viewer)
    panel.get_by_label("New item in table").select_option("geometric_tolerances")
    panel.get_by_label("Text", exact=True).fill("position dia 0.1 M A B")
    expect(panel.get_by_label("Value of datums")).to_have_value("A | B")
    panel.get_by_label("Value of value").fill("0,2")
    page.keyboard.press("Enter")
    added = viewer.locator('.dkv-row[data-state="added"]')
    expect(added).to_contain_text("position dia 0.1 M A B")
    expect(added).to_contain_text("0.2")
    edit_text(viewer, "position dia", "⟂ 0.05 A nonsense!")
    expect(viewer.locator(".dkv-typed")).to_contain_text("“nonsense !” is not understood")
    shot(viewer, shots / "review-dark-typed.png")


def test_rows_are_merged(lab: Server, page: Page, shots: Path) -> None:
    viewer, _ = open_review(page, lab)
    viewer.locator(".dkv-row").first.click()
    page.keyboard.press("m")
    expect(viewer.locator(".dkv-told")).to_contain_text("Mark two rows or more first")
    page.keyboard.press("Shift+ArrowDown")
    expect(viewer.locator('.dkv-row[aria-selected="true"]')).to_have_count(2)
    expect(viewer.get_by_role("button", name="Make one item of the marked ones")).to_be_visible()
    shot(viewer, shots / "review-light-two.png")
    page.keyboard.press("m")
    expect(viewer.locator(".dkv-told")).to_contain_text("Merged: 2 items")
    expect(viewer.locator('.dkv-row[data-state="rejected"]')).to_have_count(1)
    expect(viewer.locator(".dkv-verdict")).to_contain_text("Corrected by hand")
    done(viewer, 2)
    viewer.get_by_role("button", name="Undo the last decision").click()
    done(viewer, 0)


def test_a_box_drawn_by_hand_is_read(lab: Server, page: Page, shots: Path) -> None:
    viewer, _ = open_review(page, lab)
    frame = viewer.locator(".dkv-frame")
    key = viewer.locator(".dkv-row").filter(has_text="3x R6").first.get_attribute("data-key")
    known = viewer.locator(f'.dkv-box[data-key="{key}"]')
    viewer.get_by_role("button", name="Draw a box for a new item").click()
    area = known.bounding_box()
    assert area is not None
    page.mouse.move(area["x"] - 2, area["y"] - 2)
    page.mouse.down()
    page.mouse.move(area["x"] + area["width"] + 2, area["y"] + area["height"] + 2, steps=4)
    page.mouse.up()
    text = viewer.get_by_label("Text", exact=True)
    expect(text).not_to_have_value("", timeout=PATIENCE)
    expect(viewer.locator(".dkv-told-values")).to_contain_text("Read as")
    shot(viewer, shots / "review-light-proposal.png")
    viewer.locator(".dkv-go").click()
    expect(viewer.locator('.dkv-row[data-state="added"]')).to_have_count(1)

    viewer.get_by_role("button", name="Draw a box for a new item").click()
    page.keyboard.press("Escape")
    panel = viewer.locator(".dkv-panel")
    expect(panel).to_contain_text("without a place")
    panel.locator(".dkv-go").click()
    expect(panel.get_by_role("alert")).to_have_text("Type what stands there.")
    page.keyboard.press("Escape")
    expect(panel).to_have_count(0)
    expect(frame).not_to_have_class(re.compile("dkv-drawing"))
    expect(viewer.locator('.dkv-row[data-state="added"]')).to_have_count(1)


def test_what_is_left_to_do(lab: Server, page: Page) -> None:
    viewer, long = open_review(page, lab)
    open_ = viewer.get_by_role("button", name="Show only what is not reviewed yet")
    before = viewer.locator(".dkv-row:visible").count()
    key = begin(viewer)
    page.keyboard.press("a")
    done(viewer, 1)
    open_.click()
    expect(open_).to_have_attribute("aria-pressed", "true")
    expect(viewer.locator(".dkv-row:visible")).to_have_count(before - 1)
    expect(viewer.locator(f'.dkv-box[data-key="{key}"]')).to_be_hidden()
    open_.click()
    long.get_by_label("Find in the table").fill("1999 ±")
    expect(long.locator(".dkv-row:visible")).to_have_count(1)
    expect(long.locator(".dkv-box:not(.dkv-off)")).to_have_count(1)
    trust = [float(row.split(" ")[0]) for row in long.locator(".dkv-row:visible td:nth-child(6)").all_text_contents()]
    assert trust == [1999.0]


@pytest.mark.timed
def test_times_of_a_long_review(lab: Server, page: Page, shots: Path) -> None:
    _, long = open_review(page, lab)
    filtered = seconds_to_filter(long, "input[type=search]", ["17", "199", "", "±", "3", "", "12", "1", ""])
    long.locator(".dkv-row:visible").first.click()
    least_sure = long.locator(".dkv-row td:nth-child(3)").first.text_content()
    begun = page.evaluate("performance.now()")
    for _ in range(100):
        page.keyboard.press("a")
    expect(long.locator(".dkv-reviewed")).to_have_text(f"100 of {ITEMS:,} reviewed", timeout=PATIENCE)
    took = (page.evaluate("performance.now()") - begun) / 1000
    told = f"filter of {ITEMS} {statistics.median(filtered):.3f} s (most {max(filtered):.3f}); 100 by keys {took:.1f} s"
    (shots / "review-times.txt").write_text(told)
    assert least_sure == "look", "the least sure first"
    assert statistics.median(filtered) <= FILTER_SECONDS, told
    expect(long.locator(".dkv-box:not(.dkv-off)"), "the sheet follows").to_have_count(ITEMS)


def test_dark_theme(dark_lab: Server, page: Page, shots: Path) -> None:
    viewer, _ = open_review(page, dark_lab)
    begin(viewer)
    for key in "aaxa":
        page.keyboard.press(key)
    done(viewer, 4)
    shot(viewer, shots / "review-dark.png")
    serious(page, viewer)


def test_voila(voila: Server, page: Page, shots: Path) -> None:
    viewer, _ = open_review(page, voila)
    begin(viewer)
    page.keyboard.press("a")
    page.keyboard.press("x")
    done(viewer, 2)
    assert reviewed(viewer) == 2
    page.set_viewport_size({"width": 700, "height": 1100})
    page.wait_for_timeout(700)
    viewer.screenshot(path=shots / "review-voila-narrow.png")
    wide = viewer.evaluate("v => v.scrollWidth - v.clientWidth")
    assert wide <= 1, "nothing is wider than a narrow page"


def test_nothing_serious_for_assistive_technology(lab: Server, page: Page) -> None:
    viewer, _ = open_review(page, lab)
    begin(viewer)
    page.keyboard.press("a")
    done(viewer, 1)
    serious(page, viewer)
    page.keyboard.press("s")
    expect(viewer.locator(".dkv-panel")).to_be_visible()
    serious(page, viewer)


def test_a_kernel_that_is_gone_loses_nothing(lab: Server, page: Page) -> None:
    viewer, _ = open_review(page, lab)
    first = begin(viewer)
    page.keyboard.press("a")
    done(viewer, 1)
    page.evaluate("""async () => {
        const session = window.jupyterapp.shell.currentWidget.sessionContext;
        await session.restartKernel();
    }""")
    expect(viewer.locator(".dku-gone")).to_contain_text("run this cell again", timeout=PATIENCE)
    key = marked(viewer)
    page.keyboard.press("a")
    expect(viewer.locator(".dkv-told")).to_contain_text("run this cell again")
    assert marked(viewer) == key, "nothing goes on as if it were decided"
    expect(state(viewer, first)).to_have_attribute("data-state", "accepted")
