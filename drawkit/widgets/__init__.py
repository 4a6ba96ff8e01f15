"""Widgets for a notebook: forms, boards and viewers, which never hold a file's bytes or a key in their state.

Each is loaded when it is first used: the viewer loads what draws, and a form stands before that is needed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._lazy import lazy

if TYPE_CHECKING:
    from ._board import TaskBoard
    from ._comparison import ComparisonViewer
    from ._dropzone import DropZone
    from ._form import UploadForm
    from ._quota import QuotaView
    from ._viewer import ResultViewer
    from ._workbench import Workbench, workbench

__all__ = [
    "ComparisonViewer",
    "DropZone",
    "QuotaView",
    "ResultViewer",
    "TaskBoard",
    "UploadForm",
    "Workbench",
    "workbench",
]

_HOMES = {
    "ComparisonViewer": "_comparison",
    "DropZone": "_dropzone",
    "QuotaView": "_quota",
    "ResultViewer": "_viewer",
    "TaskBoard": "_board",
    "UploadForm": "_form",
    "Workbench": "_workbench",
    "workbench": "_workbench",
}

__getattr__, __dir__ = lazy(__name__, _HOMES, told=__all__)
