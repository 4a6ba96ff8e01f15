"""Writes and executes the example notebooks: python tests/notebooks/build.py [--folder FOLDER] [NAME ...]."""

import argparse
import base64
import os
import re
import sys
import tempfile
from pathlib import Path

import nbformat
from cells import Cell
from nbclient import NotebookClient
from stories import STORIES

ROOT = Path(__file__).parents[2]
_KERNEL = {"name": "python3", "display_name": "Python 3", "language": "python"}
_TIMEOUT_SECONDS = 600
_ATTACHED = re.compile(r"\(attachment:([\w.]+)\)")


def notebook_of(cells: tuple[Cell, ...]) -> nbformat.NotebookNode:
    made = []
    for at, (kind, source, tags) in enumerate(cells):
        cell = (nbformat.v4.new_code_cell if kind == "code" else nbformat.v4.new_markdown_cell)(source)
        cell["id"] = f"cell-{at:02}"  # stable ids make small differences
        if tags:
            cell.metadata["tags"] = list(tags)
        if pictures := _ATTACHED.findall(source):
            cell["attachments"] = {
                name: {"image/png": _base64(ROOT / "tests" / "notebooks" / name)} for name in pictures
            }
        made.append(cell)
    return nbformat.v4.new_notebook(cells=made, metadata={"kernelspec": _KERNEL})


def _base64(path: Path) -> str:
    return base64.b64encode(path.read_bytes()).decode("ascii")


def execute(notebook: nbformat.NotebookNode, folder: Path) -> None:
    """Run it with a service state of its own, and keep nothing that a reader cannot see."""
    with tempfile.TemporaryDirectory() as state:
        hidden = {name: os.environ.pop(name, None) for name in ("DRAWKIT_BASE_URL", "DRAWKIT_API_KEY")}
        os.environ.update(DRAWKIT_STATE=state, PYTHONPATH=str(ROOT))
        try:
            NotebookClient(
                notebook,
                timeout=_TIMEOUT_SECONDS,
                kernel_name="python3",
                resources={"metadata": {"path": str(folder)}},
                store_widget_state=False,
            ).execute()
        finally:
            os.environ.update({name: value for name, value in hidden.items() if value is not None})
    tidy(notebook)


def tidy(notebook: nbformat.NotebookNode) -> None:
    """Take out times, versions and the ids of widgets, which live no longer."""
    notebook.metadata = {"kernelspec": _KERNEL, "language_info": {"name": "python"}}
    for cell in notebook.cells:
        cell.metadata.pop("execution", None)
        for output in cell.get("outputs", ()):
            output.get("data", {}).pop("application/vnd.jupyter.widget-view+json", None)


def main(folder: Path, names: list[str]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name in names:
        notebook = notebook_of(STORIES[name])
        execute(notebook, folder)
        path = folder / f"{name}.ipynb"
        nbformat.write(notebook, path)
        sys.stdout.write(f"{path.name}: {path.stat().st_size / 1000:.0f} kB\n")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Write and execute the example notebooks.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"which, of {', '.join(STORIES)}; default all")
    parser.add_argument("--folder", type=Path, default=ROOT / "notebooks")
    given = parser.parse_args()
    unknown = set(given.names) - set(STORIES)
    if unknown:
        parser.error(f"no notebook {', '.join(sorted(unknown))}")
    main(given.folder, given.names or list(STORIES))
