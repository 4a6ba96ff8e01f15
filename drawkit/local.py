"""A client for the service at hand: the remote one that is set, or an embedded one in this process tree."""

from __future__ import annotations

import atexit
import importlib
import json
import os
import queue
import subprocess
import sys
import threading
import time
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import timedelta
from functools import partial
from os import PathLike
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Final

from ._extras import how_to_install, missing_local
from ._joining import JoinedService, join, refusal
from ._own_files import ServiceFiles
from ._sharing import Use, holder_of
from .client import ConfigurationError, LocalServiceFailed, LocalServiceMissing
from .client.keys import Secret
from .client.names import ADDRESS_VARIABLE
from .contract import DEFAULT_DIALECT, LOCAL_LIMITS, Dialect

if TYPE_CHECKING:
    from .display import Client
    from .service.executors.lent import Lender

STATE_VARIABLE: Final = "DRAWKIT_STATE"
_START_SECONDS = 90.0
_STOP_SECONDS = 10.0
_FOLDER_IN_USE = 3
_NO_EXECUTOR = 6
_FOLDERS = 9
_LOG_LINES = 15
_LOOKS = 15
_LOOK_SECONDS = 0.2


def connect(  # noqa: PLR0913 - each is named where it is given
    base_url: str | None = None,
    api_key: str | Secret | None = None,
    *,
    state: str | PathLike[str] | None = None,
    workers: int | None = None,
    executor: Any = None,
    dialect: Dialect = DEFAULT_DIALECT,
    timeout: float | None = 30.0,
    max_wait: float | timedelta = 120.0,
) -> Client:
    """Connect to a service and hand back a client for it.

    With `base_url` or DRAWKIT_BASE_URL: to that service, with `api_key` or DRAWKIT_API_KEY. Without: to an embedded
    one on this machine, which keeps its tasks in the folder `state` (or DRAWKIT_STATE, or the user's cache folder),
    reads `workers` drawings at a time, and ends with this process. It starts once: a second call finds it running,
    and so does another process of the same user that names the same folder: it joins with the same tasks, and the
    service ends with the last of them.

    Reviews of results are kept on this machine, by the hash of the drawing: in `state`, else in the user's data folder.

    `executor` says where the embedded service reads drawings, if not in processes of its own: "dask" for a Dask
    cluster that it starts on this machine, the address of a running one's scheduler ("tcp://host:8786"), a
    `distributed.LocalCluster` or `distributed.Client`, any `concurrent.futures.Executor` of this process or a function
    that makes one, or "module:attribute" for one that the service itself imports.

    Raises `LocalServiceMissing` when there is neither, `LocalServiceFailed` when the embedded one does not start.
    """
    remote = base_url or os.environ.get(ADDRESS_VARIABLE)
    if remote and executor is not None:
        raise ConfigurationError(
            f"The service {remote} has workers of its own. Leave out executor=..., or the service."
        )
    if not remote:
        if api_key is not None:
            raise ConfigurationError(f"There is a key but no service: pass base_url=..., or set {ADDRESS_VARIABLE}.")
        service = _embedded(state or os.environ.get(STATE_VARIABLE) or None, workers, executor)
        base_url, api_key, dialect = service.base_url, service.api_key, DEFAULT_DIALECT
    from .display import Client  # noqa: PLC0415 - loads pandas and matplotlib
    from .review import Folder  # noqa: PLC0415 - loads pandas

    reviews = Folder(_reviews_of(None if remote else state or os.environ.get(STATE_VARIABLE) or None))
    make = partial(Client, base_url, api_key, dialect=dialect, timeout=timeout, max_wait=max_wait, reviews=reviews)
    return make() if remote else make(limits=LOCAL_LIMITS, own_files=ServiceFiles(service.folder))


def stop() -> None:
    """Stop the embedded services of this process. Tasks go on with the next `connect` to the same folder."""
    with _lock:
        while _running:
            _, service = _running.popitem()
            service.stop()


