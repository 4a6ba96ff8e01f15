from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from itertools import islice
from pathlib import Path

import openpyxl
import pandas as pd
import pytest
from cli_analyses import BLANK, RESULT
from PIL import Image
from pypdf import PdfReader, PdfWriter

from drawkit import contract, local, samples
from drawkit.cli import here, passwords, there
from drawkit.cli.files import drawings_in
from drawkit.cli.request import Request, page_numbers, request_of
from drawkit.client import Client, Task
from drawkit.client.answers import News
from drawkit.client.errors import error_of
from drawkit.display._words import unread
from drawkit.service.worker import Job

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture(scope="session")
def plate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return samples.named("milled_plate").save(tmp_path_factory.mktemp("sample"))


def slow() -> Path:
    """A drawing that takes seconds to read."""
    return samples.named("plate_scan").save(".")


def file(name: str, content: bytes = b"") -> Path:
    path = Path(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    return path


@pytest.mark.slow
def test_a_drawing_becomes_tables_and_files(run: Run, plate: Path) -> None:
    code, out, err = run("analyze", plate, "--format", "json,csv", "--format", "xlsx", "--out", "deep/out")
    assert code == 0
    for told in ("milled_plate.pdf", "22 dimensions", "Bearing plate", "4x M4", "... and 14 more"):
        assert told in out
    assert "Read 1 of 1 drawing in" in err
    result = contract.Result.from_json(Path("deep/out/milled_plate.json").read_text("utf-8"))
    assert len(result.dimensions) == 22
    assert len(pd.read_csv("deep/out/milled_plate_csv/dimensions.csv")) == 22
    assert "dimensions" in openpyxl.load_workbook("deep/out/milled_plate.xlsx").sheetnames
    with Image.open("deep/out/milled_plate_page_1.png") as picture:
        colours = picture.convert("RGB").getcolors(1 << 24)
    assert picture.width > 1500
    assert colours is not None
    assert len(colours) > 100
    # What was written is no drawing when the same folder is read again.
    assert drawings_in([Path("deep")]) == []


@pytest.mark.usefixtures("stand_in")
def test_a_bad_file_does_not_stop_the_others(run: Run) -> None:
    for name in ("slow", "crash", "fault", "good"):
        file(f"in/{name}.pdf", name.encode())
    code, out, err = run("analyze", "in", "gone.pdf", "in/good.pdf", "--time-limit", 2, "--workers", 2, "--out", "out")
    assert code == 1
    assert "1 dimension\n" in out
    assert [path.name for path in sorted(Path("out").iterdir())] == ["good.json", "good_page_1.png"]
    assert "gone.pdf: No such file or directory." in err
    assert "in/slow.pdf: It took longer than 2 s. Read fewer pages (--pages)" in err
    assert "in/crash.pdf: Reading it ended its process" in err
    assert "in/fault.pdf: The analysis met an error of its own." in err
    assert "Read 1 of 5 drawings" in err
    assert "Not read, for the reasons above: " in err


@pytest.mark.usefixtures("stand_in")
def test_a_sheet_that_cannot_be_read_is_not_read(run: Run) -> None:
    code, out, err = run("analyze", file("photo.jpg", b"photograph"), file("good.pdf"))
    assert code == 1
    assert "photo.jpg" not in out
    told = "Nothing on it can be read. It is blurred. Is it a drawing? Scan it sharp, with 200 dpi or more."
    assert f"photo.jpg: {told}" in err
    assert "Read 1 of 2 drawings" in err
    assert [path.name for path in sorted(Path("results").iterdir())] == ["good.json", "good_page_1.png"]


def test_one_readable_page_or_one_item_makes_a_result() -> None:
    assert "Is it a drawing?" in unread(BLANK)
    assert unread(RESULT) == unread(contract.Result()) == ""
    assert unread(BLANK.model_copy(update={"pages": (*BLANK.pages, *RESULT.pages)})) == ""
    assert unread(BLANK.model_copy(update={"dimensions": RESULT.dimensions})) == ""


@pytest.mark.usefixtures("stand_in")
def test_no_pictures_and_no_tables(run: Run) -> None:
    code, out, _ = run("analyze", file("a.png", b"wait"), "--no-pictures", "--quiet")
    assert (code, out) == (0, "")
    assert [path.name for path in Path("results").iterdir()] == ["a.json"]


@pytest.mark.usefixtures("stand_in")
def test_results_that_cannot_be_written(run: Run) -> None:
    Path("out/a.json").mkdir(parents=True)
    code, _, err = run("analyze", file("a.pdf"), file("b.pdf"), "--out", "out")
    assert code == 1
    assert "a.pdf: Its results cannot be written: out/a.json: Is a directory." in err
    assert "Read 1 of 2" in err


def test_too_large_a_file_is_not_even_opened(run: Run) -> None:
    with Path("big.pdf").open("wb") as big:
        big.truncate(20 * 2**20 + 1)
    code, _, err = run("analyze", "big.pdf")
    assert code == 1
    assert "big.pdf: A file may have 20 MiB" in err
    assert "Go on in a notebook" not in err


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--profile", "ful"], "There is no profile 'ful'"),
        (["--profile", "advanced"], "needs 'task_list'"),
        (["--profile", "advanced", "--task-list", "bom,boom"], "No such module: 'boom'"),
        (["--task-list", "bom"], "only for profile 'advanced'"),
        (["--format", "pdf"], "There is no format 'pdf'. Choose from: json, csv, xlsx."),
        (["--pages", "0"], "--pages '0' is no list of pages"),
        (["--pages", "1,x"], "is no list of pages. Write it like 1,3-5."),
        (["--workers", "0"], "'--workers'"),
        (["--frobnicate"], "No such option"),
    ],
)
def test_a_command_that_is_not_right(run: Run, arguments: list[str], told: str) -> None:
    code, _, err = run("analyze", file("a.pdf"), *arguments)
    assert code == 2
    assert told in " ".join(err.replace("│", " ").split())
    assert not Path("results").exists()


