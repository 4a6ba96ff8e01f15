"""VS Code's notebook as far as it can be had: its Jupyter extension's own widget manager in a page like its webview."""

import hashlib
import os
import shutil
import subprocess
import tarfile
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pytest
from browser_lab import PATIENCE, Server
from jupyter_core.paths import jupyter_path
from playwright.sync_api import Frame, Page, Route

PACKAGE: Final = "@vscode/jupyter-ipywidgets8@1.0.9"
DIGEST: Final = "a76235308552fc3ef3fe3e6d801422172ac7252a89498df7d2b8f35276b92120"
KEPT_IN: Final = "DRAWKIT_VSCODE_WIDGETS"
HERE: Final = Path(__file__).parent / "vscode"
FETCH_SECONDS: Final = 40

# The bundle holds JupyterLab's kernel connection, which the extension uses as well; it only does not hand it out.
_HAND_OUT: Final = b"\nexport const kernels = __webpack_require__(4272), servers = __webpack_require__(1089);\n"
_KINDS: Final = {".html": "text/html", ".js": "text/javascript"}

_DIM_TEXTS: Final = """() => {
  const paper = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  const onto = (below, colour, share = 1) => {
    paper.globalAlpha = 1;
    paper.fillStyle = below;
    paper.fillRect(0, 0, 1, 1);
    paper.globalAlpha = share;
    paper.fillStyle = colour;
    paper.fillRect(0, 0, 1, 1);
    const [r, g, b] = paper.getImageData(0, 0, 1, 1).data;
    return `rgb(${r}, ${g}, ${b})`;
  };
  const light = (colour) => colour.match(/\\d+/g).map((part) => part / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
    .reduce((sum, part, at) => sum + part * [0.2126, 0.7152, 0.0722][at], 0);
  const found = new Set();
  const words = document.createTreeWalker(document.querySelector("#container"), NodeFilter.SHOW_TEXT);
  while (words.nextNode()) {
    const node = words.currentNode.parentElement;
    const text = words.currentNode.textContent.trim();
    if (!text || node.closest("svg, option, :disabled, [aria-disabled=true]") || !node.checkVisibility()) continue;
    const styles = [];
    for (let at = node; at; at = at.parentElement) styles.unshift(getComputedStyle(at));
    const behind = styles.reduce((below, style) => onto(below, style.backgroundColor), "rgb(255, 255, 255)");
    const share = styles.reduce((all, style) => all * style.opacity, 1);
    const both = [light(behind), light(onto(behind, styles.at(-1).color, share))].sort((a, b) => a - b);
    const contrast = (both[1] + 0.05) / (both[0] + 0.05);
    if (contrast < 4.5) found.add(`${node.className || node.localName} "${text.slice(0, 30)}" ${contrast.toFixed(2)}`);
  }
  return [...found];
}"""


@dataclass(frozen=True)
class Theme:
    """What VS Code sets on a webview's page for a colour theme, as far as a notebook's outputs look at it."""

    kind: str
    colours: dict[str, str]


_TYPE: Final = {
    "font-family": "system-ui, sans-serif", "font-size": "13px", "font-weight": "normal",
    "editor-font-family": "monospace", "editor-font-size": "14px",
}  # fmt: skip
LIGHT: Final = Theme("vscode-light", _TYPE | {
    "editor-background": "#ffffff", "editor-foreground": "#3b3b3b", "foreground": "#3b3b3b",
    "descriptionForeground": "#3b3b3b", "errorForeground": "#f85149", "focusBorder": "#005fb8",
    "input-background": "#ffffff", "input-foreground": "#3b3b3b", "input-border": "#cecece",
    "input-placeholderForeground": "#767676", "panel-border": "#e5e5e5", "editorWidget-background": "#f8f8f8",
    "textLink-foreground": "#005fb8", "textPreformat-background": "#0000001f", "button-background": "#005fb8",
    "button-foreground": "#ffffff", "notebook-cellEditorBackground": "#f8f8f8",
})  # fmt: skip
DARK: Final = Theme("vscode-dark", _TYPE | {
    "editor-background": "#1f1f1f", "editor-foreground": "#cccccc", "foreground": "#cccccc",
    "descriptionForeground": "#9d9d9d", "errorForeground": "#f85149", "focusBorder": "#0078d4",
    "input-background": "#313131", "input-foreground": "#cccccc", "input-border": "#3c3c3c",
    "input-placeholderForeground": "#989898", "panel-border": "#2b2b2b", "editorWidget-background": "#202020",
    "textLink-foreground": "#4daafc", "textPreformat-background": "#3c3c3c", "button-background": "#0078d4",
    "button-foreground": "#ffffff", "notebook-cellEditorBackground": "#181818",
})  # fmt: skip