@dataclass
class EmbeddedService:
    """An embedded service that runs: a child process that ends when its standard input does and nobody has joined."""

    base_url: str
    api_key: Secret
    folder: Path
    process: subprocess.Popen[bytes] = field(repr=False)
    executor: Any = field(default=None, repr=False)
    owner: int = field(default_factory=os.getpid, repr=False)

    @property
    def alive(self) -> bool:
        """Whether it runs, as a child of this process and not of one this was forked from."""
        return self.owner == os.getpid() and self.process.poll() is None

    def stop(self) -> None:
        """End it: by its standard input, and by force when that does not help. It goes on for others who joined."""
        if self.owner != os.getpid():
            return
        others = Use(self.folder)
        alone = others.nobody()
        others.end()
        if alone or self.process.poll() is not None:
            _end(self.process)
        else:
            _let_go(self.process)


_running: dict[tuple[Path | None, str | int | None], EmbeddedService | JoinedService] = {}
_left_running: list[subprocess.Popen[bytes]] = []
_lock = threading.RLock()
atexit.register(stop)


def require_local() -> None:
    """Raise `LocalServiceMissing` unless the extra `local` is installed: the engine and the embedded service."""
    missing = missing_local()
    if missing:
        raise LocalServiceMissing(how_to_install(missing))


def require_service() -> None:
    """As `require_local`, where a remote service would do as well."""
    missing = missing_local()
    if missing:
        raise LocalServiceMissing(
            "There is no service to connect to. To read drawings on this machine, install the embedded service: "
            f'pip install "drawkit[local]" (missing: {", ".join(missing)}). To use a remote service, set '
            f"{ADDRESS_VARIABLE} and DRAWKIT_API_KEY."
        )


def _embedded(state: str | PathLike[str] | None, workers: int | None, executor: Any) -> EmbeddedService | JoinedService:
    require_service()
    folder = Path(state).expanduser().resolve() if state is not None else None
    # An executor is known by itself: the service keeps it, so its id is not given to another.
    key = folder, executor if executor is None or isinstance(executor, str) else id(executor)
    with _lock:
        service = _running.get(key) or (_any_in(folder) if executor is None else None)
        if service is not None and not service.alive:
            service.stop()
            service = None
        if service is None:
            service = _running[key] = _started_in(folder, workers, executor)
        return service


def _any_in(folder: Path | None) -> EmbeddedService | JoinedService | None:
    """The service that works in a folder somebody chose, whatever its executor."""
    found = (service for (known, _), service in _running.items() if folder is not None and known == folder)
    return next(found, None)


def _started_in(folder: Path | None, workers: int | None, executor: Any = None) -> EmbeddedService | JoinedService:
    if folder is not None:
        return _joined_or_started(folder, workers, executor)
    default = _default_folder()
    for number in range(1, _FOLDERS + 1):
        # A second notebook must not disturb the first one's tasks: it gets a folder of its own.
        place = default if number == 1 else default.with_name(f"{default.name}-{number}")
        service = _start(place, workers, executor)
        if service is not None:
            return service
    raise LocalServiceFailed(f"{_FOLDERS} embedded services run already. Close a notebook, or choose state=...")


def _joined_or_started(folder: Path, workers: int | None, executor: Any) -> EmbeddedService | JoinedService:
    """Join the service that works in a folder, or start one there. Raises `LocalServiceFailed` when neither can be."""
    until = time.monotonic() + _START_SECONDS
    while True:
        service = (join(folder) if executor is None else None) or _start(folder, workers, executor)
        if service is not None:
            return service
        holder = holder_of(folder)
        if executor is not None or holder is None or not (holder.shared and holder.here):
            break
        for _ in range(_LOOKS):  # the other one is just starting, or just ending
            if (joined := join(folder)) is not None:
                return joined
            time.sleep(_LOOK_SECONDS)
        if time.monotonic() > until:
            break
    raise LocalServiceFailed(refusal(folder, holder, executor, STATE_VARIABLE))


