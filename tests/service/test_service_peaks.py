"""The largest files that are accepted are read within the memory of a worker; more than its limit, what they take."""

from __future__ import annotations

import subprocess
import sys

import pytest
import service_hostile_pages as pages
import service_hostile_pictures as pictures

MOST = {
    "png-13377-squared-rgba": 800,  # decoded by rows
    "png-13377-squared-6-16bit": 800,
    "png-13377-squared-6-16bit-interlaced": 1300,  # comes seven times: Pillow holds it whole
    "jpeg-13377-squared": 800,  # decoded smaller
    "jpeg-13377-squared-progressive-RGB": 1500,  # held whole as coefficients, then decoded smaller
    "webp-13377-squared": 1500,
    "words-100000": 800,
}
"""Megabytes that a process has at most: 1.5 GB, and less where nothing is held whole."""

PROGRAM = """
import sys
from pathlib import Path
from drawkit import engine
from drawkit.contract import Options

data = Path(sys.argv[1]).read_bytes()
result = engine.analyze(data, profile="full", options=Options(page_seconds=10))
engine.previews(data, result, redact=True)
status = Path("/proc/self/status").read_text().split()
print(len(result.pages), int(status[status.index("VmHWM:") + 1]) * 1024 // 10**6)
"""


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.skipif(sys.platform != "linux", reason="the memory that a process had at most is told there alone")
@pytest.mark.parametrize("name", MOST)
def test_the_largest_files_are_read_within_the_memory_of_a_worker(tmp_path, name):
    path = tmp_path / name
    path.write_bytes(dict([*pages.kinds(), *pictures.kinds()])[name]())
    done = subprocess.run([sys.executable, "-c", PROGRAM, path], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    count, peak = map(int, done.stdout.split())
    print(f"\n{name}: {peak} MB")  # noqa: T201 - figures to be told
    assert (count, peak < MOST[name]) == (1, True), peak
