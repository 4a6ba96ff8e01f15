"""Searches what the tests make drawkit write for every secret that they use: a pytest plugin, on in every run.

Searched are log records, log files and whatever else a test leaves in its folder, standard error of this process and
of those that it starts, and tracebacks, those of expected exceptions too, with the variables of the client's frames,
which a notebook may show. A test that finds one ends as an error. Secrets are what a client was given as a key, what
the service drew as one (keys and signing secrets are known by their form), and addresses of publications.
"""

from __future__ import annotations

import contextlib
import functools
import logging
import os
import re
import secrets
import subprocess
import traceback
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from types import TracebackType
from typing import Any

import pytest

from drawkit.client import keys

_FORMS = re.compile(r"(?P<key>dk_[A-Za-z0-9]{1,16}_[0-9A-Za-z]{36})|whsec_[A-Za-z0-9+/_-]{32,}=*")
_TAIL, _SHORTEST = 20, 16  # characters: a part that tells a secret, and a text that may be one
_LARGEST_FILE = 20 * 2**20
_STORES = re.compile(r".*\.sqlite3(-\w+)?|service\.json(\.\w+)?")
"""What must hold secrets readable, for its owner alone: signing secrets, and the key to join a service of one's own.

What a store holds of keys is tested with the keys.
"""
_PACKAGE = Path(keys.__file__).parents[1]
_CLIENT = ("drawkit/client/", "drawkit/widgets/", "drawkit/local.py", "drawkit/display/")


class Search:
    """The secrets known so far, and what was said since the last look."""

    def __init__(self) -> None:
        self.secrets: set[str] = set()
        self.searched = 0
        self._heard: list[tuple[str, str]] = []

    def learn(self, text: object) -> None:
        if isinstance(text, str) and len(text := text.strip()) >= _SHORTEST and text[-_TAIL:] not in _code():
            self.secrets.add(text)

    def hear(self, where: str, text: str) -> None:
        self._heard.append((where, text))

    def found(self) -> list[str]:
        """Where secrets stand in what was heard, each with the line; it is forgotten."""
        heard, self._heard = self._heard, []
        self.searched += sum(len(text) for _, text in heard)
        return [f"{where}: {line[:300]}" for where, text in heard for line in self._telling(text)]

    def _telling(self, text: str) -> Iterator[str]:
        tails = {secret[-_TAIL:] for secret in self.secrets}
        if not _FORMS.search(text) and not any(tail in text for tail in tails):
            return
        for line in text.splitlines():
            drawn = any(m["key"] is None or _is_key(m["key"]) for m in _FORMS.finditer(line))
            if drawn or any(tail in line for tail in tails):
                yield line


@functools.cache
def _code() -> str:
    """The package's own code: hypothesis tries the texts that stand there, as keys too, and they are no secrets."""
    return "\n".join(file.read_text(encoding="utf-8") for file in sorted(_PACKAGE.rglob("*.py")))


def _is_key(text: str) -> bool:
    return keys.checksum(text[:-6]) == text[-6:]


class Tee:
    """A process's standard error: whoever reads it, the search hears it."""

    def __init__(self, stream: Any, search: Search) -> None:
        self._stream, self._search = stream, search

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)

    def _told(self, data: Any) -> Any:
        self._search.hear(
            "stderr of a process", data if isinstance(data, str) else bytes(data or b"").decode("latin-1")
        )
        return data

    def read(self, *size: int) -> Any:
        return self._told(self._stream.read(*size))

    def readline(self, *size: int) -> Any:
        return self._told(self._stream.readline(*size))

    def __iter__(self) -> Iterator[Any]:
        return map(self._told, self._stream)

    def __enter__(self) -> Tee:
        return self

    def __exit__(self, *error: object) -> None:
        self._stream.close()


