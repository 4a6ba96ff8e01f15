"""The front door: what `import drawkit` gives, and what it costs."""

from __future__ import annotations

import importlib
import inspect
import json
import pkgutil
import re
import subprocess
import sys
import textwrap
import tomllib
from importlib import metadata
from pathlib import Path

import pytest

import drawkit
from drawkit._extras import LOCAL, needing_local

ROOT = Path(drawkit.__file__).parents[1]
ROOMS = (
    "checks", "client", "comparison", "contract", "display", "engine", "experiments", "figures", "frames", "inspection",
    "samples", "service", "tolerances", "widgets",
)  # fmt: skip
HEAVY = (
    "IPython", "anywidget", "cv2", "fastapi", "httpx", "ipywidgets", "matplotlib", "numpy", "onnxruntime", "pandas",
    "PIL", "pydantic", "pypdfium2", "rapidocr", "sqlalchemy", "typer", "uvicorn",
)  # fmt: skip


def in_fresh_python(code: str) -> str:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", textwrap.dedent(code)],
        capture_output=True, text=True, timeout=120, check=False, cwd=ROOT,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_front_door_is_all() -> None:
    assert drawkit.__all__ == sorted(drawkit.__all__) == dir(drawkit)
    assert {
        "AsyncClient", "AsyncTask", "Client", "Dialect", "DrawkitError", "Options", "Quota", "Result", "Status", "Task",
        "UploadForm", "__version__", "client", "concat", "connect", "contract", "engine", "figures", "frames",
        "samples",
    } <= set(drawkit.__all__)  # fmt: skip


@pytest.mark.parametrize("name", drawkit.__all__)
def test_every_name_is_there(name: str) -> None:
    assert getattr(drawkit, name) is not None


def test_a_wrong_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="module 'drawkit' has no attribute 'analyse'"):
        drawkit.analyse  # noqa: B018


@pytest.mark.parametrize("room", ROOMS)
def test_every_room_says_what_it_gives(room: str) -> None:
    module = importlib.import_module(f"drawkit.{room}")
    assert len(module.__all__) == len(set(module.__all__))
    for name in module.__all__:
        value = getattr(module, name)
        if inspect.isclass(value) or inspect.isroutine(value):
            assert inspect.getdoc(value), f"drawkit.{room}.{name} has no docstring"


@pytest.mark.parametrize("room", ["display", "engine", "service", "widgets"])
def test_a_lazy_room_tells_its_names_and_refuses_others(room: str) -> None:
    module = importlib.import_module(f"drawkit.{room}")
    assert dir(module) == sorted(module.__all__)
    with pytest.raises(AttributeError, match=rf"module 'drawkit\.{room}' has no attribute 'nowhere'"):
        module.nowhere  # noqa: B018


def test_every_module_says_what_room_it_is() -> None:
    silent = []
    for found in pkgutil.walk_packages(drawkit.__path__, "drawkit."):
        path = ROOT.joinpath(*found.name.split("."))
        source = (path / "__init__.py" if found.ispkg else path.with_suffix(".py")).read_text(encoding="utf-8")
        if source and not source.startswith('"""'):
            silent.append(found.name)
    assert silent == []


def test_importing_drawkit_loads_nothing_heavy() -> None:
    code = f"""
        import json, sys
        before = set(sys.modules)
        import drawkit
        dir(drawkit)
        print(json.dumps(sorted(({{name.split(".")[0] for name in sys.modules}} - before) & {set(HEAVY)!r})))
    """
    assert json.loads(in_fresh_python(code)) == []


def test_the_workbench_stands_before_pandas_and_matplotlib_are_loaded() -> None:
    code = """
        import sys
        import drawkit
        drawkit.workbench()
        print(sorted({"pandas", "matplotlib", "cv2", "drawkit.experiments"} & sys.modules.keys()))
    """
    assert in_fresh_python(code).strip() == "[]"


