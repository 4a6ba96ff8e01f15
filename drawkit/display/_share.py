"""A copy of a notebook to hand on: as notebook and as one page of HTML, with nothing private in either."""

from __future__ import annotations

import importlib
import json
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from drawkit.client import DrawkitError

from . import _html, _words
from ._share_names import names_in, pattern_of
from ._share_notebook import KINDS, NAMES, clean_notebook
from ._share_text import Cleaner, secrets_here

_NO_NBCONVERT: Final = (
    "The HTML page needs nbconvert. Install it with: pip install nbconvert - or write the notebook alone with "
    "drawkit.share(..., html=False)."
)


@dataclass(frozen=True)
class Shared:
    """What `share` wrote, and how much it took out."""

    notebook: Path
    html: Path | None
    removed: Mapping[str, int]

    def __repr__(self) -> str:
        return f"<Shared: {self._written()}; {self._taken()}>"

    def _repr_html_(self) -> str:
        return _html.block(_html.div("cap", _html.esc(self._written())), _html.div("more", _html.esc(self._taken())))

    def _written(self) -> str:
        return " and ".join(path.name for path in (self.notebook, self.html) if path)

    def _taken(self) -> str:
        told = [_words.counted(number, what, _PLURALS.get(what)) for what, number in sorted(self.removed.items())]
        return f"taken out: {', '.join(told)}" if told else "nothing had to be taken out"


_PLURALS: Final = {"run of bytes": "runs of bytes", "widget state": "widget states"}


def share(
    path: str | os.PathLike[str],
    out: str | os.PathLike[str] | None = None,
    *,
    html: bool = True,
    keep: str | Iterable[str] = (),
) -> Shared:
    """Write a copy of a saved notebook that may leave this machine, and an HTML page of it.

    Widgets and their state, keys, absolute paths, addresses of published previews, bytes of files, and whatever runs
    in a browser are taken out. Of pictures stay those that drawkit drew from redacted previews or without any;
    pictures of other origin may show the source, and go. Names of people and companies that a table or a `repr` tells
    by field (`drawn_by`, "Legal owner"), and what tells of an owner in tables of a result, are blacked out wherever
    they stand; other words stay as they are.

    `keep` keeps more: "charts", your own pictures in outputs, such as those of matplotlib, "attachments", pictures in
    texts, and "names". What drawkit drew of a sheet as it is goes in any case. Look at what you keep: nobody else does.

    `out` is a folder, or the name of the new notebook; default `NAME.shared.ipynb` beside it. The page has the same
    name with `.html`. Raises `DrawkitError` for what is no notebook, `ImportError` without nbconvert.
    """
    wanted = frozenset([keep] if isinstance(keep, str) else keep)
    if wanted - KINDS:
        unknown = ", ".join(map(repr, sorted(wanted - KINDS)))
        raise ValueError(f"There is nothing called {unknown} to keep. Choose from: {', '.join(sorted(KINDS))}.")
    source = Path(path)
    target = _target(source, out)
    convert = _converter() if html else None
    told = _read(source)
    cleaner = Cleaner(secrets_here(), None if NAMES in wanted else pattern_of(names_in(told)))
    notebook = clean_notebook(told, cleaner, wanted)
    text = json.dumps(notebook, ensure_ascii=False, indent=1) + "\n"
    page = convert(notebook, source.stem) if convert else ""
    if any(map(cleaner.holds_key, (text, page))):
        raise DrawkitError(f"A key is left in {source.name} that cannot be taken out. Nothing was written.")
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(text, encoding="utf-8", errors="replace")
    shown = target.with_suffix(".html") if convert else None
    if shown is not None:
        shown.write_text(page, encoding="utf-8", errors="replace")
    return Shared(target, shown, {what: number for what, number in cleaner.removed.items() if number})


def _target(source: Path, out: str | os.PathLike[str] | None) -> Path:
    if out is None:
        return source.with_name(f"{source.stem}.shared.ipynb")
    target = Path(out)
    if target.suffix != ".ipynb":
        target = target / f"{source.stem}.ipynb"
    if target.resolve() == source.resolve():
        raise DrawkitError("The copy would take the notebook's own place. Choose another `out`.")
    return target


def _read(source: Path) -> dict[str, Any]:
    try:
        notebook: Any = json.loads(source.read_bytes())
    except ValueError:
        raise DrawkitError(f"{source.name} is not a notebook: it is not JSON.") from None
    cells = notebook.get("cells") if isinstance(notebook, dict) else None
    if not isinstance(cells, list) or notebook.get("nbformat") != 4:
        raise DrawkitError(f"{source.name} is not a notebook of format 4. Open it in JupyterLab and save it.")
    return dict(notebook)


def _converter() -> Any:
    try:
        exporter = importlib.import_module("nbconvert").HTMLExporter
        nbformat = importlib.import_module("nbformat")
    except ImportError:
        raise ImportError(_NO_NBCONVERT) from None

    def convert(notebook: Mapping[str, Any], title: str) -> str:
        whole = nbformat.from_dict(json.loads(json.dumps(notebook)))
        made = exporter(mathjax_url="", require_js_url="", jquery_url="", mermaid_js_url="", widget_renderer_url="")
        page, _ = made.from_notebook_node(whole, {"metadata": {"name": title}})
        return str(page)

    return convert
