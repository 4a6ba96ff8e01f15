"""Whether another process of this machine still lives: who left a lease or files behind."""

from __future__ import annotations

import os
import socket


def process_ended(host: str, pid: int) -> bool:
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
