"""What a drawing says, from a label, a result or a sample, in one form: for each list, the entries of each page."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final, TypeAlias

from drawkit.client import ConfigurationError
from drawkit.contract import Result

Entry: TypeAlias = Mapping[str, Any]
Facts: TypeAlias = dict[str, dict[int, list[Entry]]]
Labels: TypeAlias = str | Path | Mapping[str, Any] | Iterable[Any]
"""A folder of label files; labels, results or samples by the drawing's name or stem; or several samples."""

LABEL_NAMES: Final[dict[str, str]] = {
    "dimensions": "dimensions",
    "geometric_tolerances": "gdt",
    "surface_textures": "surface_texture",
    "datum_features": "datum_features",
    "bom": "bom",
    "notes": "notes",
}
"""Each list of a result with its name in a label."""


def of_result(result: Result | None) -> Facts:
    """What a result says; nothing when there is none."""
    if result is None:
        return {}
    told = result.to_dict()
    facts = {name: _by_page(told[name]) for name in LABEL_NAMES}
    facts["title_blocks"] = {int(block.get("page", 1)): [block] for block in told["title_blocks"]}
    return facts


def of_label(label: Mapping[str, Any]) -> Facts:
    """What a label says: an entry a page, each list under its name in a label. A page's facts may be missing."""
    facts: Facts = {}
    for name, in_label in LABEL_NAMES.items():
        flat = label.get(in_label)
        if isinstance(flat, list):
            facts[name] = _by_page(flat)
            continue
        pages = {int(page.get("page", 1)): page.get(in_label) or [] for page in label.get("pages") or ()}
        facts[name] = {page: [_entry(one) for one in found] for page, found in pages.items() if found}
    facts["title_blocks"] = {
        int(page.get("page", 1)): [page.get("title_block") or {}] for page in label.get("pages") or ()
    }
    return facts


def of_truth(truth: Any) -> Facts:
    """What a label, a result or a sample says. Raises `TypeError` for anything else."""
    if isinstance(truth, Mapping):
        return of_label(truth)
    reviewed = getattr(truth, "corrected", None)  # of a result that a person has reviewed, what they decided
    told = reviewed if isinstance(reviewed, Result) else truth
    told = getattr(told, "truth", told)  # a sample
    if isinstance(told, Result):
        return of_result(told)
    raise TypeError(f"A label is a dict, a result or a sample, not {type(truth).__name__}.")


def gathered(labels: Labels) -> dict[str, Any]:
    """Labels by name. Raises `ConfigurationError` when a folder has none, or a file is no label."""
    if isinstance(labels, str | Path):
        files = sorted(Path(labels).expanduser().glob("*.json"))
        if not files:
            raise ConfigurationError(f"There is no label (*.json) in {str(labels)!r}.")
        return {file.stem: _loaded(file) for file in files}
    if isinstance(labels, Mapping):
        return {str(name): label for name, label in labels.items()}
    samples: Iterable[Any] = labels
    return {str(sample.file_name): sample for sample in samples}


def label_for(labels: Mapping[str, Any], name: str) -> Any | None:
    """The label of a drawing: by its name, its file name, or the stem of that."""
    file = name.rsplit("/", 1)[-1]
    for wanted in (name, file, Path(file).stem):
        if wanted in labels:
            return labels[wanted]
    stems = {Path(key).stem: key for key in labels}
    return labels.get(stems.get(Path(file).stem, ""))


def _loaded(file: Path) -> Mapping[str, Any]:
    try:
        label = json.loads(file.read_text("utf-8"))
    except ValueError as error:
        raise ConfigurationError(f"{file.name} is no label: {error}.") from None
    if not isinstance(label, dict):
        raise ConfigurationError(f"{file.name} is no label: it holds no JSON object.")
    return label


def _by_page(entries: Iterable[Any]) -> dict[int, list[Entry]]:
    pages: dict[int, list[Entry]] = {}
    for entry in entries:
        page = int(entry.get("page", 1)) if isinstance(entry, Mapping) else 1
        pages.setdefault(page, []).append(_entry(entry))
    return pages


def _entry(one: Any) -> Entry:
    return one if isinstance(one, Mapping) else {"text": str(one), "label": str(one)}