BLACK: Final = Theme("vscode-high-contrast", DARK.colours | {
    "editor-background": "#000000", "editor-foreground": "#ffffff", "foreground": "#ffffff",
    "descriptionForeground": "#ffffffb3", "errorForeground": "#f48771", "focusBorder": "#f38518",
    "input-background": "#000000", "input-foreground": "#ffffff", "panel-border": "#6fc3df",
})  # fmt: skip
RENDERERS: Final = ("white", "bridged")


def widget_manager(cache: Path) -> bytes:
    """The extension's bundle, of one version, fetched once; a test without it is skipped with the reason."""
    folder = Path(os.environ.get(KEPT_IN) or cache)
    kept = folder / "ipywidgets.js"
    if not kept.is_file():
        _fetch(folder, kept)
    bundle = kept.read_bytes()
    assert hashlib.sha256(bundle).hexdigest() == DIGEST, f"{kept} is not that of {PACKAGE}: remove it"
    return bundle


def _fetch(folder: Path, kept: Path) -> None:
    npm = shutil.which("npm")
    if not npm:
        pytest.skip(f"no npm to fetch {PACKAGE} with: install npm, or put its dist/ipywidgets.js where {KEPT_IN} says")
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder) as own:
        command = [npm, "pack", PACKAGE, "--loglevel=error", "--fetch-retries=0", f"--pack-destination={own}"]
        try:
            subprocess.run(command, capture_output=True, text=True, timeout=FETCH_SECONDS, check=True)
        except subprocess.SubprocessError as error:
            said = error.stderr if isinstance(error, subprocess.CalledProcessError) else str(error)
            pytest.skip(f"npm cannot fetch {PACKAGE}: {' '.join(said.split())[:200]}")
        (packed,) = Path(own).glob("*.tgz")
        unpacked = Path(own) / kept.name
        with tarfile.open(packed) as archive, archive.extractfile("package/dist/ipywidgets.js") as bundle:
            unpacked.write_bytes(bundle.read())
        unpacked.replace(kept)


def _parts(bundle: bytes) -> dict[str, bytes]:
    parts = {path.name: path.read_bytes() for path in HERE.iterdir()}
    parts["ipywidgets.js"] = bundle + _HAND_OUT
    parts["require.min.js"] = _installed("voila/templates/base/static/require.min.js")
    parts["nbextensions/anywidget/index.js"] = _installed("nbextensions/anywidget/index.js")
    return parts


def _installed(name: str) -> bytes:
    found = [path for folder in jupyter_path() if (path := Path(folder) / name).is_file()]
    if not found:
        pytest.skip(f"no {name} among Jupyter's data: pip install 'drawkit[test]'")
    return found[0].read_bytes()


def paint(frame: Frame, theme: Theme, renderer: str) -> None:
    """Put a colour theme on; `renderer` is which of its styles the extension lays under widgets."""
    frame.evaluate("theme => paint(theme)", {"kind": theme.kind, "colours": theme.colours, "renderer": renderer})


@contextmanager
def vscode_notebook(page: Page, server: Server, bundle: bytes, theme: Theme, renderer: str) -> Iterator[Frame]:
    """Open the page with a fresh kernel behind it; the kernel ends with it."""
    parts = _parts(bundle)

    def answer(route: Route) -> None:
        name = route.request.url.removeprefix(f"{server.url}/vscode/")
        if name not in parts:
            route.fulfill(status=404)
            return
        route.fulfill(body=parts[name], content_type=_KINDS[Path(name).suffix])

    page.route(f"{server.url}/vscode/**", answer)
    page.context.grant_permissions(["local-network-access"])  # a page that is answered here counts as far away
    page.request.get(f"{server.url}/lab", timeout=PATIENCE)  # sets the cookie against forged requests
    page.goto(f"{server.url}/vscode/index.html", timeout=PATIENCE)
    frame = page.frame(url="**/webview.html")
    assert frame is not None
    frame.wait_for_function("window.notebook", timeout=PATIENCE)
    paint(frame, theme, renderer)
    try:
        yield frame
    finally:
        frame.evaluate("window.notebook.then((notebook) => notebook.end())")


def run(frame: Frame, code: str) -> None:
    """Run a cell; what it shows stands on the page then."""
    faults = frame.evaluate("async (code) => (await window.notebook).run(code)", code)
    assert not faults, "\n".join(faults)


def dim_texts(frame: Frame) -> list[str]:
    """Texts of the widgets whose contrast to what lies behind them is below 4.5:1 (WCAG 2.2, 1.4.3)."""
    return list(frame.evaluate(_DIM_TEXTS))
