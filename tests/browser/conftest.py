import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("playwright.sync_api", reason="playwright is not installed: pip install 'drawkit[test]'")

from browser_lab import CHROMIUM_ARGUMENTS, Server, write_notebook
from playwright.sync_api import BrowserContext, Page, expect, sync_playwright

expect.set_options(timeout=60_000)

STORED = "file_systems,indexeddb,local_storage,service_workers,websql"  # and cookies; the cache of files stays
FIRST_CELL = """\
import tempfile
import drawkit
client = drawkit.connect(state=tempfile.mkdtemp())
"""
FORM_CELL = """\
form = drawkit.UploadForm(client)
form
"""
BENCH_CELLS = [
    """\
import os
import tempfile
import drawkit
os.environ["DRAWKIT_SERVICE_PAGES_PER_MONTH"] = "40"
client = drawkit.connect(state=tempfile.mkdtemp(), workers=1)
""",
    """\
bench = drawkit.workbench(client)
bench
""",
    """\
import ipywidgets
def submit(_):
    client.submit(drawkit.samples.named("assembly").data, "bom", name="elsewhere.pdf")
elsewhere = ipywidgets.Button(description="Submit elsewhere")
elsewhere.on_click(submit)
elsewhere
""",
]
PARTS_CELLS = [
    FIRST_CELL,
    """\
task = client.submit(drawkit.samples.named("assembly").data, "bom", name="assembly.pdf")
drawkit.TaskBoard(client)
""",
    "drawkit.QuotaView(client)",
    "drawkit.DropZone()",
]


def chromium() -> str:
    found = os.environ.get("DRAWKIT_CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
    if not found:
        pytest.skip("no Chromium: install Debian's package `chromium`, or set DRAWKIT_CHROMIUM")
    return found


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("notebooks")
    write_notebook(made / "form.ipynb", [FIRST_CELL, FORM_CELL])
    write_notebook(made / "bench.ipynb", BENCH_CELLS)
    write_notebook(made / "parts.ipynb", PARTS_CELLS)
    write_notebook(made / "alone.ipynb", ["import drawkit\ndrawkit.workbench()"])
    return made


@pytest.fixture(scope="session")
def lab(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    chromium()
    with Server("lab", folder, tmp_path_factory.mktemp("lab")) as server:
        yield server


@pytest.fixture(scope="session")
def notebook(lab: Server) -> Server:
    pytest.importorskip("notebook", reason="Notebook 7 is not installed: pip install 'drawkit[test]'")
    return lab.as_notebook()


@pytest.fixture(scope="session")
def dark_lab(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    chromium()
    with Server("lab", folder, tmp_path_factory.mktemp("dark"), theme="JupyterLab Dark") as server:
        yield server


@pytest.fixture(scope="session")
def voila(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    chromium()
    with Server("voila", folder, tmp_path_factory.mktemp("voila")) as server:
        yield server


@pytest.fixture(scope="session")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[BrowserContext]:
    """A browser that keeps its cache on disk: JupyterLab is compiled once, not for each test."""
    profile = tmp_path_factory.mktemp("profile")
    with sync_playwright() as playwright:
        started = playwright.chromium.launch_persistent_context(
            profile, executable_path=chromium(), headless=True, args=CHROMIUM_ARGUMENTS
        )
        yield started
        started.close()


@pytest.fixture(scope="session")
def shots(tmp_path_factory: pytest.TempPathFactory) -> Path:
    wanted = os.environ.get("DRAWKIT_SHOTS")
    made = Path(wanted) if wanted else tmp_path_factory.mktemp("shots")
    made.mkdir(parents=True, exist_ok=True)
    return made


@pytest.fixture
def page(browser: BrowserContext, shots: Path, request: pytest.FixtureRequest) -> Iterator[Page]:
    """A page in a browser that keeps nothing of other tests but loaded files; JupyterLab's kernels end with it."""
    browser.clear_cookies()
    browser.clear_permissions()
    browser.grant_permissions(["clipboard-read", "clipboard-write"])
    opened = browser.new_page()
    opened.set_viewport_size({"width": 1280, "height": 1000})
    opened.set_default_timeout(60_000)
    yield opened
    opened.screenshot(path=shots / f"{request.node.name}.png")
    kept = browser.new_cdp_session(opened)
    for server in Server.running:
        kept.send("Storage.clearDataForOrigin", {"origin": server.url, "storageTypes": STORED})
    for left in browser.pages[1:]:  # the first is the browser's own
        left.close()
    for server in Server.running:
        server.end_kernels()
