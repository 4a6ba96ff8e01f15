"""How a person works at the workbench in a browser: steps that several tests take."""

from pathlib import Path

from browser_lab import PATIENCE, Server, open_notebook
from playwright.sync_api import Locator, Page, expect

_CHANGES_AFTER = """async ([press, watched]) => {
  const target = document.querySelector(watched);
  const before = target.textContent;
  const began = performance.now();
  const changed = new Promise((done) => {
    new MutationObserver((_, observer) => {
      if (target.textContent === before) return;
      observer.disconnect();
      done(performance.now() - began);
    }).observe(target, { childList: true, characterData: true, subtree: true });
  });
  document.querySelector(press).click();
  return changed;
}"""


def open_bench(page: Page, server: Server) -> Locator:
    """Open the workbench's notebook, run it, and wait until every part has heard from the service."""
    page.set_viewport_size({"width": 1280, "height": 1900})  # the board asks only while it is in view
    open_notebook(page, server, "bench")
    bench = page.locator(".dk-bench")
    expect(bench).to_be_visible(timeout=PATIENCE)
    ready(bench)
    return bench


def ready(bench: Locator) -> None:
    expect(bench.locator(".dkp-cost")).to_contain_text("pages left this period", timeout=PATIENCE)
    expect(bench.locator(".dkw-said")).to_have_text("Service on this machine")
    expect(bench.locator(".dkq-gauge").first).to_contain_text("of 40 used", timeout=PATIENCE)


def drop_paths(page: Page, zone: Locator, paths: list[Path]) -> None:
    """Drop files and folders of the disk as the operating system's file manager does."""
    zone.scroll_into_view_if_needed()
    box = zone.bounding_box()
    assert box is not None
    session = page.context.new_cdp_session(page)
    data = {"items": [], "files": [str(path) for path in paths], "dragOperationsMask": 1}
    for kind in ("dragEnter", "dragOver", "drop"):
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        session.send("Input.dispatchDragEvent", {"type": kind, "x": x, "y": y, "data": data})
    session.detach()


def task_row(bench: Locator, name: str) -> Locator:
    return bench.locator(f'.dkb-table tbody tr:has(.dkb-file:text-is("{name}"))')


def answer_times(page: Page, number: int) -> list[float]:
    """Seconds in which the kernel answers: a profile is chosen, and the cost it tells changes."""
    taken = []
    for at in range(number):
        press = f'.dk-bench input[value="{"advanced" if at % 2 == 0 else "full"}"]'
        taken.append(page.evaluate(_CHANGES_AFTER, [press, ".dk-bench .dkp-cost"]) / 1000)
    return taken
