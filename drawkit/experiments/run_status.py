"""The status of a run: counts that anybody may read while it goes on, and the time it will take yet."""

from __future__ import annotations

import io
import time
from dataclasses import dataclass, field

from rich.console import Console
from rich.progress import Progress as Estimator


@dataclass
class RunStatus:
    """Counts of a run. `known` were there before it; `left` were not submitted because the service takes no more."""

    total: int = 0
    known: int = 0
    refused: int = 0
    completed: int = 0
    failed: int = 0
    cancelled: int = 0
    left: int = 0
    open: int = 0
    running: int = 0
    interrupted: bool = False
    began: float = field(default_factory=time.monotonic)
    took_s: float | None = None

    def __post_init__(self) -> None:
        # rich's estimate of the time left, without its display.
        self._estimator = Estimator(console=Console(file=io.StringIO()), auto_refresh=False)
        self._bar = self._estimator.add_task("", total=self.total)

    @property
    def done(self) -> int:
        """How many of `total` have come to an end in this run, however."""
        return self.completed + self.failed + self.cancelled + self.left

    @property
    def left_s(self) -> float | None:
        """Seconds it will take yet, by the speed of late; None while nobody can say."""
        return self._estimator.tasks[0].time_remaining if self.done < self.total else 0.0

    def end(self, state: str) -> None:
        """Count one that ended."""
        setattr(self, state, getattr(self, state) + 1)
        self._estimator.update(self._bar, completed=self.done)

    def finish(self, *, interrupted: bool = False) -> None:
        """Stop the clock."""
        self.interrupted = interrupted
        self.took_s = time.monotonic() - self.began