class Plugin:
    """Listens while tests run."""

    def __init__(self) -> None:
        self.search = Search()
        self._patches = pytest.MonkeyPatch()

    def pytest_configure(self, config: pytest.Config) -> None:
        config.addinivalue_line("markers", "shows_secrets(why): the test itself writes secrets where none may stand")
        search = self.search
        around = self._around
        around(keys.Secret, "__init__", before=lambda _self, text: search.learn(text))
        around(keys, "checked", before=search.learn)  # also what is refused: it may be a key but for a letter
        around(secrets, "token_urlsafe", after=search.learn)
        around(logging.Logger, "handle", before=lambda _self, record: search.hear("log", _told(record)))
        around(pytest.RaisesExc, "__exit__", before=lambda _self, *error: search.hear("traceback", _trace(*error)))
        around(subprocess.Popen, "communicate", before=_bare, after=self._communicated)
        real = subprocess.Popen.__init__

        def opened(process: Any, *args: Any, **more: Any) -> None:
            real(process, *args, **more)
            if process.stderr is not None:
                process.stderr = Tee(process.stderr, search)

        self._patches.setattr(subprocess.Popen, "__init__", opened)

    def pytest_unconfigure(self) -> None:
        self._patches.undo()

    def _around(
        self,
        place: Any,
        name: str,
        before: Callable[..., object] | None = None,
        after: Callable[..., object] | None = None,
    ) -> None:
        real = getattr(place, name)

        def call(*args: Any, **more: Any) -> Any:
            if before is not None:
                before(*args, **more)
            got = real(*args, **more)
            if after is not None:
                after(got)
            return got

        self._patches.setattr(place, name, call)

    def _communicated(self, told: tuple[Any, Any]) -> None:
        if told[1]:
            self.search.hear("stderr of a process", told[1] if isinstance(told[1], str) else told[1].decode("latin-1"))

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        report = yield
        if report.failed:
            self.search.hear("traceback", report.longreprtext)
        if report.when == "teardown":
            self._look(item, report)
        return report

    def _look(self, item: pytest.Item, report: pytest.TestReport) -> None:
        for name, text in report.sections:
            if "stdout" not in name:  # where a command shows a new key, once
                self.search.hear(name, text)
        for name, text in _left_by(item):
            self.search.hear(name, text)
        found = self.search.found()
        if found and item.get_closest_marker("shows_secrets") is None:
            report.outcome = "failed"
            report.longrepr = "secrets stand in the open:\n" + "\n".join(dict.fromkeys(found))

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        output = getattr(session.config, "workeroutput", None)
        if output is not None:  # a process of pytest-xdist
            output["secret_search"] = (len(self.search.secrets), self.search.searched)

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        count, searched = getattr(node, "workeroutput", {}).get("secret_search", (0, 0))
        self.search.secrets.update(f"{node.gateway.id} {n}" for n in range(count))
        self.search.searched += searched

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        if self.search.secrets:
            megabytes = self.search.searched / 1e6
            terminalreporter.line(f"{megabytes:.1f} MB searched for {len(self.search.secrets)} secrets")


def _told(record: logging.LogRecord) -> str:
    """All that a handler could write of a record."""
    with contextlib.suppress(Exception):  # a record that cannot be written tells nothing
        trace = "".join(traceback.format_exception(*record.exc_info)) if record.exc_info else ""
        return f"{record.getMessage()} {vars(record)} {trace}"
    return ""


def _trace(kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> str:
    """A traceback as it is printed, and the variables in the client's frames, which a notebook may show."""
    if error is None:
        return ""
    frames = [frame for frame, _ in traceback.walk_tb(trace)]
    ours = [f for f in frames if any(part in f.f_code.co_filename.replace("\\", "/") for part in _CLIENT)]
    return "".join(traceback.format_exception(kind, error, trace)) + "\n".join(map(_variables, ours))


def _variables(frame: Any) -> str:
    told = []
    for name, value in frame.f_locals.items():
        with contextlib.suppress(Exception):
            told.append(
                f"{frame.f_code.co_qualname if hasattr(frame.f_code, 'co_qualname') else ''} {name} = {value!r}"
            )
    return "\n".join(told)


def _bare(process: Any, *_args: Any, **_more: Any) -> None:
    """`communicate` reads the stream itself, and gives what it read."""
    if isinstance(process.stderr, Tee):
        process.stderr = process.stderr._stream


def _left_by(item: pytest.Item) -> Iterator[tuple[str, str]]:
    """Names and texts of the files in a test's folder; a process that still runs may take them away meanwhile."""
    folder = (getattr(item, "funcargs", None) or {}).get("tmp_path")
    for place, _, names in os.walk(folder) if isinstance(folder, Path) else ():
        for file in (Path(place, name) for name in names if not _STORES.fullmatch(name)):
            with contextlib.suppress(OSError):
                if file.is_file() and file.stat().st_size <= _LARGEST_FILE:
                    yield file.name, file.read_bytes().decode("latin-1")


def pytest_configure(config: pytest.Config) -> None:
    plugin = Plugin()
    config.pluginmanager.register(plugin, "secret-search")
