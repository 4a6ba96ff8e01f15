"""Where uploads are kept: private, gone with the form, and after a kernel's death with the next form."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from drawkit.widgets._spool import Spool, sweep

DYING = """
import os, sys
from drawkit.widgets._spool import Spool
spool = Spool()
spool.place("1").write_bytes(b"confidential")
print(spool.place("1").parent, flush=True)
os.kill(os.getpid(), 9)
"""


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setenv("TMPDIR", str(tmp_path))


def test_there_is_no_folder_before_the_first_file(tmp_path: Path) -> None:
    spool = Spool()
    spool.clear()
    assert list(tmp_path.iterdir()) == []
    folder = spool.place("1").parent
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert spool.place("2").parent == folder


def test_the_folder_goes_with_the_spool_and_comes_again(tmp_path: Path) -> None:
    spool = Spool()
    spool.place("1").write_bytes(b"one")
    spool.clear()
    assert list(tmp_path.iterdir()) == []
    spool.place("1").write_bytes(b"again")
    assert spool.place("1").read_bytes() == b"again"
    del spool
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(os.name == "nt", reason="there a process is not told from an ended one")
def test_what_a_killed_kernel_left_is_removed_by_the_next_form(tmp_path: Path) -> None:
    told = subprocess.run([sys.executable, "-c", DYING], capture_output=True, text=True, check=False)
    left = Path(told.stdout.strip())
    assert (left / "1").read_bytes() == b"confidential"
    living = Spool()
    living.place("1").write_bytes(b"in use")
    assert not left.exists()
    sweep()
    assert living.place("1").read_bytes() == b"in use"


def test_other_folders_stay(tmp_path: Path) -> None:
    others = [tmp_path / name for name in ("drawkit-upload-", "drawkit-upload-x-1", "drawkit-sample")]
    for other in others:
        other.mkdir()
    sweep()
    assert all(other.is_dir() for other in others)
