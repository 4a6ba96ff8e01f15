"""The workbench and the viewer by the widget manager of VS Code's Jupyter extension, in a page like its webview."""

from pathlib import Path

import pytest
from browser_bench import task_row
from browser_lab import PATIENCE, Server, choose, settle
from browser_vscode import BLACK, DARK, LIGHT, RENDERERS, dim_texts, paint, run, vscode_notebook, widget_manager
from playwright.sync_api import Frame, Locator, Page, expect

from drawkit import samples

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]

BENCH_CELL = """\
import os
import tempfile
import drawkit
os.environ["DRAWKIT_SERVICE_PAGES_PER_MONTH"] = "40"
client = drawkit.connect(state=tempfile.mkdtemp(), workers=1)
bench = drawkit.workbench(client)
bench
"""
VIEWER_CELL = "drawkit.ResultViewer(bench.results[0])"
SEEN_BY_THE_KERNEL = """\
assert [(c.field, c.value, c.origin) for c in bench.results[0].by_hand] == [("nominal", 4.5, "hand")], bench.results
"""


@pytest.fixture(scope="session")  # before the server, which is not started for a test that is skipped
def bundle(pytestconfig: pytest.Config) -> bytes:
    cache = pytestconfig.cache
    assert cache is not None
    return widget_manager(cache.mkdir("vscode"))


@pytest.fixture(scope="module")
def plate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return samples.make("plate", seed=7, name="milled_plate").save(tmp_path_factory.mktemp("drawings"))


def open_bench(page: Page, frame: Frame) -> Locator:
    page.set_viewport_size({"width": 1280, "height": 1500})
    run(frame, BENCH_CELL)
    bench = frame.locator(".dk-bench")
    expect(bench.locator(".dkp-cost")).to_contain_text("pages left this period", timeout=PATIENCE)
    return bench


def mark(viewer: Locator, text: str) -> Locator:
    """Click on a row, and see that its box on the sheet is marked, and is in sight."""
    expect(viewer.locator(".dkv-frame")).to_have_attribute("data-picture", "there", timeout=PATIENCE)
    chosen = viewer.locator(".dkv-row").filter(has_text=text).first
    viewer.scroll_into_view_if_needed()  # a new output may stand below the window's edge: the sheet is looked at first
    viewer.locator(".dkv-frame").scroll_into_view_if_needed()
    chosen.click()
    expect(chosen).to_have_attribute("aria-selected", "true")
    marked = viewer.locator(".dkv-marked")
    expect(marked).to_have_attribute("data-key", chosen.get_attribute("data-key") or "")
    expect(marked).to_be_in_viewport()
    return marked


def test_a_drawing_is_read_and_looked_at(bundle: bytes, lab: Server, page: Page, plate: Path, shots: Path) -> None:
    with vscode_notebook(page, lab, bundle, LIGHT, "white") as frame:
        bench = open_bench(page, frame)
        choose(page, bench, [plate])
        settle(bench, plate.name, "ready")
        button = bench.locator(".dkp-run")
        expect(button).to_have_attribute("tabindex", "0")  # the extension takes Enter for itself and clicks
        button.press("Enter")
        settle(bench, plate.name, "done")
        expect(task_row(bench, plate.name)).to_have_attribute("data-state", "completed", timeout=PATIENCE)
        expect(bench.locator(".dkb-table tbody tr")).to_have_count(1)
        expect(bench.locator(".dkv-name")).to_have_text(plate.name, timeout=PATIENCE)
        expect(bench.locator(".dkq-gauge").first).to_contain_text("1 of 40 used", timeout=PATIENCE)
        mark(bench, "30°")

        run(frame, VIEWER_CELL)
        viewer = frame.locator(".dk-viewer").last
        expect(viewer.locator(".dkv-name")).to_have_text(plate.name, timeout=PATIENCE)
        mark(viewer, "4x M4")
        place = viewer.locator('.dkv-value[data-field="nominal"]')
        place.locator(".dkv-edit").click()
        place.locator(".dkv-input").fill("4.5")
        place.locator(".dkv-input").press("Enter")
        expect(place).to_contain_text("by hand; read: 4", timeout=PATIENCE)
        run(frame, SEEN_BY_THE_KERNEL)
        page.wait_for_timeout(700)  # the view glides
        page.set_viewport_size({"width": 1280, "height": 2300})
        page.screenshot(path=shots / "vscode-light.png")


def test_readable_in_every_theme(bundle: bytes, lab: Server, page: Page, plate: Path, shots: Path) -> None:
    broken = plate.with_name("broken.pdf")
    broken.write_bytes(b"%PDF-1.7 and then nothing")
    with vscode_notebook(page, lab, bundle, DARK, "white") as frame:
        bench = open_bench(page, frame)
        choose(page, bench, [plate, broken])
        settle(bench, broken.name, "refused")
        settle(bench, plate.name, "ready")
        bench.locator('input[value="advanced"]').check()
        bench.locator(".dkp-modules input").first.check()
        bench.locator(".dkp-run").click()
        settle(bench, plate.name, "done")
        for summary in bench.locator("summary").all():
            summary.click()
        mark(bench, "Bearing plate").hover()
        sheet = frame.get_by_role("region", name="Interactive widget output")
        for theme in (LIGHT, BLACK, DARK):
            for renderer in RENDERERS:
                paint(frame, theme, renderer)
                page.screenshot(path=shots / f"{theme.kind}-{renderer}.png")
                expect(sheet).to_have_css("background-color", "rgba(0, 0, 0, 0)")
                expect(bench.locator(".dku").first).to_have_css("color-scheme", "normal" if theme is LIGHT else "dark")
                assert dim_texts(frame) == [], (theme.kind, renderer)
