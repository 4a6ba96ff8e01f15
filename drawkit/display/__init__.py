"""How results, tasks, quota and status show themselves in a notebook."""

from ._clients import AsyncClient, Client
from ._picture import Picture
from ._quota import Quota, Status
from ._result import Result, concat
from ._tasks import AsyncTask, Task

__all__ = ["AsyncClient", "AsyncTask", "Client", "Picture", "Quota", "Result", "Status", "Task", "concat"]
