from __future__ import annotations

import errno
import importlib.util
import os
import re
import shlex
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import nbformat
import pytest
import typer
from nbformat.sign import NotebookNotary

import drawkit
from drawkit import contract, local, samples
from drawkit.cli import app as commands
from drawkit.cli import doctor, lab, main
from drawkit.cli.tables import Short, console_for

Run = Callable[..., tuple[int, str, str]]


def test_help_and_version(run: Run) -> None:
    code, out, _ = run("--help")
    assert code == 0
    for command in ("analyze", "sample", "docs", "lab", "serve", "keys", "doctor"):
        assert command in out
        assert run(command, "--help")[0] == 0
    assert run("--version") == (0, f"drawkit {drawkit.__version__}\n", "")
    assert run()[0] == 2


def test_as_a_module() -> None:
    root = Path(drawkit.__file__).parents[1]
    done = subprocess.run(
        [sys.executable, "-m", "drawkit", "--version"], capture_output=True, text=True, check=True, cwd=root
    )
    assert done.stdout == f"drawkit {drawkit.__version__}\n"


def test_the_entry_point(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["drawkit", "--version"])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 0


@pytest.mark.parametrize(
    ("command", "default"),
    [
        ("analyze", "json"), ("analyze", "one a processor"), ("serve", "8765"), ("serve", "127.0.0.1"),
        ("keys create", "all permissions"), ("keys create", "anywhere"), ("webhooks add", "every kind"),
        ("keys list", "as of `drawkit serve`"),
    ],
)  # fmt: skip
def test_the_help_tells_defaults_that_no_value_stands_for(run: Run, command: str, default: str) -> None:
    out = run(*command.split(), "--help")[1]
    assert f"[default: ({default})]" in " ".join(out.replace("│", " ").split())


def _all_commands() -> Iterator[tuple[str, ...]]:
    """The words of every command, those of groups too."""
    found: list[tuple[tuple[str, ...], Any]] = [((), typer.main.get_command(commands.app))]
    while found:
        words, command = found.pop()
        yield words
        found += [((*words, name), one) for name, one in getattr(command, "commands", {}).items()]


@pytest.mark.parametrize("words", sorted(_all_commands()), ids=" ".join)
def test_the_help_shows_what_a_person_writes_and_no_type_of_python(run: Run, words: tuple[str, ...]) -> None:
    code, out, _ = run(*words, "--help")
    assert code == 0
    shown = re.findall(
        r"<[a-zA-Z][^<>=]*>|\b(?:TEXT|PATH|INTEGER|FLOAT|BOOLEAN)\b", out.partition("All other settings")[0]
    )
    assert not shown


def test_showing_the_help_loads_nothing_heavy() -> None:
    code = (
        "import sys, drawkit.cli; sys.argv[1:] = ['--help']\n"
        "try: drawkit.cli.main()\n"
        "except SystemExit: pass\n"
        "sys.stderr.write(repr([m for m in ('pydantic', 'httpx', 'pandas', 'numpy', 'PIL') if m in sys.modules]))"
    )
    root = Path(drawkit.__file__).parents[1]
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=root)
    assert done.stderr == "[]"


def test_reading_here_loads_neither_the_engine_nor_http_into_the_command() -> None:
    """A worker has the engine; loaded into the command too it would make the first table wait."""
    code = (
        "import sys, drawkit.cli.analyze, drawkit.cli.here\n"
        "from drawkit.cli.request import request_of\n"
        "request_of('full', None, '1', None, 300, pictures=True)\n"
        "print(sorted({'cv2', 'numpy', 'httpx', 'pandas', 'matplotlib', 'drawkit.engine'} & set(sys.modules)))\n"
    )
    root = Path(drawkit.__file__).parents[1]
    here = {name: value for name, value in os.environ.items() if not name.startswith("DRAWKIT_")}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=root, env=here)
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize("arguments", [["analyze", "a.pdf"], ["sample"], ["serve"], ["keys", "list"]])
def test_without_the_extra_local(run: Run, monkeypatch: pytest.MonkeyPatch, arguments: list[str]) -> None:
    found = importlib.util.find_spec
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None if name == "onnxruntime" else found(name))
    code, _, err = run(*arguments)
    assert code == 1
    assert 'pip install "drawkit[local]" (missing: onnxruntime)' in err
    assert ("no service to connect to" in err) == (arguments[0] == "analyze")  # where a remote one would do as well


