"""The application: endpoints behind the gate, and the parts that live as long as it does."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager

import anyio.to_thread
from fastapi import FastAPI

from drawkit.engine.version import version

from . import docs, endpoints, openapi, problems, publish
from .executors.choice import ExecutorSource
from .gate import Gate
from .settings import Settings
from .state import build
from .worker import Analysis, read_drawing

log = logging.getLogger(__name__)


def create_app(
    settings: Settings | None = None,
    *,
    analysis: Analysis = read_drawing,
    modules: Iterable[str] | None = None,
    executor: ExecutorSource | None = None,
) -> FastAPI:
    """The service as an ASGI application; it works between its lifespan's start and end.

    `analysis` and `modules` replace the engine; `executor` runs analyses elsewhere: any
    `concurrent.futures.Executor`, a function that makes one, or a name as in the setting of that name. Raises
    `ExecutorError` when that cannot be had, `StateFolderInUseError` at its start when another service has the state
    folder.
    """
    settings = settings or Settings()
    service = build(settings, analysis, _always(modules), executor)

    @asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        await anyio.to_thread.run_sync(service.start)
        try:
            yield
        finally:
            await anyio.to_thread.run_sync(service.stop)

    app = FastAPI(
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
        generate_unique_id_function=lambda route: route.name,
    )
    app.state.service = service
    problems.install(app)
    app.include_router(endpoints.router)
    app.include_router(publish.router)
    app.include_router(docs.router)
    openapi.install(app, version())
    app.add_middleware(Gate, keys=service.keys, throttle=service.throttle, settings=settings)
    return app


def _always(modules: Iterable[str] | None) -> Callable[[], tuple[str, ...]] | None:
    if modules is None:
        return None
    chosen = tuple(modules)
    return lambda: chosen
