"""`drawkit check` and what it prints and writes."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest
from pypdf import PdfReader, PdfWriter

from drawkit import contract, samples
from drawkit.cli import passwords
from drawkit.cli.files import drawings_in

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    """A result with one error, as JSON."""
    path = tmp_path / "plate.json"
    wrong = contract.Thread(id="t1", text="M13", designation="M13", box=(50, 60, 70, 80))
    page = contract.PageReport(page=1, width=842, height=595)
    path.write_text(contract.Result(pages=(page,), threads=(wrong,)).to_json())
    return path


def test_a_saved_result_is_checked(run: Run, saved: Path) -> None:
    code, out, err = run("check", saved, "--format", "json,csv", "--out", "found")
    assert (code, err) == (0, "")
    assert "plate.json: 1 error" in out
    assert "M13 is no nominal diameter of ISO 261." in out
    assert "ISO 261:1998, table 2" in " ".join(out.split())
    found = json.loads(Path("found/plate_checks.json").read_text())
    assert [one["rule"] for one in found] == ["thread_not_standard"]
    assert Path("found/plate_checks.csv").exists()


def test_a_rule_can_be_left_out(run: Run, saved: Path) -> None:
    assert "plate.json: nothing found" in run("check", saved, "--leave-out", "thread_not_standard")[1]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("plate.json", "--format", "doc"), "There is no format 'doc'. Choose from: json, csv, xlsx, pdf."),
        (("plate.json", "--leave-out", "nothing"), "There is no rule 'nothing'. There are: datum_not_defined, "),
        (("empty",), "There is neither a drawing nor a result in empty."),
    ],
)
def test_a_command_that_is_not_right(run: Run, saved: Path, arguments: tuple[str, ...], told: str) -> None:
    Path("empty").mkdir()
    code, _, err = run("check", *arguments)
    assert code == 2
    assert told in err


def test_what_cannot_be_read_does_not_stop_the_others(run: Run, saved: Path) -> None:
    Path("broken.json").write_text('{"pages": 3}')
    code, out, err = run("check", "broken.json", "missing.json", saved)
    assert code == 1
    assert "It is no result" in err
    assert "missing.json: No such file or directory." in err
    assert "plate.json: 1 error" in out


def test_what_cannot_be_written_is_told(run: Run, saved: Path) -> None:
    Path("found").write_text("a file stands in the way")
    code, _, err = run("check", saved, "--format", "json", "--out", "found")
    assert code == 1
    assert "plate.json: " in err


def test_a_drawing_is_read_and_checked(run: Run) -> None:
    path = samples.named("milled_plate").save("drawings")
    code, out, err = run("check", path, "--format", "pdf")
    assert (code, err) == (0, "")
    assert "milled_plate.pdf: " in out
    assert Path("results/milled_plate_checks.pdf").read_bytes().startswith(b"%PDF")


@pytest.mark.usefixtures("stand_in")
def test_a_drawing_that_cannot_be_read_is_named(run: Run) -> None:
    Path("bad.pdf").write_bytes(b"a fault")
    Path("good.pdf").write_bytes(b"fine")
    code, out, err = run("check", "bad.pdf", "good.pdf")
    assert code == 1
    assert "bad.pdf: " in err
    assert "good.pdf: " in out


def test_a_drawing_is_inspected(run: Run) -> None:
    path = samples.named("milled_plate").save("drawings")
    code, out, err = run("inspect", path, "--format", "xlsx,json", "--order", "rows", "--expand")
    assert (code, err) == (0, "")
    assert "milled_plate.pdf: " in out
    for name in ("milled_plate_inspection.xlsx", "milled_plate_inspection.json", "milled_plate_ballooned.pdf"):
        assert (Path("results") / name).stat().st_size > 1000
    plan = json.loads(Path("results/milled_plate_inspection.json").read_text())["plan"]
    assert (plan["order"], plan["expand"]) == ("rows", True)


def test_a_locked_drawing_is_inspected(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    writer = PdfWriter(clone_from=PdfReader(samples.named("milled_plate").save("drawings")))
    writer.encrypt(user_password="open sesame", algorithm="AES-256")
    writer.write("locked.pdf")
    code, _, err = run("inspect", "locked.pdf")
    assert code == 1
    assert "locked.pdf: The PDF is locked. Run drawkit in a terminal" in err
    monkeypatch.setenv("DRAWKIT_PDF_PASSWORD", "open sesame")
    code, out, err = run("inspect", "locked.pdf", "--format", "xlsx")
    assert (code, err) == (0, "")
    assert "locked_ballooned.pdf" in out
    assert not PdfReader("results/locked_ballooned.pdf").is_encrypted
    with zipfile.ZipFile("results/locked_inspection.xlsx") as book:
        assert any(name.startswith("xl/media/") for name in book.namelist()), "the sheet is shown"


def test_a_saved_result_is_inspected_without_balloons(run: Run, saved: Path) -> None:
    code, out, _ = run("inspect", saved)
    assert code == 0
    assert "plate.json: 0 characteristics" in out
    assert not Path("results/plate_ballooned.pdf").exists()


def test_an_order_or_a_tolerance_that_there_is_not(run: Run, saved: Path) -> None:
    assert "There is no order 'spiral'. Choose from: clockwise, rows." in run("inspect", saved, "--order", "spiral")[2]
    code, _, err = run("inspect", saved, "--general", "about right")
    assert code == 1
    assert "is no general tolerance" in err


def test_two_results_are_compared(run: Run) -> None:
    truth = samples.named("milled_plate").truth
    Path("a.json").write_text(truth.to_json())
    Path("b.json").write_text(truth.model_copy(update={"dimensions": truth.dimensions[1:]}).to_json())
    code, out, err = run("compare", "a.json", "b.json", "--format", "html,json")
    assert (code, err) == (0, "")
    assert "Compared a → b: 1 removed" in out
    assert len(json.loads(Path("results/a_b_compared.json").read_text())["changes"]) == 1
    assert Path("results/a_b_compared.html").exists()
    assert "no change" in run("compare", "a.json", "a.json")[1]


def test_other_drawings_are_told_as_such(run: Run) -> None:
    for name in ("milled_plate", "turned_part"):
        Path(f"{name}.json").write_text(samples.named(name).truth.to_json())
    out = run("compare", "milled_plate.json", "turned_part.json", "--format", "csv")[1]
    assert "These are two different drawings" in out
    assert " added" in run("compare", "milled_plate.json", "turned_part.json", "--anyway")[1]


def test_a_comparison_that_cannot_be(run: Run, saved: Path) -> None:
    assert "There is no format 'doc'. Choose from: html, json, " in run("compare", saved, saved, "--format", "doc")[2]
    code, _, err = run("compare", saved, "missing.json")
    assert code == 1
    assert "missing.json: No such file or directory." in err


def locked(name: str, password: str, sample: str = "milled_plate") -> str:
    writer = PdfWriter(clone_from=PdfReader(samples.named(sample).save("drawings")))
    writer.encrypt(user_password=password, algorithm="AES-256")
    writer.write(name)
    return name


def test_locked_drawings_are_compared(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = samples.named("milled_plate").save("drawings")
    old, new = locked("old.pdf", "open sesame"), locked("new.pdf", "tapioca")
    said = ""
    for arguments, named, unlocked in (((old, plain), "old.pdf", "plate"), ((plain, new), "new.pdf", "plate")):
        code, out, err = run("compare", *arguments)
        said += out + err
        assert (code, out) == (1, "")
        assert f"{named}: The PDF is locked. Run drawkit in a terminal, which asks for its password" in err
        assert f"{unlocked}.pdf: " not in err
    monkeypatch.setenv("DRAWKIT_PDF_PASSWORD", "open sesame")
    code, out, err = run("compare", old, plain)
    assert (code, err) == (0, "")
    assert "Compared old → milled_plate: no change" in out
    said += out
    code, out, err = run("compare", old, new)
    said += out + err
    assert code == 1
    assert "new.pdf: The PDF is locked, and what is in DRAWKIT_PDF_PASSWORD does not open it." in err
    assert "old.pdf" not in err
    monkeypatch.setenv("DRAWKIT_PDF_PASSWORD_2", "tapioca")
    code, out, err = run("compare", old, new, "--format", "html,json,xlsx,pdf,csv")
    assert (code, err) == (0, "")
    assert "Compared old → new: no change" in out
    said += out
    kept = b"".join(path.read_bytes() for path in Path().rglob("*") if path.is_file()) + said.encode()
    assert not any(password in kept for password in (b"open sesame", b"tapioca"))


def test_the_terminal_asks_for_the_password_of_each(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    answers = {"Password of old.pdf": ["wrong", "open sesame"], "Password of new.pdf": ["tapioca"]}

    def prompt(text: str, *, hide_input: bool, **_: object) -> str:
        assert hide_input
        asked.append(text)
        return answers[text].pop(0)

    monkeypatch.setattr("drawkit.cli.passwords.sys.stdin", SimpleNamespace(isatty=lambda: True))
    monkeypatch.setattr("typer.prompt", prompt)
    old, new = locked("old.pdf", "open sesame"), locked("new.pdf", "tapioca")
    found = passwords.opened(drawings_in([Path(old), Path(new)]))
    assert ([drawing.name for drawing in found[0]], found[1]) == (["old", "new"], {})
    assert asked == ["Password of old.pdf", "Password of old.pdf", "Password of new.pdf"]


def test_where_nothing_was_read_it_is_said(run: Run) -> None:
    Path("empty.json").write_text(contract.Result().to_json())
    assert "empty.json: nothing was read on it" in run("check", "empty.json")[1]
    assert "empty.json: nothing was read on it" in run("inspect", "empty.json")[1]
    truth = samples.named("milled_plate").truth
    Path("a.json").write_text(truth.to_json())
    out = run("compare", "a.json", "empty.json", "--format", "csv")[1]
    assert "Nothing was read on the new drawing." in out
    assert "No balloons: they stand on the drawing itself" in run("inspect", "a.json")[1]
    bare = tuple(size.model_copy(update={"box": None}) for size in truth.dimensions)
    Path("b.json").write_text(contract.Result(dimensions=bare).to_json())
    assert "No balloons: the result tells no places." in run("inspect", "b.json")[1]


def test_folders_and_one_file_by_two_names(run: Run) -> None:
    Path("rev").mkdir()
    Path("a.json").write_text(samples.named("milled_plate").truth.to_json())
    code, _, err = run("compare", "rev", "a.json")
    assert code == 2
    assert "rev is a folder. Name two drawings, or their results (JSON)." in err
    code, out, _ = run("compare", "a.json", Path("rev/../a.json").absolute())
    assert code == 0
    assert "no change" in out
