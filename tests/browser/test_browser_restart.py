"""The widgets after their kernel was restarted, died or was shut down, in a real JupyterLab and a real Notebook 7."""

from pathlib import Path

import pytest
from browser_bench import open_bench, ready, task_row
from browser_lab import PATIENCE, Server, choose, full_page_shot, open_notebook, run_all, settle, wait_for_kernel
from playwright.sync_api import Locator, Page, expect

from drawkit import samples

pytestmark = [pytest.mark.browser, pytest.mark.timeout(900)]

PARTS = (".dkw", ".dkz", ".dkp", ".dkb", ".dkq", ".dkv-body")
NEED_THE_KERNEL = (
    ".dkp-run", ".dkp-add", ".dkz-drop", ".dkb-refresh", ".dkb-open", ".dkb-remove", ".dkq-refresh",
)  # fmt: skip
END = {
    "restart": "session => session.kernel.restart()",
    "die": "session => { session.kernel.requestExecute({ code: 'import os; os._exit(1)' }).done.catch(() => {}); }",
    "shutdown": "(_, context) => context.shutdown()",
}


def end_kernel(page: Page, how: str) -> None:
    page.evaluate(
        f"""async () => {{
              const context = window.jupyterapp.shell.currentWidget.sessionContext;
              await ({END[how]})(context.session, context);
            }}"""
    )


def places(bench: Locator) -> dict[str, float]:
    """Where the parts stand: left edge and width, and the upper edge below the head's."""
    boxes = {part: bench.locator(part).evaluate("e => e.getBoundingClientRect()") for part in PARTS}
    told = {"x": 0.0, "width": 0.0, "y": boxes[PARTS[0]]["y"]}
    return {f"{part} {side}": box[side] - from_ for part, box in boxes.items() for side, from_ in told.items()}


@pytest.mark.parametrize(("where", "how"), [("lab", "restart"), ("dark_lab", "restart"), ("notebook", "die")])
def test_the_workbench(
    where: str, how: str, page: Page, tmp_path: Path, shots: Path, request: pytest.FixtureRequest
) -> None:
    server: Server = request.getfixturevalue(where)
    plate = samples.make("plate", seed=7, name="milled_plate").save(tmp_path)
    bench = open_bench(page, server)
    if server.kind == "lab":
        page.evaluate("window.jupyterapp.shell.collapseLeft()")  # so that the form and the tasks stand side by side
    choose(page, bench, [plate])
    settle(bench, plate.name, "ready")
    bench.locator(".dkp-run").click()
    settle(bench, plate.name, "done")
    expect(task_row(bench, plate.name)).to_have_attribute("data-state", "completed", timeout=PATIENCE)
    expect(bench.locator(".dkv-frame")).to_have_attribute("data-picture", "there", timeout=PATIENCE)
    expect(bench.locator(".dkq-gauge").first).to_contain_text("1 of 40 used", timeout=PATIENCE)
    before = places(bench)

    end_kernel(page, how)
    if how == "die":
        page.get_by_role("button", name="Ok", exact=True).click()  # the front end tells of it in a dialog of its own
    said = bench.locator(".dkw-said")
    expect(said).to_have_text("The kernel was restarted: run this cell again.", timeout=PATIENCE)
    expect(bench.locator(".dkw")).to_have_attribute("data-level", "gone")
    for part in NEED_THE_KERNEL:
        expect(bench.locator(part).first).to_be_disabled()
    expect(bench.locator(".dku-gone:visible")).to_have_count(0)
    assert places(bench) == pytest.approx(before, abs=2)
    full_page_shot(page, bench, shots / f"gone-{where}.png")

    bench.locator(".dkv-row").filter(has_text="4x M4").click()
    expect(bench.locator(".dkv-marked")).to_have_count(1)
    expect(bench.locator(".dkv-edit").first).to_be_disabled()
    bench.get_by_role("button", name="Zoom in").click()
    bench.get_by_role("button", name="Completed 1").click()
    expect(task_row(bench, plate.name).locator(".dkb-open")).to_be_disabled()


def test_the_parts_alone(lab: Server, page: Page, shots: Path) -> None:
    open_notebook(page, lab, "parts")
    board, quota, zone = (page.locator(part) for part in (".dk-board", ".dk-quota", ".dkz"))
    expect(task_row(board, "assembly.pdf")).to_have_attribute("data-state", "completed", timeout=PATIENCE)
    expect(quota.locator(".dkq-gauge").first).to_contain_text("1 used", timeout=PATIENCE)
    expect(zone.locator(".dkz-drop")).to_be_visible()
    end_kernel(page, "shutdown")
    board.locator(".dkb-refresh").click()
    for part in (board, quota, zone):
        expect(part.locator(".dku-gone")).to_have_text("There is no kernel behind this any more: run this cell again.")
    for button in (".dkb-refresh", ".dkb-open", ".dkq-refresh", ".dkz-drop"):
        expect(page.locator(button)).to_be_disabled()
    page.screenshot(path=shots / "gone-parts.png")


def test_a_bench_that_is_run_again_is_live(lab: Server, page: Page) -> None:
    bench = open_bench(page, lab)
    end_kernel(page, "restart")
    expect(bench.locator(".dkp-run")).to_be_disabled()
    wait_for_kernel(page)
    run_all(page)
    ready(bench)
    expect(bench.locator(".dkp-run")).to_be_enabled()