def test_a_folder_without_drawings(run: Run) -> None:
    file("in/notes.txt")
    code, _, err = run("analyze", "in")
    assert code == 2
    assert "There is no drawing in in. Drawings are JPEG, PNG, WebP, GIF, BMP, PDF, TIFF files." in err


def test_an_output_folder_that_cannot_be(run: Run) -> None:
    code, _, err = run("analyze", file("a.pdf"), "--out", "a.pdf/out")
    assert code == 1
    assert "drawkit: a.pdf/out: Not a directory." in err or "drawkit: a.pdf: " in err


@pytest.mark.usefixtures("stand_in")
def test_what_a_folder_holds_beside_drawings_is_told(run: Run) -> None:
    for name in ("a.dwg", "deep/b.DWG", "c.heic", "notes.txt", "list.csv", ".hidden/d.step", "folder.stp/e.txt"):
        file(f"in/{name}")
    told = "Passed over: 2 .dwg, 1 .heic (drawkit reads PDF, JPEG, PNG, WebP, GIF, BMP, TIFF: export or convert them)."
    code, _, err = run("analyze", "in")
    assert code == 2
    assert f"There is no drawing in in. Drawings are JPEG, PNG, WebP, GIF, BMP, PDF, TIFF files. {told}\n" in err
    code, _, err = run("analyze", "in", "in/deep", file("in/good.pdf"), file("also.pdf"))
    assert code == 0
    assert err.startswith(f"{told}\n")
    assert "Passed over" not in run("analyze", "also.pdf")[2]


@pytest.mark.parametrize(("text", "pages"), [("1", (1,)), ("2-4", (2, 3, 4)), (" 3 , 1-2,2", (3, 1, 2)), ("7-7", (7,))])
def test_page_numbers(text: str, pages: tuple[int, ...]) -> None:
    assert page_numbers(text) == pages


def test_names_are_stems_unless_two_share_one() -> None:
    names = ["in/a.pdf", "in/A.png", "in/b.pdf", "in/deep/a.pdf", "in/a_pdf.gif", "in/.hidden.pdf", "in/.git/c.pdf"]
    for name in names:
        file(name)
    file("other/plain")
    found = drawings_in([Path("in"), Path("other/plain"), Path("in/b.pdf"), Path("./in")])
    assert {drawing.path.as_posix(): drawing.name for drawing in found} == {
        "in/A.png": "A_png",
        "in/a.pdf": "a_pdf_2",
        "in/a_pdf.gif": "a_pdf",
        "in/b.pdf": "b",
        "in/deep/a.pdf": "a_pdf_3",
        "other/plain": "plain",
    }
    same = [file("x/plain"), file("y/plain")]
    assert [drawing.name for drawing in drawings_in(same)] == ["plain", "plain_2"]


