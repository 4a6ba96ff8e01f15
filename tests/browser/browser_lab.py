"""A real JupyterLab or Voila server for browser tests, and the ways to open and run a notebook in it."""

import copy
import json
import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
import uuid
from http.cookiejar import CookieJar
from pathlib import Path
from typing import ClassVar, Self

import nbformat
from playwright.sync_api import Locator, Page, expect

ROOT = Path(__file__).parents[2]
CHROMIUM_ARGUMENTS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-dev-shm-usage", "--no-first-run", "--disable-sync",
    "--disable-background-networking", "--disable-component-update",
]  # fmt: skip
START_SECONDS = 180
_PAUSE_MS = 150  # between two texts that are typed
PATIENCE = 120_000  # milliseconds; a loaded machine is slow, not wrong

_KERNEL_READY = """async () => {
  const session = window.jupyterapp?.shell?.currentWidget?.sessionContext;
  if (!session) return false;
  await session.ready;
  const kernel = session.session?.kernel;
  if (!kernel) return false;
  await kernel.info;
  return kernel.connectionStatus === "connected" && kernel.status === "idle";
}"""

_RUN = """async () => {
  performance.mark("dk-run");
  await window.jupyterapp.commands.execute("notebook:run-all-cells");
}"""


class Server:
    """One server with a home of its own, so that no setting of the person who runs the tests matters."""

    running: ClassVar[list["Server"]] = []

    def __init__(self, kind: str, folder: Path, home: Path, theme: str = "JupyterLab Light") -> None:
        self.kind, self.folder, self.home = kind, folder, home
        self.port = _free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._log = home / "server.log"
        self._set("notification", {"fetchNews": "false", "checkForUpdates": False})
        self._set("themes", {"theme": theme})
        # With each page JupyterLab would ask Node whether it needs to be built anew, and answer nothing meanwhile.
        self._write("config/labconfig/page_config.json", {"buildAvailable": False, "buildCheck": False})

    def as_notebook(self) -> Self:
        """The same JupyterLab server by the pages of Notebook 7, which it serves too where that is installed."""
        view = copy.copy(self)
        view.kind = "notebook"
        return view

    def __enter__(self) -> Self:
        with self._log.open("wb") as log:
            self._process = subprocess.Popen(
                self._command(), cwd=self.folder, env=self._environment(), stdout=log, stderr=subprocess.STDOUT
            )
        self._wait()
        self.running.append(self)
        return self

    def __exit__(self, *_: object) -> None:
        self.running.remove(self)
        self._process.terminate()
        try:
            self._process.wait(20)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def end_kernels(self) -> None:
        """End what notebooks left: a kernel and its service take memory, and time where they still read."""
        if self.kind == "voila":  # its few kernels end with it
            return
        jar = CookieJar()
        opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(jar))
        opener.open(f"{self.url}/lab", timeout=60).close()  # gives the cookie against forged requests
        forged_not = {"X-XSRFToken": next(cookie.value or "" for cookie in jar if cookie.name == "_xsrf")}
        with opener.open(f"{self.url}/api/kernels", timeout=60) as answer:
            kernels = json.load(answer)
        for kernel in kernels:
            place = f"{self.url}/api/kernels/{kernel['id']}"
            try:
                opener.open(urllib.request.Request(place, headers=forged_not, method="DELETE"), timeout=60).close()
            except urllib.error.HTTPError as error:
                if error.code != 404:  # it ended meanwhile
                    raise

    def log(self) -> str:
        return self._log.read_text("utf-8", "replace")

    def _command(self) -> list[str]:
        if self.kind == "voila":
            return [
                sys.executable, "-m", "voila", "--no-browser", "--Voila.ip=127.0.0.1", f"--port={self.port}",
                "--VoilaConfiguration.show_tracebacks=True", "--VoilaConfiguration.allow_theme_override=YES",
                str(self.folder),
            ]  # fmt: skip
        return [
            sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root", "--ip=127.0.0.1",
            f"--port={self.port}", "--ServerApp.port_retries=0", "--IdentityProvider.token=",
            f"--ServerApp.root_dir={self.folder}", "--LabApp.expose_app_in_browser=True",
            "--JupyterNotebookApp.expose_app_in_browser=True",
            "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate", "--LabApp.extension_manager=readonly",
        ]  # fmt: skip

    def _environment(self) -> dict[str, str]:
        places = {
            "HOME": "home", "JUPYTER_CONFIG_DIR": "config", "JUPYTER_RUNTIME_DIR": "runtime",
            "JUPYTERLAB_SETTINGS_DIR": "settings", "JUPYTERLAB_WORKSPACES_DIR": "workspaces", "IPYTHONDIR": "ipython",
        }  # fmt: skip
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("DRAWKIT_", "COVERAGE_"))}
        home = {name: str(self.home / place) for name, place in places.items()}
        path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
        fonts = os.environ.get("MPLCONFIGDIR", str(self.home / "matplotlib"))
        return {**kept, **home, "PATH": path, "PYTHONPATH": str(ROOT), "MPLCONFIGDIR": fonts}

    def _set(self, what: str, value: dict[str, object]) -> None:
        self._write(f"settings/@jupyterlab/apputils-extension/{what}.jupyterlab-settings", value)

    def _write(self, name: str, value: dict[str, object]) -> None:
        place = self.home / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(json.dumps(value))

    def _wait(self) -> None:
        ready = self.url + ("/api/status" if self.kind == "lab" else "/")
        end = time.monotonic() + START_SECONDS
        while time.monotonic() < end:
            if self._process.poll() is not None:
                break
            try:
                with urllib.request.urlopen(ready, timeout=5):
                    return
            except (urllib.error.URLError, TimeoutError, ConnectionError):
                time.sleep(0.2)
        raise RuntimeError(f"{self.kind} did not start:\n{self.log()[-3000:]}")


