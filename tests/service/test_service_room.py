"""A worker makes room before an analysis where earlier ones left much behind."""

from __future__ import annotations

import ctypes
import subprocess
import sys
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


@pytest.mark.skipif(sys.platform != "linux", reason="memory of a process has a limit there alone")
def test_a_worker_that_others_have_used_has_as_much_room_as_a_fresh_one() -> None:
    """What earlier analyses left reserved and unused does not count; what an analysis uses itself does."""
    program = """
import mmap
from drawkit.contract import Options
from drawkit.service.worker import Job, Outcome, prepare, run

MB = 2**20

def taking(megabytes):
    def analysis(job, data, report):
        part = bytearray(megabytes * MB)
        part[:: mmap.PAGESIZE] = b"x" * len(part[:: mmap.PAGESIZE])
        return Outcome(str(len(part) // MB))
    reply = run(analysis, Job(b"", "full", Options()), print)
    print(reply.outcome.result if reply.outcome else reply.problem.detail[:36])

prepare(700 * MB, ahead=False)
taking(550)
left = mmap.mmap(-1, 500 * MB, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
taking(550)
taking(720)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=False)
    assert done.stdout.splitlines() == ["550", "550", "The drawing needs more memory than a"], done.stderr
