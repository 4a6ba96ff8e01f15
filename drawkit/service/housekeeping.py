"""What is done from time to time: sources past their retention, old retry records, last use of keys."""

from __future__ import annotations

import logging
import threading

from sqlalchemy import delete, select, update
from sqlalchemy.exc import DBAPIError

from .clock import ago
from .files import Files
from .keys import Keys
from .outbox import Outbox
from .schema import answers, publications, tasks
from .store import Store

log = logging.getLogger(__name__)
_EVERY_S = 30.0
_ANSWERS_S = 24 * 3600
_PORTION = 500


class Housekeeper:
    """Keeps the state folder tidy, on a thread of its own."""

    def __init__(self, store: Store, files: Files, keys: Keys, outbox: Outbox, retention_s: float) -> None:
        self._store = store
        self._files = files
        self._keys = keys
        self._outbox = outbox
        self._retention_s = retention_s
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._loop, name="housekeeper", daemon=True)

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def stop(self) -> None:
        """Stop, after a last round for the keys' last use."""
        self._stopping.set()
        if self._thread.is_alive():
            self._thread.join(timeout=5)
        self._round()

    def after_crash(self) -> None:
        """Delete files the store knows nothing of."""
        with self._store.database.read() as connection:
            kept = set(connection.execute(select(tasks.c.task_id).where(tasks.c.source_kept)).scalars())
            published = set(connection.execute(select(publications.c.publication_id)).scalars())
        self._files.drop_strangers(kept, published)

    def tidy(self) -> None:
        """One round of work."""
        self._keys.flush_last_use()
        self._outbox.drop_expired_secrets()
        self._drop_sources()
        with self._store.database.write() as connection:
            connection.execute(delete(answers).where(answers.c.created_at < ago(_ANSWERS_S)))

    def _drop_sources(self) -> None:
        over = (tasks.c.source_kept, tasks.c.finished_at < ago(self._retention_s))
        while True:
            with self._store.database.read() as connection:
                task_ids = connection.execute(select(tasks.c.task_id).where(*over).limit(_PORTION)).scalars().all()
            if not task_ids:
                return
            for task_id in task_ids:
                self._files.drop_source(task_id)
            with self._store.database.write() as connection:
                connection.execute(update(tasks).where(tasks.c.task_id.in_(task_ids)).values(source_kept=False))

    def _loop(self) -> None:
        while not self._stopping.wait(_EVERY_S):
            self._round()

    def _round(self) -> None:
        try:
            self.tidy()
        except (DBAPIError, OSError) as error:
            log.warning("housekeeping put off", extra={"error": type(error).__name__})
