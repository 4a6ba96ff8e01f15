from pathlib import Path

import pytest
from widgets_service import png

from drawkit.client import DrawkitError
from drawkit.widgets._paths import dropped, find


def paths_of(text: str, folder: Path | None = None) -> list[Path]:
    found = find(text, folder)
    assert found.remark == ""
    return found.paths


def test_paths_folders_and_patterns(drawing: Path) -> None:
    folder = drawing.parent
    (folder / "b.PNG").write_bytes(png())
    (folder / "notes.txt").write_text("no drawing")
    assert paths_of(" plate.pdf ", folder) == [drawing]
    assert paths_of(str(drawing)) == [drawing]
    assert paths_of(str(folder)) == [folder / "b.PNG", drawing]
    assert paths_of("*.pdf", folder) == [drawing]
    assert paths_of(f"**/{folder.name}/*.pdf", folder.parent) == [drawing]
    (folder / "old" / ".trash").mkdir(parents=True)
    below = folder / "old" / "c.pdf"
    for path in (below, folder / "old" / ".hidden.pdf", folder / "old" / ".trash" / "gone.pdf"):
        path.write_bytes(drawing.read_bytes())
    assert paths_of(str(folder)) == [folder / "b.PNG", drawing, below]
    (folder / "empty").mkdir()
    with pytest.raises(DrawkitError, match="holds no drawing"):
        paths_of("empty", folder)
    for missing in ("no/such", "*.dwg", "a\0b", "a**b*"):
        with pytest.raises(DrawkitError, match="There is no file"):
            paths_of(missing, folder)


@pytest.fixture
def mixed(drawing: Path) -> Path:
    """A folder with a drawing, and others in formats that are not read, below it too."""
    folder = drawing.parent
    (folder / "old").mkdir()
    for name in ("a.DWG", "b.step", "old/c.dwg", "old/.d.dwg", "letter.txt"):
        (folder / name).write_bytes(b"x")
    return folder


WHAT_TO_DO = "(drawkit reads PDF, JPEG, PNG, WebP, GIF, BMP, TIFF: export or convert them)."


def test_what_a_folder_holds_in_other_formats_is_told(mixed: Path) -> None:
    found = find(f" {mixed.name} ", mixed.parent)
    assert found.paths == [mixed / "plate.pdf"]
    assert found.remark == f"Passed over in {mixed.name!r}: 2 .dwg, 1 .step {WHAT_TO_DO}"
    with pytest.raises(DrawkitError) as told:
        find("old", mixed)
    assert str(told.value) == f"There is no drawing in 'old'. Passed over: 1 .dwg {WHAT_TO_DO}"


def test_what_a_pattern_names_in_other_formats_is_told(mixed: Path) -> None:
    found = find("*", mixed)
    assert found.paths == [mixed / "letter.txt", mixed / "plate.pdf"], "a text is refused beside its name"
    assert found.remark == f"Passed over in '*': 1 .dwg, 1 .step {WHAT_TO_DO}"
    with pytest.raises(DrawkitError) as told:
        find("**/*.step", mixed)
    assert str(told.value) == f"There is no drawing in '**/*.step'. Passed over: 1 .step {WHAT_TO_DO}"
    assert find("a.DWG", mixed).paths == [mixed / "a.DWG"], "a file that is named is refused beside its name"


@pytest.mark.parametrize(
    ("endings", "found", "told"),
    [
        ({}, 3, ""),
        ({".txt": 4, "readme": 1}, 3, ""),
        ({".dwg": 2, ".heic": 1, ".txt": 4}, 3, f"Passed over in 'job 7': 2 .dwg, 1 .heic {WHAT_TO_DO}"),
        ({}, 0, "There is no drawing in 'job 7'."),
        ({".dwg": 2000}, 0, f"There is no drawing in 'job 7'. Passed over: 2,000 .dwg {WHAT_TO_DO}"),
        ({}, 501, "Only the first 500 drawings of 'job 7' were added."),
        (
            {".dwg": 1},
            501,
            f"Only the first 500 drawings of 'job 7' were added. Passed over in 'job 7': 1 .dwg {WHAT_TO_DO}",
        ),
    ],
)
def test_what_a_dropped_folder_holds_is_told(endings: dict[str, int], found: int, told: str) -> None:
    assert dropped("job 7", endings, found, 500) == told


def test_a_long_name_is_told_by_its_end() -> None:
    told = dropped("x" * 300 + " end", {}, 0, 500)
    assert told.endswith("xxx end'.")
    assert len(told) < 120
