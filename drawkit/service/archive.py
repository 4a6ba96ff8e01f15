"""What is kept of ended tasks, and how it goes: publications withdrawn, tasks deleted."""

from __future__ import annotations

from .database import opened
from .files import Files
from .settings import Settings
from .store import Store


class Archive:
    """The ended tasks of a service. Safe to use from several threads, and while the service runs elsewhere."""

    def __init__(self, settings: Settings, store: Store | None = None) -> None:
        self._store = store or Store(opened(settings))
        self._files = Files(settings.state_dir)

    def withdraw(self, task_id: str) -> bool:
        """Take back what a task published; whether there was anything."""
        publication_id = self._store.withdraw(task_id)
        if publication_id is not None:
            self._files.withdraw(publication_id)
        return publication_id is not None

    def delete(self, task_id: str) -> bool:
        """Delete an ended task with its source, result, publication and event; False when there is no such task.

        What it was charged stays charged.
        """
        if not self._store.ended(task_id):
            return False
        self.withdraw(task_id)
        self._files.drop_source(task_id)
        deleted = self._store.delete(task_id)
        self._store.database.wipe()
        return deleted

    def close(self) -> None:
        """Close the connections to the store."""
        self._store.database.close()
