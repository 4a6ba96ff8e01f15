"""Who works on a job: a run of one process, which lives as long as it says so and its process does."""

from __future__ import annotations

import os
import socket
import uuid
from dataclasses import dataclass, field
from typing import Final

BEAT_S: Final = 3.0
"""Seconds between two signs of life."""
STALE_S: Final = 20.0
"""Seconds without one after which a run counts as dead."""


@dataclass(frozen=True)
class Owner:
    """One run of an experiment."""

    name: str
    host: str = field(default_factory=socket.gethostname)
    pid: int = field(default_factory=os.getpid)
    id: str = field(default_factory=lambda: uuid.uuid4().hex)


def dead_here(host: str, pid: int) -> bool:
    """Whether a process of this machine has surely ended; False where it cannot be known."""
    if host != socket.gethostname() or os.name == "nt":  # there, signal 0 would end the process
        return False
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    except OSError:
        return False
    return False
