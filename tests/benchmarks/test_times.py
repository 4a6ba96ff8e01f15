"""What reading costs: CPU seconds, or a ratio, so that a busy machine says the same as a quiet one."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
from pathlib import Path

import psutil
import pytest

import drawkit
from drawkit import engine, samples
from drawkit.samples.carriers import Carrier

ROOT = Path(drawkit.__file__).parents[1]


def cpu_of(code: str, *arguments: str) -> float:
    """CPU seconds of a fresh Python and all its children."""
    before = os.times()
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    subprocess.run([sys.executable, "-c", textwrap.dedent(code), *arguments], check=True, timeout=300, env=environment)
    after = os.times()
    return (after.children_user + after.children_system) - (before.children_user + before.children_system)


def test_importing_drawkit() -> None:
    seconds = min(cpu_of("import drawkit") - cpu_of("pass") for _ in range(5))
    print(f"\nimport drawkit: {seconds:.3f} CPU s")
    assert seconds <= 0.2


def test_showing_the_help() -> None:
    seconds = min(cpu_of("import drawkit.cli, sys; sys.argv[1:] = ['--help']; drawkit.cli.main()") for _ in range(3))
    print(f"\ndrawkit --help: {seconds:.3f} CPU s")
    assert seconds <= 0.6


def test_from_connect_to_the_first_result(tmp_path: Path) -> None:
    """Starts the service, submits a sample and has its result as a DataFrame: 5 s of two cores."""
    path = samples.named("milled_plate").save(tmp_path)
    code = """
        import sys
        import drawkit
        client = drawkit.connect(state=sys.argv[2], workers=1)
        assert len(client.analyze(sys.argv[1], "full").dimensions) > 10
    """
    seconds = cpu_of(code, str(path), str(tmp_path / "state"))
    print(f"\nconnect() to the first result: {seconds:.2f} CPU s of all processes")
    assert seconds <= 10


def test_from_the_command_to_the_first_table(tmp_path: Path) -> None:
    """Of the command and its worker, when the first line of the table is out; the pictures come behind."""
    path = samples.named("milled_plate").save(tmp_path)
    command = [sys.executable, "-m", "drawkit", "analyze", str(path), "--out", str(tmp_path / "out")]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment) as process:
        assert process.stdout is not None
        assert process.stdout.readline().strip() == b"milled_plate.pdf"
        main = psutil.Process(process.pid)
        seconds = sum(sum(one.cpu_times()[:4]) for one in (main, *main.children(recursive=True)))
        process.communicate(timeout=300)
    print(f"\ndrawkit analyze to its first table: {seconds:.2f} CPU s")
    assert process.returncode == 0
    assert seconds <= 3


@pytest.mark.parametrize(("carrier", "most"), [("text", 1.5), ("lost_symbols", 3), ("stroked", 8), ("picture", 8)])
def test_one_a3_page(carrier: Carrier, most: float) -> None:
    import time

    sample = samples.make("plate", seed=7, carrier=carrier, sheet="A3", dpi=200)
    engine.analyze(sample.data)  # the models are loaded once a process
    began = time.process_time()
    result = engine.analyze(sample.data)
    seconds = time.process_time() - began
    print(f"\nan A3 page, {carrier}: {seconds:.2f} CPU s, {len(result.dimensions)} dimensions")
    assert seconds <= most
