"""drawkit reads engineering drawings: title block, parts list, dimensions and tolerances as pandas DataFrames.

Everything here is loaded when it is first used: `import drawkit` alone takes a few milliseconds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._lazy import lazy

if TYPE_CHECKING:
    from . import checks, client, comparison, contract, engine, figures, frames, inspection, samples, tolerances
    from .client.errors import DrawkitError
    from .contract import Dialect, Options
    from .display import (
        AsyncClient,
        AsyncTask,
        Client,
        Quota,
        Result,
        Status,
        Task,
        compare,
        concat,
        limits,
        share,
        to_excel,
    )
    from .experiments import Experiment
    from .local import connect
    from .reference import help  # noqa: A004 - what people look for
    from .widgets import (
        ComparisonViewer,
        DropZone,
        QuotaView,
        ResultViewer,
        TaskBoard,
        UploadForm,
        Workbench,
        workbench,
    )

__version__ = "0.1.0"

__all__ = [
    "AsyncClient",
    "AsyncTask",
    "Client",
    "ComparisonViewer",
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
    "checks",
    "client",
    "compare",
    "comparison",
    "concat",
    "connect",
    "contract",
    "engine",
    "figures",
    "frames",
    "help",
    "inspection",
    "limits",
    "samples",
    "share",
    "to_excel",
    "tolerances",
    "workbench",
]

_HOMES = {
    "AsyncClient": "display",
    "AsyncTask": "display",
    "Client": "display",
    "ComparisonViewer": "widgets",
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
    "compare": "display",
    "concat": "display",
    "connect": "local",
    "help": "reference",
    "limits": "display",
    "share": "display",
    "to_excel": "display",
    "workbench": "widgets",
}
_ROOMS = (
    "checks",
    "client",
    "comparison",
    "contract",
    "engine",
    "figures",
    "frames",
    "inspection",
    "samples",
    "tolerances",
)

__getattr__, __dir__ = lazy(__name__, _HOMES, _ROOMS, told=__all__)