def _reviews_of(state: str | PathLike[str] | None) -> Path:
    """Where reviews are kept: in the folder of a state that somebody chose, else with this user's own data."""
    if state is not None:
        return Path(state).expanduser().resolve() / "reviews"
    from platformdirs import user_data_path  # noqa: PLC0415 - only needed here

    return user_data_path("drawkit", appauthor=False) / "reviews"


def _default_folder() -> Path:
    from platformdirs import user_cache_path  # noqa: PLC0415 - only needed here

    return user_cache_path("drawkit", appauthor=False) / "service"


def _start(folder: Path, workers: int | None, executor: Any) -> EmbeddedService | None:
    """Start a service in a folder; None when another one works there. Raises `LocalServiceFailed`."""
    log = folder / "embedded.log"
    name, lender = _lent(executor)
    workers = workers or getattr(executor, "_max_workers", None)
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        process = _spawn(command(folder, workers, name), log, lender.environment() if lender else {})
    except OSError as error:
        raise LocalServiceFailed(f"The folder {folder} cannot be used: {error.strerror}. Choose state=...") from None
    importlib.import_module("drawkit.display._clients")  # loads while the service starts
    hello = _hello(process)
    try:
        said = json.loads(hello)
        return EmbeddedService(said["base_url"], Secret(said["api_key"]), folder, process, executor)
    except (ValueError, KeyError, TypeError):
        code = _end(process)
    if lender is not None:
        lender.close()
    if code == _FOLDER_IN_USE:
        return None
    if code == _NO_EXECUTOR:
        raise LocalServiceFailed(_lines(log)[-1])
    raise LocalServiceFailed(f"The embedded service did not start (exit code {code}). {_tail(log)}")


def _lent(executor: Any) -> tuple[str | None, Lender | None]:
    """What the service is told of an executor: a name it understands, or that this process lends it one."""
    if executor is None:
        return None, None
    from .service.executors import choice, lent  # noqa: PLC0415 - of the extra `local`

    name = executor if isinstance(executor, str) else choice.dask_address(executor)
    if name is None:
        try:
            return None, lent.Lender(choice.as_executor(executor))
        except choice.ExecutorError as error:
            raise ConfigurationError(str(error)) from None
    if choice.names_dask(name):
        try:
            choice.require_dask()
        except choice.ExecutorError as error:
            raise LocalServiceMissing(str(error)) from None
    return name, None


def command(folder: Path, workers: int | None, executor: str | None = None) -> list[str]:
    """The command line of an embedded service; without the current folder on its path, where any file may lie."""
    line = [sys.executable, "-P", "-m", "drawkit.service", "--embedded", "--state", str(folder)]
    more = {"--workers": workers, "--executor": executor}
    return [*line, *(str(word) for told in more.items() if told[1] is not None for word in told)]


def _spawn(line: list[str], log: Path, lent: dict[str, str]) -> subprocess.Popen[bytes]:
    package = str(Path(__file__).parents[1])
    paths = [package, *filter(None, [os.environ.get("PYTHONPATH")])]
    hidden = {"DRAWKIT_API_KEY"}
    environment = {name: value for name, value in os.environ.items() if name not in hidden}
    with log.open("wb") as errors:
        return subprocess.Popen(  # noqa: S603 - our own module, no shell
            line,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=errors,
            cwd=log.parent,
            env={**environment, "PYTHONPATH": os.pathsep.join(paths), **lent},
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


def _let_go(process: subprocess.Popen[bytes]) -> None:
    """Leave a service to those who joined it."""
    assert process.stdin is not None  # noqa: S101 - it is a pipe
    with suppress(OSError):
        process.stdin.close()
    _left_running.append(process)  # it is nobody's to wait for, and no oversight


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
    lines = _lines(log)
    return "\n".join([f"The end of its log ({log}):", *lines[-_LOG_LINES:]]) if lines else f"Its log ({log}) is empty."


def _lines(log: Path) -> list[str]:
    try:
        return log.read_text("utf-8", "replace").splitlines()
    except OSError:
        return []
