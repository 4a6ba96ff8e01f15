"""A notebook that may leave: its texts cleaned, its outputs as they show without a kernel, nothing else kept."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Mapping
from typing import Any, Final

from ._marks import is_marked, is_private
from ._share_html import clean_html
from ._share_text import Cleaner, decoded

WIDGET: Final = "application/vnd.jupyter.widget-view+json"
_TEXTS: Final = ("text/plain", "text/markdown", "text/latex")
_SIZES: Final = ("width", "height", "alt")
CHARTS: Final = "charts"
ATTACHMENTS: Final = "attachments"
NAMES: Final = "names"
KINDS: Final = frozenset({CHARTS, ATTACHMENTS, NAMES})
"""What of the reader's own can be kept."""
_OWN: Final = ("image/png", "image/jpeg")
_OURS: Final = "<Picture:"
_RUNS: Final = re.compile(r"<(script|iframe|object|embed|svg)\b.*?(?:</\1\s*>|\Z)", re.IGNORECASE | re.DOTALL)
_ATTACHED: Final = re.compile(r"!\[[^\]]*\]\(\s*<?attachment:(?P<name>[^)>\n]*?)>?\s*\)|attachment:(?P<bare>[^)\s]+)")
_NO_PICTURE: Final = "*[picture removed]*"
_LIVE: Final = "*A widget stood here. It works while the notebook runs.*"


def clean_notebook(notebook: Mapping[str, Any], cleaner: Cleaner, keep: frozenset[str] = frozenset()) -> dict[str, Any]:
    """Give a notebook of format 4 as it may be shared: new values throughout, unknown members left out."""
    cells = [_cell(cell, cleaner, keep) for cell in notebook["cells"]]
    for at, cell in enumerate(cells):
        cell["id"] = f"cell-{at:02}"  # an id of the notebook's own could say anything
    about = _about(notebook.get("metadata") or {}, cleaner)
    return {"cells": cells, "metadata": about, "nbformat": 4, "nbformat_minor": 5}


def _about(metadata: Mapping[str, Any], cleaner: Cleaner) -> dict[str, Any]:
    if metadata.get("widgets"):
        cleaner.removed["widget state"] += 1
    kernel = metadata.get("kernelspec") or {}
    told: dict[str, Any] = {}
    if kernel.get("name"):
        shown = {name: kernel[name] for name in ("name", "display_name", "language") if name in kernel}
        told["kernelspec"] = cleaner.value({"display_name": kernel["name"], **shown})
    if (metadata.get("language_info") or {}).get("name"):
        told["language_info"] = {"name": cleaner.text(str(metadata["language_info"]["name"]))}
    return told


def _cell(cell: Mapping[str, Any], cleaner: Cleaner, keep: frozenset[str]) -> dict[str, Any]:
    kind = cell.get("cell_type")
    attached = {
        name: kept
        for name, bundle in (cell.get("attachments") or {}).items()
        if (kept := _pictures(bundle, cleaner, own=ATTACHMENTS in keep))
    }
    source = cleaner.text(joined(cell.get("source")))
    if kind == "markdown":
        source, gone = _RUNS.subn("", source)
        source = _ATTACHED.sub(lambda found: found[0] if found["name"] in attached else _NO_PICTURE, source)
        cleaner.removed["active element"] += gone
    tags = [cleaner.text(str(tag)) for tag in (cell.get("metadata") or {}).get("tags", ())]
    told: dict[str, Any] = {"cell_type": kind, "metadata": {"tags": tags} if tags else {}, "source": source}
    if kind == "code":
        outputs = [_output(output, cleaner, keep) for output in cell.get("outputs", ())]
        told["execution_count"] = cell.get("execution_count")
        told["outputs"] = [output for output in outputs if output]
    elif attached:
        told["attachments"] = attached
    return told


def _output(output: Mapping[str, Any], cleaner: Cleaner, keep: frozenset[str]) -> dict[str, Any] | None:
    kind = output.get("output_type")
    if kind == "stream":
        name = "stderr" if output.get("name") == "stderr" else "stdout"
        return {"output_type": kind, "name": name, "text": cleaner.text(joined(output.get("text")))}
    if kind == "error":
        told = {name: cleaner.text(joined(output.get(name))) for name in ("ename", "evalue")}
        return {"output_type": kind, **told, "traceback": [cleaner.text(str(t)) for t in output.get("traceback", ())]}
    data = _bundle(output.get("data") or {}, cleaner, keep)
    if kind not in {"display_data", "execute_result"} or not data:
        return None
    count = {"execution_count": output.get("execution_count")} if kind == "execute_result" else {}
    return {"output_type": kind, "data": data, "metadata": _sizes(output, data, cleaner), **count}


def _bundle(data: Mapping[str, Any], cleaner: Cleaner, keep: frozenset[str]) -> dict[str, Any]:
    ours = joined(data.get("text/plain")).startswith(_OURS)  # of an earlier version, without a mark of its own
    kept: dict[str, Any] = _pictures(data, cleaner, own=CHARTS in keep and not ours)
    if "text/html" in data:
        kept["text/html"] = clean_html(joined(data["text/html"]), cleaner)
    kept |= {mime: cleaner.text(joined(data[mime])) for mime in _TEXTS if mime in data}
    if WIDGET in data:
        cleaner.removed["widget"] += 1
        if not kept.keys() - {"text/plain"}:
            kept = {"text/markdown": _LIVE, "text/plain": _LIVE.strip("*")}
    elif "application/json" in data and not kept:
        told = json.dumps(cleaner.value(data["application/json"]), ensure_ascii=False, indent=1)
        kept["text/plain"] = told  # a page cannot show the other form
    return kept


def _pictures(data: Mapping[str, Any], cleaner: Cleaner, *, own: bool) -> dict[str, Any]:
    """Keep the marked pictures of a bundle, with `own` the reader's too; other pictures, documents and sounds go."""
    kept = {}
    for mime, value in data.items():
        if not mime.startswith(("image/", "video/", "audio/")) and mime != "application/pdf":
            continue
        picture = decoded(joined(value)) if mime in _OWN else b""
        if (mime == "image/png" and is_marked(picture)) or (own and picture and not is_private(picture)):
            kept[mime] = base64.b64encode(picture).decode("ascii")
        else:
            cleaner.removed["picture"] += 1
    return kept


def _sizes(output: Mapping[str, Any], data: Mapping[str, Any], cleaner: Cleaner) -> dict[str, Any]:
    told = output.get("metadata") or {}
    sizes = told.get("image/png") if "image/png" in data else None
    return {"image/png": cleaner.value({n: sizes[n] for n in _SIZES if n in sizes})} if sizes else {}


def joined(value: Any) -> str:
    """Join a text of a notebook, which may be a list of lines."""
    return "".join(map(str, value)) if isinstance(value, list) else "" if value is None else str(value)
