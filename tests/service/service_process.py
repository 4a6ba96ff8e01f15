"""A service in a process of its own, with a stand-in for the engine: `python service_process.py STATE ANALYSIS`."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import httpx
import psutil
import service_analyses
from service_files import picture

from drawkit.contract import MODULES
from drawkit.service.__main__ import embedded
from drawkit.service.server import serve_embedded
from drawkit.service.settings import Settings

HERE = Path(__file__).parent
ROOT = HERE.parent.parent


def environment(**more: str) -> dict[str, str]:
    """The environment in which a service finds this checkout and its stand-ins."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), str(HERE)]), **more}


class Process:
    """A running service and the hello it said."""

    def __init__(self, *command: str, **more: str) -> None:
        began = time.monotonic()
        self.popen = subprocess.Popen(
            [sys.executable, *command],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment(**more),
            text=True,
        )
        line = self.popen.stdout.readline()
        self.start_s = time.monotonic() - began
        self.log: list[str] = []
        self._reader = threading.Thread(target=lambda: self.log.extend(self.popen.stderr), daemon=True)
        self._reader.start()
        self.hello = json.loads(line) if line else None
        if self.hello:
            headers = {"Authorization": f"Bearer {self.hello['api_key']}"}
            self.client = httpx.Client(base_url=self.hello["base_url"], headers=headers, timeout=20)
            self.family = psutil.Process(self.popen.pid)

    def submit(self, key: str) -> str:
        files = {"file": ("a.png", picture())}
        form = {"profile": "full", "options_json": "{}"}
        answer = self.client.post("/api/open/tasks", files=files, data=form, headers={"Idempotency-Key": key})
        answer.raise_for_status()
        return answer.json()["task_id"]

    def get(self, path: str):
        return self.client.get(f"/api/open/{path}").json()

    def kill(self) -> None:
        self.popen.send_signal(signal.SIGKILL)
        self.close()

    def end(self, timeout: float = 60) -> int:
        self.popen.stdin.close()
        code = self.popen.wait(timeout)
        self.close()
        return code

    def close(self) -> None:
        self.popen.wait(60)
        self._reader.join(10)
        for pipe in (self.popen.stdin, self.popen.stdout, self.popen.stderr):
            with contextlib.suppress(BrokenPipeError):
                pipe.close()
        if self.hello:
            self.client.close()


if __name__ == "__main__":
    settings = embedded(Settings(state_dir=Path(sys.argv[1]), workers=2))
    serve_embedded(settings, analysis=getattr(service_analyses, sys.argv[2]), modules=MODULES)
