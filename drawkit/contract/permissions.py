"""What a key may do (API document, section 4, last column)."""

from __future__ import annotations

from enum import StrEnum


class Permission(StrEnum):
    """One permission of an API key; each endpoint asks for exactly one."""

    STATUS_READ = "status:read"
    QUOTA_READ = "quota:read"
    TASKS_READ = "tasks:read"
    TASKS_CREATE = "tasks:create"
    """Submit a task, and cancel one: cancelling has no permission of its own (section 4, rule 2)."""
    BATCHES_CREATE = "batches:create"
    BATCHES_READ = "batches:read"


ALL_PERMISSIONS: frozenset[Permission] = frozenset(Permission)
