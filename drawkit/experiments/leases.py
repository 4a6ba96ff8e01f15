"""Who has the lease of a job: a run of one process, for as long as its heartbeat goes on and its process lives."""

from __future__ import annotations

import os
import socket
import uuid
from dataclasses import dataclass, field
from typing import Final

HEARTBEAT_S: Final = 3.0
"""Seconds between two heartbeats."""
LEASE_S: Final = 20.0
"""Seconds without one after which the leases of a run expire."""


@dataclass(frozen=True)
class Owner:
    """One run of an experiment."""

    name: str
    host: str = field(default_factory=socket.gethostname)
    pid: int = field(default_factory=os.getpid)
    id: str = field(default_factory=lambda: uuid.uuid4().hex)
