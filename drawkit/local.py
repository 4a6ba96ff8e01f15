"""A client for the service at hand: the remote one that is set, or an embedded one in this process tree."""

from __future__ import annotations

import atexit
import importlib
import importlib.util
import json
import os
import queue
import subprocess
import sys
import threading
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import timedelta
from os import PathLike
from pathlib import Path
from typing import IO, TYPE_CHECKING, Final

from .client import ConfigurationError, LocalServiceFailed, LocalServiceMissing
from .client.keys import Secret
from .client.shell import ADDRESS_VARIABLE
from .contract import DEFAULT_DIALECT, Dialect

if TYPE_CHECKING:
    from .display import Client

STATE_VARIABLE: Final = "DRAWKIT_STATE"
_NEEDED = ("cv2", "fastapi", "limits", "onnxruntime", "pebble", "platformdirs", "pypdfium2", "sqlalchemy", "uvicorn")
_START_SECONDS = 90.0
_STOP_SECONDS = 10.0
_FOLDER_IN_USE = 3
_FOLDERS = 9
_LOG_LINES = 15


def connect(
    base_url: str | None = None,
    api_key: str | Secret | None = None,
    *,
    state: str | PathLike[str] | None = None,
    workers: int | None = None,
    dialect: Dialect = DEFAULT_DIALECT,
    timeout: float | None = 30.0,
    max_wait: float | timedelta = 120.0,
) -> Client:
    """Connect to a service and hand back a client for it.

    With `base_url` or DRAWKIT_BASE_URL: to that service, with `api_key` or DRAWKIT_API_KEY. Without: to an embedded
    one on this machine, which keeps its tasks in the folder `state` (or DRAWKIT_STATE, or the user's cache folder),
    reads `workers` drawings at a time, and ends with this process. It starts once: a second call finds it running.

    Raises `LocalServiceMissing` when there is neither, `LocalServiceFailed` when the embedded one does not start.
    """
    if not (base_url or os.environ.get(ADDRESS_VARIABLE)):
        if api_key is not None:
            raise ConfigurationError(f"There is a key but no service: pass base_url=..., or set {ADDRESS_VARIABLE}.")
        service = _embedded(state or os.environ.get(STATE_VARIABLE) or None, workers)
        base_url, api_key, dialect = service.base_url, service.api_key, DEFAULT_DIALECT
    from .display import Client  # noqa: PLC0415 - loads pandas and matplotlib

    return Client(base_url, api_key, dialect=dialect, timeout=timeout, max_wait=max_wait)


def stop() -> None:
    """Stop the embedded services of this process. Tasks go on with the next `connect` to the same folder."""
    with _lock:
        while _running:
            _, service = _running.popitem()
            service.stop()


@dataclass
class EmbeddedService:
    """An embedded service that runs: a child process that ends when its standard input does."""

    base_url: str
    api_key: Secret
    process: subprocess.Popen[bytes] = field(repr=False)
    owner: int = field(default_factory=os.getpid, repr=False)

    @property
    def alive(self) -> bool:
        """Whether it runs, as a child of this process and not of one this was forked from."""
        return self.owner == os.getpid() and self.process.poll() is None

    def stop(self) -> None:
        """End it: by its standard input, and by force when that does not help."""
        if self.owner == os.getpid():
            _end(self.process)


_running: dict[Path | None, EmbeddedService] = {}
_lock = threading.RLock()
atexit.register(stop)


def require_local() -> None:
    """Raise `LocalServiceMissing` unless the extra `local` is installed: the engine and the embedded service."""
    missing = [name for name in _NEEDED if importlib.util.find_spec(name) is None]
    if missing:
        raise LocalServiceMissing(
            "There is no service to connect to. To read drawings on this machine, install the embedded service: "
            f'pip install "drawkit[local]" (missing: {", ".join(missing)}). To use a remote service, set '
            f"{ADDRESS_VARIABLE} and DRAWKIT_API_KEY."
        )


def _embedded(state: str | PathLike[str] | None, workers: int | None) -> EmbeddedService:
    require_local()
    folder = Path(state).expanduser().resolve() if state is not None else None
    with _lock:
        service = _running.get(folder)
        if service is not None and not service.alive:
            service.stop()
            service = None
        if service is None:
            service = _running[folder] = _started_in(folder, workers)
        return service


