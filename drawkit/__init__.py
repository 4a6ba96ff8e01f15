"""drawkit reads engineering drawings: title block, parts list, dimensions and tolerances as pandas DataFrames.

Everything here is loaded when it is first used: `import drawkit` alone takes a few milliseconds.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from . import client, contract, engine, figures, frames, samples
    from .client.errors import DrawkitError
    from .contract import Dialect, Options
    from .display import AsyncClient, AsyncTask, Client, Quota, Result, Status, Task, concat, share
    from .experiments import Experiment
    from .local import connect
    from .widgets import DropZone, QuotaView, ResultViewer, TaskBoard, UploadForm, Workbench, workbench

__version__ = "0.1.0"

__all__ = [
    "AsyncClient",
    "AsyncTask",
    "Client",
    "Dialect",
    "DrawkitError",
    "DropZone",
    "Experiment",
    "Options",
    "Quota",
    "QuotaView",
    "Result",
    "ResultViewer",
    "Status",
    "Task",
    "TaskBoard",
    "UploadForm",
    "Workbench",
    "__version__",
    "client",
    "concat",
    "connect",
    "contract",
    "engine",
    "figures",
    "frames",
    "samples",
    "share",
    "workbench",
]

_HOMES = {
    "AsyncClient": "display",
    "AsyncTask": "display",
    "Client": "display",
    "Dialect": "contract",
    "DrawkitError": "client.errors",
    "DropZone": "widgets",
    "Experiment": "experiments",
    "Options": "contract",
    "Quota": "display",
    "QuotaView": "widgets",
    "Result": "display",
    "ResultViewer": "widgets",
    "Status": "display",
    "Task": "display",
    "TaskBoard": "widgets",
    "UploadForm": "widgets",
    "Workbench": "widgets",
    "concat": "display",
    "connect": "local",
    "share": "display",
    "workbench": "widgets",
}
_ROOMS = ("client", "contract", "engine", "figures", "frames", "samples")


def __getattr__(name: str) -> Any:
    if name in _ROOMS:
        return importlib.import_module(f".{name}", __name__)
    if name in _HOMES:
        value = getattr(importlib.import_module(f".{_HOMES[name]}", __name__), name)
        globals()[name] = value
        return value
    raise AttributeError(f"module 'drawkit' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
