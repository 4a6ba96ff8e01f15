"""What the workbench costs before it stands: CPU seconds, so that a busy machine says the same as a quiet one."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import drawkit

ROOT = Path(drawkit.__file__).parents[1]


def cpu_of(code: str) -> float:
    """CPU seconds of a fresh Python."""
    before = os.times()
    subprocess.run([sys.executable, "-c", code], check=True, timeout=300, env={**os.environ, "PYTHONPATH": str(ROOT)})
    after = os.times()
    return (after.children_user + after.children_system) - (before.children_user + before.children_system)


def test_the_workbench_stands_before_pandas_and_matplotlib_are_loaded() -> None:
    """From `import drawkit` to the widgets, in a kernel, which has ipywidgets' parents loaded already."""
    code = (
        "import drawkit, sys; drawkit.workbench()\n"
        "assert not {'pandas', 'matplotlib', 'cv2', 'drawkit.display._clients'} & sys.modules.keys()"
    )
    kernel = min(cpu_of("import ipykernel.ipkernel") for _ in range(3))
    seconds = min(cpu_of(f"import ipykernel.ipkernel; {code}") for _ in range(3)) - kernel
    print(f"\nworkbench: {seconds:.2f} CPU s after the kernel's own {kernel:.2f}")
    assert seconds <= 1.0