def test_importing_drawkit_takes_less_than_a_fifth_of_a_second() -> None:
    code = "import time; began = time.process_time(); import drawkit; print(time.process_time() - began)"
    assert min(float(in_fresh_python(code)) for _ in range(3)) < 0.2


def test_without_the_extra_local_it_says_what_to_install() -> None:
    code = """
        import sys
        class Absent:
            blocked = {"cv2", "fastapi", "onnxruntime", "pebble", "pypdfium2", "sqlalchemy", "uvicorn"}
            def find_spec(self, name, path=None, target=None):
                if name.partition(".")[0] in self.blocked:
                    raise ModuleNotFoundError(f"No module named {name!r}", name=name)
        sys.meta_path.insert(0, Absent())
        import os
        os.environ.pop("DRAWKIT_BASE_URL", None)
        import importlib.util
        found = importlib.util.find_spec
        importlib.util.find_spec = lambda name, *a: None if name in Absent.blocked else found(name, *a)
        import drawkit
        try:
            drawkit.connect()
        except drawkit.DrawkitError as error:
            print(type(error).__name__, error)
        with drawkit.connect("http://127.0.0.1:9", "a-key") as client:
            print(client)
    """
    told, client = in_fresh_python(code).splitlines()
    assert told.startswith("LocalServiceMissing There is no service to connect to.")
    assert 'pip install "drawkit[local]" (missing: cv2, fastapi, onnxruntime, pebble, pypdfium2' in told
    assert "DRAWKIT_BASE_URL" in told
    assert client == "<Client http://127.0.0.1:9>"


@pytest.mark.parametrize(
    ("statement", "missing"),
    [
        ("drawkit.engine.analyze(b'')", "pypdfium2"),
        ("drawkit.samples.named('milled_plate')", "reportlab"),
        ("from drawkit import samples", "reportlab"),
        ("import drawkit.samples", "reportlab"),
        ("from drawkit.service import Settings", "pydantic_settings"),
    ],
)
def test_a_room_that_needs_the_extra_local_says_what_to_install(statement: str, missing: str) -> None:
    code = f"""
        import sys
        sys.modules[{missing!r}] = None  # Python's own way to say: it is not there
        import importlib.util
        found = importlib.util.find_spec
        importlib.util.find_spec = lambda name, *a: None if name == {missing!r} else found(name, *a)
        import drawkit
        try:
            {statement}
        except ImportError as error:
            print(type(error).__name__, error.name.partition(".")[0], error)
    """
    told = f'This needs packages that are not installed: pip install "drawkit[local]" (missing: {missing}).'
    assert in_fresh_python(code) == f"ModuleNotFoundError {missing} {told}\n"


def test_a_module_that_is_missing_for_another_reason_is_named_as_it_is() -> None:
    with pytest.raises(ModuleNotFoundError, match=r"No module named 'drawkit\.nowhere'"), needing_local():
        importlib.import_module("drawkit.nowhere")
    with pytest.raises(ModuleNotFoundError, match=r"No module named 'fastapi\.nowhere'"), needing_local():
        importlib.import_module("fastapi.nowhere")


def test_the_modules_looked_for_are_those_of_the_extra_local() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    packages = {re.split("[<>=]", told)[0] for told in project["optional-dependencies"]["local"]}
    homes = metadata.packages_distributions()
    assert len(LOCAL) == len(packages)
    assert packages == {home.lower() for module in LOCAL for home in homes[module]} & packages


def test_the_version_is_told_once() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["version"] == drawkit.__version__


def test_the_installed_package_is_this_one() -> None:
    try:
        installed = metadata.version("drawkit")
    except metadata.PackageNotFoundError:
        pytest.skip("drawkit runs from its folder and is not installed")
    assert installed == drawkit.__version__


def test_the_package_is_typed() -> None:
    assert (ROOT / "drawkit" / "py.typed").exists()