def test_doctor_says_once_what_to_install(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    found = importlib.util.find_spec
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None if name == "reportlab" else found(name))
    code, out, _ = run("doctor")
    assert code == 1
    assert out.count("pip install") == out.count("FAILED") == 1
    assert 'FAILED  Packages: This needs packages that are not installed: pip install "drawkit[local]" (mis' in out
    assert out.endswith("Something does not work.\n")


def test_samples(run: Run) -> None:
    code, out, _ = run("sample", "--list")
    assert (code, out.split()) == (0, list(samples.NAMES))
    assert run("sample", "milled_plate", "--out", "here") == (0, "here/milled_plate.pdf\n", "")
    assert Path("here/milled_plate.pdf").read_bytes() == samples.named("milled_plate").data
    code, _, err = run("sample", "mona_lisa")
    assert code == 2
    assert "There is no sample 'mona_lisa'. Choose from: turned_part, " in err


def test_all_samples_when_none_is_named(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(samples, "NAMES", ("milled_plate", "assembly"))
    assert run("sample")[1].split() == ["drawings/milled_plate.pdf", "drawings/assembly.pdf"]


def test_keys(run: Run) -> None:
    assert "There is no key. Make one" in run("keys", "list")[2]
    code, secret, told = run("keys", "create", "line 3", "--permission", "tasks:read", "--network", "10.0.0.0/8")
    assert code == 0
    assert secret.startswith("dk_live_")
    assert "shown only now" in told
    key = told.split()[1]
    listing = run("keys", "list")[1]
    for shown in (key, "line 3", "tasks:read", "10.0.0.0/8", "never", "valid"):
        assert shown in listing
    code, renewed, _ = run("keys", "rotate", key, "--overlap", "0.5")
    assert code == 0
    assert renewed != secret
    assert run("keys", "revoke", key)[2] == f"Key {key} (line 3) is revoked.\n"
    listing = run("keys", "list")[1]
    assert "revoked" in listing
    assert secret.strip() not in listing
    assert run("keys", "rotate", key)[2] == "drawkit: This key is revoked. Create a new one.\n"
    run("keys", "create", "all", "--state", "elsewhere")
    assert "anywhere" in run("keys", "list", "--state", "elsewhere")[1]


@pytest.mark.parametrize(
    ("arguments", "code", "told"),
    [
        (["rotate", "key_x"], 1, "There is no key 'key_x'. See: drawkit keys list"),
        (["revoke", "key_x"], 1, "There is no key 'key_x'. See: drawkit keys list"),
        (
            ["create", "a", "--permission", "tasks:eat"],
            2,
            "There is no permission 'tasks:eat'. Choose from: status:read",
        ),
        (["create", "a", "--network", "10.0.0.1/8"], 2, "has host bits set. Write it like 10.0.0.0/8"),
    ],
)
def test_keys_that_cannot_be(run: Run, arguments: list[str], code: int, told: str) -> None:
    got, out, err = run("keys", *arguments)
    assert (got, out) == (code, "")
    assert told in err


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Takes the place of the server; gives the settings it would have run with."""
    seen: list[Any] = []
    monkeypatch.setattr("drawkit.service.serve", seen.append, raising=False)
    return seen


def test_serve(run: Run, served: list[Any]) -> None:
    code, _, err = run("serve", "--port", "0", "--workers", "2", "--state", "st")
    assert code == 0
    assert 'No key exists yet. Make one: drawkit keys create "my notebook" --state st' in err
    assert "Starting on http://127.0.0.1:0 with the state in st; Ctrl+C stops it" in err
    assert (served[0].workers, served[0].host) == (2, "127.0.0.1")
    run("keys", "create", "a", "--state", "st")
    assert "No key" not in run("serve", "--state", "st", "--host", "::1")[2]


def test_serve_on_an_executor(run: Run, served: list[Any]) -> None:
    assert run("serve", "--executor", "tcp://cluster.example:8786", "--state", "st")[0] == 0
    assert served[0].executor == "tcp://cluster.example:8786"


def test_serve_on_an_executor_that_cannot_be_had(run: Run) -> None:
    code, _, err = run("serve", "--executor", "cluster", "--port", "0", "--state", "st")
    assert code == 1
    assert "drawkit: 'cluster' is no executor. Say processes, dask, " in err


def test_serve_with_a_wrong_setting(run: Run, served: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DRAWKIT_SERVICE_RATE", "often")
    code, _, err = run("serve")
    assert (code, served) == (2, [])
    assert "setting rate: Write it like 1200/minute." in err


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (None, "DRAWKIT_SERVICE_CONFIG names service.toml: No such file or directory."),
        ("rate = ", "DRAWKIT_SERVICE_CONFIG names service.toml, which is no TOML: "),
        ("rat = '5/minute'", "setting rat: Extra inputs are not permitted"),
    ],
)
@pytest.mark.parametrize("command", [["serve"], ["keys", "list"], ["webhooks", "list"], ["tasks", "delete", "task_1"]])
def test_a_wrong_file_of_settings(
    run: Run, served: list[Any], monkeypatch: pytest.MonkeyPatch, command: list[str], content: str | None, told: str
) -> None:
    if content is not None:
        Path("service.toml").write_text(content)
    monkeypatch.setenv("DRAWKIT_SERVICE_CONFIG", "service.toml")
    code, _, err = run(*command)
    assert (code, served) == (2, [])
    assert told in err
    assert "Traceback" not in err


@pytest.mark.parametrize("command", [["serve"], ["keys", "list"]])
def test_a_store_that_is_none(run: Run, served: list[Any], command: list[str]) -> None:
    Path("st").mkdir()
    Path("st/store.sqlite3").write_bytes(bytes(range(256)) * 20)
    code, _, err = run(*command, "--state", "st")
    assert (code, served) == (1, [])
    assert "drawkit: The store of this service cannot be used: file is not a database." in err


def test_serve_where_it_cannot(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    from drawkit.service.state import StateFolderInUseError

    def refuse(error: Exception) -> Callable[[Any], None]:
        def serve(_: Any) -> None:
            raise error

        return serve

    taken = OSError(errno.EADDRINUSE, "Address already in use")
    monkeypatch.setattr("drawkit.service.serve", refuse(taken), raising=False)
    code, _, err = run("serve", "--port", "80")
    assert code == 1
    assert "127.0.0.1:80 cannot be used: Address already in use. Choose another --host or --port." in err
    monkeypatch.setattr("drawkit.service.serve", refuse(StateFolderInUseError("Another service works.")), raising=False)
    assert "drawkit: Another service works." in run("serve")[2]


def test_lab_copies_the_examples_and_opens_them(run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    examples = tmp_path / "examples"
    examples.mkdir()
    for name in ("01_quickstart.ipynb", "02_more.ipynb"):
        nbformat.write(nbformat.v4.new_notebook(), examples / name)
    monkeypatch.setattr(lab, "examples", lambda: sorted(examples.iterdir()))
    monkeypatch.setenv("JUPYTER_DATA_DIR", str(tmp_path / "jupyter"))
    called: list[list[str]] = []
    monkeypatch.setattr(lab, "_ended", lambda command: called.append(command) or 7)
    mine = tmp_path / "mine"
    mine.mkdir()
    (mine / "02_more.ipynb").write_text("my own")
    code, _, err = run("lab", "--folder", "mine", "--no-browser", "--port=9999")
    assert code == 7
    assert err == "Copied to mine: 01_quickstart.ipynb\n"
    assert (mine / "02_more.ipynb").read_text() == "my own"
    assert called[0][1:3] == ["-m", "jupyterlab"]
    assert called[0][3:] == [
        "--notebook-dir=mine", "--LabApp.default_url=/lab/tree/01_quickstart.ipynb", "--no-browser", "--port=9999",
    ]  # fmt: skip
    assert run("lab", "--folder", "mine")[2] == ""


@pytest.mark.skipif(sys.platform == "win32", reason="there are no signals to send")
def test_jupyterlab_ends_with_the_command(tmp_path: Path) -> None:
    code = f"""
import sys
import time
from drawkit.cli import lab
told = "import os, time; open({str(tmp_path / "there")!r}, 'w').write(str(os.getpid())); time.sleep(60)"
sys.exit(lab._ended([sys.executable, "-c", told]))
"""
    command = subprocess.Popen([sys.executable, "-c", code])
    try:
        deadline = time.monotonic() + 60
        while not (tmp_path / "there").exists() or not (tmp_path / "there").read_text():
            assert time.monotonic() < deadline
            time.sleep(0.05)
        child = int((tmp_path / "there").read_text())
        command.terminate()
        assert command.wait(30) != 0
        with pytest.raises(ProcessLookupError):
            os.kill(child, 0)
    finally:
        command.kill()


def test_lab_trusts_the_examples_as_they_are_brought(run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("JUPYTER_DATA_DIR", str(tmp_path / "jupyter"))
    monkeypatch.setattr(lab, "_ended", lambda command: 0)
    examples = tmp_path / "examples"
    examples.mkdir()
    for name in ("01_quickstart", "02_more"):
        shown = nbformat.v4.new_output("execute_result", {"text/html": "<style></style>"}, execution_count=1)
        cell = nbformat.v4.new_code_cell("1", outputs=[shown], execution_count=1)
        nbformat.write(nbformat.v4.new_notebook(cells=[cell]), examples / f"{name}.ipynb")
    monkeypatch.setattr(lab, "examples", lambda: sorted(examples.iterdir()))
    mine = tmp_path / "mine"
    mine.mkdir()
    changed = nbformat.read(examples / "02_more.ipynb", as_version=4)
    changed.cells[0].source = "2"
    nbformat.write(changed, mine / "02_more.ipynb")
    assert run("lab", "--folder", "mine")[0] == 0
    notary = NotebookNotary()
    trusted = [notary.check_signature(nbformat.read(path, as_version=4)) for path in sorted(mine.iterdir())]
    assert trusted == [True, False], "what is not ours is for its reader to trust"


def test_docs_shows_the_reference(run: Run) -> None:
    code, out, _ = run("docs")
    assert code == 0
    assert "Dimensions with their tolerances" in out
    assert "upper_limit" in run("docs", "dimensions")[1]
    code, _, err = run("docs", "dimension")
    assert code == 2
    assert "Did you mean dimensions" in err
    assert run("docs", "all", "--out", "deep/reference.md")[0] == 0
    assert "## Table dimensions" in Path("deep/reference.md").read_text("utf-8")
    assert run("docs", "all", "--out", "reference.html")[2] == "Written: reference.html\n"
    assert Path("reference.html").read_text("utf-8").startswith("<!doctype html>")


def test_lab_without_examples_or_jupyterlab(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    called: list[list[str]] = []
    monkeypatch.setattr(lab, "_ended", lambda command: called.append(command) or 0)
    monkeypatch.setattr(lab, "examples", list)
    monkeypatch.setenv("JUPYTER_DATA_DIR", str(Path("jupyter").resolve()))
    assert run("lab", "--folder", "empty")[0] == 0
    assert called[0][-1] == "--LabApp.default_url=/lab"
    monkeypatch.setattr("importlib.util.find_spec", lambda _: None)
    code, _, err = run("lab")
    assert code == 1
    assert 'JupyterLab is not installed. Install it: pip install "drawkit[local,lab]"' in err


def test_the_examples_of_a_checkout_and_of_an_installed_package(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    package = tmp_path / "site" / "drawkit"
    monkeypatch.setattr(drawkit, "__file__", str(package / "__init__.py"))
    assert lab.examples() == []
    for folder in (package.parent / "notebooks", package / "notebooks"):
        folder.mkdir(parents=True)
        (folder / "01_quickstart.ipynb").write_text("{}")
        assert lab.examples() == [folder / "01_quickstart.ipynb"]


@pytest.mark.slow
def test_doctor_finds_all_well(run: Run) -> None:
    code, out, _ = run("doctor")
    assert code == 0, out
    for told in (
        "Python 3.",
        "pandas",
        "symbols.onnx",
        "looks.onnx",
        "dimensions and title block fields of a sample are right",
    ):
        assert told in out
    assert "Embedded service: ok after" in out
    assert out.endswith("All works.\n")


def test_doctor_finds_what_does_not_work(run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("drawkit.engine.analyze", lambda _: contract.Result(), raising=False)
    monkeypatch.setattr("drawkit.engine.recognition.models.own_model", _no_model)
    monkeypatch.setattr(local, "command", lambda *_: [sys.executable, "-c", "raise SystemExit(1)"])
    code, out, _ = run("doctor")
    assert code == 1
    assert "FAILED  Models: The model file callouts.onnx is not there." in out
    assert "FAILED  Reading: 0 of 27 dimensions and title block fields of a sample are right" in out
    assert "FAILED  Embedded service: The embedded service did not start" in out
    assert out.endswith("Something does not work.\n")


def _no_model(name: str) -> Path:
    raise RuntimeError(f"The model file {name} is not there.")


def test_doctor_asks_the_remote_service(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DRAWKIT_BASE_URL", "http://127.0.0.1:9")
    monkeypatch.setenv("DRAWKIT_API_KEY", "a-key")
    code, out, _ = run("doctor")
    assert code == 1
    assert "FAILED  Service: http://127.0.0.1:9 does not answer" in out
    assert "Embedded" not in out


def test_the_remote_service_that_is_well(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DRAWKIT_BASE_URL", "https://drawings.example")
    monkeypatch.setenv("DRAWKIT_API_KEY", "a-key")
    monkeypatch.setattr("drawkit.client.Client.status", lambda _: contract.ServiceStatus())
    assert doctor._remote() == "https://drawings.example is ok"


def test_an_error_of_our_own_keeps_its_traceback(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("drawkit.cli.doctor.run", lambda: 1 // 0)
    with pytest.raises(ZeroDivisionError):
        run("doctor")
    assert commands.app.pretty_exceptions_enable is False


def test_stopped_by_the_keyboard(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def stop() -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr("drawkit.cli.doctor.run", stop)
    assert run("doctor") == (130, "", "Stopped.\n")


@pytest.mark.skipif(sys.platform == "win32", reason="pipes break otherwise there")
def test_a_reader_that_has_seen_enough() -> None:
    root = Path(drawkit.__file__).parents[1]
    code = """if True:
        import typer
        from drawkit.cli.errors import told
        app = typer.Typer()
        @app.command()
        def talk() -> None:
            with told():
                for _ in range(99999):
                    print("x" * 99)
        app()
    """
    line = f"{shlex.quote(sys.executable)} -c {shlex.quote(code)} | head -n 1; exit ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", line], capture_output=True, text=True, check=False, cwd=root)
    assert done.returncode == 1
    assert done.stdout.count("\n") == 1
    assert "Traceback" not in done.stderr


def test_what_must_be_known_before_believing_the_tables() -> None:
    result = contract.Result.model_validate(
        {
            "pages": [
                {"page": 1, "width": 1, "height": 1, "readable": False, "remarks": ["The font is not embedded."]}
            ],
            "modules": {
                "bom": {"status": "failed", "detail": "page(s) 1"},
                "welds": {"status": "failed", "detail": "no strokes"},
                "views": {"status": "failed", "detail": "page(s) 1"},
                "notes": {"status": "absent"},
            },
            "dimensions": [{"max": 5, "min": 4.5, "text": "[b]5[/b]"}, {"max": 7}, {"fit": "H7", "nominal": 3}],
        }
    )
    console = console_for()
    with console.capture() as captured:
        console.print(Short(result, "[red]a.pdf"))
        console.print(Short(contract.Result(), "b.pdf"))
    shown = captured.get()
    assert "[red]a.pdf" in shown
    assert "Page 1 cannot be read. The font is not embedded." in shown
    assert "bom, views could not be read: page(s) 1\n" in shown
    assert "welds could not be read: no strokes\n" in shown
    heads, *rows = shown.partition("Dimensions:\n")[2].splitlines()
    assert heads.split() == ["As", "read", "Kind", "Nominal", "Fit", "Trust"]  # a fit is no upper deviation
    assert rows[2].split()[1:3] == ["3", "H7"]
    assert "notes could not" not in shown
    assert "[b]5[/b]" in shown
    assert "4.5 ... 5" in shown
    assert "nothing read" in shown
