"""Who has the lease of a job: a run of one process, for as long as its heartbeat goes on and its process lives."""

from __future__ import annotations

import os
import socket
import time
import uuid
from collections.abc import Mapping
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


class Beats:
    """The heartbeats of other runs, as one run hears them.

    Whether one is late is told by how long ago it was heard, never by the moment that it names: the clocks of two
    machines differ, and each can be set.
    """

    def __init__(self) -> None:
        self._heard: dict[str, tuple[float, float]] = {}

    def late(self, beats: Mapping[str, float]) -> set[str]:
        """Those of whom nothing new was heard for as long as a lease lasts; `beats` are the last that each left."""
        now, before = time.monotonic(), self._heard
        self._heard = {
            who: before[who] if who in before and before[who][0] == beat else (beat, now) for who, beat in beats.items()
        }
        return {who for who, (_, since) in self._heard.items() if now - since > LEASE_S}
