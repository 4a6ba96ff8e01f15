"""Processor cores: where more analyses run than there are places, those that have one leave some cores to the others.

Else three would share two cores, and a small drawing of one key took as much longer as another's worst files compute.
Linux alone has this; elsewhere, and where there is one core, the operating system shares it between all.
"""

from __future__ import annotations

import contextlib
import os
import sys
from pathlib import Path
from typing import Final

Cores = tuple[int, ...]

_OF_ONE: Final = 2
"""Cores that one reading can use: networks compute on two."""


def _own() -> Cores:
    return tuple(sorted(os.sched_getaffinity(0))) if sys.platform == "linux" else ()


ALL: Final[Cores] = _own()
"""The cores of the service, as it was started; none where they cannot be given."""


def left_by(beside: int) -> Cores:
    """The cores of those that have a place while so many others run beside them: one at least."""
    return ALL[: max(1, len(ALL) - _OF_ONE * beside)]


def announce(folder: Path) -> None:
    """Tell in a job's folder which process has it, after that has taken back every core that it may have left."""
    if _own() != ALL:
        give(os.getpid(), ALL)
    with contextlib.suppress(OSError):  # a full disk is no reason not to read
        (folder / "process").write_text(str(os.getpid()), encoding="ascii")


def process_in(folder: Path) -> int | None:
    """The process that has the job of a folder; None before it began."""
    try:
        return int((folder / "process").read_text(encoding="ascii"))
    except (OSError, ValueError):
        return None


def give(process: int, cores: Cores) -> None:
    """Let every thread of a process of ours run on these cores; it may have ended."""
    if sys.platform != "linux":
        return
    with contextlib.suppress(OSError):
        for thread in Path(f"/proc/{process}/task").iterdir():
            with contextlib.suppress(OSError):
                os.sched_setaffinity(int(thread.name), cores)
