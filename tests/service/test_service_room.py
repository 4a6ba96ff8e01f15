"""A worker makes room before an analysis where earlier ones left much behind."""

from __future__ import annotations

import ctypes
from pathlib import Path
from types import SimpleNamespace

import pytest

from drawkit.contract import Options
from drawkit.service import worker
from drawkit.service.worker import Job, Outcome, run

ANSWER = Outcome("{}")


@pytest.fixture
def trims(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How often memory was given back."""
    made: list[int] = []
    monkeypatch.setattr(ctypes, "CDLL", lambda _: SimpleNamespace(malloc_trim=made.append))
    return made


def analysed() -> Outcome | None:
    return run(lambda *_: ANSWER, Job(b"%PDF-1.4", "full", Options()), lambda _: None).outcome


@pytest.mark.parametrize(("much", "times"), [(0, 1), (1 << 60, 0)])
def test_memory_is_given_back_where_it_is_much(
    monkeypatch: pytest.MonkeyPatch, trims: list[int], much: int, times: int
) -> None:
    monkeypatch.setattr(worker, "_MUCH", much)
    assert analysed() == ANSWER
    assert len(trims) == times


def test_where_a_system_does_not_tell_an_analysis_runs_all_the_same(
    monkeypatch: pytest.MonkeyPatch, trims: list[int]
) -> None:
    def untold(*_: object, **__: object) -> str:
        raise FileNotFoundError

    monkeypatch.setattr(Path, "read_text", untold)
    assert analysed() == ANSWER
    assert trims == []
