"""A submission from form to queue: look at the file, check what is asked, keep the source, charge and accept."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import anyio
import anyio.to_thread

from drawkit.contract import (
    DrawingFile,
    Options,
    Problem,
    Refused,
    modules_of,
    parse_options,
    profile_named,
)

from .files import Files
from .idempotency import Answer, Retry, fingerprint_of
from .inspections import Inspections
from .keys import KeyInfo
from .settings import Settings
from .store import Allowance, Store, Submission
from .uploads import Form

Modules = Callable[[], tuple[str, ...]]
_NO_ENGINE_S = 60


class Submissions:
    """Takes submissions in."""

    def __init__(
        self, store: Store, files: Files, settings: Settings, inspections: Inspections, modules: Modules
    ) -> None:
        self._store = store
        self._files = files
        self._settings = settings
        self._modules = modules
        self._inspections = inspections

    async def take(self, key: KeyInfo, form: Form, idempotency_key: str | None) -> Answer:
        """Accept a submission, or raise `Refused` and keep nothing of it."""
        modules = await anyio.to_thread.run_sync(self._modules)
        if not modules:
            detail = "This service has no reading engine. Its operator installs it with: pip install 'drawkit[local]'"
            raise Refused(Problem.of("unavailable", detail, retry_after=_NO_ENGINE_S))
        options = parse_options(form.options_json)
        profile = _profile(form.profile)
        retry = None
        if idempotency_key is not None:
            said = ("task", form.profile or "", options.to_json(), form.batch_id or "", form.name)
            source = self._files.source(form.upload)
            retry = Retry(idempotency_key, await anyio.to_thread.run_sync(partial(fingerprint_of, *said, file=source)))
            earlier = await anyio.to_thread.run_sync(self._store.answered, key.key_id, retry)
            if earlier:
                return earlier
        modules_of(profile_named(profile), options.task_list, built=modules)
        source = self._files.source(form.upload)
        file = await self._inspections.look(source, form.name, key.key_id, options.pages)
        task = _submission(key, form, profile, options, file)
        allowance = allowance_of(key, self._settings)
        return await anyio.to_thread.run_sync(self._accept, form.upload, task, allowance, retry)

    def _accept(self, upload: str, task: Submission, allowance: Allowance, retry: Retry | None) -> Answer:
        named: list[str] = []

        def name(task_id: str) -> None:
            named.append(task_id)
            self._files.rename_source(upload, task_id)

        try:
            return self._store.accept(task, allowance, retry, name)
        except BaseException:
            for task_id in named:
                self._files.drop_source(task_id)
            raise


def allowance_of(key: KeyInfo, settings: Settings) -> Allowance:
    """What a key may have: its own limits, else the service's."""
    tasks = settings.tasks_per_month if key.tasks_per_month is None else key.tasks_per_month
    pages = settings.pages_per_month if key.pages_per_month is None else key.pages_per_month
    return Allowance({"tasks": tasks, "pages": pages}, settings.max_open_tasks)


def _submission(key: KeyInfo, form: Form, profile: str, options: Options, file: DrawingFile) -> Submission:
    return Submission(
        key_id=key.key_id,
        profile=profile,
        options=options.model_dump(mode="json", exclude_none=True),
        file=file,
        pages=_pages(options, file),
        batch_id=form.batch_id,
    )


def _profile(name: str | None) -> str:
    if name is None:
        raise Refused(Problem.of("invalid-request", "The form field 'profile' is missing.", pointer="/profile"))
    return profile_named(name).value


def _pages(options: Options, file: DrawingFile) -> int:
    if options.pages is None:
        return file.pages
    beyond = [page for page in options.pages if page > file.pages]
    if beyond:
        detail = f"The file has {file.pages} page(s); there is no page {beyond[0]}."
        raise Refused(Problem.of("invalid-request", detail, pointer="/options_json/pages"))
    return len(set(options.pages))