def test_a_picture_that_only_looks_like_ours_is_a_drawing() -> None:
    file("in/a_page_1.png")
    assert [drawing.name for drawing in drawings_in([Path("in")])] == ["a_page_1"]
    file("in/a.json")
    assert drawings_in([Path("in")]) == []
    assert len(drawings_in([Path("in/a_page_1.png")])) == 1


@pytest.mark.slow
def test_with_a_remote_service(run: Run, plate: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    client = local.connect(state=tmp_path / "state", workers=1)
    monkeypatch.setenv("DRAWKIT_BASE_URL", client.base_url)
    monkeypatch.setenv("DRAWKIT_API_KEY", client._secret.reveal())
    file("bad.pdf", b"%PDF-1.4 nothing")
    code, out, err = run("analyze", plate, "bad.pdf", "gone.pdf", "--profile", "dimension_tolerance")
    assert code == 1
    assert "22 dimensions" in out
    assert "bad.pdf: The PDF is damaged or cut off." in err
    assert "There is no file 'gone.pdf'" in err
    assert sorted(path.name for path in Path("results").iterdir()) == ["milled_plate.json", "milled_plate_page_1.png"]
    code, _, err = run("analyze", plate, "--pages", "2", "--no-pictures")
    assert code == 1
    assert "there is no page 2" in err
    assert run("analyze", plate, "--no-pictures", "--profile", "standard", "--out", "bare")[0] == 0
    assert [path.name for path in Path("bare").iterdir()] == ["milled_plate.json"]
    with closing(there.read(drawings_in([plate, slow()]), _request(), lambda *_: None)) as readings:
        assert next(readings).drawing.name == "milled_plate"
    assert [task.status.value for task in islice(client.tasks(), 2)] == ["cancelled", "completed"]
    local.stop()
    code, _, err = run("analyze", plate)
    assert code == 1
    assert "does not answer" in err


def _request() -> Request:
    return request_of("full", None, None, 1, 60, pictures=False)


def test_a_service_that_gives_no_result_and_no_preview(monkeypatch: pytest.MonkeyPatch) -> None:
    ended = [
        {"task_id": "t", "status": "completed"},
        {"task_id": "t", "status": "completed", "result": RESULT.to_dict()},
        {"task_id": "t", "status": "failed"},
    ]

    def submit(client: Client, *_: object, **__: object) -> Task:
        return Task(client, News(contract.TaskRecord.model_validate(ended.pop(0))), whole=True)

    monkeypatch.setenv("DRAWKIT_BASE_URL", "http://127.0.0.1:9")
    monkeypatch.setenv("DRAWKIT_API_KEY", "a-key")
    monkeypatch.setattr(Client, "submit", submit)
    request = request_of("full", None, None, 1, 60, pictures=True)
    first, second, third = there.read(drawings_in([file("a.pdf"), file("b.pdf"), file("c.pdf")]), request, print)
    assert first.failure == "The service gives no result with the completed task."
    assert second.result == RESULT
    assert second.pictures[0]
    assert second.pictures[0].startswith(b"\x89PNG")
    assert "The service gives no reason." in third.failure


@pytest.mark.slow
def test_what_a_worker_does(plate: Path, tmp_path: Path) -> None:
    told: list[contract.Progress] = []
    job = Job(plate, "full", contract.Options(redact=False))
    outcome = here.read_and_draw(job, plate.read_bytes(), told.append)
    assert len(contract.Result.from_json(outcome.result).dimensions) == 22
    assert [picture[:4] for picture in outcome.previews] == [b"\x89PNG"] * 2  # with boxes, and bare
    assert told[-1].step == "drawing the pictures"
    assert not list(tmp_path.iterdir())
    job = Job(plate, "bom", contract.Options(redact=False), tmp_path)
    drawn: list[bytes] = []
    here.read_and_draw(job, plate.read_bytes(), lambda _: drawn.extend(p.read_bytes() for p in tmp_path.iterdir()))
    assert len(contract.Result.from_json(drawn[-1]).pages) == 1, "what was read is there before its pictures are"
    bare = here.read_and_draw(Job(plate, "bom", contract.Options(publish=False)), plate.read_bytes(), told.append)
    assert bare.previews == ()


@pytest.mark.usefixtures("stand_in")
def test_on_a_terminal(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setattr("shutil.which", lambda _: "/usr/bin/drawkit")
    code, out, _ = run("analyze", file("a.png", b"wait"))
    assert code == 0
    assert "a.png: reading 4 bytes" in out
    assert "Go on in a notebook: drawkit lab" in out


def test_a_remote_service_without_a_key(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DRAWKIT_BASE_URL", "http://127.0.0.1:9")
    monkeypatch.setattr("drawkit.client.keys.find", lambda *_, **__: (_ for _ in ()).throw(_missing()))
    code, _, err = run("analyze", file("a.pdf"))
    assert code == 1
    assert "drawkit: No API key was found." in err


@pytest.mark.parametrize("code", ["unauthenticated", "permission-missing", "address-not-allowed"])
def test_a_key_that_will_not_do_is_said_once(run: Run, monkeypatch: pytest.MonkeyPatch, code: str) -> None:
    asked: list[object] = []

    def refuse(_: Client, path: Path, *__: object, **___: object) -> Task:
        asked.append(path)
        raise error_of(contract.Problem.of(code, "Not with this key."))

    monkeypatch.setenv("DRAWKIT_BASE_URL", "http://127.0.0.1:9")
    monkeypatch.setenv("DRAWKIT_API_KEY", "a-key")
    monkeypatch.setattr(Client, "submit", refuse)
    exit_code, out, err = run("analyze", *(file(f"{n}.pdf") for n in range(9)), "--workers", 1)
    assert (exit_code, out) == (1, "")
    assert err.count("drawkit: Not with this key.") == len(err.splitlines()) == 1
    assert ("Check DRAWKIT_API_KEY (or api_key=...)." in err) == (code == "unauthenticated")
    assert len(asked) < 9


def _missing() -> Exception:
    from drawkit.client import KeyMissing

    return KeyMissing()


def _heeds_interrupts() -> None:
    """A process started in the background of a script ignores Ctrl+C, and so do its children."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.mark.skipif(sys.platform == "win32", reason="signals are of another kind there")
@pytest.mark.slow
def test_stopping_leaves_no_process_behind(tmp_path: Path) -> None:
    slow()
    root = Path(local.__file__).parents[1]
    copies = [f"copy_{n}.jpg" for n in range(4)]  # so many that reading them outlasts any pause of this test
    for copy in copies:
        Path(copy).write_bytes(Path("plate_scan.jpg").read_bytes())
    process = subprocess.Popen(
        [sys.executable, "-m", "drawkit", "analyze", *copies],
        stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, start_new_session=True,
        preexec_fn=_heeds_interrupts,  # noqa: PLW1509 - nothing else runs in this process
        env={**os.environ, "PYTHONPATH": str(root), "TMPDIR": str(tmp_path)},
    )  # fmt: skip
    began = time.monotonic()
    while not list(tmp_path.glob("drawkit-*/*/progress.json")):
        assert time.monotonic() - began < 120
        assert process.poll() is None
        time.sleep(0.1)
    process.send_signal(signal.SIGINT)
    _, told = process.communicate(timeout=60)
    assert process.returncode == 130, told
    assert told.decode().strip().endswith("Stopped.")
    assert b"Traceback" not in told
    for _ in range(100):
        try:
            os.killpg(process.pid, 0)
        except ProcessLookupError:
            break
        time.sleep(0.1)
    else:
        pytest.fail("a process is left")
    assert list(tmp_path.glob("drawkit-*")) == []


def locked_pdf(name: str) -> Path:
    writer = PdfWriter()
    writer.add_blank_page(100, 100)
    writer.encrypt(user_password="open sesame", algorithm="AES-256")
    with Path(name).open("wb") as into:
        writer.write(into)
    return Path(name)


@pytest.mark.usefixtures("stand_in")
def test_a_locked_pdf_says_how_to_give_its_password(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    code, _, err = run("analyze", locked_pdf("locked.pdf"), file("good.pdf"))
    assert code == 1
    assert "locked.pdf: The PDF is locked. Run drawkit in a terminal, which asks for its password" in err
    assert "Read 1 of 2 drawings" in err
    monkeypatch.setenv("DRAWKIT_PDF_PASSWORD", "open sesame")
    assert run("analyze", "locked.pdf", "--out", "out")[0] == 0
    assert [path.name for path in sorted(Path("out").iterdir())] == ["locked.json", "locked_page_1.png"]
    monkeypatch.setenv("DRAWKIT_PDF_PASSWORD", "wrong")
    assert run("analyze", "locked.pdf")[0] == 1
    # What the password opens, and the password itself, lie nowhere.
    kept = b"".join(path.read_bytes() for path in Path().rglob("*") if path.is_file())
    assert b"open sesame" not in kept


def test_the_terminal_asks_for_passwords(monkeypatch: pytest.MonkeyPatch) -> None:
    answers = ["wrong", "open sesame", "", "wrong", "wrong", "wrong"]
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    monkeypatch.setattr("typer.prompt", lambda *_, **said: answers.pop(0) if said["hide_input"] else "")
    drawings = drawings_in(
        [locked_pdf("a.pdf"), locked_pdf("b.pdf"), locked_pdf("c.pdf"), file("d.pdf"), Path("e.pdf")]
    )
    copies, faults = passwords.opened(drawings)
    assert [drawing.name for drawing in copies] == ["a"]
    assert [drawing.name for drawing in faults] == ["b", "c"]
    assert not contract.is_locked(copies[drawings[0]])
    assert answers == []


@pytest.mark.slow
def test_pages_of_a_long_pdf_and_of_a_tiff_file(run: Run, plate: Path) -> None:
    writer = PdfWriter()
    for _ in range(12):
        writer.add_blank_page(300, 200)
    writer.insert_page(PdfReader(plate).pages[0], 3)
    writer.write("long.pdf")
    sheets = [Image.new("L", (400, 300), 255) for _ in range(2)]
    sheets[0].save("scan.tiff", save_all=True, append_images=sheets[1:])
    code, _, err = run("analyze", "long.pdf")
    assert code == 1
    assert "has 13 pages, and at most 10 are read at a time. Name the pages to read, such as 1-10." in err
    code, _, err = run("analyze", "long.pdf", "scan.tiff", "--pages", "2,4")
    assert "scan.tiff: The drawing has 2 page(s); there is no page 4." in err
    result = contract.Result.from_json(Path("results/long.json").read_text("utf-8"))
    assert ([page.page for page in result.pages], len(result.dimensions)) == ([2, 4], 22)
    assert {dimension.page for dimension in result.dimensions} == {4}
    assert sorted(path.name for path in Path("results").glob("*.png")) == ["long_page_2.png", "long_page_4.png"]


@pytest.mark.usefixtures("stand_in")
def test_all_drawings_together(run: Run) -> None:
    files = (file("in/a.pdf"), file("in/deep/a.pdf"), file("photo.png", b"photograph"))
    code, _, err = run("analyze", *files, "--combined")
    assert code == 1
    assert "Read 2 of 3 drawings" in err
    book = openpyxl.load_workbook("results/all_drawings.xlsx")
    assert book.sheetnames[:2] == ["drawings", "dimensions"]
    assert book.sheetnames[-1] == "limits"
    names = [cell.value for cell in book["drawings"]["A"]]
    assert sorted(names[1:]) == ["in/a.pdf", "in/deep/a.pdf"]
    table = pd.read_csv("results/all_drawings_csv/dimensions.csv")
    assert sorted(table["file"]) == ["in/a.pdf", "in/deep/a.pdf"]
    assert set(table["nominal"]) == {88}
    assert len(pd.read_csv("results/all_drawings_csv/limits.csv")) == 2
    assert run("analyze", "photo.png", "--combined", "--out", "none")[0] == 1
    assert list(Path("none").iterdir()) == []
