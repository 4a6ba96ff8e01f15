"""Widgets for a notebook: forms, boards and viewers, which never hold a file's bytes or a key in their state.

Each is loaded when it is first used: the viewer loads what draws, and a form stands before that is needed.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ._board import TaskBoard
    from ._dropzone import DropZone
    from ._form import UploadForm
    from ._quota import QuotaView
    from ._viewer import ResultViewer
    from ._workbench import Workbench, workbench

__all__ = ["DropZone", "QuotaView", "ResultViewer", "TaskBoard", "UploadForm", "Workbench", "workbench"]

_HOMES = {
    "DropZone": "_dropzone",
    "QuotaView": "_quota",
    "ResultViewer": "_viewer",
    "TaskBoard": "_board",
    "UploadForm": "_form",
    "Workbench": "_workbench",
    "workbench": "_workbench",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'drawkit.widgets' has no attribute {name!r}")
    value = getattr(importlib.import_module(f".{_HOMES[name]}", __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
