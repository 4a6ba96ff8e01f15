"""Reading at a remote service, through the open API."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, as_completed, wait
from contextlib import suppress
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from drawkit.client import AddressNotAllowed, Client, DrawkitError, PermissionMissing, Task, TaskError, Unauthenticated

from .files import Drawing
from .reading import Reading, Show, Tell, drawn
from .request import Request

_AT_A_TIME: Final = 4
_LOOK_S: Final = 0.2
_OF_THE_KEY: Final = (Unauthenticated, PermissionMissing, AddressNotAllowed)
"""Refusals that every other drawing would meet as well."""


def read(
    drawings: Sequence[Drawing],
    request: Request,
    tell: Tell,
    copies: Mapping[Drawing, bytes] = MappingProxyType({}),
    show: Show = lambda *_: None,
) -> Generator[Reading]:
    """Have drawings read, several at a time; gives each as it is done, and cancels the others at an early end.

    Raises what is the matter with the key, once for all drawings.
    """
    count = request.workers or _AT_A_TIME
    with Client() as client, ThreadPoolExecutor(count, thread_name_prefix="drawkit-analyze") as pool:
        tasks: dict[Drawing, Task] = {}
        futures = [pool.submit(_read, client, d, copies.get(d), request, tell, tasks) for d in drawings]
        try:
            for future in as_completed(futures):
                reading = future.result()
                if reading.result is not None:
                    show(reading.drawing, reading.result)
                yield _illustrated(reading, request)
        finally:
            _stop(futures, tasks)


def _stop(futures: Sequence[Future[Reading]], tasks: dict[Drawing, Task]) -> None:
    """Begin nothing more, and cancel what runs; a submission under way becomes a task only after a while."""
    for future in futures:
        future.cancel()
    while unfinished := [future for future in futures if not future.done()]:
        for task in list(tasks.values()):
            with suppress(DrawkitError):
                task.cancel()
        wait(unfinished, timeout=_LOOK_S)


def _read(
    client: Client, drawing: Drawing, copy: bytes | None, request: Request, tell: Tell, tasks: dict[Drawing, Task]
) -> Reading:
    try:
        task = tasks[drawing] = client.submit(
            copy or drawing.path, request.profile, options=request.options, name=drawing.path.name
        )
        task.wait(on_progress=lambda progress: tell(drawing, progress))  # the service has a time limit of its own
        result = task.data
        wanted = result.pages if result and request.options.publish else ()
        previews = [_preview(task, client, page.page) for page in wanted]
    except TaskError as error:
        problem = error.problem
        return Reading(drawing, failure=(problem.detail or problem.title) if problem else str(error))
    except _OF_THE_KEY:
        raise
    except DrawkitError as error:
        return Reading(drawing, failure=str(error))
    finally:
        tasks.pop(drawing, None)
    if result is None:
        return Reading(drawing, failure="The service gives no result with the completed task.")
    return Reading(drawing, result, previews=previews)


def _illustrated(reading: Reading, request: Request) -> Reading:
    """The reading with pictures instead of previews; drawn one by one, for matplotlib is not safe in threads."""
    if reading.result is None or not request.options.publish:
        return reading
    return replace(reading, pictures=drawn(reading.result, reading.previews))


def _preview(task: Task, client: Client, page: int) -> bytes | None:
    with suppress(DrawkitError):  # no preview is no reason to have no result
        return client.preview(task, page)
    return None