def _started_in(folder: Path | None, workers: int | None) -> EmbeddedService:
    if folder is not None:
        service = _start(folder, workers)
        if service is None:
            raise LocalServiceFailed(f"Another process's service works in {folder}. Choose another folder: state=...")
        return service
    default = _default_folder()
    for number in range(1, _FOLDERS + 1):
        # A second notebook must not disturb the first one's tasks: it gets a folder of its own.
        service = _start(default if number == 1 else default.with_name(f"{default.name}-{number}"), workers)
        if service is not None:
            return service
    raise LocalServiceFailed(f"{_FOLDERS} embedded services run already. Close a notebook, or choose state=...")


def _default_folder() -> Path:
    from platformdirs import user_cache_path  # noqa: PLC0415 - of the extra `local`

    return user_cache_path("drawkit", appauthor=False) / "service"


def _start(folder: Path, workers: int | None) -> EmbeddedService | None:
    """Start a service in a folder; None when another one works there. Raises `LocalServiceFailed`."""
    log = folder / "embedded.log"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        process = _spawn(folder, workers, log)
    except OSError as error:
        raise LocalServiceFailed(f"The folder {folder} cannot be used: {error.strerror}. Choose state=...") from None
    importlib.import_module("drawkit.display")  # loads while the service starts
    hello = _hello(process)
    try:
        said = json.loads(hello)
        return EmbeddedService(said["base_url"], Secret(said["api_key"]), process)
    except (ValueError, KeyError, TypeError):
        code = _end(process)
    if code == _FOLDER_IN_USE:
        return None
    raise LocalServiceFailed(f"The embedded service did not start (exit code {code}). {_tail(log)}")


def command(folder: Path, workers: int | None) -> list[str]:
    """The command line of an embedded service; without the current folder on its path, where any file may lie."""
    line = [sys.executable, "-P", "-m", "drawkit.service", "--embedded", "--state", str(folder)]
    return line if workers is None else [*line, "--workers", str(workers)]


def _spawn(folder: Path, workers: int | None, log: Path) -> subprocess.Popen[bytes]:
    package = str(Path(__file__).parents[1])
    paths = [package, *filter(None, [os.environ.get("PYTHONPATH")])]
    hidden = {"DRAWKIT_API_KEY"}
    environment = {name: value for name, value in os.environ.items() if name not in hidden}
    with log.open("wb") as errors:
        return subprocess.Popen(  # noqa: S603 - our own module, no shell
            command(folder, workers),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=errors,
            cwd=folder,
            env={**environment, "PYTHONPATH": os.pathsep.join(paths)},
            # An interrupted cell must not interrupt the service.
            start_new_session=True,
            creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
        )


def _hello(process: subprocess.Popen[bytes]) -> bytes:
    """The first line the service prints; empty when it ends, or says nothing in time."""
    assert process.stdout is not None  # noqa: S101 - it is a pipe
    first: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    reader = threading.Thread(target=_listen, args=(process.stdout, first), name="drawkit-service", daemon=True)
    reader.start()
    try:
        return first.get(timeout=_START_SECONDS)
    except queue.Empty:
        return b""


def _listen(stream: IO[bytes], first: queue.SimpleQueue[bytes]) -> None:
    """Hand on the first line, and read the rest so that a full pipe never stops the service."""
    with stream:
        first.put(stream.readline())
        while stream.read(4096):
            pass


def _end(process: subprocess.Popen[bytes]) -> int:
    """End a service and tell its exit code."""
    assert process.stdin is not None  # noqa: S101 - it is a pipe
    with suppress(OSError):
        process.stdin.close()
    for force in (process.terminate, process.kill):
        try:
            return process.wait(_STOP_SECONDS)
        except subprocess.TimeoutExpired:
            force()
    return process.wait()


def _tail(log: Path) -> str:
    try:
        lines = log.read_text("utf-8", "replace").splitlines()
    except OSError:
        lines = []
    return "\n".join([f"The end of its log ({log}):", *lines[-_LOG_LINES:]]) if lines else f"Its log ({log}) is empty."
