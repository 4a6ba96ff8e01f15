from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from cli_analyses import quick
from typer.testing import CliRunner

from drawkit import local
from drawkit.cli.app import app

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture(autouse=True)
def _clean(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    for name in ("DRAWKIT_BASE_URL", "DRAWKIT_API_KEY", "DRAWKIT_STATE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("DRAWKIT_SERVICE_STATE_DIR", str(tmp_path / "service"))
    monkeypatch.chdir(tmp_path)
    yield
    local.stop()


@pytest.fixture
def run() -> Run:
    """Runs a command; gives its exit code and what it printed to the two streams."""

    def call(*arguments: object) -> tuple[int, str, str]:
        done = CliRunner().invoke(app, [str(argument) for argument in arguments])
        if done.exception is not None and not isinstance(done.exception, SystemExit):
            raise done.exception
        return done.exit_code, done.stdout, done.stderr

    return call


@pytest.fixture
def stand_in(monkeypatch: pytest.MonkeyPatch) -> None:
    """Puts a small analysis in place of the engine's."""
    monkeypatch.setattr("drawkit.cli.here.read_and_draw", quick)
