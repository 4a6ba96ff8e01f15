"""How results, tasks, quota and status show themselves in a notebook.

Each is loaded when it is first used, for pandas and matplotlib come with it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._lazy import lazy

if TYPE_CHECKING:
    from ._clients import AsyncClient, Client
    from ._compared import Compared, compare
    from ._files import to_excel
    from ._picture import Picture
    from ._quota import Quota, Status
    from ._result import Result, concat, limits
    from ._share import Shared, share
    from ._tasks import AsyncTask, Task

__all__ = [
    "AsyncClient",
    "AsyncTask",
    "Client",
    "Compared",
    "Picture",
    "Quota",
    "Result",
    "Shared",
    "Status",
    "Task",
    "compare",
    "concat",
    "limits",
    "share",
    "to_excel",
]

_HOMES = {
    "AsyncClient": "_clients",
    "AsyncTask": "_tasks",
    "Client": "_clients",
    "Compared": "_compared",
    "Picture": "_picture",
    "Quota": "_quota",
    "Result": "_result",
    "Shared": "_share",
    "Status": "_quota",
    "Task": "_tasks",
    "compare": "_compared",
    "concat": "_result",
    "limits": "_result",
    "share": "_share",
    "to_excel": "_files",
}

__getattr__, __dir__ = lazy(__name__, _HOMES, told=__all__)