def write_notebook(path: Path, cells: list[str]) -> None:
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    made = [nbformat.v4.new_code_cell(source) for source in cells]
    nbformat.write(nbformat.v4.new_notebook(cells=made, metadata={"kernelspec": kernel}), path)


def open_notebook(page: Page, server: Server, notebook: str, *, dark: bool = False) -> None:
    """Open a notebook, in JupyterLab in a fresh workspace, and run it: Voila does so by itself, dark if wanted."""
    if server.kind == "voila":
        theme = "?theme=dark" if dark else ""
        page.goto(f"{server.url}/voila/render/{notebook}.ipynb{theme}", timeout=PATIENCE)
        return
    # A copy of its own keeps a test's outputs and autosaves away from the others.
    name = f"{notebook}-{uuid.uuid4().hex[:8]}.ipynb"
    shutil.copy(server.folder / f"{notebook}.ipynb", server.folder / name)
    lab = f"lab/workspaces/{uuid.uuid4().hex}/tree/{name}?reset"
    page.goto(f"{server.url}/{f'notebooks/{name}' if server.kind == 'notebook' else lab}", timeout=PATIENCE)
    wait_for_kernel(page)
    run_all(page)


def run_all(page: Page) -> None:
    page.evaluate(_RUN)


def wait_for_kernel(page: Page) -> None:
    page.locator(".jp-NotebookPanel:visible .jp-Notebook").wait_for(timeout=PATIENCE)
    page.wait_for_function(_KERNEL_READY, timeout=PATIENCE)


def open_form(page: Page, server: Server) -> Locator:
    """Open the notebook, run it, and wait for the form."""
    open_notebook(page, server, "form")
    form = page.locator(".dk-form")
    expect(form).to_be_visible(timeout=PATIENCE)
    expect(form.locator(".dkz-hint")).to_contain_text("TIFF", timeout=PATIENCE)  # the service told its limits
    return form


def choose(page: Page, form: Locator, files: list[Path]) -> None:
    with page.expect_file_chooser() as chooser:
        form.locator(".dkz-drop").click()
    chooser.value.set_files(files)


def drop(page: Page, form: Locator, files: list[tuple[str, bytes]]) -> None:
    """Drop files as a person does: a data transfer with them, dispatched on the zone."""
    transfer = page.evaluate_handle("() => new DataTransfer()")
    for name, data in files:
        page.evaluate(
            """([transfer, name, bytes]) => {
                 const raw = Uint8Array.from(atob(bytes), (c) => c.charCodeAt(0));
                 transfer.items.add(new File([raw], name));
               }""",
            [transfer, name, _base64(data)],
        )
    zone = form.locator(".dkz-drop")
    for event in ("dragenter", "dragover", "drop"):
        zone.dispatch_event(event, {"dataTransfer": transfer})


def row(form: Locator, name: str) -> Locator:
    """The row of a file: in the form's own list, or on a bench in the list of all drawings."""
    return form.locator(
        f'.dkz-file:has(.dkz-name:text-is("{name}")), tr:not([data-entry=""]):has(.dkb-file:text-is("{name}"))'
    )


def settle(form: Locator, name: str, state: str) -> Locator:
    """Wait until a file is in a state."""
    found = row(form, name)
    on_bench = "dk-bench" in (form.get_attribute("class") or "").split()
    expect(found).to_have_attribute("data-entry" if on_bench else "data-state", state, timeout=PATIENCE)
    return found


def full_page_shot(page: Page, form: Locator, path: Path) -> None:
    page.set_viewport_size({"width": 1280, "height": 1900})
    form.scroll_into_view_if_needed()
    form.screenshot(path=path)


def _base64(data: bytes) -> str:
    import base64

    return base64.b64encode(data).decode("ascii")


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


_FILTER = """async (root, [place, texts, pause]) => {
  const find = root.querySelector(place);
  const times = [];
  for (const text of texts) {
    await new Promise((done) => setTimeout(done, pause));
    const begun = performance.now();
    find.value = text;
    find.dispatchEvent(new Event("input"));
    root.getBoundingClientRect();
    times.push((performance.now() - begun) / 1000);
  }
  return times;
}"""


def seconds_to_filter(root: Locator, place: str, texts: list[str]) -> list[float]:
    """How long a list takes to show what fits each of these texts, typed into the field at this place (CSS)."""
    seconds: list[float] = root.evaluate(_FILTER, [place, texts, _PAUSE_MS])
    return seconds
